"""Makers: marks that a solution allows, for puzzles that are told by marks and few digits.

>>> from random import Random
>>> import nonet
>>> blank = nonet.Sudoku("." * 16)
>>> solved = nonet.solve("1.3.34....2..1..").solution
>>> cages = MARK_GENERATORS["killer"](blank.grid, solved, Random(1), (2, 4))
>>> sum(len(cage.cells) for cage in cages), sum(cage.sum for cage in cages)
(16, 40)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, combinations
from math import factorial, log, prod
from random import Random
from typing import Any, NamedTuple

from nonet.errors import PuzzleError, did_you_mean
from nonet.puzzle import Cell, Grid, PuzzleRule
from nonet.puzzle.grid import SQUARE_OFFSETS, cell_name, place
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import rule_types, type_of_rule
from nonet.puzzle.rules.cages import Calculation
from nonet.puzzle.rules.combined_rules import named_cells
from nonet.puzzle.rules.compartments import RunSum
from nonet.puzzle.rules.killer import Killer
from nonet.puzzle.rules.lines import DutchWhispers, Whispers
from nonet.puzzle.rules.outside_sums import LittleKiller, Sandwich, XSum
from nonet.puzzle.rules.outside_values import Skyscraper
from nonet.puzzle.rules.pair_marks import BlackDot, WhiteDot, neighbour_pairs
from nonet.puzzle.rules.sum_lines import Arrow
from nonet.setting.mark_layouts import (
    Corner,
    Range,
    SolutionValues,
    cage_tiling,
    crossed_corners,
    edge_neighbours,
    random_path,
)

# Solutions whose values trade names, so that the sums of marks leave few other solutions.
#
# For rules that say "all different" alone, which hold under any names of the values.

EXCHANGES = 150
"""Exchanges of two values tried, after which sums hardly become more extreme."""

Renaming = Mapping[int, int]


def with_extreme_sums(
    values: Sequence[int],
    solved: SolutionValues,
    groups: Iterable[Sequence[Cell]],
    random: Random,
) -> SolutionValues:
    """Return the solution with its values exchanged so that sums of groups are far from usual.

    Few solutions have such sums: of 16 solutions, 16 were then the only solutions with the sums of
    their diagonals, and 4 before.
    """
    groups, middle = list(groups), (values[0] + values[-1]) / 2

    def extremeness(renamed: Renaming) -> float:
        return sum(
            sum(renamed[solved[cell]] - middle for cell in cells) ** 2 / len(cells)
            for cells in groups
        )

    return _best_renamed(values, solved, extremeness, random)


def with_rare_sandwiches(
    values: Sequence[int],
    solved: SolutionValues,
    lines: Iterable[Sequence[Cell]],
    random: Random,
) -> SolutionValues:
    """Return the solution with its values exchanged so that few lines have its sandwich sums.

    Of eight solutions with all sums and one digit, these left 2 to 148 solutions at first (median
    5; one none but its own), and 6 to 687 before (median 231).
    """
    values_of_lines = [[solved[cell] for cell in cells] for cells in lines]
    rarity = _sandwich_rarity(tuple(values))

    def total_rarity(renamed: Renaming) -> float:
        return sum(
            rarity[sandwich_sum(values, [renamed[x] for x in line])] for line in values_of_lines
        )

    return _best_renamed(values, solved, total_rarity, random)


def sandwich_sum(values: Sequence[int], line: Sequence[int]) -> int:
    """Return the sum between the least and the greatest of ``values`` in a line.

    >>> sandwich_sum((1, 2, 3, 4), (2, 4, 3, 1))
    3
    """
    start, end = sorted((line.index(values[0]), line.index(values[-1])))
    return sum(line[start + 1 : end])


def _sandwich_rarity(values: tuple[int, ...]) -> Mapping[int, float]:
    """Return minus the logarithm of the share of each sandwich sum among all orders of values."""
    inner = values[1:-1]
    subsets = Counter({(0, 0): 1})  # by size and sum
    for value in inner:
        for (size, total), number in [*subsets.items()]:
            subsets[size + 1, total + value] += number
    orders: Counter[int] = Counter()
    for (size, total), number in subsets.items():
        outside = len(inner) - size
        orders[total] += 2 * (outside + 1) * number * factorial(size) * factorial(outside)
    return {total: -log(number / orders.total()) for total, number in orders.items()}


def _best_renamed(
    values: Sequence[int],
    solved: SolutionValues,
    quality: Callable[[Renaming], float],
    random: Random,
) -> SolutionValues:
    """Return the solution under the renaming that exchanges of two values improve no more."""
    best = {value: value for value in values}
    greatest = quality(best)
    for _ in range(EXCHANGES):
        low, high = random.sample(values, 2)
        changed = {**best, low: best[high], high: best[low]}
        if (now := quality(changed)) > greatest:
            best, greatest = changed, now
    return {cell: best[value] for cell, value in solved.items()}


Marks = list[PuzzleRule]
MarkGenerator = Callable[[Grid, SolutionValues, Random, Range], Marks]
"""Draws marks that hold of a solution; the range limits the number of cells of each."""


def killer_cage(cells: list[Cell], solution: SolutionValues) -> Killer:
    """The cage of some cells, with its sum."""
    return Killer(tuple(sorted(cells, key=place)), sum=sum(solution[cell] for cell in cells))


def killer(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """Cages that cover the grid."""
    return [killer_cage(cells, solved) for cells in cage_tiling(grid, solved, random, size)]


def dots(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """White dots between consecutive values, black dots between a value and its double."""
    marks: list[PuzzleRule] = []
    for first, second in neighbour_pairs(grid):
        low, high = sorted((solved[first], solved[second]))
        if high == 2 * low:
            marks.append(BlackDot((first, second)))
        elif high == low + 1:
            marks.append(WhiteDot((first, second)))
    return marks


def _check_single_block(grid: Grid, name: str) -> None:
    if len(grid.blocks) > 1 or len(grid.cells) < grid.height * grid.width:
        raise PuzzleError(f"{name} looks along whole rows and columns: give one square")


def sandwich(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """The sum between the least and the greatest value of every row and column."""
    _check_single_block(grid, "a sandwich")
    marks: list[PuzzleRule] = []
    for number in range(grid.height):
        row = [cell_name(number, column) for column in range(grid.width)]
        column = [cell_name(line, number) for line in range(grid.height)]
        for cells, clue in ((row, f"R{number + 1}C0"), (column, f"R0C{number + 1}")):
            marks.append(Sandwich(clue, sandwich_sum(grid.values, [solved[c] for c in cells])))
    return marks


def _lines_from_all_sides(grid: Grid) -> list[tuple[str, list[Cell]]]:
    """Each place beside one square, and the cells of the row or column in order from there."""
    _check_single_block(grid, "a clue for a row or column")
    last, end = grid.height, grid.width
    lines = [
        (clue, [cell_name(row, column) for column in range(end)][::way])
        for row in range(last)
        for clue, way in ((f"R{row + 1}C0", 1), (f"R{row + 1}C{end + 1}", -1))
    ]
    lines += [
        (clue, [cell_name(row, column) for row in range(last)][::way])
        for column in range(end)
        for clue, way in ((f"R0C{column + 1}", 1), (f"R{last + 1}C{column + 1}", -1))
    ]
    return lines


def skyscraper(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """How many values are seen from both ends of every row and column."""
    return [
        Skyscraper(clue, len(set(accumulate((solved[cell] for cell in cells), max))))
        for clue, cells in _lines_from_all_sides(grid)
    ]


LONG_LINE, MAX_SUM_OF_LONG_LINE = 13, 40
"""Cells from which X-sums are up to this sum only: the automaton of 100 in 16 cells is huge."""


def x_sum(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """The sum of as many values as the first says, up to ``MAX_SUM_OF_LONG_LINE`` on long lines."""
    sums = {
        clue: (sum(solved[cell] for cell in cells[: solved[cells[0]]]), len(cells))
        for clue, cells in _lines_from_all_sides(grid)
        if 0 <= solved[cells[0]] <= len(cells)
    }
    return [
        XSum(clue, total)
        for clue, (total, length) in sums.items()
        if length < LONG_LINE or total <= MAX_SUM_OF_LONG_LINE
    ]


def little_killer(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """The sums of diagonals with as many cells as ``size`` says, each told at one end.

    The clues go round the grid like a pinwheel, in one of the two senses, so that no two stand in
    one place.
    """
    _check_single_block(grid, "a little killer")
    marks: list[PuzzleRule] = []
    lengths = range(max(2, size[0]), size[1] + 1)
    flipped = random.random() < 0.5
    for row in range(grid.height):
        for column in range(grid.width):
            for right, first in ((1, 0), (-1, grid.width - 1)):
                if row and column != first:
                    continue
                start, side = cell_name(row - 1, column - right), "R" if right == 1 else "L"
                cells = grid.cells_in_direction(start, (1, right))
                direction = f"D{side}"
                if ((right == 1) == (row > 0)) != flipped:
                    last_row, last_column = place(cells[-1])
                    start = cell_name(last_row + 1, last_column + right)
                    direction = "UL" if right == 1 else "UR"
                if len(cells) in lengths:
                    total = sum(solved[cell] for cell in cells)
                    marks.append(LittleKiller(start, direction, total))  # type: ignore[arg-type]
    return marks


def calculation(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """Cages that cover the grid but for single cells, with operations that the values allow."""
    marks: list[PuzzleRule] = []
    for cells in cage_tiling(grid, solved, random, size):
        values, largest = [solved[cell] for cell in cells], max(solved[cell] for cell in cells)
        if len(cells) == 1:
            continue
        results = {"+": sum(values), "*": prod(values)}
        if len(cells) == 2:
            results["-"] = 2 * largest - sum(values)
            if min(values) and not largest % min(values):
                results["/"] = largest // min(values)
        if grid.values[0] < 1:
            results = {sign: result for sign, result in results.items() if sign in "+-"}
        sign = random.choice([*results])
        marks.append(Calculation(tuple(sorted(cells, key=place)), results[sign], sign))  # type: ignore[arg-type]
    return marks


def run_sum(grid: Grid, solved: SolutionValues, random: Random, size: Range) -> Marks:
    """The sum of each run of two cells or more: Kakuro, in a grid whose blocks are its runs."""
    if any(min(block.height, block.width) > 1 for block in grid.blocks):
        raise PuzzleError("run sums are of a grid that consists of runs: give it, as a Kakuro's")
    marks: list[PuzzleRule] = []
    for run in (block for block in grid.blocks if block.height * block.width > 1):
        across = run.height == 1
        clue = cell_name(run.top - (not across), run.left - across)
        total = sum(solved[cell] for row in run.rows() for cell in row)
        marks.append(RunSum(clue, "across" if across else "down", total))
    return marks


# Drafts: marks of any rule that a solution allows, found by trying arguments of the rule's class.
#
# A rule's class states for each of its parameters the kind of value, and how a person enters the
# rule: along a path, in cells, between two, at a corner, beside the grid. So places are tried at
# random, and the rules made there that hold of the solution are kept.

WALKS_PER_CELL = 6
"""Paths and areas that are tried from each cell."""

GUESSES = 8
"""Lists of values, and second groups of cells, that are tried in each place."""

SEARCHABLE_KINDS = frozenset(
    ("cells", "cell", "outside", "integer", "integers", "choice", "groups")
)
"""Kinds of required parameters that can be tried."""

Arguments = dict[str, Any]


class LineKind(NamedTuple):
    """How a line grows, for lines that are hardly found by trial of whole paths.

    ``may_follow``: whether a value may stand behind some values, of up to a number of cells;
    ``is_line``: whether such values make a line.
    """

    may_follow: Callable[[Sequence[int], int, int], bool]
    is_line: Callable[[Sequence[int]], object] = bool


def _whisper_line(rule: type[Whispers]) -> LineKind:
    return LineKind(lambda values, value, most: abs(values[-1] - value) >= rule.difference)


LINE_KINDS: dict[str, LineKind] = {
    "thermometer": LineKind(lambda values, value, most: value > values[-1]),
    "arrow": LineKind(
        lambda values, value, most: sum(values[1:]) + value <= values[0],
        lambda values: len(values) > 2 and sum(values[1:]) == values[0],
    ),
    "whispers": _whisper_line(Whispers),
    "dutch-whispers": _whisper_line(DutchWhispers),
    "renban": LineKind(
        lambda values, value, most: (
            value not in values and max(*values, value) - min(*values, value) < most
        ),
        lambda values: max(values) - min(values) == len(values) - 1,
    ),
}


class NotAboutCells(Exception):
    """The rule is about more than the values of cells, as regions that are to be found."""


def line_of_rule(rule: type[PuzzleRule], path: Sequence[Cell]) -> PuzzleRule:
    """Return the line of a rule along a path."""
    if rule is Arrow:
        return Arrow(tuple(path[:1]), tuple(path[1:]))
    (needed,) = (each.name for each in rule.typed_parameters() if each.required)
    return rule(**{needed: tuple(path)})


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
    size: Range,
) -> list[PuzzleRule]:
    """Marks of a rule that hold of a solution; raises ``PuzzleError`` where none was found.

    No two of paths or of groups of cells share a cell.
    """
    try:
        marks = list(_MarkSearch(rule, grid, solution, random, size).marks())
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
        size: Range,
    ) -> None:
        self._size, self._line = size, LINE_KINDS.get(rule.name)
        self._rule, self._grid, self._solved, self._random = rule, grid, solved, random
        self._needed = [each for each in rule.typed_parameters() if each.required]
        self._free = set(grid.cells)
        self._crossed = set[Corner]()

    def marks(self) -> Iterator[PuzzleRule]:
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
                cells = tuple(self._grid.cells_at_offsets(cell, SQUARE_OFFSETS))
                yield from self._mark_of_cells(cells) if len(cells) == 4 else ()
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
            accepts = self._accepts if self._line else lambda path, cell: True
            return random_path(
                self._grid, start, length, self._free, self._random, accepts, self._crossed
            )
        area = [start]
        while len(area) < length:
            reachable = {c for each in area for c in edge_neighbours(self._grid)[each]} & self._free
            on = sorted(reachable.difference(area))
            if not on:
                break
            area.append(self._random.choice(on))
        return area

    def _accepts(self, path: list[Cell], cell: Cell) -> bool:
        assert self._line is not None
        values = [self._solved[each] for each in path]
        return self._line.may_follow(values, self._solved[cell], self._size[1])

    def _mark_of_cells(self, cells: tuple[Cell, ...]) -> list[PuzzleRule]:
        if self._line is not None:
            is_line = self._line.is_line([self._solved[cell] for cell in cells])
            return [line_of_rule(self._rule, cells)] if is_line else []
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
        names = [cell_name(r, c) for r, c in moved_cells if min(r, c) >= 0]
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


MARK_GENERATORS: dict[str, MarkGenerator] = {
    "killer": killer,
    **{name: partial(search_marks, type_of_rule(name)) for name in LINE_KINDS},
    "dots": dots,
    "sandwich": sandwich,
    "skyscraper": skyscraper,
    "x-sum": x_sum,
    "little-killer": little_killer,
    "calculation": calculation,
    "run-sum": run_sum,
}
"""For each kind of puzzle the function that draws its marks."""

KINDS_SHOWING_ALL_MARKS = frozenset(("killer", "calculation", "run-sum", "little-killer"))
"""Kinds whose puzzles show all their marks, needed or not, unless a number of marks is asked for."""


def kind_name(kind: str) -> str:
    """The name of a kind, of ``MARK_GENERATORS`` or of a rule; raises ``PuzzleError``."""
    name = kind.strip().lower().replace("_", "-").replace(" ", "-")
    if name in MARK_GENERATORS:
        return name
    try:
        return type_of_rule(name).name
    except PuzzleError:
        similar = did_you_mean(name, mark_kinds())
        choices = similar or f"; there are {', '.join(MARK_GENERATORS)} and rules that are drawn"
        raise PuzzleError(f"no kind {kind!r}{choices}") from None


def mark_generator(kind: str) -> MarkGenerator:
    """Return the function that draws the marks of a kind; raise ``PuzzleError`` if none does."""
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
    """Whether marks of a rule can be tried: the rule has a place, and needs no text and no rule."""
    needed = [each for each in rule.typed_parameters() if each.required]
    return (
        rule.entry != "grid"
        and bool(needed)
        and all(each.kind in SEARCHABLE_KINDS for each in needed)
    )
