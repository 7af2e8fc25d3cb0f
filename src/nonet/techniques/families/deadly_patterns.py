"""Deadly patterns of three values or more: extended rectangles and Borescoper's polygons.

Suppose that some cells, filled with certain values alone, could be filled in a second way
without a change in any house: then in a puzzle with one solution a guardian, another candidate
of these cells, is true.

- *Extended rectangle*: two parallel lines of n cells, n values, each cell of the first line in
  the same houses as its partner in the second, except houses shared by a whole line. The two
  lines hold the same values, and could be swapped.
- *Borescoper's deadly pattern* (unique polygon): three cells of a box where two rows and two
  columns cross, with three values, or all four with four; two more in these rows, in a column
  outside the box, and two more in these columns, in a row outside.

Types 1 to 4 are defined in ``engines/deadly_patterns.py``. Sources: sudopedia, "extended unique
rectangle"; M. Kennett (Borescoper), Players' forum, 2007.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(9)).model())
>>> [len(result) for result in patterns(layout, "extended-rectangle").values()]
[648, 1944, 1458]
>>> len(borescoper_polygons(layout))
2
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.deadly_patterns import (
    GuardedPattern,
    applicable_types,
    house_links,
    house_masks,
    pattern_step,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

PATTERN_NAMES = ("extended-rectangle", "borescoper-deadly-pattern")

MAX_LINE_CELLS = 5
"""The most cells of a line of an extended rectangle."""

MAX_GUARDED_CELLS = 4
"""The most cells with guardians."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The patterns by type; each conclusion of a type once."""
    if position.candidates_are_clues or not position.givens:
        return  # missing candidates may be clues, which a second solution would not have
    layout = position.layout
    for name in PATTERN_NAMES:
        requested_keys = [key for key in sorted(requested) if key.startswith(name)]
        done: set[tuple[str, int]] = set()
        for cells, values in (
            position.cached(_lightly_guarded_patterns, name) if requested_keys else ()
        ):
            for number, result, eliminated in applicable_types(position, cells, values):
                key = f"{name}-type-{number}"
                if key in requested_keys and (key, eliminated) not in done:
                    done.add((key, eliminated))
                    links = house_links(layout, layout.houses, result.cells, result.values)
                    yield pattern_step(
                        position,
                        key,
                        result,
                        eliminated,
                        DeadlyPatternDetail(number, result),
                        links,
                    )


def _lightly_guarded_patterns(position: Position, name: str) -> list[tuple[int, int]]:
    """The patterns with few guarded cells, fewest first, and their values."""
    layout, held = position.layout, position.values
    results = []
    for size, masks in patterns(layout, name).items():
        for chosen in combinations(range(layout.value_count), size) if masks else ():
            values = sum(1 << value for value in chosen)
            plain = able = 0
            for cell, own in enumerate(held):
                if own & values:
                    able |= 1 << cell
                    if not own & ~values:
                        plain |= 1 << cell
            position.deadline.check()
            if plain.bit_count() < 3:
                continue
            for cells in masks:
                if not cells & ~able and 0 < (cells & ~plain).bit_count() <= MAX_GUARDED_CELLS:
                    results.append(((cells & ~plain).bit_count(), cells, values))
    return [(cells, values) for _, cells, values in sorted(results)]


def patterns(layout: Layout, name: str) -> dict[int, tuple[int, ...]]:
    """All places of a pattern, by the number of its values."""
    return extended_rectangles(layout) if name == PATTERN_NAMES[0] else borescoper_polygons(layout)


@lru_cache(maxsize=16)
def extended_rectangles(layout: Layout) -> dict[int, tuple[int, ...]]:
    """Return extended rectangles: pairs of cells in the same houses except their own lines."""
    member = house_masks(layout)
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    cells = [cell for cell in range(layout.cell_count) if member[cell]]
    for first, second in combinations(cells if len(cells) <= 100 else (), 2):
        if member[first] & member[second]:
            apart = member[first] & ~member[second], member[second] & ~member[first]
            if all(apart):
                pairs.setdefault(apart, []).append((first, second))
                pairs.setdefault(apart[::-1], []).append((second, first))
    result: dict[int, set[int]] = {size: set() for size in range(3, MAX_LINE_CELLS + 1)}
    for (mine, yours), alike in pairs.items():
        if (
            mine > yours
            or not _closed_under_houses(layout, mine)
            or not _closed_under_houses(layout, yours)
        ):
            continue
        for size, masks in result.items():
            for chosen in combinations(alike, size):
                mask = sum(1 << cell for cell in {cell for pair in chosen for cell in pair})
                most = max((mask & house.cells).bit_count() for house in layout.houses)
                if mask.bit_count() == 2 * size and most == size:
                    masks.add(mask)
    return {size: tuple(sorted(masks)) for size, masks in result.items()}


def _closed_under_houses(layout: Layout, houses: int) -> bool:
    return any(layout.houses[house].complete for house in bits(houses))


@lru_cache(maxsize=16)
def borescoper_polygons(layout: Layout) -> dict[int, tuple[int, ...]]:
    """Borescoper's patterns, where every cell is in a row, a column and a box and no more."""
    member = house_masks(layout)
    rows, columns, boxes = (layout.houses_by_kind[kind] for kind in ("row", "column", "box"))
    result: dict[int, list[int]] = {3: [], 4: []}
    if layout.cell_count > 100:
        return {}
    for box in boxes:
        across = [row for row in rows if (row.cells & box.cells).bit_count() > 1]
        down = [column for column in columns if (column.cells & box.cells).bit_count() > 1]
        far_columns = [column for column in columns if not column.cells & box.cells]
        far_rows = [row for row in rows if not row.cells & box.cells]
        for two, pair in product(combinations(across, 2), combinations(down, 2)):
            lines, posts = two[0].cells | two[1].cells, pair[0].cells | pair[1].cells
            inner = lines & posts & box.cells
            if inner.bit_count() != 4:
                continue
            for column, row in product(far_columns, far_rows):
                outer = lines & column.cells, posts & row.cells
                all_cells = inner | outer[0] | outer[1]
                if all_cells.bit_count() != 8:
                    continue
                if not all(any(not ends & ~box.cells for box in boxes) for ends in outer):
                    continue
                if any(member[cell].bit_count() != 3 for cell in bits(all_cells)):
                    continue
                result[4].append(all_cells)
                result[3] += [all_cells & ~(1 << cell) for cell in bits(inner)]
    return {size: tuple(masks) for size, masks in result.items()}


class DeadlyPatternDetail(NamedTuple):
    """The type and the pattern."""

    type_number: int
    pattern: GuardedPattern

    def describe(self, step: Step) -> StepText:
        """A deadly pattern in words."""
        layout, pattern = step.layout, self.pattern
        digits, cells = (
            phrases.value_list(layout, pattern.values),
            phrases.cell_list(layout, pattern.cells),
        )
        return StepText(
            f"{layout.value_text(pattern.values, '/')} in {layout.cell_text(pattern.cells)}",
            f"Look at {digits} in {cells}",
            f"If {cells} held only {digits}, they could be filled in another way that no row,"
            " column or box would notice, and the puzzle would have a second solution."
            f" {pattern.conclusion_text(step, self.type_number)}",
        )
