"""W-wings and remote pairs: cells that have the same two candidates.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> [position.layout.cells[cell] for cell in cells_of_size(position, 2)][:3]
['R1C3', 'R2C1', 'R2C2']
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.conjugates import conjugates, other_cell
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

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
