"""The 45 rule in compiled code, beside the rule in words."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from nonet import AllDifferent, Grid, Model, Puzzle
from nonet.backends.lockstep.cached_encodings import standard_masks
from nonet.backends.lockstep.implied_sums import (
    ImpliedRecords,
    implied_records,
    unit_windows,
)
from nonet.backends.lockstep.numbered_cells import unit_layout
from nonet.encoding.implied_sums import implied_sums
from nonet.model import Linear

ROWS = [tuple(range(9 * k, 9 * k + 9)) for k in range(9)]
COLUMNS = [tuple(range(k, 81, 9)) for k in range(9)]
BOXES = [
    tuple(27 * (k // 3) + 3 * (k % 3) + 9 * i + j for i in range(3) for j in range(3))
    for k in range(9)
]
HOUSES = [*ROWS, *COLUMNS, *BOXES]


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
    """Return the sums of records: cells added, cells taken away, the total of values from 1.

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
