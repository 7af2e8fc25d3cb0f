"""What is kept of a build, and the 45 rule, beside what is worked out afresh."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from nonet import AllDifferent, Grid, Puzzle, count_solutions
from nonet.backends.lockstep.implied_sums import (
    implied_records,
)
from nonet.backends.lockstep.layouts.memory import mask_of
from nonet.backends.lockstep.numbered_cells import unit_layout
from nonet.model import Linear

GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""A solved grid."""


def regions(chance: Random, sizes: range) -> list[list[int]]:
    """Disjoint cells that hang together, of which no two have one value in the grid solved."""
    free, drawn = set(range(81)), []
    for _ in range(60):
        cells = [chance.choice(sorted(free))]
        while len(cells) < chance.choice(sizes):
            neighbours = {
                cell + step
                for cell in cells
                for step in (1, -1, 9, -9)
                if step in (9, -9) or (cell + step) // 9 == cell // 9
            }
            values_held = {GRID[cell] for cell in cells}
            neighbours = {
                each for each in neighbours & free - set(cells) if GRID[each] not in values_held
            }
            if not neighbours:
                break
            cells.append(chance.choice(sorted(neighbours)))
        if len(cells) in sizes and free.issuperset(cells):
            drawn.append(cells)
            free -= set(cells)
        if len(free) < 20:
            break
    return drawn


VALUES = [int(symbol) - 1 for symbol in GRID]


@pytest.mark.parametrize(("size", "number"), ((3, 1), (4, 3), (9, 3), (9, 5), (9, 9), (12, 6)))
def test_sets_that_are_written_are_all_that_add_up(size, number) -> None:
    differ = unit_layout((tuple(range(size)),), size, size).units
    for total in range(-1, number * size + 1):
        cells = list(range(number))
        implied = implied_records(None, differ, [(cells, total)], size)
        count, sets, seeing = implied.sums[:3].tolist()
        assert (count, seeing) == (number, size - number)
        masks = implied.sums[3 + number : 3 + number + sets].tolist()
        sets = combinations(range(size), number)
        assert masks == [mask_of(each) for each in sets if sum(each) == total]


@pytest.mark.parametrize("number", range(6))
def test_puzzles_of_large_cages_have_the_solutions_that_another_backend_finds(number) -> None:
    chance = Random(100 + number)
    clues = dict.fromkeys(chance.sample(range(81), 30))
    names = Puzzle(Grid.square(9)).model().variables
    puzzle = Puzzle(Grid.square(9), {names[cell]: int(GRID[cell]) for cell in clues})
    model = puzzle.model()
    sizes = range(6, 8) if number % 2 else range(2, 5)
    for cells in regions(chance, sizes):
        scope = tuple(names[cell] for cell in cells)
        total = sum(int(GRID[cell]) for cell in cells) - (number == 5 and chance.random() < 0.1)
        model = model.add(AllDifferent(scope), Linear.sum(scope, "==", total))
    by_lockstep, by_native = (
        count_solutions(model, "lockstep", limit=50),
        count_solutions(model, "native", limit=50),
    )
    assert (by_lockstep.number, by_lockstep.exhausted) == (by_native.number, by_native.exhausted)
