"""``trace`` and ``drive``: a run watched step by step, or chosen by the learner.

Nothing is kept between two questions: the learner's moves come with each, and are made again.
"""

from __future__ import annotations

from typing import Any, get_args

from nonet.backends.events import Branched, Filtered, WipedOut
from nonet.backends.events import Event as Step
from nonet.backends.native import LevelName, VariableOrderName
from nonet.errors import QuestionError
from nonet.protocol.command import PUZZLE, SECONDS, Event, Parameter, command
from nonet.protocol.documents import Document, declared_puzzle
from nonet.render.printable import joined_words
from nonet.solving.problem_input import ProblemInput
from nonet.tracing.compare import LEARNING, level_option
from nonet.tracing.page import node_data, page_data
from nonet.tracing.recording import trace as traced
from nonet.tracing.sentences import MAX_NAMED_VARIABLES, value_text
from nonet.tracing.stepper import LEVELS, Stepper
from nonet.tracing.tree import current_node, search_tree

MAX_EVENTS = 20_000
MAX_MOVES = 2_000


def trace_levels() -> list[str]:
    """The levels of consistency that a run can be watched at, and the search that learns."""
    return [*get_args(LevelName), *LEARNING]


def trace_orders() -> list[str]:
    """The orders in which variables are chosen."""
    return list(get_args(VariableOrderName))


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
    Parameter("most", "integer", "how many events are told", 3000, 1, MAX_EVENTS),
    SECONDS,
)
def trace(puzzle: Document, level: str, order: str, limit: int, most: int, seconds: float) -> Event:
    """The run as numbers and phrases: see ``nonet/tracing/page.py``."""
    recorded = traced(
        declared_puzzle(puzzle),
        f"native:{level_option(level)},order={order}",
        limit=limit or None,
        time_limit=seconds,
        most=most,
    )
    return {**page_data(recorded), "more": recorded.dropped > 0}


@command(
    "drive",
    "Propagation and search by the learner's own moves.",
    PUZZLE,
    Parameter("level", "text", "the level of consistency", "gac", choices=LEVELS),
    Parameter(
        "moves",
        "objects",
        'each one of {"filter": label}, {"all": true}, {"pass": true}, {"guess": [cell, value]}, '
        '{"back": true}',
        [],
        0,
        MAX_MOVES,
    ),
    Parameter("which", "flag", "whether each constraint is tried: can it remove something", False),
)
def drive(puzzle: Document, level: LevelName, moves: list[dict[str, Any]], which: bool) -> Event:
    """The state after the moves, and the text of the last move."""
    return state_after_moves(declared_puzzle(puzzle), level, moves, which)


def state_after_moves(
    problem: ProblemInput, level: LevelName, moves: list[dict[str, Any]], which: bool
) -> Event:
    """Return the state of a puzzle or a model after the moves, and the text of the last move."""
    stepper = Stepper(problem, level)
    cells = stepper.puzzle.grid.cell_set if stepper.puzzle else set(stepper.domains)
    answer, waited = None, set(stepper.agenda)
    guesses: list[list[Any]] = []
    ends: list[int] = []
    for number, move in enumerate(moves, 1):
        waited = set(stepper.agenda)
        answer = stepper.step(stepper_choice(move, number, stepper))
        ends.append(len(stepper.events))
        if "guess" in move:
            guesses.append(list(move["guess"]))
        elif "back" in move:
            guesses.pop()
    waiting = set(stepper.agenda)
    useful = set(stepper.filterable_constraints()) if which else set()
    run = stepper.trace()
    return {
        "state": stepper.state,
        "domains": {name: list(domain) for name, domain in stepper.domains.items()},
        "constraints": [
            {
                "label": label,
                "cells": [name for name in scope if name in cells],
                "waits": label in waiting,
                "useful": label in useful,
            }
            for label, scope in stepper.scopes.items()
        ],
        "told": list(answer.sentences) if answer else [],
        "woken": wake_sentences(stepper, waited, answer.events) if answer else [],
        "shown": last_move_effect(answer.events if answer else (), moves[-1:], stepper),
        "guesses": guesses,
        "ends": ends,
        "tree": [node_data(node) for node in search_tree(run)],
        "here": current_node(run),
        "counters": dict(stepper.counters),
    }


MAX_WAKE_SENTENCES = 8
"""Constraints that are named as woken by one move; the rest are counted."""


def wake_sentences(stepper: Stepper, waited: set[str], events: tuple[Step, ...]) -> list[str]:
    """Return for each constraint that came onto the agenda which changed variables woke it."""
    changed = {each.variable for each in events if isinstance(each, Filtered | Branched)}
    sentences = [
        f"{label} wakes: {joined_words([x for x in stepper.scopes[label] if x in changed])} changed"
        for label in stepper.agenda
        if label not in waited and not changed.isdisjoint(stepper.scopes[label])
    ]
    if (hidden := len(sentences) - MAX_WAKE_SENTENCES) > 0:
        sentences[MAX_WAKE_SENTENCES:] = [f"and {hidden} more"]
    return sentences


def last_move_effect(
    events: tuple[Step, ...], last: list[dict[str, Any]], stepper: Stepper
) -> dict[str, Any]:
    """Return the last move's cells, removed values, reasons and constraint."""
    eliminated: dict[str, list[int]] = {}
    because: dict[str, None] = {}
    cells: dict[str, None] = {}
    for event in events:
        match event:
            case Filtered(variable=name, removed=removed):
                eliminated.setdefault(name, []).extend(removed)
                cells[name] = None
            case Branched(variable=name):
                cells[name] = None
        if isinstance(event, Filtered | WipedOut) and (
            len(event.because) <= MAX_NAMED_VARIABLES or event.hall
        ):
            because |= dict.fromkeys(event.because)
    label = last[0].get("filter") if last else None
    return {
        "cells": list(cells),
        "gone": eliminated,
        "why": list(because),
        "scope": list(stepper.scopes[label]) if label else [],
    }


def stepper_choice(move: dict[str, Any], number: int, stepper: Stepper) -> str:
    """Return a move in the stepper's form; raise ``QuestionError`` for an invalid move."""
    match move:
        case {"filter": str(label)} if len(move) == 1:
            if label not in stepper.constraints:
                raise QuestionError(f"move {number}: there is no constraint {label[:60]!r}")
            return label
        case {"all": True} | {"pass": True} | {"back": True} if len(move) == 1:
            return str(*move)
        case {"guess": [str(cell), int(value)]} if len(move) == 1:
            return f"{cell} = {value_text(cell, value, stepper.value_names)}"
    raise QuestionError(
        f'move {number} is one of {{"filter": label}}, {{"all": true}}, '
        f'{{"pass": true}}, {{"guess": [cell, value]}} and {{"back": true}}, not {str(move)[:60]}'
    )
