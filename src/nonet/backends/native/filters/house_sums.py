"""Sums and counts with the houses of their variables: exact where sums and differing values can be
gone through, by bounds where there are too many.

Sets of sums are the bits of one number, so that adding a value to all sums is a shift, as in
``linear.py``; here a set goes with the values of each house that are taken and that later variables
must do without.  A count is a sum in which a value weighs 1 where it is counted.

Bounds of sums over many variables come house by house.  The variables are parted into groups that
must differ, by the houses that they share.  The values that a group can have together are the bases
of a matroid (Edmonds and Fulkerson, "Transversals and matroid partition", 1965), so the least sum
comes of taking the smallest value first that still leaves a different value for each other
variable.  That takes time in proportion to the variables, where combinations of thirty cannot be
gone through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from nonet.backends.native.filter import Filter, Masks, Store
from nonet.backends.native.filters import cage, linear
from nonet.backends.native.filters.house_filter import HouseFilter
from nonet.backends.native.filters.layers import Layers, Move, TooManyMoves
from nonet.backends.native.filters.levels import Levels
from nonet.model import AllDifferent, Count, Linear
from nonet.model.domain import bit_positions

MAX_SHIFTS = 12_000
"""Shifts of sets of sums that one question may take: a hundredth of a second; beyond that, values
may repeat in the variables."""
MAX_SUMS = 50_000
"""Sums, at most, that are the bits of one number."""
MAX_EXACT_VARIABLES = 20
"""Variables of a sum, at most, for which differing values are gone through."""

Weights = range | tuple[int, ...]
"""The number that each bit of a variable's mask adds to a sum."""


class SumPart(NamedTuple):
    """Variables of a sum, by their places, that must all differ and weigh alike; ``house`` is the
    number of their house, -1 for a single variable."""

    places: tuple[int, ...]
    house: int


Partition = tuple[SumPart, ...]


class SumBound(NamedTuple):
    """The least number that each part of a sum can add, or with ``greatest`` the largest; ``slack``
    is how far the sum may be from their total, negative if the sum cannot hold."""

    greatest: bool
    parts: tuple[tuple[SumPart, int], ...]
    slack: int


