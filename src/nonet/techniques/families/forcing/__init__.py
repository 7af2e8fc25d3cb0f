"""Forcing chains and nets: assume, follow what is forced, and learn from where it leads.

A *contradiction*: an assumption leads to a candidate both true and false, or to a
cell or house with nothing left, so it is wrong.  A *verity*: a candidate on and off,
or all candidates of a cell or of a value in a house, lead to the same conclusion.
In a chain each inference follows from the one before, groups included; in a net it
may rest on several.  Names and conclusions are HoDoKu's (B. Hobiger): one candidate
placed or removed by a step.  Of several proofs the one with the fewest inferences
is told.

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
from operator import attrgetter

from nonet.techniques.engines.advanced import Advanced
from nonet.techniques.engines.closure import Closure, Closures
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.probe import Net, probe, refutable
from nonet.techniques.engines.proof import (
    Proof,
    branch_of,
    chains_of,
    clash_of,
    is_chain,
    pattern_of,
    sets_used,
)
from nonet.techniques.families.forcing.at_once import AtOnce
from nonet.techniques.families.forcing.tables import conclusions
from nonet.techniques.layout import Layout, bits, only
from nonet.techniques.position import Position
from nonet.techniques.step import Step


def most(_: str) -> int:
    """The cells of the largest puzzle that forcing chains are searched in: 22 by 22."""
    return 484


def find(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """Chains before nets, those with the fewest inferences first.

    A net's conclusion that its shortest proof shows to be a chain's comes last.
    """
    for name in ("chain", "net"):
        keys = {key for key in wanted if key.startswith(f"forcing-{name}-")}
        if keys:
            yield from _steps(position, name, keys)


def find_as_hodoku(position: Position, wanted: frozenset[str]) -> Iterator[Step]:
    """The step that HoDoKu takes: of what its tables conclude the one it ranks first."""
    for name in ("chain", "net"):
        if f"forcing-{name}-verity" not in wanted:
            continue
        runs = _runs(position, name)
        for one in conclusions(position, nets=name == "net"):
            if one.kind == "contradiction":
                proofs = _contradictions(runs.at, runs, 1 << one.source)
            else:
                proofs = _shared(one.kind, one.source, _starts(runs.at, one.kind, one.source), runs)
            same = (found for found in proofs if found.result == one.node)
            best = min(same, key=attrgetter("size"), default=None)
            if best is not None:
                yield _step(position.layout, name, best, best.proof(runs))
                break


def as_hodoku(step: Step) -> tuple[int, int, float]:
    """HoDoKu takes a value that can be placed before one that goes, in the first cell."""
    size = step.difficulty
    if step.placements:
        return 0, step.placements[0] % step.layout.count, size
    value, cell = divmod(step.eliminations.bit_length() - 1, step.layout.count)
    return 1, cell * 10 + value, size


def _steps(position: Position, name: str, keys: set[str]) -> Iterator[Step]:
    layout = position.layout
    told: set[tuple[bool, int]] = set()
    if name == "net" and "forcing-net-contradiction" in keys:
        for found, proof in _refuted(position):
            told.add((True, found.result))
            yield _step(layout, name, found, proof)
    runs = _runs(position, name)
    best: dict[tuple[bool, int], _Found] = {}
    at_once = AtOnce.of(position, runs.at) if name == "net" else Closures(runs.at)
    for search in (_refutations, _verities):
        if f"forcing-{name}-{'verity' if search is _verities else 'contradiction'}" in keys:
            for found in search(runs.at, runs, at_once):
                same = (search is _refutations, found.result)
                if same not in best or found.size < best[same].size:
                    best[same] = found
    plain = []
    for same, found in sorted(best.items(), key=lambda pair: pair[1].size):
        if same in told:
            continue
        proof = found.proof(runs)
        if name == "net" and all(map(is_chain, proof.branches)):
            plain.append((found, proof))
        else:
            yield _step(layout, name, found, proof)
    for found, proof in plain:
        yield _step(layout, name, found, proof)


def _refuted(position: Position) -> Iterator[tuple[_Found, Proof]]:
    """Nets that end at once in a contradiction by singles, the smallest first: the cheap part of
    the search."""
    at = Graph.of(position)
    nets = (probe(at, start, True) for start in refutable(at, at.open))
    for net in sorted((net for net in nets if net.clash), key=attrgetter("clash_size")):
        branches = clash_of(net)
        if not all(map(is_chain, branches)):
            start, size = net.start // 2, net.clash_size
            proof = Proof("contradiction", start, size, branches)
            yield _Found("contradiction", start, 2 * start, size, ()), proof


def _runs(position: Position, name: str) -> _Runs:
    """The closures (of chains) or probes (of nets) of a position, kept for its other searches."""
    return position.once(_closures if name == "chain" else _nets)


def _closures(position: Position) -> _Runs:
    return _Runs(Graph.of(position, "groups"))


def _nets(position: Position) -> _Runs:
    return _Runs(Graph.of(position), Advanced(position, 1))


def _step(layout: Layout, name: str, found: _Found, proof: Proof) -> Step:
    kind = "contradiction" if found.kind == "contradiction" else "verity"
    candidate, on = divmod(found.result, 2)
    truths, links = sets_used(layout, proof.branches)
    return Step(
        f"forcing-{name}-{kind}",
        layout,
        placements=(candidate,) if on else (),
        eliminations=0 if on else 1 << candidate,
        pattern=pattern_of(proof.branches),
        truths=truths,
        links=links,
        chains=chains_of(proof.branches),
        starts=proof.starts,
        clash=proof.clash,
        detail=proof,
        difficulty=proof.complexity,
    )


# -- what is found ----------------------------------------------------------------


class _Runs:
    """The closure or probe of each candidate on and off, made once."""

    def __init__(self, at: Graph, more: Advanced | None = None) -> None:
        self.at, self._more = at, more
        self._runs: dict[tuple[int, bool], Closure | Net] = {}

    def __call__(self, candidate: int, on: bool) -> Closure | Net:
        run = self._runs.get((candidate, on))
        if run is None:
            at = self.at
            if self._more is None:
                run = Closure(at, candidate, on)
            else:
                run = probe(at, candidate, on, stop=False, more=self._more)
            self._runs[candidate, on] = run
        return run


@dataclass(frozen=True, slots=True)
class _Found:
    """A conclusion (a node, ``2 * candidate + on``) and what it rests on.

    ``ends`` are pairs of an assumption and a candidate reached, both as nodes.
    """

    kind: str
    source: int
    result: int
    size: int
    ends: tuple[tuple[int, int], ...]
    dead: int = -1

    def proof(self, runs: Callable[[int, bool], Closure | Net]) -> Proof:
        branches = []
        for start, node in self.ends:
            run = runs(start // 2, bool(start & 1))
            branches.append(run.branch(node) if isinstance(run, Closure) else branch_of(run, node))
        return Proof(self.kind, self.source, self.size, tuple(branches), self.dead)


def _refutations(at: Graph, runs: _Runs, at_once: AtOnce | Closures) -> Iterator[_Found]:
    """Assumptions that end in a contradiction."""
    return _contradictions(at, runs, at_once.refuted)


def _contradictions(at: Graph, runs: _Runs, among: int) -> Iterator[_Found]:
    """Assumptions of some candidates that force a candidate on and off, or leave a truth empty."""
    open_ = at.open
    wholes = _wholes(at)
    firsts = only(wholes)
    for start in bits(open_ & among):
        for on in (True, False):
            if not on and not at.linked >> start & 1:
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
            left = open_ & ~run.off | run.on
            empty = (
                whole
                for first in bits(run.off & firsts)
                for whole in wholes[first]
                if not whole[1] & left
            )
            for number, mask in sorted(empty):
                size = sum(run.size(2 * c) for c in bits(mask))
                if best is None or size < best[0]:
                    best = (size, [(node, 2 * c) for c in bits(mask)], number)
            if best is not None:
                size, ends, dead = best
                yield _Found("contradiction", start, 2 * start + (not on), size, tuple(ends), dead)


def _wholes(at: Graph) -> dict[int, list[tuple[int, int]]]:
    """The truths with what is open of each, by the first of its candidates."""
    found: dict[int, list[tuple[int, int]]] = {}
    for number, count in enumerate(at.counts):
        if count:
            mask = at.board.sets[number] & at.open
            found.setdefault((mask & -mask).bit_length() - 1, []).append((number, mask))
    return found


def _verities(at: Graph, runs: _Runs, at_once: AtOnce | Closures) -> Iterator[_Found]:
    """What is so whichever candidate of a truth, or whichever state of one, is assumed."""
    cells = at.board.layout.count
    doubles, truths = at_once.shared()
    for start in bits(at.open & at.linked & doubles):
        yield from _shared("double", start, _starts(at, "double", start), runs)
    for number, count in enumerate(at.counts):
        if count and number in truths:
            kind = "cell" if number < cells else "house"
            yield from _shared(kind, number, _starts(at, kind, number), runs)


def _starts(at: Graph, kind: str, source: int) -> list[int]:
    """The nodes one of which holds: a candidate on and off, or all that is left of a truth."""
    if kind == "double":
        return [2 * source + 1, 2 * source]
    return [2 * c + 1 for c in bits(at.board.sets[source] & at.open)]


def _shared(kind: str, source: int, starts: list[int], runs: _Runs) -> Iterator[_Found]:
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
            yield _Found(kind, source, node, size, tuple((start, node) for start in starts))
