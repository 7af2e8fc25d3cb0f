"""``solve``, ``verify``, ``candidates`` and ``race``: the questions to solvers.

All commands are about the puzzle as declared, without the player's entries and marks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from nonet.backends.registry import compared_backend_names
from nonet.errors import BackendError, OutOfTime
from nonet.model import Domain, Model
from nonet.protocol import about
from nonet.protocol.command import BACKEND, PUZZLE, SECONDS, Answer, Event, Parameter, command
from nonet.protocol.documents import Document, cells_of, declared_puzzle, puzzle_with_marks
from nonet.puzzle.unread import UnreadPart, contradicting
from nonet.solving import Uniqueness, iter_solutions
from nonet.solving import candidates as true_candidates
from nonet.solving import solve as solved
from nonet.solving import verify as verified
from nonet.solving.outcome import claims_of

MAX_SHOWN = 2
"""Most solutions that are returned in full; further solutions are only counted."""
COUNT_INTERVAL = 0.1
"""Seconds between two events that count."""


@command(
    "solve",
    "The solutions as they are found: one, some, or all.",
    PUZZLE,
    BACKEND,
    Parameter(
        "limit", "integer", "how many are searched for, 0 for all", 1, minimum=0, maximum=10**9
    ),
    SECONDS,
)
def solve(puzzle: Document, backend: str | None, limit: int, seconds: float) -> Answer:
    """Events ``solution`` for the first, ``counted`` for more."""
    about.check_backend_runs_here(backend)
    reported_at = time.monotonic()
    number, declared, lines = 0, declared_puzzle(puzzle), list[str]()
    with iter_solutions(declared, backend, limit=limit or None, time_limit=seconds) as run:
        for solution in run:
            number += 1
            lines += [solution.line] if declared.unread and number <= 2 else []
            if number <= MAX_SHOWN:
                yield {"solution": dict(solution), "number": number}
            elif time.monotonic() - reported_at > COUNT_INTERVAL:
                reported_at = time.monotonic()
                yield {"counted": number}
    outcome = run.outcome()
    no_others = run.stopped_by in (None, "unread")
    doubts = contradicting(declared.unread, claims_of(number > 0, no_others), lines)
    return {
        "number": number,
        "status": "unknown" if doubts else "sat" if number else outcome.status.value,
        "exhausted": run.exhausted,
        "stopped": run.stopped_by,
        "backend": run.backend,
        "stats": dict(outcome.stats),
        **(doubts_of("sat" if number else "unsat", doubts) if doubts else {}),
    }


@command(
    "verify",
    "Whether there is exactly one solution; two that differ, or the clues that clash.",
    PUZZLE,
    BACKEND,
    SECONDS,
)
def verify(puzzle: Document, backend: str | None, seconds: float) -> Event:
    """``uniqueness`` is unique, multiple, none or undecided; ``clash`` says why there is none.

    Where parts of the puzzle were not read that could contradict the verdict, it is undecided:
    ``of_what_was_read`` is the verdict of what was read, ``doubts`` are the names of these parts.
    """
    about.check_backend_runs_here(backend)
    deadline = time.monotonic() + seconds
    declared = declared_puzzle(puzzle)
    verdict = verified(declared, backend, time_limit=seconds)
    event: Event = {
        "uniqueness": verdict.uniqueness.value,
        "witnesses": [dict(witness) for witness in verdict.witnesses],
        "differing": [name for name in verdict.differing if name in declared.grid.cell_set],
        "stopped": verdict.stopped_by,
        "backend": verdict.outcome.backend,
        "word_of": list(verdict.proven_by),
    }
    if verdict.doubts:
        event |= doubts_of(verdict.as_read.uniqueness.value, verdict.doubts)
    if verdict.uniqueness is Uniqueness.NONE:  # the fewest clues that clash, or else rules
        from nonet.setting.conflicts import conflict  # with all of its room: few puzzles clash

        clash = conflict(declared, time_limit=max(deadline - time.monotonic(), 0.001))
        fields = {"words": [clash.in_words()], "smallest": clash.is_smallest}
        event["clash"] = {"cells": cells_of(declared, clash.parts), **fields}
    return event


def doubts_of(answer: str, doubts: Sequence[UnreadPart]) -> Event:
    """Return the answer about what was read, and the unread parts that could contradict it."""
    return {"of_what_was_read": answer, "doubts": [part.name for part in doubts]}


@command(
    "candidates",
    "The values that each cell takes over all solutions, and in how many.",
    PUZZLE,
    Parameter("cap", "integer", "solutions are counted up to this many a value", 1, 1, 1000),
    Parameter("entries", "flag", "whether what the player entered counts as a clue", False),
    SECONDS,
)
def candidates(puzzle: Document, cap: int, entries: bool, seconds: float) -> Event:
    """``cells`` gives each value that is in a solution its number, ``cap`` standing for more."""
    deadline = time.monotonic() + seconds
    marked = puzzle_with_marks({**puzzle, "marks": {}}) if entries else declared_puzzle(puzzle)
    model = marked.model()
    if entries:
        model = model.narrow({cell: (value,) for cell, value in marked.entries.items()})
    cells = set(marked.grid.cells)
    exact = true_candidates(model, time_limit=seconds)
    doubts = contradicting(marked.unread, claims_of(any(exact.values.values()), no_others=True))
    counts = {n: dict.fromkeys(values, 1) for n, values in exact.values.items() if n in cells}
    exhausted = exact.exhausted
    if cap > 1 and exhausted:
        exhausted = count_solutions_per_value(model, counts, cap, deadline)
    return {
        "cells": {n: {str(v): each for v, each in of.items()} for n, of in counts.items()},
        "undecided": {n: list(values) for n, values in exact.undecided.items() if n in cells},
        "exhausted": exhausted and not doubts,
        "backend": exact.backend,
        **(doubts_of("candidates", doubts) if doubts else {}),
    }


def count_solutions_per_value(
    model: Model, counts: dict[str, dict[int, int]], cap: int, deadline: float
) -> bool:
    """Raise the counts to the number of solutions with each value, up to ``cap``.

    First all solutions are counted as they come; then solutions are requested for each value
    with too low a count. Returns whether there was time for all.
    """
    for per in counts.values():
        per.update(dict.fromkeys(per, 0))
    run = iter_solutions(model, limit=50 * cap, time_limit=max(deadline - time.monotonic(), 0.001))
    for solution in run:
        for name, per in counts.items():
            per[solution[name]] += 1
    if not run.exhausted:
        for name, value in _values_below_cap(counts, cap):
            seconds = deadline - time.monotonic()
            if seconds <= 0:
                _clamp_counts(counts, cap, at_least=1)
                return False
            narrowed = model.narrow({name: Domain.single(value)})
            with iter_solutions(narrowed, limit=cap, time_limit=seconds) as solutions:
                counts[name][value] = sum(1 for _ in solutions)
            if solutions.stopped_by == "time":
                _clamp_counts(counts, cap, at_least=1)
                return False
    _clamp_counts(counts, cap)
    return True


def _values_below_cap(counts: dict[str, dict[int, int]], cap: int) -> Iterator[tuple[str, int]]:
    for name, per in counts.items():
        for value, count in per.items():
            if count < cap:
                yield name, value


def _clamp_counts(counts: dict[str, dict[int, int]], cap: int, at_least: int = 0) -> None:
    for per in counts.values():
        per.update({value: min(max(count, at_least), cap) for value, count in per.items()})


@command(
    "race",
    "Solvers on the one declaration, one after the other: who is how fast.",
    PUZZLE,
    Parameter("backends", "texts", "which, with options if wanted; all there are", None, 1, 20),
    Parameter("seconds", "seconds", "how long each may take", 10.0, repetitions=20),
    Parameter("limit", "integer", "how many solutions each looks for", 2, minimum=1, maximum=10**6),
)
def race(puzzle: Document, backends: list[str] | None, seconds: float, limit: int) -> Answer:
    """Yields a ``row`` at each backend's end; one that cannot run gives the reason."""
    declared = declared_puzzle(puzzle)
    declared.model()
    rows = []
    missing = {each["name"]: each["why"] for each in about.backends() if not each["available"]}
    for name in backends or compared_backend_names():
        row = _race_row(declared, name, limit, seconds, missing.get(name, ""))
        rows.append(row)
        yield {"row": row}
    return {"rows": rows}


def _race_row(declared: Any, name: str, limit: int, seconds: float, missing: str) -> Event:
    if missing:
        return {"backend": name, "status": "missing", "ms": None, "why": missing}
    try:
        about.check_backend_runs_here(name)
        # a small puzzle first: the backend's imports are no part of the race
        solved("1..............4", name, time_limit=seconds)
        outcome = solved(declared, name, limit=limit, time_limit=seconds)
    except (BackendError, OutOfTime) as error:
        return {"backend": name, "status": "error", "ms": None, "why": str(error)}
    stats = dict(outcome.stats)
    return {
        "backend": name,
        "status": outcome.status.value,
        "number": len(outcome.solutions),
        "exhausted": outcome.exhausted,
        "stopped": outcome.stopped_by,
        "ms": round(1000 * outcome.seconds, 2),
        "nodes": stats.get("nodes", stats.get("decisions", stats.get("branches"))),
        "stats": stats,
    }
