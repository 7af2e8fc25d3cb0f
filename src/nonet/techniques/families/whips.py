"""Whips: an assumption is followed from truth to truth until a truth is empty.

*G-whips* go through groups as well, *braids* enter a truth from any earlier candidate
(``WhipSearch``, ``BraidSearch``); both are reported for a candidate only where no whip is as
short. The source is D. Berthier, "Constraint Resolution Theories" (2011) and "Pattern-Based
Constraint Satisfaction and Logic Puzzles" (2012). Whips of length 1 are locked candidates and
the like. Notation is Berthier's, with the field's names of truths: ``4b1{r1c2 r2c3}`` is
entered at r1c2 and left at r2c3.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> step = next(find(position, frozenset({"whip"})))
>>> step.detail.links[-1].right_candidate
-1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from nonet.deadline import checked
from nonet.puzzle import Puzzle
from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines import phrases
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.phrases import joined_words
from nonet.techniques.engines.probe import refutable
from nonet.techniques.engines.singles_propagation import SearchOrder, after_singles, search_order_of
from nonet.techniques.position import Position
from nonet.techniques.step import Chain, Step, StepText

# Whips, g-whips and braids: the chains of D. Berthier's "Constraint Resolution Theories" (2011).
#
# A *whip* of length n for a target z is a sequence of truths V1 .. Vn. In each truth there is a
# left candidate, excluded by the right candidate before (by z, in V1), and one right candidate:
# all other candidates of the truth are excluded by z or by earlier right candidates. In Vn no
# right candidate is left. So if z were true, Vn would be empty: z is false. Unlike in a net, each
# truth is entered from the truth just before.
#
# In a *g-whip* the right candidate of a truth may be a group: candidates of a value, of which one
# is true; a group excludes the common exclusions of its members. In a *braid* a truth may be
# entered from any earlier right candidate, or from z. ("Pattern-Based Constraint Satisfaction and
# Logic Puzzles", 2012, chapters 7 and 5.)


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


# Braids: whips whose truths may be entered from any candidate before, not from the last alone.
#
# So the order of inferences does not matter: a partial braid is a set of right candidates, and
# any truth with a single remaining candidate may be next. A candidate has a braid if and only if
# singles refute the candidate (D. Berthier's T&E theorem); the search is for the shortest.


class PartialBraid(PartialWhip):
    """A partial braid: ``single_candidate_truths`` are the truths with a single remaining
    candidate, with this candidate.
    """

    __slots__ = ("single_candidate_truths",)

    def __init__(
        self,
        excluded: int,
        true: int,
        last: int,
        ready: tuple[tuple[int, int], ...],
        before: PartialWhip | None = None,
        truth: int = -1,
    ) -> None:
        super().__init__(excluded, true, last, before, truth)
        self.single_candidate_truths = ready


class BraidSearch(WhipSearch):
    """The braids of one target by length."""

    def __init__(self, entries: TruthEntries, target: int) -> None:
        super().__init__(entries, target)
        (start,) = self.levels[0].every
        self.levels[0].every = [
            PartialBraid(start.excluded, start.asserted, target, self._new_single_truths(start))
        ]

    def _new_single_truths(self, partial: PartialWhip) -> tuple[tuple[int, int], ...]:
        """The truths that the last candidate leaves one candidate of."""
        left_open = self.entries.graph.open & ~partial.excluded
        result: dict[int, int] = {}
        for number, mask in self.entries(partial.last_right)[1]:
            remaining = mask & left_open
            if remaining and not remaining & (remaining - 1) and not mask & partial.asserted:
                result.setdefault(remaining, number)
        return tuple(result.items())

    def _extensions(self, partial: PartialWhip) -> Iterator[PartialWhip]:
        """The partial braids that are one truth longer, each that was not there before."""
        assert isinstance(partial, PartialBraid)
        for remaining, number in partial.single_candidate_truths:
            right, true = remaining.bit_length() - 1, partial.asserted | remaining
            if (true, 0) in self.seen:
                continue
            self.seen.add((true, 0))
            eliminated = partial.excluded | self.entries.near[right] | remaining
            more = PartialBraid(eliminated, true, right, (), partial, number)
            others = tuple(
                pair for pair in partial.single_candidate_truths if not pair[0] & eliminated
            )
            known = {candidate for candidate, _ in others}
            new = tuple(pair for pair in self._new_single_truths(more) if pair[0] not in known)
            more.single_candidate_truths = others + new
            yield more

    def _entry_candidates(self, partial: PartialWhip) -> int:
        """Return the possible entries of the next truth: all excluded candidates except true
        candidates.
        """
        return partial.excluded & ~partial.asserted


# The kinds of whips: the possible targets of each kind, and its search.

ChainKind = Literal["whip", "g-whip", "braid"]


def targets_with_chain(entries: TruthEntries, kind: ChainKind, targets: int) -> Iterator[int]:
    """The candidates among ``targets`` that may have a chain of a kind."""
    if kind == "g-whip":
        return g_whip_targets(entries, targets)
    return refutable(entries.graph, targets)


def make_search(entries: TruthEntries, kind: ChainKind, target: int) -> WhipSearch:
    """The search for the chains of a kind of one target."""
    if kind == "braid":
        return BraidSearch(entries, target)
    return WhipSearch(entries, target, grouped=kind == "g-whip")


# W, gW and B: how long the longest whip, g-whip or braid is if the shortest is always taken.
#
# D. Berthier's ratings, for any layout: the ratings use truths and exclusions, no names. Puzzles
# that singles and whips of length 1 (locked candidates) solve have 1.

"""Partial whips of one target; the longest whip."""

MAX_LENGTH = 36


MAX_PARTIAL_WHIPS = 4000
"""How long a whip may be, and how many partial whips of one target are tried."""


MAX_PARTIAL_BRAIDS = 4000
"""Partial braids of one target."""


def w_rating(
    problem: Position | Puzzle,
    max_length: int = MAX_LENGTH,
    max_partial: int = MAX_PARTIAL_WHIPS,
) -> int | None:
    """Return W of a position (or of a puzzle at its start); ``None`` if whips do not solve the
    position.

    ``None`` too if W is only bounded, since a target was given up after ``max_partial`` partial
    whips, or if a whip longer than ``max_length`` is needed.
    """
    return chain_rating(problem, "whip", max_length, max_partial)[0]


def chain_rating(
    problem: Position | Puzzle,
    kind: ChainKind = "whip",
    max_length: int = MAX_LENGTH,
    max_partial: int = MAX_PARTIAL_WHIPS,
) -> tuple[int | None, str]:
    """W (of whips), gW (of g-whips) or B (of braids), or ``None`` and why there is none.

    As ``w_rating``.  A length that is only bounded is none: ``find_chain_bounds`` has the bounds.
    """
    bounds = LengthBounds()
    reason = find_chain_bounds(problem, bounds, kind, max_length, max_partial)
    return (bounds.most, "") if bounds.is_exact else (None, reason)


@dataclass
class LengthBounds:
    """What is known of the length of the longest chain that a position needs, at any time.

    ``most`` is ``None`` until chains have solved the position.  ``was_cut_off`` says that a
    target was given up.
    """

    least: int = 1
    most: int | None = None
    was_cut_off: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether the length itself is known."""
        return self.least == self.most


