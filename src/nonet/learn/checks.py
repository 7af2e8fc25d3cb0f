"""The words checks are written in.

A check is a function ``check_...`` of an exercise's module: the learner's module is its
argument, its docstring is the sentence for the learner, and the function calls ``expect`` or
raises ``CheckFailed`` with a message that names the actual and the expected result.  A check
may return a note, which is shown when the check passes.

>>> def check_two(work):
...     "two is even"
...     expect(learner_value(work, "two") % 2 == 0, f"two is {work.two}")
>>> from types import SimpleNamespace
>>> check_two(SimpleNamespace(two=3))
Traceback (most recent call last):
nonet.learn.checks.CheckFailed: two is 3
"""

from __future__ import annotations

import linecache
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType, TracebackType
from typing import Any, Literal

from nonet.errors import BackendError
from nonet.model import Model, ModelBuilder

LearnerModule = Any
"""The learner's module, whose contents are not known beforehand."""


class CheckFailed(Exception):
    """A check that fails: the message names the actual and the expected result."""


class NotFilledIn(Exception):
    """A hole that is not filled yet."""


CheckState = Literal["passed", "wrong", "open", "raised", "slow"]
"""How a check ended: ``open`` is a hole not filled, ``slow`` a time limit reached."""

CHECK_SECONDS = 20.0
"""Seconds that a check may take before a loop is thought endless."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its sentence, its function, and its time limit in seconds."""

    sentence: str
    run: Callable[[LearnerModule], str | None]
    seconds: float = CHECK_SECONDS


def checks_of(module: ModuleType, prefix: str = "check_") -> list[Check]:
    """Return the checks of a module whose names begin so, in the order of the source."""
    return [
        Check(
            (function.__doc__ or name).strip().rstrip("."),
            function,
            getattr(function, "seconds", CHECK_SECONDS),
        )
        for name, function in vars(module).items()
        if name.startswith(prefix)
    ]


def expect(condition: bool, message: str) -> None:
    """Raise ``CheckFailed`` with the message unless the condition is met."""
    if not condition:
        raise CheckFailed(message)


def expect_kind(value: Any, kind: Any, what: str) -> None:
    """Raise ``CheckFailed`` unless a value is of a kind, as ``what`` says: "f should return a set"."""
    expect(isinstance(value, kind), f"{what}, not {shortened_repr(value)}")


def learner_value(work: LearnerModule, name: str) -> Any:
    """Return ``name`` of the learner's file; raise ``NotFilledIn`` if it is still ``...``."""
    if not hasattr(work, name):
        raise CheckFailed(f"your file has no {name} any more: the checks need it by that name")
    value = getattr(work, name)
    if value is ...:
        raise NotFilledIn(f"{name} is still to be filled in")
    return value


def learner_function(work: LearnerModule, name: str) -> Callable[..., Any]:
    """Return the learner's function; it raises ``NotFilledIn`` where it returns ``...``."""
    function = learner_value(work, name)
    expect(callable(function), f"{name} should be a function, not {shortened_repr(function)}")

    def called(*arguments: Any) -> Any:
        value = function(*arguments)
        if value is ...:
            raise NotFilledIn(f"{name} is still to be filled in")
        return value

    return called


def shortened_repr(value: object, max_length: int = 300) -> str:
    """Return the representation of a value for a message, cut to ``max_length``."""
    if isinstance(value, set | frozenset):
        text = f"{{{', '.join(map(repr, sorted(value, key=repr)))}}}" if value else "set()"
    elif isinstance(value, Mapping):
        pairs = (f"{key}: {shortened_repr(inner, max_length)}" for key, inner in value.items())
        text = f"{{{', '.join(pairs)}}}"
    else:
        text = repr(value)
    return text if len(text) <= max_length else f"{text[:max_length]}..."


Domains = dict[str, set[int]]
"""The domain of each variable, as learners write domains."""


def model_of_builder(builder: Any, function_name: str, names: Iterable[str]) -> Model:
    """The model of the builder that the learner returned, with variables of these names."""
    expect_kind(builder, ModelBuilder, f"{function_name} should return a builder")
    model: Model = builder.model()
    for name in names:
        expect(name in model.domains, f"there is no variable {name}: use build.array")
    return model


def state_and_message(error: BaseException, file: str) -> tuple[CheckState, str]:
    """Return the state and the message for an exception."""
    if isinstance(error, BackendError) and error.__cause__ is not None:
        error = error.__cause__  # what a backend raised, which is the learner's
    if isinstance(error, CheckFailed):
        return "wrong", str(error)
    if isinstance(error, NotFilledIn):
        return "open", str(error)
    if isinstance(error, SyntaxError) and error.filename == file:
        return "raised", f"{line_text(file, error.lineno or 1)} is not Python: {error.msg}"
    number = _last_line_number(error.__traceback__, file)
    at = line_text(file, number) if number else ""
    if isinstance(error, NotImplementedError) and number:
        task = str(error).removeprefix("TODO: ")
        return "open", f"line {number} is still to do: {task}"
    what = "".join(traceback.format_exception_only(error)).strip()
    return "raised", f"{at} raised {what}" if at else f"the check stumbled over your answer: {what}"


def _last_line_number(trace: TracebackType | None, file: str) -> int | None:
    """The last line of the learner's file that a traceback passes."""
    line_number = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line_number = trace.tb_lineno
        trace = trace.tb_next
    return line_number


def line_text(file: str, number: int) -> str:
    """A line of the learner's file, with its number."""
    return f"line {number} ({linecache.getline(file, number).strip()})"
