"""Commands: a name, the parameters, and the function that answers.

A command's parameters are declared once; validation, the description for programs
(``schema.py``) and the table of docs/page-protocol.md are made from the declaration.

>>> @command("twice", "Twice a number.", Parameter("number", "integer", "what is doubled", maximum=9))
... def twice(number: int) -> Event:
...     return {"number": 2 * number}
>>> twice.parse_parameters({"do": "twice", "number": 4})
{'number': 4}
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from nonet.errors import QuestionError, did_you_mean

Event = dict[str, Any]
"""An event of an engine, as plain data for JSON."""

Answer = Generator[Event, None, Event]
"""Events on the way, and at the end the result."""

ParameterKind = Literal["puzzle", "text", "integer", "seconds", "flag", "texts", "cells", "objects"]
"""The type of a parameter.

A puzzle's document; a text; a whole number; seconds; yes or no; several texts; an object from
cells to numbers; several objects.
"""

MAX_TEXT_LENGTH = 1 << 20
"""Most characters of a text parameter, unless the parameter has a lower limit."""

MAX_SECONDS = 600.0
"""Seconds that a command may be given."""

GRACE_SECONDS = 20.0
"""Seconds that an answer may take beyond its time limit: to read, to draw, to write."""


class Kind(NamedTuple):
    """A type of parameters: what it is in words, its check, its JSON Schema and the schema's bounds."""

    description: str
    is_valid: Callable[[Any], bool]
    schema: dict[str, Any]
    bounds: tuple[str, str] | tuple[()] = ()


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(each, kind) for each in value)


_NUMBER, _LENGTH, _ITEMS = ((f"min{what}", f"max{what}") for what in ("imum", "Length", "Items"))
_INTEGERS = {"type": "object", "additionalProperties": {"type": "integer"}}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_OBJECTS = {"type": "array", "items": {"type": "object"}}

KINDS: Mapping[ParameterKind, Kind] = {
    "puzzle": Kind(
        "a puzzle as an object", lambda value: isinstance(value, dict), {"type": "object"}
    ),
    "text": Kind("a text", lambda value: isinstance(value, str), {"type": "string"}, _LENGTH),
    "integer": Kind("a whole number", _is_integer, {"type": "integer"}, _NUMBER),
    "seconds": Kind(
        "a number of seconds",
        lambda value: isinstance(value, float) or _is_integer(value),
        {"type": "number"},
        _NUMBER,
    ),
    "flag": Kind("true or false", lambda value: isinstance(value, bool), {"type": "boolean"}),
    "texts": Kind("a list of texts", _is_list_of(str), _TEXTS, _ITEMS),
    "cells": Kind(
        "an object from cells to whole numbers",
        lambda value: isinstance(value, dict) and all(map(_is_integer, value.values())),
        _INTEGERS,
    ),
    "objects": Kind("a list of objects", _is_list_of(dict), _OBJECTS, _ITEMS),
}

_REQUIRED = object()


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command: its name, its type, and its description.

    ``minimum`` and ``maximum`` bound a number, and the length of a text or a list; ``choices``
    are the permitted texts, if known beforehand.  A parameter without ``default`` is required.
    """

    name: str
    kind: ParameterKind
    description: str
    default: Any = _REQUIRED
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    repetitions: int = 1
    """Of seconds: how often a question may take so long."""

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return self.default is _REQUIRED

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """The least and the greatest number or length."""
        if self.kind == "seconds":
            return self.minimum or 0.001, self.maximum or MAX_SECONDS
        default = MAX_TEXT_LENGTH if self.kind == "text" else None
        return self.minimum, default if self.maximum is None else self.maximum

    def validate(self, value: object) -> Any:
        """Return the value if valid; otherwise raise ``QuestionError``."""
        if value is None and not self.required:
            return self.default
        if self.kind == "texts" and isinstance(value, str):
            value = [value]
        kind = KINDS[self.kind]
        if not kind.is_valid(value):
            raise QuestionError(f"{self.name} is {kind.description}, not {_shortened_repr(value)}")
        if self.choices and value not in self.choices:
            suggestion = did_you_mean(str(value), self.choices)
            choices = ", ".join(self.choices)
            raise QuestionError(
                f"{self.name} is one of {choices}, not {_shortened_repr(value)}{suggestion}"
            )
        self._check_range(value)
        return value

    def _check_range(self, value: Any) -> None:
        if not (bounds := KINDS[self.kind].bounds):
            return
        what = {_LENGTH: "characters", _ITEMS: "entries"}.get(bounds, "")
        number = len(value) if what else value
        least, most = self.bounds
        if (least is not None and number < least) or (most is not None and number > most):
            low = "" if least is None else f"at least {least:g} "
            high = "" if most is None else f"at most {most:g} "
            joint = "and " if low and high else ""
            verb = "has" if what else "is"
            allowed = f"{low}{joint}{high}{what}".strip()
            raise QuestionError(f"{self.name} {verb} {allowed}, not {number:g}")


@dataclass(frozen=True)
class Command:
    """A command: ``answer`` is called with its parameters by name.

    The function returns the result, or a generator of events that returns the result.
    """

    name: str
    sentence: str
    parameters: tuple[Parameter, ...]
    answer: Callable[..., Event | Answer]

    def parse_parameters(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a question, checked; raises ``QuestionError``.

        A name that is none of the parameters is an error: a slip would else go unseen.
        """
        names = [parameter.name for parameter in self.parameters]
        for name in question:
            if name != "do" and name not in names:
                takes = ", ".join(names) or "nothing"
                raise QuestionError(
                    f"{self.name} takes {takes}, not "
                    f"{_shortened_repr(name)}{did_you_mean(name, names)}"
                )
        values = {}
        for parameter in self.parameters:
            if parameter.name in question:
                values[parameter.name] = parameter.validate(question[parameter.name])
            elif parameter.required:
                raise QuestionError(f"{self.name} needs {parameter.name}: {parameter.description}")
            else:
                values[parameter.name] = parameter.default
        return values

    def timeout(self, values: Mapping[str, Any]) -> float:
        """Seconds after which an answer is not waited for any more: a limit holds before that."""
        spans = (p.repetitions * values[p.name] for p in self.parameters if p.kind == "seconds")
        return sum(spans, GRACE_SECONDS)


def command(
    name: str, sentence: str, *parameters: Parameter
) -> Callable[[Callable[..., Event | Answer]], Command]:
    """Makes a function the answer of a command."""

    def declare(answer: Callable[..., Event | Answer]) -> Command:
        return Command(name, sentence, parameters, answer)

    return declare


def fields_of(subject: object, *names: str) -> Event:
    """Return some attributes by their names, tuples as lists."""
    values = {name: getattr(subject, name) for name in names}
    return {n: list(each) if isinstance(each, tuple) else each for n, each in values.items()}


def _shortened_repr(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


PUZZLE = Parameter("puzzle", "puzzle", "nonet's JSON, with the player's entries and marks")
SECONDS = Parameter("seconds", "seconds", "how long it may take", 10.0)
BACKEND = Parameter("backend", "text", "which solver, with options if wanted", None, maximum=200)