def find_chain_bounds(
    problem: Position | Puzzle,
    bounds: LengthBounds,
    kind: ChainKind = "whip",
    max_length: int = MAX_LENGTH,
    max_partial: int = MAX_PARTIAL_WHIPS,
) -> str:
    """Tighten ``bounds`` as far as the search goes; return why they are not exact, or "".

    A target that is given up after ``max_partial`` partial chains may have a shorter chain than
    the one that is found instead: such a chain bounds the length from above alone.  A chain found
    where nothing was given up bounds it from below as well, whatever was eliminated before.
    Braids are searched only where no whip is as short, and only for shorter braids.
    """
    position = problem if isinstance(problem, Position) else Position.of(problem)
    layout = position.layout
    open_, placed = position.open, position.placed
    groups = GroupNodes(search_order_of(layout))
    longest, inexact = 1, ""
    refuted = 0  # what singles refute they still refute when more is gone
    searches: dict[int, WhipSearch] = {}
    before = open_
    while True:
        position.deadline.check()
        open_, placed, sound = after_singles(position, open_, placed)
        if not sound:
            return f"{kind}s leave a cell or a value without a place: there is no solution"
        if placed.bit_count() == layout.cell_count:
            bounds.most = longest
            return "" if bounds.is_exact else inexact
        eliminated = _length_one_eliminations(position, open_)
        if eliminated:
            open_ &= ~eliminated
            continue
        entries = TruthEntries(Graph(layout, open_, position.deadline), groups)
        refuted = refuted & open_ | mask_of(targets_with_chain(entries, kind, open_ & ~refuted))
        searches = {
            target: searches[target].renewed(entries, before & ~open_)
            if target in searches and len(searches[target].seen) <= max_partial
            else WhipSearch(entries, target, grouped=kind == "g-whip")
            for target in bits(refuted)
        }
        before = open_
        length, eliminated = _shortest_chains(searches.values(), max_length, max_partial)
        given_up = any(len(search.seen) > max_partial for search in searches.values())
        if kind == "braid" and (length > longest or not eliminated):
            braids = [BraidSearch(entries, target) for target in searches]
            shorter, more = _shortest_chains(
                braids, length - 1 if eliminated else max_length, MAX_PARTIAL_BRAIDS
            )
            length, eliminated = (shorter, more) if more else (length, eliminated)
            given_up = any(len(braid.seen) > MAX_PARTIAL_BRAIDS for braid in braids)
        budget = MAX_PARTIAL_BRAIDS if kind == "braid" else max_partial
        if given_up:
            bounds.was_cut_off = True
            inexact = f"given up after {budget} partial {kind}s of a candidate"
        if not eliminated:
            return inexact if given_up else f"{kind}s of up to {max_length} truths do not solve it"
        open_ &= ~eliminated
        longest = max(longest, length)
        if not given_up:
            bounds.least = max(bounds.least, length)


