"""Subsets: n cells of a house that n values fill (Hall sets of its AllDifferent).

*Naked*: the cells have no other values, so the values go from every other cell
of each house that holds all of the cells.  *Hidden*: the values of a complete
house have no other places, so the cells lose all other values.  A *locked* pair
or triple is a naked one in the crossing of two houses that removes in both.
The names are HoDoKu's.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2}))
>>> step = next(find(position, frozenset({"naked-pair"})))
>>> step.notation
'Naked Pair: 3,4 in r2c12 => r2c34<>3, r2c34<>4'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.excess import full_in, known_full
from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.position import Position
from nonet.techniques.step import Step, Words

QUICK = True
"""A hint shows every instance."""

_NAKED = {
    "locked-pair": 2,
    "locked-triple": 3,
    "naked-pair": 2,
    "naked-triple": 3,
    "naked-quadruple": 4,
}
_HIDDEN = {"hidden-pair": 2, "hidden-triple": 3, "hidden-quadruple": 4}
_NUMBER = {2: "two", 3: "three", 4: "four"}

Subset = tuple[int, int]
"""Cells and values, as masks."""


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Subsets, by kind and size, in boxes before lines."""
    for key, size in _NAKED.items():
        if key in wanted:
            yield from _naked(position, key, size)
    for key, size in _HIDDEN.items():
        if key in wanted:
            yield from _hidden(position, key, size)


# -- naked ---------------------------------------------------------------------


