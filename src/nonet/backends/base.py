"""What a backend is: a name, what it can do, and ``run``.

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
from collections.abc import Callable, Generator, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from nonet.deadline import DeadlineExceeded, check, check_memory
from nonet.model import Constraint, Model

if TYPE_CHECKING:
    import numpy as np

    from nonet.backends.events import Tracer

StopReason = Literal["time", "memory", "solutions", "interrupt", "effort"]
"""What ends a run before all is searched: a limit of time, memory or solutions, Ctrl-C, or the
effort that ``Request`` allows (which no answer to a user is ever stopped by)."""

Run = Generator[dict[str, int], None, StopReason | None]
"""Assignments; returns what stopped it, or ``None`` when exhausted."""

RowsRun = Generator["np.ndarray[Any, Any]", None, StopReason | None]
"""Arrays of assignments; returns as a ``Run`` does."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a backend does by itself.

    ``posts`` are the constraint types it takes as they are, ``inside`` those of
    them that it takes inside ``AnyOf`` (``None``: the same); ``lowering``
    rewrites the others.  ``keeps_unary`` asks for constraints over one variable
    as they are; else they arrive as smaller domains.  ``compiles`` warns that
    its first run takes seconds, so that it is left out where one puzzle is asked
    and nobody named it.  ``events`` names the event types it reports to a tracer.
    ``optimises``: given a model with an objective, its ``run`` yields better and better
    assignments, and ends by itself only when there is none better than the last; a backend
    that does not is asked again and again, with bounds from above as constraints.
    ``delegates``: it hands the model on to other backends, so it is given it as it is, and
    comparing it with them would compare one with itself.
    ``takes_everything``: it asks constraints of any type whether they hold, or rewrites by itself
    what it does not post, so it is given the model as it is, without variables that a rewriting
    would add.
    ``takes_hints``: it tries the values of ``Request.hint`` first; any other backend ignores them.
    ``checks_deadline``: between two answers it looks at ``Request.expired`` or at
    ``nonet.deadline.check`` every tenth of a second or more often; a backend that does not is
    run in a child process where there is a limit, which can be ended.
    ``most_values``: a model with a domain of more values is declined before it is posted.
    ``largest_number``: a model with a larger number, or a sum that can be larger, is declined.
    """

    posts: frozenset[type[Constraint]]
    inside: frozenset[type[Constraint]] | None = None
    keeps_unary: bool = False
    compiles: bool = False
    optimises: bool = False
    delegates: bool = False
    takes_everything: bool = False
    takes_hints: bool = False
    checks_deadline: bool = False
    most_values: int = 1 << 20
    largest_number: int | None = None
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a backend can run here: its solver's version, or what to install."""

    ok: bool
    version: str = ""
    missing: str = ""


@dataclass(slots=True)
class Request:
    """What one run is asked for, and where it leaves its statistics.

    ``solutions`` is how many distinct assignments will be taken (``None``:
    all), so that a solver asked for one need not prepare for more.  ``deadline``
    is a reading of ``time.monotonic``.  A backend fills ``stats`` by the time
    it ends or is closed, and sets ``core`` to the variables whose narrowed
    domains it found to clash, when it knows.

    ``effort`` is how much work a run may do, counted in steps of the backend's own, so that it is
    the same on any machine (native: runs of a filter over a puzzle's cells; lockstep: guesses); a
    backend that does not count its work need not look at it.
    ``incumbent`` is the value of the best solution known, where there is an objective: what
    is no better is not asked for (a backend may still yield it; it is dropped).  It may
    become better while the run is under way.  Without ``every_improvement`` a backend that
    optimises may leave out solutions that are soon followed by better ones.  ``bound`` is left
    by a backend that optimises: no solution is better than this.

    ``hint`` has values of some variables to try first, where the backend ``takes_hints``; the
    solutions are the same without it.

    ``answered_by`` is set by a backend that hands the model on: the name of the one that
    gave what was yielded last, or came to the end.

    ``paused`` is left by a backend whose run ended by its effort, if the run can go on: given to
    another run of that backend on the same model, the search is not begun anew.

    ``on_deadline_moved`` is called with a new deadline by ``move_deadline``; where there is none,
    as in a race that others take part in, the deadline stays.
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
    hint: Mapping[str, int] | None = None
    on_deadline_moved: Callable[[float], object] | None = None
    paused: object = None

    def move_deadline(self, deadline: float) -> None:
        """Have another deadline: what is done once on a machine is no part of a run's time."""
        if self.deadline is not None and self.on_deadline_moved is not None:
            self.deadline = deadline
            self.on_deadline_moved(deadline)

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


