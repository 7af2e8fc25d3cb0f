"""Houses that full subsets pass over have no naked or hidden subset that removes anything."""

from random import Random

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.techniques.engines.house_subsets import full_counts_in
from nonet.techniques.families.subsets import _naked_subsets_in, hidden_subsets_in
from nonet.techniques.position import Position


@pytest.mark.parametrize("side", [4, 6, 9])
def test_houses_that_are_passed_over_have_nothing(side: int) -> None:
    random, start = Random(side), Position.of(Puzzle(Grid.square(side)))
    layout, passed = start.layout, 0
    for _ in range(60):
        position, share = start, random.uniform(0.2, 0.8)  # few candidates: some have no solution
        for _ in range(random.randrange(side)):
            open_ = [c for c in range(layout.cell_count * side) if position.open >> c & 1]
            position = position.place(random.choice(open_)) if open_ else position
        removed = sum(1 << c for c in range(layout.cell_count * side) if random.random() < share)
        position = position.without(removed)
        for house in (h for h in layout.houses if len(h.cell_numbers) > 2):
            house_candidates = position.open & layout.house_candidates[house.number]
            naked, hidden = full_counts_in(position, house.number, {})
            for size in (2, 3, 4):
                if not naked >> size & 1:
                    assert not _naked_subsets_in(position, size, house.number, house_candidates)
                if house.complete and not hidden >> size & 1:
                    passed += 1
                    for values, cells in hidden_subsets_in(position, house.number, size):
                        others = layout.candidates_in(cells, layout.all_values & ~values)
                        assert not others & position.open
    assert passed
