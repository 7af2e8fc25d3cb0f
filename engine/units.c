/* The sweep for any units: jigsaws, X, windoku, samurai, 16x16, 25x25, anything made of "these cells
 * differ", as index arrays that Python makes of a model (numbered_cells.py).
 *
 * A sweep does naked singles with an exact check for equal ones, what two units that cross say of each
 * other (pointing and claiming), and hidden singles with a check for two in one cell.
 *
 * Pointing and claiming are one idea.  A *segment* is the two or more cells that two units share.
 * Where a full unit can hold a value in one of its segments alone, the segment *claims* it, and all
 * other cells of all units through that segment lose it.  Segments of a unit that do not overlap form
 * a *group*, so that few rows say what all of its segments claim and lose.
 */
#pragma once
#include "engine.h"

/* The rows of the workspace: the cells; the cells of the sweep under way; of each unit what is fixed
 * in it, then what is hidden in it; of each segment its candidates, then what it claims; of each
 * segment and each cell what it loses to claims; and a row that says where to branch. */
typedef struct {
    lanes *cell, *next, *fixed, *hidden, *segment, *claim, *lost, *branch;
    int64_t cells, units, segments, groups;
} unit_rows;

INLINE unit_rows rows_of(lanes *w, const units *g)
{
    int64_t cells = g->unit_starts_size - 1, units = g->full_size, segments = g->segment_starts_size - 1;
    lanes *fixed = w + 2 * cells, *segment = fixed + 2 * units, *lost = segment + 2 * segments;
    return (unit_rows){w, w + cells, fixed, fixed + units, segment, segment + segments, lost,
                       lost + segments + cells, cells, units, segments, g->group_starts_size - 1};
}

/* Fixed cells, and the fixed values of each unit; returns what clashes. */
INLINE lanes units_update_fixed(lanes *w, const units *g)
{
    unit_rows r = rows_of(w, g);
    lanes bad = {0};
    for (int64_t cell = 0; cell < r.cells; cell++)
        r.next[cell] = keep_single(w[cell]);
    for (int64_t unit = 0; unit < r.units; unit++) {
        lanes seen = {0};
        for SPAN(k, g->starts, unit) {
            lanes x = r.next[g->cells[k]];
            bad |= seen & x;
            seen |= x;
        }
        r.fixed[unit] = seen;
    }
    return bad;
}

/* Fixed values leave the other cells of their units. */
INLINE void units_eliminate_fixed(lanes *w, const units *g)
{
    unit_rows r = rows_of(w, g);
    for (int64_t cell = 0; cell < r.cells; cell++) {
        lanes taken = {0};
        for SPAN(k, g->unit_starts, cell)
            taken |= r.fixed[g->units[k]];
        r.next[cell] = w[cell] & (~taken | r.next[cell]);
    }
}

/* What a full unit holds in one segment alone leaves the other cells of units through that segment. */
INLINE void units_claim_segments(lanes *w, const units *g)
{
    unit_rows r = rows_of(w, g);
    lanes *lost_cell = r.lost + r.segments;
    for (int64_t segment = 0; segment < r.segments; segment++) {
        lanes x = {0};
        for SPAN(k, g->segment_starts, segment)
            x |= r.next[g->segments[k]];
        r.segment[segment] = x;
        r.claim[segment] = r.lost[segment] = NONE;
    }
    for (int64_t group = 0; group < r.groups; group++) {
        lanes once = {0}, twice = {0};
        for SPAN(k, g->single_starts, group) {
            lanes x = r.next[g->singles[k]];
            lost_cell[g->singles[k]] = NONE;
            twice |= once & x;
            once |= x;
        }
        for SPAN(k, g->group_starts, group) {
            lanes x = r.segment[g->groups[k]];
            twice |= once & x;
            once |= x;
        }
        for SPAN(k, g->group_starts, group)
            r.claim[g->groups[k]] |= r.segment[g->groups[k]] & ~twice;
    }
    for (int64_t group = 0; group < r.groups; group++) {
        lanes claims = {0};
        for SPAN(k, g->group_starts, group)
            claims |= r.claim[g->groups[k]];
        for SPAN(k, g->group_starts, group)
            r.lost[g->groups[k]] |= claims & ~r.claim[g->groups[k]];
        for SPAN(k, g->single_starts, group)
            lost_cell[g->singles[k]] |= claims;
    }
    for (int64_t cell = 0; cell < r.cells; cell++) {
        lanes removed = {0};
        for SPAN(k, g->place_starts, cell)
            removed |= r.lost[g->places[k]];
        r.next[cell] &= ~removed;
    }
}

/* The values with one place in each full unit; returns those with none. */
INLINE lanes units_find_hidden_singles(lanes *w, const units *g)
{
    unit_rows r = rows_of(w, g);
    lanes bad = {0}, all = spread(g->all);
    for (int64_t unit = 0; unit < r.units; unit++) {
        lanes once = {0}, twice = {0};
        if (g->full[unit]) {
            for SPAN(k, g->starts, unit) {
                lanes x = r.next[g->cells[k]];
                twice |= once & x;
                once |= x;
            }
            bad |= once ^ all;
        }
        r.hidden[unit] = once & ~twice;
    }
    return bad;
}

