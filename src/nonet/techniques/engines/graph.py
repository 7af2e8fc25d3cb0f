"""The inference graph of a position: what is on when something is off, and the reverse.

Nodes are candidates (by their numbers) and, if asked for, groups and almost locked sets
(``nodes.py``).  Two nodes have a *strong* inference when one of them must be on (a cell
with two values, a value with two places in a house), a *weak* one when not both can be.
Both are symmetric.  A chain alternates: off, strong, on, weak, off, ...  Every family that
follows inferences does so in this graph.

Nodes are bits, so that all inferences of a node are one integer.  The transitive
closure of "off implies off" says in a fraction of a millisecond which candidates any chain can
refute; only for those are chains built, by breadth-first search on masks, shortest first (B.
Hobiger's tables and Trebor's, in another form).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> graph = Graph.of(position)
>>> x = position.layout.candidate("R1C3", 3)
>>> position.layout.text(graph.strong[x])
'3r1c2, 4r1c3'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from nonet.techniques.clock import UNLIMITED, Clock
from nonet.techniques.engines.board import board_of
from nonet.techniques.engines.followed import Followed
from nonet.techniques.engines.nodes import Links, Masks, Nodes, add_groups, add_sets
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position


class Graph:
    """Nodes and inferences of some open candidates.

    ``weak[node]`` and ``strong[node]`` are masks over nodes; ``strong`` has only
    nodes with such inferences, ``linked`` is their mask.  ``links[node]`` are its strong
    inferences with the number of the truth behind each, cells first, then boxes, rows and
    columns; those of almost locked sets, which have none, are in ``strong`` alone.
    Nodes from ``first`` on
    are ``groups`` (masks of candidates), of which ``sets`` has the cells of almost locked
    sets; ``plain`` is the mask of the others.

    ``turns`` are the truths that make strong inferences, all by default.
    """

    def __init__(
        self,
        layout: Layout,
        open_: int,
        clock: Clock = UNLIMITED,
        turns: Iterable[int] | None = None,
    ) -> None:
        self.layout, self.open, self.clock = layout, open_, clock
        self.board = board_of(layout)
        self.first = layout.count * layout.size
        self.plain = (1 << self.first) - 1
        self.weak: Masks = {c: layout.peers[c] & open_ for c in bits(open_)}
        self.groups: list[int] = []
        self.sets: Masks = {}
        self._turns = turns
        self._fronts: dict[tuple[int, int, bool], Front] = {}
        self._turned: dict[int, tuple[int, int]] = {}

    @classmethod
    def of(cls, position: Position, nodes: Nodes = "candidates") -> Graph:
        """The graph of a position, with groups, with almost locked sets too, or without."""
        return position.once(_of, nodes)

    def copied(self) -> Graph:
        """The same nodes and inferences, for others to be joined."""
        found = Graph(self.layout, 0, self.clock)
        found.open, found.weak, found.counts = self.open, self.weak.copy(), self.counts
        found.links = {node: links.copy() for node, links in self.links.items()}
        return found

    @cached_property
    def quiet(self) -> bool:
        """Whether no single stands: then what ends in a contradiction still does with less open."""
        return 1 not in self.counts

    @classmethod
    def of_value(cls, position: Position, value: int) -> Graph:
        """The part of one value alone, kept while its places stay."""
        return position.kept(_of_value, value, position.at(value))

    @classmethod
    def of_pairs(cls, position: Position) -> Graph:
        """The part of the cells with two values: strong within cells, weak between them."""
        return position.once(_of_pairs)

    @cached_property
    def counts(self) -> list[int]:
        """How many open candidates each truth has."""
        open_ = self.open
        return [(held & open_).bit_count() for held in self.layout.truth_sets]

    @cached_property
    def links(self) -> Links:
        """For each node its strong inferences, as (node, truth)."""
        board, open_ = self.board, self.open
        sets, rank = board.sets, board.rank
        nodes: dict[int, None] = {}
        pairs: list[tuple[int, int, int, int]] = []
        turns, counts = self._turns, self.counts
        for number in board.turns if turns is None else turns:
            if counts[number] == 2:
                pair = sets[number] & open_
                one, other = (pair & -pair).bit_length() - 1, pair.bit_length() - 1
                nodes[one] = nodes[other] = None
                pairs.append((rank[number], one, other, number))
        links: Links = {node: [] for node in nodes}
        for _, one, other, number in sorted(pairs):
            links[one].append((other, number))
            links[other].append((one, number))
        return links

    @cached_property
    def strong(self) -> Masks:
        """For each node with strong inferences, the nodes at their other ends."""
        found: Masks = {}
        for node, links in self.links.items():
            mask = 0
            for other, _ in links:
                mask |= 1 << other
            found[node] = mask
        return found

    @cached_property
    def linked(self) -> int:
        """The nodes with strong inferences."""
        return sum(1 << node for node in self.strong)

    @cached_property
    def place(self) -> Masks:
        """The cell of each candidate, as a mask, and 0 for a group."""
        first, count = self.first, self.layout.count
        return {node: 1 << node % count if node < first else 0 for node in self.weak}

    def cells(self, node: int) -> int:
        """The cells of a node, as a mask."""
        return self.place[node] or self.layout.cells_of(self.groups[node - self.first])

    def candidates(self, node: int) -> int:
        """The candidates of a node."""
        return 1 << node if node < self.first else self.groups[node - self.first]

    def masks(self, nodes: Iterable[int]) -> tuple[int, ...]:
        """The candidates of each of some nodes."""
        return tuple(map(self.candidates, nodes))

    def reach(self) -> Masks:
        """For each node with strong inferences, the nodes that are on if it is off."""
        return self._closure[0]

    @cached_property
    def _closure(self) -> tuple[Masks, Masks]:
        """As ``reach``, and the nodes off with each; with sets the first alone, for candidates."""
        strong, weak = self.strong, self.weak
        if self.sets:
            return {node: self.front(node).all_on() for node in strong if node < self.first}, {}
        able, check = self.linked, self.clock.check
        off: Masks = {}
        for node, links in self.links.items():
            mask = 0
            for other, _ in links:
                mask |= weak[other]
            off[node] = mask
        found: Masks = {}
        closed: Masks = {}  # for the nodes done, all that is off with them
        done = 0
        for node, mask in off.items():
            if not node & 15:
                check()
            on, rest = strong[node], mask & able
            seen = mask | 1 << node
            while rest:
                ready = rest & done
                if ready:  # all that follows from such a one is known
                    other = ready.bit_length() - 1
                    more = closed[other]
                    on |= found[other]
                    rest &= ~more
                else:
                    other = rest.bit_length() - 1
                    more = off[other]
                    on |= strong[other]
                    rest = (rest ^ 1 << other) | more & able & ~seen
                seen |= more
            closed[node] = seen
            found[node] = on
            done |= 1 << node
        return found, closed

    def turned(self, node: int, on: bool = True) -> tuple[int, int]:
        """The nodes on and those off if a node is on, or off, itself too; not with sets."""
        reach, closed = self._closure
        if not on:
            return reach.get(node, 0), closed.get(node, 1 << node)
        pair = self._turned.get(node)
        if pair is None:
            ons, offs = 1 << node, self.weak[node]
            rest = offs & self.linked
            while rest:
                start = rest.bit_length() - 1
                rest &= ~closed[start]
                ons |= reach[start]
                offs |= closed[start]
            pair = self._turned[node] = ons, offs
        return pair

    @cached_property
    def refuted(self) -> int:
        """The candidates that chains refute: on, they are off.

        Such a one turns a node off with which it is off itself; so nodes say it, each for all.
        """
        found = 0
        for node, off in self._closure[1].items():
            found |= self.weak[node] & off
        return found & self.open

    @cached_property
    def proven(self) -> int:
        """The candidates that chains prove: off, they are on."""
        reach = self._closure[0].items()
        return sum(1 << node for node, on in reach if node < self.first and on >> node & 1)

    @cached_property
    def followed(self) -> Followed:
        """What singles leave after each candidate that is on."""
        return Followed(self.board, self.open, self.weak, self.counts, self.clock)

    def front(self, start: int, only: int = 0, *, again: bool = False) -> Front:
        """The layers of the search from the node ``start`` off.

        ``only`` is its first inference if not all are meant; with ``again``, a node
        is in every layer in which it can be reached, not just in the first.
        """
        key = (start, only, again)
        if key not in self._fronts:
            on = only or self.strong.get(start, 0)
            self._fronts[key] = Front(self, 1 << start, on, self.place[start], again)
        return self._fronts[key]

    def front_from_on(self, start: int) -> Front:
        """The layers of the search from a candidate that is on, leaving its cell."""
        off = self.weak[start] & ~self.layout.of_cell(start % self.layout.count)
        key = (start, -1, False)
        if key not in self._fronts:
            self._fronts[key] = Front(self, off, self.all_on(off), self.place[start])
        return self._fronts[key]

    def all_on(self, off: int) -> int:
        """The nodes that are on if some of ``off`` are."""
        found, strong = 0, self.strong
        while off:
            low = off & -off
            off ^= low
            found |= strong.get(low.bit_length() - 1, 0)
        return found


class Front:
    """Breadth-first search from nodes that are off, one layer a strong inference.

    ``layers[k]`` is the mask of the nodes first found off after ``k`` strong
    inferences, and of those first found on after ``k + 1`` (with ``again``: of all
    that are found then).  ``home`` is the cell where the chain starts.
    """

    def __init__(self, graph: Graph, off: int, on: int, home: int, again: bool = False) -> None:
        self.graph = graph
        self.home = home
        self.layers = [(off, on)]
        self._again = again
        self._off = off
        self._on = on

    def on(self, level: int) -> int:
        """The nodes first found on after ``level + 1`` strong inferences."""
        layers, graph = self.layers, self.graph
        while len(layers) <= level:
            graph.clock.check()
            off, rest = 0, layers[-1][1]
            if not rest:
                return 0
            while rest:
                low = rest & -rest
                rest ^= low
                off |= graph.weak[low.bit_length() - 1]
            if not self._again:
                off &= ~self._off
                self._off |= off
            on = graph.all_on(off)
            if not self._again:
                on &= ~self._on
                self._on |= on
            layers.append((off, on))
        return layers[level][1]

    def all_on(self) -> int:
        """The nodes found on in any layer (not for a search with ``again``)."""
        while self.on(len(self.layers)):
            pass
        return self._on

    def paths(self, end: int, level: int, budget: int = 400) -> Iterator[tuple[int, ...]]:
        """The shortest chains from a start (off) to ``end`` (on, in layer ``level``).

        No chain comes back to the cell of a candidate that it has left; one that ends
        in its home leaves and enters that cell from outside.  Groups may cross the
        chain, as HoDoKu lets them: what follows still follows.  ``budget`` bounds the
        number of nodes tried.
        """
        graph, layers, home = self.graph, self.layers, self.home
        strong, weak, place = graph.strong, graph.weak, graph.place
        graph.clock.check()
        closed = place[end] == home != 0
        left = budget

        def back(node: int, at: int, used: int, tail: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            nonlocal left
            here = place[node]
            inner = used | here
            for off in bits(strong.get(node, 0) & layers[at][0]):
                left -= 1
                if left < 0:
                    return
                there = place[off]
                if closed and there == here and (node == end or there == home):
                    continue
                if not at:
                    if not there & used or (closed and there == home):
                        yield (off, *tail)
                elif not there & (used | home):
                    for on in bits(weak[off] & layers[at - 1][1]):
                        if not place[on] & inner:
                            yield from back(on, at - 1, inner | there, (on, off, *tail))

        yield from back(end, level, 0, (end,))


def _of(position: Position, nodes: Nodes) -> Graph:
    if nodes == "candidates":
        graph = Graph(position.layout, position.open, position.clock)
        graph.followed.known(position)
        return graph
    graph = Graph.of(position).copied()
    add_groups(position, graph.weak, graph.links, graph.groups)
    if nodes == "sets":
        add_sets(position, graph.weak, graph.strong, graph.groups, graph.sets)
    return graph


def _of_value(position: Position, value: int, places: int) -> Graph:
    layout = position.layout
    turns = [layout.house_set(house.number, value) for house in layout.complete]
    return Graph(layout, places << value * layout.count, position.clock, turns)


def _of_pairs(position: Position) -> Graph:
    layout, open_ = position.layout, 0
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            open_ |= layout.spread(1 << cell, values)
    graph = Graph(layout, open_, position.clock, range(layout.count))
    graph.weak = {node: weak & ~graph.strong[node] for node, weak in graph.weak.items()}
    return graph
