"""Where lanes of any model branch."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

pytest.importorskip("numba")

from numba import njit

from nonet.backends.lockstep.compiled import units, weighted_branching
from nonet.backends.lockstep.compiled.options import ENTRY_OPTIONS
from nonet.backends.lockstep.compiled.simd import lanes_per_row, workspace
from nonet.backends.lockstep.kernel import Kernel
from nonet.model import AllDifferent, Linear, Model


def as_numpy(value):
    """A named tuple with arrays of NumPy, which Numba takes, for those of ``array``."""
    if isinstance(value, array):
        return np.array(value)
    return type(value)(*map(as_numpy, value)) if isinstance(value, tuple) else value


@njit(**ENTRY_OPTIONS)
def chosen(W, program):
    """The row of what is chosen in each lane, of whose failures nothing is known."""
    weighted_branching.reset_weights(W, program)
    weighted_branching.select_branches(W, program, 1)
    return units.last_row(program.units)


def branch(masks: list[int], *more: Linear) -> tuple[int, int]:
    """The cell and the value (a mask) to branch on, of a row of four with these candidates."""
    row = ("a", "b", "c", "d")
    pair = Linear.sum(("a", "b"), "<=", 8)
    model = Model(dict.fromkeys(row, range(1, 5)), [AllDifferent(row), pair, *more])
    kernel = Kernel(model.structure)
    program, lanes = as_numpy(kernel.geometry), lanes_per_row(np.uint16)
    space = workspace(kernel.rows, np.uint16)
    for cell, mask in enumerate(masks):
        space[cell * lanes : (cell + 1) * lanes] = mask
    cell = space[chosen(space, program) * lanes]
    return int(cell), int(space[(program.guesses + 2) * lanes])


def test_a_value_with_two_places_is_branched_on_before_three_candidates() -> None:
    cell, value = branch([0b0111, 0b1111, 0b1111, 0b0111])
    assert (cell, value) == (1, 0b1000)


def test_a_cell_of_two_candidates_is_as_good() -> None:
    assert branch([0b0011, 0b1111, 0b1111, 0b0111]) == (0, 0)


def test_with_sums_of_different_cells_only_cells_count() -> None:
    _, value = branch([0b0111, 0b1111, 0b1111, 0b0111], Linear.sum(("a", "b", "c"), "==", 7))
    assert value == 0


def test_a_search_begins_with_what_is_in_units() -> None:
    """Helpers, which follow from the row, count 1; without units all count their constraints."""
    row, helpers = ("a", "b", "c", "d"), ("x", "y")
    sums = [Linear((cell, *helpers), (1, 1, -1), "<=", 9) for cell in row]
    domains = dict.fromkeys((*row, *helpers), range(1, 5))
    for units_, degrees in (
        ([AllDifferent(row)], [2, 2, 2, 2, 1, 1]),
        ([AllDifferent((*row[:3], "x"))], [2, 2, 2, 1, 5, 1]),
        ([], [2, 2, 2, 2, 5, 5]),
    ):
        kernel = Kernel(Model(domains, [*units_, *sums]).structure)
        assert kernel.geometry.degrees.tolist() == degrees
