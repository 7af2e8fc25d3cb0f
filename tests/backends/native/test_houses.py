"""Filters with houses, judged by brute force: what they keep, and the reasons that they give."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonet
from nonet.backends.native import Levels, make_engine
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters.house_sums import HouseSum
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, AnyOf, Connected, Linear, Model
from nonet.model.domain import bit_positions
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    any_ofs,
    counts,
    domains,
    elements,
    linears,
    regulars,
    tables,
)


@st.composite
def connecteds(draw, names):
    pairs = [(a, b) for a in names for b in names if a < b]
    edges = tuple(pair for pair in pairs if draw(st.booleans()))
    return Connected(tuple(names), edges, ((0, 1), (2,)))


KINDS = {
    "Linear": linears,
    "Count": counts,
    "Regular": regulars,
    "Table": tables,
    "Element": elements,
    "AnyOf": any_ofs,
    "Connected": connecteds,
}


@st.composite
def questions(draw, kind):
    """A filter with houses over its scope, and open values of each variable."""
    declared = draw(domains())
    constraint = draw(KINDS[kind](list(declared)))
    scope = list(dict.fromkeys(constraint.scope))
    assume(len(scope) > 1)
    some = st.lists(st.sampled_from(scope), min_size=2, max_size=len(scope), unique=True)
    houses = [AllDifferent(tuple(names)) for names in draw(st.lists(some, max_size=2))]
    engine = Engine(Model(declared).structure, lambda constraint, engine: ())
    drawn = {}
    for x in {engine.number[name] for name in scope}:
        values = list(bit_positions(engine.full_masks[x]))
        drawn[x] = sum(1 << n for n in draw(st.sets(st.sampled_from(values), min_size=1)))
    judged = house_filter(constraint, engine, houses)
    return judged, houses, tuple(drawn[x] for x in judged.scope)


def solutions(judged, houses, masks):
    """All choices of values for which the constraint and its houses hold, by trying them."""
    names = [judged.engine.names[x] for x in judged.scope]
    open_ = {}
    for name, mask, base in zip(names, masks, judged.bases, strict=True):
        open_[name] = list(bit_positions(mask, base))
    for values in product(*open_.values()):
        chosen = dict(zip(open_, values, strict=True))
        if all(constraint.holds(chosen) for constraint in (judged.constraint, *houses)):
            yield tuple(chosen[name] for name in names)


def supported(judged, houses, masks):
    """Generalised arc consistency word for word: the values in some solution."""
    chosen = list(solutions(judged, houses, masks))
    return chosen and tuple(
        sum({1 << value - base for value in column})
        for column, base in zip(zip(*chosen, strict=True), judged.bases, strict=True)
    )


@pytest.mark.slow(0.2)
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(deadline=None)
def test_exactly_the_values_in_a_solution_with_the_houses_are_kept(kind, data):
    judged, houses, masks = data.draw(questions(kind))
    expected, reduced = supported(judged, houses, masks) or None, judged.reduced(masks)
    if judged.is_entailed(masks):  # then it has nothing to say
        assert reduced == masks
        assert len(list(solutions(judged, [], masks))) == len(
            set(product(*_choices(judged, masks)))
        )
    elif kind == "AnyOf" and reduced != expected:  # constraints of a group are filtered in turn
        pairs = zip(reduced, expected or masks, strict=True)
        assert expected is None or not any(value & ~mask for mask, value in pairs)
    else:
        assert reduced == expected


def _choices(judged, masks):
    return [
        list(bit_positions(mask)) for mask in dict(zip(judged.scope, masks, strict=True)).values()
    ]


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


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("learning", ["none", "1uip"])
@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_search_at_this_level_has_the_solutions_of_brute_force(learning, data):
    declared = data.draw(domains())
    names = list(declared)
    constraints = [
        data.draw(KINDS[data.draw(st.sampled_from(sorted(KINDS)))](names)) for _ in range(2)
    ]
    if len(names) > 1:
        constraints.append(AllDifferent(tuple(names[: data.draw(st.integers(2, len(names)))])))
    model = Model(declared, constraints)
    outcome = nonet.solve(model, f"native:level=gac-with-houses,learning={learning}", limit=10_000)
    listed = sorted(tuple(solution[name] for name in names) for solution in outcome.solutions)
    assert listed == sorted(brute_force(model))


def test_an_engine_of_this_level_sees_that_cells_of_a_line_differ():
    line = Linear(("a", "b", "c"), (1, 1, -1), "==", 0)
    model = Model(dict.fromkeys("abc", range(1, 5)), [line, AllDifferent(("a", "b"))])
    remaining = []
    for level in ("auto", "gac", "gac-with-houses"):
        engine = make_engine(model.structure, Levels(level=level))
        assert engine.propagate()
        remaining.append(list(engine.domain(engine.number["c"])))
    assert remaining == [[2, 3, 4], [2, 3, 4], [3, 4]]


def test_bounds_house_by_house_hold_where_sums_are_too_many():
    """Of forty variables in four houses the least sum is four times 1 + 2 + ... + 10."""
    names = [f"v{n}" for n in range(40)]
    houses = [AllDifferent(tuple(names[n : n + 10])) for n in range(0, 40, 10)]
    total = Linear.sum(names, "<=", 4 * 55)
    engine = Engine(Model(dict.fromkeys(names, range(1, 13))).structure, lambda *_: ())
    judged = house_filter(total, engine, houses)
    assert isinstance(judged, HouseSum)
    full = ((1 << 12) - 1,) * 40
    assert judged.reduced(full) == ((1 << 10) - 1,) * 40
    (bound,) = judged.bounds(full)
    assert not bound.greatest and bound.slack == 0 and [n for _, n in bound.parts] == [55] * 4
    less = Linear.sum(names, "<=", 4 * 55 - 1)
    assert house_filter(less, engine, houses).reduced(full) is None


def test_a_disjunction_is_filtered_with_the_houses_in_each_group():
    pair = AnyOf(tuple((Linear.sum(("a", "b"), "==", total),) for total in (2, 8)))
    engine = Engine(Model(dict.fromkeys("ab", range(1, 5))).structure, lambda *_: ())
    assert house_filter(pair, engine).reduced((0b1111,) * 2) == (0b1001, 0b1001)
    assert house_filter(pair, engine, [AllDifferent(("a", "b"))]).reduced((0b1111,) * 2) is None
