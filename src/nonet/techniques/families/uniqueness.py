"""Uniqueness: rectangles, loops and graves, in puzzles that have one solution.

``engines/deadly_patterns.py`` knows the deadly patterns; the types follow from the virtual truth that one
guardian is true.  All assume that the puzzle has exactly one solution, so a path tries these
techniques only where uniqueness is known.

Rectangles with a missing candidate also assume that candidates were eliminated by logic, not by
declaration; such rectangles are left out where there are no givens, or where candidates are
declared (``position.candidates_are_clues``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from operator import itemgetter
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.deadly_patterns import (
    DeadlyPattern,
    Rectangle,
    adjacent_subsets,
    cells_blocked,
    explainer_subset_size,
    guardians,
    house_masks,
    rectangles_of,
    rectangles_without,
    seen_by_explainer,
)
from nonet.techniques.engines.value_templates import house_masks_by_cell
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

# BUG: the bivalue universal grave.
#
# If every open cell had two candidates and every value two places in every house, the other
# candidate of every cell would be a second solution. Where only a few extra candidates prevent
# this, one of the extra candidates is true.
#
# The extras are found house by house: where a value has more than two places, the places in cells
# of more than two candidates are extras, as soon as these are no more than the surplus. Types 1
# to 4 as in Sudoku Explainer 1.2.1; with one extra candidate type 1 is HoDoKu's BUG+1. Sudoku
# Explainer finds fewer: each extra must be in the only such cell of some house, and other cells
# must see all of these cells; patterns that Sudoku Explainer does not find are marked, for its
# ratings.

MAX_EXTRAS = 9
"""The most extra candidates."""


def bug_extras(position: Position) -> dict[int, int]:
    """Return the extra values (a mask) by cell; empty if the position is no BUG."""
    layout, values = position.layout, position.values
    open_cells = [cell for cell, held in enumerate(values) if held]
    excess = position.open.bit_count() - 2 * len(open_cells)
    if not 1 <= excess <= MAX_EXTRAS:
        return {}
    member = house_masks(layout)
    if any(values[cell].bit_count() < 2 or not member[cell] for cell in open_cells):
        return {}
    remaining = values.copy()
    places = [position.places_of(value) for value in range(layout.value_count)]
    result: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for house in layout.complete_houses:
            for value in range(layout.value_count):
                cells = places[value] & house.cells
                number = cells.bit_count()
                if number in (0, 2):
                    continue
                many = [cell for cell in bits(cells) if remaining[cell].bit_count() > 2]
                if number == 1 or len(many) < number - 2:
                    return {}
                if len(many) > number - 2:
                    continue
                changed = True
                for cell in many:
                    places[value] &= ~(1 << cell)
                    remaining[cell] &= ~(1 << value)
                    result[cell] = result.get(cell, 0) | 1 << value
    if any(remaining[cell].bit_count() != 2 for cell in open_cells):
        return {}
    for house in layout.houses:
        allowed = (0, 2) if house.complete else (0, 1)
        if any((cells & house.cells).bit_count() not in allowed for cells in places):
            return {}
    return result


def bug_extras_of_explainer(position: Position) -> dict[int, int]:
    """The extra values as Sudoku Explainer 1.2.1 (N. Juillerat) finds these."""
    layout, values = position.layout, position.values
    many = sum(1 << cell for cell, held in enumerate(values) if held.bit_count() > 2)
    result: dict[int, int] = {}
    around, union = layout.all_cells, 0
    for kind in ("box", "row", "column", "other"):
        for house in layout.houses_by_kind[kind]:
            for value in range(layout.value_count):
                cells = position.places_of(value) & house.cells
                if cells.bit_count() in (0, 2):
                    continue
                able = cells & many
                if not able:
                    return {}
                if not able & (able - 1):
                    cell = able.bit_length() - 1
                    result[cell] = result.get(cell, 0) | 1 << value
                    union |= 1 << value
                    around &= layout.sees[cell] & ~sum(1 << first for first in result)
                    if len(result) > 1 and union & (union - 1) and not around:
                        return {}
    return result


def bug_patterns(
    position: Position, requested: frozenset[str]
) -> Iterator[tuple[str, DeadlyPattern, int]]:
    """Technique, foundation and candidates that go."""
    layout, values = position.layout, position.values
    result = position.cached(bug_extras)
    if not result:
        return
    held, union, fins = 0, 0, 0
    for cell, more in result.items():
        held |= 1 << cell
        union |= more
        fins |= layout.candidates_in(1 << cell, more)
    order = tuple(sorted(result))
    base = (position.unsolved, order, 0, held, fins, position.unsolved.bit_count())
    wider = position.cached(bug_extras_of_explainer) != result
    # Without its extras the grid would have two values in every cell and two places for every value
    # in each house: no or several solutions.  So at least one extra is true.
    if len(result) == 1:
        if "bug+1" in requested:
            yield (
                "bug+1",
                DeadlyPattern(*base, unseen_by_explainer=wider),
                layout.candidates_in(held, values[order[0]]) & ~fins,
            )
        return
    if union.bit_count() == 1 and "bug-2" in requested:
        value = union.bit_length() - 1
        # whichever extra is true, a cell that sees them all cannot have the value
        eliminated = position.places_of(value) & layout.seen_by_all(held)
        if eliminated:
            yield (
                "bug-2",
                DeadlyPattern(*base, unseen_by_explainer=wider),
                eliminated << value * layout.cell_count,
            )
    if "bug-3" in requested and union.bit_count() > 1:
        for beside in adjacent_subsets(position, held, held, union, 0):
            own = union_of(values[cell] for cell in bits(beside.others))
            deadly = DeadlyPattern(
                *base,
                unseen_by_explainer=wider or own != beside.values or beside.others.bit_count() > 5,
                subset_size=beside.others.bit_count() + 1,
                subset_cells=beside.others,
                subset_values=beside.values,
                houses=beside.house_numbers,
            )
            yield "bug-3", deadly, beside.eliminations
    if "bug-4" in requested and len(result) == 2:
        first, second = order
        common = values[first] & values[second] & ~union
        for house in layout.houses_containing(held):
            # a value locked into the two cells leaves room for one extra at most
            if not house.complete:
                continue
            for value in bits(common):
                if position.places_of(value) & house.cells != held:
                    continue
                eliminated = (
                    layout.candidates_in(held, layout.all_values & ~(1 << value))
                    & position.open
                    & ~fins
                )
                if eliminated:
                    deadly = DeadlyPattern(
                        *base,
                        locked_value=value,
                        houses=(house.number,),
                        unseen_by_explainer=wider or common.bit_count() > 1,
                    )
                    yield "bug-4", deadly, eliminated
                    return


# Unique loops: deadly patterns of six cells and more on two values.
#
# A loop goes from cell to cell of a house, each with both values; every visited house contains
# two of its cells, of different colours (N. Juillerat's Sudoku Explainer 1.2.1, the source of
# types 1 to 4). The search closes one open house after another, so each set of cells comes up
# once.

MAX_CELLS = 14
"""The most cells of a loop."""

MAX_PARTIAL_LOOPS = 20_000
"""The most partial loops that the search looks at for one pair of values."""

OrderedLoops = tuple[tuple[int, tuple[int, ...]], ...]
"""Masks of cells, each with an order round the loop."""


def unique_loops(
    position: Position, requested: frozenset[str]
) -> Iterator[tuple[str, DeadlyPattern, int]]:
    """Technique, foundation and candidates that go, for the loops of the wanted types."""
    for pair, mask, order in _loops_of_position(position):
        yield from _loop_patterns(position, requested, pair, mask, order)


def unique_loop_cells(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the pair of values and the cells of every loop."""
    for pair, mask, _ in _loops_of_position(position):
        yield pair, mask


