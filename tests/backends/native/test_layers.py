"""Layered graphs: the values on a path from the start to a good state, and the paths themselves."""

from itertools import product
from random import Random

import pytest

from nonet.backends.native.filters.layers import Layers, different_values, sets_without
from nonet.model.domain import bit_positions


def sums(masks, totals, width=4):
    """The graph of sums, and its paths by trying all combinations."""

    def moves(place, key):
        return [(1 << value, key, -1, value) for value in range(width)]

    graph = Layers(masks, 0, moves, lambda key: sum(1 << total for total in totals))
    rows = product(*map(bit_positions, masks))
    return graph, [tuple(1 << v for v in row) for row in rows if sum(row) in totals]


@pytest.mark.parametrize("number", range(30))
def test_paths_are_all_combinations_with_a_good_sum_in_order(number):
    random = Random(number)
    masks = tuple(random.randrange(1, 16) for _ in range(random.randint(1, 4)))
    totals = set(random.sample(range(10), random.randint(0, 3)))
    graph, expected = sums(masks, totals)
    assert list(graph.paths()) == expected
    assert list(graph.paths(greatest_first=True)) == expected[::-1]
    expected_masks = tuple(sum({path[n] for path in expected}) for n in range(len(masks)))
    assert graph.supported == (expected_masks if expected else None)


def test_keys_are_states_of_their_own():
    """Words over 1 and 2 without a 2 after a 1."""

    def moves(place, key):
        return [(0b01, "one", -1, 0), *([(0b10, key, -1, 0)] if key == "start" else [])]

    graph = Layers((0b11,) * 3, "start", moves, lambda key: int(key == "one"))
    assert sorted(graph.paths()) == sorted([(1, 1, 1), (2, 1, 1), (2, 2, 1)])
    assert graph.supported == (0b11, 0b11, 0b01)


def test_different_values_are_never_taken_twice():
    """An automaton that counts modulo 3, over values 0 to 3 that differ."""
    step = {state: {value: (state + value) % 3 for value in range(4)} for state in range(3)}
    moves = different_values(step)
    graph = Layers((0b1111,) * 3, 0, lambda place, key: moves[key], lambda key: -(key == 1))
    rows = product(range(4), repeat=3)
    expected = [row for row in rows if len({*row}) == 3 and sum(row) % 3 == 1]
    assert sorted(graph.paths()) == sorted(tuple(1 << v for v in row) for row in expected)


@pytest.mark.parametrize("width", range(5))
def test_sets_without_a_value_are_all_sets_that_lack_it(width):
    for value, sets in enumerate(sets_without(width)):
        assert [n for n in range(1 << width) if sets >> n & 1] == [
            n for n in range(1 << width) if not n >> value & 1
        ]
    assert len(sets_without(width)) == width
