"""Minimal classics drawn evenly, each as likely as any other, for statistics of minimal puzzles.

Taking clues away until none can go gives puzzles with few clues too often: 24.4 on average, where
all there are have 26.6.  So each puzzle is the end of a random walk of its own among all puzzles
with one solution, minimal or not: a step adds a clue, takes a superfluous clue away, or changes the
digit of a clue, and is refused as often as it takes for a puzzle with k superfluous clues to come
with a probability that goes with exp(-TILT k), however many clues the puzzle has (Metropolis,
Rosenbluth, Rosenbluth, Teller and Teller 1953; Hastings, "Monte Carlo sampling methods using Markov
chains and their applications", Biometrika 1970).  All minimal puzzles have k = 0, so all are as
likely.  A walk begins at a minimal puzzle of an evenly drawn grid, and ends at the first minimal
puzzle that it is at when it is looked at, after enough steps to have forgotten the number of clues;
walks that meet none are given up.  Walks know nothing of each other: puzzles are independent, and
no two share a solution but by chance.  A walk that ends is even but nearly: what tests have shown of
the rest is in ``benchmarks/setting/figures.md``.

The distribution equals the distribution of the controlled-bias generator, which gives up all but
one start in 360,000 (Berthier, "Unbiased statistics of a CSP", CISSE 2009): 26.577 clues on
average, with a standard deviation of 1.116.

>>> import nonet
>>> from nonet.setting.puzzle_rows import PuzzleRows
>>> rows = PuzzleRows(nonet.Sudoku("." * 16))
>>> rng = rows.random_generator(1, 0)
>>> walks = PuzzleWalks(rows, rows.random_solutions(5, rng), rng)
>>> walks.step()
>>> walks.clues.shape, bool(rows.have_unique_solution(walks.clues, walks.solutions).all())
((5, 16), True)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from nonet.backends.lockstep.work_chunks import count_rows, list_solutions
from nonet.solving.array_counting import row_hashes

if TYPE_CHECKING:
    from nonet.setting.puzzle_rows import PuzzleRows

Array = np.ndarray[Any, Any]

WALKS = 16, 128
"""Walks that go together in the first batch, for the first puzzle is soon wanted, and in all others:
a step of 16 costs two fifths of a step of 128, and a step of 64 twice the time of a step of 512."""

TILT = 1.2
"""How much rarer a puzzle is with one superfluous clue more, as a logarithm: with 1.2 one in ten is
minimal; with 2 one in three, but a walk needs three times the steps."""

FIRST_STEPS, STEPS_BETWEEN, LOOKS = 1_500, 1_000, 12
"""Steps until a walk is first looked at, steps until the next time, and the number of times.

