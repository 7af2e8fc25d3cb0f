"""Geometries: the grid and rules that puzzles share, and a puzzle as a row of numbers.

A row has one number a cell, in reading order: 0 for a blank, else the place of
its value among the grid's values, from 1.  Where values are 1 to n, as usual,
that is the value itself.

>>> geometry = Geometry.square(16, ["x"])
>>> geometry.cells, geometry.size, [rule.name for rule in geometry.blank.rules]
(16, 4, ['rows', 'columns', 'boxes', 'diagonals'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import repeat
from math import isqrt
from typing import Any

import numpy as np

from nonet.errors import PuzzleError
from nonet.formats.base import Reader
from nonet.formats.statements import Box, RuleEntry, parse_rules
from nonet.model import Domain, Model, Structure
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import MAX_VALUES
from nonet.puzzle.unread import require_whole

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Geometry:
    """A grid and rules: ``blank`` is the puzzle without clues."""

    blank: Puzzle

    @classmethod
    def square(
        cls, cells: int, rules: RuleEntry | Iterable[RuleEntry] = (), box: Box | None = None
    ) -> Geometry:
        """The classic square of so many cells, with further rules.

        Raises ``PuzzleError`` if ``cells`` is no square number or a rule does not fit.
        """
        rules = parse_rules(rules)
        if not rules and box is None:
            return _classic_square(cells)
        return cls._cached_square(cells, rules, box)

    @classmethod
    def _cached_square(cls, cells: int, rules: Iterable[RuleEntry], box: Box | None) -> Geometry:
        size = isqrt(cells)
        if size * size != cells or not 1 <= size <= MAX_VALUES:
            raise PuzzleError(
                f"a puzzle has n² cells (16, 81, 256, ...), not {cells}; "
                "for another shape give a puzzle as like"
            )
        shape = Reader(rules=rules, box=box).shape(size)
        return cls.of_puzzle(Puzzle(shape.grid, {}, shape.rules))

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, rules: RuleEntry | Iterable[RuleEntry] = ()) -> Geometry:
        """The grid and rules of a puzzle, with further rules; raises as :meth:`square`."""
        require_whole(puzzle.unread, "the template")
        bare = replace(puzzle, clues={}, candidates={}, name="", comment="", notes={})
        geometry = cls(bare.with_rules(*parse_rules(rules)))
        _ = geometry.structure  # builds the constraints: every rule must fit the grid
        return geometry

    @property
    def structure(self) -> Structure:
        """The declaration that all puzzles share."""
        return self.blank.model().structure

    @property
    def cells(self) -> int:
        """The number of cells: the length of a row."""
        return len(self.blank.grid.cells)

    @cached_property
    def lowest_value(self) -> int:
        """Return the smallest value, whose place is 1."""
        return self.blank.grid.values[0]

    @cached_property
    def size(self) -> int:
        """The place of the largest value."""
        return self.blank.grid.values[-1] - self.lowest_value + 1

    def row_of(self, puzzle: Puzzle) -> list[int]:
        """Return the row of a puzzle.

        Raise ``PuzzleError`` if its geometry differs or the puzzle has candidates.
        """
        if (puzzle.grid, puzzle.rules) != (self.blank.grid, self.blank.rules):
            raise PuzzleError(
                "all puzzles of an array have one grid and the same rules; "
                f"{puzzle.name or puzzle.line()[:81]} differs from the first"
            )
        if puzzle.candidates:
            raise PuzzleError("an array holds clues alone: this puzzle has candidates too")
        clues, below = puzzle.clues, self.lowest_value - 1
        if not below:
            return list(map(clues.get, puzzle.grid.cells, repeat(0)))
        return [clues[cell] - below if cell in clues else 0 for cell in puzzle.grid.cells]

    def model_of(self, row: Sequence[int]) -> Model:
        """The model of a row of clues; variables that rules add beside the cells have none."""
        structure, below = self.structure, self.lowest_value - 1
        narrowed = {
            cell: structure.domains[cell] & Domain.single(below + place)
            for cell, place in zip(self.blank.grid.cells, row, strict=True)
            if place
        }
        return Model.from_structure(structure, narrowed)


@lru_cache(maxsize=16)
def _classic_square(cells: int) -> Geometry:
    """Return the classic square, cached: a new square takes longer than a few answers."""
    return Geometry._cached_square(cells, (), None)
