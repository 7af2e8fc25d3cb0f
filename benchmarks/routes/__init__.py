"""The routes by name: nonet's backends, textbook programs, other packages.

A name that is none of these is taken for the specification of one of nonet's
backends, such as ``native:alldifferent=gac``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.geometry import Geometry
from benchmarks.routes.base import Missing, Route, Unsuited
from benchmarks.routes.cpmpy import Cpmpy
from benchmarks.routes.dokusan import Dokusan
from benchmarks.routes.exact_cover import ExactCover
from benchmarks.routes.norvig import Norvig
from benchmarks.routes.ours import Ours
from benchmarks.routes.py_sudoku import PySudoku
from benchmarks.routes.sudokutools import Sudokutools
from benchmarks.routes.textbook_cpsat import TextbookCpSat
from benchmarks.routes.textbook_python_constraint import TextbookPythonConstraint
from benchmarks.routes.textbook_python_sat import TextbookPythonSat

__all__ = ["DEFAULT", "OTHERS", "REFERENCE", "Missing", "Route", "Unsuited", "kind", "make"]

OTHERS: dict[str, Callable[..., Route]] = {
    "textbook-cpsat": TextbookCpSat,
    "textbook-cpsat-all-workers": partial(TextbookCpSat, workers=0),
    "textbook-python-constraint": TextbookPythonConstraint,
    "textbook-python-constraint-backtracking": partial(TextbookPythonConstraint, backtracking=True),
    "textbook-python-sat": TextbookPythonSat,
    "textbook-python-sat-minisat": partial(TextbookPythonSat, solver="minisat22"),
    "textbook-python-sat-cadical": partial(TextbookPythonSat, solver="cadical195"),
    "cpmpy": Cpmpy,
    "exact-cover": ExactCover,
    "sudokutools": Sudokutools,
    "py-sudoku": PySudoku,
    "dokusan": Dokusan,
    "norvig": Norvig,
}
"""The routes that are not nonet's."""

OURS = (
    "native",
    "native:alldifferent=gac",
    "native:alldifferent=naked",
    "cpsat",
    "cpsat:model=textbook",
    "sat",
    "python-constraint",
    "python-constraint:redundant=no",
)
"""nonet's backends and the options worth comparing."""

DEFAULT = (*OURS, *OTHERS)
REFERENCE = "textbook-cpsat"
"""The route the others are divided by, unless another is named."""


def make(name: str, geometry: Geometry, norvig: str) -> Route:
    """The route of a name for a geometry; ``norvig`` is the path of his ``sudoku.py``.

    Raises ``Missing`` or ``Unsuited``.
    """
    if name == "norvig":
        return Norvig(geometry, norvig)
    if name in OTHERS:
        return OTHERS[name](geometry)
    return Ours(geometry, name)


def kind(name: str) -> str:
    """``nonet``, ``textbook`` or ``peer``."""
    if name not in OTHERS:
        return "nonet"
    return "textbook" if name.startswith("textbook") else "peer"