def _loops_of_position(position: Position) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    for pair, plain in position.bivalue_cells().items():
        if plain.bit_count() < 2:
            continue
        low, high = bits(pair)
        cells = position.places_of(low) & position.places_of(high)
        if cells.bit_count() < 6:
            continue
        held = tuple((cell, position.values[cell]) for cell in bits(cells))
        for mask, order in position.path_cached(_loops, pair, held):
            yield pair, mask, order


def _loops(position: Position, pair: int, held: tuple[tuple[int, int], ...]) -> OrderedLoops:
    """The loops of a pair; ``held`` are the cells that have both, with their values."""
    cells = sum(1 << cell for cell, _ in held)
    plain = sum(1 << cell for cell, values in held if values == pair)
    results = []
    for mask in sorted(_closed_cell_sets(position, pair, cells, plain), key=int.bit_count):
        order = _cyclic_order(position.layout, mask)
        if order:
            results.append((mask, order))
    return tuple(results)


def _closed_cell_sets(position: Position, pair: int, cells: int, plain: int) -> Iterator[int]:
    """Yield sets of cells with a cell of each colour in every visited house, and at least one
    plain cell.
    """
    layout, values = position.layout, position.values
    member = house_masks(layout)
    tries = 0
    for start in bits(plain):
        if not member[start]:
            continue
        usable = cells & ~(plain & (1 << start) - 1)
        todo = [(1 << start, member[start], 0, 0, 0, 1)]
        while todo:
            mask, ours, theirs, guarded, extras, length = todo.pop()
            tries += 1
            if tries > MAX_PARTIAL_LOOPS:
                return
            open_ = ours ^ theirs
            if not open_:
                if length >= 6:
                    yield mask
                continue
            if length == MAX_CELLS:
                continue
            house = layout.houses[(open_ & -open_).bit_length() - 1]
            first = bool(theirs & open_ & -open_)  # the next cell is of the start's colour
            taken = ours if first else theirs
            for cell in bits(usable & house.cells & ~mask):
                if not member[cell] or member[cell] & taken:
                    continue
                more = values[cell] & ~pair
                union = extras | more
                number = guarded + bool(more)
                if number > 2 and union.bit_count() > 1:
                    continue
                todo.append(
                    (
                        mask | 1 << cell,
                        ours | member[cell] if first else ours,
                        theirs if first else theirs | member[cell],
                        number,
                        union,
                        length + 1,
                    )
                )


