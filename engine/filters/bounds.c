/* Weighted sums by bounds: arrows, little killers, whatever adds up, with values that may repeat.
 *
 * The least and the most that a sum can be leave some slack to what it must be; a cell that is farther
 * from its own least or most than the slack would take the sum beyond it, so such candidates leave the
 * cell.  Cells that differ from each other are a group: they cannot all have the least value, so the
 * least that they add up to is that of different values.  Exact where all cells are fixed.
 *
 * Source: bounds consistency of linear constraints; Harvey and Schimpf, "Bounds consistency techniques
 * for long linear constraints", TRICS 2002.
 */
#pragma once
#include "../engine.h"

typedef struct {
    lanes low, high;   /* the least and the most that a group, or a sum of ALIKE, adds up to */
    lanes fewer, more; /* the same of a group without one cell: without the last of the different values */
} bounds;

enum { LOW, HIGH }; /* the ends of a cell: the places of its least and its most value */

INLINE bounds bounds_of_group(const lanes *cell, const lanes (*ends)[2], const int64_t *at, int64_t count)
{
    bounds b = {NONE, NONE, NONE, NONE};
    lanes all = NONE, least = NONE, most = NONE;
    for (int64_t k = 0; k < count; k++) {
        b.low += ends[at[k]][LOW];
        b.high += ends[at[k]][HIGH];
        all |= cell[at[k]];
    }
    lanes lowest = all, highest = all; /* what is left of all, from below and from above */
    for (int64_t k = 0; k < count; k++) {
        lanes top = highest_bit(highest);
        b.fewer = least;
        b.more = most;
        least += lowest_bit(lowest);
        most += top;
        lowest = without_lowest(lowest);
        highest &= ~(spread(1) << (top & (LANE_BITS - 1)));
    }
    if (count > 1) { /* where there are too few values, no lane is wrong by what follows from them */
        b.low = maximum(b.low, least);
        b.high = minimum(b.high, most);
    }
    return b;
}

INLINE lanes values_up_to(lanes place) /* which may be below zero or above all */
{
    return is_zero(place >> (LANE_BITS - 1)) & ((spread(2) << minimum(place, spread(LANE_BITS - 1))) - 1);
}

INLINE lanes values_from(lanes place)
{
    lanes from = less(place, spread(LANE_BITS)) & -(spread(1) << (place & (LANE_BITS - 1)));
    return where(is_zero(place >> (LANE_BITS - 1)), from, ONES);
}

/* A slack divided by a weight, at most `size`, which is as good as any more. */
INLINE lanes slack_per_weight(lanes slack, int64_t weight, int64_t size)
{
    if (weight == 1)
        return minimum(slack, spread(size));
    lanes quotient = NONE, least = NONE;
    for (int64_t k = 0; k < size; k++) {
        least += spread(weight);
        quotient += ~less(slack, least) & 1;
    }
    return quotient;
}

/* No cell is so high (of the low ends), or so low (of the high ends), that its group comes to over `slack`
 * above its least, or below its most. */
INLINE void filter_group(lanes *cell, const lanes (*ends)[2], const int64_t *at, int64_t count,
                         const bounds *b, int end, lanes slack)
{
    lanes room = end == LOW ? b->low + slack : b->high - slack, total = NONE;
    lanes apart = end == LOW ? values_up_to(room - b->fewer) : values_from(room - b->more);
    for (int64_t k = 0; k < count; k++)
        total += ends[at[k]][end];
    for (int64_t k = 0; k < count; k++) {
        lanes place = room - (total - ends[at[k]][end]);
        lanes x = cell[at[k]] & (end == LOW ? values_up_to(place) : values_from(place));
        cell[at[k]] = count > 1 ? x & apart : x;
    }
}

/* Of sums that are as much as each other, the greatest least and the least most. */
INLINE bounds common_bounds(const bounds *b, const int64_t *k, const int64_t *end)
{
    bounds common = *b;
    for (; k < end; b++) {
        if (k[0] == 0) {
            common.low = maximum(common.low, b->low);
            common.high = minimum(common.high, b->high);
        }
        k += 2 + (k[0] ? k[1] : 0);
    }
    return common;
}

static lanes filter_bounds(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    lanes (*ends)[2] = (lanes (*)[2])f->scratch;
    bounds *groups = (bounds *)(ends + f->cells);
    for (int64_t k = 0; record < end && k < f->cells; k++) {
        ends[k][LOW] = lowest_bit(cell[k]);
        ends[k][HIGH] = highest_bit(cell[k]);
    }
    while (record < end) {
        int64_t kind = record[0], size = f->program->units.size;
        int narrows_both = kind == BOUNDS_EQUAL || kind == BOUNDS_ALIKE;
        const int64_t *first = record + 3, *after = first + record[2], *k;
        lanes low = NONE, high = NONE, wrong = NONE, constant = spread(record[1]);
        bounds *b = groups, *sum = groups;
        for (k = first; k < after; b++) {
            if (k[0] == 0) {
                low = high = spread(k[1]);
                sum = b;
                k += 2;
                continue;
            }
            *b = bounds_of_group(cell, ends, k + 2, k[1]);
            low += spread(k[0]) * (k[0] > 0 ? b->low : b->high);
            high += spread(k[0]) * (k[0] > 0 ? b->high : b->low);
            if (kind == BOUNDS_ALIKE) {
                sum->low = low;
                sum->high = high;
            }
            k += 2 + k[1];
        }
        lanes above = constant - low, below = high - constant; /* the slack to either side */
        if (kind == BOUNDS_ALIKE) {
            bounds common = common_bounds(groups, first, after);
            low = common.low;
            high = common.high;
            wrong = less(high, low);
        } else if (kind == BOUNDS_UNEQUAL)
            wrong = is_zero((high - low) | above);
        else
            wrong = (above | (kind == BOUNDS_EQUAL ? below : NONE)) >> (LANE_BITS - 1);
        for (k = first, b = groups; k < after; b++) {
            int64_t weight = k[0], count = k[1], times = weight < 0 ? -weight : weight;
            if (weight == 0) {
                above = high - b->low;
                below = b->high - low;
                k += 2;
                continue;
            }
            lanes up = weight < 0 ? below : above, down = weight < 0 ? above : below;
            if (narrows_both || (kind == BOUNDS_AT_MOST && weight > 0))
                filter_group(cell, ends, k + 2, count, b, LOW, slack_per_weight(up, times, size));
            if (narrows_both || (kind == BOUNDS_AT_MOST && weight < 0))
                filter_group(cell, ends, k + 2, count, b, HIGH, slack_per_weight(down, times, size));
            for (k += 2; count > 0; count--, k++)
                wrong |= is_zero(cell[*k]);
        }
        cell[first[kind == BOUNDS_ALIKE ? 4 : 2]] &= is_zero(wrong);
        bad |= wrong;
        if (has_failed(f, wrong))
            for (k = first; k < after;) {
                const int64_t *cells = k + 2;
                k = cells + (k[0] ? k[1] : 0);
                add_failure_weights(f, cells, k);
            }
        record = after;
    }
    return bad;
}
