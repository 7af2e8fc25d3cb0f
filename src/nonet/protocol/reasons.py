"""Reasons: why a value cannot stand in a cell, in words.

Direct reasons come first: an equal value in a unit, a constraint that the value would break.
Else the value is tried: propagation continues until a constraint cannot hold, and the steps
that led there are reported.  Where propagation finds nothing, a solver is asked.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from nonet.backends.events import Event, Filtered, WipedOut
from nonet.backends.lowering import lower
from nonet.backends.native import Levels, Native
from nonet.backends.native.teaching_engine import TeachingEngine
from nonet.backends.native.traced import traced_engine
from nonet.model import Domain
from nonet.protocol.checking import find_conflicts
from nonet.puzzle import Puzzle
from nonet.solving import Status, solve
from nonet.solving.problem_input import checked_limits
from nonet.tracing.recording import Trace
from nonet.tracing.sentences import event_sentence
from nonet.tracing.states import Replay

MAX_STEPS = 12
"""Most steps of an argument in a text: the last, relevant steps."""


def why_not(puzzle: Puzzle, cell: str, value: int, seconds: float) -> dict[str, Any]:
    """Return whether ``value`` can stand in ``cell``, given the grid, and the reasons if not."""
    checked_limits(None, seconds)
    deadline = time.monotonic() + seconds
    symbol = puzzle.alphabet.symbol(value)
    given = puzzle.clues.get(cell)
    if given is not None:
        same = given == value
        return _answer(same, [f"{cell} is given as {puzzle.alphabet.symbol(given)}"], [cell])
    entries = {name: entry for name, entry in puzzle.entries.items() if name != cell}
    before = replace(puzzle, entries=entries)
    earlier = {tuple(each["cells"]) for each in find_conflicts(before)}
    marks = {name: domain for name, domain in puzzle.candidates.items() if name != cell}
    tried = replace(puzzle, entries={**entries, cell: value}, candidates=marks)
    against = [each for each in find_conflicts(tried) if tuple(each["cells"]) not in earlier]
    if against:
        cells = list(dict.fromkeys(name for each in against for name in each["cells"]))
        return _answer(False, [each["words"] for each in against[:5]], cells)
    sentences, cells = _by_propagation(tried, cell, value)
    if sentences:
        return _answer(False, [f"Suppose {cell} were {symbol}.", *sentences], cells)
    model = puzzle.model().narrow({**_fixed_domains(entries), cell: Domain.single(value)})
    outcome = solve(model, time_limit=max(deadline - time.monotonic(), 0.001))
    if outcome.status is Status.UNSAT:
        sentences = [
            f"No solution has {symbol} in {cell} with what stands in the grid; "
            "it takes a search to see it."
        ]
        return _answer(False, sentences, [cell])
    if outcome.status is Status.UNKNOWN:
        return {**_answer(True, ["It was not decided in this time."], [cell]), "undecided": True}
    return _answer(True, [f"There is a solution with {symbol} in {cell}."], [cell])


def _answer(possible: bool, sentences: list[str], cells: list[str]) -> dict[str, Any]:
    return {"possible": possible, "words": sentences, "cells": cells}


def _fixed_domains(values: dict[str, int]) -> dict[str, Domain]:
    return {name: Domain.single(value) for name, value in values.items()}


def _by_propagation(puzzle: Puzzle, cell: str, value: int) -> tuple[list[str], list[str]]:
    """The steps from the value to a constraint that cannot hold; none where there is none."""
    bare = replace(puzzle, entries={}, candidates={})
    model = lower(bare.model(), Native()).narrow(_fixed_domains(dict(puzzle.entries)))
    events: list[Event] = []
    engine = traced_engine(model.structure, Levels(level="gac"), events.append)
    assert isinstance(engine, TeachingEngine)
    engine.reset(dict(model.narrowed))
    if engine.propagate():
        return [], []
    cells = puzzle.grid.cell_set
    named = _events_behind_failure(events, Trace("", dict(model.domains), tuple(events)))
    sentences = [text for text, _ in named[-MAX_STEPS:]]
    if len(named) > MAX_STEPS:
        sentences.insert(0, f"{len(named) - MAX_STEPS} steps of propagation lead to this:")
    changed = [name for _, scope in named[-MAX_STEPS:] for name in scope if name in cells]
    return sentences, list(dict.fromkeys([cell, *changed]))


def _events_behind_failure(events: list[Event], trace: Trace) -> list[tuple[str, tuple[str, ...]]]:
    """Return the events behind a failure, in order, with their variables.

    The search goes backwards: the premises of a needed event are needed before the event.
    """
    chosen: set[int] = set()
    needed: set[str] = set()
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if isinstance(event, WipedOut) and not chosen:
            chosen.add(number)
            needed |= {*event.because, *([event.variable] if event.variable else [])}
        elif isinstance(event, Filtered) and event.variable in needed:
            chosen.add(number)
            needed |= set(event.because)
    replay, events_told = Replay(trace), []
    for number, event in enumerate(events):
        if number in chosen:
            text = event_sentence(event, replay.domains)
            scope = (*getattr(event, "because", ()), getattr(event, "variable", None) or "")
            events_told.append((text, tuple(name for name in scope if name)))
        replay.forward()
    return events_told
