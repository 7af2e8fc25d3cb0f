"""Unique rectangles by type, hidden and avoidable rectangles.

The types of HoDoKu 2.2.  At least one cell has exactly the two values; the other cells may have
lost one or both values by elimination (not by a placement), for the swap needs only that both
values were possible once. Rectangles whose cells all have both values come first.

1: one cell has guardians, and loses the pair.  2, 5: the guardians have the same value,
eliminated from cells that see all guardians (5: three cells, or opposite cells).  3: two cells'
guardians are a naked subset with other cells of a house.  4: one of the pair is locked in the
two cells, so the other is eliminated.  6: opposite cells, one of the pair is locked in the
rectangle's lines and is eliminated.  Hidden: seen from a corner without guardians, one of the
pair is locked in the lines of the opposite cell, which loses the other value.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines.conjugates import house_masks_by_cell
from nonet.techniques.families.uniqueness.deadly_pattern import (
    DeadlyPattern,
    Rectangle,
    adjacent_subsets,
    cells_blocked,
    explainer_subset_size,
    guardians,
    rectangles_of,
    rectangles_without,
    seen_by_explainer,
)
from nonet.techniques.position import Position

RectangleFinding = tuple[str, DeadlyPattern, int]
"""A technique's key, the pattern, and the eliminated candidates."""


class RectangleCase:
    """A rectangle at a position: its pair, the plain cells and the guarded cells."""

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

    def finding(self, key: str, eliminated: int, **more: object) -> RectangleFinding:
        """A finding at this rectangle."""
        corners = self.rectangle.corners
        extras = guardians(self.position, self.rectangle.mask, self.pair)
        deadly = DeadlyPattern(
            self.rectangle.mask,
            corners,
            self.pair,
            self.mask,
            extras,
            4,
            has_missing_value=self.missing,
            **more,  # type: ignore[arg-type]
        )
        return key, deadly, eliminated


def rectangle_cases(position: Position) -> list[RectangleCase]:
    """Return the rectangles that could be deadly, rectangles with all their candidates first."""
    layout, values = position.layout, position.values
    of_cell = rectangles_of(layout)
    closed = [cells_blocked(position, value) for value in range(layout.value_count)]
    solved = layout.all_cells & ~position.unsolved
    done: set[tuple[int, int]] = set()
    results = []
    for cell, pair in enumerate(values):
        if pair.bit_count() != 2:
            continue
        low, high = bits(pair)
        never = closed[low] | closed[high] | solved
        for rectangle in of_cell[cell]:
            if rectangle.mask & never or (rectangle.mask, pair) in done:
                continue
            done.add((rectangle.mask, pair))
            case = RectangleCase(position, rectangle, pair)
            if case.guarded and (
                (position.givens and not position.candidates_are_clues) or not case.missing
            ):
                results.append(case)
    results.sort(key=lambda case: case.missing)
    return results


def unique_rectangles(position: Position, requested: frozenset[str]) -> Iterator[RectangleFinding]:
    """The unique and hidden rectangles of the wanted types.

    A rectangle with a missing candidate comes only where its type and pair have none without.
    """
    complete_types: set[tuple[str, int]] = set()
    for finding in position.cached(_all_unique_rectangles):
        key, deadly, _ = finding
        if key not in requested:
            continue
        if not deadly.has_missing_value:
            complete_types.add((key, deadly.pair))
        elif (key, deadly.pair) in complete_types:
            continue
        yield finding


def _all_unique_rectangles(position: Position) -> list[RectangleFinding]:
    """The rectangles of all types."""
    return [finding for case in rectangle_cases(position) for finding in _case_findings(case)]


def _case_findings(case: RectangleCase) -> Iterator[RectangleFinding]:
    plain = len(case.plain)
    if plain == 3:
        yield from _type_1(case)
        return
    if plain == 0:
        return
    first, second = case.guarded[:2]
    aligned = plain == 2 and case.position.layout.sees[first] >> second & 1
    yield from _single_extra_finding(
        case, "unique-rectangle-2" if aligned else "unique-rectangle-5"
    )
    if aligned:
        yield from _type_3(case)
        yield from _type_4(case)
        return
    if plain == 2:
        yield from _type_6(case)
    yield from _hidden_rectangles(case)


def _type_1(case: RectangleCase) -> Iterator[RectangleFinding]:
    eliminated = case.position.layout.candidates_in(case.mask, case.pair) & case.position.open
    if eliminated:
        yield case.finding("unique-rectangle-1", eliminated)


def _guardian_findings(case: RectangleCase) -> int:
    return union_of(case.position.values[cell] & ~case.pair for cell in case.guarded)


def _single_extra_finding(case: RectangleCase, key: str) -> Iterator[RectangleFinding]:
    extras = _guardian_findings(case)
    if extras.bit_count() == 1:
        layout, value = case.position.layout, extras.bit_length() - 1
        eliminated = case.position.places_of(value) & layout.seen_by_all(case.mask)
        if eliminated:
            yield case.finding(key, eliminated << value * layout.cell_count)


