"""One live incremental SAT solver, stopped by the clock and by Ctrl-C.

PySAT's solvers are used through its extension module ``pysolvers`` rather than
its Python classes.  Called from the main thread, the classes put a handler for
Ctrl-C in place that leaves the solver by ``longjmp``, which breaks both solver
and handler.  The functions below can be told not to: Python's own handler then
notes the signal, and ``KeyboardInterrupt`` rises as soon as Python runs again.

A solver runs in slices: short calls bounded by a budget, which follows the speed that is measured.
Glucose reads its budget only when it restarts, which can take seconds, so questions with a limit
ask Glucose in a child process.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Literal

from nonet.backends.base import Parameters
from nonet.encoding.clauses.cnf import AtMostOne
from nonet.encoding.clauses.encoders import Sums

SolverName = Literal["auto", "minisat22", "glucose4", "cadical195"]
"""The available solvers; ``auto`` searches with MiniSat until the search has become long, then
with CaDiCaL."""

MIN_PROPAGATION_BUDGET = 20_000
"""Propagations of MiniSat's (3 ms) for a structure, before CaDiCaL is made, at least."""

PROPAGATIONS_PER_CLAUSE = 100
"""Propagations of MiniSat a clause (0.2 s for a variant of 9x9) before CaDiCaL is made.  21 variants
took 2.1 s of CPU with 20,000 in all, and 1.2 s with 40 or 200 a clause; 100 queens over expressions
need two a clause, or three seconds of CaDiCaL."""

CLAUSE_BATCH_SIZE = 10_000
"""Clauses given to a solver at once (5 ms); the deadline can end the work between two batches."""

SLICE_PROPAGATIONS = 500_000
"""Propagations of a slice of such a search (0.06 s).  The slices are bounded by propagations, not
by time: shorter slices, as on a busy machine, would restart the search too often, and 100 queens
take twenty times as long."""

SLICE_SECONDS = 0.02
"""Seconds that one slice aims at."""

_CADICAL_NAMES = (
    "arena bump bumpreason bumpreasondepth chrono chronoalways chronolevelim chronoreusetrail "
    "compact condition cover decompose eagersubsume elim elimands elimboundmax elimboundmin "
    "elimequivs elimites elimrounds elimxors emagluefast emaglueslow flush forcephase inprocessing "
    "instantiate lucky minimize minimizedepth phase probe probeint proberounds reduce reduceint "
    "reducetarget reluctant reluctantmax rephase rephaseint restart restartint restartmargin "
    "restartreusetrail reverse score scorefactor seed shrink shuffle shufflerandom stabilize "
    "stabilizefactor stabilizeonly subsume subsumeint target ternary transred vivify walk "
    "walknonstable walkredundant "
)
CADICAL_PARAMETERS = frozenset(_CADICAL_NAMES.split(" ")) - {""}
"""Parameters of CaDiCaL 1.9.5 that steer its search; each is an integer, which CaDiCaL moves into the
parameter's range.  CaDiCaL takes other names without a word."""


@dataclass(frozen=True)
class SatOptions:
    """The options of the backend (``nonet.backends.sat.Sat``)."""

    solver: SolverName = "auto"
    amo: AtMostOne = "auto"
    sums: Sums = "combinations"
    parameters: Parameters = ()


RemainingSeconds = Callable[[], float | None]
"""Tells the seconds left, 0 or more; ``None`` without a limit."""

SolveResult = bool | None
"""Satisfiable, unsatisfiable, or stopped."""


@dataclass(frozen=True, slots=True)
class _SolverInterface:
    """The interface of one solver: the prefix of its functions, and the budget of a slice.

    ``budget_function`` is the function that sets the budget of the next call, ``initial_budget``
    the first budget.  ``releases_gil``: calls release Python's lock.
    """

    prefix: str
    budget_function: str
    initial_budget: int
    releases_gil: bool


_SOLVER_INTERFACES: dict[str, _SolverInterface] = {
    "minisat22": _SolverInterface("minisat22", "pbudget", 50_000, releases_gil=True),
    "glucose4": _SolverInterface("glucose41", "cbudget", 300, releases_gil=True),
    "cadical195": _SolverInterface("cadical195", "cbudget", 300, releases_gil=False),
}


