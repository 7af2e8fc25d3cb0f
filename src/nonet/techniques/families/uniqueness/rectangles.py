"""Unique rectangles by type, hidden and avoidable rectangles.

The types of HoDoKu 2.2.  At least one cell has exactly the two values; the others
may have lost one or both of them by elimination (not because it is placed), for
the swap needs only that they were possible once.  Rectangles whose cells all have
both come first.

1: one cell has guardians, which loses the pair.  2, 5: the guardians are one
value, gone from what sees them all (5: three cells, or opposite ones).  3: two
cells' guardians are a naked subset with other cells of a house.  4: one of the pair
is locked in the two cells, so the other goes.  6: opposite cells, one of the pair
is locked in the rectangle's lines and goes.  Hidden: seen from a corner without
guardians, one of the pair is locked in the lines of the opposite cell, which
loses the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.engines.conjugates import covers
from nonet.techniques.families.uniqueness.deadly import (
    Deadly,
    Rectangle,
    blocked,
    guardians,
    rectangles,
    rectangles_of,
    seen_by_explainer,
    shared,
    subsets_beside,
)
from nonet.techniques.layout import bits, merged
from nonet.techniques.position import Position

Finding = tuple[str, Deadly, int]
"""A technique's key, what it rests on, and the candidates that go."""


class _Case:
    """A rectangle at a position: its pair, the plain cells and the guarded ones."""

    __slots__ = ("guarded", "mask", "missing", "pair", "plain", "position", "rectangle")

    def __init__(self, position: Position, rectangle: Rectangle, pair: int) -> None:
        values = position.values
        self.position = position
        self.rectangle = rectangle
        self.pair = pair
        self.plain = [cell for cell in rectangle.corners if not values[cell] & ~pair]
        self.guarded = [cell for cell in rectangle.corners if values[cell] & ~pair]
        self.mask = sum(1 << cell for cell in self.guarded)
        self.missing = any(pair & ~values[cell] for cell in rectangle.corners)

    def found(self, key: str, gone: int, **more: object) -> Finding:
        """A finding at this rectangle."""
        corners = self.rectangle.corners
        extras = guardians(self.position, self.rectangle.mask, self.pair)
        deadly = Deadly(
            self.rectangle.mask,
            corners,
            self.pair,
            self.mask,
            extras,
            4,
            missing=self.missing,
            **more,  # type: ignore[arg-type]
        )
        return key, deadly, gone


def _cases(position: Position) -> list[_Case]:
    """The rectangles that could be deadly, those with all their candidates first."""
    layout, values = position.layout, position.values
    of_cell = rectangles_of(layout)
    closed = [blocked(position, value) for value in range(layout.size)]
    solved = layout.all_cells & ~position.unsolved
    done: set[tuple[int, int]] = set()
    found = []
    for cell, pair in enumerate(values):
        if pair.bit_count() != 2:
            continue
        low, high = bits(pair)
        never = closed[low] | closed[high] | solved
        for rectangle in of_cell[cell]:
            if rectangle.mask & never or (rectangle.mask, pair) in done:
                continue
            done.add((rectangle.mask, pair))
            case = _Case(position, rectangle, pair)
            if case.guarded and ((position.givens and not position.declared) or not case.missing):
                found.append(case)
    found.sort(key=lambda case: case.missing)
    return found


def unique(position: Position, wanted: frozenset[str]) -> Iterator[Finding]:
    """The unique and hidden rectangles of the wanted types.

    One with a missing candidate only where its type and pair have none without.
    """
    whole: set[tuple[str, int]] = set()
    for finding in position.once(_unique):
        key, deadly, _ = finding
        if key not in wanted:
            continue
        if not deadly.missing:
            whole.add((key, deadly.pair))
        elif (key, deadly.pair) in whole:
            continue
        yield finding


def _unique(position: Position) -> list[Finding]:
    """The rectangles of all types."""
    return [finding for case in _cases(position) for finding in _of_case(case)]


def _of_case(case: _Case) -> Iterator[Finding]:
    plain = len(case.plain)
    if plain == 3:
        yield from _one(case)
        return
    if plain == 0:
        return
    one, two = case.guarded[:2]
    aligned = plain == 2 and case.position.layout.sees[one] >> two & 1
    yield from _one_value(case, "unique-rectangle-2" if aligned else "unique-rectangle-5")
    if aligned:
        yield from _subset(case)
        yield from _locked(case)
        return
    if plain == 2:
        yield from _crossed(case)
    yield from _hidden(case)


def _one(case: _Case) -> Iterator[Finding]:
    gone = case.position.layout.spread(case.mask, case.pair) & case.position.open
    if gone:
        yield case.found("unique-rectangle-1", gone)


def _extras(case: _Case) -> int:
    return merged(case.position.values[cell] & ~case.pair for cell in case.guarded)


def _one_value(case: _Case, key: str) -> Iterator[Finding]:
    extras = _extras(case)
    if extras.bit_count() == 1:
        layout, value = case.position.layout, extras.bit_length() - 1
        gone = case.position.at(value) & layout.seen_by_all(case.mask)
        if gone:
            yield case.found(key, gone << value * layout.count)


