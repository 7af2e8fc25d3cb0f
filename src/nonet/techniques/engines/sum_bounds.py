"""Bounds of sums over many cells: the least and the greatest that they come to, house by house.

The cells of a sum are parted into groups of cells that must differ, by the boxes, rows or columns
that they share. The values that a group can hold together are the bases of a matroid (J. Edmonds
and D. R. Fulkerson, "Transversals and matroid partition", 1965), so the least sum comes of taking
the smallest value first that still leaves a different value for each other cell. All that takes time
in proportion to the cells, where combinations of thirty cells cannot be gone through.

>>> sorted(bits(extreme_values((0b1111, 0b1111, 0b0010), greatest=False)))
[0, 1, 2]
>>> extreme_values((0b1, 0b1), greatest=False) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.houses import House, HouseKind

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