def _cyclic_order(layout: Layout, mask: int) -> tuple[int, ...]:
    """Return the cells in an order in which each sees the next and the last the first, or an
    empty tuple.
    """
    start = (mask & -mask).bit_length() - 1
    todo: list[tuple[tuple[int, ...], int]] = [((start,), mask & ~(1 << start))]
    while todo:
        path, remaining = todo.pop()
        if not remaining:
            if layout.sees[path[-1]] >> start & 1:
                return path
            continue
        todo += [
            ((*path, cell), remaining & ~(1 << cell))
            for cell in bits(layout.sees[path[-1]] & remaining)
        ]
    return ()


def _loop_patterns(
    position: Position, requested: frozenset[str], pair: int, mask: int, order: tuple[int, ...]
) -> Iterator[tuple[str, DeadlyPattern, int]]:
    layout, values = position.layout, position.values
    guarded = [cell for cell in order if values[cell] != pair]
    if not guarded:
        return
    held = sum(1 << cell for cell in guarded)
    extras = union_of(values[cell] & ~pair for cell in guarded)
    base = (mask, order, pair, held, guardians(position, mask, pair), len(order))
    if len(guarded) == 1:
        if "unique-loop-1" in requested:
            yield "unique-loop-1", DeadlyPattern(*base), layout.candidates_in(held, pair)
        return
    if extras.bit_count() == 1 and "unique-loop-2" in requested:
        value = extras.bit_length() - 1
        eliminated = position.places_of(value) & layout.seen_by_all(held)
        if eliminated:
            yield "unique-loop-2", DeadlyPattern(*base), eliminated << value * layout.cell_count
    if len(guarded) > 2:
        return
    if "unique-loop-3" in requested and extras.bit_count() > 1:
        for beside in adjacent_subsets(position, mask, held, extras, pair):
            deadly = DeadlyPattern(
                *base,
                subset_size=explainer_subset_size(position, beside.house, beside.others),
                subset_cells=beside.others,
                subset_values=beside.values,
                houses=beside.house_numbers,
                unseen_by_explainer=not seen_by_explainer(position, beside, held, extras),
            )
            yield "unique-loop-3", deadly, beside.eliminations
    if "unique-loop-4" in requested:
        for house in layout.houses_containing(held):
            for value in bits(pair) if house.complete else ():
                if not position.places_of(value) & house.cells & ~held:
                    eliminated = layout.candidates_in(held, pair & ~(1 << value))
                    deadly = DeadlyPattern(*base, locked_value=value, houses=(house.number,))
                    yield "unique-loop-4", deadly, eliminated
                    return


