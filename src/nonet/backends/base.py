"""The interface of a backend: a name, its capabilities, and ``run``.

A backend turns a model into assignments and does nothing else.  Limits on the
number of solutions, distinctness, checking and verdicts are the business of
``nonet.solving``; a backend only has to look at the clock.

A backend is a frozen dataclass: its fields are its named options
(``native:order=lexicographic``), all with defaults.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nonet.deadline import DeadlineExceeded, check, check_memory
from nonet.model import Constraint, Model

if TYPE_CHECKING:
    import numpy as np

    from nonet.backends.events import Tracer

StopReason = Literal["time", "memory", "solutions", "interrupt", "effort", "unread", "unconfirmed"]
"""The reasons that end a run before all is searched: a limit of time, memory or solutions, Ctrl-C,
the effort that ``Request`` allows (which never stops an answer to a user), or that the solver's
claim to have searched all is of a kind that was seen to be false, and no other solver confirms
the claim."""

Run = Generator[dict[str, int], None, StopReason | None]
"""Yields assignments; returns the reason for stopping, or ``None`` when exhausted."""

RowsRun = Generator["np.ndarray[Any, Any]", None, StopReason | None]
"""Arrays of assignments; returns as a ``Run`` does."""


Item = TypeVar("Item")


class Answers(Generic[Item]):
    """The answers of a run, to be looped over once; then ``stopped`` is what the run returns."""

    def __init__(self, run: Generator[Item, None, StopReason | None]) -> None:
        self.run = run
        self.stopped: StopReason | None = None

    def __iter__(self) -> Iterator[Item]:
        self.stopped = yield from self.run


Log = Callable[[str], object]
"""Receives the lines of a solver's log."""

Parameters = tuple[tuple[str, Any], ...]
"""Names and values of parameters of a solver, as its authors name the parameters."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of a backend.

    ``posts`` are the constraint types that the backend takes as they are, ``inside`` the types
    among these that the backend takes inside ``AnyOf`` (``None``: the same); ``lowering`` rewrites
    all other types.  ``keeps_unary`` asks for constraints over one variable as they are; otherwise
    such constraints arrive as smaller domains.  ``events`` names the event types that the backend
    reports to a tracer.  ``optimises``: given a model with an objective, its ``run`` yields better
    and better assignments, and ends by itself only when there is none better than the last; a
    backend that does not is asked again and again, with bounds from above as constraints.
    ``delegates``: the backend hands the model on to
    other backends, so the model is passed unchanged, and comparing the backend with these backends
    would compare a backend with itself.  ``takes_everything``: the backend asks constraints of any
    type whether they hold, or rewrites constraint types by itself, so the model is passed
    unchanged, without variables that a rewriting would add.  ``takes_hints``: the backend tries the
    values of ``Request.hint`` first; any other backend ignores hints.  ``checks_deadline``: between
    two answers the backend checks ``Request.expired`` or ``nonet.deadline.check`` every tenth of a
    second or more often; a backend without such checks is run in a child process under a limit,
    which can be ended.  ``most_values``: a model with a domain of more values is declined before
    posting.  ``largest_number``: a model with a larger number, or a sum that can be larger, is
    declined.  ``imports`` names modules that are imported once before runs in child processes,
    not in each child.  ``logs``: the backend calls ``Request.log`` with each line of its solver's
    log.
    """

    posts: frozenset[type[Constraint]]
    inside: frozenset[type[Constraint]] | None = None
    keeps_unary: bool = False
    optimises: bool = False
    delegates: bool = False
    takes_everything: bool = False
    takes_hints: bool = False
    checks_deadline: bool = False
    most_values: int = 1 << 20
    largest_number: int | None = None
    imports: tuple[str, ...] = ()
    logs: bool = False
    events: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.posts)  # of each question: equality tells the rest


@dataclass(frozen=True, slots=True)
class Availability:
    """The availability of a backend on this machine: its solver's version, or what to install."""

    ok: bool
    version: str = ""
    missing: str = ""


