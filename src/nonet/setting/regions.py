"""Regions: a square cut into connected parts of odd shapes, for jigsaws.

>>> from random import Random
>>> from nonet.puzzle import Grid
>>> layout = random_layout(Grid.square(4), Random(1))
>>> layout, sorted(map(layout.count, "ABCD"))
('AAAABBCCBDDCBDDC', [4, 4, 4, 4])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from nonet.puzzle import Cell, Grid, Puzzle, make_rule
from nonet.setting.cage_layouts import edge_neighbours
from nonet.solving import Status, solve

LAYOUTS = 50
"""Maximum number of layouts drawn until a layout leaves a solution; of blank 9x9 58 of 60 leave
some."""


def random_layout(grid: Grid, random: Random, swaps: int = 0) -> str:
    """Boxes (rows, where there are none) that traded ``swaps`` cells with one another.

    By default 60, and of rows five for each cell, so that none stays a row.  The layout is a letter
    for each cell, in the form of the rule ``jigsaw``; each region stays connected.  Raises
    ``PuzzleError`` for a grid that is not a single square with as many rows as values.
    """
    block = grid.blocks[0]
    if len(grid.blocks) > 1 or not block.height == block.width == grid.size > 1:
        raise PuzzleError("regions are drawn on one square of as many rows as values")
    regions = block.boxes() or block.rows()
    swaps = swaps or (60 if block.box else 5 * len(grid.cells))
    region_of = {cell: number for number, cells in enumerate(regions) for cell in cells}
    near = {cell: edge_neighbours(grid, cell) for cell in grid.cells}
    while swaps:
        one, other = random.sample(grid.cells, 2)
        mine, yours = region_of[one], region_of[other]
        if mine == yours:
            continue
        region_of[one], region_of[other] = yours, mine
        if all(_is_connected(region_of, near, cell) for cell in (one, other)):
            swaps -= 1
        else:
            region_of[one], region_of[other] = mine, yours
    names: dict[int, str] = {}
    for cell in grid.cells:
        names.setdefault(region_of[cell], chr(ord("A") + len(names)))
    return "".join(names[region_of[cell]] for cell in grid.cells)


def _is_connected(
    region_of: Mapping[Cell, int], near: Mapping[Cell, Sequence[Cell]], cell: Cell
) -> bool:
    """Whether the region of a cell hangs together by the sides of its cells."""
    reached, frontier, region = {cell}, [cell], region_of[cell]
    while frontier:
        for other in near[frontier.pop()]:
            if region_of[other] == region and other not in reached:
                reached.add(other)
                frontier.append(other)
    return len(reached) == sum(1 for each in region_of.values() if each == region)


def with_random_regions(like: Puzzle, random: Random, deadline: Deadline) -> Puzzle:
    """The puzzle with regions drawn for its boxes that leave its rules and clues a solution.

    Raises ``PuzzleError`` where no solution shows.  When the time is out the last layout is
    returned unchecked: the search that follows reports that the time is out.
    """
    for _ in range(LAYOUTS):
        layout = random_layout(like.grid, random)
        found = like.with_rules(make_rule("jigsaw", layout=layout))
        left = deadline.remaining()
        if left == 0 or solve(found, "sat", time_limit=left).status is not Status.UNSAT:
            return found
    raise PuzzleError(f"{LAYOUTS} layouts were drawn, and none leaves these clues a solution")
