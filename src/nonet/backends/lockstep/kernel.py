"""Kernels: the compiled engine for one structure, which counts the solutions of arrays of puzzles.

A kernel is made from a declared structure: its constraints become the records of
``program.py``; the index arrays of ``units.py`` if all are AllDifferents; or the
straight-line sweep of ``classic.py`` where these are exactly rows, columns and 3x3
boxes.  Puzzles are rows of a ``uint8`` array, 0 for a blank, else the number (from 1)
of a value among the structure's values.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, Literal

import numpy as np
from numba.core import event

from nonet.backends.base import Request
from nonet.backends.lockstep import classic, driver
from nonet.backends.lockstep.branching import BRANCHES
from nonet.backends.lockstep.cells import Cells
from nonet.backends.lockstep.driver import DONE, PAUSED, SOLUTIONS_FULL
from nonet.backends.lockstep.geometries import Classic
from nonet.backends.lockstep.lanes import lanes_of
from nonet.backends.lockstep.packing import Packing
from nonet.backends.lockstep.parts import compiling
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.run import KernelRun
from nonet.backends.lockstep.slices import Slices
from nonet.errors import ClueError, LimitError, PuzzleError
from nonet.model import AllDifferent, Domain, Structure

Array = np.ndarray[Any, Any]
Which = Literal["none", "first"]

WORK = 400_000
"""Rows swept and integers of records read before the first look at the clock and at Ctrl-C: some
milliseconds."""


@dataclass(frozen=True)
class Counted:
    """What a run found, puzzle by puzzle.

    ``counts`` (n,) int64: solutions, at most the limit; ``guesses`` (n,) int64:
    splits; ``decided`` (n,) bool: false where a limit of guesses or time, or a
    stop, came before the answer, so that there may be more solutions than
    ``counts``; ``solutions`` (n, cells) uint8: the first of each, zeros where
    none, or ``None`` if they were not asked for.
    """

    counts: Array
    guesses: Array
    decided: Array
    solutions: Array | None


class Kernel:
    """The compiled engine for one structure; safe to use from several threads."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.names = structure.variables
        kinds = set(map(type, structure.constraints))
        plain = all(issubclass(kind, AllDifferent) for kind in kinds)
        cells = Cells(structure) if plain else Packing(structure)
        self.number, self.base, self.size = cells.number, cells.base, cells.size
        self.dtype = cells.dtype
        self.is_classic = plain and _is_classic(tuple(cells.units), tuple(cells.full))
        self.geometry: Any
        if self.is_classic:
            self.geometry = Classic(BRANCHES)
            self.rows = classic.ROWS
        else:
            self.geometry = cells.program() if isinstance(cells, Packing) else cells.layout.units
            self.rows = self.geometry.rows()
        self.masks = cells.full
        self._widened(None if plain else self.geometry.degrees)

    def _widened(self, degrees: Array | None) -> None:
        """What depends on how wide lanes are."""
        self.lanes = lanes_of(self.dtype)
        self.learnt: Array | None = None
        if degrees is not None:
            self.learnt = np.zeros((len(degrees) + self.size) * self.lanes, self.dtype)
            self.learnt[: len(degrees) * self.lanes] = degrees.repeat(self.lanes)
        self.pause = max(1, WORK // (self.rows + _integers_of(self.geometry)))
        self.full = np.array(self.masks, self.dtype)
        self.start = _start(self.dtype, self.size)

    def geometry_of(self, first: int, holds: Array) -> Any:
        """The geometry of a run of puzzles from ``first`` on; ``holds`` tells what is in a lane."""
        return self.geometry

    def count(
        self,
        puzzles: Array,
        limit: int = 2,
        *,
        which: Which = "first",
        threads: int = 1,
        together: int | None = None,
        guess_limit: int | None = None,
        time_limit: float | None = None,
        in_range: bool = False,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Counted:
        """Count the solutions of each puzzle, up to ``limit``.

        ``puzzles`` is (n, cells) uint8, values 0 to the number of values.
        ``together`` is how many puzzles a thread takes at a time, by default by
        ``n`` and ``threads``.  Which of several solutions is met first, and after
        how many guesses, depends on the puzzles taken together: for the same
        answers with any number of threads, say how many.

        A puzzle that needs more than ``guess_limit`` guesses is given up: it is
        not ``decided``, and keeps the count it has.  ``time_limit`` is seconds of
        a thread, a puzzle.  Many puzzles are under way in one thread, so a
        puzzle's time is its share of the guesses made: a puzzle alone is given up
        after that time, one of 32 hard ones when it has had a 32nd of 32 times
        it.  The clock is looked at every twenty milliseconds or so, or a
        tenth of the limit.

        ``in_range`` says that the values are known to be in range.

        ``stop`` is asked every few milliseconds; when it says yes, what is not
        finished keeps the count it has, and is not ``decided``.  ``progress`` is told how many more
        puzzles are done.  The GIL is released while the engine runs.

        Raises ``PuzzleError`` for another shape or dtype, ``ClueError`` for a
        value out of range (clues that clash are no error: such a puzzle has no
        solution), ``LimitError`` for a limit or a number of threads below 1, or
        a limit of guesses or time of 0 or less.
        """
        puzzles = self._checked(puzzles, in_range)
        for name, number in (("limit", limit), ("number of threads", threads)):
            if number < 1:
                raise LimitError(f"the {name} is a whole number of 1 or more, not {number!r}")
        if guess_limit is not None and guess_limit < 1:
            raise LimitError(f"a limit of guesses is 1 or more, not {guess_limit!r}")
        if time_limit is not None and not time_limit > 0:
            raise LimitError(f"a time limit is a positive number of seconds, not {time_limit!r}")
        slices = Slices(
            self,
            puzzles,
            limit,
            first=which == "first",
            threads=threads,
            together=together,
            guess_limit=guess_limit,
            time_limit=time_limit,
            stop=stop,
            progress=progress,
        )
        compiled(self)
        slices.answer()
        solutions = slices.solutions if which == "first" else None
        return Counted(slices.counts, slices.guesses, slices.decided, solutions)

    def _checked(self, puzzles: Array, in_range: bool) -> Array:
        """The puzzles, row after row in memory; raises if they are no such array."""
        cells = len(self.names)
        if puzzles.dtype != np.uint8 or puzzles.ndim != 2 or puzzles.shape[1] != cells:
            raise PuzzleError(
                f"expected an array of uint8 of shape (n, {cells}), "
                f"not of {puzzles.dtype} of shape {puzzles.shape}"
            )
        if not in_range and puzzles.size and puzzles.max() > self.size:
            row, cell = np.argwhere(puzzles > self.size)[0].tolist()
            raise ClueError(
                f"puzzle {row}, {self.names[cell]}: {puzzles[row, cell]} is out of range, "
                f"expected 0 (a blank) to {self.size}"
            )
        # the engine is compiled for arrays that may be written; for read-only ones, as Arrow's and
        # those of mapped files are, it would be compiled once more
        return np.require(puzzles, requirements=("C", "W"))


@lru_cache(maxsize=16)
def kernel_for(structure: Structure) -> Kernel:
    """The kernel of a structure; raises ``Unsupported`` for cells of too many values."""
    return Kernel(structure)


def masks_of(kernel: Kernel, narrowed: Mapping[str, Domain]) -> Array:
    """A node: the domains of all variables as masks, those of the structure unless narrowed."""
    if not narrowed:
        return kernel.full
    masks, number, base = list(kernel.masks), kernel.number, kernel.base
    for name, domain in narrowed.items():
        masks[number[name]] &= domain.mask_from(base)
    return np.array(masks, kernel.dtype)


def _integers_of(geometry: Any) -> int:
    """How many integers of records a sweep reads."""
    if not isinstance(geometry, Program):
        return 0
    return sum(map(len, (*geometry.records, *geometry.inside, geometry.choices)))


_compiled: set[tuple[type, type]] = set()


class _Announcing(event.Listener):  # type: ignore[misc]
    """Says that the compiler is at work when it begins: loading from the cache is no such event.

    Until ``over`` is called the time of ``request`` stands still.
    """

    def __init__(self, request: Request | None) -> None:
        self._request = request
        self._left: float | None = None

    def on_start(self, event: event.Event) -> None:
        """Numba's call before it compiles a function."""
        if event.data["dispatcher"] is not driver.advance:
            return
        print("nonet: compiling the engine for this machine, once (3 to 8 s)", file=sys.stderr)
        if self._request is not None:
            self._left = self._request.remaining()
            self._request.move(inf)

    def over(self) -> None:
        """The engine is ready."""
        if self._request is not None and self._left is not None:
            self._request.move(time.monotonic() + self._left)

    def on_end(self, event: event.Event) -> None:
        """Numba's call when it has."""


def is_compiled(kernel: Kernel) -> bool:
    """Whether the driver is compiled and loaded, so that the kernel answers at once."""
    return (type(kernel.geometry), kernel.dtype) in _compiled


def compiled(kernel: Kernel, request: Request | None = None) -> None:
    """Have the driver compiled, which is said, or loaded from Numba's cache.

    To compile it is no part of the time that a request has.
    """
    if is_compiled(kernel):
        return
    nothing = np.zeros((0, len(kernel.names)), np.uint8)
    announcing = _Announcing(request)
    with event.install_listener("numba:compile", announcing):
        compiling(KernelRun(kernel, nothing, 1, driver.NOTHING).advance)
    announcing.over()
    _compiled.add((type(kernel.geometry), kernel.dtype))


@lru_cache(maxsize=64)
def _start(dtype: Any, size: int) -> Array:
    """What a cell may be by its clue: one value, or by 0 any of so many."""
    masks = np.zeros(256, dtype)
    masks[: size + 1] = [(1 << size) - 1, *(1 << k for k in range(size))]
    return masks


@lru_cache(maxsize=8)
def _is_classic(units: tuple[tuple[int, ...], ...], full: tuple[int, ...]) -> bool:
    """Whether units are rows, columns and boxes of 81 cells that take all of nine values."""
    lines = [[9 * i + j for j in range(9)] for i in range(9)]
    lines += [[9 * j + i for j in range(9)] for i in range(9)]
    corners = [27 * (box // 3) + 3 * (box % 3) for box in range(9)]
    lines += [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    return (
        len(full) == 81
        and set(full) == {classic.ALL}
        and sorted(map(sorted, units)) == sorted(lines)
    )


__all__ = ["DONE", "PAUSED", "SOLUTIONS_FULL", "Counted", "Kernel", "KernelRun", "kernel_for"]
