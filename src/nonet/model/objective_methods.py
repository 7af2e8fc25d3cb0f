"""What a builder says of the best solution: an objective, and constraints that are preferred.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x, y = build.variables("xy", range(10))
>>> build.add(x + y >= 7)
>>> build.minimize(2 * x + y)
>>> build.model().objective
Objective(sense='minimize', scope=('x', 'y'), coefficients=(2, 1), constant=0, label='')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from nonet.errors import ModelError
from nonet.model.constraints import Constraint
from nonet.model.domain import Domain
from nonet.model.expressions.arithmetic import Arithmetic, Variable, as_affine, checked_constraint
from nonet.model.integers import checked_integer
from nonet.model.objective import Objective, Sense
from nonet.model.source_text import constraint_text
from nonet.model.symbols import Symbols
from nonet.model.usage import with_explained_methods


@with_explained_methods
class ObjectiveMethods(ABC):
    """The methods of a builder that are about the best solution."""

    _domains: dict[str, Domain]
    _symbols: dict[str, Symbols]
    _mark: object
    _objective: Objective | None
    _preferences: dict[str, int]

    @abstractmethod
    def _add(self, constraint: Constraint, label: str) -> None: ...

    @abstractmethod
    def _declare(self, name: str, domain: Domain, symbols: Symbols | None) -> Variable: ...

    def minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` smallest; a model has one objective.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(2 * x + y)
        >>> build.model()
        Model(<2 variables, 1 constraints, minimize 2 * x + y>, 0 domains narrowed)
        """
        self._set_objective("minimize", objective, label)

    def maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` largest; a model has one objective."""
        self._set_objective("maximize", objective, label)

    def _set_objective(self, sense: Sense, thing: Arithmetic | int, label: str) -> None:
        if self._objective is not None:
            raise ModelError(
                f"there is an objective already, {self._objective}: a model has one; "
                "of two, add them up, each with its weight"
            )
        if isinstance(thing, Arithmetic) and as_affine(thing).depth:
            thing = self._as_variable(thing)
        objective = Objective.from_expression(sense, thing, label)
        if getattr(thing, "owner", None) not in (None, self._mark):
            raise ModelError(
                f"{objective}: its variables were declared by another builder; "
                "variables belong to the model of the builder that declared them"
            )
        for name in objective.scope:
            if name in self._symbols and not self._symbols[name].is_numeric:
                raise ModelError(f"{objective}: the values of {name} are names, not numbers")
            if name not in self._domains:
                raise ModelError(f"{objective}: variable {name!r} is not declared")
        self._objective = objective

    def prefer(self, constraint: Constraint, weight: int = 1, label: str = "") -> None:
        """Ask for a constraint that need not hold: where it does not, ``weight`` is lost.

        What is lost is added to an objective to minimize, taken from one to maximize, and made
        least where there is no other.  A variable, called by ``label``, is 1 where it is lost.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(3))
        >>> build.add(x + y <= 2)
        >>> build.prefer(x == 2, weight=3)
        >>> build.prefer(y == 2, weight=1)
        >>> build.model().objective.formula
        '3 * missed 1 + missed 2'
        """
        if isinstance(constraint, Iterable):
            raise ModelError("build.prefer takes one constraint: of several, prefer all_of(...)")
        constraint = checked_constraint(constraint)
        loss = checked_integer(weight, "prefer", "weight")
        if loss < 1:
            raise ModelError(f"prefer: a weight is 1 or more, not {loss}: prefer the opposite")
        name = label or f"missed {len(self._preferences) + 1}"
        missed = self._declare(name, Domain.range(0, 1), None)
        self._preferences[name] = loss
        self._add((missed == 0).iff(constraint), f"{name}: {constraint_text(constraint)}")

    def _weighted_objective(self) -> Objective | None:
        """The objective, with what is lost by constraints that are preferred and do not hold."""
        if not self._preferences:
            return self._objective
        names, weights = tuple(self._preferences), tuple(self._preferences.values())
        base = self._objective
        if base is None:
            return Objective("minimize", names, weights)
        losses = tuple(base.sign * weight for weight in weights)
        scope, coefficients = (*base.scope, *names), (*base.coefficients, *losses)
        return Objective(base.sense, scope, coefficients, base.constant, base.label)

    def _as_variable(self, thing: Arithmetic) -> Variable:
        """A new variable, ``objective``, that equals an expression which is no weighted sum."""
        data = as_affine(thing)
        if thing.owner not in (None, self._mark) or any(v not in self._domains for v in data.scope):
            raise ModelError(f"{thing!r}: its variables were declared by another builder, or not")
        data.check_domains(self._domains)
        variable = self._declare("objective", data.possible_values(self._domains), None)
        self._add(variable == thing, f"objective == {data}")
        return variable
