"""Regions: a square cut into connected parts of odd shapes, for jigsaws.

>>> from random import Random
>>> from nonet.puzzle import Grid
>>> layout = random_layout(Grid.square(4), Random(1))
>>> layout, sorted(map(layout.count, "ABCD"))
('AAABCCABCCBBDDDD', [4, 4, 4, 4])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits

from nonet.deadline import Deadline
from nonet.errors import PuzzleError
from nonet.puzzle import Cell, Grid, Puzzle, make_rule
from nonet.puzzle.rules import CLASSIC
from nonet.setting.conflicts import conflict
from nonet.setting.large_grids import shifted_rows, varied_solution
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver
from nonet.setting.mark_layouts import edge_neighbours, is_connected
from nonet.solving import Status, solve

LAYOUTS = 50
"""Maximum number of layouts drawn: of blank 9x9, 58 of 60 leave a solution."""

MAX_QUICK_SIZE = 10
"""Size up to which a solution of drawn regions is found at once.   At 16x16 two of four such
searches did not end in a minute; regions and a solution found together took 3 to 19 s."""

LAYOUT_PROPAGATIONS = 3_000_000
"""Propagations of the search for a solution (a second), after which other regions are drawn."""

ROUNDS, MOVES, FREE_PART, TRADES_PER_CELL, HOLD = 4, 12, 6, 400, 0.9
"""Of regions and a solution found together: rounds of both, moves of the solution in each and the
part of the values that a move draws anew, trials to trade regions for each cell, and how often a
trade that leads back to the box is refused."""

RAGGEDNESS = 1.2
"""How readily a trade of cells adds walls (the temperature of Metropolis' rule)."""

LETTERS = ascii_uppercase + ascii_lowercase + digits


def random_layout(grid: Grid, random: Random, swaps: int = 0) -> str:
    """Boxes (rows, where there are none) that traded ``swaps`` cells with one another.

    By default 150, and of rows five for each cell, so that none stays a row.  The layout is a letter
    for each cell, in the form of the rule ``jigsaw``; each region stays connected.  Raises
    ``PuzzleError`` for a grid that is not a single square with as many rows as values.
    """
    block = grid.blocks[0]
    if len(grid.blocks) > 1 or not block.height == block.width == grid.size > 1:
        raise PuzzleError("regions are drawn on one square of as many rows as values")
    regions = block.boxes() or block.rows()
    swaps = swaps or (150 if block.box else 5 * len(grid.cells))
    number_of = {cell: number for number, cells in enumerate(regions) for cell in cells}
    region_of = {cell: number_of[cell] for cell in grid.cells}
    neighbours = edge_neighbours(grid)
    while swaps:
        first, second = random.sample(grid.cells, 2)
        old, new = region_of[first], region_of[second]
        beside = (
            {region_of[cell] for cell in neighbours[first]},
            {region_of[cell] for cell in neighbours[second]},
        )
        if old == new or new not in beside[0] or old not in beside[1]:
            continue
        walls = _walls(region_of, neighbours, first) + _walls(region_of, neighbours, second)
        region_of[first], region_of[second] = new, old
        more = _walls(region_of, neighbours, first) + _walls(region_of, neighbours, second) - walls
        is_compact = more <= 0 or random.random() < exp(-more / RAGGEDNESS)
        if is_compact and all(_is_connected(region_of, grid, cell) for cell in (first, second)):
            swaps -= 1
        else:
            region_of[first], region_of[second] = old, new
    return _layout(region_of)


def _walls(region_of: Mapping[Cell, int], near: Mapping[Cell, Sequence[Cell]], cell: Cell) -> int:
    return sum(region_of[other] != region_of[cell] for other in near[cell])


def _is_connected(region_of: Mapping[Cell, int], grid: Grid, cell: Cell) -> bool:
    """Whether the region of a cell hangs together by the sides of its cells."""
    region = region_of[cell]
    return is_connected(grid, [other for other, number in region_of.items() if number == region])


def with_random_regions(
    like: Puzzle, random: Random, deadline: Deadline
) -> tuple[Puzzle, dict[Cell, int] | None]:
    """The puzzle with regions drawn for its boxes that leave its rules and clues a solution; and
    a solution, if one was needed to find the regions.

    Raises ``PuzzleError`` where no solution shows.  When the time is out the last layout is
    returned unchecked: the search that follows reports that the time is out.
    """
    size, plain = like.grid.size, like.rules == CLASSIC and not like.clues
    if size > MAX_QUICK_SIZE and plain and like.grid.blocks[0].box:
        drawn: list[tuple[Puzzle, dict[Cell, int] | None]] = []

        def search() -> None:
            drawn.append(_regions_of_varied_solutions(like, random, deadline))

        if not deadline.finishes(search):
            drawn.append((like, None))
        return drawn[0]
    for number in range(LAYOUTS):
        layout = random_layout(like.grid, random)
        puzzle = like.with_rules(make_rule("jigsaw", layout=layout))
        if number == 1:
            _check_clues_without_regions(puzzle, deadline)
        remaining = deadline.remaining()
        if remaining == 0:
            return puzzle, None
        if size <= MAX_QUICK_SIZE:
            if solve(puzzle, "sat", time_limit=remaining).status is not Status.UNSAT:
                return puzzle, None
            continue
        solver = AssumptionSolver(puzzle.model().structure, deadline, PROPAGATOR)
        clues = [solver.literals[cell][value] for cell, value in like.clues.items()]
        if solver.solve_bounded([*solver.rules, *clues], LAYOUT_PROPAGATIONS):
            values = solver.values()
            return puzzle, {cell: values[cell] for cell in like.grid.cells}
    raise PuzzleError(f"{LAYOUTS} layouts were drawn, and none leaves these clues a solution")


def _check_clues_without_regions(puzzle: Puzzle, deadline: Deadline) -> None:
    """Raise ``PuzzleError`` if the clues of a jigsaw clash whatever its regions are."""
    rules = tuple(rule for rule in puzzle.rules if rule.name != "jigsaw")
    answer = conflict(replace(puzzle, rules=rules), chain=False, time_limit=deadline.remaining())
    if answer.parts:
        raise PuzzleError(f"no regions leave a solution: {answer.in_words()}")


def _regions_of_varied_solutions(
    like: Puzzle, random: Random, deadline: Deadline
) -> tuple[Puzzle, dict[Cell, int]]:
    """Regions and a solution, found together: equal values trade regions, then some values are
    drawn anew, and so on.  A layout alone takes a search without an end at 25x25."""
    values = shifted_rows(like.grid, random)
    boxes = enumerate(like.grid.blocks[0].boxes())
    box_of = {cell: number for number, cells in boxes for cell in cells}
    home = {cell: box_of[cell] for cell in like.grid.cells}
    region_of, puzzle = dict(home), like
    for _ in range(ROUNDS):
        deadline.check()
        solver = AssumptionSolver(puzzle.model().structure, deadline, PROPAGATOR)
        values = varied_solution(solver, values, random, moves=MOVES, free_part=FREE_PART)
        _trade_equal_values(region_of, home, values, like.grid, random)
        puzzle = like.with_rules(make_rule("jigsaw", layout=_layout(region_of)))
    return puzzle, values


def _trade_equal_values(
    region_of: dict[Cell, int],
    home: Mapping[Cell, int],
    values: Mapping[Cell, int],
    grid: Grid,
    random: Random,
) -> None:
    """Let cells of equal values trade their regions, which stay connected; seldom back home."""
    cells_of: dict[int, list[Cell]] = {}
    for cell, value in values.items():
        cells_of.setdefault(value, []).append(cell)
    groups, draw, neighbours = list(cells_of.values()), random.random, edge_neighbours(grid)
    for _ in range(TRADES_PER_CELL * len(values)):
        group = groups[int(draw() * len(groups))]  # random.choice takes ten times as long
        first, second = group[int(draw() * len(group))], group[int(draw() * len(group))]
        old, new = region_of[first], region_of[second]
        if old == new or new not in [region_of[cell] for cell in neighbours[first]]:
            continue
        touch = old in [region_of[cell] for cell in neighbours[second]]
        if not touch or ((home[first] == new or home[second] == old) and random.random() < HOLD):
            continue
        region_of[first], region_of[second] = new, old
        if not all(_is_connected(region_of, grid, cell) for cell in (first, second)):
            region_of[first], region_of[second] = old, new


def _layout(region_of: Mapping[Cell, int]) -> str:
    """The regions as a letter or digit for each cell, in the order of their first cells."""
    names: dict[int, str] = {}
    for number in region_of.values():
        names.setdefault(number, LETTERS[len(names)])
    return "".join(names[number] for number in region_of.values())
