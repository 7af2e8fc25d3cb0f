"""Running a backend: the one place where answers are limited, told apart and checked.

Every assignment a backend yields is checked with ``Constraint.holds`` (through
``Model.accepts``), projected on the model's own variables and compared with
those before; limits and the clock are kept here.  So is the trust put in a backend:
one that raises is named, one that hangs or repeats itself is stopped.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Self

from nonet.backends.base import Backend, Request, Run, StopReason
from nonet.backends.events import Event, Tracer
from nonet.backends.lowering import answers
from nonet.backends.registry import get_backend
from nonet.errors import BackendError, FormatError, LimitError, NonetError, WrongAnswer
from nonet.model import Model, ModelBuilder
from nonet.puzzle import Puzzle
from nonet.solving.leash import Leash, OutOfTime
from nonet.solving.outcome import Outcome, Solution

CORE_PATIENCE = 1.0
"""Seconds a backend has to confirm a core it named."""

CLOSING = 0.05
"""Seconds that a backend has to tidy up in a run with a time limit, whenever it ends."""

MOST_REPEATS = 10_000
"""Solutions told before that a backend may yield in a row: it may search with variables of
its own, but one that repeats itself without end must not be waited for."""

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
        self._backend = get_backend(backend)
        self._limit = limit
        self._seen: set[tuple[int, ...]] = set()
        self._names: tuple[str, ...] = ()
        self._puzzle: Puzzle | None = None
        self._told = None if tracer is None else _Told(tracer)
        self.request = Request(
            limit, None if time_limit is None else self._started + time_limit, self._told
        )
        self._leash = Leash(self.request.deadline)
        self.stopped_by: StopReason | None = None
        self.exhausted = False
        self._ended: float | None = None
        self._run: Run | None = None
        try:
            self._leash.call(self._begin, thing)
        except OutOfTime:
            if not self._leash.is_late:
                raise  # it is another run that is out of time, one that called this one
            self._end("time")

    def _begin(self, thing: Thing) -> None:
        """Make the model, lower it and hand it to the backend."""
        self._model, self._puzzle = understood(thing)
        self._names = self._model.variables
        try:
            self._run = answers(self._model, self._backend, self.request)
        except Exception as error:
            self._blame(error)
            raise

    def _blame(self, error: Exception) -> None:
        """Raise an error that names the backend, where what went wrong is its fault."""
        told = self._told
        if not (isinstance(error, NonetError) or (told is not None and told.raised is error)):
            raise BackendError(
                f"backend {self.backend} failed: {type(error).__name__}"
                + (f": {error}" if str(error) else "")
            ) from error

    @property
    def backend(self) -> str:
        """The name of the backend that answers: of those tried, where one chooses for us."""
        return self.request.answered or self._backend.name

    @property
    def seconds(self) -> float:
        """Wall time from the call to the end, or until now."""
        return (self._ended or time.monotonic()) - self._started

    def __next__(self) -> Solution:
        if self._run is not None:
            try:
                found = self._leash.call(self._next, self._run)
            except OutOfTime:
                if not self._leash.is_late:
                    self._end("interrupt")
                    raise
                self._end("time")
            except BaseException:
                self._end("interrupt")
                raise
            else:
                if found is not None:
                    return found
        raise StopIteration

    def _next(self, run: Run) -> Solution | None:
        """The next solution that is new, checked; ``None`` when there is none any more."""
        for _ in range(MOST_REPEATS):
            try:
                assignment = next(run)
                values = {name: assignment[name] for name in self._names}
            except StopIteration as stop:
                self._end(stop.value)
                return None
            except Exception as error:
                self._blame(error)
                raise
            if not self._model.accepts(values):
                broken = "; ".join(self._model.violations(values)[:3])
                raise WrongAnswer(f"backend {self.backend} returned a wrong answer: {broken}")
            key = tuple(values.values())
            if key not in self._seen:
                self._seen.add(key)
                if self._limit is not None and len(self._seen) >= self._limit:
                    self._end("solutions")
                return Solution(values, self._puzzle, self._model.structure.symbols)
        raise BackendError(
            f"backend {self.backend} repeats itself: {MOST_REPEATS} times in a row it gave a "
            "solution it had given before, and it does not end; use another backend"
        )

    def _end(self, reason: StopReason | None) -> None:
        self.stopped_by = reason
        self.exhausted = reason is None
        run, self._run = self._run, None
        if run is not None:
            self._tidied(run)
        if self.request.core is not None and not (
            self.exhausted and not self._seen and self._clashes(self.request.core)
        ):
            self.request.core = None
        self._ended = time.monotonic()

    def _tidied(self, run: Run) -> None:
        """Let the backend tidy up, if not for ever."""
        patience = None if self._leash.deadline is None else time.monotonic() + CLOSING
        # there is an answer already, whatever it still does
        with suppress(OutOfTime):
            Leash(patience).call(run.close)

    def _clashes(self, core: tuple[str, ...]) -> bool:
        """Whether the clues of ``core`` alone are proven to clash: cores are not taken on trust."""
        narrowed = self._model.narrowed
        alone = Model.of(
            self._model.structure, {name: narrowed[name] for name in core if name in narrowed}
        )
        left = self.request.remaining()
        patience = CORE_PATIENCE if left is None else min(CORE_PATIENCE, left)
        request = Request(1, time.monotonic() + patience)

        def refuted() -> bool:
            run = answers(alone, self._backend, request)
            try:
                next(run)
            except StopIteration as stop:
                return stop.value is None
            run.close()
            return False

        try:
            return Leash(request.deadline).call(refuted)
        except OutOfTime:
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


class _Told:
    """A tracer that remembers what it raised, for which no backend is to blame."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self.raised: BaseException | None = None

    def __call__(self, event: Event) -> None:
        try:
            self._tracer(event)
        except BaseException as error:
            self.raised = error
            raise


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
