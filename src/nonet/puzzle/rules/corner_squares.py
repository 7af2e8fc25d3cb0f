"""Rules of squares: demands on every four cells that meet in a corner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonet.model import Annotation, Count
from nonet.puzzle.grid import SQUARE_OFFSETS, Grid


def set_in_each_square(
    grid: Grid, sets: Mapping[str, tuple[int, ...]], kind: str
) -> Iterator[Count]:
    """Every four cells that meet hold a value of each set; ``sets`` are told by their words."""
    for cell in grid.cells:
        cells = tuple(grid.cells_at_offsets(cell, SQUARE_OFFSETS))
        if len(cells) == 4:
            for annotation, values in sets.items():
                sentence = f"one of {', '.join(cells)} holds {annotation}"
                rule = Annotation(kind, f"{kind} at {cell}: {annotation}", sentence)
                yield Count(cells, frozenset(values), ">=", 1, rule=rule)
