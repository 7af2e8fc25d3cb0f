"""Cells of which each two are related, told together: brute force judges what they tell."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep import relation_cliques
from nonet.backends.lockstep.kernel import kernel_for
from nonet.model import Automaton, Linear, Regular, Table
from nonet.testing.brute import brute_force
from tests.cases import as_one_test

SIZE = 4
VALUES = range(1, SIZE + 1)


def relation(draw: random.Random) -> set[tuple[int, int]]:
    chance = draw.choice((0.3, 0.5, 0.8))
    return {pair for pair in product(range(SIZE), repeat=2) if draw.random() < chance}


@as_one_test(range(40))
def test_cliques_lose_no_solution(number):
    """Relations, automata and cells that differ, so that many triangles have two kinds of sides."""
    draw = random.Random(number)
    names = ("a", "b", "c", "d", "e")
    constraints: list[nonet.model.Constraint] = [
        Table(pair, {(x + 1, y + 1) for x, y in relation(draw)} | {(1, 2), (2, 3)})
        for pair in combinations(draw.sample(names, 5), 2)
        if draw.random() < 0.4
    ]
    arcs = [
        (state, value, draw.randrange(3))
        for state, value in product(range(3), VALUES)
        if draw.random() < 0.8
    ]
    constraints.append(Regular(tuple(draw.sample(names, 4)), Automaton(0, {0, 1, 2}, arcs)))
    constraints += [Linear(pair, (1, -1), "<=", 1) for pair in pairwise(draw.sample(names, 3))]
    constraints.append(AllDifferent(tuple(draw.sample(names, 3))))
    model = Model(dict.fromkeys(names, VALUES), constraints)
    solutions = nonet.iter_solutions(model, "lockstep")
    assert {tuple(each[name] for name in names) for each in solutions} == brute_force(model)


def test_a_ring_of_whispers_loses_all_but_three_values_without_a_guess():
    """Of 1 to 9, three that differ by at least 4 from each other are 1, 5 and 9."""
    apart = {(x, y) for x, y in product(range(1, 10), repeat=2) if abs(x - y) >= 4}
    ring = [Table(pair, apart) for pair in combinations("abc", 2)]
    model = Model(dict.fromkeys("abc", range(1, 10)), ring)
    assert len(nonet.solve(model, "lockstep", limit=9).solutions) == 6
    for values in ([2, 3, 4], [6, 7, 8]):
        outcome = nonet.solve(model.narrow({"b": values}), "lockstep")
        assert outcome.status is nonet.Status.UNSAT
        assert outcome.stats["guesses"] == 0


@as_one_test(range(20))
def test_sets_are_those_of_values_of_which_each_two_are_related(number):
    draw = random.Random(number)
    some = {pair for pair in combinations(range(6), 2) if draw.random() < 0.6}
    related = tuple(
        sum(1 << y for y in range(6) if (x, y) in some or (y, x) in some) for x in range(6)
    )
    for count in (2, 3, 4):
        expected = {
            sum(1 << value for value in chosen)
            for chosen in combinations(range(6), count)
            if some.issuperset(combinations(chosen, 2))
        }
        assert set(relation_cliques.related_sets(related, count)) == expected
    assert (
        relation_cliques.related_sets(tuple((1 << 12) - 1 ^ 1 << x for x in range(12)), 5) is None
    )


@pytest.mark.parametrize(
    ("rings", "expected"),
    [
        (("abc", "bcd"), [(3, 35), (3, 35)]),
        (("abcde",), [(5, 1)]),
        (("abcdefghijklmn",), [(14, 0)]),
    ],
)
def test_cells_related_alike_have_one_of_some_sets(rings, expected):
    """Of values that are not consecutive; fourteen cannot have them."""
    pairs = sorted({pair for ring in rings for pair in combinations(ring, 2)})
    apart = {(x, y) for x, y in product(range(9), repeat=2) if abs(x - y) >= 2}
    names = sorted({name for pair in pairs for name in pair})
    model = Model(dict.fromkeys(names, range(9)), [Table(pair, apart) for pair in pairs])
    records = kernel_for(model.structure).geometry.records
    sizes, at = [], 0
    while at < len(records.sums):
        count, sets, seeing = records.sums[at : at + 3].tolist()
        sizes.append((count, sets))
        at += 3 + count + sets + seeing
    assert sizes == expected
    assert not len(records.layers)


def test_cells_that_may_be_equal_have_no_sets_together():
    names = [f"x{i}" for i in range(12)]
    pairs = list(combinations(range(12), 2))
    near = {(x, y) for x, y in product(VALUES, repeat=2) if x != y or x == 1}
    tables = [Table((names[i], names[j]), near) for i, j in pairs]
    for some in (tables[:3], tables):
        model = Model(dict.fromkeys(names, VALUES), some)
        assert not len(kernel_for(model.structure).geometry.records.sums)
