"""Records of killers' cages and of the 45 rule's sums, for thousands of puzzles.

``implied_sums.py`` does the same for one puzzle; this module handles puzzles of one geometry, each
with cages of its own.

A record consists of the number of added cells, the number of subtracted cells, the kind, the total,
and the cells.  Values are counted from 0.  The cells of a ``CAGE`` differ; the cells of a ``FREE``
record differ and have no sum; of a ``BALANCE`` only the total is known.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import Any

from nonet.backends.lockstep.engine import compiled_engine
from nonet.backends.lockstep.layouts.calls import TOTAL, KillerRecordsCall, Windows
from nonet.backends.lockstep.layouts.memory import call_entry, int64_array, zeros
from nonet.backends.lockstep.windows import empty_windows

Array = Any


@lru_cache(maxsize=16)
def zobrist_keys(cells: int) -> array[int]:
    """A random number for each cell added and taken away: sums are told apart by theirs.

    The numbers come from SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    """
    return int64_array(_splitmix64(number) >> 2 for number in range(1, 2 * cells + 1))


def _splitmix64(number: int) -> int:
    """The random number of 64 bits at a place of the sequence."""
    mask = (1 << 64) - 1
    z = number * 0x9E3779B97F4A7C15 & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return z ^ z >> 31


def pack_puzzles(
    windows: Windows | None, peers: Array, cages: Array, totals: Array, longest: int
) -> tuple[Array, Array]:
    """``starts`` and ``records`` of puzzles, with implied sums of at most ``longest`` cells.

    ``peers`` (cells, cells) says which cells differ; ``cages`` (n, cells) is the number of each
    cell's cage, 0 for none, and ``totals`` (n, most cages) are the sums of the cages, values
    counted from 0, or -1 for no sum.
    """
    import numpy as np

    n, cells = cages.shape
    windows = windows or empty_windows(cells)
    starts = np.zeros(n + 1, np.int64)
    room = 4 * cells + cells + 3 * len(windows.low) * (4 + longest)
    records = np.empty(max(room, n * min(room, 12 * cells)), np.uint16)
    write = compiled_engine().entry("write_killer_records")
    call = KillerRecordsCall(
        windows=windows,
        peers=peers,
        cages=cages,
        totals=totals,
        zobrist=zobrist_keys(cells),
        shares=zeros("q", shares_size(windows, totals.shape[1] + 1)),
        starts=starts,
        records=records,
        done=0,
        room=room,
        longest=longest,
    )
    while call.done < n:
        call = call._replace(done=call_entry(write, call))
        if call.done < n:
            records = np.concatenate([call.records, np.empty(len(call.records), np.uint16)])
            call = call._replace(records=records)
    return starts, call.records


def shares_size(windows: Windows, most: int) -> int:
    """How many integers of room the shares of cages need."""
    return (windows.units + 6) * most + 2 * TOTAL + 3 * len(windows.low)
