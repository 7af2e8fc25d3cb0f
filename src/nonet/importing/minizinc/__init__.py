"""MiniZinc: models compiled to FlatZinc by the ``minizinc`` program, and nonet as its solver.

The compiler reads ``mznlib/`` beside its own library: the global constraints that nonet's model
has, declared without a body, so that these constraints arrive whole.
"""

from nonet.importing.minizinc.compiler import compile_minizinc, data_options
from nonet.importing.minizinc.configuration import (
    SOLVER_ID,
    configuration,
    configuration_folder,
    library_folder,
)

__all__ = [
    "SOLVER_ID",
    "compile_minizinc",
    "configuration",
    "configuration_folder",
    "data_options",
    "library_folder",
]
