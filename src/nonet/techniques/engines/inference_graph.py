"""The inference graph of a position: which nodes are on when a node is off, and the reverse.

Nodes are candidates (by their numbers) and, if asked for, groups and almost locked sets
(below).  Two nodes have a *strong* inference when at least one must be on (a cell
with two values, a value with two places in a house), a *weak* inference when at most one can
be. Both are symmetric.  A chain alternates: off, strong, on, weak, off, ...  Every family that
follows inferences does so in this graph.

Nodes are bits, so that all inferences of a node are one integer.  The transitive closure of
"off implies off" shows in a fraction of a millisecond which candidates any chain can refute;
only for these candidates are chains built, by breadth-first search on masks, shortest first (B.
Hobiger's tables and Trebor's, in another form).

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R4C4": 3}))
>>> graph = Graph.of(position)
>>> x = position.layout.candidate("R1C3", 3)
>>> position.layout.candidate_text(graph.strong[x])
'3r1c2, 4r1c3'

The graph also propagates singles after a candidate is on, on masks and without records; singles of
the position take no part.

>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C2": 2, "R3C3": 4}))
>>> left, placed = Graph.of(position).propagation(position.layout.candidate("R1C2", 4))
>>> position.layout.candidate_text(placed)
'1r2c3, 2r3c1, 3r2c1, 4r1c2,r2c4,r4c1'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from nonet.deadline import checked
from nonet.techniques.candidate_layout import Layout, bits, mask_of, union_of
from nonet.techniques.engines.almost_locked import almost_locked_sets
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE, SearchDeadline

# The result of singles from some candidates on: hidden and naked singles, until none remains.


def after_singles(position: Position, open_: int, placed: int) -> tuple[int, int, bool]:
    """Return what is open and placed after all singles, and whether no truth is empty."""
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
                own_sets = (
                    cell,
                    *(layout.house_set(h.number, value) for h in houses if h.cells >> cell & 1),
                )
                remaining = layout.peers[value * layout.cell_count + cell]
                alike.append(remaining & layout.all_cells << value * layout.cell_count)
                pieces = []
                for number in own_sets:
                    pieces.append(layout.sets[number] & remaining)
                    remaining &= ~layout.sets[number]
                truths.append(own_sets)
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


search_order_of = lru_cache(maxsize=64)(SearchOrder)


PropagationResult = tuple[int, int]
"""The open candidates after a candidate's singles, and the placed singles; open is -1 if the
singles end in a contradiction.
"""


class SinglesPropagation:
    """The results of singles after each of some open candidates, computed on demand."""

    # ``weak`` has the peers of each candidate, ``counts`` the number of open candidates of each truth.
    # ``failed`` are candidates known to end in a contradiction; a candidate that places a failed
    # candidate fails too.
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

    def __call__(self, start: int) -> PropagationResult:
        """Return the result after a candidate that is on."""
        cached = self._results.get(start)
        if cached is None:
            self._clock.check()
            cached = self._results[start] = self._propagate(start)
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


# The nodes of an inference graph that are no candidates: groups and almost locked sets.
#
# Candidates come first, by their numbers. Groups follow: the places of a value where two houses
# cross, on if one of the places is true; only groups with a strong inference are nodes. Then
# almost locked sets, a node for each value of each set: on if the set has the value, off if the
# set has lost the value, and then the set has all its other values.
#
# Data that depend on the places of a single value are cached from step to step.

NodeKinds = Literal["candidates", "groups", "sets"]
"""Which nodes a graph has: candidates; groups too; almost locked sets too."""

NodeMasks = dict[int, int]
"""For each node, a mask of nodes."""

StrongLinks = dict[int, list[tuple[int, int]]]
"""For each node, the other end of each strong inference and the truth behind the inference."""


class Groups(NamedTuple):
    """The groups of one value that have a strong inference.

    ``cells`` are the groups as masks; ``weak`` for each group its exclusions: places (a mask
    over cells) and groups (a mask over their numbers).  ``links`` are strong inferences as
    (group, other end, house), both ends as masks of cells; those to a single cell come first.
    """

    cells: tuple[int, ...]
    weak: tuple[tuple[int, int], ...]
    links: tuple[tuple[int, int, int], ...]


def groups_of(position: Position, places: int) -> Groups:
    """The groups among the places of a value."""
    layout = position.layout
    shared_cells = dict.fromkeys(shared for _, _, shared in layout.crossings)
    masks = dict.fromkeys(g for shared in shared_cells if (g := places & shared) & (g - 1))
    links = [
        (cells, other_end, house.number)
        for cells in masks
        for house in layout.houses_containing(cells)
        if house.complete
        and (other_end := places & house.cells & ~cells)
        and (not other_end & (other_end - 1) or other_end in masks)
    ]
    starts = {cells for cells, _, _ in links}
    numbered = {cells: number for number, cells in enumerate(filter(starts.__contains__, masks))}
    weak = []
    for cells in numbered:
        seen = layout.seen_by_all(cells) & places
        weak.append((seen, mask_of(n for other, n in numbered.items() if not other & ~seen)))
    cell_links = [link for link in links if link[1] not in numbered]
    cell_links.sort(key=lambda link: (numbered[link[0]], link[1]))
    group_links = [link for link in links if numbered.get(link[1], -1) > numbered[link[0]]]
    group_links.sort(key=lambda link: link[2])
    return Groups(tuple(numbered), tuple(weak), (*cell_links, *group_links))


def add_groups(
    position: Position, weak: NodeMasks, links: StrongLinks, group_masks: list[int]
) -> None:
    """Join the groups of every value to a graph, as nodes of their own."""
    layout = position.layout
    for value in range(layout.value_count):
        position.deadline.check()
        groups = position.path_cached(groups_of, position.places_of(value))
        shift = value * layout.cell_count
        first = layout.cell_count * layout.value_count + len(group_masks)
        group_masks += [cells << shift for cells in groups.cells]
        node_of = {cells: first + number for number, cells in enumerate(groups.cells)}
        for node, (places, others) in enumerate(groups.weak, first):
            weak[node] = places << shift | others << first
            links[node] = []
            for cell in bits(places):
                weak[cell + shift] |= 1 << node
        for cells, other_end, house in groups.links:
            truth = layout.house_set(house, value)
            other = node_of.get(other_end, other_end.bit_length() - 1 + shift)
            links[node_of[cells]].append((other, truth))
            links.setdefault(other, []).append((node_of[cells], truth))


def add_sets(
    position: Position, weak: NodeMasks, strong: NodeMasks, group_masks: list[int], sets: NodeMasks
) -> None:
    """Join the almost locked sets of two cells and more: a node for each value of each.

    A set that loses one of its values has all its other values, and may leave a cell with one
    value only.
    """
    layout = position.layout
    count = layout.cell_count
    first = count * layout.value_count
    groups = [
        (node, group, layout.cells_of(group)) for node, group in enumerate(group_masks, first)
    ]
    below = (1 << first + len(groups)) - 1
    almost = almost_locked_sets(position)
    # Sets with the same places of a value see the same candidates, so that what they see is computed
    # once (``by_places``); ``touching`` has the nodes of the sets that share a cell.
    by_places: dict[int, int] = {}
    touching: dict[int, int] = {}
    chosen: list[tuple[int, dict[int, int]]] = []
    for cells, values in almost.sets:
        if cells.bit_count() < 2:
            continue
        node_of = {}
        for value in bits(values):
            places = (cells & position.places_of(value)) << value * count
            node = node_of[value] = first + len(group_masks)
            group_masks.append(places)
            sets[node] = cells
            by_places[places] = by_places.get(places, 0) | 1 << node
        mask = sum(1 << node for node in node_of.values())
        for node in node_of.values():
            strong[node] = mask & ~(1 << node)
        for cell in bits(cells):
            touching[cell] = touching.get(cell, 0) | mask
        chosen.append((cells, node_of))
    seen_by: dict[int, int] = {}
    for places in by_places:
        shift = (places.bit_length() - 1) // count * count
        seen_by[places] = layout.seen_by_all(places >> shift) << shift & position.open
    clock = position.deadline
    # Weak links: a value of a set excludes what sees all its places, single candidates, groups and
    # values of other sets, unless they share a cell with the set.
    for places, who in by_places.items():
        clock.check()
        seen = seen_by[places]
        around = seen
        for node, group, _ in groups:
            if not group & ~seen:
                around |= 1 << node
        for other, nodes in by_places.items():
            if not other & ~seen:
                around |= nodes
        for node in bits(who):
            inside = 0
            for cell in bits(sets[node]):
                inside |= touching[cell]
            for other, _, cells in groups:
                if cells & sets[node]:
                    inside |= 1 << other
            weak[node] = around & ~inside
            for other in bits(weak[node] & below):
                weak[other] |= 1 << node
    # Strong links out of a set: if all but one of its values see a cell until one value is left there,
    # the set without the last value puts this value into the cell.
    for _, node_of in chosen:
        clock.check()
        hit: dict[int, int] = {}
        for value, node in node_of.items():
            for cell in bits(seen_by[group_masks[node - first]] >> value * count):
                hit[cell] = hit.get(cell, 0) | 1 << value
        for cell, values in hit.items():
            retained = position.values[cell] & ~values
            if retained & (retained - 1) or position.values[cell].bit_count() < 3:
                continue
            for value, node in node_of.items():
                remaining = retained | position.values[cell] & 1 << value
                if remaining and not remaining & (remaining - 1):
                    forced = (remaining.bit_length() - 1) * count + cell
                    strong[node] |= 1 << forced
                    strong[forced] = strong.get(forced, 0) | 1 << node


class Graph:
    """Nodes and inferences of some open candidates.

    ``weak[node]`` and ``strong[node]`` are masks over nodes; ``strong`` has only nodes with
    strong inferences, ``linked_nodes`` is their mask.  ``links[node]`` are its strong
    inferences with the number of the truth behind each, cells first, then boxes, rows and
    columns; inferences of almost locked sets, which have no truth, are in ``strong`` alone.
    Nodes from ``first_group`` on are ``groups`` (masks of candidates), of which ``sets`` has
    the cells of almost locked sets; ``candidate_nodes`` is the mask of the other nodes.

    ``truths`` are the truths that make strong inferences, all by default.
    """

    def __init__(
        self,
        layout: Layout,
        open_: int,
        deadline: SearchDeadline = NO_DEADLINE,
        truths: Iterable[int] | None = None,
    ) -> None:
        self.layout, self.open, self.deadline = layout, open_, deadline
        self.search_order = search_order_of(layout)
        self.first_group = layout.cell_count * layout.value_count
        self.candidate_nodes = (1 << self.first_group) - 1
        self.weak: NodeMasks = {c: layout.peers[c] & open_ for c in bits(open_)}
        self.groups: list[int] = []
        self.sets: NodeMasks = {}
        self._truths = truths
        self._layers: dict[tuple[int, bool, bool], BreadthFirstLayers] = {}
        self._implied: dict[int, tuple[int, int]] = {}

    @classmethod
    def of(cls, position: Position, nodes: NodeKinds = "candidates") -> Graph:
        """The graph of a position, with groups, with almost locked sets too, or without."""
        return position.cached(_build, nodes)

    def copy(self) -> Graph:
        """Return a copy of the graph, to which further nodes can be joined."""
        graph = Graph(self.layout, 0, self.deadline)
        graph.open, graph.weak, graph.truth_counts = self.open, self.weak.copy(), self.truth_counts
        graph.links = {node: links.copy() for node, links in self.links.items()}
        return graph

    @cached_property
    def has_no_singles(self) -> bool:
        """Whether there is no single: then contradictions remain so with less open."""
        return 1 not in self.truth_counts

    @classmethod
    def of_value(cls, position: Position, value: int) -> Graph:
        """The part of one value alone, kept while its places stay."""
        return position.path_cached(_build_value, value, position.places_of(value))

    @classmethod
    def of_bivalue_cells(cls, position: Position) -> Graph:
        """The graph of the cells with two values: strong within cells, weak between them."""
        return position.cached(_build_bivalue)

    @cached_property
    def truth_counts(self) -> list[int]:
        """How many open candidates each truth has."""
        open_ = self.open
        return [(truth & open_).bit_count() for truth in self.layout.truth_sets]

    @cached_property
    def links(self) -> StrongLinks:
        """For each node its strong inferences, as (node, truth)."""
        board, open_ = self.search_order, self.open
        sets, rank = board.sets, board.truth_rank
        nodes: dict[int, None] = {}
        pairs: list[tuple[int, int, int, int]] = []
        turns, counts = self._truths, self.truth_counts
        for number in board.truth_order if turns is None else turns:
            if counts[number] == 2:
                pair = sets[number] & open_
                first, second = (pair & -pair).bit_length() - 1, pair.bit_length() - 1
                nodes[first] = nodes[second] = None
                pairs.append((rank[number], first, second, number))
        links: StrongLinks = {node: [] for node in nodes}
        for _, first, second, number in sorted(pairs):
            links[first].append((second, number))
            links[second].append((first, number))
        return links

    @cached_property
    def strong(self) -> NodeMasks:
        """For each node with strong inferences, the nodes at their other ends."""
        return {node: mask_of(other for other, _ in links) for node, links in self.links.items()}

    @cached_property
    def linked_nodes(self) -> int:
        """The nodes with strong inferences."""
        return sum(1 << node for node in self.strong)

    @cached_property
    def cell_masks(self) -> NodeMasks:
        """The cell of each candidate, as a mask, and 0 for a group."""
        first, count = self.first_group, self.layout.cell_count
        return {node: 1 << node % count if node < first else 0 for node in self.weak}

    def cells(self, node: int) -> int:
        """The cells of a node, as a mask."""
        return self.cell_masks[node] or self.layout.cells_of(self.groups[node - self.first_group])

    def candidates(self, node: int) -> int:
        """The candidates of a node."""
        return 1 << node if node < self.first_group else self.groups[node - self.first_group]

    def candidate_masks(self, nodes: Iterable[int]) -> tuple[int, ...]:
        """The candidates of each of some nodes."""
        return tuple(map(self.candidates, nodes))

    def on_if_off(self) -> NodeMasks:
        """For each node with strong inferences, the nodes that are on if the node is off."""
        return self._closure[0]

    @cached_property
    def _closure(self) -> tuple[NodeMasks, NodeMasks]:
        """As ``on_if_off``, and the nodes off with each; with sets the first alone."""
        strong, weak = self.strong, self.weak
        if self.sets:
            return {
                node: self.layers_from_off(node).on_in_any_layer()
                for node in strong
                if node < self.first_group
            }, {}
        width = self.first_group + len(self.groups)  # of the nodes on, after those off
        closed = transitive_closure(
            {
                node: strong[node] << width
                | 1 << node
                | union_of(weak[other] for other, _ in links)
                for node, links in self.links.items()
            },
            self.deadline.check,
        )
        off = (1 << width) - 1
        return (
            {node: mask >> width for node, mask in closed.items()},
            {node: mask & off for node, mask in closed.items()},
        )

    def implied(self, node: int, on: bool = True) -> tuple[int, int]:
        """Return the nodes on and off if a node is on, or off, itself included; not with sets."""
        reach, closed = self._closure
        if not on:
            return reach.get(node, 0), closed.get(node, 1 << node)
        pair = self._implied.get(node)
        if pair is None:
            ons, offs = 1 << node, self.weak[node]
            remaining = offs & self.linked_nodes
            while remaining:
                start = remaining.bit_length() - 1
                remaining &= ~closed[start]
                ons |= reach[start]
                offs |= closed[start]
            pair = self._implied[node] = ons, offs
        return pair

    @cached_property
    def refuted(self) -> int:
        """The candidates that chains refute: assumed on, these candidates turn out off.

        A refuted candidate turns off a node that also turns the candidate off; so the test is
        made per node, for all candidates at once.
        """
        return union_of(self.weak[node] & off for node, off in self._closure[1].items()) & self.open

    @cached_property
    def proven(self) -> int:
        """The candidates that chains prove: assumed off, these candidates turn out on."""
        reach = self._closure[0].items()
        return sum(1 << node for node, on in reach if node < self.first_group and on >> node & 1)

    @cached_property
    def propagation(self) -> SinglesPropagation:
        """The results of singles after each candidate that is on."""
        return SinglesPropagation(
            self.search_order, self.open, self.weak, self.truth_counts, self.deadline
        )

    def layers_from_off(self, start: int, *, revisit: bool = False) -> BreadthFirstLayers:
        """The layers of the search from the node ``start`` off.

        With ``revisit``, a node is in every layer in which the node can be reached, not just in
        the first.
        """
        key = (start, False, revisit)
        if key not in self._layers:
            on = self.strong.get(start, 0)
            self._layers[key] = BreadthFirstLayers(
                self, 1 << start, on, self.cell_masks[start], revisit
            )
        return self._layers[key]

    def layers_from_on(self, start: int) -> BreadthFirstLayers:
        """The layers of the search from a candidate that is on, leaving its cell."""
        off = self.weak[start] & ~self.layout.cell_candidates(start % self.layout.cell_count)
        key = (start, True, False)
        if key not in self._layers:
            self._layers[key] = BreadthFirstLayers(
                self, off, self.on_if_any_off(off), self.cell_masks[start]
            )
        return self._layers[key]

    def on_if_any_off(self, off: int) -> int:
        """The nodes that are on if some of ``off`` are."""
        result, strong = 0, self.strong
        while off:
            low = off & -off
            off ^= low
            result |= strong.get(low.bit_length() - 1, 0)
        return result


def transitive_closure(direct: NodeMasks, check: Callable[[], object]) -> NodeMasks:
    """Return each node with all its consequences, in the order of ``direct``.

    A consequence of which ``direct`` has none has no further consequences.
    """
    closed: NodeMasks = {}
    expandable, done = mask_of(direct), 0
    for node, seen in direct.items():
        check()
        remaining = seen & expandable & ~(1 << node)
        while remaining:
            ready = remaining & done
            other = (ready or remaining).bit_length() - 1
            if ready:  # all that follows from such a one is known
                more = closed[other]
                remaining &= ~(more | 1 << other)
            else:
                more = direct[other]
                remaining = (remaining ^ 1 << other) | more & expandable & ~seen
            seen |= more
        closed[node] = seen
        done |= 1 << node
    return closed


class BreadthFirstLayers:
    """Breadth-first search from nodes that are off, one layer a strong inference.

    ``layers[k]`` is the mask of the nodes first off after ``k`` strong inferences, and of the
    nodes first on after ``k + 1`` (with ``revisit``: of all nodes then).  ``home_cell`` is the
    cell where the chain starts.
    """

    def __init__(self, graph: Graph, off: int, on: int, home: int, again: bool = False) -> None:
        self.graph = graph
        self.home_cell = home
        self.layers = [(off, on)]
        self._revisit = again
        self._off = off
        self._on = on

    def on_in_layer(self, level: int) -> int:
        """The nodes first found on after ``level + 1`` strong inferences."""
        layers, graph = self.layers, self.graph
        while len(layers) <= level:
            graph.deadline.check()
            off, remaining = 0, layers[-1][1]
            if not remaining:
                return 0
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                off |= graph.weak[low.bit_length() - 1]
            if not self._revisit:
                off &= ~self._off
                self._off |= off
            on = graph.on_if_any_off(off)
            if not self._revisit:
                on &= ~self._on
                self._on |= on
            layers.append((off, on))
        return layers[level][1]

    def on_in_any_layer(self) -> int:
        """The nodes found on in any layer (not for a search with ``revisit``)."""
        while self.on_in_layer(len(self.layers)):
            pass
        return self._on

    def paths(self, end: int, level: int, budget: int = 400) -> Iterator[tuple[int, ...]]:
        """The shortest chains from a start (off) to ``end`` (on, in layer ``level``).

        No chain comes back to the cell of an earlier candidate; a chain that ends in its home
        leaves and enters that cell from outside.  Groups may cross the chain, as in HoDoKu:
        every inference still holds.  ``budget`` bounds the number of nodes tried.
        """
        graph, layers, home = self.graph, self.layers, self.home_cell
        strong, weak, place = graph.strong, graph.weak, graph.cell_masks
        graph.deadline.check()
        closed = place[end] == home != 0
        remaining = budget

        def back(node: int, at: int, used: int, tail: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            nonlocal remaining
            current = place[node]
            inner = used | current
            for off in bits(strong.get(node, 0) & layers[at][0]):
                remaining -= 1
                if remaining < 0:
                    return
                target = place[off]
                if closed and target == current and (node == end or target == home):
                    continue
                if not at:
                    if not target & used or (closed and target == home):
                        yield (off, *tail)
                elif not target & (used | home):
                    for on in bits(weak[off] & layers[at - 1][1]):
                        if not place[on] & inner:
                            yield from back(on, at - 1, inner | target, (on, off, *tail))

        yield from back(end, level, 0, (end,))


def _build(position: Position, nodes: NodeKinds) -> Graph:
    if nodes == "candidates":
        return Graph(position.layout, position.open, position.deadline)
    graph = Graph.of(position).copy()
    add_groups(position, graph.weak, graph.links, graph.groups)
    if nodes == "sets":
        add_sets(position, graph.weak, graph.strong, graph.groups, graph.sets)
    return graph


def _build_value(position: Position, value: int, places: int) -> Graph:
    layout = position.layout
    turns = [layout.house_set(house.number, value) for house in layout.complete_houses]
    return Graph(layout, places << value * layout.cell_count, position.deadline, turns)


def _build_bivalue(position: Position) -> Graph:
    layout, open_ = position.layout, 0
    for cell, values in enumerate(position.values):
        if values.bit_count() == 2:
            open_ |= layout.candidates_in(1 << cell, values)
    graph = Graph(layout, open_, position.deadline, range(layout.cell_count))
    graph.weak = {node: weak & ~graph.strong[node] for node, weak in graph.weak.items()}
    return graph
