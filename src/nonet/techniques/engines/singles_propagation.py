"""Singles after a candidate is on: a query for most candidates at most positions of a path.

The propagation works on masks, without records; singles of the position take no part. Most of a
path's steps eliminate a few candidates and place none. All consequences of a candidate before
such a step remain, and the step's eliminations have consequences from there.  So along a path
the propagation continues from its last result, instead of starting anew
(``SinglesPropagation.known``).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.inference_graph import Graph
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C2": 2, "R3C3": 4}))
>>> left, placed = Graph.of(position).propagation(position.layout.candidate("R1C2", 4))
>>> position.layout.candidate_text(placed)
'1r2c3, 2r3c1, 3r2c1, 4r1c2,r2c4,r4c1'
"""

from __future__ import annotations

from functools import lru_cache

from nonet.deadline import checked
from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import SearchDeadline

# The result of singles from some candidates on: hidden and naked singles, until none remains.


def after_singles(position: Position, open_: int, placed: int) -> tuple[int, int, bool]:
    """Return the open and placed candidates after all naked and hidden singles, and whether
    every truth still has a candidate.
    """
    layout = position.layout
    while True:
        before = open_
        for number in layout.truths:
            mask = layout.sets[number]
            if mask & placed:
                continue
            remaining = mask & open_
            if not remaining:
                return open_, placed, False
            if not remaining & (remaining - 1):
                placed |= remaining
                open_ &= ~(layout.peers[next(bits(remaining))] | remaining)
        if open_ == before:
            return open_, placed, True


# Search orders: data of a layout about each candidate, in the order in which searches look.
#
# Inferences are made in the order of Sudoku Explainer 1.2.1 (N. Juillerat): a cell, then the
# houses by kind. So its ratings, which count inferences, come out the same.


class SearchOrder:
    """For each candidate of a layout, its truths and its peers.

    ``truths`` are the numbers of its truths: the cell, then houses in the order box, row,
    column, other; ``truth_rank`` numbers all truths in that order.  ``peer_parts`` split its
    peers accordingly, each peer in the first shared set, with a last part for peers in
    incomplete houses; ``same_value_peers`` are its peers of the same value. ``truth_order`` are
    the truths in the order of graphs: cells, then houses value by value.
    """

    def __init__(self, layout: Layout) -> None:
        kinds = {"box": 0, "row": 1, "column": 2, "other": 3}
        houses = sorted(layout.complete_houses, key=lambda house: (kinds[house.kind], house.number))
        self.layout = layout
        self.sets = layout.sets
        self.bit = tuple(1 << c for c in range(layout.cell_count * layout.value_count + 1))
        truths, parts, alike = [], [], []
        for value in range(layout.value_count):
            for cell in checked(range(layout.cell_count)):
                mine = (
                    cell,
                    *(layout.house_set(h.number, value) for h in houses if h.cells >> cell & 1),
                )
                remaining = layout.peers[value * layout.cell_count + cell]
                alike.append(remaining & layout.all_cells << value * layout.cell_count)
                pieces = []
                for number in mine:
                    pieces.append(layout.sets[number] & remaining)
                    remaining &= ~layout.sets[number]
                truths.append(mine)
                parts.append((*pieces, remaining) if remaining else tuple(pieces))
        self.truths = tuple(truths)
        self.peer_parts = tuple(parts)
        self.same_value_peers = tuple(alike)
        cells, values = range(layout.cell_count), range(layout.value_count)
        ranked = [layout.house_set(house.number, value) for house in houses for value in values]
        self.truth_rank = {number: place for place, number in enumerate((*cells, *ranked))}
        self.truth_order = (
            *cells,
            *(
                layout.house_set(h.number, value)
                for value in values
                for h in layout.complete_houses
            ),
        )


@lru_cache(maxsize=64)
def search_order_of(layout: Layout) -> SearchOrder:
    """The board of a layout, kept."""
    return SearchOrder(layout)


PropagationResult = tuple[int, int]
"""The open candidates after a candidate's singles, and the placed singles; open is -1 if the
singles end in a contradiction.
"""


