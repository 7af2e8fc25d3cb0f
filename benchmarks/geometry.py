"""Puzzles as lines of characters, and symmetries that turn a puzzle into an equivalent puzzle.

A solver process may cache results of a puzzle.  So each round solves the image of every
puzzle under a random symmetry: as hard as the original, and new to the solver.

>>> square = Geometry.square(4, (2, 2))
>>> image = Symmetry.random(square, Random(1))
>>> line = image.apply("1...2...........")
>>> len(line), line.count(".")
(16, 14)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import nonet

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The character of each value, from 1."""

VALUE = {symbol: value for value, symbol in enumerate(SYMBOLS, 1)}
"""The value of each character."""


@dataclass(frozen=True)
class Geometry:
    """Values 1 to ``size``, cells, and groups of cells that differ.

    ``cells`` are the names of the cells in reading order; a group lists the indices of its
    cells.  ``box`` is the (height, width) of the boxes of a plain square, ``None`` for any
    other geometry.
    """

    size: int
    cells: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    box: tuple[int, int] | None

    @classmethod
    def of(cls, puzzle: nonet.Puzzle) -> Geometry:
        """Return the geometry of a puzzle whose constraints are all AllDifferent."""
        return _geometry(puzzle.grid, puzzle.rules)

    @classmethod
    def square(cls, size: int, box: tuple[int, int]) -> Geometry:
        """Return the geometry of a plain square with boxes of (height, width)."""
        return cls.of(nonet.Puzzle(nonet.Grid.square(size, box)))


@lru_cache(maxsize=64)
def _geometry(grid: nonet.Grid, rules: tuple[nonet.puzzle.PuzzleRule, ...]) -> Geometry:
    structure = nonet.Puzzle(grid, rules=rules).model().structure
    if any(not isinstance(c, nonet.AllDifferent) for c in structure.constraints):
        raise ValueError("a benchmark's puzzle has rules other than AllDifferent")
    index = {name: i for i, name in enumerate(structure.variables)}
    groups = tuple(tuple(index[name] for name in c.scope) for c in structure.constraints)
    plain = [rule.name for rule in rules] == ["rows", "columns", "boxes"] and grid.is_single
    return Geometry(grid.size, structure.variables, groups, grid.blocks[0].box if plain else None)


@dataclass(frozen=True)
class Symmetry:
    """A permutation of the cells and one of the symbols."""

    source: tuple[int, ...]
    symbols: dict[str, str]

    @classmethod
    def random(cls, geometry: Geometry, random: Random, move: bool = True) -> Symmetry:
        """Draw a symmetry; with ``move=False`` cells stay at their places.

        The values are relabelled.  In a plain square rows and columns are permuted within
        their bands, bands too, and the square is transposed where boxes are square; other
        geometries are rotated and mirrored where groups are mapped to groups.
        """
        symbols = SYMBOLS[: geometry.size]
        relabelled = random.sample(symbols, len(symbols))
        if not move:
            source = tuple(range(len(geometry.cells)))
        elif geometry.box is not None:
            source = _of_square(geometry.size, geometry.box, random)
        else:
            source = random.choice(_turns(geometry))
        return cls(source, dict(zip(symbols, relabelled, strict=True)))

    def apply(self, line: str) -> str:
        """Return the image of a puzzle or of a solution."""
        relabel = self.symbols.get
        return "".join(relabel(line[cell], ".") for cell in self.source)


def _of_square(size: int, box: tuple[int, int], random: Random) -> tuple[int, ...]:
    def order(thick: int) -> list[int]:
        """Return all lines in a random order that keeps bands of ``thick`` lines together."""
        bands = [list(range(start, start + thick)) for start in range(0, size, thick)]
        random.shuffle(bands)
        return [line for band in bands for line in random.sample(band, thick)]

    rows, columns = order(box[0]), order(box[1])
    if box[0] == box[1] and random.random() < 0.5:
        return tuple(column * size + row for row in rows for column in columns)
    return tuple(row * size + column for row in rows for column in columns)


@lru_cache(maxsize=64)
def _turns(geometry: Geometry) -> list[tuple[int, ...]]:
    """Return the rotations and reflections that map groups to groups, the identity included."""
    places = [tuple(map(int, name[1:].split("C"))) for name in geometry.cells]
    index = {place: i for i, place in enumerate(places)}
    last = max(max(place) for place in places) + 1
    groups = _as_sets(geometry.groups)
    turns = []
    for turn in (
        lambda r, c: (r, c),
        lambda r, c: (c, last - r),
        lambda r, c: (last - r, last - c),
        lambda r, c: (last - c, r),
        lambda r, c: (c, r),
        lambda r, c: (r, last - c),
        lambda r, c: (last - c, last - r),
        lambda r, c: (last - r, c),
    ):
        images = [index.get(turn(*place)) for place in places]
        if None not in images and _as_sets([images[c] for c in g] for g in groups) == groups:
            turns.append(tuple(images))
    return turns


def _as_sets(groups: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    return {frozenset(group) for group in groups}
