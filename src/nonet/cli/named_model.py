"""The input of a command: a puzzle, or a model with its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from nonet.solving import ProblemInput


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, with the name of its file; ``show`` is the file's own function
    that shows a solution."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


PuzzleOrModel = Puzzle | NamedModel


def problem_of(item: PuzzleOrModel) -> ProblemInput:
    """Return the puzzle or the model itself, as the functions of :mod:`nonet.solving` take a
    problem."""
    return item.model if isinstance(item, NamedModel) else item
