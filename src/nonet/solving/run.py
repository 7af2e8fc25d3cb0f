"""Running a backend: the one place where answers are limited, told apart and checked.

Every assignment a backend yields is checked with ``Constraint.holds`` (through
``Model.accepts``), projected on the model's own variables and compared with
those before; limits and the clock are kept here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Self

from nonet.backends.base import Backend, Request, Run, StopReason
from nonet.backends.events import Tracer
from nonet.backends.lowering import lower
from nonet.backends.registry import get_backend
from nonet.errors import FormatError, LimitError, WrongAnswer
from nonet.model import Model, ModelBuilder
from nonet.puzzle import Puzzle
from nonet.solving.outcome import Outcome, Solution

CORE_PATIENCE = 1.0
"""Seconds a backend has to confirm a core it named."""

Thing = Puzzle | Model | ModelBuilder | str | os.PathLike[str]
"""What the verbs take: a puzzle, a model or its builder, the text of one puzzle, or a file
that holds one."""


def understood(thing: Thing) -> tuple[Model, Puzzle | None]:
    """The model of a thing, and the puzzle if it is one.

    Raises ``FormatError`` for a text that is neither a puzzle nor a file that holds one.
    """
    if isinstance(thing, Model):
        return thing, None
    if isinstance(thing, ModelBuilder):
        return thing.model(), None
    if isinstance(thing, str | os.PathLike):
        thing = _puzzle_of(thing)
    if isinstance(thing, Puzzle):
        return thing.model(), thing
    raise TypeError(
        "expected a puzzle, a model or a text (of a puzzle, or a file's name), "
        f"not {type(thing).__name__}"
    )


def _puzzle_of(text: str | os.PathLike[str]) -> Puzzle:
    """The puzzle of a text; where it is no puzzle, that of the file it names."""
    from nonet.formats import parse, read

    if isinstance(text, str):
        try:
            return parse(text)
        except FormatError as error:
            likely = "\n" not in text and len(text) < 4096 and "\0" not in text
            if not (likely and Path(text).exists()):
                if likely and (Path(text).suffix.lower() in _suffixes() or "/" in text):
                    raise FormatError("no such file, and no puzzle either", source=text) from None
                raise error
    found = read(text)
    if len(found) != 1:
        raise FormatError(
            f"it holds {len(found)} puzzles where one is meant; nonet.read lists them",
            source=str(text),
        )
    return found[0]


def _suffixes() -> set[str]:
    from nonet.formats import formats

    return {".gz", *(suffix for form in formats().values() for suffix in form.suffixes)}


class Solutions(Iterator[Solution]):
    """The distinct, checked solutions of a thing, one at a time.

    An iterator that also tells, once it has ended, whether that was all
    (``exhausted``) or what stopped it (``stopped_by``).  ``close`` stops the
    backend; so does leaving a ``with`` block.
    """

    def __init__(
        self,
        thing: Thing,
        backend: str | Backend | None = None,
        *,
        limit: int | None = None,
        time_limit: float | None = None,
        tracer: Tracer | None = None,
    ) -> None:
        limit, time_limit = checked_limits(limit, time_limit)
        self._started = time.monotonic()
        self._model, self._puzzle = understood(thing)
        self._backend = get_backend(backend)
        self._limit = limit
        self._seen: set[tuple[int, ...]] = set()
        self._names = self._model.variables
        self.request = Request(
            limit, None if time_limit is None else self._started + time_limit, tracer
        )
        self.stopped_by: StopReason | None = None
        self.exhausted = False
        self._ended: float | None = None
        self._run: Run | None = None
        lowered = lower(self._model, self._backend)
        if any(not domain.mask for domain in lowered.narrowed.values()) or any(
            not domain.mask for domain in lowered.structure.domains.values()
        ):
            self._end(None)
        else:
            self._run = self._backend.run(lowered, self.request)

    @property
    def backend(self) -> str:
        """The backend's name."""
        return self._backend.name

    @property
    def seconds(self) -> float:
        """Wall time from the call to the end, or until now."""
        return (self._ended or time.monotonic()) - self._started

    def __next__(self) -> Solution:
        while self._run is not None:
            try:
                assignment = next(self._run)
            except StopIteration as stop:
                self._end(stop.value)
                break
            except BaseException:
                self._end("interrupt")
                raise
            values = {name: assignment[name] for name in self._names}
            if not self._model.accepts(values):
                self.close()
                broken = "; ".join(self._model.violations(values)[:3])
                raise WrongAnswer(f"backend {self.backend} returned a wrong answer: {broken}")
            key = tuple(values.values())
            if key in self._seen:
                continue
            self._seen.add(key)
            if self._limit is not None and len(self._seen) >= self._limit:
                self._end("solutions")
            return Solution(values, self._puzzle)
        raise StopIteration

    def _end(self, reason: StopReason | None) -> None:
        self.stopped_by = reason
        self.exhausted = reason is None
        run, self._run = self._run, None
        if run is not None:
            run.close()
        if self.request.core is not None and not (
            self.exhausted and not self._seen and self._clashes(self.request.core)
        ):
            self.request.core = None
        self._ended = time.monotonic()

    def _clashes(self, core: tuple[str, ...]) -> bool:
        """Whether the clues of ``core`` alone are proven to clash: cores are not taken on trust."""
        narrowed = self._model.narrowed
        alone = Model.of(
            self._model.structure, {name: narrowed[name] for name in core if name in narrowed}
        )
        request = Request(1, time.monotonic() + CORE_PATIENCE)
        run = self._backend.run(lower(alone, self._backend), request)
        try:
            next(run)
        except StopIteration as stop:
            return stop.value is None
        run.close()
        return False

    def close(self) -> None:
        """Stop the backend now.  What was not searched stays unknown."""
        if self._run is not None:
            self._end("interrupt")

    def outcome(self, solutions: tuple[Solution, ...] = ()) -> Outcome:
        """The answer so far, with the solutions the caller has taken."""
        return Outcome(
            solutions,
            self.exhausted,
            self.stopped_by,
            self.backend,
            self.seconds,
            self.request.stats,
            self.request.core,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def checked_limits(limit: int | None, time_limit: float | None) -> tuple[int | None, float | None]:
    """The limits as they are; raises ``LimitError`` if one is no limit."""
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
        raise LimitError(f"a limit on solutions is a whole number of 1 or more, not {limit!r}")
    if time_limit is not None and (
        isinstance(time_limit, bool)
        or not isinstance(time_limit, int | float)
        or not isfinite(time_limit)
        or time_limit <= 0
    ):
        raise LimitError(f"a time limit is a positive number of seconds, not {time_limit!r}")
    return limit, time_limit
