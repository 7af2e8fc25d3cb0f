"""A declaring builder: pleasant code for models that are no puzzles.

>>> build = ModelBuilder()
>>> x, y, z = build.variables("xyz", range(1, 10))
>>> build.add(x + 2 * y == z, label="the sum")
>>> build.add(x < y)
>>> build.all_different([x, y, z])
>>> build.model()
Model(<3 variables, 3 constraints>, 0 domains narrowed)
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonet.errors import ModelError, ModelWarning
from nonet.model.always import always
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.model.constraints.linear import Comparison
from nonet.model.domain import Domain
from nonet.model.integers import shown
from nonet.model.model import Model, checked_name, domain_of
from nonet.model.objective import Objective, Sense
from nonet.model.rule import Rule
from nonet.model.variable import Arithmetic, Variable


class ModelBuilder:
    """Collects variables and constraints; :meth:`model` makes the model of them.

    Every method that adds a constraint takes ``label``, the words in which
    errors and explanations speak of it.  A constraint over the variables of
    another builder is a ``ModelError``, one that is always true or always false
    a ``ModelWarning``.
    """

    def __init__(self) -> None:
        self._domains: dict[str, Domain] = {}
        self._constraints: list[Constraint] = []
        self._objective: Objective | None = None
        self._mark = _Mark()

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        """A new variable with the given values; raises ``ModelError`` on a used name."""
        if checked_name(name) in self._domains:
            raise ModelError(f"variable {name!r} is declared twice")
        domain = domain_of(name, values)
        if not domain:
            raise ModelError(f"variable {name!r} has an empty domain")
        self._domains[name] = domain
        return Variable(name, self._mark)

    def variables(self, names: Iterable[str], values: Iterable[int]) -> list[Variable]:
        """A new variable for each name, all with the given values."""
        domain = Domain.of(values)
        return [self.variable(name, domain) for name in names]

    def add(self, *constraints: Constraint, label: str = "") -> None:
        """Any constraints, such as ``x + y <= 5``."""
        for constraint in constraints:
            self._add(constraint, label)

    def _add(self, constraint: Constraint, label: str) -> None:
        if not isinstance(constraint, Constraint):
            raise ModelError(f"not a constraint: {shown(constraint)}{_hint(constraint)}")
        if constraint.owner not in (None, self._mark):
            raise ModelError(
                f"{label or _words(constraint)}: its variables were declared by another builder; "
                "variables belong to the model of the builder that declared them"
            )
        if label:
            constraint = replace(constraint, rule=Rule(type(constraint).__name__, label))
        known = always(constraint, self._domains)
        if known is not None:
            warnings.warn(_always_words(constraint, known, self._domains), ModelWarning, 3)
        self._constraints.append(constraint)

    def all_different(self, variables: Iterable[Variable | str], label: str = "") -> None:
        """Pairwise different."""
        self._add(AllDifferent(_given(variables)), label)

    def table(
        self,
        variables: Iterable[Variable | str],
        tuples: Iterable[Sequence[int]],
        label: str = "",
    ) -> None:
        """One of the tuples."""
        self._add(Table(_given(variables), _given(tuples)), label)

    def regular(
        self, variables: Iterable[Variable | str], automaton: Automaton, label: str = ""
    ) -> None:
        """A word of the automaton."""
        self._add(Regular(_given(variables), automaton), label)

    def count(
        self,
        variables: Iterable[Variable | str],
        values: Iterable[int],
        op: Comparison,
        number: int | Variable | str,
        label: str = "",
    ) -> None:
        """How many of the variables take one of the values, compared with a number."""
        self._add(Count(_given(variables), _given(values), op, _given(number)), label)

    def element(
        self,
        array: Iterable[Variable | str],
        index: Variable | str,
        value: Variable | str,
        first: int = 0,
        label: str = "",
    ) -> None:
        """``array[index - first] == value``."""
        self._add(Element(_given(array), _given(index), _given(value), first), label)

    def any_of(self, *groups: Constraint | Sequence[Constraint], label: str = "") -> None:
        """At least one of the groups of constraints holds."""
        self._add(AnyOf(_given(groups)), label)

    def minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` smallest; a model has one objective.

        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(2 * x + y)
        >>> build.model()
        Model(<2 variables, 1 constraints, minimize 2 * x + y>, 0 domains narrowed)
        """
        self._aim("minimize", objective, label)

    def maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` largest; a model has one objective."""
        self._aim("maximize", objective, label)

    def _aim(self, sense: Sense, thing: Arithmetic | int, label: str) -> None:
        if self._objective is not None:
            raise ModelError(
                f"there is an objective already, {self._objective}: a model has one; "
                "of two, add them up, each with its weight"
            )
        objective = Objective.of(sense, thing, label)
        if getattr(thing, "owner", None) not in (None, self._mark):
            raise ModelError(
                f"{objective}: its variables were declared by another builder; "
                "variables belong to the model of the builder that declared them"
            )
        for name in objective.scope:
            if name not in self._domains:
                raise ModelError(f"{objective}: variable {name!r} is not declared")
        self._objective = objective

    def model(self) -> Model:
        """The model of all that was declared so far."""
        model = Model(self._domains, self._constraints, self._objective)
        model.owner = self._mark
        return model


class _Mark:
    """Which builder declared a variable: compared by identity alone."""


def _given(thing: Any) -> Any:
    """What a constraint brings to the type of its field itself: variables to names, and so on."""
    return thing


def _hint(thing: object) -> str:
    """What may have been meant by something that is no constraint."""
    if isinstance(thing, bool):
        return (
            ". Python has compared objects, as `is` does, or two constraints: "
            "write x == y of the variables themselves"
        )
    if isinstance(thing, list | tuple) and any(isinstance(each, Constraint) for each in thing):
        return ". Of a list, add each: build.add(*constraints)"
    if isinstance(thing, Variable):
        return f". What must hold of it? build.add({thing!r} == 1), for one"
    return ""


def _words(constraint: Constraint) -> str:
    if not isinstance(constraint, Linear):
        return constraint.described
    named = str(constraint.rule)
    return f"{named}: {constraint.formula}" if named else constraint.formula


def _always_words(constraint: Constraint, known: bool, domains: Mapping[str, Domain]) -> str:
    names = constraint.scope[:3]
    where = ", ".join(f"{name} in {domains[name]!r}" for name in names)
    more = ", ..." if len(constraint.scope) > len(names) else ""
    result = "it says nothing" if known else "the model has no solution"
    return f"{_words(constraint)} is always {str(known).lower()} ({where}{more}): {result}"
