"""The usual layouts of marks: the number of marks, their sizes, and the number of digits beside the
marks.

>>> layout = mark_layout("killer", 81)
>>> layout.marks, layout.size, layout.digits
((24, 32), (2, 5), 0)
>>> layout = mark_layout("thermometer", 81, marks={"": (4, 4)}, sizes={"thermometer": (5, 9)})
>>> layout.marks, layout.size
((4, 4), (5, 9))
>>> least_digits(("whispers",), tuple(range(1, 10))), least_digits(("palindrome",), (1, 2, 3, 4))
(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Literal

from nonet.errors import PuzzleError
from nonet.puzzle import Cell, Grid
from nonet.puzzle.grid import NEIGHBOUR_OFFSETS, cell_name, place
from nonet.puzzle.rules.lines import DutchWhispers, Whispers

# Cages that cover a grid: sizes as asked for, no value twice in a cage, moved until unique.

SolutionValues = Mapping[Cell, int]

TILINGS = 200
"""Tilings tried until one keeps the sizes."""

COMPACT = 0.7
"""Part of the steps by which a cage takes the cell with fewest free neighbours."""

SHRINKING = 0.75
"""How often a cage has one cell more, beside one cell less."""


@lru_cache(maxsize=64)
def edge_neighbours(grid: Grid) -> Mapping[Cell, tuple[Cell, ...]]:
    """Return for each cell the cells that share an edge with it."""
    offsets = (-1, 0), (0, -1), (0, 1), (1, 0)
    return {cell: tuple(grid.cells_at_offsets(cell, offsets)) for cell in grid.cells}


@lru_cache(maxsize=4096)
def half_turn(grid: Grid, cell: Cell) -> Cell:
    """Return the image of a cell, or of a place beside the grid."""
    row, column = place(cell)
    return cell_name(grid.height - 1 - row, grid.width - 1 - column)


def cage_tiling(
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    size: tuple[int, int],
    number: tuple[int, int] | None = None,
    symmetric: bool = False,
) -> list[list[Cell]]:
    """The grid in cages of the sizes asked for, if possible, with no value twice in any.

    Where a tiling of these sizes, and of ``number`` cages, is not found, some cages are smaller.
    ``symmetric``: a half turn takes each cage to a cage.
    """
    low, high = number or (1, len(grid.cells))
    best: tuple[int, list[list[Cell]]] | None = None
    for _ in range(TILINGS):
        cages = _random_tiling(grid, solution, random, size, number, symmetric)
        misses = sum(len(cage) < size[0] for cage in cages)
        misses += sum(len({solution[cell] for cell in cage}) < len(cage) for cage in cages)
        misses += max(0, low - len(cages), len(cages) - high)
        if best is None or misses < best[0]:
            best = misses, cages
        if not misses:
            break
    assert best is not None
    return best[1]


def _random_tiling(
    grid: Grid,
    solution: SolutionValues,
    random: Random,
    size: tuple[int, int],
    number: tuple[int, int] | None,
    symmetric: bool,
) -> list[list[Cell]]:
    (least, most), neighbours = size, edge_neighbours(grid)
    sizes = range(least, most + 1)
    shrinking = SHRINKING if number is None else _shrinking_for(number, size, len(grid.cells))
    weights = [shrinking**place for place in range(len(sizes))]
    cage_of: dict[Cell, list[Cell]] = {}
    cages: list[list[Cell]] = []
    if symmetric:  # one half, and the middle, if any, in a cage that is its own image
        half = grid.cells[: len(grid.cells) // 2]
        middle = grid.cells[len(half) : len(grid.cells) - len(half)]
        if middle and most > 2:
            beside = random.choice(neighbours[middle[0]])
            middle += (beside, half_turn(grid, beside))
        cage_of = {cell: [cell] * (most + 1) for cell in (*grid.cells[len(half) :], *middle)}
    for start in random.sample(grid.cells, len(grid.cells)):
        if start in cage_of:
            continue
        cage = cage_of[start] = [start]
        cages.append(cage)
        target = random.choices(sizes, weights)[0]
        while len(cage) < target:
            values = {solution[cell] for cell in cage}
            growing = [
                other
                for cell in cage
                for other in neighbours[cell]
                if other not in cage_of and solution[other] not in values
            ]
            if not growing:
                break
            if random.random() < COMPACT:
                random.shuffle(growing)
                cell = min(growing, key=lambda c: sum(x not in cage_of for x in neighbours[c]))
            else:
                cell = random.choice(growing)
            cage.append(cell)
            cage_of[cell] = cage
    for cage in cages:
        while 0 < len(cage) < least:  # its cells join their neighbours
            if not _give_away(grid, solution, cage, cage_of, most):
                break
    cages = [cage for cage in cages if cage]
    if symmetric:
        cages += [[half_turn(grid, cell) for cell in cage] for cage in cages]
        cages += [[*middle]] if middle else []
    return cages


def with_images_of_changes(
    grid: Grid, before: list[list[Cell]], changed: list[list[Cell]], solution: SolutionValues
) -> list[list[Cell]]:
    """Return symmetric cages with the images of their changes; ``[]`` where these do not fit."""
    new = [cage for cage in changed if cage not in before]
    images = [[half_turn(grid, cell) for cell in cage] for cage in new]
    cells = {cell for cage in images for cell in cage}
    cages = [cage for cage in changed if cells.isdisjoint(cage)] + images
    shapes = [{*cage} for cage in cages]
    fit = all({*cage} in shapes for cage in new) and sum(map(len, cages)) == len(grid.cells)
    fit = fit and all(len({solution[c] for c in cage}) == len(cage) for cage in images)
    return cages if fit else []


def _shrinking_for(number: tuple[int, int], size: tuple[int, int], cells: int) -> float:
    """The weight of each size beside the one before so that cages have the mean size asked for."""
    mean = min(max(2 * cells / sum(number), size[0] + 0.05), size[1] - 0.05)
    low, high = 1e-3, 1e3
    for _ in range(40):
        middle = (low * high) ** 0.5
        weights = [middle**place for place in range(size[1] - size[0] + 1)]
        now = sum(w * n for n, w in enumerate(weights, size[0])) / sum(weights)
        low, high = (middle, high) if now < mean else (low, middle)
    return low


def _give_away(
    grid: Grid,
    solution: SolutionValues,
    cage: list[Cell],
    cage_of: dict[Cell, list[Cell]],
    most: int,
) -> bool:
    """Move a cell of a cage to the smallest neighbouring cage that may take it, if any may."""
    for cell in cage:
        others = [other for other in cage if other != cell]
        takers = [
            cage_of[other]
            for other in edge_neighbours(grid)[cell]
            if cage_of[other] is not cage and may_join(solution, cell, cage_of[other], most)
        ]
        if takers and is_connected(grid, others):
            taker = min(takers, key=len)
            taker.append(cell)
            cage_of[cell] = taker
            cage.remove(cell)
            return True
    return False


def may_join(solution: SolutionValues, cell: Cell, cage: list[Cell], most: int) -> bool:
    """Whether a cage has room for a further cell and does not contain that cell's value."""
    return len(cage) < most and solution[cell] not in {solution[each] for each in cage}


