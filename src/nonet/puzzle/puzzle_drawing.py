"""The drawing of a puzzle: its clues, values and regions, and the shapes of its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from nonet.puzzle.alphabets import Alphabet
from nonet.puzzle.drawn_marks import drawn_decorations
from nonet.puzzle.grid import OFF_CANVAS, Cell, Grid, place
from nonet.puzzle.rules import PuzzleRule
from nonet.render.drawing import Drawing, Mark

if TYPE_CHECKING:
    from nonet.render.shapes import Decoration


class GivenValues(NamedTuple):
    """The contents of the cells: clues, the cells of clashing clues, the values of a solution, and
    the candidates of open cells.
    """

    clues: Mapping[Cell, int]
    wrong: Collection[Cell]
    values: Mapping[Cell, int]
    candidates: Mapping[Cell, Iterable[int]]


def drawing_of(
    grid: Grid,
    rules: tuple[PuzzleRule, ...],
    notes: Mapping[str, str],
    alphabet: Alphabet,
    given: GivenValues,
) -> Drawing:
    """Return the drawing of a grid with its rules, a setter's marks and its values."""
    symbol, marks = alphabet.symbol, {}
    for cell in grid.cells:
        if cell in given.clues:
            mark = Mark(symbol(given.clues[cell]), clue=True, wrong=cell in given.wrong)
        elif cell in given.values:
            mark = Mark(symbol(given.values[cell]))
        elif cell in given.candidates:
            open_values = set(given.candidates[cell])
            mark = Mark(
                candidates=tuple(symbol(v) if v in open_values else "" for v in grid.values)
            )
        else:
            mark = Mark()
        marks[place(cell)] = mark
    regions = _region_of_place(grid, rules)
    if given.values:
        regions = _region_numbers(r.regions_of(grid, given.values) for r in rules) or regions
    return Drawing(
        grid.height,
        grid.width,
        marks,
        regions,
        grid.blocks[0].box,
        (
            *drawn_decorations(grid, notes),
            *_on_canvas(d for rule in rules for d in rule.decorations(grid)),
            *(
                d
                for rule in rules
                if given.values
                for d in rule.found_decorations(grid, given.values)
            ),
        ),
    )


def _on_canvas(decorations: Iterable[Decoration]) -> Iterator[Decoration]:
    """Yield the decorations as far as they lie on the canvas, without variables beside the grid."""
    for each in decorations:
        from nonet.render.shapes import Shape, decoration_cells  # 4 ms; a plain grid needs none

        places = decoration_cells(each)
        if OFF_CANVAS not in places:
            yield each
        elif not isinstance(each, Shape) and (cells := tuple(p for p in places if p != OFF_CANVAS)):
            yield replace(each, cells=cells)


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
