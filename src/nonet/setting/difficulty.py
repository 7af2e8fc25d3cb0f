"""Demands on the difficulty of new puzzles, and their evaluation.

>>> import nonet
>>> puzzle = nonet.parse("1.3.34....2..1..")
>>> Difficulty(level="Easy").evaluate(puzzle), Difficulty(technique="x-wing").evaluate(puzzle)
((True, None), (False, None))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from random import Random

from nonet.deadline import Deadline
from nonet.errors import PuzzleError, TechniqueError
from nonet.puzzle import Cell, Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting.canonical import orbits
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import AssumptionSolver
from nonet.setting.redundancy import quick_puzzle
from nonet.solving import Uniqueness, solve, verify
from nonet.techniques import Path, Policy, explain, hints
from nonet.techniques.entry_search import search_steps
from nonet.techniques.levels import Level
from nonet.techniques.path import MAX_SECONDS, level_of
from nonet.techniques.policies import (
    LEVELS,
    TECHNIQUE_SETS,
    policy,
    restricted_policy,
    technique_keys,
)
from nonet.techniques.rating import ALL_SCALES, rate

# The place of a technique: the order of techniques by which a puzzle is said to need a technique.
#
# A puzzle needs a technique if a path comes to the technique: no technique that the order tries
# before applies.

RARELY_REACHED = frozenset(("simple-colors-wrap", "multi-colors-2"))
"""Techniques that the usual order hardly ever reaches (in 3,475 random minimal classics never):
where one applies, a skyscraper, a kite or a turbot fish nearly always does, and stands before."""


def order_for_techniques(keys: Sequence[str]) -> Policy:
    """Return the order by which a puzzle needs one of some techniques, which come last in it.

    It is the usual order up to their place, without other techniques that are tried together with
    these, such as loops beside an AIC.  A technique that is ``RARELY_REACHED``, or not in the usual
    order, stands after singles, intersections and subsets.
    """
    human = policy("human")
    requested = set(keys)
    places = [n for n, entry in enumerate(human.entries) if requested & set(entry.keys)]
    if not places or requested <= RARELY_REACHED:
        return order_after_basics(keys)
    easier = [entry for entry in human.entries[: places[-1]] if not requested & set(entry.keys)]
    return replace(human, entries=(*easier, *human.restricted_to(*keys).entries))


def order_after_basics(keys: Sequence[str]) -> Policy:
    """Return the order of singles, intersections and subsets, as people try these, and then some
    techniques; for techniques among the basics, all that people try before."""
    human = policy("human")
    basic = TECHNIQUE_SETS["basic"]
    if set(keys) <= set(basic):
        tried = [key for entry in human.entries for key in entry.keys]
        last = max(tried.index(key) for key in keys)
        basic = tuple(key for key in tried[:last] if key in basic)
    return human.restricted_to(*basic, *keys)


# A puzzle that needs a technique, by hill climbing from a drawn puzzle.
#
# Few drawn puzzles need a rare technique, and many are near: the technique applies where singles,
# intersections and subsets stop, but another technique is tried before; or the path uses the
# technique, and stops later. From the first kind the climb goes on with the same solution and
# some other clues, and stays where the technique applies; of the second kind the climb makes a
# puzzle easier, by clues in cells that the path leaves open, as long as the path uses the
# technique. Five puzzles with a naked quadruple took 19 s of CPU time, where fresh draws gave
# three in 60 s.

MAX_CHANGES = 12
"""Changes of a drawn puzzle in which the technique applies, until another puzzle is drawn."""

MAX_EASIER = 30
"""Easier puzzles that are tried for each puzzle whose path uses the technique and stops later."""

MAX_REPLACED_CLUES = 3

LAST_OF_FIRST_PART = "hidden-triple"
"""The technique with which the quick first part of the usual order ends."""

SINGLES_KEYS = frozenset(("full-house", "naked-single", "hidden-single"))
"""The techniques whose steps are not counted as ``Difficulty.steps``."""


class Nearness(IntEnum):
    """How near a puzzle is to needing a technique."""

    FAR = 0
    APPLIES = 1
    """The technique applies where the first part of the order stops."""
    USED = 2
    """The path uses the technique, and stops later."""
    NEEDED = 3
    """The path uses the technique, and solves the puzzle."""


@dataclass
class TechniqueClimb:
    """A climb from a drawn puzzle to one with the same solution that needs one of some techniques.

    ``harder``: the path may stop after the technique.  ``theme``: the cells whose clues stay;
    ``clues``: the least and the greatest number of clues.
    """

    keys: tuple[str, ...]
    drawn: Puzzle
    solution: Mapping[Cell, int]
    random: Random
    harder: bool = False
    theme: frozenset[Cell] = frozenset()
    clues: tuple[int, int] = (0, 1 << 30)

    def climb(self) -> Puzzle | None:
        """Return a puzzle that needs the technique, or None."""
        puzzle = self.drawn
        nearness, path = self._nearness(puzzle)
        for _ in range(MAX_CHANGES):
            if nearness is Nearness.NEEDED:
                return puzzle
            if nearness is Nearness.FAR:
                return None
            if path and nearness is Nearness.USED and (easier := self._easier(puzzle, path)):
                return easier
            changed = self._changed(puzzle)
            if self.clues[0] <= len(changed.clues) <= self.clues[1]:
                new_nearness, new_path = self._nearness(changed)
                if new_nearness >= nearness:
                    puzzle, nearness, path = changed, new_nearness, new_path
        return puzzle if nearness is Nearness.NEEDED else None

    def _nearness(self, puzzle: Puzzle) -> tuple[Nearness, Path | None]:
        """How near a puzzle is, and its path if the path may come to the technique."""
        nearest_if_unused = Nearness.FAR
        if self._first_part is not None:
            start = explain(puzzle, self._first_part, unique=True)
            if start.logical or next(search_steps(start.end, self.keys), None) is None:
                return Nearness.FAR, None
            nearest_if_unused = Nearness.APPLIES
        path = path_to_technique(self.keys, puzzle)
        if not any(step.key in self.keys for step in path.steps):
            return nearest_if_unused, None
        return Nearness.NEEDED if self.harder or path.logical else Nearness.USED, path

    @cached_property
    def _first_part(self) -> Policy | None:
        """The order up to ``LAST_OF_FIRST_PART``; None where the technique stands before."""
        order = order_for_techniques(self.keys)
        tried = [entry.key for entry in order.entries]
        if LAST_OF_FIRST_PART not in tried[:-1]:
            return None
        entries = order.entries[: tried.index(LAST_OF_FIRST_PART) + 1]
        if any(key in self.keys for entry in entries for key in entry.keys):
            return None
        return replace(order, entries=entries)

    def _easier(self, puzzle: Puzzle, path: Path) -> Puzzle | None:
        """Return the puzzle with clues with which the path uses the technique and solves, or None.

        A clue in a cell that the path leaves open comes after the technique, which is then often
        met again.
        """
        remaining = MAX_EASIER
        while len(puzzle.clues) < self.clues[1]:
            open_cells = [cell for cell in path.end.candidates if cell in self.solution]
            for cell in self.random.sample(open_cells, len(open_cells)):
                if not remaining:
                    return None
                remaining -= 1
                easier = puzzle.with_clues({**puzzle.clues, cell: self.solution[cell]})
                path_of_easier = path_to_technique(self.keys, easier)
                if any(step.key in self.keys for step in path_of_easier.steps):
                    if path_of_easier.logical:
                        return easier
                    puzzle, path = easier, path_of_easier
                    break
            else:
                return None
        return None

    def _changed(self, puzzle: Puzzle) -> Puzzle:
        """Replace some clues by clues of the same solution where other solutions differ."""
        clues = dict(puzzle.clues)
        removable = sorted(cell for cell in clues if cell not in self.theme)
        number = min(self.random.randint(1, MAX_REPLACED_CLUES), len(removable))
        for cell in self.random.sample(removable, number):
            del clues[cell]
        solver, other = self._solver_of_others
        while solver.solve([other, *(solver.literals[cell][clues[cell]] for cell in clues)]):
            values = solver.values()
            cell = self.random.choice([c for c, v in self.solution.items() if values[c] != v])
            clues[cell] = self.solution[cell]
        return puzzle.with_clues(clues)

    @cached_property
    def _solver_of_others(self) -> tuple[AssumptionSolver, int]:
        """A solver of its own, so that a seed gives the same again, and the literal under which a
        solution differs from the climb's."""
        structure = self.drawn.model().structure
        solver = AssumptionSolver(
            structure, Deadline(None), "minisat22", fixed_rules=True, bounded_by_propagations=True
        )
        other = solver.new_literal()
        solver.add_clause([-other, *(-solver.literals[c][v] for c, v in self.solution.items())])
        return solver, other


