"""Almost locked sets and their chains, against all there are by trying."""

from itertools import combinations

import pytest

from nonet.puzzle import Grid, Puzzle
from nonet.techniques import Position
from nonet.techniques.candidate_layout import bits, mask_of, union_of
from nonet.techniques.engines.almost_locked import (
    almost_locked_sets,
    als_chains,
    linked_sets_sort_key,
    named_sets,
    truths_and_links,
)
from nonet.techniques.step import set_sort_key

from .thinned import thinned


def sets_by_hand(position, most):
    """Cells of a house with one value more than cells, and ``most`` values at most."""
    result = {}
    for house in position.layout.houses:
        cells = [cell for cell in house.cell_numbers if position.values[cell]]
        for size in range(1, min(most, len(cells) + 1)):
            for chosen in combinations(cells, size):
                values = union_of(position.values[cell] for cell in chosen)
                if values.bit_count() == size + 1:
                    result[mask_of(chosen)] = values
    return result


@pytest.mark.parametrize("seed", range(3))
def test_sets_and_what_they_exclude_are_as_defined_and_in_order(seed):
    position = thinned(6, seed, 0.5)
    layout, almost = position.layout, almost_locked_sets(position)
    assert dict(almost.sets) == sets_by_hand(position, 6)
    assert almost.hodoku_order == [set_sort_key(layout, cells) for cells, _ in almost.sets]
    assert [*almost.sets] == sorted(almost.sets, key=lambda s: (s[1].bit_count(), s[0]))
    losing = {}
    for number, (cells, values) in enumerate(almost.sets):
        targets = 0
        for value in bits(values):
            places = cells & position.places_of(value)
            around = mask_of(c for c in range(36) if not places & ~layout.sees[c])
            targets |= (around & position.places_of(value)) << value * 36
        assert almost.targets[number] == targets
        for candidate in bits(targets):
            losing[candidate] = losing.get(candidate, 0) | 1 << number
    assert almost.sets_losing == losing
    some = mask_of([*losing][::9])
    assert almost.sets_hit_by(some) == union_of(losing[candidate] for candidate in bits(some))
    assert almost.candidates_of_values(0b101) == (1 << 36) - 1 | ((1 << 36) - 1) << 72


@pytest.mark.parametrize("seed", range(3))
def test_sets_are_linked_by_the_values_that_cannot_be_in_both(seed):
    position = thinned(6, seed, 0.5)
    layout, almost = position.layout, almost_locked_sets(position)
    for first, second in combinations(range(0, len(almost.sets), 2), 2):
        (cells, values), (others, more) = almost.sets[first], almost.sets[second]
        common = 0
        for value in bits(values & more):
            places, far = cells & position.places_of(value), others & position.places_of(value)
            if all(not far & ~layout.sees[cell] for cell in bits(places)):
                common |= 1 << value
        assert almost.common_values(first, second) == almost.common_values(second, first) == common


@pytest.mark.parametrize(("size", "most"), [(9, 9), (10, 10), (12, 6), (16, 6), (20, 4)])
def test_in_large_grids_sets_have_few_values(size, most):
    """Six in a grid of up to sixteen values, four in a larger one, any number up to ten."""
    position = Position.of(Puzzle(Grid.square(size)))
    layout = position.layout
    chain = layout.houses[0].cell_numbers[: most + 1]
    cell_values = {cell: 0b11 << number for number, cell in enumerate(chain[:-1])}
    keep = union_of(
        layout.candidates_in(1 << c, v & layout.all_values) for c, v in cell_values.items()
    )
    position = position.without(position.open & ~keep)
    sizes = {values.bit_count() for _, values in almost_locked_sets(position).sets}
    assert sizes == set(range(2, most + 1))


