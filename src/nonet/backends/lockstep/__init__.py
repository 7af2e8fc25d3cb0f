"""The lock-step backend: our compiled engine, for one model and for arrays of puzzles.

Each SIMD lane holds one search node, usually of a different puzzle, and one branch-free sweep of
propagation runs over all lanes at once.  The reading order is:

* ``compiled/``: the code that Numba compiles, at build time.  ``simd.py`` is the vector type;
  ``classic.py`` the sweep for 9x9, straight-line; ``units.py`` the sweep for any units;
  ``program.py`` the sweep for any model, with a filter for each kind of constraint in
  ``filters/``; ``transpose.py`` and ``packed_rows.py`` move puzzles into the lanes, and
  solutions and nodes out of the lanes; ``driver.py`` keeps the lanes busy; ``entries.py`` has
  the entries that Python calls;
* ``layouts/``: the arrays that Python writes and compiled code reads;
* ``prebuilt/``: the libraries built from these two folders, and their loading;
  ``engine.py`` chooses between the libraries and Numba;
* ``program_builder.py``: from a declared model to the arrays that the sweep reads;
* ``kernel.py``: from a declared structure to runs (``kernel_run.py``) over arrays, by threads that
  take ``work_chunks.py``.

``prebuilt.is_available()`` says, without loading anything, whether the engine answers at once: then
the engine takes milliseconds to load, and one puzzle needs neither Numba nor NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from nonet.backends.adapter import traced_run
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
    from nonet.backends.lockstep.kernel_run import KernelRun

    Array = np.ndarray[Any, Any]

T = TypeVar("T")

WORK_PER_GUESS = 1_000
"""Rows swept and integers of records read, for each guess that an effort allows: 3 microseconds.
Guesses of puzzles take a few hundred, of a 25x25 2,800; of a model with sums of 49 values, a hundred times
that, so that guesses alone would be no limit."""

WIDE_BUFFER = 16_384
"""Solutions handed over at a time in arrays, at most: as fit in a cache."""


@dataclass(frozen=True)
class Lockstep:
    """Lock-step search over SIMD lanes; has no options."""

    name: ClassVar[str] = "lockstep"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset({AllDifferent, AnyOf, Count, Linear, Regular, SumBetween, Table}),
        inside=frozenset({AllDifferent, Count, Linear, Regular, Table}),
        compiles=True,
        checks_deadline=True,
        events=("SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether there is a prebuilt engine for this machine, or Numba to compile the engine."""
        from nonet.backends.lockstep.engine import availability

        return availability()

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, in no particular order; see ``Backend.run``."""
        solutions = self._assignments(model, request)
        return solutions if request.tracer is None else traced_run(solutions, (), request)

    def _assignments(self, model: Model, request: Request) -> Run:
        from nonet.backends.lockstep.kernel import ensure_compiled, kernel_for, root_masks

        kernel = kernel_for(model.structure)
        ensure_compiled(kernel, request)
        names, below = kernel.names, kernel.base - 1

        def assignments(run: KernelRun) -> Iterator[dict[str, int]]:
            for row in run.take_rows():
                values = [below + v for v in row] if below else row
                yield dict(zip(names, values, strict=True))

        run = _paused_run(request, kernel)
        if run is None:
            run = kernel.take_single_run(request.solutions or 1 << 62)
            run.push_node(root_masks(kernel, model.narrowed))
        return (yield from _search(run, request, assignments))

    def rows(self, model: Model, request: Request) -> RowsRun:
        """Every solution, many to an array: see ``SupportsRows``."""
        import numpy as np

        from nonet.backends.lockstep.kernel import ensure_compiled, kernel_for, root_masks

        kernel = kernel_for(model.structure)
        ensure_compiled(kernel, request)
        cells, below = len(kernel.names), kernel.base - 1
        buffer_size = kernel.lanes + min(request.solutions or WIDE_BUFFER, WIDE_BUFFER)

        def values(run: KernelRun) -> Iterator[Array]:
            rows = run.take_solutions()
            rows += below % 256
            yield rows

        buffer = np.empty((buffer_size, cells), np.uint8)
        run = kernel.single_run(request.solutions or 1 << 62, buffer)
        run.push_node(root_masks(kernel, model.narrowed))
        return (yield from _search(run, request, values))


def _search(
    run: KernelRun, request: Request, convert: Callable[[KernelRun], Iterator[T]]
) -> Generator[T, None, StopReason | None]:
    """Yield the solutions of a run, as ``convert`` returns them whenever the run pauses."""
    from nonet.backends.lockstep.kernel_run import NO_LIMIT
    from nonet.backends.lockstep.layouts.calls import DONE, SWEEPS

    reason = None
    try:
        while True:
            sweeps = NO_LIMIT
            if request.effort is not None:
                sweeps = _sweeps_left(run, request.effort)
                if sweeps <= 0:
                    request.paused = run
                    return "effort"
            reason = run.advance(most=sweeps)
            yield from convert(run)
            if reason == DONE:
                return None
            if request.expired():
                return "time"
    finally:
        request.stats["guesses"] = run.guesses[0]
        request.stats["sweeps"] = run.state[SWEEPS]
        if reason == DONE:
            run.kernel.keep_single_run(run)


def _sweeps_left(run: KernelRun, effort: int) -> int:
    """Return the sweeps that a run may make before its guesses or its work can exceed an effort.

    A lane guesses at most once a sweep, so the run comes back some times before that many guesses.
    """
    from nonet.backends.lockstep.layouts.calls import SWEEPS

    kernel = run.kernel
    by_guesses = (effort - run.guesses[0]) // kernel.lanes + 1 if run.guesses[0] < effort else 0
    return min(by_guesses, effort * WORK_PER_GUESS // kernel.sweep_work - run.state[SWEEPS])


def _paused_run(request: Request, kernel: Kernel) -> KernelRun | None:
    """Return the run that a request has left to go on with, if the run is one of this kernel."""
    from nonet.backends.lockstep.kernel_run import KernelRun

    run, request.paused = request.paused, None
    return run if isinstance(run, KernelRun) and run.kernel is kernel else None
