"""The primitives of a model as constraints of CPMpy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

import cpmpy as cp

from nonet.model import (
    AllDifferent,
    AnyOf,
    Assignment,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints.primitives import COMPARE

WIDE = 256
"""Numbers from the least to the largest value from which values are numbered."""


class Variables:
    """CPMpy's variables of a model.

    Where ``numbers_values`` is true of the domains, the values are numbered in order: CPMpy's
    variables take these numbers, the codes, and ``values`` has an expression for the value of each
    variable, for sums.
    """

    def __init__(
        self, domains: dict[str, Domain], numbers_values: Callable[[Collection[Domain]], bool]
    ) -> None:
        self._by_code: list[int] | None = None
        if numbers_values(domains.values()):
            self._by_code = sorted({value for domain in domains.values() for value in domain})
            self._codes = {value: code for code, value in enumerate(self._by_code)}
            domains = {name: Domain.of(self.codes(each)) for name, each in domains.items()}
        self.codes_by_name = {
            name: cp.intvar(domain.base, domain.highest, name=f"v{place}")
            for place, (name, domain) in enumerate(domains.items())
        }
        self.values = self.codes_by_name
        if self._by_code is not None:
            self.values = {name: self._value(name, domain) for name, domain in domains.items()}
        self.domain_constraints = [
            constraint
            for name, domain in domains.items()
            for constraint in _domain_constraints(self.codes_by_name[name], domain)
        ]

    def __getitem__(self, name: str) -> Any:
        return self.codes_by_name[name]

    def code(self, value: int) -> int:
        """Return the number that stands for a value; -1 if no variable has the value."""
        return value if self._by_code is None else self._codes.get(value, -1)

    def codes(self, values: Iterable[int]) -> list[int]:
        """Return the numbers of a variable's values, in order."""
        if self._by_code is None:
            return sorted(values)
        return sorted(self._codes[value] for value in values if value in self._codes)

    def assignment(self, model: Model) -> dict[str, int]:
        """Return the values in the last solution; any value of a variable that has none there."""
        result = {}
        for name, each in self.codes_by_name.items():
            code = each.value()
            if code is None:
                result[name] = model.domains[name].base
            else:
                result[name] = int(code) if self._by_code is None else self._by_code[int(code)]
        return result

    def excluded(self, assignment: Assignment) -> Any:
        """Return "not this assignment"."""
        return cp.any(
            [each != self.code(assignment[name]) for name, each in self.codes_by_name.items()]
        )

    def sum(self, scope: tuple[str, ...], coefficients: tuple[int, ...]) -> Any:
        """Return a weighted sum of the values."""
        pairs = zip(scope, coefficients, strict=True)
        # Pumpkin divides by each factor: a factor of 0 ends its process
        return cp.sum([factor * self.values[name] for name, factor in pairs if factor])

    def _value(self, name: str, domain: Domain) -> Any:
        """Return an expression for the value of a variable, given its codes."""
        code, by_code = self.codes_by_name[name], self._by_code
        assert by_code is not None
        shifts = {by_code[each] - each for each in domain}
        if len(shifts) == 1:
            return code + shifts.pop()
        return cp.sum([by_code[each] * (code == each) for each in domain])


def _is_sparse(domains: Collection[Domain]) -> bool:
    """Whether most numbers between the least and the largest value of all domains are no value.

    CPMpy makes a Boolean of each of these numbers for some solvers.
    """
    width = max(each.highest for each in domains) - min(each.base for each in domains) + 1
    return width > WIDE and width > 8 * sum(each.size for each in domains)


def _is_large(domains: Collection[Domain]) -> bool:
    """Whether a value is beyond the tables of OR-Tools 9.15, which loses rows with such values."""
    return any(max(-each.base, each.highest) >= 1 << 31 for each in domains)


NUMBERS_VALUES: dict[str, Callable[[Collection[Domain]], bool]] = {
    **dict.fromkeys(
        ("cplex", "exact", "gurobi", "highs", "pindakaas", "pysat", "rc2", "scip"), _is_sparse
    ),
    "ortools": _is_large,
}
"""For each solver that is given numbers instead of some values: of which domains."""


