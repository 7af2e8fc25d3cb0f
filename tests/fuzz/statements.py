"""Questions stopped at a random point: an answer claims nothing that a longer run contradicts.

A case is a puzzle, a question and a stopping point: after some milliseconds, as a user's limit
does, or after a number of looks at its deadline, which does not depend on the machine's speed.  The
same question without a limit is the judge, if the answer comes in time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

import nonet
from nonet.deadline import Deadline
from nonet.errors import OutOfTime, PositionError, PuzzleError
from nonet.formats import parse, write
from nonet.puzzle import Puzzle
from nonet.solving import Status, Uniqueness
from tests.fuzz.campaign_type import Campaign, Case, Tally
from tests.fuzz.puzzles import altered_puzzle, simpler_cases

LONG_SECONDS = 20.0
"""Seconds that the judge has: a question not answered by then compares nothing."""

GEOMETRIES = (
    (4, ""), (4, ""), (4, "diagonals"), (4, "anti-knight"), (6, ""), (6, "disjoint-groups"),
    (9, ""), (9, "anti-knight"),
)  # fmt: skip
"""Size and rules besides rows, columns and boxes."""

Claims = Callable[[Any, Any], "str | None"]
"""Returns the claim of a stopped answer that the full answer contradicts, or ``None``."""


# -- stopping ------------------------------------------------------------------------


@contextmanager
def stopped_after_looks(looks: int) -> Iterator[None]:
    """End every deadline once there were so many looks at deadlines."""
    check, remaining, expired = Deadline.check, Deadline.remaining, Deadline.expired
    looks_left = looks

    def look(deadline: Deadline) -> None:
        nonlocal looks_left
        looks_left -= 1
        if looks_left <= 0 and deadline.until != inf:
            deadline.move(-inf)

    def counted_check(deadline: Deadline) -> None:
        look(deadline)
        check(deadline)

    def counted_remaining(deadline: Deadline) -> float | None:
        look(deadline)
        return remaining(deadline)

    def has_expired(deadline: Deadline) -> bool:
        """A question's own deadline is over where that of its part is, though nobody looked."""
        return looks_left <= 0 or expired.__get__(deadline)

    changed: dict[str, Any] = {"check": counted_check, "remaining": counted_remaining}
    with patch.multiple(Deadline, expired=property(has_expired), **changed):
        yield


# -- claims --------------------------------------------------------------------------


def _conflict(stopped: nonet.setting.Conflict, full: nonet.setting.Conflict) -> str | None:
    if stopped.status not in (Status.UNKNOWN, full.status):
        return f"status {stopped.status.value}"
    if full.status is Status.SAT:
        return None
    if stopped.is_smallest != stopped.to_json()["smallest"]:
        return "its JSON says another thing"
    if "clashes already" in stopped.in_words() and full.parts:
        return "what must hold clashes already"
    if stopped.is_smallest and len(stopped.parts) != len(full.parts):
        return f"{len(stopped.parts)} parts are the smallest"
    if stopped.bound > len(full.parts):
        return f"at least {stopped.bound} parts clash"
    if stopped.parts and len(stopped.parts) < len(full.parts):
        return "fewer parts clash than the smallest"
    return None


def _repair(stopped: nonet.setting.Repairs, full: nonet.setting.Repairs) -> str | None:
    text = stopped.in_words()
    if stopped.status not in (Status.UNKNOWN, full.status):
        return f"status {stopped.status.value}"
    if "nothing to repair" in text and (full.several or full.status is Status.UNSAT):
        return "nothing to repair"
    if text.startswith("no repair") and full.fewest:
        return "no repair"
    if full.fewest and stopped.bound > len(full.fewest):
        return f"at least {stopped.bound} parts must go"
    if "no fewer" in text and len(stopped.fewest) != len(full.fewest):
        return "no fewer parts do"
    if stopped.complete and set(map(str, stopped.repairs)) != set(map(str, full.repairs)):
        return "these are all repairs"
    if not set(map(str, stopped.repairs)) <= set(map(str, full.repairs)) and full.complete:
        return "a repair that is none"
    if "leaves exactly one" in text and any(
        len(each.changes) <= stopped.tried and each.unique for each in full.repairs
    ):
        return "no change leaves exactly one solution"
    return None


def _redundant(stopped: nonet.setting.Redundant, full: nonet.setting.Redundant) -> str | None:
    if stopped.uniqueness not in (Uniqueness.UNDECIDED, full.uniqueness):
        return f"uniqueness {stopped.uniqueness.value}"
    if "minimal:" in stopped.in_words() and full.redundant:
        return "every part is needed"
    if not set(stopped.redundant) <= set(full.redundant):
        return "a redundant part that is needed"
    if not set(stopped.needed) <= set(full.needed):
        return "a needed part that is redundant"
    parts = (*stopped.redundant, *stopped.needed, *stopped.undecided)
    if stopped.uniqueness is Uniqueness.UNIQUE and len(parts) != len(full.redundant + full.needed):
        return "some parts are not mentioned"
    return None


