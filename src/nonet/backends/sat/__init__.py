"""The SAT backend: the model as clauses, the clues as assumptions.  Needs python-sat.

* ``cnf.py``: literals for values, "at most one", guards;
* ``encoding.py``: one encoder a primitive constraint;
* ``shapes.py``: the clauses of constraints that are alike, written once and ``kept.py``;
* ``layers.py``: sums, counts and automata as layers of states;
* ``sums.py``: sums of a few terms;
* ``groups.py``: sums over variables of which some differ;
* ``sides.py``: equations of two sums;
* ``lines.py``: automata of lines by sets of values: ``leading.py`` reads those of X-sums,
  ``enclosed.py`` those of sandwiches;
* ``connecting.py``: connected parts, by clauses that are learnt as they are needed;
* ``plain.py``: the clauses of a grid, written once;
* ``cages.py``: sums of different variables by their combinations;
* ``counter.py``: the sum of an objective;
* ``oracle.py``: the incremental solver, in slices that keep the time;
* ``live.py``: one encoded structure, asked about many puzzles.

A structure is encoded once and kept, with what the solver learnt of it, for the
next puzzle of the same geometry.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> [solution["y"] for solution in Sat().run(model.narrow({"x": [1]}), Request())]
[2]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.backends.adapter import installed, reported
from nonet.backends.base import Availability, Capabilities, Pool, Request, Run
from nonet.backends.sat.cnf import AtMostOne
from nonet.backends.sat.encoding import ENCODERS, LEARNT, Sums
from nonet.backends.sat.live import Expired, Live, Look
from nonet.backends.sat.oracle import SolverName
from nonet.model import Model

_POOL: Pool[Live] = Pool(size=8)


@dataclass(frozen=True)
class Sat:
    """A SAT solver of python-sat on a direct encoding.

    ``solver`` is the SAT solver; ``amo`` how "at most one" is written; ``sums`` how sums are:
    ``combinations`` writes those of different variables by the values they may have together,
    and the sums that units and cages imply; ``counters`` writes each as it is declared.

    Measured on puzzles new to the solver: where unit propagation alone settles
    a puzzle MiniSat is the fastest, where search is needed CaDiCaL, so ``auto``
    lets the first propagate, and search while that is short, and the second search; pairs
    beat counters.
    Limits are kept to a few hundredths of a second by MiniSat and CaDiCaL
    (to 0.2 s on models of half a million clauses), and at once by Glucose.
    """

    solver: SolverName = "auto"
    amo: AtMostOne = "auto"
    sums: Sums = "combinations"

    name: ClassVar[str] = "sat"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset(ENCODERS) | frozenset(LEARNT),
        inside=frozenset(ENCODERS),
        optimises=True,
        events=("Posted", "SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether python-sat is installed; looks for it without importing it."""
        missing = 'python-sat is missing: pip install "nonet[sat]"'
        return installed("pysolvers", "python-sat", missing)

    def run(self, model: Model, request: Request) -> Run:
        """Solutions, each different from those before in some variable of the model.

        Raises ``Unsupported``, naming the constraint, before solving if the
        clauses would be too many.
        """
        found = self._run(model, request)
        return found if request.tracer is None else reported(found, model.constraints, request)

    def _run(self, model: Model, request: Request) -> Run:
        def build() -> Live:
            return Live(model.structure, self.solver, self.amo, self.sums, request)

        key = (model.structure, self)
        look: Look | None = None
        if (live := _POOL.taken(key)) is not None:
            look = live.look(model, request)
            _POOL.keep(key, live)
            if look.found is not None:  # it is yielded with nothing held: closing takes longer
                live.tell(request)
                yield look.found
                return None
        try:
            with _POOL.borrow(key, build) as live:
                return (yield from live.run(model, request, look))
        except Expired:
            return "time"