def _domain_constraints(variable: Any, domain: Domain) -> list[Any]:
    constraints = [variable >= domain.base]  # so that each variable has a value
    if domain.highest - domain.base + 1 != domain.size:
        runs = [(variable >= low) & (variable <= high) for low, high in domain.runs()]
        constraints.append(cp.any(runs))
    return constraints


def posted_model(model: Model, solver: str) -> tuple[Any, Variables]:
    """Return a model of CPMpy for one solver, and the model's variables."""
    variables = Variables(dict(model.domains), NUMBERS_VALUES.get(solver, lambda domains: False))
    cp_model = cp.Model(*variables.domain_constraints)
    for constraint in model.constraints:
        cp_model += posted(constraint, variables)
    objective = model.objective
    if objective is not None:
        total = variables.sum(objective.scope, objective.coefficients)
        if variables.values is not variables.codes_by_name:
            # CPMpy 1.1 gives HiGHS a wrong objective where a Boolean occurs twice in the sum
            ends = [end - objective.constant for end in objective.best_and_worst(model.domains)]
            goal = cp.intvar(min(ends), max(ends), name="objective")
            cp_model += goal == total
            total = goal
        (cp_model.minimize if objective.sense == "minimize" else cp_model.maximize)(total)
    return cp_model, variables


def posted(constraint: Constraint, variables: Variables) -> Any:
    """Return a constraint as an expression of CPMpy."""
    return POSTERS[type(constraint)](constraint, variables)


def _linear(constraint: Linear, variables: Variables) -> Any:
    if not any(constraint.coefficients):
        return cp.BoolVal(COMPARE[constraint.op](0, constraint.constant))
    total = variables.sum(constraint.scope, constraint.coefficients)
    return COMPARE[constraint.op](total, constraint.constant)


def _table(constraint: Table, variables: Variables) -> Any:
    rows = [
        codes
        for row in sorted(constraint.tuples)
        if len(codes := [code for value in row for code in variables.codes([value])]) == len(row)
    ]
    if not rows:
        return cp.BoolVal(False)
    scope = [variables[name] for name in constraint.scope]
    if len(scope) == 1:
        return cp.any([scope[0] == value for (value,) in rows])
    return cp.Table(scope, rows)


def _count(constraint: Count, variables: Variables) -> Any:
    number = constraint.number
    counted = [variables[name] for name in constraint.counted]
    codes = variables.codes(constraint.values)
    occurs = cp.Among(counted, codes) if codes else 0
    right = number if isinstance(number, int) else variables.values[number]
    result = COMPARE[constraint.op](occurs, right)
    return cp.BoolVal(result) if isinstance(result, bool) else result


def _element(constraint: Element, variables: Variables) -> Any:
    index, value = variables[constraint.index], variables[constraint.value]
    entries = enumerate(constraint.array, constraint.first)
    return cp.any(
        [(index == variables.code(place)) & (variables[name] == value) for place, name in entries]
    )


def _regular(constraint: Regular, variables: Variables) -> Any:
    automaton = constraint.automaton
    arcs = [
        (state, code, target)
        for state, value, target in automaton.transitions
        for code in variables.codes([value])
    ]
    states = dict.fromkeys(state for s, _, t in arcs for state in (s, t))
    accepting = sorted(
        automaton.accepting & states.keys()
    )  # CPMpy knows states of transitions alone
    # CPMpy's decomposition fails on a start state without transitions
    if automaton.start not in {s for s, _, _ in arcs} or not accepting:
        return cp.BoolVal(False)
    scope = [variables[name] for name in constraint.scope]
    return cp.Regular(scope, arcs, automaton.start, accepting)


def _any_of(constraint: AnyOf, variables: Variables) -> Any:
    groups = [cp.all([posted(part, variables) for part in group]) for group in constraint.groups]
    return cp.any(groups)


POSTERS: dict[type[Constraint], Callable[[Any, Variables], Any]] = {
    AllDifferent: lambda each, variables: cp.AllDifferent([variables[n] for n in each.scope]),
    AnyOf: _any_of,
    Count: _count,
    Element: _element,
    Linear: _linear,
    Regular: _regular,
    Table: _table,
}
