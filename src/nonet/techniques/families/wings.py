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
from itertools import combinations, pairwise
from typing import NamedTuple

from nonet.techniques.engines import phrases
from nonet.techniques.engines.conjugates import conjugates, other
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, Words

LONGEST = 10
"""The most cells of a remote pair (HoDoKu's limit of 20 links)."""

PATHS = 20_000
"""The most paths that the search for remote pairs tries at one position."""


class Wing(NamedTuple):
    """A pivot (or -1), the pincers in order, and the value that goes."""

    pivot: int
    pincers: tuple[int, ...]
    value: int


class WWing(NamedTuple):
    """Two cells of equal candidates, the value that goes, the linking one, its house and cells."""

    cells: tuple[int, int]
    value: int
    link: int
    house: int
    ends: tuple[int, int]


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The steps of the wanted wings."""
    for key, search in _SEARCHES.items():
        if key in wanted:
            yield from search(position)


def _of_size(position: Position, size: int) -> list[int]:
    def cells() -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(position.layout.size + 1)]
        for cell, values in enumerate(position.values):
            found[values.bit_count()].append(cell)
        return found

    by_size: list[list[int]] = position.once("cells by size", cells)
    return by_size[size] if size < len(by_size) else []


# -- three cells ---------------------------------------------------------------


def _xy(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    pairs = _of_size(position, 2)
    mask = sum(1 << cell for cell in pairs)
    for pivot in pairs:
        own = values[pivot]
        near = [c for c in bits(mask & sees[pivot]) if (values[c] & own).bit_count() == 1]
        for one, two in combinations(near, 2):
            shared = values[one] & values[two]
            if shared and not shared & own and (values[one] | values[two]) & own == own:
                gone = position.at(shared.bit_length() - 1) & sees[one] & sees[two]
                if gone:
                    wing = Wing(pivot, (one, two), shared.bit_length() - 1)
                    yield _wing_step("xy-wing", position, wing, gone)


def _xyz(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    mask = sum(1 << cell for cell in _of_size(position, 2))
    for pivot in _of_size(position, 3):
        own = values[pivot]
        near = [c for c in bits(mask & sees[pivot]) if not values[c] & ~own]
        for one, two in combinations(near, 2):
            shared = values[one] & values[two]
            if shared.bit_count() == 1:
                value = shared.bit_length() - 1
                gone = position.at(value) & sees[one] & sees[two] & sees[pivot]
                if gone:
                    yield _wing_step("xyz-wing", position, Wing(pivot, (one, two), value), gone)


def _wxyz(position: Position) -> Iterator[Step]:
    values, sees = position.values, position.layout.sees
    small = sum(1 << cell for size in (2, 3, 4) for cell in _of_size(position, size))
    done: set[tuple[int, int]] = set()
    for size in (4, 3, 2):
        for pivot in _of_size(position, size):
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
    whole = 0
    for cell in cells:
        whole |= values[cell]
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
        truths=tuple(layout.cell_set(cell) for cell in cells),
        links=tuple(links),
        chains=chains,
        detail=(wing, tuple(values[cell] for cell in cells)),
    )


# -- W-wing --------------------------------------------------------------------


def _w(position: Position) -> Iterator[Step]:
    layout, values, sees = position.layout, position.values, position.layout.sees
    done: set[tuple[int, int, int, int]] = set()
    alike: dict[int, list[int]] = {}
    for cell in _of_size(position, 2):
        alike.setdefault(values[cell], []).append(cell)
    for pair, cells in alike.items():
        for one, two in combinations(cells, 2):
            common = sees[one] & sees[two]
            for value in bits(pair):
                gone = position.at(value) & common
                if not gone:
                    continue
                link = (pair & ~(1 << value)).bit_length() - 1
                for house, ends in conjugates(position, link):
                    if ends >> one & 1 or ends >> two & 1:
                        continue
                    near = ends & sees[one]
                    if near.bit_count() != 1:
                        continue  # both see it: locked candidates
                    first = near.bit_length() - 1
                    last = other(ends, first)
                    if sees[two] >> last & 1 and (one, two, value, ends) not in done:
                        done.add((one, two, value, ends))
                        wing = WWing((one, two), value, link, house.number, (first, last))
                        yield _w_step(layout, wing, gone)


def _w_step(layout: Layout, wing: WWing, gone: int) -> Step:
    (one, two), (first, last) = wing.cells, wing.ends
    walk = [(one, wing.value), (one, wing.link), (first, wing.link)]
    walk += [(last, wing.link), (two, wing.link), (two, wing.value)]
    nodes = tuple(1 << cell + value * layout.count for cell, value in walk)
    links = tuple(
        layout.house_set(layout.house_within(1 << cell | 1 << end)[0].number, wing.link)
        for cell, end in ((one, first), (two, last))
    )
    return Step(
        "w-wing",
        layout,
        eliminations=gone << wing.value * layout.count,
        pattern=sum(nodes),
        fins=sum(nodes[1:5]),
        truths=(one, two, layout.house_set(wing.house, wing.link)),
        links=links,
        chains=(Chain(nodes, (False, True) * 3),),
        detail=wing,
    )


# -- remote pairs --------------------------------------------------------------


def _remote(position: Position) -> Iterator[Step]:
    layout, values, sees = position.layout, position.values, position.layout.sees
    alike: dict[int, int] = {}
    for cell in _of_size(position, 2):
        alike[values[cell]] = alike.get(values[cell], 0) | 1 << cell
    done: set[tuple[int, int]] = set()
    for length in range(4, LONGEST + 1, 2):
        for pair, cells in alike.items():
            if cells.bit_count() < length:
                continue
            low, high = bits(pair)
            places = position.at(low) | position.at(high)
            for path in _paths(sees, cells, length):
                if not places & sees[path[0]] & sees[path[-1]]:
                    continue
                reach = 0
                for start in range(length - 3):
                    for end in range(start + 3, length, 2):
                        reach |= sees[path[start]] & sees[path[end]]
                gone = layout.spread(reach, pair) & position.open
                if gone and (pair, gone) not in done:
                    done.add((pair, gone))
                    yield _remote_step(layout, path, pair, gone)


def _paths(sees: tuple[int, ...], cells: int, length: int) -> Iterator[tuple[int, ...]]:
    """The simple paths of so many cells, each in one direction, up to a number of tries."""
    tries = 0
    todo: list[tuple[tuple[int, ...], int]] = [((cell,), 1 << cell) for cell in bits(cells)]
    while todo and tries < PATHS:
        path, used = todo.pop()
        tries += 1
        if len(path) == length:
            if path[0] < path[-1]:
                yield path
            continue
        todo += [((*path, cell), used | 1 << cell) for cell in bits(sees[path[-1]] & cells & ~used)]


def _remote_step(layout: Layout, path: tuple[int, ...], pair: int, gone: int) -> Step:
    low, high = pair & -pair, pair & (pair - 1)
    nodes: list[int] = []
    for number, cell in enumerate(path):
        first, second = (low, high) if number % 2 == 0 else (high, low)
        nodes += [layout.spread(1 << cell, first), layout.spread(1 << cell, second)]
    links = []
    for number, (one, two) in enumerate(pairwise(path)):
        house = layout.house_within(1 << one | 1 << two)[0].number
        value = (high if number % 2 == 0 else low).bit_length() - 1
        links.append(layout.house_set(house, value))
    return Step(
        "remote-pair",
        layout,
        eliminations=gone,
        pattern=sum(nodes),
        truths=path,
        links=tuple(links),
        chains=(Chain(tuple(nodes), (False, True) * len(path)),),
        detail=(path, pair),
    )


_SEARCHES = {
    "remote-pair": _remote,
    "xy-wing": _xy,
    "xyz-wing": _xyz,
    "wxyz-wing": _wxyz,
    "w-wing": _w,
}


# -- words ---------------------------------------------------------------------


def describe(step: Step) -> Words:
    """A wing in words."""
    if step.key == "remote-pair":
        return _remote_words(step)
    if step.key == "w-wing":
        return _w_words(step)
    return _wing_words(step)


def _wing_words(step: Step) -> Words:
    layout = step.layout
    wing, held = step.detail
    names, z = layout.cells, layout.symbol(wing.value)
    shown = phrases.gone(layout, step.eliminations)
    cells = sum(1 << cell for cell in (wing.pivot, *wing.pincers))
    joined = 0
    for values in held:
        joined |= values
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
            f"{names[wing.pivot]} is {phrases.values(layout, held[0], 'or')}: {'; '.join(parts)}; "
            f"otherwise it is {z} itself. So one of these three cells is {z}, and {shown}."
        )
    else:
        rest = phrases.values(layout, joined & ~(1 << wing.value))
        plain = (
            f"{phrases.cells(layout, cells)} have only {phrases.values(layout, joined)} between "
            f"them. Of {rest} each can be in one of them only, as the cells that may hold it all "
            f"see each other. Four cells need a fourth value, so one of them is {z}, and {shown}."
        )
    where = layout.cell_text(1 << wing.pivot)
    others = layout.cell_text(cells & ~(1 << wing.pivot))
    notation = f"{digits} in {layout.cell_text(cells)}"
    if step.key == "wxyz-wing":
        notation = f"{digits} in {where},{others}"
    return Words(
        notation, f"Look at {names[wing.pivot]} and cells of few candidates it sees", plain
    )


def _w_words(step: Step) -> Words:
    layout, wing = step.layout, step.detail
    names = layout.cells
    z, x = layout.symbol(wing.value), layout.symbol(wing.link)
    (one, two), (first, last) = wing.cells, wing.ends
    notation = (
        f"{z}/{x} in {layout.cell_text(1 << one | 1 << two)} connected by {x} in "
        f"{layout.cell_text(1 << first | 1 << last)}"
    )
    plain = (
        f"{names[one]} and {names[two]} are both {x} or {z}. In {layout.houses[wing.house].name} "
        f"the {x} is at {names[first]} or {names[last]}: in the first case {names[one]} cannot be "
        f"{x}, in the second {names[two]} cannot. So one of {names[one]} and {names[two]} is {z}, "
        f"and {phrases.gone(layout, step.eliminations)}."
    )
    return Words(
        notation, f"Look at {names[one]} and {names[two]}, with the same two values", plain
    )


def _remote_words(step: Step) -> Words:
    layout = step.layout
    path, pair = step.detail
    low, high = (layout.symbol(value) for value in bits(pair))
    text = layout.cell_text(1 << path[0])
    for number, cell in enumerate(path[1:]):
        value = low if number % 2 else high
        text += f" -{value}- {layout.cell_text(1 << cell)}"
    names = [layout.cells[cell] for cell in path]
    plain = (
        f"{phrases.listed(names)} can each be only {low} or {high}, and each sees the next, so the "
        f"two values alternate along them. {names[0]} and {names[-1]} are therefore one {low} and "
        f"one {high}, and so are any two an odd number of steps apart; what sees both such cells "
        f"can be neither, so {phrases.gone(layout, step.eliminations)}."
    )
    return Words(
        f"{low}/{high} {text}", f"Look at the cells that can only be {low} or {high}", plain
    )
