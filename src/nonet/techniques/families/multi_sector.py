"""Multi-sector locked sets and SK-loops: as many cells as covering links.

Take some cells (truths: each holds one value) and, for each value, houses that cover all its
places in these cells (links: each holds the value once at most). If there are as many links as
cells, every link is used up by the cells, so its value is eliminated from the rest of its
house. Rank 0, in the terms of set logic.

*Multi-sector locked sets* take the cells where some rows cross some columns; some values are
covered by rows, the remaining values by columns (or boxes).  For given rows and given values
covered by rows, a column is worth taking if the column has more cells than other values; so
only the rows and the values are to be chosen, and all subsets of the values are weighed at once.

An *SK-loop* takes the sixteen cells of two rows and two columns in the four boxes where these
cross, without the crossings: eight dominoes in a loop, each sharing some values with the next.

Sources: S. Kurzhals (SK-loop, 2007, found in the puzzle "Easter Monster");
D. P. Bird, "Multi-sector locked sets", Players' forum, 2012.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, product
from typing import Any, NamedTuple

from nonet.techniques.candidate_layout import House, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

MAX_VALUES = 10
"""The largest number of values; more values make the search too long."""

Links = list[tuple[House, int]]
"""Values in houses."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """SK-loops, then multi-sector locked sets, fewest cells first."""
    layout = position.layout
    rows, columns = layout.houses_by_kind["row"], layout.houses_by_kind["column"]
    size = layout.value_count
    if size > MAX_VALUES or layout.cell_count != size**2 or not len(rows) == len(columns) == size:
        return
    if any((row.cells & column.cells).bit_count() != 1 for row in rows for column in columns):
        return
    if "sk-loop" in requested:
        yield from _sk_loops(position)
    if "multi-sector-locked-sets" in requested:
        yield from _locked_set_steps(position)


def _links(position: Position, cells: int, houses: Sequence[House], limits: list[int]) -> Links:
    """Return as many links for each value as cover the cells, with most eliminations."""
    links: Links = []
    for value, limit in enumerate(limits):
        covers = _covers(houses, position.places_of(value) & cells, limit)
        choices: list[Links] = [[(house, value) for house in cover] for cover in covers]
        counts = [_eliminations(position, cells, choice).bit_count() for choice in choices]
        links += choices[counts.index(max(counts))]
    return links


def _line_counts(places: list[int], cells: int, *groups: Sequence[House]) -> list[int]:
    """Return how many houses of the group that needs fewest cover each value's places in cells."""
    lines = [[house.cells & cells for house in group] for group in groups]
    return [min([sum([1 for c in group if p & c]) for group in lines]) for p in places]


def _covers(houses: Sequence[House], places: int, limit: int) -> Iterator[tuple[House, ...]]:
    """The ways to cover cells with up to ``limit`` houses."""
    if not places:
        yield ()
    elif limit:
        cell = places & -places
        for house in houses:
            if house.cells & cell:
                for others in _covers(houses, places & ~house.cells, limit - 1):
                    yield (house, *others)


def _eliminations(position: Position, cells: int, links: Links) -> int:
    """The candidates of some links outside ``cells``."""
    count = position.layout.cell_count
    return union_of(
        (position.places_of(value) & house.cells & ~cells) << value * count
        for house, value in links
    )


def _step(position: Position, key: str, cells: int, links: Links, eliminated: int) -> Step:
    layout = position.layout
    return Step(
        key,
        layout,
        eliminations=eliminated,
        pattern=position.open_candidates_in(cells),
        truths=tuple(bits(cells)),
        links=tuple(layout.house_set(house.number, value) for house, value in links),
        detail=MultiSectorDetail(cells, tuple((house.number, value) for house, value in links)),
    )


# -- loops ---------------------------------------------------------------------


