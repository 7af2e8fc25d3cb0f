"""Empty rectangles: a box whose places of a value lie in one row and one column.

With a strong link elsewhere: a candidate that sees its far end in the box's other line is
eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.conjugates import conjugates, house_masks_by_cell, other_cell
from nonet.techniques.houses import House, HouseKind
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText


class EmptyRectangle(NamedTuple):
    """An empty rectangle: the box's places, its two lines, and the pair outside."""

    value: int
    box: int
    places: int
    outside_pair: int
    lines: tuple[int, int, int]
    eliminations: int


def empty_rectangle_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Yield boxes with more than two places first; the remaining boxes for values without such
    a box.
    """
    proper: set[int] = set()
    for late in (False, True):
        for value in values:
            if late and value in proper:
                continue
            for empty in _rectangles_of_value(position, value):
                if (empty.places.bit_count() == 2) is late:
                    if not late:
                        proper.add(value)
                    yield _empty_step(key, position.layout, (empty,))


def dual_rectangle_steps(position: Position, values: tuple[int, ...], key: str) -> Iterator[Step]:
    """Yield two rectangles of the same box and value with different eliminations."""
    for value in values:
        for pair in combinations(_rectangles_of_value(position, value), 2):
            if pair[0].box == pair[1].box and pair[0].eliminations != pair[1].eliminations:
                yield _empty_step(key, position.layout, pair)


def _rectangles_of_value(position: Position, value: int) -> tuple[EmptyRectangle, ...]:
    return position.path_cached(_find_rectangles, value, position.places_of(value))


def _find_rectangles(position: Position, value: int, _: int) -> tuple[EmptyRectangle, ...]:
    result = {
        (empty.box, empty.outside_pair, empty.eliminations): empty
        for empty in _rectangle_candidates(position, value)
    }
    return tuple(result.values())


def _rectangle_candidates(position: Position, value: int) -> Iterator[EmptyRectangle]:
    layout, places = position.layout, position.places_of(value)
    pairs = conjugates(position, value)
    if not pairs:
        return
    for box in layout.houses_by_kind["box"]:
        inside = places & box.cells
        if inside.bit_count() < 2:
            continue
        for row in _lines_through(layout, box, "row"):
            if not inside & row.cells or not inside & ~row.cells:
                continue
            for column in _lines_through(layout, box, "column"):
                # the places in the box lie on both lines, and on neither of them alone
                if inside & ~(row.cells | column.cells) or not inside & column.cells & ~row.cells:
                    continue
                if not inside & row.cells & ~column.cells:
                    continue
                outside = places & ~box.cells
                # A pair of places of another house joins the two lines: if its near end on the one
                # line is true, the box has the value on the other line; else the far end is true.
                for line, across in ((row, column), (column, row)):
                    cover = house_masks_by_cell(layout, line.kind)
                    for house, pair in pairs:
                        if house.kind != across.kind or pair & box.cells:
                            continue
                        for near in bits(pair & line.cells):
                            far = other_cell(pair, near)
                            eliminated = outside & cover[far] & across.cells & ~pair
                            if eliminated:
                                lines = (line.number, across.number, house.number)
                                yield EmptyRectangle(
                                    value, box.number, inside, pair, lines, eliminated
                                )


def _lines_through(layout: Layout, box: House, kind: HouseKind) -> list[House]:
    return [line for line in layout.houses_by_kind[kind] if line.cells & box.cells]


def _empty_step(key: str, layout: Layout, results: tuple[EmptyRectangle, ...]) -> Step:
    value = results[0].value
    shift = value * layout.cell_count
    pairs = eliminated = 0
    sets: dict[int, None] = {layout.house_set(results[0].box, value): None}
    links: dict[int, None] = {}
    for empty in results:
        pairs |= empty.outside_pair
        eliminated |= empty.eliminations
        sets[layout.house_set(empty.lines[2], value)] = None
        links |= dict.fromkeys(layout.house_set(line, value) for line in empty.lines[:2])
    return Step(
        key,
        layout,
        eliminations=eliminated << shift,
        pattern=(pairs | results[0].places) << shift,
        fins=results[0].places << shift,
        truths=tuple(sets),
        links=tuple(links),
        detail=EmptyRectanglesDetail(results),
    )


class EmptyRectanglesDetail(NamedTuple):
    """Empty rectangles: one, or two in the same box for dual rectangles."""

    rectangles: tuple[EmptyRectangle, ...]

    def describe(self, step: Step) -> StepText:
        """Empty rectangles in words."""
        layout, rectangles, empty = step.layout, self.rectangles, self.rectangles[0]
        symbol, box = layout.symbol(empty.value), layout.houses[empty.box]
        pairs = "/".join(layout.cell_text(first.outside_pair) for first in rectangles)
        sentences = []
        for first in rectangles:
            line, across, house = (layout.houses[number].name for number in first.lines)
            near = first.outside_pair & layout.houses[first.lines[0]].cells
            far = first.outside_pair & ~near
            shown = phrases.removal_text(
                layout, first.eliminations << first.value * layout.cell_count
            )
            sentences.append(
                f"In {box.name} every {symbol} lies in {line} or in {across}. In {house} the "
                f"{symbol} is at {phrases.cell_list(layout, near)} or "
                f"{phrases.cell_list(layout, far)}: if "
                f"at {phrases.cell_list(layout, near)}, {line} has its {symbol}, so that of "
                f"{box.name} "
                f"is in {across}. So {across} has its {symbol} in {box.name} or "
                f"{phrases.cell_list(layout, far)} is {symbol}; either way {shown}."
            )
        look = f"Look at the {symbol}s of {box.name}: they lie in one row and one column"
        return StepText(f"{symbol} in {box.short_name} ({pairs})", look, " ".join(sentences))
