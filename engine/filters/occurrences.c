/* Occurrences: values of which each is in some cells as often as it must, or in none of them.
 *
 * Counting circles are these: a value in a circle says how many circles hold it.  Which values occur is
 * one of some sets, since their numbers add up to the number of circles.
 *
 * How often a value occurs is counted by houses, which have it once each.  A house has it among the cells
 * that count possibly where one of them may have it, and certainly where besides no other cell of the
 * house may.  Where the possible houses are as many as must be, none has it elsewhere; where the certain
 * ones are, no other has it here.  A value with too few possible houses does not occur, one with certain
 * houses does, and what no set that agrees with that holds leaves the cells.  Cells without houses are
 * counted one by one: a cell may have a value, certainly if it is fixed.
 *
 * Source: bounds of Regin, "Generalized arc consistency for global cardinality constraint", AAAI 1996.
 */
#pragma once
#include "../engine.h"

typedef struct {
    lanes here, elsewhere; /* what a house may have where it counts, and in its other cells */
    lanes must;            /* what it has where it counts, if that value occurs */
    lanes cannot;          /* what it has not where it counts */
} house;

INLINE const int64_t *next_house(const int64_t *at) { return at + 2 + at[0] + (at[1] > 0 ? at[1] : 0); }

/* Write what each house may have where it counts, and elsewhere. */
INLINE void collect_houses(const lanes *cell, const int64_t *at, const int64_t *end, house *h)
{
    while (at < end)
        for (int64_t count = *at++; count > 0; count--, h++, at = next_house(at)) {
            const int64_t *others = at + 2 + at[0], *after = next_house(at);
            *h = (house){NONE, NONE, NONE, NONE};
            for (const int64_t *k = at + 2; k < others; k++)
                h->here |= cell[*k];
            for (const int64_t *k = others; k < after; k++)
                h->elsewhere |= cell[*k];
            if (at[1] < 0)
                h->elsewhere = is_nonzero(without_lowest(h->here)) & h->here;
        }
}

/* Take from the cells what cannot be: `any` values may occur, and `all` do. */
INLINE void filter_houses(lanes *cell, const int64_t *at, const int64_t *end, const house *h,
                          lanes any, lanes all)
{
    while (at < end)
        for (int64_t count = *at++; count > 0; count--, h++, at = next_house(at)) {
            const int64_t *others = at + 2 + at[0], *after = next_house(at);
            lanes must = h->must & all, allowed = any & ~h->cannot;
            for (const int64_t *k = at + 2; k < others; k++) {
                lanes x = cell[*k] & allowed;
                cell[*k] = at[1] < 0 ? first_nonzero(x & must, x) : x;
            }
            for (const int64_t *k = others; k < after; k++)
                cell[*k] &= ~must;
        }
}

/* Count the houses of a grouping that have a value `number` times, and note what follows if it occurs. */
INLINE void count_value(house *h, int64_t count, lanes value, lanes number, lanes *least, lanes *most)
{
    lanes certain = NONE, possible = NONE;
    for (int64_t k = 0; k < count; k++) {
        lanes may = is_nonzero(h[k].here & value);
        possible -= may; /* a mask is -1 */
        certain -= may & is_zero(h[k].elsewhere & value);
    }
    lanes all_here = is_zero(possible ^ number) & value, none_more = is_zero(certain ^ number) & value;
    for (int64_t k = 0; k < count; k++) {
        h[k].must |= all_here & h[k].here;
        h[k].cannot |= none_more & h[k].elsewhere;
    }
    *least = where(less(*least, certain), certain, *least);
    *most = minimum(*most, possible);
}

static lanes filter_occurrences(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    house *houses = (house *)f->scratch;
    for (; record < end; record += record[0]) {
        const int64_t *values = record + 5, *sets = values + 2 * record[2];
        const int64_t *groupings = sets + record[3], *after = record + record[0];
        lanes occur = NONE, may = NONE, wrong = NONE, some = NONE, any = spread(record[1]), all = ONES;
        collect_houses(cell, groupings, after, houses);
        for (const int64_t *k = values; k < sets; k += 2) {
            lanes value = spread(k[0]), number = spread(k[1]), least = NONE, most = ONES;
            house *h = houses;
            for (const int64_t *grouping = groupings; grouping < after;) {
                int64_t count = *grouping++;
                count_value(h, count, value, number, &least, &most);
                h += count;
                for (; count > 0; count--)
                    grouping = next_house(grouping);
            }
            occur |= is_nonzero(least) & value;
            may |= ~less(most, number) & value;
            wrong |= less(number, least);
        }
        for (const int64_t *k = sets; k < groupings; k++) {
            lanes set = spread(*k), alive = is_zero((set & ~may) | (occur & ~set));
            some |= alive;
            any |= set & alive;
            all &= set | ~alive;
        }
        filter_houses(cell, groupings, after, houses, any, all);
        bad |= wrong | ~some;
    }
    return bad;
}
