"""All steps of a position, by effect: which steps a person would like best.

The effect of a step is the set of placements and eliminations after the step and all singles
that follow. The steps with most placements come first (HoDoKu's list of all steps, B. Hobiger,
sorts so too).

>>> search_steps = all_steps(".......21.3..4..", "hidden-single")
>>> print(search_steps.steps[0], "|", search_steps.steps[0].summary)
Hidden Single: r4c3=2 | 12 values, solves
>>> [str(one) for one in all_steps(".......21.3..4..", "singles", cell="R4C3").steps]
['Hidden Single: r4c3=2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from nonet.deadline import DeadlineExceeded
from nonet.errors import PuzzleError, TechniqueError, did_you_mean, quantity
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import Claims, UnreadPart, as_read_text
from nonet.solving import Uniqueness
from nonet.solving.outcome import DecidedByReading
from nonet.solving.problem_input import ProblemInput
from nonet.techniques.candidate_layout import mask_of
from nonet.techniques.engines.inference_graph import after_singles
from nonet.techniques.entry_search import search_steps
from nonet.techniques.policies import Entry, Policy, restricted_policy
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import SearchDeadline
from nonet.techniques.solution_oracle import SolutionOracle, oracle_for
from nonet.techniques.step import Step

LAST_RESORT = ("Extreme", ("brute-force", "smallest-explanation"))
"""The last level and the row of no technique: left out unless named."""
MAX_STEPS_PER_ENTRY = 500
"""Most steps listed for a row of the policy: further steps would be no better."""


@dataclass(frozen=True, slots=True)
class StepEffect:
    """A step with its effect, including the singles that follow.

    ``values`` are the values placed by then, ``eliminated`` the candidates that went; ``solves``
    says that none is left; ``score`` is the step's under the policy.
    """

    step: Step
    score: float
    values: int
    eliminated: int
    solves: bool

    @property
    def summary(self) -> str:
        """Return the effect in a sentence."""
        text = quantity(self.values, "value")
        if not self.values:
            text = quantity(self.eliminated, "candidate")
        return f"{text}, solves" if self.solves else text

    def to_json(self) -> dict[str, Any]:
        """Return the step and its effect as plain data for JSON."""
        own = {"values": self.values, "gone": self.eliminated, "solves": self.solves}
        return {**self.step.to_json(), "score": self.score, "achieves": own}

    def __str__(self) -> str:
        return str(self.step)


@dataclass(frozen=True)
class AllSteps(DecidedByReading):
    """The steps of a position, in order.

    ``complete`` is false if time ran out before all techniques were searched; ``note`` names
    omitted steps and the reason, such as the steps of a technique beyond the first 500.
    """

    steps: tuple[StepEffect, ...]
    complete: bool
    note: str
    uniqueness: Uniqueness | None = None

    @property
    def claims(self) -> Claims:
        """Its steps follow; if there are none, that there are none is about the whole puzzle."""
        return Claims.NO_OTHERS if self.steps else Claims.BOTH

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """Undecided steps are not complete, and their note says why."""
        verb = "follows" if len(self.steps) == 1 else "follow"
        note = as_read_text(self.note or f"{quantity(len(self.steps), 'step')} {verb}", doubts)
        return {"complete": False, "uniqueness": Uniqueness.UNDECIDED, "note": note}


SORT_KEYS: dict[str, Callable[[StepEffect], Any]] = {
    "progress": lambda first: (not first.solves, -first.values, -first.eliminated, first.score),
    "score": lambda first: (first.score, not first.solves, -first.values, -first.eliminated),
    "gone": lambda first: (-touched_candidates(first.step).bit_count(), first.score),
    "technique": lambda first: 0,
}
"""The sort orders: by effect, easiest first, most eliminations first, or technique by technique
in the order of the policy.
"""


def all_steps(
    problem: ProblemInput,
    only: str | Iterable[str] = (),
    *,
    policy: str | Policy = "human",
    sort: str = "progress",
    cell: str | None = None,
    value: int | None = None,
    unique: bool | None = None,
    time_limit: float | None = None,
) -> AllSteps:
    """Return all steps at a position, sorted by effect.

    ``only`` restricts the steps to techniques or named sets of techniques; the default is the
    policy without the level Extreme (forcing nets, brute force).  ``sort`` is ``progress``,
    ``score`` (the easiest first), ``eliminated`` (most eliminations first) or ``technique``
    (the order of the policy).  ``cell`` restricts to steps with an effect in this cell,
    ``value`` to steps with an effect on this value. Techniques that assume a unique solution
    are searched if the solution is unique (``unique`` as for ``hints``). After ``time_limit``
    seconds the steps so far are returned.

    Raises ``TechniqueError`` for an unknown technique, policy or order, ``PuzzleError`` for a cell
    or value that the puzzle does not have, and as ``hints`` for a puzzle that is none.
    """
    if sort not in SORT_KEYS:
        similar = did_you_mean(sort, SORT_KEYS)
        raise TechniqueError(
            f"steps are not sorted by {sort!r}, but by {', '.join(SORT_KEYS)}{similar}"
        )
    chosen = restricted_policy(policy, only)
    known = oracle_for(problem, SearchDeadline.reported(time_limit), unique)
    start = known.start
    about = _requested_candidates(start, known.puzzle, cell, value)
    if not only:
        level, keys = LAST_RESORT
        searched = (e for e in chosen.entries if e.level != level and e.key not in keys)
        chosen = replace(chosen, entries=tuple(searched))
    complete, steps, cut = True, dict[Step, Entry](), list[str]()

    def search() -> None:
        known.check_uniqueness()
        for entry, step in (
            _steps_of_entries(start, chosen, known, cut) if not known.unsatisfiable else ()
        ):
            known.check_soundness(start, [step])
            if touched_candidates(step) & about:
                steps.setdefault(step, entry)

    try:
        start.deadline.call(search)
    except DeadlineExceeded:
        if not start.deadline.expired:
            raise  # a question that asked for the steps is over
        complete = False
    late = "" if complete else "stopped by the time limit: not all techniques were searched"
    first = (
        f"of {', '.join(cut)} only the first {MAX_STEPS_PER_ENTRY} steps each were looked at"
        if cut
        else ""
    )
    note = "; ".join(filter(None, (known.note_as_read, first, late)))
    listed = sorted((_effect_of(start, *pair) for pair in steps.items()), key=SORT_KEYS[sort])
    return AllSteps(tuple(listed), complete, note, known.uniqueness).for_puzzle(known.unread)


def _steps_of_entries(
    position: Position, policy: Policy, oracle: SolutionOracle, cut: list[str]
) -> Iterator[tuple[Entry, Step]]:
    """Yield the steps of every entry, with it; ``cut`` collects truncated entries."""
    for entry in policy.entries:
        if not (entry.assumes_unique and not oracle.uniqueness_allowed):
            steps = search_steps(position, entry.keys)
            for step in islice(steps, MAX_STEPS_PER_ENTRY):
                yield entry, step
            if next(steps, None) is not None:
                cut.append(entry.title)


def touched_candidates(step: Step) -> int:
    """The candidates that a step places or removes."""
    return step.eliminations | mask_of(step.placements)


def _requested_candidates(
    position: Position, puzzle: Puzzle | None, cell: str | None, value: int | None
) -> int:
    """The candidates that a step must touch to be listed."""
    layout, mask = position.layout, -1
    if cell is not None:
        name = puzzle.grid.cell(cell) if puzzle is not None else cell
        if name not in layout.cell_number:
            raise PuzzleError(f"no cell {cell}{did_you_mean(cell, layout.cell_number)}")
        mask &= layout.cell_candidates(layout.cell_number[name])
    if value is not None:
        if value not in layout.value_number:
            value_range = f"{layout.values[0]} to {layout.values[-1]}"
            raise PuzzleError(f"{value} is not a value of this puzzle: it has {value_range}")
        mask &= layout.all_cells << layout.value_number[value] * layout.cell_count
    return mask


def _effect_of(position: Position, step: Step, entry: Entry) -> StepEffect:
    """Return a step with all placements and eliminations after the step and its singles."""
    after = position.after(step)
    open_, placed, _ = after_singles(after, after.open, after.placed)
    values = placed.bit_count() - position.placed.bit_count()
    eliminated = position.open.bit_count() - open_.bit_count()
    solves = placed.bit_count() == position.layout.cell_count
    return StepEffect(step, entry.step_score(step), values, eliminated, solves)
