"""Filter of Count: the numbers of variables that must, and that can, take a counted value.

The number of variables whose domain lies inside the values is a lower bound of the count, the
number of variables whose domain meets the values is an upper bound.  Where a bound is all there may
be, the open variables are forced in or out.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.model import Count, Domain
from nonet.model.constraints.primitives import Comparison
from nonet.model.domain import EMPTY, mask_of


class CountBounds(Filter):
    """Bounds on a count; the number is a constant or a variable."""

    wakes_on_change = True

    def __init__(self, constraint: Count, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        counted = [engine.number[name] for name in constraint.counted]
        values = _counted_masks(constraint, engine, counted)
        self._counted = [(x, values[engine.bases[x]]) for x in counted]
        """Each counted variable, and the mask of the values to count."""
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
                self._keep(engine, y, ~values)
        elif open_ and first == most:
            for y, values in open_:
                self._keep(engine, y, values)

    def _keep(self, engine: Store, x: int, mask: int) -> None:
        if engine.masks[x] & ~mask:
            engine.set(x, engine.masks[x] & mask, self, self.scope)


def _counted_masks(constraint: Count, engine: Store, counted: list[int]) -> dict[int, int]:
    """Return the mask of the values to count, for each base, without values that no domain
    reaches."""
    widths: dict[int, int] = {}
    for x in counted:
        base = engine.bases[x]
        widths[base] = max(widths.get(base, 1), engine.full_masks[x].bit_length())
    return {
        base: mask_of((v - base for v in constraint.values if 0 <= v - base < width), width)
        for base, width in widths.items()
    }


def _possible_counts(
    op: Comparison, least: int, most: int, numbers: Domain
) -> tuple[int, int, Domain]:
    """The first and the last count, and the numbers, that some partner compares with.

    Counts are from ``least`` to ``most``; counts between the two may also be impossible.
    """
    if numbers.is_single:
        number = numbers.base
        if op == "==":
            return (number, number, numbers) if least <= number <= most else (1, 0, EMPTY)
        if op == "!=":
            return least + (least == number), most - (most == number), numbers
        return (
            (least, min(most, number), numbers)
            if op == "<="
            else (max(least, number), most, numbers)
        )
    if op == "==":
        both = numbers.at_least(least).at_most(most)
        return (both.base, both.highest, both) if both else (1, 0, EMPTY)
    if op == "<=":
        return least, min(most, numbers.highest), numbers.at_least(least)
    if op == ">=":
        return max(least, numbers.base), most, numbers.at_most(most)
    return least, most, numbers - Domain.single(least) if least == most else numbers
