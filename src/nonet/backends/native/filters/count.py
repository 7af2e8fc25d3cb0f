"""Filter of Count: the numbers of variables that must, and that can, take a counted value.

The number of variables whose domain lies inside the values is a lower bound of the count, the
number of variables whose domain meets the values is an upper bound.  Where a bound is all there may
be, the open variables are forced in or out.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.model import Count, Domain
from nonet.model.constraints.primitives import Comparison
from nonet.model.domain import EMPTY, mask_of_values


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
