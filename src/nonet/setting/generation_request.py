"""What is wished of new puzzles, and whether one fulfils it.

>>> import nonet
>>> wishes = GenerationRequest(nonet.Sudoku("." * 16), minimal=True, clues=(17, 17))
>>> wishes.check()
Traceback (most recent call last):
...
nonet.errors.PuzzleError: 17 clues are more than the grid has cells: 16
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from nonet.errors import PuzzleError, TechniqueError
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.grid import place
from nonet.puzzle.rules import CLASSIC
from nonet.setting.mark_layouts import NO_MARKS, MarkDemands
from nonet.setting.mark_search import mark_generator
from nonet.setting.symmetries import orbits
from nonet.setting.technique_order import order_for_techniques

MIN_CLUES, MAX_MINIMAL_CLUES = 17, 40
"""Of the classic 9x9: no puzzle has fewer clues (McGuire, Tugemann and Civario, "There is no
16-clue Sudoku", Experimental Mathematics 2014), and no minimal one with more is known."""

MAX_SINGLES_RATING = 2.3
"""The greatest rating of Sudoku Explainer that singles have."""

SINGLES_KEYS = frozenset(("full-house", "naked-single", "hidden-single"))
"""What the usual path uses where unit propagation suffices."""

SCALE_NAMES = {"se": "explainer", "w": "whip"}


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
    rating: tuple[str, float, float] | None = None
    technique: str = ""
    only: tuple[str, ...] = ()
    unbiased: bool = False

    def check(self) -> None:
        """Raise ``PuzzleError`` or ``TechniqueError`` for what cannot be fulfilled."""
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
        if self.rating is not None:
            from nonet.techniques.rating import ALL_SCALES

            if len(self.rating) != 3:
                raise PuzzleError(
                    "a rating is a scale, the least and the greatest, as ('explainer', 7.0, 7.5), "
                    f"not {self.rating!r}"
                )
            scale, low, high = self.rating
            if self.scale not in ALL_SCALES:
                raise TechniqueError(f"unknown scale {scale!r}: there are {', '.join(ALL_SCALES)}")
            if low > high:
                raise PuzzleError(f"a rating from {low:g} to {high:g} is none")
        if self.technique or self.only:
            from nonet.techniques.policies import restricted_policy

            restricted_policy("human", [*self.only, *([self.technique] if self.technique else [])])

    def _check_exchangeable_lines(self) -> None:
        """Refuse a pattern without a clue in two lines of one band or stack: they may trade."""
        clues = {place(cell) for cell in (*self.pattern, *self.like.clues)}
        for block in self.like.grid.blocks if len(self.like.grid.blocks) == 1 else ():
            for axis, many in enumerate(block.box or ()):
                given = {at[axis] for at in clues}
                length = (block.height, block.width)[axis]
                free = [line for line in range(length) if line not in given]
                for one, other in pairwise(free):
                    if one // many == other // many:
                        lines = f"{'columns' if axis else 'rows'} {one + 1} and {other + 1}"
                        told = f"no puzzle has its clues there: {lines} have none"
                        raise PuzzleError(f"{told}, so their values could be exchanged")

    @property
    def scale(self) -> str:
        """The scale of the rating, by the name that ``rate`` knows."""
        assert self.rating is not None
        return SCALE_NAMES.get(self.rating[0].lower(), self.rating[0].lower())

    def evaluate(self, puzzle: Puzzle) -> tuple[bool, float | None]:
        """Whether a puzzle is as hard as wished, and its rating if that was asked for."""
        from nonet.techniques import explain, rate

        if self.only and not explain(puzzle, only=self.only, unique=True).logical:
            return False, None
        if self.technique and not self._uses_technique(puzzle):
            return False, None
        if self.rating is None:
            return True, None
        _, low, high = self.rating
        if self.scale == "explainer" and low > MAX_SINGLES_RATING and _solved_by_singles(puzzle):
            return False, None
        found = rate(puzzle, self.scale)
        value = {
            "explainer": found.rating,
            "sukaku": found.sukaku,
            "hodoku": found.score,
            "whip": found.whip,
        }[self.scale]
        return value is not None and low <= value <= high, value

    def _uses_technique(self, puzzle: Puzzle) -> bool:
        """Whether a path comes to the technique by the order in which it stands."""
        from nonet.techniques import explain
        from nonet.techniques.policies import technique_keys

        wanted = technique_keys([self.technique])
        if not SINGLES_KEYS.intersection(wanted) and _solved_by_singles(puzzle):
            return False
        path = explain(puzzle, order_for_techniques(wanted), unique=True)
        return any(step.key in wanted for step in path.steps)

    def rating_distance(self, rating: float | None) -> float:
        """By how much a rating misses the wish; 0 where none was asked for."""
        if self.rating is None or rating is None:
            return 0.0
        _, low, high = self.rating
        return max(0.0, low - rating, rating - high)


def _solved_by_singles(puzzle: Puzzle) -> bool:
    """Whether unit propagation solves it."""
    from nonet.deadline import Deadline
    from nonet.setting.assumption_solver import PROPAGATOR, assumption_solver_for

    model = puzzle.model()
    with assumption_solver_for(model.structure, Deadline(None), PROPAGATOR) as bench:
        clues = [bench.literals[cell][value] for cell, value in puzzle.clues.items()]
        _, implied = bench.propagate([*bench.rules, *clues])
        given = len(set(clues))
        found = {x for x in implied if 0 < x <= len(bench.assignments)} - set(clues)
    return given + len(found) >= len(puzzle.grid.cells)
