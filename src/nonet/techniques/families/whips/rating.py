"""W, gW and B: how long the longest whip, g-whip or braid is if the shortest is always taken.

D. Berthier's ratings, for any layout: the ratings use truths and exclusions, no names. Puzzles
that singles and whips of length 1 (locked candidates) solve have 1.

>>> from nonet.formats import parse
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> w_rating(parse(easy)), chain_rating(parse(easy), "braid")
(1, (1, ''))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.deadline import checked
from nonet.puzzle import Puzzle
from nonet.techniques.candidate_layout import bits, mask_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.engines.search_order import search_order_of
from nonet.techniques.engines.singles import after_singles
from nonet.techniques.families.whips.braids import BraidSearch
from nonet.techniques.families.whips.chain_kinds import ChainKind, targets_with_chain
from nonet.techniques.families.whips.search import (
    GroupNodes,
    TruthEntries,
    WhipSearch,
    searches_by_length,
)
from nonet.techniques.position import Position

MAX_PARTIAL_WHIPS = 4000
MAX_LENGTH = 36
"""Partial whips of one target; the longest whip."""

MAX_PARTIAL_BRAIDS = 4000
"""Partial braids of one target."""


def w_rating(
    problem: Position | Puzzle, max_length: int = MAX_LENGTH, max_partial: int = MAX_PARTIAL_WHIPS
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
