"""Wings: a few cells of two or three candidates, and remote pairs.

- XY-wing: a pivot {xy} sees {xz} and {yz}; one of the two pincers is z.
- XYZ-wing: the same with a pivot {xyz}; one of the three cells is z.
- WXYZ-wing: a pivot sees three cells; the four have four candidates together, and all but z at
  most once.  One of the four cells is z.
- W-wing: two cells {xz} see one end each of a strong link on x; one of the two cells is z.
- remote pair: a chain of cells {xy}, each seeing the next; two cells an odd number of steps
  apart are x and y.

A cell that sees every place of z (of both values) cannot be z.  Definitions follow HoDoKu 2.2,
which has no WXYZ-wing; WXYZ-wings in which two or three of the four cells form a wing or a
subset of their own are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.families.wings.bivalue_pairs import cells_of_size, remote_pairs, w_wings
from nonet.techniques.hodoku_order import step_sort_key
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

QUICK = True
"""A hint shows every instance."""


class Wing(NamedTuple):
    """A pivot (or -1), the pincers in order, and the value that goes."""

    pivot: int
    pincers: tuple[int, ...]
    value: int


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted wings."""
    for key, search in _SEARCH_BY_KEY.items():
        if key in requested:
            yield from search(position)


def hodoku_sort_key(step: Step) -> tuple[object, ...]:
    """HoDoKu takes the remote pair that removes most, and the first of other wings: of XY-wings
    by all three cells, of XYZ-wings by the pivot before."""
    if step.key == "remote-pair":
        return step_sort_key(step)
    if step.key not in ("xy-wing", "xyz-wing"):
        return ()
    pivot, pincers, _ = cast(WingDetail, step.detail).wing
    cells = sorted((pivot, *pincers))
    return (pivot, *cells) if step.key == "xyz-wing" else (*cells, cells.index(pivot))


# -- three cells ---------------------------------------------------------------


