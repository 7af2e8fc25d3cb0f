"""Lanes: every operation does to each lane what NumPy does to each number, at every width."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="numba is not installed")

from numba import njit

from nonet.backends.lockstep.compiled.options import ENTRY_OPTIONS
from nonet.backends.lockstep.compiled.simd import (
    ALIGNMENT,
    beyond_two,
    broadcast,
    first_nonzero,
    first_of_three,
    keep_at_most_three,
    keep_single,
    lane_count,
    lanes_per_row,
    load,
    minimum,
    nonzero_lanes,
    peek,
    poke,
    popcount,
    store,
    trailing_zeros,
    where_less,
    where_nonzero,
    without_lowest,
    workspace,
)

DTYPES = [np.uint16, np.uint32, np.uint64]


@njit(**ENTRY_OPTIONS)
def operations(W):
    """Everything there is, of rows 0 and 1, written to rows 2 and on."""
    x, y = load(W, 0), load(W, 1)
    store(W, 2, x & y)
    store(W, 3, x | y)
    store(W, 4, x ^ y)
    store(W, 5, x + y)
    store(W, 6, x - y)
    store(W, 7, ~x)
    store(W, 8, x << broadcast(W, 3))
    store(W, 9, without_lowest(x))
    store(W, 10, keep_single(x))
    store(W, 11, first_nonzero(x, y))
    store(W, 12, where_nonzero(x, y))
    store(W, 13, popcount(x))
    store(W, 14, keep_at_most_three(x))
    store(W, 15, where_nonzero(beyond_two(x & broadcast(W, 511)), broadcast(W, 1)))
    store(W, 16, minimum(x, y))
    store(W, 17, where_less(x, y, broadcast(W, 7), broadcast(W, -1)))
    store(W, 18, first_of_three(x, y))
    return nonzero_lanes(x), lane_count(W)


def expected(x, y):
    """The same with NumPy, in the same order."""
    ones = np.array([int(v).bit_count() for v in x], x.dtype)
    low = x & (x - 1)
    everything = np.array(-1).astype(x.dtype)
    return [
        x & y,
        x | y,
        x ^ y,
        x + y,
        x - y,
        ~x,
        x << 3,
        low,
        np.where(low == 0, x, 0),
        np.where(x == 0, y, x),
        np.where(x == 0, 0, y),
        ones,
        np.where(ones <= 3, x, 0),
        np.array([int(v & 511).bit_count() > 2 for v in x]),
        np.minimum(x, y),
        np.where(x < y, 7, everything),
        np.where(ones < 3, y, x),
    ]


def numbers(dtype, lanes, seed):
    """Random numbers, with few bits, many bits, none and all."""
    random = np.random.default_rng(seed)
    most = np.iinfo(dtype).max
    dense = random.integers(0, most, (3, lanes), dtype, endpoint=True)
    sparse = dense[0] & dense[1] & dense[2]
    special = random.choice(np.array([0, 1, 2, 7, most], dtype), lanes)
    return random.choice(np.stack([dense[0], sparse, special]), axis=0).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_lane_is_computed_as_numpy_computes_it(dtype) -> None:
    lanes = lanes_per_row(dtype)
    W = workspace(19, dtype)
    rows = W.reshape(19, lanes)
    for seed in range(50):
        rows[0], rows[1] = numbers(dtype, lanes, 2 * seed), numbers(dtype, lanes, 2 * seed + 1)
        nonzero_lanes, width = operations(W)
        assert width == lanes
        assert nonzero_lanes == sum(1 << lane for lane in range(lanes) if rows[0, lane])
        for row, expected_row in zip(rows[2:], expected(rows[0], rows[1]), strict=True):
            assert row.tolist() == expected_row.astype(dtype).tolist()


@njit(**ENTRY_OPTIONS)
def moved(source, target, index):
    """Copy a number, and give it."""
    poke(target, index, peek(source, index))
    return peek(source, index)


@pytest.mark.parametrize("dtype", [np.uint8, *DTYPES, np.int64])
def test_a_number_is_read_and_written_whole(dtype) -> None:
    most = np.iinfo(dtype).max
    source = np.array([0, 1, most // 2, most], dtype)
    target = np.zeros(4, dtype)
    assert [moved(source, target, k) & int(most) for k in range(4)] == source.tolist()
    assert target.tolist() == source.tolist()


@njit(**ENTRY_OPTIONS)
def place(mask):
    return trailing_zeros(mask)


def test_the_place_of_a_bit_counts_from_0_and_is_64_where_there_is_none() -> None:
    assert [place(np.int64(mask)) for mask in (1, 12, 1 << 62, -(1 << 63), 0)] == [0, 2, 62, 63, 64]


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_workspace_is_zeroed_and_starts_at_a_vector(dtype) -> None:
    for rows in (1, 3, 353):
        W = workspace(rows, dtype)
        assert W.ctypes.data % ALIGNMENT == 0
        assert W.shape == (rows * lanes_per_row(dtype),)
        assert not W.any()
