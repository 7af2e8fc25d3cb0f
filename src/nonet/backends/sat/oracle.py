"""One live incremental SAT solver, stopped by the clock and by Ctrl-C.

PySAT's solvers are used through its extension module ``pysolvers`` rather than
its Python classes.  Called from the main thread, the classes put a handler for
Ctrl-C in place that leaves the solver by ``longjmp``, which breaks both solver
and handler.  The functions below can be told not to: Python's own handler then
notes the signal, and ``KeyboardInterrupt`` rises as soon as Python runs again.

MiniSat and CaDiCaL run in slices: short calls bounded by a budget, which
follows the speed that is measured.  Glucose looks at its budget only when it
restarts, which can take seconds, so it runs in a thread that is left behind,
solver and all, when the time is out.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import Event, Thread
from typing import Any, Literal

from nonet.errors import NotInstalled

SolverName = Literal["auto", "minisat22", "glucose4", "cadical195"]
"""The solvers offered; ``auto`` searches with CaDiCaL and, in models of up to ``SMALL``
values, first propagates with MiniSat, whose propagation alone is five times as fast, and
searches with it until that has become long: see :class:`Late`."""

SMALL = 8_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) up to which ``auto`` keeps
two solvers: beyond it, the second encoding costs more than it saves."""

SHORT = 20_000
"""Propagations of MiniSat's (3 ms) for a structure, before CaDiCaL is made, at least."""

FAIR = 4
"""Propagations of MiniSat's a clause, before CaDiCaL is made for a grid without further rules,
which is asked many puzzles: they take as long as to make it."""

PATIENT = 100
"""Propagations a clause (0.2 s for a variant of 9x9) before CaDiCaL is made where there are further
rules.  21 variants took 2.1 s of CPU with 20,000 in all, and 1.2 s with 40 or 200 a clause."""

FED = 10_000
"""Clauses that are given to a solver at once (5 ms), between which the clock may end it."""

FIRST = 4_000_000
"""Propagations of MiniSat's (half a second) before CaDiCaL is asked, in larger models: 100 queens
over expressions need a sixth of them, or three seconds of CaDiCaL's."""

WHOLE = 500_000
"""Propagations of a slice of such a search (0.06 s).  They are counted, not timed: shorter slices,
as on a busy machine, would begin it anew too often, and 100 queens take twenty times as long."""

SLICE = 0.02
"""Seconds that one slice aims at."""

Remaining = Callable[[], float | None]
"""Tells the seconds left, 0 or more; ``None`` without a limit."""

Answer = bool | None
"""Satisfiable, unsatisfiable, or stopped."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one solver is addressed: the prefix of its functions, and what bounds a slice.

    ``budget`` is the function that sets the budget of the next call, ``units``
    the first one.  ``unlocks``: calls release Python's lock.  ``complete``: no
    clause is ever set aside, so that propagation alone sees them all.
    ``threaded``: it looks at its budget too seldom for slices.
    """

    prefix: str
    budget: str
    units: int
    unlocks: bool
    complete: bool
    threaded: bool = False


_KINDS: dict[str, _Kind] = {
    "minisat22": _Kind("minisat22", "pbudget", 50_000, unlocks=True, complete=True),
    "glucose4": _Kind("glucose41", "cbudget", -1, unlocks=True, complete=True, threaded=True),
    "cadical195": _Kind("cadical195", "cbudget", 300, unlocks=False, complete=False),
}


