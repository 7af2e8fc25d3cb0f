"""Cardinality, Distinct and AllEqual: brute force judges them, and what is posted at each size."""

from collections import Counter
from itertools import combinations, product

import pytest

import nonet
from nonet.errors import ModelError
from nonet.model import AllDifferent, AnyOf, Count, Linear, ModelBuilder
from nonet.model.globals import Cardinality, counting


def number_of(build, meaning):
    """The solutions, after each backend has counted as many as brute force."""
    model = build.model()
    right = sum(meaning(*values) for values in product(*map(list, model.domains.values())))
    for backend in ("native", "cpsat", "sat"):
        assert nonet.count_solutions(model, backend=backend).number == right, backend
    return right


def posted(build):
    (constraint,) = build.model().constraints
    domains = build.model().domains
    names = (f"~{number}" for number in range(100))
    return Counter(
        type(part) for part in constraint.decompose(domains, lambda _: next(names)).constraints
    )


CARDINALITIES = {
    "as often": (
        lambda b, x, n: b.cardinality(x, {1: 2, 3: 1}), lambda x, n: (x.count(1), x.count(3)) == (2, 1),
    ),
    "a variable": (
        lambda b, x, n: b.cardinality(x, {1: n, 2: n}), lambda x, n: x.count(1) == x.count(2) == n,
    ),
    "closed": (
        lambda b, x, n: b.cardinality(x, {1: n, 2: 2}, closed=True),
        lambda x, n: x.count(1) == n and x.count(2) == 2 and set(x) <= {1, 2},
    ),
    "all values": (
        lambda b, x, n: b.cardinality(x, {0: n, 1: 1, 2: n * 1, 3: 0}),
        lambda x, n: (x.count(0), x.count(1), x.count(2), x.count(3)) == (n, 1, n, 0),
    ),
    "a range": (
        lambda b, x, n: b.cardinality(x, {1: range(1, 3), 2: n}),
        lambda x, n: 1 <= x.count(1) <= 2 and x.count(2) == n,
    ),
    "never": (lambda b, x, n: b.cardinality(x, {1: 0}), lambda x, n: 1 not in x),
}  # fmt: skip


@pytest.mark.parametrize("name", CARDINALITIES)
def test_each_value_occurs_as_often_as_stated(name):
    declare, meaning = CARDINALITIES[name]
    build = ModelBuilder()
    x = build.array("x", 3, range(4))
    n = build.variable("n", range(3))
    declare(build, list(x), n)
    assert number_of(build, lambda a, b, c, n: meaning([a, b, c], n))


def test_implied_sums_are_posted_where_all_values_are_counted_and_small(monkeypatch):
    def forms(values, **options):
        build = ModelBuilder()
        x = build.array("x", 3, range(2))
        numbers = {value: build.variable(f"n{value}", range(4)) for value in values}
        build.cardinality(x, numbers, **options)
        return posted(build)

    assert forms((0, 1))[Linear] == 2
    assert forms((0, 1, 5))[Linear] == 2
    assert forms((0,))[Linear] == 0
    assert forms((0,), closed=True) == {Count: 2, Linear: 2}
    monkeypatch.setattr(counting, "MOST_SUM", 3)
    assert forms((0, 1))[Linear] == 2
    monkeypatch.setattr(counting, "MOST_SUM", 2)
    assert forms((0, 1))[Linear] == 0
    build = ModelBuilder()
    build.cardinality(build.array("x", 3, range(2)), {0: 1, 1: 2})
    assert posted(build) == {Count: 2}


@pytest.mark.parametrize(("most", "form"), [(4, Count), (3, Count), (2, AnyOf), (0, AnyOf)])
def test_exceptions_are_counted_or_compared_in_pairs(most, form, monkeypatch):
    monkeypatch.setattr(counting, "MOST_COUNTED_VALUES", most)
    build = ModelBuilder()
    x, y = build.variable("x", range(3)), build.variable("y", range(3))
    build.all_different([x, y], except_values=0)
    kinds = posted(build)
    assert kinds[Count if form is Count else AnyOf] == (2 if form is Count else 1)
    assert number_of(build, lambda x, y: x != y or x == 0) == 7


def test_one_variable_twice_is_an_exception_or_none():
    build = ModelBuilder()
    x, y = build.variable("x", range(3)), build.variable("y", range(3))
    build.all_different([x, y, x], except_values=[0, 2])
    meaning = lambda x, y: all(a != b or a in (0, 2) for a, b in combinations((x, y, x), 2))  # noqa: E731
    assert number_of(build, meaning) == 6
    assert posted(build)[Count] == 1


def test_expressions_that_are_one_variable_never_differ():
    build = ModelBuilder()
    x = build.variable("x", range(3))
    build.add(nonet.max_of(x, x + 0 * x) == x)
    with pytest.raises(ModelError, match="cannot differ from itself"):
        build.all_different([x + 1, 2 * x, x + 1])
    build = ModelBuilder()
    x, y = build.variable("x", range(3)), build.variable("y", range(3))
    build.all_different([x + 1, y + 1])
    assert posted(build)[AllDifferent] == 1
    assert number_of(build, lambda x, y: x != y) == 6


def test_all_are_of_one_value():
    build = ModelBuilder()
    x, y, z = build.variables("xyz", range(4))
    build.all_equal([x, y + 1, z - 1])
    assert number_of(build, lambda x, y, z: x == y + 1 == z - 1) == 2


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda b, x: b.cardinality(x, [1, 2]), "how often each value occurs, {1: 2}, not [1, 2]"),
        (lambda b, x: b.cardinality(x, {1: [1, 2]}), "a range such as range(1, 4), not [1, 2]"),
        (lambda b, x: b.cardinality(x, {1: 0.5}), "0.5"),
        (lambda b, x: b.all_different(x, except_values=0.5), "the value that may occur again 0.5"),
        (lambda b, x: b.all_different(x, except_values="a"), "'a'"),
        (lambda b, x: b.all_equal(3), "3"),
    ],
)
def test_what_is_no_count_is_refused(declare, message):
    build = ModelBuilder()
    x = build.array("x", 3, range(4))
    with pytest.raises(ModelError) as caught:
        declare(build, x)
    assert message in str(caught.value)


def test_a_value_is_listed_once():
    with pytest.raises(ModelError, match="a value is listed twice"):
        Cardinality(("x", "y"), (1, 1), (1, 1))
    assert (
        Cardinality(("x",), (1, 5), (2, "n"), True).formula
        == "cardinality([x], {1: 2, 5: n}, closed=True)"
    )
