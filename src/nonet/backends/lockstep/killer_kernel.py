"""The kernel of killers: an array of puzzles, each with its own cages, in one run.

>>> from nonet import Grid, Puzzle
>>> structure = Puzzle(Grid.square(4)).model().structure
>>> cages = np.arange(16).reshape(1, 16) // 2 + 1           # dominoes, from left to right
>>> sums = np.array([[3, 7, 7, 3, 3, 7, 7, 3]])
>>> kernel = KillerKernel(structure, cages, sums)
>>> kernel.count(np.zeros((1, 16), np.uint8), 99).counts.tolist()
[16]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from nonet.backends.lockstep import killer_cages, killer_records
from nonet.backends.lockstep.cached_encodings import bit_indices
from nonet.backends.lockstep.kernel import Kernel, KernelResult
from nonet.backends.lockstep.killer_cages import KillerGeometry
from nonet.backends.lockstep.program_builder import ProgramBuilder
from nonet.backends.lockstep.windows import Windows, unit_windows
from nonet.model import Structure
from nonet.model.sums import LONGEST

Array = np.ndarray[Any, Any]

SHORT_SUM_CELLS = 2
"""Cells of an implied sum at first: to tell of more takes longer than to solve most killers."""
FIRST_GUESS_LIMIT = 32
"""Guesses after which a killer is told the longer sums too."""


class KillerKernel(Kernel):
    """The compiled engine for a structure of AllDifferents and an array of cages.

    ``cages`` (n, cells) is the number of the cage of each cell, from 1, 0 for none; ``sums``
    (n, most cages) what cage 1, 2 and so on add up to, 0 for a cage whose cells only differ.
    The 45 rule is told with sums of at most ``longest`` cells.
    """

    def __init__(
        self, structure: Structure, cages: Array, sums: Array, longest: int = LONGEST
    ) -> None:
        super().__init__(structure)
        self.dtype, made, windows, peers = _grid_data(structure)
        self._sets = killer_cages.value_sets(self.size)
        n, most = len(cages), sums.shape[1] + 1
        place = (cages + most * np.arange(n)[:, None]).ravel()
        numbers = np.bincount(place, minlength=n * most).reshape(n, most)
        least = self.base * numbers[:, 1:]
        totals = np.where(sums > 0, np.maximum(sums - least, -1), -1)
        totals[(sums > 0) & (sums < least)] = (
            killer_records.TOTAL_OFFSET
        )  # more than any: it cannot be
        self._starts, self._records = killer_records.pack_puzzles(
            windows, peers, np.ascontiguousarray(cages, np.int64), totals, longest
        )
        self._made = made
        self.geometry = self._geometry_at(0, np.zeros(64, np.int64))
        self.rows = made.rows()
        self._set_lane_width(None)

    def run_geometry(self, first: int, holds: Array) -> KillerGeometry:
        """The geometry of a run of puzzles from ``first`` on."""
        return self._geometry_at(first, holds)

    def _geometry_at(self, first: int, holds: Array) -> KillerGeometry:
        masks, starts, most = self._sets
        return KillerGeometry(
            self._made, holds, self._starts[first:], self._records, masks, starts, most
        )


def count_killers(
    structure: Structure,
    cages: Array,
    sums: Array,
    puzzles: Array,
    limit: int,
    *,
    threads: int = 1,
    guess_limit: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> KernelResult:
    """As ``Kernel.count``, of killers: at first with little of the 45 rule, then with all of it.

    Each time a killer has half of the ``time_limit``.
    """
    if time_limit is not None:
        time_limit /= 2
    most = FIRST_GUESS_LIMIT if guess_limit is None else min(FIRST_GUESS_LIMIT, guess_limit)
    found = KillerKernel(structure, cages, sums, SHORT_SUM_CELLS).count(
        puzzles, limit, threads=threads, guess_limit=most, time_limit=time_limit, in_range=True
    )
    left = np.flatnonzero(~found.decided)
    if progress is not None:
        progress(len(puzzles) - len(left))
    if len(left) and (guess_limit is None or guess_limit > most):
        again = KillerKernel(structure, cages[left], sums[left]).count(
            np.ascontiguousarray(puzzles[left]),
            limit,
            threads=threads,
            guess_limit=guess_limit,
            time_limit=time_limit,
            in_range=True,
        )
        assert found.solutions is not None and again.solutions is not None
        found.counts[left], found.decided[left] = again.counts, again.decided
        found.guesses[left] += again.guesses
        found.solutions[left] = again.solutions
    if progress is not None:
        progress(len(left))
    return found


@lru_cache(maxsize=8)
def _grid_data(structure: Structure) -> tuple[Any, Any, Windows | None, Array]:
    """Lanes, units, windows, and which cells differ."""
    packing = ProgramBuilder(structure)
    units = []
    for unit in packing.units:
        values = 0
        for cell in unit:
            values |= packing.full[cell]
        if values.bit_count() == len(unit):
            units.append((unit, sum(bit_indices(values))))
    cells = len(packing.full)
    peers = np.array([[mask >> cell & 1 for cell in range(cells)] for mask in packing.layout.peers])
    windows = unit_windows(tuple(units), cells)
    return packing.dtype, packing.layout.units, windows, peers.astype(bool).reshape(cells, cells)
