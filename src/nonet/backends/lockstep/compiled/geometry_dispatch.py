"""Geometries: which sweep, completeness check and split the driver uses.

A geometry is a named tuple, and its type says which: :class:`Classic` stands for the straight-line
sweep of ``classic.py``, ``units.Units`` for any set of units, ``program.Program`` for any model,
``caged.Caged`` for killers of an array, each with its own cages.
Numba compiles the driver once for each type, with the functions that are chosen here.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import overload

from nonet.backends.lockstep.compiled import (
    classic,
    classic_branching,
    killer_cages,
    program,
    units,
    weighted_branching,
)
from nonet.backends.lockstep.compiled.compiler_pipeline import InternalCompiler
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.packed_rows import (
    is_worth_packing,
    pack_row_values,
    pack_row_values_to_nine,
    unpack_puzzles,
)
from nonet.backends.lockstep.compiled.simd import trailing_zeros
from nonet.backends.lockstep.layouts.geometries import (
    CLASSIC_MASK,
    Classic,
    KillerGeometry,
    Program,
)

OVERLOAD_OPTIONS = {
    "pipeline_class": InternalCompiler,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""How Numba compiles what is chosen here."""


def sweep(W: Any, geometry: Any, idle: Any) -> Any:
    """One round of propagation: the lanes changed, contradictory, open (as bit sets)."""


def reset_weights(W: Any, geometry: Any) -> Any:
    """What was learnt of the puzzles taken together is not to touch those that follow."""


def on_node_taken(W: Any, geometry: Any, lane: Any) -> Any:
    """A lane takes a node that it has not split itself."""


def complete_lanes(W: Any, geometry: Any) -> Any:
    """The lanes whose fixed cells satisfy every unit, checked afresh."""


def select_branches(W: Any, geometry: Any, stuck: Any) -> Any:
    """Find where to branch, for all lanes at once; asked are those set in ``stuck``."""


def branch_lane(W: Any, geometry: Any, lane: Any, nodes: Any, at: Any, step: Any) -> Any:
    """Branch one lane: it keeps one half, its copy in ``nodes[at::step]`` the other."""


def can_branch_early(geometry: Any) -> Any:
    """Whether a lane may branch before its fixed point: a constant."""


def load_puzzles(
    W: Any, geometry: Any, begun: Any, holds: Any, puzzles: Any, start: Any, full: Any, words: Any
) -> Any:
    """Put puzzles into the lanes that are set in ``begun``: ``holds`` says which."""


def pack_values(W: Any, geometry: Any, words: Any, cells: Any) -> Any:
    """The values of all lanes, as words."""


def copy_lane(W: Any, geometry: Any, lane: Any, nodes: Any, at: Any, step: Any) -> Any:
    """Copy a lane to ``nodes[at::step]``."""


def cell_count(geometry: Any, puzzles: Any) -> Any:
    """The number of cells: where it can be, a constant, so that loops over them are unrolled."""


def _is_classic(geometry: Any) -> bool:
    return geometry.instance_class is Classic


def _is_program(geometry: Any) -> bool:
    return geometry.instance_class is Program


def _is_killer(geometry: Any) -> bool:
    return geometry.instance_class is KillerGeometry


@overload(cell_count, jit_options=OVERLOAD_OPTIONS)
def _cell_count_of(geometry, puzzles):
    if _is_classic(geometry):
        return lambda geometry, puzzles: 81
    return lambda geometry, puzzles: len(puzzles[0])


@overload(sweep, inline="never", jit_options=OVERLOAD_OPTIONS)
def _sweep_of(W, geometry, idle):
    if _is_classic(geometry):
        return lambda W, geometry, idle: classic.sweep(W)
    if _is_program(geometry):
        return lambda W, geometry, idle: program.sweep(W, geometry, ~idle)
    if _is_killer(geometry):
        return lambda W, geometry, idle: killer_cages.sweep(W, geometry, ~idle)
    return lambda W, geometry, idle: units.sweep(W, geometry)


@overload(reset_weights, jit_options=OVERLOAD_OPTIONS)
def _reset_weights_of(W, geometry):
    if _is_program(geometry):
        return lambda W, geometry: weighted_branching.reset_weights(W, geometry)
    return lambda W, geometry: None


