"""Many assumptions followed at once: the singles after each, one bit per assumption.

A net is followed for its reasons; whether there is any conclusion can be known sooner. Here
each open candidate has two masks: the assumptions under which the candidate is on, and the
assumptions under which the candidate is not off. A visit of a truth then does for all
assumptions together the work of one step in each probe (unit propagation, with as many cases in
an integer as there are assumptions). The result is the result of all probes without reasons:
for texts, probes are made.

Consequences remain valid when candidates are eliminated. So at the next position of a path the
search continues from its last state, and common consequences are searched where anything is
new. (Where an intersection stands, which needs no assumption, the result contains more than the
probes; a path takes the intersection first.)
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits, mask_of
from nonet.techniques.engines.inference_graph import Graph
from nonet.techniques.position import Position


class ParallelAssumptions:
    """The consequences, by singles and locked candidates, of each candidate on, and each off.

    Of candidates off only candidates with strong inferences are followed.  Assumptions are
    numbered: a candidate on has its own number, off ``width`` more.  ``on[candidate]`` are the
    assumptions (a mask) under which the candidate is on, ``may[candidate]`` the assumptions
    under which the candidate is not off; ``dead`` the assumptions that end in a contradiction,
    which are not followed further. ``before`` is the result of an earlier position of the path.
    """

    def __init__(self, at: Graph, before: ParallelAssumptions | None = None) -> None:
        self.at = at
        self.width = at.first_group
        full = self.full = at.open | at.linked_nodes << self.width
        self._looks = {c: at.search_order.truths[c] for c in bits(at.open)}
        held: dict[int, list[int]] = {}
        for c, numbers in self._looks.items():
            for number in numbers:
                held.setdefault(number, []).append(c)
        self._held = held
        self._rests: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._shared: tuple[int, set[int]] | None = None
        self._before = before if before is not None and self._can_continue(before) else None
        if self._before is None:
            self.dead = 0
            self.on = {c: 1 << c for c in self._looks}
            self.may = {  # exclusion is symmetric
                c: full & ~(at.weak[c] | 1 << c + self.width) for c in self._looks
            }
        else:
            self._inherit(self._before)
        self._add_crossings()
        self._propagate()

    @classmethod
    def at_position(cls, position: Position, graph: Graph) -> ParallelAssumptions:
        """Return the consequences at a position of a path, continued from the last result."""
        known = position.path_cached(_previous_result)
        result = ParallelAssumptions(graph, known.pop() if known else None)
        known.append(result)
        return result

    def _can_continue(self, before: ParallelAssumptions) -> bool:
        """Whether less is open than before, and no single stands, here or there."""
        at, was = self.at, before.at
        less = not at.open & ~was.open and not was.linked_nodes & at.open & ~at.linked_nodes
        return less and at.has_no_singles and was.has_no_singles

    def _inherit(self, before: ParallelAssumptions) -> None:
        """Take over the earlier consequences; for newly linked candidates the assumption "off"
        is new.
        """
        full, width = self.full, self.width
        new = full & ~before.full
        before._before = None
        self.dead = before.dead & full
        self.on = {c: before.on[c] & full for c in self._looks}
        self.may = {c: before.may[c] & full | new & ~(1 << c + width) for c in self._looks}

    @property
    def refuted(self) -> int:
        """The candidates that end in a contradiction on, or off."""
        return (self.dead | self.dead >> self.width) & self.at.open

    def common_consequences(self) -> tuple[int, set[int]]:
        """From where something is so in any case: candidates, on or off, and truths."""
        if self._shared is None:
            self._shared = self._find_common_consequences()
            self._before = None
        return self._shared

    def _find_common_consequences(self) -> tuple[int, set[int]]:
        open_, sets, width = self.at.open, self.at.search_order.sets, self.width
        before, doubles, truths = self._before, 0, set[int]()
        unshared = before is not None and before._shared == (0, truths) and not self.dead
        changed: list[int] = []  # truths that have lost candidates since nothing was shared
        first: dict[int, list[int]] = {}
        for number, held in self._held.items():
            first.setdefault(held[0], []).append(number)
            if before is not None and len(held) < len(before._held[number]):
                changed.append(number)
        firsts = mask_of(first)
        for c in self.on:
            known = before.assumptions_implying(c) if before is not None and unshared else ()
            for state, under in enumerate(self.assumptions_implying(c)):
                if known and not under & ~known[state]:
                    for number in changed:
                        if not sets[number] & open_ & ~under:
                            truths.add(number)
                    continue
                doubles |= under & under >> width
                for start in bits(under & firsts):
                    for number in first[start]:
                        if not sets[number] & open_ & ~under:
                            truths.add(number)
        return doubles & self.at.linked_nodes, truths

    def assumptions_implying(self, candidate: int) -> tuple[int, int]:
        """Return the assumptions under which a candidate is on, and the assumptions under which
        the candidate is off.
        """
        return self.on[candidate] | self.dead, self.full & ~self.may[candidate] | self.dead

    def _add_crossings(self) -> None:
        """Apply locked candidates where two houses cross: the places in one house go off if the
        rest of the other is off.
        """
        layout, open_, count = self.at.layout, self.at.open, self.at.layout.cell_count
        last = len(self.at.truth_counts)
        for shift in range(0, self.width, count):
            for remaining, eliminated in _locked_candidate_rules(
                layout, open_ >> shift & layout.all_cells
            ):
                rests = tuple(c + shift for c in remaining)
                self._rests[last] = rests, tuple(c + shift for c in eliminated)
                for c in rests:
                    self._looks[c] += (last,)
                last += 1

    def _propagate(self) -> None:
        """Follow all assumptions, and the singles that stand, until nothing more does."""
        on, may, held, rests, looks = self.on, self.may, self._held, self._rests, self._looks
        clock, full, dead = self.at.deadline, self.full, self.dead
        weak, peers = self.at.weak, dict[int, tuple[int, ...]]()
        # A bit of a mask is an assumption.  ``on[c]``: assumptions under which c is true; ``may[c]``:
        # under which c is open; ``dead``: those that have come to a contradiction.
        ons = [(mine[0], full) for mine in held.values() if len(mine) == 1]
        on.update(ons)
        touched = {*held, *rests}
        while ons or touched:
            clock.check()
            offs = set[int]()
            for c, mask in ons:
                near = peers.get(c)
                if near is None:
                    near = peers[c] = tuple(bits(weak[c]))
                for peer in near:
                    less = mask & may[peer]
                    if less:
                        may[peer] ^= less
                        dead |= less & on[peer]
                        offs.add(peer)
            touched.update(*map(looks.__getitem__, offs))
            ons, offs = [], set()
            for number in touched:
                live = full & ~dead
                mine = held.get(number)
                # a crossing of two houses: where none of the one part is open, the other part goes
                if mine is None:
                    remaining, eliminated = rests[number]
                    for c in remaining:
                        live &= ~may[c]
                    for c in eliminated if live else ():
                        less = live & may[c]
                        if less:
                            may[c] ^= less
                            dead |= less & on[c]
                            offs.add(c)
                    continue
                # A set of which one candidate is true: ``once`` and ``twice`` count its open
                # candidates for all assumptions together.  None open is a contradiction; one open
                # is a single.
                once = twice = 0
                for c in mine:
                    mask = may[c]
                    twice |= once & mask
                    once |= mask
                dead |= full & ~once
                single = once & live & ~twice
                if single:
                    for c in mine:
                        more = single & may[c] & ~on[c]
                        if more:
                            on[c] |= more
                            ons.append((c, more))
            touched = set[int]().union(*map(looks.__getitem__, offs))
        self.dead = dead


def _previous_result(_: Position) -> list[ParallelAssumptions]:
    """Return a list with the result of the last position of a path, or an empty list."""
    return []


@lru_cache(maxsize=1 << 12)
def _locked_candidate_rules(
    layout: Layout, places: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return where two houses cross the other places of a value in the first house, and the
    places in the second that go off once all of the former are off.
    """
    results = []
    for first, second, both in layout.crossings:
        remaining = layout.houses[first].cells & ~both & places
        eliminated = layout.houses[second].cells & ~both & places
        if remaining and eliminated and both & places:
            results.append((tuple(bits(remaining)), tuple(bits(eliminated))))
    return results
