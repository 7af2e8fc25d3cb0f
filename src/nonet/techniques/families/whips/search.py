"""Whips, g-whips and braids: the chains of D. Berthier's "Constraint Resolution Theories" (2011).

A *whip* of length n for a target z is a sequence of truths V1 .. Vn.  In each there
is a left candidate, excluded by the right candidate before it (by z, in V1), and one
right candidate: all others of the truth are excluded by z or by earlier right
candidates.  In Vn no right candidate is left.  So if z were true, Vn would be empty:
z is false.  Unlike in a net, each truth is entered from the one just before it.

In a *g-whip* what is left of a truth may be a group: candidates of one value, of which one is
true; it excludes what all of them exclude.  In a *braid* a truth may be entered from any right
candidate before it, or from z.  ("Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012,
chapters 7 and 5.)

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.engines.graph import Graph
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> at = Graph.of(position)
>>> target = position.layout.candidate("R1C2", 4)
>>> [(search, partial, last)] = next(by_length([Search(Entries(at), target)], 4, 1000))
>>> [(position.layout.set_name(x.truth), x.right >= 0) for x in search.links(partial, last)]
[('2b1', False)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonet.techniques.engines.board import Board
from nonet.techniques.engines.graph import Graph
from nonet.techniques.layout import bits


@dataclass(frozen=True, slots=True)
class Link:
    """A truth's number, its left candidate, and its right one (-1 in the last truth).

    Where what is left is a group, ``group`` are its candidates and ``right`` is one of them.
    """

    truth: int
    left: int
    right: int
    group: int = 0

    @property
    def rights(self) -> int:
        """What is left of the truth, as a mask: a candidate, a group or nothing."""
        return self.group or (1 << self.right if self.right >= 0 else 0)


class Partial:
    """A partial whip: what it excludes, what it holds true, its last right candidate.

    ``truth`` is the number of its last truth, ``before`` the partial whip without it;
    ``looked`` are the candidates on which it depends how it goes on (-1: not seen yet).
    """

    __slots__ = ("before", "excluded", "last", "looked", "true", "truth")

    def __init__(
        self, excluded: int, true: int, last: int, before: Partial | None = None, truth: int = -1
    ) -> None:
        self.excluded, self.true, self.last = excluded, true, last
        self.before, self.truth, self.looked = before, truth, -1


class Groups:
    """The groups of a run of searches: nodes after the candidates, each with what it excludes."""

    def __init__(self, board: Board) -> None:
        self.layout = board.layout
        self.first = board.layout.count * board.layout.size
        self.masks: list[int] = []
        self.near = list(board.layout.peers)
        self._numbers: dict[int, int] = {}

    def number(self, truth: int, mask: int) -> int:
        """The node of what is left of a truth; -1 if it excludes nothing elsewhere."""
        found = self._numbers.get(mask)
        if found is None:
            near = self.layout.excluded_by_all(mask)
            found = -1
            if near & ~self.layout.sets[truth]:
                found = len(self.near)
                self.masks.append(mask)
                self.near.append(near)
            self._numbers[mask] = found
        return found

    def rights(self, node: int) -> int:
        """The candidates of a node."""
        return 1 << node if node < self.first else self.masks[node - self.first]


class Entries:
    """For each node, the truths it can lead into: number and open candidates, made once.

    A node is a candidate or one of ``groups``.
    """

    def __init__(self, at: Graph, groups: Groups | None = None) -> None:
        self.at = at
        self.groups = groups or Groups(at.board)
        self.near = self.groups.near
        self._open = [mask & at.open for mask in at.board.sets[: len(at.counts)]]
        self._found: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def __call__(self, node: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The truths with an open candidate that ``node`` excludes; all their candidates."""
        found = self._found.get(node)
        if found is None:
            near, sets, groups = self.near[node], self._open, self.groups
            leads = (
                _leads(self.at.board, node)
                if node < groups.first
                else _group_leads(self.at.board, groups.rights(node), near)
            )
            truths = tuple((n, mask) for n in leads if (mask := sets[n]) & near)
            every = 0
            for _, mask in truths:
                every |= mask
            found = self._found[node] = every, truths
        return found


def _group_leads(board: Board, group: int, near: int) -> tuple[int, ...]:
    """The truths without a group that have a candidate it excludes."""
    numbers: dict[int, None] = {}
    for left in bits(near):
        numbers.update(dict.fromkeys(board.truths[left]))
    return tuple(n for n in numbers if group & ~board.sets[n])


def g_refutable(entries: Entries, targets: int) -> Iterator[int]:
    """The candidates among ``targets`` that singles and groups refute: only those have g-whips."""
    at, near, groups = entries.at, entries.near, entries.groups
    truths = [(n, at.board.sets[n] & at.open) for n, count in enumerate(at.counts) if count > 1]
    for target in bits(targets):
        at.clock.check()
        alive = at.open & ~near[target]
        before = -1
        dead = False
        while alive != before and not dead:
            before = alive
            for number, mask in truths:
                rest = mask & alive
                if not rest:
                    dead = True
                    break
                if not rest & (rest - 1):
                    alive &= ~near[rest.bit_length() - 1]
                elif rest != mask:
                    node = groups.number(number, rest)
                    if node >= 0:
                        alive &= ~near[node]
        if dead:
            yield target


