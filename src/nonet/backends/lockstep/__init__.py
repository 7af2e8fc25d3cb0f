"""The lock-step backend: our compiled engine, for one model and for arrays of puzzles.

Each SIMD lane holds one search node, usually of a different puzzle, and one
branch-free sweep of propagation runs over all lanes at once (extra ``fast``:
Numba).  Read it in this order:

* ``simd.py``: the vector type;
* ``classic.py``: the sweep for 9x9, straight-line;
* ``units.py``: the sweep for any units;
* ``program.py``: the sweep for any model, with a filter for each kind of constraint in
  ``filters/``; ``program_builder.py`` makes it of what was declared;
* ``transpose.py`` and ``packed_rows.py``: how puzzles come into the lanes, solutions and nodes out
  of them;
* ``driver.py``: what keeps the lanes busy; ``compiler_pipeline.py``: how all of this is compiled
  at once, and ``raw_views.py``: how its parts hand each other arrays;
* ``kernel.py``: from a declared structure to runs (``kernel_run.py``) over arrays, by threads that
  take ``work_chunks.py``.

Compiling takes seconds the first time and is cached; so this is the engine for
many puzzles, and ``native`` the one for a single puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from nonet.backends.adapter import module_availability, traced_run
from nonet.backends.base import (
    Availability,
    Capabilities,
    Request,
    RowsRun,
    Run,
    StopReason,
)
from nonet.model import AllDifferent, AnyOf, Count, Linear, Model, Regular, SumBetween, Table

if TYPE_CHECKING:
    import numpy as np

    from nonet.backends.lockstep.kernel import Kernel

    Array = np.ndarray[Any, Any]

T = TypeVar("T")

BUFFER, WIDE_BUFFER = 1024, 16_384
"""Solutions handed over at a time, at most: one by one, and in arrays (as fit in a cache)."""


@dataclass(frozen=True)
class Lockstep:
    """Lock-step search over SIMD lanes; has no options."""

    name: ClassVar[str] = "lockstep"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset({AllDifferent, AnyOf, Count, Linear, Regular, SumBetween, Table}),
        inside=frozenset({AllDifferent, Count, Linear, Regular, Table}),
        compiles=True,
        events=("SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether Numba is installed."""
        return module_availability("numba", "numba", 'pip install "nonet[fast]"', "numba")

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, in no particular order; see ``Backend.run``."""
        found = self._solve(model, request)
        return found if request.tracer is None else traced_run(found, (), request)

    def _solve(self, model: Model, request: Request) -> Run:
        from nonet.backends.lockstep.kernel import kernel_for

        engine = kernel_for(model.structure)
        below = engine.base - 1

        def assignments(rows: Array) -> Iterator[dict[str, int]]:
            for row in rows.tolist():
                values = [below + v for v in row] if below else row
                yield dict(zip(engine.names, values, strict=True))

        return (yield from self._solve_converted(engine, assignments, model, request, BUFFER))

    def rows(self, model: Model, request: Request) -> RowsRun:
        """Every solution, many to an array: see ``ByRows``."""
        from nonet.backends.lockstep.kernel import kernel_for

        engine = kernel_for(model.structure)
        below = engine.base - 1

        def values(rows: Array) -> Iterator[Array]:
            rows += below % 256
            yield rows

        return (yield from self._solve_converted(engine, values, model, request, WIDE_BUFFER))

    def _solve_converted(
        self,
        engine: Kernel,
        convert: Callable[[Array], Iterator[T]],
        model: Model,
        request: Request,
        buffer_size: int,
    ) -> Generator[T, None, StopReason | None]:
        """What is ``told`` of arrays of solutions: a value is its place, from 1, among all."""
        import numpy as np

        from nonet.backends.lockstep import driver, kernel, kernel_run

        kernel.ensure_compiled(engine, request)
        cells, limit = len(engine.names), request.solutions or 1 << 62
        search = kernel.KernelRun(
            engine,
            np.zeros((1, cells), np.uint8),
            limit,
            driver.STORE_ALL,
            solutions=np.empty((engine.lanes + min(limit, buffer_size), cells), np.uint8),
        )
        search.push_node(kernel.root_masks(engine, model.narrowed))
        try:
            while True:
                search.guess_limit = (
                    kernel_run.NO_LIMIT if request.effort is None else request.effort
                )
                reason = search.advance()
                yield from convert(search.take_solutions())
                if reason == kernel.DONE:
                    return None if search.decided_puzzles(finished=True)[0] else "effort"
                if request.expired():
                    return "time"
        finally:
            request.stats["guesses"] = int(search.guesses[0])
            request.stats["sweeps"] = int(search.state[driver.SWEEPS])