def is_connected(grid: Grid, cells: list[Cell]) -> bool:
    """Whether cells hang together by their sides."""
    unreached, frontier, neighbours = set(cells[1:]), cells[:1], edge_neighbours(grid)
    while frontier:
        for cell in neighbours[frontier.pop()]:
            if cell in unreached:
                unreached.discard(cell)
                frontier.append(cell)
    return not unreached


def distinguishing_changes(
    grid: Grid,
    cages: list[list[Cell]],
    solution: SolutionValues,
    other: SolutionValues,
    size: tuple[int, int],
    random: Random,
) -> Iterator[list[list[Cell]]]:
    """The cages changed at one place, so that their sums tell two solutions apart.

    A cell moves to the cage beside, or a cage falls apart in two; the cages keep their sizes.
    """
    cage_of = {cell: cage for cage in cages for cell in cage}
    differing = [cell for cell in grid.cells if solution[cell] != other[cell]]
    for cell in random.sample(differing, len(differing)):
        cage = cage_of[cell]
        neighbours = edge_neighbours(grid)[cell]
        others = [each for each in cage if each != cell]
        if len(others) >= size[0] and is_connected(grid, others):
            for taker in {id(cage_of[each]): cage_of[each] for each in neighbours}.values():
                if taker is not cage and may_join(solution, cell, taker, size[1]):
                    yield [
                        *(each for each in cages if each is not cage and each is not taker),
                        others,
                        [*taker, cell],
                    ]
        for parts in _splits(grid, cage, cell, size[0]):
            if sum(solution[x] for x in parts[0]) != sum(other[x] for x in parts[0]):
                yield [*(each for each in cages if each is not cage), *parts]


