"""Models of other systems, read into a ``Model``: one language a folder.

A reader keeps the names of variables, labels constraints with file and line, and sets the
objective, so that every verb works on the model as on any other.  ``flatzinc/`` reads the output
of the MiniZinc compiler, and ``minizinc/`` calls that compiler.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from nonet.errors import FormatError

if TYPE_CHECKING:
    from nonet.importing.cpmpy import from_cpmpy as from_cpmpy
    from nonet.importing.cpsat import from_cpsat as from_cpsat
    from nonet.importing.python_constraint import from_python_constraint as from_python_constraint
    from nonet.model import Model

_FUNCTIONS = {
    "from_cpmpy": "cpmpy",
    "from_cpsat": "cpsat",
    "from_python_constraint": "python_constraint",
}
"""For each function that reads another library's object, its module."""

_CLASSES = {
    "cpmpy.Model": "from_cpmpy",
    "ortools.CpModel": "from_cpsat",
    "ortools.CpModelProto": "from_cpsat",
    "constraint.Problem": "from_python_constraint",
}
"""For each class of models, by package and name, the function that reads its objects."""


def __getattr__(name: str) -> Any:
    """Import a reader of another library's models at its first use."""
    if name not in _FUNCTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"nonet.importing.{_FUNCTIONS[name]}"), name)


def reader_of(problem: object) -> Callable[[Any], Model] | None:
    """Return the function that reads an object of another library; ``None`` if no function does.

    Classes are compared by name: no other library is imported.
    """
    for kind in type(problem).__mro__:
        name = _CLASSES.get(f"{kind.__module__.partition('.')[0]}.{kind.__name__}")
        if name is not None:
            reader: Callable[[Any], Model] = __getattr__(name)
            return reader
    return None


@dataclass(frozen=True)
class ImportedModel:
    """A model that was read, and how a solution is shown: in its own system's form, or its file's."""

    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


def read_model_file(
    path: Path,
    data: Sequence[str] = (),
    *,
    include: Sequence[str] = (),
    keep_places: bool = True,
) -> ImportedModel | None:
    """Return the model of a file of another system; ``None`` for other suffixes.

    ``include``: folders beside the model's own from which a MiniZinc model may include files.

    Without ``keep_places`` the constraints of a MiniZinc model do not say their lines, and the
    model is compiled and read in two thirds of the time.

    Raises ``FormatError`` with file and line.
    """
    name = path.name.lower()
    reader = next((read for suffix, read in READERS.items() if name.endswith(suffix)), None)
    if reader is None:
        return None
    if not path.is_file():
        raise FormatError("no such file", source=str(path))
    try:
        if reader is _read_minizinc:
            return _read_minizinc(path, data, include, keep_places)
        if data:
            raise FormatError("it has its data in it: leave --data out", source=str(path))
        return reader(path)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise FormatError(f"a damaged gzip file: {error}", source=str(path)) from None
    except UnicodeDecodeError:
        raise FormatError("the file is not a text", source=str(path)) from None


def _read_minizinc(
    path: Path, data: Sequence[str] = (), include: Sequence[str] = (), keep_places: bool = True
) -> ImportedModel:
    from nonet.importing.minizinc import compile_minizinc

    compiled = compile_minizinc(path, data, include=include, keep_places=keep_places)
    return ImportedModel(compiled.flat.model, compiled.show)


def _read_flatzinc(path: Path) -> ImportedModel:
    from nonet.importing.flatzinc import read_flatzinc

    with path.open(encoding="utf-8") as lines:
        flat = read_flatzinc(lines, str(path))
    return ImportedModel(flat.model, flat.show)


def _read_xcsp3(path: Path) -> ImportedModel:
    from nonet.importing.xcsp3 import read_xcsp3

    instance = read_xcsp3(path.read_bytes(), str(path))
    return ImportedModel(instance.model, instance.show)


def _read_dimacs(path: Path) -> ImportedModel:
    from nonet.importing.dimacs import read_dimacs, solution_text

    with _opened(path) as lines:
        return ImportedModel(read_dimacs(lines, str(path)), solution_text)


def _read_opb(path: Path) -> ImportedModel:
    from nonet.importing.opb import read_opb, solution_text

    with _opened(path) as lines:
        return ImportedModel(read_opb(lines, str(path)), solution_text)


def _opened(path: Path) -> IO[str]:
    """Open a file of clauses or rows, compressed by gzip or not; comments may have any letters."""
    open_text = gzip.open if path.suffix.lower() == ".gz" else open
    return open_text(path, "rt", encoding="utf-8-sig", errors="replace")


READERS: dict[str, Callable[[Path], ImportedModel]] = {
    ".cnf": _read_dimacs,
    ".cnf.gz": _read_dimacs,
    ".fzn": _read_flatzinc,
    ".mzn": _read_minizinc,
    ".opb": _read_opb,
    ".opb.gz": _read_opb,
    ".xml": _read_xcsp3,
}
"""For each suffix the function that reads a file."""
