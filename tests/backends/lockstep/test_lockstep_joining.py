"""Triangles of related cells, told together: brute force judges what they tell."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep import relation_cliques
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts.layered_graphs import LayeredGraph, transitions_by_state
from nonet.model import Automaton, Linear, Regular, Table
from nonet.testing.brute import brute_force
from tests.cases import as_one_test

SIZE = 4
VALUES = range(1, SIZE + 1)


def relation(draw: random.Random) -> set[tuple[int, int]]:
    chance = draw.choice((0.3, 0.5, 0.8))
    return {pair for pair in product(range(SIZE), repeat=2) if draw.random() < chance}


def masks(pairs: set[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(sum(1 << y for x, y in pairs if x == value) for value in range(SIZE))


def words(graph: LayeredGraph) -> set[tuple[int, ...]]:
    """All words that a graph of three layers tells, of values from 0."""
    node_by_word: dict[tuple[int, ...], int] = {(): 0}
    for layer in range(3):
        node_by_word = {
            (*word, value): target
            for word, node in node_by_word.items()
            for at, source, target, mask in graph.arcs
            if (at, source) == (layer, node)
            for value in range(SIZE)
            if mask >> value & 1
        }
    return set(node_by_word)


@as_one_test(range(60))
def test_a_triangle_tells_what_all_three_sides_allow_unless_two_say_it(number):
    draw = random.Random(number)
    near, far = relation(draw), relation(draw)
    chained = {(x, z) for (x, y), (u, z) in product(near, far) if y == u}
    outer = chained | relation(draw) if number % 3 == 0 else relation(draw)
    triples = {(x, y, z) for (x, y), (u, z) in product(near, far) if y == u and (x, z) in outer}
    graph = relation_cliques.triangle_graph((masks(near), masks(far), masks(outer)))
    if graph is not None:
        assert words(graph) == triples
        return
    cells = list(product(range(SIZE), repeat=3))
    assert triples in (
        {(x, y, z) for x, y, z in cells if (x, y) in near and (y, z) in far},
        {(x, y, z) for x, y, z in cells if (x, y) in near and (x, z) in outer},
        {(x, y, z) for x, y, z in cells if (y, z) in far and (x, z) in outer},
    )


def test_pairs_that_follow_from_two_sides_get_no_graph():
    less = masks({(x, y) for x, y in product(range(SIZE), repeat=2) if x < y})
    assert relation_cliques.triangle_graph((less, less, less)) is None
    far = masks({(x, y) for x, y in product(range(SIZE), repeat=2) if abs(x - y) >= 2})
    assert relation_cliques.triangle_graph((far, far, far)) is not None


@as_one_test(range(30))
def test_the_pairs_along_an_automaton_are_those_of_its_words(number):
    draw = random.Random(number)
    arcs = {
        (state, value): draw.randrange(3)
        for state, value in product(range(3), range(SIZE))
        if draw.random() < 0.7
    }
    moves = transitions_by_state((*read, after) for read, after in arcs.items())
    graph = LayeredGraph.from_transitions(moves, 0, {0, 1}, [(1 << SIZE) - 1] * 3)
    if graph.arcs:
        words_of_graph = words(graph)
        for place, forth in enumerate(graph.pairs):
            expected = masks({word[place : place + 2] for word in words_of_graph})
            assert forth == expected[: len(forth)] and not any(expected[len(forth) :])


@as_one_test(range(40))
def test_triangles_lose_no_solution(number):
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
    [(("abc", "bcd"), [(3, 35), (3, 35)]), (("abcde",), [(5, 1)]), (("abcdefghijklmn",), [])],
)
def test_cells_related_alike_have_one_of_some_sets(rings, expected):
    """Of values that are not consecutive; in a ring of fourteen are too many triangles."""
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


def test_too_many_triangles_are_left_to_their_sides():
    names = [f"x{i}" for i in range(12)]
    pairs = list(combinations(range(12), 2))
    near = {(x, y) for x, y in product(VALUES, repeat=2) if x != y or x == 1}
    tables = [Table((names[i], names[j]), near) for i, j in pairs]
    for some in (tables[:3], tables):
        model = Model(dict.fromkeys(names, VALUES), some)
        assert not len(kernel_for(model.structure).geometry.records.sums)
    ring = [each for each in tables if set(each.scope) <= set(names[:3])]
    model = Model(dict.fromkeys(names, VALUES), ring)
    assert len(kernel_for(model.structure).geometry.records.layers)
    model = Model(dict.fromkeys(names, VALUES), tables)
    assert not len(kernel_for(model.structure).geometry.records.layers)
