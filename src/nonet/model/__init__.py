"""What a solver is given: variables, domains, constraints.  Knows no puzzle, no solver."""

from nonet.model.builder import ModelBuilder
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Assignment,
    Automaton,
    Constraint,
    Count,
    Decomposition,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.model.domain import Domain
from nonet.model.expressions.arithmetic import Expression, Variable
from nonet.model.expressions.array import Array, Matrix
from nonet.model.expressions.functions import (
    all_of,
    any_of,
    between,
    count_of,
    element,
    if_then_else,
    max_of,
    min_of,
)
from nonet.model.model import Model, Structure
from nonet.model.objective import Objective
from nonet.model.rule import Rule

__all__ = [
    "AllDifferent",
    "AnyOf",
    "Array",
    "Assignment",
    "Automaton",
    "Constraint",
    "Count",
    "Decomposition",
    "Domain",
    "Element",
    "Expression",
    "Linear",
    "Matrix",
    "Model",
    "ModelBuilder",
    "Objective",
    "Regular",
    "Rule",
    "Structure",
    "Table",
    "Variable",
    "all_of",
    "any_of",
    "between",
    "count_of",
    "element",
    "if_then_else",
    "max_of",
    "min_of",
]