def _naked(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, open_ = position.layout, position.open
    gone, nothing = position.gone_since((_naked, size)), True
    done: set[int] = set()
    few, full = position.once(_few)[size], known_full(position)
    for house, cells, held in _houses(layout) if gone else ():
        if (few & cells).bit_count() < size or not gone & held:
            continue
        left = open_ & held
        if not (full.get(left) or full_in(position, house, full))[0] >> size & 1:
            continue
        naked = position.kept(_naked_in, size, house, left)
        for subset, values, seen in naked:
            others = seen & open_
            if not others or subset in done:
                continue
            done.add(subset)
            within = layout.house_within(subset)
            nothing = False
            is_locked = size < 4 and _locked(layout, subset, others)
            if is_locked == key.startswith("locked"):
                yield Step(
                    key,
                    layout,
                    eliminations=others,
                    pattern=layout.spread(subset, values) & open_,
                    truths=tuple(bits(subset)),
                    links=tuple(
                        layout.house_set(other.number, value)
                        for value in bits(values)
                        for other in within
                        if others & layout.spread(other.cells, 1 << value)
                    ),
                    detail=InHouses(subset, values, tuple(other.number for other in within)),
                )
    if nothing:
        position.nothing_by((_naked, size))


def _few(position: Position) -> tuple[int, ...]:
    """The cells that have no more than so many values, none for 0, up to four."""
    one = two = three = four = five = 0  # the cells that have so many or more
    for value in range(position.layout.size):
        places = position.at(value)
        five |= four & places
        four |= three & places
        three |= two & places
        two |= one & places
        one |= places
    return 0, one & ~two, one & ~three, one & ~four, one & ~five


def _locked(layout: Layout, subset: int, removed: int) -> bool:
    """Whether a naked subset removes in a box and in a house that crosses it there."""
    cells = layout.cells_of(removed)
    within = layout.house_within(subset)
    for box in within:
        if box.kind == "box" and cells & box.cells:
            for line in within:
                if line.number != box.number and cells & line.cells & ~box.cells:
                    return True
    return False


def _naked_in(
    position: Position, size: int, house: int, _: int
) -> tuple[tuple[int, int, int], ...]:
    """The naked subsets of a house with such candidates: cells, values, and what they exclude in
    all houses that hold them, open or not."""
    layout = position.layout
    entries = [
        (1 << cell, mask)
        for cell in layout.houses[house].order
        if (mask := position.values[cell]) and mask.bit_count() <= size
    ]
    return tuple(
        (
            subset,
            values,
            layout.spread(
                merged(other.cells for other in layout.house_within(subset)) & ~subset, values
            ),
        )
        for subset, values in _tight(entries, size)
    )


# -- hidden --------------------------------------------------------------------


def _hidden(position: Position, key: str, size: int) -> Iterator[Step]:
    layout, open_ = position.layout, position.open
    gone, nothing = position.gone_since((_hidden, size)), True
    done: set[Subset] = set()
    full = known_full(position)
    for house, _, held in _houses(layout) if gone else ():
        if not (gone & held and layout.houses[house].complete):
            continue
        left = open_ & held
        if not (full.get(left) or full_in(position, house, full))[1] >> size & 1:
            continue
        for values, subset in hidden_in(position, house, size):
            others = layout.spread(subset, layout.all_values & ~values) & open_
            if not others or (values, subset) in done:
                continue
            done.add((values, subset))
            nothing = False
            yield Step(
                key,
                layout,
                eliminations=others,
                pattern=layout.spread(subset, values) & open_,
                truths=layout.house_sets(house, values),
                links=tuple(bits(subset)),
                detail=InHouses(subset, values, (house,)),
            )
    if nothing:
        position.nothing_by((_hidden, size))


def hidden_in(position: Position, house: int, size: int) -> tuple[Subset, ...]:
    """The hidden subsets of a complete house, as (values, cells)."""
    return position.kept(_hidden_in, size, house, position.open & position.layout.held[house])


def _hidden_in(position: Position, size: int, house: int, left: int) -> tuple[Subset, ...]:
    entries = [
        entry for entry in position.kept(_places_in, house, left) if entry[1].bit_count() <= size
    ]
    return tuple(_tight(entries, size)) if len(entries) >= size else ()


def _places_in(position: Position, house: int, left: int) -> list[Subset]:
    """The values of a house, each with its places."""
    count, cells = position.layout.count, position.layout.houses[house].cells
    found = []
    value = 1
    while left:
        places = left & cells
        if places:
            found.append((value, places))
        left >>= count
        value <<= 1
    return found


# -- both ----------------------------------------------------------------------


@lru_cache(maxsize=64)
def _houses(layout: Layout) -> list[tuple[int, int, int]]:
    """The houses that can have a subset, boxes first: number, cells, and their candidates."""
    houses = sorted(layout.houses, key=lambda house: (not house.complete, house.kind != "box"))
    able = (house for house in houses if len(house.order) > 2)
    return [(house.number, house.cells, layout.held[house.number]) for house in able]


def _tight(entries: list[tuple[int, int]], size: int) -> list[Subset]:
    """Every ``size`` of the entries (item, partners) with just ``size`` partners together."""
    many = len(entries)
    grown = [(0, 0, 0)]
    for stop in range(many - size + 1, many):
        grown = [
            (number + 1, items | entries[number][0], union)
            for start, items, partners in grown
            for number in range(start, stop)
            if (union := partners | entries[number][1]).bit_count() <= size
        ]
    return [
        (items | entries[number][0], union)
        for start, items, partners in grown
        for number in range(many - 1, start - 1, -1)
        if (union := partners | entries[number][1]).bit_count() == size
    ]


# -- words ---------------------------------------------------------------------


class InHouses(NamedTuple):
    """Cells and as many values, as masks, and the houses that hold the cells."""

    cells: int
    values: int
    houses: tuple[int, ...]

    def words(self, step: Step) -> Words:
        """A subset in words."""
        layout, (subset, values, numbers) = step.layout, self
        names = phrases.listed(layout.houses[number].name for number in numbers)
        cells, digits = phrases.cells(layout, subset), phrases.values(layout, values)
        many = _NUMBER[subset.bit_count()]
        gone = phrases.gone(layout, step.eliminations)
        notation = f"{layout.symbols(values, ',')} in {layout.cell_text(subset)}"
        if step.key in _HIDDEN:
            return Words(
                notation,
                f"Look where {digits} can be in {names}",
                f"In {names}, {digits} can only be in {cells}. These are {many} values for {many}"
                f" cells, so the cells hold just these values and no others: {gone}.",
            )
        return Words(
            notation,
            f"Look at {names}",
            f"{cells} can only be {phrases.values(layout, values, 'or')}. These are {many} values "
            f"for {many} cells of {names}, so the cells use them up, in whatever order, and no "
            f"other cell there can have them: {gone}.",
        )
