"""The primitive constraints.

A backend must know seven: those of ``primitives``, and ``Regular``.  Beside them stand ``Connected``
and, in ``variable_globals``, what rules of puzzles mean: a backend that has a filter of its own for
such a global posts it, and every other backend is given its form in the seven.
"""

from nonet.model.constraints.base import (
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
    structurally_equal,
)
from nonet.model.constraints.connected import Connected
from nonet.model.constraints.primitives import AllDifferent, AnyOf, Count, Element, Linear, Table
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.constraints.variable_globals import SumBetween
from nonet.model.misuse_errors import explain_constructors

PRIMITIVES: frozenset[type[Constraint]] = frozenset(
    {AllDifferent, AnyOf, Count, Element, Linear, Regular, Table}
)
"""The seven primitives."""

__all__ = [
    "PRIMITIVES",
    "AllDifferent",
    "AnyOf",
    "Assignment",
    "Automaton",
    "Connected",
    "Constraint",
    "Count",
    "Decomposition",
    "Element",
    "FreshName",
    "Linear",
    "Regular",
    "SumBetween",
    "Table",
    "structurally_equal",
]

explain_constructors(
    (AllDifferent, AnyOf, Count, Element, Linear, Regular, SumBetween, Table),
)
