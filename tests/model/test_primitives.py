"""Primitives rewritten by others: at, and one beside, the size from which the form is another."""

from collections import Counter
from itertools import product

import pytest

from nonet.errors import ModelError
from nonet.model import AllDifferent, AnyOf, Count, Element, Linear, Table
from nonet.model.constraints import primitives
from nonet.model.domain import Domain


def judged(constraint, given):
    """The decomposition, after brute force has judged it: each solution stands for exactly one."""
    domains = {name: Domain.of(values) for name, values in given.items()}
    names = (f"~{number}" for number in range(100))
    result = constraint.decompose(domains, lambda part: next(names))
    auxiliary = dict(result.auxiliary)
    right = Counter()
    for case in product(*given.values()):
        right[case] = int(constraint.holds(dict(zip(given, case, strict=True))))
    counted = Counter()
    for case in product(*given.values(), *auxiliary.values()):
        assignment = dict(zip((*given, *auxiliary), case, strict=True))
        if all(part.holds(assignment) for part in result.constraints):
            counted[case[: len(given)]] += 1
    assert counted == right, constraint
    return result.constraints


COUNTS = [
    Count(("x", "y"), {1, 3}, "==", 1),
    Count(("x", "y", "x"), {1}, ">=", 2),
    Count(("x", "y"), {1, 9}, "<=", "n"),
    Count(("x", "y"), {9}, "!=", "n"),
    Count(("x", "n"), {0, 1}, "==", "n"),
]


@pytest.mark.parametrize("limit", [0, 3, 4, 5])
@pytest.mark.parametrize("count", COUNTS, ids=repr)
def test_a_count_is_a_sum_of_truths_by_tables_or_by_values(count, limit, monkeypatch):
    monkeypatch.setattr(primitives, "TABLE_LIMIT", limit)
    given = {"x": [0, 1, 2, 3], "y": [1, 3, 5], "n": [0, 1, 2]}
    given = {name: given[name] for name in given if name in count.scope}
    kinds = Counter(type(part) for part in judged(count, given))
    of = {name: len(given[name]) for name in count.counted}
    assert kinds[Table] == sum(size <= limit for size in of.values())
    assert kinds[AnyOf] == sum(size > limit for size in of.values())
    assert kinds[Linear] == 1


ELEMENTS = [
    Element(("a", "b"), "i", "v"),
    Element(("a", "b"), "i", "v", 1),
    Element(("a", "v"), "i", "v"),
    Element(("a", "a", "i"), "i", "v"),
    Element(("a",), "i", "v", 7),
]


@pytest.mark.parametrize("limit", [0, 17, 18])
@pytest.mark.parametrize("element", ELEMENTS, ids=repr)
def test_an_element_is_tables_of_places_or_one_choice_of_them(element, limit, monkeypatch):
    monkeypatch.setattr(primitives, "TABLE_LIMIT", limit)
    given = {"a": [0, 2, 5], "b": [1, 2], "i": [-1, 0, 1, 2, 3], "v": [0, 1, 2]}
    given = {name: given[name] for name in given if name in element.scope}
    parts = judged(element, given)
    assert parts[0].scope == ("i",)
    inside = sum(0 <= place - element.first < len(element.array) for place in given["i"])
    widest = max(len(given[name]) for name in (*element.array, "v"))
    if inside * widest * 3 > limit:
        assert len(parts) == 2
    else:
        assert len(parts) == 1 + inside


def test_a_choice_of_groups_is_declined_where_a_group_is_too_large(monkeypatch):
    choice = AnyOf(((AllDifferent(("x", "y")),), (Linear(("x",), (1,), "==", 1),)))
    given = {"x": [0, 1, 2], "y": [1, 2]}
    domains = {name: Domain.of(values) for name, values in given.items()}
    monkeypatch.setattr(primitives, "TABLE_LIMIT", 6)
    judged(choice, given)
    monkeypatch.setattr(primitives, "TABLE_LIMIT", 5)
    assert choice.decompose(domains, str) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: AnyOf((("x",),)), "not a constraint: 'x'"),
        (lambda: Element((), "i", "v"), "the array has no entry"),
        (lambda: Element(("a",), "i", "v", 0.5), "the first index 0.5 is a float"),
        (lambda: Count(("x",), {1}, "<", 1), "'<'"),
        (lambda: Count(("x",), {1.5}, "==", 1), "the value 1.5 is a float"),
        (lambda: Count(("x",), {1}, "==", 1.5), "the number 1.5 is a float"),
    ],
)
def test_a_primitive_that_makes_no_sense_is_refused(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


def test_rows_of_places_are_shared_by_the_elements_of_a_model():
    domains = {name: Domain.range(0, 2) for name in "abcdvi"}
    first = Element(("a", "b"), "i", "v").decompose(domains, str).constraints
    other = Element(("c", "d"), "i", "v").decompose(domains, str).constraints
    assert [part.tuples for part in first] == [part.tuples for part in other]
    assert first[1].tuples is other[1].tuples
