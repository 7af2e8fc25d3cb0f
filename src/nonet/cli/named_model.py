"""What a command is asked about: a puzzle, or a model with the file it came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model import Model
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.solving import ProblemInput


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, with the file it came from; ``show`` is the file's own."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


PuzzleOrModel = Puzzle | NamedModel


def problem_of(item: PuzzleOrModel) -> ProblemInput:
    """What the verbs are given."""
    return item.model if isinstance(item, NamedModel) else item
