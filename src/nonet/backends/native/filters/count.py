"""Filter of Count: how many must, and how many can, take one of the values.

The number of variables whose domain lies inside the values is a lower bound of
the count, the number of those that meet them an upper bound.  Where a bound is
all there may be, the open variables are forced in or out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.backends.native.filter import Filter
from nonet.model import Count
from nonet.model.constraints.linear import COMPARE

if TYPE_CHECKING:
    from nonet.backends.native.engine import Engine
    from nonet.backends.native.filters import Levels


def make(constraint: Count, engine: Engine, levels: Levels) -> list[Filter]:
    """One filter."""
    return [Occurrences(constraint, engine)]


class Occurrences(Filter):
    """Bounds on a count; the number is a constant or a variable."""

    wakes_on_change = True

    def __init__(self, constraint: Count, engine: Engine) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._counted = [engine.number[name] for name in constraint.counted]
        self._values = sum(1 << (v - engine.base) for v in constraint.values if v >= engine.base)
        self._number = (
            constraint.number
            if isinstance(constraint.number, int)
            else engine.number[constraint.number]
        )
        self._is_variable = not isinstance(constraint.number, int)
        self._compare = COMPARE[constraint.op]

    def filter(self, engine: Engine) -> None:
        masks, values = engine.masks, self._values
        sure = [x for x in self._counted if not masks[x] & ~values]
        open_ = [x for x in self._counted if masks[x] & ~values and masks[x] & values]
        least, most = len(sure), len(sure) + len(open_)
        numbers = self._numbers(engine)
        possible = [k for k in range(least, most + 1) if any(self._compare(k, n) for n in numbers)]
        if not possible:
            engine.fail(self, self.scope)
        if self._is_variable:
            x, kept = self._number, 0
            for n in numbers:
                if any(self._compare(k, n) for k in possible):
                    kept |= 1 << (n - engine.base)
            if kept != masks[x]:
                engine.set(x, kept, self, self.scope)
        if open_ and possible[-1] == least:
            self._keep(engine, open_, ~values)
        elif open_ and possible[0] == most:
            self._keep(engine, open_, values)

    def _numbers(self, engine: Engine) -> list[int]:
        """What the count is compared with: the constant, or the variable's values."""
        if not self._is_variable:
            return [self._number]
        mask = engine.masks[self._number]
        return [engine.base + i for i in range(mask.bit_length()) if mask >> i & 1]

    def _keep(self, engine: Engine, variables: list[int], mask: int) -> None:
        for x in dict.fromkeys(variables):
            if engine.masks[x] & ~mask:
                engine.set(x, engine.masks[x] & mask, self, self.scope)
