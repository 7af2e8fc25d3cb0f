"""The canonical form of a puzzle: the same for all puzzles that differ by a symmetry of their rules.

>>> import nonet
>>> canonical(nonet.parse("12.............4")).line() == canonical(nonet.parse("3.............12")).line()
True

Of a classic, whatever its clues, the form is the least image under all symmetries.
With other rules, or boxes too wide for that search, the symmetries are the symmetries of the square
that keep the rules: marks move with their cells.  Where all rules are of the kind "all different",
values are renamed, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache
from itertools import permutations, product
from math import factorial
from random import Random
from typing import Any

import numpy as np

from nonet.deadline import Deadline
from nonet.errors import PuzzleError, did_you_mean
from nonet.model import AllDifferent, Constraint
from nonet.puzzle import Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.grid import cell_name, place
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.unread import require_whole

# The eight symmetries of a pattern of clues, and the orbits of a grid's cells under each
# symmetry.
#
# The symmetries of a square have ten groups; these eight are all that differ but for turning or
# mirroring the whole puzzle.

Transformation = Callable[[int, int, int, int], tuple[int, int]]
"""From row, column, height - 1 and width - 1 to the cell's image."""


def _half_turn(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return last - row, end - column


def _quarter_turn(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return column, last - row


def _mirror_rows(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return last - row, column


def _mirror_columns(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return row, end - column


def _diagonal(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return column, row


def _other_diagonal(row: int, column: int, last: int, end: int) -> tuple[int, int]:
    return end - column, last - row


SYMMETRIES: dict[str, tuple[Transformation, ...]] = {
    "none": (),
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "mirror": (_mirror_rows,),
    "diagonal": (_diagonal,),
    "two-mirrors": (_mirror_rows, _mirror_columns),
    "two-diagonals": (_diagonal, _other_diagonal),
    "full": (_quarter_turn, _diagonal),
}
"""The moves that make each symmetry, by its name."""


def orbits(grid: Grid, name: str) -> list[list[str]]:
    """The cells in groups that have clues together or not at all, in reading order.

    Raises ``PuzzleError`` for an unknown name, or a symmetry that the grid does not have.
    """
    if name not in SYMMETRIES:
        near = did_you_mean(name, SYMMETRIES)
        raise PuzzleError(f"there is no symmetry {name!r}; there are {', '.join(SYMMETRIES)}{near}")
    moves = SYMMETRIES[name]
    turning = {_quarter_turn, _diagonal, _other_diagonal}
    if grid.height != grid.width and turning.intersection(moves):
        raise PuzzleError(
            f"symmetry {name} turns a grid of {grid.height} by {grid.width} into another"
        )
    cells, groups = grid.cell_set, []
    remaining = dict.fromkeys(grid.cells)
    while remaining:
        start = next(iter(remaining))
        orbit, frontier = {start: None}, [start]
        while frontier:
            row, column = place(frontier.pop())
            for move in moves:
                image = cell_name(*move(row, column, grid.height - 1, grid.width - 1))
                if image not in cells:
                    raise PuzzleError(f"this grid has no symmetry {name}: there is no cell {image}")
                if image not in orbit:
                    orbit[image] = None
                    frontier.append(image)
        groups.append(list(orbit))
        for cell in orbit:
            del remaining[cell]
    return groups


# The least image of Sudoku grids, with or without blanks, under all symmetries of their rules.
#
# Rows may trade places within a band and bands with each other, columns and stacks as well; a
# grid of square boxes may be transposed; and values may be renamed: 1.2 trillion images of a 9x9
# (Russell and Jarvis, "Mathematics of Sudoku II", 2006). The least image, as a number read row by
# row with 0 for blanks, is the same for all images ("minlex"). The image is built from the first
# row on: of all orders of columns and all rows that may come next, the combinations that make the
# row least remain. Many grids are taken together, in arrays.

Array = np.ndarray[Any, Any]

MAX_COLUMN_ORDERS = 100_000
"""Maximum number of column orders that are all tried: the number for 12x12; a 16x16 has eight
millions."""

MAX_STATES = 400_000
"""Orders of columns and rows that are followed together; grids are taken in so small batches."""


def minlex_rows(grids: Array, box: tuple[int, int], deadline: Deadline | None = None) -> Array:
    """The least image of each grid of an array (N, cells): 0 for a blank, else values from 1.

    ``box`` is the height and width of a box.  Raises ``PuzzleError`` for boxes that are too wide,
    ``DeadlineExceeded``.
    """
    height, width = box
    size = height * width
    if column_order_count(width, size) > MAX_COLUMN_ORDERS:
        raise PuzzleError(f"a least image is found of grids of up to 12x12, not of {size}x{size}")
    deadline = deadline or Deadline(None)
    least = np.zeros(grids.shape, np.uint8)
    squares = grids.reshape(-1, 1, size, size).astype(np.uint8)
    if height == width:
        squares = np.concatenate((squares, squares.transpose(0, 1, 3, 2)), axis=1)
    orders = _column_orders(width, size)
    start, batch = 0, max(1, MAX_STATES // (len(orders) * size))
    while start < len(squares):
        deadline.check()
        some = squares[start : start + batch]
        least[start : start + batch] = _minlex(some, height, orders, deadline)
        start += batch
        batch = max(1, MAX_STATES // (2_000 if (some == 0).any() else len(orders) * size))
    return least


def column_order_count(width: int, size: int) -> int:
    """The number of orders of columns that keep the stacks together."""
    stacks = size // width
    return factorial(stacks) * int(factorial(width) ** stacks)


@lru_cache(maxsize=8)
def _column_orders(width: int, size: int) -> Array:
    """All orders of columns that keep the stacks together, one a row."""
    stacks = [range(first, first + width) for first in range(0, size, width)]
    return np.array(
        [
            [column for stack in inner for column in stack]
            for outer in permutations(stacks)
            for inner in product(*(permutations(stack) for stack in outer))
        ],
        np.uint8,
    )


def _minlex(squares: Array, height: int, orders: Array, deadline: Deadline) -> Array:
    """Return the least images of grids, for squares of shape (grids, views, size, size)."""
    number, ways, size, _ = squares.shape
    lines = squares.reshape(-1, size)
    states = _first_rows(lines, number, orders)
    rows = [states.least_rows]
    for depth in range(1, size):
        deadline.check()
        states = states.with_next_row(depth, height, ways)
        rows.append(states.least_rows)
    return np.concatenate(rows, axis=1)


def _first_rows(lines: Array, number: int, orders: Array) -> _States:
    """The states whose first row has its blanks as early as can be: its values are 1, 2, 3 ..."""
    size = lines.shape[1]
    masks = (lines > 0) @ (1 << np.arange(size))
    different, place = np.unique(masks, return_inverse=True)
    shown = np.zeros((len(different), len(orders)), np.int32)
    for column in range(size):
        shown = shown << 1 | (different[:, None] >> orders[None, :, column]) & 1
    least = shown.min(axis=1)[place].reshape(number, -1).min(axis=1)
    per_grid = len(lines) // number
    line, order = (shown[place] == np.repeat(least, per_grid)[:, None]).nonzero()
    states = _States(lines, orders, number, line, order)
    return states.evaluated(np.arange(len(line)), line)


class _States:
    """Orders of columns and rows that have made the same least rows so far, grid by grid.

    ``line`` is the last row taken, as a place in ``lines``; ``used`` has a bit for each row taken;
    ``names`` are the new names of values, 0 for values without a name so far, and ``named`` their
    number.
    """

    def __init__(self, lines: Array, orders: Array, number: int, line: Array, order: Array) -> None:
        size = lines.shape[1]
        self.lines, self.orders, self.number, self.size = lines, orders, number, size
        self.line, self.order = line, order
        self.used = np.zeros(len(line), np.int64)
        self.names = np.zeros((len(line), size + 1), np.uint8)
        self.named = np.zeros(len(line), np.uint8)
        self.least_rows = np.zeros((number, size), np.uint8)

    def evaluated(self, parent: Array, line: Array) -> _States:
        """Return the states after a next row of some states, restricted to the least row of each
        grid."""
        size = self.size
        order = self.order[parent]
        values = self.lines[line[:, None], self.orders[order]]
        names, named = self.names[parent], self.named[parent]
        every = np.arange(len(parent))
        code = np.zeros(len(parent), np.int64)
        for column in range(size):
            value = values[:, column]
            name = names[every, value]
            new = (name == 0) & (value > 0)
            named = named + new
            name = np.where(new, named, name)
            names[every, value] = name
            code = code * (size + 1) + name
        per_grid = len(self.lines) // self.number
        grid = line // per_grid
        starts = np.searchsorted(grid, np.arange(self.number))
        least = np.minimum.reduceat(code, starts)
        keep = code == least[grid]
        result = _States(self.lines, self.orders, self.number, line[keep], order[keep])
        result.used = self.used[parent][keep] | 1 << line[keep] % size
        result.names, result.named = names[keep], named[keep]
        digits = (size + 1) ** np.arange(size - 1, -1, -1, dtype=np.int64)
        result.least_rows = (least[:, None] // digits % (size + 1)).astype(np.uint8)
        return result

    def with_next_row(self, depth: int, height: int, ways: int) -> _States:
        """The states after one row more: of the same band, or the first of another."""
        rows = np.arange(self.size)
        allowed = (self.used[:, None] >> rows & 1) == 0
        if depth % height:
            band = self.line % self.size // height
            allowed &= rows // height == band[:, None]
        parent, row = allowed.nonzero()
        return self.evaluated(parent, self.line[parent] // self.size * self.size + row)


SAMPLES = 200
"""Random values by which two constraints of the same cells are compared."""

CellMap = Mapping[Cell, Cell]


class _NotMoved(Exception):
    """A rule is made of rules, whose cells are not moved."""


def canonical(puzzle: Puzzle) -> Puzzle:
    """Return the canonical form of a puzzle, without name, comment and entries.

    Two puzzles with the same form differ by a symmetry.  Two variants may differ by a symmetry and
    have different forms: by a symmetry that the square lacks, or by marks that state one constraint
    in two ways.

    Raises ``PuzzleError`` for a puzzle with candidates that are narrowed.

    >>> from nonet import parse
    >>> canonical(parse("1.3.34....2..1..")) == canonical(parse("2.3.34....1..2.."))
    True
    """
    check_clues(puzzle)
    return canonical_many([puzzle])[0]


def check_clues(puzzle: Puzzle) -> None:
    """Raise ``PuzzleError`` for a puzzle with candidates that are narrowed."""
    require_whole(puzzle.unread, "the puzzle")
    if puzzle.candidates:
        raise PuzzleError("a canonical form is of puzzles whose clues are values, not candidates")


def canonical_many(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The canonical forms of puzzles, in their order: classics of one size together."""
    import numpy as np  # here, since a browser's Python may be without NumPy

    some = list(puzzles)
    result: dict[int, Puzzle] = {}
    groups: dict[Grid, list[int]] = defaultdict(list)
    for number, puzzle in enumerate(some):
        if _has_classic_symmetries(puzzle):
            groups[puzzle.grid].append(number)
        else:
            result[number] = _least_image(puzzle)
    for grid, numbers in groups.items():
        box = grid.blocks[0].box
        assert box is not None
        first = grid.values[0]
        rows = np.zeros((len(numbers), len(grid.cells)), np.uint8)
        for row, number in zip(rows, numbers, strict=True):
            clues = some[number].clues
            row[:] = [clues[cell] - first + 1 if cell in clues else 0 for cell in grid.cells]
        for number, row in zip(numbers, minlex_rows(rows, box), strict=True):
            clues = {
                cell: int(name) + first - 1
                for cell, name in zip(grid.cells, row, strict=True)
                if name
            }
            result[number] = Puzzle(grid, clues)
    return [result[number] for number in range(len(some))]


def _has_classic_symmetries(puzzle: Puzzle) -> bool:
    grid = puzzle.grid
    if len(grid.blocks) != 1 or puzzle.rules != CLASSIC:
        return False
    block = grid.blocks[0]
    if block.box is None or block.height != block.width or len(grid.values) != block.width:
        return False

    return column_order_count(block.box[1], block.width) <= MAX_COLUMN_ORDERS


def _least_image(puzzle: Puzzle) -> Puzzle:
    """The least of the images of a puzzle under the symmetries of a square that keep its rules."""
    constraints = list(puzzle.model().structure.constraints)
    renames = all(isinstance(each, AllDifferent) for each in constraints)
    images = [
        _with_least_values(image, renames)
        for cell_map, move in _cell_maps(puzzle.grid)
        if (image := _image(puzzle, cell_map, move)) is not None
    ]
    return min(images, key=_sort_key)


def _sort_key(puzzle: Puzzle) -> tuple[list[int], list[str]]:
    before = puzzle.grid.values[0] - 1
    clues = [puzzle.clues.get(cell, before) for cell in puzzle.grid.cells]
    return clues, [repr(rule) for rule in puzzle.rules]


def _with_least_values(puzzle: Puzzle, renames: bool) -> Puzzle:
    """The puzzle with its values renamed in the order of their first cells, if ``renames``."""
    if not renames:
        return puzzle
    names: dict[int, int] = {}
    values = iter(puzzle.grid.values)
    for cell in puzzle.grid.cells:
        if cell in puzzle.clues and puzzle.clues[cell] not in names:
            names[puzzle.clues[cell]] = next(values)
    clues = {cell: names[puzzle.clues[cell]] for cell in puzzle.grid.cells if cell in puzzle.clues}
    return replace(puzzle, clues=clues)


def _cell_maps(grid: Grid) -> Iterator[tuple[CellMap, Transformation]]:
    """The symmetries of a square that map the grid onto itself, the identity first."""
    quarter, diagonal = SYMMETRIES["full"]
    last, end = grid.height - 1, grid.width - 1

    def moves(turns: int, mirrored: bool) -> Transformation:
        def move(row: int, column: int, last: int, end: int) -> tuple[int, int]:
            if mirrored:
                row, column = diagonal(row, column, last, end)
            for _ in range(turns):
                row, column = quarter(row, column, last, end)
            return row, column

        return move

    for mirrored, turns in product((False, True), range(4)):
        if grid.height != grid.width and (mirrored or turns):
            continue
        move = moves(turns, mirrored)
        cell_map = {cell: cell_name(*move(*place(cell), last, end)) for cell in grid.cells}
        if set(cell_map.values()) == grid.cell_set:
            yield cell_map, move


def _image(puzzle: Puzzle, cell_map: CellMap, move: Transformation) -> Puzzle | None:
    """The puzzle with its cells moved; ``None`` where that does not keep the rules."""
    grid = puzzle.grid

    def moved(cell: Cell) -> Cell:
        return cell_map.get(cell) or cell_name(*move(*place(cell), grid.height - 1, grid.width - 1))

    grid_rules = [rule for rule in puzzle.rules if rule.entry == "grid" and not _has_places(rule)]
    marks = [rule for rule in puzzle.rules if rule not in grid_rules]
    try:
        if not _keeps_meaning(grid, grid_rules, grid_rules, cell_map):
            return None
        images = []
        for mark in marks:
            fitting = (
                image
                for image in _moved_marks(mark, moved)
                if _keeps_meaning(grid, [mark], [image], cell_map)
            )
            images.append(next(fitting))
    except (StopIteration, _NotMoved):
        return None
    clues = {cell_map[cell]: value for cell, value in puzzle.clues.items()}
    return Puzzle(grid, clues, (*grid_rules, *sorted(images, key=repr)))


def _has_places(rule: PuzzleRule) -> bool:
    places = ("cell", "cells", "outside", "groups")
    return any(each.kind in places for each in rule.typed_parameters())


def _moved_marks(mark: PuzzleRule, moved: Any) -> Iterator[PuzzleRule]:
    """Yield the possible forms of a mark after its cells have moved: unchanged, or with another
    value of a choice parameter."""
    given = {each.name: getattr(mark, each.name) for each in fields(mark)}
    parameters: list[Parameter] = []
    for each in mark.typed_parameters():
        value = given.get(each.name)
        if value is None:
            continue
        if each.kind in ("cell", "outside"):
            given[each.name] = moved(value)
        elif each.kind == "cells":
            cells = [moved(cell) for cell in value]
            given[each.name] = tuple(sorted(cells, key=place) if mark.entry == "cells" else cells)
        elif each.kind == "groups":
            given[each.name] = tuple(tuple(moved(cell) for cell in group) for group in value)
        elif each.kind == "choice":
            parameters.append(each)
        elif each.kind in ("rule", "rules"):
            raise _NotMoved
    for choice in product(*((given[word.name], *word.choices) for word in parameters)):
        chosen = {word.name: value for word, value in zip(parameters, choice, strict=True)}
        with suppress(PuzzleError):  # an arrow that would point out of the grid
            yield type(mark)(**{**given, **chosen})


def _keeps_meaning(
    grid: Grid, before: Iterable[PuzzleRule], after: Iterable[PuzzleRule], cell_map: CellMap
) -> bool:
    """Whether rules state the same constraints of the moved cells as before of the cells.

    Constraints of the same kind and cells are compared by random values.
    """
    images: dict[object, list[Constraint]] = defaultdict(list)
    for rule in after:
        try:
            constraints = list(rule.constraints(grid))
        except PuzzleError:
            return False
        for constraint in constraints:
            images[type(constraint), frozenset(constraint.scope)].append(constraint)
    random = Random(0)
    for rule in before:
        for constraint in rule.constraints(grid):
            if not cell_map.keys() >= set(constraint.scope):
                return False  # it has variables beside the cells
            scope = frozenset(cell_map[name] for name in constraint.scope)
            others = images[type(constraint), scope]
            same = next(
                (other for other in others if _agree(constraint, other, cell_map, grid, random)),
                None,
            )
            if same is None:
                return False
            others.remove(same)
    return not any(images.values())


def _agree(
    first: Constraint, second: Constraint, cell_map: CellMap, grid: Grid, random: Random
) -> bool:
    if isinstance(first, AllDifferent):
        return True
    for _ in range(SAMPLES):
        values = {name: random.choice(grid.values) for name in first.scope}
        moved = {cell_map[name]: value for name, value in values.items()}
        if first.holds(values) != second.holds(moved):
            return False
    return True
