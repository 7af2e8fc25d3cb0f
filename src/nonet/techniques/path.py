"""Paths: a puzzle explained step by step.

A path tries the techniques of a policy in order, takes the first step that any
finds, and starts again.  Techniques that assume one solution are tried only
when the puzzle has one: that is verified when the first of them is due, since a
path that gets by without them proves it itself.

>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> path = explain(puzzle)
>>> path.solved, path.hardest, len(path.steps)
(True, 'Hidden Single', 51)
>>> print(path.steps[0])
Hidden Single: r9c7=1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

from nonet.backends.base import StopReason
from nonet.deadline import DeadlineExceeded
from nonet.errors import quantity
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text
from nonet.solving import Uniqueness
from nonet.solving.outcome import DecidedByReading
from nonet.solving.problem_input import ProblemInput
from nonet.techniques.catalogue import technique
from nonet.techniques.entry_search import EntrySearch, SinglesQueue
from nonet.techniques.levels import Level, level_of_steps, step_effort, step_efforts
from nonet.techniques.policies import HODOKU, HUMAN, LEVELS, Entry, Policy, restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import SearchDeadline, relaxed_gc
from nonet.techniques.solution_oracle import SolutionOracle, oracle_for
from nonet.techniques.step import Step


@dataclass(frozen=True)
class Path(DecidedByReading):
    """A puzzle explained: the steps from ``start`` to ``end``, by a policy.

    ``puzzle`` is ``None`` for a model that is not a puzzle; ``scores`` are the steps'
    under the policy; ``note`` says what was different from usual (techniques that
    were left out, a puzzle without a solution).  ``uniqueness`` is what is known of the
    puzzle's solutions, ``None`` if it was not asked; ``stopped_by`` is ``"time"`` where
    the time limit ended the path.
    """

    model: Model
    puzzle: Puzzle | None
    policy: Policy
    start: Position
    end: Position
    steps: tuple[Step, ...]
    scores: tuple[float, ...]
    note: str = ""
    uniqueness: Uniqueness | None = None
    stopped_by: StopReason | None = None

    @cached_property
    def solved(self) -> bool:
        """Whether every cell has a value, and every constraint holds."""
        return not self.doubts and self.end.solved and self.model.accepts(self.end.assignment)

    @property
    def claims(self) -> Claims:
        """Its steps follow; and their end is a solution, if it is one."""
        shown = self.solved or self.uniqueness is Uniqueness.MULTIPLE
        return Claims.BOTH if shown else Claims.NO_OTHERS

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """An undecided path is not solved, and its note says why."""
        text = self.note or ("the puzzle is solved" if self.solved else "these steps follow")
        note, undecided = as_read_text(text, doubts), Uniqueness.UNDECIDED
        return {"solved": False, "uniqueness": undecided, "note": note}

    @property
    def logical(self) -> bool:
        """Whether it was solved without brute force."""
        return self.solved and all(step.key != "brute-force" for step in self.steps)

    @property
    def score(self) -> float:
        """The rating of the path under its policy: the largest score, or the sum."""
        return round(self.policy.total(self.scores), 1)

    @property
    def pearl(self) -> float:
        """Sudoku Explainer's EP: the largest score up to the first value placed; 0 for no step."""
        placing = (n for n, step in enumerate(self.steps, 1) if step.placements)
        return round(max(self.scores[: next(placing, len(self.steps))], default=0.0), 1)

    @property
    def diamond(self) -> float:
        """Sudoku Explainer's ED: the score of the first step; 0 for no step."""
        return round(next(iter(self.scores), 0.0), 1)

    @cached_property
    def difficulty(self) -> Level:
        """The level with its number and its scale: of a path in nonet's order for people that of the
        puzzle (``level_of``), else by the policy; without a number where nothing is solved."""
        policy, is_human = self.policy, self.policy.name == "human"
        if is_human and self.solved and self.puzzle and not self.start.layout.other_constraints:
            return level_of(self.puzzle, time_limit=MAX_SECONDS)
        numbers = step_efforts(self.start, self.steps) if is_human else self.scores
        ranks = [policy.entry_for(step.key).level for step in self.steps]
        level = level_of_steps(policy, numbers, ranks, self.puzzle)
        return level if self.solved else level._replace(word="", number=inf)

    @property
    def hardest(self) -> str:
        """The title of the technique with the largest score; ``""`` for a path of no steps."""
        return self.hardest_step.technique.title if self.steps else ""

    @property
    def hardest_step(self) -> Step:
        """The first step with the largest score.  Raises ``ValueError`` for a path of no steps."""
        return self.steps[self.scores.index(max(self.scores))]

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique was used, by title, in the order of first use."""
        return dict(Counter(step.technique.title for step in self.steps))

    @property
    def positions(self) -> Iterator[Position]:
        """The positions before each step, and the last."""
        position = self.start
        yield position
        for step in self.steps:
            position = position.after(step)
            yield position

    def to_json(self) -> dict[str, Any]:
        """The path as plain data for JSON."""
        if self.doubts:
            return self.decided_json(self.as_read.to_json())
        return {
            "puzzle": self.puzzle.line() if self.puzzle else "",
            "solved": self.solved,
            "policy": self.policy.name,
            "score": self.score,
            "difficulty": self.difficulty.to_json(),
            "hardest": self.hardest,
            "note": self.note,
            **({"stopped_by": self.stopped_by} if self.stopped_by else {}),
            "steps": [step.to_json() for step in self.steps],
        }

    def __str__(self) -> str:
        lines = [f"{number:3}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Path of {quantity(len(self.steps), 'step')}, {'solved' if self.solved else 'not solved'}>"

    def _repr_html_(self) -> str:
        """In a notebook: every step to unfold, with its picture."""
        from nonet.techniques.html_page import path_html  # 10 ms: a path may only be read

        return path_html(self)


@relaxed_gc()
def explain(
    problem: ProblemInput,
    policy: str | Policy = "human",
    *,
    only: str | Iterable[str] = (),
    unique: bool | None = None,
    time_limit: float | None = None,
) -> Path:
    """The whole path: every step from the puzzle to its solution, or as far as it goes.

    ``policy`` is the order (``human``, ``hodoku``, ``explainer``,
    ``sukaku``, ``tutorial``);
    ``only`` restricts it to techniques or named sets of them.  ``unique`` says
    whether techniques that assume one solution may be used; by default the puzzle
    is verified when the first is due.  After ``time_limit`` seconds the path ends where
    it is, and says so.

    Raises ``TechniqueError`` for an unknown name, ``ClueError`` for clues that
    clash, ``PositionError`` for marks that contradict the solution, ``LimitError`` for
    a limit that is none.

    >>> path = explain(".......21.3..4..")
    >>> path.solved, len(path.steps), path.hardest
    (True, 12, 'Hidden Single')
    """
    chosen = restricted_policy(policy, only)
    known = oracle_for(problem, SearchDeadline.reported(time_limit), unique)
    path = walk_path(known.start, chosen, known)
    path.end.clear_path_cache()
    return path.for_puzzle(known.unread)


MAX_SECONDS = 10.0
"""Seconds after which the level of a path's puzzle is given up."""


