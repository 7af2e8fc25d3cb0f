"""Constraints: what they mean, what they refuse, and that rewriting keeps their solutions."""

import pickle
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonet.errors import ModelError
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    SumBetween,
    Table,
)
from nonet.testing.brute import brute_force
from nonet.testing.strategies import constraints, domains
from tests.cases import as_one_test


def decomposed_once(model: Model) -> Model | None:
    """The model with every constraint decomposed once; ``None`` if none can be."""
    numbers = count()
    variables, parts, any_done = dict(model.structure.domains), [], False
    for constraint in model.constraints:
        decomposition = constraint.decompose(variables, lambda part: f"~{part}{next(numbers)}")
        if decomposition is None:
            parts.append(constraint)
        else:
            any_done = True
            variables.update(decomposition.auxiliary)
            parts += decomposition.constraints
    return Model(variables, parts) if any_done else None


@given(data=st.data())
@settings(max_examples=40)
def test_decomposing_keeps_the_solutions_and_their_number(data):
    drawn_domains = data.draw(domains().filter(lambda drawn: len(drawn) < 4))
    model = Model(drawn_domains, [data.draw(constraints(list(drawn_domains)))])
    simpler = decomposed_once(model)
    if simpler is None:
        assert isinstance(model.constraints[0], Table)
        return
    try:
        solutions = brute_force(simpler)
    except ValueError:
        return  # too many auxiliary variables to try them all
    width = len(model.variables)
    assert {solution[:width] for solution in solutions} == brute_force(model)
    assert len(solutions) == len(brute_force(model)), "auxiliary variables must not change a count"


@pytest.mark.parametrize("total", [0, 2, 5])
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_a_sum_between_the_least_and_the_greatest_is_a_choice_of_these(length, total):
    between = SumBetween(tuple("abcd"[:length]), total)
    domains = dict.fromkeys(between.scope, range(4))
    model, simpler = (Model(domains, [each]) for each in (between, between.as_any_of))
    assert brute_force(simpler) == brute_force(model)


def test_a_sum_too_wide_for_a_table_is_cut_in_halves():
    names = tuple(f"x{i}" for i in range(9))
    total = Linear.sum(names, "==", 45)
    numbers = count()
    parts = total.decompose(
        Model(dict.fromkeys(names, range(1, 10))).domains, lambda part: f"~{part}{next(numbers)}"
    )
    assert [len(part.scope) for part in parts.constraints] == [5, 6, 2]
    assert len(parts.auxiliary) == 2


@as_one_test(
    [
        (lambda: AllDifferent(("a", "a")), "a cannot differ from itself"),
        (lambda: AllDifferent(()), "at least one variable"),
        (lambda: AllDifferent("ab"), "not the text 'ab'"),
        (lambda: Linear(("a", "b"), (1,), "==", 3), "2 variables but 1 coefficient"),
        (lambda: Linear(("a",), (1,), "<", 3), "'<' is none of"),
        (lambda: Table(("a", "b"), {(1,)}), "has 1 value for 2 variables"),
        (lambda: Count(("a",), {1}, "=", 1), "'=' is none of"),
        (lambda: AnyOf(()), "at least one group"),
        (lambda: SumBetween(("a", "b", "a"), 3), "listed twice"),
        (lambda: Automaton(0, {0}, [(0, 1, 1), (0, 1, 2)]), "at most one next state"),
        (lambda: Linear(("a",), (1,), "<", 3, rule=Annotation("cage", "cage A")), "cage A"),
    ]
)
def test_a_constraint_that_makes_no_sense_is_refused_in_words(make, message):
    with pytest.raises(ModelError, match=message):
        make()


def test_a_linear_merges_a_variable_listed_twice():
    assert Linear(("a", "b", "a"), (1, 2, 3), "==", 5) == Linear(("a", "b"), (4, 2), "==", 5)


def test_meaning_on_single_assignments():
    case = {"a": 1, "b": 2, "c": 2}
    assert not AllDifferent(("a", "b", "c")).holds(case)
    assert Linear(("a", "b"), (3, -1), "==", 1).holds(case)
    assert Count(("a", "b", "c"), {2}, ">=", "a").holds(case)
    assert not Element(("a", "b"), "c", "b").holds(case), "index 2 is outside an array of two"
    assert AnyOf((AllDifferent(("b", "c")), Linear(("a",), (1,), "==", 1))).holds(case)
    assert not Regular(("a", "b"), Automaton(0, {0}, {(0, 1): 0})).holds(case)


@given(data=st.data())
def test_constraints_survive_pickling(data):
    constraint = data.draw(constraints(["a", "b", "c"]))
    assert pickle.loads(pickle.dumps(constraint)) == constraint
