"""Forcing chains and nets: assume, follow the consequences, and learn from the outcome.

A *contradiction*: an assumption leads to a candidate both true and false, or to an empty cell
or house, so the assumption is wrong. A *verity*: a candidate on and off, or all candidates of a
cell or of a value in a house, lead to the same conclusion. In a chain each inference follows
from the inference before, groups included; in a net an inference may have several premises.
Names and conclusions are HoDoKu's (B. Hobiger): one candidate placed or removed by a step. Of
several proofs the proof with the fewest inferences is taken; of nets that end in a contradiction
by singles alone, the smallest of a few.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"forcing-chain-contradiction"})))
>>> step.eliminations.bit_count() + len(step.placements)
1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from operator import attrgetter

from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.forcing_proof import (
    Closure,
    Closures,
    ForcingProof,
    branch_of,
    clash_of,
    is_chain,
    proof_step,
)
from nonet.techniques.engines.hodoku_tables import conclusions
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.net_patterns import PatternFinder
from nonet.techniques.engines.probe import Net, probe, refutable
from nonet.techniques.position import Position
from nonet.techniques.step import Step

MAX_COMPARED = 6
"""Refuted candidates whose nets are compared for the smallest: most of a path's time is here."""


def max_cells(_: str) -> int:
    """The cells of the largest puzzle that forcing chains are searched in: 22 by 22."""
    return 484


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield chains before nets, steps with the fewest inferences first.

    A net's conclusion that its shortest proof shows to be a chain's comes last.
    """
    for name in ("chain", "net"):
        keys = {key for key in requested if key.startswith(f"forcing-{name}-")}
        if keys:
            yield from _steps(position, name, keys)


def find_as_hodoku(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """Yield HoDoKu's step: the first in rank among the conclusions of its tables."""
    for name in ("chain", "net"):
        if f"forcing-{name}-verity" not in requested:
            continue
        runs = _consequences(position, name)
        for first in conclusions(position, nets=name == "net"):
            if first.kind == "contradiction":
                proofs = _contradictions(runs.at, runs, 1 << first.source)
            else:
                proofs = _common_conclusions(
                    first.kind, first.source, _assumptions(runs.at, first.kind, first.source), runs
                )
            same = (result for result in proofs if result.conclusion == first.node)
            best = min(same, key=attrgetter("size"), default=None)
            if best is not None:
                yield _step(position.layout, name, best, best.proof(runs))
                break


def hodoku_sort_key(step: Step) -> tuple[int, int, float]:
    """Return HoDoKu's sort key: placements before eliminations, then the first cell."""
    size = step.difficulty
    if step.placements:
        return 0, step.placements[0] % step.layout.cell_count, size
    value, cell = divmod(step.eliminations.bit_length() - 1, step.layout.cell_count)
    return 1, cell * 10 + value, size


def _steps(position: Position, name: str, keys: set[str]) -> Iterator[Step]:
    layout = position.layout
    reported: set[tuple[bool, int]] = set()
    if name == "net" and "forcing-net-contradiction" in keys:
        for result, proof in _refutations_by_singles(position):
            reported.add((True, result.conclusion))
            yield _step(layout, name, result, proof)
    runs = _consequences(position, name)
    best: dict[tuple[bool, int], _Conclusion] = {}
    closures = Closures(runs.at) if name == "chain" else None
    for search in (_refutations, _verities):
        if f"forcing-{name}-{'verity' if search is _verities else 'contradiction'}" in keys:
            for result in search(runs.at, runs, closures):
                same = (search is _refutations, result.conclusion)
                if same not in best or result.size < best[same].size:
                    best[same] = result
    plain = []
    for same, result in sorted(best.items(), key=lambda pair: pair[1].size):
        if same in reported:
            continue
        proof = result.proof(runs)
        if name == "net" and all(map(is_chain, proof.branches)):
            plain.append((result, proof))
        else:
            yield _step(layout, name, result, proof)
    for result, proof in plain:
        yield _step(layout, name, result, proof)


def _refutations_by_singles(position: Position) -> Iterator[tuple[_Conclusion, ForcingProof]]:
    """Nets that end at once in a contradiction by singles: the cheap part of the search.

    Of the ``MAX_COMPARED`` candidates that fewest singles refute the smallest net comes first.
    """
    at = Graph.of(position)
    starts = sorted(refutable(at, at.open), key=lambda c: at.propagation(c)[1].bit_count())
    nets = (probe(at, start, True) for start in starts)
    compared = sorted(
        (net for net in islice(nets, MAX_COMPARED) if net.clash), key=attrgetter("clash_size")
    )
    for net in chain(compared, (net for net in nets if net.clash)):
        branches = clash_of(net)
        if not all(map(is_chain, branches)):
            start, size = net.start // 2, net.clash_size
            proof = ForcingProof("contradiction", start, size, branches)
            yield _Conclusion("contradiction", start, 2 * start, size, ()), proof


def _consequences(position: Position, name: str) -> _ConsequenceCache:
    """The closures (of chains) or probes (of nets) of a position, kept for its other searches."""
    return position.cached(_chain_consequences if name == "chain" else _net_consequences)


def _chain_consequences(position: Position) -> _ConsequenceCache:
    return _ConsequenceCache(Graph.of(position, "groups"))


def _net_consequences(position: Position) -> _ConsequenceCache:
    return _ConsequenceCache(Graph.of(position), PatternFinder(position, 1))


