"""Strong links on one value, two to six links, joined by weak links, as in Sukaku Explainer.

In a house where a value has two places, or where its places fall into two groups, one of the
two ends holds the value: a strong link. Ends of two links that lie in one house exclude each
other. So a row of links says that its first or its last end holds the value; if these two
exclude each other as well, the row is a ring, and of any two neighbours in the ring one holds
the value.

The definitions are Sukaku Explainer's (the "Strong links" of SudokuMonster, 2019): the links
are in different houses without a common place; the two groups of a line lie in two boxes, the
two groups of a box in a row and a column (a cell in both belongs to the larger group, or to
both groups) or in two parallel lines.  Skyscrapers, kites and turbot fish are two links.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> next(find(position, frozenset({"strong-links-2"}))).notation
'Two Strong Links: 1 1= r3c2 =1= r4c2 -1- r4c3 =1= r3c3 -1- r3c2 =1 => r34c4<>1'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, HouseKind, Layout, bits, union_of
from nonet.techniques.families.chains import ChainDetail
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

SIZE_BY_KEY = {f"strong-links-{size}": size for size in range(2, 7)}
"""The techniques, and how many links each has."""

EASIEST_FIRST = True

BASE_SCORES = {2: 4.0, 3: 5.4, 4: 5.8, 5: 6.2, 6: 6.6}
"""The least score by number of links."""

_HOUSE_KINDS: tuple[HouseKind, ...] = ("box", "row", "column", "other")
_BOX, _ROW, _COLUMN, _OTHER = range(4)


class StrongLink(NamedTuple):
    """A strong link: the kind of its house, its places and their two ends, all masks of cells."""

    kind: int
    house: int
    places: int
    ends: tuple[int, int]


class LinkChain(NamedTuple):
    """Links in a row with the cells that lose the value.

    ``ends`` are each link's two ends in the direction of the row, ``houses`` the links' own,
    ``shared`` the houses that join neighbours, for a ring also the last with the first;
    ``rank`` puts rows in search order.
    """

    ends: tuple[tuple[int, int], ...]
    houses: tuple[int, ...]
    shared: tuple[int, ...]
    eliminations: int
    elimination_count: int
    shape: str
    rank: tuple[tuple[int, ...], ...]

    @property
    def is_ring(self) -> bool:
        """Whether the two ends of the row exclude each other."""
        return len(self.shared) == len(self.houses)

    @property
    def score(self) -> float:
        """Sukaku Explainer's: least for parallel lines, more for several kinds, most for groups."""
        kinds = self.shape[1:]
        more = 0.2 if "0" in kinds and "2" in kinds else 0.1 if kinds.strip("1") else 0.0
        if self.shape[0] != "0" or "3" in kinds:
            more = 0.3
        return round(BASE_SCORES[len(self.houses)] + more, 1)


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """The steps of each number of links: the lowest score first, then the most removals."""
    layout = position.layout
    for key, size in SIZE_BY_KEY.items():
        if key not in requested:
            continue
        chains: list[tuple[LinkChain, int]] = []
        for value in range(layout.value_count):
            places = position.places_of(value)
            if places.bit_count() <= 2 * size:
                continue  # as many cells as the links need, and one to remove
            chains += [(row, value) for row in position.path_cached(_link_chains, places, size)]
        chains.sort(key=_sort_key)
        for row, value in chains:
            yield _step(layout, key, row, value)


def _sort_key(item: tuple[LinkChain, int]) -> tuple[object, ...]:
    row, value = item
    kinds, *remaining = row.rank
    return row.score, -row.elimination_count, row.shape, kinds, value, remaining


# -- links ---------------------------------------------------------------------


def _strong_links(layout: Layout, places: int) -> list[StrongLink]:
    """The strong links of a value, by kind of house and in reading order."""
    return [
        StrongLink(kind, house.number, house_places, ends)
        for kind, name in enumerate(_HOUSE_KINDS)
        for house in layout.houses_by_kind[name]
        if (house_places := places & house.cells) & (house_places - 1)
        for ends in _splits(layout, kind, house, house_places)
    ]


