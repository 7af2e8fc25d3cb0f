"""Models of many constraints and wide variables cost what they must: work is counted, not timed."""

import random
import sys
import warnings

import pytest

import nonet
from nonet.errors import ModelError, ModelWarning, Unsupported
from nonet.model import Domain, ModelBuilder
from nonet.model.expressions.arithmetic import Expression, Variable

BILLION = 10**9


def calls(work) -> int:
    """Return how many functions, of Python or of C, a piece of work calls."""
    number = 0

    def count(frame, event, argument):
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return number


def test_a_sum_of_many_terms_takes_time_in_proportion():
    build = ModelBuilder()
    few, many = build.array("f", 2_000, range(10)), build.array("m", 20_000, range(10))
    assert calls(lambda: sum(many).terms) < 11 * calls(lambda: sum(few).terms)


def test_a_lazy_sum_has_the_terms_of_one_added_up_at_once():
    x, y, z = map(Variable, "xyz")
    total = x + 2 * y - z + 3 - (x - 4)
    assert (dict(total.terms), total.constant) == ({"x": 0, "y": 2, "z": -1}, 7)
    part = x + y  # shared by two sums, each asked in another order
    sum_with_z, part_minus_z = part + z, part - z
    assert dict(part_minus_z.terms) == {"x": 1, "y": 1, "z": -1}
    assert dict(sum_with_z.terms) == {"x": 1, "y": 1, "z": 1} and dict(part.terms) == {
        "x": 1,
        "y": 1,
    }
    doubled = x + 0
    for _ in range(60):
        doubled = doubled + doubled
    assert dict(doubled.terms) == {"x": 2**60}


def test_a_long_sum_that_nobody_asks_for_is_dropped_without_recursion():
    total = Expression({})
    x = Variable("x")
    for _ in range(200_000):
        total = total + x
    assert total.constant == 0
    del total  # Python ends here if the parts are freed by recursion


def linear_model(number: int) -> ModelBuilder:
    rng, build = random.Random(1), ModelBuilder()
    xs = list(build.array("x", number // 2, range(21)))
    for _ in range(number):
        a, b, c, d = rng.sample(xs, 4)
        build.add(a + 2 * b + c - d <= 40)
    return build


def test_a_constraint_costs_the_same_among_few_and_among_many():
    few, many = (calls(lambda n=n: linear_model(n).model()) for n in (500, 5_000))
    assert many < 11 * few


def test_wide_variables_are_built_and_traced_by_their_ranges():
    """Before: 20 s to build over domains of 400,000, and 40 s to trace with a limit of 1."""

    def build(number):
        model = ModelBuilder()
        xs = model.array("x", number, range(400_000))
        for x, y, z in zip(xs, xs[1:], xs[2:], strict=False):
            model.add(abs(x - y) >= 3, x + z <= 500_000)
        return model.model()

    assert calls(lambda: build(100)) < 200_000  # one value each would be 70 million
    trace = nonet.trace(build(6), limit=1)
    assert len(str(trace)) < 50_000, "values in a row are told as ranges"


def test_the_differences_of_a_billion_values_are_one_range():
    build = ModelBuilder()
    x, y = build.variables("xy", range(BILLION))
    domains = dict.fromkeys("xy", Domain.range(0, BILLION - 1))
    from nonet.model.expressions.arithmetic import as_affine

    assert as_affine(abs(x - y)).possible_values(domains) == Domain.range(0, BILLION - 1)
    build.add(abs(x - y) >= BILLION - 2, x > y)
    assert build.model().domains["x"].size == BILLION


def test_backends_that_hold_values_one_by_one_decline_a_billion_by_name():
    build = ModelBuilder()
    x, y = build.variables("xy", range(BILLION))
    build.add(x - y >= 0, abs(x - y) <= 1)
    model = build.model()
    for backend in ("sat", "python-constraint", "native"):
        with pytest.raises(Unsupported, match=r"values of a variable, and x has|as bit masks"):
            nonet.solve(model, backend, time_limit=10)


def test_many_constraints_that_are_always_true_are_warned_of_once_and_counted():
    build = ModelBuilder()
    xs = build.array("x", 300, range(10))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for x in xs:
            build.add(x >= 0)
        build.model()
        build.model()
    texts = [str(each.message) for each in caught if each.category is ModelWarning]
    assert len(texts) == 2
    assert texts[0].startswith("x[0] >= 0 is always true")
    assert texts[1] == "300 constraints are always true in all"
    assert {each.filename for each in caught} == {__file__}


def test_a_constraint_added_in_a_loop_is_checked_once(monkeypatch):
    from nonet.model import AnyOf, Linear, Model, Objective

    checked = []
    monkeypatch.setattr(AnyOf, "check_domains", lambda self, domains: checked.append(self))
    names = [f"x{n}" for n in range(9)]
    model = Model(dict.fromkeys(names, range(9)), [Linear.sum(names, ">=", 9)])
    model = model.with_objective(Objective("minimize", ("x0",), (1,)))
    for name in names[1:6]:
        parts = [[Linear((name,), (1,), "==", value)] for value in (2, 5)]
        model = model.add(AnyOf(parts))
    assert len(checked) == 5
    assert len(model.constraints) == 6
    assert nonet.solve(model).optimum.value == 0
    with pytest.raises(ModelError, match="not declared"):
        model.add(Linear(("y",), (1,), "==", 2))
