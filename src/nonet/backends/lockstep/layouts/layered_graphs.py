"""Layered graphs: automata and tables, by what can be reached from the start and from the end.

A path from the first layer to the last says a value for each cell; the constraint holds for just
these values.  A node is *alive* where the candidates lead to it from the start and on from it to
the end, and a candidate stays if it leads from one such node to another.

A record: how many nodes and arcs; then the cell, the two nodes and the values (a mask) of each
arc, in the order of the layers.  Node 0 is the start, the last one the end.

>>> graph = LayeredGraph.from_tuples([(0, 1), (1, 0), (1, 2)])
>>> graph.arcs                                   # (layer, from, to, values)
[(0, 0, 1, 2), (0, 0, 2, 1), (1, 2, 3, 2), (1, 1, 3, 5)]
>>> pack([([7, 8], graph)])[:6].tolist()
[4, 4, 7, 0, 1, 2]

Source: Pesant, "A regular language membership constraint", CP 2004; for tables, Cheng and Yap,
"Maintaining generalized arc consistency on ad hoc r-ary constraints", CP 2008.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter

from nonet.backends.lockstep.layouts.memory import MAX_VALUES, int64_array

Transitions = dict[int, dict[int, int]]
"""Of each state of an automaton, the states after it, each with the values that lead there (a mask)."""

Layer = dict[tuple[int, int], int]
"""The values between two nodes of neighbouring layers (a mask)."""


def transitions_by_state(steps: Iterable[tuple[int, int, int]], base: int = 0) -> Transitions:
    """Return the moves ``(state, value, state after)`` of an automaton by state, with values counted
    from ``base``; values below, or beyond the widest lane, occur in no cell."""
    moves: Transitions = {}
    for state, value, after in steps:
        if 0 <= value - base < MAX_VALUES:
            targets = moves.setdefault(state, {})
            targets[after] = targets.get(after, 0) | 1 << value - base
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
        """The number of arcs of each layer."""
        return [len(list(same)) for _, same in groupby(self.arcs, itemgetter(0))]

    @classmethod
    def from_tuples(cls, tuples: Collection[tuple[int, ...]]) -> LayeredGraph:
        """A table: tuples with the same rest share their nodes from there on."""
        rows = sorted(tuples)
        width = len(rows[0]) if rows else 0
        layers: list[dict[frozenset[tuple[int, int]], int]] = [{} for _ in range(width + 1)]

        def number(rows: Sequence[tuple[int, ...]], layer: int) -> int:
            same = groupby(rows, itemgetter(layer)) if layer < width else ()
            key = frozenset((value, number(list(rest), layer + 1)) for value, rest in same)
            return layers[layer].setdefault(key, len(layers[layer]))

        number(rows, 0)
        steps: list[Layer] = [{} for _ in range(width)]
        for layer, nodes in zip(steps, layers, strict=False):
            for key, source in nodes.items():
                for value, target in key:
                    layer[source, target] = layer.get((source, target), 0) | 1 << value
        return cls._of_layers(steps, 0, {0})

    @classmethod
    def from_transitions(
        cls, moves: Transitions, start: int, accepting: Iterable[int], masks: Iterable[int]
    ) -> LayeredGraph:
        """An automaton that reads one value of each mask; ``moves`` by ``transitions_by_state``."""
        steps: list[Layer] = []
        states = {start}
        for mask in masks:
            arcs = {
                (state, after): allowed
                for state in states
                for after, values in moves.get(state, {}).items()
                if (allowed := values & mask)
            }
            steps.append(arcs)
            states = {after for _, after in arcs}
        return cls._of_layers(steps, start, set(accepting))

    @classmethod
    def _of_layers(cls, steps: Sequence[Layer], start: int, ends: set[int]) -> LayeredGraph:
        """Only what lies on a path from ``start``, which leads to all else, to one of ``ends``, which
        become one node."""
        alive = ends
        live_arcs = []
        for step in reversed(steps):
            live_arcs.append([(s, t, values) for (s, t), values in step.items() if t in alive])
            alive = {source for source, _, _ in live_arcs[-1]}
        live_arcs.reverse()
        number, nodes = {start: 0}, 1
        arcs: list[tuple[int, int, int, int]] = []
        for layer, live in enumerate(live_arcs[:-1]):
            after: dict[int, int] = {}
            for source, target, values in live:
                if target not in after:
                    after[target] = nodes
                    nodes += 1
                arcs.append((layer, number[source], after[target], values))
            number = after
        last: dict[int, int] = {}
        for source, _, values in live_arcs[-1] if live_arcs else ():
            last[source] = last.get(source, 0) | values
        arcs += ((len(steps) - 1, number[s], nodes, values) for s, values in last.items())
        return cls(nodes + 1, arcs)


def pack(graphs: Sequence[tuple[Sequence[int], LayeredGraph]]) -> array[int]:
    """The records of graphs, each with the cells that are its layers."""
    records = array("q")
    for cells, graph in graphs:
        record = graph.record[:]
        column = array("q")
        for cell, size in zip(cells, graph.layer_sizes, strict=True):
            column += array("q", [cell]) * size
        record[2::4] = column
        records += record
    return records
