"""The store of domains as masks, and what every filter does with it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.backends.native import filter
from nonet.backends.native.engine import Engine
from nonet.backends.native.filter import (
    MAX_COVERED_GAP,
    CachedFilter,
    Failure,
    Filter,
    Unary,
    compatible_values,
    mask_bases,
)
from nonet.errors import Unsupported
from nonet.model import (
    Domain,
    Linear,
    Model,
)
from nonet.solving import solve

T = 10**12


far_apart = st.lists(
    st.builds(
        lambda offset, values: Domain.of(offset + v for v in values),
        st.sampled_from([0, 900, 1024, 1030, 5000, 2**20, T]),
        st.sets(st.integers(0, 9), min_size=1),
    ),
    min_size=1,
    max_size=8,
)


@given(domains=far_apart)
def test_the_same_bit_stands_for_the_same_value_and_no_other(domains):
    domain_bases = list(zip(domains, mask_bases(domains), strict=True))
    value_of: dict[int, int] = {}
    for domain, base in domain_bases:
        for value in domain:
            assert value_of.setdefault(value - base, value) == value
    assert len(set(value_of.values())) == len(value_of), "a value has one bit"
    bits = sorted(value_of.items())
    assert all(v < w for (_, v), (_, w) in pairwise(bits)), "bits follow the values"
    assert bits[0][0] >= 0 and bits[-1][0] <= sum(len(d) for d in domains) * MAX_COVERED_GAP


@given(domains=far_apart)
def test_among_fewer_domains_no_bit_is_higher(domains):
    """What the engine of a group in AnyOf relies on."""
    bases = mask_bases(domains)
    for last in range(1, len(domains)):
        for fewer, base in zip(mask_bases(domains[:last]), bases[:last], strict=True):
            assert fewer >= base


def test_masks_that_would_fill_the_memory_are_declined():
    wide = {f"x{i}": range(i * 10**9, i * 10**9 + 2**20) for i in range(300)}
    with pytest.raises(Unsupported, match="use another backend"):
        solve(Model(wide, [Linear.sum(tuple(wide), ">=", 0)]), "native")


@pytest.mark.parametrize(("gap", "covered"), [(0, True), (4, True), (5, False)])
def test_a_gap_is_covered_if_it_has_as_few_integers_as_the_limit(gap, covered, monkeypatch):
    monkeypatch.setattr(filter, "MAX_COVERED_GAP", 5)
    first, second = Domain.range(0, 2), Domain.range(3 + gap, 5 + gap)
    bases = mask_bases([first, second])
    assert bases == ([0, 0] if covered else [0, gap])


def test_as_many_bits_as_the_limit_are_held(monkeypatch):
    domains = [Domain.range(0, 9), Domain.range(5, 9)]
    monkeypatch.setattr(filter, "MAX_BITS", 20)
    assert mask_bases(domains) == [0, 0]
    monkeypatch.setattr(filter, "MAX_BITS", 19)
    with pytest.raises(Unsupported, match="native holds domains as bit masks"):
        mask_bases(domains)


def test_domains_without_values_have_a_base_too():
    assert mask_bases([]) == [] and mask_bases([Domain.of([])]) == [0]


def engine_of(**domains):
    engine = Engine(Model(domains).structure, lambda constraint, engine: [])
    engine.reset({})
    engine.newly_fixed.clear()
    return engine


def test_a_store_keeps_the_trail_and_what_is_fixed():
    engine = engine_of(x=range(3, 7), y=range(3, 5))
    source = Filter(Linear.sum(("x", "y"), "<=", 9), (0, 1))
    assert (engine.bases, engine.masks, engine.value(0, 0b100)) == ([3, 3], [0b1111, 0b11], 5)
    engine.set(0, 0b101, source, (1,))
    assert (engine.trail, engine.newly_fixed) == ([(0, 0b1111)], [])
    assert not engine.is_settled(0)
    engine.set(0, 0b100, source, (1,))
    assert (engine.newly_fixed, engine.is_settled(0)) == ([0], True)
    assert list(engine.domain(0)) == [5] and list(engine.domain(0, 0b1001)) == [3, 6]
    with pytest.raises(Failure) as failure:
        engine.set(1, 0, source, (0,))
    assert (failure.value.source, failure.value.because, failure.value.variable) == (
        source,
        (0,),
        1,
    )
    engine.undo(1)
    assert engine.masks == [0b101, 0b11]


def test_a_filter_narrows_what_loses_values_alone():
    engine = engine_of(x=range(4), y=range(4))

    class Given(Filter):
        def reduced(self, masks):
            return (masks[0] & 0b0110, masks[1]) if masks[0] else None

    given = Given(Linear.sum(("x", "y"), "<=", 9), (0, 1))
    given.filter(engine)
    assert engine.trail == [(0, 0b1111)] and engine.masks == [0b0110, 0b1111]
    given.filter(engine)
    assert len(engine.trail) == 1, "nothing more goes"
    given.keep(engine, 1, 0b0011)
    given.keep(engine, 1, 0b0111)
    assert engine.trail == [(0, 0b1111), (1, 0b1111)] and engine.masks[1] == 0b0011
    engine.masks[0] = 0
    with pytest.raises(Failure):
        given.filter(engine)


def test_a_variable_that_is_listed_twice_keeps_the_values_in_both_results():
    engine = engine_of(x=range(4))

    class Twice(Filter):
        def reduced(self, masks):
            return 0b0111, 0b1110

    Twice(Linear.sum(("x",), "<=", 9), (0, 0)).filter(engine)
    assert engine.masks == [0b0110]


def test_a_constraint_over_one_variable_keeps_the_values_for_which_it_holds():
    engine = engine_of(x=range(-2, 5))
    unary = Unary(Linear(("x",), (2,), "<=", 3), engine)
    unary.filter(engine)
    assert list(engine.domain(0)) == [-2, -1, 0, 1]
    assert unary.reduced((0b1110000,)) is None


def test_results_are_cached_by_the_domains():
    queries = []

    class Counted(CachedFilter):
        most_cached = 2

        def supported(self, masks):
            queries.append(masks)
            return masks

    counted = Counted(Linear.sum(("x", "y"), "<=", 9), (0, 1))
    for masks in ((1, 2), (1, 2), (3, 2), (1, 2), (5, 2), (3, 2)):
        assert counted.reduced(masks) == masks
    assert queries == [(1, 2), (3, 2), (5, 2), (3, 2)]
    assert counted.reduced((0, 2)) is None and len(queries) == 4


def test_the_values_with_which_a_constraint_holds_are_counted_as_checks():
    engine = engine_of(x=range(6), y=[2])
    source = Filter(Linear.sum(("x", "y"), "<=", 5), (0, 1))
    assert compatible_values(engine, source, 0) == 0b1111
    assert engine.checks == 6
