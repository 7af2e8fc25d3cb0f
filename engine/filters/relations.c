/* Relations of two cells: dots, whispers, thermometers, a pair's sum, a knight that differs.
 *
 * For each value of one cell, a mask says what the other may then have.  What no candidate of the one
 * allows leaves the other, in both directions: it has no partner, so it is in no solution.  This is arc
 * consistency of one constraint (Mackworth, "Consistency in networks of relations", 1977).
 */
#pragma once
#include "../engine.h"

INLINE lanes supported_values(lanes x, int64_t size, const int64_t *matrix)
{
    lanes supported = NONE;
    for (int64_t value = 0; value < size; value++)
        supported |= is_nonzero(x & spread(bit(value))) & spread(matrix[value]);
    return supported;
}

static lanes filter_relations(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    int64_t size = f->program->units.size;
    const int64_t *matrices = f->program->matrices;
    for (; record < end; record += RELATIONS_RECORD_SIZE) {
        int64_t a = record[0], b = record[1];
        lanes x = cell[a], y = cell[b];
        cell[a] = x & supported_values(y, size, matrices + record[3]);
        cell[b] = y & supported_values(x, size, matrices + record[2]);
        bad |= is_zero(cell[a]) | is_zero(cell[b]);
    }
    return bad;
}
