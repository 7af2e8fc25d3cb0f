"""Probes: assume a candidate, follow all consequences, record the parents of every inference.

A *node* is a candidate that is on (true) or off (false), numbered ``2 * candidate + on``.  From
"on" follows "off" for all that the candidate excludes.  From "off" follows "on" for the last
candidate of a truth.  In a *chain* a truth must have two candidates from the start, so each
inference has one parent; in a *net* candidates eliminated on the way count too, and an
inference has several parents.

Inferences are made breadth first, in the order of Sudoku Explainer 1.2.1 (N. Juillerat):
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

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph


class Net:
    """The result of a probe: the candidates ``on`` and ``off``, and each node's parents.

    ``cause`` is the truth by which a candidate went on (a set's number), or the pattern by
    which a candidate went off (given by the ``finder``).  ``clash`` is the final contradiction:
    the candidate that would be on and off, whether the second finding was "on", and its
    parents.  A cause that needs its own proof is made when a text rests on the cause: until
    then the cause is in ``deferred``.
    """

    __slots__ = (
        "_ancestors",
        "_sizes",
        "cause",
        "clash",
        "deferred",
        "off",
        "on",
        "parents",
        "start",
    )

    def __init__(self, start: int) -> None:
        self.start = start
        self.on = 0
        self.off = 0
        self.parents: dict[int, tuple[int, ...]] = {start: ()}
        self.cause: dict[int, object] = {}
        self.clash: tuple[int, bool, tuple[int, ...], object] | None = None
        self.deferred: dict[int, DeferredCause] = {}
        self._ancestors: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def ancestors(self, node: int) -> int:
        """Return a node and all its ancestors, as a mask of nodes."""
        seen, parents, late = self._ancestors, self.parents, self.deferred
        cached = seen.get(node)
        if cached is not None:
            return cached
        stack = [node]
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
        assert self.clash is not None
        candidate, on, parents, _ = self.clash
        mask = 1 << 2 * candidate + on
        for parent in parents:
            mask |= self.ancestors(parent)
        return mask.bit_count() + self.size(2 * candidate + (not on))


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


class _Probe:
    """A probe in progress: its net so far, and the queues of nodes to follow up, in order."""

    __slots__ = ("_at", "_cells", "_stop", "net", "offs", "ons")

    def __init__(self, graph: Graph, start: int, on: bool, cells: bool, stop: bool) -> None:
        graph.deadline.check()
        self._at, self._cells, self._stop = graph, cells, stop
        self.net = Net(2 * start + on)
        self.ons: list[int] = []
        self.offs: list[int] = []
        if on:
            self.ons.append(start)
            self.net.on = 1 << start
        else:
            self.offs.append(start)
            self.net.off = 1 << start

    def take_singles(self) -> None:
        """Take the singles that stand at the start, as nodes without parents."""
        at = self._at
        for number, count in enumerate(at.truth_counts):
            if count == 1:
                y = (at.search_order.sets[number] & at.open).bit_length() - 1
                self.include(((y, (), number),))

    def exclude(self, c: int, alive: int) -> bool:
        """Turn off all peers of a candidate; return whether the probe stops at a contradiction."""
        at, net, offs = self._at, self.net, self.offs
        parents, bit, off = net.parents, at.search_order.bit, net.off
        reach = at.weak[c] & alive
        if not self._cells:
            reach &= at.search_order.same_value_peers[c]
        pair = (2 * c + 1,)
        # A clash ends the probe at the first candidate that is on already; the order of the parts is
        # the order of the original program, whose nets are reproduced step by step.
        if self._stop and reach & net.on:
            for part in at.search_order.peer_parts[c][0 if self._cells else 1 :]:
                for x in bits(part & reach):
                    if net.on & bit[x]:
                        net.clash = (x, False, pair, None)
                        net.off = off
                        return True
                    if not off & bit[x]:
                        off |= bit[x]
                        parents[2 * x] = pair
        new = reach & ~off
        if new:
            net.off = off | new
            for part in at.search_order.peer_parts[c]:
                remaining = part & new
                new ^= remaining
                while remaining:
                    low = remaining & -remaining
                    remaining ^= low
                    x = low.bit_length() - 1
                    parents[2 * x] = pair
                    offs.append(x)
                if not new:
                    break
        return False

    def include(self, inferences: Iterable[tuple[int, tuple[int, ...], int]]) -> bool:
        """Turn on candidates, each with parents and truth; whether to stop at a contradiction."""
        net, bit = self.net, self._at.search_order.bit
        for y, why, number in inferences:
            if self._stop and net.off & bit[y]:
                net.clash = (y, True, why, number)
                return True
            if not net.on & bit[y]:
                net.on |= bit[y]
                net.parents[2 * y + 1] = why
                net.cause[2 * y + 1] = number
                self.ons.append(y)
        return False

    def eliminate(self, eliminations: Iterable[Elimination]) -> bool:
        """Turn off the eliminations of patterns; return whether any is new."""
        net, bit, before = self.net, self._at.search_order.bit, len(self.offs)
        for x, why, cause in eliminations:
            if not net.off & bit[x]:
                net.off |= bit[x]
                if callable(why):
                    net.deferred[2 * x], net.parents[2 * x] = why, ()
                else:
                    net.cause[2 * x], net.parents[2 * x] = cause, _off_nodes(why)
                self.offs.append(x)
        return len(self.offs) > before

    def finish(self) -> Net:
        """Return the net, with its shortest contradiction if the probe did not stop at the
        first.
        """
        net = self.net
        both = 0 if self._stop else net.on & net.off
        if both:
            x = min(bits(both), key=lambda c: net.size(2 * c) + net.size(2 * c + 1))
            net.clash = (x, False, net.parents[2 * x], net.cause.get(2 * x))
        return net


def probe_chain(graph: Graph, start: int, on: bool, *, stop_at_clash: bool = True) -> Net:
    """Follow the chains from a candidate, on or off, to the end. ``stop_at_clash`` ends the
    probe at the first contradiction.

    ``stop_at_clash``: end at the first contradiction.
    """
    run = _Probe(graph, start, on, True, stop_at_clash)
    links, ons, offs = graph.links, run.ons, run.offs
    next_on = next_off = 0
    while True:
        if next_on < len(ons):
            if run.exclude(ons[next_on], graph.open):
                return run.net
            next_on += 1
        elif next_off < len(offs):
            x = offs[next_off]
            if run.include((y, (2 * x,), number) for y, number in links.get(x, ())):
                return run.net
            next_off += 1
        else:
            return run.finish()


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
    run = _Probe(graph, start, on, use_cells, stop_at_clash)
    if not stop_at_clash:
        run.take_singles()
    sets, bit, truths, open_ = (
        graph.search_order.sets,
        graph.search_order.bit,
        graph.search_order.truths,
        graph.open,
    )
    # ``counts``: candidates left in each set of which one is true; sets below ``first`` are cells.
    counts, first = graph.truth_counts.copy(), graph.layout.cell_count
    alive = open_
    ons, offs, net = run.ons, run.offs, run.net
    next_on = next_off = 0
    while True:
        if next_on < len(ons):
            if run.exclude(ons[next_on], alive):
                return net
            next_on += 1
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
                        why = [2 * x]
                        while eliminated:
                            low = eliminated & -eliminated
                            eliminated ^= low
                            why.append(2 * low.bit_length() - 2)
                        inferences.append((y, tuple(why), number))
            alive = remaining
            if inferences and run.include(inferences):
                return net
        elif finder is None or not run.eliminate(finder(open_, alive)):
            return run.finish()


def closure_levels(graph: Graph, start: int, on: bool, goal: int = -1) -> list[int]:
    """The chain closure of a node by distance: masks, "on" and "off" in turn.

    The fast form of ``probe_chain`` with ``stop_at_clash=False``, with groups if the graph has
    groups. Ends early once the candidate ``goal`` is found in a state other than the start's.
    """
    weak, strong, linked = graph.weak, graph.strong, graph.linked_nodes
    seen = [0, 0]
    new = graph.search_order.bit[start]
    seen[on] = new
    state = on
    levels = [new]
    while new:
        graph.deadline.check()
        reach = 0
        if state:
            remaining = new
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                reach |= weak[low.bit_length() - 1]
        else:
            remaining = new & linked
            while remaining:
                low = remaining & -remaining
                remaining ^= low
                reach |= strong[low.bit_length() - 1]
        state = not state
        new = reach & ~seen[state]
        seen[state] |= new
        if new:
            levels.append(new)
            if goal >= 0 and state != on and new >> goal & 1:
                break
    return levels


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
