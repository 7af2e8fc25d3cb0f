"""Sudoku Explainer's chaining techniques: its producers, its hints, its difficulty.

Sudoku Explainer 1.2.1 (N. Juillerat, 2007; read in the Sukaku edition) looks for chains with
one algorithm in several strengths, the *producers* of ``KEYS_BY_PRODUCER``. A producer collects
all its hints, and the hint of the lowest difficulty is taken. The difficulty is the producer's
base plus 0.1 each time that the number of inferences, less 2, passes 4, 6, 8, 12, 16, 24, 36,
...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.closure import Closure
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.net_patterns import InnerProof, NestedFinder, PatternFinder
from nonet.techniques.engines.probe import Net, probe, probe_chain
from nonet.techniques.families.explainer.cycles import bidirectional_cycles, forcing_chains
from nonet.techniques.families.explainer.hints import BASE_DIFFICULTY, Hint, conclusion_eliminations
from nonet.techniques.position import Position

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
