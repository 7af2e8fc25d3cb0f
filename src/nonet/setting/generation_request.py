"""The request of a generator: grid, rules, number, marks, clues and difficulty.

>>> import nonet
>>> wishes = GenerationRequest(nonet.Sudoku("." * 16), minimal=True, clues=(17, 17))
>>> wishes.check()
Traceback (most recent call last):
...
nonet.errors.PuzzleError: 17 clues are more than the grid has cells: 16
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from nonet.errors import PuzzleError
from nonet.model import AllDifferent
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import place
from nonet.puzzle.rules import CLASSIC
from nonet.setting.difficulty import ANY_DIFFICULTY, Difficulty
from nonet.setting.mark_layouts import (
    NO_MARKS,
    MarkDemands,
    least_digits,
    value_symmetry,
    values_without_mark,
)
from nonet.setting.mark_search import mark_generator
from nonet.setting.symmetries import orbits

MIN_CLUES, MAX_MINIMAL_CLUES = 17, 40
"""Of the classic 9x9: no puzzle has fewer clues (McGuire, Tugemann and Civario, "There is no
16-clue Sudoku", Experimental Mathematics 2014), and no minimal puzzle with more clues is known."""


def says_all_different(like: Puzzle) -> bool:
    """Whether the rules of a puzzle say "all different" alone, as rows, columns and boxes do."""
    constraints = like.model().structure.constraints
    return all(isinstance(each, AllDifferent) for each in constraints)


@dataclass(frozen=True)
class GenerationRequest:
    """The demands of :func:`nonet.generate`, checked."""

    like: Puzzle
    count: int = 1
    demands: MarkDemands = NO_MARKS
    clues: tuple[int, int] | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: frozenset[Cell] = frozenset()
    difficulty: Difficulty = ANY_DIFFICULTY
    unbiased: bool = False
    without_regions: Puzzle | None = None
    """The puzzle whose regions are drawn anew for each batch after the first."""
    full_grid: Mapping[Cell, int] | None = None
    """A solution to begin with, where drawing the regions took one."""

    @property
    def has_free_difficulty(self) -> bool:
        """Whether any puzzle with one solution fulfils the demands on clues and difficulty."""
        return not (self.clues or self.minimal or self.pattern) and (
            self.difficulty == ANY_DIFFICULTY
        )

    @property
    def may_add_clues(self) -> bool:
        """Whether clues may be given back where a puzzle is too hard."""
        fixed = self.minimal or self.unbiased or self.pattern or self.demands.kinds
        return not fixed and self.symmetry == "none"

    @property
    def needs_digits(self) -> bool:
        """Whether marks are asked for on a grid that is too large for marks alone."""
        return bool(self.demands.kinds) and self.demands.needs_digits(len(self.like.grid.cells))

    def check(self) -> None:
        """Raise ``PuzzleError`` or ``TechniqueError`` for a request that cannot be fulfilled."""
        cells = len(self.like.grid.cells)
        orbits(self.like.grid, self.symmetry)
        kinds = self.demands.kinds
        for kind in kinds:
            mark_generator(kind)
        if kinds and (self.pattern or self.symmetry != "none" or self.minimal):
            raise PuzzleError(
                f"{', '.join(kinds)}: give no pattern or symmetry, and not minimal; digits are "
                "as few as can be, or as many as clues say"
            )
        if not kinds and (self.demands.marks or self.demands.sizes):
            raise PuzzleError("marks and their sizes are asked for with a kind")
        if self.unbiased and (kinds or self.pattern or self.symmetry != "none"):
            raise PuzzleError(
                "unbiased draws from all minimal puzzles: give no kind, pattern or symmetry"
            )
        if self.pattern and (self.clues or self.symmetry != "none"):
            raise PuzzleError("a pattern says where clues are: no number and no symmetry besides")
        if self.pattern and self.like.rules == CLASSIC:
            self._check_exchangeable_lines()
        least, most = self.clues or (0, cells)
        if least > cells:
            raise PuzzleError(f"{least} clues are more than the grid has cells: {cells}")
        classic = self.like.rules == CLASSIC and cells == 81
        if self.unbiased and (not classic or self.like.clues):
            raise PuzzleError(
                "unbiased draws plain 9x9 classics alone: give no rules, size or clues"
            )
        if classic and not kinds:
            most = len(self.pattern) or most
            if most < MIN_CLUES:
                raise PuzzleError(f"no classic 9x9 has fewer than {MIN_CLUES} clues")
            if (self.minimal or self.unbiased) and max(
                least, len(self.pattern)
            ) > MAX_MINIMAL_CLUES:
                raise PuzzleError(f"no minimal 9x9 of more than {MAX_MINIMAL_CLUES} clues is known")
        self._check_digits(self.demands.digits[1] if self.demands.digits else most)
        self.difficulty.check()

    def _check_digits(self, most: int) -> None:
        """Raise ``PuzzleError`` for fewer digits than any puzzle of these kinds and rules has."""
        kinds, values = self.demands.kinds, self.like.grid.values
        least = least_digits(kinds, values)
        if most >= least or self.like.clues:
            return
        if not says_all_different(self.like):
            return
        low, high = values[0], values[-1]
        image = {
            "mirrored": f"each value may be {low + high} minus it",
            "ends": f"{low} and {high} may trade places",
            "parity": "values of one parity may trade places",
            "names": "values may trade places",
        }[str(value_symmetry(kinds, values))]
        if values_without_mark(kinds, values)[1:]:
            image = f"{image}, and values that stand in no line may trade places"
        marks = f"{' and '.join(kinds)} marks" if kinds else "rows, columns and regions"
        other = " or add a kind that tells them apart (as thermometer)" if kinds else ""
        raise PuzzleError(
            f"no puzzle of {marks} has fewer than {least} digit{'s' * (least > 1)}: in a solution "
            f"{image}. Ask for {least} or more{other}"
        )

    def _check_exchangeable_lines(self) -> None:
        """Raise ``PuzzleError`` for a pattern without a clue in two lines of one band or stack:
        such lines may trade values."""
        clues = {place(cell) for cell in (*self.pattern, *self.like.clues)}
        for block in self.like.grid.blocks if len(self.like.grid.blocks) == 1 else ():
            for axis, many in enumerate(block.box or ()):
                given = {at[axis] for at in clues}
                length = (block.height, block.width)[axis]
                free = [line for line in range(length) if line not in given]
                for first, second in pairwise(free):
                    if first // many == second // many:
                        lines = f"{'columns' if axis else 'rows'} {first + 1} and {second + 1}"
                        message = f"no puzzle has its clues there: {lines} have none"
                        raise PuzzleError(f"{message}, so their values could be exchanged")