def _xy_wings(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    pairs = cells_of_size(position, 2)
    mask = sum(1 << cell for cell in pairs)
    for pivot in pairs:
        around = mask & sees[pivot]
        own = values[pivot]
        near = [c for c in bits(around) if (values[c] & own).bit_count() == 1]
        for first, second in combinations(near, 2):
            shared = values[first] & values[second]
            if shared and not shared & own and (values[first] | values[second]) & own == own:
                eliminated = (
                    position.places_of(shared.bit_length() - 1) & sees[first] & sees[second]
                )
                if eliminated:
                    wing = Wing(pivot, (first, second), shared.bit_length() - 1)
                    yield _wing_step("xy-wing", position, wing, eliminated)


def _xyz_wings(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    mask = sum(1 << cell for cell in cells_of_size(position, 2))
    for pivot in cells_of_size(position, 3):
        around = mask & sees[pivot]
        own = values[pivot]
        near = [c for c in bits(around) if not values[c] & ~own]
        for first, second in combinations(near, 2):
            shared = values[first] & values[second]
            if shared.bit_count() == 1:
                value = shared.bit_length() - 1
                eliminated = position.places_of(value) & sees[first] & sees[second] & sees[pivot]
                if eliminated:
                    yield _wing_step(
                        "xyz-wing", position, Wing(pivot, (first, second), value), eliminated
                    )


def _wxyz_wings(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    small = sum(1 << cell for size in (2, 3, 4) for cell in cells_of_size(position, size))
    done: set[tuple[int, int]] = set()
    for size in (4, 3, 2):
        for pivot in cells_of_size(position, size):
            near = list(bits(small & sees[pivot]))
            for pincers in _cell_triples(values, values[pivot], near):
                result = _unrestricted_value(values, sees, (pivot, *pincers))
                if result < 0:
                    continue
                all_cells = 1 << pivot | sum(1 << cell for cell in pincers)
                holders = sum(1 << cell for cell in bits(all_cells) if values[cell] >> result & 1)
                eliminated = position.places_of(result) & position.layout.seen_by_all(holders)
                if eliminated and (all_cells, result) not in done:
                    done.add((all_cells, result))
                    yield _wing_step(
                        "wxyz-wing", position, Wing(pivot, pincers, result), eliminated
                    )


def _cell_triples(values: list[int], own: int, near: list[int]) -> Iterator[tuple[int, int, int]]:
    """Three cells that have four values together with ``own``."""
    for first, item in enumerate(near):
        union = own | values[item]
        if union.bit_count() > 4:
            continue
        remaining = [cell for cell in near[first + 1 :] if (union | values[cell]).bit_count() <= 4]
        for two, three in combinations(remaining, 2):
            if (union | values[two] | values[three]).bit_count() == 4:
                yield item, two, three


def _unrestricted_value(values: list[int], sees: tuple[int, ...], cells: tuple[int, ...]) -> int:
    """Return the only value of four cells that may occur twice; -1 if there is none or more."""
    all_values = union_of(values[cell] for cell in cells)
    for first, second in combinations(cells, 2):
        if (values[first] | values[second]).bit_count() == 2:
            return -1
    for trio in combinations(cells, 3):
        if (values[trio[0]] | values[trio[1]] | values[trio[2]]).bit_count() == 3:
            return -1
    free = -1
    for value in bits(all_values):
        holders = [cell for cell in cells if values[cell] >> value & 1]
        if all(sees[first] >> second & 1 for first, second in combinations(holders, 2)):
            continue
        if free >= 0:
            return -1
        free = value
    return free


def _wing_step(key: str, position: Position, wing: Wing, eliminated: int) -> Step:
    layout, values = position.layout, position.values
    cells = (wing.pivot, *wing.pincers)
    pattern = fins = 0
    for cell in cells:
        held = layout.candidates_in(1 << cell, values[cell])
        pattern |= held
        fins |= held & layout.candidates_in(1 << cell, 1 << wing.value)
    links: dict[int, None] = {}
    for item in wing.pincers:
        shared = layout.houses_containing(1 << item | 1 << wing.pivot)
        for value in bits(values[item] & values[wing.pivot] & ~(1 << wing.value)):
            links[layout.house_set(shared[0].number, value)] = None
    chains: tuple[Chain, ...] = ()
    if key == "xy-wing":
        first, last = wing.pincers
        x, y = values[first] & values[wing.pivot], values[last] & values[wing.pivot]
        walk = [(first, 1 << wing.value), (first, x), (wing.pivot, x)]
        walk += [(wing.pivot, y), (last, y), (last, 1 << wing.value)]
        nodes = tuple(layout.candidates_in(1 << cell, value) for cell, value in walk)
        chains = (Chain(nodes, (False, True) * 3),)
    return Step(
        key,
        layout,
        eliminations=eliminated << wing.value * layout.cell_count,
        pattern=pattern,
        fins=fins,
        truths=tuple(cells),
        links=tuple(links),
        chains=chains,
        detail=WingDetail(wing, tuple(values[cell] for cell in cells)),
    )


_SEARCH_BY_KEY = {
    "remote-pair": remote_pairs,
    "xy-wing": _xy_wings,
    "xyz-wing": _xyz_wings,
    "wxyz-wing": _wxyz_wings,
    "w-wing": w_wings,
}


# -- words ---------------------------------------------------------------------


class WingDetail(NamedTuple):
    """A wing and the values of its cells, the pivot's first."""

    wing: Wing
    cell_values: tuple[int, ...]

    def describe(self, step: Step) -> StepText:
        """A wing in words."""
        layout, (wing, held) = step.layout, self
        names, z = layout.cells, layout.symbol(wing.value)
        shown = phrases.removal_text(layout, step.eliminations)
        cells = sum(1 << cell for cell in (wing.pivot, *wing.pincers))
        joined = union_of(held)
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
                f"if it is {phrases.value_list(layout, held[0] & held[n + 1] & ~(1 << wing.value))}, "
                f"{names[cell]} must be {z}"
                for n, cell in enumerate(wing.pincers)
            ]
            plain = (
                f"{names[wing.pivot]} is {phrases.value_list(layout, held[0], 'or')}: "
                f"{'; '.join(parts)}; "
                f"otherwise it is {z} itself. So one of these three cells is {z}, and {shown}."
            )
        else:
            remaining = phrases.value_list(layout, joined & ~(1 << wing.value))
            plain = (
                f"{phrases.cell_list(layout, cells)} have only "
                f"{phrases.value_list(layout, joined)} "
                f"between them. Of {remaining} each can be in one of them only, as the cells that may "
                "hold it all see each other. Four cells need a fourth value, so one of them is "
                f"{z}, and {shown}."
            )
        where = layout.cell_text(1 << wing.pivot)
        others = layout.cell_text(cells & ~(1 << wing.pivot))
        notation = f"{digits} in {layout.cell_text(cells)}"
        if step.key == "wxyz-wing":
            notation = f"{digits} in {where},{others}"
        return StepText(
            notation, f"Look at {names[wing.pivot]} and cells of few candidates it sees", plain
        )
