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

from collections.abc import Iterator, Mapping
from functools import lru_cache

from nonet.backends.native.filter import CachedFilter, Filter, Masks, Store, paths
from nonet.encoding.implied_sums import combinations_of
from nonet.model import Constraint, Linear
from nonet.model.constraints.primitives import COMPARE
from nonet.model.domain import bit_positions

MAX_SETS = 2_000
"""Maximum number of partial sets of values of one cage; a larger cage is filtered as a sum and a
difference."""

Step = Mapping[tuple[int, int], int]
"""From a state and a value (a bit of a mask) the next state."""

MAX_SET_BITS = 10
"""Bits, at most, of the values whose sets are the bits of one number."""


def make(constraint: Linear, engine: Store) -> list[Filter] | None:
    """One filter; ``None`` where there are too many combinations."""
    scope = [engine.number[name] for name in constraint.scope]
    if len({engine.bases[x] for x in scope}) > 1:
        return None
    base = engine.bases[scope[0]]
    width = max(engine.full_masks[x].bit_length() for x in scope)
    if width <= MAX_SET_BITS:
        weights = tuple(range(base, base + width))
        return [SmallCage(constraint, scope, weights, "==", constraint.constant)]
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


class Cage(CachedFilter):
    """Every value that stays is in a solution of the cage."""

    wakes_on_change = True
    most_cached = 2_000

    def __init__(
        self, constraint: Constraint, scope: list[int], sets: frozenset[int] = frozenset()
    ) -> None:
        super().__init__(constraint, scope)
        self._sets = sets

    def supported(self, masks: Masks) -> Masks | None:
        sets = self._sets
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
                return None
            supported[i] = mask
            goal = earlier
        return tuple(supported)


class SmallCage(Cage):
    """A cage's filter for few values of any weight: ``weights`` are the numbers that the bits of a
    mask add to the sum, which is compared by ``op`` with ``constant``."""

    def __init__(
        self,
        constraint: Constraint,
        scope: list[int],
        weights: tuple[int, ...],
        op: str,
        constant: int,
    ) -> None:
        super().__init__(constraint, scope)
        good = _sets_of_sum(weights, len(scope), op, constant)
        self.paths = DifferentValues({(0, v): 0 for v in range(len(weights))}, 0, {0: good})

    def supported(self, masks: Masks) -> Masks | None:
        layers = self.paths.layers(masks)
        return layers and layers[0]


class DifferentValues:
    """Different values that lead an automaton from a start to a good end.

    With each state go the sets of values taken, as the bits of one number.  ``step`` is by state
    and value, ``good`` are the good sets of each good state.
    """

    def __init__(self, step: Step, start: int, good: Mapping[int, int]) -> None:
        self._step, self._start, self._good = step, start, good
        width = 1 + max((value for _, value in step), default=0)
        self._without = sets_without(width)

    def layers(self, masks: Masks) -> tuple[Masks, list[dict[int, int]]] | None:
        """Return the values on a path to the end, and after each place, by state, the sets of values
        that lead there; ``None`` if there is no path."""
        without, step = self._without, self._step
        states: dict[int, int] = {self._start: 1}
        layers: list[tuple[dict[int, int], list[tuple[int, int, int]]]] = []
        for mask in masks:
            arcs: list[tuple[int, int, int]] = []
            after: dict[int, int] = {}
            values = [value for value in bit_positions(mask) if value < len(without)]
            for state, sets in states.items():
                for value in values:
                    taken = (sets & without[value]) << (1 << value)
                    then = step.get((state, value)) if taken else None
                    if then is not None:
                        arcs.append((state, value, then))
                        after[then] = after.get(then, 0) | taken
            layers.append((states, arcs))
            states = after
        live = [{state: sets & self._good.get(state, 0) for state, sets in states.items()}]
        supported = []
        for before, arcs in reversed(layers):
            remaining, earlier, later = 0, dict[int, int](), live[-1]
            for state, value, then in arcs:
                some = later.get(then, 0) >> (1 << value) & before[state] & without[value]
                if some:
                    remaining |= 1 << value
                    earlier[state] = earlier.get(state, 0) | some
            if not remaining:
                return None
            supported.append(remaining)
            live.append(earlier)
        return tuple(reversed(supported)), live[-2::-1]

    def solutions(self, masks: Masks, greatest_first: bool) -> Iterator[Masks]:
        """Yield the paths, each a bit for each place."""
        layers = self.layers(masks)
        if layers is None:
            return
        (supported, later), step = layers, self._step

        def options(place: int, at: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
            state, taken = at
            results = []
            for value in bit_positions(supported[place] & ~taken):
                then, now = step.get((state, value)), taken | 1 << value
                if then is not None and later[place].get(then, 0) >> now & 1:
                    results.append((1 << value, (then, now)))
            return results

        yield from paths(options, (self._start, 0), len(masks), greatest_first)


@lru_cache(maxsize=64)
def sets_without(width: int) -> tuple[int, ...]:
    """Return for each value the sets of values, as the bits of a number, that lack the value."""
    return tuple(
        sum(1 << chosen for chosen in range(1 << width) if not chosen >> value & 1)
        for value in range(width)
    )


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
