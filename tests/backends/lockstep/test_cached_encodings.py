"""What is kept of a build, and the 45 rule, beside what is worked out afresh."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from nonet import AllDifferent, Grid, Model, Puzzle, count_solutions
from nonet.backends.lockstep.cached_encodings import standard_masks
from nonet.backends.lockstep.implied_sums import (
    ImpliedRecords,
    implied_records,
    unit_windows,
)
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layouts.memory import int64_array, mask_of
from nonet.backends.lockstep.numbered_cells import unit_layout
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.encoding.implied_sums import implied_sums
from nonet.model import Linear, Table


def with_cages(chance: Random) -> Model:
    """A 9x9 with cages of neighbours of one row or column, of any sums."""
    model = Puzzle(Grid.square(9)).model()
    free = set(range(81))
    for cell in chance.sample(range(81), 60):
        step, many = chance.choice((1, 9)), chance.randint(1, 5)
        cells = [cell + step * k for k in range(many)]
        inside = cells[-1] < 81 and (step == 9 or cells[-1] // 9 == cell // 9)
        if inside and free.issuperset(cells):
            free.difference_update(cells)
            scope = tuple(model.variables[each] for each in cells)
            model = model.add(Linear.sum(scope, "==", chance.randint(5, 30)))
    return model


def sums_of(implied: ImpliedRecords) -> set[tuple[tuple[int, ...], tuple[int, ...], int | None]]:
    """What records say: cells added, cells taken away, and the total of values from 1.

    No total where no values have it.
    """
    sums_of_records: set[tuple[tuple[int, ...], tuple[int, ...], int | None]] = set()
    records, at = implied.sums.tolist(), 0
    while at < len(records):
        count, sets, seeing = records[at : at + 3]
        cells = records[at + 3 : at + 3 + count]
        masks = records[at + 3 + count : at + 3 + count + sets]
        totals = {sum(k + 1 for k in range(9) if mask >> k & 1) for mask in masks} or {None}
        (total,) = totals
        sums_of_records.add((tuple(sorted(cells)), (), total))
        at += 3 + count + sets + seeing
    records, at = implied.bounds.tolist(), 0
    while at < len(records):
        total, end = records[at + 1], at + 3 + records[at + 2]
        ends: dict[int, list[int]] = {1: [], -1: []}
        at += 3
        while at < end:
            ends[records[at]] += records[at + 2 : at + 2 + records[at + 1]]
            at += 2 + records[at + 1]
        plus, minus = (tuple(sorted(ends[sign])) for sign in (1, -1))
        sums_of_records.add((plus, minus, total + len(plus) - len(minus)))
    masks = standard_masks(9)
    for a, b, forth, back in np.array(implied.relations).reshape(-1, 4).tolist():
        pairs = {(x, y) for x in range(9) for y in range(9) if masks[forth + x] >> y & 1}
        assert pairs == {(x, y) for x in range(9) for y in range(9) if masks[back + y] >> x & 1}
        sums, less = {x + y + 2 for x, y in pairs}, {x - y for x, y in pairs}
        if len(less) == 1 and not (forth // 9 < 34):
            sums_of_records.add(((a,), (b,), less.pop()))
        else:
            sums_of_records.add((tuple(sorted((a, b))), (), sums.pop() if len(sums) == 1 else None))
    return sums_of_records


@pytest.mark.parametrize("number", range(4))
def test_the_45_rule_compiled_is_what_it_is_in_words(number) -> None:
    model = with_cages(Random(number))
    place = {name: cell for cell, name in enumerate(model.variables)}
    implied = set()
    for each in implied_sums(model):
        signs = zip(each.scope, each.coefficients, strict=True)
        ends = {1: [], -1: []}
        for name, sign in signs:
            ends[sign].append(place[name])
        implied.add((tuple(sorted(ends[1])), tuple(sorted(ends[-1])), each.constant))
    units = [each for each in model.constraints if isinstance(each, AllDifferent)]
    houses = tuple((tuple(place[name] for name in unit.scope), 45) for unit in units)
    cages = [each for each in model.constraints if isinstance(each, Linear)]
    apart = [(tuple(place[name] for name in cage.scope), cage.constant) for cage in cages]
    zero_based = tuple((unit, 36) for unit, _ in houses)
    arrays = implied_records(
        unit_windows(zero_based, 81),
        unit_layout(tuple(HOUSES), 81, 9).units,
        [(cells, total - len(cells)) for cells, total in apart],
        9,
    )
    given = {(tuple(sorted(cells)), (), total) for cells, total in apart}
    read = sums_of(arrays)
    assert {key[:2] for key in read} == {key[:2] for key in implied | given} and implied
    assert {key for key in read if key[2] is not None} <= implied | given
    totals = {key[:2]: key[2] for key in implied | given}
    for plus, minus, total in read:
        if total is None:  # no values have it
            chosen = permutations(range(1, 10), len(plus))
            assert not minus and totals[plus, minus] not in map(sum, chosen)


def test_units_of_a_puzzle_beside_those_of_its_grid_are_what_they_are_alone() -> None:
    rows = tuple(tuple(range(4 * k, 4 * k + 4)) for k in range(4))
    columns = tuple(tuple(range(k, 16, 4)) for k in range(4))
    cage, box = (0, 1, 5), (10, 11, 14, 15)
    layout = unit_layout((*rows, cage, *columns, box), 16, 4)
    alone = unit_layout((*rows, *columns, box), 16, 4)
    units, last = layout.units, layout.units.starts[-2:]
    assert units.full.tolist() == [True] * 9 + [False]
    assert units.cells[slice(*last)].tolist() == list(cage)
    units_of_cell = units.units[slice(*units.unit_starts[1:3])].tolist()
    assert units_of_cell == [0, 5, 9]  # a row, a column, the cage
    assert units.cells[: last[0]].tolist() == alone.units.cells.tolist()
    segments = np.split(units.segments, units.segment_starts[1:-1])  # of full units alone
    assert [each.tolist() for each in segments] == [[10, 11], [10, 14], [11, 15], [14, 15]]
    assert layout.peers[0] == sum(1 << cell for cell in {*rows[0], *columns[0], *cage})


def test_a_mask_of_64_bits_is_kept_bit_by_bit() -> None:
    assert int64_array([1 << 63, 5, -1]).tolist() == [-(1 << 63), 5, -1]
    domains = dict.fromkeys("abc", range(64))
    model = Model(domains, [Table(("a", "b", "c"), {(63, 0, 63), (0, 63, 1)})])
    answer = count_rows(Kernel(model.structure), np.zeros((1, 3), np.uint8), 9)
    assert answer.counts.tolist() == [2]


GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""A solved grid."""