@dataclass(slots=True)
class Request:
    """The demands on one run, and the place of its statistics.

    ``solutions`` is how many distinct assignments will be taken (``None``: all), so that a solver
    asked for one need not prepare for more.  ``deadline`` is a reading of ``time.monotonic``.  A
    backend fills ``stats`` before the run ends or is closed, and sets ``core`` to the variables
    whose narrowed domains clash, if the backend knows.

    ``effort`` is the amount of work that a run may do, counted in steps of the backend's own, so
    that the limit is the same on any machine (native: runs of a filter over a puzzle's cells;
    lockstep: guesses; cpsat: thousandths of its deterministic time); a backend that does not count
    its work may ignore this limit.  ``incumbent`` is the value of the best solution known, where
    there is an objective: solutions that are no better are not needed (a backend may still
    yield such solutions; the caller drops them).  The incumbent may improve while the run is
    under way. Without ``every_improvement`` a backend that optimises may leave out solutions
    that are soon followed by better solutions.  ``bound`` is set by a backend that optimises: no
    solution is better than this value.

    ``hint`` has values of some variables to try first, if the backend ``takes_hints``; the
    solutions are the same without a hint.

    ``log`` is called with each line of the solver's log, without its line end, by a backend that
    ``logs``; perhaps in a thread of the solver's.

    ``answered_by`` is set by a backend that hands the model on: the name of the backend that
    yielded the last solution, or came to the end.

    ``clash`` is set by the backend of a session, if known: constraints beyond ``structure.base``
    that cannot all hold with the base.
    """

    solutions: int | None = None
    deadline: float | None = None
    tracer: Tracer | None = None
    stats: dict[str, int | float] = field(default_factory=dict)
    core: tuple[str, ...] | None = None
    effort: int | None = None
    incumbent: int | None = None
    every_improvement: bool = True
    bound: int | None = None
    answered_by: str = ""
    clash: tuple[Constraint, ...] | None = None
    hint: Mapping[str, int] | None = None
    log: Log | None = None

    def copy(self, **changes: Any) -> Request:
        """Return a request with the same demands but for ``changes``, for results of its own."""
        return replace(self, **{"stats": {}, "core": None, "bound": None, **changes})

    def remaining(self) -> float | None:
        """Seconds left, 0 or more; ``None`` without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def expired(self) -> bool:
        """Whether the deadline has passed; raises ``DeadlineExceeded`` where memory runs out."""
        check_memory()
        return self.deadline is not None and time.monotonic() >= self.deadline

    def check(self) -> None:
        """Raise ``DeadlineExceeded`` if the deadline, or another limit of a question, is reached."""
        check()
        if self.expired():
            raise DeadlineExceeded


def add_statistics(total: dict[str, int | float], further: Mapping[str, int | float]) -> None:
    """Add the counters of a further run to ``total``; of two depths the greater is kept."""
    for name, number in further.items():
        before = total.get(name, 0)
        total[name] = max(before, number) if name == "depth" else before + number


@runtime_checkable
class Backend(Protocol):
    """The contract.  ``run`` is given a lowered model in which no domain is empty."""

    @property
    def name(self) -> str:
        """The name in ``--backend NAME``."""

    @property
    def capabilities(self) -> Capabilities:
        """The constraint types that the backend posts natively, and its other capabilities."""

    def available(self) -> Availability:
        """Whether its solver is installed; must not be slow and must not raise."""

    def run(self, model: Model, request: Request) -> Run:
        """Yield assignments of all the model's variables until none is left.

        With an objective, a backend that ``optimises`` yields better and better assignments.
        Returns (as ``StopIteration.value``) the reason for stopping, ``None`` when the space is
        exhausted.  Closing the iterator stops the solver.
        """


@runtime_checkable
class SupportsRows(Protocol):
    """An optional capability of a backend: hand over many solutions at once, to be counted."""

    def rows(self, model: Model, request: Request) -> RowsRun:
        """As ``Backend.run``, but in arrays (n, variables) of uint8: values, in declared order.

        Asked only of models whose values fit in a byte; a limit may be overshot.  No solution may
        come twice: of many millions only a sample is compared.
        """


@runtime_checkable
class SupportsParameters(Protocol):
    """An optional capability of a backend: to set parameters of its solver.

    The backend is a dataclass with a field ``parameters`` of type :data:`Parameters`.
    """

    def check_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``BackendOptionError`` for an unknown name, or a value that does not fit."""


@runtime_checkable
class SupportsSessions(Protocol):
    """An optional capability of a backend: to keep learned clauses for the next model of a session."""

    def session(self) -> Backend:
        """Return a backend for the models of one session, which is asked by one run at a time.

        The constraints of ``model.structure.base`` hold for good, further constraints come and go.
        Models come as declared, not lowered.
        """


class SessionBackend:
    """The backend of one session: ``run`` is a method of the object that keeps the learned clauses."""

    def __init__(self, backend: Backend, run: Callable[[Model, Request], Run]) -> None:
        self.name = backend.name
        self.capabilities = replace(backend.capabilities, takes_everything=True)
        self.available, self.run = backend.available, run


class Pool(Generic[Item]):
    """Compiled structures, kept for the next run: bounded, never shared by two runs at a time.

    A run borrows a compiled structure; a second run of the same structure that starts meanwhile
    (another thread, an iterator left open) builds its own.
    """

    def __init__(self, size: int = 16) -> None:
        self._idle: OrderedDict[Hashable, list[Item]] = OrderedDict()
        self._lock = threading.Lock()
        self._size = size

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is empty: compiled structures stay in their process."""
        return Pool, (self._size,)

    @contextmanager
    def borrow(self, key: Hashable, build: Callable[[], Item]) -> Iterator[Item]:
        """Lend the item cached under ``key``, or a new item; take the item back unless an error is
        raised."""
        item = self.take(key)
        if item is None:
            item = build()
        try:
            yield item
        except GeneratorExit:  # the run was closed
            self.give_back(key, item)
            raise
        self.give_back(key, item)

    def take(self, key: Hashable) -> Item | None:
        """The thing kept under ``key``, which is lent from now on; ``None`` if none is there."""
        with self._lock:
            idle = self._idle.get(key)
            return idle.pop() if idle else None

    def give_back(self, key: Hashable, item: Item) -> None:
        """Take back a lent item."""
        with self._lock:
            idle = self._idle.get(key)
            if idle is None:
                self._idle[key] = [item]
                while len(self._idle) > self._size:
                    self._idle.popitem(last=False)
                return
            if not idle:
                idle.append(item)
            self._idle.move_to_end(key)
