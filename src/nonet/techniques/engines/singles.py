"""The result of singles from some candidates on: hidden and naked singles, until none remains.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
>>> open_, placed, sound = after_singles(position, position.open, position.placed)
>>> placed.bit_count(), sound
(4, True)
"""

from __future__ import annotations

from nonet.techniques.candidate_layout import bits
from nonet.techniques.position import Position


def after_singles(position: Position, open_: int, placed: int) -> tuple[int, int, bool]:
    """Return the open and placed candidates after all naked and hidden singles, and whether
    every truth still has a candidate.
    """
    layout = position.layout
    while True:
        before = open_
        for number in layout.truths:
            mask = layout.sets[number]
            if mask & placed:
                continue
            remaining = mask & open_
            if not remaining:
                return open_, placed, False
            if not remaining & (remaining - 1):
                placed |= remaining
                open_ &= ~(layout.peers[next(bits(remaining))] | remaining)
        if open_ == before:
            return open_, placed, True
