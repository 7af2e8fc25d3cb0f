"""Which of the steps that one technique finds HoDoKu takes: its score is a sum over its path.

A family defines the order by a function ``hodoku_sort_key`` from a step to a sort key: the
least key is taken, and a form that HoDoKu does not look for has the key ``None``. A family
without this function finds its steps in HoDoKu's order anyway. The order follows HoDoKu 2.2 (B.
All is as HoDoKu 2.2 (B. Hobiger) with its default settings.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4)))
>>> step_sort_key(Step("x-chain", position.layout, eliminations=0b101))
(-2, 164)
"""

from __future__ import annotations

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.step import Step


def step_sort_key(step: Step) -> tuple[int, int]:
    """Return a key that sorts most eliminations first, then by a sum that grows with place and
    number.
    """
    return elimination_sort_key(step.layout, step.eliminations)


def elimination_sort_key(layout: Layout, eliminations: int) -> tuple[int, int]:
    """The same of eliminations alone."""
    total, number = 0, 0
    for number, candidate in enumerate(bits(eliminations), 1):
        value, cell = divmod(candidate, layout.cell_count)
        total += cell * (1 + 80 * (number - 1)) + value + 1
    return -number, total


def set_sort_key(layout: Layout, cells: int) -> tuple[int, tuple[int, ...]]:
    """Where an almost locked set stands: house by house, the sets of each as in a dictionary."""
    within = (house.number for house in layout.houses if not cells & ~house.cells)
    return next(within, len(layout.houses)), tuple(bits(cells))
