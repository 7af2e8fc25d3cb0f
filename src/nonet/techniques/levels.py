"""Difficulty: the effort of steps, and the level of a path as a word, with its number and its scale.

The one measure of difficulty, of ratings, paths, generated puzzles, books and the page.

>>> print(level_of_steps(POLICIES["human"], [20.0, 4.0, 3.0]))
Medium, effort 25.1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf, sqrt
from typing import Any, NamedTuple

from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.techniques.entry_search import search_steps
from nonet.techniques.policies import LEVELS, POLICIES, Entry, Policy
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE
from nonet.techniques.step import Step

# Effort: how hard a variant is, on a scale of its own.
#
# Published scales are made for classic puzzles: they have no scores for sums, lines and clues
# outside the grid. A step's effort grows with the technique (the table below), with the number of
# cells that have to be looked at, and, where a rule is followed by supposition, with the length
# of the chain; it shrinks with the number of places where such a step is to be found, since
# people find one of them sooner:
#
#     effort = technique * (1 + cells / 18) / sqrt(places)
#
# A puzzle is as hard as its hardest steps: a path in nonet's order for people has the effort of
# its hardest step, four fifths of the next, and so on, each step at least a twentieth of its
# effort. So a hundred easy steps come to no more than a few hard ones, and of two puzzles with
# the same hard steps the longer is the harder. As 1 + 4/5 + (4/5)² + ... is 5, a level's limit is
# about five times the effort of the steps that a path has to have again and again to reach it.
#
# Both are meant for puzzles whose rules are more than "all different"; classic puzzles have
# Sudoku Explainer's and HoDoKu's scales.

EFFORTS = """
0.3 full-house
1 hidden-single clone-pairs kropki-pairs xv-pairs comparisons
1.5 naked-single unmarked-pairs thermometer-bounds between-bounds whispers-parity
2 renban-ranges entropic-cycle arrow-sums cage-combinations little-killer-bounds
2 sandwich-combinations x-sum-combinations line-sums skyscraper-bounds constraint
3 pointing claiming locked-pair
4 innies naked-pair locked-triple
5 outies hidden-pair locked-in-constraint
6 naked-triple
8 hidden-triple constraint-and-house set-equivalence
"""
"""The effort of techniques that people use in variants all the time; of any other it is a tenth
of its score in nonet's order for people (an X-wing 14, a chain 28).
"""

LIMITS = (20, 50, 150, 400)
"""The greatest efforts of the levels Easy, Medium, Hard and Unfair."""

LIMITS_BY_KIND = {"killer": (15, 25, 75, 200)}
"""The same of puzzles of one kind, by published levels: a killer that its site calls expert has the
effort 16, four of the highest of ten levels of another site have 44, 125, 150 and 193; the easiest
that small cages make without a digit has 12.  Of other kinds with published levels, what these call
trivial or easy is Easy by the usual limits."""

TITLES = {
    "explainer": "Sudoku Explainer",
    "sukaku": "Sukaku Explainer",
    "hodoku": "HoDoKu",
    "effort": "effort",
}
"""The names of the scales as people read them."""


class Level(NamedTuple):
    """A level as a word, with its number on a scale: effort, or HoDoKu's score.

    Where logic did not solve the puzzle in time, the word is empty and the number infinite; of a
    scale without levels the word is empty.
    """

    word: str
    number: float
    scale: str

    def to_json(self) -> dict[str, Any]:
        """The level as plain data for JSON; ``score`` is None where logic found no solution."""
        number = None if self.number == inf else self.number
        return {"level": self.word, "score": number, "scale": self.scale}

    def __str__(self) -> str:
        if self.number == inf:
            return "not solved by logic"
        return f"{self.word}, {self.scale} {self.number:g}".removeprefix(", ")


NO_LEVEL = Level("", inf, "")
"""Where no scale with levels was asked for, or there is nothing to rate."""

DISCOUNT, LEAST_WEIGHT = 0.8, 0.05
"""Of the hardest steps each counts so much of what the one before it does, none less than that."""

MAX_PLACES = 16
"""Places with a step of the same kind that are counted at most: more are no easier to see."""

FORCING, FORCING_LINK = 6, 3
"""The effort of a supposition through constraints, and of each of its links."""


_EFFORT_BY_KEY = {
    key: float(effort)
    for effort, *keys in map(str.split, EFFORTS.strip().splitlines())
    for key in keys
}


def technique_effort(step: Step, entry: Entry) -> float:
    """The effort of a step by its technique alone."""
    if step.key == "constraint-forcing":
        return FORCING + FORCING_LINK * (step.difficulty - 400) / 10
    return _EFFORT_BY_KEY.get(step.key, entry.score / 10)


def step_effort(position: Position, step: Step) -> float:
    """The effort to find and to follow a step at a position."""
    entry = POLICIES["human"].entry_for(step.key)
    cells = max((cells.bit_count() for cells, _ in step.sets), default=0)
    places = 1
    if entry.quick:
        places = max(1, len(set(islice(search_steps(position, entry.keys), MAX_PLACES))))
    return technique_effort(step, entry) * (1 + cells / 18) / sqrt(places)


def step_efforts(start: Position, steps: Iterable[Step]) -> Iterator[float]:
    """The efforts of the steps of a path."""
    position = start.with_deadline(NO_DEADLINE)
    for step in steps:
        yield step_effort(position, step)
        before, position = position, position.after(step)
        before.clear_cache()


def weighted_total(efforts: Iterable[float]) -> float:
    """The effort of steps together: the hardest whole, the next four fifths of it, ..."""
    hardest_first = enumerate(sorted(efforts, reverse=True))
    return round(sum(max(DISCOUNT**rank, LEAST_WEIGHT) * e for rank, e in hardest_first), 1)


def limits_of(puzzle: Puzzle | None) -> tuple[int, ...]:
    """The greatest efforts of the levels, by the kind of a puzzle."""
    further = {rule.name for rule in puzzle.rules if rule not in CLASSIC} if puzzle else set()
    return LIMITS_BY_KIND.get(further.pop(), LIMITS) if len(further) == 1 else LIMITS


# One measure of difficulty, for ratings, paths, generated puzzles, books and pages: the level of the
# steps of a path, by the policy that took them.


def level_of_steps(
    policy: Policy,
    numbers: Iterable[float],
    ranks: Iterable[str] = (),
    puzzle: Puzzle | None = None,
) -> Level:
    """The level of a path: of nonet's order for people by efforts, else by the policy's scores.

    ``numbers`` are the efforts or scores of the steps, ``ranks`` the levels of their techniques.
    """
    if policy.name == "human":
        total = weighted_total(numbers)
        word = LEVELS[sum(total > limit for limit in limits_of(puzzle))]
        return Level(word, total, TITLES["effort"])
    total = round(policy.total(numbers), 1)
    word = policy.level(ranks, total) if policy.limits else ""
    return Level(word, total, TITLES.get(policy.name, policy.title))