def split_largest(
    grid: Grid, cages: list[list[Cell]], least: int, number: int, random: Random
) -> list[list[Cell]]:
    """Return the cages with up to ``number`` of the largest in two parts of ``least`` cells."""
    result: list[list[Cell]] = []
    for cage in sorted(random.sample(cages, len(cages)), key=len, reverse=True):
        parts = next(_splits(grid, cage, random.choice(cage), least), None) if number else None
        result += [cage] if parts is None else parts
        number -= parts is not None
    return result


def _splits(
    grid: Grid, cage: list[Cell], start: Cell, least: int
) -> Iterator[tuple[list[Cell], list[Cell]]]:
    """A cage in two connected parts of at least ``least`` cells each."""
    part = [start]
    while len(cage) - len(part) >= least:
        other_part = [cell for cell in cage if cell not in part]
        if len(part) >= least and is_connected(grid, other_part):
            yield part, other_part
        beside = [c for each in part for c in edge_neighbours(grid)[each] if c in other_part]
        if not beside:
            return
        part = [*part, beside[0]]


# Lines as people draw lines: paths that seldom turn, never sharply, and cross no line.

STRAIGHT, TOUCHING, DIAGONAL = 3.0, 0.15, 0.5
"""How much rather a line goes straight on, beside itself, or by a corner, than elsewhere."""


Corner = tuple[int, int]
"""A corner of four cells, by the cell at its lower right."""


def crossed_corners(path: Sequence[Cell]) -> frozenset[Corner]:
    """Return the corners that the diagonal steps of a path go through.

    >>> sorted(crossed_corners(["R1C1", "R2C2", "R2C3", "R1C4"]))
    [(1, 1), (1, 3)]
    """
    steps = pairwise(map(place, path))
    return frozenset(
        (max(row, next_row), max(column, next_column))
        for (row, column), (next_row, next_column) in steps
        if abs(row - next_row) == abs(column - next_column) == 1
    )


