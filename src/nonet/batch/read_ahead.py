"""Outcomes for a stream of puzzles, by the compiled engine.

Puzzles are read ahead in chunks, and all puzzles of one geometry in a chunk are answered together;
puzzles that the engine cannot take, and groups too small to be worth a run, are left to the caller.

>>> list(solve_ahead([], limit=1))
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar, cast

from nonet.backends import find_backend, get_backend
from nonet.backends.lockstep.kernel import kernel_for
from nonet.backends.lowering import lower
from nonet.errors import Unsupported, WrongAnswer
from nonet.puzzle import Puzzle
from nonet.solving import Outcome, Solution, solve

CHUNK_SIZE = 4096
"""Puzzles read ahead at a time."""
MAX_UNBATCHED = 8
"""Puzzles of one geometry in a chunk for which the engine is not asked."""

Item = TypeVar("Item")
"""A puzzle; an error or any other object passes unchanged."""
ItemOutcome = tuple[Item, Outcome | None]


def solve_ahead(items: Iterable[Item], limit: int) -> Iterator[ItemOutcome[Item]]:
    """Yield each item in order, with its outcome if already known, else ``None``.

    ``limit`` is the number of solutions asked for, 1 or 2.
    """
    stream = iter(items)
    if not find_backend("lockstep").available().ok:
        yield from ((item, None) for item in stream)
        return
    while chunk := list(islice(stream, CHUNK_SIZE)):
        yield from _solve_chunk(chunk, limit)


def _solve_chunk(chunk: list[Item], limit: int) -> list[ItemOutcome[Item]]:
    """Return the items of a chunk, with an outcome for each puzzle that was answered in a group."""
    groups: dict[object, list[int]] = {}
    for place, item in enumerate(chunk):
        if isinstance(item, Puzzle) and not item.candidates:
            groups.setdefault((item.grid, item.rules), []).append(place)
    outcomes: dict[int, Outcome | None] = {}
    for places in groups.values():
        puzzles = [cast("Puzzle", chunk[place]) for place in places]
        if len(puzzles) > MAX_UNBATCHED and _is_supported(puzzles[0]):
            outcomes.update(zip(places, _solve_group(puzzles, limit), strict=True))
    return [(item, outcomes.get(place)) for place, item in enumerate(chunk)]


def _is_supported(puzzle: Puzzle) -> bool:
    try:
        kernel_for(lower(puzzle.model(), get_backend("lockstep")).structure)
    except Unsupported:
        return False
    return True


def _solve_group(puzzles: list[Puzzle], limit: int) -> Iterator[Outcome]:
    """The outcomes of puzzles of one geometry; each solution is checked as any other is."""
    from nonet.batch.arrays import solve_many  # with NumPy, which a few puzzles do not need

    many = solve_many(puzzles, limit=limit)
    seconds = many.seconds / len(puzzles)
    cells, values = puzzles[0].grid.cells, (0, *puzzles[0].grid.values)
    for puzzle, row, count, guesses in zip(
        puzzles, many.solutions.tolist(), many.counts.tolist(), many.guesses.tolist(), strict=True
    ):
        if count > 1:  # an array holds one witness only
            yield solve(puzzle, many.backend, limit=limit)
            continue
        solutions: tuple[Solution, ...] = ()
        if count:
            solutions = (Solution({c: values[v] for c, v in zip(cells, row, strict=True)}, puzzle),)
            if not puzzle.model().accepts(solutions[0]):
                raise WrongAnswer(f"backend {many.backend} returned a wrong answer")
        exhausted = count < limit
        yield Outcome(
            solutions,
            exhausted,
            None if exhausted else "solutions",
            many.backend,
            seconds,
            {"guesses": guesses},
        )
