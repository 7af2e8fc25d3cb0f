"""Filters of Linear: bounds, and generalised arc consistency by reachable sums.

* ``bounds`` compares each term with the smallest and largest sum of the other terms
  (Harvey and Stuckey, "Improving linear constraint propagation by changing
  constraint representation", Constraints 8, 2003, give the rule).
* ``gac``, for ``==``: dynamic programming over partial sums (Trick, "A dynamic programming approach
  for consistency and propagation for knapsack constraints", 2003).  A set of sums is one integer's
  bits, so a shift adds a term to all sums.  For ``<=`` and ``>=`` bounds are already that strong,
  and for ``!=`` the last open variable tells all.  While writing out the sums is more than
  ``MAX_WORK``, bounds alone are kept.

Coefficients are divided by their greatest common divisor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from nonet.backends.native.filter import Condition, Filter, ReasonStore, Store
from nonet.backends.native.filters.levels import Levels
from nonet.deadline import check
from nonet.model import Linear
from nonet.model.bit_masks import bit_positions

MAX_WORK = 1 << 22
"""Bits to shift for one filtering of all sums, half a millisecond: how many values there are,
times the distance between the smallest and the largest sum.  Beyond, as over 1,000 values a
variable, a search is quicker with bounds alone."""


MAX_VALUES = 2048
"""Values of all variables of a sum for which the same holds: each takes a step of Python."""


def make(constraint: Linear, engine: Store, levels: Levels) -> list[Filter]:
    """One filter, by the comparison and the level."""
    scope = [engine.number[name] for name in constraint.scope]
    if constraint.op == "!=":
        return [NotEqual(constraint, scope)]
    if constraint.op == "==" and levels.linear != "bounds":
        return [ReachableSums(constraint, scope)]
    return [BoundsConsistency(constraint, scope)]


def _open_term(filter_: LinearFilter, engine: Store) -> tuple[int | None, int]:
    """The only open variable (position in scope, or -1 for none; ``None`` if several), and
    the constant less the fixed terms."""
    remainder, open_at = filter_.constant, -1
    for i, (x, c) in enumerate(zip(filter_.scope, filter_.coefficients, strict=True)):
        mask = engine.masks[x]
        if mask & (mask - 1):
            if open_at >= 0:
                return None, 0
            open_at = i
        else:
            remainder -= c * (engine.bases[x] + mask.bit_length() - 1)
    return open_at, remainder


class LinearFilter(Filter):
    """The base of the filters of Linear: coefficients, constant and comparison, divided by a common
    divisor."""

    wakes_on_change = True

    def __init__(self, constraint: Linear, scope: list[int]) -> None:
        super().__init__(constraint, scope)
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
        open_at, missing = _open_term(self, engine)
        if open_at is None:
            return
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

    def filter(self, engine: Store) -> None:
        changed = True
        while changed:
            changed = False
            lows, highs = [], []
            for x, c in zip(self.scope, self.coefficients, strict=True):
                mask, base = engine.masks[x], engine.bases[x]
                low = c * (base + (mask & -mask).bit_length() - 1)
                high = c * (base + mask.bit_length() - 1)
                lows.append(min(low, high))
                highs.append(max(low, high))
            least, most = sum(lows), sum(highs)
            if (self.op != ">=" and least > self.constant) or (
                self.op != "<=" and most < self.constant
            ):
                engine.fail(self, self.scope)
            for i, (x, c) in enumerate(zip(self.scope, self.coefficients, strict=True)):
                mask = supported = engine.masks[x]
                base = engine.bases[x]
                if self.op != ">=":
                    supported = _at_most(supported, c, self.constant - (least - lows[i]), base)
                if self.op != "<=":
                    supported = _at_most(supported, -c, -(self.constant - (most - highs[i])), base)
                if supported != mask:
                    engine.set(x, supported, self, self.scope)
                    changed = True
            if changed:
                check()  # bounds of wide domains may come nearer to each other by 1 each time

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

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        target, values, spread = self.constant, 0, 0
        ends: list[tuple[int, int, int]] = []  # lowest place, place of the least term, coefficient
        for x, c in zip(self.scope, self.coefficients, strict=True):
            mask = masks[x]
            low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            first = low if c > 0 else high
            target -= c * (engine.bases[x] + first)
            values += mask.bit_count()
            spread += abs(c) * (high - low)
            ends.append((low, first, c))
        if target < 0 or target > spread:
            engine.fail(self, self.scope)
        if values > MAX_VALUES or values * spread > MAX_WORK:
            super().filter(engine)
            return
        terms = [  # (place of the value above the lowest, term above its least)
            [(place, c * (low + place - first)) for place in bit_positions(masks[x] >> low)]
            for x, (low, first, c) in zip(self.scope, ends, strict=True)
        ]
        below = (1 << (target + 1)) - 1
        before = [1]
        for group in terms:
            sums = 0
            for _, term in group:
                sums |= before[-1] << term
            before.append(sums & below)
        if not before[-1] >> target & 1:
            engine.fail(self, self.scope)
        useful_sums = 1 << target  # the sums up to here from which the target is reached
        for i in range(len(terms) - 1, -1, -1):
            supported = earlier = 0
            for place, term in terms[i]:
                if before[i] & useful_sums >> term:
                    supported |= 1 << place
                    earlier |= useful_sums >> term
            useful_sums = earlier
            x = self.scope[i]
            supported <<= ends[i][0]
            if supported != masks[x]:
                engine.set(x, supported, self, self.scope)

    explain = Filter.explain  # any value of the others matters here, and not their ends alone