def _minimize(stopped: nonet.setting.Minimized, full: nonet.setting.Minimized) -> str | None:
    if stopped.uniqueness not in (Uniqueness.UNDECIDED, full.uniqueness):
        return f"uniqueness {stopped.uniqueness.value}"
    fewest = min(map(len, full.sets), default=0)
    if full.is_smallest and (stopped.is_smallest and len(stopped.sets[0]) != fewest):
        return "a smallest set that is not"
    if full.is_smallest and stopped.bound > fewest:
        return f"no set has fewer than {stopped.bound} parts"
    if stopped.complete and len(stopped.sets) != len(full.sets) and full.complete:
        return "these are all sets"
    for parts, puzzle in zip(stopped.sets, stopped.puzzles, strict=False):
        if any(part.kind == "rule" for part in parts):
            continue  # such a puzzle keeps a rule where one of its rows or columns is needed
        answer = nonet.setting.redundant(puzzle, time_limit=LONG_SECONDS)
        if answer.uniqueness is not Uniqueness.UNIQUE or answer.redundant:
            return "a minimal puzzle that is not"
    return None


def _backdoors(stopped: nonet.setting.Backdoors, full: nonet.setting.Backdoors) -> str | None:
    if stopped.uniqueness not in (Uniqueness.UNDECIDED, full.uniqueness):
        return f"uniqueness {stopped.uniqueness.value}"
    if stopped.size is not None and stopped.size != full.size:
        return f"the smallest have {stopped.size} cells"
    if not set(stopped.sets) <= set(full.sets):
        return "a backdoor that is none"
    if full.size is not None and stopped.larger_than >= full.size:
        return f"none of up to {stopped.larger_than} cells"
    return None


def _why_not(stopped: nonet.setting.WhyNot, full: nonet.setting.WhyNot) -> str | None:
    if stopped.status not in (Status.UNKNOWN, full.status):
        return f"status {stopped.status.value}"
    text = stopped.in_words()
    if stopped.known != full.known and stopped.parts:
        return "another basis"
    if "what is known excludes" in text and full.parts:
        return "nothing is needed to exclude it"
    if "no fewer" in text and len(stopped.parts) != len(full.parts):
        return "no fewer parts exclude it"
    if stopped.known == full.known and stopped.bound > len(full.parts):
        return f"at least {stopped.bound} parts exclude it"
    return None


def _sample(stopped: nonet.setting.Sample, full: nonet.setting.Sample) -> str | None:
    if stopped.status not in (Status.UNKNOWN, full.status):
        return f"status {stopped.status.value}"
    if stopped.method == "uniform" != full.method:
        return "each is as likely as any other"
    if stopped.method == full.method and not stopped.stopped:
        lines = [each.line for each in stopped.solutions], [each.line for each in full.solutions]
        if lines[0] != lines[1]:
            return "another draw of the same seed"
    return None


def _estimate(stopped: nonet.setting.Estimate, full: nonet.setting.Estimate) -> str | None:
    if not full.exact:
        return None
    if stopped.exact and stopped.number != full.number:
        return f"{stopped.number} exactly"
    if not stopped.exact and stopped.dives == 0 and not stopped.low <= full.number <= stopped.high:
        return f"from {stopped.low} to {stopped.high}"
    return None


def _prove(stopped: nonet.setting.Proof, full: nonet.setting.Proof) -> str | None:
    return None if stopped.claim in ("undecided", full.claim) else f"claim {stopped.claim}"


def _solve(stopped: nonet.Outcome, full: nonet.Outcome) -> str | None:
    fine = stopped.status in (Status.UNKNOWN, full.status)
    return None if fine else f"status {stopped.status.value}"


def _verify(stopped: nonet.Verdict, full: nonet.Verdict) -> str | None:
    fine = stopped.uniqueness in (Uniqueness.UNDECIDED, full.uniqueness)
    return None if fine else f"uniqueness {stopped.uniqueness.value}"


def _count(stopped: Any, full: Any) -> str | None:
    if stopped.number > full.number and full.exhausted:
        return f"at least {stopped.number}"
    if stopped.exhausted and full.exhausted and stopped.number != full.number:
        return f"{stopped.number} in all"
    return None