def _type_3(case: RectangleCase) -> Iterator[RectangleFinding]:
    position = case.position
    for beside in adjacent_subsets(
        position, case.rectangle.mask, case.mask, _guardian_findings(case), case.pair
    ):
        yield case.finding(
            "unique-rectangle-3",
            beside.eliminations,
            subset_size=explainer_subset_size(position, beside.house, beside.others),
            subset_cells=beside.others,
            subset_values=beside.values,
            houses=beside.house_numbers,
            unseen_by_explainer=not seen_by_explainer(
                position, beside, case.mask, _guardian_findings(case)
            ),
        )


def _type_4(case: RectangleCase) -> Iterator[RectangleFinding]:
    position, layout = case.position, case.position.layout
    homes = tuple(home.number for home in layout.houses_containing(case.mask) if home.complete)
    common = layout.seen_by_all(case.mask)
    for value in bits(case.pair) if homes else ():
        if position.places_of(value) & common:
            continue
        eliminated = layout.candidates_in(case.mask, case.pair & ~(1 << value)) & position.open
        if eliminated:
            yield case.finding("unique-rectangle-4", eliminated, locked_value=value, houses=homes)
        return


def _line_cells(position: Position, cell: int) -> int:
    layout = position.layout
    return house_masks_by_cell(layout, "row")[cell] | house_masks_by_cell(layout, "column")[cell]


def _missing_values(case: RectangleCase, cells: int) -> list[int]:
    """The values of the pair that have no place among some cells, but for the rectangle's."""
    beside, position = cells & ~case.rectangle.mask, case.position
    return [value for value in bits(case.pair) if not position.places_of(value) & beside]


def _line_between(position: Position, first: int, second: int) -> int:
    """The number of a complete row or column with both cells, -1 if there is none."""
    for house in position.layout.houses_containing(1 << first | 1 << second):
        if house.complete and house.kind in ("row", "column"):
            return house.number
    return -1


def _type_6(case: RectangleCase) -> Iterator[RectangleFinding]:
    position, layout = case.position, case.position.layout
    first, second = case.guarded
    for value in _missing_values(
        case, _line_cells(position, first) | _line_cells(position, second)
    ):
        homes = tuple(
            _line_between(position, cell, mate) for cell in case.guarded for mate in case.plain
        )
        if min(homes) < 0:
            return
        eliminated = position.places_of(value) & case.mask
        if eliminated:
            eliminated <<= value * layout.cell_count
            yield case.finding("unique-rectangle-6", eliminated, locked_value=value, houses=homes)
        return


def _hidden_rectangles(case: RectangleCase) -> Iterator[RectangleFinding]:
    position, layout = case.position, case.position.layout
    for corner in case.plain:
        far = case.rectangle.opposite(corner)
        values = _missing_values(case, _line_cells(position, far))
        if not values:
            continue
        homes = tuple(_line_between(position, far, mate) for mate in case.rectangle.adjacent(far))
        if min(homes) < 0:
            continue
        for value in values:
            eliminated = layout.candidates_in(1 << far, case.pair & ~(1 << value)) & position.open
            if eliminated:
                yield case.finding(
                    "hidden-rectangle",
                    eliminated,
                    locked_value=value,
                    houses=homes,
                    subset_cells=1 << far,
                )


def avoidable_rectangles(
    position: Position, requested: frozenset[str]
) -> Iterator[RectangleFinding]:
    """Avoidable rectangles: placed cells that are no givens take the plain cells' part."""
    return (
        result for result in position.cached(_all_avoidable_rectangles) if result[0] in requested
    )


def _all_avoidable_rectangles(position: Position) -> list[RectangleFinding]:
    """The rectangles of both types."""
    results: list[RectangleFinding] = []
    layout, values = position.layout, position.values
    given = layout.cells_of(position.givens)
    placed = layout.all_cells & ~position.unsolved
    if not position.givens or position.candidates_are_clues or placed == given:
        return results
    value_of = {
        candidate % layout.cell_count: candidate // layout.cell_count
        for candidate in bits(position.placed & ~position.givens)
    }
    wide = union_of(1 << cell for cell, held in enumerate(values) if held.bit_count() > 2)
    for rectangle in position.path_cached(rectangles_without, given):
        open_ = rectangle.mask & ~placed
        if not open_ or open_ & wide:
            continue
        remaining = open_.bit_count()
        if remaining > 2:
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
        deadly = DeadlyPattern(
            rectangle.mask, cells, pair, open_, guardians(position, open_, pair), 4
        )
        if remaining == 1:
            ((cell, value),) = wants.items()
            results.append(("avoidable-rectangle-1", deadly, 1 << value * layout.cell_count + cell))
        else:
            first, second = wants
            extra = values[first] & ~(1 << wants[first])
            if extra != values[second] & ~(1 << wants[second]):
                continue
            if not house_masks_by_cell(layout, "box")[first] >> second & 1:
                continue
            value = extra.bit_length() - 1
            eliminated = position.places_of(value) & layout.seen_by_all(open_)
            if eliminated:
                results.append(
                    ("avoidable-rectangle-2", deadly, eliminated << value * layout.cell_count)
                )
    return results
