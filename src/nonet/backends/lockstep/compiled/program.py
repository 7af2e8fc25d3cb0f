"""The sweep for any model: units, and a filter for each other kind of constraint.

What ``units.py`` does for AllDifferents goes first and last; between, the filters of the folder
``filters/`` take away what sums, relations, tables, automata, counts and choices do not allow.
Where the first units are those of a classic 9x9, the straight-line sweep of ``classic.py`` goes
first instead, in a fifth of the time, and of ``units.py`` only what the other units need.
A model is a *program*, arrays of integers that they read (``program_builder.py`` writes them), so
nothing is compiled for a puzzle.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled import classic, units, weighted_branching
from nonet.backends.lockstep.compiled.filters import (
    bounds,
    comparisons,
    counting,
    disjunctions,
    layered_graphs,
    occurrences,
    relations,
    sandwiches,
    sums,
)
from nonet.backends.lockstep.compiled.options import JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import broadcast, nonzero_lanes
from nonet.backends.lockstep.layouts.geometries import CLASSIC_UNITS


@njit(**JIT_OPTIONS)
def sweep(W, g, active):
    """One round of propagation: the lanes changed, contradictory, open.

    ``active`` are the lanes that hold a node: of others nothing is learnt.
    """
    changed, bad = np.int64(0), np.int64(0)
    if g.has_classic_units:
        changed, bad, _ = classic.sweep(W)
        clash = units.filter_more_units(W, g.units, CLASSIC_UNITS)
    else:
        clash = units.update_fixed(W, g.units)
        units.eliminate_fixed(W, g.units)
        units.claim_segments(W, g.units)
    bad |= nonzero_lanes(clash)
    bad |= nonzero_lanes(_apply_filters(W, g, active & ~bad))
    if g.has_classic_units:
        more, clash, open_ = units.replace_cells(W, g.units)
    else:
        clash = units.find_hidden_singles(W, g.units)
        more, empty, open_ = units.place_hidden_singles(W, g.units)
        clash = clash | empty
    bad |= nonzero_lanes(clash)
    weighted_branching.add_guess_failures(W, g, bad & active)
    return changed | nonzero_lanes(more), bad, nonzero_lanes(open_)


@njit(**JIT_OPTIONS)
def complete_lanes(W, g):
    """The lanes in which every cell is fixed and every constraint holds, checked afresh."""
    changed, bad, open_ = sweep(W, g, np.int64(0))
    return units.complete_lanes(W, g.units) & ~(changed | bad | open_)


@njit(**JIT_OPTIONS)
def _apply_filters(W, g, active):
    """All filters: over the copies of cells in choices first, then over the cells themselves.

    The filters stand here once, in a loop, so that they are compiled once.
    """
    cells, size = len(g.units.unit_starts) - 1, g.units.size
    bad = broadcast(W, 0)
    for round_ in range(int(len(g.choices) == 0), 2):
        inside = round_ == 0
        records = g.inside if inside else g.records
        first, number = (g.copies, g.copied) if inside else (cells, cells)
        if inside:
            disjunctions.copy_cells(W, cells, g.copies, g.choices)
        lanes = np.int64(0) if inside else active
        wrong = relations.sweep(W, first, size, records.relations, g.matrices)
        lanes &= ~nonzero_lanes(wrong)
        wrong = wrong | sums.sweep(W, first, records.sums, g.weights, lanes)
        lanes &= ~nonzero_lanes(wrong)
        wrong = wrong | bounds.sweep(
            W, first, number, size, records.bounds, g.scratch, g.weights, lanes
        )
        lanes &= ~nonzero_lanes(wrong)
        wrong = wrong | sandwiches.sweep(W, first, records.sandwiches, g.scratch, g.weights, lanes)
        lanes &= ~nonzero_lanes(wrong)
        wrong = wrong | comparisons.sweep(
            W, first, records.comparisons, g.scratch, g.weights, lanes
        )
        lanes &= ~nonzero_lanes(wrong)
        wrong = wrong | layered_graphs.sweep(W, first, records.layers, g.scratch, g.weights, lanes)
        wrong = wrong | counting.sweep(W, first, size, records.counts)
        wrong = wrong | occurrences.sweep(W, first, records.occurrences, g.scratch)
        if inside:
            bad = disjunctions.merge_copies(
                W, cells, g.copies, g.choices, g.scratch, g.weights, active
            )
            active &= ~nonzero_lanes(bad)
        else:
            bad = bad | wrong
    return bad