@lru_cache(maxsize=4096)
def edge_or_corner_neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that share an edge or a corner with a cell."""
    return tuple(grid.cells_at_offsets(cell, NEIGHBOUR_OFFSETS))


@lru_cache(maxsize=4096)
def _step_corners(cell: Cell, next_cell: Cell) -> frozenset[Corner]:
    """Return the corner that a step goes through, if it is diagonal."""
    return crossed_corners((cell, next_cell))


def random_path(
    grid: Grid,
    start: Cell,
    length: int,
    free: set[Cell],
    random: Random,
    accepts: Callable[[list[Cell], Cell], bool] = lambda path, cell: True,
    crossed: Collection[Corner] = (),
) -> list[Cell]:
    """Return a path from ``start`` of up to ``length`` free cells, each allowed by ``accepts``.

    No turn is sharper than a right angle, and no diagonal step goes through a corner in
    ``crossed``, the corners that other lines cross.
    """
    path, visited, corners = [start], {start}, {*crossed}
    while len(path) < length:
        last = path[-1]
        earlier = visited - {last}
        weights = {
            cell: weight
            for cell in edge_or_corner_neighbours(grid, last)
            if cell in free
            and cell not in visited
            and (weight := _weight(grid, path, earlier, cell))
            and accepts(path, cell)
            and _step_corners(last, cell).isdisjoint(corners)
        }
        if not weights:
            break
        path.append(random.choices([*weights], [*weights.values()])[0])
        visited.add(path[-1])
        corners |= _step_corners(last, path[-1])
    return path


def _weight(grid: Grid, path: list[Cell], earlier: set[Cell], cell: Cell) -> float:
    """How much rather a path goes on to a cell than elsewhere: 0 for a sharp turn."""
    steps = [
        (row - last_row, column - last_column)
        for (last_row, last_column), (row, column) in pairwise(map(place, (*path[-2:], cell)))
    ]
    (before_down, before_right), (down, right) = steps[0], steps[-1]
    if down * before_down + right * before_right < 0:
        return 0.0
    weight = STRAIGHT if len(steps) > 1 and steps[0] == steps[1] else 1.0
    if down and right:
        weight *= DIAGONAL
    if not earlier.isdisjoint(edge_or_corner_neighbours(grid, cell)):
        weight *= TOUCHING
    return weight


Range = tuple[int, int]

Ranges = Mapping[str, Range]
"""Ranges by kind; that of the empty name is of all kinds that have none of their own."""

MANY = 1_000


@dataclass(frozen=True)
class MarkLayout:
    """The layout of one kind: the number of marks, the cells of each, and the most digits beside.

    ``first``: lines that are laid out before there is a solution, unless more are asked for.
    ``lists_solutions``: more lines are laid out until all solutions can be listed, of which one is
    the puzzle's: for lines without values, that leave few solutions together.
    """

    marks: Range = (1, MANY)
    size: Range = (2, 6)
    digits: int = MANY
    first: int = 4
    lists_solutions: bool = False
    symmetric: bool = False
    """Whether a half turn takes the places of marks to places of marks."""

    def covers_grid(self, cells: int) -> bool:
        """Return whether marks of average size, as few as allowed, take up most of the cells."""
        return self.marks[0] * sum(self.size) > cells


LAYOUTS: dict[str, MarkLayout] = {
    "killer": MarkLayout((24, 32), (2, 5), 0),
    "calculation": MarkLayout((1, MANY), (2, 4)),
    "thermometer": MarkLayout((1, 18), (3, 8), 0),
    "slow-thermometer": MarkLayout((1, 18), (4, 9)),
    "arrow": MarkLayout((1, 18), (3, 5), 0),
    "whispers": MarkLayout((1, 18), (3, 9), 1, first=10, lists_solutions=True),
    "dutch-whispers": MarkLayout((1, 18), (4, 9), 1, first=10, lists_solutions=True),
    "renban": MarkLayout((1, 18), (3, 6), 1, first=10, lists_solutions=True),
    "nabner": MarkLayout((1, 18), (3, 6), MANY),
    "palindrome": MarkLayout((1, 14), (3, 7)),
    "between": MarkLayout((1, 16), (3, 6), 3),
    "lockout": MarkLayout((1, 16), (3, 6), 3),
    "region-sum-line": MarkLayout((1, 16), (3, 8)),
    "dots": MarkLayout(digits=0, first=0),
    "greater-than": MarkLayout(digits=0),
    "x-sum": MarkLayout(digits=0),
    "little-killer": MarkLayout(size=(2, 9), digits=0),
    "sandwich": MarkLayout(digits=1),
    "skyscraper": MarkLayout(digits=5),
}
"""Layouts that people expect of a 9x9."""

LARGE = 300
"""Cells beyond which a live solver answers for each row of clues (the kernel is lost in a 25x25), and
a clue may stay that is not needed, unless ``minimal``."""

LARGE_WITH_LINES = 200
"""Cells beyond which puzzles of other marks than cages have digits: 16x16 came to no end."""

LARGE_KILLER = MarkLayout((34, 38), (2, 3))
"""Cages of grids with more than ``LARGE`` cells, their number that of 81 cells: of 25 values a sum of
more cells says little, and without digits the proof that there is one solution is beyond a short
search.  Cages of two cells and of three, half and half, leave 40 digits of a 25x25, these some 30."""

Symmetry = Literal["mirrored", "ends", "parity", "names"]
"""Changes of a grid's values that marks do not notice: mirrored (1 and 9), the ends, parities, or any two."""

