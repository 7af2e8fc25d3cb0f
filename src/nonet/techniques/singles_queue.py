"""Singles in the order in which singles arise, as HoDoKu takes singles.

A person who fills in a cell sees the effect on its neighbours. HoDoKu (B. Hobiger) has two
queues: cells that came to have one remaining value, and values that came to have one remaining
place in a house, in the order of events.  The first single that is not yet placed is taken; a
score that is a sum over the path depends on that.

The queues follow HoDoKu 2.2, with two habits that its scores rest on. A full house is looked
for in the first queue without being taken out. A hidden single that is no longer hidden is
dropped, and other techniques are tried before the next.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R1C2": 2, "R1C3": 3}))
>>> queue = SinglesQueue(position)
>>> position.layout.cell_and_value(queue.next_single("full-house"))
('R1C4', 4)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.position import Position
from nonet.techniques.step import Step

SINGLES = ("full-house", "naked-single", "hidden-single")


class SinglesQueue:
    """The queues of a path under way, from ``start`` on.

    ``naked`` and ``hidden`` are candidates in the order in which the candidates became the only
    candidate of their cell, or of their value in a house. The queues are built up from an empty
    grid, cell by cell in reading order, and then the missing candidates are struck out.
    """

    def __init__(self, start: Position) -> None:
        layout = self.layout = start.layout
        self.naked: deque[int] = deque()
        self.hidden: deque[int] = deque()
        self._houses = _house_masks(layout)
        self._places = [layout.all_cells] * layout.value_count  # the cells where each value is open
        self._values = [layout.all_values] * layout.cell_count  # the values open in each cell
        for cell in range(layout.cell_count):
            placed = start.placed & layout.cell_candidates(cell)
            if placed:
                self._place(placed.bit_length() - 1)
        for value, places in enumerate(self._places):
            self._remove(value, places & ~start.places_of(value))

    def apply(self, step: Step) -> None:
        """Go on with a step of the path."""
        eliminated = step.eliminations
        for candidate in (
            sorted(bits(eliminated), key=self._removal_key(step)) if eliminated else ()
        ):
            value, cell = divmod(candidate, self.layout.cell_count)
            self._remove(value, self._places[value] & 1 << cell)
        for candidate in step.placements:
            self._place(candidate)

    def _removal_key(self, step: Step) -> Callable[[int], tuple[int, int, int]]:
        """In which order a step removes: house by house, if a subset lies in two, then by cell."""
        layout = self.layout
        subset = step.technique.module == "subsets"
        linked = (
            {(link - layout.cell_count) // layout.value_count for link in step.links}
            if subset
            else ()
        )
        houses = sorted(number for number in linked if number >= 0)

        def turn(candidate: int) -> tuple[int, int, int]:
            cell = candidate % layout.cell_count
            within = (n for n in houses if layout.houses[n].cells >> cell & 1)
            return next(within, -1), cell, candidate

        return turn

    def next_single(self, key: str) -> int:
        """Take the next single of a kind from its queue; return its candidate, or -1 if there
        is none.

        A full house stays in the queue until placed.
        """
        if key == "full-house":
            empty = self._empty_cells() if self.naked else 0
            return next(
                (c for c in self.naked if self._is_open(c) and self._completes_house(c, empty)), -1
            )
        if key == "naked-single":
            while self.naked:
                candidate = self.naked.popleft()
                if self._is_open(candidate):
                    return candidate
            return -1
        while self.hidden:
            candidate = self.hidden.popleft()
            if self._values[candidate % self.layout.cell_count]:
                return candidate if self._is_only_place(candidate) else -1
        return -1

    def _empty_cells(self) -> int:
        """The cells with a value open."""
        return union_of(self._places)

    def _is_open(self, candidate: int) -> bool:
        value, cell = divmod(candidate, self.layout.cell_count)
        return bool(self._places[value] >> cell & 1)

    def _is_only_place(self, candidate: int) -> bool:
        value, cell = divmod(candidate, self.layout.cell_count)
        places, bit = self._places[value], 1 << cell
        return any(places & cells == bit for cells in self._houses[cell])

    def _completes_house(self, candidate: int, empty: int) -> bool:
        """Return whether some house of the candidate has no other empty cell (``empty`` is a
        mask).
        """
        cell = candidate % self.layout.cell_count
        bit = 1 << cell
        return any(empty & cells == bit for cells in self._houses[cell])

    def _place(self, candidate: int) -> None:
        layout = self.layout
        value, cell = divmod(candidate, layout.cell_count)
        self._remove(value, self._places[value] & layout.sees[cell])
        bit, own = 1 << cell, self._values[cell]
        for other in bits(own):
            self._values[cell] ^= 1 << other
            self._places[other] ^= bit
            if other != value:
                self._queue_hidden_singles(other, cell)

    def _remove(self, value: int, places: int) -> None:
        """Take a value from some of its places."""
        values, at, count, bit = self._values, self._places, self.layout.cell_count, 1 << value
        while places:
            low = places & -places
            places ^= low
            at[value] ^= low
            cell = low.bit_length() - 1
            self._queue_hidden_singles(value, cell)
            remaining = values[cell] = values[cell] ^ bit
            if remaining and not remaining & (remaining - 1):
                self.naked.append((remaining.bit_length() - 1) * count + cell)

    def _queue_hidden_singles(self, value: int, cell: int) -> None:
        """Note where a value that went from a cell has one place left in a house of that."""
        places = self._places[value]
        for cells in self._houses[cell]:
            remaining = places & cells
            if remaining and not remaining & (remaining - 1):
                self.hidden.append(value * self.layout.cell_count + remaining.bit_length() - 1)


@lru_cache(maxsize=64)
def _house_masks(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each cell its complete houses, as masks: rows, columns, boxes, other houses."""
    rank = {"row": 0, "column": 1, "box": 2, "other": 3}
    order = sorted(layout.complete_houses, key=lambda house: (rank[house.kind], house.number))
    return tuple(
        tuple(house.cells for house in order if house.cells >> cell & 1)
        for cell in range(layout.cell_count)
    )
