"""The configuration by which MiniZinc finds nonet: a ``.msc`` file and the folder of its library.

>>> configuration("fzn-nonet")["stdFlags"]
['-a', '-f', '-n', '-r', '-s', '-t', '-v']
"""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

SOLVER_ID = "org.nonet.nonet"
"""The solver's name in MiniZinc; ``nonet`` is short for this name."""


def library_folder() -> Path:
    """Return the folder of the global constraints that are kept whole."""
    return Path(__file__).parent / "mznlib"


def configuration_folder() -> Path:
    """Return the folder in which MiniZinc looks for a user's solvers."""
    base = os.environ.get("MZN_SOLVER_PATH", "").partition(os.pathsep)[0]
    return Path(base) if base else Path.home() / ".minizinc" / "solvers"


def configuration(executable: str) -> dict[str, Any]:
    """Return the contents of a ``.msc`` file for a program that is called with a FlatZinc file."""
    try:
        number = version("nonet")
    except PackageNotFoundError:
        number = "0"
    return {
        "id": SOLVER_ID,
        "name": "nonet",
        "description": "Constraint programming with puzzles: any solver, proofs, explanations",
        "version": number,
        "mznlib": str(library_folder()),
        "executable": executable,
        "tags": ["cp", "int"],
        "stdFlags": ["-a", "-f", "-n", "-r", "-s", "-t", "-v"],
        "extraFlags": [["--nonet-backend", "The solver behind nonet", "string", "auto"]],
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
        "needsMznExecutable": False,
        "needsStdlibDir": False,
        "isGUIApplication": False,
    }
