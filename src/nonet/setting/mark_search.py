"""Drafts: marks of any rule that a solution allows, found by trying arguments of the rule's class.

A rule's class states for each of its parameters the kind of value, and how a person enters the
rule: along a path, in cells, between two, at a corner, beside the grid.  So places are tried at
random, and the rules made there that hold of the solution are kept.  ``mark_generators.py`` draws
the commonest kinds better than by trial.

>>> from random import Random
>>> import nonet
>>> from nonet.puzzle.rules import type_of_rule
>>> blank = nonet.Sudoku("." * 16)
>>> solved = nonet.solve("1.3.34....2..1..").solution
>>> lines = search_marks(type_of_rule("renban"), blank.grid, solved, Random(1), (2, 4))
>>> {line.name for line in lines}, all(holds(line, blank.grid, solved) for line in lines)
({'renban'}, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from nonet.errors import PuzzleError, did_you_mean
from nonet.puzzle import Cell, Grid, PuzzleRule
from nonet.puzzle.grid import SQUARE_OFFSETS, cell_name, place
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import rule_types, type_of_rule
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.puzzle.rules.pair_marks import neighbour_pairs
from nonet.setting.cage_layouts import SolutionValues, edge_neighbours
from nonet.setting.line_layouts import Corner, crossed_corners, random_path
from nonet.setting.mark_generators import MARK_GENERATORS, MarkGenerator

WALKS_PER_CELL = 6
"""Paths and areas that are tried from each cell."""

GUESSES = 8
"""Lists of values, and second groups of cells, that are tried in each place."""

SEARCHABLE_KINDS = frozenset(
    ("cells", "cell", "outside", "integer", "integers", "choice", "groups")
)
"""Kinds of required parameters that can be tried."""

Arguments = dict[str, Any]


class NotAboutCells(Exception):
    """The rule is about more than the values of cells, as regions that are to be found."""


def kind_name(kind: str) -> str:
    """The name of a kind, of ``MARK_GENERATORS`` or of a rule; raises ``PuzzleError``."""
    name = kind.strip().lower().replace("_", "-").replace(" ", "-")
    if name in MARK_GENERATORS:
        return name
    try:
        return type_of_rule(name).name
    except PuzzleError:
        near = did_you_mean(name, mark_kinds())
        choices = near or f"; there are {', '.join(MARK_GENERATORS)} and rules that are drawn"
        raise PuzzleError(f"no kind {kind!r}{choices}") from None


def mark_generator(kind: str) -> MarkGenerator:
    """Return the function that draws the marks of a kind: from ``MARK_GENERATORS``, or by trying a
    rule; raise ``PuzzleError`` for a rule without searchable marks."""
    name = kind_name(kind)
    if name in MARK_GENERATORS:
        return MARK_GENERATORS[name]
    rule = type_of_rule(name)
    if rule.entry == "grid":
        raise PuzzleError(f"rule {rule.name} has no marks: give it as a rule (--rules {rule.name})")
    if not is_searchable(rule):
        raise PuzzleError(f"marks of the rule {rule.name} cannot be found by trial")
    return partial(search_marks, rule)


def mark_kind(rule: str) -> str:
    """The kind that draws the marks which a rule cannot do without; empty if there is none."""
    try:
        rule_type = type_of_rule(rule)
    except PuzzleError:
        return rule if rule in MARK_GENERATORS else ""
    return rule_type.name if rule_type.name in MARK_GENERATORS or is_searchable(rule_type) else ""


def mark_kinds() -> tuple[str, ...]:
    """Return all kinds, first the kinds of ``MARK_GENERATORS``."""
    drawn = [name for name, rule in rule_types().items() if is_searchable(rule)]
    return (*MARK_GENERATORS, *(name for name in drawn if name not in MARK_GENERATORS))


def is_searchable(rule: type[PuzzleRule]) -> bool:
    """Whether marks of a rule can be tried: the rule has a place, and needs no texts and no
    rules."""
    needed = [each for each in rule.typed_parameters() if each.required]
    return (
        rule.entry != "grid"
        and bool(needed)
        and all(each.kind in SEARCHABLE_KINDS for each in needed)
    )


def holds(rule: PuzzleRule, grid: Grid, solution: SolutionValues) -> bool:
    """Whether a rule holds of a solution, and not of just any.

    Raises ``PuzzleError`` if the rule does not fit the grid, ``NotAboutCells`` if the rule concerns
    variables besides cells.
    """
    constraints = list(rule.constraints(grid))
    names = {name for each in constraints for name in each.scope}
    if not names <= solution.keys():
        raise NotAboutCells
    if not constraints or not all(each.holds(solution) for each in constraints):
        return False
    if len(names) > 1:
        return True
    (cell,) = names
    return any(not each.holds({cell: value}) for each in constraints for value in grid.values)


def search_marks(
    rule: type[PuzzleRule],
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    size: tuple[int, int],
) -> list[PuzzleRule]:
    """Marks of a rule that hold of a solution; raises ``PuzzleError`` where none was found.

    No two of paths or of groups of cells share a cell.
    """
    trial = _MarkSearch(rule, grid, solution, random, size)
    try:
        marks = list(trial.marks())
    except NotAboutCells:
        raise PuzzleError(f"marks of the rule {rule.name} cannot be found by trial") from None
    if not marks:
        raise PuzzleError(f"no mark of the rule {rule.name} was found that this grid allows")
    return marks


class _MarkSearch:
    """The search for marks of one rule in one solution."""

    def __init__(
        self,
        rule: type[PuzzleRule],
        grid: Grid,
        solved: SolutionValues,
        random: Random,
        size: tuple[int, int],
    ) -> None:
        self._size = size
        self._rule, self._grid, self._solved, self._random = rule, grid, solved, random
        self._needed = [each for each in rule.typed_parameters() if each.required]
        self._free = set(grid.cells)
        self._crossed = set[Corner]()

    def marks(self) -> Iterator[PuzzleRule]:
        """Rules that hold."""
        if self._rule.entry == "outside":
            for spot in _outside_places(self._grid):
                yield from self._first_valid_mark({self._needed[0].name: spot})
            return
        if self._rule.entry == "pair":
            for first, second in neighbour_pairs(self._grid):
                mark = self._mark_of_cells((first, second)) or self._mark_of_cells((second, first))
                yield from mark
            return
        if self._rule.entry == "corner":
            for cell in self._grid.cells:
                yield from self._mark_of_cells(_cells_at_corner(self._grid, cell))
            return
        for start in self._random.sample(self._grid.cells, len(self._grid.cells)):
            if start in self._free:
                yield from self._largest_mark_from(start)

    def _largest_mark_from(self, start: Cell) -> list[PuzzleRule]:
        """A mark that begins at a cell: the largest of some, whose cells are taken."""
        path = self._rule.entry == "path"
        best: tuple[int, list[PuzzleRule]] = 0, []
        if not path and len(self._needed) == 1 and (alone := self._mark_of_cells((start,))):
            self._free.discard(start)
            return alone
        for _ in range(WALKS_PER_CELL):
            walk = self._random_cells(start, path)
            for end in range(len(walk), max(best[0], self._size[0] - 1, 1), -1):
                if mark := self._mark_of_cells(tuple(walk[:end])):
                    best = end, mark
                    break
        for each in best[1]:
            cells = tuple(named_cells(each))
            self._free.difference_update(cells)
            if path:
                self._crossed |= crossed_corners(cells)
        return best[1]

    def _random_cells(self, start: Cell, path: bool) -> list[Cell]:
        """A path, or an area that hangs together, of free cells."""
        length = self._random.randint(*self._size)
        if path:
            return random_path(
                self._grid, start, length, self._free, self._random, crossed=self._crossed
            )
        area = [start]
        while len(area) < length:
            near = {c for each in area for c in edge_neighbours(self._grid, each)} & self._free
            on = sorted(near.difference(area))
            if not on:
                break
            area.append(self._random.choice(on))
        return area

    def _mark_of_cells(self, cells: tuple[Cell, ...]) -> list[PuzzleRule]:
        """A mark of these cells, in this order."""
        first = self._needed[0]
        if first.kind == "groups":
            return self._first_valid_mark({}, cells)
        given = cells[0] if first.kind == "cell" else cells
        return self._first_valid_mark({first.name: given}, cells)

    def _first_valid_mark(self, given: Arguments, cells: tuple[Cell, ...] = ()) -> list[PuzzleRule]:
        """The first of the ways to fill in the other parameters that holds."""
        missing = [each for each in self._needed if each.name not in given]
        for filled in self._argument_choices(given, missing, cells):
            try:
                mark = self._rule(**filled)
                if holds(mark, self._grid, self._solved):
                    return [mark]
            except PuzzleError:
                continue
        return []

    def _argument_choices(
        self, given: Arguments, missing: list[Parameter], cells: tuple[Cell, ...]
    ) -> Iterator[Arguments]:
        if not missing:
            yield given
            return
        for value in self._candidate_values(missing[0], cells):
            yield from self._argument_choices({**given, missing[0].name: value}, missing[1:], cells)

    def _candidate_values(self, parameter: Parameter, cells: tuple[Cell, ...]) -> Iterable[Any]:
        """Return values to try for a parameter."""
        random, values = self._random, self._grid.values
        solution_values = [self._solved[cell] for cell in cells]
        if parameter.kind == "integer":
            many = len(cells) or len(values)
            return random.sample(range(many * values[-1] + 1), many * values[-1] + 1)
        if parameter.kind == "choice":
            return random.sample(parameter.choices, len(parameter.choices))
        if parameter.kind == "cell":
            free = sorted(self._free.difference(cells))
            return random.sample(free, min(GUESSES, len(free)))
        if parameter.kind == "cells":
            return [self._moved_cells(cells) for _ in range(GUESSES)]
        if parameter.kind == "groups":
            return [(cells, self._moved_cells(cells)) for _ in range(GUESSES)]
        if self._rule.entry == "outside":  # few values, of which any may be told
            some = [each for size in (1, 2) for each in combinations(values, size)]
            return random.sample(some, len(some))
        return [self._random_values(solution_values) for _ in range(GUESSES)]

    def _moved_cells(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """The cells, moved elsewhere: to free cells, or nowhere."""
        (row, column), (down, right) = place(cells[0]), place(self._random.choice(self._grid.cells))
        moved = [place(cell) for cell in cells]
        moved_cells = [(r + down - row, c + right - column) for r, c in moved]
        names = [cell_name(*at) for at in moved_cells if min(at) >= 0]
        fit = len(names) == len(cells) and self._free.issuperset(names)
        return tuple(names) if fit and not set(names) & set(cells) else ()

    def _random_values(self, solution_values: list[int]) -> tuple[int, ...]:
        """Return random values: present values; absent values; a mixture; or pairs of count and value."""
        random = self._random
        way = random.randrange(4)
        if way == 0 and solution_values:
            return tuple(
                sorted(random.sample(solution_values, random.randint(1, len(solution_values))))
            )
        absent = [value for value in self._grid.values if value not in solution_values]
        if way == 3 and absent:
            return tuple(sorted(random.sample(absent, min(2, len(absent)))))
        if way == 1:
            some = random.sample(self._grid.values, min(3, len(self._grid.values)))
            return tuple(sorted({*some, *solution_values[:1]}))
        return tuple(
            x
            for value in sorted(set(solution_values))
            for x in (solution_values.count(value), value)
        )


def _outside_places(grid: Grid) -> list[Cell]:
    """The places beside the grid where a clue may stand, corners and all."""
    places: dict[Cell, None] = {}
    for block in grid.blocks:
        top, left = block.top, block.left
        low, right = top + block.height, left + block.width
        for column in range(left - 1, right + 1):
            places |= {cell_name(row, column): None for row in (top - 1, low)}
        for row in range(top, low):
            places |= {cell_name(row, column): None for column in (left - 1, right)}
    return [name for name in places if name not in grid.cell_set]


def _cells_at_corner(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The four cells round the corner at the lower right of a cell, or ``()`` if a cell is
    missing."""
    corner_cells = tuple(grid.cells_at_offsets(cell, SQUARE_OFFSETS))
    return corner_cells if len(corner_cells) == 4 else ()
