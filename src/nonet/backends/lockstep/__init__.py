"""The lock-step backend: our compiled engine, for one model and for arrays of puzzles.

Each SIMD lane holds one search node, usually of a different puzzle, and one
branch-free sweep of propagation runs over all lanes at once (extra ``fast``:
Numba).  Read it in this order:

* ``lanes.py``: the vector type;
* ``classic.py``: the sweep for 9x9, straight-line;
* ``units.py``: the sweep for any units;
* ``program.py``: the sweep for any model, with a filter for each kind of constraint in
  ``filters/``; ``packing.py`` makes it of what was declared;
* ``weave.py`` and ``words.py``: how puzzles come into the lanes, solutions and nodes out of them;
* ``driver.py``: what keeps the lanes busy; ``parts.py``: how all of this is compiled at once, and
  ``thin.py``: how its parts hand each other arrays;
* ``kernel.py``: from a declared structure to runs (``run.py``) over arrays, by threads that take
  ``slices.py``.

Compiling takes seconds the first time and is cached; so this is the engine for
many puzzles, and ``native`` the one for a single puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from nonet.backends.adapter import installed, reported
from nonet.backends.base import (
    Availability,
    Capabilities,
    Request,
    Rows,
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
        return installed("numba", "numba", 'pip install "nonet[fast]"', "numba")

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, in no particular order; see ``Backend.run``."""
        found = self._run(model, request)
        return found if request.tracer is None else reported(found, (), request)

    def _run(self, model: Model, request: Request) -> Run:
        from nonet.backends.lockstep.kernel import kernel_for

        engine = kernel_for(model.structure)
        below = engine.base - 1

        def assignments(rows: Array) -> Iterator[dict[str, int]]:
            for row in rows.tolist():
                values = [below + v for v in row] if below else row
                yield dict(zip(engine.names, values, strict=True))

        return (yield from self._each(engine, assignments, model, request, BUFFER))

    def rows(self, model: Model, request: Request) -> Rows:
        """Every solution, many to an array: see ``ByRows``."""
        from nonet.backends.lockstep.kernel import kernel_for

        engine = kernel_for(model.structure)
        below = engine.base - 1

        def values(rows: Array) -> Iterator[Array]:
            rows += below % 256
            yield rows

        return (yield from self._each(engine, values, model, request, WIDE_BUFFER))

    def _each(
        self,
        engine: Kernel,
        told: Callable[[Array], Iterator[T]],
        model: Model,
        request: Request,
        room: int,
    ) -> Generator[T, None, StopReason | None]:
        """What is ``told`` of arrays of solutions: a value is its place, from 1, among all."""
        import numpy as np

        from nonet.backends.lockstep import driver, kernel

        kernel.compiled(engine, request)
        cells, limit = len(engine.names), request.solutions or 1 << 62
        search = kernel.KernelRun(
            engine,
            np.zeros((1, cells), np.uint8),
            limit,
            driver.EVERY,
            solutions=np.empty((engine.lanes + min(limit, room), cells), np.uint8),
        )
        search.push(kernel.masks_of(engine, model.narrowed))
        try:
            while True:
                reason = search.advance()
                yield from told(search.take())
                if reason == kernel.DONE or request.expired():
                    return None if reason == kernel.DONE else "time"
        finally:
            request.stats["guesses"] = int(search.guesses[0])
            request.stats["sweeps"] = int(search.state[driver.SWEEPS])
