"""Demands on the difficulty of new puzzles, and their evaluation.

>>> import nonet
>>> puzzle = nonet.parse("1.3.34....2..1..")
>>> Difficulty(level="Easy").evaluate(puzzle), Difficulty(technique="x-wing").evaluate(puzzle)
((True, None), (False, None))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from nonet.deadline import Deadline
from nonet.errors import PuzzleError, TechniqueError
from nonet.puzzle import Cell, Puzzle
from nonet.setting.technique_order import order_for_techniques

MAX_SINGLES_RATING = 2.3
"""The greatest rating of Sudoku Explainer that singles have."""

SCALE_NAMES = {"se": "explainer", "w": "whip"}


@dataclass(frozen=True)
class Difficulty:
    """Demands on how hard a puzzle is.

    ``rating`` is a scale with the least and the greatest rating, ``level`` a level of HoDoKu.
    Without ``technique`` (or a member of a named set), all techniques that stand before the
    technique in the usual order stop; with the technique they solve the puzzle, or with ``harder``
    may stop again.  ``only``: techniques that suffice.  ``steps``: the number of steps of the
    usual path that are no singles, from and to.  ``opening`` is the first step of the usual path.
    """

    rating: tuple[str, float, float] | None = None
    technique: str = ""
    only: tuple[str, ...] = ()
    level: str = ""
    steps: tuple[int, int] | None = None
    opening: str = ""
    harder: bool = False

    def check(self) -> None:
        """Raise ``PuzzleError`` or ``TechniqueError`` for demands that no puzzle can meet."""
        from nonet.techniques.policies import LEVELS, restricted_policy, technique_keys

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
        if self.level and self.level.capitalize() not in LEVELS:
            raise TechniqueError(f"there is no level {self.level!r}; there are {', '.join(LEVELS)}")
        if self.steps is not None and not 0 <= self.steps[0] <= self.steps[1]:
            raise PuzzleError(f"numbers of steps go up from 0 or more, not {self.steps!r}")
        if self.harder and not self.technique:
            raise PuzzleError("harder steps are allowed or not beside a technique: give one")
        if self.opening:
            technique_keys([self.opening])
        if self.technique or self.only:
            restricted_policy("human", [*self.only, *([self.technique] if self.technique else [])])

    @property
    def scale(self) -> str:
        """The scale of the rating, by the name that ``rate`` knows."""
        assert self.rating is not None
        return SCALE_NAMES.get(self.rating[0].lower(), self.rating[0].lower())

    def evaluate(self, puzzle: Puzzle) -> tuple[bool, float | None]:
        """Whether a puzzle is as hard as wished, and its rating if that was asked for."""
        from nonet.setting.technique_climb import solved_by_singles
        from nonet.techniques import explain, rate

        if self.only and not explain(puzzle, only=self.only, unique=True).logical:
            return False, None
        if self.technique and not self._needs_technique(puzzle):
            return False, None
        if not self._has_opening(puzzle) or not self._has_steps(puzzle):
            return False, None
        if self.level and rate(puzzle, "hodoku").level != self.level.capitalize():
            return False, None
        if self.rating is None:
            return True, None
        _, low, high = self.rating
        if self.scale == "explainer" and low > MAX_SINGLES_RATING and solved_by_singles(puzzle):
            return False, None
        rating = rate(puzzle, self.scale)
        value = {
            "explainer": rating.rating,
            "sukaku": rating.sukaku,
            "hodoku": rating.score,
            "whip": rating.whip,
            "effort": rating.effort,
        }[self.scale]
        return value is not None and low <= value <= high, value

    def adapted(
        self,
        puzzle: Puzzle,
        solution: Mapping[Cell, int],
        clues: tuple[int, int],
        random: Random,
        theme: frozenset[Cell] = frozenset(),
    ) -> Puzzle | None:
        """Return a puzzle of the level or with need of the technique, and with the same solution as
        the drawn puzzle; None if none is found, or the number of clues is not allowed.

        A puzzle that is too hard gets further clues; for a technique, clues are replaced, too
        (``technique_climb.py``), except in the cells of the theme.
        """
        from nonet.setting.level_generation import ease_to_level
        from nonet.setting.technique_climb import TechniqueClimb
        from nonet.techniques.policies import LEVELS

        if self.technique:
            keys = _keys_of(self.technique)
            climb = TechniqueClimb(keys, puzzle, solution, random, self.harder, theme, clues)
            return climb.climb()
        level = LEVELS.index(self.level.capitalize())
        easier = ease_to_level(puzzle, level, Deadline(None), random, solution)
        return easier if easier is not None and len(easier.clues) <= clues[1] else None

    def _needs_technique(self, puzzle: Puzzle) -> bool:
        """Whether a path comes to the technique, for which nothing easier goes on, and solves."""
        from nonet.setting.technique_climb import (
            SINGLES_KEYS,
            path_to_technique,
            solved_by_singles,
        )

        keys = _keys_of(self.technique)
        if not SINGLES_KEYS.intersection(keys) and solved_by_singles(puzzle):
            return False
        path = path_to_technique(keys, puzzle)
        needed = any(step.key in keys for step in path.steps)
        return needed and (self.harder or path.logical)

    def _has_opening(self, puzzle: Puzzle) -> bool:
        from nonet.techniques import hints

        if not self.opening:
            return True
        keys = _keys_of(self.opening)
        first = hints(puzzle, order_for_techniques(keys), unique=True)
        return bool(first) and first[0].key in keys

    def _has_steps(self, puzzle: Puzzle) -> bool:
        from nonet.setting.technique_climb import SINGLES_KEYS
        from nonet.techniques import explain

        if self.steps is None:
            return True
        path = explain(puzzle, unique=True)
        number = sum(step.key not in SINGLES_KEYS for step in path.steps)
        return path.logical and self.steps[0] <= number <= self.steps[1]

    def distance(self, rating: float | None) -> float:
        """By how much a rating misses the wish; 0 where none was asked for."""
        if self.rating is None or rating is None:
            return 0.0
        _, low, high = self.rating
        return max(0.0, low - rating, rating - high)


ANY_DIFFICULTY = Difficulty()
"""No demand at all."""


@lru_cache(maxsize=16)
def _keys_of(name: str) -> tuple[str, ...]:
    """The keys of a technique, or of a set; to look up a name takes two milliseconds."""
    from nonet.techniques.policies import technique_keys

    return technique_keys([name])
