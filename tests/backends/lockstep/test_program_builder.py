"""Lanes for every constraint: each filter against brute force, and what has no filter."""

from __future__ import annotations

import random
from collections.abc import Callable
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
Make = Callable[[random.Random, list[str]], Constraint]


def _sum(draw: random.Random, names: list[str]) -> Constraint:
    return Linear.sum(names, "==", draw.randint(len(names), 5 * len(names)))


def _weighted(draw: random.Random, names: list[str]) -> Constraint:
    weights = [draw.choice((-3, -2, -1, 1, 1, 2)) for _ in names]
    middle = sum(3 * weight for weight in weights)
    op = draw.choice(("==", "==", "!=", "<=", ">="))
    return Linear(tuple(names), tuple(weights), op, middle + draw.randint(-3, 3))


def _table(draw: random.Random, names: list[str]) -> Constraint:
    rows = {tuple(draw.randint(1, 6) for _ in names) for _ in range(draw.randint(0, 40))}
    return Table(tuple(names), frozenset(rows))


def _automaton(draw: random.Random, names: list[str]) -> Constraint:
    arcs = {(s, v): draw.randrange(4) for s in range(4) for v in range(1, 7) if draw.random() < 0.5}
    return Regular(tuple(names), Automaton(0, {draw.randrange(4), 0}, arcs))


def _count(draw: random.Random, names: list[str]) -> Constraint:
    number = names[-1] if draw.random() < 0.5 else draw.randint(0, 3)
    counted = [draw.choice(names) for _ in range(4)]
    values = draw.sample(range(1, 7), 2)
    return Count(tuple(counted), frozenset(values), draw.choice(("==", "!=", "<=", ">=")), number)


def _choice(draw: random.Random, names: list[str]) -> Constraint:
    """Groups of all the others, over the same and over other variables, sometimes within others."""

    def group(depth: int) -> tuple[Constraint, ...]:
        makes = [_sum, _weighted, _table, _automaton, _count]
        of = draw.sample(NAMES, draw.randint(1, 4))
        parts = [draw.choice(makes)(draw, of) for _ in range(draw.randint(1, 2))]
        if draw.random() < 0.3 and len(of) > 1:
            parts.append(AllDifferent(tuple(of)))
        if depth and draw.random() < 0.2:
            parts.append(AnyOf((group(0), group(0))))
        return tuple(parts)

    return AnyOf(tuple(group(1) for _ in range(draw.randint(1, 4))))


def _model(draw: random.Random, make: Make, rules: int) -> Model:
    domains = {name: draw.sample(range(1, 7), draw.randint(2, 6)) for name in NAMES}
    constraints: list[Constraint] = [AllDifferent(tuple(draw.sample(NAMES, 3)))]
    for _ in range(rules):
        constraints.append(make(draw, draw.sample(NAMES, draw.randint(2, 4))))
    return Model(domains, constraints)


@pytest.mark.slow(0.1)
@pytest.mark.parametrize("make", [_sum, _weighted, _table, _automaton, _count, _choice])
def test_solutions_are_those_of_brute_force(make):
    draw = random.Random(make.__name__)
    several = 0
    for _ in range(60):
        model = _model(draw, make, draw.randint(1, 3))
        solutions = [
            tuple(each[name] for name in NAMES) for each in nonet.iter_solutions(model, "lockstep")
        ]
        assert len(set(solutions)) == len(solutions)
        assert set(solutions) == brute_force(model)
        several += len(solutions) > 1
    assert several > 5  # the question was not an empty one


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


@pytest.mark.parametrize("far", [10**3, 10**15])  # what is between is compiled for units
def test_large_weights_have_wider_lanes(far):
    model = Model(
        {name: range(1, 5) for name in "abc"},
        [Linear(("a", "b", "c"), (far, far + 1, -1), "==", 5 * far + 1)],
    )
    solutions = {
        tuple(each[name] for name in "abc") for each in nonet.iter_solutions(model, "lockstep")
    }
    assert solutions == brute_force(model)
    assert solutions


