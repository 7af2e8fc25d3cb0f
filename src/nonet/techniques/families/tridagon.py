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
from nonet.techniques.families.uniqueness.guardians import Guarded, drawn, guarded, links_of, types
from nonet.techniques.houses import House
from nonet.techniques.layout import Layout, bits, merged
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
        followed = list(types(position, cells, trio))
        followed += [(0, found, gone) for found, gone in _locked(position, cells, trio)]
        for number, found, gone in followed:
            key = TYPES[number - 1] if number else XZ
            if key in wanted and (key, gone) not in done:
                done.add((key, gone))
                layout = position.layout
                links = links_of(layout, layout.complete, cells, trio)
                yield drawn(position, key, found, gone, Told(number, found), links)


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
    return merged(row.cells & column.cells for row, column in zip(across, order, strict=True))


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
                    cells = merged(corner.cells for corner, _ in chosen)
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


def _locked(position: Position, cells: int, trio: int) -> Iterator[tuple[Guarded, int]]:
    """The XZ rule: a cell of two values that sees two cells with these as their extra values."""
    layout = position.layout
    pattern = guarded(position, cells, trio)
    held, extras = pattern.held, pattern.extras
    if held.bit_count() != 2 or extras.bit_count() != 2:
        return
    for cell in bits(layout.seen_by_all(held)):
        if position.values[cell] == extras:
            gone = 0
            for value in bits(extras):
                own = held & position.at(value) | 1 << cell
                gone |= (position.at(value) & layout.seen_by_all(own)) << value * layout.count
            if gone:
                homes = layout.house_within(held | 1 << cell)
                numbers = tuple(house.number for house in homes)
                yield pattern._replace(others=1 << cell, subset=extras, houses=numbers), gone


class Told(NamedTuple):
    """The type, 0 for the XZ rule, and the pattern."""

    number: int
    found: Guarded

    def words(self, step: Step) -> Words:
        """A tridagon in words."""
        layout, found = step.layout, self.found
        digits, cells = phrases.values(layout, found.values), phrases.cells(layout, found.cells)
        start = (
            f"{cells} lie three in each of four boxes, no two of a box in a row or column, and in"
            f" an odd number of the boxes the other way round: {digits} alone cannot fill them."
        )
        if self.number:
            then = found.therefore(step, self.number)
        else:
            extras = phrases.values(layout, found.extras, "or")
            then = (
                f"So {phrases.cells(layout, found.held, 'or')} is {extras}, and"
                f" {phrases.cells(layout, found.others)}, which sees both, is the other of these:"
                f" {phrases.gone(layout, step.eliminations)}."
            )
        return Words(
            f"{layout.symbols(found.values, '/')} in {layout.cell_text(found.cells)}",
            f"Look at {digits} in four boxes",
            f"{start} {then}",
        )
