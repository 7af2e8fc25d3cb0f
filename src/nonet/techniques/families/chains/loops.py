"""Loops and alternating inference chains, shortest first.

Which chains count, and what a continuous loop removes, follows HoDoKu 2.2 (B.
Hobiger): the shortest between two ends; no cell is entered again.

>>> from nonet.puzzle import Grid, Puzzle
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> found = next(discontinuous(position, "candidates"))
>>> [position.layout.text(node) for node in found.nodes], position.layout.text(found.removed)
(['1r4c3', '1r3c3'], '1r3c4')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import islice

from nonet.techniques.engines.graph import Front, Graph
from nonet.techniques.engines.nodes import Nodes
from nonet.techniques.families.chains.ends import FoundChain, by_length
from nonet.techniques.layout import bits
from nonet.techniques.position import Position

RINGS = 60
"""How many of the equally short loops through two nodes are looked at."""

TRIES = 24
"""How many of the equally short chains between two ends are looked at."""


@dataclass(frozen=True, slots=True)
class Can:
    """What chains can do at a position at all.

    ``reach`` are the nodes that each turns on when it is off; ``ends`` for each
    candidate the candidates that, as the other end, remove something; ``targets``
    the candidates that go.
    """

    graph: Graph
    reach: dict[int, int]
    ends: dict[int, int]
    targets: int


def chains_can(position: Position, nodes: Nodes) -> Can:
    """What chains through such nodes can do at a position; made once, by ``Position.once``."""
    graph = Graph.of(position, nodes)
    weak, ends = graph.weak, dict[int, int]()
    reach = graph.reach()
    if nodes == "sets":
        return Can(graph, reach, reach, position.open)
    for candidate in bits(graph.refuted):
        around = weak[candidate] & graph.plain
        on = graph.turned(candidate)[0] & around
        for start in bits(around & graph.linked if on else 0):
            other = reach[start] & on
            if other:
                ends[start] = ends.get(start, 0) | other
    return Can(graph, reach, ends, graph.refuted)


def _levels(
    graph: Graph, goals: dict[int, int], first: int
) -> Iterator[tuple[int, int, Front, int]]:
    """The pairs of ends, nearest first: (start, end, the start's front, level)."""
    left = dict(goals)
    level = 0
    while left:
        for start in list(left):
            front = graph.front(start)
            on = front.on(level) & left[start]
            if on:
                left[start] &= ~on
                if level >= first:
                    for end in bits(on):
                        if end >= start:
                            yield start, end, front, level
            if not left[start] or not front.on(level):
                del left[start]
        level += 1


def aics(position: Position, nodes: Nodes) -> Iterator[FoundChain]:
    """Chains whose two ends remove two candidates or more: type 1 and type 2."""
    can = position.once(chains_can, nodes)
    graph = can.graph
    layout, open_, peers = position.layout, position.open, position.layout.peers
    count = layout.count
    ends_of = {start: ends & graph.plain & ~(1 << start) for start, ends in can.ends.items()}
    seen: set[int] = set()
    for start, end, front, level in _levels(graph, ends_of, 1):
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
        chain = _chosen(graph, front, end, level, nodes)
        if chain:
            seen.add(removed)
            yield _found(graph, chain, removed)


def _chosen(
    graph: Graph, front: Front, end: int, level: int, nodes: Nodes
) -> tuple[int, ...] | None:
    """A chain between two ends; with such nodes, and not crossing itself, if there is one."""
    crossing = None
    for chain in islice(front.paths(end, level), TRIES):
        if _has(graph, chain, nodes):
            if nodes == "candidates" or not _crosses(graph, chain):
                return chain
            crossing = crossing or chain
    return crossing


def _has(graph: Graph, chain: tuple[int, ...], nodes: Nodes) -> bool:
    """Whether a chain has a node of the kind that gives it its name."""
    if nodes == "candidates":
        return True
    if nodes == "groups":
        return max(chain) >= graph.first
    return max(chain) in graph.sets


def _crosses(graph: Graph, nodes: tuple[int, ...]) -> bool:
    """Whether a group has cells of another node that is not its neighbour."""
    inside = 0
    for number, node in enumerate(nodes):
        cells = graph.cells(node)
        if number and cells & inside & ~(graph.cells(nodes[number - 1])):
            return True
        inside |= cells
    return False


def discontinuous(position: Position, nodes: Nodes) -> Iterator[FoundChain]:
    """Loops that meet in a candidate, which goes, or come back to their start, which stays."""
    can = position.once(chains_can, nodes)
    yield from merge(_meeting(can, nodes), _staying(can, nodes, position.open), key=by_length)


def _meeting(can: Can, nodes: Nodes) -> Iterator[FoundChain]:
    """Loops from a candidate back to it: if it is true, it is false."""
    graph = can.graph
    left = {target: graph.weak[target] for target in bits(can.targets)}
    level = 0
    while left:
        for target in list(left):
            front = graph.front_from_on(target)
            on = front.on(level)
            home = graph.layout.of_cell(target % graph.layout.count)
            for end in bits(on & left[target]):
                chain = _chosen(graph, front, end, level, nodes)
                if chain:
                    yield _found(graph, chain, 1 << target, target)
                    on = 0
                    break
            if not on:
                del left[target]
            elif on & left[target] & ~home:
                # a loop of that length without such nodes: longer ones would be no news
                left[target] &= home
        level += 1


def _staying(can: Can, nodes: Nodes, open_: int) -> Iterator[FoundChain]:
    """Loops from a candidate back to it: if it is false, it is true."""
    graph, layout = can.graph, can.graph.layout
    itself = {node: 1 << node for node, on in can.reach.items() if on >> node & 1}
    for start, end, front, level in _levels(graph, itself, 0):
        removed = layout.of_cell(start % layout.count) & open_ & ~(1 << start)
        if start < graph.first and removed:
            chain = _chosen(graph, front, end, level, nodes)
            if chain:
                yield _found(graph, chain, removed)


def continuous(position: Position, nodes: Nodes) -> Iterator[FoundChain]:
    """Loops without a flaw, the shortest through each weak inference and each pair of values."""
    can = position.once(chains_can, nodes)
    graph = can.graph
    closing = {}
    hot = nodes == "sets"
    for start, on in can.reach.items():
        ends = on & graph.weak[start]
        if ends and start < graph.first:
            closing[start] = ends
            hot = hot or bool(can.targets & graph.weak[start])
    if not hot:
        return
    seen: set[int] = set()
    for ring in merge(_rings(graph, closing), _rings_of_pairs(graph, position), key=len):
        if _has(graph, ring, nodes):
            removed = _of_ring(graph, ring, position.open)
            if removed and removed not in seen:
                seen.add(removed)
                yield _found(graph, ring, removed)


def _rings(graph: Graph, closing: dict[int, int]) -> Iterator[tuple[int, ...]]:
    for _, end, front, level in _levels(graph, closing, 1):
        yield from islice(front.paths(end, level), RINGS)


def _rings_of_pairs(graph: Graph, position: Position) -> Iterator[tuple[int, ...]]:
    """The shortest loops through each cell with two values."""
    count = position.layout.count
    left: list[tuple[Front, int]] = []
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            one, other = (value * count + cell for value in bits(values))
            left.append((graph.front(one, 1 << other), graph.weak[one] & ~(1 << other)))
    level = 1
    while left:
        open_ends = []
        for front, goal in left:
            on = front.on(level)
            if on & goal:
                for end in bits(on & goal):
                    yield from islice(front.paths(end, level), RINGS)
            elif on:
                open_ends.append((front, goal))
        left = open_ends
        level += 1


def _of_ring(graph: Graph, nodes: tuple[int, ...], open_: int) -> int:
    """What a continuous loop removes: what both nodes of a weak inference exclude.

    As in HoDoKu, a weak inference between cells removes nothing in the loop's own cells.
    """
    layout, weak, place = graph.layout, graph.weak, graph.place
    inside = 0
    for node in nodes:
        inside |= graph.cells(node)
    own = layout.spread(inside, layout.all_values)
    removed = 0
    for number in range(-1, len(nodes) - 1, 2):
        one, other = nodes[number], nodes[number + 1]
        both = weak[one] & weak[other] & open_
        removed |= both if place[one] & place[other] else both & ~own
    for one, other in zip(nodes[::2], nodes[1::2], strict=True):
        if one in graph.sets or other in graph.sets:
            removed |= _locked(graph, one, other) & open_
    return removed


def _locked(graph: Graph, one: int, other: int) -> int:
    """What an almost locked set in a loop removes by the values that the loop passes by."""
    if one not in graph.sets:
        one, other = other, one
    count, peers = graph.layout.count, graph.layout.peers
    removed = 0
    for node in bits(graph.strong[one] & ~graph.plain & ~(1 << other)):
        gone = graph.weak[node]
        if other < graph.first:  # the set leaves one value to a cell: some exits are there
            value = (graph.candidates(node).bit_length() - 1) // count
            exit_ = value * count + other % count
            if exit_ in graph.weak and exit_ != other:
                gone &= peers[exit_]
        removed |= gone
    return removed


def _found(
    graph: Graph, nodes: tuple[int, ...], removed: int, target: int | None = None
) -> FoundChain:
    sets = tuple(graph.sets.get(node, 0) for node in nodes)
    return FoundChain(graph.masks(nodes), removed, target, sets if any(sets) else ())


LOOPS: dict[str, Callable[[Position, Nodes], Iterator[FoundChain]]] = {
    "continuous-nice-loop": continuous,
    "discontinuous-nice-loop": discontinuous,
    "aic": aics,
}
"""The searches for loops and AICs, by the key of the technique without ``grouped``."""
