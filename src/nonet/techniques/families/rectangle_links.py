"""Unique rectangles with strong links: UR + n cells / k SL.

Four cells of a rectangle may hold two values, a and b; 4 - n of the cells hold nothing else.  A
*strong link* is a side of the rectangle, and a value that has no other place in its line:
exactly one end of the side has the value.  Where a candidate would, through k such links, leave
the four cells only a and b, the candidate is false, as there is one solution.

- *2B/1SL*, *2D/1SL*: two cells of two values, side by side, or opposite each other;
- *3X*, *3N/2SL*: one such cell, links of two directions; the candidate stands opposite the
  common cell of the links, or beside both this cell and the cell of two values;
- *3U*, *3E/2SL*: one such cell, parallel links; the candidate stands beside or opposite the
  cell;
- *4X*, *4C/3SL*: no such cell; of the three links the two of one value are parallel, or meet.

Which links are enough is found by trying all fillings of four cells, once.  Types 4 and 6 and
hidden rectangles are cases as well, with names of their own (``uniqueness.py``).
Sources: ronk, RW and others, "UR gallery", Players' forum, 2006; the letters are SudokuStudio's.

>>> [len(result) for result in shapes_by_name().values()][:2]
[16, 16]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.deadly_patterns import Rectangle, rectangles
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True
"""A hint shows every instance."""

KEY_BY_SHAPE = {
    name: f"unique-rectangle-{name.replace('/', '-').lower()}"
    for name in ("2B/1SL", "2D/1SL", "3X/2SL", "3N/2SL", "3U/2SL", "3E/2SL", "4X/3SL", "4C/3SL")
}

CornerLink = tuple[int, int]
"""A side (0 to 3: from that corner to the next) and which of the two values."""


class LinkShape(NamedTuple):
    """The plain corners (a mask), the links, and the corner and value that go."""

    plain_corners: int
    links: tuple[CornerLink, ...]
    corner: int
    value: int


@lru_cache(maxsize=1)
def shapes_by_name() -> dict[str, tuple[LinkShape, ...]]:
    """Return every shape by name: the links, none of which is idle, and the excluded candidate."""
    shapes: dict[str, list[LinkShape]] = {name: [] for name in KEY_BY_SHAPE}
    every = tuple(product(range(4), range(2)))
    fillings = [
        filling
        for filling in product((0, 1, 2), repeat=4)
        if all(
            first != second or first == 2
            for first, second in zip(filling, (*filling[1:], filling[0]), strict=True)
        )
        and 2 in filling
    ]
    for plain in range(16):
        number = 4 - plain.bit_count()
        if number < 2:
            continue
        remaining = [f for f in fillings if all(f[corner] < 2 for corner in bits(plain))]
        for links in combinations(every, number - 1):
            for corner, value in product(range(4), range(2)):
                if plain >> corner & 1 or not _excludes(remaining, links, corner, value):
                    continue
                fewer = combinations(links, len(links) - 1)
                if any(_excludes(remaining, some, corner, value) for some in fewer):
                    continue
                shape = LinkShape(plain, links, corner, value)
                name = _shape_name(shape)
                if name:
                    shapes[name].append(shape)
    return {name: tuple(same) for name, same in shapes.items()}


def _excludes(
    fillings: list[tuple[int, ...]], links: tuple[CornerLink, ...], corner: int, value: int
) -> bool:
    """Whether no filling that is not deadly has the value in the corner and keeps the links."""
    return not any(
        filling[corner] == value
        and all((filling[side] == v) != (filling[(side + 1) % 4] == v) for side, v in links)
        for filling in fillings
    )


def _shape_name(shape: LinkShape) -> str:
    plain, links, corner, _ = shape
    if plain.bit_count() == 2:
        beside = plain in (0b0011, 0b0110, 0b1100, 0b1001)
        side = links[0][0]
        if beside and not plain & (1 << side | 1 << (side + 1) % 4):
            return ""  # type 4
        return "2B/1SL" if beside else "2D/1SL"
    if plain.bit_count() == 1:
        home = plain.bit_length() - 1
        near = (corner - home) % 2 == 1
        (first, _), (second, _) = links
        if (first - second) % 2 == 0:
            return ("3U/2SL" if near else "3E/2SL") if first != second else ""
        meeting = next(c for c in range(4) if all(c in (s, (s + 1) % 4) for s in (first, second)))
        if (corner - meeting) % 4 == 2:
            return "3X/2SL"
        return "3N/2SL" if near and (corner - meeting) % 2 == 1 else ""
    same = [side for side, value in links if sum(v == value for _, v in links) == 2]
    if len(same) != 2:
        return ""
    return "4X/3SL" if (same[0] - same[1]) % 2 == 0 else "4C/3SL"


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Rectangles whose four cells have both values, by shape; each conclusion once."""
    layout, values = position.layout, position.values
    if position.candidates_are_clues or not position.givens:
        return
    requested_keys = [name for name, key in KEY_BY_SHAPE.items() if key in requested]
    done: set[tuple[str, int]] = set()
    for rectangle in rectangles(layout) if requested_keys else ():
        common = layout.all_values
        for cell in rectangle.corners:
            common &= values[cell]
        if common.bit_count() < 2:
            continue
        position.deadline.check()
        for pair in combinations(bits(common), 2):
            mask = 1 << pair[0] | 1 << pair[1]
            plain = sum(1 << n for n, cell in enumerate(rectangle.corners) if values[cell] == mask)
            if plain.bit_count() > 2:
                continue
            links = _strong_links(position, rectangle, pair)
            for name in requested_keys if links else ():
                for shape in shapes_by_name()[name]:
                    if shape.plain_corners != plain or not all(
                        link in links for link in shape.links
                    ):
                        continue
                    cell = rectangle.corners[shape.corner]
                    eliminated = 1 << pair[shape.value] * layout.cell_count + cell
                    if (name, eliminated) not in done:
                        done.add((name, eliminated))
                        used = tuple((link, links[link]) for link in shape.links)
                        detail = RectangleLinksDetail(name, rectangle, pair, used)
                        yield _step(position, detail, eliminated)


