"""Filters of Connected, Cumulative and Precedence, judged by brute force."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

import nonet
from nonet.backends.native.filters import Levels
from nonet.model import Connected, Model
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Cumulative, Precedence
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


def neighbours(count, kinds, reach):
    names = [f"c{i}" for i in range(count)]
    return names, Connected(tuple(names), tuple(pairwise(names)), kinds, reach)


@pytest.mark.parametrize("reach", [None, 1, 2, 3])
def test_a_line_of_cells_keeps_exactly_the_supported_values_of_one_part(reach):
    """Once the first of a kind is sure, so is which cells of a path can be of the kind."""
    names, connected = neighbours(5, ((1,),), reach)
    domains = dict.fromkeys(names, (0, 1))
    for sure in range(5):
        model = Model({**domains, names[sure]: (1,)}, [connected])
        remaining, needed = filtered(model, Levels()), supported(model)
        assert all(needed[name] <= remaining[name] for name in names)
        if sure == 0:
            assert remaining == needed
        blocked = Model({**model.domains, names[(sure + 2) % 5]: (0,)}, [connected])
        blocked_values, blocked_support = filtered(blocked, Levels()), supported(blocked)
        assert all(blocked_support[name] <= blocked_values[name] for name in names)


def test_steps_from_the_first_possible_cell_are_as_many_as_the_reach():
    """From another cell they may be twice as many: the first of the kind may lie between."""
    names, connected = neighbours(9, ((1,),), 2)
    domains = dict.fromkeys(names, (0, 1))
    first = filtered(Model({**domains, "c0": (1,)}, [connected]), Levels())
    assert [name for name in names if 1 in first[name]] == ["c0", "c1", "c2"]
    later = filtered(Model({**domains, "c4": (1,)}, [connected]), Levels())
    assert [name for name in names if 1 in later[name]] == names[:9]
    last = filtered(Model({**domains, "c8": (1,)}, [connected]), Levels())
    assert [name for name in names if 1 in last[name]] == names[4:]


def test_two_sure_cells_of_a_kind_that_cannot_meet_are_a_conflict():
    names, connected = neighbours(5, ((1,), (2,)), None)
    domains = dict.fromkeys(names, (0, 1, 2))
    apart = {**domains, "c0": (1,), "c2": (2,), "c4": (1,)}
    assert filtered(Model(apart, [connected]), Levels()) is None
    assert filtered(Model({**domains, "c0": (1,), "c4": (1,)}, [connected]), Levels()) is not None


def test_operands_of_precedence_that_are_sums_are_checked_and_not_filtered():
    a, b = Variable("a"), Variable("b")
    model = Model({"a": range(3), "b": range(3)}, [Precedence([a + b, a], [0, 1])])
    solutions = {tuple(each.values()) for each in nonet.iter_solutions(model, "native")}
    assert solutions == brute_force(model) and len(solutions) > 1
