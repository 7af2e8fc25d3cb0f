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
from itertools import combinations
from typing import Any

import numpy as np

from nonet.backends.lockstep import killer_records
from nonet.backends.lockstep.bit_masks import bit_indices
from nonet.backends.lockstep.kernel import Kernel, KernelResult
from nonet.backends.lockstep.layouts.calls import TOTAL_OFFSET, Windows
from nonet.backends.lockstep.layouts.geometries import KillerGeometry
from nonet.backends.lockstep.layouts.memory import zeros
from nonet.backends.lockstep.program_builder import ProgramBuilder
from nonet.backends.lockstep.windows import unit_windows
from nonet.encoding.implied_sums import LONGEST
from nonet.model import Structure

Array = Any

SHORT_SUM_CELLS = 2
"""Cells of an implied sum at first: to tell of more takes longer than to solve most killers."""
MAX_LISTED_VALUES = 16
"""Values of cells up to which sets of values are listed; of more only bounds are looked at."""
FIRST_GUESS_LIMIT = 32
"""Guesses after which a killer is told the longer sums too."""


class KillerKernel(Kernel):
    """The compiled engine for a structure of AllDifferents and an array of cages.

    ``cages`` (n, cells) is the number of the cage of each cell, from 1, 0 for none; ``sums`` (n,
    most cages) are the sums of cage 1, 2 and so on, 0 for a cage whose cells only differ.  The 45
    rule is told with sums of at most ``longest`` cells.
    """

    def __init__(
        self, structure: Structure, cages: Array, sums: Array, longest: int = LONGEST
    ) -> None:
        super().__init__(structure)
        self.lane_bits, units, windows, peers = _grid_data(structure)
        self._sets = value_sets(self.size)
        n, most = len(cages), sums.shape[1] + 1
        place = (cages + most * np.arange(n)[:, None]).ravel()
        numbers = np.bincount(place, minlength=n * most).reshape(n, most)
        least = self.base * numbers[:, 1:]
        totals = np.where(sums > 0, np.maximum(sums - least, -1), -1)
        totals[(sums > 0) & (sums < least)] = TOTAL_OFFSET  # more than any: it cannot be
        self._starts, self._records = killer_records.pack_puzzles(
            windows, peers, np.ascontiguousarray(cages, np.int64), totals, longest
        )
        self._units = units
        self.geometry = self._geometry_at(0, zeros("q", 64))
        self.rows, self.kind = units.rows(), "killers"
        self._set_lane_width(None)

    def run_geometry(self, first: int, holds: Array) -> KillerGeometry:
        """The geometry of a run of puzzles from ``first`` on."""
        return self._geometry_at(first, holds)

    def _geometry_at(self, first: int, holds: Array) -> KillerGeometry:
        masks, starts, most = self._sets
        return KillerGeometry(
            self._units, holds, self._starts[first:], self._records, masks, starts, most
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
    """Count the solutions of killers as ``Kernel.count``: at first with few sums of the 45 rule,
    then with all sums.

    Each time a killer has half of the ``time_limit``.
    """
    if time_limit is not None:
        time_limit /= 2
    most = FIRST_GUESS_LIMIT if guess_limit is None else min(FIRST_GUESS_LIMIT, guess_limit)
    result = KillerKernel(structure, cages, sums, SHORT_SUM_CELLS).count(
        puzzles, limit, threads=threads, guess_limit=most, time_limit=time_limit, in_range=True
    )
    undecided = np.flatnonzero(~result.decided)
    if progress is not None:
        progress(len(puzzles) - len(undecided))
    if len(undecided) and (guess_limit is None or guess_limit > most):
        again = KillerKernel(structure, cages[undecided], sums[undecided]).count(
            np.ascontiguousarray(puzzles[undecided]),
            limit,
            threads=threads,
            guess_limit=guess_limit,
            time_limit=time_limit,
            in_range=True,
        )
        assert result.solutions is not None and again.solutions is not None
        result.counts[undecided], result.decided[undecided] = again.counts, again.decided
        result.guesses[undecided] += again.guesses
        result.solutions[undecided] = again.solutions
    if progress is not None:
        progress(len(undecided))
    return result


def value_sets(size: int) -> tuple[Array, Array, int]:
    """``sets``, ``set_starts`` and ``most`` of :class:`KillerGeometry` for so many values."""
    most = size * (size - 1) // 2 + 1
    if size > MAX_LISTED_VALUES:
        return np.zeros(0, np.int64), np.zeros(1, np.int64), most
    lists: list[list[int]] = [[] for _ in range((size + 1) * most)]
    for count in range(size + 1):
        for chosen in combinations(range(size), count):
            lists[count * most + sum(chosen)].append(sum(1 << value for value in chosen))
    ends = np.cumsum([0, *map(len, lists)])
    return np.array([mask for sets in lists for mask in sets], np.int64), ends, most


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
    return (
        packing.lane_bits,
        packing.layout.units,
        windows,
        peers.astype(np.uint8).reshape(cells, cells),
    )
