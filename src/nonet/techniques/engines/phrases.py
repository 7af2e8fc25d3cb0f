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

from collections.abc import Sequence

from nonet.render.plain import listed as listed
from nonet.techniques.layout import Layout, bits


def a(symbol: str) -> str:
    """A value with its article.

    >>> a("7"), a("8"), a("A"), a("B")
    ('a 7', 'an 8', 'an A', 'a B')
    """
    vowel = symbol in ("8", "11", "18") or symbol[0] in "AEFHILMNORSXaefhilmnorsx"
    return f"{'an' if vowel else 'a'} {symbol}"


def none_is(names: Sequence[str], symbol: str) -> str:
    """That no cell is a value.

    >>> none_is(["R1C1"], "4"), none_is(["R1C1", "R1C2"], "4")
    ('R1C1 is not 4', 'neither R1C1 nor R1C2 is 4')
    >>> none_is(["R1C1", "R1C2", "R1C3"], "4")
    'none of R1C1, R1C2 and R1C3 is 4'
    """
    if len(names) == 1:
        return f"{names[0]} is not {symbol}"
    if len(names) == 2:
        return f"neither {names[0]} nor {names[1]} is {symbol}"
    return f"none of {listed(names)} is {symbol}"


def cells(layout: Layout, mask: int, joint: str = "and") -> str:
    """Cells by their names."""
    return listed((layout.told[cell] for cell in bits(mask)), joint)


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
