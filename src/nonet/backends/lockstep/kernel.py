"""Kernels: the compiled engine for one structure, which counts the solutions of arrays of puzzles.

A kernel is made from a declared structure: its constraints become the records of ``program.c``;
the index arrays of ``units.c`` if all are AllDifferents; or the straight-line sweep of
``classic.c`` if the units are exactly rows, columns and 3x3 boxes.  Puzzles are rows of a
``uint8`` array, 0 for a blank, else the number (from 1) of a value among the structure's values.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

from nonet.backends.lockstep.engine import CompiledEngine, EntryPoint, compiled_engine
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.layouts.calls import (
    CLASSIC_MASK,
    CLASSIC_UNITS,
    DONE,
    STORE_ALL,
    Classic,
    Program,
    branch_table,
)
from nonet.backends.lockstep.layouts.memory import LANE_TYPECODES, Table, zeros
from nonet.backends.lockstep.numbered_cells import LANE_BITS, NumberedCells
from nonet.errors import ClueError, LimitError, PuzzleError, Unsupported
from nonet.model import AllDifferent, Domain, Structure

Array = Any
StoredSolutions = Literal["none", "first"]

BUFFER, FEW_SOLUTIONS = 1024, 4
"""Capacity of a single run for solutions, in addition to one per lane: for all solutions, and for a
few."""

FIRST_LOOK_WORK = 400_000
"""Rows swept and integers of records read before the first look at the clock and at Ctrl-C: some
milliseconds."""


@dataclass(frozen=True)
class KernelResult:
    """The results of a run, puzzle by puzzle.

    ``counts`` (n,) int64: solutions, at most the limit; ``guesses`` (n,) int64: splits; ``decided``
    (n,) bool: false where a limit of guesses or time, or a stop, came before the answer, so that
    there may be more solutions than ``counts``; ``solutions`` (n, cells) uint8: the first of each,
    zeros where none, or ``None`` if solutions were not requested.
    """

    counts: Array
    guesses: Array
    decided: Array
    solutions: Array | None


class Kernel:
    """The compiled engine for one structure; safe to use from several threads.

    ``kind`` and ``lane_bits`` determine the entry of ``engine`` that the kernel calls; ``blank``
    maps each name to 0.
    """

    kind: str

    def __init__(self, structure: Structure, engine: CompiledEngine | None = None) -> None:
        self.structure = structure
        self._spare_runs: list[KernelRun] = []
        self.engine = engine or compiled_engine()
        self.names = structure.variables
        self.blank = dict.fromkeys(self.names, 0)
        kinds = set(map(type, structure.constraints))
        plain = all(issubclass(kind, AllDifferent) for kind in kinds)
        cells: Any = NumberedCells(structure) if plain else _program_builder(structure)
        self.number, self.base, self.size = cells.number, cells.base, cells.size
        self.lane_bits = cells.lane_bits
        self.is_classic = plain and _is_classic(cells)
        self.geometry: Any
        if self.is_classic:
            self.kind, self.geometry = "classic", Classic(branch_table())
        elif plain:
            self.kind, self.geometry = "units", cells.layout.units
        else:
            self.kind, self.geometry = "program", cells.program()
        self.rows = self.geometry.rows()
        self.masks = cells.full
        self.lanes = self.engine.vector_bits // self.lane_bits
        typecode = LANE_TYPECODES[self.lane_bits]
        self.initial_weights: Array | None = None
        if not plain:
            rows = [_row_of(typecode, self.lanes, degree) for degree in self.geometry.degrees]
            rows.append(bytes(self.size * len(rows[0])) if rows else b"")
            self.initial_weights = array(typecode, b"".join(rows))
        self.sweep_work: int = self.rows + _record_size(self.geometry)
        self.initial_sweeps = max(1, FIRST_LOOK_WORK // self.sweep_work)
        self.full = array(typecode, self.masks)
        self.start = _clue_masks(typecode, self.size)

    @cached_property
    def advance(self) -> EntryPoint:
        """The compiled driver for this geometry and width of lane."""
        return self.engine.entry(f"advance_{self.kind}_{self.lane_bits}")

    def single_run(self, limit: int, solutions: Array) -> KernelRun:
        """A run over one puzzle without clues, which stores its solutions in a table."""
        cells = len(self.names)
        clues = Table(zeros("B", cells), 1, cells)
        return KernelRun(self, clues, limit, STORE_ALL, solutions=solutions)

    def take_single_run(self, limit: int) -> KernelRun:
        """Return a run over one puzzle without clues: a finished run, if one was kept, else a new
        run."""
        few = limit <= FEW_SOLUTIONS
        if few and self._spare_runs:
            run = self._spare_runs.pop()
            run.restart(limit)
            return run
        rows, cells = self.lanes + (FEW_SOLUTIONS if few else BUFFER), len(self.names)
        return self.single_run(limit, Table(zeros("B", rows * cells), rows, cells))

    def keep_single_run(self, run: KernelRun) -> None:
        """Keep a run of :meth:`take_single_run` that is done, for the next puzzle."""
        plain = run.limit <= FEW_SOLUTIONS and isinstance(run.solutions, Table)
        if plain and not run.has_grown and not self._spare_runs:
            self._spare_runs.append(run)

    def count(
        self,
        puzzles: Array,
        limit: int = 2,
        *,
        store: StoredSolutions = "first",
        threads: int = 1,
        batch_size: int | None = None,
        guess_limit: int | None = None,
        time_limit: float | None = None,
        in_range: bool = False,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> KernelResult:
        """Count the solutions of each puzzle, up to ``limit``.

        ``puzzles`` is (n, cells) uint8, values 0 to the number of values.
        ``batch_size`` is how many puzzles a thread takes at a time; the default follows
        from ``n`` and ``threads``.  Which of several solutions is met first, and after
        how many guesses, depends on the puzzles taken together: for the same
        answers with any number of threads, say how many.

        A puzzle that needs more than ``guess_limit`` guesses is given up: such a puzzle is not
        ``decided``, and keeps its count so far.  ``time_limit`` is seconds of a thread, a puzzle.
        Many puzzles are under way in one thread, so a puzzle's time is its share of the guesses
        made: a puzzle alone is given up after that time, one of 32 hard puzzles after a 32nd of 32
        times the limit.  The clock is looked at every twenty milliseconds or so, or a tenth of the
        limit.

        ``in_range`` says that the values are known to be in range.

        ``stop`` is asked every few milliseconds; when ``stop`` returns true, unfinished puzzles
        keep their counts so far, and are not ``decided``.  ``progress`` is told how many more
        puzzles are done.  The GIL is released while the engine runs.

        Raises ``PuzzleError`` for another shape or dtype, ``ClueError`` for a
        value out of range (clues that clash are no error: such a puzzle has no
        solution), ``LimitError`` for a limit or a number of threads below 1, or
        a limit of guesses or time of 0 or less.
        """
        puzzles = self._checked_puzzles(puzzles, in_range)
        for name, number in (("limit", limit), ("number of threads", threads)):
            if number < 1:
                raise LimitError(f"the {name} is a whole number of 1 or more, not {number!r}")
        if guess_limit is not None and guess_limit < 1:
            raise LimitError(f"a limit of guesses is 1 or more, not {guess_limit!r}")
        if time_limit is not None and not time_limit > 0:
            raise LimitError(f"a time limit is a positive number of seconds, not {time_limit!r}")
        from nonet.backends.lockstep.work_chunks import WorkChunks

        slices = WorkChunks(
            self,
            puzzles,
            limit,
            store_first=store == "first",
            threads=threads,
            batch_size=batch_size,
            guess_limit=guess_limit,
            time_limit=time_limit,
            stop=stop,
            progress=progress,
        )
        slices.solve_all()
        solutions = slices.solutions if store == "first" else None
        return KernelResult(slices.counts, slices.guesses, slices.decided, solutions)

    def _checked_puzzles(self, puzzles: Array, in_range: bool) -> Array:
        """Return the puzzles, row after row in memory; raise ``PuzzleError`` for another shape or
        dtype, ``ClueError`` for a value out of range."""
        import numpy as np

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
        return np.ascontiguousarray(puzzles)


@lru_cache(maxsize=16)
def kernel_for(structure: Structure) -> Kernel:
    """The kernel of a structure; raises ``Unsupported`` for cells of too many values."""
    return Kernel(structure)


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


def page_kernel(structure: Structure) -> dict[str, Any] | None:
    """Return the kernel of a structure as data for a page; ``None`` for what a page cannot run.

    A page has the 16-bit entries for classics and for programs. ``slots`` are those of the
    geometry: a number, a list (an array of int64), or a string (an array of digits, a byte each).
    """
    try:
        cells = _program_builder(structure)
        if cells.lane_bits > LANE_BITS[0]:
            return None
    except Unsupported:
        return None
    kind, weights = "classic", None
    geometry: Any = Classic(branch_table())
    if cells.others or not _is_classic(cells):
        kind, geometry = "program", cells.program()
        weights = {"row": geometry.weights, "values": list(geometry.degrees)}
    shown = {"kind": kind, "rows": geometry.rows(), "masks": list(cells.full)}
    return {**shown, "slots": list(_shown(geometry)), "weights": weights}


def _shown(geometry: tuple[Any, ...]) -> Iterator[int | str | list[int]]:
    for value in geometry:
        if isinstance(value, tuple):
            yield from _shown(value)
        elif isinstance(value, array):
            yield "".join(map(str, value)) if value.typecode == "B" else list(value)
        else:
            yield value


def _program_builder(structure: Structure) -> Any:
    """The builder of a program; twenty modules, which no classic needs."""
    from nonet.backends.lockstep.program_builder import ProgramBuilder

    return ProgramBuilder(structure)


def _record_size(geometry: Any) -> int:
    if not isinstance(geometry, Program):
        return 0
    return sum(map(len, (*geometry.records, *geometry.inside, geometry.choices)))


@lru_cache(maxsize=64)
def _clue_masks(typecode: str, size: int) -> array[int]:
    """Return the mask of a cell by its clue: a single value, or for 0 all ``size`` values."""
    masks = [(1 << size) - 1, *(1 << k for k in range(size))]
    return array(typecode, masks) + zeros(typecode, 255 - size)


@lru_cache(maxsize=256)
def _row_of(typecode: str, lanes: int, number: int) -> bytes:
    """A row in which every lane has the same number."""
    return array(typecode, [number] * lanes).tobytes()


def _is_classic(cells: NumberedCells) -> bool:
    return (
        len(cells.units) == CLASSIC_UNITS
        and cells.has_classic_units
        and set(cells.full) == {CLASSIC_MASK}
    )


__all__ = ["DONE", "STORE_ALL", "Kernel", "KernelResult", "KernelRun", "kernel_for", "page_kernel"]
