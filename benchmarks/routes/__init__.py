"""The routes by name: nonet's backends, textbook programs, other packages.

Any other name is the specification of a backend of nonet, such as ``native:alldifferent=gac``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.geometry import Geometry
from benchmarks.routes.base import Missing, Route, Unsuited
from benchmarks.routes.cpmpy import Cpmpy
from benchmarks.routes.dokusan import Dokusan
from benchmarks.routes.exact_cover import ExactCover
from benchmarks.routes.nonet_backend import NonetBackend
from benchmarks.routes.norvig import Norvig
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
"""The routes of other programs."""

NONET_ROUTES = (
    "native",
    "native:alldifferent=gac",
    "native:alldifferent=naked",
    "cpsat",
    "cpsat:model=textbook",
    "sat",
    "python-constraint",
    "python-constraint:redundant=no",
)
"""Backends of nonet with the options to compare."""

DEFAULT = (*NONET_ROUTES, *OTHERS)
REFERENCE = "textbook-cpsat"
"""The default numerator of speed ratios."""


def make(name: str, geometry: Geometry, norvig: str) -> Route:
    """Return a route for a geometry; ``norvig`` is the path of Norvig's ``sudoku.py``.

    Raise ``Missing`` or ``Unsuited``.
    """
    if name == "norvig":
        return Norvig(geometry, norvig)
    if name in OTHERS:
        return OTHERS[name](geometry)
    return NonetBackend(geometry, name)


def kind(name: str) -> str:
    """Return the kind of a route: ``nonet``, ``textbook`` or ``peer``."""
    if name not in OTHERS:
        return "nonet"
    return "textbook" if name.startswith("textbook") else "peer"
