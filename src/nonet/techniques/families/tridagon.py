"""Tridagons: twelve cells of four boxes that three values cannot fill.

Take four boxes where two bands cross two stacks, and in each three cells, no two in a row or a
column.  If in an odd number of the boxes these run the other way (an odd permutation of rows
and columns), three values cannot fill the twelve cells.  So one of their other values, the
guardians, is true. Type 1: a single cell has guardians, and has none of the three values. Type
2: all guardians are the same value. Type 3: two cells have guardians that form a naked subset
with other cells of a house. Type 4: two cells of a house have guardians, and one of the three
values has no other place there: one of these cells has this value, the other a guardian, so
neither has another of the three.

Also called chromatic pattern, trivalue oddagon, Thor's hammer.  Sources: D. Berthier, "The tridagon
rule", eleven, "chromatic patterns", Players' forum, 2022.

>>> from nonet.puzzle import Grid, Puzzle
>>> list(find(Position.of(Puzzle(Grid.square(9))), frozenset({"chromatic-pattern-type-1"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.guarded_patterns import (
    Reading,
    guarded_pattern,
    pattern_step,
    reading_text,
    readings,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

TYPE_KEYS = tuple(f"chromatic-pattern-type-{number}" for number in (1, 2, 3, 4))

MAX_GUARDED_CELLS = 4
"""The most cells with guardians (type 2; other types have one or two)."""


class Corner(NamedTuple):
    """Three cells of a box, and whether their permutation is odd."""

    cells: int
    odd: bool


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The patterns by type; each conclusion of a type once."""
    done: set[tuple[str, int]] = set()
    for cells, trio in position.cached(_patterns):
        pattern = guarded_pattern(position, "chromatic-pattern", cells, trio)
        for reading in readings(position, pattern):
            key = TYPE_KEYS[reading.type_number - 1]
            if key in requested and (key, reading.eliminations) not in done:
                done.add((key, reading.eliminations))
                yield pattern_step(position, key, reading, TridagonDetail(reading), impossible=True)


@lru_cache(maxsize=16)
def box_corners(layout: Layout) -> tuple[tuple[tuple[Corner, ...], ...], ...]:
    """The ways to take four boxes, and in each the ways to take three cells."""
    rows, columns, boxes = (layout.houses_by_kind[kind] for kind in ("row", "column", "box"))
    by_box: dict[tuple[frozenset[int], frozenset[int]], tuple[Corner, ...]] = {}
    for box in boxes:
        across = [row for row in rows if row.cells & box.cells]
        down = [column for column in columns if column.cells & box.cells]
        if len(across) != 3 or len(down) != 3 or len(box.cell_numbers) != 9:
            return ()
        by_box[_numbers(across), _numbers(down)] = tuple(
            Corner(
                _permuted_cells(across, order),
                _is_odd_permutation([down.index(column) for column in order]),
            )
            for order in permutations(down)
        )
    bands = sorted({band for band, _ in by_box}, key=sorted)
    stacks = sorted({stack for _, stack in by_box}, key=sorted)
    return tuple(
        tuple(by_box[band, stack] for band in pair for stack in two)
        for pair in combinations(bands, 2)
        for two in combinations(stacks, 2)
        if all((band, stack) in by_box for band in pair for stack in two)
        and not pair[0] & pair[1]
        and not two[0] & two[1]
    )


def _numbers(houses: list[House]) -> frozenset[int]:
    return frozenset(house.number for house in houses)


def _permuted_cells(across: list[House], order: tuple[House, ...]) -> int:
    return union_of(row.cells & column.cells for row, column in zip(across, order, strict=True))


def _is_odd_permutation(order: list[int]) -> bool:
    return sum(first > second for first, second in combinations(order, 2)) % 2 == 1


def _patterns(position: Position) -> list[tuple[int, int]]:
    """Return twelve cells and three values, with few guardians; fewest guardians first."""
    layout, values = position.layout, position.values
    results: list[tuple[int, int, int]] = []
    for four in box_corners(layout):
        for trio in map(mask_of, combinations(range(layout.value_count), 3)):
            position.deadline.check()
            choices = [
                [
                    (corner, number)
                    for corner in box
                    if not corner.cells & ~position.unsolved
                    and (number := _guarded_cells(values, corner.cells, trio)) <= MAX_GUARDED_CELLS
                ]
                for box in four
            ]
            if not all(choices):
                continue
            for chosen in product(*choices):
                number = sum(guarded for _, guarded in chosen)
                if 0 < number <= MAX_GUARDED_CELLS and sum(corner.odd for corner, _ in chosen) % 2:
                    cells = union_of(corner.cells for corner, _ in chosen)
                    results.append((number, cells, trio))
    return [(cells, trio) for _, cells, trio in sorted(results)]


def _guarded_cells(values: list[int], cells: int, trio: int) -> int:
    """Return how many cells have other values; too many if one has none of the three."""
    number = 0
    for cell in bits(cells):
        if not values[cell] & trio:
            return MAX_GUARDED_CELLS + 1
        number += bool(values[cell] & ~trio)
    return number


class TridagonDetail(NamedTuple):
    """The reading of the pattern."""

    reading: Reading

    def describe(self, step: Step) -> StepText:
        """A tridagon in words."""
        layout, pattern = step.layout, self.reading.pattern
        digits = phrases.value_list(layout, pattern.values)
        cells = phrases.cell_list(layout, pattern.cells)
        start = (
            f"{cells} lie three in each of four boxes, no two of a box in a row or column, and in"
            f" an odd number of the boxes the other way round: {digits} alone cannot fill them."
        )
        return StepText(
            f"{layout.value_text(pattern.values, '/')} in {layout.cell_text(pattern.cells)}",
            f"Look at {digits} in four boxes",
            f"{start} {reading_text(layout, self.reading)}",
        )
