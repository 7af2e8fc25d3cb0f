"""Filters with houses, judged by brute force: what they keep, and the reasons that they give."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from nonet.backends.native import Levels, make_engine
from nonet.backends.native.engine import Engine
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, AnyOf, Linear, Model
from nonet.testing.brute import brute_force
from nonet.testing.strategies import (
    domains,
)
from tests.backends.native.house_questions import (
    KINDS,
    choices,
    questions,
    solutions,
    supported,
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
        assert len(list(solutions(judged, [], masks))) == len(set(product(*choices(judged, masks))))
    elif kind == "AnyOf" and reduced != expected:  # constraints of a group are filtered in turn
        pairs = zip(reduced, expected or masks, strict=True)
        assert expected is None or not any(value & ~mask for mask, value in pairs)
    else:
        assert reduced == expected


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


def test_a_disjunction_is_filtered_with_the_houses_in_each_group():
    pair = AnyOf(tuple((Linear.sum(("a", "b"), "==", total),) for total in (2, 8)))
    engine = Engine(Model(dict.fromkeys("ab", range(1, 5))).structure, lambda *_: ())
    assert house_filter(pair, engine).reduced((0b1111,) * 2) == (0b1001, 0b1001)
    assert house_filter(pair, engine, [AllDifferent(("a", "b"))]).reduced((0b1111,) * 2) is None
