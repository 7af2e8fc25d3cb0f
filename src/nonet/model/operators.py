"""The results of the operators of constraints and expressions.

``a & b`` is a constraint over constraints, and ``x * y == 6`` a constraint over expressions: the
result of an operator is built on the very class that has the operator.  So the classes know this
table alone; ``nonet.model`` names the module that fills the table, which is imported at the first
use of an operator.

>>> import nonet.model
>>> from nonet.model.constraints import Linear
>>> (Linear(("x",), (1,), "==", 1) & Linear(("y",), (1,), "==", 2)).formula
'(x == 1) & (y == 2)'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nonet.model.constraints.base import Constraint, ConstraintInput, Decomposition, FreshName
    from nonet.model.constraints.linear import Comparison
    from nonet.model.domain import Domain
    from nonet.model.expressions.affine import Affine, Operation
    from nonet.model.expressions.arithmetic import Expression


@dataclass(frozen=True)
class Operators:
    """The functions that combine constraints and expressions.

    ``decomposition`` decomposes an ``AnyOf`` with such constraints inside. ``numpy_functions`` imports
    the module of NumPy's functions.
    """

    conjunction: Callable[[Constraint, ConstraintInput], Constraint]
    conjunction_of: Callable[[Iterable[ConstraintInput]], Constraint]
    disjunction: Callable[[Constraint, ConstraintInput], Constraint]
    exclusive_or: Callable[[Constraint, ConstraintInput], Constraint]
    negation: Callable[[Constraint], Constraint]
    implication: Callable[[Constraint, ConstraintInput], Constraint]
    equivalence: Callable[[Constraint, ConstraintInput], Constraint]
    truth: Callable[[Constraint], Expression]
    comparison: Callable[[Affine, Comparison, int, object | None], Constraint]
    product: Callable[[Affine, Affine], Operation]
    quotient: Callable[[Affine, Affine], Operation]
    remainder: Callable[[Affine, Affine], Operation]
    absolute: Callable[[Affine], Operation]
    decomposition: Callable[[Constraint, Mapping[str, Domain], FreshName], Decomposition]
    numpy_functions: Callable[[], Any]


_factories: list[Callable[[], Operators]] = []


def register_operators(factory: Callable[[], Operators]) -> None:
    """Register the function that returns the table, called once, at the first operator."""
    _factories.append(factory)


@cache
def operators() -> Operators:
    """The table."""
    return _factories[-1]()
