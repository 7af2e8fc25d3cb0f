"""Singles in the order in which they arise, as HoDoKu takes them.

A person who fills in a cell sees what that makes of its neighbours.  HoDoKu (B. Hobiger)
keeps two queues: cells that came to have one value left, and values that came to have one
place left in a house, each as it happens.  It takes the first that is still to be made; a
score that is a sum over the path depends on that.

The queues are those of HoDoKu 2.2, with two habits that its scores rest on: a full house
is looked for among the first queue without taking anything from it, and a hidden single
that meanwhile is none is dropped, and other techniques are tried before the next.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
>>> arrivals = Arrivals(position)
>>> position.layout.named(arrivals.first("full-house"))
('R1C4', 4)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache

from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.step import Step

SINGLES = ("full-house", "naked-single", "hidden-single")


class Arrivals:
    """The queues of a path under way, from ``start`` on.

    ``naked`` and ``hidden`` are candidates in the order in which they became the only one
    of their cell, or of their value in a house.  The start is built up from an empty grid,
    cell by cell in reading order, then its missing candidates are struck out.
    """

    def __init__(self, start: Position) -> None:
        layout = self.layout = start.layout
        self.naked: deque[int] = deque()
        self.hidden: deque[int] = deque()
        self._houses = _houses_of(layout)
        self._open = (1 << layout.count * layout.size) - 1
        for cell in range(layout.count):
            placed = start.placed & layout.of_cell(cell)
            if placed:
                self._place(placed.bit_length() - 1)
        self._remove(bits(self._open & ~start.open))

    def after(self, step: Step) -> None:
        """Go on with a step of the path."""
        self._remove(sorted(bits(step.eliminations & self._open), key=self._turn(step)))
        for candidate in step.placements:
            self._place(candidate)

    def _turn(self, step: Step) -> Callable[[int], tuple[int, int, int]]:
        """In which order a step removes: house by house, if a subset lies in two, then by cell."""
        layout = self.layout
        subset = step.technique.module == "subsets"
        linked = {(link - layout.count) // layout.size for link in step.links} if subset else ()
        houses = sorted(number for number in linked if number >= 0)

        def turn(candidate: int) -> tuple[int, int, int]:
            cell = candidate % layout.count
            within = (n for n in houses if layout.houses[n].cells >> cell & 1)
            return next(within, -1), cell, candidate

        return turn

    def first(self, key: str) -> int:
        """The candidate that such a single places next, -1 if there is none; it leaves its queue.

        A full house leaves it when it is placed.
        """
        if key == "full-house":
            empty = self.layout.cells_of(self._open) if self.naked else 0
            return next((c for c in self.naked if self._is_open(c) and self._fills(c, empty)), -1)
        if key == "naked-single":
            while self.naked:
                candidate = self.naked.popleft()
                if self._is_open(candidate):
                    return candidate
            return -1
        while self.hidden:
            candidate = self.hidden.popleft()
            if self._open & self.layout.of_cell(candidate % self.layout.count):
                return candidate if self._is_only_place(candidate) else -1
        return -1

    def _is_open(self, candidate: int) -> bool:
        return bool(self._open >> candidate & 1)

    def _is_only_place(self, candidate: int) -> bool:
        bit = 1 << candidate
        return any(self._open & mask == bit for mask in self._houses[candidate])

    def _fills(self, candidate: int, empty: int) -> bool:
        """Whether a house of the candidate has no other cell of those that are ``empty``."""
        layout, cell = self.layout, candidate % self.layout.count
        return any(empty & layout.houses[n].cells == 1 << cell for n in _complete(layout)[cell])

    def _place(self, candidate: int) -> None:
        layout = self.layout
        value, cell = divmod(candidate, layout.count)
        shift = value * layout.count
        self._remove(bits(self._open & layout.sees[cell] << shift))
        for own in bits(self._open & layout.of_cell(cell)):
            self._open ^= 1 << own
            if own != candidate:
                self._look_around(own)

    def _remove(self, candidates: Iterable[int]) -> None:
        layout = self.layout
        for candidate in candidates:
            bit = 1 << candidate
            if not self._open & bit:
                continue
            self._open ^= bit
            self._look_around(candidate)
            left = self._open & layout.of_cell(candidate % layout.count)
            if left and not left & (left - 1):
                self.naked.append(left.bit_length() - 1)

    def _look_around(self, gone: int) -> None:
        """Note the values that have one place left in a house of a candidate that went."""
        for mask in self._houses[gone]:
            left = self._open & mask
            if left and not left & (left - 1):
                self.hidden.append(left.bit_length() - 1)


@lru_cache(maxsize=64)
def _complete(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each cell its complete houses: rows, columns, boxes, others."""
    rank = {"row": 0, "column": 1, "box": 2, "other": 3}
    order = sorted(layout.complete, key=lambda house: (rank[house.kind], house.number))
    return tuple(
        tuple(house.number for house in order if house.cells >> cell & 1)
        for cell in range(layout.count)
    )


@lru_cache(maxsize=64)
def _houses_of(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each candidate its value's places in the complete houses, as masks."""
    return tuple(
        tuple(layout.sets[layout.house_set(number, value)] for number in _complete(layout)[cell])
        for value in range(layout.size)
        for cell in range(layout.count)
    )
