"""Sudoku Explainer's chains: cycles, forcing chains, and forcing nets in four strengths.

Definitions and difficulties stand below; at the end the hints become steps. Of hints with
the same eliminations the easiest is taken. Dynamic forcing chains have names by the kind of
argument as well: *contradiction*, *double* (a candidate true and false), *cell* and *region*.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain"})))
>>> step.text.look
'Suppose that R2C4 is 4'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.forcing_proof import ForcingProof, proof_step
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.probe import (
    Branch,
    Closure,
    Conclusion,
    Inference,
    InnerProof,
    Net,
    Suppositions,
    common_conclusions,
    contradiction_at_clash,
    probe,
)
from nonet.techniques.position import Position
from nonet.techniques.step import Step

# Hints of Sudoku Explainer's chaining: conclusion and difficulty.

BASE_DIFFICULTY = {
    "bidirectional-x-cycle": 6.5,
    "bidirectional-y-cycle": 6.5,
    "forcing-x-chain": 6.6,
    "bidirectional-cycle": 7.0,
    "forcing-chain": 7.0,
    "nishio-forcing-chain": 7.5,
    "cell-forcing-chain": 8.0,
    "region-forcing-chain": 8.0,
    "dynamic-forcing-chain": 8.5,
    "dynamic-forcing-chain-plus": 9.0,
    "nested-forcing-chain": 9.5,
}
"""The difficulty of each technique before its length is counted."""


def length_difficulty(complexity: int) -> float:
    """Return the difficulty added for a chain's number of nodes."""
    tenths, ceiling, odd = 0, 4, False
    while complexity - 2 > ceiling:
        tenths += 1
        ceiling = ceiling * 4 // 3 if odd else ceiling * 3 // 2
        odd = not odd
    return tenths / 10


class Hint(NamedTuple):
    """A chaining hint: technique, conclusion, and the eliminations by which hints are compared.

    A cycle has no records: it is the ``loop``, and removes the ``eliminations``.
    """

    key: str
    result: Conclusion
    eliminations: int
    loop: Branch = ()

    @property
    def difficulty(self) -> float:
        """Sudoku Explainer's rating of the hint."""
        return round(BASE_DIFFICULTY[self.key] + length_difficulty(self.result.size), 1)

    def step(self, layout: Layout) -> Step:
        """Return the step of the hint."""
        proof = ForcingProof.of(self.result)
        if self.loop:
            proof = replace(proof, branches=(self.loop,))
        removed, difficulty = self.eliminations, self.difficulty
        return proof_step(self.key, layout, proof, eliminations=removed, difficulty=difficulty)


def _hint(graph: Graph, key: str, result: Conclusion) -> Hint:
    """Return the hint of a conclusion, whose eliminations are those in its own cell only."""
    candidate, on = divmod(result.node, 2)
    eliminated = 1 << candidate
    if on:
        layout = graph.layout
        home = layout.cell_candidates(candidate % layout.cell_count)
        eliminated = home & graph.open & ~eliminated
    return Hint(key, result, eliminated)


# Cycles and forcing chains from one start, in Sudoku Explainer's order.


