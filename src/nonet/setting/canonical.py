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
from itertools import product, starmap
from random import Random
from typing import NamedTuple

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


class Move(NamedTuple):
    """A symmetry of the square: rows and columns may change places, then rows or columns turn round."""

    swaps: bool = False
    reverses_rows: bool = False
    reverses_columns: bool = False

    def image(self, cell: Cell, grid: Grid) -> Cell:
        """Return the image of a cell, or of a place beside the grid."""
        row, column = reversed(place(cell)) if self.swaps else place(cell)
        return cell_name(
            grid.height - 1 - row if self.reverses_rows else row,
            grid.width - 1 - column if self.reverses_columns else column,
        )


_MIRROR_ROWS, _DIAGONAL = Move(reverses_rows=True), Move(swaps=True)
_QUARTER_TURN = Move(swaps=True, reverses_columns=True)

SYMMETRIES: dict[str, tuple[Move, ...]] = {
    "none": (),
    "half-turn": (Move(False, True, True),),
    "quarter-turn": (_QUARTER_TURN,),
    "mirror": (_MIRROR_ROWS,),
    "diagonal": (_DIAGONAL,),
    "two-mirrors": (_MIRROR_ROWS, Move(reverses_columns=True)),
    "two-diagonals": (_DIAGONAL, Move(True, True, True)),
    "full": (_QUARTER_TURN, _DIAGONAL),
}
"""The moves that make each symmetry, by its name."""


def orbits(grid: Grid, name: str) -> list[list[str]]:
    """The cells in groups that have clues together or not at all, in reading order.

    Raises ``PuzzleError`` for an unknown name, or a symmetry that the grid does not have.
    """
    if name not in SYMMETRIES:
        hint = did_you_mean(name, SYMMETRIES)
        raise PuzzleError(f"there is no symmetry {name!r}; there are {', '.join(SYMMETRIES)}{hint}")
    moves = SYMMETRIES[name]
    if grid.height != grid.width and any(move.swaps for move in moves):
        raise PuzzleError(
            f"symmetry {name} turns a grid of {grid.height} by {grid.width} into another"
        )
    orbit_of: dict[Cell, list[Cell]] = {}
    for start in grid.cells:
        if start in orbit_of:
            continue
        orbit, frontier = orbit_of.setdefault(start, [start]), [start]
        while frontier:
            cell = frontier.pop()
            for image in [move.image(cell, grid) for move in moves]:
                if image not in grid.cell_set:
                    raise PuzzleError(f"this grid has no symmetry {name}: there is no cell {image}")
                if image not in orbit_of:
                    orbit_of[image] = orbit
                    orbit.append(image)
                    frontier.append(image)
    return [orbit for start, orbit in orbit_of.items() if orbit[0] == start]


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

    from nonet.setting.minlex import minlex_rows

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
            names = zip(grid.cells, row.tolist(), strict=True)
            result[number] = Puzzle(grid, {cell: name + first - 1 for cell, name in names if name})
    return [result[number] for number in range(len(some))]


def _has_classic_symmetries(puzzle: Puzzle) -> bool:
    grid = puzzle.grid
    if len(grid.blocks) != 1 or puzzle.rules != CLASSIC:
        return False
    block = grid.blocks[0]
    if block.box is None or block.height != block.width or len(grid.values) != block.width:
        return False

    from nonet.setting.minlex import MAX_COLUMN_ORDERS, column_order_count

    return column_order_count(block.box[1], block.width) <= MAX_COLUMN_ORDERS


def _least_image(puzzle: Puzzle) -> Puzzle:
    """The least of the images of a puzzle under the symmetries of a square that keep its rules."""
    constraints = list(puzzle.model().structure.constraints)
    renames = all(isinstance(each, AllDifferent) for each in constraints)
    images = [
        _with_least_values(image, renames)
        for move in starmap(Move, product((False, True), repeat=3))
        if (image := _image(puzzle, move)) is not None
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


def _image(puzzle: Puzzle, move: Move) -> Puzzle | None:
    """The puzzle with its cells moved; ``None`` where that does not keep the grid and the rules."""
    grid = puzzle.grid
    cell_map = {cell: move.image(cell, grid) for cell in grid.cells}
    if (move.swaps and grid.height != grid.width) or set(cell_map.values()) != grid.cell_set:
        return None
    grid_rules = [rule for rule in puzzle.rules if rule.entry == "grid" and not _has_places(rule)]
    marks = [rule for rule in puzzle.rules if rule not in grid_rules]
    try:
        if not _keeps_meaning(grid, grid_rules, grid_rules, cell_map):
            return None
        images = []
        for mark in marks:
            fitting = (
                image
                for image in _moved_marks(mark, lambda cell: move.image(cell, grid))
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


def _moved_marks(mark: PuzzleRule, moved: Callable[[Cell], Cell]) -> Iterator[PuzzleRule]:
    """Yield a mark with its cells moved, for each value of its parameters that are choices."""
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
