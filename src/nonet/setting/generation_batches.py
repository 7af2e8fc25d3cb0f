"""Batches: the draws of a seed, batch by batch, each the same in whichever process and order
batches are made.

>>> import nonet
>>> from nonet.setting.generation_request import GenerationRequest
>>> wishes = GenerationRequest(nonet.Sudoku("." * 16))
>>> first = [each.generated.tag for each in draw_batch(wishes, 1, 0, Deadline(None)) if each.generated]
>>> first
['1/0/0', '1/0/1', '1/0/2', '1/0/3']
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from nonet.deadline import Deadline
from nonet.formats.json import puzzle_identity
from nonet.puzzle import Cell, Puzzle
from nonet.setting.generation_request import GenerationRequest
from nonet.setting.regions import with_random_regions

if TYPE_CHECKING:
    from nonet.setting.puzzle_rows import PuzzleRows

BATCH_SIZES = (4, 16, 64, 256, 1024, 2048)
"""Number of puzzles drawn together: few at first, for the first is soon wanted; the last number
repeats for ever."""

MAX_LARGE_BATCH = 16
"""Number of 16x16 drawn together, at most: a puzzle takes a tenth of a second."""


@dataclass(frozen=True)
class Generated:
    """A puzzle with one solution, and its origin.

    ``solution`` is its line; ``tag`` is "seed/batch/place": the same seed and demands give the same
    puzzle there.  ``rating`` is its rating, if the request has a rating.
    """

    puzzle: Puzzle
    solution: str
    tag: str
    rating: float | None = None

    def to_json(self) -> dict[str, object]:
        """Return the puzzle in a readable form, its solution, its tag and its rating."""
        return {
            **puzzle_identity(self.puzzle),
            "clues": len(self.puzzle.clues),
            "solution": self.solution,
            "rating": self.rating,
            "tag": self.tag,
        }


@dataclass(frozen=True)
class DrawnPuzzle:
    """A puzzle at ``place`` (batch, place), and whether the puzzle fits the request; or, with
    ``generated`` None, the number of solutions that a batch has drawn (``solutions_drawn``).

    ``distance``: by how much a puzzle misses the request: (1, clues) for a wrong number of clues,
    (0, rating) for another difficulty.
    """

    place: tuple[int, int]
    generated: Generated | None = None
    fits: bool = False
    solutions_drawn: int = 0
    distance: tuple[int, float] = (0, 0.0)


def draw_batch(
    request: GenerationRequest, seed: int, batch: int, deadline: Deadline
) -> Iterator[DrawnPuzzle]:
    """The puzzles of one batch that have the clues asked for; raises ``DeadlineExceeded``.

    Where regions are drawn, each batch has its own, and ends with its first puzzle.
    """
    if request.without_regions is None:
        yield from _draw_batch(request, seed, batch, deadline)
        return
    if batch:
        random = Random(f"{seed} regions {batch}")
        like, full_grid = with_random_regions(request.without_regions, random, deadline)
        request = replace(request, like=like, full_grid=full_grid)
    for drawn in _draw_batch(request, seed, batch, deadline):
        yield drawn
        if drawn.fits:
            return


def _draw_batch(
    request: GenerationRequest, seed: int, batch: int, deadline: Deadline
) -> Iterator[DrawnPuzzle]:
    """The puzzles of one batch, drawn together."""
    from nonet.setting.puzzle_rows import SMALL, PuzzleRows, exceeds_kernel

    cells = len(request.like.grid.cells)
    size = BATCH_SIZES[min(batch, len(BATCH_SIZES) - 1)]
    if cells > SMALL:
        size = min(size, 1 if exceeds_kernel(request.like) else MAX_LARGE_BATCH)
    if request.without_regions is not None and request.has_free_difficulty:
        size = 1
    # what is drawn evenly takes the kernel, and marks take solutions and nothing else
    rows = PuzzleRows(
        request.like,
        deadline,
        max_rows=None if request.unbiased or request.demands.kinds else size,
        full_grid=request.full_grid,
        exact=request.minimal,
    )
    rng = rows.random_generator(seed, batch)
    if request.demands.kinds:
        solved = rows.random_solutions(size, rng)
        yield DrawnPuzzle((batch, -1), solutions_drawn=len(solved))
        yield from _marked_puzzles(request, rows, solved, seed, batch)
        return
    if request.unbiased:
        parts = _unbiased_clues(request, rows, rng, batch)
    else:
        solved = rows.random_solutions(size, rng)
        parts = iter([(*_random_clues(request, rows, solved, rng), solved)])
    first = 0
    for clues, fine, solved in parts:
        yield DrawnPuzzle((batch, first - 1), solutions_drawn=len(solved))
        for place, puzzle, solution in _puzzles_of_rows(rows, clues, fine, solved):
            at = batch, first + place
            if request.may_add_clues and (request.difficulty.technique or request.difficulty.level):
                adapted = request.difficulty.adapted(
                    puzzle,
                    _values(rows, solved[place]),
                    request.clues or (0, rows.cells),
                    Random(f"{seed} {batch} {at[1]}"),
                    frozenset(request.like.clues),
                )
                if adapted is None:
                    continue
                puzzle = adapted
            yield from _judged_puzzle(request, puzzle, solution, seed, at)
        if not fine.any() and (miss := _nearest_puzzle(request, rows, clues, solved)):
            (place, puzzle, solution), off = miss
            at = batch, first + place
            generated = Generated(puzzle, solution, _tag(seed, at))
            yield DrawnPuzzle(at, generated, distance=(1, off))
        first += len(clues)


def _judged_puzzle(
    request: GenerationRequest,
    puzzle: Puzzle,
    solution: str,
    seed: int,
    place: tuple[int, int],
) -> Iterator[DrawnPuzzle]:
    """The puzzle with its rating, if the puzzle fits the demands on difficulty or has a rating."""
    fits, rating = request.difficulty.evaluate(puzzle)
    if fits or rating is not None:
        generated = Generated(puzzle, solution, _tag(seed, place), rating)
        distance = 0, request.difficulty.distance(rating)
        yield DrawnPuzzle(place, generated, fits, distance=distance)


def _tag(seed: int, place: tuple[int, int]) -> str:
    return f"{seed}/{place[0]}/{place[1]}"


def draw_batch_in_process(
    request: GenerationRequest, seed: int, until: float | None, batch: int
) -> list[DrawnPuzzle | None]:
    """A batch, for a process of its own; a last ``None`` says that the time was out.

    ``until`` is a reading of ``time.time``, which all processes have in common.
    """
    deadline = Deadline(None if until is None else max(0.001, until - time.time()))
    drawn: list[DrawnPuzzle | None] = []
    if not deadline.finishes(lambda: drawn.extend(draw_batch(request, seed, batch, deadline))):
        drawn.append(None)
    return drawn


def _marked_puzzles(
    request: GenerationRequest, rows: PuzzleRows, solved: Any, seed: int, batch: int
) -> Iterator[DrawnPuzzle]:
    """Puzzles with marks, and as nearest puzzles those with a wrong number of digits."""
    from nonet.setting.marked_puzzles import MarkedPuzzleGenerator

    generator = MarkedPuzzleGenerator(request.like, request.demands, rows.deadline)
    low, high = request.demands.digits or (0, rows.cells)
    for place, values in enumerate(solved):
        random = Random(f"{seed} {batch} {place}")
        puzzle, unique = generator.puzzle(_values(rows, values), random)
        solution, at = puzzle.line(unique), (batch, place)
        number = len(puzzle.clues) - len(request.like.clues)
        if low <= number <= high:
            yield from _judged_puzzle(request, puzzle, solution, seed, at)
        else:
            generated = Generated(puzzle, solution, _tag(seed, at))
            yield DrawnPuzzle(at, generated, distance=(1, max(low - number, number - high)))


def _unbiased_clues(
    request: GenerationRequest, rows: PuzzleRows, rng: Any, batch: int
) -> Iterator[tuple[Any, Any, Any]]:
    """Minimal puzzles drawn evenly, which have the clues asked for, and their solutions; some at a
    time, as soon as their walks end."""
    from nonet.backends.registry import get_backend

    get_backend("lockstep")
    from nonet.setting import unbiased

    low, high = request.clues or (0, rows.cells)
    for clues, solved in unbiased.unbiased_puzzles(rows, rng, unbiased.WALKS[min(batch, 1)]):
        number = (clues > 0).sum(axis=1)
        yield clues, (low <= number) & (number <= high), solved


def _nearest_puzzle(
    wishes: GenerationRequest, rows: PuzzleRows, clues: Any, solved: Any
) -> tuple[tuple[int, Puzzle, str], int] | None:
    """Return, of puzzles without the requested number of clues, the nearest puzzle and the
    difference in clues."""
    if wishes.clues is None:
        return None
    low, high = wishes.clues
    number = (clues > 0).sum(axis=1).astype(int)
    off = (low - number).clip(0) + (number - high).clip(0)
    nearest = off == off[off > 0].min(initial=rows.cells)
    nearest &= nearest.cumsum() == 1
    if wishes.minimal and not wishes.unbiased:
        nearest[nearest] = rows.are_minimal(clues[nearest], solved[nearest])
    nearest_row = next(_puzzles_of_rows(rows, clues, nearest, solved), None)
    return None if nearest_row is None else (nearest_row, int(off[nearest_row[0]]))


def _puzzles_of_rows(
    rows: PuzzleRows, clues: Any, fine: Any, solved: Any
) -> Iterator[tuple[int, Puzzle, str]]:
    """The puzzles of the rows of clues that are ``fine``, and their solutions."""
    for place in fine.nonzero()[0]:
        yield int(place), rows.puzzle(clues[place]), rows.line(solved[place])


def _values(rows: PuzzleRows, solution: Any) -> dict[Cell, int]:
    """The values of a solution by cell."""
    below = rows.geometry.lowest_value - 1
    return dict(zip(rows.grid.cells, (int(v) + below for v in solution), strict=True))


def _random_clues(
    wishes: GenerationRequest, rows: PuzzleRows, solved: Any, rng: Any
) -> tuple[Any, Any]:
    """Return rows of clues, and which rows fit the request."""
    low, high = wishes.clues or (0, rows.cells)
    if wishes.pattern:
        columns = [cell not in wishes.pattern for cell in rows.grid.cells]
        clues = solved.copy()
        clues[:, columns] = 0
        clues[:, rows.theme > 0] = solved[:, rows.theme > 0]
    else:
        keep = 0 if wishes.minimal else low
        groups = rows.symmetry_groups(wishes.symmetry)
        clues = rows.remove_clues(solved, rng, groups, keep)
    number = (clues > 0).sum(axis=1)
    fine = (low <= number) & (number <= high)
    if wishes.pattern:
        fine[fine] = rows.have_unique_solution(clues[fine], solved[fine])
    if wishes.minimal and (wishes.pattern or wishes.symmetry != "none"):
        # clues taken away one by one are each needed when none is left to take
        fine[fine] = rows.are_minimal(clues[fine], solved[fine])
    return clues, fine
