"""Lanes: one small number for each subset of the values, all in one integer.

With nine values there are 512 subsets, so 512 lanes of eight bits make one integer
of 4,096 bits, and one addition adds 512 numbers.  Searches that ask something of
every subset of the values do so with a dozen additions.

>>> lanes = SubsetCounters(2)
>>> lanes.unpack(lanes.counts_inside(0b11)), lanes.unpack(lanes.counts_outside(0b01))
([0, 1, 1, 2], [1, 0, 1, 0])
>>> lanes.unpack(lanes.surplus(1, 0b11))
[0, 0, 0, 1]
"""

from __future__ import annotations

LANE_BITS = 8


class SubsetCounters:
    """Lanes for the subsets of ``size`` values, numbered by their masks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 1 << size
        self.ones = self._pack([1] * self.count)
        self._units = [
            self._pack([subset >> value & 1 for subset in range(self.count)])
            for value in range(size)
        ]
        self._inside: dict[int, int] = {}
        self._surplus: dict[tuple[int, int], int] = {}

    @staticmethod
    def _pack(numbers: list[int]) -> int:
        return int.from_bytes(bytes(numbers), "little")

    def unpack(self, lanes: int) -> list[int]:
        """The numbers, by subset."""
        return list(lanes.to_bytes(self.count, "little"))

    def counts_inside(self, values: int) -> int:
        """How many of ``values`` each subset holds."""
        cached = self._inside.get(values)
        if cached is None:
            cached = sum(unit for value, unit in enumerate(self._units) if values >> value & 1)
            self._inside[values] = cached
        return cached

    def counts_outside(self, values: int) -> int:
        """How many of ``values`` each subset does not hold."""
        return self.ones * values.bit_count() - self.counts_inside(values)

    def surplus(self, cells: int, values: int) -> int:
        """How many more ``cells`` there are than ``values`` outside the subset; 0 if fewer."""
        key = (cells, values)
        cached = self._surplus.get(key)
        if cached is None:
            cached = self.ones * (128 + cells) - self.counts_outside(values)
            cached &= (cached >> 7 & self.ones) * 127
            if len(self._surplus) > 20_000:
                self._surplus.clear()
            self._surplus[key] = cached
        return cached

    def subsets_at_least(self, more: int, less: int) -> list[int]:
        """The subsets for which ``more`` is no less than ``less``."""
        tested = (self.ones * 128 + more - less) >> 7 & self.ones
        results = []
        while tested:
            low = tested & -tested
            tested ^= low
            results.append((low.bit_length() - 1) // LANE_BITS)
        return results


def subset_counters_of(size: int) -> SubsetCounters:
    """The lanes for a number of values, made once."""
    return SubsetCounters(size)