class Oracle:
    """A solver that lives as long as this object.

    ``add`` takes a clause; ``model`` gives, after "satisfiable", every literal
    as it is; ``propagates`` says whether ``propagate`` may be trusted.  Once
    ``alive`` is false the solver was left behind and must not be asked again.
    Raises ``NotInstalled`` if this python-sat lacks something.
    """

    def __init__(self, name: SolverName) -> None:
        import pysolvers

        kind = _KINDS["cadical195" if name == "auto" else name]

        def function(verb: str) -> Callable[..., Any]:
            found = getattr(pysolvers, f"{kind.prefix}_{verb}", None)
            if found is None:
                raise NotInstalled(
                    f"backend sat: this python-sat has no {kind.prefix}_{verb}; "
                    'install a newer one: pip install --upgrade "nonet[sat]"'
                )
            return found  # type: ignore[no-any-return]

        self._kind = kind
        self._units = kind.units
        self._solve_limited = function("solve_lim")
        self._delete = function("del")
        self._propagate, self._core = function("propagate"), function("core")
        self._handle = handle = function("new")()
        self._phases = partial(function("setphases"), handle)
        self.alive = True
        self.propagates = kind.complete
        self.add: Callable[[Sequence[int]], object] = partial(function("add_cl"), handle)
        self.model: Callable[[], list[int]] = partial(function("model"), handle)
        self.statistics: Callable[[], dict[str, int]] = partial(function("acc_stats"), handle)
        self._budget = partial(function(kind.budget), handle)
        if kind.threaded:
            self._interrupt = partial(function("interrupt"), handle)

    def prefer(self, literals: list[int]) -> None:
        """The literals to try first where the search is free: a value is mostly not taken."""
        self._phases(literals)

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """Whether no conflict follows by unit propagation, and the literals that follow.

        Literals that hold without any assumption are not among them.
        """
        agree, implied = self._propagate(self._handle, assumptions, 0, 0)
        return bool(agree), implied or []

    def core(self, assumptions: list[int]) -> list[int]:
        """After "unsatisfiable": assumptions that cannot all hold."""
        if self._kind.unlocks:
            return self._core(self._handle) or []
        return self._core(self._handle, assumptions) or []

    def solve(
        self, assumptions: list[int], remaining: Remaining, most: int | None = None
    ) -> Answer:
        """Satisfiable or not under the assumptions; ``None`` when the time is out.

        ``remaining`` tells the seconds left, and is asked before each slice.  After about
        ``most`` propagations, if given, it is ``None`` as well.
        """
        if self._kind.threaded:
            return self._solve_threaded(assumptions, remaining)
        until = inf if most is None else self.statistics()["propagations"] + most
        while True:
            begun = time.monotonic()
            allowed = remaining()
            left = SLICE if allowed is None else min(SLICE, allowed)
            if left <= 0:
                return None
            is_whole = most is not None and (allowed is None or allowed > 10 * SLICE)
            whole = WHOLE if most is None else min(WHOLE, most)
            self._budget(whole if is_whole else max(1, int(self._units * left / SLICE)))
            answer = self._slice(assumptions)
            if answer is not None:
                return answer
            if until < inf and self.statistics()["propagations"] >= until:
                return None
            if is_whole:
                continue
            taken = max(time.monotonic() - begun, 1e-6)
            self._units = max(1, int(self._units * min(4.0, max(0.1, left / taken))))

    def _slice(self, assumptions: list[int]) -> Answer:
        if self._kind.unlocks:
            return self._solve_limited(self._handle, assumptions, 0, 1)  # type: ignore[no-any-return]
        answer = self._solve_limited(self._handle, assumptions, 0)
        return None if answer == 0 else answer == 1

    def _solve_threaded(self, assumptions: list[int], remaining: Remaining) -> Answer:
        """One call in a thread of its own, which keeps the solver if it is left behind."""
        answers: list[Answer] = []
        done = Event()

        def work() -> None:
            try:
                answers.append(self._slice(assumptions))
            finally:
                done.set()

        Thread(target=work, name="nonet sat", daemon=True).start()
        self.alive = False
        try:
            done.wait(remaining())
            self.alive = done.is_set()
        finally:
            if not self.alive:
                self._interrupt()
        return answers[0] if self.alive else None

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            with suppress(BaseException):  # a time-out on its way may rise here; it is told again
                self._delete(self._handle, *(() if self._kind.unlocks else (None,)))


