"""Hints: the next step as a person would see it, and every instance of a technique.

>>> print(hints(".......21.3..4..")[0].text.look)
Look for the 2 of box 4
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from os import PathLike
from time import process_time

from nonet.deadline import DeadlineExceeded
from nonet.errors import OutOfTime, ReadInPart, TechniqueError, quantity
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text, contradicting
from nonet.solving.problem_input import ProblemInput, puzzle_of_text
from nonet.techniques.catalogue import technique
from nonet.techniques.entry_search import EntrySearch, search_steps
from nonet.techniques.policies import TECHNIQUE_SETS, Policy, policy, restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import PatienceDeadline, SearchDeadline, relaxed_gc
from nonet.techniques.solution_oracle import (
    SolutionOracle,
    candidates_lost,
    oracle_for,
    position_of,
)
from nonet.techniques.step import Step

PATIENCE, LEAST_PATIENCE = 0.75, 0.4
"""Seconds of processor time after which a hint searches no more named techniques where an explanation
can stand in for a technique, and how long these are searched at least, where whether there is one
solution took long."""
EXPLANATION_PATIENCE = 0.7
"""Seconds of processor time for the explanation; after these a value of the solution is shown."""
LEAST_FOR_STEP = 0.05
"""Seconds of processor time for named techniques once patience is over, after a step taken on the way."""
EASY_TO_SEARCH = 350
"""The greatest score of a technique that is searched beside a technique to practise."""
FALLBACK_KEYS = ("smallest-explanation", "brute-force")


class Hints(list[Step]):
    """The steps of a hint, with the position they are taken from, for a notebook's picture."""

    def __init__(self, steps: Iterable[Step], position: Position, puzzle: Puzzle | None) -> None:
        super().__init__(steps)
        self.position, self.puzzle = position, puzzle

    def _repr_html_(self) -> str:
        if not self:
            return "<div>no step</div>"
        from nonet.techniques.drawing import step_html  # 10 ms: a hint may only be read

        more = f"<div>and {len(self) - 1} more</div>" if len(self) > 1 else ""
        return step_html(self[0], self.position, self.puzzle) + more


@relaxed_gc()
def hints(
    problem: ProblemInput,
    policy: str | Policy = "human",
    *,
    only: str | Iterable[str] = (),
    unique: bool | None = None,
    time_limit: float | None = None,
) -> Hints:
    """The steps of the easiest technique that finds any, the first as a person would see it.

    Of techniques that are quick to search these are all there are, of fish, chains
    and harder ones the first. Where the search would take longer than ``PATIENCE``, an order that
    has ``smallest-explanation`` ends with the explanation, or else with a value of the solution.
    Marks already made are respected: entries and candidates of the puzzle are where the search
    starts.  Empty if the puzzle is
    solved, has no solution, or nothing is found.  Raises as ``explain``, and
    ``OutOfTime`` if nothing was found in ``time_limit`` seconds.

    >>> print(hints(".......21.3..4..")[0].text.look)
    Look for the 2 of box 4
    """
    chosen = restricted_policy(policy, only)
    known = oracle_for(problem, SearchDeadline.reported(time_limit), unique)
    steps = sure_steps(next_steps(known.start, chosen, known), known.unread)
    return Hints(steps, known.start, known.puzzle)


def sure_steps(steps: list[Step], unread: tuple[UnreadPart, ...]) -> list[Step]:
    """Return the steps; raise ``ReadInPart`` if an unread part could contradict a step.

    A step follows unless an unread part allows more.  An empty list, and a step that assumes one
    solution, are answers about the whole puzzle.
    """
    about_whole_puzzle = not steps or any(step.technique.assumes_unique for step in steps)
    if doubts := contradicting(unread, Claims.BOTH if about_whole_puzzle else Claims.NO_OTHERS):
        text = steps[0].notation if steps else "no step was found"
        raise ReadInPart(as_read_text(text, doubts))
    return steps


def next_steps(position: Position, policy: Policy, oracle: SolutionOracle) -> list[Step]:
    """The steps in the grid of the first entry of the policy that finds any.

    Steps of what a rule added beside the cells, as unknown regions are, are taken on the way: no
    mark can hold them.  What is known of the solutions is asked first: where there is none any
    step would mislead.
    Raises ``OutOfTime`` if nothing was found before the position's clock ended.
    """
    deadline, patience = position.deadline, _Patience()
    while steps := deadline.call(_first_entry_steps, position, policy, oracle, patience):
        if shown := [
            step for step in steps if candidates_lost(step) & ~position.layout.auxiliary_candidates
        ]:
            return shown
        for step in steps:
            position = position.after(step)
    return []


class _Patience:
    """The seconds of processor time of a hint, together for all steps taken on the way."""

    def __init__(self) -> None:
        self._begun = process_time()
        self._end_of_search = self._end = 0.0

    def for_search(self) -> float:
        """Return the seconds for named techniques, once it is known how many solutions there are."""
        now = process_time()
        if self._end:
            return max(LEAST_FOR_STEP, self._end_of_search - now)
        self._end_of_search = max(self._begun + PATIENCE, now + LEAST_PATIENCE)
        self._end = self._end_of_search + EXPLANATION_PATIENCE
        return self._end_of_search - now

    def for_explanation(self) -> float:
        return min(EXPLANATION_PATIENCE, self._end - process_time())


