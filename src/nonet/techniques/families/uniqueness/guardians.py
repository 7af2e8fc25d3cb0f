"""Guardians: what follows where some cells cannot hold certain values alone.

A pattern is some cells and some values, n of them, that cannot be all these cells hold: because
no filling exists, or because there would be a second solution.  So one of the cells' other
candidates, the guardians, is true.  (The values may differ from cell to cell, too: each has its
own.)  By type:

1. one cell has them: it is none of its own values;
2. they are one value: it goes from what sees them all;
3. two cells have them, and with others of a house are a naked subset, one guardian for a cell;
4. two cells of a house have them, in which one of the n values has no other place: one cell is
   it, the other a guardian, so neither is another of its own.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1}))
>>> [number for number, _, _ in types(position, 0b110, 0b1110)]
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonet.techniques.catalogue import technique
from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.deadly import subsets_beside
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step


class Guarded(NamedTuple):
    """A pattern: cells, values, the guarded cells and their extra values, as masks.

    ``own`` are the candidates of the pattern, where these are not all values in all cells.
    ``others`` are cells beside it (type 3) with all ``subset`` values and ``houses``; in type 4
    ``subset`` is the locked value.
    """

    cells: int
    values: int
    held: int
    extras: int
    others: int = 0
    subset: int = 0
    houses: tuple[int, ...] = ()
    own: int = 0

    def candidates(self, layout: Layout) -> int:
        """The candidates that cannot be all there are."""
        return self.own or layout.spread(self.cells, self.values)

    def therefore(self, step: Step, number: int) -> str:
        """What follows by type, in words that go on from "... ": ``so R1C1 is 4: ...``."""
        layout = step.layout
        held = phrases.cells(layout, self.held, "or")
        extras = phrases.values(layout, self.extras, "or")
        gone = phrases.gone(layout, step.eliminations)
        start = f"So {held} is {extras}"
        if number == 1:
            return f"{start}: {gone}."
        if number == 2:
            return f"{start}, and no cell that sees all of these can be: {gone}."
        homes = phrases.listed(layout.houses[house].name for house in self.houses)
        values = phrases.values(layout, self.subset)
        if number == 4:
            return f"{start}. In {homes} the other of them must be {values}, so {gone}."
        others = phrases.cells(layout, self.others)
        return f"{start}. With {others} it uses up {values} in {homes}: {gone}."


def types(
    position: Position, cells: int, values: int, own: int = 0
) -> Iterator[tuple[int, Guarded, int]]:
    """The type's number, the pattern and what goes, of every type that applies."""
    layout = position.layout
    base = guarded(position, cells, values, own)
    held, extras, mine = base.held, base.extras, base.candidates(layout) & position.open
    if held.bit_count() == 1:
        yield 1, base, mine & layout.of_cell(held.bit_length() - 1)
        return
    if extras.bit_count() == 1:
        value = extras.bit_length() - 1
        gone = position.at(value) & layout.seen_by_all(held)
        if gone:
            yield 2, base, gone << value * layout.count
    if held.bit_count() != 2:
        return
    if extras.bit_count() > 1:
        for beside in subsets_beside(position, cells, held, extras, 0):
            found = base._replace(others=beside.others, subset=beside.values, houses=beside.homes)
            yield 3, found, beside.gone
    for house in layout.house_within(held):
        for value in bits(values) if house.complete else ():
            places = position.at(value) & house.cells
            lock = places << value * layout.count
            gone = mine & layout.spread(held, layout.all_values & ~(1 << value))
            if places and not places & ~held and not lock & ~mine and gone:
                yield 4, base._replace(subset=1 << value, houses=(house.number,)), gone


def values_in(layout: Layout, candidates: int, cell: int) -> int:
    """The values that some candidates (a mask) have in a cell."""
    return only(candidate // layout.count for candidate in bits(candidates & layout.of_cell(cell)))


def guarded(position: Position, cells: int, values: int, own: int = 0) -> Guarded:
    """The pattern with the cells that have other candidates, and these."""
    layout = position.layout
    held = extras = 0
    for cell in bits(cells):
        mine = values_in(layout, own, cell) if own else values
        more = position.values[cell] & ~mine
        if more:
            held |= 1 << cell
            extras |= more
    return Guarded(cells, values, held, extras, own=own)


def links_of(layout: Layout, houses: Iterable[House], cells: int, values: int) -> tuple[int, ...]:
    """Each of the values in each of the houses that has two of the cells or more."""
    return tuple(
        layout.house_set(house.number, value)
        for house in houses
        if (house.cells & cells).bit_count() > 1
        for value in bits(values)
    )


def drawn(
    position: Position, key: str, found: Guarded, gone: int, detail: object, links: tuple[int, ...]
) -> Step:
    """The step of a pattern, framed."""
    layout: Layout = position.layout
    mine = found.candidates(layout) & position.open
    pattern = mine
    if found.others:
        pattern |= position.open_in(found.others)
    held = found.held if technique(key).unique else 0  # these may be what they like elsewhere
    truths = [*bits(found.cells & ~held), *bits(found.others)]
    if found.subset and not found.others:
        value = found.subset.bit_length() - 1
        truths += [layout.house_set(house, value) for house in found.houses]
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=pattern,
        fins=position.open_in(found.held) & ~mine,
        truths=tuple(truths),
        links=links,
        sets=((found.others, found.subset),) if found.others else (),
        framed=found.cells,
        detail=detail,  # type: ignore[arg-type]
    )
