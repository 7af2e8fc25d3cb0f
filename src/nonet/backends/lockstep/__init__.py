"""The lock-step backend: our compiled engine, for one model and for arrays of puzzles.

Each SIMD lane holds one search node, usually of a different puzzle, and one branch-free sweep of
propagation runs over all lanes at once.  The reading order is:

* ``engine/``, beside ``src/``: the C that is compiled, at build time.  ``engine.h`` says what a lane, a
  node, a sweep and a program are; ``classic.c`` is the sweep for 9x9, straight-line; ``units.c`` the
  sweep for any units; ``program.c`` the sweep for any model, with a filter for each kind of constraint
  in ``filters/``; ``transposing.c`` moves puzzles into the lanes, and solutions and nodes out of the
  lanes; ``search.c`` keeps the lanes busy;
* ``layouts/``: the arrays that Python writes and compiled code reads;
* ``engine.py``: the choice and the loading of the library that fits, of those in ``libraries/``;
* ``program_builder.py``: from a declared model to the arrays that the sweep reads;
* ``kernel.py``: from a declared structure to the tables of runs (``kernel_run.py``);
  ``model_search.py``: the solutions of one model; ``work_chunks.py``: counts for arrays, by threads.

``engine.is_available()`` says, without loading anything, whether there is a library for this machine: it
takes milliseconds to load, and one puzzle needs no NumPy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from nonet.backends.adapter import traced_run
from nonet.backends.base import (
    Availability,
    Capabilities,
    Request,
    RowsRun,
    Run,
)
from nonet.backends.lockstep import engine
from nonet.model import (
    AllDifferent,
    AnyOf,
    Count,
    CountFamily,
    EnclosedSum,
    EqualCounts,
    EqualSums,
    LeadingSum,
    Linear,
    LineComparison,
    Model,
    Regular,
    SumBetween,
    Table,
)

_PRIMITIVES = frozenset({AllDifferent, Count, Linear, Regular, Table})
_GLOBALS = frozenset(
    {CountFamily, EnclosedSum, EqualCounts, EqualSums, LeadingSum, LineComparison, SumBetween}
)


@dataclass(frozen=True)
class Lockstep:
    """Lock-step search over SIMD lanes; has no options."""

    name: ClassVar[str] = "lockstep"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=_PRIMITIVES | _GLOBALS | {AnyOf},
        inside=_PRIMITIVES,
        checks_deadline=True,
        events=("SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether there is a compiled engine for this machine."""
        return engine.availability()

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, in no particular order; see ``Backend.run``."""
        from nonet.backends.lockstep.model_search import assignments  # 4 ms, for its runs alone

        solutions = assignments(model, request)
        return solutions if request.tracer is None else traced_run(solutions, (), request)

    def rows(self, model: Model, request: Request) -> RowsRun:
        """Every solution, many to an array: see ``SupportsRows``."""
        from nonet.backends.lockstep.model_search import solution_rows  # 4 ms, as above

        return solution_rows(model, request)
