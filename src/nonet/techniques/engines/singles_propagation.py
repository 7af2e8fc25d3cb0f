"""Singles after a candidate is on: a query for most candidates at most positions of a path.

The propagation works on masks, without records; singles of the position take no part.

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


class SinglesPropagation:
    """The results of singles after each of some open candidates, computed on demand.

    ``weak`` has the peers of each candidate, ``counts`` the number of open candidates of each
    truth. ``failed`` are candidates known to end in a contradiction; a candidate that places a
    failed candidate fails too. ``earlier`` has the results at earlier positions of the path, each
    with the candidates open then: one still holds if it is a contradiction, or if all that has gone
    since was off in it.
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
        self.earlier: dict[int, tuple[int, PropagationResult]] = {}
        self._results: dict[int, PropagationResult] = {}

    def __call__(self, start: int) -> PropagationResult:
        """Return the result after a candidate that is on."""
        cached = self._results.get(start)
        if cached is None:
            self._clock.check()
            before, cached = self.earlier.get(start, (0, (0, 0)))
            if self._open & ~before or (cached[0] > 0 and cached[0] & ~self._open):
                cached = self._propagate(start)
                self.earlier[start] = self._open, cached
            self._results[start] = cached
            if cached[0] < 0:
                self.failed |= 1 << start
        return cached

    def _propagate(self, start: int) -> PropagationResult:
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
