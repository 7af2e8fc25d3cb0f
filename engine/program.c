/* The sweep for any model: units, and a filter for each other kind of constraint.
 *
 * What units.c does for AllDifferents goes first and last; between, the filters take away what sums,
 * relations, tables, automata, counts and choices do not allow.  Where the first units are those of a
 * classic 9x9, the straight lines of classic.c go first instead, in a fifth of the time, and of units.c
 * only what the other units need.
 */
#pragma once
#include "engine.h"
#include "classic.c"
#include "filters/bounds.c"
#include "filters/comparisons.c"
#include "filters/counting.c"
#include "filters/disjunctions.c"
#include "filters/layered_graphs.c"
#include "filters/occurrences.c"
#include "filters/relations.c"
#include "filters/sandwiches.c"
#include "filters/sums.c"
#include "units.c"
#include "weighted_branching.c"

/* All filters over the cells, or over their copies; returns the lanes in which a constraint cannot hold.
 * Failures of later filters are not blamed on a lane that is wrong already. */
OUTLINE lanes apply_filters(filtering *f, const records *r)
{
    lanes bad = filter_relations(f, r->relations, r->relations + r->relations_size);
    f->active &= ~nonzero_lanes(bad);
    bad |= filter_sums(f, r->sums, r->sums + r->sums_size);
    bad |= filter_bounds(f, r->bounds, r->bounds + r->bounds_size);
    bad |= filter_sandwiches(f, r->sandwiches, r->sandwiches + r->sandwiches_size);
    bad |= filter_comparisons(f, r->comparisons, r->comparisons + r->comparisons_size);
    bad |= filter_layered_graphs(f, r->layers, r->layers + r->layers_size);
    bad |= filter_counting(f, r->counts, r->counts + r->counts_size);
    bad |= filter_occurrences(f, r->occurrences, r->occurrences + r->occurrences_size);
    return bad;
}

/* The filters of what is in choices, then those of all else. */
INLINE lanes filter_program(lanes *w, const program *g, lane_set active)
{
    int64_t cells = g->degrees_size;
    filtering f = {w + cells, cells, g, w + g->weights, w + g->scratch, active};
    lanes bad = NONE;
    if (g->choices_size) {
        /* no lane is active: a dead group is no failure */
        filtering inside = {w + g->copies, g->copied, g, f.weights, f.scratch, 0};
        copy_cells(f.cell, inside.cell, g);
        apply_filters(&inside, &g->inside);
        bad = merge_copies(&f, inside.cell);
    }
    return bad | apply_filters(&f, &g->records);
}

OUTLINE swept program_sweep(lanes *w, const program *g, lane_set idle)
{
    lane_set changed = 0, bad = 0, active = ~idle;
    lanes clash, more, open;
    if (g->has_classic_units) {
        swept first = classic_sweep(w, 0, idle);
        changed = first.changed;
        bad = first.bad;
        clash = units_filter_more(w, &g->units, CLASSIC_UNITS);
    } else {
        clash = units_update_fixed(w, &g->units);
        units_eliminate_fixed(w, &g->units);
        units_claim_segments(w, &g->units);
    }
    bad |= nonzero_lanes(clash);
    bad |= nonzero_lanes(filter_program(w, g, active & ~bad));
    clash = g->has_classic_units ? NONE : units_find_hidden_singles(w, &g->units);
    clash |= units_replace_cells(w, &g->units, !g->has_classic_units, &more, &open);
    bad |= nonzero_lanes(clash);
    blame_guesses(w, g, bad & active);
    return (swept){changed | nonzero_lanes(more), bad, nonzero_lanes(open)};
}

/* The lanes in which every cell is fixed and every constraint holds, checked afresh. */
static lane_set program_complete(lanes *w, const program *g)
{
    swept last = program_sweep(w, g, EVERY_LANE);
    return units_complete(w, &g->units) & ~(last.changed | last.bad | last.open);
}