VALUE_SYMMETRIES: dict[str, Symmetry] = {
    **dict.fromkeys(
        ("whispers", "dutch-whispers", "renban", "nabner", "between", "lockout", "entropic",
         "modular", "equal-sums", "equality-cage", "same-difference", "sequence-line", "white-dot"),
        "mirrored",
    ),
    "sandwich": "ends",
    **dict.fromkeys(("even", "odd", "battenburg"), "parity"),
    **dict.fromkeys(("palindrome", "clone", "same-values", "extra-region"), "names"),
}  # fmt: skip
"""Kinds whose marks hold of a solution's image, too, if all else says "all different": without a
digit that differs there are several solutions or none."""

DIFFERENCES = {rule.name: rule.difference for rule in (Whispers, DutchWhispers)}
"""The least difference of neighbours on lines; some values differ from none by so much."""


def value_symmetry(kinds: tuple[str, ...], values: tuple[int, ...]) -> Symmetry | None:
    """Return what no mark of these kinds tells apart; without kinds, any two values."""
    symmetries = {VALUE_SYMMETRIES.get(kind) for kind in kinds} - {"names"}
    if len(values) % 2 and len(symmetries) > 1:  # then an image has the parities of the solution
        symmetries -= {"parity"}
    if not symmetries:
        return "names"
    return symmetries.pop() if len(symmetries) == 1 else None


def least_digits(kinds: tuple[str, ...], values: tuple[int, ...]) -> int:
    """Return the digits without which marks of these kinds leave several solutions or none, if all
    else says "all different"."""
    symmetry = value_symmetry(kinds, values)
    if symmetry in ("names", "parity"):
        return len(values) - (1 if symmetry == "names" else 2)
    return int(symmetry is not None) + max(0, len(values_without_mark(kinds, values)) - 1)


def values_without_mark(kinds: tuple[str, ...], values: tuple[int, ...]) -> list[int]:
    """Return the values that may stand in no mark of these kinds, so that any two of the values may
    trade places.

    >>> values_without_mark(("whispers",), (1, 2, 3, 4, 5, 6))
    [2, 3, 4, 5]
    """
    if not kinds or not set(kinds) <= DIFFERENCES.keys():
        return []
    least = min(DIFFERENCES[kind] for kind in kinds)
    return [value for value in values if max(value - values[0], values[-1] - value) < least]


def tells_apart(value: int, symmetry: Symmetry | None, values: tuple[int, ...]) -> bool:
    """Return whether a digit of this value excludes the image of a solution."""
    if symmetry == "ends":
        return value in (values[0], values[-1])
    return symmetry != "mirrored" or 2 * value != values[0] + values[-1]


LAYOUTS_OF_LEVELS: dict[tuple[str, str], MarkLayout] = {
    ("killer", "Easy"): MarkLayout((30, 38), (2, 4)),
    ("killer", "Unfair"): MarkLayout((21, 27), (2, 6)),
    ("killer", "Extreme"): MarkLayout((18, 24), (3, 7)),
    ("little-killer", ""): MarkLayout((8, 12), (3, 9)),
}
"""Layouts of a 9x9 of a kind and a level, or any level, that the usual ones seldom have."""

CAGES_BESIDE_MARKS = (4, MANY)
"""Cages of a 9x9 beside other marks: a few, in cells without lines."""


