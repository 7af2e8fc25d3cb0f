"""Geometries: which sweep, completeness check and split the driver uses.

A geometry is a named tuple, and its type says which: :class:`Classic` stands for the straight-line
sweep of ``classic.py``, ``units.Units`` for any set of units, ``program.Program`` for any model,
``caged.Caged`` for killers of an array, each with its own cages.
Numba compiles the driver once for each type, with the functions that are chosen here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import overload

from nonet.backends.lockstep import branching, caged, classic, order, program, units
from nonet.backends.lockstep.caged import Caged
from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import place_of_bit
from nonet.backends.lockstep.parts import Part
from nonet.backends.lockstep.program import Program
from nonet.backends.lockstep.words import puzzles_in, several, values_out, values_to_nine_out

PART = {"pipeline_class": Part, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How Numba compiles what is chosen here."""


class Classic(NamedTuple):
    """A 9x9 with rows, columns and boxes; ``branches`` is ``branching.BRANCHES``."""

    branches: np.ndarray[Any, Any]


def sweep(W: Any, geometry: Any, idle: Any) -> Any:
    """One round of propagation: the lanes changed, contradictory, open (as bit sets)."""


def forget(W: Any, geometry: Any) -> Any:
    """What was learnt of the puzzles taken together is not to touch those that follow."""


def taken(W: Any, geometry: Any, lane: Any) -> Any:
    """A lane takes a node that it has not split itself."""


def complete(W: Any, geometry: Any) -> Any:
    """The lanes whose fixed cells satisfy every unit, checked afresh."""


def prepare(W: Any, geometry: Any, stuck: Any) -> Any:
    """Find where to branch, for all lanes at once; asked are those set in ``stuck``."""


def split(W: Any, geometry: Any, lane: Any, nodes: Any, at: Any, step: Any) -> Any:
    """Branch one lane: it keeps one half, its copy in ``nodes[at::step]`` the other."""


def begin(
    W: Any, geometry: Any, begun: Any, holds: Any, puzzles: Any, start: Any, full: Any, words: Any
) -> Any:
    """Put puzzles into the lanes that are set in ``begun``: ``holds`` says which."""


def answers_out(W: Any, geometry: Any, words: Any, cells: Any) -> Any:
    """The values of all lanes, as words."""


def copy(W: Any, geometry: Any, lane: Any, nodes: Any, at: Any, step: Any) -> Any:
    """Copy a lane to ``nodes[at::step]``."""


def cell_count(geometry: Any, puzzles: Any) -> Any:
    """The number of cells: where it can be, a constant, so that loops over them are unrolled."""


def _is_classic(geometry: Any) -> bool:
    return geometry.instance_class is Classic


def _is_program(geometry: Any) -> bool:
    return geometry.instance_class is Program


def _is_caged(geometry: Any) -> bool:
    return geometry.instance_class is Caged


@overload(cell_count, jit_options=PART)
def _cells_of(geometry, puzzles):
    if _is_classic(geometry):
        return lambda geometry, puzzles: 81
    return lambda geometry, puzzles: puzzles.shape[1]


@overload(sweep, inline="never", jit_options=PART)
def _sweep_of(W, geometry, idle):
    if _is_classic(geometry):
        return lambda W, geometry, idle: classic.sweep(W)
    if _is_program(geometry):
        return lambda W, geometry, idle: program.sweep(W, geometry, ~idle)
    if _is_caged(geometry):
        return lambda W, geometry, idle: caged.sweep(W, geometry, ~idle)
    return lambda W, geometry, idle: units.sweep(W, geometry)


@overload(forget, jit_options=PART)
def _forget_of(W, geometry):
    if _is_program(geometry):
        return lambda W, geometry: order.forget(W, geometry)
    return lambda W, geometry: None


@overload(taken, jit_options=PART)
def _taken_of(W, geometry, lane):
    if _is_program(geometry):
        return lambda W, geometry, lane: order.taken(W, geometry, lane)
    return lambda W, geometry, lane: None


@overload(complete, jit_options=PART)
def _complete_of(W, geometry):
    if _is_classic(geometry):
        return lambda W, geometry: classic.complete(W)
    if _is_program(geometry):
        return lambda W, geometry: program.complete(W, geometry)
    if _is_caged(geometry):
        return lambda W, geometry: caged.complete(W, geometry)
    return lambda W, geometry: units.complete(W, geometry)


@overload(prepare, jit_options=PART)
def _prepare_of(W, geometry, stuck):
    if _is_classic(geometry):
        return lambda W, geometry, stuck: branching.tightest(W)
    if _is_program(geometry):
        return lambda W, geometry, stuck: order.tightest(W, geometry, stuck)
    if _is_caged(geometry):
        return lambda W, geometry, stuck: units.tightest(W, geometry.units)
    return lambda W, geometry, stuck: units.tightest(W, geometry)


@overload(split, jit_options=PART)
def _split_of(W, geometry, lane, nodes, at, step):
    if _is_classic(geometry):
        return lambda W, geometry, lane, nodes, at, step: branching.split(
            W, geometry.branches, lane, nodes, at, step
        )
    if _is_program(geometry):
        return lambda W, geometry, lane, nodes, at, step: order.split(
            W, geometry, lane, nodes, at, step
        )
    if _is_caged(geometry):
        return lambda W, geometry, lane, nodes, at, step: units.split(
            W, geometry.units, lane, nodes, at, step
        )
    return lambda W, geometry, lane, nodes, at, step: units.split(
        W, geometry, lane, nodes, at, step
    )


@overload(begin, jit_options=PART)
def _begin_of(W, geometry, begun, holds, puzzles, start, full, words):
    if _is_classic(geometry):
        return lambda W, geometry, begun, holds, puzzles, start, full, words: _begin_classic(
            W, begun, holds, puzzles, start, words
        )
    return lambda W, geometry, begun, holds, puzzles, start, full, words: _begin_units(
        W, begun, holds, puzzles, start, full
    )


@njit(**OPTIONS)
def _begin_classic(W, begun, holds, puzzles, start, words):
    if several(begun):
        puzzles_in(W, begun, holds, puzzles, 81, classic.ALL, words)
        return
    while begun != 0:
        lane = place_of_bit(begun)
        begun &= begun - 1
        classic.begin(W, lane, puzzles, holds[lane] * 81, start)


@njit(**OPTIONS)
def _begin_units(W, begun, holds, puzzles, start, full):
    while begun != 0:
        lane = place_of_bit(begun)
        begun &= begun - 1
        units.begin(W, lane, puzzles, holds[lane] * puzzles.shape[1], start, full)


@overload(answers_out, jit_options=PART)
def _answers_out_of(W, geometry, words, cells):
    if _is_classic(geometry):
        return lambda W, geometry, words, cells: values_to_nine_out(W, words, 81)
    return lambda W, geometry, words, cells: values_out(W, words, cells)


@overload(copy, jit_options=PART)
def _copy_of(W, geometry, lane, nodes, at, step):
    if _is_classic(geometry):
        return lambda W, geometry, lane, nodes, at, step: classic.copy(W, lane, nodes, at, step)
    if _is_program(geometry) or _is_caged(geometry):
        return lambda W, geometry, lane, nodes, at, step: units.copy(
            W, geometry.units, lane, nodes, at, step
        )
    return lambda W, geometry, lane, nodes, at, step: units.copy(W, geometry, lane, nodes, at, step)
