"""Fireworks: values that must be in a crossing or in the ends of its row and column.

In a row and a column that cross in a box let a value have, outside the box, at most one place
each, the *ends*.  If the value is at neither end, the row and the column both have the value in
the box, hence where row and column cross.  So each such value is in at least one of three
cells: the crossing and the ends.

- *triple*: three values with the same three cells, which hold nothing else then;
- *quadruple*: two values at one crossing and two other values at the opposite crossing, with
  the same ends; the four cells hold just these four.

Source: shye, "Fireworks", Players' forum, 2021.

>>> from nonet.puzzle import Grid, Puzzle
>>> list(find(Position.of(Puzzle(Grid.square(4), {"R1C1": 1})), frozenset({"firework-triple"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True


class Firework(NamedTuple):
    """A crossing and its ends (-1 for none yet), as cells, with its box, row, column and values."""

    pivot: int
    wing_cells: tuple[int, int]
    houses: tuple[House, House, House]
    values: int


class FireworkDetail(NamedTuple):
    """The fireworks of a step: one for a triple, two for a quadruple."""

    fireworks: tuple[Firework, ...]

    def describe(self, step: Step) -> StepText:
        """A firework in words."""
        layout = step.layout
        cells = mask_of(_cells_of(self.fireworks))
        values = union_of(part.values for part in self.fireworks)
        sentences = []
        for part in self.fireworks:
            box, row, column = (house.name for house in part.houses)
            several = part.values & (part.values - 1)
            digits = f"the {'values ' * bool(several)}{phrases.value_list(layout, part.values)}"
            ends = phrases.cell_list(layout, sum(1 << end for end in part.wing_cells), "or")
            sentences.append(
                f"In {row} and {column} {digits} can only be in {box} or at {ends}. What is at"
                f" neither end is in {box} both for the row and for the column, so it is at"
                f" {layout.cells[part.pivot]}."
            )
        many = {3: "three", 4: "four"}[values.bit_count()]
        return StepText(
            f"{layout.value_text(values, ',')} in {layout.cell_text(cells)}",
            f"Look where {self.fireworks[0].houses[1].name} and {self.fireworks[0].houses[2].name} cross",
            f"{' '.join(sentences)} So {phrases.cell_list(layout, cells)} hold {many} values,"
            f" {phrases.value_list(layout, values)}, one each, and nothing else:"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Triples, then quadruples."""
    if "firework-triple" in requested:
        for part in _fireworks(position):
            for trio in combinations(bits(part.values), 3):
                only = part._replace(values=sum(1 << value for value in trio))
                yield from _step(position, "firework-triple", (only,))
    if "firework-quadruple" in requested:
        by_ends: dict[frozenset[int], list[Firework]] = {}
        for part in _fireworks(position):
            by_ends.setdefault(frozenset(part.wing_cells), []).append(part)
        for alike in by_ends.values():
            for first, second in combinations(alike, 2):
                yield from _firework_pairs(position, first, second)


def _firework_pairs(position: Position, first: Firework, second: Firework) -> Iterator[Step]:
    if first.pivot == second.pivot:
        return
    for first_pair in combinations(bits(first.values), 2):
        for second_pair in combinations(bits(second.values), 2):
            if not set(first_pair) & set(second_pair):
                parts = tuple(
                    part._replace(values=sum(1 << value for value in pair))
                    for part, pair in ((first, first_pair), (second, second_pair))
                )
                yield from _step(position, "firework-quadruple", parts)


def _fireworks(position: Position) -> Iterator[Firework]:
    """Yield every crossing with two ends and at least two values that have no place elsewhere."""
    layout = position.layout
    kinds = layout.houses_by_kind
    for row, column, box in product(kinds["row"], kinds["column"], kinds["box"]):
        crossing = row.cells & column.cells & box.cells & position.unsolved
        if crossing.bit_count() != 1:
            continue
        position.deadline.check()
        outside = row.cells & ~box.cells, column.cells & ~box.cells
        ends = [
            [
                (cell, _firework_values(position, line, cell))
                for cell in bits(line & position.unsolved)
            ]
            for line in outside
        ]
        for (first, ours), (second, theirs) in product(*ends):
            if (ours & theirs).bit_count() > 1:
                pivot = crossing.bit_length() - 1
                yield Firework(pivot, (first, second), (box, row, column), ours & theirs)


def _firework_values(position: Position, line: int, cell: int) -> int:
    """The values without a place in part of a line but at a cell, and not placed there."""
    layout = position.layout
    result = 0
    for value in range(layout.value_count):
        placed = position.placed >> value * layout.cell_count & layout.all_cells
        if not (position.places_of(value) & ~(1 << cell) | placed) & line:
            result |= 1 << value
    return result


def _cells_of(parts: tuple[Firework, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(cell for part in parts for cell in (part.pivot, *part.wing_cells)))


def _step(position: Position, key: str, parts: tuple[Firework, ...]) -> Iterator[Step]:
    layout, cells = position.layout, mask_of(_cells_of(parts))
    values = union_of(part.values for part in parts)
    lines = [(line.number, part.values) for part in parts for line in part.houses[1:]]
    truths = [number for line in lines for number in layout.house_sets(*line)]
    open_houses = all(
        position.places_of(value) & house.cells
        for part in parts
        for house in part.houses[1:]
        for value in bits(part.values)
    )
    eliminated = layout.candidates_in(cells, layout.all_values & ~values) & position.open
    if eliminated and open_houses and cells.bit_count() == values.bit_count():
        links = list(bits(cells))
        for part in parts:
            links += layout.house_sets(part.houses[0].number, part.values)
        yield Step(
            key,
            layout,
            eliminations=eliminated,
            pattern=layout.candidates_in(cells, values) & position.open,
            truths=tuple(dict.fromkeys(truths)),
            links=tuple(dict.fromkeys(links)),
            detail=FireworkDetail(parts),
        )