def mark_layout(
    kind: str, cells: int, marks: Ranges | None = None, sizes: Ranges | None = None
) -> MarkLayout:
    """Return the layout of a kind on ``cells`` cells: usual numbers, but for those requested."""
    is_large_killer = kind == "killer" and cells > LARGE
    usual = LARGE_KILLER if is_large_killer else LAYOUTS.get(kind, MarkLayout())
    low, high = usual.marks
    scaled = (max(1, low * cells // 81), high if high == MANY else max(2, -(-high * cells // 81)))
    return replace(
        usual, marks=_range_of(kind, marks) or scaled, size=_range_of(kind, sizes) or usual.size
    )


def _range_of(kind: str, ranges: Ranges | None) -> Range | None:
    if not ranges:
        return None
    return ranges.get(kind, ranges.get(""))


def checked_ranges(given: object, kinds: tuple[str, ...], what: str) -> dict[str, Range]:
    """Ranges of whatever a caller gives: a number, two numbers, or these by kind.

    Raises ``PuzzleError`` for a value that is not a range, and for a kind that is not made.

    >>> checked_ranges({"arrow": 3}, ("arrow",), "marks"), checked_ranges((2, 5), ("killer",), "cells")
    ({'arrow': (3, 3)}, {'': (2, 5)})
    """
    if given is None:
        return {}
    if isinstance(given, Mapping):
        unknown = [str(name) for name in given if name and name not in kinds]
        if unknown:
            raise PuzzleError(f"{what} of {unknown[0]}, which is not a kind that is made")
        return {name: _checked_range(value, what) for name, value in given.items()}
    return {"": _checked_range(given, what)}


def _checked_range(given: object, what: str) -> Range:
    low_and_high = (given, given) if isinstance(given, int) else given
    if isinstance(low_and_high, tuple | list) and len(low_and_high) == 2:
        low, high = low_and_high
        if isinstance(low, int) and isinstance(high, int) and 1 <= low <= high:
            return low, high
    raise PuzzleError(f"{what} are a number from 1 on, or the least and the most, not {given!r}")


@dataclass(frozen=True)
class MarkDemands:
    """The kinds of marks, their numbers and sizes by kind, and the number of digits beside."""

    kinds: tuple[str, ...] = ()
    marks: Mapping[str, Range] = field(default_factory=dict)
    sizes: Mapping[str, Range] = field(default_factory=dict)
    digits: Range | None = None
    symmetric: bool = False

    def layout(self, kind: str, cells: int) -> MarkLayout:
        """The layout of a kind on a grid of ``cells`` cells; cages beside other marks are fewer."""
        layout = mark_layout(kind, cells, self.marks, self.sizes)
        layout = replace(layout, symmetric=self.symmetric)
        if kind == "killer" and len(self.kinds) > 1 and not _range_of(kind, self.marks):
            return replace(
                layout, marks=(max(1, CAGES_BESIDE_MARKS[0] * cells // 81), layout.marks[1])
            )
        return layout

    def needs_digits(self, cells: int) -> bool:
        """Whether marks are asked for, and a grid is too large for these alone: not of kinds that say
        all by sums."""
        if not self.kinds or {"calculation", "little-killer", "run-sum"} & {*self.kinds}:
            return False
        return cells > (LARGE if self.kinds == ("killer",) else LARGE_WITH_LINES)

    def lists_solutions(self, cells: int) -> bool:
        """Whether lines are laid out until all solutions can be listed: of one kind alone, for
        beside another kind its lines would be all marks but one."""
        return len(self.kinds) == 1 and self.layout(self.kinds[0], cells).lists_solutions

    def digit_range(self, cells: int, values: tuple[int, ...]) -> Range:
        """The least and the most digits that a puzzle may have beside its marks."""
        if self.digits is not None:
            return self.digits
        needed = int(value_symmetry(self.kinds, values) in ("mirrored", "ends"))
        if len(values_without_mark(self.kinds, values)) > 1:
            return needed, MANY
        usual = min(self.layout(kind, cells).digits for kind in self.kinds)
        return needed, max(needed, usual)


DOT = "black-dot"
"""The kind of marks in place of the digit that tells a solution from its image."""


def with_dot_for_digit(demands: MarkDemands, values: tuple[int, ...]) -> MarkDemands:
    """Return the demands, with black dots where no digit is asked for and the kinds need one.

    >>> with_dot_for_digit(MarkDemands(("renban",), digits=(0, 0)), tuple(range(1, 10))).kinds
    ('renban', 'black-dot')
    """
    kinds = demands.kinds
    if demands.digits != (0, 0) or value_symmetry(kinds, values) not in ("mirrored", "ends"):
        return demands
    return replace(demands, kinds=(*kinds, DOT), marks={**demands.marks, DOT: (1, 6)})
