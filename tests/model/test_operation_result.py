"""A variable that equals an operation of others: its meaning and its forms, judged by brute force."""

from collections import Counter
from itertools import product

import pytest

from nonet.errors import ModelError
from nonet.model import AnyOf, Domain, Linear, Table
from nonet.model.constraints import operation_result
from nonet.model.constraints.operation_result import OperationResult

MEANINGS = {
    "product": (2, lambda values: values[0] * values[1], "a * b == r"),
    "square": (1, lambda values: values[0] ** 2, "a ** 2 == r"),
    "absolute": (1, lambda values: abs(values[0]), "abs(a) == r"),
    "least": (2, min, "min_of(a, b) == r"),
    "greatest": (2, max, "max_of(a, b) == r"),
}
RANGES = [
    (range(-3, 4), range(-1, 3)),
    ((0, 2, 5), (-4, 3)),
    (range(1, 4), range(2, 6)),
    ((-5, -2), (-1, 0)),
]


def decomposed(constraint, domains):
    names = (f"~{number}" for number in range(100))
    return constraint.decompose(domains, lambda part: next(names))


@pytest.mark.slow(0.02)
@pytest.mark.parametrize(("rows", "branches"), [(20_000, 2000), (0, 2000), (0, 1), (6, 2), (7, 3)])
@pytest.mark.parametrize("ranges", RANGES, ids=str)
@pytest.mark.parametrize("operation", MEANINGS)
def test_each_form_has_the_cases_of_the_operation(operation, ranges, rows, branches, monkeypatch):
    monkeypatch.setattr(operation_result, "MOST_ROWS", rows)
    monkeypatch.setattr(operation_result, "MOST_BRANCHES", branches)
    number, meaning, formula = MEANINGS[operation]
    scope = (*"ab"[:number], "r")
    constraint = OperationResult(scope, operation)
    assert constraint.formula == formula
    results = sorted({meaning(values) for values in product(*ranges[:number])} | {-1, 7})
    domains = {name: Domain.of(values) for name, values in zip("ab", ranges[:number], strict=False)}
    domains["r"] = Domain.of(results)
    result = decomposed(constraint, domains)
    counted = Counter()
    for values in product(*ranges[:number], results):
        case = dict(zip(scope, values, strict=True))
        right = meaning(values[:-1]) == values[-1]
        assert constraint.holds(case) == right
        counted[values] = solutions(case, dict(result.auxiliary), result.constraints)
        assert counted[values] == right, values
    assert sum(counted.values()) == len(list(product(*ranges[:number])))


def solutions(case, auxiliary, constraints):
    """The number of values of new variables, by trial, a variable after the other."""
    if not all(each.holds(case) for each in constraints if set(each.scope) <= case.keys()):
        return 0
    if not auxiliary:
        return 1
    name, domain = next(iter(auxiliary.items()))
    remaining = {other: each for other, each in auxiliary.items() if other != name}
    return sum(solutions({**case, name: value}, remaining, constraints) for value in domain)


def kinds(operation, *ranges):
    scope = (*"ab"[: len(ranges)], "r")
    domains = {name: Domain.of(values) for name, values in zip("ab", ranges, strict=False)}
    domains["r"] = Domain.range(-(10**7), 10**7)
    return Counter(map(type, decomposed(OperationResult(scope, operation), domains).constraints))


def test_the_form_follows_from_the_number_of_rows():
    assert kinds("product", range(100), range(200)) == {Table: 1}
    assert kinds("product", range(100), range(201)) == {AnyOf: 1}
    assert kinds("product", range(2000), range(2001)) == {AnyOf: 1}
    assert kinds("product", range(2001), range(2001)) == {AnyOf: 11, Linear: 2}
    assert kinds("square", range(20_000)) == {Table: 1}
    assert kinds("square", range(20_001)) == {AnyOf: 15, Linear: 2}
    assert kinds("absolute", range(20_000)) == {Table: 1}
    assert kinds("absolute", range(20_001)) == {AnyOf: 1}
    assert kinds("least", range(3), range(3)) == {AnyOf: 1, Linear: 2}


@pytest.mark.parametrize(
    ("scope", "operation", "message"),
    [
        (("x", "y"), "sum", "'sum' is none of product, square"),
        (("x", "y"), "product", "product of 1 variable"),
        (("x", "y", "z"), "square", "square of 2 variables"),
        (("x",), "least", "least of 0 variables"),
        (("x", "y", "x"), "least", "a variable stands twice"),
    ],
)
def test_operands_of_the_wrong_number_are_refused(scope, operation, message):
    with pytest.raises(ModelError) as caught:
        OperationResult(scope, operation)
    assert message in str(caught.value)
