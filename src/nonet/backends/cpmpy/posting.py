"""The primitives of a model as constraints of CPMpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cpmpy as cp

from nonet.model import (
    AllDifferent,
    AnyOf,
    Assignment,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.linear import COMPARE

Variables = Mapping[str, Any]


def posted_model(model: Model) -> tuple[Any, dict[str, Any]]:
    """Return a model of CPMpy and its variables by name."""
    cp_model = cp.Model()
    variables: dict[str, Any] = {}
    for place, (name, domain) in enumerate(model.domains.items()):
        variable = cp.intvar(domain.base, domain.highest, name=f"v{place}")
        variables[name] = variable
        cp_model += variable >= domain.base  # so that each variable has a value
        if domain.highest - domain.base + 1 != domain.size:
            cp_model += cp.any(
                [(variable >= low) & (variable <= high) for low, high in domain.runs()]
            )
    for constraint in model.constraints:
        cp_model += posted(constraint, variables)
    objective = model.objective
    if objective is not None:
        total = _sum(objective.scope, objective.coefficients, variables)
        (cp_model.minimize if objective.sense == "minimize" else cp_model.maximize)(total)
    return cp_model, variables


def posted(constraint: Constraint, variables: Variables) -> Any:
    """Return a constraint as an expression of CPMpy."""
    return POSTERS[type(constraint)](constraint, variables)


def excluded(variables: Variables, assignment: Assignment) -> Any:
    """Return "not this assignment"."""
    return cp.any([each != assignment[name] for name, each in variables.items()])


def _sum(scope: tuple[str, ...], coefficients: tuple[int, ...], variables: Variables) -> Any:
    pairs = zip(scope, coefficients, strict=True)
    return cp.sum([factor * variables[name] for name, factor in pairs])


def _linear(constraint: Linear, variables: Variables) -> Any:
    total = _sum(constraint.scope, constraint.coefficients, variables)
    return COMPARE[constraint.op](total, constraint.constant)


def _table(constraint: Table, variables: Variables) -> Any:
    if not constraint.tuples:
        return cp.BoolVal(False)
    scope = [variables[name] for name in constraint.scope]
    if len(scope) == 1:
        return cp.any([scope[0] == value for (value,) in sorted(constraint.tuples)])
    return cp.Table(scope, [list(row) for row in sorted(constraint.tuples)])


def _count(constraint: Count, variables: Variables) -> Any:
    number = constraint.number
    counted = [variables[name] for name in constraint.counted]
    occurs = cp.Among(counted, sorted(constraint.values)) if constraint.values else 0
    right = number if isinstance(number, int) else variables[number]
    result = COMPARE[constraint.op](occurs, right)
    return cp.BoolVal(result) if isinstance(result, bool) else result


def _element(constraint: Element, variables: Variables) -> Any:
    index, value = variables[constraint.index], variables[constraint.value]
    entries = enumerate(constraint.array, constraint.first)
    return cp.any([(index == place) & (variables[name] == value) for place, name in entries])


def _regular(constraint: Regular, variables: Variables) -> Any:
    automaton = constraint.automaton
    states = dict.fromkeys(state for s, _, t in automaton.transitions for state in (s, t))
    accepting = sorted(
        automaton.accepting & states.keys()
    )  # CPMpy knows states of transitions alone
    # CPMpy's decomposition fails on a start state without transitions
    if automaton.start not in {s for s, _, _ in automaton.transitions} or not accepting:
        return cp.BoolVal(False)
    scope = [variables[name] for name in constraint.scope]
    return cp.Regular(scope, list(automaton.transitions), automaton.start, accepting)


def _any_of(constraint: AnyOf, variables: Variables) -> Any:
    groups = [cp.all([posted(part, variables) for part in group]) for group in constraint.groups]
    return cp.any(groups) if groups else cp.BoolVal(False)


POSTERS: dict[type[Constraint], Callable[[Any, Variables], Any]] = {
    AllDifferent: lambda each, variables: cp.AllDifferent([variables[n] for n in each.scope]),
    AnyOf: _any_of,
    Count: _count,
    Element: _element,
    Linear: _linear,
    Regular: _regular,
    Table: _table,
}
