"""Weaving: rows become words and words rows, as NumPy's transpose would have it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numba import njit

from nonet.backends.lockstep.compiled import packed_rows
from nonet.backends.lockstep.compiled.options import ENTRY_OPTIONS
from nonet.backends.lockstep.compiled.simd import lanes_per_row, workspace
from nonet.backends.lockstep.layouts.memory import word_buffer_size

DTYPES = [np.uint16, np.uint32, np.uint64]
SIZES = [1, 2, 4, 7, 8, 9, 16, 63, 64, 65, 81, 100]


def word_buffer(cells: int, dtype: type, lanes: int) -> np.ndarray:
    """Room for the words of all lanes."""
    return np.zeros(word_buffer_size(cells, 8 * np.dtype(dtype).itemsize, lanes), np.uint64)


@njit(**ENTRY_OPTIONS)
def nodes(W, room, stack, lane, cells):
    packed_rows.pack_row_nodes(W, room, cells)
    packed_rows.save_node(W, room, lane, stack, 0, cells)


@njit(**ENTRY_OPTIONS)
def values(W, room, solutions, lane, row, cells):
    packed_rows.pack_row_values(W, room, cells)
    packed_rows.write_solution(W, room, lane, solutions, row, cells)


@njit(**ENTRY_OPTIONS)
def values_to_nine(W, room, solutions, lane, row, cells):
    packed_rows.pack_row_values_to_nine(W, room, cells)
    packed_rows.write_solution(W, room, lane, solutions, row, cells)


@njit(**ENTRY_OPTIONS)
def puzzles_in(W, begun, holds, puzzles, cells, room):
    packed_rows.unpack_puzzles(W, begun, holds, puzzles, cells, 511, room)


@njit(**ENTRY_OPTIONS)
def keeps(solutions, row, puzzles, puzzle, cells):
    return packed_rows.keeps_clues(solutions, row, puzzles, puzzle, cells)


@pytest.mark.parametrize("cells", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_each_lane_leaves_as_a_node_of_its_own_cells(dtype, cells) -> None:
    lanes, dice = lanes_per_row(dtype), np.random.default_rng(cells)
    W = workspace(max(8, cells), dtype)
    rows = W.reshape(-1, lanes)
    rows[:] = dice.integers(0, np.iinfo(dtype).max, rows.shape, dtype, endpoint=True)
    room = word_buffer(cells, dtype, lanes)
    for lane in range(lanes):
        stack = np.zeros(cells, dtype)
        nodes(W, room, stack, lane, cells)
        assert stack.tolist() == rows[:cells, lane].tolist()


@pytest.mark.parametrize("cells", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_each_lane_leaves_as_the_values_of_its_own_cells(dtype, cells) -> None:
    lanes, dice = lanes_per_row(dtype), np.random.default_rng(cells)
    W = workspace(max(8, cells), dtype)
    rows = W.reshape(-1, lanes)
    expected = dice.integers(1, 8 * np.dtype(dtype).itemsize, rows.shape, endpoint=True)
    rows[:] = np.left_shift(dtype(1), (expected - 1).astype(dtype))
    room, solutions = (
        word_buffer(cells, dtype, lanes),
        np.full((3, cells), 255, np.uint8),
    )
    for lane in range(lanes):
        values(W, room, solutions, lane, 1, cells)
        assert solutions[1].tolist() == expected[:cells, lane].tolist()
    assert (solutions[[0, 2]] == 255).all()  # nothing is written beside the row


@pytest.mark.parametrize("cells", [size for size in SIZES if size >= 8])
def test_values_to_nine_leave_as_all_values_do(cells) -> None:
    lanes, dice = lanes_per_row(np.uint16), np.random.default_rng(cells)
    W = workspace(cells, np.uint16)
    rows = W.reshape(-1, lanes)
    expected = dice.integers(1, 9, rows.shape, endpoint=True)
    expected[:2] = [[9], [1]]  # 256 is what a byte cannot hold
    rows[:] = 1 << (expected - 1)
    room, solutions = (
        word_buffer(cells, np.uint16, lanes),
        np.zeros((1, cells), np.uint8),
    )
    for lane in range(lanes):
        values_to_nine(W, room, solutions, lane, 0, cells)
        assert solutions[0].tolist() == expected[:, lane].tolist()


@pytest.mark.parametrize("cells", [size for size in SIZES if size >= 8])
def test_puzzles_come_into_the_lanes_that_begin_and_no_others(cells) -> None:
    lanes, dice = lanes_per_row(np.uint16), np.random.default_rng(cells)
    W = workspace(cells, np.uint16)
    rows = W.reshape(-1, lanes)
    puzzles = dice.integers(0, 9, (50, cells), np.uint8, endpoint=True)
    masks = np.where(puzzles == 0, 511, 1 << (puzzles.astype(np.int64) - 1).clip(0))
    for _ in range(20):
        rows[:] = before = dice.integers(0, 511, rows.shape, np.uint16, endpoint=True)
        starting_lanes = int(dice.integers(0, 1 << lanes))
        holds = dice.permutation(50)[:lanes].astype(np.int64)
        puzzles_in(W, starting_lanes, holds, puzzles, cells, word_buffer(cells, np.uint16, lanes))
        for lane in range(lanes):
            expected = masks[holds[lane]] if starting_lanes >> lane & 1 else before[:, lane]
            assert rows[:, lane].tolist() == expected.tolist()


@pytest.mark.parametrize("cells", SIZES)
def test_each_clue_is_compared_and_no_blank(cells) -> None:
    dice = np.random.default_rng(cells)
    solutions = dice.integers(1, 9, (3, cells), np.uint8, endpoint=True)
    puzzles = np.zeros((2, cells), np.uint8)
    assert keeps(solutions, 1, puzzles, 1, cells)
    puzzles[1] = solutions[1]
    assert keeps(solutions, 1, puzzles, 1, cells)
    for cell in range(cells):
        puzzles[:] = 0
        puzzles[1, cell] = solutions[1, cell] % 9 + 1
        assert not keeps(solutions, 1, puzzles, 1, cells)
        assert keeps(solutions, 1, puzzles, 0, cells)
