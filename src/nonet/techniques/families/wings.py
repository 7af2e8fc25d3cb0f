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
from itertools import combinations, pairwise
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.value_templates import conjugates, other_cell
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText, step_sort_key

# W-wings and remote pairs: cells that have the same two candidates.

MAX_CELLS = 10
"""The most cells of a remote pair (HoDoKu's limit of 20 links)."""

MAX_PATHS = 20_000
"""The most paths that the search for remote pairs tries at one position."""


class WWingDetail(NamedTuple):
    """Two cells of equal candidates, the eliminated value, the linking value, its house and
    cells.
    """

    cells: tuple[int, int]
    value: int
    linking_value: int
    house: int
    link_cells: tuple[int, int]

    def describe(self, step: Step) -> StepText:
        """A W-wing in words."""
        layout, wing = step.layout, self
        names = layout.cells
        z, x = layout.symbol(wing.value), layout.symbol(wing.linking_value)
        (item, two), (first, last) = wing.cells, wing.link_cells
        notation = (
            f"{z}/{x} in {layout.cell_text(1 << item | 1 << two)} connected by {x} in "
            f"{layout.cell_text(1 << first | 1 << last)}"
        )
        plain = (
            f"{names[item]} and {names[two]} are both {x} or {z}. In "
            f"{layout.houses[wing.house].name} the {x} is at {names[first]} or {names[last]}: in "
            f"the first case {names[item]} cannot be {x}, in the second {names[two]} cannot. So one "
            f"of {names[item]} and {names[two]} is {z}, and "
            f"{phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            notation, f"Look at {names[item]} and {names[two]}, with the same two values", plain
        )


def cells_of_size(position: Position, size: int) -> list[int]:
    """The cells with so many candidates."""
    by_size = position.cached(_cells_by_size)
    return by_size[size] if size < len(by_size) else []


def _cells_by_size(position: Position) -> list[list[int]]:
    results: list[list[int]] = [[] for _ in range(position.layout.value_count + 1)]
    for cell, values in enumerate(position.values):
        results[values.bit_count()].append(cell)
    return results


# -- W-wing --------------------------------------------------------------------


def w_wings(position: Position) -> Iterator[Step]:
    """Yield two such cells with a strong link between the cells."""
    layout, values, sees = position.layout, position.values, position.layout.sees
    done: set[tuple[int, int, int, int]] = set()
    alike: dict[int, list[int]] = {}
    for cell in cells_of_size(position, 2):
        alike.setdefault(values[cell], []).append(cell)
    for pair, cells in alike.items():
        for item, two in combinations(cells, 2):
            common = sees[item] & sees[two]
            for value in bits(pair):
                eliminated = position.places_of(value) & common
                if not eliminated:
                    continue
                link = (pair & ~(1 << value)).bit_length() - 1
                for house, ends in conjugates(position, link):
                    if ends >> item & 1 or ends >> two & 1:
                        continue
                    near = ends & sees[item]
                    if near.bit_count() != 1:
                        continue  # both see it: locked candidates
                    first = near.bit_length() - 1
                    last = other_cell(ends, first)
                    if sees[two] >> last & 1 and (item, two, value, ends) not in done:
                        done.add((item, two, value, ends))
                        wing = WWingDetail((item, two), value, link, house.number, (first, last))
                        yield _w_step(layout, wing, eliminated)


def _w_step(layout: Layout, wing: WWingDetail, eliminated: int) -> Step:
    (item, two), (first, last) = wing.cells, wing.link_cells
    walk = [(item, wing.value), (item, wing.linking_value), (first, wing.linking_value)]
    walk += [(last, wing.linking_value), (two, wing.linking_value), (two, wing.value)]
    nodes = tuple(1 << cell + value * layout.cell_count for cell, value in walk)
    links = tuple(
        layout.house_set(
            layout.houses_containing(1 << cell | 1 << end)[0].number, wing.linking_value
        )
        for cell, end in ((item, first), (two, last))
    )
    return Step(
        "w-wing",
        layout,
        eliminations=eliminated << wing.value * layout.cell_count,
        pattern=sum(nodes),
        fins=sum(nodes[1:5]),
        truths=(item, two, layout.house_set(wing.house, wing.linking_value)),
        links=links,
        chains=(Chain(nodes, (False, True) * 3),),
        detail=wing,
    )


