"""Constraints as the records that filters of lanes read."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

import numpy as np
import pytest

import nonet
from nonet import AllDifferent, Model
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lockstep.layouts.layered_graphs import LayeredGraph
from nonet.backends.lockstep.layouts.records import (
    RELATIONS_RECORD_SIZE,
    pack_bounded_sum,
    pack_count,
    pack_sum,
)
from nonet.backends.lockstep.program_builder import ProgramBuilder
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.errors import Unsupported
from nonet.model import (
    AnyOf,
    Automaton,
    Constraint,
    Count,
    CountFamily,
    EqualSums,
    Linear,
    Regular,
    Table,
)
from nonet.testing.brute import brute_force
from tests.cases import as_one_test

NAMES = ("a", "b", "c", "d", "e")


def test_equal_sums_encoded_together_have_the_solutions_of_brute_force():
    draw = random.Random("equal sums")
    together = several = 0
    for _ in range(100):
        names = [*NAMES, "f"]
        domains = {name: draw.sample(range(-1, 6), draw.randint(2, 5)) for name in names}
        cuts = sorted(draw.sample(range(1, 6), draw.randint(1, 3)))
        shuffled = draw.sample(names, 6)
        groups = [shuffled[i:j] for i, j in zip([0, *cuts], [*cuts, 6], strict=True)]
        if draw.random() < 0.2:
            groups[0] = [*groups[0], groups[1][0]]
        sums = EqualSums(tuple(map(tuple, groups)))
        model = Model(domains, [AllDifferent(tuple(draw.sample(NAMES, 3))), sums])
        packing = ProgramBuilder(model.structure)
        solutions = {
            tuple(each[name] for name in domains)
            for each in nonet.iter_solutions(model, "lockstep")
        }
        assert solutions == brute_force(model)
        together += len(groups) > 2 and bool(packing.records.bounds)
        several += len(solutions) > 1
    assert together > 20
    assert several > 20


def test_equal_sums_encoded_together_leave_what_bounds_of_each_two_do():
    """The least of the first sum reaches the third, as if these two were compared."""
    names = tuple("abcdef")
    first, second, third = names[:2], names[2:4], names[4:]

    sums = EqualSums((first, second, third))
    domains = {**dict.fromkeys(names, range(1, 10)), "a": [8, 9], "b": [8, 9]}
    model = Model(domains, [sums])
    counted = count_rows(kernel_for(model.structure), np.zeros((1, len(names)), np.uint8), 10**6)
    assert counted.counts[0] == len(brute_force(model))
    model = Model({**domains, "e": [1, 2, 3, 4, 5]}, [sums])
    counted = count_rows(kernel_for(model.structure), np.zeros((1, len(names)), np.uint8), 2)
    assert counted.counts[0] == counted.guesses[0] == 0


def test_a_cage_is_packed_with_its_sets_and_the_cells_that_see_it():
    names = tuple("abcd")
    cage = Linear.sum(tuple("abc"), "==", 6)
    packing = ProgramBuilder(
        Model({x: range(1, 5) for x in names}, [AllDifferent(names), cage]).structure
    )
    assert packing.program().records.sums.tolist()[:8] == pack_sum([0, 1, 2], [0b111], [3])[:8]


def test_cells_that_differ_are_bounded_together():
    apart = Model(
        {x: range(1, 10) for x in "abcd"},
        [AllDifferent(("a", "b", "c")), Linear(tuple("abcd"), (1, 1, 1, 1), "<=", 7)],
    )
    packing = ProgramBuilder(apart.structure)
    assert packing.records.bounds == pack_bounded_sum([(1, [0, 1, 2]), (1, [3])], "<=", 3)
    assert all(s["d"] == 1 for s in nonet.iter_solutions(apart, "lockstep"))


def test_a_table_shares_what_is_alike():
    rows = {(x, y, z) for x in range(4) for y in range(4) for z in range(4) if (x + y + z) % 2 == 0}
    graph = LayeredGraph.from_tuples(rows)
    assert graph.nodes == 1 + 2 + 2 + 1
    assert len(graph.arcs) == 2 + 4 + 2


def test_relations_of_one_kind_share_their_matrix():
    rising = [Linear((a, b), (1, -1), "<=", -1) for a, b in combinations("abcd", 2)]
    packing = ProgramBuilder(Model({x: range(1, 10) for x in "abcd"}, rising).structure)
    assert len(packing.records.relations) == 6 * RELATIONS_RECORD_SIZE
    assert len(packing.records.matrices.masks) == 2 * 9


def test_a_count_knows_where_its_number_is():
    count = Count(("a", "b"), {1, 3}, "==", "n")
    packing = ProgramBuilder(Model({"a": [1, 2, 3], "b": [1, 2], "n": [1, 2]}, [count]).structure)
    assert packing.records.counts == pack_count([0, 1], 0b101, "==", 2, 1)


@pytest.mark.parametrize(
    ("occurrences", "together"),
    [([(1, 2)], False), ([(1, 2), (2, 2)], True), ([(1, 2), (2, 0)], False)],
)
def test_values_that_occur_so_often_are_encoded_together(occurrences, together):
    names = tuple("abcdef")
    family = CountFamily(names, occurrences, frozenset({1}))
    model = Model(dict.fromkeys(names, range(1, 4)), [family])
    packing = ProgramBuilder(model.structure)
    assert bool(packing.records.occurrences) == together
    assert bool(packing.records.counts) != together  # one by one
    solutions = [tuple(each.values()) for each in nonet.iter_solutions(model, "lockstep")]
    assert sorted(solutions) == sorted(brute_force(model))


def test_a_choice_leaves_what_some_group_allows():
    names = tuple("abc")
    rising = tuple(Linear((x, y), (1, -1), "==", -1) for x, y in pairwise(names))
    falling = tuple(Linear((x, y), (1, -1), "==", 1) for x, y in pairwise(names))
    model = Model(dict.fromkeys(names, range(1, 6)), [AnyOf((rising, falling))])
    outcome = nonet.solve(model.narrow({"a": [3]}), "lockstep", limit=None)
    assert {s["c"] for s in outcome.solutions} == {1, 5}
    assert outcome.stats["guesses"] == 1  # of 5 * 5 that b and c could be


def test_a_run_of_cells_that_differ_is_encoded_by_its_sets():
    cells = NAMES[:3]
    runs = [frozenset((value,) for value in range(low, low + 3)) for low in range(1, 5)]
    run = AnyOf(tuple(tuple(Table((cell,), each) for cell in cells) for each in runs))
    domains = dict.fromkeys(NAMES, range(1, 7))
    apart = ProgramBuilder(Model(domains, [AllDifferent(cells), run]).structure)
    records = apart.program().records.sums.tolist()
    assert records == [3, 4, 0, 0, 1, 2, 0b111, 0b1110, 0b11100, 0b111000]
    assert not apart.disjunctions.choices
    alike = ProgramBuilder(
        Model(domains, [run]).structure
    )  # may be equal: so no value must be there
    assert alike.disjunctions.choices and not len(alike.program().records.sums)
    for constraints in ([AllDifferent(cells), run], [run]):
        model = Model(domains, [*constraints, Linear.sum(NAMES, "==", 14)])
        solutions = [tuple(each.values()) for each in nonet.iter_solutions(model, "lockstep")]
        assert sorted(solutions) == sorted(brute_force(model))


def test_a_choice_without_a_group_that_can_be_has_no_solution():
    never = tuple((Linear.sum(("a", "b", "c"), "==", total),) for total in (1, 2, 99))
    model = Model(dict.fromkeys("abc", range(1, 6)), [AnyOf(never)])
    assert nonet.verify(model, "lockstep").uniqueness.value == "none"


def test_a_choice_of_too_many_cells_is_declined_with_the_way_out():
    names = [f"x{i}" for i in range(100)]
    groups = tuple((Linear.sum(tuple(names), "==", total),) for total in range(300))
    model = Model(dict.fromkeys(names, range(1, 4)), [AnyOf(groups)])
    with pytest.raises(Unsupported, match=r"over 20,000 cells .*use another backend"):
        nonet.solve(model, "lockstep")


@as_one_test(range(12))
def test_an_automaton_that_ignores_order_is_encoded_by_its_sets(number):
    """Sums modulo something, read in any order; one transition less, and the order may count."""
    draw = random.Random(number)
    modulus, length = draw.randint(2, 5), draw.randint(3, 4)
    weight = {value: draw.randrange(modulus) for value in range(1, 7)}
    arcs = [(s, v, (s + weight[v]) % modulus) for s in range(modulus) for v in weight]
    names = tuple("abcd"[:length])
    for some in (arcs, [arc for arc in arcs if arc[:2] != (0, number % 6 + 1)]):
        automaton = Automaton(0, draw.sample(range(modulus), 1), some)
        constraints = [AllDifferent(names), Regular(names, automaton)]
        model = Model(dict.fromkeys(names, range(1, 7)), constraints)
        records = kernel_for(model.structure).geometry.records
        if some is arcs:
            assert len(records.sums)
            assert not len(records.layers)
        for _ in range(4):
            clues = {name: draw.sample(range(1, 7), draw.randint(2, 5)) for name in names}
            narrowed = model.narrow(clues)
            solutions = {
                tuple(each[n] for n in names) for each in nonet.iter_solutions(narrowed, "lockstep")
            }
            assert solutions == brute_force(narrowed)


@as_one_test(range(12))
def test_a_choice_of_two_cells_allows_the_pairs_for_which_it_holds(number):
    chance = random.Random(number)
    kinds = [
        lambda a, b: Linear((a, b), (chance.choice((1, 2)), -1), chance.choice(("<=", "==")), 1),
        lambda a, b: Table((a, b), {(chance.randint(2, 6), chance.randint(2, 6)) for _ in "1234"}),
        lambda a, b: Table((a,), {(chance.randint(2, 6),), (4,)}),
        lambda a, b: Linear((b,), (1,), ">=", chance.randint(3, 5)),
        lambda a, b: AllDifferent((a, b)),
        lambda a, b: Count((a, b), {3, 5}, "==", 1),
        lambda a, b: Table((a, a, b), {(3, 3, 5), (5, 5, 2), (4, 3, 2)}),
        lambda a, b: Table((a, a), {(3, 3), (5, 5), (4, 2)}),
    ]
    for _ in range(20):
        groups = tuple(
            tuple(
                kind(*chance.sample("xy", 2)) for kind in chance.sample(kinds, chance.randint(1, 3))
            )
            for _ in range(chance.randint(2, 3))
        )
        either = AnyOf(groups)
        if len(either.scope) == 2:
            names = either.scope
            model = Model(dict.fromkeys(names, range(2, 7)), [either])
            solutions = [tuple(each.values()) for each in nonet.iter_solutions(model, "lockstep")]
            assert sorted(solutions) == [
                pair
                for pair in product(range(2, 7), repeat=2)
                if either.holds(dict(zip(names, pair, strict=True)))
            ]


def relation(draw: random.Random) -> set[tuple[int, int]]:
    chance = draw.choice((0.3, 0.5, 0.8))
    return {pair for pair in product(range(4), repeat=2) if draw.random() < chance}


@as_one_test(range(40))
def test_relations_that_share_cells_lose_no_solution(number):
    """Relations, automata and cells that differ, so that many triangles have two kinds of sides."""
    draw = random.Random(number)
    names = ("a", "b", "c", "d", "e")
    constraints: list[Constraint] = [
        Table(pair, {(x + 1, y + 1) for x, y in relation(draw)} | {(1, 2), (2, 3)})
        for pair in combinations(draw.sample(names, 5), 2)
        if draw.random() < 0.4
    ]
    arcs = [
        (state, value, draw.randrange(3))
        for state, value in product(range(3), range(1, 5))
        if draw.random() < 0.8
    ]
    constraints.append(Regular(tuple(draw.sample(names, 4)), Automaton(0, {0, 1, 2}, arcs)))
    constraints += [Linear(pair, (1, -1), "<=", 1) for pair in pairwise(draw.sample(names, 3))]
    constraints.append(AllDifferent(tuple(draw.sample(names, 3))))
    model = Model(dict.fromkeys(names, range(1, 5)), constraints)
    solutions = nonet.iter_solutions(model, "lockstep")
    assert {tuple(each[name] for name in names) for each in solutions} == brute_force(model)


def test_a_choice_whose_inner_choices_multiply_is_refused_at_once():
    names = tuple(f"x{k}" for k in range(40))
    inner = tuple(
        AnyOf(((Linear.sum(pair, "==", 3),), (Linear.sum(pair, "==", 6),)))
        for pair in pairwise(names)
    )
    choice = AnyOf((inner, (Linear.sum(names, "<=", 41),)))
    model = Model(dict.fromkeys(names, (1, 2, 3)), [choice])
    with pytest.raises(Unsupported, match="over 20,000 groups"):
        nonet.solve(model, "lockstep")
    assert nonet.solve(model).status.value == "sat"
