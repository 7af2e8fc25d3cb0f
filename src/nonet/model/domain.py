"""Domains: finite sets of integers.

A domain is the set of possible values of a variable.  A narrow domain is a bit mask: bit ``i`` of
``mask`` stands for the value ``base + i``, so union, intersection and difference are one
machine-word operation for any puzzle, and "how many values are left" is a population count.  A wide
domain is a sorted list of ranges, so every operation takes time in proportion to its ranges, not
its values.

>>> digits = Domain.range(1, 9)
>>> digits - Domain.of([2, 4, 6, 8])
Domain({1, 3, 5, 7, 9})
>>> 5 in digits, len(digits), min(digits), max(digits)
(True, 9, 1, 9)
>>> Domain.range(-10**9, 10**9) - Domain.single(0)
Domain({-1000000000..-1, 1..1000000000}: 2000000000 values)
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from itertools import chain, compress, islice, pairwise
from operator import or_
from typing import Any, NoReturn

from nonet.errors import ModelError
from nonet.model.integers import checked_integer, checked_integers, short_repr

WIDEST = 1 << 60
"""Largest distance between two values of one domain: solvers compute in 64 bits."""

MAX_RANGES = 1 << 20
"""Most ranges of one domain."""

MASK_WIDTH = 1 << 12
"""Domains of at most this width are masks; for wider domains ranges are smaller and quicker."""

MOST_SHOWN = 32
"""Values that a domain's repr lists."""

Ranges = tuple[tuple[int, int], ...]
"""Ranges (lowest, highest), ascending, with a gap between each and the next."""


