"""What is kept of a build, and the 45 rule in arrays, beside what is worked out afresh."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from nonet import AllDifferent, Grid, Linear, Model, Puzzle, Table
from nonet.backends.lockstep.caging import BALANCE, CAGE, MIDDLE, packed
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.layout import integers, layout_of
from nonet.backends.lockstep.windows import implied, windows_of
from nonet.model.sums import LONGEST, implied_sums


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


@pytest.mark.parametrize("number", range(4))
def test_the_45_rule_in_arrays_and_compiled_is_what_it_is_in_words(number) -> None:
    model = with_cages(Random(number))
    place = {name: cell for cell, name in enumerate(model.variables)}
    told = set()
    for each in implied_sums(model):
        signs = zip(each.scope, each.coefficients, strict=True)
        ends = {1: [], -1: []}
        for name, sign in signs:
            ends[sign].append(place[name])
        told.add((tuple(sorted(ends[1])), tuple(sorted(ends[-1])), each.constant))
    units = [each for each in model.constraints if isinstance(each, AllDifferent)]
    houses = tuple((tuple(place[name] for name in unit.scope), 45) for unit in units)
    cages = [each for each in model.constraints if isinstance(each, Linear)]
    apart = [(tuple(place[name] for name in cage.scope), cage.constant) for cage in cages]
    assert set(implied(houses, 81, apart)) == told and told

    numbers, sums = np.zeros((1, 81), np.int64), np.zeros((1, len(apart)), np.int64)
    zero_based = tuple((unit, 36) for unit, _ in houses)
    for number, (cells, total) in enumerate(apart):
        numbers[0, list(cells)] = number + 1
        sums[0, number] = max(total - len(cells), 0)
    starts, records = packed(
        windows_of(zero_based, 81), np.zeros((81, 81), bool), numbers, sums, LONGEST
    )
    declared = {(tuple(sorted(cells)), ()) for cells, _ in apart}
    found, at = set(), int(starts[0])
    while at < starts[1]:
        plus, minus, kind, total = records[at : at + 4].tolist()
        cells = records[at + 4 : at + 4 + plus + minus].tolist()
        at += 4 + plus + minus
        added, taken = tuple(sorted(cells[:plus])), tuple(sorted(cells[plus:]))
        found.add((added, taken, total - MIDDLE + plus - minus))
        assert kind == (CAGE if (plus == 1 and not minus) or (added, ()) in declared else BALANCE)
    assert {each for each in found if each[:2] not in declared} == told


def test_units_of_a_puzzle_beside_those_of_its_grid_are_what_they_are_alone() -> None:
    rows = tuple(tuple(range(4 * k, 4 * k + 4)) for k in range(4))
    columns = tuple(tuple(range(k, 16, 4)) for k in range(4))
    cage = (0, 1, 5)
    made = layout_of((*rows, *columns, cage), 16, 4)
    segments = np.split(made.units.segments, made.units.segment_starts[1:-1])
    assert [each.tolist() for each in segments] == [[0, 1], [1, 5]]
    assert made.units.full.tolist() == [True] * 8 + [False]
    assert made.peers[0] == sum(1 << cell for cell in {*rows[0], *columns[0], *cage})


def test_a_mask_of_64_bits_is_kept_bit_by_bit() -> None:
    assert integers([1 << 63, 5, -1]).tolist() == [-(1 << 63), 5, -1]
    domains = dict.fromkeys("abc", range(64))
    model = Model(domains, [Table(("a", "b", "c"), {(63, 0, 63), (0, 63, 1)})])
    found = Kernel(model.structure).count(np.zeros((1, 3), np.uint8), 9)
    assert found.counts.tolist() == [2]
