"""Minimal classics drawn evenly, each as likely as any other, for statistics of minimal puzzles.

Taking clues away until none can go gives puzzles with few clues too often: 24.4 on average, where
all there are have 26.6.  The next clue to go is drawn among the k that can, so an order of taking
comes with probability 1/(k k' k'' ...), and a puzzle of n clues has (81 - n)! orders: counted k k'
k''.../(81 - n)! times, an order makes all puzzles alike (Knuth, "Estimating the efficiency of
backtrack programs", Mathematics of Computation 1975, of trees).  As these numbers differ far too
much, many orders go together, a clue at a time, and before each step some orders are dropped and
others doubled: orders with few k often, with a smaller weight (sequential Monte Carlo: Doucet and
Johansen, "A tutorial on particle filtering", 2009).

The distribution equals the distribution of the controlled-bias generator, which gives up all but
one start in 360,000 (Berthier, "Unbiased statistics of a CSP", CISSE 2009): 26.577 clues on
average, with a standard deviation of 1.116.

>>> normalized_weights(np.array([0.0, np.log(3.0)])).round(2).tolist()
[0.25, 0.75]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.backends.lockstep.kernel import DONE, STORE_ALL, KernelRun
from nonet.solving.array_counting import row_hashes

if TYPE_CHECKING:
    from nonet.setting.puzzle_rows import PuzzleRows

Array = np.ndarray[Any, Any]

GRIDS_PER_DRAW, ORDERS_PER_DRAW = 2_048, 131_072
"""Solved grids of a draw, and orders of taking that go together."""

MAX_PUZZLES_PER_DRAW = 256
"""Maximum number of puzzles taken from a draw: few, for some orders begin alike."""

PUZZLES_PER_CHECK = 8_192
"""Puzzles whose clues are tried together, which takes some 24 MB."""

FIRST_CLUES, LAST_CLUES = 36, 20
"""Number of clues to begin with, so that a random choice often leaves one solution, and to end
with: of a million minimal puzzles about one has fewer than 20, or more than 33."""

TILT, STEPS = 0.5, 8
"""The preference for orders with one removable clue less, as a logarithm, and the number of steps
until the preference is full: chosen by trial, so that puzzles of 22 to 29 clues all occur."""

MAX_COMPLETIONS = 6_000
"""Ways to complete a band and a stack that share a box: 2,693 on average, 4,240 the most seen."""

BANDS_PER_TRY = 64
"""Bands and stacks that are tried together."""


def unbiased_puzzles(rows: PuzzleRows, rng: np.random.Generator) -> tuple[Array, Array]:
    """Up to ``MAX_PUZZLES_PER_DRAW`` minimal puzzles and their solutions, as arrays (n, 81) of
    uint8.

    Puzzles are picked at even steps of their weights, by number of clues: so each number of clues
    has its share.  No step is smaller than the greatest weight, so that no puzzle is picked twice:
    dropping repeated picks would make puzzles of great weight too rare.
    """
    solved = uniform_grids(rows, GRIDS_PER_DRAW, rng)
    puzzles, grid, weights = minimal_puzzles(rows, solved, ORDERS_PER_DRAW, rng)
    _, places, which = np.unique(row_hashes(puzzles), return_index=True, return_inverse=True)
    parts = np.bincount(
        which, weights=normalized_weights(weights)
    )  # several orders come to one puzzle
    places = places[order := np.argsort((puzzles[places] > 0).sum(axis=1), kind="stable")]
    ends = np.cumsum(parts[order])
    picks = even_picks(ends, float(parts.max()), rng)
    chosen = rng.permutation(places[picks])
    return puzzles[chosen], solved[grid[chosen]]


def even_picks(ends: Array, greatest: float, rng: np.random.Generator) -> Array:
    """Places picked at even steps of weights that end at ``ends``, as many as none comes twice.

    Each place is picked with a probability that goes with its weight (systematic sampling: Madow
    and Madow, "On the theory of systematic sampling", 1944).

    >>> even_picks(np.cumsum([0.25, 0.5, 0.25]), 0.5, np.random.default_rng(1)).tolist()
    [1, 2]
    """
    number = max(1, min(MAX_PUZZLES_PER_DRAW, int(ends[-1] / greatest)))
    steps = (rng.random() + np.arange(number)) / number * ends[-1]
    places: Array = np.minimum(np.searchsorted(ends, steps, side="right"), len(ends) - 1)
    return places


def normalized_weights(weights: Array) -> Array:
    """Logarithms of weights as parts of 1."""
    sizes = np.exp(weights - weights.max())
    found: Array = sizes / sizes.sum()
    return found


def minimal_puzzles(
    rows: PuzzleRows,
    solved: Array,
    n: int,
    rng: np.random.Generator,
    first: int = FIRST_CLUES,
    last: int = LAST_CLUES,
) -> tuple[Array, Array, Array]:
    """Minimal puzzles that ``n`` orders of taking come to, with the row of ``solved`` that each is
    of, and the logarithm of the number of times that each is to be counted.

    Orders begin with ``first`` clues and end with ``last``.  From the whole grid on, the numbers of
    times add up to ``n`` times the number of minimal puzzles that a grid has on average.
    """
    cells = solved.shape[1]
    clues, grid = _unique_starts(rows, solved, n, rng, first)
    spare = _redundant_clues(rows, clues, solved[grid], clues > 0)
    weights = np.zeros(n)
    found: list[tuple[Array, Array, Array]] = []
    for number in range(first, last - 1, -1):
        left = spare.sum(axis=1)
        done = left == 0
        found.append((clues[done], grid[done], weights[done]))
        live = np.flatnonzero(~done)
        if number == last or not live.size:
            break
        tilted = weights[live] - TILT * min(1.0, (first - number + 1) / STEPS) * left[live]
        part = normalized_weights(tilted)
        ends = np.cumsum(part)
        some = np.searchsorted(ends / ends[-1], (rng.random() + np.arange(n)) / n)
        some = np.minimum(some, len(live) - 1)
        chosen = live[some]
        # of each as many as its part says, and each counted the less
        weights = weights[chosen] - np.log(n * part[some])
        clues, grid, spare = clues[chosen], grid[chosen], spare[chosen]
        gone = np.where(spare, rng.random(spare.shape), -1.0).argmax(axis=1)
        clues[np.arange(n), gone] = 0
        spare[np.arange(n), gone] = False
        weights += np.log(left[chosen] / (cells + 1 - number))
        spare = _redundant_clues(
            rows, clues, solved[grid], spare
        )  # what is needed once is needed for good
    puzzles, grids_, counted = (np.concatenate(each) for each in zip(*found, strict=True))
    return puzzles, grids_, counted


def _unique_starts(
    rows: PuzzleRows, solved: Array, n: int, rng: np.random.Generator, first: int
) -> tuple[Array, Array]:
    """``first`` random clues with one solution, ``n`` times, and the row of ``solved`` of each."""
    clues: list[Array] = []
    grid: list[Array] = []
    while sum(len(each) for each in grid) < n:
        rows.deadline.check()
        of = np.tile(np.arange(len(solved)), max(1, n // len(solved)))
        keep = np.argsort(rng.random((len(of), solved.shape[1])), axis=1) < first
        some = np.where(keep, solved[of], 0).astype(np.uint8)
        fine = rows.have_unique_solution(some, solved[of])
        clues.append(some[fine])
        grid.append(of[fine])
    order = rng.permutation(sum(len(each) for each in grid))[:n]
    return np.concatenate(clues)[order], np.concatenate(grid)[order]


def _redundant_clues(rows: PuzzleRows, clues: Array, solved: Array, asked: Array) -> Array:
    """Which of the clues asked about are not needed."""
    found = np.zeros_like(asked)
    for low in range(0, len(clues), PUZZLES_PER_CHECK):
        places, columns = np.nonzero(asked[low : low + PUZZLES_PER_CHECK])
        places += low
        fewer = clues[places]
        fewer[np.arange(len(places)), columns] = 0
        fine = rows.have_unique_solution(fewer, solved[places])
        found[places[fine], columns[fine]] = True
    return found


def uniform_grids(rows: PuzzleRows, n: int, rng: np.random.Generator) -> Array:
    """``n`` solved classics, each as likely as any other, as an array (n, 81).

    A band and a stack are drawn evenly, kept with a probability proportional to the number of their
    completions, and completed in one of these ways.
    """
    found: list[Array] = []
    number = 0
    while number < n:
        rows.deadline.check()
        starts = _random_crosses(BANDS_PER_TRY, rng)
        counts = rows.kernel.count(starts, MAX_COMPLETIONS, store="none", in_range=True).counts
        kept = counts > rng.integers(0, MAX_COMPLETIONS, len(starts))
        if kept.any():
            found.append(_random_completions(rows.kernel, starts[kept], counts[kept], rng))
            number += len(found[-1])
    return np.ascontiguousarray(np.concatenate(found)[:n])


def _random_completions(
    kernel: Any, starts: Array, counts: Array, rng: np.random.Generator
) -> Array:
    """Return a solution of each start, drawn evenly."""
    room = np.empty((int(counts.sum()) + kernel.lanes, 81), np.uint8)
    run = KernelRun(kernel, starts, MAX_COMPLETIONS, STORE_ALL, solutions=room)
    while run.advance() != DONE:
        pass
    solutions = run.take_solutions()
    given = np.flatnonzero(starts[0])
    whose, of = (
        row_hashes(np.ascontiguousarray(solutions[:, given])),
        row_hashes(starts[:, given].copy()),
    )
    order = np.argsort(whose, kind="stable")
    lows = np.searchsorted(whose[order], of)
    found: Array = solutions[order[lows + rng.integers(0, counts)]]
    return found


def _random_crosses(n: int, rng: np.random.Generator) -> Array:
    """Grids in which the first band and the first stack are filled, drawn evenly."""
    found = np.zeros((n, 9, 9), np.uint8)
    names = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    mirrored = np.array([0, 1, 4, 7, 2, 5, 8, 3, 6, 9], np.uint8)  # the shared box, mirrored
    found[:, :, :3] = mirrored[_random_bands(n, rng)].transpose(0, 2, 1)
    found[:, :3] = _random_bands(n, rng)
    names = np.concatenate([np.zeros((n, 1), np.uint8), names], axis=1)
    return np.take_along_axis(names, found.reshape(n, 81).astype(np.int64), axis=1)


def _random_bands(n: int, rng: np.random.Generator) -> Array:
    """Return bands of three rows whose first box is 1 to 9 in order, drawn evenly by rejection of
    random bands."""
    found: list[Array] = []
    number = 0
    first = np.arange(1, 10, dtype=np.uint8).reshape(3, 3)
    rest = np.array([[v for v in range(1, 10) if v not in row] for row in first], np.uint8)
    while number < n:
        many = rng.permuted(np.tile(rest, (200 * n, 1, 1)), axis=2)
        bits = np.left_shift(np.uint16(1), many.astype(np.uint16))
        middle = np.bitwise_or.reduce(bits[:, :, :3].reshape(-1, 9), axis=1)
        fits = many[middle == 0b1111111110]
        band = np.empty((len(fits), 3, 9), np.uint8)
        band[:, :, :3], band[:, :, 3:] = first, fits
        found.append(band)
        number += len(band)
    return np.concatenate(found)[:n]
