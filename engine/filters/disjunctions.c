/* Disjunctions: at least one of some groups of constraints holds (AnyOf).
 *
 * Each group has copies of the cells, taken anew in each sweep, and all other filters take away from the
 * copies what the group does not allow.  A group is dead where a copy is empty.  A solution satisfies a
 * living group, so what a cell may be is what it may be in the groups that are left.
 *
 * Source: Van Hentenryck, Saraswat and Deville, "Design, implementation, and evaluation of the
 * constraint language cc(FD)", 1994, who call it constructive disjunction.
 */
#pragma once
#include "../engine.h"

static void copy_cells(const lanes *cell, lanes *copy, const program *g)
{
    const int64_t *at = g->choices, *last = at + g->choices_size;
    while (at < last) {
        int64_t groups = at[0], count = at[1];
        const int64_t *first = at + 2;
        for (at = first + count; groups > 0; groups--)
            for (int64_t k = 0; k < count; k++)
                *copy++ = cell[first[k]] & spread(*at++);
    }
}

/* Leave each cell what it may be in some group; returns the lanes in which no group is left. */
static lanes merge_copies(filtering *f, const lanes *copy)
{
    lanes *cell = f->cell, *allowed = f->scratch, bad = NONE;
    const int64_t *at = f->program->choices, *last = at + f->program->choices_size;
    while (at < last) {
        int64_t groups = at[0], count = at[1];
        const int64_t *first = at + 2;
        lanes some = NONE;
        for (int64_t k = 0; k < count; k++)
            allowed[k] = NONE;
        for (int64_t group = 0; group < groups; group++, copy += count) {
            lanes alive = ONES;
            for (int64_t k = 0; k < count; k++)
                alive &= is_nonzero(copy[k]);
            some |= alive;
            for (int64_t k = 0; k < count; k++)
                allowed[k] |= copy[k] & alive;
        }
        for (int64_t k = 0; k < count; k++)
            cell[first[k]] &= allowed[k];
        bad |= ~some;
        if (has_failed(f, ~some))
            add_failure_weights(f, first, first + count);
        at = first + count + groups * count;
    }
    return bad;
}