def _first_entry_steps(
    position: Position, policy: Policy, oracle: SolutionOracle, patience: _Patience
) -> list[Step]:
    entry = None
    try:
        oracle.check_uniqueness()
        seconds = patience.for_search()
        fallback = FALLBACK_KEYS if any(e.key == FALLBACK_KEYS[0] for e in policy.entries) else ()
        searched = position
        if fallback:
            searched = position.limited(PatienceDeadline(position.deadline, seconds))
        for attempt in map(EntrySearch, policy.entries):
            if position.has_empty_cell or oracle.no_steps_left(position):
                return []
            entry = attempt.entry
            if entry.assumes_unique and not oracle.uniqueness_allowed:
                continue
            position.deadline.current_search = attempt.title
            try:
                steps = _entry_steps(searched, attempt)
            except DeadlineExceeded:
                position.deadline.check()
                steps = _fallback_steps(position, fallback, patience)
                if not steps:
                    return []
            for step in steps:
                oracle.check_soundness(position, [step])
            if steps:
                return steps
    except DeadlineExceeded:
        if not position.deadline.expired:
            raise  # a question that asked for the hint is over
        at = f", when {entry.title} was searched" if entry else ""
        raise OutOfTime(
            f"no step was found in {quantity(position.deadline.seconds or 0, 'second')}{at}: "
            "a longer time limit or fewer techniques may help"
        ) from None
    return []


def _entry_steps(position: Position, attempt: EntrySearch) -> list[Step]:
    """Return all steps of an entry that is quick to search, else the first step."""
    position.deadline.check()
    entry = attempt.entry
    if not entry.quick:
        step = attempt.first_step(position)
        return [] if step is None else [step]
    steps = list(dict.fromkeys(search_steps(position, entry.keys)))
    if entry.scored_by_step:
        steps.sort(key=entry.step_score)
    return steps


def _fallback_steps(position: Position, keys: Iterable[str], patience: _Patience) -> list[Step]:
    """Return the first step of the techniques that stand in for a search that takes too long."""
    for key in keys:
        seconds = patience.for_explanation() if key == FALLBACK_KEYS[0] else inf
        part = position.limited(PatienceDeadline(position.deadline, seconds))
        try:
            step = next(search_steps(part, (key,), search_name="find_in_time"), None)
        except DeadlineExceeded:
            position.deadline.check()
            continue
        if step is not None:
            return [step]
    return []


def find(
    problem: ProblemInput | Position, *names: str, time_limit: float | None = None
) -> list[Step]:
    """All steps of some techniques (or named sets of them) at one position.

    Raises ``TechniqueError`` for an unknown name, or one that the puzzle is too large
    for (of a set such techniques are left out), ``OutOfTime`` if they were not all
    searched in ``time_limit`` seconds; techniques that assume one solution are searched
    as asked, whether the puzzle has one or not.
    """
    entries = restricted_policy("human", names).entries
    if isinstance(problem, str | PathLike):
        problem = puzzle_of_text(problem) or problem
    clock = SearchDeadline.reported(time_limit)
    position = (
        problem.with_deadline(clock)
        if isinstance(problem, Position)
        else clock.finish("the puzzle was laid out", position_of, problem, clock)
    )
    cells = position.layout.cell_count
    for name in names:
        if name.lower() not in TECHNIQUE_SETS and technique(name).max_cells < cells:
            raise TechniqueError(
                f"{technique(name).key} is searched in puzzles of at most "
                f"{technique(name).max_cells} cells; this one has {cells}"
            )
    steps: dict[Step, None] = {}

    def search() -> None:
        for entry in entries:
            clock.current_search = entry.title
            for step in search_steps(position, entry.keys, search_name="find_all"):
                steps[step] = None

    try:
        clock.call(search)
    except DeadlineExceeded:
        if not clock.expired:
            raise  # a question that asked for the steps is over
        raise OutOfTime(
            f"not all was searched in {quantity(time_limit or 0, 'second')}: {quantity(len(steps), 'step')} "
            f"{'was' if len(steps) == 1 else 'were'} found, and "
            f"{clock.current_search} was searched: a longer time limit or fewer techniques may help"
        ) from None
    return sure_steps(list(steps), problem.unread if isinstance(problem, Puzzle) else ())


def easier_techniques(position: Position, step: Step) -> tuple[str, ...]:
    """The titles of the techniques with a step at a position that people try before a step's."""
    titles = []
    for entry in policy("human").entries:
        if step.key in entry.keys or entry.score > EASY_TO_SEARCH:
            break
        easier = EntrySearch(entry).first_step(position)
        if easier is not None:
            titles.append(easier.technique.title)
    return tuple(titles)
