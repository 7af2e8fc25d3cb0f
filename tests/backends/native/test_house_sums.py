"""Sums with houses: exact where they can be gone through, else bounds house by house."""

from itertools import permutations, product

import pytest

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import house_sums
from nonet.backends.native.filters.house_sums import HouseSum
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, Linear, Model
from nonet.model.constraints.primitives import COMPARE


def test_bounds_house_by_house_hold_where_sums_are_too_many():
    """Of forty variables in four houses the least sum is four times 1 + 2 + ... + 10."""
    names = [f"v{n}" for n in range(40)]
    houses = [AllDifferent(tuple(names[n : n + 10])) for n in range(0, 40, 10)]
    total = Linear.sum(names, "<=", 4 * 55)
    engine = Engine(Model(dict.fromkeys(names, range(1, 13))).structure, lambda *_: ())
    judged = house_filter(total, engine, houses)
    assert isinstance(judged, HouseSum)
    full = ((1 << 12) - 1,) * 40
    assert judged.reduced(full) == ((1 << 10) - 1,) * 40
    (bound,) = judged.bounds(full)
    assert not bound.greatest and bound.slack == 0 and [n for _, n in bound.parts] == [55] * 4
    less = Linear.sum(names, "<=", 4 * 55 - 1)
    assert house_filter(less, engine, houses).reduced(full) is None


def judged_of(constraint, houses, size=5):
    engine = Engine(Model(dict.fromkeys("abc", range(1, size + 1))).structure, lambda *_: ())
    return house_filter(constraint, engine, houses)


DIFFERENT = AllDifferent(tuple("abc"))
FULL = (0b11111,) * 3


@pytest.mark.parametrize(
    ("limit", "most"), [("MAX_EXACT_VARIABLES", 2), ("MAX_SUMS", 3), ("MAX_SHIFTS", 10)]
)
def test_sums_beyond_a_limit_are_bounded_and_within_it_exact(limit, most, monkeypatch):
    """2a + b + c == 8 of different values: 1 + 2 + 4 in some order; by bounds more stays."""
    total = Linear(tuple("abc"), (2, 1, 1), "==", 8)
    exact = judged_of(total, [DIFFERENT]).reduced(FULL)
    solutions = [
        (a, b, c)
        for a in range(1, 6)
        for b in range(1, 6)
        for c in range(1, 6)
        if 2 * a + b + c == 8 and len({a, b, c}) == 3
    ]
    assert exact == tuple(sum({1 << row[n] - 1 for row in solutions}) for n in range(3))
    monkeypatch.setattr(house_sums, limit, most)
    bounded = judged_of(total, [DIFFERENT]).reduced(FULL)
    assert all(not e & ~b for e, b in zip(exact, bounded, strict=True)) and bounded != exact


@pytest.mark.parametrize("op", ["==", "<=", ">=", "!="])
@pytest.mark.parametrize("constant", [5, 6, 7, 12, 13])
def test_sums_of_different_values_keep_what_brute_force_keeps(op, constant):
    total = Linear.sum(tuple("abc"), op, constant)
    rows = [row for row in permutations(range(1, 6), 3) if COMPARE[op](sum(row), constant)]
    for width in (10, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house_sums.cage, "MAX_SET_BITS", width)  # a cage, and any sum
            reduced = judged_of(total, [DIFFERENT]).reduced(FULL)
        kept_values = tuple(sum({1 << row[n] - 1 for row in rows}) for n in range(3))
        assert reduced == (kept_values if rows else None)


@pytest.mark.parametrize("greatest", [False, True])
def test_the_extreme_sum_of_different_values_is_that_of_brute_force(greatest):
    masks_of = [0b1, 0b110, 0b1010, 0b11100, 0b10001]
    for masks in product(masks_of, repeat=3):
        rows = product(*([n for n in range(5) if mask >> n & 1] for mask in masks))
        sums = [sum(row) for row in rows if len({*row}) == 3]
        chosen = house_sums.extreme_values(masks, greatest)
        if not sums:
            assert chosen is None
        else:
            assert chosen is not None and chosen.bit_count() == 3
            expected = max(sums) if greatest else min(sums)
            assert sum(n for n in range(5) if chosen >> n & 1) == expected
