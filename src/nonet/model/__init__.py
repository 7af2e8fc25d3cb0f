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
from nonet.model.model import Model, Structure
from nonet.model.objective import Objective
from nonet.model.rule import Rule
from nonet.model.variable import Expression, Variable

__all__ = [
    "AllDifferent",
    "AnyOf",
    "Assignment",
    "Automaton",
    "Constraint",
    "Count",
    "Decomposition",
    "Domain",
    "Element",
    "Expression",
    "Linear",
    "Model",
    "ModelBuilder",
    "Objective",
    "Regular",
    "Rule",
    "Structure",
    "Table",
    "Variable",
]
