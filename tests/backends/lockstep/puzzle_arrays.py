"""Puzzles as rows of arrays, their kernels, and what another solver counts."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import nonet
from nonet import Grid, Puzzle
from nonet.backends.lockstep import kernel
from nonet.backends.lockstep.kernel import Kernel, kernel_for

ROOT = Path(__file__).parents[3]


PUZZLES = ROOT / "puzzles"


DATA = ROOT.parent / "shared" / "data"


SUDOKU = Puzzle(Grid.square(9))


CLASSIC = kernel_for(SUDOKU.model().structure)


def as_units(puzzle: Puzzle) -> Kernel:
    """The generic kernel of a puzzle, a 9x9 included."""
    with patch.object(kernel, "_is_classic", return_value=False):
        return Kernel(puzzle.model().structure)


UNITS = as_units(SUDOKU)


BOTH = [pytest.param(CLASSIC, id="classic"), pytest.param(UNITS, id="units")]


def rows_of(puzzles: list[Puzzle]) -> np.ndarray:
    """The clues of 9x9 or other puzzles as the kernel takes them."""
    names = puzzles[0].model().variables
    return np.array([[p.clues.get(cell, 0) for cell in names] for p in puzzles], np.uint8)


def used_before(shape, dtype) -> np.ndarray:
    """Memory in which something is left: what ``numpy.empty`` may give."""
    return np.full(shape, 77, dtype)


def count_by(backend: str, puzzle: Puzzle, row: np.ndarray, limit: int) -> int:
    """How many solutions another backend finds, the clues given as domains."""
    model = puzzle.model()
    clues = {name: {int(v)} for name, v in zip(model.variables, row, strict=True) if v}
    return len(nonet.solve(model.narrow(clues), backend, limit=limit).solutions)


def accepted(puzzle: Puzzle, row: np.ndarray) -> bool:
    """Whether a row of values is a solution, by the model's own meaning."""
    model = puzzle.model()
    return model.accepts(dict(zip(model.variables, row.tolist(), strict=True)))


def altered_puzzles(base: np.ndarray, chance: random.Random, n: int) -> np.ndarray:
    """Puzzles relabelled, with clues dropped or changed: 0, 1 or many solutions."""
    size = int(base.max())
    rows = []
    for _ in range(n):
        labels = np.array([0, *chance.sample(range(1, size + 1), size)], np.uint8)
        row = labels[base[chance.randrange(len(base))]]
        clues = np.flatnonzero(row).tolist()
        for cell in chance.sample(clues, min(len(clues), chance.choice((0, 0, 1, 2, 4)))):
            row[cell] = chance.choice((0, 0, chance.randint(1, size)))
        rows.append(row)
    return np.array(rows, np.uint8)


HARD = rows_of(list(nonet.read(PUZZLES / "hard.txt")) + list(nonet.read(PUZZLES / "euler96.txt")))
