"""What a rule of a puzzle is: constraints for a grid, and words about itself.

A rule is a frozen dataclass in a file of this folder.  Its fields are its
parameters (cells, regions, numbers); its class attributes say its name, what
it demands, and give an example that the tests solve.  Documentation, help, the
JSON form and the tests are made from these; nothing else is edited to add one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import ImpossibleRule, PuzzleError
from nonet.model import AllDifferent, Annotation, Constraint, Count, Domain
from nonet.model.constraints.linear import Comparison
from nonet.puzzle.grid import SQUARE_OFFSETS, Cell, Grid, place
from nonet.puzzle.parameters import EntryMethod, Parameter, parameters_of

if TYPE_CHECKING:
    from nonet.render.shapes import Decoration


@dataclass(frozen=True, slots=True)
class Example:
    """A small puzzle with the rule and its only solution.

    Both are texts with a character a cell, ``.`` for a blank, mostly of n*n characters for a
    square of n values in its default boxes; ``grid`` is another grid.  ``parameters`` are the
    rule's arguments.  The puzzle has the classic rules too, less the one that the rule
    ``replaces`` and those named in ``omitted_rules``, and the rules of ``extra_rules``, in short
    form.
    """

    puzzle: str
    solution: str
    parameters: dict[str, Any]
    extra_rules: tuple[str, ...] = ()
    omitted_rules: tuple[str, ...] = ()
    grid: Grid | None = None


@dataclass(frozen=True)
class PuzzleRule:
    """The base of all rules.  Subclasses set the class attributes below.

    One without fields of its own need not be made a dataclass again: it is one already.
    """

    name: ClassVar[str]
    """The name in files and on the command line: lower case, words joined by ``-``."""
    sentence: ClassVar[str]
    """What the rule demands, in one sentence for a solver of puzzles."""
    aliases: ClassVar[tuple[str, ...]] = ()
    """Other names people use."""
    entry: ClassVar[EntryMethod] = "grid"
    """How a person enters it."""
    parameters: ClassVar[dict[str, str]] = {}
    """What each field means, by field."""
    replaces: ClassVar[str] = ""
    """The classic rules this one stands in for: ``"boxes"`` for a jigsaw, ``"rows columns boxes"``
    where all that it says is its own."""
    examples: ClassVar[tuple[Example, ...]] = ()
    """Puzzles that have exactly one solution with this rule, and not without it."""
    definition_count: ClassVar[int] = 0
    """How many rules were defined by now: with each, what was looked up before may be stale."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        PuzzleRule.definition_count += 1

    def constraints(self, grid: Grid) -> Iterable[Constraint]:
        """The primitive constraints of this rule on ``grid``; of one that says
        ``constraints_among`` instead, those of a puzzle without others.

        Raises ``PuzzleError`` if the rule does not fit the grid.
        """
        if type(self).constraints_among is PuzzleRule.constraints_among:
            raise NotImplementedError
        return self.constraints_among(grid, ())

    def constraints_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Iterable[Constraint]:
        """The constraints in a puzzle that has ``rules``, of which this is one.

        For rules that speak of others: what is left out means something, or two may not overlap.
        Raises ``PuzzleError`` if the rule does not fit the grid or the others.
        """
        return self.constraints(grid)

    def variables(self, grid: Grid) -> Mapping[str, Domain]:
        """Variables that the constraints need beside the cells.

        Each is a function of the cells, or part of the solution as unknown regions are: two
        solutions may differ in these alone.  Their names begin with ``~``, so that no cell has one,
        and read as words (:mod:`nonet.model.auxiliary_variables`).
        """
        return {}

    def variables_among(self, grid: Grid, rules: tuple[PuzzleRule, ...]) -> Mapping[str, Domain]:
        """The variables that ``constraints_among`` needs beside the cells."""
        return self.variables(grid)

    def decorations(self, grid: Grid) -> Iterable[Decoration]:
        """What a picture shows of this rule."""
        return ()

    def found_decorations(self, grid: Grid, values: Mapping[str, int]) -> Iterable[Decoration]:
        """Return what a picture shows of a solution beside the values of cells."""
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
        return tuple(f.name for f in fields(cls))

    @classmethod
    def required(cls) -> frozenset[str]:
        """The names of the parameters that have no default."""
        return frozenset(
            f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING
        )

    @classmethod
    def typed_parameters(cls) -> tuple[Parameter, ...]:
        """The parameters with their types and defaults."""
        return parameters_of(cls)

    def rule_error(self, message: str) -> PuzzleError:
        """The error that says what is wrong with this rule, which it names."""
        return PuzzleError(f"rule {self.name}: {message}")

    def impossible_rule_error(self, message: str) -> ImpossibleRule:
        """The error that says why no values meet this rule, which it names."""
        return ImpossibleRule(f"rule {self.name}: {message}")

    def checked_names(self, cells: object, what: str = "cells") -> tuple[Cell, ...]:
        """Cells as given, one text of names or a sequence of them, as names; at least one."""
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

        Raises ``PuzzleError`` for a name that is no cell of it or, unless ``twice``, comes again.
        """
        found = cells if type(cells) is tuple else tuple(cells)
        if not grid.cell_set.issuperset(found):
            try:
                found = tuple(map(grid.cell, found))
            except PuzzleError as error:
                raise self.rule_error(str(error)) from None
        if not allow_repeats and len(set(found)) < len(found):
            again = next(cell for i, cell in enumerate(found) if cell in found[:i])
            raise self.rule_error(f"{again} is listed twice")
        return found

    def checked_number(self, value: object, what: str, *, minimum: int | None = None) -> int:
        """Return ``value`` if it is a whole number of ``minimum`` or more; else raise."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.rule_error(f"{what} is a whole number, not {value!r}")
        if minimum is not None and value < minimum:
            raise self.rule_error(f"{what} is {minimum} or more, not {value}")
        return value

    def checked_numbers(
        self, values: object, what: str, *, minimum: int | None = None
    ) -> tuple[int, ...]:
        """Numbers in order, where one may stand alone; ``what`` and ``minimum`` are of each."""
        several = values if isinstance(values, list | tuple) else (values,)
        return tuple(self.checked_number(each, what, minimum=minimum) for each in several)


