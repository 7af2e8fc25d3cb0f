"""Answering: a question's command is found, its parameters checked, its events given.

>>> [event["error"] for event in ask({"do": "sovle"})]
["there is no command 'sovle'; did you mean solve?"]
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Generator, Iterator, Mapping
from importlib import import_module
from typing import Any

from nonet.asking.command import GRACE, Answer, Command, Event
from nonet.asking.limits import decoded
from nonet.errors import NonetError, QuestionError, did_you_mean

LONGEST_ERROR = 500
"""Characters of an error: it is a line for a person."""

_HOMES = {
    "about": "about",
    "schema": "schema",
    "texts": "read write export",
    "pictures": "draw",
    "checking": "check",
    "solutions": "solve verify candidates race",
    "helping": "hint whynot path rate",
    "watching": "trace drive",
    "models": "model",
    "setters": "generate minimise redundant conflict repair",
    "learning": "exercise grade",
    "lessons": "lesson",
}
"""The modules of this room by the commands they answer: each is imported when first asked."""

_HOME = {name: module for module, commands in _HOMES.items() for name in commands.split()}


def names() -> list[str]:
    """The names of all commands."""
    return list(_HOME)


def command_of(name: object) -> Command:
    """The command of a name; raises ``QuestionError``, which suggests the nearest."""
    if not isinstance(name, str) or name not in _HOME:
        near = did_you_mean(name, _HOME) if isinstance(name, str) and len(name) < 40 else ""
        raise QuestionError(f"there is no command {str(name)[:40]!r}{near}")
    found = getattr(import_module(f"nonet.asking.{_HOME[name]}"), name)
    assert isinstance(found, Command)
    return found


def ask(question: Mapping[str, Any]) -> Iterator[Event]:
    """All events of a question; the last is ``done`` or ``error``, and no error is raised."""
    started = time.perf_counter()
    try:
        command = command_of(question.get("do"))
        result = command.answer(**command.taken(question))
        if isinstance(result, Generator):
            result = yield from _events(result)
        yield {"done": {**result, "ms": round(1000 * (time.perf_counter() - started), 1)}}
    except NonetError as error:
        yield told(error)
    except MemoryError:
        yield {"error": "the memory that a question may use is full", "kind": "MemoryError"}
    except RecursionError:
        yield {"error": "the puzzle is nested too deeply to be answered", "kind": "RecursionError"}
    except Exception as error:  # a fault of ours: the page says so, and the engine goes on
        where = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{where.filename.rpartition('nonet/')[2]}, line {where.lineno}"
        words = f"a fault of nonet: {type(error).__name__}: {error} ({at})"
        yield {"error": words[:LONGEST_ERROR], "kind": "Fault"}


def _events(result: Answer) -> Answer:
    return (yield from result)


def ask_text(text: str | bytes) -> Iterator[Event]:
    """The events of a question as a text of JSON."""
    try:
        question = decoded(text)
    except NonetError as error:
        yield told(error)
        return
    yield from ask(question)


def patience(text: str | bytes) -> float:
    """Seconds after which whoever waits for the answer to a text should end it."""
    try:
        question = decoded(text)
        command = command_of(question.get("do"))
        return command.patience(command.taken(question))
    except NonetError:
        return GRACE


def told(error: NonetError) -> Event:
    """An error as an event."""
    words = " ".join(str(error).splitlines()) or type(error).__name__
    if len(words) > LONGEST_ERROR:  # a value that was quoted
        words = f"{words[: LONGEST_ERROR - 1]}…"
    found: Event = {"error": words, "kind": type(error).__name__}
    if cells := getattr(error, "cells", ()):
        found["cells"] = list(cells)
    return found
