"""Almost locked candidates, and pairs of an empty rectangle's intersection.

- *Almost locked pair, triple, quadruple*: two houses cross, and n values have only n - 1 cells
  in the first outside the crossing.  The second has n - 1 cells outside the crossing that may
  hold just these n values.  These cells use up n - 1 of the values, so the crossing holds at
  most one, and the first house has the other values in its n - 1 cells, which hold nothing
  else. The crossing then holds exactly one, so the values are eliminated from the rest of the
  second house.
- *Empty rectangle intersection pair*: two cells of the same two values, and a box in which
  every place of either value sees one of the cells.  A cell that sees both cells cannot have
  either value: both cells would have the other value, which would have no place left in the
  box.

Sources: sudopedia, "almost locked candidates"; SudokuStudio (Sunnie).

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> list(find(position, frozenset({"almost-locked-triple"})))
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

SIZE_BY_KEY = {"almost-locked-pair": 2, "almost-locked-triple": 3, "almost-locked-quadruple": 4}
INTERSECTION_PAIR_KEY = "empty-rectangle-intersection-pair"


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Almost locked candidates by size, then intersection pairs."""
    for key, size in SIZE_BY_KEY.items():
        if key in requested:
            yield from _almost_locked_steps(position, key, size)
    if INTERSECTION_PAIR_KEY in requested:
        yield from _intersection_pairs(position)


# -- almost locked candidates ----------------------------------------------------------


def _almost_locked_steps(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, values = position.layout, position.values
    for item, other, crossing in layout.crossings:
        first, second = layout.houses[item], layout.houses[other]
        if not position.unsolved & crossing:
            continue
        few = [c for c in bits(second.cells & ~crossing) if 1 < values[c].bit_count() <= size]
        mine = first.cells & ~crossing
        position.deadline.check()
        for cells in combinations(few, size - 1):
            held = union_of(values[cell] for cell in cells)
            if held.bit_count() != size:
                continue
            homes = union_of(position.places_of(value) & mine for value in bits(held))
            in_first_house = all(position.places_of(value) & first.cells for value in bits(held))
            if homes.bit_count() != size - 1 or not in_first_house:
                continue
            used = sum(1 << cell for cell in cells)
            eliminated = layout.candidates_in(homes, layout.all_values & ~held)
            eliminated |= layout.candidates_in(second.cells & ~crossing & ~used, held)
            eliminated &= position.open
            if eliminated:
                detail = AlmostLockedDetail(first, second, crossing, held, used, homes)
                yield _step(position, key, detail, eliminated)


class AlmostLockedDetail(NamedTuple):
    """The houses, their crossing, the values, and the cells of the second and the first house."""

    first: House
    second: House
    crossing: int
    values: int
    set_cells: int
    hidden_cells: int

    def describe(self, step: Step) -> StepText:
        """Almost locked candidates in words."""
        layout = step.layout
        digits = phrases.value_list(layout, self.values)
        used, homes = (
            phrases.cell_list(layout, self.set_cells),
            phrases.cell_list(layout, self.hidden_cells),
        )
        first, second = self.first.name, self.second.name
        item = self.set_cells.bit_count() == 1
        return StepText(
            f"{layout.value_text(self.values, ',')} in {layout.cell_text(self.set_cells)} and"
            f" {layout.cell_text(self.hidden_cells)}",
            f"Look where {first} and {second} cross",
            f"{used} can only be {phrases.value_list(layout, self.values, 'or')}, which leaves the"
            f" cells that {first} and {second} share one of {digits} at most."
            f" {first.capitalize()} has only {homes} beside these for {digits}, so"
            f" {'it holds' if item else 'they hold'} the rest and nothing else, and what is shared"
            f" holds one of them. So {second} has them nowhere else:"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )


def _step(position: Position, key: str, detail: AlmostLockedDetail, eliminated: int) -> Step:
    layout = position.layout
    cells = detail.crossing | detail.set_cells | detail.hidden_cells
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=layout.candidates_in(cells, detail.values) & position.open,
        truths=(*bits(detail.set_cells), *layout.house_sets(detail.first.number, detail.values)),
        links=(*bits(detail.hidden_cells), *layout.house_sets(detail.second.number, detail.values)),
        detail=detail,
    )


# -- intersection pairs ----------------------------------------------------------------


def _intersection_pairs(position: Position) -> Iterator[Step]:
    layout, sees = position.layout, position.layout.sees
    for pair, cells in position.bivalue_cells().items():
        for first, second in combinations(bits(cells), 2):
            if sees[first] >> second & 1:
                continue
            eliminated = layout.candidates_in(sees[first] & sees[second], pair) & position.open
            if not eliminated:
                continue
            around = sees[first] | sees[second]
            for box in layout.houses_by_kind["box"]:
                if box.cells >> first & 1 or box.cells >> second & 1:
                    continue
                places = [position.places_of(value) & box.cells for value in bits(pair)]
                if all(mask and not mask & ~around for mask in places):
                    removed = eliminated & ~layout.candidates_in(box.cells, pair)
                    if removed:
                        yield _pair_step(position, (first, second), pair, box, removed)


def _pair_step(
    position: Position, cells: tuple[int, int], pair: int, box: House, eliminated: int
) -> Step:
    layout = position.layout
    ends = 1 << cells[0] | 1 << cells[1]
    return Step(
        INTERSECTION_PAIR_KEY,
        layout,
        eliminations=eliminated,
        pattern=layout.candidates_in(ends, pair),
        fins=layout.candidates_in(box.cells, pair) & position.open,
        truths=(*cells, *layout.house_sets(box.number, pair)),
        detail=IntersectionPairDetail(cells, pair, box),
    )


class IntersectionPairDetail(NamedTuple):
    """Two cells of two values, and the box whose places of both values see these cells."""

    cells: tuple[int, int]
    values: int
    box: House

    def describe(self, step: Step) -> StepText:
        """An intersection pair in words."""
        layout = step.layout
        ends = 1 << self.cells[0] | 1 << self.cells[1]
        both = phrases.cell_list(layout, ends)
        digits = phrases.value_list(layout, self.values, "or")
        return StepText(
            f"{layout.value_text(self.values, '/')} in {layout.cell_text(ends)} with "
            f"{self.box.short_name}",
            f"Look at {both} and {self.box.name}",
            f"{both} are both {digits}, and each place of these in {self.box.name} sees one of"
            f" them. Were a cell that sees both one of the two values, both would be the other,"
            f" which {self.box.name} would have no place for:"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )
