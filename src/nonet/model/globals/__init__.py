"""Global constraints over expressions, one a file: each has a meaning, an encoding and words.

The builder's methods of the same names add these constraints (``build.circuit(after)``); as values
the constraints can be negated, implied and counted like any constraint.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> q = build.array("q", 6, range(6))
>>> for lines in (q, [q[i] + i for i in range(6)], [q[i] - i for i in range(6)]):
...     build.all_different(lines)
>>> import nonet
>>> print(nonet.count(build))
4
"""

from nonet.model.globals.all_different import Distinct
from nonet.model.globals.all_equal import AllEqual
from nonet.model.globals.among import Among
from nonet.model.globals.bin_packing import BinPacking
from nonet.model.globals.cardinality import Cardinality
from nonet.model.globals.circuit import Circuit
from nonet.model.globals.cost_regular import CostRegular
from nonet.model.globals.cumulative import Cumulative
from nonet.model.globals.element import ElementOf
from nonet.model.globals.increasing import Increasing
from nonet.model.globals.inverse import Inverse
from nonet.model.globals.lexicographic import Lexicographic
from nonet.model.globals.lexicographic_chain import LexicographicChain
from nonet.model.globals.no_overlap import NoOverlap
from nonet.model.globals.no_overlap_2d import NoOverlap2D
from nonet.model.globals.nvalue import NValue
from nonet.model.globals.precedence import Precedence
from nonet.model.globals.regular import RegularOf
from nonet.model.globals.reservoir import Reservoir
from nonet.model.globals.subcircuit import SubCircuit
from nonet.model.globals.table import TableOf
from nonet.model.usage import explain_constructors

__all__ = [
    "AllEqual",
    "Among",
    "BinPacking",
    "Cardinality",
    "Circuit",
    "CostRegular",
    "Cumulative",
    "Distinct",
    "ElementOf",
    "Increasing",
    "Inverse",
    "Lexicographic",
    "LexicographicChain",
    "NValue",
    "NoOverlap",
    "NoOverlap2D",
    "Precedence",
    "RegularOf",
    "Reservoir",
    "SubCircuit",
    "TableOf",
]

explain_constructors([globals()[name] for name in __all__])
