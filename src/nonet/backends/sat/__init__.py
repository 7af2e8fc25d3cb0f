"""The SAT backend: the model as clauses, the clues as assumptions.  Needs python-sat.

* ``solvers.py``: the incremental solver, in slices that keep the time;
* ``incremental_model.py``: one encoded structure, asked about many puzzles, and constraints
  that come and go.

``nonet.encoding.clauses`` writes the clauses.

A structure is encoded once; the solver and its learnt clauses are kept for the next puzzle of the
same geometry.

>>> from nonet.model import AllDifferent, Model
>>> from nonet.backends.base import Request
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> [solution["y"] for solution in Sat().run(model.narrow({"x": [1]}), Request())]
[2]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from nonet.backends.adapter import module_availability, reports_solutions
from nonet.backends.base import (
    Availability,
    Capabilities,
    Pool,
    Request,
    Run,
    SessionBackend,
)
from nonet.backends.sat.incremental_model import IncrementalModel, SessionModel
from nonet.backends.sat.solvers import CADICAL_PARAMETERS, SatOptions, SatSolver, SolverName
from nonet.deadline import DeadlineExceeded
from nonet.encoding.clauses.encoders import ENCODERS, LAZY_ENCODERS
from nonet.errors import BackendOptionError, did_you_mean
from nonet.model import Model

LARGEST_PARAMETER = 2_000_000_000

CAPABILITIES = Capabilities(
    posts=frozenset(ENCODERS) | frozenset(LAZY_ENCODERS),
    inside=frozenset(ENCODERS),
    optimises=True,
    takes_hints=True,
    checks_deadline=True,
    events=("Posted", "SolutionFound", "Stopped"),
)
GLUCOSE_CAPABILITIES = replace(CAPABILITIES, checks_deadline=False)

_POOL: Pool[IncrementalModel] = Pool(size=8)


@dataclass(frozen=True)
class Sat(SatOptions):
    """A SAT solver of python-sat on a direct encoding.

    ``solver`` is the SAT solver; ``amo`` how "at most one" is written; ``sums`` how sums are:
    ``combinations`` writes sums of different variables by the possible combinations of values,
    ``counters`` each sum as declared.

    Measured: on easy puzzles MiniSat is the fastest, on long searches CaDiCaL, so ``auto`` lets the
    first search while that is short, and then the second; pairs beat counters.
    Limits are kept to a few hundredths of a second by MiniSat and CaDiCaL
    (to 0.2 s on models of half a million clauses); Glucose is asked in a child process under a limit.

    ``parameters`` are CaDiCaL's, by CaDiCaL's names, such as ``{"seed": 7, "walk": 0}``: CaDiCaL then
    searches alone.  python-sat hands none on to the other solvers.
    """

    name: ClassVar[str] = "sat"

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the solver that is named: Glucose seldom looks at the clock."""
        return GLUCOSE_CAPABILITIES if self.solver == "glucose4" else CAPABILITIES

    def available(self) -> Availability:
        """Whether python-sat is installed; the search for the package does not import the
        package."""
        missing = "python-sat is missing: pip install python-sat"
        return module_availability("pysolvers", "python-sat", missing)

    def check_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Raise ``BackendOptionError`` for a name that CaDiCaL does not have, or no integer."""
        if self.solver not in ("auto", "cadical195"):
            raise BackendOptionError(
                f"backend sat: python-sat hands no parameters on to {self.solver}: use cadical195"
            )
        for name, value in parameters.items():
            if name not in CADICAL_PARAMETERS:
                similar = did_you_mean(name, CADICAL_PARAMETERS)
                raise BackendOptionError(
                    f"backend sat: CaDiCaL has no parameter {name!r} of its search{similar}"
                )
            if not isinstance(value, int) or abs(value) > LARGEST_PARAMETER:
                raise BackendOptionError(
                    f"backend sat: {name} is an integer up to {LARGEST_PARAMETER:,}, not {value!r}"
                )

    @reports_solutions
    def run(self, model: Model, request: Request) -> Run:
        """Yield solutions, each different from all earlier solutions in some variable of the model.

        Raises ``Unsupported``, naming the constraint, before solving if the
        clauses would be too many.
        """

        def build() -> IncrementalModel:
            return IncrementalModel(model.structure, self, request)

        try:
            if request.hint is not None:  # by a solver of this run alone: none forgets its phases
                live = build()
                live.set_hint(request.hint)
                return (yield from live.run(model, request))
            with _POOL.borrow((model.structure, self), build) as live:
                return (yield from live.run(model, request))
        except DeadlineExceeded:
            if not request.expired():
                raise
            return "time"

    def session(self) -> SessionBackend:
        """Return the backend of one session: one live solver, constraints under selectors."""
        return SessionBackend(self, SessionModel(self).run)


__all__ = ["Sat", "SatSolver", "SolverName"]
