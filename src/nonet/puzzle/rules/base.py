"""What a rule of a puzzle is: constraints for a grid, and words about itself.

A rule is a frozen dataclass in a file of this folder.  Its fields are its
parameters (cells, regions, numbers); its class attributes say its name, what
it demands, and give an example that the tests solve.  Documentation, help, the
JSON form and the tests are made from these; nothing else is edited to add one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar

from nonet.errors import PuzzleError
from nonet.model import AllDifferent, Constraint, Rule
from nonet.puzzle.grid import Cell, Grid, place
from nonet.render.drawing import Decoration


@dataclass(frozen=True, slots=True)
class Example:
    """A small puzzle with the rule and its only solution.

    Both are texts of n*n characters for a square of n values in its default
    boxes, ``.`` for a blank.  ``parameters`` are the rule's arguments.  The
    puzzle has the classic rules too, less the one that the rule ``replaces``.
    """

    puzzle: str
    solution: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class PuzzleRule:
    """The base of all rules.  Subclasses set the class attributes below."""

    name: ClassVar[str]
    """The name in files and on the command line: lower case, words joined by ``-``."""
    sentence: ClassVar[str]
    """What the rule demands, in one sentence for a solver of puzzles."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names people use."""
    parameters: ClassVar[dict[str, str]] = {}
    """What each field means, by field."""
    replaces: ClassVar[str] = ""
    """The classic rule this one stands in for: ``"boxes"`` for a jigsaw."""
    examples: ClassVar[tuple[Example, ...]] = ()
    """Puzzles that have exactly one solution with this rule, and not without it."""

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        """The primitive constraints of this rule on ``grid``.

        Raises ``PuzzleError`` if the rule does not fit the grid.
        """
        raise NotImplementedError

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        """What a picture shows of this rule: shades, lines, shapes."""
        return ()

    def regions(self, grid: Grid) -> Iterable[tuple[Cell, ...]]:
        """Regions to be set apart by thick walls, if this rule has any."""
        return ()

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of the rule's parameters."""
        return tuple(f.name for f in fields(cls))

    @classmethod
    def required(cls) -> frozenset[str]:
        """The names of the parameters that have no default."""
        return frozenset(
            f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING
        )


@dataclass(frozen=True)
class CellsRule(PuzzleRule):
    """The base of rules about cells they list.

    ``cells`` are names in any form the grid reads; one text of names parted by
    blanks or commas will do.  Raises ``PuzzleError`` if there are none.
    """

    cells: tuple[Cell, ...]

    parameters: ClassVar[dict[str, str]] = {"cells": "names of cells, as R1C1 or A1"}

    def __post_init__(self) -> None:
        cells: object = self.cells
        names = tuple(cells.replace(",", " ").split()) if isinstance(cells, str) else cells
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise PuzzleError(f"rule {self.name}: cells are given by their names, not by {cells!r}")
        if not names:
            raise PuzzleError(f"rule {self.name} needs at least one cell")
        object.__setattr__(self, "cells", tuple(names))

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells on ``grid``, in the order listed.

        Raises ``PuzzleError`` for a name that is no cell of it or listed twice.
        """
        found: dict[Cell, None] = {}
        for name in self.cells:
            try:
                cell = grid.cell(name)
            except PuzzleError as error:
                raise PuzzleError(f"rule {self.name}: {error}") from None
            if cell in found:
                raise PuzzleError(f"rule {self.name}: {cell} is listed twice")
            found[cell] = None
        return tuple(found)


def different(cells: Iterable[Cell], kind: str, label: str, sentence: str) -> AllDifferent:
    """AllDifferent with words: the constraint most rules are made of."""
    return AllDifferent(tuple(cells), rule=Rule(kind, label, sentence))


def unit(cells: tuple[Cell, ...], grid: Grid, kind: str, label: str) -> AllDifferent:
    """A unit: every value at most once in ``cells``; raises if they are too many."""
    if len(cells) > grid.size:
        raise PuzzleError(
            f"{label} has {len(cells)} cells but there are only {grid.size} different values"
        )
    return different(cells, kind, label, f"every value at most once in {label}")


def move_apart(grid: Grid, steps: Iterable[tuple[int, int]], piece: str) -> list[AllDifferent]:
    """Any two cells one of ``steps`` (rows down, columns right) apart differ.

    A step counts wherever both cells are, also from one block into another.
    """
    found = []
    for cell in grid.cells:
        row, column = place(cell)
        for down, right in steps:
            other = grid.cell_at(row + down, column + right)
            if other is not None:
                label = f"{piece}'s move {cell}-{other}"
                sentence = f"{cell} and {other}, a {piece}'s move apart, differ"
                found.append(different((cell, other), f"anti-{piece}", label, sentence))
    return found


def of_block(grid: Grid, number: int) -> str:
    """Words that tell the block of a label: empty for a grid of one block."""
    return f" of grid {number}" if len(grid.blocks) > 1 else ""
