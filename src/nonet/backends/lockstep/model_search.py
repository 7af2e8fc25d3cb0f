"""The search for the solutions of one model, singly or many to an array."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.backends.base import Request, RowsRun, Run, StopReason
from nonet.backends.lockstep.kernel import kernel_for, root_masks
from nonet.backends.lockstep.kernel_run import NO_LIMIT, KernelRun
from nonet.backends.lockstep.layouts.calls import DONE, SWEEPS
from nonet.model import Model

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

T = TypeVar("T")

WORK_PER_GUESS = 1_000
"""Rows swept and integers of records read, for each guess that an effort allows: 3 microseconds.
Guesses of puzzles take a few hundred, of a 25x25 2,800; of a model with sums of 49 values, a hundred times
that, so that guesses alone would be no limit."""

WIDE_BUFFER = 16_384
"""Solutions handed over at a time in arrays, at most: as fit in a cache."""


def assignments(model: Model, request: Request) -> Run:
    """Return the run that yields every solution, in no particular order."""
    kernel = kernel_for(model.structure)
    blank, below = kernel.blank, kernel.base - 1

    def assignment(row: bytes) -> dict[str, int]:
        solution = blank.copy()  # a dictionary that has its keys is filled sooner than a new one
        solution.update(zip(blank, [below + value for value in row] if below else row, strict=True))
        return solution

    run = kernel.take_single_run(request.solutions or 1 << 62)
    run.push_node(root_masks(kernel, model.narrowed))
    return _search(run, request, lambda run: map(assignment, run.take_rows()))


def solution_rows(model: Model, request: Request) -> RowsRun:
    """Return the run that yields every solution, many to an array."""
    import numpy as np

    kernel = kernel_for(model.structure)
    cells, below = len(kernel.names), kernel.base - 1
    buffer_size = kernel.lanes + min(request.solutions or WIDE_BUFFER, WIDE_BUFFER)

    def values(run: KernelRun) -> Iterator[Array]:
        rows = run.take_solutions()
        rows += below % 256
        yield rows

    buffer = np.empty((buffer_size, cells), np.uint8)
    run = kernel.single_run(request.solutions or 1 << 62, buffer)
    run.push_node(root_masks(kernel, model.narrowed))
    return _search(run, request, values)


def _search(
    run: KernelRun, request: Request, convert: Callable[[KernelRun], Iterator[T]]
) -> Generator[T, None, StopReason | None]:
    """Yield the solutions of a run, as ``convert`` returns them whenever the run pauses."""
    reason = None
    try:
        while True:
            sweeps = NO_LIMIT
            if request.effort is not None:
                sweeps = _sweeps_left(run, request.effort)
                if sweeps <= 0:
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
    kernel = run.kernel
    by_guesses = (effort - run.guesses[0]) // kernel.lanes + 1 if run.guesses[0] < effort else 0
    return min(by_guesses, effort * WORK_PER_GUESS // kernel.sweep_work - run.state[SWEEPS])
