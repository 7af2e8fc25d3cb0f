"""Where lanes of any model branch."""

from __future__ import annotations

from array import array

import numpy as np

from nonet.backends.lockstep.kernel import Kernel
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.layouts.calls import STORE_NONE
from nonet.model import AllDifferent, Linear, Model


def branch(masks: list[int], *more: Linear) -> tuple[int, int]:
    """The cell that is branched on and the value (a mask) that it takes, of a row of four with
    these candidates, from which a sweep takes none."""
    row = ("a", "b", "c", "d")
    pair = Linear.sum(("a", "b"), "<=", 8)
    model = Model(dict.fromkeys(row, range(1, 5)), [AllDifferent(row), pair, *more])
    kernel = Kernel(model.structure)
    run = KernelRun(kernel, np.zeros((1, 4), np.uint8), 2, STORE_NONE)
    run.push_node(array("H", masks))
    run.advance(1)
    rows = np.frombuffer(run._workspace.data, np.uint16)[run._workspace.start :]
    node, other = rows[: 4 * kernel.lanes].reshape(4, kernel.lanes)[:, :2].T.tolist()
    (cell,) = (k for k in range(4) if node[k] != masks[k])
    assert other == [mask & ~node[k] if k == cell else mask for k, mask in enumerate(masks)]
    return cell, node[cell]


def test_a_value_with_two_places_is_branched_on_before_three_candidates() -> None:
    cell, value = branch([0b0111, 0b1111, 0b1111, 0b0111])
    assert (cell, value) == (1, 0b1000)


def test_a_cell_of_two_candidates_is_as_good() -> None:
    assert branch([0b0011, 0b1111, 0b1111, 0b0111]) == (0, 0b0001)


def test_with_sums_of_different_cells_only_cells_count() -> None:
    _, value = branch([0b0111, 0b1111, 0b1111, 0b0111], Linear.sum(("a", "b", "c", "d"), "==", 10))
    assert value == 0b0001


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
