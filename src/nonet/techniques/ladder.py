"""Ladders: how many puzzles are solved as each technique is added.

The table is modelled on a Project Euler 96 tutorial, for any puzzles and any policy: a rung is
an entry of the policy together with all entries before.

>>> [rung.technique for rung in ladder([])][:3]
['candidates', 'loners', 'naked pairs']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from nonet.puzzle import Puzzle
from nonet.puzzle.unread import require_whole
from nonet.solving.problem_input import ProblemInput
from nonet.techniques.path import walk_path
from nonet.techniques.policies import Policy
from nonet.techniques.policies import policy as named_policy
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.starting_position import oracle_for


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique, and how many puzzles are solved with this and all earlier techniques."""

    technique: str
    solved: int


class LadderBuilder:
    """A ladder in progress: puzzles are added singly.

    A puzzle that takes longer than ``time_limit`` seconds counts as ``stopped``: solved by the
    techniques tried so far, or unsolved.
    """

    def __init__(self, policy: str | Policy = "tutorial", time_limit: float | None = None) -> None:
        self._policy = named_policy(policy)
        self._solved = [0] * len(self._policy.entries)
        self._time_limit = time_limit
        self.puzzles = self.stopped = 0

    def add(self, problem: ProblemInput) -> None:
        """Add a puzzle: each rung continues from the position where the rung before stopped."""
        known = oracle_for(problem, SearchDeadline.reported(self._time_limit))
        require_whole(known.unread, "the puzzle")
        position = known.start
        self.puzzles += 1
        entries = self._policy.entries
        for number in range(len(entries)):
            used = replace(self._policy, entries=entries[: number + 1])
            path = walk_path(position, used, known)
            position = path.end
            if path.solved:
                for rung in range(number, len(entries)):
                    self._solved[rung] += 1
                break
            if path.stopped_by:
                self.stopped += 1
                break

    @property
    def rungs(self) -> list[Rung]:
        """Return how many puzzles so far are solved with each technique and all earlier
        techniques.
        """
        pairs = zip(self._policy.entries, self._solved, strict=True)
        return [Rung(entry.title, count) for entry, count in pairs]


def ladder(problems: Iterable[ProblemInput], policy: str | Policy = "tutorial") -> list[Rung]:
    """Return a rung for each entry of the policy, in order, with the number of puzzles solved.

    >>> [rung.solved for rung in ladder([".......21.3..4..", "1..............4"])]
    [1, 1, 1, 1, 1, 1, 1]
    """
    if isinstance(problems, Puzzle | str) or not isinstance(problems, Iterable):
        raise TypeError(f"a ladder is of several puzzles, not of {type(problems).__name__}")
    climb = LadderBuilder(policy)
    for problem in problems:
        climb.add(problem)
    return climb.rungs