def _splits(layout: Layout, kind: int, house: House, held: int) -> list[tuple[int, int]]:
    """The ways to part the places of a house in two ends."""
    if held.bit_count() == 2:
        low = held & -held
        if kind == _BOX and any(len(_cells_by_line(layout, held, axis)) < 2 for axis in (0, 1)):
            return []  # the line has the link
        return [(low, held ^ low)]
    if kind == _BOX:
        return _box_splits(layout, house, held)
    if kind == _OTHER:
        return []
    parts = [held & box.cells for box in layout.houses_by_kind["box"] if held & box.cells]
    if len(parts) != 2 or parts[0] | parts[1] != held:
        return []
    parts.sort(key=lambda part: part.bit_count() > 1)
    return [(parts[0], parts[1])]


def _cells_by_line(layout: Layout, held: int, axis: int) -> list[int]:
    """Return cells by row (axis 0) or by column (1), without cells outside the grid."""
    result: dict[int, int] = {}
    for cell in bits(held):
        if cell in layout.grid_positions:
            line = layout.grid_positions[cell][axis]
            result[line] = result.get(line, 0) | 1 << cell
    return [result[line] for line in sorted(result)]


def _box_splits(layout: Layout, house: House, held: int) -> list[tuple[int, int]]:
    """The ends of a box with three places or more: a cross, or two parallel lines."""
    if house.cells & ~layout.grid_cells:
        return []
    for middle in house.cell_numbers:
        row, column = layout.grid_positions[middle]
        across = down = remaining = 0
        for cell in bits(held & ~(1 << middle)):
            where = layout.grid_positions[cell]
            if where[0] == row:
                across |= 1 << cell
            elif where[1] == column:
                down |= 1 << cell
            else:
                remaining |= 1 << cell
        if remaining:
            continue
        if not across or not down:
            return []  # locked in a line
        heart = held & 1 << middle
        if across & (across - 1) and down & (down - 1):
            return [(down | heart, across | heart)]
        if across & (across - 1):
            return [(down, across | heart)]
        return [(across, down | heart)]
    return [
        (parts[0], parts[1])
        for axis in (0, 1)
        if len(parts := _cells_by_line(layout, held, axis)) == 2
    ]


# -- rows ----------------------------------------------------------------------