def _subset(case: _Case) -> Iterator[Finding]:
    position = case.position
    for beside in subsets_beside(
        position, case.rectangle.mask, case.mask, _extras(case), case.pair
    ):
        yield case.found(
            "unique-rectangle-3",
            beside.gone,
            subset=shared(position, beside.house, beside.others),
            others=beside.others,
            values=beside.values,
            houses=beside.homes,
            wider=not seen_by_explainer(position, beside, case.mask, _extras(case)),
        )


def _locked(case: _Case) -> Iterator[Finding]:
    position, layout = case.position, case.position.layout
    homes = tuple(home.number for home in layout.house_within(case.mask) if home.complete)
    common = layout.seen_by_all(case.mask)
    for value in bits(case.pair) if homes else ():
        if position.at(value) & common:
            continue
        gone = layout.spread(case.mask, case.pair & ~(1 << value)) & position.open
        if gone:
            yield case.found("unique-rectangle-4", gone, locked=value, houses=homes)
        return


def _lines(position: Position, cell: int) -> int:
    layout = position.layout
    return covers(layout, "row")[cell] | covers(layout, "column")[cell]


def _missing(case: _Case, cells: int) -> list[int]:
    """The values of the pair that have no place among some cells, but for the rectangle's."""
    beside, position = cells & ~case.rectangle.mask, case.position
    return [value for value in bits(case.pair) if not position.at(value) & beside]


def _line_between(position: Position, one: int, two: int) -> int:
    """The number of a complete row or column with both cells, -1 if there is none."""
    for house in position.layout.house_within(1 << one | 1 << two):
        if house.complete and house.kind in ("row", "column"):
            return house.number
    return -1


def _crossed(case: _Case) -> Iterator[Finding]:
    position, layout = case.position, case.position.layout
    one, two = case.guarded
    for value in _missing(case, _lines(position, one) | _lines(position, two)):
        homes = tuple(
            _line_between(position, cell, mate) for cell in case.guarded for mate in case.plain
        )
        if min(homes) < 0:
            return
        gone = position.at(value) & case.mask
        if gone:
            gone <<= value * layout.count
            yield case.found("unique-rectangle-6", gone, locked=value, houses=homes)
        return


def _hidden(case: _Case) -> Iterator[Finding]:
    position, layout = case.position, case.position.layout
    for corner in case.plain:
        far = case.rectangle.opposite(corner)
        values = _missing(case, _lines(position, far))
        if not values:
            continue
        homes = tuple(_line_between(position, far, mate) for mate in case.rectangle.beside(far))
        if min(homes) < 0:
            continue
        for value in values:
            gone = layout.spread(1 << far, case.pair & ~(1 << value)) & position.open
            if gone:
                yield case.found(
                    "hidden-rectangle", gone, locked=value, houses=homes, others=1 << far
                )


def _without(position: Position, given: int) -> list[Rectangle]:
    """The rectangles with none of the given cells."""
    return [one for one in rectangles(position.layout) if not one.mask & given]


def avoidable(position: Position, wanted: frozenset[str]) -> Iterator[Finding]:
    """Avoidable rectangles: placed cells that are no givens take the plain cells' part."""
    return (found for found in position.once(_avoidable) if found[0] in wanted)


def _avoidable(position: Position) -> list[Finding]:
    """The rectangles of both types."""
    found: list[Finding] = []
    layout, values = position.layout, position.values
    given = layout.cells_of(position.givens)
    placed = layout.all_cells & ~position.unsolved
    if not position.givens or position.declared or placed == given:
        return found
    value_of = {
        candidate % layout.count: candidate // layout.count
        for candidate in bits(position.placed & ~position.givens)
    }
    wide = merged(1 << cell for cell, held in enumerate(values) if held.bit_count() > 2)
    for rectangle in position.kept(_without, given):
        open_ = rectangle.mask & ~placed
        if not open_ or open_ & wide:
            continue
        left = open_.bit_count()
        if left > 2:
            continue
        wants: dict[int, int] = {}  # what each open cell would be in the deadly pattern
        cells = rectangle.corners
        for cell in bits(open_):
            mates = {value_of.get(rectangle.opposite(cell), -1)} - {-1}
            wants[cell] = mates.pop() if mates else -1
        sides = [{value_of[c] for c in cells[side::2] if c in value_of} for side in (0, 1)]
        if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
            continue
        pair = sum(1 << value for side in sides for value in side)
        if any(
            value < 0 or not values[cell] >> value & 1 or values[cell].bit_count() != 2
            for cell, value in wants.items()
        ):
            continue
        deadly = Deadly(rectangle.mask, cells, pair, open_, guardians(position, open_, pair), 4)
        if left == 1:
            ((cell, value),) = wants.items()
            found.append(("avoidable-rectangle-1", deadly, 1 << value * layout.count + cell))
        else:
            one, two = wants
            extra = values[one] & ~(1 << wants[one])
            if extra != values[two] & ~(1 << wants[two]):
                continue
            if not covers(layout, "box")[one] >> two & 1:
                continue
            value = extra.bit_length() - 1
            gone = position.at(value) & layout.seen_by_all(open_)
            if gone:
                found.append(("avoidable-rectangle-2", deadly, gone << value * layout.count))
    return found
