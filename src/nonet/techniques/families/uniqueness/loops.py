"""Unique loops: deadly patterns of six cells and more on two values.

A loop goes from cell to cell of a house, each with both values; every visited house contains
two of its cells, of different colours (N. Juillerat's Sudoku Explainer 1.2.1, the source of
types 1 to 4). The search closes one open house after another, so each set of cells comes up
once.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.families.uniqueness.deadly_pattern import (
    DeadlyPattern,
    adjacent_subsets,
    explainer_subset_size,
    guardians,
    house_masks,
    seen_by_explainer,
)
from nonet.techniques.position import Position

MAX_CELLS = 14
"""The most cells of a loop."""

MAX_PARTIAL_LOOPS = 20_000
"""The most partial loops that the search looks at for one pair of values."""

OrderedLoops = tuple[tuple[int, tuple[int, ...]], ...]
"""Masks of cells, each with an order round the loop."""


def unique_loops(
    position: Position, requested: frozenset[str]
) -> Iterator[tuple[str, DeadlyPattern, int]]:
    """Technique, foundation and candidates that go, for the loops of the wanted types."""
    for pair, mask, order in _loops_of_position(position):
        yield from _loop_patterns(position, requested, pair, mask, order)


def unique_loop_cells(position: Position) -> Iterator[tuple[int, int]]:
    """Yield the pair of values and the cells of every loop."""
    for pair, mask, _ in _loops_of_position(position):
        yield pair, mask


def _loops_of_position(position: Position) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    for pair, plain in position.bivalue_cells().items():
        if plain.bit_count() < 2:
            continue
        low, high = bits(pair)
        cells = position.places_of(low) & position.places_of(high)
        if cells.bit_count() < 6:
            continue
        held = tuple((cell, position.values[cell]) for cell in bits(cells))
        for mask, order in position.path_cached(_loops, pair, held):
            yield pair, mask, order


def _loops(position: Position, pair: int, held: tuple[tuple[int, int], ...]) -> OrderedLoops:
    """The loops of a pair; ``held`` are the cells that have both, with their values."""
    cells = sum(1 << cell for cell, _ in held)
    plain = sum(1 << cell for cell, values in held if values == pair)
    results = []
    for mask in sorted(_closed_cell_sets(position, pair, cells, plain), key=int.bit_count):
        order = _cyclic_order(position.layout, mask)
        if order:
            results.append((mask, order))
    return tuple(results)


def _closed_cell_sets(position: Position, pair: int, cells: int, plain: int) -> Iterator[int]:
    """Yield sets of cells with a cell of each colour in every visited house, and at least one
    plain cell.
    """
    layout, values = position.layout, position.values
    member = house_masks(layout)
    tries = 0
    for start in bits(plain):
        if not member[start]:
            continue
        usable = cells & ~(plain & (1 << start) - 1)
        todo = [(1 << start, member[start], 0, 0, 0, 1)]
        while todo:
            mask, ours, theirs, guarded, extras, length = todo.pop()
            tries += 1
            if tries > MAX_PARTIAL_LOOPS:
                return
            open_ = ours ^ theirs
            if not open_:
                if length >= 6:
                    yield mask
                continue
            if length == MAX_CELLS:
                continue
            house = layout.houses[(open_ & -open_).bit_length() - 1]
            first = bool(theirs & open_ & -open_)  # the next cell is of the start's colour
            taken = ours if first else theirs
            for cell in bits(usable & house.cells & ~mask):
                if not member[cell] or member[cell] & taken:
                    continue
                more = values[cell] & ~pair
                union = extras | more
                number = guarded + bool(more)
                if number > 2 and union.bit_count() > 1:
                    continue
                todo.append(
                    (
                        mask | 1 << cell,
                        ours | member[cell] if first else ours,
                        theirs if first else theirs | member[cell],
                        number,
                        union,
                        length + 1,
                    )
                )


def _cyclic_order(layout: Layout, mask: int) -> tuple[int, ...]:
    """Return the cells in an order in which each sees the next and the last the first, or an
    empty tuple.
    """
    start = (mask & -mask).bit_length() - 1
    todo: list[tuple[tuple[int, ...], int]] = [((start,), mask & ~(1 << start))]
    while todo:
        path, remaining = todo.pop()
        if not remaining:
            if layout.sees[path[-1]] >> start & 1:
                return path
            continue
        todo += [
            ((*path, cell), remaining & ~(1 << cell))
            for cell in bits(layout.sees[path[-1]] & remaining)
        ]
    return ()


def _loop_patterns(
    position: Position, requested: frozenset[str], pair: int, mask: int, order: tuple[int, ...]
) -> Iterator[tuple[str, DeadlyPattern, int]]:
    layout, values = position.layout, position.values
    guarded = [cell for cell in order if values[cell] != pair]
    if not guarded:
        return
    held = sum(1 << cell for cell in guarded)
    extras = union_of(values[cell] & ~pair for cell in guarded)
    base = (mask, order, pair, held, guardians(position, mask, pair), len(order))
    if len(guarded) == 1:
        if "unique-loop-1" in requested:
            yield "unique-loop-1", DeadlyPattern(*base), layout.candidates_in(held, pair)
        return
    if extras.bit_count() == 1 and "unique-loop-2" in requested:
        value = extras.bit_length() - 1
        eliminated = position.places_of(value) & layout.seen_by_all(held)
        if eliminated:
            yield "unique-loop-2", DeadlyPattern(*base), eliminated << value * layout.cell_count
    if len(guarded) > 2:
        return
    if "unique-loop-3" in requested and extras.bit_count() > 1:
        for beside in adjacent_subsets(position, mask, held, extras, pair):
            deadly = DeadlyPattern(
                *base,
                subset_size=explainer_subset_size(position, beside.house, beside.others),
                subset_cells=beside.others,
                subset_values=beside.values,
                houses=beside.house_numbers,
                unseen_by_explainer=not seen_by_explainer(position, beside, held, extras),
            )
            yield "unique-loop-3", deadly, beside.eliminations
    if "unique-loop-4" in requested:
        for house in layout.houses_containing(held):
            for value in bits(pair) if house.complete else ():
                if not position.places_of(value) & house.cells & ~held:
                    eliminated = layout.candidates_in(held, pair & ~(1 << value))
                    deadly = DeadlyPattern(*base, locked_value=value, houses=(house.number,))
                    yield "unique-loop-4", deadly, eliminated
                    return
