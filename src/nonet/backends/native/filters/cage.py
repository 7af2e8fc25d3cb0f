"""Filter of a cage: a sum of different variables, by the cage's combinations of values.

Generalised arc consistency of the sum and the difference together: partial sets of values are led
through the variables one after another, as sums are in ``linear.py``, and only the sets that are
part of a combination are kept.  Results are cached by domains: in a search the same domains come
back again and again.
"""

from __future__ import annotations

from nonet.backends.native.filter import Filter, Store
from nonet.encoding.implied_sums import combinations_of
from nonet.model import Linear
from nonet.model.bit_masks import bit_positions

MAX_SETS = 2_000
"""Maximum number of partial sets of values of one cage; a larger cage is filtered as a sum and a
difference."""

CACHE_SIZE = 2_000
"""Domains of a cage of which the answer is kept."""


def make(constraint: Linear, engine: Store) -> list[Filter] | None:
    """One filter; ``None`` where there are too many combinations."""
    scope = [engine.number[name] for name in constraint.scope]
    if len({engine.bases[x] for x in scope}) > 1:
        return None
    base = engine.bases[scope[0]]
    domains = [engine.domain(x, engine.full_masks[x]) for x in scope]
    if max(map(len, domains)) > MAX_SETS:
        return None
    combinations = combinations_of(domains, constraint.constant)
    if combinations is None or sum(2 ** len(c) for c in combinations) > 8 * MAX_SETS:
        return None
    sets = _subset_masks(tuple(sum(1 << value - base for value in c) for c in combinations))
    return [Cage(constraint, scope, sets)] if len(sets) <= MAX_SETS else None


def _subset_masks(combinations: tuple[int, ...]) -> frozenset[int]:
    """Return all subsets of the combinations, as masks."""
    subsets: set[int] = set()
    for combination in combinations:
        part = combination
        while True:
            subsets.add(part)
            if not part:
                break
            part = part - 1 & combination
    return frozenset(subsets)


class Cage(Filter):
    """Every value that stays is in a solution of the cage."""

    wakes_on_change = True

    def __init__(self, constraint: Linear, scope: list[int], sets: frozenset[int]) -> None:
        super().__init__(constraint, scope)
        self._sets = sets
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def filter(self, engine: Store) -> None:
        masks = engine.masks
        before = tuple([masks[x] for x in self.scope])
        supported = self._known.get(before)
        if supported is None:
            if len(self._known) >= CACHE_SIZE:
                self._known.clear()
            supported = self._known[before] = _supported_values(before, self._sets)
        if supported == before:
            return
        if not supported:
            engine.fail(self, self.scope)
        for x, mask, now in zip(self.scope, before, supported, strict=True):
            if mask != now:
                engine.set(x, now, self, self.scope)


def _supported_values(masks: tuple[int, ...], sets: frozenset[int]) -> tuple[int, ...]:
    """The values that are in a solution; nothing where there is none."""
    order = sorted(range(len(masks)), key=lambda i: masks[i].bit_count())
    layers: list[set[int]] = [{0}]
    choices = []
    for i in order:
        bits = [1 << place for place in bit_positions(masks[i])]
        choices.append(bits)
        layers.append({s | b for s in layers[-1] for b in bits if not s & b and s | b in sets})
    goal = layers.pop()  # as many values as variables: these are combinations
    supported = [0] * len(masks)
    for i, bits in zip(reversed(order), reversed(choices), strict=True):
        layer = layers.pop()
        earlier = set()
        mask = 0
        for b in bits:
            some = {s for s in layer if not s & b and s | b in goal}
            if some:
                mask |= b
                earlier |= some
        if not mask:
            return ()
        supported[i] = mask
        goal = earlier
    return tuple(supported)
