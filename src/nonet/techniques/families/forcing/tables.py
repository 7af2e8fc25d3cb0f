"""What follows from each candidate on and each off, as far as HoDoKu 2.2 (B. Hobiger) looks.

HoDoKu fills a table for each candidate on and off: for chains with what its inferences say, for
nets with what four rounds of singles after it give.  Then each table takes in those of all that
it holds.  What two tables share, and those that contradict themselves, are its conclusions.
So its nets see neither all that singles would give, nor only what chains do.

A table is a mask: what is off has the number of its candidate, what is on ``width`` more.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2, "R3C2": 3}))
>>> found = next(iter(conclusions(position, nets=True)))
>>> found.kind, position.layout.named(found.node // 2), bool(found.node & 1)
('contradiction', ('R1C2', 2), True)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from nonet.techniques.engines.graph import Graph
from nonet.techniques.layout import bits, only
from nonet.techniques.position import Position

ROUNDS = 4
"""How often singles are looked for after an assumption."""


class Conclusion(NamedTuple):
    """A node (``2 * candidate + on``) that holds, and why: ``kind`` and ``source`` as in
    ``families/forcing/``."""

    node: int
    kind: str
    source: int


def conclusions(position: Position, *, nets: bool) -> list[Conclusion]:
    """All that the tables of a position give, each node once, in the order in which it is found."""
    found: dict[int, Conclusion] = {}
    for one in _Tables(position, nets).conclusions():
        found.setdefault(one.node, one)
    return list(found.values())


class _Tables:
    """The tables of a position, each with all that it takes in."""

    def __init__(self, position: Position, nets: bool) -> None:
        self.position, self.nets = position, nets
        self.layout = position.layout
        self.graph = Graph.of(position, "groups")
        self.width = width = self.graph.first
        self.tables = self._of_chains()
        if nets:
            singles = _Singles(position)
            for candidate in bits(position.open):
                position.clock.check()
                linked = self.graph.linked >> candidate & 1  # else its being off gives nothing
                for on in (True, False) if linked else (True,):
                    ons, offs = singles.after(candidate, on)
                    self.tables[candidate + on * width] |= ons << width | offs
                if not linked:
                    self.tables[candidate] |= 1 << candidate
            self.tables = _closed(self.tables)

    def _of_chains(self) -> dict[int, int]:
        """What follows from each candidate on and off by chains.

        Chains come back to where they began where it has strong inferences, and there alone.
        """
        found: dict[int, int] = {}
        graph, width = self.graph, self.width
        for candidate in bits(self.position.open):
            alone = 0 if graph.linked >> candidate & 1 else 1 << candidate
            for on in (True, False):
                ons, offs = graph.turned(candidate, on)
                table = (ons & graph.plain) << width | offs & graph.plain
                found[candidate + on * width] = table & ~(alone << on * width)
        return found

    def _shared(self, *starts: int) -> Iterator[tuple[int, bool]]:
        """The candidates that all of some tables have, off or on."""
        shared = -1
        for start in starts:
            shared &= self.tables[start]
        if not shared:
            return
        plain = self.graph.plain
        for on, mask in ((False, shared & plain), (True, shared >> self.width & plain)):
            for candidate in bits(mask):
                yield candidate, on

    def conclusions(self) -> Iterator[Conclusion]:
        """What follows, table by table, as HoDoKu goes about it."""
        layout, open_ = self.layout, self.position.open
        count = layout.count
        order = sorted(bits(open_), key=lambda c: (c % count, c))
        for candidate in order:
            for on in (True, False):
                if self._fails(candidate, on):
                    yield Conclusion(2 * candidate + (not on), "contradiction", candidate)
        width = self.width
        for start in order:
            for candidate, on in self._shared(start, start + width):
                if candidate % count != start % count:
                    yield Conclusion(2 * candidate + on, "double", start)
        board = self.graph.board
        for number in board.turns:
            starts = [width + candidate for candidate in bits(board.sets[number] & open_)]
            for candidate, on in self._shared(*starts) if starts else ():
                kind = "cell" if number < count else "house"
                yield Conclusion(2 * candidate + on, kind, number)

    def _fails(self, candidate: int, on: bool) -> bool:
        """Whether a table contradicts itself, in one of the ways that HoDoKu looks for.

        Two candidates of one truth on need no look: each has the other off.
        """
        graph = self.graph
        table = self.tables[candidate + on * self.width]
        offs, ons = table & graph.plain, table >> self.width & graph.plain
        if offs & ons or (offs if on else ons) >> candidate & 1:
            return True
        if not self.nets:
            return bool(self.emptying >> candidate + on * self.width & 1)
        alive, firsts = self.position.open & ~offs, self.firsts
        for c in bits(offs & self._heads):
            for left in firsts[c]:
                if not left & alive:
                    return True
        return False

    @cached_property
    def emptying(self) -> int:
        """The nodes from which chains leave a truth empty: what turns a candidate off is what it
        turns off, the other way round."""
        width, found = self.width, 0
        low = (1 << width) - 1
        of = {}
        for candidate in bits(self.position.open):
            mask = self.tables[candidate + width]
            of[candidate] = mask >> width | (mask & low) << width
        for left in self.wholes:
            nodes = -1
            for candidate in bits(left):
                nodes &= of[candidate]
            found |= nodes
        return found

    @cached_property
    def wholes(self) -> list[int]:
        """What is left of each truth, the smallest first; of a house only where none was struck
        out."""
        layout, open_, sets = self.layout, self.position.open, self.graph.board.sets
        allowed = self.position.once(_allowed)
        lefts = (
            left
            for number in layout.truths
            if (left := sets[number] & open_)
            and (number < layout.count or left == sets[number] & allowed)
        )
        return sorted(lefts, key=int.bit_count)

    @cached_property
    def firsts(self) -> dict[int, list[int]]:
        """What is left of the truths, by the first candidate of each."""
        found: dict[int, list[int]] = {}
        for left in self.wholes:
            found.setdefault((left & -left).bit_length() - 1, []).append(left)
        return found

    @cached_property
    def _heads(self) -> int:
        return only(self.firsts)


def _allowed(position: Position) -> int:
    """The candidates that no placed value excludes."""
    layout = position.layout
    empty = layout.all_cells & ~layout.cells_of(position.placed)
    left = layout.spread(empty, layout.all_values)
    for candidate in bits(position.placed):
        left &= ~layout.peers[candidate]
    return left


def _closed(direct: dict[int, int]) -> dict[int, int]:
    """The transitive closure, each node with all that follows from it."""
    closed: dict[int, int] = {}
    done = 0
    for node, mask in direct.items():
        seen = rest = mask
        while rest:
            ready = rest & done
            if ready:
                other = ready.bit_length() - 1
                more = closed[other]
                rest &= ~(more | 1 << other)
                seen |= more
            else:
                other = rest.bit_length() - 1
                rest = (rest ^ 1 << other) | direct[other] & ~seen
                seen |= direct[other]
        closed[node] = seen
        done |= 1 << node
    return closed


class _Singles:
    """Rounds of singles after an assumption, at a position."""

    def __init__(self, position: Position) -> None:
        layout = self.layout = position.layout
        self.open = position.open
        self.sets = layout.sets
        truths = set(layout.truths)
        self.truths = {
            c: tuple(n for n in layout.sets_of[c] if n in truths) for c in bits(position.open)
        }

    def after(self, start: int, on: bool) -> tuple[int, int]:
        """The candidates that are on and those that are off after so many rounds."""
        layout, peers, sets, truths = self.layout, self.layout.peers, self.sets, self.truths
        count = layout.count
        left, off, ons, full = self.open, 0, 0, 0
        ready: list[int] = []

        def place(candidate: int) -> None:
            nonlocal left, off, ons, full
            cell = 1 << candidate % count
            ons |= 1 << candidate
            off |= peers[candidate] & self.open
            gone = left & (peers[candidate] | 1 << candidate)
            left &= ~gone
            full |= cell
            look(gone)

        def look(gone: int) -> None:
            cells = 0
            while gone:
                low = gone & -gone
                gone ^= low
                candidate = low.bit_length() - 1
                touched.update(truths[candidate])
                cells |= 1 << candidate % count
            cells &= ~full
            singles: list[int] = []  # a cell that comes to have one value is remembered with it
            while cells:
                low = cells & -cells
                cells ^= low
                one = left & sets[low.bit_length() - 1]
                if one and not one & (one - 1):
                    singles.append(one.bit_length() - 1)
            if len(singles) > 1:  # taken in the order of what was touched
                of = {single % count: single for single in singles}
                singles = [of[number] for number in touched if number in of]
            ready.extend(singles)

        touched: set[int] = set()
        if on:
            place(start)
        else:
            left ^= 1 << start
            off |= 1 << start
            look(1 << start)
            if ready:
                place(ready.pop())
        for _ in range(ROUNDS):
            singles = [c for c in ready if not full >> c % count & 1]
            for number in touched:
                if number >= count:
                    one = left & sets[number]
                    if one and not one & (one - 1):
                        singles.append(one.bit_length() - 1)
            if not singles:
                break
            touched.clear()
            ready.clear()
            for candidate in dict.fromkeys(singles):
                place(candidate)
        return ons, off
