"""Closures: all that a candidate forces by chains alone, with groups as nodes.

A *group* is the places of a value where a line and a box cross (any two houses, in
variants): it is on if one of them is true.  So "off" of all other places of a house
makes a group on, and "on" of a group makes off what all its members exclude.  A
chain's inference has one parent, so a closure is a search in a graph, by levels.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> at = graph(position)
>>> closure = Closure(at, position.layout.candidate("R1C2", 2), True)
>>> position.layout.text(closure.on)
'2r1c2'
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.engines.probe import Ground, board_of, levels
from nonet.techniques.engines.proof import Branch, Inference
from nonet.techniques.layout import Layout, bits
from nonet.techniques.position import Position


@lru_cache(maxsize=64)
def _crossings(layout: Layout) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The crossings of two houses, each with the complete houses that hold it."""
    found = {}
    for _, _, shared in layout.crossings:
        found[shared] = tuple(h.number for h in layout.complete if not shared & ~h.cells)
    return tuple(found.items())


class Graph(Ground):
    """Candidates and groups with their links.  ``members`` are a group's candidates."""

    def __init__(self, position: Position) -> None:
        layout = position.layout
        super().__init__(board_of(layout), position.open, position.clock)
        self.limit = limit = layout.count * layout.size
        self.all = (1 << limit) - 1
        self.members: list[int] = []
        where: list[tuple[int, ...]] = []
        for value in range(layout.size):
            places = position.at(value)
            for cells, houses in _crossings(layout):
                inside = places & cells
                if inside & (inside - 1):
                    self.members.append(inside << value * layout.count)
                    where.append(tuple(layout.house_set(house, value) for house in houses))
        links: dict[int, list[tuple[int, int]]] = {c: list(p) for c, p in self.strong.items()}
        by_set: dict[int, list[int]] = {}
        for number, (mask, homes) in enumerate(zip(self.members, where, strict=True)):
            node = limit + number
            seen = layout.excluded_by_all(mask) & self.open & ~mask
            self.near[node] = seen
            for home in homes:
                rest = layout.sets[home] & self.open & ~mask
                if rest and not rest & (rest - 1):
                    other = rest.bit_length() - 1
                    links.setdefault(node, []).append((other, home))
                    links.setdefault(other, []).append((node, home))
                by_set.setdefault(home, []).append(node)
            for c in bits(seen):
                self.near[c] |= 1 << node
        for home, nodes in by_set.items():
            whole = layout.sets[home] & self.open
            for place, node in enumerate(nodes):
                mine = self.members[node - limit]
                for other in nodes[place + 1 :]:
                    theirs = self.members[other - limit]
                    if mine & theirs:
                        continue
                    self.near[node] |= 1 << other
                    self.near[other] |= 1 << node
                    if mine | theirs == whole:
                        links.setdefault(node, []).append((other, home))
                        links.setdefault(other, []).append((node, home))
        self.strong = {node: tuple(pairs) for node, pairs in links.items()}
        self.linked = sum(1 << node for node in self.strong)

    def mask(self, node: int) -> int:
        """The candidates of a node."""
        return 1 << node if node < self.limit else self.members[node - self.limit]


def graph(position: Position) -> Graph:
    """The graph of a position, made once."""
    return position.once("graph", lambda: Graph(position))


class Closure:
    """What a candidate forces if it is on, or off: masks of candidates ``on`` and ``off``."""

    __slots__ = ("at", "levels", "off", "on", "start", "state")

    def __init__(self, at: Graph, start: int, on: bool) -> None:
        self.at, self.start, self.state = at, start, on
        self.levels = levels(at, start, on)
        masks = [0, 0]
        for number, mask in enumerate(self.levels):
            masks[on ^ (number & 1)] |= mask
        self.off, self.on = masks[0] & at.all, masks[1] & at.all

    def size(self, candidate: int, on: bool) -> int:
        """How many nodes the shortest chain to a candidate has."""
        for number in range(self.state ^ on, len(self.levels), 2):
            if self.levels[number] >> candidate & 1:
                return number + 1
        raise KeyError((candidate, on))

    def branch(self, candidate: int, on: bool) -> Branch:
        """The shortest chain to a candidate."""
        at = self.at
        path: list[Inference] = []
        node, state = candidate, on
        number = self.size(candidate, on) - 1
        while number:
            number -= 1
            cause: int | None = None
            if state:
                pairs = [pair for pair in at.strong[node] if self.levels[number] >> pair[0] & 1]
                before, cause = pairs[0]
            else:
                before = next(b for b in bits(self.levels[number]) if at.near[b] >> node & 1)
            path.append(Inference(at.mask(node), state, (number,), cause))
            node, state = before, not state
        path.append(Inference(at.mask(node), state, ()))
        return tuple(reversed(path))
