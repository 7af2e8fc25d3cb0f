"""The input of a command: a puzzle, or a model with its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.model import Model
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.solving import ProblemInput, Solution, Verdict


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, with the name of its file; ``show`` is the file's own function
    that shows a solution."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


PuzzleOrModel = Puzzle | NamedModel


def solution_to_json(item: PuzzleOrModel, solution: Solution) -> str | dict[str, int]:
    """Return a solution as JSON holds it: the line of a puzzle, or the values of a model's variables
    by name, without those that a compiler added."""
    if not isinstance(item, NamedModel):
        return solution.line
    from nonet.model.auxiliary_variables import is_auxiliary  # not needed by a puzzle

    return {name: value for name, value in solution.items() if not is_auxiliary(name)}


def differing_variables(item: PuzzleOrModel, verdict: Verdict) -> list[str]:
    """Return the variables in which two witnesses differ, of a model only those that it shows."""
    names = list(verdict.differing)
    if not isinstance(item, NamedModel):
        return names
    projection = item.model.projection
    return [name for name in names if projection is None or name in projection]


def problem_of(item: PuzzleOrModel) -> ProblemInput:
    """Return the puzzle or the model itself, as the functions of :mod:`nonet.solving` take a
    problem."""
    return item.model if isinstance(item, NamedModel) else item