class Domain:
    """An immutable finite set of integers.  Build a domain with :meth:`of` or :meth:`range`.

    ``base`` is the smallest value and ``highest`` the largest; the empty domain has 0 and -1.
    ``size`` is the number of values.  Bit 0 of ``mask`` is set, except for the empty domain; the
    mask of a wide domain is made at its first use.  Equal sets are equal objects.
    """

    __slots__ = ("_ranges", "base", "highest", "mask", "size")

    _ranges: Ranges
    """The ranges of a wide domain; of a narrow one ()."""
    base: int
    highest: int
    mask: int
    size: int

    def __init__(self, mask: int, base: int = 0) -> None:
        try:
            _set_highest(self, base + mask.bit_length() - 1)
        except AttributeError:
            raise ModelError("Domain takes a bit mask: write Domain.of(values)") from None
        _set_mask(self, mask)
        _set_base(self, base)
        _set_size(self, mask.bit_count())
        _set_ranges(self, ())

    @staticmethod
    def of(values: Iterable[int]) -> Domain:
        """The domain of the given integers, in any order, repeats allowed.

        Raises ``ModelError`` if a value is not an integer or two lie more than
        ``WIDEST`` apart, or for more than ``MAX_RANGES`` ranges.
        """
        if isinstance(values, Domain):
            return values
        if isinstance(values, range):
            if values.step == 1:
                return Domain.range(values.start, values.stop - 1)
            if values.step == -1:
                return Domain.range(values.stop + 1, values.start)
            if len(values) > 1:
                _check_width(min(values[0], values[-1]), max(values[0], values[-1]))
                _check_ranges(len(values))
        values = checked_integers(values, "a domain holds integers", "value")
        if not values:
            return EMPTY
        base, highest = min(values), max(values)
        _check_width(base, highest)
        width = highest - base + 1
        if width > MASK_WIDTH:
            return _of_sorted(sorted({*values}))
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
        return _of_ranges(((lowest, highest),))

    @staticmethod
    @lru_cache(maxsize=4096)
    def single(value: int) -> Domain:
        """The domain of one value: that of an assigned variable."""
        return Domain(1, value)

    @staticmethod
    def from_runs(runs: Iterable[tuple[int, int]]) -> Domain:
        """The domain of all integers in some ranges (lowest, highest), in any order.

        Raises ``ModelError`` for a range that ends before its beginning.
        """
        runs = list(runs)
        checked_integers([end for run in runs for end in run], "a domain", "value")
        for low, high in runs:
            if high < low:
                ends = f"{short_repr(low)} to {short_repr(high)}"
                raise ModelError(f"a domain: the range from {ends} is empty")
        return _of_ranges(_merged(sorted((int(low), int(high)) for low, high in runs)))

    @staticmethod
    def from_mask(mask: int, base: int) -> Domain:
        """The domain whose bit ``i`` stands for ``base + i``, brought to normal form."""
        if not mask:
            return EMPTY
        shift = (mask & -mask).bit_length() - 1
        mask >>= shift
        if mask.bit_length() > MASK_WIDTH:
            return _of_ranges(tuple(_mask_runs(mask, base + shift)))
        return Domain(mask, base + shift)

    def mask_relative_to(self, base: int) -> int:
        """The mask whose bit ``i`` stands for ``base + i``; ``base`` is at most the minimum."""
        return self.mask << (self.base - base) if self.size else 0

    @property
    def is_single(self) -> bool:
        """Whether exactly one value is left."""
        return self.size == 1

    @property
    def names(self) -> tuple[str, ...]:
        """The values as texts, ascending: by their declared names, where they have some."""
        return tuple(map(str, self))

    def runs(self) -> Iterator[tuple[int, int]]:
        """The ranges of consecutive values, as (lowest, highest), in order.

        >>> list(Domain.of([1, 2, 3, 7]).runs())
        [(1, 3), (7, 7)]
        """
        return iter(self._ranges) if self._ranges else _mask_runs(self.mask, self.base)

    def at_most(self, highest: int) -> Domain:
        """Return the values up to ``highest``, without a loop over values."""
        if highest >= self.highest:
            return self
        if self._ranges:
            last = bisect_right(self._ranges, (highest + 1,))
            return _of_ranges(tuple((low, min(high, highest)) for low, high in self._ranges[:last]))
        width = highest - self.base + 1
        return Domain.from_mask(self.mask & ((1 << width) - 1) if width > 0 else 0, self.base)

    def at_least(self, lowest: int) -> Domain:
        """The values from ``lowest`` on."""
        if lowest <= self.base:
            return self
        if lowest > self.highest:
            return EMPTY
        if self._ranges:
            first = max(bisect_right(self._ranges, (lowest + 1,)) - 1, 0)
            ranges = self._ranges[first:]
            if ranges[0][1] < lowest:
                ranges = ranges[1:]
            return _of_ranges(((max(ranges[0][0], lowest), ranges[0][1]), *ranges[1:]))
        return Domain.from_mask(self.mask >> lowest - self.base, lowest)

    def negated(self) -> Domain:
        """The opposite of each value.

        >>> Domain.of([-3, 1, 2]).negated()
        Domain({-2, -1, 3})
        """
        return _of_ranges(tuple((-high, -low) for low, high in [*self.runs()][::-1]))

    def __len__(self) -> int:
        return self.size

    def __bool__(self) -> bool:
        return self.size > 0

    def __iter__(self) -> Iterator[int]:
        if self._ranges:
            return chain.from_iterable(range(low, high + 1) for low, high in self._ranges)
        return bit_positions(self.mask, self.base)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int) or not self.base <= value <= self.highest:
            return False
        if self._ranges:
            return value <= self._ranges[bisect_right(self._ranges, (value + 1,)) - 1][1]
        return bool(self.mask >> value - self.base & 1)

    def issuperset(self, values: Iterable[int]) -> bool:
        """Whether each of some integers is a value."""
        return all(value in self for value in values)

    def __and__(self, other: Domain) -> Domain:
        if not self._ranges and not other._ranges:
            base = max(self.base, other.base)
            return Domain.from_mask(
                (self.mask >> (base - self.base)) & (other.mask >> (base - other.base)), base
            )
        first, second = self.at_least(other.base), other.at_least(self.base)
        first, second = first.at_most(other.highest), second.at_most(self.highest)
        return _of_ranges(tuple(_common(first.runs(), second.runs())))

    def __or__(self, other: Domain) -> Domain:
        if not self.size or not other.size:
            return self if self.size else other
        base, highest = min(self.base, other.base), max(self.highest, other.highest)
        if highest - base < MASK_WIDTH:
            mask = self.mask_relative_to(base) | other.mask_relative_to(base)
            return Domain.from_mask(mask, base)
        return _of_ranges(_merged(sorted((*self.runs(), *other.runs()))))

    def __sub__(self, other: Domain) -> Domain:
        shared = other & self  # so that two far apart cost nothing
        if not self._ranges:
            return Domain.from_mask(self.mask ^ shared.mask_relative_to(self.base), self.base)
        ends = [(self.base - 1, self.base - 1), *shared.runs(), (self.highest + 1, 0)]
        gaps = ((first[1] + 1, second[0] - 1) for first, second in pairwise(ends))
        return _of_ranges(tuple(_common(self.runs(), (gap for gap in gaps if gap[0] <= gap[1]))))

    def __le__(self, other: Domain) -> bool:
        if not self._ranges and not other._ranges:
            shift = self.base - other.base
            return not self.size or (shift >= 0 and not self.mask & ~(other.mask >> shift))
        return not (self - other).size

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Domain):
            return NotImplemented
        if self.base != other.base or self.size != other.size or self._ranges != other._ranges:
            return False
        return bool(self._ranges) or self.mask == other.mask

    def __hash__(self) -> int:
        if self._ranges:
            return hash((self.base, self.highest, self.size, len(self._ranges)))
        return hash((self.mask, self.base))

    def __repr__(self) -> str:
        if self.size <= MOST_SHOWN:
            return f"Domain({{{', '.join(map(str, self))}}})"
        runs = list(islice(self.runs(), 9))
        if len(runs) == 1:
            return f"Domain.range({self.base}, {self.highest})"
        text = ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in runs[:8])
        more = f", ... up to {self.highest}" if len(runs) > 8 else ""
        return f"Domain({{{text}{more}}}: {self.size} values)"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_of_ranges, (self._ranges,)) if self._ranges else (Domain, (self.mask, self.base))

    def __getattr__(self, name: str) -> int:
        """Make the mask of a wide domain: the only attribute that may be missing."""
        if name != "mask":
            raise AttributeError(f"a Domain has no attribute {name!r}")
        if len(self._ranges) == 1:
            return (1 << self.size) - 1
        return mask_of_ranges(self._ranges, self.base, self.highest - self.base + 1)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Domain cannot be changed: its {name} is what it is")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Domain cannot be changed: its {name} is what it is")


