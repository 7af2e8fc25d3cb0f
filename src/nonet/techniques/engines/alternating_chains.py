"""Readings of the inference graph: chains between two candidates, and loops.

If the start of a chain is off, its end is on; so one of start and end is on, and every
candidate that both exclude is eliminated. The graph is read in three ways:

- shortest first (X-chains, XY-chains, nice loops, AICs): the closure of the graph shows which
  candidates chains can refute; chains are built for these alone, by breadth-first search on masks;
- all walks of a few strong links, for chains that are known by their shape;
- in HoDoKu's order, where each pair of ends has a single chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from heapq import merge
from itertools import combinations, islice, tee
from typing import NamedTuple

from nonet.techniques.candidate_layout import House, bits, mask_of
from nonet.techniques.engines.inference_graph import BreadthFirstLayers, Graph, NodeKinds
from nonet.techniques.position import Position
from nonet.techniques.step import elimination_sort_key

MAX_INFERENCES = 20
"""How many inferences an X- or XY-chain has at most, as in HoDoKu."""


@dataclass(frozen=True, slots=True)
class AlternatingChain:
    """A chain: its nodes (masks of candidates) from off to on, and its eliminations.

    ``target`` is the candidate where a discontinuous loop starts and ends; ``sets``
    the cells of the almost locked set of each node, 0 for other nodes, empty if there
    is none.
    """

    nodes: tuple[int, ...]
    eliminations: int
    target: int | None = None
    sets: tuple[int, ...] = ()


def x_chains(position: Position, values: Iterable[int]) -> Iterator[AlternatingChain]:
    """Chains of one value, of some values, kept while its places stay."""
    searches = [
        position.path_cached(_chains_of_value, value, position.places_of(value)) for value in values
    ]
    yield from merge(*map(copy, searches), key=chain_length)  # a copy begins at the first chain


def _chains_of_value(position: Position, value: int, places: int) -> Iterator[AlternatingChain]:
    graph = Graph.of_value(position, value)
    return tee(_shortest_chains(graph, places << value * position.layout.cell_count), 1)[0]


def xy_chains(position: Position) -> Iterator[AlternatingChain]:
    """Chains through cells with two values."""
    return _shortest_chains(Graph.of_bivalue_cells(position), position.open)


def _shortest_chains(graph: Graph, open_: int) -> Iterator[AlternatingChain]:
    """Yield chains between two candidates of a value: the shortest for each elimination."""
    layout = graph.layout
    peers = layout.peers
    goals = {}
    for start, on in graph.on_if_off().items():
        of_value = layout.all_cells << start // layout.cell_count * layout.cell_count
        current = peers[start] & open_ & of_value
        later = bits(on & of_value & -1 << start)
        if ends := mask_of(end for end in later if current & peers[end]):
            goals[start] = ends
    seen: set[int] = set()
    for level in range(1, MAX_INFERENCES // 2):
        for start in goals:
            front = graph.layers_from_off(start, revisit=True)
            for end in bits(front.on_in_layer(level) & goals[start]):
                removed = peers[start] & peers[end] & open_
                removed &= layout.all_cells << start // layout.cell_count * layout.cell_count
                if removed not in seen:
                    nodes = next(front.paths(end, level), None)
                    if nodes is None:
                        continue
                    seen.add(removed)
                    yield AlternatingChain(graph.candidate_masks(nodes), removed)
                goals[start] ^= 1 << end


def chain_length(chain: AlternatingChain) -> int:
    """Return the number of nodes, by which chains are sorted."""
    return len(chain.nodes)


# Loops and alternating inference chains, shortest first.
#
# The definitions of chains and of a continuous loop's eliminations follow HoDoKu 2.2 (B.
# Hobiger): the shortest between two ends; no cell is entered again.

MAX_LOOPS = 60
"""How many of the equally short loops through two nodes are looked at."""

MAX_CHAINS = 24
"""How many of the equally short chains between two ends are looked at."""


@dataclass(frozen=True, slots=True)
class ChainReach:
    """The reach of chains at a position.

    ``on_when_off`` are the nodes that each node turns on when off; ``useful_ends`` for each
    candidate the other ends that give an elimination; ``eliminable`` the candidates that can be
    eliminated.
    """

    graph: Graph
    on_when_off: dict[int, int]
    useful_ends: dict[int, int]
    eliminable: int


def chain_reach(position: Position, nodes: NodeKinds) -> ChainReach:
    """Return the reach of chains through such nodes, for ``Position.cached``."""
    graph = Graph.of(position, nodes)
    weak, ends = graph.weak, dict[int, int]()
    reach = graph.on_if_off()
    if nodes == "sets":
        return ChainReach(graph, reach, reach, position.open)
    for candidate in bits(graph.refuted):
        around = weak[candidate] & graph.candidate_nodes
        on = graph.implied(candidate)[0] & around
        for start in bits(around & graph.linked_nodes):
            other = reach[start] & on
            if other:
                ends[start] = ends.get(start, 0) | other
    return ChainReach(graph, reach, ends, graph.refuted)


def _end_pairs(
    graph: Graph, goals: dict[int, int], first: int
) -> Iterator[tuple[int, int, BreadthFirstLayers, int]]:
    """The pairs of ends, nearest first: (start, end, the start's front, level)."""
    remaining = dict(goals)
    level = 0
    while remaining:
        for start in list(remaining):
            front = graph.layers_from_off(start)
            on = front.on_in_layer(level) & remaining[start]
            if on:
                remaining[start] &= ~on
                if level >= first:
                    for end in bits(on):
                        if end >= start:
                            yield start, end, front, level
            if not remaining[start] or not front.on_in_layer(level):
                del remaining[start]
        level += 1


def aics(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Chains whose two ends remove two candidates or more: type 1 and type 2."""
    can = position.cached(chain_reach, nodes)
    graph = can.graph
    layout, open_, peers = position.layout, position.open, position.layout.peers
    count = layout.cell_count
    ends_of = {
        start: ends & graph.candidate_nodes & ~(1 << start)
        for start, ends in can.useful_ends.items()
    }
    seen: set[int] = set()
    for start, end, front, level in _end_pairs(graph, ends_of, 1):
        value, cell = divmod(start, count)
        other, place = divmod(end, count)
        if value == other:
            removed = peers[start] & peers[end] & open_
            if removed.bit_count() < 2:
                continue
        else:
            if cell == place or not layout.sees[cell] >> place & 1:
                continue
            removed = (1 << other * count + cell | 1 << value * count + place) & open_
            if removed.bit_count() < 2 or not peers[start] >> value * count + place & 1:
                continue
        if removed in seen:
            continue
        chain = _choose_chain(graph, front, end, level, nodes)
        if chain:
            seen.add(removed)
            yield _make_chain(graph, chain, removed)


def _choose_chain(
    graph: Graph, front: BreadthFirstLayers, end: int, level: int, nodes: NodeKinds
) -> tuple[int, ...] | None:
    """Return a chain between two ends, with such nodes and without crossing itself, or ``None``."""
    crossing = None
    for chain in islice(front.paths(end, level), MAX_CHAINS):
        if _uses_node_kind(graph, chain, nodes):
            if nodes == "candidates" or not _crosses_itself(graph, chain):
                return chain
            crossing = crossing or chain
    return crossing


def _uses_node_kind(graph: Graph, chain: tuple[int, ...], nodes: NodeKinds) -> bool:
    """Return whether a chain has a node of the kind in its name."""
    if nodes == "groups":
        return max(chain) >= graph.first_group
    return nodes == "candidates" or max(chain) in graph.sets


def _crosses_itself(graph: Graph, nodes: tuple[int, ...]) -> bool:
    """Whether a group has cells of another node that is not its neighbour."""
    inside = 0
    for number, node in enumerate(nodes):
        cells = graph.cells(node)
        if number and cells & inside & ~(graph.cells(nodes[number - 1])):
            return True
        inside |= cells
    return False


def discontinuous_loops(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Loops that meet in a candidate, which goes, or come back to their start, which stays."""
    can = position.cached(chain_reach, nodes)
    yield from merge(
        _eliminating_loops(can, nodes), _placing_loops(can, nodes, position.open), key=chain_length
    )


def _eliminating_loops(can: ChainReach, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Yield loops from a candidate to itself: if true, then false."""
    graph = can.graph
    remaining = {target: graph.weak[target] for target in bits(can.eliminable)}
    level = 0
    while remaining:
        for target in list(remaining):
            front = graph.layers_from_on(target)
            on = front.on_in_layer(level)
            home = graph.layout.cell_candidates(target % graph.layout.cell_count)
            for end in bits(on & remaining[target]):
                chain = _choose_chain(graph, front, end, level, nodes)
                if chain:
                    yield _make_chain(graph, chain, 1 << target, target)
                    on = 0
                    break
            if not on:
                del remaining[target]
            elif on & remaining[target] & ~home:
                # a loop of that length without such nodes: longer ones would be no news
                remaining[target] &= home
        level += 1


def _placing_loops(can: ChainReach, nodes: NodeKinds, open_: int) -> Iterator[AlternatingChain]:
    """Yield loops from a candidate to itself: if false, then true."""
    graph, layout = can.graph, can.graph.layout
    itself = {node: 1 << node for node, on in can.on_when_off.items() if on >> node & 1}
    for start, end, front, level in _end_pairs(graph, itself, 0):
        removed = layout.cell_candidates(start % layout.cell_count) & open_ & ~(1 << start)
        if start < graph.first_group and removed:
            chain = _choose_chain(graph, front, end, level, nodes)
            if chain:
                yield _make_chain(graph, chain, removed)


def continuous_loops(position: Position, nodes: NodeKinds) -> Iterator[AlternatingChain]:
    """Loops without a flaw, the shortest through each weak inference and each pair of values."""
    can = position.cached(chain_reach, nodes)
    graph = can.graph
    closing = {}
    hot = nodes == "sets"
    for start, on in can.on_when_off.items():
        ends = on & graph.weak[start]
        if ends and start < graph.first_group:
            closing[start] = ends
            hot = hot or bool(can.eliminable & graph.weak[start])
    if not hot:
        return
    seen: set[int] = set()
    for _, end, front, level in _end_pairs(graph, closing, 1):
        for ring in islice(front.paths(end, level), MAX_LOOPS):
            if _uses_node_kind(graph, ring, nodes):
                removed = _loop_eliminations(graph, ring, position.open)
                if removed and removed not in seen:
                    seen.add(removed)
                    yield _make_chain(graph, ring, removed)


def _loop_eliminations(graph: Graph, nodes: tuple[int, ...], open_: int) -> int:
    """Return the eliminations of a continuous loop: candidates that both nodes of a weak
    inference exclude.

    As in HoDoKu, a weak inference between cells removes nothing in the loop's own cells.
    """
    layout, weak, place = graph.layout, graph.weak, graph.cell_masks
    inside = 0
    for node in nodes:
        inside |= graph.cells(node)
    own = layout.candidates_in(inside, layout.all_values)
    removed = 0
    for number in range(-1, len(nodes) - 1, 2):
        first, second = nodes[number], nodes[number + 1]
        both = weak[first] & weak[second] & open_
        removed |= both if place[first] & place[second] else both & ~own
    for first, second in zip(nodes[::2], nodes[1::2], strict=True):
        if first in graph.sets or second in graph.sets:
            removed |= _als_eliminations(graph, first, second) & open_
    return removed


def _als_eliminations(graph: Graph, first: int, second: int) -> int:
    """Return the eliminations by values of an almost locked set that the loop does not use."""
    if first not in graph.sets:
        first, second = second, first
    count, peers = graph.layout.cell_count, graph.layout.peers
    removed = 0
    for node in bits(graph.strong[first] & ~graph.candidate_nodes & ~(1 << second)):
        eliminated = graph.weak[node]
        if second < graph.first_group:  # the set leaves one value to a cell: some exits are there
            value = (graph.candidates(node).bit_length() - 1) // count
            exit_ = value * count + second % count
            if exit_ in graph.weak and exit_ != second:
                eliminated &= peers[exit_]
        removed |= eliminated
    return removed


def _make_chain(
    graph: Graph, nodes: tuple[int, ...], removed: int, target: int | None = None
) -> AlternatingChain:
    sets = tuple(graph.sets.get(node, 0) for node in nodes)
    return AlternatingChain(
        graph.candidate_masks(nodes), removed, target, sets if any(sets) else ()
    )


LOOP_SEARCHES: dict[str, Callable[[Position, NodeKinds], Iterator[AlternatingChain]]] = {
    "continuous-nice-loop": continuous_loops,
    "discontinuous-nice-loop": discontinuous_loops,
    "aic": aics,
}
"""The searches for loops and AICs, by the key of the technique without ``grouped``."""


# All walks of a few strong links: chains that are known by their shape.

MAX_WALKS = 60_000
"""The most strong inferences that are followed from one node."""


def walks(graph: Graph, most: int, value: int | None = None) -> Iterator[AlternatingChain]:
    """All chains of two to ``most`` strong links that remove something, each in one direction.

    With ``value``, chains of this value alone, whose groups may cross; else no cell is entered
    twice, but the ends may share a cell.
    """
    layout, alive, weak = graph.layout, -1, graph.weak
    if value is not None:
        of_value = layout.all_cells << value * layout.cell_count
        alive = sum(1 << node for node in weak if not graph.candidates(node) & ~of_value)
    linked = graph.linked_nodes & alive
    for start in bits(linked):
        todo: list[tuple[tuple[int, ...], int]] = [((start,), 1 << start)]
        tries = 0
        while todo and tries < MAX_WALKS:
            graph.deadline.check()
            nodes, used = todo.pop()
            for end, _ in graph.links[nodes[-1]]:
                if (used | ~alive) >> end & 1:
                    continue
                tries += 1
                walk, seen = (*nodes, end), used | 1 << end
                removed = weak[start] & weak[end] & graph.candidate_nodes
                useful = len(nodes) > 1 and start < end and removed
                if useful and (value is not None or _enters_once(graph, walk)):
                    yield AlternatingChain(graph.candidate_masks(walk), removed)
                if len(nodes) < 2 * most - 1:
                    todo += [
                        ((*walk, off), seen | 1 << off) for off in bits(weak[end] & linked & ~seen)
                    ]


def _enters_once(graph: Graph, nodes: Sequence[int]) -> bool:
    """Whether a chain enters no cell twice; its ends may share a cell."""
    pairs = combinations(enumerate(map(graph.cells, nodes)), 2)
    return not any(
        first & second for (m, first), (n, second) in pairs if 1 < n - m < len(nodes) - 1
    )


# Loops and alternating inference chains in HoDoKu's order: a single chain between two ends.
#
# HoDoKu 2.2 (B. Hobiger) keeps a table for each candidate on and each off, with all that follows.
# The first entry of a table stays, so each consequence has one chain: the first of the shortest
# in the order of inferences (the cell, then row, column and box, then groups). Where that chain
# crosses itself there is none, though another would do. Among all chains the chain with most
# eliminations is taken.
#
# So the search picks the first shortest chain in that order, and only for ends where the closure
# of the graph shows an elimination, most eliminations first.

NodePath = tuple[int, ...]


class EndPair(NamedTuple):
    """The eliminations of two ends, with their technique (``kind``)."""

    kind: str
    start: int
    start_on: bool
    end: int
    end_on: bool
    eliminations: int
    target: int | None = None


def best_loop(position: Position, nodes: NodeKinds) -> tuple[str, AlternatingChain] | None:
    """The technique (its key without ``grouped``) and the chain that HoDoKu takes."""
    tables = _HodokuChains(position, nodes)
    layout, grouped = position.layout, nodes == "groups"
    best: tuple[tuple[int, ...], str, AlternatingChain] | None = None
    for phase, nodes_of_ring, removed in tables.continuous_loops():
        if not grouped or max(nodes_of_ring) >= tables.graph.first_group:
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
        if grouped and max(path) < tables.graph.first_group:
            continue
        inner = path[ends.start_on : len(path) - (not ends.end_on)]
        chain = AlternatingChain(
            tables.graph.candidate_masks(inner), ends.eliminations, ends.target
        )
        return ends.kind, chain
    return best[1:] if best else None


class _HodokuChains:
    """The chain between any two ends at a position, built on demand."""

    def __init__(self, position: Position, nodes: NodeKinds) -> None:
        self.position, self.layout = position, position.layout
        self.can = position.cached(chain_reach, nodes)
        self.graph = self.can.graph
        self._fronts: dict[int, BreadthFirstLayers] = {}
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
            for end in bits(ends):
                path = self.chain_between(start, False, end, True)
                if path is None or not self.is_accepted(path):
                    continue
                if removed := self._loop_eliminations(path):
                    pair = EndPair("", start, False, end, True, removed)
                    yield self.search_rank(pair), path, removed

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
                removed |= weak[path[i - 1]] & weak[node] & open_ & ~own & graph.candidate_nodes
        return removed

    # -- chains -----------------------------------------------------------------------

    def chain_between(self, start: int, start_on: bool, end: int, end_on: bool) -> NodePath | None:
        """The one chain from a start to an end, ``None`` if there is none of three links."""
        graph, front, bit, level = self.graph, self._front(start, start_on), 1 << end, 0
        while not front.layers[level][end_on] & bit:
            level += 1
            front.on_in_layer(level)
            if level == len(front.layers):
                return None
        depth = 2 * level + start_on + end_on
        if depth <= 2:
            return None
        layers = [mask for pair in front.layers for mask in pair][not start_on :]
        pending = [bit]
        for d in range(depth - 1, 0, -1):
            to = graph.strong if (d % 2 == 1) is start_on else graph.weak
            result = 0
            for node in bits(pending[-1]):
                result |= to.get(node, 0)
            pending.append(result & layers[d - 1])
        path = [start]
        for d in range(1, depth + 1):
            mask = pending[depth - d]
            on = (d % 2 == 0) is start_on
            path.append(
                next(n for n in self._ordered_implications(path[-1], not on) if mask >> n & 1)
            )
        return tuple(path)

    def _front(self, start: int, on: bool) -> BreadthFirstLayers:
        """The search from a node; on, it may go on in its own cell."""
        if not on:
            return self.graph.layers_from_off(start)
        if start not in self._fronts:
            off = self.graph.weak[start]
            after = self.graph.on_if_any_off(off) & ~(1 << start)
            self._fronts[start] = BreadthFirstLayers(self.graph, off, after, 0)
        return self._fronts[start]

    def is_accepted(self, path: NodePath, *, aic: bool = False) -> bool:
        """Whether HoDoKu accepts a chain: no cell twice, in a loop not even at its ends."""
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

    def _first_cell(self, node: int) -> int:
        cached = self._first.get(node)
        if cached is None:
            cells = self.graph.cells(node)
            cached = self._first[node] = (cells & -cells).bit_length() - 1
        return cached

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
