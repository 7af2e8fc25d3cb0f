"""Batches: what a seed draws, batch by batch, each the same whichever process makes it, and when.

>>> import nonet
>>> from nonet.setting.wishes import Wishes
>>> wishes = Wishes(nonet.Sudoku("." * 16))
>>> first = [each.made.tag for each in drawn_in(wishes, 1, 0, Clock(None)) if each.made]
>>> first
['1/0/0', '1/0/1', '1/0/2', '1/0/3']
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from nonet.formats.objects import identity
from nonet.puzzle import Puzzle
from nonet.setting.bench import Clock, Late
from nonet.setting.wishes import Wishes
from nonet.solving.leash import Leash, OutOfTime

if TYPE_CHECKING:
    from nonet.setting.lanes import Rows

BATCHES = (4, 16, 64, 256, 1024)
"""How many are drawn together: few at first, for one is soon wanted; the last goes on for ever."""


@dataclass(frozen=True)
class Generated:
    """A puzzle with one solution, and where it is from.

    ``solution`` is its line; ``tag`` is "seed/batch/place": the same seed and demands give the
    same puzzle there.  ``rating`` is what it was rated, where that was asked for.
    """

    puzzle: Puzzle
    solution: str
    tag: str
    rating: float | None = None

    def to_json(self) -> dict[str, object]:
        """The puzzle, which can be read again, what it came from, and how hard it is."""
        return {
            **identity(self.puzzle),
            "clues": len(self.puzzle.clues),
            "solution": self.solution,
            "rating": self.rating,
            "tag": self.tag,
        }


@dataclass(frozen=True)
class Drawn:
    """A puzzle at ``place`` (batch, place), and whether it is as wished; or, with ``made`` None,
    that a batch was drawn ``of`` so many solutions.

    ``off``: by how much it misses the wish, for one that has not so many clues (1, clues), for one
    of another difficulty (0, rating).
    """

    place: tuple[int, int]
    made: Generated | None = None
    fits: bool = False
    of: int = 0
    off: tuple[int, float] = (0, 0.0)


def drawn_in(wishes: Wishes, seed: int, batch: int, clock: Clock) -> Iterator[Drawn]:
    """The puzzles of one batch that have the clues asked for; raises ``Late``."""
    from nonet.setting.lanes import Rows

    size = BATCHES[min(batch, len(BATCHES) - 1)]
    # what is drawn evenly takes the kernel, and marks take solutions and nothing else
    rows = Rows(wishes.like, clock, many=None if wishes.unbiased or wishes.kind else size)
    rng = rows.random(seed, batch)
    if wishes.unbiased:
        clues, fine, solved = _evenly(wishes, rows, rng)
    else:
        solved = rows.solutions(size, rng)
        if not wishes.kind:
            clues, fine = _clues(wishes, rows, solved, rng)
    yield Drawn((batch, -1), of=len(solved))
    if wishes.kind:
        puzzles = _marked(wishes, rows, solved, f"{seed} {batch}")
    else:
        puzzles = _told(rows, clues, fine, solved)
    for place, puzzle, solution in puzzles:
        fits, rating = wishes.judged(puzzle)
        if fits or rating is not None:
            made = Generated(puzzle, solution, f"{seed}/{batch}/{place}", rating)
            yield Drawn((batch, place), made, fits, off=(0, wishes.off(rating)))
    if not wishes.kind and not fine.any() and (miss := _nearest(wishes, rows, clues, solved)):
        (place, puzzle, solution), off = miss
        yield Drawn(
            (batch, place), Generated(puzzle, solution, f"{seed}/{batch}/{place}"), off=(1, off)
        )


def drawn_by(wishes: Wishes, seed: int, until: float | None, batch: int) -> list[Drawn | None]:
    """A batch, for a process of its own; a last ``None`` says that the time was out.

    ``until`` is a reading of ``time.time``, which all processes have in common.
    """
    clock = Clock(None if until is None else max(0.001, until - time.time()))
    found: list[Drawn | None] = []

    def work() -> None:
        found.extend(drawn_in(wishes, seed, batch, clock))

    try:
        Leash(clock.deadline).call(work)
    except (Late, OutOfTime):
        found.append(None)
    return found


def _marked(
    wishes: Wishes, rows: Rows, solved: Any, seed: str
) -> Iterator[tuple[int, Puzzle, str]]:
    """Puzzles that are told by marks."""
    from nonet.setting.marked import Marking

    below = rows.geometry.first - 1
    marking = Marking(wishes.like, wishes.kind, rows.clock)
    for place, solution in enumerate(solved):
        values = dict(zip(rows.grid.cells, (int(v) + below for v in solution), strict=True))
        puzzle = marking.puzzle(values, Random(f"{seed} {place}"))
        yield place, puzzle, puzzle.line(values)


def _evenly(wishes: Wishes, rows: Rows, rng: Any) -> tuple[Any, Any, Any]:
    """Some of all minimal puzzles, drawn evenly, and which have the clues asked for."""
    from nonet.backends.registry import get_backend

    get_backend("lockstep")
    from nonet.setting import unbiased

    clues, solved = unbiased.drawn(rows, rng)
    low, high = wishes.clues or (0, rows.cells)
    number = (clues > 0).sum(axis=1)
    return clues, (low <= number) & (number <= high), solved


def _nearest(
    wishes: Wishes, rows: Rows, clues: Any, solved: Any
) -> tuple[tuple[int, Puzzle, str], int] | None:
    """Of puzzles none of which has the clues asked for, the one that comes nearest, and by how
    much it misses them."""
    if wishes.clues is None:
        return None
    low, high = wishes.clues
    number = (clues > 0).sum(axis=1).astype(int)
    off = (low - number).clip(0) + (number - high).clip(0)
    nearest = off == off[off > 0].min(initial=rows.cells)
    nearest &= nearest.cumsum() == 1
    if wishes.minimal and not wishes.unbiased:
        nearest[nearest] = rows.is_minimal(clues[nearest], solved[nearest])
    found = next(_told(rows, clues, nearest, solved), None)
    return None if found is None else (found, int(off[found[0]]))


def _told(rows: Rows, clues: Any, fine: Any, solved: Any) -> Iterator[tuple[int, Puzzle, str]]:
    """The puzzles of the rows of clues that are ``fine``, and their solutions."""
    below = rows.geometry.first - 1
    for place in fine.nonzero()[0]:
        values = dict(zip(rows.grid.cells, (int(v) + below for v in solved[place]), strict=True))
        yield int(place), rows.puzzle(clues[place]), rows.like.line(values)


def _clues(wishes: Wishes, rows: Rows, solved: Any, rng: Any) -> tuple[Any, Any]:
    """Rows of clues, and which of them are as asked for."""
    low, high = wishes.clues or (0, rows.cells)
    if wishes.pattern:
        columns = [cell not in wishes.pattern for cell in rows.grid.cells]
        found = solved.copy()
        found[:, columns] = 0
        found[:, rows.theme > 0] = solved[:, rows.theme > 0]
    else:
        keep = 0 if wishes.minimal else low
        groups = rows.groups(wishes.symmetry)
        found = rows.taken_away(solved, rng, groups, keep)
    number = (found > 0).sum(axis=1)
    fine = (low <= number) & (number <= high)
    if wishes.pattern:
        fine[fine] = rows.unique(found[fine], solved[fine])
    if wishes.minimal:
        fine[fine] = rows.is_minimal(found[fine], solved[fine])
    return found, fine