def _explain(stopped: nonet.techniques.Path, full: nonet.techniques.Path) -> str | None:
    if stopped.uniqueness not in (None, Uniqueness.UNDECIDED, full.uniqueness):
        return f"uniqueness {stopped.uniqueness}"
    if stopped.steps != full.steps[: len(stopped.steps)]:
        return "another path"
    if stopped.stopped_by is None and stopped.note != full.note:
        return f"note {stopped.note!r}"
    return None


def _rate(stopped: nonet.techniques.Rating, full: nonet.techniques.Rating) -> str | None:
    for name in ("rating", "score"):
        claimed, known = getattr(stopped, name), getattr(full, name)
        scale = {"rating": "explainer", "score": "hodoku"}.get(name, name)
        if claimed is not None and known is not None and claimed != known:
            return f"{name} {claimed}, not {known}"
        if claimed is None and known is not None and scale not in stopped.stopped:
            return f"no {name}"
        lower = stopped.stopped.get(scale)
        if lower is not None and known is not None and lower > known:
            return f"{name} of at least {lower}"
    return None


QUESTIONS: dict[str, tuple[Callable[..., Any], Claims]] = {
    "conflict": (nonet.conflict, _conflict),
    "repair": (nonet.setting.repair, _repair),
    "redundant": (nonet.setting.redundant, _redundant),
    "minimize": (nonet.setting.minimal, _minimize),
    "backdoors": (nonet.setting.backdoors, _backdoors),
    "why_not": (nonet.why_not, _why_not),
    "sample": (nonet.setting.sample, _sample),
    "estimate": (nonet.setting.estimate, _estimate),
    "prove": (nonet.prove, _prove),
    "solve": (nonet.solve, _solve),
    "verify": (nonet.verify, _verify),
    "count": (nonet.count_solutions, _count),
    "explain": (nonet.explain, _explain),
    "rate": (nonet.rate, _rate),
}
"""Each verb, and the function that compares its stopped answer with the full answer."""


# -- the campaign --------------------------------------------------------------------


def _options(random: Random, verb: str, puzzle: Puzzle) -> dict[str, Any]:
    """Random arguments of a question."""
    small = len(puzzle.grid.cells) <= 36
    rules = random.choice((None, None, True)) if small else None
    if verb == "conflict":
        return {"rules": rules, "number": random.choice((1, 1, 5)), "chain": random.random() < 0.3}
    if verb == "repair":
        return {"rules": rules, "unique": random.random() < 0.3}
    if verb == "redundant":
        return {"rules": rules}
    if verb == "minimize":
        return {"rules": rules, "smallest": random.random() < 0.5, "seed": random.randrange(99)}
    if verb == "why_not":
        cell = random.choice(puzzle.grid.cells)
        known = random.choice(("position", "clues"))
        value = random.choice(puzzle.grid.values)
        return {"variable": cell, "value": value, "known": known, "smallest": True}
    if verb in ("sample", "estimate"):
        return {"seed": random.randrange(99)}
    return {"limit": 500} if verb == "count" else {}


def make(random: Random) -> Case:
    """Return a puzzle, a question with its arguments, and a stopping point."""
    size, rules = random.choice(GEOMETRIES)
    puzzle = altered_puzzle(random, size, rules)
    verb = random.choice(list(QUESTIONS))
    case = {
        "puzzle": write(puzzle, "json"),
        "verb": verb,
        "options": _options(random, verb, puzzle),
    }
    if random.random() < 0.5:
        return {**case, "milliseconds": round(0.05 * 1000 ** random.random(), 3)}
    return {**case, "looks": int(10_000 ** random.random())}


def judge(case: Case, tally: Tally) -> str | None:
    """The stopped answer claims nothing that the full one contradicts."""
    puzzle = parse(case["puzzle"], format="json", allow_clashes=True)
    ask, contradiction = QUESTIONS[case["verb"]]
    tally["questions"] += 1
    try:
        if "looks" in case:
            with stopped_after_looks(case["looks"]):
                stopped = ask(puzzle, **case["options"], time_limit=1000.0)
        else:
            stopped = ask(puzzle, **case["options"], time_limit=case["milliseconds"] / 1000)
    except OutOfTime:
        tally["out of time"] += 1
        return None
    except (PuzzleError, PositionError):
        tally["refused"] += 1
        return None
    full = ask(puzzle, **case["options"], time_limit=LONG_SECONDS)
    late = bool(getattr(full, "stopped_by", None) or getattr(full, "stopped", None))
    tally["not judged" if late else "judged"] += 1
    if getattr(stopped, "stopped_by", None) is not None:
        tally[f"{case['verb']} stopped"] += 1
    if late:
        return None
    wrong = contradiction(stopped, full)
    return wrong and f"{case['verb']} claims {wrong}, but in full: {full!r}"


CAMPAIGN = Campaign("statements", make, judge, simpler_cases, weight=2)
