"""Whips, g-whips and braids: the chains of D. Berthier's "Constraint Resolution Theories" (2011).

A *whip* of length n for a target z is a sequence of truths V1 .. Vn.  In each truth there is a
left candidate, excluded by the right candidate before (by z, in V1), and one right candidate:
all other candidates of the truth are excluded by z or by earlier right candidates. In Vn no
right candidate is left. So if z were true, Vn would be empty: z is false. Unlike in a net, each
truth is entered from the truth just before.

In a *g-whip* the right candidate of a truth may be a group: candidates of a value, of which one
is true; a group excludes the common exclusions of its members.  In a *braid* a truth may be
entered from any earlier right candidate, or from z. ("Pattern-Based Constraint Satisfaction and
Logic Puzzles", 2012, chapters 7 and 5.)  ("Pattern-Based Constraint Satisfaction and Logic
Puzzles", 2012, chapters 7 and 5.)

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.inference_graph import Graph
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> at = Graph.of(position)
>>> target = position.layout.candidate("R1C2", 4)
>>> [(search, partial, last)] = next(searches_by_length([WhipSearch(TruthEntries(at), target)], 4, 1000))
>>> [(position.layout.set_name(x.truth), x.right_candidate >= 0) for x in search.links(partial, last)]
[('2b1', False)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonet.techniques.candidate_layout import bits
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.search_order import SearchOrder


@dataclass(frozen=True, slots=True)
class WhipLink:
    """A truth's number, its left candidate, and its right one (-1 in the last truth).

    Where a group remains, ``group`` are its candidates and ``right_candidate`` is a member.
    """

    truth: int
    left_candidate: int
    right_candidate: int
    group: int = 0

    @property
    def right_mask(self) -> int:
        """The remaining candidates of the truth as a mask: a candidate, a group or nothing."""
        return self.group or (1 << self.right_candidate if self.right_candidate >= 0 else 0)


class PartialWhip:
    """A partial whip: its exclusions, its true candidates, its last right candidate.

    ``truth`` is the number of its last truth, ``parent`` the partial whip without the last
    truth; ``depends_on`` are the candidates on which its continuation depends (-1: not computed
    yet).
    """

    __slots__ = ("asserted", "depends_on", "excluded", "last_right", "parent", "truth")

    def __init__(
        self,
        excluded: int,
        true: int,
        last: int,
        before: PartialWhip | None = None,
        truth: int = -1,
    ) -> None:
        self.excluded, self.asserted, self.last_right = excluded, true, last
        self.parent, self.truth, self.depends_on = before, truth, -1


class GroupNodes:
    """The groups of a run of searches: nodes after the candidates, each with its exclusions."""

    def __init__(self, board: SearchOrder) -> None:
        self.layout = board.layout
        self.first = board.layout.cell_count * board.layout.value_count
        self.masks: list[int] = []
        self.near = list(board.layout.peers)
        self._numbers: dict[int, int] = {}

    def node_of(self, truth: int, mask: int) -> int:
        """Return the node of a truth's remaining candidates; -1 if these exclude nothing
        elsewhere.
        """
        cached = self._numbers.get(mask)
        if cached is None:
            near = self.layout.excluded_by_all(mask)
            cached = -1
            if near & ~self.layout.sets[truth]:
                cached = len(self.near)
                self.masks.append(mask)
                self.near.append(near)
            self._numbers[mask] = cached
        return cached

    def candidates_of(self, node: int) -> int:
        """The candidates of a node."""
        return 1 << node if node < self.first else self.masks[node - self.first]


class TruthEntries:
    """For each node, the truths that the node leads into: number and open candidates, made once.

    A node is a candidate or a group of ``groups``.
    """

    def __init__(self, at: Graph, groups: GroupNodes | None = None) -> None:
        self.graph = at
        self.groups = groups or GroupNodes(at.search_order)
        self.near = self.groups.near
        self._open = [mask & at.open for mask in at.search_order.sets[: len(at.truth_counts)]]
        self._results: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def __call__(self, node: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The truths with an open candidate that ``node`` excludes; all their candidates."""
        cached = self._results.get(node)
        if cached is None:
            near, sets, groups = self.near[node], self._open, self.groups
            leads = (
                _truths_from_candidate(self.graph.search_order, node)
                if node < groups.first
                else _truths_from_group(self.graph.search_order, groups.candidates_of(node), near)
            )
            truths = tuple((n, mask) for n in leads if (mask := sets[n]) & near)
            every = 0
            for _, mask in truths:
                every |= mask
            cached = self._results[node] = every, truths
        return cached


