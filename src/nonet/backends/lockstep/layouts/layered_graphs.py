"""Layered graphs: automata and tables, by what can be reached from the start and from the end.

A path from the first layer to the last says a value for each cell; the constraint holds for just
these values.  A node is *alive* where the candidates lead to it from the start and on from it to
the end, and a candidate stays if it leads from one such node to another.

A record: how many nodes and arcs; then the cell, the two nodes and the values (a mask) of each
arc, in the order of the layers.  Node 0 is the start, the last one the end.

>>> graph = LayeredGraph.from_tuples([(0, 1), (1, 0), (1, 2)])
>>> graph.arcs                                   # (layer, from, to, values)
[(0, 0, 1, 1), (0, 0, 2, 2), (1, 1, 3, 2), (1, 2, 3, 5)]
>>> pack([([7, 8], graph)])[:6].tolist()
[4, 4, 7, 0, 1, 1]

Source: Pesant, "A regular language membership constraint", CP 2004; for tables, Cheng and Yap,
"Maintaining generalized arc consistency on ad hoc r-ary constraints", CP 2008.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from nonet.backends.lockstep.layouts.memory import int64_array

Transitions = dict[int, list[tuple[int, int]]]
"""Of each state of an automaton, the values that it reads and the state after each."""


def transitions_by_state(step: Mapping[tuple[int, int], int]) -> Transitions:
    """The moves of an automaton by state."""
    moves: Transitions = {}
    for (state, value), after in step.items():
        moves.setdefault(state, []).append((value, after))
    return moves


@dataclass(frozen=True)
class LayeredGraph:
    """Nodes 0 to ``nodes - 1``, and arcs ``(layer, from, to, values)`` in order of layer."""

    nodes: int
    arcs: list[tuple[int, int, int, int]]

    @cached_property
    def record(self) -> array[int]:
        """The record, with layers for cells."""
        return int64_array([self.nodes, len(self.arcs), *chain.from_iterable(self.arcs)])

    @cached_property
    def layer_sizes(self) -> list[int]:
        """How many arcs each layer has, up to the last that has any."""
        sizes: list[int] = []
        for layer, _, _, _ in self.arcs:
            while len(sizes) <= layer:
                sizes.append(0)
            sizes[layer] += 1
        return sizes

    @cached_property
    def pairs(self) -> list[tuple[int, ...]]:
        """Of each two layers side by side, what the second may be by each value of the first.

        >>> LayeredGraph.from_tuples([(0, 1), (1, 0), (1, 2)]).pairs
        [(2, 5, 0)]
        """
        size = max((arc[3].bit_length() for arc in self.arcs), default=0)
        last = max((arc[0] for arc in self.arcs), default=0)
        into: list[dict[int, int]] = [{} for _ in range(last + 1)]
        masks = [[0] * size for _ in range(last)]
        for layer, source, target, values in self.arcs:
            into[layer][target] = into[layer].get(target, 0) | values
            if layer:
                before, forth = into[layer - 1][source], masks[layer - 1]
                for value in range(before.bit_length()):
                    if before >> value & 1:
                        forth[value] |= values
        return list(map(tuple, masks))

    @classmethod
    def from_tuples(cls, tuples: Collection[tuple[int, ...]]) -> LayeredGraph:
        """A table: tuples with the same rest share their nodes from there on."""
        tree: dict[int, object] = {}
        width = 0
        for row in tuples:
            width = len(row)
            subtree = tree
            for value in row:
                subtree = subtree.setdefault(value, {})  # type: ignore[assignment]
        layers: list[dict[frozenset[tuple[int, int]], int]] = [{} for _ in range(width + 1)]

        def number(node: Mapping[int, object], layer: int) -> int:
            after = ((value, number(below, layer + 1)) for value, below in node.items())  # type: ignore[arg-type]
            key = frozenset(after)
            return layers[layer].setdefault(key, len(layers[layer]))

        number(tree, 0)
        steps = [
            [(source, value, target) for key, source in layer.items() for value, target in key]
            for layer in layers[:-1]
        ]
        return cls._renumber(steps, {0}, {0})

    @classmethod
    def from_transitions(
        cls,
        moves: Transitions,
        start: int,
        accepting: Iterable[int],
        domains: Sequence[Iterable[int]],
    ) -> LayeredGraph:
        """An automaton that reads one value of each domain; ``moves`` by ``transitions_by_state``."""
        steps, states = [], {start}
        for domain in domains:
            allowed = set(domain)
            arcs = [(s, v, t) for s in states for v, t in moves.get(s, ()) if v in allowed]
            steps.append(arcs)
            states = {target for _, _, target in arcs}
        return cls._renumber(steps, {start}, set(accepting))

    def all_different(self) -> LayeredGraph:
        """Less what only words with a value twice have, for cells that differ.

        A value that all ways to a node have is not read again; a node that is reached after
        three values has three different ones before it.  That is not all that "different" comes
        to, but takes no node more.

        >>> up = {(last, value): value for last in range(4) for value in range(last + 1)}
        >>> moves = transitions_by_state(up)
        >>> graph = LayeredGraph.from_transitions(moves, 3, range(4), [range(4)] * 2)     # none goes up
        >>> [bin(values) for _, _, _, values in graph.all_different().arcs]
        ['0b10', '0b100', '0b1000', '0b1', '0b11', '0b111']
        """
        arcs, length = self.arcs, 1 + max((arc[0] for arc in self.arcs), default=-1)
        while arcs:
            far, before, fixed = _reached_values(arcs, 0, self.nodes)
            back = [(layer, t, s, m) for layer, s, t, m in reversed(arcs)]
            distance, behind, fixed_behind = _reached_values(back, self.nodes - 1, self.nodes)
            alive = [
                min(k, steps_left) >= 0
                and k <= some.bit_count()
                and length - k <= others.bit_count()
                and length <= (some | others).bit_count()
                for k, steps_left, some, others in zip(far, distance, before, behind, strict=True)
            ]
            remaining_arcs = [
                (layer, s, t, values)
                for layer, s, t, m in arcs
                if alive[s] and alive[t] and (values := m & ~(fixed[s] | fixed_behind[t]))
            ]
            if remaining_arcs == arcs:
                break
            arcs = remaining_arcs
        steps: list[list[tuple[int, int, int]]] = [[] for _ in range(length)]
        for layer, s, t, m in arcs:
            steps[layer] += ((s, value, t) for value in range(m.bit_length()) if m >> value & 1)
        return self._renumber(steps, {0}, {self.nodes - 1})

    @classmethod
    def _renumber(
        cls, steps: Sequence[Collection[tuple[int, int, int]]], starts: set[int], ends: set[int]
    ) -> LayeredGraph:
        """Only what lies on a path to one of ``ends``, which become one node."""
        alive = ends
        live_arcs: list[list[tuple[int, int, int]]] = []
        for arcs in reversed(steps):
            live_arcs.append([arc for arc in arcs if arc[2] in alive])
            alive = {source for source, _, _ in live_arcs[-1]}
        live_arcs.reverse()
        number = {(0, start): 0 for start in starts}
        values_of: dict[tuple[int, int, int], int] = {}
        last = len(steps)
        for layer, arcs in enumerate(live_arcs):
            for source, value, target in sorted(arcs):
                after = (last, -1) if layer + 1 == last else (layer + 1, target)
                if after != (last, -1):
                    number.setdefault(after, len(number))
                key = (layer, number[layer, source], number.get(after, -1))
                values_of[key] = values_of.get(key, 0) | 1 << value
        end = len(number)
        return cls(
            end + 1,
            [
                (layer, s, end if t < 0 else t, values)
                for (layer, s, t), values in values_of.items()
            ],
        )


def _reached_values(
    arcs: Iterable[tuple[int, int, int, int]], start: int, nodes: int
) -> tuple[list[int], list[int], list[int]]:
    """Of each node: how far it is from ``start``, -1 if it is not reached; the values on some way
    and on all ways."""
    far, some, every = [-1] * nodes, [0] * nodes, [0] * nodes
    far[start] = 0
    for _, source, target, values in arcs:
        k = far[source]
        if k >= 0:
            always = every[source] if values & values - 1 else every[source] | values
            if far[target] >= 0:
                every[target] &= always
            else:
                far[target], every[target] = k + 1, always
            some[target] |= some[source] | values
    return far, some, every


def pack(graphs: Sequence[tuple[Sequence[int], LayeredGraph]]) -> array[int]:
    """The records of graphs, each with the cells that are its layers."""
    records = array("q")
    for cells, graph in graphs:
        record = graph.record[:]
        column = array("q")
        for cell, size in zip(cells, graph.layer_sizes, strict=False):
            column += array("q", [cell]) * size
        record[2::4] = column
        records += record
    return records
