"""Rules of a puzzle: constraints for a grid, and texts about the rule.

A rule is a frozen dataclass in a file of this folder.  Its fields are its parameters (cells,
regions, numbers); its class attributes are its name, a sentence on its demand, and an example that
the tests solve.  Documentation, help, the JSON form and the tests are made from these attributes; a
new rule needs no other edit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import ImpossibleRule, PuzzleError
from nonet.model import AllDifferent, Annotation, Constraint, Count, Domain
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.model.constraints.primitives import Comparison
from nonet.puzzle.grid import SQUARE_OFFSETS, Cell, Grid, place
from nonet.puzzle.parameters import EntryMethod, Parameter, checked_value, parameters_of

if TYPE_CHECKING:
    from nonet.render.shapes import Decoration


@dataclass(frozen=True, slots=True)
class Example:
    """A small puzzle with the rule and its only solution.

    Both are texts with a character a cell, ``.`` for a blank, mostly of n*n characters for a square
    of n values in its default boxes; ``grid`` is another grid.  ``parameters`` are the rule's
    arguments, in short form (``"15 R1C1 R1C2"``) or by their names.  The puzzle has the classic
    rules too, except the rule that this rule ``replaces`` and the rules named in ``omitted_rules``,
    and the rules of ``extra_rules``, in short form.
    """

    puzzle: str
    solution: str
    parameters: str | dict[str, Any] = ""
    extra_rules: tuple[str, ...] = ()
    omitted_rules: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True)
class PuzzleRule:
    """The base of all rules.  Subclasses set the class attributes below.

    A subclass without fields of its own is a dataclass already, without the decorator.
    """

    name: ClassVar[str]
    """The name in files and on the command line: lower case, words joined by ``-``."""
    sentence: ClassVar[str]
    """The demand of the rule, in one sentence for a solver of puzzles."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names people use."""
    entry: ClassVar[EntryMethod] = "grid"
    """How a person enters the rule on a page."""
    parameters: ClassVar[dict[str, str]] = {}
    """The meaning of each field, by field; a subclass says that of its own fields alone."""
    replaces: ClassVar[str] = ""
    """The classic rules this one stands in for: ``"boxes"`` for a jigsaw, ``"rows columns boxes"``
    for a rule that replaces all classic rules.
    """
    examples: ClassVar[tuple[Example, ...]] = ()
    """Puzzles that have exactly one solution with this rule, and more without."""
    minimums: ClassVar[dict[str, int | None]] = {}
    """The fields that are whole numbers, each with its least value, or ``None`` for any."""
    definition_count: ClassVar[int] = 0
    """The number of rule classes defined so far: a change makes cached look-ups stale."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        PuzzleRule.definition_count += 1
        own = (vars(base).get("parameters", {}) for base in reversed(cls.__mro__))
        cls.parameters = {name: meaning for each in own for name, meaning in each.items()}

    def __post_init__(self) -> None:
        for field, minimum in self.minimums.items():
            self.checked_number(getattr(self, field), f"the {field}", minimum=minimum)
        for parameter in self.typed_parameters() if self.__dict__ else ():
            value = checked_value(self.name, parameter, self.__dict__[parameter.name])
            self.__dict__[parameter.name] = value

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        """Return the primitive constraints of this rule on ``grid``; by default
        ``constraints_among`` of a puzzle without further rules.

        Raises ``PuzzleError`` if the rule does not fit the grid.
        """
        if type(self).constraints_among is PuzzleRule.constraints_among:
            raise NotImplementedError
        return self.constraints_among(grid, ())

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        """Return the constraints in a puzzle that has ``rules``, this rule included.

        For rules that depend on further rules of the puzzle: missing marks have a meaning, or two
        cages may not overlap.  Raises ``PuzzleError`` if the rule does not fit the grid or the
        further rules.
        """
        return self.constraints(grid)

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        """Variables that the constraints need beside the cells.

        Each is a function of the cells, or part of the solution as unknown regions are: two
        solutions may differ in these alone.  Their names begin with ``~``, so that no cell has such
        a name, and read as words (:mod:`nonet.model.auxiliary_variables`).
        """
        return {}

    def variables_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Mapping[str, Domain]:
        """The variables that ``constraints_among`` needs beside the cells."""
        return self.variables(grid)

    def inner_rules(self, grid: Grid) -> Iterable[PuzzleRule]:
        """Return the rules that this rule holds, with the cells where each applies."""
        return ()

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        """Return the shapes that a picture shows for this rule."""
        return ()

    def found_decorations(self, grid: Grid, values: Mapping[str, int]) -> Iterable[Decoration]:
        """Return the shapes of a solution that a picture shows beside the values."""
        return ()

    def regions(self, grid: Grid) -> Iterable[tuple[Cell, ...]]:
        """Regions to be set apart by thick walls, if this rule has any."""
        return ()

    def regions_of(self, grid: Grid, values: Mapping[str, int]) -> Iterable[tuple[Cell, ...]]:
        """Regions that a solution has found, to be set apart by thick walls."""
        return ()

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of the rule's parameters."""
        return tuple(field.name for field in dataclasses.fields(cls))

    @classmethod
    def required(cls) -> frozenset[str]:
        """The names of the parameters that have no default."""
        return frozenset(
            field.name
            for field in dataclasses.fields(cls)
            if field.default is MISSING and field.default_factory is MISSING
        )

    @classmethod
    def typed_parameters(cls) -> tuple[Parameter, ...]:
        """The parameters with their types and defaults."""
        return parameters_of(cls)

    def rule_error(self, message: str) -> PuzzleError:
        """Return a ``PuzzleError`` with the name of this rule and a message."""
        return PuzzleError(f"rule {self.name}: {message}")

    def impossible_rule_error(self, message: str) -> ImpossibleRule:
        """Return an ``ImpossibleRule`` that says why no values meet this rule."""
        return ImpossibleRule(f"rule {self.name}: {message}")

    def checked_names(self, cells: object, what: str = "cells") -> tuple[Cell, ...]:
        """Return cells, a text or a sequence of names, as a tuple; raise PuzzleError for none."""
        names = tuple(cells.replace(",", " ").split()) if isinstance(cells, str) else cells
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise self.rule_error(f"{what} are given by their names, not by {cells!r}")
        if not names:
            raise PuzzleError(
                f"rule {self.name} needs at least one cell" + f" of {what}" * (what != "cells")
            )
        return tuple(names)

    def checked_cells(
        self, grid: Grid, cells: Iterable[Cell], *, allow_repeats: bool = False
    ) -> tuple[Cell, ...]:
        """The cells on ``grid``, in the order given.

        A name that begins with ``~`` is a variable beside the grid, with the grid's values.
        Raises ``PuzzleError`` for another name that is not a cell of the grid or, unless
        ``allow_repeats``, is repeated.
        """
        checked = cells if type(cells) is tuple else tuple(cells)
        if not grid.cell_set.issuperset(checked):
            try:
                checked = tuple(c if is_auxiliary(c) else grid.cell(c) for c in checked)
            except PuzzleError as error:
                raise self.rule_error(str(error)) from None
        if not allow_repeats and len(set(checked)) < len(checked):
            again = next(cell for i, cell in enumerate(checked) if cell in checked[:i])
            raise self.rule_error(f"{again} is listed twice")
        return checked

    def checked_number(self, value: object, what: str, *, minimum: int | None = None) -> int:
        """Return ``value``; raise ``PuzzleError`` unless an integer of ``minimum`` or more."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.rule_error(f"{what} is a whole number, not {value!r}")
        if minimum is not None and value < minimum:
            raise self.rule_error(f"{what} is {minimum} or more, not {value}")
        return value

    def checked_numbers(
        self, values: object, what: str, *, minimum: int | None = None
    ) -> tuple[int, ...]:
        """Return numbers, or a single number, as a tuple.

        ``what`` and ``minimum`` are for each number.
        """
        several = values if isinstance(values, list | tuple) else (values,)
        return tuple(self.checked_number(each, what, minimum=minimum) for each in several)


@dataclass(frozen=True)
class CellsRule(PuzzleRule):
    """The base of rules about listed cells, in any order.

    ``cells`` are names in any form the grid reads; one text of names parted by
    blanks or commas will do.  Raises ``PuzzleError`` if there are none.
    """

    cells: tuple[Cell, ...]

    entry: ClassVar[EntryMethod] = "cells"
    parameters: ClassVar[dict[str, str]] = {"cells": "names of cells, as R1C1 or A1"}

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", self.checked_names(self.cells))
        super().__post_init__()

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells on ``grid``, in the order listed.

        Raises ``PuzzleError`` for a name that is repeated or is not a cell of the grid.
        """
        return self.checked_cells(grid, self.cells)


