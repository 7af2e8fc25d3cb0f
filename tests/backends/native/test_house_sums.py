"""Sums with houses: exact where they can be gone through, else bounds house by house."""

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters.house_sums import HouseSum
from nonet.backends.native.filters.houses import house_filter
from nonet.model import AllDifferent, Linear, Model


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
