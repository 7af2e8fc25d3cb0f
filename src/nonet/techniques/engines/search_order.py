"""Search orders: data of a layout about each candidate, in the order in which searches look.

Inferences are made in the order of Sudoku Explainer 1.2.1 (N. Juillerat): a cell, then
the houses by kind.  So its ratings, which count inferences, come out the same.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.candidate_layout import layout_of
>>> board = search_order_of(layout_of(Puzzle(Grid.square(4)).model()))
>>> [board.layout.set_name(number) for number in board.truths[0]]
['r1c1', '1b1', '1r1', '1c1']
"""

from __future__ import annotations

from functools import lru_cache

from nonet.deadline import checked
from nonet.techniques.candidate_layout import Layout


class SearchOrder:
    """For each candidate of a layout, its truths and its peers.

    ``truths`` are the numbers of its truths: the cell, then houses in the order box, row,
    column, other; ``truth_rank`` numbers all truths in that order.  ``peer_parts`` split its
    peers accordingly, each peer in the first shared set, with a last part for peers in
    incomplete houses; ``same_value_peers`` are its peers of the same value. ``truth_order`` are
    the truths in the order of graphs: cells, then houses value by value. ``whip_cache`` is the
    data of whips about each candidate.
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
        self.whip_cache: dict[int, tuple[int, ...]] = {}


@lru_cache(maxsize=64)
def search_order_of(layout: Layout) -> SearchOrder:
    """The board of a layout, kept."""
    return SearchOrder(layout)
