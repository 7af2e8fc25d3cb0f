"""The filter of a cage: a sum of different variables, by the cage's sets of values.

Generalised arc consistency of the sum and the difference together: the sets of values that the
variables so far can take, as the bits of one number, are led through the variables one after
another, as sums are in ``linear.py``; taking a value is a shift.  A cage of more than ten values is
filtered as a sum and a difference: its sets cost more than they save.

Results are cached by domains: in a search the same domains come back again and again.
"""

from __future__ import annotations

from functools import lru_cache

from nonet.backends.native.filter import CachedFilter, Filter, Masks, Store
from nonet.backends.native.filters.layers import (
    Layers,
    different_values,
)
from nonet.model import Constraint, Linear
from nonet.model.constraints.primitives import COMPARE
from nonet.model.domain import bit_positions

MAX_SET_BITS = 10
"""Bits, at most, of the values whose sets are the bits of one number."""


def make(constraint: Linear, engine: Store) -> Filter | None:
    """Return the filter of a cage; ``None`` where there are too many values."""
    scope = [engine.number[name] for name in constraint.scope]
    width = max(engine.full_masks[x].bit_length() for x in scope)
    if len({engine.bases[x] for x in scope}) > 1 or width > MAX_SET_BITS:
        return None
    base = engine.bases[scope[0]]
    weights = tuple(range(base, base + width))
    return Cage(constraint, scope, weights, "==", constraint.constant)


class Cage(CachedFilter):
    """Every value that stays is in a solution: ``weights`` are the numbers that the bits of a mask
    add to the sum, which is compared by ``op`` with ``constant``."""

    wakes_on_change = True
    most_cached = 2_000

    def __init__(
        self,
        constraint: Constraint,
        scope: list[int],
        weights: tuple[int, ...],
        op: str,
        constant: int,
    ) -> None:
        super().__init__(constraint, scope)
        self._good = _sets_of_sum(weights, len(scope), op, constant)
        self._moves = different_values({0: dict.fromkeys(range(len(weights)), 0)})[0]

    def layers(self, masks: Masks) -> Layers:
        """Return the graph of the solutions."""
        return Layers(masks, 0, lambda place, key: self._moves, lambda key: self._good)

    def supported(self, masks: Masks) -> Masks | None:
        return self.layers(masks).supported


@lru_cache(maxsize=1_000)
def _sets_of_sum(weights: tuple[int, ...], size: int, op: str, constant: int) -> int:
    """Return the sets of so many values, as the bits of a number, whose sum compares."""
    compare = COMPARE[op]
    return sum(
        1 << chosen
        for chosen in range(1 << len(weights))
        if chosen.bit_count() == size
        and compare(sum(weights[value] for value in bit_positions(chosen)), constant)
    )
