"""Closures: all that a candidate forces by chains alone, with groups as nodes.

A *group* is the places of a value where a line and a box cross (any two houses, in
variants): it is on if one of them is true.  So "off" of all other places of a house
makes a group on, and "on" of a group makes off what all its members exclude.  A
chain's inference has one parent, so a closure is a search in a graph, by levels.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> at = Graph.of(position, "groups")
>>> closure = Closure(at, position.layout.candidate("R1C2", 2), True)
>>> position.layout.text(closure.on)
'2r1c2'
"""

from __future__ import annotations

from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.probe import levels
from nonet.techniques.engines.proof import Branch, Inference
from nonet.techniques.layout import bits


class Closure:
    """What a candidate forces if it is on, or off: masks of candidates ``on`` and ``off``."""

    __slots__ = ("at", "levels", "off", "on", "start", "state")

    def __init__(self, at: Graph, start: int, on: bool) -> None:
        self.at, self.start, self.state = at, start, on
        self.levels = levels(at, start, on)
        masks = [0, 0]
        for number, mask in enumerate(self.levels):
            masks[on ^ (number & 1)] |= mask
        self.off, self.on = masks[0] & at.plain, masks[1] & at.plain

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
                before, cause = next(
                    link for link in at.links[node] if self.levels[number] >> link[0] & 1
                )
            else:
                before = next(b for b in bits(self.levels[number]) if at.weak[b] >> node & 1)
            path.append(Inference(at.candidates(node), state, (number,), cause))
            node, state = before, not state
        path.append(Inference(at.candidates(node), state, ()))
        return tuple(reversed(path))
