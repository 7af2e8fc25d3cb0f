"""The drawing of a puzzle: its clues, what is filled in, its regions and what its rules draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from nonet.puzzle.drawn_marks import drawn_decorations
from nonet.puzzle.grid import Cell, Grid, place
from nonet.puzzle.puzzle import Puzzle
from nonet.puzzle.rules import PuzzleRule
from nonet.render.drawing import Drawing, Mark


def drawing_of(
    puzzle: Puzzle,
    values: Mapping[Cell, int] | None = None,
    candidates: Mapping[Cell, Iterable[int]] | None = None,
) -> Drawing:
    """Return the drawing of a puzzle: see :meth:`Puzzle.drawing`."""
    grid, symbol, marks = puzzle.grid, puzzle.alphabet.symbol, {}
    wrong = {cell for clash in puzzle.clashes() for cell in (clash.first, clash.second)}
    for cell in grid.cells:
        if cell in puzzle.clues:
            mark = Mark(symbol(puzzle.clues[cell]), clue=True, wrong=cell in wrong)
        elif values is not None and cell in values:
            mark = Mark(symbol(values[cell]))
        elif candidates is not None and cell in candidates:
            open_values = set(candidates[cell])
            mark = Mark(
                candidates=tuple(symbol(v) if v in open_values else "" for v in grid.values)
            )
        else:
            mark = Mark()
        marks[place(cell)] = mark
    regions = _region_of_place(grid, puzzle.rules)
    if values is not None:
        regions = _region_numbers(r.regions_of(grid, values) for r in puzzle.rules) or regions
    return Drawing(
        grid.height,
        grid.width,
        marks,
        regions,
        grid.blocks[0].box,
        (
            *drawn_decorations(grid, puzzle.notes),
            *(d for rule in puzzle.rules for d in rule.decorations(grid)),
        ),
    )


@lru_cache(maxsize=256)
def _region_of_place(grid: Grid, rules: tuple[PuzzleRule, ...]) -> Mapping[tuple[int, int], int]:
    named = ([tuple(map(grid.cell, r)) for r in rule.regions(grid)] for rule in rules)
    return _region_numbers(named)


def _region_numbers(
    found_by_rules: Iterable[Iterable[tuple[Cell, ...]]],
) -> Mapping[tuple[int, int], int]:
    """Return for each place of a region the number of its first region."""
    numbers: dict[tuple[int, int], int] = {}
    regions = (region for found_by_rule in found_by_rules for region in found_by_rule)
    for number, region in enumerate(regions):
        for cell in region:
            numbers.setdefault(place(cell), number)
    return numbers
