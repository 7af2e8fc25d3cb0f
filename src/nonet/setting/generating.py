"""New puzzles of a kind: as few clues as can be, or so many, a pattern, a symmetry, a difficulty.

>>> import nonet
>>> for made in generate(2, like=nonet.Sudoku("." * 16), seed=1):
...     print(made.tag, len(made.puzzle.clues) < 8, nonet.verify(made.puzzle).uniqueness.value)
1/0/0 True unique
1/0/1 True unique
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

from nonet.errors import LimitError, PuzzleError
from nonet.formats.statements import RuleEntry, as_rules
from nonet.puzzle import Cell, Puzzle
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
        """The puzzle as a line, what it came from, and how hard it is."""
        return {
            "puzzle": self.puzzle.line(),
            "clues": len(self.puzzle.clues),
            "solution": self.solution,
            "rating": self.rating,
            "tag": self.tag,
        }


class Generation(Iterator[Generated]):
    """Puzzles as they are found.

    ``drawn`` counts the solutions they were drawn from; ``stopped`` says that the time was out.
    ``nearest`` is, where a difficulty was asked for, the puzzle that came nearest to it.
    """

    def __init__(self, wishes: Wishes, clock: Clock, seed: int, after: tuple[int, int]) -> None:
        self.wishes, self.seed = wishes, seed
        self.drawn = 0
        self.stopped = False
        self.nearest: Generated | None = None
        self._clock = clock
        self._leash = Leash(clock.deadline)
        self._left = wishes.count
        self._found = self._search(after)

    def __next__(self) -> Generated:
        if not self._left or self.stopped:
            raise StopIteration
        try:
            found: Generated = self._leash.call(self._found.__next__)
        except (Late, OutOfTime):
            self.stopped = True
            raise StopIteration from None
        self._left -= 1
        return found

    def _search(self, after: tuple[int, int]) -> Iterator[Generated]:
        from nonet.setting.lanes import Rows

        rows = Rows(self.wishes.like, self._clock)
        batch = after[0]
        while True:
            size = BATCHES[min(batch, len(BATCHES) - 1)]
            for place, puzzle, solution in self._batch(rows, batch, size):
                if batch == after[0] and place <= after[1]:
                    continue
                fits, rating = self.wishes.judged(puzzle)
                made = Generated(puzzle, solution, f"{self.seed}/{batch}/{place}", rating)
                if fits:
                    yield made
                elif rating is not None:
                    nearest = self.nearest.rating if self.nearest is not None else None
                    if self.wishes.is_nearer(rating, nearest):
                        self.nearest = made
            batch += 1

    def _batch(self, rows: Rows, batch: int, size: int) -> Iterator[tuple[int, Puzzle, str]]:
        """The puzzles of one batch that have the clues asked for."""
        wishes = self.wishes
        rng = rows.random(self.seed, batch)
        if wishes.unbiased:
            yield from self._evenly(rows, rng)
            return
        solved = rows.solutions(size, rng)
        self.drawn += size
        below = rows.geometry.first - 1
        if wishes.kind:
            from nonet.setting.marked import marked

            for place, solution in enumerate(solved):
                values = dict(zip(rows.grid.cells, (int(v) + below for v in solution), strict=True))
                random = Random(f"{self.seed} {batch} {place}")
                puzzle = marked(wishes.like, values, wishes.kind, random, self._clock)
                yield place, puzzle, puzzle.line(values)
            return
        yield from self._told(rows, self._clues(rows, solved, rng), solved)

    def _evenly(self, rows: Rows, rng: Any) -> Iterator[tuple[int, Puzzle, str]]:
        """Some of all minimal puzzles, drawn evenly, that have the clues asked for."""
        from nonet.backends.registry import get_backend

        get_backend("lockstep")
        from nonet.setting import unbiased

        clues, solved = unbiased.drawn(rows, rng)
        self.drawn += len(clues)
        low, high = self.wishes.clues or (0, rows.cells)
        number = (clues > 0).sum(axis=1)
        clues[(number < low) | (number > high)] = 0
        yield from self._told(rows, clues, solved)

    @staticmethod
    def _told(rows: Rows, clues: Any, solved: Any) -> Iterator[tuple[int, Puzzle, str]]:
        """The puzzles of rows of clues (those without any left out), and their solutions."""
        below = rows.geometry.first - 1
        for place in clues.any(axis=1).nonzero()[0]:
            values = dict(
                zip(rows.grid.cells, (int(v) + below for v in solved[place]), strict=True)
            )
            yield int(place), rows.puzzle(clues[place]), rows.like.line(values)

    def _clues(self, rows: Rows, solved: Any, rng: Any) -> Any:
        """Rows of clues as asked for; zeros where none came of a solution."""
        wishes = self.wishes
        low, high = wishes.clues or (0, rows.cells)
        if wishes.pattern:
            columns = [cell not in wishes.pattern for cell in rows.grid.cells]
            found = solved.copy()
            found[:, columns] = 0
            found[:, rows.theme > 0] = solved[:, rows.theme > 0]
            found[~rows.unique(found, solved)] = 0
        else:
            keep = 0 if wishes.minimal else low
            groups = rows.groups(wishes.symmetry)
            found = rows.taken_away(solved, rng, groups, keep)
        number = (found > 0).sum(axis=1)
        found[(number < low) | (number > high)] = 0
        if wishes.minimal:
            some = found.any(axis=1)
            kept = rows.is_minimal(found[some], solved[some])
            found[some.nonzero()[0][~kept]] = 0
        return found


def generate(
    count: int = 1,
    *,
    like: Puzzle | None = None,
    rules: RuleEntry | Iterable[RuleEntry] = (),
    kind: str = "",
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased: bool = False,
    symmetry: str = "none",
    pattern: str | Iterable[Cell] = (),
    rating: tuple[str, float, float] | None = None,
    technique: str = "",
    only: str | Iterable[str] = (),
    seed: int | None = None,
    after: str = "",
    time_limit: float | None = None,
) -> Generation:
    """Up to ``count`` new puzzles with one solution each, one after another as they are found.

    ``like`` gives the grid, rules and clues to keep (a theme), by default the classic 9x9;
    ``rules`` are added.  ``kind`` makes puzzles told by marks (``killer``, ``thermometer``,
    ``arrow``, ``dots``, ``xv``, ``greater-than``, ``sandwich``) with as few digits as can be.

    Clues are taken away at random until no more can go, in the groups of ``symmetry`` (one of
    ``nonet.setting.SYMMETRIES``).  ``clues``: so many, or from one number to another;
    ``minimal``: each clue is needed by itself, which symmetric puzzles seldom are.  ``pattern``:
    clues in these cells exactly, given as cells or as the line of a puzzle.

    ``rating``: a scale of :func:`nonet.rate` and the least and greatest rating; ``technique``:
    one that the usual path of :func:`nonet.explain` uses; ``only``: techniques that suffice.

    ``seed`` gives the same puzzles each time; ``after``, the ``tag`` of one, goes on behind it.
    After ``time_limit`` seconds the puzzles end: see :class:`Generation` for what there is then.
    Without a limit it may search for ever.

    Drawn by taking clues away, puzzles with few clues come too often, and solutions are not
    drawn evenly.  ``unbiased`` draws minimal classics so that each is as likely as any other
    (``unbiased.py``; it needs the extra ``fast``, and takes some 20 s for 240).

    Raises ``PuzzleError`` for demands that contradict each other, ``TechniqueError`` and
    ``LimitError`` for unknown scales and techniques, and limits that are none.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise LimitError(f"a number of puzzles is a whole number of 1 or more, not {count!r}")
    clock = Clock(time_limit)
    if like is None:
        from nonet.formats import Sudoku

        like = Sudoku("." * 81)
    like = like.with_rules(*as_rules(rules))
    wishes = Wishes(
        like,
        count,
        kind,
        _range(clues),
        minimal,
        symmetry,
        _cells(like, pattern),
        rating,
        technique,
        tuple(only.split(",") if isinstance(only, str) and only else only),
        unbiased,
    )
    wishes.check()
    if seed is None:
        seed = SystemRandom().randrange(1 << 32)
    return Generation(wishes, clock, seed, _place_after(after, seed))


