"""Reasons and solutions of filters with houses, judged by brute force."""

from functools import reduce
from importlib import import_module
from itertools import product
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters.house_filter import (
    SearchedSupports,
    houses_among,
    search_solution,
)
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, Annotation, Element, Model
from nonet.model.domain import bit_positions
from tests.backends.native.house_questions import KINDS, questions, solutions

house_filter_module = import_module("nonet.backends.native.filters.house_filter")


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(deadline=None)
def test_a_reason_alone_implies_what_it_explains(kind, data):
    """From the masks of a reason, and the houses if they are named, the removal follows."""
    judged, houses, masks = data.draw(questions(kind))
    reduced = judged.reduced(masks)
    for place in range(len(masks)) if reduced else [-1]:
        lost = masks[place] & ~reduced[place] if reduced else 0
        if reduced and not lost:
            continue
        reason = judged.reason(masks, place, lost)
        if reason is None:  # the houses alone exclude what the constraint would allow
            fixed = [
                lost if x == judged.scope[place] else m
                for x, m in zip(judged.scope, masks, strict=True)
            ]
            assert reduced and (judged.is_repeated or judged.is_entailed(tuple(fixed)))
            continue
        own = judged.scope[place] if reduced else -1
        weak = tuple(
            lost if x == own else mask for x, mask in zip(judged.scope, reason.masks, strict=True)
        )
        assert not any(solutions(judged, houses if reason.needs_houses else [], weak))
        matters = {judged.scope[n] for n in reason.places}
        assert own not in matters
        for n, (x, mask) in enumerate(zip(judged.scope, reason.masks, strict=True)):
            assert x == own or x in matters or mask == judged.full_masks[n]
            assert x == own or not masks[n] & ~mask


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("kind", ["Linear", "Count", "Regular", "Table"])
@given(data=st.data())
@settings(deadline=None)
def test_the_solutions_at_hand_are_all_solutions_in_order(kind, data):
    judged, houses, masks = data.draw(questions(kind))
    expected = sorted(set(solutions(judged, houses, masks)))
    for greatest_first in (False, True):
        listed = [
            tuple(base + bit.bit_length() - 1 for base, bit in zip(judged.bases, bits, strict=True))
            for bits in judged.solutions(masks, greatest_first)
        ]
        assert listed == expected[:: -1 if greatest_first else 1]


ELEMENT = Element(("a", "b"), "i", "v", 1)
DOMAINS = {"a": range(3, 6), "b": range(4, 7), "i": range(1, 3), "v": range(2, 9)}


def searched(houses=()):
    engine = Engine(Model(DOMAINS).structure, lambda constraint, engine: ())
    judged = house_filter(ELEMENT, engine, houses)
    assert isinstance(judged, SearchedSupports)
    return judged, engine


def rows_of(masks, bases, houses=()):
    """The solutions in some domains, as bits by place."""
    rows = product(*(bit_positions(mask) for mask in masks))
    for row in rows:
        values = dict(zip(ELEMENT.scope, map(sum, zip(row, bases, strict=True)), strict=True))
        if ELEMENT.holds(values) and all(house.holds(values) for house in houses):
            yield tuple(1 << n for n in row)


@pytest.mark.parametrize("houses", [(), (AllDifferent(("a", "v")),)])
def test_a_search_keeps_exactly_the_values_of_solutions_and_stores_these(houses):
    judged, _ = searched(houses)
    full = judged.full_masks
    for masks in (full, (*full[:2], 0b01, full[3]), (full[0] & -full[0], *full[1:])):
        rows = list(rows_of(masks, judged.bases, houses))
        expected = tuple(reduce(or_, column) for column in zip(*rows, strict=True))
        assert judged.supported(masks) == (expected or None)
        assert {*judged.solutions(masks)} <= {*rows}
        assert bool([*judged.solutions(masks)]) == bool(rows)
    assert judged.supported((full[0], full[1], full[2], 1)) is None


def test_stored_solutions_spare_searches(monkeypatch):
    judged, _ = searched()
    searches = []
    search = house_filter_module.search_solution

    def counted(model, effort, *more):
        searches.append(effort)
        return search(model, effort, *more)

    monkeypatch.setattr(house_filter_module, "search_solution", counted)
    first = judged.supported(judged.full_masks)
    count = len(searches)
    assert judged.supported(judged.full_masks) == first
    values = sum(map(int.bit_count, judged.full_masks))
    assert 0 < count <= values and len(searches) - count < count


def test_what_an_effort_did_not_decide_may_be(monkeypatch):
    monkeypatch.setattr(house_filter_module, "MAX_EFFORT", 0)
    judged, _ = searched()
    assert judged.supported(judged.full_masks) == judged.full_masks


@pytest.mark.parametrize("effort", [1, 3, 10**6])
def test_a_search_that_was_stopped_has_spent_all_its_effort(effort):
    puzzle = nonet.parse(
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    )
    solution, spent = search_solution(puzzle.model(), effort)
    if effort == 10**6:
        assert solution is not None and puzzle.model().accepts(solution) and 0 < spent < effort
    else:
        assert solution is None and spent >= effort
    impossible = Model({"a": [1], "b": [1]}, [AllDifferent(("a", "b"))])
    assert search_solution(impossible, effort)[0] is None


def test_houses_are_the_largest_groups_of_a_scope_and_of_equals_one_of_the_kind():
    cage, row = Annotation("cage", "the cage"), Annotation("row", "row 1")
    houses = [
        AllDifferent(tuple("abx"), rule=row),
        AllDifferent(tuple("aby"), rule=cage),
        AllDifferent(tuple("a"), rule=cage),
        AllDifferent(tuple("bc"), rule=row),
        AllDifferent(tuple("bcz"), rule=row),
    ]
    chosen = houses_among("abc", "cage", houses)
    assert [house.scope for house in chosen] == [tuple("aby"), tuple("bc")]
    assert [house.scope for house in houses_among("ab", "", houses)] == [tuple("abx")]
    all_three = AllDifferent(tuple("abc"))
    assert houses_among("abc", "cage", [*houses, all_three]) == (all_three,)
