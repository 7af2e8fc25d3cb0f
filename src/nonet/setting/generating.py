"""New puzzles of a kind: as few clues as can be, or so many, a pattern, a symmetry, a difficulty.

>>> import nonet
>>> for made in generate(2, like=nonet.Sudoku("." * 16), seed=1):
...     print(made.tag, len(made.puzzle.clues) < 8, nonet.verify(made.puzzle).uniqueness.value)
1/0/0 True unique
1/0/1 True unique
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import chain
from itertools import count as numbers
from random import Random, SystemRandom

from nonet.deadline import Deadline, DeadlineExceeded, report_progress
from nonet.errors import PuzzleError, check_whole_number
from nonet.formats.statements import RuleEntry, parse_rules
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.rules.units import Jigsaw
from nonet.puzzle.unread import require_whole
from nonet.setting.difficulty import Difficulty
from nonet.setting.generation_batches import (
    DrawnPuzzle,
    Generated,
    draw_batch,
    draw_batch_in_process,
)
from nonet.setting.generation_request import GenerationRequest, says_all_different
from nonet.setting.mark_layouts import MarkDemands, checked_ranges, with_dot_for_digit
from nonet.setting.mark_search import kind_name, mark_kind
from nonet.setting.regions import with_random_regions
from nonet.solving.closable import Closable

MAX_SMALL_CELLS = 36
"""Cells up to which a puzzle may well be drawn twice; of larger grids that is not looked for."""
MarkRange = int | tuple[int, int]
MarkRanges = MarkRange | Mapping[str, MarkRange] | None

MAX_REPEATS = 10_000
"""Puzzles in turn that were drawn before, after which there are hardly more."""


class Generation(Closable, Iterator[Generated]):
    """New puzzles, one by one; close a generation that is left early and has processes.

    ``solutions_drawn`` counts the solutions drawn so far; ``stopped`` says that the time was out.
    ``nearest`` is, with a requested difficulty or number of clues, the puzzle that came nearest to
    the request.  ``exhausted`` says that there seem to be no more: grid, rules and theme have one
    solution without further clues, or, of a small grid, ``MAX_REPEATS`` puzzles came in turn that
    had come before.
    """

    def __init__(
        self,
        request: GenerationRequest,
        deadline: Deadline,
        seed: int,
        after: tuple[int, int],
        jobs: int,
    ) -> None:
        self.request, self.seed = request, seed
        self.solutions_drawn = 0
        self.stopped = self.exhausted = False
        self.nearest: Generated | None = None
        self._nearest_distance = (0, 0.0)
        self._deadline = deadline
        report_progress(
            lambda: f"{self.solutions_drawn} solutions tried" if self.solutions_drawn else ""
        )
        self._remaining = request.count
        self._puzzles = self._search(after, jobs)

    def __repr__(self) -> str:
        return f"<Generation, {self._remaining} puzzles to come, seed {self.seed}: iterate over it>"

    def __next__(self) -> Generated:
        if not self._remaining or self.stopped:
            self.close()
            raise StopIteration
        try:
            generated: Generated = self._deadline.call(self._puzzles.__next__)
        except DeadlineExceeded:
            if not self._deadline.expired:
                raise
            self.stopped = True
            raise StopIteration from None
        self._remaining -= 1
        return generated

    def close(self) -> None:
        """End the processes, if there are any; no more puzzles come."""
        self._remaining = 0
        self._puzzles.close()

    def _search(self, after: tuple[int, int], jobs: int) -> Generator[Generated]:
        batches: Generator[Iterable[DrawnPuzzle | None]]
        like = self.request.like
        known: set[object] | None = set() if len(like.grid.cells) <= MAX_SMALL_CELLS else None
        first, again = 0 if known is not None else after[0], 0
        if jobs == 1:
            batches = (
                draw_batch(self.request, self.seed, at, self._deadline) for at in numbers(first)
            )
        else:
            batches = self._batches_by_processes(first, jobs)
        with closing(batches):
            for each in chain.from_iterable(batches):
                if each is None:
                    raise DeadlineExceeded
                self.solutions_drawn += each.solutions_drawn
                if each.generated is None:
                    continue
                puzzle = each.generated.puzzle
                if known is not None:
                    key = (frozenset(puzzle.clues.items()), puzzle.rules)
                    again = again + 1 if key in known else 0
                    known.add(key)
                    if again == MAX_REPEATS:
                        self.exhausted = True
                        return
                if again or each.place <= after:
                    continue
                if each.fits:
                    yield each.generated
                elif self.nearest is None or each.distance < self._nearest_distance:
                    self.nearest, self._nearest_distance = each.generated, each.distance
                if not self.request.demands.kinds and puzzle.clues == like.clues:
                    self.exhausted = True
                    return

    def _batches_by_processes(self, first: int, jobs: int) -> Generator[list[DrawnPuzzle | None]]:
        """The batches in order, each made in some process."""
        from nonet.solving.process_pool import ProcessPool

        remaining = self._deadline.remaining()
        until = None if remaining is None else time.time() + remaining
        work = partial(draw_batch_in_process, self.request, self.seed, until)
        with ProcessPool(jobs) as processes:
            for _, batch in processes.map_in_order(work, numbers(first)):
                yield batch


def generate(
    count: int = 1,
    *,
    like: Puzzle | None = None,
    rules: RuleEntry | Iterable[RuleEntry] = (),
    kind: str | Iterable[str] = (),
    marks: MarkRanges = None,
    sizes: MarkRanges = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool = False,
    unbiased: bool = False,
    symmetry: str = "none",
    pattern: str | Iterable[Cell] = (),
    rating: tuple[str, float, float] | None = None,
    technique: str = "",
    only: str | Iterable[str] = (),
    level: str = "",
    steps: int | tuple[int, int] | None = None,
    opening: str = "",
    harder: bool = False,
    seed: int | None = None,
    after: str = "",
    jobs: int = 1,
    time_limit: float | None = None,
) -> Generation:
    """Generate up to ``count`` new puzzles with one solution each, one by one.

    ``like`` gives the grid, rules and clues to keep (a theme), by default the classic 9x9;
    ``rules`` are added (of a ``jigsaw`` without a layout the regions are drawn, for each puzzle).

    ``kind`` makes puzzles with marks of one or several kinds: ``killer``, ``thermometer``,
    ``arrow``, ``dots`` ..., or any rule that has a place and needs no text (``mark_search.py``).
    ``marks`` and ``sizes`` give the number of marks and the number of cells of each mark: a number,
    two numbers, or a mapping by kind (``{"arrow": 2, "killer": (4, 6)}``); by default the numbers
    of ``mark_layouts.LAYOUTS``.  There are no digits where marks of the kind can do without, else
    as few as marks leave, or so many as ``clues`` says; with ``clues=0`` a black dot tells a
    solution from its image where a digit did (whispers, renban, sandwiches).

    Clues are taken away at random until no more can go, in the groups of ``symmetry`` (a name in
    ``symmetries.SYMMETRIES``).  ``clues``: so many, or from one number to another; ``minimal``:
    each clue is needed by itself, which symmetric puzzles seldom are.  ``pattern``: clues in these
    cells exactly, given as cells or as the line of a puzzle.

    ``rating``: a scale of :func:`nonet.rate` and the least and greatest rating; ``level``: a level
    of HoDoKu.  ``technique``: without this technique, all that stand before in the usual order of
    :func:`nonet.explain` stop, and with this technique they solve the puzzle (with ``harder``,
    harder techniques may be needed besides); clues are given back and replaced for that where
    ``minimal``, ``symmetry`` and ``clues`` allow.  ``only``: techniques that suffice; ``steps``:
    steps of the usual path that are no singles; ``opening``: its first step.

    ``seed`` gives the same puzzles each time, in so many processes (``jobs``) as you like;
    ``after``, the ``tag`` of a puzzle, continues behind this puzzle.  Processes take a second or
    two to start.  After ``time_limit`` seconds the puzzles end: see :class:`Generation` for the
    state at the end.  Where grid, rules and theme have one solution without a further clue, one
    puzzle comes; of a grid of up to ``MAX_SMALL_CELLS`` cells none comes twice.  Without a limit
    the search may never end.

    Drawn by taking clues away, puzzles with few clues come too often, and solutions are not drawn
    evenly.  ``unbiased`` draws minimal classics so that each is as likely as any other
    (``unbiased.py``; the first takes some 3 s, ninety 25).

    Raises ``PuzzleError`` for demands that contradict each other, ``TechniqueError`` and
    ``LimitError`` for unknown scales and techniques, and limits that are none.

    >>> from nonet import Sudoku, verify
    >>> puzzle = next(generate(like=Sudoku("." * 16), seed=1)).puzzle
    >>> verify(puzzle).uniqueness.value
    'unique'
    """
    check_whole_number(count, "a number of puzzles")
    check_whole_number(jobs, "a number of processes")
    clock = Deadline(time_limit)
    if like is not None:
        require_whole(like.unread, "the template")
    seed = SystemRandom().randrange(1 << 32) if seed is None else seed
    like, without_regions, full_grid = _with_rules(like, rules, seed, clock)
    demands = mark_demands(kind, marks, sizes, _clue_range(clues))
    if says_all_different(like) and not like.clues:
        demands = with_dot_for_digit(demands, like.grid.values)
    wishes = GenerationRequest(
        like,
        count,
        demands,
        None if kind else _clue_range(clues),
        minimal,
        symmetry,
        _pattern_cells(like, pattern),
        Difficulty(
            rating,
            technique,
            tuple(only.split(",") if isinstance(only, str) and only else only),
            level,
            (steps, steps) if isinstance(steps, int) else steps,
            opening,
            harder,
        ),
        unbiased,
        without_regions,
        full_grid,
    )
    wishes.check()
    return Generation(wishes, clock, seed, _place_after(after, seed), jobs)


def mark_demands(
    kind: str | Iterable[str], marks: MarkRanges, sizes: MarkRanges, digits: tuple[int, int] | None
) -> MarkDemands:
    """The demands on marks; raises ``PuzzleError`` for a kind that is none."""
    given = kind.split(",") if isinstance(kind, str) else list(kind)
    kinds = tuple(dict.fromkeys(kind_name(name) for name in given if name.strip()))

    def ranges(requested: MarkRanges, what: str) -> dict[str, tuple[int, int]]:
        if isinstance(requested, Mapping):
            requested = {name and kind_name(name): value for name, value in requested.items()}
        return checked_ranges(requested, kinds, what)

    return MarkDemands(kinds, ranges(marks, "marks"), ranges(sizes, "cells"), digits)


def _with_rules(
    like: Puzzle | None, given: RuleEntry | Iterable[RuleEntry], seed: int, clock: Deadline
) -> tuple[Puzzle, Puzzle | None, Mapping[Cell, int] | None]:
    """Return a puzzle, by default the blank 9x9, with further rules; and, if these rules include a
    jigsaw without a layout, whose regions are drawn, the puzzle without the jigsaw, and perhaps a
    solution.

    A rule whose marks are to be drawn is a kind, not a rule to add.
    """
    alone = isinstance(given, str | PuzzleRule | Mapping)
    entries: tuple[RuleEntry, ...] = (given,) if alone else tuple(given)  # type: ignore[assignment, arg-type]
    names = [entry.strip() if isinstance(entry, str) else "" for entry in entries]
    for name in names:
        if name and (kind := mark_kind(name)):
            raise PuzzleError(
                f"rule {kind} needs its marks; to have them drawn ask for kind={kind!r} "
                f"(--kind {kind})"
            )
    drawn = [name in (Jigsaw.name, *Jigsaw.aliases) for name in names]
    pairs = zip(entries, drawn, strict=True)
    if like is None:
        from nonet.formats import Sudoku

        like = Sudoku("." * 81)
    like = like.with_rules(*parse_rules([entry for entry, draw in pairs if not draw]))
    if not any(drawn):
        return like, None, None
    drawn_puzzle, full_grid = with_random_regions(like, Random(f"{seed} regions"), clock)
    return drawn_puzzle, like, full_grid


def _clue_range(clues: int | tuple[int, int] | None) -> tuple[int, int] | None:
    if clues is None:
        return None
    low, high = (clues, clues) if isinstance(clues, int) else clues
    if not 0 <= low <= high:
        raise PuzzleError(f"numbers of clues go up from 0 or more, not from {low} to {high}")
    return low, high


def _pattern_cells(like: Puzzle, pattern: str | Iterable[Cell]) -> frozenset[Cell]:
    """Return the cells of a pattern; raise ``PuzzleError`` for a pattern that does not fit the
    grid."""
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
