"""Filters of Connected, Cumulative and Precedence, judged by brute force."""

import pytest
from hypothesis import given, settings

import nonet
from nonet.backends.native.filters import Levels
from nonet.model import Model
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Cumulative
from nonet.testing.brute import brute_force
from tests.backends.native.filtering import (
    cumulatives,
    filtered,
    of_one_constraint,
    precedences,
    supported,
)


@given(model=of_one_constraint(precedences))
@settings(deadline=None)
def test_precedence_over_different_variables_keeps_exactly_the_supported_values(model):
    assert filtered(model, Levels()) == supported(model)


@pytest.mark.slow(0.3)
@pytest.mark.parametrize("learning", ["none", "1uip"])
@given(model=of_one_constraint(cumulatives))
@settings(deadline=None)
def test_a_search_by_time_tables_has_all_solutions_and_no_other(learning, model):
    run = nonet.solve(model, f"native:learning={learning}", limit=None)
    assert sorted(tuple(each.values()) for each in run.solutions) == sorted(brute_force(model))


def test_a_time_table_keeps_a_task_off_the_compulsory_parts_of_others():
    """The first run from 2 to 4 and need 2 of 3: nothing else that needs 2 may run then."""
    a, b, c = map(Variable, "abc")
    model = Model(
        {"a": range(3), "b": range(6), "c": range(6)},
        [Cumulative([a, b, c], [4, 2, 2], [2, 2, 1], 3)],
    )
    remaining = filtered(model, Levels())
    assert remaining == {"a": {0, 1, 2}, "b": {0, 4, 5}, "c": set(range(6))}
