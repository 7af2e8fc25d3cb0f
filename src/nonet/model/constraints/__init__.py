"""The primitive constraints, one a file.

A backend is given only these constraints; every rule of a puzzle is stated in these terms.  Seven
are all that a backend must know; ``Connected`` and ``SumBetween`` stand beside the seven, because
their forms in the seven are long.
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
from nonet.model.constraints.sum_between import SumBetween
from nonet.model.constraints.table import Table
from nonet.model.usage import explain_constructors

__all__ = [
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