@lru_cache(maxsize=64)
def _houses_around(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return all houses with columns, then rows, then boxes first; and for each cell its houses."""
    first = {"column": 0, "row": 1, "box": 2, "other": 3}
    order = sorted(layout.houses, key=lambda house: first[house.kind])
    around = [0] * layout.cell_count
    for number, house in enumerate(order):
        for cell in house.cell_numbers:
            around[cell] |= 1 << number
    return tuple(house.number for house in order), tuple(around)


def _link_chains(position: Position, places: int, size: int) -> list[LinkChain]:
    """The rows of ``size`` links that remove something; each in one direction."""
    result: list[LinkChain] = []
    layout, clock = position.layout, position.deadline
    links = _strong_links(layout, places)
    if len(links) < size:
        return result
    order, around = _houses_around(layout)
    near: list[tuple[int, int]] = []  # the houses that hold all of each end
    for link in links:
        common = [-1, -1]
        for side, end in enumerate(link.ends):
            for cell in bits(end):
                common[side] &= around[cell]
        near.append((common[0], common[1]))
    follow: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = []
    for item, link in enumerate(links):
        clock.check()
        apart = [n for n, other in enumerate(links) if not other.places & link.places]
        first, last = (
            [(n, side) for n in apart for side in (0, 1) if near[item][own] & near[n][side]]
            for own in (0, 1)
        )
        follow.append((first, last))

    def extend(row: list[tuple[int, int]], used: int) -> Iterator[list[tuple[int, int]]]:
        clock.check()
        number, side = row[-1]
        for after in follow[number][1 - side]:
            if links[after[0]].places & used:
                continue
            longer = [*row, after]
            if len(longer) < size:
                yield from extend(longer, used | links[after[0]].places)
            elif row[0][0] < after[0]:  # else the same row read backwards
                yield longer

    for number, link in enumerate(links):
        for side in (0, 1):
            for row in extend([(number, side)], link.places):
                chain = _link_chain(layout, places, links, row, near, order)
                if chain is not None and chain.eliminations:
                    result.append(chain)
    return result


def _link_chain(
    layout: Layout,
    places: int,
    links: list[StrongLink],
    row: list[tuple[int, int]],
    near: list[tuple[int, int]],
    order: tuple[int, ...],
) -> LinkChain | None:
    """Return the chain of a row of (link, first side); ``None`` for a ring read before."""
    chosen = [links[number] for number, _ in row]
    ends = tuple(
        link.ends if side == 0 else link.ends[::-1]
        for link, (_, side) in zip(chosen, row, strict=True)
    )
    shared = []
    for (first, left), (second, right) in pairwise(row):
        common = near[first][1 - left] & near[second][right]
        shared.append(order[(common & -common).bit_length() - 1])
    left = places
    for link in chosen:
        left &= ~layout.houses[link.house].cells
    closing = near[row[0][0]][row[0][1]] & near[row[-1][0]][1 - row[-1][1]]
    eliminated = left & layout.seen_by_all(ends[0][0] | ends[-1][1])
    if closing:
        if row[0] != (min(number for number, _ in row), 0):
            return None
        removals = eliminated.bit_count()
        for (_, first), (second, _) in pairwise(ends):
            part = left & layout.seen_by_all(first | second)
            removals += part.bit_count()
            eliminated |= part
        shared.append(order[(closing & -closing).bit_length() - 1])
    else:
        for house in shared:
            eliminated &= ~layout.houses[house].cells
        removals = eliminated.bit_count()
    base = sorted(number for number, _ in row)
    return LinkChain(
        ends,
        tuple(link.house for link in chosen),
        tuple(shared),
        eliminated,
        removals,
        _shape([link.kind for link in chosen], sum(link.places.bit_count() > 2 for link in chosen)),
        (
            tuple(sorted((link.kind for link in chosen), reverse=True)),
            tuple(base),
            tuple(base.index(number) for number, _ in row),
            tuple(side for _, side in row),
        ),
    )


def _shape(kinds: list[int], grouped: int) -> str:
    """How many links are groups, and the kinds: 0 a box, 1 and 2 lines, 3 other.

    The same for a row read backwards, and with rows and columns exchanged.
    """
    readings = []
    for turned in (kinds, kinds[::-1]):
        text = "".join(map(str, turned))
        readings += [text, text.translate(_SWAP_ROWS_AND_COLUMNS)]
    return f"{grouped}{min(readings)}"


_SWAP_ROWS_AND_COLUMNS = str.maketrans("12", "21")


# -- steps and words -----------------------------------------------------------


def _step(layout: Layout, key: str, row: LinkChain, value: int) -> Step:
    shift = value * layout.cell_count
    nodes = [end << shift for first, last in row.ends for end in (first, last & ~first)]
    chain = Chain(tuple(nodes), (False, True) * len(row.ends))
    if row.is_ring:
        chain = Chain((*nodes, nodes[0]), (*chain.on, False))
    return Step(
        key,
        layout,
        eliminations=row.eliminations << shift,
        pattern=union_of(nodes),
        truths=tuple(layout.house_set(house, value) for house in row.houses),
        links=tuple(layout.house_set(house, value) for house in row.shared),
        chains=(chain,),
        detail=StrongLinksDetail(row, value),
        difficulty=row.score,
    )


class StrongLinksDetail(NamedTuple):
    """A row of links of a value."""

    link_chain: LinkChain
    value: int

    def describe(self, step: Step) -> StepText:
        """A row of links in words, as any chain."""
        nodes = step.chains[0].nodes[: 2 * len(step.truths)]
        return ChainDetail(nodes, step.eliminations, reasons=step.truths).describe(step)