class PropagationCache:
    """The cache of a path: candidates that ``failed`` with the ``open`` candidates then, and
    the results of other candidates, each with its open candidates, valid as long as ``placed``
    stays the same.
    """

    def __init__(self, _: Position) -> None:
        self.open = self.failed = self.placed = 0
        self.results: dict[int, tuple[int, PropagationResult]] = {}


class SinglesPropagation:
    """The results of singles after each of some open candidates, computed on demand.

    ``weak`` has the peers of each candidate, ``counts`` the number of open candidates of each
    truth. ``failed`` are candidates known to end in a contradiction; a candidate that places a
    failed candidate fails too.
    """

    def __init__(
        self,
        board: SearchOrder,
        open_: int,
        weak: dict[int, int],
        counts: list[int],
        deadline: SearchDeadline,
    ) -> None:
        self._board, self._open, self._weak = board, open_, weak
        self._counts, self._clock = counts, deadline
        self.failed = 0
        self._results: dict[int, PropagationResult] = {}
        self._cache: PropagationCache | None = None

    def use_path_cache(self, position: Position) -> None:
        """Begin with the results of earlier positions of the path, and store results for later
        positions.

        Where singles stand, an earlier consequence need not hold with less open: the cache
        stays empty.
        """
        if 1 in self._counts:
            return
        known = self._cache = position.path_cached(PropagationCache)
        if known.placed != position.placed:
            known.results.clear()
            known.placed = position.placed
        if not self._open & ~known.open:
            self.failed = known.failed & self._open

    def __call__(self, start: int) -> PropagationResult:
        """Return the result after a candidate that is on."""
        cached = self._results.get(start)
        if cached is None:
            cached = self._results[start] = self._propagate(start)
        return cached

    def _propagate(self, start: int) -> PropagationResult:
        open_, known = self._open, self._cache
        self._clock.check()
        if known is None:
            result = self._propagate_anew(start)
        else:
            was_open, before = known.results.get(start, (0, (0, 0)))
            result = (
                self._propagate_anew(start)
                if open_ & ~was_open
                else self._propagate_further(*before)
            )
            if result[0] >= 0:
                known.results[start] = open_, result
        if result[0] < 0:
            self.failed |= 1 << start
            if known is not None:
                known.open, known.failed = open_, self.failed
        return result

    def _propagate_anew(self, start: int) -> PropagationResult:
        """Return the result by counting the remaining candidates of each truth."""
        sets, truths, weak, fails = self._board.sets, self._board.truths, self._weak, self.failed
        alive, counts = self._open, self._counts.copy()
        queue = [start]
        placed = 1 << start
        if placed & fails:
            return -1, placed
        while queue:
            eliminated = weak[queue.pop()] & alive
            alive ^= eliminated
            if eliminated & placed:
                return -1, placed
            while eliminated:
                low = eliminated & -eliminated
                eliminated ^= low
                for number in truths[low.bit_length() - 1]:
                    remaining = counts[number] = counts[number] - 1
                    if remaining < 2:
                        unvisited = sets[number] & alive
                        if not unvisited:
                            return -1, placed
                        if remaining and not unvisited & (placed | unvisited - 1):
                            if unvisited & fails:
                                return -1, placed
                            placed |= unvisited
                            queue.append(unvisited.bit_length() - 1)
        return alive, placed

    def _propagate_further(self, before: int, placed: int) -> PropagationResult:
        """Return the result continued from an earlier result with a few candidates less."""
        sets, truths, weak, fails = self._board.sets, self._board.truths, self._weak, self.failed
        alive = before & self._open
        eliminated = before ^ alive
        if placed & (eliminated | fails):
            return -1, placed
        queue: list[int] = []
        while True:
            while eliminated:
                low = eliminated & -eliminated
                eliminated ^= low
                for number in truths[low.bit_length() - 1]:
                    remaining = sets[number] & alive
                    if not remaining:
                        return -1, placed
                    if not remaining & (placed | remaining - 1):
                        if remaining & fails:
                            return -1, placed
                        placed |= remaining
                        queue.append(remaining.bit_length() - 1)
            if not queue:
                return alive, placed
            eliminated = weak[queue.pop()] & alive
            alive ^= eliminated
            if eliminated & placed:
                return -1, placed