def _sk_loops(position: Position) -> Iterator[Step]:
    import numpy as np

    layout, size = position.layout, position.layout.value_count
    rows, columns, boxes = (layout.houses_by_kind[kind] for kind in ("row", "column", "box"))
    box_of = {1 << cell: box for box in boxes for cell in box.cell_numbers}
    if len(box_of) != layout.cell_count:
        return
    dominoes: dict[tuple[int, int, bool], int] = {}  # of a row or a column beside a crossing
    counts = np.zeros((3, size, size), dtype=int)  # values across and down, cells
    for (r, row), (c, column) in product(enumerate(rows), enumerate(columns)):
        pivot = row.cells & column.cells
        for down, line in enumerate((row, column)):
            domino = line.cells & box_of[pivot].cells & ~pivot & position.unsolved
            dominoes[r, c, bool(down)] = domino
            counts[down, r, c] = union_of(
                position.values[cell] for cell in bits(domino)
            ).bit_count()
            counts[2, r, c] += domino.bit_count() if domino else -4 * size
    # of dominoes that share no link each value needs a link of its own
    across, down_, cells_ = counts
    direct = _around(across, down_, across, down_)
    crossed = _around(down_, across, down_, across)
    possible = np.maximum(direct, crossed) <= _around(cells_, cells_, cells_, cells_)
    for top, low, left, right in np.argwhere(possible):
        corners = ((top, left), (top, right), (low, right), (low, left))
        houses = {box_of[rows[r].cells & columns[c].cells] for r, c in corners}
        houses |= {rows[top], rows[low], columns[left], columns[right]}
        if top < low and left < right and len(houses) == 8:
            cells = union_of(dominoes[r, c, down] for r, c in corners for down in (False, True))
            order = sorted(houses, key=lambda house: house.number)
            limits = _least_counts(position, cells, order)
            links = (
                _links(position, cells, order, limits) if sum(limits) == cells.bit_count() else []
            )
            eliminated = _eliminations(position, cells, links)
            if eliminated and {house for house, _ in links} == houses:
                yield _step(position, "sk-loop", cells, links, eliminated)


def _least_counts(position: Position, cells: int, houses: Sequence[House]) -> list[int]:
    """Return how many houses at least cover each value's places in some cells."""
    by_value = (position.places_of(value) & cells for value in range(position.layout.value_count))
    return [
        next(n for n in count() if next(_covers(houses, p, n), None) is not None) for p in by_value
    ]


def _around(*corners: Any) -> Any:
    """Sums of four arrays over the corners of all rectangles: (top, low, left, right)."""
    first, second, third, fourth = corners
    return (
        first[:, None, :, None]
        + second[:, None, None, :]
        + third[None, :, None, :]
        + fourth[None, :, :, None]
    )


# -- rows by columns -----------------------------------------------------------


def _locked_set_steps(position: Position) -> Iterator[Step]:
    result: dict[int, tuple[Links, int] | None] = {}
    for chosen, subset in _choices(position):
        _add_locked_set(position, chosen, subset, result)
    done = {0}
    for cells, locked in sorted(result.items(), key=lambda item: item[0].bit_count()):
        if locked and locked[1] not in done:  # nor the same from the other side
            done.add(locked[1])
            yield _step(position, "multi-sector-locked-sets", cells, *locked)


@lru_cache(maxsize=4)
def _shared_counts(size: int) -> tuple[Any, Any]:
    """Tables of how many of some values are in a subset of the values, and how many are not."""
    import numpy as np

    every = 1 << size
    counts = np.array([subset.bit_count() for subset in range(every)], dtype=np.int8)
    masks, subsets = np.arange(every)[:, None], np.arange(every)
    return counts[masks & subsets], counts[masks & ~subsets]


