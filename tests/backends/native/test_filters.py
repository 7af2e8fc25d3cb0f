"""The consistency a filter claims is the consistency it reaches, judged by brute force."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonet
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, engine_inputs, filter_factory
from nonet.backends.native.filters.cage import Cage
from nonet.backends.native.filters.linear import ReachableSums
from nonet.model import AllDifferent, Element, Linear, Model
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Cumulative, Precedence
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    all_differents,
    any_ofs,
    counts,
    domains,
    elements,
    linears,
    regulars,
    tables,
)


def filtered(model: Model, levels: Levels) -> dict[str, set[int]] | None:
    """The domains at the fixed point; ``None`` on failure."""
    engine = Engine(model.structure, filter_factory(levels))
    engine.reset(model.narrowed)
    if not engine.propagate():
        return None
    return {name: set(engine.domain(x)) for x, name in enumerate(engine.names)}


def supported(model: Model) -> dict[str, set[int]] | None:
    """What generalised arc consistency on a model of one constraint leaves: brute force."""
    solutions = brute_force(model)
    if not solutions:
        return None
    return {name: {solution[i] for solution in solutions} for i, name in enumerate(model.variables)}


@st.composite
def of_one_constraint(draw, kind) -> Model:
    declared = draw(domains())
    return Model(declared, [draw(kind(list(declared)))])


@given(model=of_one_constraint(all_differents))
@settings(deadline=None)
def test_alldifferent_at_gac_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels(alldifferent="gac")) == supported(model)


@given(model=of_one_constraint(linears))
@settings(deadline=None)
def test_linear_at_gac_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels(linear="gac")) == supported(model)


@given(model=of_one_constraint(tables))
@settings(deadline=None)
def test_table_keeps_exactly_the_supported_values(model):
    assume(len(set(model.constraints[0].scope)) == len(model.constraints[0].scope))
    assert filtered(model, Levels()) == supported(model)


@given(model=of_one_constraint(regulars))
@settings(deadline=None)
def test_regular_keeps_exactly_the_supported_values(model):
    assume(len(set(model.constraints[0].scope)) == len(model.constraints[0].scope))
    assert filtered(model, Levels()) == supported(model)


@st.composite
def precedences(draw, names):
    """Value precedence over different variables, some of them shifted."""
    of = [Variable(name) + draw(st.integers(-1, 1)) for name in draw(st.permutations(names))]
    return Precedence(of, draw(st.lists(st.integers(0, 3), min_size=1, unique=True)))


@st.composite
def cumulatives(draw, names):
    """Tasks whose starts may be one variable; some are optional, the capacity may vary."""
    some, small = st.sampled_from(names).map(Variable), st.integers(0, 3)
    starts = draw(st.lists(some | st.tuples(some, small).map(sum), min_size=1, max_size=4))
    numbers = [draw(st.lists(small, min_size=len(starts), max_size=len(starts))) for _ in range(2)]
    present = draw(st.just(()) | st.lists(some | small, min_size=len(starts), max_size=len(starts)))
    return Cumulative(starts, *numbers, draw(some | st.integers(-1, 4)), present)


@given(model=of_one_constraint(precedences))
@settings(deadline=None)
def test_precedence_over_different_variables_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels()) == supported(model)


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("learning", ["none", "1uip"])
@given(model=of_one_constraint(cumulatives))
@settings(deadline=None)
def test_a_search_by_time_tables_has_all_solutions_and_no_other(learning, model):
    run = nonet.solve(model, f"native:learning={learning}", limit=None)
    assert sorted(tuple(each.values()) for each in run.solutions) == sorted(brute_force(model))


def test_a_time_table_keeps_a_task_off_the_compulsory_parts_of_others():
    """The first run from 2 to 4 and need 2 of 3: nothing else that needs 2 may run then."""
    a, b, c = map(Variable, "abc")
    model = Model(
        {"a": range(3), "b": range(6), "c": range(6)},
        [Cumulative([a, b, c], [4, 2, 2], [2, 2, 1], 3)],
    )
    remaining = filtered(model, Levels())
    assert remaining == {"a": {0, 1, 2}, "b": {0, 4, 5}, "c": set(range(6))}


@st.composite
def elements_over_different_variables(draw) -> Model:
    declared = draw(domains().filter(lambda drawn: len(drawn) > 2))
    *array, index, value = draw(st.permutations(list(declared)))
    return Model(declared, [Element(tuple(array), index, value, draw(st.integers(-1, 1)))])


@given(model=elements_over_different_variables())
@settings(deadline=None)
def test_element_over_different_variables_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels()) == supported(model)


@pytest.mark.slow(0.05)
@pytest.mark.parametrize(
    "kind", [all_differents, linears, tables, regulars, counts, elements, any_ofs, cumulatives]
)
@given(data=st.data(), alldifferent=st.sampled_from(["naked", "hidden", "gac"]),
       linear=st.sampled_from(["bounds", "gac"]))  # fmt: skip
def test_no_filter_removes_a_supported_value_at_any_level(kind, data, alldifferent, linear):
    model = data.draw(of_one_constraint(kind))
    remaining, needed = filtered(model, Levels(alldifferent, linear)), supported(model)
    if needed is not None:
        assert remaining is not None
        assert all(needed[name] <= remaining[name] for name in needed)


EXACT = Levels(alldifferent="gac", linear="gac")


@pytest.mark.slow(0.2)
@pytest.mark.parametrize(
    "models",
    [
        of_one_constraint(all_differents),
        of_one_constraint(linears),
        of_one_constraint(tables),
        of_one_constraint(regulars),
        elements_over_different_variables(),
        of_one_constraint(precedences),
    ],
    ids=["AllDifferent", "Linear", "Table", "Regular", "Element", "Precedence"],
)
@given(data=st.data())
def test_at_every_node_of_a_search_exactly_the_supported_values_are_kept(models, data):
    """What a filter keeps from one call to the next must be right after guesses and steps back."""
    model = data.draw(models)
    scope = model.constraints[0].scope
    assume(len(set(scope)) == len(scope))
    engine, solutions = Engine(model.structure, filter_factory(EXACT)), brute_force(model)
    guess = data.draw(st.randoms(use_true_random=False))
    nodes_left = 60  # nodes

    def remaining_solutions():
        """The solutions in the present domains."""
        now = [set(engine.domain(x)) for x in range(len(engine.names))]
        return [s for s in solutions if all(v in d for v, d in zip(s, now, strict=True))]

    def visit_node():
        nonlocal nodes_left
        nodes_left -= 1
        known = remaining_solutions()
        assert engine.propagate() == bool(known)
        if not known:
            return
        now = [set(engine.domain(x)) for x in range(len(engine.names))]
        assert now == [set(values) for values in zip(*known, strict=True)]
        open_ = [x for x, mask in enumerate(engine.masks) if mask & (mask - 1)]
        if open_:
            x = guess.choice(open_)
            places = [
                1 << i for i in range(engine.masks[x].bit_length()) if engine.masks[x] >> i & 1
            ]
            for bit in guess.sample(places, len(places)):
                if nodes_left > 0:
                    mark = engine.mark()
                    engine.assign(x, bit)
                    visit_node()
                    engine.undo(mark)

    engine.reset(model.narrowed)
    visit_node()


@given(model=of_one_constraint(linears))
@settings(deadline=None)
def test_linear_at_bounds_keeps_bounds_that_the_rational_relaxation_supports(model):
    constraint = model.constraints[0]
    assume(constraint.op != "!=" and len(constraint.scope) > 1)
    remaining = filtered(model, Levels(linear="bounds"))
    if remaining is None:
        return
    terms = dict(zip(constraint.scope, constraint.coefficients, strict=True))
    for name, own in terms.items():
        for value in (min(remaining[name]), max(remaining[name])):
            ends = [
                (c * min(remaining[n]), c * max(remaining[n]))
                for n, c in terms.items()
                if n != name
            ]
            least = own * value + sum(min(pair) for pair in ends)
            most = own * value + sum(max(pair) for pair in ends)
            if constraint.op in ("==", "<="):
                assert least <= constraint.constant
            if constraint.op in ("==", ">="):
                assert most >= constraint.constant


def test_hidden_singles_see_what_naked_singles_do_not():
    unit = AllDifferent(("a", "b", "c"))
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3]}, [unit])
    assert filtered(model, Levels("naked"))["c"] == {1, 2, 3}
    assert filtered(model, Levels("hidden"))["c"] == {3}


def test_matching_sees_a_naked_pair_that_hidden_singles_do_not():
    unit = AllDifferent(("a", "b", "c", "d"))
    model = Model({"a": [1, 2], "b": [1, 2], "c": [1, 2, 3, 4], "d": [2, 3, 4]}, [unit])
    assert filtered(model, Levels("hidden"))["d"] == {2, 3, 4}
    assert filtered(model, Levels("gac"))["d"] == {3, 4}


def test_sums_see_parity_that_bounds_do_not():
    model = Model({"a": [0, 2, 4], "b": [1, 2, 3, 4, 5]}, [Linear.sum(("a", "b"), "==", 5)])
    assert filtered(model, Levels(linear="bounds"))["b"] == {1, 2, 3, 4, 5}
    assert filtered(model, Levels(linear="gac"))["b"] == {1, 3, 5}


def test_a_wide_sum_is_filtered_without_writing_out_its_sums():
    big = 10**9
    model = Model(
        {"a": range(10), "b": range(10)}, [Linear(("a", "b"), (big, -big), "==", 3 * big)]
    )
    remaining = filtered(model, Levels())
    assert remaining == {"a": set(range(3, 10)), "b": set(range(7))}


@given(data=st.data())
def test_undoing_gives_back_the_domains_before(data):
    model = data.draw(of_one_constraint(all_differents))
    engine = Engine(model.structure, filter_factory())
    if not engine.propagate():
        return
    before, mark = list(engine.masks), engine.mark()
    for x, value in product(range(len(engine.names)), range(9)):
        if engine.masks[x] >> value & 1 and engine.masks[x] & (engine.masks[x] - 1):
            engine.assign(x, 1 << value)
            engine.propagate()
            engine.undo(mark)
            assert engine.masks == before


def test_bounds_of_a_sum_are_looked_at_when_a_bound_goes_and_not_else():
    model = Model(dict.fromkeys("abc", range(1, 6)), [Linear.sum(("a", "b", "c"), "<=", 9)])
    engine = Engine(model.structure, filter_factory())
    assert engine.propagate()
    (linear_filter,) = engine.filters
    runs = engine.filterings

    def runs_after_removal(value):
        """How often filters ran because this value of ``a`` went."""
        before = engine.filterings
        engine.set(0, engine.masks[0] & ~(1 << value - engine.bases[0]), linear_filter, ())
        assert engine.propagate()
        return engine.filterings - before

    assert runs == 1
    assert [
        runs_after_removal(3),
        runs_after_removal(1),
        runs_after_removal(4),
        runs_after_removal(5),
    ] == [0, 1, 0, 1]
    assert list(engine.domain(0)) == [2]
    assert list(engine.domain(1)) == [1, 2, 3, 4, 5], "2 + 5 + 1 is at most 9"


@given(st.data())
def test_a_cage_keeps_what_is_in_a_solution_of_the_sum_and_the_difference(data):
    names = "abcd"[: data.draw(st.integers(2, 4))]
    domain = st.sets(st.integers(-2, 4), min_size=1, max_size=5)
    full = {name: data.draw(domain) for name in names}
    total = data.draw(st.integers(-3, 12))
    cage = [AllDifferent(tuple(names)), Linear.sum(tuple(names), "==", total)]
    model = Model(full, cage)
    expected = supported(model)
    structure, make = engine_inputs(model.structure, Levels(alldifferent="naked"))
    engine = Engine(structure, make)
    engine.reset({})
    if not engine.propagate():
        assert expected is None
    else:
        assert {name: set(engine.domain(x)) for x, name in enumerate(engine.names)} == expected


def test_a_cage_of_too_many_combinations_is_a_sum():
    names = tuple(f"x{i}" for i in range(20))
    model = Model(dict.fromkeys(names, range(60)), [AllDifferent(names)])
    model = model.add(Linear.sum(names, "==", 190))
    structure, make = engine_inputs(model.structure, Levels())
    engine = Engine(structure, make)
    assert not any(isinstance(each, Cage) for each in engine.filters)
    assert any(isinstance(each, ReachableSums) for each in engine.filters)