_new = Domain.__new__
_set_mask: Any = Domain.__dict__["mask"].__set__
_set_base: Any = Domain.__dict__["base"].__set__
_set_highest: Any = Domain.__dict__["highest"].__set__
_set_size: Any = Domain.__dict__["size"].__set__
_set_ranges: Any = Domain.__dict__["_ranges"].__set__


def _of_ranges(ranges: Ranges) -> Domain:
    """Return the domain of ranges in order, with a gap between each and the next."""
    if not ranges:
        return EMPTY
    base, highest = ranges[0][0], ranges[-1][1]
    if highest - base < MASK_WIDTH:
        mask = 0
        for low, high in ranges:
            mask |= ((1 << high - low + 1) - 1) << low - base
        return Domain(mask, base)
    _check_width(base, highest)
    _check_ranges(len(ranges))
    wide = _new(Domain)  # whose mask is missing until it is asked for
    _set_base(wide, base)
    _set_highest(wide, highest)
    size = highest - base + 1
    if len(ranges) > 1:
        size = sum([high - low for low, high in ranges]) + len(ranges)
    _set_size(wide, size)
    _set_ranges(wide, ranges)
    return wide


def union(domains: Iterable[Domain]) -> Domain:
    """Return the values of any of some domains, in one pass over all their ranges.

    >>> union([Domain.of([1, 5]), Domain.range(10**9, 10**9 + 2), Domain.of([6])])
    Domain({1, 5, 6, 1000000000, 1000000001, 1000000002})
    """
    return _union(frozenset(domains))


@lru_cache(maxsize=256)  # an instance says one expression of many variables with equal domains
def _union(domains: frozenset[Domain]) -> Domain:
    nonempty = [domain for domain in domains if domain.size]
    if not nonempty:
        return EMPTY
    base = min(domain.base for domain in nonempty)
    highest = max(domain.highest for domain in nonempty)
    if highest - base < MASK_WIDTH:
        return Domain(reduce(or_, (domain.mask_relative_to(base) for domain in nonempty)), base)
    return _of_ranges(_merged(sorted(chain.from_iterable(map(Domain.runs, nonempty)))))


def sum_bounds(terms: Iterable[tuple[int, Domain]], constant: int = 0) -> tuple[int, int]:
    """Return the bounds of a weighted sum, given factors and domains; an empty domain counts as 0.

    >>> sum_bounds([(2, Domain.range(0, 3)), (-1, Domain.range(5, 6))])
    (-6, 1)
    """
    least = most = constant
    for factor, domain in terms:
        if domain.size:
            low, high = factor * domain.base, factor * domain.highest
            least, most = least + min(low, high), most + max(low, high)
    return least, most


def _of_sorted(values: list[int]) -> Domain:
    if values[-1] - values[0] == len(values) - 1:
        return _of_ranges(((values[0], values[-1]),))
    ends = [
        i for i, (value, next_value) in enumerate(pairwise(values), 1) if value + 1 < next_value
    ]
    _check_ranges(len(ends) + 1)
    starts = [0, *ends]
    return _of_ranges(
        tuple((values[i], values[j - 1]) for i, j in zip(starts, [*ends, len(values)], strict=True))
    )


def _merged(ranges: list[tuple[int, int]]) -> Ranges:
    result: list[tuple[int, int]] = []
    for low, high in ranges:
        if result and low <= result[-1][1] + 1:
            if high > result[-1][1]:
                result[-1] = (result[-1][0], high)
        else:
            result.append((low, high))
    return tuple(result)