def _choices(position: Position) -> Iterator[tuple[list[int], int]]:
    """Yield rows, and values covered by rows, that are worth about as many cells as they cost.

    All choices of a number of rows, and all subsets of the values (by their masks), are weighed at
    once in one array.
    """
    import numpy as np

    layout, size = position.layout, position.layout.value_count
    values_at = np.array(
        [
            [
                position.values[(row.cells & column.cells).bit_length() - 1]
                for column in layout.houses_by_kind["column"]
            ]
            for row in layout.houses_by_kind["row"]
        ]
    )
    inside, outside = _shared_counts(size)
    sizes = inside[-1]
    by_row = np.bitwise_or.reduce(values_at, axis=1)
    worthy = [int(row) for row in np.flatnonzero(sizes[by_row] > 2)]
    for many in range(2, (size + 1) // 2 + 1):
        position.deadline.check()
        chosen = np.array(list(combinations(worthy, many)), dtype=int).reshape(-1, many)
        lines = values_at[chosen]  # choice, row, column
        unions = np.bitwise_or.reduce(lines, axis=1)
        every = np.bitwise_or.reduce(unions, axis=1)
        cells = np.count_nonzero(lines, axis=1).astype(np.int8)[:, :, None]
        worth = (cells - outside[unions]).clip(0).sum(axis=1, dtype=np.int8)
        cost = (
            inside[by_row[chosen]].sum(axis=1, dtype=np.int8) + inside[inside.shape[0] - 1 - every]
        )
        # one value alone on either side is a fish or a subset
        possible = (worth + 1 >= cost) & (sizes > 1) & (outside[every] > 1)
        for choice, subset in np.argwhere(possible):
            yield chosen[choice].tolist(), int(subset)


def _columns_across(
    position: Position, *chosen: int
) -> tuple[list[House], int, list[tuple[House, int, int]]]:
    """Return some rows, their open cells, and the columns with how many of these and their values."""
    kinds, columns = position.layout.houses_by_kind, []
    rows = [kinds["row"][number] for number in chosen]
    across = union_of(row.cells for row in rows) & position.unsolved
    for column in kinds["column"]:
        if cells := column.cells & across:
            mask = union_of(position.values[cell] for cell in bits(cells))
            columns.append((column, cells.bit_count(), mask))
    return rows, across, columns


def _add_locked_set(
    position: Position, chosen: list[int], subset: int, result: dict[int, tuple[Links, int] | None]
) -> None:
    """Add the cells of some rows, with values covered by rows, to ``result`` if the cells are a
    locked set, without a smaller one in them.
    """
    layout, values = position.layout, position.values
    rows, across, columns_across = position.cached(_columns_across, *chosen)
    places = [position.places_of(value) for value in range(layout.value_count)]
    gains = [
        (column, number - (mask & ~subset).bit_count()) for column, number, mask in columns_across
    ]
    for least in (1, 0):
        columns = [column for column, gain in gains if gain >= least]
        cells = across & union_of(column.cells for column in columns)
        if cells in result or len(columns) < 2 or not all(row.cells & cells for row in rows):
            continue
        if all(values[cell].bit_count() < 3 for cell in bits(cells)):
            continue  # a loop of cells with two values each
        sides = [(rows if subset >> value & 1 else columns) for value in range(len(places))]
        if not any(
            of_value & house.cells & cells and of_value & house.cells & ~cells
            for of_value, side in zip(places, sides, strict=True)
            for house in side
        ):
            continue
        result[cells] = None  # looked at
        limits = _line_counts(places, cells, rows, columns)
        if sum(limits) != cells.bit_count():
            continue
        parts = {cells & ~house.cells for house in (*rows, *columns)} - {0, cells}
        if all(sum(_line_counts(places, p, rows, columns)) > p.bit_count() for p in parts):
            links = _links(
                position, cells, (*rows, *columns, *layout.houses_by_kind["box"]), limits
            )
            result[cells] = links, _eliminations(position, cells, links)
            return


# -- words ---------------------------------------------------------------------


class MultiSectorDetail(NamedTuple):
    """The cells, and their covering links as (house, value)."""

    cells: int
    links: tuple[tuple[int, int], ...]

    def describe(self, step: Step) -> StepText:
        """A rank-0 set in words."""
        layout, (cells, links) = step.layout, self
        by_house: dict[int, int] = {}
        for number, value in links:
            by_house[number] = by_house.get(number, 0) | 1 << value
        houses = sorted(by_house)
        shorts = " ".join(
            f"{layout.value_text(by_house[number])}{layout.houses[number].short_name}"
            for number in houses
        )
        count = cells.bit_count()
        shares = phrases.joined_words(
            f"{phrases.value_list(layout, by_house[number])} in {layout.houses[number].name}"
            for number in houses
        )
        plain = (
            f"The {count} cells {phrases.cell_list(layout, cells)} can only take {shares}. Each of "
            f"these values fits once in its house, which makes {len(links)} places for {count} "
            "cells: all are used up. So outside these cells "
            f"{phrases.removal_text(layout, step.eliminations)}."
        )
        look = f"Look at {phrases.joined_words(layout.houses[number].name for number in houses)}"
        return StepText(
            f"{count} cells {layout.cell_text(cells)}, {count} links {shorts}", look, plain
        )
