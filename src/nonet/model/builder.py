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

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nonet.errors import ModelError
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Regular,
    Table,
)
from nonet.model.constraints.base import name
from nonet.model.constraints.linear import Comparison
from nonet.model.domain import Domain
from nonet.model.model import Model
from nonet.model.rule import Rule
from nonet.model.variable import Variable


class ModelBuilder:
    """Collects variables and constraints; :meth:`model` makes the model of them.

    Every method that adds a constraint takes ``label``, the words in which
    errors and explanations speak of it.
    """

    def __init__(self) -> None:
        self._domains: dict[str, Domain] = {}
        self._constraints: list[Constraint] = []

    def variable(self, name: str, values: Iterable[int]) -> Variable:
        """A new variable with the given values; raises ``ModelError`` on a used name."""
        if name in self._domains:
            raise ModelError(f"variable {name!r} is declared twice")
        self._domains[name] = Domain.of(values)
        return Variable(name)

    def variables(self, names: Iterable[str], values: Iterable[int]) -> list[Variable]:
        """A new variable for each name, all with the given values."""
        domain = Domain.of(values)
        return [self.variable(name, domain) for name in names]

    def add(self, *constraints: Constraint, label: str = "") -> None:
        """Any constraints, such as ``x + y <= 5``."""
        for constraint in constraints:
            if not isinstance(constraint, Constraint):
                raise ModelError(f"not a constraint: {constraint!r}")
            if label:
                constraint = replace(constraint, rule=Rule(type(constraint).__name__, label))
            self._constraints.append(constraint)

    def all_different(self, variables: Iterable[Variable | str], label: str = "") -> None:
        """Pairwise different."""
        self.add(AllDifferent(_names(variables)), label=label)

    def table(
        self,
        variables: Iterable[Variable | str],
        tuples: Iterable[Sequence[int]],
        label: str = "",
    ) -> None:
        """One of the tuples."""
        self.add(Table(_names(variables), frozenset(map(tuple, tuples))), label=label)

    def regular(
        self, variables: Iterable[Variable | str], automaton: Automaton, label: str = ""
    ) -> None:
        """A word of the automaton."""
        self.add(Regular(_names(variables), automaton), label=label)

    def count(
        self,
        variables: Iterable[Variable | str],
        values: Iterable[int],
        op: Comparison,
        number: int | Variable | str,
        label: str = "",
    ) -> None:
        """How many of the variables take one of the values, compared with a number."""
        number = number if isinstance(number, int) else name(number)
        self.add(Count(_names(variables), frozenset(values), op, number), label=label)

    def element(
        self,
        array: Iterable[Variable | str],
        index: Variable | str,
        value: Variable | str,
        first: int = 0,
        label: str = "",
    ) -> None:
        """``array[index - first] == value``."""
        self.add(Element(_names(array), name(index), name(value), first), label=label)

    def any_of(self, *groups: Constraint | Sequence[Constraint], label: str = "") -> None:
        """At least one of the groups of constraints holds."""
        parts = tuple((g,) if isinstance(g, Constraint) else tuple(g) for g in groups)
        self.add(AnyOf(parts), label=label)

    def model(self) -> Model:
        """The model of all that was declared so far."""
        return Model(self._domains, self._constraints)


def _names(variables: Iterable[Variable | str]) -> tuple[str, ...]:
    return tuple(name(variable) for variable in variables)
