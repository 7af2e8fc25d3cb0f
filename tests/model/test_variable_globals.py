"""Globals over variables: their sentences, judged by plain functions, and their forms in primitives."""

from itertools import product
from random import Random

import pytest

from nonet.errors import ModelError
from nonet.model import (
    CountFamily,
    Domain,
    EnclosedSum,
    EqualCounts,
    EqualSums,
    LeadingSum,
    LineComparison,
    Regular,
    SumBetween,
    Table,
    primitives_of,
)
from nonet.model.constraints import variable_globals

NAMES = ("a", "b", "c", "d")


def enclosed(values, ends, total):
    places = [place for place, value in enumerate(values) if value in ends]
    return len(places) == 2 and sum(values[places[0] + 1 : places[1]]) == total


def leading(values, total):
    count = values[0]
    return 0 <= count <= len(values) and sum(values[:count]) == total


def between(values, total):
    low, high = min(values), max(values)
    if low == high or values.count(low) > 1 or values.count(high) > 1:
        return False
    first, last = sorted((values.index(low), values.index(high)))
    return sum(values[first + 1 : last]) == total


def compared(line, other, answer, ties):
    return (line != other or ties) and answer == (line < other)


JUDGED = {
    "sum between": (SumBetween(NAMES, 3), lambda *v: between(v, 3)),
    "sum between of nothing": (SumBetween(NAMES, 0), lambda *v: between(v, 0)),
    "sum between of two": (SumBetween(NAMES[:2], 0), lambda a, b, c, d: a != b),
    "sum between of two, more": (SumBetween(NAMES[:2], 1), lambda *v: False),
    "enclosed": (EnclosedSum(NAMES, (1, 3), 2), lambda *v: enclosed(v, (1, 3), 2)),
    "enclosed by one value": (EnclosedSum(NAMES, (2, 2), 1), lambda *v: enclosed(v, (2,), 1)),
    "enclosed nothing": (EnclosedSum(NAMES, (1, 2), 0), lambda *v: enclosed(v, (1, 2), 0)),
    "leading": (LeadingSum(NAMES, 4), lambda *v: leading(v, 4)),
    "leading of one": (LeadingSum(NAMES, 1), lambda *v: leading(v, 1)),
    "leading of none": (LeadingSum(NAMES, 0), lambda *v: leading(v, 0)),
    "comparison": (
        LineComparison(("a", "b"), ("c", "b"), "d"), lambda a, b, c, d: compared([a], [c], d, True),
    ),
    "comparison without ties": (
        LineComparison(("a", "b"), ("b", "c"), "d", ties=False),
        lambda a, b, c, d: compared([a, b], [b, c], d, False),
    ),
    "comparison of some lines": (
        LineComparison(("b",), ("c",), "d", True, "a", 2),
        lambda a, b, c, d: a != 2 or compared([b], [c], d, True),
    ),
    "equal counts": (
        EqualCounts(("a", "b"), ("c", "d"), 1), lambda a, b, c, d: [a, b].count(1) == [c, d].count(1),
    ),
    "equal counts of shared": (
        EqualCounts(("a", "b", "c"), ("c", "d"), 2),
        lambda a, b, c, d: [a, b, c].count(2) == [c, d].count(2),
    ),
    "family": (
        CountFamily(NAMES, ((1, 1), (2, 2))), lambda *v: v.count(1) in (0, 1) and v.count(2) in (0, 2),
    ),
    "family of required": (
        CountFamily(NAMES, ((1, 1), (2, 2)), frozenset({2})),
        lambda *v: v.count(1) in (0, 1) and v.count(2) == 2,
    ),
    "family of none": (CountFamily(NAMES, ((1, 0),)), lambda *v: 1 not in v),
    "equal sums": (EqualSums((("a", "b"), ("c", "d"))), lambda a, b, c, d: a + b == c + d),
    "equal sums of shared": (
        EqualSums((("a", "b"), ("b", "c"), ("d",))), lambda a, b, c, d: a + b == b + c == d,
    ),
    "equal sums of repeated": (
        EqualSums((("a", "a", "b"), ("c", "d"))), lambda a, b, c, d: 2 * a + b == c + d,
    ),
}  # fmt: skip
RANGES = [
    ((0, 1, 2, 3),) * 4,
    ((1, 2), (1, 2, 3), (1, 3), (0, 1, 2)),
    ((-1, 0, 2), (1, 2), (-2, 1), (0, 1)),
]


