/* Counting: how many cells have one of some values, compared with a number or a cell's value.
 *
 * Cells whose candidates all are such values are certain, those with such a candidate possible.  What the
 * count can be lies between the two numbers, so numbers outside of them leave the cell of the number;
 * and where the number can be met in one way only, the cells that are neither surely in nor out are
 * decided: they lose such values, or keep only these.
 *
 * Source: Van Hentenryck, Simonis and Dincbas, "Constraint satisfaction using constraint logic
 * programming", 1992 (cardinality).
 */
#pragma once
#include "../engine.h"

static lanes filter_counting(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    lanes shift = spread(bit(LANE_BITS - 2)); /* so that what is below zero compares too */
    while (record < end) {
        int64_t kind = record[0], number_cell = record[1], count = record[4];
        const int64_t *first = record + 5, *others = first + count;
        const int64_t *after = number_cell == COUNTING_OF_OTHERS ? others + count : others;
        lanes number = spread(record[2]), values = spread(record[3]), low = number, high = number;
        lanes certain = NONE, possible = NONE, none_more = NONE, all_of_them = NONE, wrong = NONE;
        int has_most = kind == COUNTING_EQUAL || kind == COUNTING_AT_MOST;
        int has_least = kind == COUNTING_EQUAL || kind == COUNTING_AT_LEAST;
        for (const int64_t *k = first; k < after; k++) {
            if (k == others) { /* the others: the number is what the first cells are */
                low = certain;
                high = possible;
                certain = possible = NONE;
            }
            possible -= is_nonzero(cell[*k] & values); /* a mask is -1 */
            certain -= is_zero(cell[*k] & ~values);
        }
        if (number_cell >= 0) {
            lanes *own = cell + number_cell, numbers = NONE;
            low = number + lowest_bit(*own);
            high = number + highest_bit(*own);
            for (int64_t value = 0; value < f->program->units.size; value++) {
                lanes is = number + spread(value) + shift, fits = ONES;
                if (has_least)
                    fits &= ~less(possible + shift, is);
                if (has_most)
                    fits &= ~less(is, certain + shift);
                if (kind == COUNTING_UNEQUAL)
                    fits = is_nonzero((certain ^ possible) | (certain + shift ^ is));
                numbers |= fits & spread(bit(value));
            }
            *own &= numbers;
        }
        if (has_most) {
            wrong |= less(high + shift, certain + shift);
            none_more |= is_zero(high ^ certain);
        }
        if (has_least) {
            wrong |= less(possible + shift, low + shift);
            all_of_them |= is_zero(low ^ possible);
        }
        if (kind == COUNTING_UNEQUAL)
            wrong |= is_zero((certain ^ possible) | (low ^ high) | (certain ^ low));
        for (const int64_t *k = first; k < after; k++) {
            int is_number = number_cell == COUNTING_OF_OTHERS && k < others; /* what was said of the others */
            lanes lose = is_number ? all_of_them : none_more, keep = is_number ? none_more : all_of_them;
            lanes x = cell[*k], not_certain = is_nonzero(x & ~values);
            x &= ~(lose & not_certain & values);
            x &= ~(keep & is_nonzero(x & values) & ~values);
            cell[*k] = x & ~wrong;
        }
        bad |= wrong;
        record = after;
    }
    return bad;
}
