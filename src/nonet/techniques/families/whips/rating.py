"""W: the length of the longest whip that is needed if the shortest is always taken.

D. Berthier's rating, for any layout: it uses the truths and what excludes what, no
names.  Puzzles that singles and whips of length 1 (locked candidates) solve have 1.

>>> from nonet.formats import parse
>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> w_rating(parse(easy))
1
"""

from __future__ import annotations

from nonet.puzzle import Puzzle
from nonet.techniques.engines.graph import Graph
from nonet.techniques.engines.probe import refutable
from nonet.techniques.engines.singles import after_singles
from nonet.techniques.families.whips.search import Entries, Search, by_length
from nonet.techniques.layout import bits, only
from nonet.techniques.position import Position

BUDGET = 4000
LONGEST = 36
"""Partial whips of one target; the longest whip."""


def w_rating(thing: Position | Puzzle, longest: int = LONGEST, budget: int = BUDGET) -> int | None:
    """W of a position (or a puzzle at its start); ``None`` if whips do not solve it.

    ``None`` too if a whip that is needed is not among the first ``budget`` partial
    whips of its target, or is longer than ``longest``.
    """
    return w_or_why(thing, longest, budget)[0]


def w_or_why(
    thing: Position | Puzzle, longest: int = LONGEST, budget: int = BUDGET
) -> tuple[int | None, str]:
    """W, or ``None`` and why there is none; as ``w_rating``."""
    position = thing if isinstance(thing, Position) else Position.of(thing)
    layout = position.layout
    open_, placed = position.open, position.placed
    most = 1
    refuted = 0  # what singles refute they still refute when more is gone
    searches: dict[int, Search] = {}
    before = open_
    while True:
        position.clock.check()
        open_, placed, sound = after_singles(position, open_, placed)
        if not sound:
            return None, "whips leave a cell or a value without a place: there is no solution"
        if placed.bit_count() == layout.count:
            return most, ""
        gone = _locked(position, open_)
        if gone:
            open_ &= ~gone
            continue
        entries = Entries(Graph(layout, open_, position.clock))
        refuted = refuted & open_ | only(refutable(entries.at, open_ & ~refuted))
        searches = {
            target: searches[target].renew(entries, before & ~open_)
            if target in searches and len(searches[target].seen) <= budget
            else Search(entries, target)
            for target in bits(refuted)
        }
        before = open_
        for length, found in enumerate(by_length(searches.values(), longest, budget), 1):
            if found:
                open_ &= ~only(search.target for search, *_ in found)
                most = max(most, length)
                break
        else:
            if any(len(search.seen) > budget for search in searches.values()):
                return None, f"given up after {budget} partial whips of a candidate"
            return None, f"whips of up to {longest} truths do not solve it"


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
