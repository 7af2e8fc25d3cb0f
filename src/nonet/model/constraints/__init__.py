"""The primitive constraints, one a file.

A backend must know seven.  Beside them stand ``Connected`` and, in ``variable_globals``, what rules
of puzzles mean: a backend that has a filter of its own for such a global posts it, and every other
backend is given its form in the seven.
"""

from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.any_of import AnyOf
from nonet.model.constraints.base import (
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
    structurally_equal,
)
from nonet.model.constraints.connected import Connected
from nonet.model.constraints.count import Count
from nonet.model.constraints.element import Element
from nonet.model.constraints.linear import Linear
from nonet.model.constraints.regular import Automaton, Regular
from nonet.model.constraints.table import Table
from nonet.model.constraints.variable_globals import SumBetween
from nonet.model.usage import explain_constructors

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
