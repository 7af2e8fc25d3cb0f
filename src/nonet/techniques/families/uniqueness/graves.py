"""BUG: the bivalue universal grave.

If every open cell had two candidates and every value two places in every house,
the other candidate of every cell would be a second solution.  Where a few extra
candidates are all that is missing, one of them is true.

The extras are found house by house: where a value has more than two places, those
in cells of more than two candidates have to go, as soon as there are no more of
them than are too many.  Types 1 to 4 as in Sudoku Explainer 1.2.1; with one extra
candidate type 1 is HoDoKu's BUG+1.  It finds fewer: each extra must be in the only such
cell of some house, and other cells must see all of them; those that it
does not find are marked, for its ratings.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.families.uniqueness.deadly import Deadly, memberships, subsets_beside
from nonet.techniques.layout import bits, merged
from nonet.techniques.position import Position

MOST = 9
"""The most extra candidates."""


def extras(position: Position) -> dict[int, int]:
    """The extra values (a mask) of the cells that have them; empty if it is no BUG."""
    layout, values = position.layout, position.values
    open_cells = [cell for cell, held in enumerate(values) if held]
    excess = position.open.bit_count() - 2 * len(open_cells)
    if not 1 <= excess <= MOST:
        return {}
    member = memberships(layout)
    if any(values[cell].bit_count() < 2 or not member[cell] for cell in open_cells):
        return {}
    left = values.copy()
    places = [position.at(value) for value in range(layout.size)]
    found: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for house in layout.complete:
            for value in range(layout.size):
                cells = places[value] & house.cells
                number = cells.bit_count()
                if number in (0, 2):
                    continue
                many = [cell for cell in bits(cells) if left[cell].bit_count() > 2]
                if number == 1 or len(many) < number - 2:
                    return {}
                if len(many) > number - 2:
                    continue
                changed = True
                for cell in many:
                    places[value] &= ~(1 << cell)
                    left[cell] &= ~(1 << value)
                    found[cell] = found.get(cell, 0) | 1 << value
    if any(left[cell].bit_count() != 2 for cell in open_cells):
        return {}
    for house in layout.houses:
        allowed = (0, 2) if house.complete else (0, 1)
        if any((cells & house.cells).bit_count() not in allowed for cells in places):
            return {}
    return found


def seen_by_explainer(position: Position) -> dict[int, int]:
    """The extra values as Sudoku Explainer 1.2.1 (N. Juillerat) finds them."""
    layout, values = position.layout, position.values
    many = sum(1 << cell for cell, held in enumerate(values) if held.bit_count() > 2)
    found: dict[int, int] = {}
    around, union = layout.all_cells, 0
    for kind in ("box", "row", "column", "other"):
        for house in layout.kinds[kind]:
            for value in range(layout.size):
                cells = position.at(value) & house.cells
                if cells.bit_count() in (0, 2):
                    continue
                able = cells & many
                if not able:
                    return {}
                if not able & (able - 1):
                    cell = able.bit_length() - 1
                    found[cell] = found.get(cell, 0) | 1 << value
                    union |= 1 << value
                    around &= layout.sees[cell] & ~sum(1 << one for one in found)
                    if len(found) > 1 and union & (union - 1) and not around:
                        return {}
    return found


def bugs(position: Position, wanted: frozenset[str]) -> Iterator[tuple[str, Deadly, int]]:
    """Technique, foundation and candidates that go."""
    layout, values = position.layout, position.values
    found = position.once(extras)
    if not found:
        return
    held, union, fins = 0, 0, 0
    for cell, more in found.items():
        held |= 1 << cell
        union |= more
        fins |= layout.spread(1 << cell, more)
    order = tuple(sorted(found))
    base = (position.unsolved, order, 0, held, fins, position.unsolved.bit_count())
    wider = position.once(seen_by_explainer) != found
    if len(found) == 1:
        if "bug+1" in wanted:
            yield "bug+1", Deadly(*base, wider=wider), layout.spread(held, values[order[0]]) & ~fins
        return
    if union.bit_count() == 1 and "bug-2" in wanted:
        value = union.bit_length() - 1
        gone = position.at(value) & layout.seen_by_all(held)
        if gone:
            yield "bug-2", Deadly(*base, wider=wider), gone << value * layout.count
    if "bug-3" in wanted and union.bit_count() > 1:
        for beside in subsets_beside(position, held, held, union, 0):
            own = merged(values[cell] for cell in bits(beside.others))
            deadly = Deadly(
                *base,
                wider=wider or own != beside.values or beside.others.bit_count() > 5,
                subset=beside.others.bit_count() + 1,
                others=beside.others,
                values=beside.values,
                houses=beside.homes,
            )
            yield "bug-3", deadly, beside.gone
    if "bug-4" in wanted and len(found) == 2:
        one, two = order
        common = values[one] & values[two] & ~union
        for house in layout.house_within(held):
            if not house.complete:
                continue
            for value in bits(common):
                if position.at(value) & house.cells != held:
                    continue
                gone = (
                    layout.spread(held, layout.all_values & ~(1 << value)) & position.open & ~fins
                )
                if gone:
                    deadly = Deadly(
                        *base,
                        locked=value,
                        houses=(house.number,),
                        wider=wider or common.bit_count() > 1,
                    )
                    yield "bug-4", deadly, gone
                    return
