"""Which bit of which variable stands for which value.

The same value has the same bit in all variables, so that "equal" and "different" are operations on
masks; and different values have different bits.  Within a stretch of integers that domains cover
together, bits follow the values.  In a stretch that no domain covers, as between domains that lie
10**12 apart, bits go on as if the gap were not there: a mask is as wide as the covered integers are
many.  So the bit of a value is the number of covered integers below the value, and among fewer
domains this number is never larger: the engine of an AnyOf's group shifts masks down, and back up.

>>> mask_bases([Domain.range(0, 3), Domain.range(2, 5), Domain.range(10**12, 10**12 + 3)])
[0, 0, 999999999994]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection

from nonet.errors import Unsupported
from nonet.model import Domain

MAX_COVERED_GAP = 1024
"""Gaps of fewer integers are covered as well: splitting such gaps is not worthwhile."""

MAX_BITS = 1 << 30
"""Most bits of all the masks of one model, 128 MB."""


def mask_bases(domains: Collection[Domain]) -> list[int]:
    """For each domain, the value that bit 0 of its mask would stand for.

    Raises ``Unsupported`` if the masks would not fit in memory.
    """
    ends = [(domain.base, domain.highest) for domain in domains if domain.size]
    if not ends:
        return [0] * len(domains)
    lowest = min(low for low, _ in ends)
    if max(high for _, high in ends) - lowest <= MAX_COVERED_GAP:
        return [lowest] * len(domains)
    starts: list[int] = []
    bases: list[int] = []
    covered, reached = 0, lowest - 1
    for low, high in sorted(ends):
        if (
            low > reached + MAX_COVERED_GAP or not starts
        ):  # a gap: the bits below are what is covered so far
            starts.append(low)
            bases.append(low - covered)
            reached = low - 1
        if high > reached:
            covered += high - reached
            reached = high
    base_of_domain = [bases[bisect_right(starts, domain.base) - 1] for domain in domains]
    bits = sum(
        domain.highest - base + 1 for domain, base in zip(domains, base_of_domain, strict=True)
    )
    if bits > MAX_BITS:
        raise Unsupported(
            f"backend native holds domains as bit masks, and these would take {bits >> 23} MB: "
            "use another backend, such as cpsat"
        )
    return base_of_domain
