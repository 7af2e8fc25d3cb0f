"""The methods of a builder about the best solution: an objective, and preferred constraints.

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
from typing import TYPE_CHECKING, NoReturn

from nonet.errors import ModelError
from nonet.model.constraints import Constraint
from nonet.model.domain import Domain
from nonet.model.expressions.arithmetic import Arithmetic, Variable, as_affine, checked_constraint
from nonet.model.integers import checked_integer
from nonet.model.objective import LexicographicObjective, Objective, Sense
from nonet.model.source_text import constraint_text
from nonet.model.symbols import Symbols
from nonet.model.usage import with_explained_methods

_PREFERENCES_WITH_LEVELS = (
    "of several objectives build.prefer cannot tell which one loses: count what is missed in the "
    "objective where it matters, such as build.then_minimize(3 * ~(x == 2) + ~(y == 2))"
)


@with_explained_methods
class ObjectiveMethods(ABC):
    """The methods of a builder that are about the best solution."""

    _domains: dict[str, Domain]
    _symbols: dict[str, Symbols]
    _mark: object
    _objectives: list[Objective]
    _preferences: dict[str, int]

    @abstractmethod
    def _add(self, constraint: Constraint, label: str) -> None: ...

    @abstractmethod
    def _declare(self, name: str, domain: Domain, symbols: Symbols | None) -> Variable: ...

    if not TYPE_CHECKING:

        def __iadd__(self, other: object) -> NoReturn:
            raise ModelError(
                "build += ... is written build.add(x < y), and an objective build.minimize(2 * x + y)"
            )

    def minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` smallest; ``label`` is its name in answers.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(2 * x + y)
        >>> build.model()
        Model(<2 variables, 1 constraints, minimize 2 * x + y>, 0 domains narrowed)
        """
        self._set_first_objective("minimize", objective, label)

    def maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` largest; ``label`` is its name in answers."""
        self._set_first_objective("maximize", objective, label)

    def then_minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Of the solutions that are best by all objectives before, ask for the smallest of another.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(x + y)
        >>> build.then_minimize(abs(x - 5))
        >>> build.model().objective.levels[1].scope
        ('objective 2',)
        """
        self._add_objective("minimize", objective, label)

    def then_maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Of the solutions that are best by all objectives before, ask for the largest of another."""
        self._add_objective("maximize", objective, label)

    def _set_first_objective(self, sense: Sense, expression: Arithmetic | int, label: str) -> None:
        if self._objectives:
            raise ModelError(
                f"there is an objective already, {self._objectives[0]}: of two that are traded "
                "for each other add them up, each with its weight; one that counts only among "
                f"solutions that are best by the first is build.then_{sense}(...)"
            )
        self._objectives.append(self._checked_objective(sense, expression, label))

    def _add_objective(self, sense: Sense, expression: Arithmetic | int, label: str) -> None:
        if not self._objectives:
            raise ModelError(
                f"then_{sense}: there is no objective before it; the first is build.{sense}(...)"
            )
        if self._preferences:
            raise ModelError(_PREFERENCES_WITH_LEVELS)
        self._objectives.append(self._checked_objective(sense, expression, label))

    def _checked_objective(
        self, sense: Sense, expression: Arithmetic | int, label: str
    ) -> Objective:
        """Return an objective over this builder's variables; raise ``ModelError`` for another."""
        if isinstance(expression, Arithmetic) and as_affine(expression).depth:
            expression = self._as_variable(expression)
        objective = Objective.from_expression(sense, expression, label)
        if getattr(expression, "owner", None) not in (None, self._mark):
            raise ModelError(
                f"{objective}: its variables were declared by another builder; "
                "variables belong to the model of the builder that declared them"
            )
        for name in objective.scope:
            if name in self._symbols and not self._symbols[name].is_numeric:
                raise ModelError(f"{objective}: the values of {name} are names, not numbers")
            if name not in self._domains:
                raise ModelError(f"{objective}: variable {name!r} is not declared")
        return objective

    def prefer(self, constraint: Constraint, weight: int = 1, label: str = "") -> None:
        """Ask for a constraint that need not hold: ``weight`` is lost if the constraint fails.

        The loss is added to an objective to minimize, subtracted from an objective to maximize, and
        minimized if there is no objective.  A variable, named by ``label``, is 1 if the weight is
        lost.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(3))
        >>> build.add(x + y <= 2)
        >>> build.prefer(x == 2, weight=3)
        >>> build.prefer(y == 2, weight=1)
        >>> build.model().objective.formula
        '3 * missed 1 + missed 2'
        """
        if len(self._objectives) > 1:
            raise ModelError(_PREFERENCES_WITH_LEVELS)
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

    def _objective(self) -> Objective | None:
        """Return the objective, with the losses of preferred constraints that do not hold."""
        if len(self._objectives) > 1:
            return LexicographicObjective.of(self._objectives, self._domains)
        base = self._objectives[0] if self._objectives else None
        if not self._preferences:
            return base
        names, weights = tuple(self._preferences), tuple(self._preferences.values())
        if base is None:
            return Objective("minimize", names, weights)
        losses = tuple(base.sign * weight for weight in weights)
        scope, coefficients = (*base.scope, *names), (*base.coefficients, *losses)
        return Objective(base.sense, scope, coefficients, base.constant, base.label)

    def _as_variable(self, expression: Arithmetic) -> Variable:
        """Return a new variable that equals an expression which is no weighted sum.

        Its name is ``objective``, or ``objective 2`` of the second level.
        """
        data = as_affine(expression)
        if expression.owner not in (None, self._mark) or any(
            v not in self._domains for v in data.scope
        ):
            raise ModelError(
                f"{expression!r}: its variables were declared by another builder, or not"
            )
        data.check_domains(self._domains)
        level = len(self._objectives) + 1
        name = "objective" if level == 1 else f"objective {level}"
        variable = self._declare(name, data.possible_values(self._domains), None)
        self._add(variable == expression, f"{name} == {data}")
        return variable
