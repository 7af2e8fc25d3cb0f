/* Sandwiches: of cells that differ, what lies between two slices of bread is one of some sets.
 *
 * A filling says which values the bread has, the lower and the higher, which values lie between, and
 * which may lie outside.  How many lie between says how far the slices are apart, so a filling has a few
 * places, either slice first.  A place is alive where every cell has a candidate of its part, and every
 * value that lies between, or must lie outside, has a cell there.  A solution is one of the places of
 * one filling, so what no living place gives to a cell leaves it.
 *
 * Source: the table of combinations and distances is that of S. Sigalas's Interactive Sudoku Solver.
 */
#pragma once
#include "../engine.h"

typedef struct {
    int64_t low, high, inside, between, outside, required;
} filling;

/* Add to `allowed` what a filling gives to the cells if one slice is cell i and the other cell j; returns
 * the lanes where that place is alive. */
INLINE lanes try_place(const lanes *cell, const int64_t *at, int64_t count, const filling *given,
                       int64_t i, int64_t j, lanes *allowed)
{
    lanes low = spread(given->low), high = spread(given->high), left = cell[at[i]], right = cell[at[j]];
    lanes between = spread(given->between), outside = spread(given->outside), inner = NONE, outer = NONE;
    lanes rising = is_nonzero(left & low) & is_nonzero(right & high);
    lanes falling = is_nonzero(left & high) & is_nonzero(right & low), alive = rising | falling;
    if (!nonzero_lanes(alive))
        return alive;
    for (int64_t c = 0; c < count; c++) {
        lanes x = cell[at[c]];
        if (i < c && c < j) {
            alive &= is_nonzero(x & between);
            inner |= x;
        } else if (c < i || c > j) {
            alive &= is_nonzero(x & outside);
            outer |= x;
        }
    }
    alive &= is_zero((between & ~inner) | (spread(given->required) & ~outer));
    if (!nonzero_lanes(alive))
        return alive;
    for (int64_t c = 0; c < count; c++) {
        lanes values = i < c && c < j ? between : outside;
        if (c == i)
            values = (low & rising) | (high & falling);
        if (c == j)
            values = (high & rising) | (low & falling);
        allowed[c] |= values & alive;
    }
    return alive;
}

static lanes filter_sandwiches(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, *allowed = f->scratch, bad = NONE;
    while (record < end) {
        const int64_t *first = record + 2, *after = record + record[0];
        int64_t count = record[1];
        lanes some = NONE;
        for (int64_t c = 0; c < count; c++)
            allowed[c] = NONE;
        for (const filling *given = (const filling *)(first + count); (const int64_t *)given < after; given++)
            for (int64_t i = 0, j = 1 + given->inside; j < count; i++, j++)
                some |= try_place(cell, first, count, given, i, j, allowed);
        for (int64_t c = 0; c < count; c++)
            cell[first[c]] &= allowed[c];
        bad |= ~some;
        if (has_failed(f, ~some))
            add_failure_weights(f, first, first + count);
        record = after;
    }
    return bad;
}