class HouseSum(HouseFilter):
    """The filter of a ``Linear`` or a ``Count``."""

    constraint: Linear | Count

    def __init__(
        self, constraint: Linear | Count, engine: Store, houses: Sequence[AllDifferent] = ()
    ) -> None:
        super().__init__(constraint, engine, houses)
        self._op = constraint.op
        self._plain: Filter | None = None
        self._weights: list[Weights]
        if isinstance(constraint, Linear):
            self._constant = constraint.constant
            self._weights = [
                range(c * base, c * (base + self.width), c)
                for c, base in zip(constraint.coefficients, self.bases, strict=True)
            ]
            if self._op != "!=":
                (self._plain,) = linear.make(constraint, engine, Levels(linear="gac"))
        else:
            number = constraint.number
            self._constant = number if isinstance(number, int) else 0
            counted, scope = set(constraint.values), constraint.scope
            self._weights = [
                tuple(
                    constraint.counted.count(name) * (value in counted) - value * (name == number)
                    for value in range(base, base + self.width)
                )
                for name, base in zip(scope, self.bases, strict=True)
            ]
        self._cage: cage.Cage | None = None
        """The filter of a sum of which the set of values says the sum."""
        is_cage = self.in_one_house and len(set(self._weights)) == 1
        if is_cage and self.width <= cage.MAX_SET_BITS:
            weights, order = tuple(self._weights[0]), list(self.scope)
            self._cage = cage.Cage(constraint, order, weights, self._op, self._constant)

    def _spans(self, masks: Masks) -> list[tuple[int, int]]:
        """Return the least and the greatest contribution of each variable."""
        spans = []
        for weights, mask in zip(self._weights, masks, strict=True):
            ends = ((mask & -mask).bit_length() - 1, mask.bit_length() - 1)
            adds = [weights[n] for n in (ends if type(weights) is range else bit_positions(mask))]
            spans.append((min(adds), max(adds)))
        return spans

    def is_entailed(self, masks: Masks) -> bool:
        spans, op, constant = self._spans(masks), self._op, self._constant
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        if op == "!=":
            return not low <= constant <= high
        return (op == "<=" and high <= constant) or (op == ">=" and low >= constant)

    def supported(self, masks: Masks) -> Masks | None:
        if self.is_entailed(masks):
            return masks
        if self._cage is not None:
            return self._cage.reduced(masks)
        if self._plain is None or (self.groups and len(masks) <= MAX_EXACT_VARIABLES):
            layers = self.layers(masks)
            if layers is not None:
                return layers.supported
        reduced = masks if self._plain is None else self._plain.reduced(masks)
        for partition in self.partitions if self.houses else ():
            if reduced is None:
                return None
            reduced = self._reduced_by_bounds(partition, reduced, self._op)
        return reduced

    # -- all sums --------------------------------------------------------------------------

    def layers(self, masks: Masks) -> Layers | None:
        """Return the graph of the solutions: a key is the values taken that later places could have,
        a number a sum."""
        if self._cage is not None:
            return self._cage.layers(masks)
        spans, op = self._spans(masks), self._op
        low = sum(span[0] for span in spans)
        goal, most = self._constant - low, sum(span[1] for span in spans) - low
        number = max(0, 1 + (min(goal, most) if op in ("==", "<=") else most))
        if number > MAX_SUMS:
            return None
        terms = [
            [
                (value, adds, sum(1 << shift + value for shift in shifts))
                for value in bit_positions(mask)
                if (adds := weights[value] - span[0]) < number
            ]
            for weights, mask, span, shifts in zip(
                self._weights, masks, spans, self.shifts, strict=True
            )
        ]
        every, relevant, shifts = (1 << number) - 1, self.relevant_values(masks), 0

        def moves(place: int, used: int) -> list[Move]:
            nonlocal shifts
            shifts += len(terms[place])
            if shifts > MAX_SHIFTS:
                raise TooManyMoves
            keep = relevant[place]
            return [
                (1 << value, (used | takes) & keep, every >> adds, adds)
                for value, adds, takes in terms[place]
                if not used & takes
            ]

        exact = 1 << goal if 0 <= goal <= most else 0
        up_to = (1 << min(max(goal, -1), most) + 1) - 1
        good = {"==": exact, "<=": up_to, ">=": every & ~up_to | exact, "!=": every & ~exact}[op]
        try:
            return Layers(masks, 0, moves, lambda used: good)
        except TooManyMoves:
            return None

    # -- bounds, house by house ------------------------------------------------------------

    @cached_property
    def partitions(self) -> tuple[Partition, ...]:
        """The ways to part a sum by its houses, for each kind first by houses of the kind; without
        houses into single variables."""
        if self._plain is None:
            return ()
        weights = dict(zip(self.scope, self._weights, strict=True))
        results: dict[Partition, None] = {}
        for kind in dict.fromkeys(house.rule.kind for house in self.houses) or [""]:
            remaining, parts = set(self.scope), list[SumPart]()
            while remaining:
                sizes = [len(remaining.intersection(group)) for group in self.groups]
                best = max(
                    range(len(sizes)),
                    key=lambda n: (self.houses[n].rule.kind == kind and sizes[n] > 1, sizes[n]),
                    default=-1,
                )
                group = {min(remaining)}
                if best >= 0 and sizes[best] > 1:
                    group = remaining.intersection(self.groups[best])
                remaining -= group
                by_weights: dict[Weights, list[int]] = {}
                for place, x in enumerate(self.scope):
                    if x in group:
                        by_weights.setdefault(weights[x], []).append(place)
                parts += [
                    SumPart(tuple(p), best if len(p) > 1 else -1) for p in by_weights.values()
                ]
            results[tuple(parts)] = None
        return tuple(results)

    def _part_bound(
        self, part: SumPart, masks: Masks, greatest: bool, place: int = -1, value: int = 0
    ) -> int | None:
        """Return the least (or greatest) that a part adds, where ``place`` may have a value;
        ``None`` if its variables cannot differ.
        """
        weights = self._weights[part.places[0]]
        taken = 1 << value if place >= 0 else 0
        own = tuple([masks[each] & ~taken for each in part.places if each != place])
        chosen = extreme_values(own, greatest == (weights[-1] >= weights[0]))
        return None if chosen is None else sum(weights[n] for n in bit_positions(chosen | taken))

    def bounds(self, masks: Masks) -> Iterator[SumBound]:
        """Yield the bounds that matter to the comparison, those of few parts first."""
        for partition in sorted(self.partitions, key=len):
            for greatest in (False, True):
                parts = [(part, self._part_bound(part, masks, greatest)) for part in partition]
                bounds = [(part, bound) for part, bound in parts if bound is not None]
                if self._op != ("<=" if greatest else ">=") and len(bounds) == len(parts):
                    above = sum(bound for _, bound in bounds) - self._constant
                    yield SumBound(greatest, tuple(bounds), above if greatest else -above)

    def reduced_by_bound(self, bound: SumBound, masks: Masks) -> Masks | None:
        """Return the values with which a bound can hold; ``None`` if it cannot."""
        partition = tuple(part for part, _ in bound.parts)
        return self._reduced_by_bounds(partition, masks, ">=" if bound.greatest else "<=")

    def _reduced_by_bounds(self, partition: Partition, masks: Masks, op: str) -> Masks | None:
        """Return the values with which the parts still come to the constant, as far as their least
        and greatest sums tell; ``None`` if they cannot."""
        ends: list[tuple[int, int]] = []
        for part in partition:
            low, high = (self._part_bound(part, masks, greatest) for greatest in (False, True))
            if low is None or high is None:
                return None
            ends.append((low, high))
        # how much a part may be above its least, and below its greatest
        above = self._constant - sum(low for low, _ in ends)
        below = sum(high for _, high in ends) - self._constant
        if (op != ">=" and above < 0) or (op != "<=" and below < 0):
            return None
        reduced = list(masks)
        for part, (low, high) in zip(partition, ends, strict=True):
            tight = [
                (greatest, bound, slack)
                for greatest, bound, slack in ((False, low, above), (True, high, below))
                if op != ("<=" if greatest else ">=") and slack < high - low
            ]
            for place in part.places if tight else ():
                for value in bit_positions(masks[place]):
                    for greatest, bound, slack in tight:
                        now = self._part_bound(part, masks, greatest, place, value)
                        if now is None or abs(now - bound) > slack:
                            reduced[place] &= ~(1 << value)
                            break
                if not reduced[place]:
                    return None
        return tuple(reduced)


def extreme_values(masks: Masks, greatest: bool) -> int | None:
    """Return the values of the least (or greatest) sum of different values, one of each mask, as
    a mask; ``None`` if there are no different values.
    """
    holder = [-1] * len(masks)
    chosen, every = 0, reduce(or_, masks, 0)
    while every and chosen.bit_count() < len(masks):
        bit = 1 << every.bit_length() - 1 if greatest else every & -every
        every ^= bit
        if _place(bit.bit_length() - 1, masks, holder, set()):
            chosen |= bit
    return chosen if chosen.bit_count() == len(masks) else None


def _place(value: int, masks: Masks, holder: list[int], visited: set[int]) -> bool:
    """Give a value a place, moving values on where need be; return whether there is one."""
    for place, mask in enumerate(masks):
        if mask >> value & 1 and place not in visited:
            visited.add(place)
            if holder[place] < 0 or _place(holder[place], masks, holder, visited):
                holder[place] = value
                return True
    return False