ROWS = [tuple(range(9 * k, 9 * k + 9)) for k in range(9)]
COLUMNS = [tuple(range(k, 81, 9)) for k in range(9)]
BOXES = [
    tuple(27 * (k // 3) + 3 * (k % 3) + 9 * r + c for r in range(3) for c in range(3))
    for k in range(9)
]
HOUSES = [*ROWS, *COLUMNS, *BOXES]


def regions(chance: Random, sizes: range) -> list[list[int]]:
    """Disjoint cells that hang together, of which no two have one value in the grid solved."""
    free, drawn = set(range(81)), []
    for _ in range(60):
        cells = [chance.choice(sorted(free))]
        while len(cells) < chance.choice(sizes):
            neighbours = {
                cell + step
                for cell in cells
                for step in (1, -1, 9, -9)
                if step in (9, -9) or (cell + step) // 9 == cell // 9
            }
            values_held = {GRID[cell] for cell in cells}
            neighbours = {
                each for each in neighbours & free - set(cells) if GRID[each] not in values_held
            }
            if not neighbours:
                break
            cells.append(chance.choice(sorted(neighbours)))
        if len(cells) in sizes and free.issuperset(cells):
            drawn.append(cells)
            free -= set(cells)
        if len(free) < 20:
            break
    return drawn


VALUES = [int(symbol) - 1 for symbol in GRID]


@pytest.mark.parametrize(("size", "number"), ((3, 1), (4, 3), (9, 3), (9, 5), (9, 9), (12, 6)))
def test_sets_that_are_written_are_all_that_add_up(size, number) -> None:
    differ = unit_layout((tuple(range(size)),), size, size).units
    for total in range(-1, number * size + 1):
        cells = list(range(number))
        implied = implied_records(None, differ, [(cells, total)], size)
        count, sets, seeing = implied.sums[:3].tolist()
        assert (count, seeing) == (number, size - number)
        masks = implied.sums[3 + number : 3 + number + sets].tolist()
        sets = combinations(range(size), number)
        assert masks == [mask_of(each) for each in sets if sum(each) == total]


@pytest.mark.parametrize("number", range(6))
def test_puzzles_of_large_cages_have_the_solutions_that_another_backend_finds(number) -> None:
    chance = Random(100 + number)
    clues = dict.fromkeys(chance.sample(range(81), 30))
    names = Puzzle(Grid.square(9)).model().variables
    puzzle = Puzzle(Grid.square(9), {names[cell]: int(GRID[cell]) for cell in clues})
    model = puzzle.model()
    sizes = range(6, 8) if number % 2 else range(2, 5)
    for cells in regions(chance, sizes):
        scope = tuple(names[cell] for cell in cells)
        total = sum(int(GRID[cell]) for cell in cells) - (number == 5 and chance.random() < 0.1)
        model = model.add(AllDifferent(scope), Linear.sum(scope, "==", total))
    by_lockstep, by_native = (
        count_solutions(model, "lockstep", limit=50),
        count_solutions(model, "native", limit=50),
    )
    assert (by_lockstep.number, by_lockstep.exhausted) == (by_native.number, by_native.exhausted)