class SatSolver:
    """A solver that lives as long as this object.

    ``add`` takes a clause.  ``auto`` is MiniSat while its searches are short, and then CaDiCaL, made
    of the same clauses, in its place; with ``parameters``, CaDiCaL at once.
    """

    def __init__(self, name: SolverName, parameters: Parameters = ()) -> None:
        self.later_phases: list[int] = []
        """Literals that CaDiCaL tries first where it follows MiniSat, which tries negative ones."""
        self._earlier: dict[str, int] = {}
        """The work of MiniSat, where CaDiCaL has followed."""
        self._clauses: list[Sequence[int]] = []
        """The clauses of ``auto``, given to the solver in batches; MiniSat's are kept for CaDiCaL."""
        self._given_count = 0
        self._is_first_stage = name == "auto" and not parameters
        if self._is_first_stage:
            self._open("minisat22")
        else:
            self._open("cadical195" if name == "auto" else name, parameters)
        self.add: Callable[[Sequence[int]], object]
        self.add = self._clauses.append if self._is_first_stage else self._add_clause

    def _open(self, name: str, parameters: Parameters = ()) -> None:
        import pysolvers

        kind = _SOLVER_INTERFACES[name]

        def function(verb: str) -> Callable[..., Any]:
            return getattr(pysolvers, f"{kind.prefix}_{verb}")  # type: ignore[no-any-return]

        self._handle = handle = function("new")()
        self._interface = kind
        self._slice_budget = kind.initial_budget
        self._solve_limited = function("solve_lim")
        self._delete = partial(function("del"), handle, *(() if kind.releases_gil else (None,)))
        self._propagate, self._core, self._model = map(function, ("propagate", "core", "model"))
        for parameter, value in parameters:  # before the first clause
            function("set")(handle, parameter, int(value))
        self.set_phases: Callable[[list[int]], object] = partial(function("setphases"), handle)
        self._add_clause: Callable[[Sequence[int]], object] = partial(function("add_cl"), handle)
        self._statistics: Callable[[], dict[str, int]] = partial(function("acc_stats"), handle)
        self._budget = partial(function(kind.budget_function), handle)

    def _give_clauses(self) -> None:
        """Give the solver the clauses that it does not have yet."""
        while batch := self._clauses[self._given_count : self._given_count + CLAUSE_BATCH_SIZE]:
            deque(map(self._add_clause, batch), maxlen=0)
            self._given_count += len(batch)
        if not self._is_first_stage:
            self._clauses.clear()
            self._given_count = 0

    def _begin_second_stage(self) -> None:
        self._earlier, delete_first = self.statistics(), self._delete
        self._open("cadical195")
        delete_first()  # not before: an interrupt meanwhile would leave a solver that is gone
        self._is_first_stage, self._given_count = False, 0
        self._give_clauses()
        self.set_phases(self.later_phases)

    def statistics(self) -> dict[str, int]:
        """The work of all stages together."""
        own = self._statistics()
        return {name: work + own.get(name, 0) for name, work in self._earlier.items()} or own

    def set_hint(self, literals: list[int]) -> None:
        """Prefer the literals of a hint, and all literals that follow from the hint: of sums and
        counts, say."""
        self._give_clauses()
        _, implied = self.propagate([literal for literal in literals if literal > 0])
        self.later_phases = [*literals, *implied]
        self.set_phases(self.later_phases)

    def propagate(self, assumptions: list[int]) -> tuple[bool, list[int]]:
        """Whether no conflict follows by unit propagation, and the literals that follow.

        Literals that hold without any assumption are not in the list.
        """
        agree, implied = self._propagate(self._handle, assumptions, 0, 0)
        return bool(agree), implied or []

    def model(self) -> list[int]:
        """After "satisfiable": every literal with the sign of its truth; none without variables."""
        return self._model(self._handle) or []

    def core(self, assumptions: list[int]) -> list[int]:
        """After "unsatisfiable": assumptions that cannot all hold."""
        if self._interface.releases_gil:
            return self._core(self._handle) or []
        return self._core(self._handle, assumptions) or []

    def solve(
        self,
        assumptions: list[int],
        remaining: RemainingSeconds,
        max_propagations: int | None = None,
    ) -> SolveResult:
        """Satisfiable or not under the assumptions; ``None`` when the time is out.

        ``remaining`` tells the seconds left, and is asked before each slice.  After about
        ``max_propagations`` propagations, if given, the answer is ``None`` as well.
        """
        self._give_clauses()
        if self._is_first_stage:
            allowance = max(MIN_PROPAGATION_BUDGET, PROPAGATIONS_PER_CLAUSE * len(self._clauses))
            allowance -= self.statistics()["propagations"]
            if allowance > 0:
                answer = self._search(assumptions, remaining, allowance)
                if answer is not None or remaining() == 0.0:
                    return answer
            self._begin_second_stage()
        return self._search(assumptions, remaining, max_propagations)

    def _search(
        self, assumptions: list[int], remaining: RemainingSeconds, max_propagations: int | None
    ) -> SolveResult:
        until = self.statistics()["propagations"] + max_propagations if max_propagations else inf
        while True:
            begun = time.monotonic()
            allowed = remaining()
            seconds = SLICE_SECONDS if allowed is None else min(SLICE_SECONDS, allowed)
            if seconds <= 0:
                return None
            has_time = allowed is None or allowed > 10 * SLICE_SECONDS
            if is_whole := max_propagations is not None and has_time:
                self._budget(min(SLICE_PROPAGATIONS, max_propagations))
            else:
                self._budget(max(1, int(self._slice_budget * seconds / SLICE_SECONDS)))
            answer = self._solve_slice(assumptions)
            if answer is not None:
                return answer
            if until < inf and self.statistics()["propagations"] >= until:
                return None
            if is_whole:
                continue
            taken = max(time.monotonic() - begun, 1e-6)
            self._slice_budget = max(
                1, int(self._slice_budget * min(4.0, max(0.1, seconds / taken)))
            )

    def _solve_slice(self, assumptions: list[int]) -> SolveResult:
        if self._interface.releases_gil:
            return self._solve_limited(self._handle, assumptions, 0, 1)  # type: ignore[no-any-return]
        answer = self._solve_limited(self._handle, assumptions, 0)
        return None if answer == 0 else answer == 1

    def __del__(self) -> None:
        if hasattr(self, "_delete"):
            try:
                self._delete()
            except BaseException:  # a time-out on its way, which rises again; or Python's end
                return
