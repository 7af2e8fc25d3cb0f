"""Filters of OperationResult: bounds of a product, an absolute value, the least or greatest.

Only the smallest and the largest value of each variable take part, so that a run costs the same
over ten values and over millions.  A quotient of two ranges is the range between the quotients of
their ends, where the divisor is not 0 (Apt, "Principles of Constraint Programming", 2003, section
6.5).

>>> from nonet.backends.native.engine import Engine
>>> from nonet.backends.native.filters import filter_factory
>>> from nonet.model import Model
>>> product = OperationResult(("x", "y", "z"), "product")
>>> model = Model({"x": range(2, 90), "y": range(30, 90), "z": range(1, 99)}, [product])
>>> engine = Engine(model.structure, filter_factory())
>>> engine.propagate(), [(engine.domain(x).base, engine.domain(x).highest) for x in range(3)]
(True, [(2, 3), (30, 49), (60, 98)])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from math import isqrt

from nonet.backends.native.filter import Filter, Store
from nonet.deadline import check
from nonet.encoding.root_bounds import Ends, quotient_ends
from nonet.model.constraints.operation_result import OperationResult


def ends_of(engine: Store, x: int) -> Ends:
    """The smallest and the largest value of a variable."""
    mask, base = engine.masks[x], engine.bases[x]
    return base + (mask & -mask).bit_length() - 1, base + mask.bit_length() - 1


class OperationBounds(Filter):
    """The filter of an operation: each variable keeps its values between bounds."""

    wakes_on_bounds = True

    def __init__(self, constraint: OperationResult, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self.operation = constraint.operation
        self._narrow: Callable[[Store], bool] = {
            "product": self._product,
            "square": self._square,
            "absolute": self._absolute,
        }.get(self.operation, self._extreme)

    def filter(self, engine: Store) -> None:
        while self._narrow(engine):  # each variable once; whether any domain has changed
            check()  # bounds of wide domains may come nearer to each other by 1 each time

    def between(self, engine: Store, x: int, low: int, high: int) -> bool:
        """Leave a variable its values between two numbers; return whether some have gone."""
        mask, base = engine.masks[x], engine.bases[x]
        narrowed = mask
        if high - base + 1 < mask.bit_length():
            narrowed = narrowed & ((1 << (high - base + 1)) - 1) if high >= base else 0
        if low > base and narrowed & ((1 << (low - base)) - 1):
            narrowed = narrowed >> (low - base) << (low - base)
        if narrowed == mask:
            return False
        engine.set(x, narrowed, self, self.scope)
        return True

    def without(self, engine: Store, x: int, low: int, high: int) -> bool:
        """Take the values between two numbers from a variable; return whether there were any."""
        mask, base = engine.masks[x], engine.bases[x]
        first, width = max(0, low - base), min(high - base + 1, mask.bit_length())
        if width <= first or not mask >> first & ((1 << (width - first)) - 1):
            return False
        engine.set(x, mask & ~(((1 << (width - first)) - 1) << first), self, self.scope)
        return True

    def _product(self, engine: Store) -> bool:
        """``x * y == z``."""
        x, y, z = self.scope
        corners = [a * b for a, b in product(ends_of(engine, x), ends_of(engine, y))]
        changed = self.between(engine, z, min(corners), max(corners))
        low, high = ends_of(engine, z)
        if low > 0 or high < 0:  # neither factor is 0
            changed |= self.without(engine, x, 0, 0) | self.without(engine, y, 0, 0)
        for factor, divisor in ((x, y), (y, x)):
            quotients = quotient_ends(ends_of(engine, z), ends_of(engine, divisor))
            if quotients is not None:
                changed |= self.between(engine, factor, *quotients)
        return changed

    def _square(self, engine: Store) -> bool:
        """``x * x == z``."""
        x, z = self.scope
        low, high = ends_of(engine, x)
        least = 0 if low <= 0 <= high else min(low * low, high * high)
        changed = self.between(engine, z, least, max(low * low, high * high))
        low, high = ends_of(engine, z)
        root = isqrt(high)
        changed |= self.between(engine, x, -root, root)
        if low > 0:
            nearest = isqrt(low - 1)  # the largest whose square is too small
            changed |= self.without(engine, x, -nearest, nearest)
        return changed

    def _absolute(self, engine: Store) -> bool:
        """``abs(x) == z``."""
        x, z = self.scope
        low, high = ends_of(engine, x)
        changed = self.between(engine, z, max(0, low, -high), max(-low, high))
        low, high = ends_of(engine, z)
        changed |= self.between(engine, x, -high, high)
        return self.without(engine, x, 1 - low, low - 1) or changed

    def _extreme(self, engine: Store) -> bool:
        """The result is the greatest (or the least) of the operands: no operand is beyond the result,
        and some operand equals the result."""
        *operands, z = self.scope
        ends = [ends_of(engine, x) for x in operands]
        lows, highs = zip(*ends, strict=True)
        is_greatest = self.operation == "greatest"
        extreme: Callable[[Iterable[int]], int] = max if is_greatest else min
        changed = self.between(engine, z, extreme(lows), extreme(highs))
        low, high = ends_of(engine, z)
        possible = []
        for x, (lowest, highest) in zip(operands, ends, strict=True):
            limits = (lowest, high) if is_greatest else (low, highest)
            changed |= self.between(engine, x, *limits)
            if highest >= low if is_greatest else lowest <= high:
                possible.append(x)
        if len(possible) == 1:
            changed |= self.between(engine, possible[0], low, high)
        return changed