def _leads(board: Board, candidate: int) -> tuple[int, ...]:
    """The truths without a candidate that have one it excludes; kept with the board."""
    found = board.leads.get(candidate)
    if found is None:
        numbers: dict[int, None] = {}
        for left in bits(board.layout.peers[candidate]):
            numbers.update(dict.fromkeys(board.truths[left]))
        own = board.truths[candidate]
        found = board.leads[candidate] = tuple(n for n in numbers if n not in own)
    return found


class Level:
    """The partial whips of one length: all, those still to go on from, and what went since."""

    __slots__ = ("every", "gone", "todo")

    def __init__(self, partials: list[Partial]) -> None:
        self.every = partials
        self.todo: list[Partial] = []
        self.gone = 0


class Search:
    """The whips of one target by length: its partial whips.

    Two with the same right candidates and the same last one go on alike: one is kept.
    ``grouped``: of g-whips.  ``renew`` takes a search to a later position, where only what
    depends on the candidates gone is searched again.
    """

    def __init__(self, entries: Entries, target: int, *, grouped: bool = False) -> None:
        self.entries, self.target, self.grouped = entries, target, grouped
        bit = entries.at.board.bit[target]
        self.levels = [Level([Partial(entries.at.weak[target] | bit, bit, target)])]
        self.seen: set[tuple[int, int]] = set()

    def renew(self, entries: Entries, gone: int) -> Search:
        """The search at a position where the candidates ``gone`` are open no more."""
        self.entries = entries
        for level in self.levels:
            level.gone |= gone
        return self

    def ended(self, length: int) -> bool:
        """Whether there is no partial whip of ``length`` or longer."""
        return not any(level.every for level in self.levels[length:])

    def complete(self, length: int) -> tuple[Partial, int] | None:
        """A partial whip of ``length`` that a truth without right candidate completes, and it."""
        if length >= len(self.levels):
            return None
        entries, open_ = self.entries, self.entries.at.open
        level = self.levels[length]
        gone = level.gone
        for number, partial in enumerate(level.every):
            if not number & 255:
                entries.at.clock.check()
            if partial.looked >= 0 and not partial.looked & gone:
                continue
            left_open, true = open_ & ~partial.excluded, partial.true
            every, truths = entries(partial.last)
            for truth, mask in truths:
                if not mask & left_open and not mask & true:
                    return partial, truth
            partial.looked = every & left_open
            level.todo.append(partial)
        level.gone = 0
        return None

    def grow(self, length: int) -> None:
        """Go on from the partial chains of ``length``, none of which may be complete."""
        if length >= len(self.levels):
            return
        clock = self.entries.at.clock
        if length + 1 == len(self.levels):
            self.levels.append(Level([]))
        found = self.levels[length + 1].every
        for turn, partial in enumerate(self.levels[length].todo):
            if not turn & 255:
                clock.check()
            found.extend(self._longer(partial))
        self.levels[length].todo = []

    def _longer(self, partial: Partial) -> Iterator[Partial]:
        """The partial whips that are one truth longer, each that was not there before."""
        entries, seen, groups = self.entries, self.seen, self.entries.groups
        excluded, true = partial.excluded, partial.true
        left_open = entries.at.open & ~excluded
        for number, mask in entries(partial.last)[1]:
            rest = mask & left_open
            if not rest or mask & true:
                continue
            if rest & (rest - 1):
                right = groups.number(number, rest) if self.grouped else -1
                if right < 0 or true >> right & 1:
                    continue
                rest = 0
            else:
                right = rest.bit_length() - 1
            key = (true | 1 << right, right)
            if key not in seen:
                seen.add(key)
                gone = excluded | entries.near[right] | rest
                yield Partial(gone, key[0], right, partial, number)

    def links(self, partial: Partial, truth: int) -> tuple[Link, ...]:
        """The whip of a partial one and its last truth, as links."""
        at, groups = self.entries.at, self.entries.groups
        found: list[Link] = []
        right = -1
        before: Partial | None = partial
        while before is not None:
            left = at.board.sets[truth] & at.open & self._before(before)
            group = groups.rights(right) if right >= groups.first else 0
            single = group.bit_length() - 1 if group else right
            found.append(Link(truth, left.bit_length() - 1, single, group))
            truth, right, before = before.truth, before.last, before.before
        return tuple(reversed(found))

    def _before(self, partial: Partial) -> int:
        """What the next truth may be entered by, of what is excluded."""
        return self.entries.near[partial.last]


class Effort:
    """How many partial whips are ``left`` to be made; once none are, the length ``reached``."""

    __slots__ = ("left", "reached")

    def __init__(self, most: int) -> None:
        self.left = most
        self.reached = 0


def by_length(
    searches: Iterable[Search], longest: int, budget: int, effort: Effort | None = None
) -> Iterator[list[tuple[Search, Partial, int]]]:
    """For each length from 1, the searches of targets that have a whip of it and no shorter one.

    Each with what ``Search.links`` makes the whip of.  A target is given up after
    ``budget`` partial whips, and all where their ``effort`` is spent.  The list is empty where a
    length has none; the iterator ends when no target is left.
    """
    running = list(searches)
    for length in range(longest):
        found = []
        going = []
        for search in running:
            whip = search.complete(length)
            if whip is None:
                going.append(search)
            else:
                found.append((search, *whip))
        yield found
        running = []
        for search in going:
            before = len(search.seen)
            search.grow(length)
            if effort is not None:
                effort.left -= len(search.seen) - before
                if effort.left < 0:
                    effort.reached = length + 1
                    return
            if not search.ended(length + 1) and len(search.seen) <= budget:
                running.append(search)
        if not running:
            return