def path_to_technique(keys: tuple[str, ...], puzzle: Puzzle) -> Path:
    """The path by which a puzzle needs techniques, or not."""
    return explain(puzzle, order_for_techniques(keys), unique=True)


# A puzzle of a level.
#
# A puzzle whose every clue is needed is often harder than was wished; then the fewest parts of a
# series of further clues or marks that make the puzzle as easy as wished are added, by bisection:
# more of them are hardly ever harder. A puzzle that is too easy is dropped, and the next is drawn.


def puzzle_of_level(
    like: Puzzle, level: str, *, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> tuple[Puzzle, Level] | None:
    """A new puzzle with the grid and the rules of ``like``, of a level (Easy to Extreme), and its
    level: where the time was out first the nearest; None where no puzzle was made.

    Raises ``TechniqueError`` for a level that is none, else as :func:`quick_puzzle`.
    """
    place = LEVELS.index(checked_level(level))
    clock, random = Deadline(time_limit), Random()
    nearest, distance = None, len(LEVELS) + 1
    while distance and ((remaining := clock.remaining()) is None or remaining > 0):
        puzzle = quick_puzzle(like, time_limit=remaining)
        if puzzle is None:
            break
        solution = solve(puzzle, "native").solution
        assert solution is not None  # it was made with one
        series = with_more_clues(puzzle, solution, random)
        new = ease_to_level(series, LEVELS[place], clock)
        # what logic does not solve is beyond the last level
        away = abs((LEVELS.index(new[1].word) if new[1].word else len(LEVELS)) - place)
        if away < distance:
            nearest, distance = new, away
    return nearest


def checked_level(level: str) -> str:
    """The level of a name; raises ``TechniqueError`` for one that is none."""
    if level.capitalize() not in LEVELS:
        raise TechniqueError(f"there is no level {level!r}; there are {', '.join(LEVELS)}")
    return level.capitalize()


def with_more_clues(
    puzzle: Puzzle,
    solution: Mapping[Cell, int],
    random: Random,
    most: int | None = None,
    symmetry: str = "none",
) -> list[Puzzle]:
    """A puzzle, and with the clues of one more group of a symmetry each, up to ``most`` clues."""
    groups = [group for group in orbits(puzzle.grid, symmetry) if group[0] not in puzzle.clues]
    series = [puzzle]
    for group in random.sample(groups, len(groups)):
        clues = {**series[-1].clues, **{cell: solution[cell] for cell in group}}
        if most is None or len(clues) <= most:
            series.append(puzzle.with_clues(clues))
    return series


OTHER_DIGITS = 4
"""Digits that are tried one by one where the next part of a series makes a puzzle too easy: of Hard
quadruples that was so of two in three puzzles that were too hard."""


def with_other_digits(
    puzzle: Puzzle, solution: Mapping[Cell, int], random: Random
) -> Iterator[Puzzle]:
    """Yield the puzzle with each of some digits alone."""
    for _ in range(OTHER_DIGITS):
        yield from with_more_clues(puzzle, solution, random)[1:2]


def ease_to_level(
    series: Sequence[Puzzle],
    level: str,
    deadline: Deadline,
    alternatives: Callable[[Puzzle], Iterable[Puzzle]] = lambda puzzle: (),
) -> tuple[Puzzle, Level]:
    """Return the first puzzle of a series, each easier than the one before, that is no harder than
    a level, or the last; and its level.

    Where that puzzle is easier than the level, return the first of the ``alternatives`` of the
    puzzle before that is of the level, if there is one.
    """

    def rated(puzzle: Puzzle) -> tuple[Puzzle, Level]:
        remaining = deadline.remaining()
        seconds = MAX_SECONDS if remaining is None else min(MAX_SECONDS, remaining)
        return puzzle, level_of(puzzle, level, max(seconds, 1e-3))

    def is_harder(each: Level) -> bool:
        return not each.word or LEVELS.index(each.word) > LEVELS.index(level)

    low, high, best = 0, len(series) - 1, rated(series[0])
    if not is_harder(best[1]):
        return best
    best = rated(series[high])
    while low + 1 < high:  # the first is harder than the level
        middle = (low + high) // 2
        at_middle = rated(series[middle])
        if is_harder(at_middle[1]):
            low = middle
        else:
            high, best = middle, at_middle
    if best[1].word == level:
        return best
    rest = map(rated, alternatives(series[low]))
    return next((other for other in rest if other[1].word == level), best)


def needs_its_rules(puzzle: Puzzle) -> bool:
    """Whether without the rules of any one name, beside rows, columns and boxes, there are several
    solutions.

    >>> import nonet
    >>> needs_its_rules(nonet.parse("1.3.34....2..1..").with_rules("x"))
    False
    """
    names = {rule.name: rule.name for rule in puzzle.rules if rule not in CLASSIC}
    names |= dict.fromkeys(names.keys() & {"white-dot", "black-dot"}, "dots")
    for kind in dict.fromkeys(names.values()):
        others = tuple(rule for rule in puzzle.rules if names.get(rule.name) != kind)
        verdict = verify(replace(puzzle, rules=others), time_limit=MAX_SECONDS)
        if verdict.uniqueness is not Uniqueness.MULTIPLE:
            return False
    return True


@dataclass(frozen=True)
class Difficulty:
    """Demands on how hard a puzzle is.

    ``rating`` is a scale with the least and the greatest rating; ``level`` a level, of HoDoKu or for
    variants by effort, of a puzzle that needs each of its rules.
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
        if self.rating is not None:
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
        if self.level:
            checked_level(self.level)
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
        return {"se": "explainer"}.get(name := self.rating[0].lower(), name)

    def evaluate(self, puzzle: Puzzle) -> tuple[bool, float | None]:
        """Whether a puzzle is as hard as wished, and its rating if that was asked for."""
        if self.only and not explain(puzzle, only=self.only, unique=True).logical:
            return False, None
        if self.technique and not self._needs_technique(puzzle):
            return False, None
        if not self._has_opening(puzzle) or not self._has_steps(puzzle):
            return False, None
        if self.level:
            level = self.level.capitalize()
            if level_of(puzzle, level).word != level or not needs_its_rules(puzzle):
                return False, None
        if self.rating is None:
            return True, None
        _, low, high = self.rating
        ((_, value, _, _),) = rate(puzzle, self.scale).by_scale()
        return value is not None and low <= value <= high, value

    def _needs_technique(self, puzzle: Puzzle) -> bool:
        keys = keys_of(self.technique)
        path = path_to_technique(keys, puzzle)
        needed = any(step.key in keys for step in path.steps)
        return needed and (self.harder or path.logical)

    def _has_opening(self, puzzle: Puzzle) -> bool:
        if not self.opening:
            return True
        keys = keys_of(self.opening)
        first = hints(puzzle, order_for_techniques(keys), unique=True)
        return bool(first) and first[0].key in keys

    def _has_steps(self, puzzle: Puzzle) -> bool:
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


@lru_cache(maxsize=16)
def keys_of(name: str) -> tuple[str, ...]:
    """The keys of a technique, or of a set; to look up a name takes two milliseconds."""
    return technique_keys([name])
