"""The input of a solver: variables, domains, constraints.  Knows no puzzle, no solver.

The parts that only a declaration needs (the builder, expressions) are imported at their first use:
a puzzle of the command line is solved without these parts.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Assignment,
    Automaton,
    Connected,
    Constraint,
    Count,
    Decomposition,
    Element,
    Linear,
    Regular,
    SumBetween,
    Table,
    structurally_equal,
)
from nonet.model.constraints.base import Annotation
from nonet.model.constraints.variable_globals import (
    CountFamily,
    EnclosedSum,
    EqualCounts,
    EqualSums,
    LeadingSum,
    LineComparison,
    primitives_of,
)
from nonet.model.domain import Domain
from nonet.model.model import Model
from nonet.model.objective import Objective
from nonet.model.structure import Structure

if TYPE_CHECKING:
    from nonet.model.builder import ModelBuilder
    from nonet.model.expressions.arithmetic import Expression, Variable
    from nonet.model.expressions.array import Array, Matrix
    from nonet.model.expressions.functions import (
        all_of,
        any_of,
        arg_max,
        arg_min,
        between,
        count_of,
        element,
        exactly_one,
        if_then_else,
        max_of,
        min_of,
        nvalue_of,
    )

_LATER = {
    "ModelBuilder": "builder",
    **dict.fromkeys(("Expression", "Variable"), "expressions.arithmetic"),
    **dict.fromkeys(("Array", "Matrix"), "expressions.array"),
    **dict.fromkeys(
        (
            "all_of", "any_of", "arg_max", "arg_min", "between", "count_of", "element", "exactly_one",
            "if_then_else", "max_of", "min_of", "nvalue_of",
        ),
        "expressions.functions",
    ),
}  # fmt: skip
"""Names that are imported at their first use, each with its module."""


__all__ = [
    "AllDifferent",
    "Annotation",
    "AnyOf",
    "Array",
    "Assignment",
    "Automaton",
    "Connected",
    "Constraint",
    "Count",
    "CountFamily",
    "Decomposition",
    "Domain",
    "Element",
    "EnclosedSum",
    "EqualCounts",
    "EqualSums",
    "Expression",
    "LeadingSum",
    "LineComparison",
    "Linear",
    "Matrix",
    "Model",
    "ModelBuilder",
    "Objective",
    "Regular",
    "Structure",
    "SumBetween",
    "Table",
    "Variable",
    "all_of",
    "any_of",
    "arg_max",
    "arg_min",
    "between",
    "count_of",
    "element",
    "exactly_one",
    "if_then_else",
    "max_of",
    "min_of",
    "nvalue_of",
    "primitives_of",
    "structurally_equal",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'nonet.model' has no attribute {name!r}")
    attribute = getattr(import_module(f"nonet.model.{_LATER[name]}"), name)
    vars(sys.modules[__name__])[name] = attribute  # not globals(): that is a room of this one
    return attribute
