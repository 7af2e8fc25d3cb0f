"""Global constraints over expressions, a family a file: each has a meaning, an encoding and words.

The globals over plain variables that rules of puzzles mean are in ``constraints/variable_globals.py``:
a puzzle imports these alone.

The builder's methods of the same names add these constraints (``build.circuit(after)``); as values
the constraints can be negated, implied and counted like any constraint.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> q = build.array("q", 6, range(6))
>>> for lines in (q, [q[i] + i for i in range(6)], [q[i] - i for i in range(6)]):
...     build.all_different(lines)
>>> import nonet
>>> print(nonet.count_solutions(build))
4
"""

from nonet.model.constraints.variable_globals import (
    CountFamily,
    EnclosedSum,
    EqualCounts,
    EqualSums,
    LeadingSum,
    LineComparison,
)
from nonet.model.globals.counting import AllEqual, Cardinality, Distinct
from nonet.model.globals.indexing import ArcCircuit, Circuit, ElementOf, Inverse, SubCircuit
from nonet.model.globals.orderings import Increasing, Lexicographic, LexicographicChain, Precedence
from nonet.model.globals.tables_and_automata import CostRegular, Predicate, RegularOf, TableOf
from nonet.model.globals.tasks import BinPacking, Cumulative, NoOverlap, NoOverlap2D, Reservoir
from nonet.model.misuse_errors import explain_constructors

__all__ = [
    "AllEqual",
    "ArcCircuit",
    "BinPacking",
    "Cardinality",
    "Circuit",
    "CostRegular",
    "CountFamily",
    "Cumulative",
    "Distinct",
    "ElementOf",
    "EnclosedSum",
    "EqualCounts",
    "EqualSums",
    "Increasing",
    "Inverse",
    "LeadingSum",
    "Lexicographic",
    "LexicographicChain",
    "LineComparison",
    "NoOverlap",
    "NoOverlap2D",
    "Precedence",
    "Predicate",
    "RegularOf",
    "Reservoir",
    "SubCircuit",
    "TableOf",
]

explain_constructors([globals()[name] for name in __all__])
