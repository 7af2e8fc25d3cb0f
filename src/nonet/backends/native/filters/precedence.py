"""Filter of Precedence: generalised arc consistency over different variables.

A state is how many of the ordered values have occurred.  Forward: the states that are possible
before each place; backward: those from which the rest can go on; a value stays if it leads from one
to the other.  Source: Walsh, "Symmetry breaking using value precedence", ECAI 2006, which takes all
values together; Law and Lee, CP 2004, take two at a time.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.backends.native.filters.time_table import bounds_now, shifted_variable
from nonet.model.domain import bit_positions, mask_of_values
from nonet.model.globals import Precedence


class ValuePrecedence(Filter):
    """Operands are a variable, perhaps plus a constant; other operands are checked, not filtered."""

    wakes_on_change = True

    def __init__(self, constraint: Precedence, engine: Store) -> None:
        super().__init__(constraint, [engine.number[name] for name in constraint.scope])
        self._operands = [(part, shifted_variable(engine, part)) for part in constraint.of]
        self._places = {value: place for place, value in enumerate(constraint.order)}

    def filter(self, engine: Store) -> None:
        before: list[set[int]] = [{0}]
        domains = []
        for part, variable in self._operands:
            if variable:
                values = set(bit_positions(engine.masks[variable[0]], variable[1]))
            else:
                low, high = bounds_now(engine, part)
                values = {v for v in self._places if low <= v <= high}
                if high - low >= len(values):
                    values.add(max(self._places) + 1)  # some value that is not ordered
            domains.append(values)
            before.append({after for _, _, after in self._steps(before[-1], values)})
        ahead = before[-1]
        if not ahead:
            engine.fail(self, self.scope)
        for (_, variable), values, states in reversed(
            list(zip(self._operands, domains, before[:-1], strict=True))
        ):
            steps = [step for step in self._steps(states, values) if step[2] in ahead]
            ahead = {state for state, _, _ in steps}
            supported = {value for _, value, _ in steps}
            if variable and len(supported) < len(values):
                x, shift = variable
                mask = mask_of_values(supported, shift, engine.masks[x].bit_length())
                if engine.masks[x] & ~mask:  # a variable listed twice may have lost them already
                    engine.set(x, engine.masks[x] & mask, self, self.scope)

    def _steps(self, states: set[int], values: set[int]) -> list[tuple[int, int, int]]:
        """Return each step (state, value, next state) that keeps the order."""
        return [
            (state, value, state + (place == state))
            for value in values
            for place in [self._places.get(value, -1)]
            for state in states
            if place <= state
        ]
