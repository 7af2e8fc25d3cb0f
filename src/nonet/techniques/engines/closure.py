"""Closures: all that a candidate forces by chains alone, with groups as nodes.

A *group* is the places of a value where a line and a box cross (any two houses, in variants): a
group is on if one of its places is true.  So "off" of all other places of a house makes a group
on, and "on" of a group excludes every candidate that all its members exclude. A chain's
inference has one parent, so a closure is a search in a graph, by levels.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> at = Graph.of(position, "groups")
>>> closure = Closure(at, position.layout.candidate("R1C2", 2), True)
>>> position.layout.candidate_text(closure.on)
'2r1c2'
"""

from __future__ import annotations

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.forcing_proof import Branch, Inference
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import Net, closure_levels, probe_chain


class Closures:
    """All closures at once, without distances: a quick check whether a longer search is
    worthwhile.

    A consequence of "s" turns a candidate off if, and only if, that candidate leads to the
    contrary of "s": every inference can be reversed.  So the common consequences of all
    candidates of a truth are the reversed reasons for which the truth would be empty.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._implied = {c: graph.implied(c) for c in bits(graph.open)}
        self._shared_inferences: dict[int, int] = {}
        sets, open_ = graph.search_order.sets, graph.open
        for number, count in enumerate(graph.truth_counts):
            on = off = graph.candidate_nodes if count else 0
            for c in bits(sets[number] & open_):
                ons, offs = self._implied[c]
                on &= ons
                off &= offs
                if not on and not off:
                    break
            if on or off:
                self._shared_inferences[number] = on | off

    @property
    def refuted(self) -> int:
        """The candidates that may end in a contradiction on, or off."""
        at, result = self.graph, 0
        for common in self._shared_inferences.values():
            result |= common
        for c, (on, off) in self._implied.items():
            ons, offs = at.implied(c, on=False)
            if (on & off | ons & offs) & at.candidate_nodes:
                result |= 1 << c
        return result

    def common_consequences(self) -> tuple[int, set[int]]:
        """From where something may be so in any case: candidates, on or off, and truths."""
        at, doubles = self.graph, 0
        for c, (on, off) in self._implied.items():
            ons, offs = at.implied(c, on=False)
            if (on & ons | off & offs) & at.candidate_nodes:
                doubles |= 1 << c
        return doubles, {*self._shared_inferences}


class Closure:
    """The consequences of a candidate on, or off: masks of candidates ``on`` and ``off``.

    A closure has distances; chains are built on demand.  Candidates on and off are numbered as
    in nets; ``found`` are the levels, if known.
    """

    __slots__ = ("graph", "levels", "off", "on", "start", "state")

    clash = None

    def __init__(
        self, graph: Graph, start: int, on: bool, known_levels: list[int] | None = None
    ) -> None:
        self.graph, self.start, self.state = graph, start, on
        self.levels = closure_levels(graph, start, on) if known_levels is None else known_levels
        masks = [0, 0]
        for number, mask in enumerate(self.levels):
            masks[on ^ (number & 1)] |= mask
        self.off, self.on = masks[0] & graph.candidate_nodes, masks[1] & graph.candidate_nodes

    def size(self, node: int) -> int:
        """How many nodes the shortest chain to a candidate on or off has."""
        candidate, on = divmod(node, 2)
        for number in range(self.state ^ on, len(self.levels), 2):
            if self.levels[number] >> candidate & 1:
                return number + 1
        raise KeyError(node)

    def net(self) -> Net:
        """The same with the parents of every inference."""
        return probe_chain(self.graph, self.start, self.state, stop_at_clash=False)

    def branch(self, end: int) -> Branch:
        """The shortest chain to a candidate on or off."""
        at = self.graph
        path: list[Inference] = []
        node, state = end // 2, bool(end & 1)
        number = self.size(end) - 1
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
