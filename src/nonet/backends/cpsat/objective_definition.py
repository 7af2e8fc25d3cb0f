"""An objective's variable that only names an expression: CP-SAT is given the expression.

``build.minimize(abs(x - y) + abs(y - z))`` declares a variable ``objective`` that equals the sum.
CP-SAT minimises the sum itself, as in textbooks: measured on tours and distances, with a variable
between the two the search takes a fifth longer.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.search import ReadValue
from nonet.model import Constraint, Objective, Structure
from nonet.model.expressions.affine import Affine, times
from nonet.model.expressions.logic import Compare


@dataclass(frozen=True, slots=True)
class ObjectiveDefinition:
    """A variable, the only constraint on this variable, and the expression that the variable
    equals."""

    name: str
    constraint: Constraint
    expression: Affine


def objective_definition(structure: Structure, objective: Objective) -> ObjectiveDefinition | None:
    """Return the definition of an objective's variable; ``None`` if the variable is more than a
    name of an expression.

    The variable must be able to take every value of the expression, and no other constraint, and no
    search annotation, may contain the variable.
    """
    if len(objective.scope) != 1:
        return None
    (name,) = objective.scope
    mentions = [each for each in structure.constraints if name in each.scope]
    if len(mentions) != 1 or any(name in phase.variables for phase in structure.search):
        return None
    (compared,) = mentions
    if not isinstance(compared, Compare) or compared.op != "==":
        return None
    terms = dict(compared.expression.terms)
    factor = terms.pop(name, 0)
    if factor not in (1, -1) or not terms:
        return None
    constant = compared.expression.constant - compared.constant
    expression = times(Affine(tuple(terms.items()), constant), -factor)
    if name in expression.scope:
        return None
    if not expression.possible_values(structure.domains) <= structure.domains[name]:
        return None
    return ObjectiveDefinition(name, compared, expression)


class DefinedObjective:
    """The sum in CP-SAT's model that the variable of an objective equals."""

    def __init__(self, encoding: IntegerEncoding, definition: ObjectiveDefinition) -> None:
        self.name = definition.name
        self.linear = encoding.encoder.linear_terms(definition.expression).without_negations()
        self._encoding = encoding
        self._bounds: int | None = None

    def set_domain(self, ends: list[int]) -> None:
        """Leave the variable the values in these intervals."""
        constraints = self._encoding.model.proto.constraints
        shifted = [end - self.linear.constant for end in ends]
        if self._bounds is None:
            self._bounds = len(constraints)
            self._encoding.add_sum(self.linear.terms, self.linear.coefficients, shifted)
        else:
            domain = constraints[self._bounds].linear.domain
            domain.clear()
            domain.extend(shifted)

    def value(self, read: ReadValue) -> int:
        """The value of the variable in a solution."""
        total: int = self.linear.constant
        for term, coefficient in zip(self.linear.terms, self.linear.coefficients, strict=True):
            total += coefficient * read(term)
        return total
