"""Residual supports of a constraint: solutions seen before, which still support their values.

Where all values of a solution are open again, the solution supports them, and a filter need not
run to say so (Lecoutre and Hemery, "A study of residual supports in arc consistency", 2007).
Each solution is one number, with a lane of bits for each cell.

>>> residues = ResidualSupports(cell_count=2, value_count=4)
>>> residues.store([0b1, 0b10])
>>> residues.store([0b100, 0b1])
>>> residues.support_all((0b101, 0b11)), residues.support_all((0b111, 0b11))
(True, False)
>>> residues.unsupported((0b111, 0b11))
[2, 0]
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from sys import byteorder

MAX_RESIDUES = 256
"""Most solutions to store: the latest."""
MAX_VALUES = 63
"""Most values of a puzzle whose solutions are stored."""


class ResidualSupports:
    """Solutions of a constraint; the values of ``alike``, a mask, count as one value, the least."""

    def __init__(self, cell_count: int, value_count: int, alike: int = 0) -> None:
        self._code, self._width = next(
            (code, width)
            for code, width in (("H", 16), ("I", 32), ("Q", 64))
            if value_count < width or width > MAX_VALUES
        )
        ones = sum(1 << n * self._width for n in range(cell_count))
        self._alike = ones * alike
        self._top = self._width - 1
        self._tops, self._below = ones << self._top, ones * ((1 << self._top) - 1)
        self._least_alike = max(0, (alike & -alike).bit_length() - 1)
        self._stored: deque[int] = deque(maxlen=MAX_RESIDUES if value_count <= MAX_VALUES else 0)

    def __bool__(self) -> bool:
        return bool(self._stored)

    def store(self, choice: Sequence[int]) -> None:
        """Store a solution: for each cell the bit of its value."""
        if self._stored.maxlen:
            self._stored.appendleft(self._packed(choice))

    def support_all(self, masks: Sequence[int]) -> bool:
        """Whether the stored solutions support all values of the masks."""
        if not self._stored:
            return False
        packed = self._packed(masks)
        return self._supported(packed) == packed

    def unsupported(self, masks: Sequence[int]) -> list[int]:
        """The values of each cell that no stored solution supports."""
        if not self._stored.maxlen:
            return [0] * len(masks)  # as none can be stored, none is missing
        packed = self._packed(masks)
        missing, lane = packed & ~self._supported(packed), (1 << self._width) - 1
        return [missing >> n * self._width & lane for n in range(len(masks))]

    def _packed(self, masks: Sequence[int]) -> int:
        packed = int.from_bytes(array(self._code, masks).tobytes(), byteorder)
        if alike := packed & self._alike:
            any_alike = (alike + self._below & self._tops) >> self._top
            packed = packed & ~self._alike | any_alike << self._least_alike
        return packed

    def _supported(self, packed: int) -> int:
        closed, supported = ~packed, 0
        for solution in self._stored:
            if not solution & closed:
                supported |= solution
                if supported == packed:
                    break
        return supported
