"""What a command is asked about: a puzzle, or a model with the file it came from.

>>> is_model_file("no such file.py")
False
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.model import Model
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.solving import Thing

HEAD = 4096
"""Characters at the beginning of a file in which a model's JSON says that it is one."""


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, with the file it came from; ``show`` is the file's own."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


Asked = Puzzle | NamedModel


def thing_of(asked: Asked) -> Thing:
    """What the verbs are given."""
    return asked.model if isinstance(asked, NamedModel) else asked


def is_model_file(name: str) -> bool:
    """Whether a text names a Python file, or one that says it is a model's JSON."""
    try:
        path = Path(name)
        if not path.is_file():
            return False
        if path.suffix.lower() == ".py":
            return True
        with path.open(encoding="utf-8") as file:
            head = file.read(HEAD).lstrip("\ufeff \t\r\n")
    except (OSError, ValueError):  # not text, or longer than a path may be
        return False
    return head.startswith("{") and '"nonet":"model"' in "".join(head.split())