def _step(layout: Layout, name: str, result: _Conclusion, proof: ForcingProof) -> Step:
    kind = "contradiction" if result.kind == "contradiction" else "verity"
    source = (result.source,) if result.kind not in ("contradiction", "double") else ()
    truths = (result.emptied_truth,) if result.emptied_truth >= 0 else source
    return proof_step(
        f"forcing-{name}-{kind}",
        layout,
        proof,
        result.conclusion,
        truths=truths,
        difficulty=proof.complexity,
    )


# -- what is found ----------------------------------------------------------------


class _ConsequenceCache:
    """The closure or probe of each candidate on and off, made once."""

    def __init__(self, at: Graph, more: PatternFinder | None = None) -> None:
        self.at, self._more = at, more
        self._runs: dict[tuple[int, bool], Closure | Net] = {}

    def __call__(self, candidate: int, on: bool) -> Closure | Net:
        run = self._runs.get((candidate, on))
        if run is None:
            at = self.at
            if self._more is None:
                run = Closure(at, candidate, on)
            else:
                run = probe(at, candidate, on, stop_at_clash=False, finder=self._more)
            self._runs[candidate, on] = run
        return run


@dataclass(frozen=True, slots=True)
class _Conclusion:
    """A conclusion (a node, ``2 * candidate + on``) and its premises.

    ``ends`` are pairs of an assumption and a candidate reached, both as nodes.
    """

    kind: str
    source: int
    conclusion: int
    size: int
    ends: tuple[tuple[int, int], ...]
    emptied_truth: int = -1

    def proof(self, runs: Callable[[int, bool], Closure | Net]) -> ForcingProof:
        branches = []
        for start, node in self.ends:
            run = runs(start // 2, bool(start & 1))
            branches.append(run.branch(node) if isinstance(run, Closure) else branch_of(run, node))
        return ForcingProof(self.kind, self.source, self.size, tuple(branches), self.emptied_truth)


def _refutations(
    at: Graph, runs: _ConsequenceCache, closures: Closures | None
) -> Iterator[_Conclusion]:
    """Assumptions that end in a contradiction; ``closures`` tell of chains where to look."""
    return _contradictions(at, runs, closures.refuted if closures else at.open)


def _contradictions(at: Graph, runs: _ConsequenceCache, among: int) -> Iterator[_Conclusion]:
    """Assumptions of some candidates that force a candidate on and off, or leave a truth empty."""
    open_ = at.open
    wholes = _open_truths_by_first(at)
    firsts = mask_of(wholes)
    for start in bits(open_ & among):
        for on in (True, False):
            if not on and not at.linked_nodes >> start & 1:
                continue
            run = runs(start, on)
            node = 2 * start + on
            best: tuple[int, list[tuple[int, int]], int] | None = None
            for c in bits(run.on & run.off):
                if c == start:
                    size = run.size(2 * c + (not on))
                    ends = [(node, 2 * c + (not on))]
                else:
                    size = run.size(2 * c + 1) + run.size(2 * c)
                    ends = [(node, 2 * c + 1), (node, 2 * c)]
                if best is None or size < best[0]:
                    best = (size, ends, -1)
            remaining = open_ & ~run.off | run.on
            empty = (
                truth
                for first in bits(run.off & firsts)
                for truth in wholes[first]
                if not truth[1] & remaining
            )
            for number, mask in sorted(empty):
                size = sum(run.size(2 * c) for c in bits(mask))
                if best is None or size < best[0]:
                    best = (size, [(node, 2 * c) for c in bits(mask)], number)
            if best is not None:
                size, ends, dead = best
                yield _Conclusion(
                    "contradiction", start, 2 * start + (not on), size, tuple(ends), dead
                )


def _open_truths_by_first(at: Graph) -> dict[int, list[tuple[int, int]]]:
    """Return the truths with their open candidates, by the first candidate."""
    result: dict[int, list[tuple[int, int]]] = {}
    for number, count in enumerate(at.truth_counts):
        if count:
            mask = at.search_order.sets[number] & at.open
            result.setdefault((mask & -mask).bit_length() - 1, []).append((number, mask))
    return result


def _verities(
    at: Graph, runs: _ConsequenceCache, closures: Closures | None
) -> Iterator[_Conclusion]:
    """Yield conclusions that hold whichever candidate of a truth, or whichever state of a
    candidate, is assumed.
    """
    cells = at.search_order.layout.cell_count
    doubles, truths = closures.common_consequences() if closures else (at.open, None)
    for start in bits(at.open & at.linked_nodes & doubles):
        yield from _common_conclusions("double", start, _assumptions(at, "double", start), runs)
    for number, count in enumerate(at.truth_counts):
        if count and (truths is None or number in truths):
            kind = "cell" if number < cells else "house"
            yield from _common_conclusions(kind, number, _assumptions(at, kind, number), runs)


def _assumptions(at: Graph, kind: str, source: int) -> list[int]:
    """Return nodes of which one holds: a candidate on and off, or all open candidates of a
    truth.
    """
    if kind == "double":
        return [2 * source + 1, 2 * source]
    return [2 * c + 1 for c in bits(at.search_order.sets[source] & at.open)]


def _common_conclusions(
    kind: str, source: int, starts: list[int], runs: _ConsequenceCache
) -> Iterator[_Conclusion]:
    on = off = -1
    branches = []
    for start in starts:
        run = runs(start // 2, bool(start & 1))
        on &= run.on
        off &= run.off
        if not on and not off:
            return
        branches.append(run)
    for mask, state in ((on, True), (off, False)):
        for c in bits(mask):
            node = 2 * c + state
            size = sum(run.size(node) for run in branches)
            yield _Conclusion(kind, source, node, size, tuple((start, node) for start in starts))
