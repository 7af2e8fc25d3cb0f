"""Positions to practise a technique on: nothing easier is left, and the technique is there.

New puzzles are drawn; each is solved by singles, intersections and subsets as far as they go, and
then by the technique: the position before the technique is the exercise.

>>> exercise = next(practice("x-wing", seed=1, time_limit=60))
>>> exercise.step.technique.title, exercise.puzzle.candidates != {}
('X-Wing', True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from nonet.deadline import DeadlineExceeded
from nonet.errors import OutOfTime
from nonet.formats.json import to_json
from nonet.puzzle import Puzzle
from nonet.setting.difficulty import order_after_basics
from nonet.setting.generating import generate
from nonet.solving.problem_input import checked_limits
from nonet.techniques import Step, explain, find
from nonet.techniques.hints import easier_techniques
from nonet.techniques.policies import technique_keys
from nonet.techniques.solution_oracle import puzzle_with_marks

NO_LIMIT = 1_000_000_000
"""Puzzles that may be drawn: practically unlimited."""


@dataclass(frozen=True)
class Exercise:
    """A position to find a technique in.

    ``puzzle`` has the marks of the position, ``step`` is the next step of the usual path, ``steps``
    are all instances of the technique; ``tag`` is the drawn puzzle's (see :func:`nonet.generate`).
    ``easier`` are the titles of techniques that people try before and that are there, too.
    """

    puzzle: Puzzle
    step: Step
    steps: tuple[Step, ...]
    tag: str
    easier: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The exercise and its answers as plain data for JSON."""
        return {
            "puzzle": to_json(self.puzzle),
            "technique": self.step.key,
            "tag": self.tag,
            "easier": list(self.easier),
            "steps": [step.to_json() for step in self.steps],
        }

    def __repr__(self) -> str:
        return f"<Exercise {self.step.technique.title}, {len(self.steps)} to find>"


def practice(
    technique: str,
    *,
    like: Puzzle | None = None,
    seed: int | None = None,
    after: str = "",
    time_limit: float | None = None,
) -> Iterator[Exercise]:
    """Generate positions where a technique (or a technique of a named set) is the next step.

    Before the technique, singles, intersections and subsets are used up (for a technique among
    these, all that people try before); other techniques that people try before and that apply in
    the position are named.  ``like``, ``seed`` and ``after`` are as for :func:`nonet.generate`;
    after ``time_limit`` seconds the positions end.

    Raises ``TechniqueError`` for an unknown technique, ``LimitError`` for a limit that is none.
    """
    keys = technique_keys([technique])
    checked_limits(None, time_limit)
    return _exercises(keys, like, seed, after, time_limit)


def _exercises(
    keys: tuple[str, ...], like: Puzzle | None, seed: int | None, after: str, limit: float | None
) -> Iterator[Exercise]:
    policy = order_after_basics(keys)
    end = None if limit is None else monotonic() + limit
    for drawn in generate(NO_LIMIT, like=like, seed=seed, after=after, time_limit=limit):
        remaining = None if end is None else max(end - monotonic(), 0.01)
        try:
            path = explain(drawn.puzzle, policy, unique=True, time_limit=remaining)
            pairs = zip(path.positions, path.steps, strict=False)
            place = next((pair for pair in pairs if pair[1].key in keys), None)
            if place is None:
                continue
            position, step = place
            every = find(position, step.key, time_limit=remaining)
            easier = easier_techniques(position, step)
        except (OutOfTime, DeadlineExceeded):  # the position knows the path's deadline
            return
        yield Exercise(
            puzzle_with_marks(position, drawn.puzzle),
            step,
            tuple(dict.fromkeys((step, *every))),
            drawn.tag,
            easier,
        )
