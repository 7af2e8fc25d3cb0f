"""Rounds of singles after an assumption: the contents of HoDoKu 2.2's (B. Hobiger) net tables.
Hobiger) fills its nets with.

A place is looked for in all cells and houses at once.  For that purpose open candidates lie in
*layers*: the candidates of a truth are in the same column, each in a layer of its own. A pass
over the layers gives the columns with a single candidate.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> on, off = SinglesRounds(position).consequences(position.layout.candidate("R1C2", 2), True)
>>> position.layout.candidate_text(on), position.layout.candidate_text(off)
('2r1c2', '2r34c2, 3r1c2, 4r1c2')
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.candidate_layout import Layout, bits, union_of
from nonet.techniques.position import Position

MAX_ROUNDS = 4
"""How often singles are looked for after an assumption."""


class SinglesRounds:
    """Rounds of singles at a position."""

    def __init__(self, position: Position) -> None:
        self.layout, self.open = position.layout, position.open
        layers = self.layers = _layers_of(position.layout)
        self.lying = union_of(layers.held[candidate] for candidate in bits(position.open))
        self.single, self.several = layers.count_columns(self.lying)
        self._placed: dict[int, tuple[int, int]] = {}

    def consequences(self, start: int, on: bool) -> tuple[int, int]:
        """Return the candidates on and the candidates off after the given number of rounds.

        A candidate off in a cell of two values puts the other value on.
        """
        if not on:
            remaining = self.open ^ 1 << start
            first = remaining & self.layout.cell_candidates(start % self.layout.cell_count)
            if not first or first & (first - 1):
                return self._place_by_round([], remaining, self.lying ^ self.layers.held[start])
            start = first.bit_length() - 1
        cached = self._placed.get(start)
        if cached is None:
            cached = self._placed[start] = self._place_by_round([start], self.open, self.lying)
        return cached

    def _place_by_round(self, singles: list[int], remaining: int, lying: int) -> tuple[int, int]:
        """Return the candidates on and off when some singles are placed first: all of a round
        at once.

        The result equals placing one by one, except where a cell loses several last values in
        one round.
        """
        layers, sets = self.layers, self.layout.sets
        peers, around, numbers = self.layout.peers, layers.around, layers.numbers
        first, ons, off, full = (singles, remaining, lying), 0, self.open & ~remaining, 0
        single, several = self.single, self.several
        for turn in range(MAX_ROUNDS + 1):
            for candidate in singles:
                ons |= 1 << candidate
                off |= peers[candidate]
                lying &= ~around[candidate]
                full |= layers.cell[candidate]
            if turn == MAX_ROUNDS:
                break
            remaining &= ~(off | ons)
            result, more = layers.count_columns(lying)
            if several & ~(result | more | full) & layers.cells:
                return self._place_one_by_one(*first)
            new, singles = result & ~single & ~full, []
            single, several = result, more
            while new:
                low = new & -new
                new ^= low
                singles.append((remaining & sets[numbers[low.bit_length() - 1]]).bit_length() - 1)
            if not singles:
                break
        return ons, off & self.open

    def _place_one_by_one(self, singles: list[int], remaining: int, lying: int) -> tuple[int, int]:
        """Return the same where the order matters: a cell that gets down to one value is stored
        with this value.
        """
        layers, sets = self.layers, self.layout.sets
        ons, off, full, before = 0, self.open & ~remaining, 0, self.single
        for turn in range(MAX_ROUNDS + 1):
            ready: list[int] = []
            for candidate in singles:
                ons |= 1 << candidate
                off |= self.layout.peers[candidate]
                full |= layers.cell[candidate]
                if turn < MAX_ROUNDS:
                    remaining &= ~(off | ons)
                    lying &= ~layers.around[candidate]
                    result = layers.count_columns(lying)[0] & layers.cells
                    ready += [
                        (remaining & sets[cell]).bit_length() - 1 for cell in bits(result & ~before)
                    ]
                    before = before & ~layers.cells | result
            result = layers.count_columns(lying)[0]
            ready = [candidate for candidate in ready if not full & layers.cell[candidate]]
            ready += [
                (remaining & sets[layers.numbers[column]]).bit_length() - 1
                for column in bits(result & ~before & ~layers.cells)
            ]
            before, singles = result, list(dict.fromkeys(ready))
            if not singles:
                break
        return ons, off & self.open


class _TruthLayers:
    """The layout of truths in layers: for each candidate ``held``, itself, ``around``, itself
    and all its peers, and ``cell``, the column of its cell; ``numbers`` are the truths of the
    columns, ``cells`` the columns of all cells.
    """

    def __init__(self, layout: Layout) -> None:
        self.numbers = layout.truths
        columns, depth = len(self.numbers), 1
        self.held = [0] * (layout.cell_count * layout.value_count)
        for column, number in enumerate(self.numbers):
            for layer, candidate in enumerate(bits(layout.sets[number])):
                self.held[candidate] |= 1 << layer * columns + column
                depth = max(depth, layer + 1)
        self.cells = layout.all_cells
        self.cell = [
            1 << cell for _ in range(layout.value_count) for cell in range(layout.cell_count)
        ]
        self.around = [
            union_of(self.held[other] for other in bits(peers | 1 << candidate))
            for candidate, peers in enumerate(layout.peers)
        ]
        self._folds = _fold_plan(columns, depth)

    def count_columns(self, mask: int) -> tuple[int, int]:
        """Return the columns with exactly one bit in all layers together, and the columns with
        more.
        """
        return _count_columns(mask, self._folds)


@lru_cache(maxsize=16)
def _layers_of(layout: Layout) -> _TruthLayers:
    return _TruthLayers(layout)


def _fold_plan(columns: int, depth: int) -> list[tuple[int, int]]:
    """Return how layers are folded, half upon half: the shifts, and the remaining masks."""
    folds = []
    while depth > 1:
        depth = (depth + 1) // 2
        folds.append((columns * depth, (1 << columns * depth) - 1))
    return folds


def _count_columns(mask: int, folds: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the columns with exactly one bit in all layers together, and the columns with more.

    >>> [bin(columns) for columns in _count_columns(0b1010_1000_0001, _fold_plan(4, 3))]
    ['0b11', '0b1000']
    """
    once, twice = mask, 0
    for shift, low in folds:
        high = once >> shift
        once &= low
        twice = (twice | twice >> shift) & low | once & high
        once |= high
    return once & ~twice, twice
