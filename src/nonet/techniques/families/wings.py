"""Wings: a few cells of two or three candidates, and remote pairs.

- XY-wing: a pivot {xy} sees {xz} and {yz}; one of the two pincers is z.
- XYZ-wing: the same with a pivot {xyz}; one of the three cells is z.
- W-wing: two cells {xz} see one end each of a strong link on x; one of the two cells is z.
- remote pair: a chain of cells {xy}, each seeing the next; two cells an odd number of steps
  apart are x and y.

A cell that sees every place of z (of both values) cannot be z.  Definitions follow HoDoKu 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple, cast

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines import phrases
from nonet.techniques.engines.alternating_chains import AlternatingChain
from nonet.techniques.families.chains import step_of
from nonet.techniques.families.templates import conjugates, other_cell
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText, step_sort_key

QUICK = True

MAX_CELLS = 10
"""The most cells of a remote pair (HoDoKu's limit of 20 links)."""

MAX_PATHS = 20_000
"""The most paths that the search for remote pairs tries at one position."""


def _cells_of_size(position: Position, size: int) -> list[int]:
    return [cell for cell, own in enumerate(position.values) if own.bit_count() == size]


# -- W-wing --------------------------------------------------------------------


def w_wings(position: Position) -> Iterator[Step]:
    """Yield two such cells with a strong link between the cells."""
    layout, sees = position.layout, position.layout.sees
    done: set[tuple[int, int, int, int]] = set()
    for pair, cells in position.bivalue_cells().items():
        for item, two in combinations(bits(cells), 2):
            common = sees[item] & sees[two]
            for value in bits(pair):
                eliminated = position.places_of(value) & common
                if not eliminated:
                    continue
                link = (pair & ~(1 << value)).bit_length() - 1
                for _, ends in conjugates(position, link):
                    if ends >> item & 1 or ends >> two & 1:
                        continue
                    seen_ends = ends & sees[item]
                    if seen_ends.bit_count() != 1:
                        continue  # both see it: locked candidates
                    first = seen_ends.bit_length() - 1
                    last = other_cell(ends, first)
                    if sees[two] >> last & 1 and (item, two, value, ends) not in done:
                        done.add((item, two, value, ends))
                        walk = [(item, value), (item, link), (first, link)]
                        walk += [(last, link), (two, link), (two, value)]
                        count = layout.cell_count
                        nodes = tuple(1 << cell + digit * count for cell, digit in walk)
                        chain = AlternatingChain(nodes, eliminated << value * count)
                        yield step_of(position, "w-wing", chain)


# -- remote pairs --------------------------------------------------------------


def remote_pairs(position: Position) -> Iterator[Step]:
    """Chains of such cells."""
    layout, sees = position.layout, position.layout.sees
    alike = position.bivalue_cells()
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
                    nodes = tuple(
                        1 << value * layout.cell_count + cell
                        for number, cell in enumerate(path)
                        for value in ((high, low) if number % 2 else (low, high))
                    )
                    chain = AlternatingChain(nodes, eliminated)
                    step = step_of(position, "remote-pair", chain)
                    yield replace(step, detail=RemotePairDetail(path, pair))


def _simple_paths(sees: tuple[int, ...], cells: int, length: int) -> Iterator[tuple[int, ...]]:
    """The simple paths of ``length`` cells, each in one direction, within a limit of tries."""
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
    """HoDoKu takes the remote pair that removes most; else the first, by its cells."""
    if step.key == "remote-pair":
        return step_sort_key(step)
    if step.key not in ("xy-wing", "xyz-wing"):
        return ()
    pivot, pincers, _ = cast(WingDetail, step.detail).wing
    cells = sorted((pivot, *pincers))
    return (pivot, *cells) if step.key == "xyz-wing" else (*cells, cells.index(pivot))


# -- three cells ---------------------------------------------------------------


def _three_cells(position: Position, size: int) -> Iterator[Step]:
    """XY-wings (a pivot of ``size`` 2) and XYZ-wings (3)."""
    layout, values, sees = position.layout, position.values, position.layout.sees
    mask = sum(1 << cell for cell in _cells_of_size(position, 2))
    for pivot in _cells_of_size(position, size):
        own = values[pivot]
        around = bits(mask & sees[pivot])
        partners = [cell for cell in around if (values[cell] & own).bit_count() == size - 1]
        for first, second in combinations(partners, 2):
            shared = values[first] & values[second]
            if shared.bit_count() != 1 or (own | values[first] | values[second]).bit_count() != 3:
                continue
            z = shared.bit_length() - 1
            eliminated = position.places_of(z) & sees[first] & sees[second]
            if size == 3:
                eliminated &= sees[pivot]
            if not eliminated:
                continue
            cells = (pivot, first, second)
            x, y = (values[cell] & own & ~shared for cell in cells[1:])
            pattern = sum(layout.candidates_in(1 << cell, values[cell]) for cell in cells)
            houses = [layout.houses_containing(1 << pivot | 1 << cell)[0] for cell in cells[1:]]
            ends = ((first, shared), (first, x)), ((second, y), (second, shared))
            walk = (*ends[0], (pivot, x), (pivot, y), *ends[1])
            nodes = tuple(layout.candidates_in(1 << cell, value) for cell, value in walk)
            yield Step(
                "xy-wing" if size == 2 else "xyz-wing",
                layout,
                eliminations=eliminated << z * layout.cell_count,
                pattern=pattern,
                fins=pattern & layout.candidates_in(layout.all_cells, shared),
                truths=cells,
                links=tuple(
                    layout.house_set(house.number, value.bit_length() - 1)
                    for house, value in zip(houses, (x, y), strict=True)
                ),
                chains=(Chain(nodes, (False, True) * 3),) if size == 2 else (),
                detail=WingDetail(Wing(pivot, (first, second), z), tuple(values[c] for c in cells)),
            )


_SEARCH_BY_KEY = {
    "remote-pair": remote_pairs,
    "xy-wing": lambda position: _three_cells(position, 2),
    "xyz-wing": lambda position: _three_cells(position, 3),
    "w-wing": w_wings,
}


class WingDetail(NamedTuple):
    """A wing and the values of its cells, the pivot's first."""

    wing: Wing
    cell_values: tuple[int, ...]

    def describe(self, step: Step) -> StepText:
        """A wing in words."""
        layout, (wing, held) = step.layout, self
        names, z = layout.cells, layout.symbol(wing.value)
        of_z = 1 << wing.value
        cells = sum(1 << cell for cell in (wing.pivot, *wing.pincers))
        digits = "/".join(layout.symbol(value) for value in bits((held[1] | held[2]) & ~of_z))
        forced = "; ".join(
            f"if it is {phrases.value_list(layout, held[0] & values & ~of_z)}, {names[cell]} must be {z}"
            for cell, values in zip(wing.pincers, held[1:], strict=True)
        )
        itself = f"; otherwise it is {z} itself" if held[0] & of_z else ""
        return StepText(
            f"{digits}/{z} in {layout.cell_text(cells)}",
            f"Look at {names[wing.pivot]} and cells of few candidates it sees",
            f"{names[wing.pivot]} is {phrases.value_list(layout, held[0], 'or')}: {forced}{itself}."
            f" So one of these cells is {z}, and {phrases.removal_text(layout, step.eliminations)}.",
        )
