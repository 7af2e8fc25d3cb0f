"""The store of domains as masks, and what every filter does with it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonet.backends.native.filter import MAX_COVERED_GAP, mask_bases
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
