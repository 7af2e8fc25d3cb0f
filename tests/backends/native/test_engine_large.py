"""native on numbers far apart and large: bits follow what is covered, bounds do the rest."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import MAX_COVERED_GAP, mask_bases
from nonet.backends.native.filters import Levels, filter_factory
from nonet.backends.native.filters import table as tables
from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.solving import Status, count_solutions, iter_solutions, solve
from nonet.testing.brute import brute_force
from nonet.testing.strategies import large_numbers, models

T = 10**12
FAR = {"x": range(4), "y": range(T, T + 4), "z": range(3), "v": range(T - 3, T + 9)}

CASES = {
    "a constant of 10**12": Linear(("x", "z"), (1, 1), "<=", T),
    "another the other way": Linear(("x", "z"), (1, 1), ">=", -T),
    "an impossible one": Linear(("x", "z"), (1, 1), "==", T),
    "two domains far apart": Linear(("x", "y"), (1, 1), "==", T + 2),
    "different ones": Linear(("x", "y"), (1, -1), "!=", -T),
    "coefficients of 10**18": Linear(("x", "z"), (10**18, 1 - 10**18), "==", 10**18 + 1),
    "a coefficient of 2**63": Linear(("x", "z"), (2**63, 1), "<=", 2**63 + 1),
    "all different": AllDifferent(("x", "y", "z", "v")),
    "a value to count": Count(("x", "y", "z"), {1, T, 10**15}, "==", 2),
    "a number of 10**12": Count(("x", "z"), {1}, "<=", T),
    "a variable number": Count(("x", "y"), {1, T}, "!=", "v"),
    "a far array": Element(("x", "y"), "z", "v"),
    "a far index": Element(("x", "z", "y"), "v", "x", first=T),
    "an automaton": Regular(("x", "y"), Automaton(0, {T}, {(0, 1): T, (T, T): T, (T, 3): T})),
    "a table": Table(("x", "y"), {(1, T), (2, T + 1), (T, 1), (3, T + 9)}),
    "either": AnyOf(((AllDifferent(("y", "v")), Linear(("x",), (T,), "<=", T)),
                     (Linear(("x", "z"), (1, 1), "==", 5), Count(("v",), {T}, "==", "z")))),
}  # fmt: skip


@pytest.mark.parametrize("level", ["auto", "backtracking", "arc-consistency", "gac", "singleton"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_each_primitive_among_domains_far_apart(case, level):
    model = Model(FAR, [case])
    solutions = [tuple(s.values()) for s in iter_solutions(model, f"native:level={level}")]
    assert len(solutions) == len(set(solutions))
    assert set(solutions) == brute_force(model)


@given(model=models(numbers=large_numbers()))
@settings(deadline=None, max_examples=50)
def test_models_of_large_numbers_have_the_solutions_of_brute_force(model):
    assert {tuple(s.values()) for s in iter_solutions(model, "native")} == brute_force(model)


far_apart = st.lists(
    st.builds(
        lambda offset, values: Domain.of(offset + v for v in values),
        st.sampled_from([0, 900, 1024, 1030, 5000, 2**20, T]),
        st.sets(st.integers(0, 9), min_size=1),
    ),
    min_size=1,
    max_size=8,
)


@given(domains=far_apart)
def test_the_same_bit_stands_for_the_same_value_and_no_other(domains):
    domain_bases = list(zip(domains, mask_bases(domains), strict=True))
    value_of: dict[int, int] = {}
    for domain, base in domain_bases:
        for value in domain:
            assert value_of.setdefault(value - base, value) == value
    assert len(set(value_of.values())) == len(value_of), "a value has one bit"
    bits = sorted(value_of.items())
    assert all(v < w for (_, v), (_, w) in pairwise(bits)), "bits follow the values"
    assert bits[0][0] >= 0 and bits[-1][0] <= sum(len(d) for d in domains) * MAX_COVERED_GAP


@given(domains=far_apart)
def test_among_fewer_domains_no_bit_is_higher(domains):
    """What the engine of a group in AnyOf relies on."""
    bases = mask_bases(domains)
    for last in range(1, len(domains)):
        for fewer, base in zip(mask_bases(domains[:last]), bases[:last], strict=True):
            assert fewer >= base


def test_masks_that_would_fill_the_memory_are_declined():
    wide = {f"x{i}": range(i * 10**9, i * 10**9 + 2**20) for i in range(300)}
    with pytest.raises(Unsupported, match="use another backend"):
        solve(Model(wide, [Linear.sum(tuple(wide), ">=", 0)]), "native")


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


WIDE = range(10**6)
WIDE_CASES = {
    "a sum": Linear(("a", "b"), (1, 1), "==", 10**6),
    "another": Linear(("a", "b"), (3, -5), "==", 7),
    "different": Linear(("a", "b"), (1, -1), "!=", 0),
    "one variable": Linear(("a",), (-7,), "<=", -6_999_990),
    "all different": AllDifferent(("a", "b")),
    "count": Count(("a", "b"), range(0, 10**6, 2), "==", "c"),
    "table": Table(("a", "b"), [(i, i * 7919 % 10**6) for i in range(20_000)]),
    "regular": Regular(("a", "b"), Automaton(0, {1}, [(0, v, 1) for v in range(20_000)]
                                                     + [(1, v, 1) for v in range(9, 20_000)])),
    "element": Element(("a", "b", "c"), "a", "c"),
}  # fmt: skip


def three_of_a_million(case, backend: str) -> None:
    # one pass bit by bit would write 125 GB: this ends in a second, or not at all
    model = Model({"a": WIDE, "b": WIDE, "c": range(3)}, [case])
    outcome = solve(model, backend, limit=3)
    assert outcome.status is Status.SAT and len(outcome.solutions) == 3


@pytest.mark.parametrize("case", WIDE_CASES.values(), ids=WIDE_CASES)
def test_domains_of_a_million_values(case):
    three_of_a_million(case, "native")


@pytest.mark.slow(0.5)
@pytest.mark.parametrize("values", ["descending", "random", "least-constraining"])
def test_any_order_of_a_million_values(values):
    three_of_a_million(WIDE_CASES["different"], f"native:values={values}")


@given(model=models(constraint_type="Table"))
@settings(deadline=None)
def test_a_table_looked_at_row_by_row_keeps_the_same_values(model):
    results = []
    for most in (tables.MAX_BITS, 0):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "MAX_BITS", most)
            engine = Engine(model.structure, filter_factory())
        engine.reset(model.narrowed)
        results.append([engine.domain(x) for x in range(len(engine.names))]
                    if engine.propagate() else None)  # fmt: skip
    assert results[0] == results[1]


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


@pytest.mark.parametrize("depth", [3, 5, 20, 60])
def test_any_of_inside_any_of_counts_right_at_any_depth(depth):
    constraint = Linear(("x",), (1,), "==", 0)
    for number in range(depth):
        below = Linear(("x",), (1,), "<=", number)
        constraint = AnyOf(((constraint, below), (Linear(("y",), (1,), "==", number),)))
    model = Model({"x": range(3), "y": range(20)}, [constraint])
    assert count_solutions(model, "native").number == len(brute_force(model))
