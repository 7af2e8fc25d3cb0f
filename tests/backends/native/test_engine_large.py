"""native on numbers far apart and large: bits follow what is covered, bounds do the rest."""

import pytest
from hypothesis import given, settings

from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.solving import Status, iter_solutions, solve
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