# -- remote pairs --------------------------------------------------------------


def remote_pairs(position: Position) -> Iterator[Step]:
    """Chains of such cells."""
    layout, values, sees = position.layout, position.values, position.layout.sees
    alike: dict[int, int] = {}
    for cell in cells_of_size(position, 2):
        alike[values[cell]] = alike.get(values[cell], 0) | 1 << cell
    done: set[tuple[int, int]] = set()
    for length in range(4, MAX_CELLS + 1, 2):
        for pair, cells in alike.items():
            if cells.bit_count() < length:
                continue
            low, high = bits(pair)
            places = position.places_of(low) | position.places_of(high)
            for path in _simple_paths(sees, cells, length):
                if not places & sees[path[0]] & sees[path[-1]]:
                    continue
                reach = 0
                for start in range(length - 3):
                    for end in range(start + 3, length, 2):
                        reach |= sees[path[start]] & sees[path[end]]
                eliminated = layout.candidates_in(reach, pair) & position.open
                if eliminated and (pair, eliminated) not in done:
                    done.add((pair, eliminated))
                    yield _remote_step(layout, path, pair, eliminated)


def _simple_paths(sees: tuple[int, ...], cells: int, length: int) -> Iterator[tuple[int, ...]]:
    """The simple paths of so many cells, each in one direction, up to a number of tries."""
    tries = 0
    todo: list[tuple[tuple[int, ...], int]] = [((cell,), 1 << cell) for cell in bits(cells)]
    while todo and tries < MAX_PATHS:
        path, used = todo.pop()
        tries += 1
        if len(path) == length:
            if path[0] < path[-1]:
                yield path
            continue
        todo += [((*path, cell), used | 1 << cell) for cell in bits(sees[path[-1]] & cells & ~used)]


def _remote_step(layout: Layout, path: tuple[int, ...], pair: int, eliminated: int) -> Step:
    low, high = pair & -pair, pair & (pair - 1)
    nodes: list[int] = []
    for number, cell in enumerate(path):
        first, second = (low, high) if number % 2 == 0 else (high, low)
        nodes += [layout.candidates_in(1 << cell, first), layout.candidates_in(1 << cell, second)]
    links = []
    for number, (item, two) in enumerate(pairwise(path)):
        house = layout.houses_containing(1 << item | 1 << two)[0].number
        value = (high if number % 2 == 0 else low).bit_length() - 1
        links.append(layout.house_set(house, value))
    return Step(
        "remote-pair",
        layout,
        eliminations=eliminated,
        pattern=sum(nodes),
        truths=path,
        links=tuple(links),
        chains=(Chain(tuple(nodes), (False, True) * len(path)),),
        detail=RemotePairDetail(path, pair),
    )


class RemotePairDetail(NamedTuple):
    """The cells of a remote pair in order, and its values."""

    path: tuple[int, ...]
    values: int

    def describe(self, step: Step) -> StepText:
        """A remote pair in words."""
        layout, (path, pair) = step.layout, self
        low, high = (layout.symbol(value) for value in bits(pair))
        text = layout.cell_text(1 << path[0])
        for number, cell in enumerate(path[1:]):
            value = low if number % 2 else high
            text += f" -{value}- {layout.cell_text(1 << cell)}"
        names = [layout.display_names[cell] for cell in path]
        plain = (
            f"{phrases.joined_words(names)} can each be only {low} or {high}, and each sees the "
            "next, so "
            f"the two values alternate along them. {names[0]} and {names[-1]} are therefore one "
            f"{low} and one {high}, and so are any two an odd number of steps apart; what sees "
            f"both such cells can be neither, so {phrases.removal_text(layout, step.eliminations)}."
        )
        return StepText(
            f"{low}/{high} {text}", f"Look at the cells that can only be {low} or {high}", plain
        )


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
