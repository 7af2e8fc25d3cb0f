"""Many assumptions followed at once: what singles give from each, one bit an assumption.

A net is followed for its reasons; whether there is anything to be told of it can be known
sooner.  Here each open candidate has two masks, of the assumptions under which it is on and
of those under which it is not off.  A look at a truth does then for all of them what a probe
does for one (unit propagation, with as many cases in an integer as there are assumptions).
What comes out is all that probes give, and no reasons: for what is to be told, probes are made.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> start, found = position.layout.candidate("R3C1", 3), AtOnce(Graph.of(position))
>>> position.layout.text(only(c for c, under in found.on.items() if under >> start & 1))
'1r2c4, 2r1c2,r3c4,r4c1, 3r2c2,r3c1, 4r2c1'
"""

from __future__ import annotations

from nonet.techniques.engines.graph import Graph
from nonet.techniques.layout import bits, only


class AtOnce:
    """What follows, singles and locked candidates, from each candidate on, and each off.

    Of those off only what has strong inferences is followed.  Assumptions are numbered: a
    candidate on has its own number, off ``width`` more.  ``on[candidate]`` are those (a mask)
    under which it is on, ``may[candidate]`` those under which it is not off; ``dead`` those
    that end in a contradiction, of which no more is followed.
    """

    def __init__(self, at: Graph) -> None:
        self.at = at
        self.width = at.first
        self.dead = 0
        full = self.full = at.open | at.linked << self.width
        self._looks = {c: at.board.truths[c] for c in bits(at.open)}
        held: dict[int, list[int]] = {}
        for c, numbers in self._looks.items():
            for number in numbers:
                held.setdefault(number, []).append(c)
        self._held = held
        self._rests: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.on = {c: 1 << c for c in self._looks}
        self.may = {  # exclusion is symmetric
            c: full & ~(at.weak[c] | 1 << c + self.width) for c in self._looks
        }
        self._add_crossings()
        self._follow()

    @property
    def refuted(self) -> int:
        """The candidates that end in a contradiction on, or off."""
        return (self.dead | self.dead >> self.width) & self.at.open

    def shared(self) -> tuple[int, set[int]]:
        """From where something is so in any case: candidates, on or off, and truths."""
        at, sets, full, width = self.at, self.at.board.sets, self.full, self.width
        open_, dead = at.open, self.dead
        first: dict[int, list[int]] = {}
        for number, held in self._held.items():
            first.setdefault(held[0], []).append(number)
        firsts = only(first)
        doubles, truths = 0, set[int]()
        for c, on in self.on.items():
            for under in (on | dead, full & ~self.may[c] | dead):
                doubles |= under & under >> width
                for start in bits(under & firsts):
                    for number in first[start]:
                        if not sets[number] & open_ & ~under:
                            truths.add(number)
        return doubles & at.linked, truths

    def _add_crossings(self) -> None:
        """Where two houses cross: what of one goes if the rest of the other is off."""
        layout, open_ = self.at.layout, self.at.open
        last = len(self.at.counts)
        for one, other, both in layout.crossings:
            here, there = layout.houses[one].cells & ~both, layout.houses[other].cells & ~both
            for shift in range(0, self.width, layout.count):
                gone, rest = there << shift & open_, here << shift & open_
                if gone and rest and both << shift & open_:
                    self._rests[last] = tuple(bits(rest)), tuple(bits(gone))
                    for c in self._rests[last][0]:
                        self._looks[c] += (last,)
                    last += 1

    def _follow(self) -> None:
        """Follow all assumptions, and the singles that stand, until nothing more does."""
        on, may, held, rests, looks = self.on, self.may, self._held, self._rests, self._looks
        clock, full, dead = self.at.clock, self.full, 0
        weak, peers = self.at.weak, dict[int, tuple[int, ...]]()
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
                if mine is None:
                    rest, gone = rests[number]
                    for c in rest:
                        live &= ~may[c]
                    for c in gone if live else ():
                        less = live & may[c]
                        if less:
                            may[c] ^= less
                            dead |= less & on[c]
                            offs.add(c)
                    continue
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
