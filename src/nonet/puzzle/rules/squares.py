"""Rules of squares: what every four cells that meet in a corner hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonet.model import Annotation, Count
from nonet.puzzle.grid import Grid, place


def of_each(grid: Grid, sets: Mapping[str, tuple[int, ...]], kind: str) -> Iterator[Count]:
    """Every four cells that meet hold a value of each set; ``sets`` are told by their words."""
    for cell in grid.cells:
        row, column = place(cell)
        square = [grid.cell_at(row + down, column + right) for down in (0, 1) for right in (0, 1)]
        cells = tuple(other for other in square if other is not None)
        if len(cells) == 4:
            for words, values in sets.items():
                sentence = f"one of {', '.join(cells)} holds {words}"
                rule = Annotation(kind, f"{kind} at {cell}: {words}", sentence)
                yield Count(cells, frozenset(values), ">=", 1, rule=rule)
