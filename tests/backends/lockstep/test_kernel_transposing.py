"""What enters and leaves the lanes, for each width of lane and any number of cells."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from nonet import Grid, Puzzle
from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.work_chunks import count_rows
from nonet.model import AllDifferent, Model

SIZES = [1, 2, 4, 7, 8, 9, 16, 63, 64, 65, 81, 100]
LANE_BITS = {9: 16, 16: 16, 30: 32, 60: 64}
"""Of so many values, the width of a lane."""


def free_kernel(cells: int, size: int) -> Kernel:
    """Cells that may be anything; two of them differ, where there are two."""
    names = [f"x{k}" for k in range(cells)]
    pairs = [AllDifferent((names[0], names[-1]))] if cells > 1 else []
    kernel = Kernel(Model(dict.fromkeys(names, range(1, size + 1)), pairs).structure)
    assert kernel.lane_bits == LANE_BITS[size]
    return kernel


@pytest.mark.parametrize("cells", SIZES)
@pytest.mark.parametrize("size", LANE_BITS)
def test_each_puzzle_leaves_as_the_values_of_its_own_cells(size, cells) -> None:
    clues = np.random.default_rng(cells).integers(1, size + 1, (150, cells), np.uint8)
    answers = count_rows(free_kernel(cells, size), clues)
    differ = clues[:, 0] != clues[:, -1] if cells > 1 else np.ones(150, bool)
    assert answers.counts.tolist() == differ.astype(int).tolist()
    assert (answers.solutions == np.where(differ[:, None], clues, 0)).all()


@pytest.mark.parametrize("cells", SIZES[2:])
@pytest.mark.parametrize("size", LANE_BITS)
def test_each_node_leaves_and_enters_with_its_own_cells(size, cells) -> None:
    """Two or three blanks of a puzzle alone, whose nodes go by the stack and from lane to lane."""
    kernel = free_kernel(cells, size)
    clues = np.random.default_rng(cells).integers(1, size + 1, (1, cells), np.uint8)
    blanks = sorted({0, cells - 1, *([cells // 2] if size <= 16 else [])})
    clues[0, blanks] = 0
    domains = [range(1, size + 1)] * len(blanks)
    expected = {values for values in product(*domains) if values[0] != values[-1]}
    assert count_rows(kernel, clues, size**3 + 1).counts.tolist() == [len(expected)]


def test_each_clue_of_a_classic_is_kept_whichever_lane_it_enters() -> None:
    grid = np.array([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]])
    dice = np.random.default_rng(1)
    digits = np.stack([np.concatenate([[0], 1 + dice.permutation(9)]) for _ in range(400)])
    solutions = np.take_along_axis(digits, np.repeat(grid, 400, axis=0), axis=1)
    clues = np.where(dice.random((400, 81)) < 0.6, solutions, 0).astype(np.uint8)
    kernel = Kernel(Puzzle(Grid.square(9)).model().structure)
    assert kernel.is_classic
    answers = count_rows(kernel, clues)
    unique = answers.counts == 1
    assert unique.sum() > 100 and (answers.counts > 0).all()
    assert (answers.solutions[unique] == solutions[unique]).all()
