"""Effort: how hard a variant is, on a scale of its own.

Published scales are made for classic puzzles: they have no scores for sums, lines and clues
outside the grid. A step's effort grows with the technique (the table below), with the number of
cells that have to be looked at, and, where a rule is followed by supposition, with the length of
the chain; it shrinks with the number of places where such a step is to be found, since people find
one of them sooner:

    effort = technique * (1 + cells / 18) / sqrt(places)

A puzzle is as hard as its hardest steps: a path in nonet's order for people has the effort of its
hardest step, four fifths of the next, and so on, each step at least a twentieth of its effort. So a
hundred easy steps come to no more than a few hard ones, and of two puzzles with the same hard steps
the longer is the harder. As 1 + 4/5 + (4/5)² + ... is 5, a level's limit is about five times the
effort of the steps that a path has to have again and again to reach it.

Both are meant for puzzles whose rules are more than "all different"; classic puzzles have Sudoku
Explainer's and HoDoKu's scales.

>>> weighted_total([10.0, 5.0, 10.0])
21.2
>>> effort_level(15.0), effort_level(500.0)
('Easy', 'Extreme')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from math import sqrt

from nonet.techniques.entry_search import search_steps
from nonet.techniques.path import Path
from nonet.techniques.policies import LEVELS, POLICIES, Entry
from nonet.techniques.position import Position
from nonet.techniques.search_deadline import NO_DEADLINE
from nonet.techniques.step import Step

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

DISCOUNT, LEAST_WEIGHT = 0.8, 0.05
"""Of the hardest steps each counts so much of what the one before it does, none less than that."""

MAX_PLACES = 16
"""Places with a step of the same kind that are counted at most: more are no easier to see."""

FORCING, FORCING_LINK = 6, 3
"""The effort of a supposition through constraints, and of each of its links."""


@lru_cache(maxsize=1)
def _table() -> dict[str, float]:
    rows = (line.split() for line in EFFORTS.strip().splitlines())
    return {key: float(effort) for effort, *keys in rows for key in keys}


def technique_effort(step: Step, entry: Entry) -> float:
    """The effort of a step by its technique alone."""
    if step.key == "constraint-forcing":
        return FORCING + FORCING_LINK * (step.difficulty - 400) / 10
    return _table().get(step.key, entry.score / 10)


def step_effort(position: Position, step: Step) -> float:
    """The effort to find and to follow a step at a position."""
    entry = POLICIES["human"].entry_for(step.key)
    cells = max((cells.bit_count() for cells, _ in step.sets), default=0)
    places = 1
    if entry.quick:
        places = max(1, len(set(islice(search_steps(position, entry.keys), MAX_PLACES))))
    return technique_effort(step, entry) * (1 + cells / 18) / sqrt(places)


def step_efforts(path: Path) -> Iterator[float]:
    """The efforts of a path's steps."""
    position = path.start.with_deadline(NO_DEADLINE)
    for step in path.steps:
        yield step_effort(position, step)
        before, position = position, position.after(step)
        before.clear_cache()


def weighted_total(efforts: Iterable[float]) -> float:
    """The effort of steps together: the hardest whole, the next four fifths of it, ..."""
    hardest_first = enumerate(sorted(efforts, reverse=True))
    return round(sum(max(DISCOUNT**rank, LEAST_WEIGHT) * e for rank, e in hardest_first), 1)


def path_effort(path: Path) -> float:
    """The effort of a whole path."""
    return weighted_total(step_efforts(path))


def effort_level(effort: float) -> str:
    """The level of an effort, as a word: Easy to Extreme."""
    return LEVELS[sum(effort > limit for limit in LIMITS)]
