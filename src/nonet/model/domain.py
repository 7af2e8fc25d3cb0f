"""Domains: finite sets of integers, held as bit masks.

A domain is what a variable may still be.  Bit ``i`` of ``mask`` stands for the
value ``base + i``, so union, intersection and difference are one machine-word
operation for any puzzle, and "how many values are left" is a population count.
Of a large domain every operation takes time in proportion to its width.

>>> digits = Domain.range(1, 9)
>>> digits - Domain.of([2, 4, 6, 8])
Domain({1, 3, 5, 7, 9})
>>> 5 in digits, len(digits), min(digits), max(digits)
(True, 9, 1, 9)
>>> Domain.range(10**12, 10**12 + 999_999)
Domain.range(1000000000000, 1000000999999)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, islice

from nonet.errors import ModelError
from nonet.former_names import former_names
from nonet.model.integers import checked_integer, checked_integers, short_repr

WIDEST = 1 << 20
"""Largest distance between two values of one domain: a mask has that many bits."""

NARROW = 128
"""Masks up to this many bits are read and written bit by bit, wider ones as a text of digits:
bit by bit, each bit costs as much as the mask is wide."""

MOST_SHOWN = 32
"""Values that a domain's repr lists."""

_TRUTH = bytes.maketrans(b"01", b"\0\1")


@former_names(of_runs="from_runs", mask_from="mask_relative_to")
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
        if isinstance(values, range):
            if values.step == 1:
                return Domain.range(values.start, values.stop - 1)
            if values:
                _check_width(min(values[0], values[-1]), max(values[0], values[-1]))
        values = checked_integers(values, "a domain holds integers", "value")
        if not values:
            return EMPTY
        base, highest = min(values), max(values)
        _check_width(base, highest)
        width = highest - base + 1
        if width > NARROW:
            return Domain(mask_of((value - base for value in values), width), base)
        mask = 0
        for value in values:
            mask |= 1 << value - base
        return Domain(mask, base)

    @staticmethod
    def range(lowest: int, highest: int) -> Domain:
        """All integers from ``lowest`` to ``highest``, both included."""
        if type(lowest) is not int or type(highest) is not int:
            lowest = checked_integer(lowest, "a domain", "smallest value")
            highest = checked_integer(highest, "a domain", "largest value")
        if highest < lowest:
            return EMPTY
        _check_width(lowest, highest)
        return Domain((1 << (highest - lowest + 1)) - 1, lowest)

    @staticmethod
    @lru_cache(maxsize=4096)
    def single(value: int) -> Domain:
        """The domain of one value: that of an assigned variable."""
        return Domain(1, value)

    @staticmethod
    def from_runs(runs: Iterable[tuple[int, int]]) -> Domain:
        """The domain of all integers in some runs (lowest, highest), in any order.

        Raises ``ModelError`` for a run that ends before it begins.
        """
        runs = list(runs)
        checked_integers([end for run in runs for end in run], "a domain", "value")
        for low, high in runs:
            if high < low:
                raise ModelError(
                    f"a domain: there is nothing from {short_repr(low)} to {short_repr(high)}"
                )
        if not runs:
            return EMPTY
        base, highest = min(low for low, _ in runs), max(high for _, high in runs)
        _check_width(base, highest)
        digits = bytearray(b"0") * (highest - base + 1)  # the value base + i is the digit i
        for low, high in runs:
            digits[low - base : high - base + 1] = b"1" * (high - low + 1)
        return Domain(int(digits[::-1], 2), base)

    @staticmethod
    def from_mask(mask: int, base: int) -> Domain:
        """The domain whose bit ``i`` stands for ``base + i``, brought to normal form."""
        if not mask:
            return EMPTY
        shift = (mask & -mask).bit_length() - 1
        return Domain(mask >> shift, base + shift)

    def mask_relative_to(self, base: int) -> int:
        """The mask whose bit ``i`` stands for ``base + i``; ``base`` is at most the minimum."""
        return self.mask << (self.base - base) if self.mask else 0

    @property
    def is_single(self) -> bool:
        """Whether exactly one value is left."""
        return self.mask == 1

    @property
    def highest(self) -> int:
        """The largest value, without looking at the others; of the empty domain -1."""
        return self.base + self.mask.bit_length() - 1

    def runs(self) -> Iterator[tuple[int, int]]:
        """The runs of consecutive values, as (lowest, highest), in order.

        >>> list(Domain.of([1, 2, 3, 7]).runs())
        [(1, 3), (7, 7)]
        """
        if self.mask:
            for run in re.finditer("1+", f"{self.mask:b}"[::-1]):
                yield self.base + run.start(), self.base + run.end() - 1

    def at_most(self, highest: int) -> Domain:
        """The values up to ``highest``; none of them is looked at."""
        width = highest - self.base + 1
        if width >= self.mask.bit_length():
            return self
        return Domain.from_mask(self.mask & ((1 << width) - 1) if width > 0 else 0, self.base)

    def at_least(self, lowest: int) -> Domain:
        """The values from ``lowest`` on."""
        below = lowest - self.base
        if below <= 0:
            return self
        if below >= self.mask.bit_length():
            return EMPTY
        return Domain.from_mask(self.mask >> below, lowest)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        return bit_positions(self.mask, self.base)

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and value >= self.base
            and value - self.base < self.mask.bit_length()
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
        _check_width(base, max(self.highest, other.highest))
        return Domain.from_mask(self.mask_relative_to(base) | other.mask_relative_to(base), base)

    def __sub__(self, other: Domain) -> Domain:
        shared = other & self  # so that two far apart cost nothing
        return Domain.from_mask(self.mask ^ shared.mask_relative_to(self.base), self.base)

    def __le__(self, other: Domain) -> bool:
        return not (self - other).mask

    def __repr__(self) -> str:
        if len(self) <= MOST_SHOWN:
            return f"Domain({{{', '.join(map(str, self))}}})"
        runs = list(islice(self.runs(), 9))
        if len(runs) == 1:
            return f"Domain.range({self.base}, {self.highest})"
        text = ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in runs[:8])
        more = f", ... up to {self.highest}" if len(runs) > 8 else ""
        return f"Domain({{{text}{more}}}: {len(self)} values)"