def _strong_links(
    position: Position, rectangle: Rectangle, pair: tuple[int, int]
) -> dict[CornerLink, House]:
    """The sides and values that are strong links, with the house of each."""
    layout = position.layout
    result: dict[CornerLink, House] = {}
    for side in range(4):
        ends = 1 << rectangle.corners[side] | 1 << rectangle.corners[(side + 1) % 4]
        for house in layout.houses_containing(ends):
            for number, value in enumerate(pair):
                if house.complete and position.places_of(value) & house.cells == ends:
                    result.setdefault((side, number), house)
    return result


class RectangleLinksDetail(NamedTuple):
    """The shape's name, the rectangle, its values, and the links with their houses."""

    shape_name: str
    rectangle: Rectangle
    pair: tuple[int, int]
    links: tuple[tuple[CornerLink, House], ...]

    def describe(self, step: Step) -> StepText:
        """A rectangle with strong links in words."""
        layout = step.layout
        low, high = map(layout.symbol, self.pair)
        cells = self.rectangle.mask
        text = phrases.joined_words(
            f"the {layout.symbol(self.pair[value])} of {house.name} has no place outside it"
            for (_, value), house in self.links
        )
        (candidate,) = bits(step.eliminations)
        name, symbol = layout.cell_and_symbol(candidate)
        return StepText(
            f"{low}/{high} in {layout.cell_text(cells)}",
            f"Look at {low} and {high} in {phrases.cell_list(layout, cells)}",
            f"If the rectangle {phrases.cell_list(layout, cells)} held only {low} and {high}, "
            "the two"
            " could be swapped in it and the puzzle would have a second solution. Now"
            f" {text}: were {name} {symbol}, all four cells would be {low} or {high}. So"
            f" {phrases.removal_text(layout, step.eliminations)}.",
        )


def _step(position: Position, detail: RectangleLinksDetail, eliminated: int) -> Step:
    layout = position.layout
    mask = sum(1 << value for value in detail.pair)
    inside = layout.candidates_in(detail.rectangle.mask, mask)
    plain = [cell for cell in detail.rectangle.corners if position.values[cell] == mask]
    return Step(
        KEY_BY_SHAPE[detail.shape_name],
        layout,
        eliminations=eliminated,
        pattern=inside & position.open,
        fins=layout.candidates_in(detail.rectangle.mask, layout.all_values & ~mask) & position.open,
        truths=(
            *plain,
            *(layout.house_set(house.number, detail.pair[v]) for (_, v), house in detail.links),
        ),
        deadly_cells=detail.rectangle.mask,
        detail=detail,
    )