def _shortest_chains(searches: Iterable[WhipSearch], longest: int, budget: int) -> tuple[int, int]:
    """Return the length of the shortest chains and their eliminations: 0 if there is none."""
    length = 0
    for length, result in enumerate(searches_by_length(searches, longest, budget), 1):
        if result:
            return length, mask_of(search.target for search, *_ in result)
    return length, 0


def _length_one_eliminations(position: Position, open_: int) -> int:
    """Return the eliminations of whips of length 1: candidates that all candidates of a truth
    exclude.
    """
    layout = position.layout
    peers = layout.peers
    eliminated = 0
    for number in checked(layout.truths):
        remaining = layout.sets[number] & open_
        if remaining:
            seen = open_
            while remaining and seen:
                low = remaining & -remaining
                remaining ^= low
                seen &= peers[low.bit_length() - 1]
            eliminated |= seen
    return eliminated


MAX_TOTAL_PARTIAL_WHIPS = 20_000
"""How many partial whips of all targets a hint may take: a count, no clock, so that all machines
find alike."""


@dataclass(frozen=True, slots=True)
class Whip:
    """The data of a step's whip: the target and the links; ``length`` is its rating."""

    target: int
    links: tuple[WhipLink, ...]
    kind: ChainKind = "whip"

    @property
    def length(self) -> int:
        """The number of truths."""
        return len(self.links)

    def describe(self, step: Step) -> StepText:
        """Return the text of a whip: each truth with entry and exit."""
        layout, whip = step.layout, self
        cell, value = layout.cell_and_symbol(whip.target)
        body = " - ".join(
            f"{layout.set_name(link.truth)}"
            f"{{{_candidates_text(layout, 1 << link.left_candidate, link.truth)} "
            f"{_candidates_text(layout, link.right_mask, link.truth)}}}"
            for link in whip.links
        )
        parts = []
        for link in whip.links[:-1]:
            name, symbol = layout.cell_and_symbol(link.right_candidate)
            if link.group:
                name = phrases.cell_list(layout, layout.cells_of(link.group), "or")
            if link.truth < layout.cell_count:
                parts.append(f"in {name} only {symbol} is left")
            else:
                parts.append(f"in {_truth_name(layout, link.truth)} the {symbol} must be in {name}")
        last = whip.links[-1].truth
        parts.append(
            f"{layout.display_names[last]} has no value left"
            if last < layout.cell_count
            else f"{layout.symbol((last - layout.cell_count) % layout.value_count)} has no place in"
            f" {_truth_name(layout, last)}"
        )
        return StepText(
            f"[{whip.length}] {body}",
            f"Suppose that {cell} is {value}, and look at "
            + (
                f"cell {layout.display_names[whip.links[0].truth]}"
                if whip.links[0].truth < layout.cell_count
                else _truth_name(layout, whip.links[0].truth)
            ),
            f"Suppose that {cell} is {value}. Then {joined_words(parts, 'and then')}."
            f" That cannot be, so {cell} is not {value}.",
        )


