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
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import factorial, log, prod
from random import Random

from nonet.errors import PuzzleError
from nonet.puzzle import Cell, Grid, PuzzleRule
from nonet.puzzle.grid import cell_name, place
from nonet.puzzle.rules.cages import Calculation
from nonet.puzzle.rules.compartments import RunSum
from nonet.puzzle.rules.killer import Killer
from nonet.puzzle.rules.lines import DutchWhispers, PathRule, Renban, Thermometer, Whispers
from nonet.puzzle.rules.outside_sums import LittleKiller, Sandwich, XSum
from nonet.puzzle.rules.outside_values import Skyscraper
from nonet.puzzle.rules.pair_marks import BlackDot, WhiteDot, neighbour_pairs
from nonet.puzzle.rules.sum_lines import Arrow
from nonet.setting.mark_layouts import (
    Corner,
    SolutionValues,
    cage_tiling,
    crossed_corners,
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
    """Return for each sandwich sum the negative logarithm of its share among all orders of the
    values."""
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


WALKS_PER_CELL = 6
"""Paths tried from each cell, of which the longest line is taken."""

MarkGenerator = Callable[[Grid, SolutionValues, Random, tuple[int, int]], list[PuzzleRule]]
"""Draws marks that hold of a solution, the cells of each from so many to so many."""


def killer_cage(cells: list[Cell], solution: SolutionValues) -> Killer:
    """The cage of some cells, with its sum."""
    return Killer(tuple(sorted(cells, key=place)), sum=sum(solution[cell] for cell in cells))


def killer(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Cages that cover the grid."""
    return [killer_cage(cells, solved) for cells in cage_tiling(grid, solved, random, size)]


def thermometer(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Lines along which values rise."""
    return _longest_lines(
        Thermometer, grid, solved, random, size, lambda values, value: value > values[-1]
    )


def arrow(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Lines whose values add up to that of their bulb."""

    def may_follow(values: Sequence[int], value: int) -> bool:
        return sum(values[1:]) + value <= values[0]

    def is_arrow(values: Sequence[int]) -> bool:
        return len(values) > 2 and sum(values[1:]) == values[0]

    return _longest_lines(Arrow, grid, solved, random, size, may_follow, is_arrow)


def _longest_lines(
    rule: type[PathRule | Arrow],
    grid: Grid,
    solved: SolutionValues,
    random: Random,
    size: tuple[int, int],
    may_follow: Callable[[Sequence[int], int], bool],
    is_line: Callable[[Sequence[int]], bool] = bool,
) -> list[PuzzleRule]:
    """Return lines that share no cell and cross nowhere, from each cell the longest of some.

    ``may_follow``: whether a value may stand behind some values; ``is_line``: whether such values
    make a line.  Raises ``PuzzleError`` if the solution allows no line.
    """

    def accepts(path: list[Cell], cell: Cell) -> bool:
        return may_follow([solved[each] for each in path], solved[cell])

    marks: list[PuzzleRule] = []
    free, crossed = set(grid.cells), set[Corner]()
    for start in random.sample(grid.cells, len(grid.cells)):
        best: list[Cell] = []
        for _ in range(WALKS_PER_CELL if start in free else 0):
            length = random.randint(*size)
            path = random_path(grid, start, length, free, random, accepts, crossed)
            for end in range(len(path), max(len(best), size[0] - 1), -1):
                if is_line([solved[cell] for cell in path[:end]]):
                    best = path[:end]
                    break
        if best:
            free.difference_update(best)
            crossed |= crossed_corners(best)
            line = tuple(best)
            marks.append(rule(line) if issubclass(rule, PathRule) else Arrow(line[:1], line[1:]))
    if not marks:
        raise PuzzleError(f"no mark of the rule {rule.name} was found that this grid allows")
    return marks


def whispers(
    grid: Grid,
    solved: SolutionValues,
    random: Random,
    size: tuple[int, int],
    rule: type[Whispers] = Whispers,
) -> list[PuzzleRule]:
    """Lines whose neighbours are far apart."""

    def may_follow(values: Sequence[int], value: int) -> bool:
        return abs(values[-1] - value) >= rule.difference

    return _longest_lines(rule, grid, solved, random, size, may_follow)


def renban(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Lines of consecutive values in any order."""

    def may_follow(values: Sequence[int], value: int) -> bool:
        return value not in values and max(*values, value) - min(*values, value) < size[1]

    def is_run(values: Sequence[int]) -> bool:
        return max(values) - min(values) == len(values) - 1

    return _longest_lines(Renban, grid, solved, random, size, may_follow, is_run)


def dots(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Return white dots between consecutive values, black dots where a value is twice its
    neighbour."""
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


def sandwich(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
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


def skyscraper(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """How many values are seen from both ends of every row and column."""
    return [
        Skyscraper(clue, len(set(accumulate((solved[cell] for cell in cells), max))))
        for clue, cells in _lines_from_all_sides(grid)
    ]


LONG_LINE, MAX_SUM_OF_LONG_LINE = 13, 40
"""Cells from which X-sums of a line are up to this sum only: the automaton of 100 in 16 cells has
50,000 transitions, of 40 15,000."""


def x_sum(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """The sum of as many values as the first says, from both ends of every row and column; of long
    lines, sums up to ``MAX_SUM_OF_LONG_LINE``."""
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


def little_killer(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Return the sum of each diagonal whose number of cells is in ``size``, stated at one end of
    the diagonal.

    The clues go round the grid like a pinwheel, in one of the two senses, so that no two stand in
    one place: above, one kind of diagonals that begin there, below, the remaining diagonals of this
    kind, and so on.
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


def calculation(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
    """Return cages that cover the grid but for single cells, each with an operation that its values
    allow."""
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


def run_sum(
    grid: Grid, solved: SolutionValues, random: Random, size: tuple[int, int]
) -> list[PuzzleRule]:
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


MARK_GENERATORS: dict[str, MarkGenerator] = {
    "killer": killer,
    "thermometer": thermometer,
    "arrow": arrow,
    "whispers": whispers,
    "dutch-whispers": partial(whispers, rule=DutchWhispers),
    "renban": renban,
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
