"""Tridagons: twelve cells of four boxes that three values cannot fill.

Take four boxes where two bands cross two stacks, and in each three cells, no two in a row or a
column.  If in an odd number of the boxes these run the other way (an odd permutation of rows and
columns), three values cannot fill the twelve cells.  So one of their other values, the guardians,
is true: type 1 has them in one cell, which is none of the three; type 2 has one value for all of
them; type 3 has two cells with them that are a naked subset with others of a house; type 4 has
two cells of a house in which one of the three has no other place: one of these cells has it, the
other a guardian, so neither has another of the three.  In the *XZ rule* the extra values of two
cells are two, and a cell of these two sees both: it is locked with them, so each of the two
values goes from what sees all places of it.

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

from nonet.techniques.engines import phrases
from nonet.techniques.families.uniqueness.deadly import subsets_beside
from nonet.techniques.layout import House, Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

TYPES = tuple(f"chromatic-pattern-type-{number}" for number in (1, 2, 3, 4))
XZ = "chromatic-pattern-xz-rule"

FEW = 4
"""The most cells with guardians (of type 2; of the others one or two)."""


class Corner(NamedTuple):
    """Three cells of a box, and whether their permutation is odd."""

    cells: int
    odd: bool


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The patterns by type; each conclusion of a type once."""
    done: set[tuple[str, int]] = set()
    for cells, trio in position.once(_patterns):
        for key, found, gone in _types(position, cells, trio):
            if key in wanted and gone and (key, gone) not in done:
                done.add((key, gone))
                yield _step(position, key, found, gone)