@runtime_checkable
class Backend(Protocol):
    """The contract.  ``run`` is given a lowered model in which no domain is empty."""

    @property
    def name(self) -> str:
        """The name in ``--backend NAME``."""

    @property
    def capabilities(self) -> Capabilities:
        """What it posts natively and what else it can do."""

    def available(self) -> Availability:
        """Whether its solver is installed; must not be slow and must not raise."""

    def run(self, model: Model, request: Request) -> Run:
        """Yield assignments of all the model's variables until none is left.

        With an objective, a backend that ``optimises`` yields better and better ones.
        Returns (as ``StopIteration.value``) what stopped it, ``None`` when the
        space is exhausted.  Closing the iterator stops the solver.
        """


@runtime_checkable
class SupportsRows(Protocol):
    """What a backend may do besides: hand over many solutions at once, to be counted."""

    def rows(self, model: Model, request: Request) -> RowsRun:
        """As ``Backend.run``, but in arrays (n, variables) of uint8: values, in declared order.

        Asked only of models whose values fit in a byte; a limit may be overshot.
        """


Compiled = TypeVar("Compiled")


class Pool(Generic[Compiled]):
    """Compiled structures, kept for the next run: bounded, never shared by two runs at a time.

    A run borrows what it needs; a second run of the same structure that starts
    meanwhile (another thread, an iterator left open) builds its own.
    """

    def __init__(self, size: int = 16) -> None:
        self._idle: OrderedDict[Hashable, list[Compiled]] = OrderedDict()
        self._lock = threading.Lock()
        self._size = size

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is empty: what is compiled stays in its process."""
        return Pool, (self._size,)

    def borrow(self, key: Hashable, build: Callable[[], Compiled]) -> Loan[Compiled]:
        """Lend the thing kept under ``key``, or a new one; take it back unless an error rose.

        It is made, if it must be, when the ``with`` block is entered.
        """
        return Loan(self, key, build)

    def take(self, key: Hashable) -> Compiled | None:
        """The thing kept under ``key``, which is lent from now on; ``None`` if none is there."""
        with self._lock:
            kept = self._idle.get(key)
            return kept.pop() if kept else None

    def give_back(self, key: Hashable, item: Compiled) -> None:
        """Take back what was lent."""
        with self._lock:
            kept = self._idle.get(key)
            if kept is None:
                self._idle[key] = [item]
                while len(self._idle) > self._size:
                    self._idle.popitem(last=False)
                return
            if not kept:
                kept.append(item)
            self._idle.move_to_end(key)


class Loan(Generic[Compiled]):
    """What a pool lends for the length of a ``with`` block.

    A class, since a generator (``contextmanager``) takes 5 microseconds more of each run.
    """

    __slots__ = ("_build", "_item", "_key", "_pool")

    def __init__(self, pool: Pool[Compiled], key: Hashable, build: Callable[[], Compiled]) -> None:
        self._pool, self._key, self._build = pool, key, build

    def __enter__(self) -> Compiled:
        thing = self._pool.take(self._key)
        self._item = self._build() if thing is None else thing
        return self._item

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or kind is GeneratorExit:
            self._pool.give_back(self._key, self._item)
