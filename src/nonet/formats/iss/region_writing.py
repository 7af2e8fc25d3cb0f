"""Rules about unknown regions and connected values as constraints of strings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import place

CellIds = Callable[[Iterable[Cell]], list[str]]
"""Cells by their names in constraint strings."""


def _regions(puzzle: Puzzle, cells: Iterable[Cell]) -> list[str]:
    """The names of the region cells of some cells."""
    places = (place(puzzle.grid.cell(cell)) for cell in cells)
    return [f"CC{row * puzzle.grid.width + column + 1}" for row, column in places]


def _construction(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    size = "" if rule.size is None else f".RegionSize~{rule.size}"
    return f"{size}.NoBoxes.ChaosConstruction"


def _run(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    arms = "~-~".join("~".join(_regions(puzzle, arm)) for arm in rule.arms)
    return _clue("ChaosArrow", rule, arms, ids)


def _count(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return _clue("ChaosCount", rule, "~".join(_regions(puzzle, rule.cells)), ids)


def _clue(kind: str, rule: Any, cells: str, ids: CellIds) -> str:
    more = f"~{int(rule.others)}" if cells or rule.others else ""
    return f".{kind}~{ids([rule.cell])[0]}{more}{f'~{cells}' if cells else ''}"


def _same(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".SameValues~{len(rule.cells)}~{'~'.join(_regions(puzzle, rule.cells))}"


def _different(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    return f".AllDifferent~{'~'.join(_regions(puzzle, rule.cells))}"


def _counted(rule: Any, puzzle: Puzzle, ids: CellIds) -> str:
    cells = "~".join(_regions(puzzle, rule.cells))
    return f".CountDistinct~{ids([rule.control])[0]}~{cells}"


def _connected(rule: Any, puzzle: Puzzle, ids: CellIds) -> str | None:
    """Return the constraint over all cells of the grid.

    ``None`` if the rule names only a group of cells.
    """
    if rule.cells and tuple(map(puzzle.grid.cell, rule.cells)) != puzzle.grid.cells:
        return None
    size = "" if rule.size is None else f"~{rule.size}"
    return f".ConnectedValues~~{'_'.join(map(str, rule.values))}{size}"


REGION_WRITERS: dict[str, Callable[[Any, Puzzle, CellIds], str | None]] = {
    "unknown-regions": _construction,
    "region-run": _run,
    "region-count": _count,
    "same-region": _same,
    "different-regions": _different,
    "count-regions": _counted,
    "connected": _connected,
}
"""The writer of each rule."""