def level_of(puzzle: Puzzle, most: str = LEVELS[-1], time_limit: float | None = None) -> Level:
    """The level of a puzzle with one solution: HoDoKu's of a classic, by effort of a variant.

    The walk ends with the step that takes the puzzle beyond the level ``most``: then the level is a
    harder one, and the number that of the steps so far.

    >>> import nonet
    >>> print(level_of(nonet.parse(".......21.3..4.."), "Medium"))
    Easy, HoDoKu 48
    """
    known = oracle_for(puzzle, SearchDeadline(time_limit), True)
    start, numbers, ranks = known.start, list[float](), list[str]()
    policy = HUMAN if start.layout.other_constraints else HODOKU

    def is_harder(position: Position, step: Step) -> bool:
        entry = policy.entry_for(step.key)
        if policy is HUMAN:
            numbers.append(step_effort(position, step))
        else:
            numbers.append(entry.step_score(step) if entry.scored_by_step else entry.score)
        ranks.append(entry.level)
        # a further step never makes the total less
        level = level_of_steps(policy, numbers, ranks, puzzle)
        return LEVELS.index(level.word) > LEVELS.index(most)

    path = walk_path(start, policy, known, is_harder)
    level = level_of_steps(policy, numbers, ranks, puzzle)
    if path.solved or LEVELS.index(level.word) > LEVELS.index(most):
        return level
    return level._replace(word="", number=inf)


