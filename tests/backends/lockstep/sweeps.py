"""One sweep of the compiled engine over chosen states, for tests of what it takes away.

>>> masks = np.array([[0b11, 0b11], [0b11, 0b01]], np.uint16)      # two cells in two states
>>> units = unit_layout(((0, 1),), 2, 2).units
>>> swept = sweep_units(units, masks)
>>> swept.masks.tolist(), swept.bad, swept.open
([[3, 2], [3, 1]], 0, 1)
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from nonet.backends.lockstep.engine import compiled_engine
from nonet.backends.lockstep.kernel_run import KernelRun
from nonet.backends.lockstep.layouts import calls
from nonet.backends.lockstep.layouts.calls import (
    CLASSIC_ROWS,
    GUESS_ROWS,
    Classic,
    Program,
    Records,
    Units,
    branch_table,
)
from nonet.backends.lockstep.layouts.memory import EMPTY, LANE_TYPECODES, int64_array
from nonet.backends.lockstep.numbered_cells import unit_layout

LANE_BITS = 16
LANES = compiled_engine().vector_bits // LANE_BITS
"""States of a sweep, at most."""

SCRATCH_ROWS = 400
"""Rows that a filter may use."""


class Swept(NamedTuple):
    """The masks (cells, states) after a sweep; the states that are contradictory, and those that
    have cells with several candidates, as bits."""

    masks: np.ndarray
    bad: int
    open: int


def sweep_classic(masks: np.ndarray) -> Swept:
    """Return what a sweep leaves of states of a 9x9, (81, states)."""
    return _sweep("classic", Classic(branch_table()), CLASSIC_ROWS, masks)


def sweep_units(units: Units, masks: np.ndarray) -> Swept:
    """Return what a sweep leaves of states of cells in units, (cells, states)."""
    return _sweep("units", units, units.rows(), masks)


def sweep_filter(name: str, record: Sequence[int], size: int, masks: np.ndarray) -> Swept:
    """Return what one filter, named as a field of ``Records``, leaves of cells of ``size``
    values."""
    cells = len(masks)
    units = unit_layout((), cells, size).units
    records = Records(*[EMPTY] * len(Records._fields))._replace(**{name: int64_array(record)})
    weights = units.rows()
    guesses = weights + cells + size
    scratch = guesses + GUESS_ROWS
    program = Program(
        units, records, EMPTY, Records(*[EMPTY] * len(Records._fields)), 0, 0,
        matrices=EMPTY, degrees=int64_array([1] * cells), weights=weights, guesses=guesses,
        copies=scratch, scratch=scratch, last=scratch + SCRATCH_ROWS,
    )  # fmt: skip
    return _sweep("program", program, program.last, masks)


def _sweep(kind: str, geometry: Any, rows: int, masks: np.ndarray) -> Swept:
    """A sweep of nodes of as many puzzles; none may guess, so each lane stays as it is."""
    cells, states = masks.shape
    typecode = LANE_TYPECODES[LANE_BITS]
    kernel: Any = SimpleNamespace(
        geometry=geometry,
        rows=rows,
        lanes=LANES,
        lane_bits=LANE_BITS,
        initial_sweeps=1,
        initial_weights=None,
        start=array(typecode, [0] * 256),
        full=array(typecode, [0] * cells),
        advance=compiled_engine().entry(f"advance_{kind}_{LANE_BITS}"),
    )
    blank = np.zeros((states, cells), np.uint8)
    run = KernelRun(kernel, blank, 2, calls.STORE_NONE, guess_limit=0)
    for node in range(states):
        run._stack[cells * node : cells * (node + 1)] = array(typecode, masks[:, node].tolist())
        run._owner[node], run._link[node] = node, node - 1
    run._heads[-1] = states - 1
    run.state[calls.NEXT] = run.state[calls.LAST] = states
    run.state[calls.TOP] = run.state[calls.NODES_ON_STACK] = states
    run.advance(1)
    space = np.frombuffer(run._workspace.data, np.uint16)[run._workspace.start :]
    table = space[: rows * LANES].reshape(rows, LANES)[:cells]
    after, bad, open_ = np.zeros_like(masks), 0, 0
    for lane, puzzle in enumerate(run._holds[:states]):
        after[:, puzzle] = table[:, lane]
        is_idle = run.state[calls.IDLE] >> lane & 1
        is_bad = is_idle and not run.counts[puzzle] and run._closed[puzzle] == calls.OPEN
        bad |= int(is_bad) << puzzle
        open_ |= int((after[:, puzzle] & (after[:, puzzle] - 1)).any()) << puzzle
    return Swept(after, bad, open_)
