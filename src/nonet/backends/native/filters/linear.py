"""Filters of Linear: bounds, and generalised arc consistency by reachable sums; and of Count.

* ``bounds`` compares each term with the smallest and largest sum of the other terms
  (Harvey and Stuckey, "Improving linear constraint propagation by changing
  constraint representation", Constraints 8, 2003, give the rule).
* ``gac``, for ``==``: dynamic programming over partial sums (Trick, "A dynamic programming approach
  for consistency and propagation for knapsack constraints", 2003).  A set of sums is one integer's
  bits, so a shift adds a term to all sums.  For ``<=`` and ``>=`` bounds are already that strong,
  and for ``!=`` the last open variable tells all.  While writing out the sums is more than
  ``MAX_WORK``, bounds alone are kept.

Coefficients are divided by their greatest common divisor.

A count is at least the number of variables whose domain lies inside the counted values, and at most
the number of variables whose domain meets these.  Where a bound is all there may be, the open
variables are forced in or out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from nonet.backends.native.filter import Condition, Filter, Masks, ReasonStore, Store
from nonet.backends.native.filters.levels import Levels
from nonet.model import Count, Domain, Linear
from nonet.model.constraints.primitives import Comparison
from nonet.model.domain import EMPTY, bit_positions, mask_of_values

MAX_WORK = 1 << 22
"""Bits to shift for one filtering of all sums, half a millisecond: how many values there are,
times the distance between the smallest and the largest sum.  Beyond, as over 1,000 values a
variable, a search is quicker with bounds alone."""


MAX_VALUES = 2048
"""Values of all variables of a sum for which the same holds: each takes a step of Python."""


def make(constraint: Linear, engine: Store, levels: Levels) -> list[Filter]:
    """One filter, by the comparison and the level."""
    if constraint.op == "!=":
        return [NotEqual(constraint, engine)]
    if constraint.op == "==" and levels.linear != "bounds":
        return [ReachableSums(constraint, engine)]
    return [BoundsConsistency(constraint, engine)]


class LinearFilter(Filter):
    """The base of the filters of Linear: coefficients, constant and comparison, divided by a common
    divisor."""

    wakes_on_change = True

    def __init__(self, constraint: Linear, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self.bases = [engine.bases[x] for x in self.scope]
        self.coefficients = constraint.coefficients
        self.constant = constraint.constant
        self.op = constraint.op
        divisor = gcd(*self.coefficients)
        if divisor > 1 and (self.op in ("<=", ">=") or self.constant % divisor == 0):
            self.coefficients = tuple(c // divisor for c in self.coefficients)
            up = self.op == ">="
            self.constant = -(-self.constant // divisor) if up else self.constant // divisor


class NotEqual(LinearFilter):
    """Wait until one variable is open, and remove the forbidden value from its domain."""

    wakes_on_change = False
    wakes_on_fixed = True
    priority = 0

    def fixed(self, engine: Store, x: int) -> None:
        missing, open_at = self.constant, -1
        for i, (y, c) in enumerate(zip(self.scope, self.coefficients, strict=True)):
            mask = engine.masks[y]
            if not mask & (mask - 1):
                missing -= c * (engine.bases[y] + mask.bit_length() - 1)
            elif open_at >= 0:
                return
            else:
                open_at = i
        if open_at < 0:
            if missing == 0:
                engine.fail(self, self.scope)
            return
        value, remainder = divmod(missing, self.coefficients[open_at])
        y = self.scope[open_at]
        mask, place = engine.masks[y], value - engine.bases[y]
        if not remainder and 0 <= place < mask.bit_length() and mask >> place & 1:
            engine.set(y, mask ^ 1 << place, self, self.scope)


class BoundsConsistency(LinearFilter):
    """Bounds consistency: remove the values of a term for which the other terms cannot
    compensate."""

    wakes_on_change = False
    wakes_on_bounds = True

    def reduced(self, masks: Masks) -> Masks | None:
        """Return the domains after each term is compared once with the bounds of the others: what
        changes wakes the filter again."""
        lows, highs = [], []
        for mask, base, c in zip(masks, self.bases, self.coefficients, strict=True):
            low = c * (base + (mask & -mask).bit_length() - 1)
            high = c * (base + mask.bit_length() - 1)
            lows.append(min(low, high))
            highs.append(max(low, high))
        above, below = self.constant - sum(lows), sum(highs) - self.constant
        if (self.op != ">=" and above < 0) or (self.op != "<=" and below < 0):
            return None
        remaining = []
        for mask, base, c, low, high in zip(
            masks, self.bases, self.coefficients, lows, highs, strict=True
        ):
            supported = mask
            if self.op != ">=":
                supported = _at_most(supported, c, above + low, base)
            if self.op != "<=":
                supported = _at_most(supported, -c, below - high, base)
            if not supported:
                return None
            remaining.append(supported)
        return tuple(remaining)

    def explain(
        self, engine: ReasonStore, x: int | None, removed: int, because: Sequence[int]
    ) -> Iterable[Condition]:
        """Return the conditions that the other terms are at least, or at most, the bounds of their
        domains."""
        conditions = []
        for y, c in zip(self.scope, self.coefficients, strict=True):
            if y != x:
                mask, values = engine.mask_then(y), engine.full_masks[y]
                if (self.op != ">=") if c > 0 else (self.op != "<="):
                    values &= -(mask & -mask)  # from the smallest value on
                if (self.op != "<=") if c > 0 else (self.op != ">="):
                    values &= (1 << mask.bit_length()) - 1  # up to the largest
                conditions.append((y, values))
        return conditions


def _at_most(mask: int, coefficient: int, most: int, base: int) -> int:
    """The values ``v`` of a mask with ``coefficient * v <= most``."""
    if coefficient > 0:
        width = most // coefficient - base + 1  # values base .. base + width - 1
        if width >= mask.bit_length():
            return mask
        return mask & ((1 << width) - 1) if width > 0 else 0
    below = -(most // -coefficient) - base  # values from base + below on
    if below >= mask.bit_length():
        return 0
    return mask >> below << below if below > 0 else mask


class ReachableSums(BoundsConsistency):
    """Generalised arc consistency of ``==``: a value stays if the other terms can make the
    remaining sum.

    Bit ``s`` of ``before[i]`` says that the first ``i`` terms can sum to ``s``
    (above their smallest sum); ``wanted`` has the sums of
    the terms before a place from which the target is reached.
    """

    wakes_on_change = True
    wakes_on_bounds = False

    def reduced(self, masks: Masks) -> Masks | None:
        target, values, spread = self.constant, 0, 0
        ends: list[tuple[int, int, int]] = []  # lowest place, place of the least term, coefficient
        for mask, base, c in zip(masks, self.bases, self.coefficients, strict=True):
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            first = low if c > 0 else high
            target -= c * (base + first)
            values += mask.bit_count()
            spread += abs(c) * (high - low)
            ends.append((low, first, c))
        if target < 0 or target > spread:
            return None
        if values > MAX_VALUES or values * spread > MAX_WORK:
            return super().reduced(masks)
        terms = [  # (place of the value above the lowest, term above its least)
            [(place, c * (low + place - first)) for place in bit_positions(mask >> low)]
            for mask, (low, first, c) in zip(masks, ends, strict=True)
        ]
        below = (1 << (target + 1)) - 1
        before = [1]
        for group in terms:
            sums = 0
            for _, term in group:
                sums |= before[-1] << term
            before.append(sums & below)
        if not before[-1] >> target & 1:
            return None
        useful_sums = 1 << target  # the sums up to here from which the target is reached
        remaining = []
        for i in range(len(terms) - 1, -1, -1):
            supported = earlier = 0
            for place, term in terms[i]:
                if before[i] & useful_sums >> term:
                    supported |= 1 << place
                    earlier |= useful_sums >> term
            useful_sums = earlier
            remaining.append(supported << ends[i][0])
        return tuple(reversed(remaining))

    explain = Filter.explain  # any value of the others matters here, and not their ends alone


class CountBounds(Filter):
    """Bounds on a count; the number is a constant or a variable."""

    wakes_on_change = True

    def __init__(self, constraint: Count, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        counted = [engine.number[name] for name in constraint.counted]
        ranges = {x: (engine.bases[x], engine.full_masks[x].bit_length()) for x in counted}
        masks = {ends: mask_of_values(constraint.values, *ends) for ends in {*ranges.values()}}
        self._counted = [(x, masks[ranges[x]]) for x in counted]
        """Each counted variable, and the mask of the values to count that it can reach."""
        self._variable: int | None = None
        self._number = EMPTY
        if isinstance(constraint.number, str):
            self._variable = engine.number[constraint.number]
        else:
            self._number = Domain.single(constraint.number)
        self._op = constraint.op

    def filter(self, engine: Store) -> None:
        masks, x = engine.masks, self._variable
        least, open_ = 0, []
        for y, values in self._counted:
            if not masks[y] & ~values:
                least += 1
            elif masks[y] & values:
                open_.append((y, values))
        most = least + len(open_)
        numbers = self._number if x is None else engine.domain(x)
        first, last, possible = _possible_counts(self._op, least, most, numbers)
        if first > last or not possible:
            engine.fail(self, self.scope)
        if x is not None and possible != numbers:
            engine.set(x, possible.mask_relative_to(engine.bases[x]), self, self.scope)
        if open_ and last == least:
            for y, values in open_:
                self.keep(engine, y, ~values)
        elif open_ and first == most:
            for y, values in open_:
                self.keep(engine, y, values)


def _possible_counts(
    op: Comparison, least: int, most: int, numbers: Domain
) -> tuple[int, int, Domain]:
    """The first and the last count, and the numbers, that some partner compares with.

    Counts are from ``least`` to ``most``; counts between the two may also be impossible.
    """
    if op == "==":
        both = numbers.at_least(least).at_most(most)
        return (both.base, both.highest, both) if both else (1, 0, EMPTY)
    if op == "<=":
        return least, min(most, numbers.highest), numbers.at_least(least)
    if op == ">=":
        return max(least, numbers.base), most, numbers.at_most(most)
    if numbers.is_single:
        return least + (numbers.base == least), most - (numbers.base == most), numbers
    return least, most, numbers - Domain.single(least) if least == most else numbers
