"""Filter of Precedence: generalised arc consistency over different variables.

A layered graph (``layers.py``) whose states say how many of the ordered values have occurred; values
that are not ordered lead from each state to itself.  Source: Walsh, "Symmetry breaking using value
precedence", ECAI 2006, which takes all values together; Law and Lee, CP 2004, take two at a time.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from nonet.backends.native.filter import Filter, Store
from nonet.backends.native.filters.layers import Layers, Move
from nonet.backends.native.filters.time_table import bounds_now, shifted_variable
from nonet.model.globals import Precedence


class ValuePrecedence(Filter):
    """Operands are a variable, perhaps plus a constant; other operands are checked, not filtered."""

    wakes_on_change = True

    def __init__(self, constraint: Precedence, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._operands = [(part, shifted_variable(engine, part)) for part in constraint.of]
        self._order = constraint.order

    def filter(self, engine: Store) -> None:
        domains = []  # of each operand the places in the order of its values, with their bits
        for part, variable in self._operands:
            if variable:
                mask, first = engine.masks[variable[0]], variable[1]
                numbers = [value - first for value in self._order]
                bits = [(mask >> n & 1) << n if n >= 0 else 0 for n in numbers]
                others = mask & ~reduce(or_, bits, 0)
            else:
                low, high = bounds_now(engine, part)
                bits = [int(low <= value <= high) for value in self._order]
                others = int(high - low >= sum(bits))
            domains.append([(place, bit) for place, bit in enumerate((others, *bits), -1) if bit])

        def moves(place: int, occurred: int) -> list[Move]:
            options = [(n, bit) for n, bit in domains[place] if n <= occurred]
            return [(bit, occurred + (n == occurred), 1, 0) for n, bit in options]

        supported = Layers((-1,) * len(domains), 0, moves, lambda occurred: 1).supported
        if supported is None:
            engine.fail(self, self.scope)
        for (_, variable), mask in zip(self._operands[::-1], supported[::-1], strict=True):
            if variable:
                self.keep(engine, variable[0], mask)