def forcing_chains(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Candidates that imply their own contrary, on or off, by the links of ``graph``."""
    refuted, proven = graph.refuted, graph.proven
    for start in bits(refuted | proven):
        for on, goes in ((True, refuted), (False, proven)):
            if goes >> start & 1:
                run, node = Closure(graph, start, on), 2 * start + (not on)
                result = Conclusion("chain", start, node, run.size(node), ((run, node),))
                yield _hint(full, key, result)


def bidirectional_cycles(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Yield loops by the links of ``graph``, alternately weak and strong, that then hold strictly.

    Chains along a loop refute its eliminations: where chains refute nothing no loop is
    searched.
    """
    linked, weak, links = graph.linked_nodes, graph.weak, graph.links
    parts = graph.search_order.peer_parts
    for source in bits(linked) if full.refuted else ():
        if not _closes_cycle(graph, source):
            continue
        # ``trail[x]``: the "on" before, the "off" between, and all "off" up to x
        trail: dict[int, tuple[int, int, int]] = {source: (-1, -1, 0)}
        level = [source]
        length = 0
        while level:
            graph.deadline.check()
            length += 1
            ends, level = level, []
            for x in ends:
                before = trail[x][2]
                out = weak[x] & linked & ~before
                for part in parts[x] if out else ():
                    remaining = part & out
                    while remaining:
                        low = remaining & -remaining
                        remaining ^= low
                        y = low.bit_length() - 1
                        for z, _ in links[y]:
                            if z == source:
                                if length > 1 and (
                                    hint := _cycle_hint(graph, full, key, trail, x, y)
                                ):
                                    yield hint
                            elif z not in trail:
                                trail[z] = (x, y, before | low)
                                level.append(z)


def _closes_cycle(at: Graph, source: int) -> bool:
    """Return whether a node that is on turns off a node with a strong inference to the start."""
    off, on = 0, at.implied(source)[0] & ~(1 << source)
    strong_partners = at.strong[source]
    while on:
        low = on & -on
        on ^= low
        off |= at.weak[low.bit_length() - 1]
        if off & strong_partners:
            return True
    return False


def _cycle_hint(
    at: Graph, full: Graph, key: str, trail: dict[int, tuple[int, int, int]], x: int, y: int
) -> Hint | None:
    """Return the hint of the loop that closes from ``x`` on over ``y`` off, if it removes."""
    board = at.search_order
    count = board.layout.cell_count
    path = [2 * y]
    on_sees = off_sees = cells = 0
    while x >= 0:
        for candidate, on in ((y, False), (x, True)):
            cells |= 1 << candidate % count
            if on:
                on_sees |= board.same_value_peers[candidate]
            else:
                off_sees |= board.same_value_peers[candidate]
        path.append(2 * x + 1)
        x, y, _ = trail[x]
        if y >= 0:
            path.append(2 * y)
    eliminated = on_sees & off_sees & full.open
    if not eliminated:
        return None
    for cell in bits(cells):
        eliminated &= ~board.layout.cell_candidates(cell)
    if not eliminated:
        return None
    path = [path[-1], *path[-2::-1], path[-1]]
    loop = [Inference(1 << path[0] // 2, True, ())]
    for before, node in enumerate(path[1:]):
        on = bool(node & 1)
        cause = dict(at.links[path[before] // 2])[node // 2] if on else None
        loop.append(Inference(1 << node // 2, on, (before,), cause))
    result = Conclusion("cycle", path[0] // 2, -1, len(path) - 1, ())
    return Hint(key, result, eliminated, tuple(loop))


# Sudoku Explainer's chaining techniques: its producers, its hints, its difficulty.
#
# Sudoku Explainer 1.2.1 (N. Juillerat, 2007; read in the Sukaku edition) looks for chains with
# one algorithm in several strengths, the *producers* of ``KEYS_BY_PRODUCER``. A producer collects
# all its hints, and the hint of the lowest difficulty is taken. The difficulty is the producer's
# base plus 0.1 each time that the number of inferences, less 2, passes 4, 6, 8, 12, 16, 24, 36,
# ...

_PRODUCERS = """
unary bidirectional-x-cycle bidirectional-y-cycle forcing-x-chain bidirectional-cycle forcing-chain
nishio nishio-forcing-chain
multiple cell-forcing-chain region-forcing-chain
dynamic dynamic-forcing-chain
plus dynamic-forcing-chain-plus
nested nested-forcing-chain
"""
KEYS_BY_PRODUCER = tuple(
    (producer, frozenset(keys)) for producer, *keys in map(str.split, _PRODUCERS.split("\n")[1:-1])
)
"""The producers in Sudoku Explainer's order, each with its techniques."""

MAX_NESTED_HINTS = 6
"""How many nested forcing chains are compared for the least difficult."""


def sorted_hints(position: Position, producer: str) -> list[Hint]:
    """Return all hints of a producer, the least difficult first, one for each conclusion."""
    return position.cached(_all_hints, producer)


_KIND_RANK = {
    "double": 1,
    "bidirectional-x-cycle": 2,
    "forcing-x-chain": 2,
    "bidirectional-y-cycle": 3,
    "bidirectional-cycle": 4,
    "forcing-chain": 4,
    "cell": 5,
    "house": 6,
    "contradiction": 7,
}


def _all_hints(position: Position, producer: str) -> list[Hint]:
    def rank(hint: Hint) -> tuple[float, int, int]:
        kind = _KIND_RANK.get(hint.result.kind) or _KIND_RANK[hint.key]
        return hint.difficulty, hint.result.size, kind

    unique: dict[int, Hint] = {}
    for hint in sorted(_PRODUCER_FUNCTIONS[producer](position), key=rank):
        if hint.eliminations:
            unique.setdefault(hint.eliminations, hint)
    return list(unique.values())


# -- one start: cycles and forcing chains ----------------------------------------------


def _unary_hints(position: Position) -> Iterator[Hint]:
    """Cycles and chains of one value, of cells, and of both."""
    at, layout = Graph.of(position), position.layout
    for value in range(layout.value_count):
        places = position.places_of(value) << value * layout.cell_count
        if places & at.linked_nodes:
            for hint in position.path_cached(_value_hints, value, position.places_of(value)):
                # the other values of the cell of a chain may have changed
                yield hint if hint.loop else _hint(at, hint.key, hint.result)
    yield from bidirectional_cycles(Graph.of_bivalue_cells(position), at, "bidirectional-y-cycle")
    yield from forcing_chains(at, at, "forcing-chain")
    yield from bidirectional_cycles(at, at, "bidirectional-cycle")


def _value_hints(position: Position, value: int, _: int) -> list[Hint]:
    """Cycles and chains of one value, kept along the path while its places are the same."""
    at = Graph.of_value(position, value)
    return [
        *forcing_chains(at, at, "forcing-x-chain"),
        *bidirectional_cycles(at, at, "bidirectional-x-cycle"),
    ]


# -- several starts -----------------------------------------------------------------------


def _nishio_hints(position: Position) -> Iterator[Hint]:
    """Contradictions of nets of one value."""
    at = Graph.of(position)
    count = position.layout.cell_count
    for cell, values in enumerate(position.values):
        for value in bits(values) if values & (values - 1) else ():
            nets = position.path_cached(_nishio_nets, value, position.places_of(value))
            for net in nets.get(value * count + cell, ()):
                yield _hint(at, "nishio-forcing-chain", contradiction_at_clash(net))


def _nishio_nets(position: Position, value: int, places: int) -> dict[int, list[Net]]:
    """The probes of one value that end in a contradiction, kept while its places are the same."""
    at, count = Graph.of(position), position.layout.cell_count
    nets: dict[int, list[Net]] = {}
    sound = [0, 0]  # off, on: a net without a contradiction has none within either
    for cell in bits(places):
        candidate = value * count + cell
        for on in (True, False):
            if not sound[on] >> candidate & 1:
                net = probe(at, candidate, on, use_cells=False)
                if net.clash is not None:
                    nets.setdefault(candidate, []).append(net)
                else:
                    sound[0] |= net.off
                    sound[1] |= net.on
    return nets


_LEVELS = {
    "multiple": ("", "chains"),
    "dynamic": ("dynamic-forcing-chain", "singles"),
    "plus": ("dynamic-forcing-chain-plus", "patterns"),
}
"""The technique of producers with several starts, if there is one, and their level of the probe."""


def _multiple_hints(producer: str, position: Position) -> Iterator[Hint]:
    """Yield what all candidates of a cell, or of a value in a house, lead to."""
    at, layout = Graph.of(position), position.layout
    key, level = _LEVELS[producer]
    runs = position.cached(Suppositions, level, True)
    consistent = [0, 0]  # off, on: all nodes of nets without a contradiction have such nets
    for c in bits(at.open) if key else ():
        run = runs(c)
        if run.clash is None:
            consistent[0] |= run.off
            consistent[1] |= run.on

    def common(
        name: str, kind: str, source: int, records: Iterator[Closure | Net]
    ) -> Iterator[Hint]:
        for result in common_conclusions(kind, source, records):
            yield _hint(at, key or name, result)

    for cell, values in enumerate(position.values):
        size = values.bit_count()
        if size < (2 if key else 3):
            continue
        candidates = [value * layout.cell_count + cell for value in bits(values)]
        for c in candidates:
            if key:
                for on in (True, False):
                    if not consistent[on] >> c & 1:
                        net = runs(c, on)
                        if isinstance(net, Net) and net.clash is not None:
                            yield _hint(at, key, contradiction_at_clash(net))
                if size >= 3:
                    yield from common(key, "double", c, (runs(c, on) for on in (True, False)))
            for number in at.search_order.truths[c][1:]:
                places = layout.sets[number] & at.open
                if at.truth_counts[number] > 1 and places & -places == 1 << c:
                    yield from common(
                        "region-forcing-chain", "house", number, map(runs, bits(places))
                    )
        yield from common("cell-forcing-chain", "cell", cell, map(runs, candidates))


def _nested_hints(position: Position) -> Iterator[Hint]:
    """Contradictions of nets with nets within, the few that are found first.

    The most forced assumptions come first.  To search all, for the shortest, would
    take too long; so the difficulty is an estimate from here on.
    """
    at = Graph.of(position)
    runs = position.cached(Suppositions, "nested", True)
    count = 0
    for start in sorted(bits(at.open), key=lambda c: -_forced_off_count(at, c)):
        net = runs(start)
        if isinstance(net, Net) and net.clash is not None:
            result = contradiction_at_clash(net)
            inner = {
                inference.candidates: inference.cause.size
                for branch in result.branches
                for inference in branch
                if isinstance(inference.cause, InnerProof)
            }
            size = result.size + sum(inner.values())
            yield _hint(at, "nested-forcing-chain", result._replace(size=size))
            count += 1
            if count == MAX_NESTED_HINTS:
                return


def _forced_off_count(at: Graph, candidate: int) -> int:
    """Return how many candidates go off with a candidate that is on, up to a contradiction."""
    remaining, _ = at.propagation(candidate)
    off = probe(at, candidate, True).off if remaining < 0 else at.open & ~remaining
    return off.bit_count()


_PRODUCER_FUNCTIONS: dict[str, Callable[[Position], Iterator[Hint]]] = {
    "unary": _unary_hints,
    **{name: partial(_multiple_hints, name) for name in ("multiple", "dynamic", "plus")},
    "nishio": _nishio_hints,
    "nested": _nested_hints,
}


EASIEST_FIRST = True


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the hints of the ``requested`` producers, the least difficult of each first."""
    for producer, keys in KEYS_BY_PRODUCER:
        if not requested.isdisjoint(keys):
            for hint in sorted_hints(position, producer):
                if hint.key in requested:
                    yield hint.step(position.layout)
    for kind in ("contradiction", "double", "cell", "region"):
        if (key := f"dynamic-{kind}-forcing-chain") in requested:
            for hint in sorted_hints(position, "dynamic"):
                if hint.result.kind == ("house" if kind == "region" else kind):
                    yield replace(hint.step(position.layout), key=key)