/* The cells become those of the sweep under way, where `placing`, with hidden singles in their cells:
 * writes what changed and what is open; returns what is empty, or claimed by two values. */
INLINE lanes units_replace_cells(lanes *w, const units *g, int placing, lanes *changed, lanes *open)
{
    unit_rows r = rows_of(w, g);
    lanes clash = {0}, different = {0}, more = {0};
    for (int64_t cell = 0; cell < r.cells; cell++) {
        lanes claims = {0}, x = r.next[cell];
        if (placing) {
            for SPAN(k, g->unit_starts, cell)
                claims |= r.hidden[g->units[k]];
            claims &= x;
            x = first_nonzero(claims, x);
        }
        clash |= without_lowest(claims) | is_zero(x);
        different |= x ^ w[cell];
        more |= without_lowest(x);
        w[cell] = x;
    }
    *changed = different, *open = more;
    return clash;
}

/* One round of propagation on every lane. */
OUTLINE swept units_sweep(lanes *w, const units *g, lane_set idle)
{
    (void)idle;
    lanes changed, open, bad = units_update_fixed(w, g);
    units_eliminate_fixed(w, g);
    units_claim_segments(w, g);
    bad |= units_find_hidden_singles(w, g);
    bad |= units_replace_cells(w, g, 1, &changed, &open);
    return (swept){nonzero_lanes(changed), nonzero_lanes(bad), nonzero_lanes(open)};
}

/* The lanes in which every cell is fixed and no unit holds a value twice, checked afresh. */
OUTLINE lane_set units_complete(lanes *w, const units *g)
{
    lanes wrong = {0};
    for (int64_t cell = 0; cell < g->unit_starts_size - 1; cell++)
        wrong |= without_lowest(w[cell]) | is_zero(w[cell]);
    for (int64_t unit = 0; unit < g->full_size; unit++) {
        lanes seen = {0};
        for SPAN(k, g->starts, unit) {
            wrong |= seen & w[g->cells[k]];
            seen |= w[g->cells[k]];
        }
    }
    return ~nonzero_lanes(wrong);
}

/* -- beside the straight-line sweep of classic.c --------------------------------------------------- */

/* Copy the cells to those of the sweep under way, and filter the units from `unit` on: fixed values
 * leave the other cells, hidden singles take theirs.  Returns what clashes. */
INLINE lanes units_filter_more(lanes *w, const units *g, int64_t unit)
{
    unit_rows r = rows_of(w, g);
    lanes bad = {0};
    for (int64_t cell = 0; cell < r.cells; cell++)
        r.next[cell] = w[cell];
    for (; unit < r.units; unit++) {
        lanes seen = {0}, once = {0}, twice = {0};
        for SPAN(k, g->starts, unit) {
            lanes x = keep_single(r.next[g->cells[k]]);
            bad |= seen & x;
            seen |= x;
        }
        for SPAN(k, g->starts, unit) {
            lanes x = r.next[g->cells[k]];
            x &= ~seen | keep_single(x);
            twice |= once & x;
            once |= x;
            r.next[g->cells[k]] = x;
        }
        if (!g->full[unit])
            continue;
        bad |= once ^ spread(g->all);
        for SPAN(k, g->starts, unit) {
            lanes x = r.next[g->cells[k]], claims = x & once & ~twice;
            bad |= without_lowest(claims);
            r.next[g->cells[k]] = first_nonzero(claims, x);
        }
    }
    return bad;
}

/* -- branching ----------------------------------------------------------------------------------- */

/* Write for each lane the cell to branch on: with fewest candidates first; of equals, that whose
 * units have most left. */
OUTLINE void units_select(lanes *w, const units *g, lane_set stuck)
{
    (void)stuck;
    unit_rows r = rows_of(w, g);
    lanes *size = r.next, *total = r.fixed;
    lanes most = spread(((int64_t)1 << g->sum_bits) - 1), best = ONES, branch = {0};
    for (int64_t cell = 0; cell < r.cells; cell++)
        size[cell] = bit_count(w[cell]);
    for (int64_t unit = 0; unit < r.units; unit++) {
        lanes open = {0};
        for SPAN(k, g->starts, unit)
            open += size[g->cells[k]];
        total[unit] = open;
    }
    for (int64_t cell = 0; cell < r.cells; cell++) {
        lanes open = {0};
        for SPAN(k, g->unit_starts, cell)
            open += total[g->units[k]];
        /* the size of a fixed cell, less 2, wraps to the largest */
        lanes score = ((size[cell] - 2) << spread(g->sum_bits)) | (most - minimum(open, most));
        branch = where(less(score, best), spread(cell), branch);
        best = minimum(best, score);
    }
    *r.branch = branch;
}

/* A lane takes the lowest value of its cell, its copy in `node` the others. */
INLINE int units_branch(lanes *w, const units *g, int lane, element *node, int64_t step)
{
    int64_t cell = ELEMENT(*rows_of(w, g).branch, lane);
    element mask = ELEMENT(w[cell], lane), bit = mask & -mask;
    node[cell * step] = mask ^ bit;
    ELEMENT(w[cell], lane) = bit;
    return 1;
}

INLINE void units_take_node(lanes *w, const units *g, int lane) { (void)w, (void)g, (void)lane; }
INLINE void units_reset(lanes *w, const units *g) { (void)w, (void)g; }