class LineRule(CellsRule):
    """The base of rules about the cells of a line, in order: each touches the one before.

    Cells touch at an edge or a corner.  ``min_cells`` is how many a line has.
    """

    entry = "path"
    parameters: ClassVar[dict[str, str]] = {"cells": "the line's cells in order, as R1C1 or A1"}
    min_cells: ClassVar[int] = 2

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells in order; raises ``PuzzleError`` as above, or if the line jumps."""
        return self.checked_line(grid, self.cells, min_cells=self.min_cells)

    def checked_line(
        self, grid: Grid, cells: Iterable[Cell], *, min_cells: int = 2
    ) -> tuple[Cell, ...]:
        """Return some cells as a line.

        Raise ``PuzzleError`` for too few cells, or two consecutive cells that do not touch.
        """
        line = self.checked_cells(grid, cells)
        if len(line) < min_cells:
            raise self.rule_error(
                f"a line has {min_cells} cells or more, and the one at {line[0]} has {len(line)}"
            )
        for cell, next_cell in pairwise(line):
            if not are_adjacent(cell, next_cell):
                raise self.rule_error(
                    f"the line jumps from {cell} to {next_cell}: its cells must touch"
                )
        return line


class PairRule(CellsRule):
    """The base of rules about two cells that share an edge."""

    entry = "pair"
    parameters: ClassVar[dict[str, str]] = {"cells": "two cells side by side, as R1C1 or A1"}

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """Return the two cells; raise ``PuzzleError`` unless exactly two share an edge."""
        pair = super().located(grid)
        if len(pair) != 2:
            raise self.rule_error(f"it takes two cells, not {len(pair)}: {' '.join(pair)}")
        if not are_adjacent(*pair, diagonally=False):
            raise self.rule_error(f"{pair[0]} and {pair[1]} share no edge")
        return pair


class CornerRule(CellsRule):
    """The base of rules about four cells that meet in a corner; the top left one will do."""

    entry = "corner"
    parameters: ClassVar[dict[str, str]] = {
        "cells": "four cells that meet in a corner, or the one at the top left of them"
    }

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """Return the four cells in reading order.

        Raise ``PuzzleError`` if the cells do not meet in a corner.
        """
        clued = super().located(grid)
        cells = tuple(grid.cells_at_offsets(min(clued, key=place), SQUARE_OFFSETS))
        if len(cells) < 4:
            raise self.rule_error(f"no four cells meet at the lower right corner of {clued[0]}")
        if len(clued) != 1 and set(clued) != set(cells):
            raise self.rule_error(f"{' '.join(clued)} are not four cells that meet in a corner")
        return cells


@lru_cache(maxsize=4096)
def are_adjacent(first: Cell, second: Cell, *, diagonally: bool = True) -> bool:
    """Whether two cells share an edge or, with ``diagonally``, a corner."""
    (row, column), (other_row, other_column) = place(first), place(second)
    down, right = abs(row - other_row), abs(column - other_column)
    return max(down, right) == 1 if diagonally else down + right == 1


def all_different(cells: Iterable[Cell], kind: str, label: str, sentence: str) -> AllDifferent:
    """AllDifferent with words: the constraint most rules are made of."""
    return AllDifferent(tuple(cells), rule=Annotation(kind, label, sentence))


def value_count(
    cells: tuple[Cell, ...], value: int, op: Comparison, number: int, annotation: Annotation
) -> Count:
    """How often ``value`` is in ``cells``, each a cell of the grid and there once."""
    return Count.unchecked(
        scope=cells,
        counted=cells,
        values=frozenset((value,)),
        op=op,
        number=number,
        rule=annotation,
    )


def unit_constraint(cells: tuple[Cell, ...], grid: Grid, kind: str, label: str) -> AllDifferent:
    """Return a unit: every value at most once in ``cells``.

    Raise ``PuzzleError`` for more cells than values.
    """
    if len(cells) > grid.size:
        raise PuzzleError(
            f"{label} has {len(cells)} cells but there are only {grid.size} different values"
        )
    sentence = f"every value at most once in {label}"
    if grid.cell_set.issuperset(cells) and len(set(cells)) == len(cells):
        annotation = Annotation(kind, label, sentence)
        return AllDifferent.unchecked(scope=tuple(cells), rule=annotation)
    return all_different(cells, kind, label, sentence)


def move_constraints(
    grid: Grid, offsets: Iterable[tuple[int, int]], piece: str
) -> list[AllDifferent]:
    """Return constraints that two cells differ if one of ``offsets`` (rows down, columns right)
    leads from cell to cell.

    A step counts wherever both cells are, also from one block into another.
    """
    constraints = []
    offsets = tuple(offsets)
    for cell in grid.cells:
        for other in grid.cells_at_offsets(cell, offsets):
            label = f"{piece}'s move {cell}-{other}"
            sentence = f"{cell} and {other}, a {piece}'s move apart, differ"
            constraints.append(all_different((cell, other), f"anti-{piece}", label, sentence))
    return constraints


def block_suffix(grid: Grid, number: int) -> str:
    """Words that name the block of a label: empty for a grid of one block."""
    return f" of grid {number}" if len(grid.blocks) > 1 else ""