@overload(on_node_taken, jit_options=OVERLOAD_OPTIONS)
def _on_node_taken_of(W, geometry, lane):
    if _is_program(geometry):
        return lambda W, geometry, lane: weighted_branching.clear_last_guess(W, geometry, lane)
    return lambda W, geometry, lane: None


@overload(complete_lanes, jit_options=OVERLOAD_OPTIONS)
def _complete_lanes_of(W, geometry):
    if _is_classic(geometry):
        return lambda W, geometry: classic.complete_lanes(W)
    if _is_program(geometry):
        return lambda W, geometry: program.complete_lanes(W, geometry)
    if _is_killer(geometry):
        return lambda W, geometry: killer_cages.complete_lanes(W, geometry)
    return lambda W, geometry: units.complete_lanes(W, geometry)


@overload(select_branches, jit_options=OVERLOAD_OPTIONS)
def _select_branches_of(W, geometry, stuck):
    if _is_classic(geometry):
        return lambda W, geometry, stuck: classic_branching.select_branches(W)
    if _is_program(geometry):
        return lambda W, geometry, stuck: weighted_branching.select_branches(W, geometry, stuck)
    if _is_killer(geometry):
        return lambda W, geometry, stuck: units.select_branches(W, geometry.units)
    return lambda W, geometry, stuck: units.select_branches(W, geometry)


@overload(branch_lane, jit_options=OVERLOAD_OPTIONS)
def _branch_lane_of(W, geometry, lane, nodes, at, step):
    if _is_classic(geometry):
        return lambda W, geometry, lane, nodes, at, step: classic_branching.branch_lane(
            W, geometry.branches, lane, nodes, at, step
        )
    if _is_program(geometry):
        return lambda W, geometry, lane, nodes, at, step: weighted_branching.branch_lane(
            W, geometry, lane, nodes, at, step
        )
    if _is_killer(geometry):
        return lambda W, geometry, lane, nodes, at, step: units.branch_lane(
            W, geometry.units, lane, nodes, at, step
        )
    return lambda W, geometry, lane, nodes, at, step: units.branch_lane(
        W, geometry, lane, nodes, at, step
    )


@overload(can_branch_early, jit_options=OVERLOAD_OPTIONS)
def _can_branch_early_of(geometry):
    is_early = _is_classic(geometry)
    return lambda geometry: is_early


@overload(load_puzzles, jit_options=OVERLOAD_OPTIONS)
def _load_puzzles_of(W, geometry, begun, holds, puzzles, start, full, words):
    if _is_classic(geometry):
        return lambda W, geometry, begun, holds, puzzles, start, full, words: _load_classic(
            W, begun, holds, puzzles, start, words
        )
    return lambda W, geometry, begun, holds, puzzles, start, full, words: _load_units(
        W, begun, holds, puzzles, start, full
    )


@njit(**JIT_OPTIONS)
def _load_classic(W, begun, holds, puzzles, start, words):
    if is_worth_packing(begun):
        unpack_puzzles(W, begun, holds, puzzles, 81, CLASSIC_MASK, words)
        return
    while begun != 0:
        lane = trailing_zeros(begun)
        begun &= begun - 1
        classic.load_puzzle(W, lane, puzzles, holds[lane] * 81, start)


@njit(**JIT_OPTIONS)
def _load_units(W, begun, holds, puzzles, start, full):
    while begun != 0:
        lane = trailing_zeros(begun)
        begun &= begun - 1
        units.load_puzzle(W, lane, puzzles, holds[lane] * len(puzzles[0]), start, full)


@overload(pack_values, jit_options=OVERLOAD_OPTIONS)
def _pack_values_of(W, geometry, words, cells):
    if _is_classic(geometry):
        return lambda W, geometry, words, cells: pack_row_values_to_nine(W, words, 81)
    return lambda W, geometry, words, cells: pack_row_values(W, words, cells)


@overload(copy_lane, jit_options=OVERLOAD_OPTIONS)
def _copy_lane_of(W, geometry, lane, nodes, at, step):
    if _is_classic(geometry):
        return lambda W, geometry, lane, nodes, at, step: classic.copy_lane(
            W, lane, nodes, at, step
        )
    if _is_program(geometry) or _is_killer(geometry):
        return lambda W, geometry, lane, nodes, at, step: units.copy_lane(
            W, geometry.units, lane, nodes, at, step
        )
    return lambda W, geometry, lane, nodes, at, step: units.copy_lane(
        W, geometry, lane, nodes, at, step
    )
