"""Trying techniques at a position: the techniques of a policy's entry, family by family.

>>> from nonet.techniques.solution_oracle import position_of
>>> position = position_of(".......21.3..4..")
>>> [str(step) for step in search_steps(position, ["hidden-single"])][0]
'Hidden Single: r4c3=2'
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from math import inf
from types import ModuleType
from typing import Any

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.catalogue import technique
from nonet.techniques.families.singles import step_of
from nonet.techniques.policies import Entry
from nonet.techniques.position import Position
from nonet.techniques.step import Step

# Singles in the order in which singles arise, as HoDoKu takes singles.
#
# A person who fills in a cell sees the effect on its neighbours. HoDoKu (B. Hobiger) has two
# queues: cells that came to have one remaining value, and values that came to have one remaining
# place in a house, in the order of events. The first single that is not yet placed is taken; a
# score that is a sum over the path depends on that.
#
# The queues follow HoDoKu 2.2, with two habits that its scores rest on. A full house is looked
# for in the first queue without being taken out. A hidden single that is no longer hidden is
# dropped, and other techniques are tried before the next.

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
        eliminated = bits(step.eliminations)
        for candidate in sorted(eliminated, key=self._removal_key(step)):
            value, cell = divmod(candidate, self.layout.cell_count)
            self._remove(value, self._places[value] & 1 << cell)
        for candidate in step.placements:
            self._place(candidate)

    def _removal_key(self, step: Step) -> Callable[[int], tuple[int, int, int]]:
        """In which order a step removes: house by house, if a subset lies in two, then by cell."""
        layout = self.layout
        is_subset = step.technique.module == "subsets"
        linked = {layout.house_and_value(link)[0] for link in step.links if is_subset}
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
            empty = union_of(self._places) if self.naked else 0
            full = (c for c in self.naked if self._is_open(c) and self._completes_house(c, empty))
            return next(full, -1)
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

    def _is_open(self, candidate: int) -> bool:
        value, cell = divmod(candidate, self.layout.cell_count)
        return bool(self._places[value] >> cell & 1)

    def _is_only_place(self, candidate: int) -> bool:
        value, cell = divmod(candidate, self.layout.cell_count)
        places, bit = self._places[value], 1 << cell
        return any(places & cells == bit for cells in self._houses[cell])

    def _completes_house(self, candidate: int, empty: int) -> bool:
        """Whether some house of the candidate has no other cell in ``empty`` (a mask)."""
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


Finder = Callable[[Position, frozenset[str]], Iterator[Step]]


def search_steps(
    position: Position, keys: Iterable[str], *, search_name: str = "find"
) -> Iterator[Step]:
    """The steps of some techniques, family by family.

    ``search_name`` names the search of a family to use: ``find_all`` includes rarer forms,
    ``find_as_hodoku`` has the steps among which HoDoKu chooses.
    """
    for family, requested in by_family(tuple(keys), position.layout.cell_count):
        yield from getattr(family, search_name, family.find)(position, requested)


@lru_cache(maxsize=1024)
def by_family(keys: tuple[str, ...], cells: int) -> tuple[tuple[ModuleType, frozenset[str]], ...]:
    """Return techniques by family, except techniques limited to fewer than ``cells`` cells."""
    families: dict[ModuleType, list[str]] = {}
    for key in keys:
        entry = technique(key)
        if entry.max_cells >= cells:
            families.setdefault(entry.family, []).append(key)
    return tuple((family, frozenset(requested)) for family, requested in families.items())


class EntrySearch:
    """An entry of a policy with its finders, imported when first tried.

    With ``verify_first`` the solution oracle is asked before the search whether any step can
    remain; ``assumes_unique`` and ``title`` are taken from the entry.
    """

    def __init__(
        self, entry: Entry, singles_queue: SinglesQueue | None = None, verify_first: bool = False
    ) -> None:
        self.entry, self.verify_first = entry, verify_first
        self.assumes_unique, self.title = entry.assumes_unique, entry.title
        self._singles_queue = singles_queue
        self._is_queued_single = singles_queue is not None and entry.key in SINGLES
        self._hodoku_key: Callable[[Step], Any] | None = None
        self._finders: list[tuple[Finder, frozenset[str], bool]] | None = None

    def first_step(self, position: Position) -> Step | None:
        """The first step, or the cheapest where the score depends on the step."""
        if self.entry.variants_only and not position.layout.other_constraints:
            return None
        if self._finders is None:
            self._finders = list(self._load_finders(position.layout.cell_count))
        if self._is_queued_single and self._singles_queue is not None:
            candidate = self._singles_queue.next_single(self.entry.key)
            return step_of(position, self.entry.key, candidate) if candidate >= 0 else None
        if (rank := self._hodoku_key) is not None:  # of all steps of a form that HoDoKu knows
            results = (finder(position, requested) for finder, requested, _ in self._finders)
            known = (step for step in chain.from_iterable(results) if rank(step) is not None)
            return min(known, key=rank, default=None)
        for finder, requested, choose in self._finders:
            steps = finder(position, requested)
            if not choose:
                step = next(steps, None)
            elif step := min(steps, key=self.entry.step_score, default=None):
                step = None if self.entry.step_score(step) == inf else step
            if step is not None:
                return step
        return None

    def _load_finders(self, cells: int) -> Iterator[tuple[Finder, frozenset[str], bool]]:
        """For each family of the entry: its search, the techniques, whether to choose."""
        if self._singles_queue is not None and not self._is_queued_single:
            self._hodoku_key = getattr(technique(self.entry.key).family, "hodoku_sort_key", None)
        form = "find" if self._hodoku_key is None else "find_as_hodoku"
        if self.entry.soon:
            form = "find_soon"
        for family, requested in by_family(self.entry.keys, cells):
            sorted_already = getattr(family, "EASIEST_FIRST", False)
            finder = getattr(family, form, family.find)
            yield finder, requested, self.entry.scored_by_step and not sorted_already
