"""Filters of the named levels: which they are for a constraint, and what they look at."""

from itertools import product

import pytest

from nonet.backends.native import teaching_filters
from nonet.backends.native.engine import Engine
from nonet.backends.native.teaching_filters import (
    CheckPairs,
    CheckWhenFixed,
    LookAhead,
    LookAheadPairs,
    OracleBoundsConsistency,
    OracleConsistency,
    allowed_pairs,
    arc_consistency,
    backtracking,
    bounds,
    enumeration_oracle,
    filter_oracle,
    gac,
    hull,
    is_enumerated,
    is_exact,
    look_ahead,
    single_bits,
)
from nonet.model import AllDifferent, AnyOf, Connected, Count, Element, Linear, Model, Table
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Precedence

NAMES = tuple("abcd")
EITHER = AnyOf(((Linear.sum(("a", "b"), "==", 2),), (Linear.sum(("b", "c"), "==", 5),)))


def engine_of(size=4, **domains):
    full = {**dict.fromkeys(NAMES, range(size)), **domains}
    return Engine(Model(full).structure, lambda constraint, engine: [])


@pytest.mark.parametrize(
    ("constraint", "exact"),
    [
        (AllDifferent(NAMES), True),
        (Linear(("a", "b"), (1, 2), "==", 3), True),
        (Table(("a", "a"), {(1, 1)}), False),
        (EITHER, False),
        (Connected(NAMES, (("a", "b"),), ((1,),)), False),
        (Count(("a", "b"), {1}, "==", "c"), True),
        (Count(("a", "b"), {1}, "==", "b"), False),
        (Count(("a", "a"), {1}, "==", 1), False),
        (Element(("a", "b"), "c", "d"), True),
        (Element(("a", "a"), "c", "d"), False),
        (Element(("a", "b"), "c", "c"), False),
        (Element(("a", "c"), "c", "d"), False),
        (Precedence([Variable("a"), Variable("b") + 1], [0, 1]), True),
        (Precedence([Variable("a") + Variable("b"), Variable("c")], [0, 1]), False),
        (Precedence([Variable("a"), Variable("a") + 1], [0, 1]), False),
    ],
)
def test_fast_filters_are_exact_where_each_variable_has_one_place(constraint, exact):
    assert is_exact(constraint) == exact
    engine = engine_of()
    (level_filter,) = gac(constraint, engine)[-1:]
    assert (type(level_filter) is OracleConsistency) == (not exact)


def test_as_many_combinations_as_the_limit_are_tried(monkeypatch):
    """Of three variables of 4 values 64 combinations; of ranges that have holes, all between."""
    engine = engine_of(a=(0, 7))
    monkeypatch.setattr(teaching_filters, "MAX_COMBINATIONS", 2 * 4 * 4)
    assert is_enumerated(EITHER, engine) and not is_enumerated(EITHER, engine, ranges=True)
    monkeypatch.setattr(teaching_filters, "MAX_COMBINATIONS", 2 * 4 * 4 - 1)
    assert not is_enumerated(EITHER, engine)
    monkeypatch.setattr(teaching_filters, "MAX_COMBINATIONS", 8 * 4 * 4)
    assert is_enumerated(EITHER, engine, ranges=True)
    assert not is_enumerated(AllDifferent(NAMES), engine)


@pytest.mark.parametrize("constraint", [EITHER, Table(("a", "c"), {(1, 2), (3, 0)})])
def test_oracles_support_what_some_solution_has(constraint):
    engine = engine_of()
    numbers = [engine.number[name] for name in dict.fromkeys(constraint.scope)]
    for masks in product((0b0011, 0b1010, 0b1111), repeat=len(numbers)):
        rows = product(*([n for n in range(4) if mask >> n & 1] for mask in masks))
        good = [r for r in rows if constraint.holds(dict(zip(constraint.scope, r, strict=True)))]
        expected = [sum({1 << row[n] for row in good}) for n in range(len(masks))]
        assert enumeration_oracle(constraint, engine)(masks) == (expected if good else None)
        by_filters = filter_oracle(constraint, engine)(masks)
        if good:
            assert all(e & ~f == 0 for e, f in zip(expected, by_filters, strict=True))


def test_bounds_are_asked_about_all_integers_between():
    total = Linear(("a", "b"), (2, 2), "==", 6)
    (level_filter,) = bounds(total, engine_of())
    assert type(level_filter) is OracleBoundsConsistency
    assert level_filter.reduced((0b1001, 0b1111)) == (0b1001, 0b1111), "ends alone have a support"
    assert level_filter.queried_mask(0b1001) == 0b1111
    assert level_filter.reduced((0b0001, 0b0111)) is None


@pytest.mark.parametrize(
    ("maker", "all_different", "other"),
    [(backtracking, CheckPairs, CheckWhenFixed), (look_ahead, LookAheadPairs, LookAhead)],
)
def test_all_different_has_filters_of_pairs(maker, all_different, other):
    engine = engine_of()
    assert [*map(type, maker(AllDifferent(NAMES), engine))] == [all_different]
    assert [*map(type, maker(Linear.sum(NAMES, "<=", 3), engine))] == [other]
    unary = look_ahead(Linear(("a",), (1,), "<=", 2), engine)
    assert [each.reduced((0b1111,)) for each in unary] == [(0b0111,)]


def test_arcs_are_of_each_pair_of_different_and_of_each_constraint_over_two():
    engine = engine_of()
    arcs = arc_consistency(AllDifferent(NAMES[:3]), engine)
    assert [each.scope for each in arcs] == [(0, 1), (0, 2), (1, 2)]
    pairs = allowed_pairs(Linear(("a", "b"), (1, -1), "<=", -2), engine)
    assert pairs[0] == {0b0001: 0b1100, 0b0010: 0b1000, 0b0100: 0, 0b1000: 0}
    assert pairs[1] == {0b0001: 0, 0b0010: 0, 0b0100: 0b0001, 0b1000: 0b0011}
    (arc,) = arc_consistency(Linear(("a", "b"), (1, -1), "<=", -2), engine)
    arc.filter(engine)
    assert engine.masks[:2] == [0b0011, 0b1100]
    assert engine.checks == 4 + 4
    (three,) = arc_consistency(Linear.sum(NAMES[:3], "==", 0), engine)
    assert three.reduced((0b11, 0b1111, 0b1111)) == (1, 1, 1)


def test_the_bits_of_a_mask_and_all_between():
    assert list(single_bits(0b10110)) == [0b10, 0b100, 0b10000]
    assert list(single_bits(1 << 600)) == [1 << 600]
    assert [hull(mask) for mask in (0, 0b1, 0b1001, 0b10100)] == [0, 0b1, 0b1111, 0b11100]
