/* Sums of different cells: killer cages, by the sets of values that add up to them.
 *
 * A set is possible if every cell has a candidate in it and every value of it has a cell.  A solution
 * gives the cells the values of one set, so what is in no possible set leaves the cells, and what is in
 * all of them is required: where one cell alone may have it, it is that cell's, and it leaves all cells
 * that see every cell of the sum.
 */
#pragma once
#include "../engine.h"

static lanes filter_sums(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    while (record < end) {
        const int64_t *first = record + 3, *sets = first + record[0], *seeing = sets + record[1];
        const int64_t *after = seeing + record[2];
        lanes all = NONE, possible = NONE, required = ONES, once = NONE, twice = NONE;
        for (const int64_t *k = first; k < sets; k++)
            all |= cell[*k];
        for (const int64_t *k = sets; k < seeing; k++) {
            lanes values = spread(*k), set = is_zero(values & ~all) & values; /* 0 where not possible */
            for (const int64_t *c = first; c < sets; c++)
                set &= is_nonzero(cell[*c] & values);
            possible |= set;
            required &= set | is_zero(set);
        }
        required &= possible;
        for (const int64_t *k = first; k < sets; k++) {
            lanes x = cell[*k] & possible;
            twice |= once & x;
            once |= x;
        }
        lanes alone = once & ~twice & required, wrong = is_zero(possible);
        for (const int64_t *k = first; k < sets; k++) {
            lanes x = cell[*k] & possible, own = x & alone;
            wrong |= without_lowest(own) | is_zero(x);
            cell[*k] = first_nonzero(own, x);
        }
        cell[*first] &= is_zero(wrong);
        bad |= wrong;
        if (has_failed(f, wrong))
            add_failure_weights(f, first, sets);
        for (const int64_t *k = seeing; k < after; k++)
            cell[*k] &= ~required;
        record = after;
    }
    return bad;
}