def find(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """A shortest whip of every target, the shortest first; then g-whips and braids.

    The search goes up to the length that ``MAX_TOTAL_PARTIAL_WHIPS`` allows; the deadline
    records where the search ends.
    """
    yield from _steps_within(position, requested, MAX_TOTAL_PARTIAL_WHIPS)


def find_all(position: Position, requested: frozenset[str]) -> Iterator[Step]:
    """As ``find``, however many partial whips that takes."""
    yield from _steps_within(position, requested, None)


def _steps_within(
    position: Position, requested: frozenset[str], most: int | None
) -> Iterator[Step]:
    entries = TruthEntries(Graph.of(position))
    kinds: tuple[ChainKind, ...] = ("whip", "g-whip", "braid")
    for kind in kinds:
        if kind in requested:
            effort = None if most is None else EffortCounter(most)
            if kind == "whip":
                yield from _shortest_whips(position.layout, entries, effort)
            else:
                yield from _shorter_chains(position.layout, entries, kind, effort)
            if effort is not None and effort.reached_length:
                position.deadline.note_skipped(
                    f"{kind}s were searched up to length {effort.reached_length}, longer ones "
                    "were not"
                )


def _shortest_whips(
    layout: Layout, entries: TruthEntries, effort: EffortCounter | None
) -> Iterator[Step]:
    for result in searches_by_length(
        _searches_by_target(entries, "whip"), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    ):
        for search, partial, last in result:
            yield _step(layout, Whip(search.target, search.links(partial, last)))


def _searches_by_target(entries: TruthEntries, kind: ChainKind) -> list[WhipSearch]:
    targets = targets_with_chain(entries, kind, entries.graph.open)
    return [make_search(entries, kind, target) for target in targets]


def _shorter_chains(
    layout: Layout, entries: TruthEntries, kind: ChainKind, effort: EffortCounter | None
) -> Iterator[Step]:
    """A shortest chain of every target that has no whip as short, the shortest first."""
    whips = searches_by_length(
        _searches_by_target(entries, "whip"), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    )
    chains = searches_by_length(
        _searches_by_target(entries, kind), MAX_LENGTH, MAX_PARTIAL_WHIPS, effort
    )
    done = 0
    for result in chains:
        done |= mask_of(search.target for search, *_ in next(whips, ()))
        if effort is not None and effort.reached_length:  # a whip may be as short
            return
        for search, partial, last in result:
            if not done >> search.target & 1:
                yield _step(layout, Whip(search.target, search.links(partial, last), kind))


def _truth_name(layout: Layout, truth: int) -> str:
    return layout.houses[(truth - layout.cell_count) // layout.value_count].name


def _candidates_text(layout: Layout, candidates: int, truth: int) -> str:
    if not candidates:
        return "."
    if truth < layout.cell_count:
        return layout.symbol((candidates.bit_length() - 1) // layout.cell_count)
    return layout.cell_text(layout.cells_of(candidates))


def _step(layout: Layout, whip: Whip) -> Step:
    chains: list[Chain] = []
    links: dict[int, None] = {}
    pattern = 0
    nodes, on = [1 << whip.target], [True]
    before = [1 << whip.target]
    for link in whip.links:
        left_mask, peers = 1 << link.left_candidate, layout.peers[link.left_candidate]
        source = next(node for node in reversed(before) if not node & ~peers)
        if source != nodes[-1]:  # a braid: it goes on from earlier
            chains.append(Chain(tuple(nodes), tuple(on)))
            nodes, on = [source], [True]
        nodes.append(left_mask)
        on.append(False)
        pattern |= left_mask | link.right_mask
        if link.right_mask:
            nodes.append(link.right_mask)
            on.append(True)
            before.append(link.right_mask)
        for number in layout.sets_of[link.left_candidate]:
            if not source & ~layout.sets[number]:
                links[number] = None
                break
    return Step(
        whip.kind,
        layout,
        eliminations=1 << whip.target,
        pattern=pattern,
        truths=tuple(link.truth for link in whip.links),
        links=tuple(links),
        chains=(*chains, Chain(tuple(nodes), tuple(on))),
        detail=whip,
    )
