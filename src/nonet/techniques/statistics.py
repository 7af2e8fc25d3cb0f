"""Statistics of a set of puzzles by technique: how often each is needed, and as the hardest
technique of how many puzzles.

>>> result = statistics([".......21.3..4..", "1..............4"])
>>> result.puzzles, result.solved
(2, 1)
>>> [(row.title, row.puzzles, row.steps, row.hardest) for row in result.rows]
[('Full House', 1, 8, 0), ('Hidden Single', 1, 4, 1)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from nonet.puzzle import Puzzle
from nonet.puzzle.unread import require_whole
from nonet.solving.problem_input import ProblemInput
from nonet.techniques.catalogue import technique
from nonet.techniques.path import explain, walk_path
from nonet.techniques.policies import Policy
from nonet.techniques.policies import policy as named_policy
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import oracle_for

# Ladders: how many puzzles are solved as each technique is added.
#
# The table is modelled on a Project Euler 96 tutorial, for any puzzles and any policy: a rung is
# an entry of the policy together with all entries before.


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
        """How many puzzles so far are solved with each technique and all earlier ones."""
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


@dataclass(frozen=True, slots=True)
class TechniqueCount:
    """A technique (its ``key``), the puzzles whose paths use the technique, its steps in all
    paths, and the puzzles whose hardest technique this is.
    """

    key: str
    puzzles: int
    steps: int
    hardest: int

    @property
    def title(self) -> str:
        """The technique's name."""
        return technique(self.key).title


@dataclass(frozen=True, slots=True)
class Statistics:
    """The numbers of puzzles, of solved puzzles, of puzzles solved without brute force and of
    puzzles ended by the time limit, and a row per technique, in the policy's order.
    """

    puzzles: int
    solved: int
    logical: int
    stopped: int
    rows: tuple[TechniqueCount, ...]

    def to_json(self) -> dict[str, Any]:
        """The statistics as plain data for JSON."""
        counts = asdict(self)
        counts["techniques"] = [
            {"technique": fields.pop("key"), "title": row.title, **fields}
            for row, fields in zip(self.rows, counts.pop("rows"), strict=True)
        ]
        return counts


class StatisticsBuilder:
    """Statistics in progress: puzzles are added singly.

    Techniques are counted on the path as far as the path goes, also if ``time_limit`` (seconds)
    ended the path.
    """

    def __init__(self, policy: str | Policy = "human", time_limit: float | None = None) -> None:
        self._policy = named_policy(policy)
        self._time_limit = time_limit
        self._puzzles, self._steps, self._hardest = Counter[str](), Counter[str](), Counter[str]()
        self._all = self._solved = self._logical = self._stopped = 0

    def add(self, problem: ProblemInput) -> None:
        """Count the techniques of a puzzle."""
        path = explain(problem, self._policy, time_limit=self._time_limit)
        if path.puzzle is not None:
            require_whole(path.puzzle.unread, "the puzzle")
        self._all += 1
        self._solved += path.solved
        self._logical += path.logical
        self._stopped += path.stopped_by is not None
        self._puzzles.update(dict.fromkeys(step.key for step in path.steps).keys())
        self._steps.update(step.key for step in path.steps)
        if path.solved and path.steps:
            self._hardest[path.hardest_step.key] += 1

    @property
    def result(self) -> Statistics:
        """The statistics of the puzzles so far."""
        order = [key for entry in self._policy.entries for key in entry.keys]
        place = {key: number for number, key in enumerate(order)}
        keys = sorted(self._puzzles, key=lambda key: place.get(key, len(place)))
        rows = tuple(
            TechniqueCount(key, self._puzzles[key], self._steps[key], self._hardest[key])
            for key in keys
        )
        return Statistics(self._all, self._solved, self._logical, self._stopped, rows)


def statistics(
    problems: Iterable[ProblemInput],
    policy: str | Policy = "human",
    *,
    time_limit: float | None = None,
) -> Statistics:
    """How often the paths of some puzzles use each technique.

    ``time_limit`` is in seconds a puzzle.  Raises as ``explain``, at the first puzzle that is
    none, and ``TypeError`` for one puzzle alone.
    """
    if isinstance(problems, Puzzle | str) or not isinstance(problems, Iterable):
        raise TypeError(f"statistics are of several puzzles, not of {type(problems).__name__}")
    tally = StatisticsBuilder(policy, time_limit)
    for problem in problems:
        tally.add(problem)
    return tally.result