def _truths_from_group(board: SearchOrder, group: int, near: int) -> tuple[int, ...]:
    """Return the truths that do not contain the group but a candidate excluded by the group."""
    numbers: dict[int, None] = {}
    for left_candidate in bits(near):
        numbers.update(dict.fromkeys(board.truths[left_candidate]))
    return tuple(n for n in numbers if group & ~board.sets[n])


def g_whip_targets(entries: TruthEntries, targets: int) -> Iterator[int]:
    """Yield the candidates among ``targets`` that singles and groups refute: only these have
    g-whips.
    """
    at, near, groups = entries.graph, entries.near, entries.groups
    truths = [
        (n, at.search_order.sets[n] & at.open)
        for n, count in enumerate(at.truth_counts)
        if count > 1
    ]
    for target in bits(targets):
        at.deadline.check()
        alive = at.open & ~near[target]
        before = -1
        dead = False
        while alive != before and not dead:
            before = alive
            for number, mask in truths:
                remaining = mask & alive
                if not remaining:
                    dead = True
                    break
                if not remaining & (remaining - 1):
                    alive &= ~near[remaining.bit_length() - 1]
                elif remaining != mask:
                    node = groups.node_of(number, remaining)
                    if node >= 0:
                        alive &= ~near[node]
        if dead:
            yield target


def _truths_from_candidate(board: SearchOrder, candidate: int) -> tuple[int, ...]:
    """Return the truths that do not contain the candidate but an excluded candidate; cached
    with the order.
    """
    cached = board.whip_cache.get(candidate)
    if cached is None:
        numbers: dict[int, None] = {}
        for left_candidate in bits(board.layout.peers[candidate]):
            numbers.update(dict.fromkeys(board.truths[left_candidate]))
        own = board.truths[candidate]
        cached = board.whip_cache[candidate] = tuple(n for n in numbers if n not in own)
    return cached


class PartialWhipLevel:
    """The partial whips of one length: all, the whips still to extend, and the eliminations
    since.
    """

    __slots__ = ("eliminated", "every", "todo")

    def __init__(self, partials: list[PartialWhip]) -> None:
        self.every = partials
        self.todo: list[PartialWhip] = []
        self.eliminated = 0


