"""Phrases: cells, values and removals in plain English, as the families' words need them.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(4)).model())
>>> cells(layout, 0b111), cells(layout, 0b11, "or"), values(layout, 0b1001)
('R1C1, R1C2 and R1C3', 'R1C1 or R1C2', '1 and 4')
>>> gone(layout, 0b110)
'1 goes from R1C2 and R1C3'
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.techniques.layout import Layout, bits


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words as a list: ``a, b and c``."""
    *head, last = words
    return f"{', '.join(head)} {joint} {last}" if head else last


def cells(layout: Layout, mask: int, joint: str = "and") -> str:
    """Cells by their names."""
    return listed((layout.cells[cell] for cell in bits(mask)), joint)


def values(layout: Layout, mask: int, joint: str = "and") -> str:
    """Values as a list."""
    return listed(map(layout.symbol, bits(mask)), joint)


def gone(layout: Layout, candidates: int) -> str:
    """What is removed: ``1 goes from R1C2 and R1C3, and 2 and 3 go from R4C4``."""
    places: dict[int, int] = {}
    for value, mask in layout.by_value(candidates):
        places[mask] = places.get(mask, 0) | 1 << value
    return ", and ".join(
        f"{values(layout, which)} {'goes' if which.bit_count() == 1 else 'go'} from "
        f"{cells(layout, mask)}"
        for mask, which in places.items()
    )
