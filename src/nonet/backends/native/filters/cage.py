"""Filters of a cage: a sum of different variables, by the cage's sets of values.

Generalised arc consistency of the sum and the difference together: the sets of values that the
variables so far can take are led through the variables one after another, as sums are in
``linear.py``.

* ``Cage`` keeps the sets that are part of a combination as numbers;
* ``SmallCage``, for at most ten values, keeps all sets of values as the bits of one number, so that
  taking a value is a shift: several times as fast.

Results are cached by domains: in a search the same domains come back again and again.
"""

from __future__ import annotations

from functools import lru_cache

from nonet.backends.native.filter import CachedFilter, Filter, Masks, Store
from nonet.backends.native.filters.layers import (
    Layers,
    Move,
    different_values,
)
from nonet.encoding.implied_sums import combinations_of
from nonet.model import Constraint, Linear
from nonet.model.constraints.primitives import COMPARE
from nonet.model.domain import bit_positions

MAX_SETS = 2_000
"""Maximum number of partial sets of values of one cage; a larger cage is filtered as a sum and a
difference."""

MAX_SET_BITS = 10
"""Bits, at most, of the values whose sets are the bits of one number."""


def make(constraint: Linear, engine: Store) -> Filter | None:
    """Return the filter of a cage; ``None`` where there are too many combinations."""
    scope = [engine.number[name] for name in constraint.scope]
    if len({engine.bases[x] for x in scope}) > 1:
        return None
    base = engine.bases[scope[0]]
    width = max(engine.full_masks[x].bit_length() for x in scope)
    if width <= MAX_SET_BITS:
        weights = tuple(range(base, base + width))
        return SmallCage(constraint, scope, weights, "==", constraint.constant)
    domains = [engine.domain(x, engine.full_masks[x]) for x in scope]
    if max(map(len, domains)) > MAX_SETS:
        return None
    combinations = combinations_of(domains, constraint.constant)
    if combinations is None or sum(2 ** len(c) for c in combinations) > 8 * MAX_SETS:
        return None
    sets: set[int] = set()
    for combination in combinations:
        parts = [0]  # all subsets of the combination, as masks
        for value in combination:
            parts += [part | 1 << value - base for part in parts]
        sets.update(parts)
    return Cage(constraint, scope, sets) if len(sets) <= MAX_SETS else None


class Cage(CachedFilter):
    """Every value that stays is in a solution of the cage."""

    wakes_on_change = True
    most_cached = 2_000

    def __init__(self, constraint: Constraint, scope: list[int], sets: set[int]) -> None:
        super().__init__(constraint, scope)
        self._sets = sets

    def supported(self, masks: Masks) -> Masks | None:
        order = sorted(range(len(masks)), key=lambda i: masks[i].bit_count())
        narrow_first = tuple([masks[i] for i in order])
        values = [[1 << n for n in bit_positions(mask)] for mask in narrow_first]

        def moves(place: int, taken: int) -> list[Move]:
            pairs = [(bit, taken | bit) for bit in values[place] if not taken & bit]
            return [(bit, after, 1, 0) for bit, after in pairs if after in self._sets]

        supported = Layers(narrow_first, 0, moves, lambda taken: 1).supported
        return supported and tuple([supported[order.index(i)] for i in range(len(masks))])


class SmallCage(CachedFilter):
    """A cage's filter for few values of any weight: ``weights`` are the numbers that the bits of a
    mask add to the sum, which is compared by ``op`` with ``constant``."""

    wakes_on_change = True
    most_cached = Cage.most_cached

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