def _common(
    ranges: Iterator[tuple[int, int]], others: Iterator[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    first, second = next(ranges, None), next(others, None)
    while first is not None and second is not None:
        low, high = max(first[0], second[0]), min(first[1], second[1])
        if low <= high:
            yield low, high
        if first[1] <= second[1]:
            first = next(ranges, None)
        else:
            second = next(others, None)


def _mask_runs(mask: int, base: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the bits of a mask, of which bit 0 stands for ``base``."""
    if 0 < mask.bit_count() * SPARSE <= mask.bit_length():
        places = bit_positions(mask, base)
        low = high = next(places)
        for place in places:
            if place != high + 1:
                yield low, high
                low = place
            high = place
        yield low, high
        return
    for run in re.finditer("1+", f"{mask:b}"[::-1]):
        yield base + run.start(), base + run.end() - 1


def _check_width(lowest: int, highest: int) -> None:
    if highest - lowest > WIDEST:
        raise ModelError(
            f"a domain from {short_repr(lowest)} to {short_repr(highest)} is too wide: "
            f"at most {WIDEST} between its smallest and largest value"
        )


def _check_ranges(number: int) -> None:
    if number > MAX_RANGES:
        raise ModelError(
            f"a domain of {number} ranges of consecutive values is too large: at most {MAX_RANGES}. "
            "For values in steps, declare the variable over 0, 1, 2, ... and say the step as a "
            "coefficient"
        )


EMPTY = Domain(0, 0)
"""The empty domain: a variable that can be nothing."""


NARROW = 128
"""Masks up to this many bits are read bit by bit: there, each bit costs as much as the mask is wide."""

SPARSE = 64
"""Width of a mask for each bit in it from which only the bytes that are not 0 are looked at."""

FEW = 50
"""Bits of such a mask up to which bit by bit is faster all the same."""

_NOT_EMPTY = re.compile(rb"[^\0]")
_TRUTH = bytes.maketrans(b"01", b"\0\1")


def bit_positions(mask: int, base: int = 0) -> Iterator[int]:
    """The numbers of the bits of a mask, lowest first, in time linear in its width.

    ``base`` is the number of bit 0.

    >>> list(bit_positions(0b10110))
    [1, 2, 4]
    """
    width = mask.bit_length()
    number = mask.bit_count()
    if width <= NARROW or number <= min(FEW, width // SPARSE):
        return _few_bit_positions(mask, base - 1)
    if number * SPARSE <= width:
        return _sparse_bit_positions(mask, base)
    digits = f"{mask:b}"[::-1].encode().translate(_TRUTH)
    return compress(range(base, base + len(digits)), digits)


def _few_bit_positions(mask: int, below: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield below + low.bit_length()
        mask ^= low


def _sparse_bit_positions(mask: int, base: int) -> Iterator[int]:
    data = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
    for byte in _NOT_EMPTY.finditer(data):
        yield from _few_bit_positions(byte[0][0], base + 8 * byte.start() - 1)


def values_in_mask(values: Iterable[int], mask: int, base: int) -> set[int]:
    """Return the subset of ``values`` that is in a mask whose bit 0 stands for ``base``.

    Takes time by the values and the bits up to the largest of them: a domain may be far wider.

    >>> sorted(values_in_mask([3, 5, 7, 10**9], 0b111011, 2))
    [3, 5, 7]
    """
    width = mask.bit_length()
    places = [value - base for value in values if 0 <= value - base < width]
    if not places:
        return set()
    top = max(places) + 1
    data = (mask & (1 << top) - 1).to_bytes((top + 7) >> 3, "little")
    return {base + place for place in places if data[place >> 3] >> (place & 7) & 1}


def mask_of(places: Iterable[int], width: int) -> int:
    """The mask of some bits, in any order, given by their numbers, all less than ``width``.

    >>> bin(mask_of([4, 1, 2], 5))
    '0b10110'
    """
    data = bytearray((width + 7) >> 3)
    for place in places:
        data[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(data, "little")


def mask_of_values(values: Iterable[int], base: int, width: int) -> int:
    """The mask of those values that are among the ``width`` values from ``base`` on."""
    return mask_of((value - base for value in values if 0 <= value - base < width), width)


def mask_of_ranges(ranges: Iterable[tuple[int, int]], base: int, width: int) -> int:
    """The mask of ranges of numbers (lowest, highest), of which ``base`` is bit 0.

    >>> bin(mask_of_ranges([(3, 12), (14, 14)], 3, 12))
    '0b101111111111'
    """
    data = bytearray((width + 7) >> 3)
    for low, high in ranges:
        first, last = low - base >> 3, high - base >> 3
        from_low, to_high = 255 << (low - base & 7) & 255, 255 >> 7 - (high - base & 7)
        if first == last:
            data[first] |= from_low & to_high
        else:
            data[first] |= from_low
            data[first + 1 : last] = b"\xff" * (last - first - 1)
            data[last] |= to_high
    return int.from_bytes(data, "little")
