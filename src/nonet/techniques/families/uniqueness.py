"""Uniqueness: rectangles, loops, graves and extended rectangles, in puzzles that have one solution.

Colour some cells in two colours so that every house holds as many cells of the one as of the
other, one each or none. If one colour were all *a* and the other all *b*, a swap would give a
second solution. In a puzzle with one solution one of the cells' other candidates, the guardians,
is true, unless a given or another constraint would notice the swap. Larger patterns have more
values. What follows is read by types (``engines/guarded_patterns.py``).

Whether a house notices is read off the layout, so patterns come out right with jigsaw regions,
diagonals or a knight's moves; a cell in the scope of any other constraint is in no pattern.
Patterns with a missing candidate also assume that candidates were eliminated by logic, not by
declaration; such patterns are left out where there are no givens, or where candidates are
declared (``position.candidates_are_clues``).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> layout = layout_of(Puzzle(Grid.square(9)).model())
>>> len(rectangles(layout)), [len(masks) for masks in extended_rectangles(layout).values()]
(486, [648, 1944, 1458])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, product
from math import inf
from operator import itemgetter
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.guarded_patterns import (
    AdjacentSubset,
    GuardedPattern,
    Reading,
    guarded_pattern,
    house_masks,
    pattern_step,
    reading_text,
    readings,
)
from nonet.techniques.families.templates import house_masks_by_cell
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

QUICK = True

KeyedReading = tuple[str, Reading]
"""A reading with the key of its technique."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted types: rectangles first, then loops, then graves; type 1 first."""
    for prefixes, search in _SEARCHES:
        wishes = (key for key in requested if key.startswith(prefixes))
        for wish in sorted(wishes, key=itemgetter(-1)):
            for key, reading in position.cached(search):
                if key == wish:
                    yield _step(position, key, reading)


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the steps of ``find``, then rectangles that HoDoKu does not look for.

    In these a candidate of a corner forces the deadly rectangle by any strong links between its
    corners (A. Stuart's hidden unique rectangles of type 2, and unique rectangles of type 5).
    """
    seen = set()
    for step in find(position, requested):
        seen.add((step.key, step.eliminations))
        yield step
    for key, reading in _forced_rectangles(position):
        if key in requested and (key, reading.eliminations) not in seen:
            seen.add((key, reading.eliminations))
            yield _step(position, key, reading)


# Rectangles: four cells, two pairs of which are in the same houses.
#
# The types of HoDoKu 2.2. At least one cell has exactly the two values; the other cells may have
# lost one or both values by elimination (not by a placement), for the swap needs only that both
# values were possible once. Rectangles whose cells all have both values come first.
#
# 1 to 4 are the types of all patterns; 5: as type 2, with three guarded cells or opposite ones.
# 6: opposite cells, one of the pair is locked in the rectangle's lines and is eliminated. Hidden:
# seen from a corner without guardians, one of the pair is locked in the lines of the opposite
# cell, which loses the other value.

MAX_PAIRS = 200_000
"""The most pairs of cells that are looked at for rectangles of a layout."""


class Rectangle(NamedTuple):
    """Four cells, as a mask and in order round the rectangle: colours alternate."""

    mask: int
    corners: tuple[int, int, int, int]

    def opposite(self, cell: int) -> int:
        """The cell of the same colour."""
        return self.corners[(self.corners.index(cell) + 2) % 4]

    def adjacent(self, cell: int) -> tuple[int, int]:
        """The two cells of the other colour."""
        place = self.corners.index(cell)
        return self.corners[(place + 1) % 4], self.corners[(place + 3) % 4]


@lru_cache(maxsize=64)
def rectangles(layout: Layout) -> tuple[Rectangle, ...]:
    """All deadly rectangles: two pairs of cells in the same houses, each house once."""
    member = house_masks(layout)
    cells = [cell for cell in range(layout.cell_count) if member[cell]]
    if len(cells) * (len(cells) - 1) // 2 > MAX_PAIRS:
        return ()
    pairs: dict[int, list[tuple[int, int]]] = {}
    for first, second in combinations(cells, 2):
        if not member[first] & member[second]:
            pairs.setdefault(member[first] | member[second], []).append((first, second))
    results = []
    for alike in pairs.values():
        for (first, second), (three, four) in combinations(alike, 2):
            mask = 1 << first | 1 << second | 1 << three | 1 << four
            if mask.bit_count() == 4:
                results.append(Rectangle(mask, (first, three, second, four)))
    return tuple(sorted(results))


@lru_cache(maxsize=64)
def _rectangles_of(layout: Layout) -> tuple[tuple[Rectangle, ...], ...]:
    """Return for each cell the rectangles that contain the cell."""
    results: list[list[Rectangle]] = [[] for _ in range(layout.cell_count)]
    for rectangle in rectangles(layout):
        for cell in rectangle.corners:
            results[cell].append(rectangle)
    return tuple(map(tuple, results))


def rectangles_without(position: Position, excluded: int) -> list[Rectangle]:
    """Return the rectangles with none of the excluded cells (a mask)."""
    return [first for first in rectangles(position.layout) if not first.mask & excluded]


def cells_blocked(position: Position, value: int) -> int:
    """The cells where ``value`` is impossible by its domains and the values placed alone."""
    placed = position.placed >> value * position.layout.cell_count & position.layout.all_cells
    return position.path_cached(_blocked, value, placed)


def _blocked(position: Position, value: int, placed: int) -> int:
    layout, domains = position.layout, position.layout.structure.domains
    never = mask_of(
        n for n, name in enumerate(layout.cells) if layout.values[value] not in domains[name]
    )
    return never | union_of(layout.sees[cell] for cell in bits(placed))


class RectangleCase(NamedTuple):
    """A rectangle at a position: its pattern of two values, and the cells without guardians."""

    rectangle: Rectangle
    pattern: GuardedPattern
    plain: tuple[int, ...]


def rectangle_cases(position: Position) -> list[RectangleCase]:
    """Return the rectangles that could be deadly, rectangles with all their candidates first."""
    return position.cached(_rectangle_cases)


def _rectangle_cases(position: Position) -> list[RectangleCase]:
    layout, values = position.layout, position.values
    of_cell = _rectangles_of(layout)
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
            mask, corners = rectangle
            if mask & never or (mask, pair) in done:
                continue
            done.add((mask, pair))
            missing = any(pair & ~values[c] for c in corners)
            plain = tuple(c for c in corners if not values[c] & ~pair)
            if len(plain) < 4 and (_eliminated_by_logic(position) or not missing):
                pattern = guarded_pattern(
                    position, "unique-rectangle", mask, pair, has_missing_value=missing
                )
                results.append(RectangleCase(rectangle, pattern, plain))
    results.sort(key=lambda case: case.pattern.has_missing_value)
    return results


def _eliminated_by_logic(position: Position) -> bool:
    """Whether missing candidates are no clues, which a second solution would not have."""
    return bool(position.givens) and not position.candidates_are_clues


def _unique_rectangles(position: Position) -> list[KeyedReading]:
    """Return all rectangles; with a missing candidate only where type and pair have none without."""
    results: list[KeyedReading] = []
    complete: set[tuple[str, int]] = set()
    for case in rectangle_cases(position):
        for key, reading in _case_readings(position, case):
            kind = key, case.pattern.values
            if not case.pattern.has_missing_value:
                complete.add(kind)
            elif kind in complete:
                continue
            results.append((key, reading))
    return results


def _case_readings(position: Position, case: RectangleCase) -> Iterator[KeyedReading]:
    pattern, plain = case.pattern, len(case.plain)
    aligned = bool(position.layout.houses_containing(pattern.guarded))
    for reading in readings(position, pattern, pattern.values, as_hodoku=True) if plain else ():
        number = 5 if reading.type_number == 2 and not aligned else reading.type_number
        yield f"unique-rectangle-{number}", reading._replace(type_number=number)
    if plain in (1, 2) and not aligned:
        if plain == 2:
            yield from _type_6(position, case)
        yield from _hidden_rectangles(position, case)


def _line_cells(position: Position, cell: int) -> int:
    layout = position.layout
    return house_masks_by_cell(layout, "row")[cell] | house_masks_by_cell(layout, "column")[cell]


def _locked_values(position: Position, case: RectangleCase, cells: int) -> list[int]:
    """The values of the pair that have no place among some cells, but for the rectangle's."""
    beside = cells & ~case.pattern.cells
    return [v for v in bits(case.pattern.values) if not position.places_of(v) & beside]


def _line_between(position: Position, first: int, second: int) -> int:
    """The number of a complete row or column with both cells, -1 if there is none."""
    for house in position.layout.houses_containing(1 << first | 1 << second):
        if house.complete and house.kind in ("row", "column"):
            return house.number
    return -1


def _type_6(position: Position, case: RectangleCase) -> Iterator[KeyedReading]:
    guarded = case.pattern.guarded
    lines = union_of(_line_cells(position, cell) for cell in bits(guarded))
    for value in _locked_values(position, case, lines)[:1]:
        homes = tuple(
            _line_between(position, c, mate)
            for c in case.rectangle.corners
            if guarded >> c & 1
            for mate in case.plain
        )
        eliminated = position.places_of(value) & guarded
        if min(homes) >= 0 and eliminated:
            eliminated <<= value * position.layout.cell_count
            yield (
                "unique-rectangle-6",
                Reading(6, case.pattern, eliminated, locked_value=value, houses=homes),
            )


def _hidden_rectangles(position: Position, case: RectangleCase) -> Iterator[KeyedReading]:
    layout, pattern = position.layout, case.pattern
    for corner in case.plain:
        far = case.rectangle.opposite(corner)
        values = _locked_values(position, case, _line_cells(position, far))
        if not values:
            continue
        homes = tuple(_line_between(position, far, mate) for mate in case.rectangle.adjacent(far))
        for value in values if min(homes) >= 0 else ():
            other = pattern.values & ~(1 << value)
            eliminated = layout.candidates_in(1 << far, other) & position.open
            if eliminated:
                reading = Reading(
                    7, pattern, eliminated, locked_value=value, houses=homes, corner=far
                )
                yield "hidden-rectangle", reading


def _forced_rectangles(position: Position) -> Iterator[KeyedReading]:
    """Candidates of a corner that would force the deadly rectangle, with a reason for each."""
    count = position.layout.cell_count
    for case in rectangle_cases(position):
        if case.pattern.has_missing_value or not case.plain:
            continue
        for corner, value in product(case.rectangle.corners, bits(case.pattern.values)):
            homes = _forcing_houses(position, case, corner, value)
            if homes is not None:
                key = "hidden-rectangle" if corner not in case.plain else "unique-rectangle-6"
                (other,) = bits(case.pattern.values & ~(1 << value))
                eliminated = 1 << value * count + corner
                reading = Reading(
                    8, case.pattern, eliminated, locked_value=other, houses=homes, corner=corner
                )
                yield key, reading


def _forcing_houses(
    position: Position, case: RectangleCase, corner: int, value: int
) -> tuple[int, ...] | None:
    """Return the houses whose strong links force the whole rectangle from a value of a corner, or
    ``None`` if the rectangle is not forced.

    A cell without guardians has the value that its neighbour has not; a cell has a value that has
    no other place than this cell and a neighbour without the value.
    """
    layout, values = position.layout, case.pattern.values
    known, homes = {corner: 1 << value}, list[int]()
    changed = True
    while changed and len(known) < 4:
        changed = False
        for cell, mask in list(known.items()):
            other = values & ~mask
            for mate in case.rectangle.adjacent(cell):
                if mate in known:
                    continue
                both = 1 << cell | 1 << mate
                places = position.places_of(other.bit_length() - 1)
                strong = [
                    house.number
                    for house in layout.houses_containing(both)
                    if house.complete and not places & house.cells & ~both
                ]
                if mate in case.plain or strong:
                    known[mate], changed = other, True
                    homes += strong[:1] if mate not in case.plain else []
    return tuple(homes) if len(known) == 4 and homes else None


def _avoidable_rectangles(position: Position) -> list[KeyedReading]:
    """Return avoidable rectangles: placed cells that are no givens take the plain cells' part."""
    results: list[KeyedReading] = []
    layout, values, count = position.layout, position.values, position.layout.cell_count
    given = layout.cells_of(position.givens)
    placed = layout.all_cells & ~position.unsolved
    if not _eliminated_by_logic(position) or placed == given:
        return results
    value_of = {c % count: c // count for c in bits(position.placed & ~position.givens)}
    wide = union_of(1 << cell for cell, own in enumerate(values) if own.bit_count() > 2)
    for rectangle in position.path_cached(rectangles_without, given):
        open_ = rectangle.mask & ~placed
        if not open_ or open_ & wide or open_.bit_count() > 2:
            continue
        cells = rectangle.corners
        sides = [{value_of[c] for c in cells[side::2] if c in value_of} for side in (0, 1)]
        if any(len(side) != 1 for side in sides) or sides[0] == sides[1]:
            continue
        # what each open cell would be in the deadly pattern: as the opposite cell
        deadly = {cell: value_of.get(rectangle.opposite(cell), -1) for cell in bits(open_)}
        if any(
            v < 0 or not values[cell] >> v & 1 or values[cell].bit_count() != 2
            for cell, v in deadly.items()
        ):
            continue
        pair = mask_of(value for side in sides for value in side)
        pattern = guarded_pattern(position, "avoidable-rectangle", rectangle.mask, pair)
        if len(deadly) == 1:
            ((cell, value),) = deadly.items()
            reading = Reading(1, pattern, 1 << value * count + cell)
            results.append(("avoidable-rectangle-1", reading))
            continue
        extras = {values[cell] & ~(1 << value) for cell, value in deadly.items()}
        first, second = deadly
        if len(extras) == 1 and house_masks_by_cell(layout, "box")[first] >> second & 1:
            value = extras.pop().bit_length() - 1
            seen = position.places_of(value) & layout.seen_by_all(open_)
            if seen:
                reading = Reading(2, pattern, seen << value * count)
                results.append(("avoidable-rectangle-2", reading))
    return results


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


def unique_loops(position: Position) -> list[GuardedPattern]:
    """Return every loop with guardians, by pair."""
    return position.cached(_unique_loops)


def _unique_loops(position: Position) -> list[GuardedPattern]:
    results = []
    for pair, plain in position.bivalue_cells().items():
        if plain.bit_count() < 2:
            continue
        low, high = bits(pair)
        cells = position.places_of(low) & position.places_of(high)
        if cells.bit_count() < 6:
            continue
        own = tuple((cell, position.values[cell]) for cell in bits(cells))
        for mask in position.path_cached(_loops, pair, own):
            pattern = guarded_pattern(position, "unique-loop", mask, pair)
            if pattern.guarded:
                results.append(pattern)
    return results


def _loop_readings(position: Position) -> list[KeyedReading]:
    return [
        (f"unique-loop-{reading.type_number}", reading)
        for pattern in unique_loops(position)
        for reading in readings(position, pattern, pattern.values)
    ]


def _loops(position: Position, pair: int, cells: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The loops of a pair, the shortest first; ``cells`` have both values, and their values."""
    usable = sum(1 << cell for cell, _ in cells)
    plain = sum(1 << cell for cell, values in cells if values == pair)
    masks = sorted(_closed_cell_sets(position, pair, usable, plain), key=int.bit_count)
    return tuple(mask for mask in masks if _is_cycle(position.layout, mask))


def _closed_cell_sets(position: Position, pair: int, cells: int, plain: int) -> Iterator[int]:
    """Yield cells, some plain, with one of each colour in every visited house."""
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
                number = guarded + bool(more)
                if number > 2 and (extras | more).bit_count() > 1:
                    continue
                first_end = ours | member[cell] if first else ours
                yours = theirs if first else theirs | member[cell]
                todo.append((mask | 1 << cell, first_end, yours, number, extras | more, length + 1))


def _is_cycle(layout: Layout, mask: int) -> bool:
    """Whether the cells have an order in which each sees the next and the last the first."""
    start = (mask & -mask).bit_length() - 1
    todo = [(start, mask & ~(1 << start))]
    while todo:
        last, remaining = todo.pop()
        if not remaining and layout.sees[last] >> start & 1:
            return True
        todo += [(cell, remaining & ~(1 << cell)) for cell in bits(layout.sees[last] & remaining)]
    return False


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
    open_cells = [cell for cell, mask in enumerate(values) if mask]
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


def _bug_extras_of_explainer(position: Position) -> dict[int, int]:
    """The extra values as Sudoku Explainer 1.2.1 (N. Juillerat) finds these."""
    layout, values = position.layout, position.values
    many = sum(1 << cell for cell, mask in enumerate(values) if mask.bit_count() > 2)
    result: dict[int, int] = {}
    around, union = layout.all_cells, 0
    for kind in ("box", "row", "column", "other"):
        for house in layout.houses_by_kind[kind]:
            for value in range(layout.value_count):
                cells = position.places_of(value) & house.cells
                if cells.bit_count() in (0, 2):
                    continue
                multivalued = cells & many
                if not multivalued:
                    return {}
                if not multivalued & (multivalued - 1):
                    cell = multivalued.bit_length() - 1
                    result[cell] = result.get(cell, 0) | 1 << value
                    union |= 1 << value
                    around &= layout.sees[cell] & ~sum(1 << first for first in result)
                    if len(result) > 1 and union & (union - 1) and not around:
                        return {}
    return result


def _bug_readings(position: Position) -> list[KeyedReading]:
    layout, extras = position.layout, bug_extras(position)
    if not extras:
        return []
    guardians = union_of(layout.candidates_in(1 << cell, more) for cell, more in extras.items())
    pattern = guarded_pattern(
        position,
        "bug",
        position.unsolved,
        0,
        position.open & ~guardians,
        unseen_by_explainer=_bug_extras_of_explainer(position) != extras,
    )
    results = readings(position, pattern)
    return [("bug+1" if r.type_number == 1 else f"bug-{r.type_number}", r) for r in results]


# Patterns of three values or more.
#
# Suppose that some cells, filled with certain values alone, could be filled in a second way
# without a change in any house: then a guardian is true.
#
# An *extended rectangle* is two parallel lines of n cells, n values, each cell of the first line
# in the same houses as its partner in the second, except houses shared by a whole line. The two
# lines hold the same values, and could be swapped (sudopedia).

EXTENDED = "extended-rectangle"

MAX_LINE_CELLS = 5
"""The most cells of a line of an extended rectangle."""

MAX_GUARDED_CELLS = 4
"""The most cells with guardians."""


def _extended_readings(position: Position) -> list[KeyedReading]:
    """Return the readings of extended rectangles, those of the fewest guarded cells first."""
    results: dict[tuple[int, int], KeyedReading] = {}
    for pattern in _lightly_guarded_patterns(position):
        for reading in readings(position, pattern):
            keyed = f"{EXTENDED}-type-{reading.type_number}", reading
            results.setdefault((reading.type_number, reading.eliminations), keyed)
    return list(results.values())


def _lightly_guarded_patterns(position: Position) -> list[GuardedPattern]:
    cell_values, results = position.values, []
    rectangles_ = extended_rectangles(position.layout) if _eliminated_by_logic(position) else {}
    for size, masks in rectangles_.items():
        for values in map(mask_of, combinations(range(position.layout.value_count), size)):
            places = mask_of(cell for cell, own in enumerate(cell_values) if own & values)
            pure = mask_of(cell for cell in bits(places) if not cell_values[cell] & ~values)
            position.deadline.check()
            for cells in masks if pure.bit_count() >= 3 else ():
                if not cells & ~places and 0 < (cells & ~pure).bit_count() <= MAX_GUARDED_CELLS:
                    results.append(((cells & ~pure).bit_count(), cells, values))
    return [
        guarded_pattern(position, EXTENDED, cells, values) for _, cells, values in sorted(results)
    ]


@lru_cache(maxsize=16)
def extended_rectangles(layout: Layout) -> dict[int, tuple[int, ...]]:
    """Return extended rectangles: pairs of cells in the same houses except their own lines."""
    member = house_masks(layout)
    pairs: dict[tuple[int, int], list[int]] = {}
    cells = [cell for cell in range(layout.cell_count) if member[cell]]
    for first, second in combinations(cells if len(cells) <= 100 else (), 2):
        if member[first] & member[second]:
            apart = member[first] & ~member[second], member[second] & ~member[first]
            if all(apart):
                pairs.setdefault(min(apart, apart[::-1]), []).append(1 << first | 1 << second)
    complete = mask_of(house.number for house in layout.complete_houses)
    houses = [house.cells for house in layout.houses]
    result: dict[int, set[int]] = {size: set() for size in range(3, MAX_LINE_CELLS + 1)}
    for (first_house, second_house), alike in pairs.items():
        if first_house & complete and second_house & complete:
            for size, masks in result.items():
                for mask in map(union_of, combinations(alike, size)):
                    most = max(map(int.bit_count, map(mask.__and__, houses)))
                    if mask.bit_count() == 2 * size and most == size:
                        masks.add(mask)
    return {size: tuple(sorted(masks)) for size, masks in result.items()}


_SEARCHES: tuple[tuple[tuple[str, ...], Callable[[Position], list[KeyedReading]]], ...] = (
    (("unique-rectangle", "hidden"), _unique_rectangles),
    (("avoidable",), _avoidable_rectangles),
    (("unique-loop",), _loop_readings),
    (("bug",), _bug_readings),
    (("extended",), _extended_readings),
)
"""The searches in their order, with the beginnings of their keys."""


def _step(position: Position, key: str, reading: Reading) -> Step:
    score = _score(position, key, reading)
    return pattern_step(position, key, reading, UniquenessDetail(reading), difficulty=score)


def _score(position: Position, key: str, reading: Reading) -> float:
    """Sudoku Explainer's score of a unique rectangle, a unique loop or a BUG; else 0.

    Rectangles 4.5, loops of up to 6, 8 and more cells 4.6, 4.7 and 5.0; with a naked or hidden
    set (type 3) of 2 to 4 cells 0.0 to 0.2 more.  BUG type 1 5.6, types 2 and 4 5.7, type 3 5.8
    to 6.1.  Infinite for a rectangle with an eliminated candidate, and for patterns that Sudoku
    Explainer does not see.
    """
    pattern, subset = reading.pattern, reading.subset
    if pattern.name == EXTENDED:
        return 0.0
    if pattern.has_missing_value or pattern.unseen_by_explainer:
        return inf
    first, *_, last = *bits(pattern.guarded), pattern.guarded.bit_length() - 1
    common = position.values[first] & position.values[last] & ~pattern.extras
    if pattern.name == "bug":
        if subset is None:
            unseen = reading.type_number == 4 and common.bit_count() > 1
            return inf if unseen else 5.6 if reading.type_number == 1 else 5.7
        own = union_of(position.values[cell] for cell in bits(subset.others))
        if own != subset.values or subset.others.bit_count() > 5:
            return inf
        return 5.8 + 0.1 * max(0, subset.others.bit_count() - 1)
    cells = pattern.length
    base = 4.5 if cells <= 4 else 4.6 if cells <= 6 else 4.7 if cells <= 8 else 5.0
    if subset is None:
        return base
    size = _explainer_subset_size(position, subset)
    # a naked subset counts only if its other cells have all its values but the common values of
    # both guarded cells
    own = pattern.extras & position.values[first] & position.values[last]
    own |= union_of(position.values[cell] for cell in bits(subset.others))
    if size == subset.others.bit_count() + 1 and own != subset.values:
        return inf
    return base + 0.1 * max(0, size - 1)


def _explainer_subset_size(position: Position, subset: AdjacentSubset) -> int:
    """Return the size of a subset as Sudoku Explainer counts: naked, or hidden if smaller."""
    empty = sum(1 for cell in subset.house.cell_numbers if position.values[cell])
    naked = subset.others.bit_count() + 1
    return naked if 2 * naked <= empty else max(empty - naked - 1, 1)


# -- words ---------------------------------------------------------------------


class UniquenessDetail(NamedTuple):
    """The reading of a deadly pattern, which is told."""

    reading: Reading

    def describe(self, step: Step) -> StepText:
        """A step of uniqueness in words."""
        layout, pattern = step.layout, self.reading.pattern
        if pattern.name == "bug":
            guards = phrases.joined_words(
                (
                    f"{layout.symbol(value)} in {phrases.cell_list(layout, cells, 'or')}"
                    for value, cells in layout.by_value(pattern.guardians)
                ),
                "or",
            )
            start = (
                f"Without {guards} every open cell would have two candidates and every value two"
                " places in each row, column and box, and the puzzle would have two solutions or"
                f" none. {reading_text(layout, self.reading)}"
            )
            return StepText("", "Look at the few cells with more than two candidates", start)
        digits = phrases.value_list(layout, pattern.values)
        cells = phrases.cell_list(layout, pattern.cells)
        if pattern.name == EXTENDED:
            start = (
                f"If {cells} held only {digits}, they could be filled in another way that no row,"
                " column or box would notice, and the puzzle would have a second solution."
            )
        else:
            what = "rectangle" if pattern.length == 4 else f"loop of {pattern.length} cells"
            start = (
                f"If the {what} {cells} held only {digits}, the two could be swapped in it and the"
                " puzzle would have a second solution."
            )
        then = _corner_text if self.reading.type_number > 5 else reading_text
        return StepText(
            f"{layout.value_text(pattern.values, '/')} in {layout.cell_text(pattern.cells)}",
            f"Look at {digits} in {cells}",
            f"{start} {then(layout, self.reading)}",
        )


def _corner_text(layout: Layout, reading: Reading) -> str:
    """Return the conclusion of type 6 and of hidden rectangles."""
    pattern = reading.pattern
    shown = phrases.removal_text(layout, reading.eliminations)
    lock = layout.symbol(reading.locked_value)
    other = phrases.value_list(layout, pattern.values & ~(1 << reading.locked_value))
    if reading.type_number == 6:
        guarded = phrases.cell_list(layout, pattern.guarded, "or")
        return (
            f"In its rows and columns the {lock} has no other place, so if one of {guarded} were "
            f"{lock}, the other would be too, and the rest {other}: so {shown}."
        )
    far = phrases.cell_list(layout, 1 << reading.corner)
    homes = phrases.joined_words(dict.fromkeys(layout.houses[n].name for n in reading.houses))
    if reading.type_number == 7:
        return (
            f"In {homes} the {lock} has no place outside it: were {far} {other}, the cells beside "
            f"it would be {lock} and the fourth {other}: so {shown}."
        )
    return (
        f"Were {far} {other}, then by what has no other place in {homes} the cells beside it would"
        f" be {lock} and the fourth {other}: so {shown}."
    )