def _range(clues: int | tuple[int, int] | None) -> tuple[int, int] | None:
    if clues is None:
        return None
    low, high = (clues, clues) if isinstance(clues, int) else clues
    if not 0 <= low <= high:
        raise PuzzleError(f"numbers of clues go up from 0 or more, not from {low} to {high}")
    return low, high


def _cells(like: Puzzle, pattern: str | Iterable[Cell]) -> frozenset[Cell]:
    """The cells of a pattern; raises ``PuzzleError`` for one that does not fit the grid."""
    if not isinstance(pattern, str):
        return frozenset(like.grid.cell(cell) for cell in pattern)
    if not pattern:
        return frozenset()
    marks = "".join(pattern.split())
    if len(marks) != len(like.grid.cells):
        raise PuzzleError(
            f"a pattern has a character for each of {len(like.grid.cells)} cells "
            f"('.' or 0 for none), not {len(marks)}"
        )
    pairs = zip(like.grid.cells, marks, strict=True)
    return frozenset(cell for cell, mark in pairs if mark not in ".0")


def _place_after(tag: str, seed: int) -> tuple[int, int]:
    """Batch and place to go on behind."""
    if not tag:
        return 0, -1
    try:
        of, batch, place = map(int, tag.split("/"))
    except ValueError:
        raise PuzzleError(f"a tag is SEED/BATCH/PLACE, not {tag!r}") from None
    if of != seed:
        raise PuzzleError(f"{tag} is of another seed than {seed}")
    return batch, place
