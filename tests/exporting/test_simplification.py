"""Rewriting for a language: nothing is left that always holds, and the solutions are the same."""

import pytest

from nonet.exporting.simplification import simplify
from nonet.model import AllDifferent, AnyOf, Automaton, Linear, Model, Regular, Table
from nonet.model.constraints import PRIMITIVES
from nonet.testing.brute import brute_force
from tests.exporting.test_zero_one import models


def simplified(*constraints, domains=None):
    model = Model(domains or {"a": [0, 1], "b": [0, 1], "c": [0, 1, 2]}, constraints)
    return simplify(model).constraints


@pytest.mark.parametrize("inside", [PRIMITIVES, {Linear, Table}, {Linear}])
def test_a_model_keeps_its_solutions_and_their_number(inside):
    for model in models():
        simple = simplify(model, PRIMITIVES, inside)
        assert simple.variables[: len(model.variables)] == model.variables
        if len(simple.variables) <= 8:
            rows = [row[: len(model.variables)] for row in brute_force(simple)]
            assert len(rows) == len(brute_force(model))
            assert set(rows) == brute_force(model)


def test_what_always_holds_is_left_out():
    assert simplified(AllDifferent(("a",)), Linear(("a", "b"), (0, 0), "<=", 1)) == ()
    assert simplified(AnyOf(((), (AllDifferent(("a", "b")),)))) == ()
    assert simplified(AnyOf(((AllDifferent(("a",)),), (AllDifferent(("a", "b")),)))) == ()


@pytest.mark.parametrize(
    "constraint",
    [
        Linear(("b", "a"), (0, 0), ">=", 1),
        Linear(("b",), (2,), "==", 1),
        Linear(("b",), (1,), ">=", 2),
        Table(("b", "a"), {(2, 0)}),
        Table(("b", "b"), {(0, 1)}),
        Regular(("b", "a"), Automaton(0, {1}, [(0, 0, 1)])),
    ],
)
def test_what_cannot_hold_is_a_comparison_that_plainly_fails(constraint):
    assert simplified(constraint) == (Linear(("b",), (1,), "<=", -1),)
    other = AllDifferent(("a", "c"))
    assert simplified(AnyOf(((constraint,), (other,)))) == (other,)


def test_a_table_has_each_variable_once_and_rows_within_the_domains():
    (table,) = simplified(Table(("a", "c", "a"), {(0, 2, 0), (1, 2, 0), (1, 3, 1), (1, 0, 1)}))
    assert (table.scope, table.tuples) == (("a", "c"), {(0, 2), (1, 0)})


def test_an_automaton_has_arcs_on_a_way_from_start_to_acceptance():
    arcs = [(0, 0, 1), (0, 1, 2), (1, 1, 3), (2, 2, 3), (3, 0, 0), (4, 1, 3), (1, 0, 5)]
    (regular,) = simplified(Regular(("a", "b"), Automaton(0, {3, 9}, arcs)))
    automaton = regular.automaton
    assert set(automaton.transitions) == {(0, 0, 1), (1, 1, 3)}
    assert (automaton.start, automaton.accepting) == (0, {3})


def test_an_alternative_of_one_group_is_that_group():
    first, second = AllDifferent(("a", "b")), Linear.sum(("c",), "==", 1)
    assert simplified(AnyOf(((first, second),))) == (first, second)


def test_new_names_are_names_that_programs_can_show():
    either = AnyOf(((Linear.sum(("a", "b", "c"), "==", 1),), (AllDifferent(("a", "b", "c")),)))
    domains = {"a": [0, 1], "b": [0, 1], "c": [0, 1, 2]}
    fresh = simplify(Model(domains, [either]), {Table}, {Table})
    assert all(name.isidentifier() for name in fresh.variables)
