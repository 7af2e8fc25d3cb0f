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
from dataclasses import dataclass, replace
from functools import partial

from nonet.techniques.candidate_layout import Layout, bits
from nonet.techniques.engines.forcing_proof import (
    Branch,
    Closure,
    ForcingProof,
    Inference,
    branch_of,
    clash_of,
    proof_step,
)
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.net_patterns import InnerProof, NestedFinder, PatternFinder
from nonet.techniques.engines.probe import Net, closure_levels, probe, probe_chain
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


@dataclass(frozen=True, slots=True)
class Hint:
    """A chaining hint: technique, kind of argument, complexity, conclusion (a node).

    ``kind`` is ``cycle``, ``chain`` (a chain from the assumption to its contrary),
    ``contradiction``, ``double`` (of a candidate on and off), ``cell`` or ``region``;
    ``source`` the candidate, or the set's number, at the start; ``conclusion`` the conclusion
    as a node, or -1 for a cycle, which is ``loop`` and removes ``eliminations``.
    """

    key: str
    kind: str
    complexity: int
    source: int
    conclusion: int
    eliminations: int
    nets: tuple[tuple[Net | Closure, int], ...]
    loop: Branch = ()

    @property
    def difficulty(self) -> float:
        """Sudoku Explainer's rating of the hint."""
        return round(BASE_DIFFICULTY[self.key] + length_difficulty(self.complexity), 1)

    def proof(self) -> ForcingProof:
        """The hint as a proof."""
        branches: list[Branch] = [self.loop] if self.loop else []
        for run, node in self.nets:
            net = run if isinstance(run, Net) else run.net()
            branches += clash_of(net) if node < 0 else (branch_of(net, node),)
        kind = {"region": "house"}.get(self.kind, self.kind)
        return ForcingProof(kind, self.source, self.complexity, tuple(branches))


def conclusion_eliminations(graph: Graph, node: int) -> int:
    """Return the eliminations of a conclusion in its own cell only (for comparing hints)."""
    candidate, on = divmod(node, 2)
    if not on:
        return graph.search_order.bit[candidate]
    layout = graph.search_order.layout
    return (
        layout.cell_candidates(candidate % layout.cell_count)
        & graph.open
        & ~graph.search_order.bit[candidate]
    )


# Cycles and forcing chains from one start, in Sudoku Explainer's order.


