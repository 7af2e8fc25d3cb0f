"""``trace`` and ``drive``: a run watched step by step, or chosen by the learner.

Nothing is kept between two questions: the learner's moves come with each, and are made again.
"""

from __future__ import annotations

from typing import Any, get_args

from nonet.asking.about import trace_levels, trace_orders
from nonet.asking.command import PUZZLE, SECONDS, Event, Parameter, command
from nonet.asking.documents import Document, declared
from nonet.backends.events import Backtracked, Branched, Filtered, Posted, SolutionFound, WipedOut
from nonet.backends.events import Event as Step
from nonet.backends.native.filters import LevelName
from nonet.errors import QuestionError
from nonet.model import Domain
from nonet.tracing.recording import Trace
from nonet.tracing.recording import trace as traced
from nonet.tracing.states import Replay
from nonet.tracing.stepper import Stepper
from nonet.tracing.text import in_words
from nonet.tracing.tree import search_tree

MOST_EVENTS = 20_000
MOST_MOVES = 2_000


@command(
    "trace",
    "A run of the native solver, every step with its reason, and its search tree.",
    PUZZLE,
    Parameter("level", "text", "the level of consistency", "auto", choices=tuple(trace_levels())),
    Parameter(
        "order",
        "text",
        "in which order cells are guessed",
        "mrv-wdeg",
        choices=tuple(trace_orders()),
    ),
    Parameter("limit", "integer", "how many solutions are searched for, 0 for all", 1, 0, 1000),
    Parameter("most", "integer", "how many events are told", 3000, 1, MOST_EVENTS),
    SECONDS,
)
def trace(puzzle: Document, level: str, order: str, limit: int, most: int, seconds: float) -> Event:
    """``start`` are the domains before, ``set`` those that an event changed, as they are then."""
    found = traced(
        declared(puzzle),
        f"native:level={level},order={order}",
        limit=limit or None,
        time_limit=seconds,
        most=most,
    )
    return {
        "start": {name: list(domain) for name, domain in found.domains.items()},
        "events": events_of(found),
        "tree": [
            {
                "id": node.id,
                "parent": node.parent,
                "label": node.label,
                "status": node.status,
                "start": node.start,
                "end": node.end,
                "depth": node.depth,
                "size": node.size,
                "solutions": node.solutions,
            }
            for node in search_tree(found)
        ],
        "stats": dict(found.stats),
        "status": found.status,
        "stopped": found.stopped_by,
        "dropped": found.dropped,
        "more": found.dropped > 0,
    }


def events_of(found: Trace) -> list[dict[str, Any]]:
    """The events in words, each with what it changed."""
    replay = Replay(found)
    told = []
    for event in found.events:
        before = dict(replay.domains)
        words = in_words(event, before)
        replay.forward()
        told.append(
            {
                "kind": type(event).__name__,
                "words": words,
                "cells": list(cells_of(event)),
                "set": changed(before, replay.domains, event),
                "depth": replay.depth,
            }
        )
    return told


def cells_of(event: Step) -> tuple[str, ...]:
    """The variables an event speaks of, the one that changes first."""
    match event:
        case Posted(scope=scope):
            return scope
        case Filtered(variable=name, because=because):
            return (name, *(other for other in because if other != name))
        case WipedOut(variable=name, because=because):
            return (*([name] if name else []), *(other for other in because if other != name))
        case Branched(variable=name):
            return (name,)
    return ()


def changed(before: dict[str, Domain], after: Any, event: Step) -> dict[str, list[int]]:
    """The domains that differ, as they are afterwards."""
    if isinstance(event, Filtered):
        return {event.variable: list(after[event.variable])}
    if not isinstance(event, Branched | Backtracked | SolutionFound):
        return {}
    return {name: list(after[name]) for name in before if after[name] != before[name]}


@command(
    "drive",
    "Propagation and search by the learner's own moves.",
    PUZZLE,
    Parameter(
        "level",
        "text",
        "the level of consistency",
        "gac",
        choices=tuple(
            name
            for name in get_args(LevelName)
            if name not in ("auto", "generate-and-test", "singleton", "singleton-arc")
        ),
    ),
    Parameter(
        "moves",
        "objects",
        'each one of {"filter": label}, {"all": true}, {"guess": [cell, value]}, {"back": true}',
        [],
        0,
        MOST_MOVES,
    ),
)
def drive(puzzle: Document, level: LevelName, moves: list[dict[str, Any]]) -> Event:
    """How things stand after the moves, and in words what the last one did."""
    stepper = Stepper(declared(puzzle), level)
    cells = stepper.puzzle.grid.cell_set if stepper.puzzle else set()
    told: list[str] = []
    guesses: list[list[Any]] = []
    for number, move in enumerate(moves, 1):
        told = list(stepper.step(choice_of(move, number, stepper)).words)
        if "guess" in move:
            guesses.append(list(move["guess"]))
        elif "back" in move:
            guesses.pop()
    useful = set(stepper.can_filter())
    scopes = stepper.scopes
    return {
        "state": stepper.state,
        "domains": {name: list(domain) for name, domain in stepper.domains.items()},
        "waiting": [
            {
                "label": label,
                "cells": [name for name in scopes[label] if name in cells],
                "useful": label in useful,
            }
            for label in stepper.agenda
        ],
        "told": told,
        "guesses": guesses,
    }


def choice_of(move: dict[str, Any], number: int, stepper: Stepper) -> str:
    """A move as the stepper takes it; raises ``QuestionError`` for one that is none."""
    match move:
        case {"filter": str(label)} if len(move) == 1:
            if label not in stepper.constraints:
                raise QuestionError(f"move {number}: there is no constraint {label[:60]!r}")
            return label
        case {"all": True} if len(move) == 1:
            return "all"
        case {"back": True} if len(move) == 1:
            return "back"
        case {"guess": [str(cell), int(value)]} if len(move) == 1:
            return f"{cell} = {value}"
    raise QuestionError(
        f'move {number} is one of {{"filter": label}}, {{"all": true}}, '
        f'{{"guess": [cell, value]}} and {{"back": true}}, not {str(move)[:60]}'
    )
