"""Almost locked candidates, and pairs of an empty rectangle's intersection.

- *Almost locked pair, triple, quadruple*: two houses cross, and n values have only n - 1 cells in
  the first outside the crossing.  The second has n - 1 cells outside the crossing that may hold
  just these n values.  They use up n - 1 of them, so the crossing holds one at most, the first
  house has the others in its n - 1 cells, which hold nothing else; and the crossing holds just
  one, so the values go from the rest of the second house.
- *Empty rectangle intersection pair*: two cells of the same two values, and a box in which all
  places of either value see one of the cells.  A cell that sees both cannot be one of the values:
  both cells would be the other, which would have no place left in the box.

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

from nonet.techniques.engines import phrases
from nonet.techniques.houses import House
from nonet.techniques.layout import bits, merged
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

QUICK = True
"""A hint shows every instance."""

SIZES = {"almost-locked-pair": 2, "almost-locked-triple": 3, "almost-locked-quadruple": 4}
ERIP = "empty-rectangle-intersection-pair"


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Almost locked candidates by size, then intersection pairs."""
    for key, size in SIZES.items():
        if key in wanted:
            yield from _almost(position, key, size)
    if ERIP in wanted:
        yield from _pairs(position)


# -- almost locked candidates ----------------------------------------------------------


def _almost(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, values = position.layout, position.values
    for one, other, crossing in layout.crossings:
        first, second = layout.houses[one], layout.houses[other]
        if not position.unsolved & crossing:
            continue
        few = [c for c in bits(second.cells & ~crossing) if 1 < values[c].bit_count() <= size]
        mine = first.cells & ~crossing
        position.clock.check()
        for cells in combinations(few, size - 1):
            held = merged(values[cell] for cell in cells)
            if held.bit_count() != size:
                continue
            homes = merged(position.at(value) & mine for value in bits(held))
            whole = all(position.at(value) & first.cells for value in bits(held))
            if homes.bit_count() != size - 1 or not whole:
                continue
            used = sum(1 << cell for cell in cells)
            gone = layout.spread(homes, layout.all_values & ~held)
            gone |= layout.spread(second.cells & ~crossing & ~used, held)
            gone &= position.open
            if gone:
                found = Almost(first, second, crossing, held, used, homes)
                yield _step(position, key, found, gone)


class Almost(NamedTuple):
    """The houses, their crossing, the values, and the cells of the second and the first house."""

    first: House
    second: House
    crossing: int
    values: int
    used: int
    homes: int

    def words(self, step: Step) -> Words:
        """Almost locked candidates in words."""
        layout = step.layout
        digits = phrases.values(layout, self.values)
        used, homes = phrases.cells(layout, self.used), phrases.cells(layout, self.homes)
        first, second = self.first.name, self.second.name
        one = self.used.bit_count() == 1
        return Words(
            f"{layout.symbols(self.values, ',')} in {layout.cell_text(self.used)} and"
            f" {layout.cell_text(self.homes)}",
            f"Look where {first} and {second} cross",
            f"{used} can only be {phrases.values(layout, self.values, 'or')}, which leaves the"
            f" cells that {first} and {second} share one of {digits} at most."
            f" {first.capitalize()} has only {homes} beside these for {digits}, so"
            f" {'it holds' if one else 'they hold'} the rest and nothing else, and what is shared"
            f" holds one of them. So {second} has them nowhere else:"
            f" {phrases.gone(layout, step.eliminations)}.",
        )


def _step(position: Position, key: str, found: Almost, gone: int) -> Step:
    layout = position.layout
    cells = found.crossing | found.used | found.homes
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=layout.spread(cells, found.values) & position.open,
        truths=(*bits(found.used), *layout.house_sets(found.first.number, found.values)),
        links=(*bits(found.homes), *layout.house_sets(found.second.number, found.values)),
        detail=found,
    )


# -- intersection pairs ----------------------------------------------------------------


def _pairs(position: Position) -> Iterator[Step]:
    layout, sees = position.layout, position.layout.sees
    for pair, cells in position.pairs().items():
        for one, other in combinations(bits(cells), 2):
            if sees[one] >> other & 1:
                continue
            gone = layout.spread(sees[one] & sees[other], pair) & position.open
            if not gone:
                continue
            around = sees[one] | sees[other]
            for box in layout.kinds["box"]:
                if box.cells >> one & 1 or box.cells >> other & 1:
                    continue
                places = [position.at(value) & box.cells for value in bits(pair)]
                if all(mask and not mask & ~around for mask in places):
                    removed = gone & ~layout.spread(box.cells, pair)
                    if removed:
                        yield _pair_step(position, (one, other), pair, box, removed)


def _pair_step(
    position: Position, cells: tuple[int, int], pair: int, box: House, gone: int
) -> Step:
    layout = position.layout
    ends = 1 << cells[0] | 1 << cells[1]
    return Step(
        ERIP,
        layout,
        eliminations=gone,
        pattern=layout.spread(ends, pair),
        fins=layout.spread(box.cells, pair) & position.open,
        truths=(*cells, *layout.house_sets(box.number, pair)),
        detail=Pair(cells, pair, box),
    )


class Pair(NamedTuple):
    """Two cells of two values, and the box whose places of both they see."""

    cells: tuple[int, int]
    pair: int
    box: House

    def words(self, step: Step) -> Words:
        """An intersection pair in words."""
        layout = step.layout
        ends = 1 << self.cells[0] | 1 << self.cells[1]
        both = phrases.cells(layout, ends)
        digits = phrases.values(layout, self.pair, "or")
        return Words(
            f"{layout.symbols(self.pair, '/')} in {layout.cell_text(ends)} with {self.box.short}",
            f"Look at {both} and {self.box.name}",
            f"{both} are both {digits}, and each place of these in {self.box.name} sees one of"
            f" them. Were a cell that sees both one of the two values, both would be the other,"
            f" which {self.box.name} would have no place for:"
            f" {phrases.gone(layout, step.eliminations)}.",
        )