def forcing_chains(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Candidates that imply their own contrary, on or off, by the links of ``graph``."""
    refuted, proven = graph.refuted, graph.proven
    for start in bits(refuted | proven):
        for on, goes in ((True, refuted), (False, proven)):
            if goes >> start & 1:
                levels = closure_levels(graph, start, on, start)
                run = Closure(graph, start, on, levels)
                result = 2 * start + (not on)
                yield Hint(
                    key,
                    "chain",
                    len(levels),
                    start,
                    result,
                    conclusion_eliminations(full, result),
                    ((run, result),),
                )


def bidirectional_cycles(graph: Graph, full: Graph, key: str) -> Iterator[Hint]:
    """Yield loops by the links of ``graph``, alternately weak and strong, that then hold strictly.

    Chains along a loop refute its eliminations: where chains refute nothing no loop is
    searched.
    """
    linked, weak, links, parts = (
        graph.linked_nodes,
        graph.weak,
        graph.links,
        graph.search_order.peer_parts,
    )
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
                                if length >= 2:
                                    hint = _cycle_hint(graph, full, key, trail, x, y, 2 * length)
                                    if hint is not None:
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
    at: Graph,
    full: Graph,
    key: str,
    trail: dict[int, tuple[int, int, int]],
    x: int,
    y: int,
    nodes: int,
) -> Hint | None:
    """Return the hint of the loop that closes from ``x`` on over ``y`` off, or ``None`` without
    eliminations.
    """
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
    return Hint(key, "cycle", nodes, path[0] // 2, -1, eliminated, (), tuple(loop))


# Sudoku Explainer's chaining techniques: its producers, its hints, its difficulty.
#
# Sudoku Explainer 1.2.1 (N. Juillerat, 2007; read in the Sukaku edition) looks for chains with
# one algorithm in several strengths, the *producers* of ``KEYS_BY_PRODUCER``. A producer collects
# all its hints, and the hint of the lowest difficulty is taken. The difficulty is the producer's
# base plus 0.1 each time that the number of inferences, less 2, passes 4, 6, 8, 12, 16, 24, 36,
# ...

KEYS_BY_PRODUCER: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "unary",
        frozenset(
            {
                "bidirectional-x-cycle",
                "bidirectional-y-cycle",
                "forcing-x-chain",
                "bidirectional-cycle",
                "forcing-chain",
            }
        ),
    ),
    ("nishio", frozenset({"nishio-forcing-chain"})),
    ("multiple", frozenset({"cell-forcing-chain", "region-forcing-chain"})),
    ("dynamic", frozenset({"dynamic-forcing-chain"})),
    ("plus", frozenset({"dynamic-forcing-chain-plus"})),
    ("nested", frozenset({"nested-forcing-chain"})),
)
"""The producers in Sudoku Explainer's order, each with its techniques."""

MAX_NESTED_HINTS = 6
"""How many nested forcing chains are compared for the least difficult."""


def easiest_hints(position: Position, producer: str) -> Iterator[Hint]:
    """The hints of a producer as ``sorted_hints``, but without looking further than is asked
    for."""
    reported: set[int] = set()
    if producer == "unary":
        for hint in sorted_hints(position, "simple"):
            if hint.difficulty >= BASE_DIFFICULTY["forcing-chain"]:
                break
            reported.add(hint.eliminations)
            yield hint
    for hint in sorted_hints(position, producer):
        if hint.eliminations not in reported:
            yield hint


def sorted_hints(position: Position, producer: str) -> list[Hint]:
    """Return all hints of a producer, the least difficult first, one for each conclusion."""
    return position.cached(_all_hints, producer)


def _all_hints(position: Position, producer: str) -> list[Hint]:
    return _easiest_per_conclusion(_PRODUCER_FUNCTIONS[producer](position))


_KIND_RANK = {
    "double": 1,
    "bidirectional-x-cycle": 2,
    "forcing-x-chain": 2,
    "bidirectional-y-cycle": 3,
    "bidirectional-cycle": 4,
    "forcing-chain": 4,
    "cell": 5,
    "region": 6,
    "contradiction": 7,
}


def _easiest_per_conclusion(hints: Iterator[Hint]) -> list[Hint]:
    ordered = sorted(
        (hint for hint in hints if hint.eliminations),
        key=lambda h: (h.difficulty, h.complexity, _KIND_RANK.get(h.kind) or _KIND_RANK[h.key]),
    )
    unique: dict[int, Hint] = {}
    for hint in ordered:
        unique.setdefault(hint.eliminations, hint)
    return list(unique.values())


# -- one start: cycles and forcing chains ----------------------------------------------


def _unary_hints(position: Position) -> Iterator[Hint]:
    """Cycles and chains of one value, of cells, and of both."""
    at = Graph.of(position)
    yield from sorted_hints(position, "simple")
    yield from forcing_chains(at, at, "forcing-chain")
    yield from bidirectional_cycles(at, at, "bidirectional-cycle")


def _simple_hints(position: Position) -> Iterator[Hint]:
    """Cycles and chains of one value, and cycles of cells of two."""
    at = Graph.of(position)
    layout = position.layout
    for value in range(layout.value_count):
        places = position.places_of(value) << value * layout.cell_count
        if places & at.linked_nodes:
            for hint in _value_hints(position, value):
                if hint.key == "forcing-x-chain":  # the cell's other values may have changed
                    hint = replace(hint, eliminations=conclusion_eliminations(at, hint.conclusion))
                yield hint
    yield from bidirectional_cycles(Graph.of_bivalue_cells(position), at, "bidirectional-y-cycle")


def _value_hints(position: Position, value: int) -> list[Hint]:
    """Cycles and chains of one value, kept along the path while its places are the same."""
    return position.path_cached(_hints_of_value, value, position.places_of(value))


def _hints_of_value(position: Position, value: int, _: int) -> list[Hint]:
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
            candidate = value * count + cell
            for on, net in _nishio_contradictions(position, value).get(candidate, ()):
                yield _contradiction_hint(at, "nishio-forcing-chain", net, candidate, on)


def _nishio_contradictions(position: Position, value: int) -> dict[int, list[tuple[bool, Net]]]:
    """The probes of one value that end in a contradiction, kept while its places are the same."""
    return position.path_cached(_nishio_nets, value, position.places_of(value))


def _nishio_nets(position: Position, value: int, places: int) -> dict[int, list[tuple[bool, Net]]]:
    at, count = Graph.of(position), position.layout.cell_count
    nets: dict[int, list[tuple[bool, Net]]] = {}
    sound = [0, 0]  # off, on: a net without a contradiction has none within either
    for cell in bits(places):
        candidate = value * count + cell
        for on in (True, False):
            if not sound[on] >> candidate & 1:
                net = probe(at, candidate, on, use_cells=False)
                if net.clash is not None:
                    nets.setdefault(candidate, []).append((on, net))
                else:
                    sound[0] |= net.off
                    sound[1] |= net.on
    return nets


class _ConsistentNets:
    """The nets without a contradiction on the path so far: candidates open, on and off."""

    def __init__(self, _: Position, __: str) -> None:
        self.at: dict[int, tuple[int, int, int]] = {}


class _ProbeCache:
    """The probes of one producer, each made once.

    All nodes of a net without a contradiction have nets without a contradiction, and lead to no
    node outside the net: so most nets off need not be made to know that there is no hint.
    """

    def __init__(self, position: Position, producer: str) -> None:
        self.at = Graph.of(position)
        self.chains = producer == "multiple"
        self.more = PatternFinder(position) if producer == "plus" else None
        self._nets: dict[tuple[int, bool], Net | Closure] = {}
        self._notes: dict[int, tuple[int, int]] = {}  # on, off: what nets lead to at most
        self._known = [0, 0]  # off, on: all that these have
        self._consistent_nets = position.path_cached(_ConsistentNets, producer).at
        if producer in _DYNAMIC_KEYS:
            for candidate in bits(self.at.open):
                self._reuse_bounds(candidate)

    def contradicting_net(self, candidate: int, on: bool) -> Net | None:
        """Return the net of a candidate on or off, if the net ends in a contradiction."""
        if self._known[on] >> candidate & 1:
            return None
        run = self(candidate, on)
        return run if isinstance(run, Net) and run.clash is not None else None

    def bounded_by_known_nets(
        self, candidate: int, state: bool, on: int, off: int
    ) -> tuple[int, int]:
        """Return the candidates on and off among which a net's consequences lie, before the net
        is made.
        """
        if state:
            ons, offs = self._notes.get(candidate, (-1, -1))
            return on & ons, off & offs
        if (candidate, False) not in self._nets and self._known[False] >> candidate & 1:
            for ons, offs in self._notes.values():
                if offs >> candidate & 1:
                    on &= ons
                    off &= offs
                    if not on and not off:
                        break
        return on, off

    def _reuse_bounds(self, candidate: int) -> None:
        """Bound the consequences of a candidate by its net at an earlier position, or by a new
        net.

        Where the earlier net, without the candidates eliminated since, leaves nothing to do,
        the net now leads to no more: every inference now was possible then.
        """
        at = self.at
        open_, on, off = self._consistent_nets.get(candidate, (0, 0, 0))
        if at.open & ~open_:
            self(candidate, True)
            return
        remaining = at.open & ~off
        sets, truths = at.search_order.sets, at.search_order.truths
        eliminated = open_ & ~off & ~remaining
        if eliminated:
            for x in bits(eliminated):
                for number in truths[x]:
                    unvisited = sets[number] & remaining
                    if (
                        not unvisited & (unvisited - 1)
                        and not unvisited & on
                        and sets[number] & at.open
                    ):
                        self(candidate, True)
                        return
            if self.more is not None and any(True for _ in self.more(at.open, remaining)):
                self(candidate, True)
                return
        self._record_bounds(candidate, on & at.open, off & at.open)

    def _record_bounds(self, candidate: int, on: int, off: int) -> None:
        self._consistent_nets[candidate] = self.at.open, on, off
        self._notes[candidate] = on, off
        self._known[0] |= off
        self._known[1] |= on

    def may_share_consequence(self, nodes: list[tuple[int, bool]]) -> bool:
        """Whether all of some nodes (on) have a candidate on or off in common, as chains go."""
        on = off = self.at.candidate_nodes
        for candidate, _ in nodes:
            ons, offs = self.at.implied(candidate)
            on &= ons
            off &= offs
            if not on and not off:
                return False
        return True

    def __call__(self, candidate: int, on: bool) -> Net | Closure:
        run = self._nets.get((candidate, on))
        if run is None:
            run = self._nets[candidate, on] = self._make_net(candidate, on)
        return run

    def _make_net(self, candidate: int, on: bool) -> Net | Closure:
        if self.chains:
            run = Closure(self.at, candidate, on)
            if not run.on & run.off:
                return run
            return probe_chain(self.at, candidate, on)
        net = probe(self.at, candidate, on, finder=self.more)
        if net.clash is None and on:
            self._record_bounds(candidate, net.on, net.off)
        return net


_DYNAMIC_KEYS = {"dynamic": "dynamic-forcing-chain", "plus": "dynamic-forcing-chain-plus"}


def _multiple_hints(producer: str, position: Position) -> Iterator[Hint]:
    """Yield the common consequences of all candidates of a cell or of a value in a house, and
    contradictions.
    """
    at = Graph.of(position)
    board = at.search_order
    layout = board.layout
    runs = _ProbeCache(position, producer)
    key = _DYNAMIC_KEYS.get(producer, "")
    least = 2 if key else 3
    for cell, values in enumerate(position.values):
        size = values.bit_count()
        if size < least:
            continue
        candidates = [value * layout.cell_count + cell for value in bits(values)]
        for c in candidates:
            if key:
                for on in (True, False):
                    run = runs.contradicting_net(c, on)
                    if run is not None:
                        yield _contradiction_hint(at, key, run, c, on)
                if size >= 3:
                    yield from _common_consequence_hints(
                        at, key, "double", c, [(c, True), (c, False)], runs
                    )
            for number in board.truths[c][1:]:
                if at.truth_counts[number] < 2:
                    continue
                places = layout.sets[number] & at.open
                if places & -places == board.bit[c]:
                    nodes = [(place, True) for place in bits(places)]
                    name = key or "region-forcing-chain"
                    if key or runs.may_share_consequence(nodes):
                        yield from _common_consequence_hints(
                            at, name, "region", number, nodes, runs
                        )
        nodes = [(c, True) for c in candidates]
        if key or runs.may_share_consequence(nodes):
            yield from _common_consequence_hints(
                at, key or "cell-forcing-chain", "cell", cell, nodes, runs
            )


def _nested_hints(position: Position) -> Iterator[Hint]:
    """Contradictions of nets with nets within, the few that are found first.

    The most forced assumptions come first.  To search all, for the shortest, would
    take too long; so the difficulty is an estimate from here on.
    """
    at = Graph.of(position)
    more = NestedFinder(position)
    starts = sorted(bits(at.open), key=lambda c: -_forced_off_count(at, c))
    result = 0
    for start in starts:
        net = probe(at, start, True, finder=more)
        if net.clash is not None:
            hint = _contradiction_hint(at, "nested-forcing-chain", net, start, True)
            inner = {
                inference.candidates: inference.cause.size
                for branch in hint.proof().branches
                for inference in branch
                if isinstance(inference.cause, InnerProof)
            }
            yield replace(hint, complexity=hint.complexity + sum(inner.values()))
            result += 1
            if result == MAX_NESTED_HINTS:
                return


def _forced_off_count(at: Graph, candidate: int) -> int:
    """Return how many candidates go off with a candidate that is on, up to a contradiction."""
    remaining, _ = at.propagation(candidate)
    off = probe(at, candidate, True).off if remaining < 0 else at.open & ~remaining
    return off.bit_count()


def _common_consequence_hints(
    at: Graph, key: str, kind: str, source: int, nodes: list[tuple[int, bool]], runs: _ProbeCache
) -> Iterator[Hint]:
    """Yield hints of the common consequences of all ``nodes`` (candidates, each on or off)."""
    on = off = at.open
    every = []
    for node in nodes:
        on, off = runs.bounded_by_known_nets(*node, on, off)
        if not on and not off:
            return
    for node in nodes:
        run = runs(*node)
        on &= run.on
        off &= run.off
        if not on and not off:
            return
        every.append(run)
    for mask, state in ((on, 1), (off, 0)):
        for candidate in bits(mask):
            end = 2 * candidate + state
            total = 0
            for run in every:
                total += run.size(end)
            ends = tuple((run, end) for run in every)
            yield Hint(key, kind, total, source, end, conclusion_eliminations(at, end), ends)


def _contradiction_hint(at: Graph, key: str, run: Net, candidate: int, on: bool) -> Hint:
    result = 2 * candidate + (not on)
    eliminated = conclusion_eliminations(at, result)
    return Hint(key, "contradiction", run.clash_size, candidate, result, eliminated, ((run, -1),))


_PRODUCER_FUNCTIONS: dict[str, Callable[[Position], Iterator[Hint]]] = {
    "simple": _simple_hints,
    "unary": _unary_hints,
    **{name: partial(_multiple_hints, name) for name in ("multiple", "dynamic", "plus")},
    "nishio": _nishio_hints,
    "nested": _nested_hints,
}


EASIEST_FIRST = True
"""The least difficult hint of a producer comes first."""


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield the hints of the ``requested`` producers, the least difficult of each first."""
    for producer, keys in KEYS_BY_PRODUCER:
        if not requested.isdisjoint(keys):
            for hint in easiest_hints(position, producer):
                if hint.key in requested:
                    yield step_of_hint(position.layout, hint)
    for kind in ("contradiction", "double", "cell", "region"):
        if (key := f"dynamic-{kind}-forcing-chain") in requested:
            for hint in sorted_hints(position, "dynamic"):
                if hint.kind == kind:
                    yield replace(step_of_hint(position.layout, hint), key=key)


def step_of_hint(layout: Layout, hint: Hint) -> Step:
    """The step of a hint."""
    return proof_step(
        hint.key,
        layout,
        hint.proof(),
        hint.conclusion,
        eliminations=hint.eliminations,
        difficulty=hint.difficulty,
    )