class Relay:
    """Two solvers of the same clauses: a short search by MiniSat, then as long as it takes.

    It is asked as one :class:`Oracle`; what is learnt, and said of it, is of the one that
    answered last.  ``FIRST`` propagations are MiniSat's for each question.
    """

    def __init__(self) -> None:
        self._first, self._then = Oracle("minisat22"), Oracle("cadical195")
        self._answered = self._then
        self.propagates = False

    @property
    def alive(self) -> bool:
        """Whether both may be asked again: neither is ever left behind."""
        return self._first.alive and self._then.alive

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause to both."""
        self._first.add(clause)
        self._then.add(clause)

    def prefer(self, literals: list[int]) -> None:
        """The literals to try first; MiniSat tries the negative ones anyway."""
        self._then.prefer(literals)

    def model(self) -> list[int]:
        """After "satisfiable": every literal as it is."""
        return self._answered.model()

    def core(self, assumptions: list[int]) -> list[int]:
        """After "unsatisfiable": assumptions that cannot all hold."""
        return self._answered.core(assumptions)

    def statistics(self) -> dict[str, int]:
        """The work of both together."""
        first, then = self._first.statistics(), self._then.statistics()
        return {name: first.get(name, 0) + then[name] for name in then}

    def solve(self, assumptions: list[int], remaining: Remaining) -> Answer:
        """Satisfiable or not under the assumptions; ``None`` when the time is out."""
        self._answered = self._first
        answer = self._first.solve(assumptions, remaining, FIRST)
        if answer is None:
            self._answered = self._then
            answer = self._then.solve(assumptions, remaining)
        return answer


class Late:
    """MiniSat alone while its searches are short; then CaDiCaL, made of the same clauses.

    It is asked as one :class:`Oracle`, and propagates by MiniSat.  Clauses are kept until
    both have them, and given to a solver many at once.  ``patient``: MiniSat may search for long.
    """

    def __init__(self, patient: bool = False) -> None:
        self._first = Oracle("minisat22")
        self._then: Oracle | None = None
        self._patient = patient
        self._answered = self._first
        self._clauses: list[Sequence[int]] = []
        self._fed = 0
        self.add: Callable[[Sequence[int]], object] = self._clauses.append
        self.extend: Callable[[Iterable[Sequence[int]]], object] = self._clauses.extend
        self.alive = True
        self.propagates = True

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """As :meth:`Oracle.propagate`."""
        if self._fed < len(self._clauses):
            self._feed()
        return self._first.propagate(assumptions)

    def _feed(self) -> None:
        """Give the solvers there are what they do not have yet."""
        for at in range(self._fed, len(self._clauses), FED):
            for solver in (self._first, self._then):
                if solver is not None:
                    deque(map(solver.add, self._clauses[at : at + FED]), maxlen=0)
            self._fed = min(at + FED, len(self._clauses))
        if self._then is not None:
            self._clauses.clear()
            self._fed = 0

    def _most(self) -> int:
        """The propagations of MiniSat's for a structure."""
        return max(SHORT, (PATIENT if self._patient else FAIR) * len(self._clauses))

    def _searcher(self) -> Oracle:
        """CaDiCaL with all clauses, which is made here if it must be."""
        if self._then is None:
            then = Oracle("cadical195")
            for at in range(0, len(self._clauses), FED):
                deque(map(then.add, self._clauses[at : at + FED]), maxlen=0)
            self._then = then
            self._feed()
        return self._then

    def prefer(self, literals: list[int]) -> None:
        """The literals to try first: MiniSat tries the negative ones anyway."""

    def model(self) -> list[int]:
        """After "satisfiable": every literal as it is."""
        return self._answered.model()

    def core(self, assumptions: list[int]) -> list[int]:
        """After "unsatisfiable": assumptions that cannot all hold."""
        return self._answered.core(assumptions)

    def statistics(self) -> dict[str, int]:
        """The work of both together."""
        first = self._first.statistics()
        if self._then is None:
            return first
        then = self._then.statistics()
        return {name: first[name] + then.get(name, 0) for name in first}

    def solve(self, assumptions: list[int], remaining: Remaining) -> Answer:
        """Satisfiable or not under the assumptions; ``None`` when the time is out."""
        if self._fed < len(self._clauses):
            self._feed()
        if self._then is None:
            self._answered = self._first
            left = self._most() - self._first.statistics()["propagations"]
            if left > 0:
                answer = self._first.solve(assumptions, remaining, left)
                if answer is not None or remaining() == 0.0:
                    return answer
        self._answered = self._searcher()
        return self._answered.solve(assumptions, remaining)


Solver = Oracle | Relay | Late
"""What one structure is asked of."""
