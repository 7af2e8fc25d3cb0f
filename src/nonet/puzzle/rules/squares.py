"""Rules of squares: what every four cells that meet in a corner hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonet.model import Annotation, Count
from nonet.puzzle.grid import SQUARE, Grid


def of_each(grid: Grid, sets: Mapping[str, tuple[int, ...]], kind: str) -> Iterator[Count]:
    """Every four cells that meet hold a value of each set; ``sets`` are told by their words."""
    for cell in grid.cells:
        cells = tuple(grid.near(cell, SQUARE))
        if len(cells) == 4:
            for words, values in sets.items():
                sentence = f"one of {', '.join(cells)} holds {words}"
                rule = Annotation(kind, f"{kind} at {cell}: {words}", sentence)
                yield Count(cells, frozenset(values), ">=", 1, rule=rule)
