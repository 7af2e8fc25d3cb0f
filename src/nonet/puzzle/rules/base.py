"""What a rule of a puzzle is: constraints for a grid, and words about itself.

A rule is a frozen dataclass in a file of this folder.  Its fields are its
parameters (cells, regions, numbers); its class attributes say its name, what
it demands, and give an example that the tests solve.  Documentation, help, the
JSON form and the tests are made from these; nothing else is edited to add one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from nonet.errors import PuzzleError
from nonet.model import AllDifferent, Constraint, Rule
from nonet.puzzle.grid import Cell, Grid
from nonet.render.drawing import Decoration


@dataclass(frozen=True, slots=True)
class Example:
    """A small puzzle with the rule and its only solution: both as text of n*n characters.

    ``parameters`` are the rule's arguments; ``replaces`` names classic rules the
    rule stands in for ("boxes" for a jigsaw).
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


def of_block(grid: Grid, number: int) -> str:
    """Words that tell the block of a label: empty for a grid of one block."""
    return f" of grid {number}" if len(grid.blocks) > 1 else ""
