"""Wings: a few cells of two or three candidates, and remote pairs.

- XY-wing: a pivot {xy} sees {xz} and {yz}; one of these is z.
- XYZ-wing: the same with a pivot {xyz}, one of the three cells is z.
- WXYZ-wing: a pivot sees three cells; the four have four candidates together, and
  all but z at most once.  One of the four is z.
- W-wing: two cells {xz} see one end each of a strong link on x; one of them is z.
- remote pair: a chain of cells {xy}, each seeing the next; two of them an odd
  number of steps apart are x and y.

What sees every place of z (of both values) cannot hold it.  Definitions follow
HoDoKu 2.2, which knows no WXYZ-wing; there, those where two or three of the four
cells are a wing or a subset of their own are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.engines import phrases
from nonet.techniques.families.wings.pairs import of_size, remote_pairs, w_wings
from nonet.techniques.hodoku_order import most_removed
from nonet.techniques.layout import bits, merged
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, Words

QUICK = True
"""A hint shows every instance."""


class Wing(NamedTuple):
    """A pivot (or -1), the pincers in order, and the value that goes."""

    pivot: int
    pincers: tuple[int, ...]
    value: int


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted wings."""
    for key, search in _SEARCHES.items():
        if key in wanted:
            yield from search(position)


def as_hodoku(step: Step) -> tuple[object, ...]:
    """HoDoKu takes the remote pair that removes most, and the first of other wings: of XY-wings
    by all three cells, of XYZ-wings by the pivot before."""
    if step.key == "remote-pair":
        return most_removed(step)
    if step.key not in ("xy-wing", "xyz-wing"):
        return ()
    pivot, pincers, _ = cast(Held, step.detail).wing
    cells = sorted((pivot, *pincers))
    return (pivot, *cells) if step.key == "xyz-wing" else (*cells, cells.index(pivot))


# -- three cells ---------------------------------------------------------------


