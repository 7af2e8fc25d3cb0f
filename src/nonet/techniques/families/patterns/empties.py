"""Empty rectangles: a box whose places of a value lie in one row and one column.

With a strong link elsewhere: what sees its far end in the box's other line goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.conjugates import conjugates, covers, other
from nonet.techniques.houses import House, Kind
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words


class Empty(NamedTuple):
    """An empty rectangle: the box's places, its two lines, and the pair outside."""

    value: int
    box: int
    places: int
    pair: int
    lines: tuple[int, int, int]
    gone: int


def steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Boxes with more than two places first; of values that have none of those, the others."""
    proper: set[int] = set()
    for late in (False, True):
        for value in values:
            if late and value in proper:
                continue
            for empty in _rectangles(position, value):
                if (empty.places.bit_count() == 2) is late:
                    if not late:
                        proper.add(value)
                    yield _empty_step(key, position.layout, (empty,))


def dual_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Two of the same box and value that differ in what goes."""
    for value in values:
        for pair in combinations(_rectangles(position, value), 2):
            if pair[0].box == pair[1].box and pair[0].gone != pair[1].gone:
                yield _empty_step(key, position.layout, pair)


def _rectangles(position: Position, value: int) -> tuple[Empty, ...]:
    return position.kept(_all_empties, value, position.at(value))


def _all_empties(position: Position, value: int, _: int) -> tuple[Empty, ...]:
    found = {(empty.box, empty.pair, empty.gone): empty for empty in _empties(position, value)}
    return tuple(found.values())


def _empties(position: Position, value: int) -> Iterator[Empty]:
    layout, places = position.layout, position.at(value)
    pairs = conjugates(position, value)
    if not pairs:
        return
    for box in layout.kinds["box"]:
        inside = places & box.cells
        if inside.bit_count() < 2:
            continue
        for row in _through(layout, box, "row"):
            if not inside & row.cells or not inside & ~row.cells:
                continue
            for column in _through(layout, box, "column"):
                if inside & ~(row.cells | column.cells) or not inside & column.cells & ~row.cells:
                    continue
                if not inside & row.cells & ~column.cells:
                    continue
                outside = places & ~box.cells
                for line, across in ((row, column), (column, row)):
                    cover = covers(layout, line.kind)
                    for house, pair in pairs:
                        if house.kind != across.kind or pair & box.cells:
                            continue
                        for near in bits(pair & line.cells):
                            far = other(pair, near)
                            gone = outside & cover[far] & across.cells & ~pair
                            if gone:
                                lines = (line.number, across.number, house.number)
                                yield Empty(value, box.number, inside, pair, lines, gone)


def _through(layout: Layout, box: House, kind: Kind) -> list[House]:
    return [line for line in layout.kinds[kind] if line.cells & box.cells]


def _empty_step(key: str, layout: Layout, found: tuple[Empty, ...]) -> Step:
    value = found[0].value
    shift = value * layout.count
    pairs = gone = 0
    sets: dict[int, None] = {layout.house_set(found[0].box, value): None}
    links: dict[int, None] = {}
    for empty in found:
        pairs |= empty.pair
        gone |= empty.gone
        sets[layout.house_set(empty.lines[2], value)] = None
        links |= dict.fromkeys(layout.house_set(line, value) for line in empty.lines[:2])
    return Step(
        key,
        layout,
        eliminations=gone << shift,
        pattern=(pairs | found[0].places) << shift,
        fins=found[0].places << shift,
        truths=tuple(sets),
        links=tuple(links),
        detail=Emptied(found),
    )


class Emptied(NamedTuple):
    """Empty rectangles: one, of dual ones two in the same box."""

    found: tuple[Empty, ...]

    def words(self, step: Step) -> Words:
        """Empty rectangles in words."""
        layout, found, empty = step.layout, self.found, self.found[0]
        symbol, box = layout.symbol(empty.value), layout.houses[empty.box]
        pairs = "/".join(layout.cell_text(one.pair) for one in found)
        sentences = []
        for one in found:
            line, across, house = (layout.houses[number].name for number in one.lines)
            near = one.pair & layout.houses[one.lines[0]].cells
            far = one.pair & ~near
            shown = phrases.gone(layout, one.gone << one.value * layout.count)
            sentences.append(
                f"In {box.name} every {symbol} lies in {line} or in {across}. In {house} the "
                f"{symbol} is at {phrases.cells(layout, near)} or {phrases.cells(layout, far)}: if "
                f"at {phrases.cells(layout, near)}, {line} has its {symbol}, so that of {box.name} "
                f"is in {across}. So {across} has its {symbol} in {box.name} or "
                f"{phrases.cells(layout, far)} is {symbol}; either way {shown}."
            )
        look = f"Look at the {symbol}s of {box.name}: they lie in one row and one column"
        return Words(f"{symbol} in {box.short} ({pairs})", look, " ".join(sentences))