From 1,000 steps on the mean number of clues of minimal puzzles no longer rises (2,048 walks of 8,000
steps).  A walk that is minimal at two looks is counted at the first alone, and such a walk has more
clues than others if the looks are near each other: by the same walks the mean is too low by 0.027
with 250 steps between looks, by 0.014 with 500, and by less than 0.01 (what chance allows) from 750
on.
"""

MOVES = 0.35, 0.35, 0.3
"""How often a step adds a clue, takes one away, or changes the digit of one."""

MAX_COMPLETIONS = 6_000
"""Ways to complete a band and a stack that share a box: 2,693 on average, 4,240 the most seen."""

BANDS_PER_TRY = 64
"""Bands and stacks that are tried together."""


def unbiased_puzzles(
    rows: PuzzleRows, rng: np.random.Generator, walks: int
) -> Iterator[tuple[Array, Array]]:
    """Yield minimal puzzles and their solutions, as arrays (n, 81) of uint8, from
    ``walks`` random walks: each time the puzzles of the walks that have just ended."""
    going = PuzzleWalks(rows, uniform_grids(rows, walks, rng), rng)
    for steps in (FIRST_STEPS, *(STEPS_BETWEEN,) * (LOOKS - 1)):
        for _ in range(steps if len(going.clues) else 0):
            going.step()
        ended = np.count_nonzero(going.superfluous, axis=1) == 0
        yield going.clues[ended], going.solutions[ended]
        going.keep(~ended)


class PuzzleWalks:
    """Random walks among puzzles with one solution, a row of ``clues`` each (0 for a blank).

    ``solutions`` are their solutions, ``superfluous`` the clues each of which could go alone.
    """

    def __init__(self, rows: PuzzleRows, solved: Array, rng: np.random.Generator) -> None:
        """Begin at a minimal puzzle of each row of ``solved``."""
        self._rows, self._rng = rows, rng
        self.solutions = solved.copy()
        self.clues = rows.remove_clues(solved, rng, rows.symmetry_groups("none"))
        self.superfluous = np.zeros(solved.shape, bool)

    def keep(self, some: Array) -> None:
        """Go on with some of the walks alone."""
        self.clues, self.solutions = self.clues[some], self.solutions[some]
        self.superfluous = self.superfluous[some]

    def step(self) -> None:
        """Move each walk, or leave it where the move is refused (Metropolis and Hastings).

        The probability to accept is the ratio of the two puzzles' probabilities times the ratio of
        the probabilities to propose the move back and the move.
        """
        rng, (n, cells) = self._rng, self.clues.shape
        every, given = np.arange(n), self.clues > 0
        k, blanks = self.superfluous.sum(axis=1), cells - given.sum(axis=1)
        move = np.searchsorted(np.cumsum(MOVES)[:-1], rng.random(n), side="right")
        adds, removes, changes = (move == number for number in range(3))
        removes &= k > 0
        adds &= blanks > 0
        # a random cell of those that the move may choose
        allowed = np.where(adds[:, None], ~given, given)
        allowed[removes] = self.superfluous[removes]
        cell = np.where(allowed, rng.random((n, cells), np.float32), -1).argmax(axis=1)
        digits = int(self._rows.geometry.size)
        digit = self.solutions[every, cell].copy()
        digit[changes] = (digit[changes] - 1 + rng.integers(1, digits, changes.sum())) % digits + 1
        digit[removes] = 0
        clues, solutions = self.clues.copy(), self.solutions.copy()
        clues[every, cell] = digit
        possible = adds | removes
        if changes.any():
            answers = count_rows(self._rows.kernel, clues[changes], 2, store="first")
            possible[changes] = answers.counts == 1
            solutions[changes] = answers.solutions
        # added clues are superfluous, and what is needed stays needed where a clue goes
        known = self.superfluous & adds[:, None]
        known[every[adds], cell[adds]] = True
        candidates = (clues > 0) & ~known
        candidates[removes] &= self.superfluous[removes]
        after = np.flatnonzero(possible)
        superfluous = known[after] | self._removable(clues[after], candidates[after])
        k_after = superfluous.sum(axis=1)
        back = np.ones(n)
        back[adds] = blanks[adds]
        back[removes] = k[removes] / (blanks[removes] + 1)
        ratio = back[after] / np.where(adds[after], k_after, 1)
        taken = rng.random(len(after)) < ratio * np.exp(TILT * (k[after] - k_after))
        moved = after[taken]
        self.clues[moved], self.solutions[moved] = clues[moved], solutions[moved]
        self.superfluous[moved] = superfluous[taken]

    def _removable(self, clues: Array, candidates: Array) -> Array:
        """Return which of the candidate clues leave one solution when they go, each alone."""
        self._rows.deadline.check()
        places, columns = np.nonzero(candidates)
        fewer = clues[places]
        fewer[np.arange(len(places)), columns] = 0
        answers = count_rows(self._rows.kernel, fewer, 2, store="none")
        removable = np.zeros_like(candidates)
        removable[places, columns] = answers.counts == 1
        return removable


def uniform_grids(rows: PuzzleRows, n: int, rng: np.random.Generator) -> Array:
    """``n`` solved classics, each as likely as any other, as an array (n, 81).

    A band and a stack are drawn evenly, kept with a probability proportional to the number of their
    completions, and completed in one of these ways.
    """
    grids: list[Array] = []
    number = 0
    while number < n:
        rows.deadline.check()
        starts = _random_crosses(BANDS_PER_TRY, rng)
        counts = count_rows(rows.kernel, starts, MAX_COMPLETIONS, store="none").counts
        accepted = counts > rng.integers(0, MAX_COMPLETIONS, len(starts))
        if accepted.any():
            grids.append(_random_completions(rows.kernel, starts[accepted], counts[accepted], rng))
            number += len(grids[-1])
    return np.ascontiguousarray(np.concatenate(grids)[:n])


def _random_completions(
    kernel: Any, starts: Array, counts: Array, rng: np.random.Generator
) -> Array:
    """Return a solution of each start, drawn evenly."""
    solutions = list_solutions(kernel, starts, MAX_COMPLETIONS, int(counts.sum()))
    given = np.flatnonzero(starts[0])
    whose = row_hashes(np.ascontiguousarray(solutions[:, given]))
    of = row_hashes(starts[:, given].copy())
    # by their own hashes, too, for the order of the engine depends on the processor
    order = np.lexsort((row_hashes(solutions), whose))
    lows = np.searchsorted(whose[order], of)
    completed: Array = solutions[order[lows + rng.integers(0, counts)]]
    return completed


def _random_crosses(n: int, rng: np.random.Generator) -> Array:
    """Grids in which the first band and the first stack are filled, drawn evenly."""
    crosses = np.zeros((n, 9, 9), np.uint8)
    names = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    mirrored = np.array([0, 1, 4, 7, 2, 5, 8, 3, 6, 9], np.uint8)  # the shared box, mirrored
    crosses[:, :, :3] = mirrored[_random_bands(n, rng)].transpose(0, 2, 1)
    crosses[:, :3] = _random_bands(n, rng)
    names = np.concatenate([np.zeros((n, 1), np.uint8), names], axis=1)
    return np.take_along_axis(names, crosses.reshape(n, 81).astype(np.int64), axis=1)


def _random_bands(n: int, rng: np.random.Generator) -> Array:
    """Return bands whose first box is 1 to 9 in order, drawn evenly by rejection."""
    bands: list[Array] = []
    number = 0
    first = np.arange(1, 10, dtype=np.uint8).reshape(3, 3)
    other_values = np.array([[v for v in range(1, 10) if v not in row] for row in first], np.uint8)
    while number < n:
        many = rng.permuted(np.tile(other_values, (200 * n, 1, 1)), axis=2)
        bits = np.left_shift(np.uint16(1), many.astype(np.uint16))
        middle = np.bitwise_or.reduce(bits[:, :, :3].reshape(-1, 9), axis=1)
        fits = many[middle == 0b1111111110]
        band = np.empty((len(fits), 3, 9), np.uint8)
        band[:, :, :3], band[:, :, 3:] = first, fits
        bands.append(band)
        number += len(band)
    return np.concatenate(bands)[:n]
