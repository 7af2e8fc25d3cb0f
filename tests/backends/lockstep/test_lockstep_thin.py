"""Thin arrays, beside NumPy's own: lengths, elements, rows, parts, writing, and named tuples."""

from __future__ import annotations

from typing import NamedTuple

import pytest

pytest.importorskip("numba", reason="numba is not installed")

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled.options import ENTRY_OPTIONS
from nonet.backends.lockstep.compiled.raw_views import raw_view

DTYPES = (np.bool_, np.uint8, np.uint16, np.int64, np.uint64)


class Inner(NamedTuple):
    same: np.ndarray
    also: np.ndarray


class Outer(NamedTuple):
    number: int
    table: np.ndarray
    inner: Inner


@njit(**ENTRY_OPTIONS)
def _read(array, i, first, last):
    x = raw_view(array)
    part = x[first:last]
    return len(x), x[i], len(part), part[0]


@njit(**ENTRY_OPTIONS)
def _read_table(array, i, j):
    x = raw_view(array)
    return len(x), x[i, j], len(x[i]), x[i][j]


@njit(**ENTRY_OPTIONS)
def _write(array, i, value):
    x = raw_view(array)
    x[i] = value
    x[i] += 1


@njit(**ENTRY_OPTIONS)
def _write_table(array, i, j, value):
    x = raw_view(array)
    x[i, j] = value
    x[i][j] += 1


@njit(**ENTRY_OPTIONS)
def _of_tuple(given):
    x = raw_view(given)
    x.inner.also[0] = 7
    return x.number, len(x.table), x.table[1, 2], len(x.inner.same), x.inner.same[0]


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_and_parts_are_numpys(dtype):
    array = np.arange(10).astype(dtype)
    assert _read(array, 9, 3, 7) == (10, array[9], 4, array[3])


@pytest.mark.parametrize("dtype", DTYPES)
def test_elements_and_rows_of_a_table_are_numpys(dtype):
    table = np.arange(12).reshape(3, 4).astype(dtype)
    assert _read_table(table, 2, 1) == (3, table[2, 1], 4, table[2, 1])


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_what_is_written_is_in_the_array_alone_at_its_place(dtype):
    array, table = np.zeros(5, dtype), np.zeros((3, 4), dtype)
    _write(array, 2, 41)
    _write_table(table, 1, 3, 41)
    assert array.tolist() == [0, 0, 42, 0, 0]
    assert np.flatnonzero(table).tolist() == [7]
    assert table[1, 3] == 42


def test_arrays_in_named_tuples_are_the_callers():
    given = Outer(5, np.arange(6).reshape(2, 3), Inner(np.array([8, 9]), np.zeros(1, np.int64)))
    assert _of_tuple(given) == (5, 2, 5, 2, 8)
    assert given.inner.also[0] == 7