@dataclass(frozen=True)
class CellsRule(PuzzleRule):
    """The base of rules about cells they list, in any order.

    ``cells`` are names in any form the grid reads; one text of names parted by
    blanks or commas will do.  Raises ``PuzzleError`` if there are none.
    """

    cells: tuple[Cell, ...]

    entry: ClassVar[EntryMethod] = "cells"
    parameters: ClassVar[dict[str, str]] = {"cells": "names of cells, as R1C1 or A1"}

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", self.checked_names(self.cells))

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells on ``grid``, in the order listed.

        Raises ``PuzzleError`` for a name that is no cell of it or listed twice.
        """
        return self.checked_cells(grid, self.cells)


class LineRule(CellsRule):
    """The base of rules about the cells of a line, in order: each touches the one before.

    Cells touch at an edge or a corner.  ``min_cells`` is how many a line has.
    """

    entry: ClassVar[EntryMethod] = "path"
    parameters: ClassVar[dict[str, str]] = {"cells": "the line's cells in order, as R1C1 or A1"}
    min_cells: ClassVar[int] = 2

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The cells in order; raises ``PuzzleError`` as above, or if the line jumps."""
        return self.checked_line(grid, self.cells, min_cells=self.min_cells)

    def checked_line(
        self, grid: Grid, cells: Iterable[Cell], *, min_cells: int = 2
    ) -> tuple[Cell, ...]:
        """Some cells as a line; raises if they are none."""
        found = self.checked_cells(grid, cells)
        if len(found) < min_cells:
            raise self.rule_error(
                f"a line has {min_cells} cells or more, and the one at {found[0]} has {len(found)}"
            )
        for here, there in pairwise(found):
            if not are_adjacent(here, there):
                raise self.rule_error(
                    f"the line jumps from {here} to {there}: its cells must touch"
                )
        return found


class PairRule(CellsRule):
    """The base of rules about two cells that share an edge."""

    entry: ClassVar[EntryMethod] = "pair"
    parameters: ClassVar[dict[str, str]] = {"cells": "two cells side by side, as R1C1 or A1"}

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The two cells; raises ``PuzzleError`` if they are not two that share an edge."""
        found = super().located(grid)
        if len(found) != 2:
            raise self.rule_error(f"it takes two cells, not {len(found)}: {' '.join(found)}")
        if not are_adjacent(*found, diagonally=False):
            raise self.rule_error(f"{found[0]} and {found[1]} share no edge")
        return found


class CornerRule(CellsRule):
    """The base of rules about four cells that meet in a corner; the top left one will do."""

    entry: ClassVar[EntryMethod] = "corner"
    parameters: ClassVar[dict[str, str]] = {
        "cells": "four cells that meet in a corner, or the one at the top left of them"
    }

    def located(self, grid: Grid) -> tuple[Cell, ...]:
        """The four cells in reading order; raises ``PuzzleError`` if they are none."""
        found = super().located(grid)
        cells = tuple(grid.cells_at_offsets(min(found, key=place), SQUARE_OFFSETS))
        if len(cells) < 4:
            raise self.rule_error(f"no four cells meet at the lower right corner of {found[0]}")
        if len(found) != 1 and set(found) != set(cells):
            raise self.rule_error(f"{' '.join(found)} are not four cells that meet in a corner")
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
    """A unit: every value at most once in ``cells``; raises if they are too many."""
    if len(cells) > grid.size:
        raise PuzzleError(
            f"{label} has {len(cells)} cells but there are only {grid.size} different values"
        )
    if grid.cell_set.issuperset(cells) and len(set(cells)) == len(cells):
        words = Annotation.deferred(kind, _unit_texts, label)
        return AllDifferent.unchecked(scope=tuple(cells), rule=words)
    return all_different(cells, kind, *_unit_texts(label))


def _unit_texts(label: str) -> tuple[str, str]:
    """The words of a unit."""
    return label, f"every value at most once in {label}"


def move_constraints(
    grid: Grid, offsets: Iterable[tuple[int, int]], piece: str
) -> list[AllDifferent]:
    """Yield that two cells differ if one of ``offsets`` (rows down, columns right) leads from
    one to the other.

    A step counts wherever both cells are, also from one block into another.
    """
    found = []
    offsets = tuple(offsets)
    for cell in grid.cells:
        for other in grid.cells_at_offsets(cell, offsets):
            label = f"{piece}'s move {cell}-{other}"
            sentence = f"{cell} and {other}, a {piece}'s move apart, differ"
            found.append(all_different((cell, other), f"anti-{piece}", label, sentence))
    return found


def block_suffix(grid: Grid, number: int) -> str:
    """Words that tell the block of a label: empty for a grid of one block."""
    return f" of grid {number}" if len(grid.blocks) > 1 else ""
