"""Bent naked subsets: n cells of two crossing houses with n values, all but one restricted.

A value is *restricted* if all its places in the cells see each other: at most one of the cells
has the value. If all values but z are restricted, n - 1 values fill at most n - 1 cells, so one
of the cells is z, and z is eliminated from cells that see all its places in the pattern. Some
cells lie in the first house alone, some in the second alone. XY- and XYZ-wings are bent
triples; many WXYZ-wings (by several definitions) are bent quadruples.

Source: "bent naked subsets", Players' forum, 2010; sudoku.coach.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> list(find(position, frozenset({"bent-naked-triple"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

SIZE_BY_KEY = {"bent-naked-triple": 3, "bent-naked-quadruple": 4, "bent-naked-quintuple": 5}


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Subsets by size; each set of cells once."""
    for key, size in SIZE_BY_KEY.items():
        done: set[int] = set()
        for cells, values in _subsets(position, size) if key in requested else ():
            free = _unrestricted_value(position, cells, values)
            if cells in done or free < 0:
                continue
            done.add(cells)
            at = position.places_of(free)
            eliminated = at & position.layout.seen_by_all(cells & at)
            if eliminated:
                yield _step(position, key, BentSubsetDetail(cells, values, free), eliminated)


def _subsets(position: Position, size: int) -> Iterator[tuple[int, int]]:
    """As many cells as values, in two houses that cross and in neither alone."""
    layout, values = position.layout, position.values
    for first, second in combinations(layout.complete_houses, 2):
        if first.kind == second.kind or not first.cells & second.cells:
            continue
        cells = [c for c in bits(first.cells | second.cells) if 1 < values[c].bit_count() <= size]
        todo: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
        position.deadline.check()
        while todo:
            start, number, mask, union = todo.pop()
            if number == size:
                if union.bit_count() == size and mask & ~first.cells and mask & ~second.cells:
                    yield mask, union
                continue
            for next_ in range(start, len(cells) - (size - number) + 1):
                more = union | values[cells[next_]]
                if more.bit_count() <= size:
                    todo.append((next_ + 1, number + 1, mask | 1 << cells[next_], more))


def _unrestricted_value(position: Position, cells: int, values: int) -> int:
    """The one value that is not restricted; -1 if there is none or more."""
    layout, free = position.layout, -1
    for value in bits(values):
        places = cells & position.places_of(value)
        if any(places & ~layout.sees[cell] & ~(1 << cell) for cell in bits(places)):
            if free >= 0:
                return -1
            free = value
    return free


class BentSubsetDetail(NamedTuple):
    """Cells and values, as masks, and the value that is not restricted."""

    cells: int
    values: int
    unrestricted_value: int

    def describe(self, step: Step) -> StepText:
        """A bent naked subset in words."""
        layout = step.layout
        cells, z = phrases.cell_list(layout, self.cells), layout.symbol(self.unrestricted_value)
        remaining = phrases.value_list(layout, self.values & ~(1 << self.unrestricted_value))
        number = self.cells.bit_count()
        many = ("three", "four", "five")[number - 3]
        return StepText(
            f"{layout.value_text(self.values, '/')} in {layout.cell_text(self.cells)}, Z={z}",
            f"Look at {cells}",
            f"{cells} have only {phrases.value_list(layout, self.values)} between them. Of "
            f"{remaining} each"
            " can be in one of them only, as the cells that may hold it all see each other. That is"
            f" too few for {many} cells, so one of them is {z}, and"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )


def _step(position: Position, key: str, detail: BentSubsetDetail, eliminated: int) -> Step:
    layout = position.layout
    pattern = position.open_candidates_in(detail.cells)
    links = []
    for value in bits(detail.values & ~(1 << detail.unrestricted_value)):
        houses = layout.houses_containing(detail.cells & position.places_of(value))
        links += [layout.house_set(house.number, value) for house in houses[:1]]
    return Step(
        key,
        layout,
        eliminations=eliminated << detail.unrestricted_value * layout.cell_count,
        pattern=pattern,
        fins=pattern & layout.all_cells << detail.unrestricted_value * layout.cell_count,
        truths=tuple(bits(detail.cells)),
        links=tuple(links),
        detail=detail,
    )
