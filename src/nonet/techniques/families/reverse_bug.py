"""Reverse BUG: two values that were given in a closed part of the grid, and nowhere else.

Take two values, a and b, in a solution.  A set of their cells is *closed* if every house that
has one of the two values in the set has both.  The cells of a and b outside the set are then
closed too; and if none of these is given, a and b can be swapped there without a change in any
house. So in a puzzle with one solution no closed set contains all given a and b, except the set
of all cells.

If a set is closed except for a few open cells, where a or b would complete the set, one of
these cells' other candidates, the guardians, is true.  Types 1 to 4 are defined in
``engines/deadly_patterns.py``. The argument needs givens, so candidates must not be clues, and
every house must contain all values.

Sources: "Reverse BUG", Sudopedia; RW, "The Reverse-BUG", Players' forum, 2006.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C3": 2, "R2C3": 1}))
>>> step = next(find(position, frozenset({"reverse-bug-type-1"})))
>>> str(step)
'Reverse BUG Type 1: 1/2 in r12c13 => r2c1<>2'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.deadly_patterns import (
    GuardedPattern,
    applicable_types,
    house_links,
    pattern_step,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

MAX_OPEN_CELLS = 4
"""The most open cells of a set."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield steps by values, sets with few open cells first; each conclusion of a type once."""
    layout = position.layout
    if position.candidates_are_clues or not position.givens or layout.other_constraints:
        return
    if not all(house.complete for house in layout.houses):
        return
    done: set[tuple[str, int]] = set()
    for first, second in combinations(range(layout.value_count), 2):
        position.deadline.check()
        for cells, own in _closed_sets(position, first, second):
            values = 1 << first | 1 << second
            opened = layout.cells_of(own)
            for number, result, eliminated in applicable_types(position, opened, values, own):
                key = f"reverse-bug-type-{number}"
                if key in requested and (key, eliminated) not in done:
                    done.add((key, eliminated))
                    links = house_links(layout, layout.houses, cells, values)
                    detail = ReverseBugDetail(number, result, cells)
                    yield replace(
                        pattern_step(position, key, result, eliminated, detail, links),
                        deadly_cells=cells,
                    )


class TwoValueCells(NamedTuple):
    """The cells of each of two values, as masks, and the open cells of the two."""

    first: int
    second: int
    open_cells: int


def _closed_sets(position: Position, first: int, second: int) -> list[tuple[int, int]]:
    """Return closed sets other than the set of all cells: cells, and the values of the open
    cells.
    """
    layout, count = position.layout, position.layout.cell_count
    placed = [position.placed >> value * count & layout.all_cells for value in (first, second)]
    given = [position.givens >> value * count & layout.all_cells for value in (first, second)]
    able = [position.places_of(value) for value in (first, second)]
    result: dict[int, int] = {}
    seen: set[TwoValueCells] = set()
    todo = [TwoValueCells(given[0], given[1], 0)]
    while todo:
        position.deadline.check()
        held = todo.pop()
        if held in seen:
            continue
        seen.add(held)
        sides = held[:2]
        best: list[TwoValueCells] | None = None
        for house in layout.houses:
            lacks = [not cells & house.cells for cells in sides]
            if lacks[0] == lacks[1]:
                continue
            side = lacks.index(True)
            inside = placed[side] & house.cells
            cells = list(bits((inside or able[side] & house.cells) & ~sides[1 - side]))
            more = []
            for cell in cells:
                opened = held.open_cells if inside else held.open_cells | 1 << cell
                if layout.sees[cell] & sides[side] or opened.bit_count() > MAX_OPEN_CELLS:
                    continue
                grown = [*sides]
                grown[side] |= 1 << cell
                more.append(TwoValueCells(grown[0], grown[1], opened))
            if best is None or len(more) < len(best):
                best = more
        if best is not None:
            todo += best
        elif held.open_cells and any(not held.first & house.cells for house in layout.houses):
            own = (held.first & held.open_cells) << first * count
            own |= (held.second & held.open_cells) << second * count
            result[held.first | held.second] = own
    return sorted(result.items(), key=lambda item: (item[1].bit_count(), item[0]))


class ReverseBugDetail(NamedTuple):
    """The type, the pattern, which has the open cells alone, and all cells of the set."""

    type_number: int
    pattern: GuardedPattern
    cells: int

    def describe(self, step: Step) -> StepText:
        """A reverse BUG in words."""
        layout, pattern = step.layout, self.pattern
        a, b = (layout.symbol(value) for value in bits(pattern.values))
        cells = phrases.cell_list(layout, self.cells)
        assumed = phrases.joined_words(
            f"{phrases.cell_list(layout, where)} {'was' if where & where - 1 == 0 else 'were'}"
            f" {layout.symbol(value)}"
            for value, where in layout.by_value(pattern.own_candidates)
        )
        return StepText(
            f"{a}/{b} in {layout.cell_text(self.cells)}",
            f"Look at where {a} and {b} are given",
            f"No {a} or {b} is given outside {cells}. If {assumed}, each house with {a} or {b} in"
            f" these cells would have both there, and each other house both elsewhere, where {a}"
            f" and {b} could be swapped, and the puzzle would have a second solution."
            f" {pattern.conclusion_text(step, self.type_number)}",
        )