def chains_by_hand(almost, overlap):
    """All chains of four sets and more, with what they eliminate."""
    tied = [n for n, ties in enumerate(almost.restricted_commons) if ties]
    order = sorted(tied, key=almost.hodoku_order.__getitem__)
    place = {number: rank for rank, number in enumerate(order)}
    links = {
        (a, b): values
        for a in order
        for b in order
        if place[a] < place[b]
        and (overlap or not almost.sets[a][0] & almost.sets[b][0])
        and (values := almost.common_values(a, b))
    }
    following = {a: [b for b in order if (a, b) in links] for a in order}

    def extend(path, commons):
        if len(path) > 3:
            yield path, commons
        for other in following[path[-1]]:
            values = links[path[-1], other] & ~(commons[-1] & -commons[-1])
            if values:
                yield from extend((*path, other), (*commons, values))

    for (first, second), values in links.items():
        for value in bits(values):
            for path, commons in extend((first, second), (1 << value,)):
                used = almost.candidates_of_values(1 << value)
                own = almost.targets[first] & ~used
                far = almost.targets[path[-1]] & ~almost.candidates_of_values(commons[-1])
                if own & far:
                    yield path, commons, own & far


@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize(("size", "seed", "lost"), [(4, 0, 0.3), (4, 8, 0.2), (4, 5, 0.4)])
def test_chains_are_found_for_all_that_chains_eliminate_and_are_shortest(size, seed, lost, overlap):
    position = thinned(size, seed, lost)
    almost = almost_locked_sets(position)
    expected = [*chains_by_hand(almost, overlap)]
    shortest = {}
    for path, commons, eliminated in expected:
        key = path[0], commons[0], path[-1], commons[-1], eliminated
        shortest[key] = min(shortest.get(key, 99), len(path))
    actual = [*als_chains(almost, rank=lambda mask: -mask, overlap=overlap)]
    assert [chain.eliminations for chain in actual] == sorted(
        {eliminated for _, _, eliminated in expected}, reverse=True
    )
    by_hand = set(expected)
    for chain in actual:
        path, commons, eliminated = chain
        assert (path, commons, eliminated) in by_hand
        assert len(path) == shortest[path[0], commons[0], path[-1], commons[-1], eliminated]


def test_some_of_these_positions_have_chains():
    almost = almost_locked_sets(thinned(4, 0, 0.3))
    assert len([*als_chains(almost, rank=int, overlap=True)]) > 2


def test_linked_sets_come_in_hodokus_order_and_those_of_a_hinge_by_their_pairs_with_it():
    a, b, c = (0, (1, 2)), (1, (0,)), (2, (5,))
    assert linked_sets_sort_key(b, a) == (a, b)
    assert linked_sets_sort_key(c, a, b) == ((a, b), (b, c))
    assert linked_sets_sort_key(b, c, a) == ((a, b), (a, c))


def test_sets_are_named_with_letters():
    layout = Position.of(Puzzle(Grid.square(4))).layout
    assert named_sets(layout, [(0b1010, 0b101), (0b1, 0b1111)]) == "A=r1c24 {13}, B=r1c1 {1234}"
    assert named_sets(layout, []) == ""


def names(layout, numbers):
    return [layout.set_name(number) for number in numbers]


def test_a_link_takes_a_house_of_both_sets_and_other_values_a_house_that_reaches_what_goes():
    position = Position.of(Puzzle(Grid.square(4)))
    layout = position.layout
    first, second = (0b11, 0b111), (0b11 << 4, 0b111)  # R1C12 and R2C12
    cells, links = truths_and_links(position, [first, second], [(0, 1, 0b1)], 0)
    assert names(layout, cells) == ["r1c1", "r1c2", "r2c1", "r2c2"]
    assert names(layout, links) == ["1b1", "2r1", "3r1", "2r2", "3r2"]
    # the 2 of R1C1 and R1C2 reaches R1C4 by the row; that of R2C1 and R2C2 does not
    lost = 1 << layout.candidate("R1C4", 2)
    _, links = truths_and_links(position, [first, second], [(0, 1, 0b1)], lost)
    assert names(layout, links) == ["1b1", "2r1", "3r1", "2r2", "3r2"]
    # within the box the house that reaches R2C2 is the box
    lost = 1 << layout.candidate("R2C2", 2)
    _, links = truths_and_links(position, [first], [], lost)
    assert names(layout, links) == ["1r1", "2b1", "3r1"]


def test_a_set_in_two_houses_stands_with_the_first():
    position = thinned(4, 0, 0.3)
    for cells, (house, numbers) in zip(
        (cells for cells, _ in almost_locked_sets(position).sets),
        almost_locked_sets(position).hodoku_order,
        strict=True,
    ):
        within = [h.number for h in position.layout.houses if not cells & ~h.cells]
        assert (house, numbers) == (min(within), tuple(bits(cells)))
