"""The search for the solutions of one model, singly or many to an array."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.backends.base import Request, RowsRun, Run, StopReason
from nonet.backends.lockstep.kernel import Kernel, kernel_for
from nonet.backends.lockstep.kernel_run import NO_LIMIT, KernelRun
from nonet.backends.lockstep.layouts.calls import DONE, STORE_ALL, SWEEPS
from nonet.backends.lockstep.layouts.memory import Table, zeros
from nonet.model import Domain, Model

if TYPE_CHECKING:
    import numpy as np

Array = Any
"""An array of ``array`` or of NumPy."""

T = TypeVar("T")

WORK_PER_GUESS = 1_000
"""Rows swept and integers of records read, for each guess that an effort allows: 3 microseconds.
Guesses of puzzles take a few hundred, of a 25x25 2,800; of a model with sums of 49 values, a hundred times
that, so that guesses alone would be no limit."""

MAX_BUFFER, MAX_WIDE_BUFFER = 1024, 16_384
"""Solutions handed over at a time, at most, in addition to one per lane: singly, and in arrays."""


def assignments(model: Model, request: Request) -> Run:
    """Return the run that yields every solution, in no particular order."""
    kernel = kernel_for(model.structure)
    blank, below = kernel.blank, kernel.base - 1

    def assignment(row: bytes) -> dict[str, int]:
        solution = blank.copy()  # a dictionary that has its keys is filled sooner than a new one
        solution.update(zip(blank, [below + value for value in row] if below else row, strict=True))
        return solution

    rows = kernel.lanes + min(request.solutions or MAX_BUFFER, MAX_BUFFER)
    buffer = Table(zeros("B", rows * len(blank)), rows, len(blank))
    run = _run_of(kernel, model, request, buffer)
    return _search(run, request, lambda run: map(assignment, run.take_rows()))


def solution_rows(model: Model, request: Request) -> RowsRun:
    """Return the run that yields every solution, many to an array."""
    import numpy as np

    kernel = kernel_for(model.structure)
    cells, below = len(kernel.names), kernel.base - 1
    buffer_size = kernel.lanes + min(request.solutions or MAX_WIDE_BUFFER, MAX_WIDE_BUFFER)

    def values(run: KernelRun) -> Iterator[np.ndarray[Any, Any]]:
        rows = run.take_solutions()
        rows += below % 256
        yield rows

    buffer = np.empty((buffer_size, cells), np.uint8)
    return _search(_run_of(kernel, model, request, buffer), request, values)


def _run_of(kernel: Kernel, model: Model, request: Request, buffer: Any) -> KernelRun:
    """Return a run that stores the solutions of a model in a buffer."""
    cells = len(kernel.names)
    clues = Table(zeros("B", cells), 1, cells)
    run = KernelRun(kernel, clues, request.solutions or 1 << 62, STORE_ALL, solutions=buffer)
    run.push_node(root_masks(kernel, model.narrowed))
    return run


def root_masks(kernel: Kernel, narrowed: Mapping[str, Domain]) -> Array:
    """Return a node: the domains of all variables as masks, from the structure unless narrowed.

    A mask of the kernel may have fewer values than the domain: some constraints are encoded in the
    masks alone.
    """
    if not narrowed:
        return kernel.full
    # inline, since a call for each clue takes 2 microseconds; a list is read sooner than an array
    masks, full, number, base = kernel.full[:], kernel.masks, kernel.number, kernel.base
    for name, domain in narrowed.items():
        at = number[name]
        masks[at] = full[at] & domain.mask << domain.base - base if domain.size else 0
    return masks


def _search(
    run: KernelRun, request: Request, convert: Callable[[KernelRun], Iterator[T]]
) -> Generator[T, None, StopReason | None]:
    """Yield the solutions of a run, as ``convert`` returns them whenever the run pauses."""
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


def _sweeps_left(run: KernelRun, effort: int) -> int:
    """Return the sweeps that a run may make before its guesses or its work can exceed an effort.

    A lane guesses at most once a sweep, so the run comes back some times before that many guesses.
    """
    kernel = run.kernel
    by_guesses = (effort - run.guesses[0]) // kernel.lanes + 1 if run.guesses[0] < effort else 0
    return min(by_guesses, effort * WORK_PER_GUESS // kernel.sweep_work - run.state[SWEEPS])
