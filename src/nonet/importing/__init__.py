"""Models of other systems, read into a ``Model``: one language a folder.

A reader keeps the names of variables, labels constraints with file and line, and sets the
objective, so that every verb works on the model as on any other.  ``flatzinc/`` reads the output
of the MiniZinc compiler, and ``minizinc/`` calls that compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.errors import FormatError

if TYPE_CHECKING:
    from nonet.model import Model

SUFFIXES = (".fzn", ".mzn")
"""Endings of files that hold another system's model."""

DATA_SUFFIXES = (".dzn", ".json")
"""Endings of files that may follow a MiniZinc model on the command line as its data."""


def names_model(text: str) -> bool:
    """Whether an argument is named as another system's model, be the file there or not."""
    return "\n" not in text and text.lower().endswith(SUFFIXES)


def is_data_file(text: str) -> bool:
    """Whether an argument is named as the data of a MiniZinc model."""
    return "\n" not in text and text.lower().endswith(DATA_SUFFIXES)


@dataclass(frozen=True)
class ImportedModel:
    """A model that was read, and how a solution is shown in its own system's form."""

    model: Model
    show: Callable[[Mapping[str, int]], str]


def read_model_file(path: Path, data: Sequence[str] = ()) -> ImportedModel | None:
    """Return the model of a file of another system; ``None`` for other suffixes.

    Raises ``FormatError`` with file and line.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        return None
    if not path.is_file():
        raise FormatError("no such file", source=str(path))
    if suffix == ".mzn":
        from nonet.importing.minizinc import compile_minizinc

        compiled = compile_minizinc(path, data)
        return ImportedModel(compiled.flat.model, compiled.show)
    if data:
        raise FormatError("it has its data in it: leave --data out", source=str(path))
    from nonet.importing.flatzinc import read_flatzinc

    try:
        with path.open(encoding="utf-8") as lines:
            flat = read_flatzinc(lines, str(path))
    except UnicodeDecodeError:
        raise FormatError("it is no text", source=str(path)) from None
    return ImportedModel(flat.model, flat.show)
