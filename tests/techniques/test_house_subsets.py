"""Subsets of a house's cells, against all subsets by counting in binary."""

import pytest

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines.house_subsets import subsets_in
from nonet.techniques.search_deadline import SearchDeadline

from .thinned import thinned


def by_hand(position, house, max_cells, max_values):
    cells = [c for c in position.layout.houses[house].cell_numbers if position.values[c]]
    result = {}
    for number in range(1, 1 << len(cells)):
        chosen = [cells[place] for place in bits(number)]
        values = union_of(position.values[cell] for cell in chosen)
        if len(chosen) <= max_cells and values.bit_count() <= max_values:
            excess = values.bit_count() - len(chosen)
            result.setdefault(excess, []).append((sum(1 << c for c in chosen), values))
    return result


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("limits", [(6, 6), (1, 6), (2, 6), (3, 4), (6, 3), (2, 2), (0, 6), (6, 0)])
def test_exactly_the_subsets_within_both_limits_are_listed_in_order(seed, limits):
    position = thinned(6, seed, clues={"R1C2": 1})
    for house in range(len(position.layout.houses)):
        assert subsets_in(position, house, *limits) == by_hand(position, house, *limits)


def test_a_house_is_listed_anew_where_its_own_cells_have_changed_and_nowhere_else():
    position = thinned(6, 1, clues={"R1C2": 1})
    before = [subsets_in(position, house, 6, 6) for house in range(18)]
    cell = next(c for c, values in enumerate(position.values) if values.bit_count() > 1)
    own = position.open & position.layout.cell_candidates(cell)
    after = position.without(own & -own)
    lost = position.open ^ after.open
    changed = [n for n, own in enumerate(after.layout.house_candidates) if lost & own]
    for house in range(18):
        assert (subsets_in(after, house, 6, 6) is before[house]) == (house not in changed)
        assert subsets_in(after, house, 6, 6) == by_hand(after, house, 6, 6)
        assert subsets_in(after, house, 2, 6) == by_hand(after, house, 2, 6)
        assert subsets_in(position, house, 6, 6) is before[house]
    assert changed and len(changed) < 18


def test_the_deadline_is_asked_for_each_cell():
    class Counting(SearchDeadline):
        __slots__ = ("looks",)

        def check(self):
            self.looks += 1

    position = thinned(6, 2, clues={"R1C2": 1})
    position.deadline = Counting()
    position.deadline.looks = 0
    subsets_in(position, 3, 6, 6)
    assert position.deadline.looks == 6
