"""BUG: the bivalue universal grave.

If every open cell had two candidates and every value two places in every house, the other
candidate of every cell would be a second solution.  Where only a few extra candidates prevent
this, one of the extra candidates is true.

The extras are found house by house: where a value has more than two places, the places in cells
of more than two candidates are extras, as soon as these are no more than the surplus. Types 1
to 4 as in Sudoku Explainer 1.2.1; with one extra candidate type 1 is HoDoKu's BUG+1. Sudoku
Explainer finds fewer: each extra must be in the only such cell of some house, and other cells
must see all of these cells; patterns that Sudoku Explainer does not find are marked, for its
ratings.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.families.uniqueness.deadly_pattern import (
    DeadlyPattern,
    adjacent_subsets,
    house_masks,
)
from nonet.techniques.position import Position

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
