"""The filter of a ``Linear``: exact where its sums and differing values can be gone through, by
bounds where there are too many.

Sets of sums are the bits of one number, so that adding a value to all sums is a shift; so are sets
of sets of values, where the cells of a sum must all differ and the set says the sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from nonet.deadline import checked
from nonet.model import Linear
from nonet.model.constraints.linear import COMPARE
from nonet.techniques.candidate_layout import House, HouseKind, bits, mask_of, union_of
from nonet.techniques.engines.filter_base import ValueMasks
from nonet.techniques.engines.layered_filters import LayeredFilter, Transition, sets_without

# Bounds of sums over many cells: the least and the greatest that they come to, house by house.
#
# The cells of a sum are parted into groups of cells that must differ, by the boxes, rows or
# columns that they share. The values that a group can hold together are the bases of a matroid
# (J. Edmonds and D. R. Fulkerson, "Transversals and matroid partition", 1965), so the least sum
# comes of taking the smallest value first that still leaves a different value for each other
# cell. All that takes time in proportion to the cells, where combinations of thirty cells cannot
# be gone through.

KINDS: tuple[HouseKind, ...] = ("box", "row", "column", "other")
"""The houses by which cells are parted first: a partition for each kind."""


class SumPart(NamedTuple):
    """Cells of a sum with one factor that must all differ, by their places in the scope; the
    ``house`` in which they lie, ``None`` for a single cell.
    """

    places: tuple[int, ...]
    factor: int
    house: House | None


Partition = tuple[SumPart, ...]


def sum_partitions(
    cells: Sequence[int], factors: Sequence[int], houses: Sequence[House]
) -> tuple[Partition, ...]:
    """Return the ways to part the cells of a sum by houses, first by those of one kind each."""
    place = {cell: n for n, cell in enumerate(cells)}
    results: dict[Partition, None] = {}
    for kind in KINDS:
        if not any(house.kind == kind for house in houses):
            continue
        remaining, parts = mask_of(cells), []
        while remaining:

            def rank(house: House, open_: int = remaining, kind: str = kind) -> tuple[bool, int]:
                number = (house.cells & open_).bit_count()
                return house.kind == kind and number > 1, number

            best = max(houses, key=rank)
            group = best.cells & remaining
            house: House | None = best
            if group.bit_count() < 2:
                group, house = remaining & -remaining, None
            remaining &= ~group
            by_factor: dict[int, list[int]] = {}
            for cell in bits(group):
                by_factor.setdefault(factors[place[cell]], []).append(place[cell])
            parts += [
                SumPart(tuple(places), factor, house if len(places) > 1 else None)
                for factor, places in by_factor.items()
            ]
        results[tuple(parts)] = None
    return tuple(results)


def extreme_values(masks: tuple[int, ...], greatest: bool) -> int | None:
    """Return the values of the least (or greatest) sum of different values, one of each mask, as
    a mask; ``None`` if there are no different values.
    """
    held = [-1] * len(masks)
    chosen = every = 0
    for mask in masks:
        every |= mask
    while every and chosen.bit_count() < len(masks):
        bit = 1 << every.bit_length() - 1 if greatest else every & -every
        every ^= bit
        if _place(bit.bit_length() - 1, masks, held, set()):
            chosen |= bit
    return chosen if chosen.bit_count() == len(masks) else None


def _place(value: int, masks: tuple[int, ...], held: list[int], visited: set[int]) -> bool:
    """Give a value a cell, moving values on where need be; return whether there is one."""
    for cell, mask in enumerate(masks):
        if mask >> value & 1 and cell not in visited:
            visited.add(cell)
            if held[cell] < 0 or _place(held[cell], masks, held, visited):
                held[cell] = value
                return True
    return False


def _sum_of(chosen: int, values: tuple[int, ...]) -> int:
    return sum(values[value] for value in bits(chosen))


def part_bound(
    part: SumPart, masks: Sequence[int], values: tuple[int, ...], greatest: bool
) -> int | None:
    """Return the least (or greatest) that a part adds; ``None`` if its cells cannot differ."""
    own = tuple(masks[place] for place in part.places)
    chosen = extreme_values(own, greatest == (part.factor > 0))
    return None if chosen is None else part.factor * _sum_of(chosen, values)


def _bound_with(
    part: SumPart,
    masks: Sequence[int],
    values: tuple[int, ...],
    place: int,
    value: int,
    greatest: bool,
) -> int | None:
    """Return ``part_bound`` where a cell of the part has a value."""
    others = tuple(masks[each] & ~(1 << value) for each in part.places if each != place)
    chosen = extreme_values(others, greatest == (part.factor > 0))
    if chosen is None:
        return None
    return part.factor * (_sum_of(chosen, values) + values[value])


def reduced_by_bounds(
    partition: Partition, masks: Sequence[int], values: tuple[int, ...], op: str, constant: int
) -> list[int] | None:
    """Return the values of each cell with which the parts still come to the constant, as far as
    their least and greatest sums tell; ``None`` if they cannot.
    """
    lows, highs = [], []
    for part in partition:
        low = part_bound(part, masks, values, False)
        high = part_bound(part, masks, values, True)
        if low is None or high is None:
            return None
        lows.append(low)
        highs.append(high)
    # how much a part may be above its least, and below its greatest
    above = constant - sum(lows) if op in ("==", "<=") else None
    below = sum(highs) - constant if op in ("==", ">=") else None
    if (above is not None and above < 0) or (below is not None and below < 0):
        return None
    reduced = list(masks)
    for part, low, high in zip(partition, lows, highs, strict=True):
        span = high - low
        tight = [
            (greatest, bound, room)
            for greatest, bound, room in ((False, low, above), (True, high, below))
            if room is not None and room < span
        ]
        for place in part.places if tight else ():
            for value in bits(masks[place]):
                for greatest, bound, room in tight:
                    now = _bound_with(part, masks, values, place, value, greatest)
                    if now is None or abs(now - bound) > room:
                        reduced[place] &= ~(1 << value)
                        break
            if not reduced[place]:
                return None
    return reduced


class SumBound(NamedTuple):
    """The total of the added parts of a sum (at least, or at most with ``greatest``),
    each part by itself, and what the parts come to that are taken away, at the other end.
    """

    greatest: bool
    added: tuple[tuple[SumPart, int], ...]
    taken: tuple[tuple[SumPart, int], ...]

    def to_spare(self, constant: int) -> int:
        """Return how far the sum may be from this bound; negative if it cannot hold."""
        total = sum(n for _, n in self.added) - sum(n for _, n in self.taken)
        return total - constant if self.greatest else constant - total


def sum_bounds(
    partitions: Iterable[Partition], masks: Sequence[int], values: tuple[int, ...], op: str
) -> Iterator[tuple[Partition, SumBound]]:
    """Yield the bounds of a sum that matter to its comparison, those of few parts first."""
    for partition in sorted(partitions, key=len):
        for greatest in (False, True):
            bounds = [part_bound(part, masks, values, greatest) for part in partition]
            if op != ("<=" if greatest else ">=") and None not in bounds:
                pairs = list(zip(partition, (bound or 0 for bound in bounds), strict=True))
                added = tuple((part, bound) for part, bound in pairs if part.factor > 0)
                taken = tuple((part, -bound) for part, bound in pairs if part.factor < 0)
                yield partition, SumBound(greatest, added, taken)


MAX_SHIFTS = 12_000
"""Shifts of sets of sums that one question may take: a hundredth of a second; beyond that, values
may repeat in the cells."""
MAX_SUMS = 50_000
"""Sums, at most, that are the bits of one number."""
MAX_EXACT_CELLS = 20
"""Cells of a sum, at most, for which differing values are gone through."""


class _Term(NamedTuple):
    """A value of a cell, what it adds to the least sum, and the values of groups that it takes."""

    value: int
    adds: int
    takes: int


@lru_cache(maxsize=1_000)
def _sets_of_sum(values: tuple[int, ...], size: int, factor: int, op: str, constant: int) -> int:
    """Return the sets of so many values whose sum compares with the constant."""
    compare = COMPARE[op]
    return sum(
        1 << chosen
        for chosen in range(1 << len(values))
        if chosen.bit_count() == size
        and compare(factor * sum(values[value] for value in bits(chosen)), constant)
    )


class LinearFilter(LayeredFilter):
    """The filter of a ``Linear``: the state is the sum so far, dropped once irrelevant."""

    constraint: Linear

    def _spans(self, masks: ValueMasks) -> list[tuple[int, int]]:
        """Return the least and the greatest contribution of each cell."""
        values = self.layout.values
        spans = []
        for factor, mask in zip(self.constraint.coefficients, masks, strict=True):
            ends = (
                factor * values[(mask & -mask).bit_length() - 1],
                factor * values[mask.bit_length() - 1],
            )
            spans.append((min(ends), max(ends)))
        return spans

    def _automaton(self, masks: ValueMasks) -> tuple[Any, Transition, Callable[[Any], bool]]:
        values, factors = self.layout.values, self.constraint.coefficients
        op, constant = self.constraint.op, self.constraint.constant
        lows, highs = [0], [0]
        for low, high in reversed(self._spans(masks)):
            lows.append(lows[-1] + low)
            highs.append(highs[-1] + high)
        lows, highs = lows[-2::-1], highs[-2::-1]  # what the cells after each one add
        least, most = {
            "==": (constant, constant),
            "<=": (None, constant),
            ">=": (constant, None),
            "!=": (None, None),
        }[op]

        def step(index: int, state: int, value: int) -> int | None:
            total: int = state + factors[index] * values[value]
            if least is not None and total + highs[index] < least:
                return None
            if most is not None and total + lows[index] > most:
                return None
            return total

        compare = COMPARE[op]
        return 0, step, lambda total: compare(total, constant)

    @cached_property
    def partitions(self) -> tuple[Partition, ...]:
        """The ways to part the cells by houses; none if a cell is read more than once."""
        if len(self._last) < len(self.cells):
            return ()
        return sum_partitions(self.cells, self.constraint.coefficients, self.houses)

    @cached_property
    def _is_cage(self) -> bool:
        """Whether all cells differ and have one factor, so that their values alone say the sum."""
        return self.in_one_house and len(set(self.constraint.coefficients)) == 1

    def _reduced(self, masks: ValueMasks) -> ValueMasks | None:
        if len(self._last) < len(self.cells):
            return super()._reduced(masks)
        if self.is_entailed(masks):
            return masks  # it says nothing: what must differ is for others to say
        if self._is_cage:
            return self._reduced_as_cage(masks)
        if self.groups and len(masks) <= MAX_EXACT_CELLS:
            try:
                return self._reduced_by_sums(masks, True)
            except _TooManySums:
                pass
        partitions = self.partitions
        try:
            reduced = self._reduced_by_sums(masks, False)
        except _TooManySums:
            reduced, partitions = masks, (*partitions, self._single_cells)
        constraint = self.constraint
        for partition in partitions if constraint.op != "!=" else ():
            if reduced is None:
                return None
            bounded = reduced_by_bounds(
                partition, reduced, self.layout.values, constraint.op, constraint.constant
            )
            reduced = None if bounded is None else tuple(bounded)
        return reduced

    @cached_property
    def _single_cells(self) -> Partition:
        return tuple(
            SumPart((n,), factor, None) for n, factor in enumerate(self.constraint.coefficients)
        )

    def _reduced_as_cage(self, masks: ValueMasks) -> ValueMasks | None:
        """The values by the sets of values that the cells before and after each may take."""
        constraint, values = self.constraint, self.layout.values
        without = sets_without(len(values))
        before = [1]  # no values taken
        for mask in masks:
            sets = before[-1]
            before.append(union_of((sets & without[value]) << (1 << value) for value in bits(mask)))
        factor = constraint.coefficients[0]
        good = before.pop() & _sets_of_sum(
            values, len(masks), factor, constraint.op, constraint.constant
        )
        reduced = []
        after = [good]
        for mask, sets in zip(reversed(masks), reversed(before), strict=True):
            retained = ahead = 0
            for value in bits(mask):
                supported = good >> (1 << value) & sets & without[value]
                if supported:
                    retained |= 1 << value
                    ahead |= supported
            if not retained:
                return None
            reduced.append(retained)
            good = ahead
            after.append(good)
        after.reverse()
        self._end_choices[masks] = (
            _cage_choice(masks, after, False),
            _cage_choice(masks, after, True),
        )
        return tuple(reversed(reduced))

    def _terms(self, masks: ValueMasks, differ: bool) -> tuple[list[list[_Term]], int, int]:
        """The values of each cell, the sums that are good, as bits, and the number of sums of
        interest; sums are counted from the least.
        """
        constraint, values = self.constraint, self.layout.values
        spans = self._spans(masks)
        low = sum(span[0] for span in spans)
        goal, most = constraint.constant - low, sum(span[1] for span in spans) - low
        number = max(0, 1 + (min(goal, most) if constraint.op in ("==", "<=") else most))
        if number > MAX_SUMS:
            raise _TooManySums
        terms = [
            [
                _Term(value, adds, sum(1 << shift + value for shift in shifts) if differ else 0)
                for value in bits(mask)
                if (adds := factor * values[value] - span[0]) < number
            ]
            for factor, mask, span, shifts in zip(
                constraint.coefficients, masks, spans, self._shifts, strict=True
            )
        ]
        every = (1 << number) - 1
        exact = 1 << goal if 0 <= goal <= most else 0
        up_to = (1 << min(max(goal, -1), most) + 1) - 1
        good = {"==": exact, "<=": up_to, ">=": every & ~up_to | exact, "!=": every & ~exact}
        return terms, good[constraint.op], number

    def _reduced_by_sums(self, masks: ValueMasks, differ: bool) -> ValueMasks | None:
        """The values by the sums that the cells before and after each may come to, for each set of
        values taken that later cells must do without.

        Raises ``_TooManySums`` where there are too many, or too many sets.
        """
        terms, good, number = self._terms(masks, differ)
        range_, relevant = (1 << number) - 1, self._relevant_values(masks)
        before: list[dict[int, int]] = [{0: 1}]
        shifts = 0
        for cell, keep in zip(checked(terms), relevant, strict=True):
            states: dict[int, int] = {}
            shifts += len(before[-1]) * len(cell)
            if differ and shifts > MAX_SHIFTS:
                raise _TooManySums
            for used, sums in before[-1].items():
                for _, adds, takes in cell:
                    if not used & takes and (now := sums << adds & range_):
                        target = (used | takes) & keep
                        states[target] = states.get(target, 0) | now
            before.append(states)
        after = [{used: sums & good for used, sums in before.pop().items()}]
        reduced = []
        for cell, keep, earlier in zip(
            reversed(terms), reversed(relevant), reversed(before), strict=True
        ):
            retained, targets = 0, after[-1]
            states = {}
            for used, sums in earlier.items():
                for value, adds, takes in cell:
                    if not used & takes:
                        supported = targets.get((used | takes) & keep, 0) >> adds & sums
                        if supported:
                            retained |= 1 << value
                            states[used] = states.get(used, 0) | supported
            if not retained:
                return None
            reduced.append(retained)
            after.append(states)
        after.reverse()
        if differ:
            self._end_choices[masks] = (
                _sum_choice(terms, relevant, after, False),
                _sum_choice(terms, relevant, after, True),
            )
        return tuple(reversed(reduced))

    def is_entailed(self, masks: ValueMasks) -> bool:
        spans = self._spans(masks)
        low, high = sum(span[0] for span in spans), sum(span[1] for span in spans)
        op, constant = self.constraint.op, self.constraint.constant
        if op == "!=":
            return not low <= constant <= high
        return (op == "<=" and high <= constant) or (op == ">=" and low >= constant)


class _TooManySums(Exception):
    """Too many sums, or sets of values, to go through."""


def _cage_choice(masks: ValueMasks, after: list[int], greatest: bool) -> ValueMasks:
    """A choice of values, by the least or the greatest value that goes on; each as a mask."""
    used, choice = 0, []
    for mask, sets in zip(masks, after[1:], strict=True):
        able = [v for v in bits(mask & ~used) if sets >> (used | 1 << v) & 1]
        choice.append(1 << able[-1 if greatest else 0])
        used |= choice[-1]
    return tuple(choice)


def _sum_choice(
    terms: list[list[_Term]], relevant: list[int], after: list[dict[int, int]], greatest: bool
) -> ValueMasks:
    """A choice of values, by the least or the greatest value that goes on; each as a mask."""
    used = total = 0
    choice = []
    for cell, keep, states in zip(terms, relevant, after[1:], strict=True):
        able = [
            term
            for term in cell
            if not used & term.takes
            and states.get((used | term.takes) & keep, 0) >> total + term.adds & 1
        ]
        chosen = able[-1 if greatest else 0]
        used, total = (used | chosen.takes) & keep, total + chosen.adds
        choice.append(1 << chosen.value)
    return tuple(choice)
