"""Filters of Linear and Count: what is kept is what sums, or their bounds, support."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import Levels, filter_factory, linear
from nonet.model import Linear, Model
from nonet.solving import iter_solutions
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    counts,
    linears,
    models,
)
from tests.backends.native.filtering import filtered, of_one_constraint, supported


@given(model=of_one_constraint(linears))
@settings(deadline=None)
def test_linear_at_gac_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels(linear="gac")) == supported(model)


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


T = 10**12


def test_a_common_divisor_is_divided_out():
    model = Model({"a": range(9), "b": range(9)}, [Linear(("a", "b"), (2 * T, -4 * T), "==", 0)])
    engine = Engine(model.structure, filter_factory())
    assert engine.propagate()
    assert set(engine.domain(0)) == {0, 2, 4, 6, 8} and set(engine.domain(1)) == {0, 1, 2, 3, 4}


@given(data=st.data())
@settings(deadline=None)
def test_inequalities_with_a_common_divisor_keep_their_solutions(data):
    factor = data.draw(st.integers(1, 6))
    terms = tuple(factor * c for c in data.draw(st.tuples(st.integers(-3, 3), st.integers(-3, 3))))
    op = data.draw(st.sampled_from(["==", "!=", "<=", ">="]))
    inequality = Linear(("a", "b"), terms, op, data.draw(st.integers(-40, 40)))
    model = Model({"a": range(-3, 4), "b": range(5)}, [inequality])
    assert {tuple(s.values()) for s in iter_solutions(model)} == brute_force(model)


@given(model=models(constraint_type="Linear"))
@settings(deadline=None)
def test_a_sum_too_large_to_write_out_keeps_what_bounds_keep(model):
    from nonet.backends.native.filters import linear

    results = []
    for most, level in ((0, "gac"), (linear.MAX_WORK, "bounds")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(linear, "MAX_WORK", most)
            engine = Engine(model.structure, filter_factory(Levels(linear=level)))
            engine.reset(model.narrowed)
            holds = engine.propagate()
        results.append([engine.domain(x) for x in range(len(engine.names))] if holds else None)
    fixed = results[0] is not None and all(domain.is_single for domain in results[0])
    assert results[0] == results[1] or results[0] is None or fixed


@given(model=of_one_constraint(counts))
@settings(deadline=None)
def test_count_over_different_variables_keeps_exactly_the_supported_values(model):
    count = model.constraints[0]
    assume(len(set(count.counted)) == len(count.counted) and count.number not in count.counted)
    assert filtered(model, Levels()) == supported(model)


@pytest.mark.parametrize(
    ("limit", "most", "written_out"),
    [
        ("MAX_VALUES", 8, True),
        ("MAX_VALUES", 7, False),
        ("MAX_WORK", 8 * (4 + 4), True),  # values times the sums from the least to the greatest
        ("MAX_WORK", 8 * (4 + 4) - 1, False),
    ],
)
def test_sums_are_written_out_up_to_a_limit(limit, most, written_out, monkeypatch):
    """``a + b == 5`` of even values of a: without the sums, bounds alone are left."""
    monkeypatch.setattr(linear, limit, most)
    model = Model({"a": (0, 2, 4), "b": (1, 2, 3, 4, 5)}, [Linear.sum(("a", "b"), "==", 5)])
    remaining = filtered(model, Levels(linear="gac"))["b"]
    assert remaining == ({1, 3, 5} if written_out else {1, 2, 3, 4, 5})


@pytest.mark.parametrize("op", ["==", "<=", ">=", "!="])
@pytest.mark.parametrize("constant", range(-7, 8))
def test_coefficients_are_divided_by_their_divisor(op, constant):
    """Of 2a - 4b with an odd constant: == never holds, != always, and inequalities are rounded."""
    model = Model(
        {"a": range(-2, 3), "b": range(-1, 2)}, [Linear(("a", "b"), (2, -4), op, constant)]
    )
    assert filtered(model, Levels(linear="gac")) == supported(model)
