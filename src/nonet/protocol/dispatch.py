"""Answering: a question's command is found, its parameters checked, its events given.

>>> [event["error"] for event in ask({"do": "sovle"})]
["there is no command 'sovle'; did you mean solve?"]
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Generator, Iterator, Mapping
from importlib import import_module
from typing import Any

from nonet.errors import NonetError, QuestionError, did_you_mean
from nonet.protocol.command import GRACE_SECONDS, Answer, Command, Event
from nonet.protocol.documents import parse_question

MAX_ERROR_LENGTH = 500
"""Most characters of an error message, which is a line for a person."""

_COMMANDS_BY_MODULE = {
    "about": "about",
    "schema": "schema",
    "texts": "read write export",
    "pictures": "draw",
    "checking": "check",
    "solutions": "solve verify candidates race",
    "hints": "hint whynot path rate",
    "tracing": "trace drive",
    "models": "model",
    "setting": "generate minimise redundant conflict repair",
    "exercises": "exercise grade",
    "lessons": "lesson drill course study figure notebook",
}
"""The commands by module of this room; each module is imported on first use."""

_MODULE_OF_COMMAND = {
    name: module for module, commands in _COMMANDS_BY_MODULE.items() for name in commands.split()
}


def command_names() -> list[str]:
    """The names of all commands."""
    return list(_MODULE_OF_COMMAND)


def find_command(name: object) -> Command:
    """The command of a name; raises ``QuestionError``, which suggests the nearest."""
    if not isinstance(name, str) or name not in _MODULE_OF_COMMAND:
        short = isinstance(name, str) and len(name) < 40
        suggestion = did_you_mean(str(name), _MODULE_OF_COMMAND) if short else ""
        raise QuestionError(f"there is no command {str(name)[:40]!r}{suggestion}")
    command = getattr(import_module(f"nonet.protocol.{_MODULE_OF_COMMAND[name]}"), name)
    assert isinstance(command, Command)
    return command


def ask(question: Mapping[str, Any]) -> Iterator[Event]:
    """All events of a question; the last is ``done`` or ``error``, and no error is raised."""

    def answer() -> Event | Answer:
        command = find_command(question.get("do"))
        return command.answer(**command.parse_parameters(question))

    return answer_events(answer)


def answer_events(answer: Callable[[], Event | Answer]) -> Iterator[Event]:
    """The events of an answer; the last is ``done`` or ``error``, and no error is raised."""
    started = time.perf_counter()
    try:
        result = answer()
        if isinstance(result, Generator):
            result = yield from result
        yield {"done": {**result, "ms": round(1000 * (time.perf_counter() - started), 1)}}
    except NonetError as error:
        yield error_event(error)
    except MemoryError:
        yield {"error": "the memory that a question may use is full", "kind": "MemoryError"}
    except RecursionError:
        yield {"error": "the puzzle is nested too deeply to be answered", "kind": "RecursionError"}
    except Exception as error:  # a fault of ours: the page says so, and the engine goes on
        where = traceback.extract_tb(error.__traceback__)[-1]
        location = f"{where.filename.rpartition('nonet/')[2]}, line {where.lineno}"
        message = f"a fault of nonet: {type(error).__name__}: {error} ({location})"
        yield {"error": message[:MAX_ERROR_LENGTH], "kind": "Fault"}


def ask_text(text: str | bytes) -> Iterator[Event]:
    """The events of a question as a text of JSON."""
    try:
        question = parse_question(text)
    except NonetError as error:
        yield error_event(error)
        return
    yield from ask(question)


def question_timeout(text: str | bytes) -> float:
    """Return the seconds after which the caller should end the answer to a text."""
    try:
        question = parse_question(text)
        command = find_command(question.get("do"))
        return command.timeout(command.parse_parameters(question))
    except NonetError:
        return GRACE_SECONDS


def error_event(error: NonetError) -> Event:
    """An error as an event."""
    message = " ".join(str(error).splitlines()) or type(error).__name__
    if len(message) > MAX_ERROR_LENGTH:  # a value that was quoted
        message = f"{message[: MAX_ERROR_LENGTH - 1]}…"
    event: Event = {"error": message, "kind": type(error).__name__}
    if cells := getattr(error, "cells", ()):
        event["cells"] = list(cells)
    return event