# -- the walk ----------------------------------------------------------------------


def walk_path(
    start: Position,
    policy: Policy,
    oracle: SolutionOracle,
    suffices: Callable[[Position, Step], bool] | None = None,
) -> Path:
    """The path from a position, until it is solved, no step is found, or its deadline is over; or
    until ``suffices`` says of a step, with the position before it, that no more is asked for."""
    return start.deadline.call(_walk_path, start, policy, oracle, suffices)


def _walk_path(
    start: Position,
    policy: Policy,
    oracle: SolutionOracle,
    suffices: Callable[[Position, Step], bool] | None,
) -> Path:
    steps: list[Step] = []
    scores: list[float] = []
    position = start
    arrivals = SinglesQueue(start) if policy.uses_singles_queue else None
    tries = [EntrySearch(entry, arrivals) for entry in policy.entries]
    if not any(entry.assumes_unique for entry in policy.entries):  # else that asks early enough
        slow = next((attempt for attempt in tries if not attempt.entry.quick), None)
        tries = [EntrySearch(a.entry, arrivals, verify_first=a is slow) for a in tries]
    stopped: StopReason | None = None
    start.deadline.steps = 0
    try:
        while not position.solved and not position.has_empty_cell:
            taken = _next_step(position, tries, oracle)
            if taken is None:
                break
            entry, step = taken
            oracle.check_soundness(position, [step])
            steps.append(step)
            position.deadline.steps = len(steps)
            scores.append(entry.step_score(step) if entry.scored_by_step else entry.score)
            if suffices is not None and suffices(position, step):
                break
            before, position = position, position.after(step)
            before.clear_cache()
            if arrivals:
                arrivals.apply(step)
        if not position.solved and position.dead_end():
            oracle.check_uniqueness()  # logic has refuted the puzzle, or a step was false
        oracle.check_soundness(start, steps)
    except DeadlineExceeded:
        if not start.deadline.expired:
            raise  # a question that asked for the path is over
        stopped = "time"
    uniqueness, note = oracle.uniqueness, oracle.note_as_read
    if stopped:
        late = f"stopped by the time limit after {quantity(len(steps), 'step')}: undecided"
        note = f"{note}; {late}" if note else late
    elif not note and (position.solved or position.dead_end()):
        if not position.solved or not oracle.model.accepts(position.assignment):
            uniqueness, note = Uniqueness.NONE, "the puzzle has no solution"
    elif not note and not position.solved:
        note = "the techniques allowed find no further step"
        keys = [key for entry in policy.entries for key in entry.keys]
        large = [key for key in keys if technique(key).max_cells < start.layout.cell_count]
        if large:
            note += f"; not searched in a puzzle of this size: {', '.join(large)}"
    way = policy, start, position, tuple(steps), tuple(scores)
    return Path(oracle.model, oracle.puzzle, *way, note, uniqueness, stopped)


def _next_step(
    position: Position, tries: list[EntrySearch], oracle: SolutionOracle
) -> tuple[Entry, Step] | None:
    """The first step that any entry finds, with the entry."""
    clock = position.deadline
    for attempt in tries:
        clock.check()
        if attempt.verify_first:
            oracle.check_uniqueness()
        if attempt.verify_first or (attempt.assumes_unique and not oracle.uniqueness_allowed):
            if oracle.no_steps_left(position):
                return None
            if attempt.assumes_unique:
                continue
        clock.current_search = attempt.title
        step = attempt.first_step(position)
        if step is not None:
            return attempt.entry, step
    return None