def _xy(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    pairs = of_size(position, 2)
    mask = sum(1 << cell for cell in pairs)
    changed, nothing = position.layout.cells_of(position.gone_since(_xy)), True
    for pivot in pairs:
        around = mask & sees[pivot]
        if not changed & (around | 1 << pivot):
            continue
        own = values[pivot]
        near = [c for c in bits(around) if (values[c] & own).bit_count() == 1]
        for one, two in combinations(near, 2):
            shared = values[one] & values[two]
            if shared and not shared & own and (values[one] | values[two]) & own == own:
                gone = position.at(shared.bit_length() - 1) & sees[one] & sees[two]
                if gone:
                    nothing = False
                    wing = Wing(pivot, (one, two), shared.bit_length() - 1)
                    yield _wing_step("xy-wing", position, wing, gone)
    if nothing:
        position.nothing_by(_xy)


def _xyz(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    mask = sum(1 << cell for cell in of_size(position, 2))
    changed, nothing = position.layout.cells_of(position.gone_since(_xyz)), True
    for pivot in of_size(position, 3):
        around = mask & sees[pivot]
        if not changed & (around | 1 << pivot):
            continue
        own = values[pivot]
        near = [c for c in bits(around) if not values[c] & ~own]
        for one, two in combinations(near, 2):
            shared = values[one] & values[two]
            if shared.bit_count() == 1:
                value = shared.bit_length() - 1
                gone = position.at(value) & sees[one] & sees[two] & sees[pivot]
                if gone:
                    nothing = False
                    yield _wing_step("xyz-wing", position, Wing(pivot, (one, two), value), gone)
    if nothing:
        position.nothing_by(_xyz)


def _wxyz(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    small = sum(1 << cell for size in (2, 3, 4) for cell in of_size(position, size))
    done: set[tuple[int, int]] = set()
    for size in (4, 3, 2):
        for pivot in of_size(position, size):
            near = list(bits(small & sees[pivot]))
            for pincers in _trios(values, values[pivot], near):
                found = _bent(values, sees, (pivot, *pincers))
                if found < 0:
                    continue
                whole = 1 << pivot | sum(1 << cell for cell in pincers)
                holders = sum(1 << cell for cell in bits(whole) if values[cell] >> found & 1)
                gone = position.at(found) & position.layout.seen_by_all(holders)
                if gone and (whole, found) not in done:
                    done.add((whole, found))
                    yield _wing_step("wxyz-wing", position, Wing(pivot, pincers, found), gone)


def _trios(values: list[int], own: int, near: list[int]) -> Iterator[tuple[int, int, int]]:
    """Three cells that have four values together with ``own``."""
    for first, one in enumerate(near):
        union = own | values[one]
        if union.bit_count() > 4:
            continue
        rest = [cell for cell in near[first + 1 :] if (union | values[cell]).bit_count() <= 4]
        for two, three in combinations(rest, 2):
            if (union | values[two] | values[three]).bit_count() == 4:
                yield one, two, three


def _bent(values: list[int], sees: tuple[int, ...], cells: tuple[int, ...]) -> int:
    """The one value of four cells that may be twice in them; -1 if there is none or more."""
    whole = merged(values[cell] for cell in cells)
    for one, two in combinations(cells, 2):
        if (values[one] | values[two]).bit_count() == 2:
            return -1
    for trio in combinations(cells, 3):
        if (values[trio[0]] | values[trio[1]] | values[trio[2]]).bit_count() == 3:
            return -1
    free = -1
    for value in bits(whole):
        holders = [cell for cell in cells if values[cell] >> value & 1]
        if all(sees[one] >> two & 1 for one, two in combinations(holders, 2)):
            continue
        if free >= 0:
            return -1
        free = value
    return free


def _wing_step(key: str, position: Position, wing: Wing, gone: int) -> Step:
    layout, values = position.layout, position.values
    cells = (wing.pivot, *wing.pincers)
    pattern = fins = 0
    for cell in cells:
        held = layout.spread(1 << cell, values[cell])
        pattern |= held
        fins |= held & layout.spread(1 << cell, 1 << wing.value)
    links: dict[int, None] = {}
    for one in wing.pincers:
        shared = layout.house_within(1 << one | 1 << wing.pivot)
        for value in bits(values[one] & values[wing.pivot] & ~(1 << wing.value)):
            links[layout.house_set(shared[0].number, value)] = None
    chains: tuple[Chain, ...] = ()
    if key == "xy-wing":
        first, last = wing.pincers
        x, y = values[first] & values[wing.pivot], values[last] & values[wing.pivot]
        walk = [(first, 1 << wing.value), (first, x), (wing.pivot, x)]
        walk += [(wing.pivot, y), (last, y), (last, 1 << wing.value)]
        nodes = tuple(layout.spread(1 << cell, value) for cell, value in walk)
        chains = (Chain(nodes, (False, True) * 3),)
    return Step(
        key,
        layout,
        eliminations=gone << wing.value * layout.count,
        pattern=pattern,
        fins=fins,
        truths=tuple(cells),
        links=tuple(links),
        chains=chains,
        detail=Held(wing, tuple(values[cell] for cell in cells)),
    )


_SEARCHES = {
    "remote-pair": remote_pairs,
    "xy-wing": _xy,
    "xyz-wing": _xyz,
    "wxyz-wing": _wxyz,
    "w-wing": w_wings,
}


# -- words ---------------------------------------------------------------------


class Held(NamedTuple):
    """A wing and the values of its cells, the pivot's first."""

    wing: Wing
    held: tuple[int, ...]

    def words(self, step: Step) -> Words:
        """A wing in words."""
        layout, (wing, held) = step.layout, self
        names, z = layout.cells, layout.symbol(wing.value)
        shown = phrases.gone(layout, step.eliminations)
        cells = sum(1 << cell for cell in (wing.pivot, *wing.pincers))
        joined = merged(held)
        order = joined & ~(1 << wing.value) if step.key == "xy-wing" else joined
        digits = "/".join(layout.symbol(value) for value in bits(order))
        if step.key == "xy-wing":
            digits += f"/{z}"
            x, y = bits(held[0])
            first, last = wing.pincers if held[1] >> x & 1 else wing.pincers[::-1]
            plain = (
                f"{names[wing.pivot]} is {layout.symbol(x)} or {layout.symbol(y)}. If it is "
                f"{layout.symbol(x)}, {names[first]} must be {z}; if it is {layout.symbol(y)}, "
                f"{names[last]} must be {z}. Either way one of them is {z}, so {shown}."
            )
        elif step.key == "xyz-wing":
            parts = [
                f"if it is {phrases.values(layout, held[0] & held[n + 1] & ~(1 << wing.value))}, "
                f"{names[cell]} must be {z}"
                for n, cell in enumerate(wing.pincers)
            ]
            plain = (
                f"{names[wing.pivot]} is {phrases.values(layout, held[0], 'or')}: "
                f"{'; '.join(parts)}; "
                f"otherwise it is {z} itself. So one of these three cells is {z}, and {shown}."
            )
        else:
            rest = phrases.values(layout, joined & ~(1 << wing.value))
            plain = (
                f"{phrases.cells(layout, cells)} have only {phrases.values(layout, joined)} "
                f"between them. Of {rest} each can be in one of them only, as the cells that may "
                "hold it all see each other. Four cells need a fourth value, so one of them is "
                f"{z}, and {shown}."
            )
        where = layout.cell_text(1 << wing.pivot)
        others = layout.cell_text(cells & ~(1 << wing.pivot))
        notation = f"{digits} in {layout.cell_text(cells)}"
        if step.key == "wxyz-wing":
            notation = f"{digits} in {where},{others}"
        return Words(
            notation, f"Look at {names[wing.pivot]} and cells of few candidates it sees", plain
        )
