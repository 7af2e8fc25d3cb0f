"""Rounds of singles after an assumption: what HoDoKu 2.2 (B. Hobiger) fills its nets with.

A place is looked for in all cells and houses at once.  For that what is open lies in *layers*:
the candidates of a truth are in one column each, every one in a layer of its own.  A pass over
the layers says which columns have one left.  As candidates are numbered, the layers of cells
are the values; those of houses are made beside them.

>>> from nonet.puzzle import Grid, Puzzle
>>> from nonet.techniques.position import Position
>>> position = Position.of(Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 2}))
>>> on, off = Rounds(position).after(position.layout.candidate("R1C2", 2), True)
>>> position.layout.text(on), position.layout.text(off)
('2r1c2', '2r34c2, 3r1c2, 4r1c2')
"""

from __future__ import annotations

from functools import lru_cache

from nonet.techniques.layout import Layout, bits, merged
from nonet.techniques.position import Position

ROUNDS = 4
"""How often singles are looked for after an assumption."""


class Rounds:
    """Rounds of singles at a position."""

    def __init__(self, position: Position) -> None:
        self.layout, self.open = position.layout, position.open
        layers = self.layers = _layers_of(position.layout)
        self.houses = merged(layers.held[candidate] for candidate in bits(position.open))
        self.single_houses = _ones(self.houses, layers.of_houses)
        self._placed: dict[int, tuple[int, int]] = {}

    def after(self, start: int, on: bool) -> tuple[int, int]:
        """The candidates that are on and those that are off after so many rounds.

        What is off in a cell of two values is the other value on.
        """
        if not on:
            left = self.open ^ 1 << start
            one = left & self.layout.of_cell(start % self.layout.count)
            if not one or one & (one - 1):
                return self._followed([], left, self.houses ^ self.layers.held[start])
            start = one.bit_length() - 1
        found = self._placed.get(start)
        if found is None:
            found = self._placed[start] = self._followed([start], self.open, self.houses)
        return found

    def _followed(self, singles: list[int], left: int, houses: int) -> tuple[int, int]:
        """What is on and off when some singles are placed first."""
        layout, layers, sets = self.layout, self.layers, self.layout.sets
        peers, count = layout.peers, layout.count
        ons, off, full = 0, self.open & ~left, 0
        cells_before, houses_before = _ones(left, layers.of_cells), self.single_houses
        for turn in range(ROUNDS + 1):
            ready: list[int] = []  # a cell that comes to have one value is remembered with it
            for candidate in singles:
                around = peers[candidate]
                ons |= 1 << candidate
                full |= 1 << candidate % count
                off |= around
                if turn == ROUNDS:
                    continue
                left &= ~(around | 1 << candidate)
                houses &= ~layers.around[candidate]
                cells = _ones(left, layers.of_cells)
                new = cells & ~cells_before
                while new:
                    low = new & -new
                    new ^= low
                    ready.append((left & sets[low.bit_length() - 1]).bit_length() - 1)
                cells_before = cells
            found = _ones(houses, layers.of_houses)
            ready = [candidate for candidate in ready if not full >> candidate % count & 1]
            ready += [
                (left & sets[layers.numbers[column]]).bit_length() - 1
                for column in bits(found & ~houses_before)
            ]
            houses_before = found
            singles = list(dict.fromkeys(ready))
            if not singles:
                break
        return ons, off & self.open


class _Layers:
    """Where the candidates of values in houses lie: for each candidate ``held``, itself, and
    ``around``, itself and all that it excludes; ``numbers`` are the truths of the columns.
    ``of_cells`` and ``of_houses`` are how their layers are folded."""

    def __init__(self, layout: Layout) -> None:
        self.numbers = [number for number in layout.truths if number >= layout.count]
        columns, depth = len(self.numbers), 1
        self.held = [0] * (layout.count * layout.size)
        for column, number in enumerate(self.numbers):
            for layer, candidate in enumerate(bits(layout.sets[number])):
                self.held[candidate] |= 1 << layer * columns + column
                depth = max(depth, layer + 1)
        self.of_cells = _folds(layout.count, layout.size)
        self.of_houses = _folds(columns, depth)
        self.around = [
            merged(self.held[other] for other in bits(peers | 1 << candidate))
            for candidate, peers in enumerate(layout.peers)
        ]


@lru_cache(maxsize=16)
def _layers_of(layout: Layout) -> _Layers:
    return _Layers(layout)


def _folds(columns: int, depth: int) -> list[tuple[int, int]]:
    """How layers are laid upon each other, half upon half: how far to shift, and what stays."""
    folds = []
    while depth > 1:
        depth = (depth + 1) // 2
        folds.append((columns * depth, (1 << columns * depth) - 1))
    return folds


def _ones(mask: int, folds: list[tuple[int, int]]) -> int:
    """The columns that have one bit in all layers together.

    >>> bin(_ones(0b1010_1000_0001, _folds(4, 3)))
    '0b11'
    """
    once, twice = mask, 0
    for shift, low in folds:
        high = once >> shift
        once &= low
        twice = (twice | twice >> shift) & low | once & high
        once |= high
    return once & ~twice
