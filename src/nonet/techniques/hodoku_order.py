"""Which of the steps that one technique finds HoDoKu takes: its score is a sum over its path.

A family says it by a function ``as_hodoku`` of a step: what sorts first is taken, and a form
that HoDoKu does not look for has ``None``.  A family without one finds its steps in that
order anyway.  All is as HoDoKu 2.2 (B. Hobiger) does it by default.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> step_sort_key(Step("x-chain", position.layout, eliminations=0b101))
(-2, 164)
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.step import Step


def step_sort_key(step: Step) -> tuple[int, int]:
    """Most eliminations first, then by a sum over them that grows with place and number."""
    return elimination_sort_key(step.layout, step.eliminations)


def elimination_sort_key(layout: Layout, eliminations: int) -> tuple[int, int]:
    """The same of eliminations alone."""
    total, number = 0, 0
    for number, candidate in enumerate(bits(eliminations), 1):
        value, cell = divmod(candidate, layout.cell_count)
        total += cell * (1 + 80 * (number - 1)) + value + 1
    return -number, total


@lru_cache(maxsize=1 << 15)
def set_sort_key(layout: Layout, cells: int) -> tuple[int, tuple[int, ...]]:
    """Where an almost locked set stands: house by house, the sets of each as in a dictionary."""
    within = (house.number for house in layout.houses if not cells & ~house.cells)
    return next(within, len(layout.houses)), tuple(bits(cells))