def test_sums_beyond_32_and_64_bits_are_right_or_declined():
    """Whatever the weights and the constant come to, also within a choice."""
    draw, answered, declined = random.Random(32), 0, 0
    for _ in range(150):
        large = 2 ** draw.choice((30, 31, 32, 33, 48, 59, 62, 63, 64, 80))
        some = (large, -large, large + 1, large // 3)
        weights = [draw.choice(some), *draw.choices((1, -1, 3, *some), k=2)]
        values = {name: draw.sample(range(-3, 6), draw.randint(2, 4)) for name in "abc"}
        picked = [draw.choice(values[name]) for name in "abc"]
        constant = sum(weight * value for weight, value in zip(weights, picked, strict=True))
        constant += draw.choice((0, 0, 0, 1, -1, large, 2**32, -(2**32)))
        linear = Linear(
            tuple("abc"), tuple(weights), draw.choice(("==", "<=", ">=", "!=")), constant
        )
        other = Linear(tuple("abc"), tuple(weights), "==", -constant)
        model = Model(values, [draw.choice((linear, AnyOf(((linear,), (other,)))))])
        try:
            solutions = list(nonet.iter_solutions(model, "lockstep"))
        except Unsupported as error:
            assert "adds up in 64 bits" in str(error)
            declined += 1
        else:
            assert {tuple(each[name] for name in "abc") for each in solutions} == brute_force(model)
            answered += bool(solutions)
    assert answered > 30
    assert declined > 30


def test_what_has_no_room_is_declined_with_the_way_out():
    huge = Model(
        {"a": [1, 2], "b": [1, 2], "c": [1, 2]},
        [Linear(("a", "b", "c"), (10**18, 1, 1), "<=", 3 * 10**18)],
    )
    with pytest.raises(Unsupported, match="use another backend, such as native or cpsat"):
        nonet.solve(huge, "lockstep")
    wide = Model({"a": [0, 10**6], "b": [0, 1]}, [Linear.sum(("a", "b"), "==", 1)])
    with pytest.raises(Unsupported, match="64 values a cell at most"):
        nonet.solve(wide, "lockstep")


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


def _circles(draw: random.Random, cells: tuple[str, ...], values: range) -> CountFamily:
    """Values of which each is in some cells as often as drawn, or in none where that may be."""
    pairs = tuple((value, draw.choice((value, value, draw.randint(1, 3)))) for value in values)
    return CountFamily(cells, pairs, frozenset(v for v in values if draw.random() < 0.3))


@pytest.mark.parametrize("number", range(4))
def test_values_that_occur_so_often_or_never_have_the_solutions_of_brute_force(number):
    draw = random.Random(f"occurrences {number}")
    names = tuple("abcdef")
    several = 0
    for _ in range(25):
        values = range(1, draw.randint(3, 5))
        domains = {name: draw.sample(range(1, 5), draw.randint(2, 4)) for name in names}
        others = [AllDifferent(tuple(draw.sample(names, 2)))] if draw.random() < 0.5 else []
        cells = names[: draw.randint(5, 6)]
        circles = _circles(draw, cells, values)
        model = Model(domains, [circles, *others])
        packing = ProgramBuilder(model.structure)
        assert packing.records.occurrences and not packing.disjunctions.choices
        solutions = [tuple(s.values()) for s in nonet.iter_solutions(model, "lockstep")]
        assert len(set(solutions)) == len(solutions)
        assert set(solutions) == brute_force(model)
        several += len(solutions) > 1
    assert several > 3


def test_circles_of_a_grid_take_what_no_solution_has_and_no_less_than_native():
    draw = random.Random("circles of a grid")
    grid = nonet.Grid.square(4)
    stronger = 0
    for _ in range(30):
        circled = sorted(draw.sample(grid.cells, draw.choice((6, 7, 10))))
        try:
            rule = nonet.make_rule("counting-circles", cells=circled)
            puzzle = nonet.Puzzle(grid).with_rules(rule)
            model = puzzle.model()
        except nonet.errors.PuzzleError:
            continue
        solutions = list(nonet.iter_solutions(model, "native", limit=None))
        run = nonet.solve(model, "lockstep", limit=None)
        assert {tuple(s.values()) for s in run.solutions} == {tuple(s.values()) for s in solutions}
        native = nonet.solve(model, "native", limit=None)
        stronger += run.stats["guesses"] < native.stats["guesses"]
    assert stronger > 5


def test_where_every_house_is_needed_a_value_is_nowhere_else():
    """Of four rows all have their 4 in a circle, so it leaves the cells without one."""
    grid = nonet.Grid.square(4)
    circles = tuple(f"R{row}C{column}" for row in range(1, 5) for column in (1, 2))
    four = [Count(circles, {value}, "==", number) for value, number in ((4, 4), (3, 0 + 1))]
    model = nonet.Puzzle(grid).model()
    model = Model(model.domains, [*model.constraints, *four])
    for line in nonet.iter_solutions(model, "lockstep"):
        assert all(line[cell] != 4 for cell in grid.cells if cell not in circles)


def test_the_45_rule_is_given_to_the_kernel():
    names = tuple("abcdefgh")
    units = [AllDifferent(names[:4]), AllDifferent(names[4:])]
    cage = Linear.sum(("a", "b", "e"), "==", 7)
    model = Model({x: range(1, 5) for x in names}, [*units, AllDifferent(("a", "b", "e")), cage])
    packing = ProgramBuilder(model.structure)
    # what the cage leaves of the first unit, less what it reaches
    assert len(packing.program().records.bounds) > 0
    assert (
        nonet.count_solutions(model, "lockstep").number
        == nonet.count_solutions(model, "native").number
        == 72
    )


def test_a_killer_in_a_table_of_puzzles():
    rows = np.zeros((3, 16), np.uint8)
    rows[0] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 0, 0]
    rows[1, 0] = 1
    rows[2, :2] = 1
    for total in (6, 8):
        rule = nonet.make_rule("killer", cells=("R1C1", "R2C1", "R2C2"), sum=total)
        answers = nonet.verify_many(rows, rules=[rule], backend="lockstep")
        by_sat = nonet.verify_many(rows, rules=[rule], backend="sat")
        assert answers.counts.tolist() == by_sat.counts.tolist()
        assert answers.counts.tolist()[2] == 0


def test_answers_do_not_depend_on_what_was_answered_before():
    """Failures are counted anew for each run, though its memory is used again."""
    names = [f"x{i}" for i in range(6)]
    rules = [
        AllDifferent(tuple(names)),
        *(Linear((a, b), (1, 1), "!=", 7) for a, b in combinations(names, 2)),
    ]
    kernel = kernel_for(Model({x: range(1, 7) for x in names}, rules).structure)
    rows = np.zeros((40, 6), np.uint8)
    rows[:, 0] = np.arange(40) % 6 + 1
    once = count_rows(kernel, rows, 1000, batch_size=5)
    repeated = count_rows(kernel, rows, 1000, batch_size=5)
    assert once.counts.tolist() == repeated.counts.tolist()
    assert once.solutions.tolist() == repeated.solutions.tolist()
    assert once.guesses.tolist() == repeated.guesses.tolist()


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