@pytest.mark.parametrize("ranges", RANGES, ids=["equal", "unlike", "below zero"])
@pytest.mark.parametrize("name", JUDGED)
def test_a_global_means_what_its_sentence_says_and_so_do_its_primitives(name, ranges):
    constraint, meaning = JUDGED[name]
    domains = {each: Domain.of(values) for each, values in zip(NAMES, ranges, strict=True)}
    primitives = primitives_of(constraint, domains)
    assert all(part is not constraint for part in primitives)
    for values in product(*ranges):
        case = dict(zip(NAMES, values, strict=True))
        right = bool(meaning(*values))
        assert constraint.holds(case) == right, values
        assert all(part.holds(case) for part in primitives) == right, values


AUTOMATA = [
    EnclosedSum(NAMES, (1, 2), 3),
    LeadingSum(NAMES, 3),
    LineComparison(("a", "b"), ("c", "b"), "d"),
    EqualCounts(("a", "b"), ("c", "d"), 1),
]


@pytest.mark.parametrize("constraint", AUTOMATA, ids=lambda each: type(each).__name__)
def test_more_values_than_an_automaton_reads_have_no_decomposition(constraint, monkeypatch):
    domains = {name: Domain.range(0, 3) for name in NAMES}
    monkeypatch.setattr(variable_globals, "MOST_VALUES", 4)
    (part,) = constraint.decompose(domains, str).constraints
    assert type(part) is Regular
    monkeypatch.setattr(variable_globals, "MOST_VALUES", 3)
    assert constraint.decompose(domains, str) is None
    (same,) = primitives_of(constraint, domains)
    assert same is constraint


def test_a_primitive_is_its_own():
    table = Table(("a",), {(1,)})
    (same,) = primitives_of(table, {"a": Domain.range(0, 3)})
    assert same is table


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SumBetween(("a", "a"), 3), "a variable is listed twice"),
        (lambda: EnclosedSum(NAMES, (1, 2, 3), 0), "two values are the ends, not 3"),
        (lambda: EnclosedSum(NAMES, (1,), 0), "two values are the ends, not 1"),
        (lambda: EnclosedSum(NAMES, (1, 2), 0.5), "the total 0.5 is a float"),
        (lambda: LeadingSum(NAMES, "3"), "the total '3' is a text"),
        (lambda: LineComparison(("a",), ("b", "c"), "d"), "lines of 1 and 2 variables"),
        (lambda: EqualSums((("a", "b"),)), "equal sums are of two groups or more"),
        (lambda: CountFamily(NAMES, ((1, 1), (1, 2))), "each value has one number"),
        (lambda: CountFamily(NAMES, ((1, 1),), {2}), "a required value has no number"),
        (lambda: CountFamily(("a", "a"), ((1, 1),)), "a variable is listed twice"),
    ],
)
def test_a_global_that_makes_no_sense_is_refused(make, message):
    with pytest.raises(ModelError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize("seed", range(6))
def test_sums_of_many_groups_are_equal_to_one(seed):
    random = Random(seed)
    groups = tuple(
        tuple(random.choice(NAMES) for _ in range(random.randint(1, 3))) for _ in range(3)
    )
    constraint = EqualSums(groups)
    domains = {name: Domain.range(-1, 2) for name in constraint.scope}
    parts = primitives_of(constraint, domains)
    assert len(parts) <= 2
    for values in product(range(-1, 3), repeat=len(domains)):
        case = dict(zip(domains, values, strict=True))
        right = len({sum(case[name] for name in group) for group in groups}) == 1
        assert constraint.holds(case) == right
        assert all(part.holds(case) for part in parts) == right
