"""W, gW and B: how long the longest whip, g-whip or braid is if the shortest is always taken.

D. Berthier's ratings, for any layout: they use the truths and what excludes what, no
names.  Puzzles that singles and whips of length 1 (locked candidates) solve have 1.

>>> from nonet.formats import parse
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> w_rating(parse(easy)), chain_rating(parse(easy), "braid")
(1, (1, ''))
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.puzzle import Puzzle
from nonet.techniques.engines.board import board_of
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.singles import after_singles
from nonet.techniques.families.whips.braids import BraidSearch
from nonet.techniques.families.whips.kinds import ChainKind, able
from nonet.techniques.families.whips.search import Entries, Groups, Search, by_length
from nonet.techniques.layout import bits, only
from nonet.techniques.position import Position

BUDGET = 4000
LONGEST = 36
"""Partial whips of one target; the longest whip."""

BRAIDS = 4000
"""Partial braids of one target."""


def w_rating(thing: Position | Puzzle, longest: int = LONGEST, budget: int = BUDGET) -> int | None:
    """W of a position (or a puzzle at its start); ``None`` if whips do not solve it.

    ``None`` too if a whip that is needed is not among the first ``budget`` partial
    whips of its target, or is longer than ``longest``.
    """
    return chain_rating(thing, "whip", longest, budget)[0]


def chain_rating(
    thing: Position | Puzzle,
    kind: ChainKind = "whip",
    longest: int = LONGEST,
    budget: int = BUDGET,
) -> tuple[int | None, str]:
    """W (of whips), gW (of g-whips) or B (of braids), or ``None`` and why there is none.

    As ``w_rating``.  Braids are searched only where no whip is as short, and only for shorter
    ones; B is ``None`` where there are too many partial ones.
    """
    position = thing if isinstance(thing, Position) else Position.of(thing)
    layout = position.layout
    open_, placed = position.open, position.placed
    groups = Groups(board_of(layout))
    most = 1
    refuted = 0  # what singles refute they still refute when more is gone
    searches: dict[int, Search] = {}
    before = open_
    while True:
        position.clock.check()
        open_, placed, sound = after_singles(position, open_, placed)
        if not sound:
            return None, f"{kind}s leave a cell or a value without a place: there is no solution"
        if placed.bit_count() == layout.count:
            return most, ""
        gone = _locked(position, open_)
        if gone:
            open_ &= ~gone
            continue
        entries = Entries(Graph(layout, open_, position.clock), groups)
        refuted = refuted & open_ | only(able(entries, kind, open_ & ~refuted))
        searches = {
            target: searches[target].renew(entries, before & ~open_)
            if target in searches and len(searches[target].seen) <= budget
            else Search(entries, target, grouped=kind == "g-whip")
            for target in bits(refuted)
        }
        before = open_
        length, gone = _shortest(searches.values(), longest, budget)
        given_up = any(len(search.seen) > budget for search in searches.values())
        if kind == "braid" and (length > most or not gone):
            braids = [BraidSearch(entries, target) for target in searches]
            shorter, more = _shortest(braids, length - 1 if gone else longest, BRAIDS)
            length, gone = (shorter, more) if more else (length, gone)
            given_up = any(len(braid.seen) > BRAIDS for braid in braids)
        if given_up and (not gone or (kind == "braid" and length > most)):
            least = BRAIDS if kind == "braid" else budget
            return None, f"given up after {least} partial {kind}s of a candidate"
        if not gone:
            return None, f"{kind}s of up to {longest} truths do not solve it"
        open_ &= ~gone
        most = max(most, length)


def _shortest(searches: Iterable[Search], longest: int, budget: int) -> tuple[int, int]:
    """The length of the shortest chains there are, and what they remove: 0 if there is none."""
    length = 0
    for length, found in enumerate(by_length(searches, longest, budget), 1):
        if found:
            return length, only(search.target for search, *_ in found)
    return length, 0


def _locked(position: Position, open_: int) -> int:
    """What whips of length 1 remove: candidates that all candidates of a truth exclude."""
    layout = position.layout
    peers = layout.peers
    gone = 0
    for number in layout.truths:
        left = layout.sets[number] & open_
        if left:
            seen = open_
            while left and seen:
                low = left & -left
                left ^= low
                seen &= peers[low.bit_length() - 1]
            gone |= seen
    return gone
