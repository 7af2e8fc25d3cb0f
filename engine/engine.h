/* The engine: what a lane, a node, a sweep and a program are.
 *
 * A *lane* is one place of a vector register (lanes.h).  It holds a search *node*: the candidates of
 * every cell of one puzzle, as one mask a cell, bit v for the v-th value.  A node lies in a *row* for
 * each cell: row c of the workspace is cell c of all lanes, so that what a textbook says of one
 * puzzle is said once and done in all lanes.
 *
 * A *sweep* is one round of propagation over all lanes.  It tells of each lane whether something
 * changed, whether it is contradictory (bad), and whether cells are open.  The driver (search.c)
 * refills the lanes that are bad or solved, and splits those that are stuck.
 *
 * A *kind* of geometry says how a sweep goes: `classic` is a 9x9 with rows, columns and boxes, in
 * straight lines (classic.c); `units` any set of units, as index arrays (units.c); `program` any
 * model (program.c).  A *program* is data: units, and *records*, a few integers a constraint, which
 * the filters read (filters/, one a file).  Nothing is compiled for a puzzle.
 *
 * Python writes the arrays and keeps the memory; slots.h, made from `layouts/`, declares them.
 * Everything here is compiled once for each kind and width of lane, as one file (advance.c).
 */
#pragma once
#include "lanes.h"
#ifndef GEOMETRY
#define GEOMETRY program
#endif
#include "slots.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef struct {
    lane_set changed, bad, open;
} swept;

/* The numbers of a list of lists: `for SPAN(k, g->starts, unit)` has k from its first to its last. */
#define SPAN(k, starts, i) (int64_t k = (starts)[i], k##_end = (starts)[(i) + 1]; k < k##_end; k++)

/* -- kinds --------------------------------------------------------------------------------------------
 *
 * Each kind K (classic, units, program) has a struct K of slots and these functions, of which search.c
 * calls those of the kind that it is compiled for:
 *
 *   swept K_sweep(lanes *w, const K *g, lane_set idle)       one sweep; nothing is learnt of idle lanes
 *   lane_set K_complete(lanes *w, const K *g)                lanes whose cells are fixed and all is kept
 *   void K_select(lanes *w, const K *g, lane_set stuck)      write where to branch, for all stuck lanes
 *   int K_branch(lanes *w, const K *g, int lane, element *node, int64_t step)
 *                     a lane takes one half, its copy `node` (cell c at node[c * step]) the other;
 *                     returns whether there was anything to branch on
 *   void K_take_node(lanes *w, const K *g, int lane)         the lane has a node that it did not split
 *   void K_reset(lanes *w, const K *g)                       forget what was learnt: other puzzles follow
 *
 * `w` is the workspace, whose first rows are the cells.
 */

/* -- filters ------------------------------------------------------------------------------------------
 *
 * A filter is `static lanes filter_KIND(filtering *f, const int64_t *record, const int64_t *end)`.  It
 * reads the records of its kind, which lie one after the other from `record` to `end`, and takes away
 * from the rows `f->cell` what they do not allow; layouts/records.py says what a record is.  It returns
 * the lanes (all ones or any other number but 0) in which a constraint cannot hold.
 *
 * A filter may leave candidates that cannot be, as long as it leaves none where all cells are fixed
 * and the constraint does not hold; it never takes one that can.  Where a constraint cannot hold, a
 * cell of its own is left without candidates, so that the copies of cells in a choice tell that their
 * group is dead.
 */
typedef struct {
    lanes *cell;            /* the domains: rows of the model's cells, or of the copies in choices */
    int64_t cells;          /* how many rows these are */
    const program *program; /* its units.size is the number of values, its matrices those of relations */
    lanes *weights;         /* of each cell how often its constraints failed, the same in all lanes */
    lanes *scratch;         /* rows for a filter to use as it likes */
    lane_set active;        /* lanes with a node in which nothing has failed in this sweep */
} filtering;

/* Whether active lanes are among those that failed: these are active no more. */
INLINE int has_failed(filtering *f, lanes wrong)
{
    lane_set failed = nonzero_lanes(wrong) & f->active;
    f->active &= ~failed;
    return failed != 0;
}

/* Halve counts (a shift of 1), or quarter them, so that late failures count for more than early ones. */
INLINE void decay(lanes *row, int64_t count, int shift)
{
    for (int64_t k = 0; k < count; k++)
        row[k] >>= shift;
}

INLINE void add_failure(lanes *weight, element *highest)
{
    *weight += 1;
    *highest = ELEMENT(*weight, 0) > *highest ? ELEMENT(*weight, 0) : *highest;
}

/* Count a failure of the cells `at` to `end`, whose numbers are in a record. */
OUTLINE void add_failure_weights(filtering *f, const int64_t *at, const int64_t *end)
{
    element highest = 0;
    for (; at < end; at++)
        add_failure(f->weights + *at, &highest);
    if (highest >= MAX_WEIGHT)
        decay(f->weights, f->program->degrees_size, 1);
}
