"""Large domains, large numbers, deep nesting: right, and in time linear in their size."""

import copy
import pickle
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.errors import ModelError
from nonet.model import AnyOf, Domain, Linear, Model, Regular, Table, structurally_equal
from nonet.model.constraints.primitives import DEEPEST
from nonet.model.domain import MAX_RANGES, NARROW, WIDEST, bit_positions, mask_of
from nonet.model.json import model_from_json, model_to_json
from nonet.testing.strategies import large_numbers, models

wide_sets = st.frozensets(st.integers(-3 * NARROW, 3 * NARROW), max_size=40)


@given(first=wide_sets, second=wide_sets)
def test_wide_domains_are_sets_too(first, second):
    a, b = Domain.of(first), Domain.of(second)
    assert list(a) == sorted(first)
    assert len(a) == len(first)
    assert (set(a & b), set(a | b), set(a - b)) == (first & second, first | second, first - second)
    assert all((value in a) == (value in first) for value in range(-3 * NARROW, 3 * NARROW))
    if first:
        assert (min(a), a.highest) == (min(first), max(first))
    for end in (-400, -1, 0, 7, 400):
        assert set(a.at_most(end)) == {v for v in first if v <= end}
        assert set(a.at_least(end)) == {v for v in first if v >= end}
    runs = list(a.runs())
    assert {v for low, high in runs for v in range(low, high + 1)} == first
    assert all(high + 1 < low for (_, high), (low, _) in pairwise(runs))
    assert Domain.from_runs(reversed(runs)) == a
    assert (
        list(bit_positions(mask_of([v - min(first) for v in first], 1000)))
        == [v - min(first) for v in sorted(first)]
        if first
        else not a
    )


def test_a_large_domain_is_walked_in_one_pass():
    # bit by bit, a million values are a million masks of 125 kB: 125 GB to write, a minute's work
    million = Domain.range(10**12, 10**12 + 10**6 - 1)
    assert sum(1 for _ in million) == 10**6
    evens = Domain.of(range(0, 10**6, 2))
    assert len(evens) == 500_000 and Domain.of(list(evens)) == evens
    assert model_from_json(model_to_json(Model({"x": evens, "y": million}))).domains["x"] == evens


def test_domains_far_apart_have_nothing_in_common_and_cost_nothing():
    low, high = Domain.range(0, 3), Domain.range(10**15, 10**15 + 3)
    assert (low & high, low - high, high - low) == (Domain.of([]), low, high)
    assert 10**15 not in low and 0 not in high and -(10**15) not in high
    assert list(low | high) == [*range(4), *high] == list(high | low)
    for values in ([0, WIDEST + 1], range(10**20, 0, -1), range(10**20)):
        with pytest.raises(ModelError, match="too wide"):
            Domain.of(values)
    with pytest.raises(ModelError, match=r"too large.* declare the variable over 0, 1, 2"):
        Domain.of(range(0, 10**12, 3))
    assert len(Domain.of(range(0, 3 * MAX_RANGES, 3))) == MAX_RANGES


def test_a_repr_stays_short():
    assert repr(Domain.range(0, 10**6 - 1)) == "Domain.range(0, 999999)"
    assert len(repr(Domain.of(range(0, 10**6, 2)))) < 200
    assert "500000 values" in repr(Domain.of(range(0, 10**6, 2)))


@given(st.data())
def test_one_variable_is_restricted_as_holds_says(data):
    domain = Domain.of(data.draw(st.sets(st.integers(-20, 20), max_size=8)))
    op = data.draw(st.sampled_from(["==", "!=", "<=", ">="]))
    constraint = Linear(
        ("x",), (data.draw(st.integers(-3, 3)),), op, data.draw(st.integers(-30, 30))
    )
    assert set(constraint.restrict(domain)) == {v for v in domain if constraint.holds({"x": v})}


@given(model=models(numbers=large_numbers()))
@settings(deadline=None)
def test_models_of_large_numbers_survive_json_and_pickling(model):
    assert model_from_json(model_to_json(model)) == model
    assert pickle.loads(pickle.dumps(model)) == model


def test_states_of_an_automaton_may_be_any_integers_when_it_is_decomposed():
    from nonet.model import Automaton

    runs = Automaton(-(10**15), {10**18}, {(-(10**15), 1): 7, (7, 1): 10**18, (7, 2): 7})
    parts = Regular(("a", "b", "c"), runs).decompose(
        Model(dict.fromkeys("abc", range(3))).domains, lambda part: f"~{part}{random.random()}"
    )
    assert all(set(domain) <= {0, 1, 2} for domain in parts.auxiliary.values())


def test_a_sum_whose_parts_are_too_wide_for_a_domain_declines_to_decompose():
    names = tuple(f"x{i}" for i in range(9))
    domains = Model(dict.fromkeys(names, range(10))).domains
    assert Linear(names, (10**19,) * 9, "<=", 10**20).decompose(domains, lambda p: p) is None


# -- AnyOf inside AnyOf inside AnyOf -----------------------------------------------------


def nested(depth: int) -> AnyOf:
    """x is 0 and at most every number met, or y is one of the numbers met."""
    constraint = Linear(("x",), (1,), "==", 0)
    for number in range(depth):
        below = Linear(("x",), (1,), "<=", number)
        constraint = AnyOf(((constraint, below), (Linear(("y",), (1,), "==", number),)))
    return constraint


@pytest.mark.parametrize("depth", [1, 2, 20, DEEPEST])
def test_a_deep_any_of_holds_hashes_copies_and_is_written(depth):
    deep, equal = nested(depth), nested(depth)
    assert structurally_equal(deep, equal) and hash(deep) == hash(equal) and len({deep, equal}) == 1
    assert not structurally_equal(deep, nested(depth - 1))
    assert deep.holds({"x": 0, "y": -1}) and not deep.holds({"x": 1, "y": -1})
    assert deep.holds({"x": 5, "y": depth - 1}) and not deep.holds({"x": 5, "y": depth})
    model = Model({"x": range(3), "y": range(3)}, [deep])
    assert pickle.loads(pickle.dumps(model)) == copy.deepcopy(model) == model
    assert (
        model_from_json(model_to_json(model))
        == model_from_json(model_to_json(model, indent=1))
        == model
    )
    assert len(repr(deep)) < 20_000


def test_deeper_and_larger_ones_are_refused_in_words():
    with pytest.raises(ModelError, match=f"more than {DEEPEST} levels"):
        nested(DEEPEST + 1)
    double = AnyOf(((Linear(("x",), (1,), "==", 0),),))
    with pytest.raises(ModelError, match="more than 1000000 constraints"):
        for _ in range(60):
            double = AnyOf(((double, double),))


def test_tables_of_many_tuples_are_checked_as_a_whole():
    rows = [(i, i % 7) for i in range(10**5)]
    assert len(Table(("a", "b"), rows).tuples) == 10**5
    with pytest.raises(ModelError, match=r"value of a tuple 0\.5"):
        Table(("a", "b"), [*rows, (0.5, 1)])