def bit_positions(mask: int, base: int = 0) -> Iterator[int]:
    """The numbers of the bits of a mask, lowest first, in time linear in its width.

    ``base`` is the number of bit 0.

    >>> list(bit_positions(0b10110))
    [1, 2, 4]
    """
    if mask.bit_length() <= NARROW:
        return _few_bit_positions(mask, base - 1)
    digits = f"{mask:b}"[::-1].encode().translate(_TRUTH)
    return compress(range(base, base + len(digits)), digits)


def _few_bit_positions(mask: int, below: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield below + low.bit_length()
        mask ^= low


def mask_of(places: Iterable[int], width: int) -> int:
    """The mask of some bits, in any order, given by their numbers, all less than ``width``.

    >>> bin(mask_of([4, 1, 2], 5))
    '0b10110'
    """
    if width <= NARROW:
        mask = 0
        for place in places:
            mask |= 1 << place
        return mask
    digits = bytearray(b"0") * width
    for place in places:
        digits[-1 - place] = 49
    return int(digits, 2)


def _check_width(lowest: int, highest: int) -> None:
    if highest - lowest > WIDEST:
        raise ModelError(
            f"a domain from {short_repr(lowest)} to {short_repr(highest)} is too wide: "
            f"at most {WIDEST} between its "
            "smallest and largest value. For few values far apart, declare the variable over "
            "0, 1, 2, ... and say the values as coefficients or in a table of another variable"
        )


EMPTY = Domain(0, 0)
"""The empty domain: a variable that can be nothing."""