class WhipSearch:
    """The whips of one target by length: its partial whips.

    Two partial whips with the same right candidates and the same last candidate continue alike,
    so only the first is kept. ``grouped``: of g-whips.  ``renewed`` takes a search to a later
    position, where only the parts that depend on eliminated candidates are searched again.
    """

    def __init__(self, entries: TruthEntries, target: int, *, grouped: bool = False) -> None:
        self.entries, self.target, self.grouped = entries, target, grouped
        bit = entries.graph.search_order.bit[target]
        self.levels = [
            PartialWhipLevel([PartialWhip(entries.graph.weak[target] | bit, bit, target)])
        ]
        self.seen: set[tuple[int, int]] = set()

    def renewed(self, entries: TruthEntries, eliminations: int) -> WhipSearch:
        """The search at a position where the candidates ``gone`` are open no more."""
        self.entries = entries
        for level in self.levels:
            level.eliminated |= eliminations
        return self

    def has_ended(self, length: int) -> bool:
        """Whether there is no partial whip of ``length`` or longer."""
        return not any(level.every for level in self.levels[length:])

    def completed_whip(self, length: int) -> tuple[PartialWhip, int] | None:
        """Return a partial whip of ``length`` with a truth without right candidate, and that
        truth.
        """
        if length >= len(self.levels):
            return None
        entries, open_ = self.entries, self.entries.graph.open
        level = self.levels[length]
        eliminated = level.eliminated
        for number, partial in enumerate(level.every):
            if not number & 255:
                entries.graph.deadline.check()
            if partial.depends_on >= 0 and not partial.depends_on & eliminated:
                continue
            left_open, true = open_ & ~partial.excluded, partial.asserted
            every, truths = entries(partial.last_right)
            for truth, mask in truths:
                if not mask & left_open and not mask & true:
                    return partial, truth
            partial.depends_on = every & left_open
            level.todo.append(partial)
        level.eliminated = 0
        return None

    def extend(self, length: int) -> None:
        """Go on from the partial chains of ``length``, none of which may be complete."""
        if length >= len(self.levels):
            return
        clock = self.entries.graph.deadline
        if length + 1 == len(self.levels):
            self.levels.append(PartialWhipLevel([]))
        result = self.levels[length + 1].every
        for turn, partial in enumerate(self.levels[length].todo):
            if not turn & 255:
                clock.check()
            result.extend(self._extensions(partial))
        self.levels[length].todo = []

    def _extensions(self, partial: PartialWhip) -> Iterator[PartialWhip]:
        """The partial whips that are one truth longer, each that was not there before."""
        entries, seen, groups = self.entries, self.seen, self.entries.groups
        excluded, true = partial.excluded, partial.asserted
        left_open = entries.graph.open & ~excluded
        for number, mask in entries(partial.last_right)[1]:
            remaining = mask & left_open
            if not remaining or mask & true:
                continue
            if remaining & (remaining - 1):
                right = groups.node_of(number, remaining) if self.grouped else -1
                if right < 0 or true >> right & 1:
                    continue
                remaining = 0
            else:
                right = remaining.bit_length() - 1
            key = (true | 1 << right, right)
            if key not in seen:
                seen.add(key)
                eliminated = excluded | entries.near[right] | remaining
                yield PartialWhip(eliminated, key[0], right, partial, number)

    def links(self, partial: PartialWhip, truth: int) -> tuple[WhipLink, ...]:
        """Return the whip of a partial whip and its last truth, as links."""
        at, groups = self.entries.graph, self.entries.groups
        results: list[WhipLink] = []
        right = -1
        before: PartialWhip | None = partial
        while before is not None:
            left = at.search_order.sets[truth] & at.open & self._entry_candidates(before)
            group = groups.candidates_of(right) if right >= groups.first else 0
            single = group.bit_length() - 1 if group else right
            results.append(WhipLink(truth, left.bit_length() - 1, single, group))
            truth, right, before = before.truth, before.last_right, before.parent
        return tuple(reversed(results))

    def _entry_candidates(self, partial: PartialWhip) -> int:
        """Return the possible entries of the next truth among the excluded candidates."""
        return self.entries.near[partial.last_right]


class EffortCounter:
    """How many partial whips are ``remaining`` to be made; once none are, the length
    ``reached_length``."""

    __slots__ = ("reached_length", "remaining")

    def __init__(self, most: int) -> None:
        self.remaining = most
        self.reached_length = 0


def searches_by_length(
    searches: Iterable[WhipSearch], longest: int, budget: int, effort: EffortCounter | None = None
) -> Iterator[list[tuple[WhipSearch, PartialWhip, int]]]:
    """Yield for each length from 1 the searches of targets with a whip of this length and no
    shorter whip.

    Each search comes with the arguments of ``WhipSearch.links``. A target is given up after
    ``budget`` partial whips, and all targets where their ``effort`` is spent. The list is empty
    where a length has none; the iterator ends when no target is left.
    """
    running = list(searches)
    for length in range(longest):
        results = []
        going = []
        for search in running:
            whip = search.completed_whip(length)
            if whip is None:
                going.append(search)
            else:
                results.append((search, *whip))
        yield results
        running = []
        for search in going:
            before = len(search.seen)
            search.extend(length)
            if effort is not None:
                effort.remaining -= len(search.seen) - before
                if effort.remaining < 0:
                    effort.reached_length = length + 1
                    return
            if not search.has_ended(length + 1) and len(search.seen) <= budget:
                running.append(search)
        if not running:
            return
