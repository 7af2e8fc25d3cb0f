"""The probe: suppose a candidate true or false; what follows, by what, and from which parents.

All searches by supposition read one kind of record:

    Graph  --a level (``net_patterns.Suppositions``)-->  Closure or Net, a record for each node
    records  --contradiction, or common conclusions-->  Conclusion
    Conclusion  --``forcing_proof``-->  branches of inferences, a step and its text

A *node* is a candidate that is on (true) or off (false), numbered ``2 * candidate + on``.  From
"on" follows "off" for all that the candidate excludes.  From "off" follows "on" for the last
candidate of a truth.  In a *chain* (``Closure``) a truth must have two candidates from the start,
so each inference has one parent, and groups are nodes too; in a *net* candidates eliminated on the
way count too, and an inference has several parents.

A net's inferences are made breadth first, in the order of Sudoku Explainer 1.2.1 (N. Juillerat):
eliminations are followed up before any other candidate goes on.  So its ratings, which count
inferences, can be computed from the records.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> net = probe(Graph.of(position), position.layout.candidate("R1C2", 4), True)
>>> net.clash is None, position.layout.candidate_text(net.on)
(False, '2r4c2, 3r1c3,r2c1, 4r1c2,r2c4')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph


@dataclass(frozen=True, slots=True)
class Inference:
    """Candidates (a mask; more than one are a group) that are on or off, and why.

    ``parents`` are the places of earlier inferences of the branch; ``cause`` the number of the
    truth by which a candidate went on, or the pattern or inner net by which a candidate went
    off.
    """

    candidates: int
    on: bool
    parents: tuple[int, ...]
    cause: object = None


Branch = tuple[Inference, ...]
"""Inferences from a supposition, the first, to a conclusion, the last."""


class Closure:
    """The consequences of a candidate on, or off, by chains: masks ``on`` and ``off``.

    Distances and chains are computed on demand, level by level of a breadth-first search.
    """

    clash = None

    def __init__(self, graph: Graph, candidate: int, on: bool) -> None:
        self.graph, self.start = graph, 2 * candidate + on
        self._levels = [1 << candidate]
        self._seen = [0, 0]
        self._seen[on] = 1 << candidate

    @cached_property
    def on(self) -> int:
        """The candidates that are on."""
        return self._implied(0)

    @cached_property
    def off(self) -> int:
        """The candidates that are off."""
        return self._implied(1)

    def _implied(self, index: int) -> int:
        candidate, on = divmod(self.start, 2)
        return self.graph.implied(candidate, on=bool(on))[index] & self.graph.candidate_nodes

    def _level(self, number: int) -> int:
        """Return the nodes at a distance from the start; on and off in turn."""
        levels, graph = self._levels, self.graph
        while len(levels) <= number:
            graph.deadline.check()
            if not levels[-1]:
                raise KeyError("the node does not follow")
            on = (self.start ^ len(levels) ^ 1) & 1
            links, reach = (graph.weak, 0) if on else (graph.strong, 0)
            remaining = levels[-1] if on else levels[-1] & graph.linked_nodes
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                reach |= links[low.bit_length() - 1]
            levels.append(reach & ~self._seen[not on])
            self._seen[not on] |= reach
        return levels[number]

    def size(self, node: int) -> int:
        """Return how many nodes the shortest chain to a candidate on or off has."""
        candidate, number = node // 2, (self.start ^ node) & 1
        while not self._level(number) >> candidate & 1:
            number += 2
        return number + 1

    def branch(self, end: int) -> Branch:
        """Return the shortest chain to a candidate on or off."""
        graph, path = self.graph, list[Inference]()
        node, on = end // 2, bool(end & 1)
        for number in range(self.size(end) - 2, -1, -1):
            cause, level = None, self._level(number)
            if on:
                before, cause = next(link for link in graph.links[node] if level >> link[0] & 1)
            else:
                before = next(b for b in bits(level) if graph.weak[b] >> node & 1)
            path.append(Inference(graph.candidates(node), on, (number,), cause))
            node, on = before, not on
        return (Inference(graph.candidates(node), on, ()), *reversed(path))


class Net:
    """The consequences of a node by a net: the candidates ``on`` and ``off``, and each node's
    parents.

    ``cause`` is the truth by which a candidate went on (a set's number), or the pattern by
    which a candidate went off (given by the ``finder``).  ``clash`` is the contradiction at which
    the probe stopped: the candidate that would be on and off, whether the second finding was "on",
    and its parents and cause.  A cause that needs its own proof is made when a text rests on the
    cause: until then the cause is in ``deferred``.
    """

    def __init__(self, start: int) -> None:
        self.start = start
        self.on = self.off = 0
        self.parents: dict[int, tuple[int, ...]] = {start: ()}
        self.cause: dict[int, object] = {}
        self.clash: tuple[int, bool, tuple[int, ...], object] | None = None
        self.deferred: dict[int, DeferredCause] = {}
        self._ancestors: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def ancestors(self, node: int) -> int:
        """Return a node and all its ancestors, as a mask of nodes."""
        seen, parents, late = self._ancestors, self.parents, self.deferred
        stack = [] if node in seen else [node]
        while stack:
            top = stack[-1]
            if late and top in late:
                why, self.cause[top] = late.pop(top)()
                parents[top] = _off_nodes(why)
            missing = [parent for parent in parents[top] if parent not in seen]
            if missing:
                stack += missing
                continue
            mask = 1 << top
            for parent in parents[top]:
                mask |= seen[parent]
            seen[top] = mask
            stack.pop()
        return seen[node]

    def size(self, node: int) -> int:
        """How many nodes a node rests on, itself included."""
        cached = self._sizes.get(node)
        if cached is None:
            cached = self._sizes[node] = self.ancestors(node).bit_count()
        return cached

    @property
    def clash_size(self) -> int:
        """The nodes of both proofs of the contradiction, counted for each."""
        first, second = self._clash_ancestors
        return first.bit_count() + 1 + second.bit_count()

    @property
    def clash_ancestors(self) -> int:
        """The nodes that the contradiction rests on, except its second finding."""
        first, second = self._clash_ancestors
        return first | second

    @property
    def _clash_ancestors(self) -> tuple[int, int]:
        assert self.clash is not None
        candidate, on, parents, _ = self.clash
        mask = 0
        for parent in parents:
            mask |= self.ancestors(parent)
        return mask, self.ancestors(2 * candidate + (not on))

    def branch(self, node: int) -> Branch:
        """Return the inferences up to a node."""
        return self._branch(self.ancestors(node))

    def clash_branches(self) -> tuple[Branch, Branch]:
        """Return the two proofs of the contradiction."""
        assert self.clash is not None
        candidate, on, parents, cause = self.clash
        first, second = self._clash_ancestors
        return self._branch(first, (1 << candidate, on, parents, cause)), self._branch(second)

    def _branch(
        self, mask: int, last: tuple[int, bool, tuple[int, ...], object] | None = None
    ) -> Branch:
        nodes = [node for node in self.parents if mask >> node & 1]
        place = {node: number for number, node in enumerate(nodes)}
        facts = [(1 << n // 2, bool(n & 1), self.parents[n], self.cause.get(n)) for n in nodes]
        return tuple(
            Inference(candidates, on, tuple(place[parent] for parent in parents), cause)
            for candidates, on, parents, cause in (*facts, *((last,) if last else ()))
        )


DeferredCause = Callable[[], tuple[tuple[int, ...], object]]
"""A function that makes the (off) premises of an elimination and its cause on demand."""

Elimination = tuple[int, tuple[int, ...] | DeferredCause, object]
"""A candidate that goes off, its (off) premises, and a cause; or a function that makes the last
two.
"""

EliminationFinder = Callable[[int, int], Iterator[Elimination]]
"""A finder of further eliminations: arguments are the candidates open at first and still open."""


def _off_nodes(candidates: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(2 * c for c in candidates)


def probe(
    graph: Graph,
    start: int,
    on: bool,
    *,
    use_cells: bool = True,
    stop_at_clash: bool = True,
    finder: EliminationFinder | None = None,
) -> Net:
    """Follow the net from a candidate, on or off, to the end.

    ``use_cells``: use "one value in a cell" too (without, one value alone is followed).
    ``stop_at_clash``: end at the first contradiction; without, singles that stand at the start are
    used too.  ``finder``: used when nothing else follows.
    """
    graph.deadline.check()
    order, open_ = graph.search_order, graph.open
    sets, bit, truths, parts = order.sets, order.bit, order.truths, order.peer_parts
    # ``counts``: candidates left in each set of which one is true; sets below ``first`` are cells.
    counts, first, alive = graph.truth_counts.copy(), graph.layout.cell_count, open_
    net = Net(2 * start + on)
    parents, cause = net.parents, net.cause
    ons, offs = ([start], []) if on else ([], [start])
    net.on, net.off = (bit[start], 0) if on else (0, bit[start])
    next_on = next_off = 0

    def turn_on(candidate: int, why: tuple[int, ...], number: int) -> None:
        if not net.on & bit[candidate]:
            net.on |= bit[candidate]
            parents[2 * candidate + 1], cause[2 * candidate + 1] = why, number
            ons.append(candidate)

    if not stop_at_clash:
        for number, count in enumerate(counts):
            if count == 1:
                turn_on((sets[number] & open_).bit_length() - 1, (), number)
    while True:
        if next_on < len(ons):
            c = ons[next_on]
            next_on += 1
            new = graph.weak[c] & alive & ~net.off
            if not use_cells:
                new &= order.same_value_peers[c]
            clashes = new & net.on if stop_at_clash else 0
            pair = (2 * c + 1,)
            for part in parts[c] if new else ():
                remaining = part & new
                new ^= remaining
                while remaining:
                    low = remaining & -remaining
                    remaining ^= low
                    x = low.bit_length() - 1
                    if low & clashes:
                        net.clash = (x, False, pair, None)
                        return net
                    net.off |= low
                    parents[2 * x] = pair
                    offs.append(x)
                if not new:
                    break
        elif next_off < len(offs):
            x = offs[next_off]
            next_off += 1
            remaining = alive ^ bit[x]
            inferences = []
            for number in truths[x]:
                count = counts[number]
                counts[number] = count - 1
                if count == 2 and (use_cells or number >= first):
                    y = (sets[number] & remaining).bit_length() - 1
                    if not net.on & bit[y]:
                        eliminated = sets[number] & open_ & ~alive
                        inferences.append(
                            (y, (2 * x, *_off_nodes(tuple(bits(eliminated)))), number)
                        )
            alive = remaining
            for y, why, number in inferences:
                if stop_at_clash and net.off & bit[y]:
                    net.clash = (y, True, why, number)
                    return net
                turn_on(y, why, number)
        else:
            before = len(offs)
            for x, premises, pattern in finder(open_, alive) if finder else ():
                if not net.off & bit[x]:
                    net.off |= bit[x]
                    if callable(premises):
                        net.deferred[2 * x], parents[2 * x] = premises, ()
                    else:
                        cause[2 * x], parents[2 * x] = pattern, _off_nodes(premises)
                    offs.append(x)
            if len(offs) == before:
                return net


def refutable(graph: Graph, targets: int) -> Iterator[int]:
    """Yield the candidates among ``targets`` that singles alone refute.

    Where a candidate ends in no contradiction, the candidates placed on the way lead to none
    either and are not tried.
    """
    unrefuted = 0
    for target in bits(targets):
        if not unrefuted >> target & 1:
            remaining, placed = graph.propagation(target)
            if remaining < 0:
                yield target
            else:
                unrefuted |= placed


# -- readings of the records ------------------------------------------------------


class Conclusion(NamedTuple):
    """A conclusion (a node that holds; -1 if only eliminations follow) and its premises.

    ``kind`` and ``source`` are as in ``forcing_proof.ForcingProof``, ``size`` counts the
    inferences.  ``ends`` are pairs of a record and the node that the record leads to, -1 for both
    halves of its contradiction.  ``emptied_set`` is the number of the set that a contradiction
    leaves empty, or -1.
    """

    kind: str
    source: int
    node: int
    size: int
    ends: tuple[tuple[Closure | Net, int], ...]
    emptied_set: int = -1

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The inferences of each record up to its end."""
        result: list[Branch] = []
        for run, node in self.ends:
            if node >= 0:
                result.append(run.branch(node))
            elif isinstance(run, Net):
                result += run.clash_branches()
        return tuple(result)


def contradiction_at_clash(net: Net) -> Conclusion:
    """Return the contrary of a net's start, by the contradiction at which the net stopped."""
    return Conclusion("contradiction", net.start // 2, net.start ^ 1, net.clash_size, ((net, -1),))


def smallest_contradiction(
    run: Closure | Net, truths_by_first: dict[int, list[tuple[int, int]]], firsts: int
) -> Conclusion | None:
    """Return the contrary of a record's start, by the fewest inferences: a candidate on and off,
    or a truth without a candidate (numbers and open candidates of truths, by the first of these;
    ``firsts`` is their mask).
    """
    options: list[tuple[int, tuple[int, ...], int]] = []
    nodes: tuple[int, ...]
    for c in bits(run.on & run.off):
        nodes = (run.start ^ 1,) if c == run.start // 2 else (2 * c + 1, 2 * c)
        options.append((sum(map(run.size, nodes)), nodes, -1))
    off, on = run.off, run.on
    empty = sorted(
        (number, open_truth)
        for first in bits(off & firsts)
        for number, open_truth in truths_by_first[first]
        if not open_truth & ~off | open_truth & on
    )
    for number, open_truth in empty:
        nodes = _off_nodes(tuple(bits(open_truth)))
        options.append((sum(map(run.size, nodes)), nodes, number))
    if not options:
        return None
    size, nodes, number = min(options, key=lambda option: option[0])
    ends = tuple((run, node) for node in nodes)
    return Conclusion("contradiction", run.start // 2, run.start ^ 1, size, ends, number)


def common_conclusions(
    kind: str, source: int, runs: Iterable[Closure | Net]
) -> Iterator[Conclusion]:
    """Yield what all of some records lead to; of their starts one holds."""
    on = off = -1
    records = []
    for run in runs:
        on &= run.on
        off &= run.off
        if not on and not off:
            return
        records.append(run)
    for mask, state in ((on, 1), (off, 0)):
        for c in bits(mask):
            node = 2 * c + state
            size = sum(run.size(node) for run in records)
            yield Conclusion(kind, source, node, size, tuple((run, node) for run in records))
