"""Domains: finite sets of integers, held as bit masks.

A domain is what a variable may still be.  Bit ``i`` of ``mask`` stands for the
value ``base + i``, so union, intersection and difference are one machine-word
operation for any puzzle, and "how many values are left" is a population count.

>>> digits = Domain.range(1, 9)
>>> digits - Domain.of([2, 4, 6, 8])
Domain({1, 3, 5, 7, 9})
>>> 5 in digits, len(digits), min(digits), max(digits)
(True, 9, 1, 9)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from nonet.errors import ModelError

WIDEST = 1 << 20
"""Largest distance between two values of one domain: a mask has that many bits."""


@dataclass(frozen=True, slots=True, repr=False)
class Domain:
    """A finite set of integers.  Build one with :meth:`of` or :meth:`range`.

    ``base`` is the smallest value and bit 0 of ``mask`` is set, except for the
    empty domain (``mask == base == 0``): so equal sets are equal objects.
    """

    mask: int
    base: int = 0

    @staticmethod
    def of(values: Iterable[int]) -> Domain:
        """The domain of the given integers, in any order, repeats allowed.

        Raises ``ModelError`` if a value is no integer or two lie more than
        ``WIDEST`` apart.
        """
        if isinstance(values, Domain):
            return values
        if isinstance(values, range) and values.step == 1:
            return Domain.range(values.start, values.stop - 1)
        values = list(values)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool):
                raise ModelError(f"a domain holds integers, not {value!r}")
        if not values:
            return EMPTY
        base = min(values)
        if max(values) - base > WIDEST:
            raise ModelError(
                f"a domain from {base} to {max(values)} is too wide: "
                f"at most {WIDEST} between its smallest and largest value"
            )
        mask = 0
        for value in values:
            mask |= 1 << (value - base)
        return Domain(mask, base)

    @staticmethod
    def range(lowest: int, highest: int) -> Domain:
        """All integers from ``lowest`` to ``highest``, both included."""
        if highest < lowest:
            return EMPTY
        if highest - lowest > WIDEST:
            raise ModelError(f"a domain from {lowest} to {highest} is too wide")
        return Domain((1 << (highest - lowest + 1)) - 1, lowest)

    @staticmethod
    @lru_cache(maxsize=4096)
    def single(value: int) -> Domain:
        """The domain of one value: that of an assigned variable."""
        return Domain(1, value)

    @staticmethod
    def from_mask(mask: int, base: int) -> Domain:
        """The domain whose bit ``i`` stands for ``base + i``, brought to normal form."""
        if not mask:
            return EMPTY
        shift = (mask & -mask).bit_length() - 1
        return Domain(mask >> shift, base + shift)

    def mask_from(self, base: int) -> int:
        """The mask whose bit ``i`` stands for ``base + i``; ``base`` is at most the minimum."""
        return self.mask << (self.base - base) if self.mask else 0

    @property
    def is_single(self) -> bool:
        """Whether exactly one value is left."""
        return self.mask == 1

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        mask, base = self.mask, self.base
        while mask:
            low = mask & -mask
            yield base + low.bit_length() - 1
            mask ^= low

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and value >= self.base
            and bool(self.mask >> value - self.base & 1)
        )

    def __and__(self, other: Domain) -> Domain:
        base = max(self.base, other.base)
        return Domain.from_mask(
            (self.mask >> (base - self.base)) & (other.mask >> (base - other.base)), base
        )

    def __or__(self, other: Domain) -> Domain:
        if not self.mask or not other.mask:
            return self if self.mask else other
        base = min(self.base, other.base)
        return Domain.from_mask(self.mask_from(base) | other.mask_from(base), base)

    def __sub__(self, other: Domain) -> Domain:
        if not self.mask or not other.mask:
            return self
        base = min(self.base, other.base)
        return Domain.from_mask(self.mask_from(base) & ~other.mask_from(base), base)

    def __le__(self, other: Domain) -> bool:
        return not (self - other).mask

    def __repr__(self) -> str:
        return f"Domain({{{', '.join(map(str, self))}}})"


EMPTY = Domain(0, 0)
"""The empty domain: a variable that can be nothing."""