@lru_cache(maxsize=16)
def corners(layout: Layout) -> tuple[tuple[tuple[Corner, ...], ...], ...]:
    """The ways to take four boxes, and in each the ways to take three cells."""
    rows, columns, boxes = (layout.kinds[kind] for kind in ("row", "column", "box"))
    by_box: dict[tuple[frozenset[int], frozenset[int]], tuple[Corner, ...]] = {}
    for box in boxes:
        across = [row for row in rows if row.cells & box.cells]
        down = [column for column in columns if column.cells & box.cells]
        if len(across) != 3 or len(down) != 3 or len(box.order) != 9:
            return ()
        by_box[_numbers(across), _numbers(down)] = tuple(
            Corner(_three(across, order), _odd([down.index(column) for column in order]))
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


def _three(across: list[House], order: tuple[House, ...]) -> int:
    found = 0
    for row, column in zip(across, order, strict=True):
        found |= row.cells & column.cells
    return found


def _odd(order: list[int]) -> bool:
    return sum(one > other for one, other in combinations(order, 2)) % 2 == 1


def _patterns(position: Position) -> list[tuple[int, int]]:
    """Twelve cells and three values, with few guardians; those with the fewest first."""
    layout, values = position.layout, position.values
    found: list[tuple[int, int, int]] = []
    for four in corners(layout):
        for trio in (sum(1 << v for v in three) for three in combinations(range(layout.size), 3)):
            position.clock.check()
            able = [
                [
                    (corner, number)
                    for corner in box
                    if not corner.cells & ~position.unsolved
                    and (number := _guarded(values, corner.cells, trio)) <= FEW
                ]
                for box in four
            ]
            if not all(able):
                continue
            for chosen in product(*able):
                number = sum(guarded for _, guarded in chosen)
                if 0 < number <= FEW and sum(corner.odd for corner, _ in chosen) % 2:
                    cells = 0
                    for corner, _ in chosen:
                        cells |= corner.cells
                    found.append((number, cells, trio))
    return [(cells, trio) for _, cells, trio in sorted(found)]


def _guarded(values: list[int], cells: int, trio: int) -> int:
    """The cells with other values than three; too many where one has none of the three."""
    number = 0
    for cell in bits(cells):
        if not values[cell] & trio:
            return FEW + 1
        number += bool(values[cell] & ~trio)
    return number


def _types(
    position: Position, cells: int, trio: int
) -> Iterator[tuple[str, Twelve, int]]:
    layout, values = position.layout, position.values
    held = sum(1 << cell for cell in bits(cells) if values[cell] & ~trio)
    extras = 0
    for cell in bits(held):
        extras |= values[cell] & ~trio
    base = (cells, trio, held, extras)
    if held.bit_count() == 1:
        yield TYPES[0], Twelve(*base), layout.spread(held, trio) & position.open
        return
    if extras.bit_count() == 1:
        value = extras.bit_length() - 1
        gone = position.at(value) & layout.seen_by_all(held)
        yield TYPES[1], Twelve(*base), gone << value * layout.count
    if held.bit_count() != 2:
        return
    if extras.bit_count() > 1:
        for beside in subsets_beside(position, cells, held, extras, 0):
            more = Twelve(*base, beside.others, beside.values, beside.homes)
            yield TYPES[2], more, beside.gone
    for house in layout.house_within(held):
        for value in bits(trio) if house.complete else ():
            places = position.at(value) & house.cells
            if places and not places & ~held:
                gone = layout.spread(held, trio & ~(1 << value)) & position.open
                yield TYPES[3], Twelve(*base, 0, 1 << value, (house.number,)), gone
    if extras.bit_count() == 2:
        for cell in bits(layout.seen_by_all(held)):
            if values[cell] == extras:
                gone = 0
                for value in bits(extras):
                    own = held & position.at(value) | 1 << cell
                    seen = position.at(value) & layout.seen_by_all(own)
                    gone |= seen << value * layout.count
                yield XZ, Twelve(*base, 1 << cell, extras), gone


def _step(position: Position, key: str, found: Twelve, gone: int) -> Step:
    layout = position.layout
    pattern = layout.spread(found.cells, found.trio) & position.open
    if found.others:
        pattern |= layout.spread(found.others, layout.all_values) & position.open
    boxes = [box for box in layout.kinds["box"] if box.cells & found.cells]
    lines = [
        line
        for kind in ("row", "column")
        for line in layout.kinds[kind]  # type: ignore[index]
        if line.cells & found.cells
    ]
    return Step(
        key,
        layout,
        eliminations=gone,
        pattern=pattern,
        fins=layout.spread(found.held, found.extras) & position.open,
        truths=(*bits(found.cells), *bits(found.others)),
        links=tuple(
            layout.house_set(house.number, value)
            for house in (*boxes, *lines)
            for value in bits(found.trio)
        ),
        sets=((found.others, found.values),) if found.others else (),
        framed=found.cells,
        detail=found,
    )


class Twelve(NamedTuple):
    """The cells, the three values, the guarded cells and their extra values.

    ``others`` are cells beside the pattern (type 3, XZ rule) with all ``values`` and ``houses``
    of the subset; type 4 has its locked value in ``values``.
    """

    cells: int
    trio: int
    held: int
    extras: int
    others: int = 0
    values: int = 0
    houses: tuple[int, ...] = ()

    def words(self, step: Step) -> Words:
        """A tridagon in words."""
        layout = step.layout
        digits = phrases.values(layout, self.trio)
        cells = phrases.cells(layout, self.cells)
        held = phrases.cells(layout, self.held, "or")
        extras = phrases.values(layout, self.extras, "or")
        gone = phrases.gone(layout, step.eliminations)
        plain = (
            f"{cells} lie three in each of four boxes, no two of a box in a row or column, and in"
            f" an odd number of the boxes the other way round: {digits} alone cannot fill them."
            f" So {held} is {extras}"
        )
        homes = phrases.listed(layout.houses[n].name for n in self.houses) if self.houses else ""
        values = phrases.values(layout, self.values) if self.values else ""
        if step.key == TYPES[0]:
            plain += f": {gone}."
        elif step.key == TYPES[1]:
            plain += f", and no cell that sees all of these can be: {gone}."
        elif step.key == TYPES[3]:
            plain += f". In {homes} the other of them must be {values}, so {gone}."
        else:
            others = phrases.cells(layout, self.others)
            plain += f". With {others} it uses up {values}{' in ' if homes else ''}{homes}: {gone}."
        return Words(
            f"{layout.symbols(self.trio, '/')} in {layout.cell_text(self.cells)}",
            f"Look at {digits} in four boxes",
            plain,
        )
