"""Loops and alternating inference chains in HoDoKu's order: a single chain between two ends.

HoDoKu 2.2 (B. Hobiger) keeps a table for each candidate on and each off, with all that follows.
The first entry of a table stays, so each consequence has one chain: the first of the shortest
in the order of inferences (the cell, then row, column and box, then groups). Where that chain
crosses itself there is none, though another would do. Among all chains the chain with most
eliminations is taken.

So the search picks the first shortest chain in that order, and only for ends where the closure
of the graph shows an elimination, most eliminations first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits
from nonet.techniques.engines.alternating_chains import AlternatingChain, chain_reach
from nonet.techniques.engines.inference_graph import NodeKinds
from nonet.techniques.position import Position
from nonet.techniques.step import elimination_sort_key

NodePath = tuple[int, ...]


class EndPair(NamedTuple):
    """The eliminations of two ends: ``kind`` is the technique, ``trim`` marks ends that are no
    part of the chain.
    """

    kind: str
    start: int
    start_on: bool
    end: int
    end_on: bool
    eliminations: int
    target: int | None = None


def best_loop(position: Position, nodes: NodeKinds) -> tuple[str, AlternatingChain] | None:
    """The technique (its key without ``grouped``) and the chain that HoDoKu takes."""
    tables = _ImplicationTables(position, nodes)
    layout, grouped = position.layout, nodes == "groups"
    best: tuple[tuple[int, ...], str, AlternatingChain] | None = None
    for phase, nodes_of_ring, removed in tables.continuous_loops():
        if not grouped or tables.has_group(nodes_of_ring):
            rank = (*elimination_sort_key(layout, removed), *phase)
            if best is None or rank < best[0]:
                chain = AlternatingChain(tables.graph.candidate_masks(nodes_of_ring), removed)
                best = rank, "continuous-nice-loop", chain
    ranked = [
        ((*elimination_sort_key(layout, ends.eliminations), *tables.search_rank(ends)), ends)
        for ends in tables.end_pairs()
    ]
    for rank, ends in sorted(ranked, key=lambda pair: pair[0]):
        if best is not None and best[0] <= rank:
            break
        path = tables.chain_between(ends.start, ends.start_on, ends.end, ends.end_on)
        if path is None or not tables.is_accepted(path, aic=ends.kind == "aic"):
            continue
        if grouped and not tables.has_group(path):
            continue
        inner = path[ends.start_on : len(path) - (not ends.end_on)]
        chain = AlternatingChain(
            tables.graph.candidate_masks(inner), ends.eliminations, ends.target
        )
        return ends.kind, chain
    return best[1:] if best else None


class _ImplicationTables:
    """The tables of a position, each made on demand."""

    def __init__(self, position: Position, nodes: NodeKinds) -> None:
        self.position, self.layout = position, position.layout
        self.can = position.cached(chain_reach, nodes)
        self.graph = self.can.graph
        self._layers: dict[tuple[int, bool], list[int]] = {}
        self._seen: dict[tuple[int, bool], list[int]] = {}
        self._orders: dict[tuple[int, bool], list[int]] = {}
        self._first: dict[int, int] = {}

    # -- what may be removed --------------------------------------------------------

    def end_pairs(self) -> Iterator[EndPair]:
        """All ends of discontinuous loops and AICs that would remove something."""
        layout, open_, can = self.layout, self.position.open, self.can
        count, loop = layout.cell_count, "discontinuous-nice-loop"
        plain, peers = self.graph.candidate_nodes, layout.peers
        for start in bits(can.eliminable):
            home = layout.cell_candidates(start % count) & open_ & ~(1 << start)
            yield EndPair(loop, start, True, start, False, 1 << start, start)
            for other in bits(home):
                yield EndPair(loop, start, True, other, True, 1 << start, start)
                if other in can.on_when_off:
                    yield EndPair(loop, other, False, start, False, 1 << start, start)
        for start, reach in can.on_when_off.items():
            if start >= self.graph.first_group:
                continue
            value, cell = divmod(start, count)
            home = layout.cell_candidates(cell) & open_
            if reach >> start & 1 and home ^ 1 << start:
                yield EndPair(loop, start, False, start, True, home ^ 1 << start)
            same = layout.all_cells << value * count
            ends = can.useful_ends.get(start, 0)
            for end in bits(ends & plain & ~home) if ends else ():
                other, place = divmod(end, count)
                if other == value:
                    removed = peers[start] & peers[end] & open_ & same
                elif layout.sees[cell] >> place & 1:
                    removed = (1 << other * count + cell | 1 << value * count + place) & open_
                else:
                    continue
                if removed & (removed - 1):
                    yield EndPair("aic", start, False, end, True, removed)

    def search_rank(self, ends: EndPair) -> tuple[int, int, int]:
        """When HoDoKu comes to some ends: loops from on, from off, AICs; each by the first cell."""
        value, cell = divmod(ends.start, self.layout.cell_count)
        return 2 if ends.kind == "aic" else not ends.start_on, cell, value

    def continuous_loops(self) -> Iterator[tuple[tuple[int, int, int], NodePath, int]]:
        """Yield the continuous loops, as nodes off and on in turn, with eliminations and rank."""
        layout, open_, can = self.layout, self.position.open, self.can
        if not can.eliminable:
            return
        count, strong = layout.cell_count, self.graph.strong
        for start, reach in can.on_when_off.items():
            if start >= self.graph.first_group:
                continue
            home = layout.cell_candidates(start % count) & open_
            ends = reach & home & ~(1 << start | strong[start])  # those are one link away
            for end in bits(ends) if ends else ():
                yield from self._loop_through(start, end)

    def _loop_through(
        self, start: int, end: int
    ) -> Iterator[tuple[tuple[int, int, int], NodePath, int]]:
        path = self.chain_between(start, False, end, True)
        if path is None or not self.is_accepted(path):
            return
        removed = self._loop_eliminations(path)
        if removed:
            yield self.search_rank(EndPair("", start, False, end, True, removed)), path, removed

    def _loop_eliminations(self, path: NodePath) -> int:
        layout, graph = self.layout, self.graph
        open_, count, weak = self.position.open, layout.cell_count, graph.weak
        first, last = self._first_cell, len(path) - 1
        removed = own = 0
        for node in path[:-1]:
            own |= graph.cells(node)
        own = layout.candidates_in(own | 1 << first(path[0]), layout.all_values)
        for i, node in enumerate(path):
            on = i % 2 == 1
            moved = i > 0 and first(path[i - 1]) != first(node)
            pair = 0
            if i == 0:
                pair = 1 << node | 1 << path[-1]
            elif moved and on and i <= last - 2:
                after, then = path[i + 1], path[i + 2]
                if first(node) == first(after) != first(then):
                    pair = 1 << node | 1 << after
            if pair:
                removed |= layout.cell_candidates(node % count) & open_ & ~pair
            if moved and not on:
                item, other = (self._excluded_peers(n) for n in (path[i - 1], node))
                removed |= item & other & open_ & ~own & weak[node]
        return removed

    def _excluded_peers(self, node: int) -> int:
        """Return the candidates of the same value that a node excludes when on."""
        return self.graph.weak[node] & self.graph.candidate_nodes

    # -- chains -----------------------------------------------------------------------

    def chain_between(self, start: int, start_on: bool, end: int, end_on: bool) -> NodePath | None:
        """The one chain from a start to an end, ``None`` if there is none of three links."""
        layers = self._distance_layers(start, start_on)
        bit, depth = 1 << end, 2 - (start_on != end_on)
        while True:
            while len(layers) <= depth:
                if not layers[-1]:
                    return None
                self._add_layer(start, start_on)
            if layers[depth] & bit:
                break
            depth += 2
        if depth <= 2:
            return None
        graph, pending = self.graph, [bit]
        for d in range(depth - 1, 0, -1):
            to = graph.strong if (d % 2 == 1) is start_on else graph.weak
            result = 0
            for node in bits(pending[-1]):
                result |= to.get(node, 0)
            pending.append(result & layers[d])
        path = [start]
        for d in range(1, depth + 1):
            mask = pending[depth - d]
            on = (d % 2 == 0) is start_on
            path.append(
                next(n for n in self._ordered_implications(path[-1], not on) if mask >> n & 1)
            )
        return tuple(path)

    def is_accepted(self, path: NodePath, *, aic: bool = False) -> bool:
        """Return whether HoDoKu accepts a chain: no cell occurs again, in a loop not even at
        its ends.
        """
        first = self._first_cell
        if not aic and (first(path[0]) == first(path[1]) or first(path[-1]) == first(path[-2])):
            return False
        remaining = 0
        for i, node in enumerate(path):
            if remaining >> first(node) & 1:
                return False
            if i and (aic or first(path[i - 1]) != first(path[0])):
                remaining |= self.graph.cells(path[i - 1])
        return True

    def has_group(self, path: Iterable[int]) -> bool:
        return max(path) >= self.graph.first_group

    def _first_cell(self, node: int) -> int:
        cached = self._first.get(node)
        if cached is None:
            cells = self.graph.cells(node)
            cached = self._first[node] = (cells & -cells).bit_length() - 1
        return cached

    def _distance_layers(self, start: int, on: bool) -> list[int]:
        """Return the nodes first met at each distance, as far as computed: at even distances in
        the state of the start.
        """
        key = (start, on)
        if key not in self._layers:
            self.graph.deadline.check()
            self._layers[key] = [1 << start]
            self._seen[key] = [1 << start, 0]
        return self._layers[key]

    def _add_layer(self, start: int, on: bool) -> None:
        """The nodes first met one further."""
        graph, layers, seen = self.graph, self._layers[start, on], self._seen[start, on]
        turn = len(layers) % 2
        to = graph.weak if (turn == 1) is on else graph.strong
        result, remaining = 0, layers[-1]
        while remaining:
            low = remaining & -remaining
            remaining ^= low
            result |= to.get(low.bit_length() - 1, 0)
        layers.append(result & ~seen[turn])
        seen[turn] |= layers[-1]

    def _ordered_implications(self, node: int, on: bool) -> list[int]:
        """Return the consequences of a node on or off, in HoDoKu's order."""
        key = (node, on)
        if key not in self._orders:
            to = self.graph.weak if on else self.graph.strong
            self._orders[key] = sorted(bits(to[node]), key=self._implication_rank(node, on))
        return self._orders[key]

    def _implication_rank(self, node: int, on: bool) -> Callable[[int], tuple[int, ...]]:
        """Where an inference from a node stands: cells before groups, as each was listed."""
        layout, graph = self.layout, self.graph
        count, current = layout.cell_count, graph.cells(node)
        group = node >= graph.first_group
        houses = sorted(
            (h for h in layout.houses if not current & ~h.cells),
            key=lambda h: (group and h.kind != "box", _HOUSE_KIND_RANK[h.kind], h.number),
        )

        def turn(other: int) -> tuple[int, ...]:
            cells = graph.cells(other)
            if other >= graph.first_group:
                value = (graph.candidates(other).bit_length() - 1) // count
                lines = [h for h in layout.houses if not cells & ~h.cells and h.kind != "box"]
                line = min(((_HOUSE_KIND_RANK[h.kind], h.number) for h in lines), default=(3, 0))
                boxed = group and not on and _house_containing(houses, cells) == 0
                return 2, boxed, *line, value, (cells & -cells).bit_length()
            if cells == current:
                return 0, other
            return 1, 0 if group and on else _house_containing(houses, cells), cells.bit_length()

        return turn


_HOUSE_KIND_RANK = {"row": 0, "column": 1, "box": 2, "other": 3}


def _house_containing(houses: Sequence[House], cells: int) -> int:
    return next((i for i, house in enumerate(houses) if not cells & ~house.cells), len(houses))
