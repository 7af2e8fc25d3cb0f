"""Multi-sector locked sets and SK-loops: as many cells as covering links.

Take some cells (truths: each holds one value) and, for each value, houses that cover all its
places in these cells (links: each holds the value once at most). If there are as many links as
cells, every link is used up by the cells, so its value is eliminated from the rest of its
house. Rank 0, in the terms of set logic.

*Multi-sector locked sets* take the cells where some rows cross some columns; some values are
covered by rows, the remaining values by columns (or boxes).  For given rows and given values
covered by rows, a column is worth taking if the column has more cells than other values; so
only the rows and the values are to be chosen, and ``SubsetCounters`` weigh all subsets of
the values at once.

An *SK-loop* takes the sixteen cells of two rows and two columns in the four boxes where these
cross, without the crossings: eight dominoes in a loop, each sharing some values with the next.

Sources: S. Kurzhals (SK-loop, 2007, found in the puzzle "Easter Monster");
D. P. Bird, "Multi-sector locked sets", Players' forum, 2012.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, Layout, bits, union_of
from nonet.techniques.engines import phrases
from nonet.techniques.position import Position
from nonet.techniques.step import Step, StepText

# Lanes: one small number for each subset of the values, all in one integer.
#
# With nine values there are 512 subsets, so 512 lanes of eight bits make one integer of 4,096
# bits, and one addition adds 512 numbers. Searches that ask something of every subset of the
# values do so with a dozen additions.

LANE_BITS = 8


class SubsetCounters:
    """Lanes for the subsets of ``size`` values, numbered by their masks."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 1 << size
        self.ones = self._pack([1] * self.count)
        self._units = [
            self._pack([subset >> value & 1 for subset in range(self.count)])
            for value in range(size)
        ]
        self._inside: dict[int, int] = {}
        self._surplus: dict[tuple[int, int], int] = {}

    @staticmethod
    def _pack(numbers: list[int]) -> int:
        return int.from_bytes(bytes(numbers), "little")

    def unpack(self, lanes: int) -> list[int]:
        """The numbers, by subset."""
        return list(lanes.to_bytes(self.count, "little"))

    def counts_inside(self, values: int) -> int:
        """How many of ``values`` each subset holds."""
        cached = self._inside.get(values)
        if cached is None:
            cached = sum(unit for value, unit in enumerate(self._units) if values >> value & 1)
            self._inside[values] = cached
        return cached

    def counts_outside(self, values: int) -> int:
        """How many of ``values`` each subset does not hold."""
        return self.ones * values.bit_count() - self.counts_inside(values)

    def surplus(self, cells: int, values: int) -> int:
        """How many more ``cells`` there are than ``values`` outside the subset; 0 if fewer."""
        key = (cells, values)
        cached = self._surplus.get(key)
        if cached is None:
            cached = self.ones * (128 + cells) - self.counts_outside(values)
            cached &= (cached >> 7 & self.ones) * 127
            if len(self._surplus) > 20_000:
                self._surplus.clear()
            self._surplus[key] = cached
        return cached

    def subsets_at_least(self, more: int, less: int) -> list[int]:
        """The subsets for which ``more`` is no less than ``less``."""
        tested = (self.ones * 128 + more - less) >> 7 & self.ones
        results = []
        while tested:
            low = tested & -tested
            tested ^= low
            results.append((low.bit_length() - 1) // LANE_BITS)
        return results


def subset_counters_of(size: int) -> SubsetCounters:
    """The lanes for a number of values, made once."""
    return SubsetCounters(size)


MAX_VALUES = 10
"""The largest number of values; more values make the search too long."""


class SquareGrid(NamedTuple):
    """A single square grid: its lines, its cells, each cell's row, column and box if any."""

    rows: tuple[House, ...]
    columns: tuple[House, ...]
    cells: tuple[tuple[int, ...], ...]
    houses_of_cell: tuple[tuple[House, ...], ...]


def _square_grid(layout: Layout) -> SquareGrid | None:
    rows, columns = layout.houses_by_kind["row"], layout.houses_by_kind["column"]
    if (
        not len(rows) == len(columns) == layout.value_count <= MAX_VALUES
        or layout.cell_count != layout.value_count**2
    ):
        return None
    crossings = [[row.cells & column.cells for column in columns] for row in rows]
    if any(mask.bit_count() != 1 for line in crossings for mask in line):
        return None
    homes: list[tuple[House, ...]] = [()] * layout.cell_count
    for house in (*rows, *columns, *layout.houses_by_kind["box"]):
        for cell in house.cell_numbers:
            homes[cell] += (house,)
    cells = tuple(tuple(mask.bit_length() - 1 for mask in line) for line in crossings)
    return SquareGrid(rows, columns, cells, tuple(homes))


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """SK-loops, then multi-sector locked sets, fewest cells first."""
    square = _square_grid(position.layout)
    if square is None:
        return
    if "sk-loop" in requested:
        yield from _sk_loops(position, square)
    if "multi-sector-locked-sets" in requested:
        yield from _locked_set_steps(position, square)


def _step(
    position: Position, key: str, cells: int, links: list[tuple[House, int]], eliminated: int
) -> Step:
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


def _candidates_outside(
    position: Position, cells: int, value: int, houses: tuple[House, ...]
) -> int:
    """The candidates of a value in some houses but not in ``cells``."""
    result = union_of(house.cells for house in houses)
    return (position.places_of(value) & result & ~cells) << value * position.layout.cell_count


# -- loops ---------------------------------------------------------------------


def _loop_covers(present: int) -> tuple[int, ...]:
    """The smallest sets of links that cover some dominoes of a loop of eight.

    Domino ``d`` lies between links ``d`` and ``d + 1``.
    """
    covers = [
        cover for cover in range(256) if not present & ~(cover | cover >> 1 | (cover & 1) << 7)
    ]
    least = min(cover.bit_count() for cover in covers)
    return tuple(cover for cover in covers if cover.bit_count() == least)


def _sk_loops(position: Position, square: SquareGrid) -> Iterator[Step]:
    layout, values = position.layout, position.values
    across: list[tuple[int, int, int]] = [(0, 0, 0)] * layout.cell_count
    down = across.copy()
    for row, line in zip(square.rows, square.cells, strict=True):
        for column, pivot in zip(square.columns, line, strict=True):
            if len(square.houses_of_cell[pivot]) != 3:
                return
            box = square.houses_of_cell[pivot][2]
            for result, house in ((across, row), (down, column)):
                cells = 0
                held = 0
                for cell in bits(house.cells & box.cells & ~(1 << pivot)):
                    if values[cell]:
                        cells |= 1 << cell
                        held |= values[cell]
                result[pivot] = cells, held, held.bit_count()
    size = range(layout.value_count)
    for top, low in combinations(size, 2):
        for left, right in combinations(size, 2):
            first, second = square.cells[top][left], square.cells[top][right]
            four, three = square.cells[low][left], square.cells[low][right]
            dominoes = (
                across[first], across[second], down[second], down[three],
                across[three], across[four], down[four], down[first],
            )  # fmt: skip
            count = 0
            for domino in dominoes:
                if not domino[0]:
                    break
                count += domino[0].bit_count()
            else:
                # dominoes that share no link: each value of each needs a link of its own
                if sum(d[2] for d in dominoes[::2]) > count:
                    continue
                if sum(d[2] for d in dominoes[1::2]) > count:
                    continue
                corners = [square.houses_of_cell[cell][2] for cell in (first, second, three, four)]
                houses = (
                    corners[0], square.rows[top], corners[1], square.columns[right],
                    corners[2], square.rows[low], corners[3], square.columns[left],
                )  # fmt: skip
                if len({house.number for house in corners}) == 4:
                    pairs = [domino[0] for domino in dominoes]
                    retained = [domino[1] for domino in dominoes]
                    yield from _sk_loop(position, pairs, retained, list(houses), count)


def _sk_loop(
    position: Position, dominoes: list[int], held: list[int], houses: list[House], count: int
) -> Iterator[Step]:
    cells = union_of(dominoes)
    options: list[tuple[int, tuple[int, ...]]] = []
    total = 0
    for value in range(position.layout.value_count):
        present = sum(1 << d for d, mask in enumerate(held) if mask >> value & 1)
        if present:
            covers = _loop_covers(present)
            total += covers[0].bit_count()
            if total > count:
                return
            options.append((value, covers))
    if total != count:
        return
    links: list[tuple[House, int]] = []
    eliminated = 0
    shared = [0] * 8
    for value, covers in options:
        chosen = [tuple(houses[link] for link in bits(cover)) for cover in covers]
        hits = [_candidates_outside(position, cells, value, picked) for picked in chosen]
        best = max(range(len(hits)), key=lambda n: hits[n].bit_count())
        eliminated |= hits[best]
        links += [(house, value) for house in chosen[best]]
        for link in bits(covers[best]):
            shared[link] |= 1 << value
    tied = all(
        held[domino] & shared[domino] and held[domino] & shared[(domino + 1) % 8]
        for domino in range(8)
    )
    if eliminated and tied:
        yield _step(position, "sk-loop", cells, links, eliminated)


# -- rows by columns -----------------------------------------------------------


def _locked_set_steps(position: Position, square: SquareGrid) -> Iterator[Step]:
    layout, values = position.layout, position.values
    size = layout.value_count
    lanes = subset_counters_of(size)
    held = [[values[cell] for cell in line] for line in square.cells]
    rows = list(map(union_of, held))
    result: dict[int, list[int]] = {}
    worthy = [number for number, union in enumerate(rows) if union.bit_count() > 2]
    for count in range(2, (size + 1) // 2 + 1):
        for chosen in combinations(worthy, count):
            picked = [held[number] for number in chosen]
            open_ = [0] * size
            unions = [0] * size
            for line in picked:
                for column, mask in enumerate(line):
                    if mask:
                        open_[column] += 1
                        unions[column] |= mask
            worth = 0
            for cells, union in zip(open_, unions, strict=True):
                if cells:
                    worth += lanes.surplus(cells, union)
            cost = lanes.ones
            union = 0
            for number in chosen:
                cost += lanes.counts_inside(rows[number])
                union |= rows[number]
            cost += lanes.counts_inside(lanes.count - 1 & ~union)
            for subset in lanes.subsets_at_least(worth + lanes.ones, cost):
                # one value alone on either side is a fish or a subset
                if subset.bit_count() > 1 and (union & ~subset).bit_count() > 1:
                    _add_locked_set(position, square, chosen, subset, open_, unions, result)
    done: set[int] = set()
    for cells, limits in sorted(result.items(), key=lambda item: item[0].bit_count()):
        links = _best_links(position, square, cells, limits)
        eliminated = union_of(
            _candidates_outside(position, cells, value, (house,)) for house, value in links
        )
        if eliminated not in done:  # the same, seen from the other rows and columns
            done.add(eliminated)
            yield _step(position, "multi-sector-locked-sets", cells, links, eliminated)


def _add_locked_set(
    position: Position,
    square: SquareGrid,
    chosen: tuple[int, ...],
    subset: int,
    open_: list[int],
    unions: list[int],
    result: dict[int, list[int]],
) -> None:
    """Add the cells of some rows, with values covered by rows, to ``result`` if the cells are a
    locked set.
    """
    gains = [
        cells - (union & ~subset).bit_count() for cells, union in zip(open_, unions, strict=True)
    ]
    rows = [square.rows[row] for row in chosen]
    for least in (1, 0):
        columns = [
            house
            for house, cells, gain in zip(square.columns, open_, gains, strict=True)
            if gain >= least and cells
        ]
        across, down = (union_of(house.cells for house in lines) for lines in (rows, columns))
        cells = across & down & position.unsolved
        if cells in result or len(columns) < 2 or not all(house.cells & cells for house in rows):
            continue
        if all(position.values[cell].bit_count() < 3 for cell in bits(cells)):
            continue  # a loop of cells with two values each
        eliminated = 0
        for value in range(position.layout.value_count):
            lines, reach = (rows, across) if subset >> value & 1 else (columns, down)
            places = position.places_of(value)
            remaining = places & reach & ~cells
            if remaining:
                for house in lines:
                    if places & cells & house.cells:
                        eliminated |= remaining & house.cells
        if not eliminated:
            continue
        limits = _line_counts(position, cells, rows, columns)
        if sum(limits) != cells.bit_count():
            continue
        if not any(
            sum(_line_counts(position, less, rows, columns)) == less.bit_count()
            for house in (*rows, *columns)
            if (less := cells & ~house.cells) and less != cells
        ):
            result[cells] = limits
            return


def _line_counts(
    position: Position, cells: int, rows: list[House], columns: list[House]
) -> list[int]:
    """How many rows, or columns if fewer, each value needs to be covered in some cells."""
    results = []
    for value in range(position.layout.value_count):
        places = position.places_of(value) & cells
        across = down = 0
        if places:
            for house in rows:
                across += bool(places & house.cells)
            for house in columns:
                down += bool(places & house.cells)
        results.append(min(across, down))
    return results


def _best_links(
    position: Position, square: SquareGrid, cells: int, limits: list[int]
) -> list[tuple[House, int]]:
    """Return the given number of links for each value that cover some cells; of several choices
    the one with most eliminations.
    """
    links: list[tuple[House, int]] = []
    for value, limit in enumerate(limits):
        places = position.places_of(value) & cells
        if places:
            best = max(
                _line_covers(square, places, limit),
                key=lambda houses: _candidates_outside(position, cells, value, houses).bit_count(),
            )
            links += [(house, value) for house in best]
    return links


def _line_covers(square: SquareGrid, places: int, limit: int) -> Iterator[tuple[House, ...]]:
    """The ways to cover cells with up to ``limit`` rows, columns and boxes."""
    if not places:
        yield ()
        return
    if not limit:
        return
    cell = (places & -places).bit_length() - 1
    for house in square.houses_of_cell[cell]:
        for remaining in _line_covers(square, places & ~house.cells, limit - 1):
            yield (house, *remaining)


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