# Unique rectangles by type, hidden and avoidable rectangles.
#
# The types of HoDoKu 2.2. At least one cell has exactly the two values; the other cells may have
# lost one or both values by elimination (not by a placement), for the swap needs only that both
# values were possible once. Rectangles whose cells all have both values come first.
#
# 1: one cell has guardians, and loses the pair. 2, 5: the guardians have the same value,
# eliminated from cells that see all guardians (5: three cells, or opposite cells). 3: two cells'
# guardians are a naked subset with other cells of a house. 4: one of the pair is locked in the
# two cells, so the other is eliminated. 6: opposite cells, one of the pair is locked in the
# rectangle's lines and is eliminated. Hidden: seen from a corner without guardians, one of the
# pair is locked in the lines of the opposite cell, which loses the other value.

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


QUICK = True
"""A hint shows every instance."""

PatternSearch = Callable[[Position, frozenset[str]], Iterator[tuple[str, DeadlyPattern, int]]]

_SEARCH_BY_PREFIXES: tuple[tuple[tuple[str, ...], PatternSearch], ...] = (
    (("unique-rectangle", "hidden"), unique_rectangles),
    (("avoidable",), avoidable_rectangles),
    (("unique-loop",), unique_loops),
    (("bug",), bug_patterns),
)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted types: rectangles first, then loops, then graves; type 1 first."""
    for search, wish in _requested_searches(requested):
        for key, deadly, eliminated in search(position, wish):
            yield _step(key, position, deadly, eliminated)


def _requested_searches(
    requested: frozenset[str],
) -> tuple[tuple[PatternSearch, frozenset[str]], ...]:
    """Each search with one technique after the other."""
    return tuple(
        (search, frozenset((wish,)))
        for prefixes, search in _SEARCH_BY_PREFIXES
        for wish in sorted(
            (key for key in requested if key.startswith(prefixes)), key=itemgetter(-1)
        )
    )


def _step(key: str, position: Position, deadly: DeadlyPattern, eliminated: int) -> Step:
    layout = position.layout
    inside = layout.candidates_in(deadly.cells, deadly.pair or layout.all_values)
    pattern = inside & (position.open | position.placed) & ~deadly.guardians
    placed = layout.cells_of(position.placed & inside)
    truths = [*bits(deadly.cells & ~deadly.guarded & ~placed)]
    links: list[int] = []
    for house in layout.houses if deadly.pair else ():
        if (house.cells & deadly.cells).bit_count() == 2:
            links += layout.house_sets(house.number, deadly.pair)
    sets: tuple[tuple[int, int], ...] = ()
    if deadly.subset_size:
        truths += bits(deadly.subset_cells)
        homes = [
            layout.house_set(house, value)
            for house in deadly.houses
            for value in bits(deadly.subset_values)
        ]
        links += homes
        sets = ((deadly.subset_cells, deadly.subset_values),)
        pattern |= position.open_candidates_in(deadly.subset_cells)
    if deadly.locked_value >= 0:
        truths += [layout.house_set(house, deadly.locked_value) for house in deadly.houses]
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=pattern,
        fins=deadly.guardians,
        truths=tuple(dict.fromkeys(truths)),
        links=tuple(number for number in dict.fromkeys(links) if number not in truths),
        sets=sets,
        deadly_cells=deadly.cells if deadly.pair else 0,
        detail=UniquenessDetail(deadly),
        difficulty=_score(key, deadly),
    )


def _score(key: str, deadly: DeadlyPattern) -> float:
    """Sudoku Explainer's score of a unique rectangle, a unique loop or a BUG.

    Rectangles 4.5, loops of up to 6, 8 and more cells 4.6, 4.7 and 5.0; with a naked or hidden
    set (type 3) of 2 to 4 cells 0.0 to 0.2 more.  BUG type 1 5.6, types 2 and 4 5.7, type 3 5.8
    to 6.1.  Infinite for a rectangle with an eliminated candidate, and for patterns that Sudoku
    Explainer does not see.
    """
    if deadly.has_missing_value or deadly.unseen_by_explainer:
        return inf
    size, cells = deadly.subset_size, deadly.length
    if key.startswith("bug"):
        if key == "bug-3":
            return 5.8 + 0.1 * max(0, size - 2)
        return 5.6 if key == "bug+1" else 5.7
    base = 4.5 if cells <= 4 else 4.6 if cells <= 6 else 4.7 if cells <= 8 else 5.0
    return base + (0.1 * max(0, size - 1) if key.endswith("-3") else 0.0)


# -- words ---------------------------------------------------------------------


class UniquenessDetail(NamedTuple):
    """The deadly pattern, which is told."""

    pattern: DeadlyPattern

    def describe(self, step: Step) -> StepText:
        """A step of uniqueness in words."""
        layout, deadly = step.layout, self.pattern
        if step.key.startswith("bug"):
            return _bug_text(step, deadly)
        low, high = (layout.symbol(value) for value in bits(deadly.pair))
        notation = f"{low}/{high} in {layout.cell_text(deadly.cells)}"
        what = "rectangle" if deadly.length == 4 else f"loop of {deadly.length} cells"
        look = f"Look at {low} and {high} in {phrases.cell_list(layout, deadly.cells)}"
        start = (
            f"If the {what} {phrases.cell_list(layout, deadly.cells)} held only {low} and "
            f"{high}, the "
            "two could be swapped in it and the puzzle would have a second solution."
        )
        return StepText(notation, look, f"{start} {_conclusion_text(step, deadly)}")


def _conclusion_text(step: Step, deadly: DeadlyPattern) -> str:
    layout, key = step.layout, step.key
    shown = phrases.removal_text(layout, step.eliminations)
    guarded = phrases.cell_list(layout, deadly.guarded, "or")
    low, high = (layout.symbol(value) for value in bits(deadly.pair))
    extras = phrases.value_list(
        layout, mask_of(value for value, _ in layout.by_value(deadly.guardians)), "or"
    )
    if key.endswith("rectangle-1") or key == "unique-loop-1":
        if key.startswith("avoidable"):
            return f"Only {guarded} can still prevent that, so {shown}."
        return f"Only {guarded} can still be something else, so it is neither, and {shown}."
    if key.endswith(("-2", "-5")):
        return f"So {guarded} must be {extras}; no cell that sees them all can be, so {shown}."
    if key.endswith("-3"):
        values_text = phrases.value_list(layout, deadly.subset_values)
        return (
            f"So {guarded} is {extras}. With {phrases.cell_list(layout, deadly.subset_cells)} that "
            f"cell uses up {values_text} in {_houses_text(layout, deadly)}, so {shown}."
        )
    lock = layout.symbol(deadly.locked_value)
    remaining = high if lock == low else low
    if key.endswith("-4"):
        return (
            f"In {_houses_text(layout, deadly)} the {lock} must be in one of {guarded}; if the "
            "other "
            f"were {remaining}, that would happen, so {shown}."
        )
    if key.endswith("-6"):
        return (
            f"In its rows and columns the {lock} has no other place, so if one of {guarded} were "
            f"{lock}, the other would be too, and the rest {remaining}: so {shown}."
        )
    far = phrases.cell_list(layout, deadly.subset_cells)
    return (
        f"In {_houses_text(layout, deadly)} the {lock} has no place outside it: were {far} {remaining}, "
        f"the cells beside it would be {lock} and the fourth {remaining}: so {shown}."
    )


def _bug_text(step: Step, deadly: DeadlyPattern) -> StepText:
    layout, key = step.layout, step.key
    shown = phrases.removal_text(layout, step.eliminations)
    guards = phrases.joined_words(
        (
            f"{layout.symbol(value)} in {phrases.cell_list(layout, cells, 'or')}"
            for value, cells in layout.by_value(deadly.guardians)
        ),
        "or",
    )
    start = (
        f"Without {guards} every open cell would have two candidates and every value two places in "
        f"each row, column and box, and the puzzle would have two solutions or none."
    )
    if key == "bug+1":
        then = (
            f"So {phrases.cell_list(layout, deadly.guarded)} is one of its extra values: {shown}."
        )
        if deadly.guardians.bit_count() == 1:
            then = f"So {guards} is right: {shown}."
    elif key == "bug-2":
        then = f"So one of these is right, and what sees all of them cannot be: {shown}."
    elif key == "bug-3":
        then = (
            "So one of these is right, and with "
            f"{phrases.cell_list(layout, deadly.subset_cells)} that cell "
            f"uses up {phrases.value_list(layout, deadly.subset_values)} in "
            f"{_houses_text(layout, deadly)}: "
            f"{shown}."
        )
    else:
        then = (
            f"So one of {phrases.cell_list(layout, deadly.guarded)} has its extra value, and "
            "the other "
            f"then the {layout.symbol(deadly.locked_value)} of {_houses_text(layout, deadly)}: "
            f"{shown}."
        )
    return StepText("", "Look at the few cells with more than two candidates", f"{start} {then}")


def _houses_text(layout: Layout, deadly: DeadlyPattern) -> str:
    return phrases.joined_words(dict.fromkeys(layout.houses[house].name for house in deadly.houses))
