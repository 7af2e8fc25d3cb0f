/* Comparisons: two lines read as numbers, of which a cell, the answer, says whether the one is less.
 *
 * Whether is asked only if the one begins with some value; else the answer may be either.  As the first
 * place at which two lines differ decides, each place is looked at as if all before it were equal:
 * whether it may be less there, or greater, or equal and go on.  An answer that no place allows leaves
 * its cell; where the answer is known, and it cannot have been decided before, a place keeps what agrees
 * with it.  The cells of a line differ, so what both must have had is neither's again.
 *
 * Source: Frisch, Hnich, Kiziltan, Miguel and Walsh, "Global constraints for lexicographic orderings",
 * CP 2002.
 */
#pragma once
#include "../engine.h"

typedef struct {
    int64_t one, other;
} place;

typedef struct { /* whether all places before may be equal, or some may be less, or greater */
    lanes equal, less, greater;
} prefix;

INLINE lanes values_above_least(lanes x) { return ~(x ^ (x - 1)); } /* none where there is no value */
INLINE lanes values_below_greatest(lanes x) { return (spread(1) << (highest_bit(x) & (LANE_BITS - 1))) - 1; }

/* Keep what agrees with an answer where it is known, from the last place to the first; `before` tells of
 * the places.  Returns the lanes in which nothing does. */
INLINE lanes filter_places(lanes *cell, const place *first, const place *end, const prefix *before,
                           lanes is_less, lanes is_not, lanes tied)
{
    lanes sure = is_less | is_not, wrong = NONE, later = is_not & tied; /* whether later places may agree */
    before += end - first;
    while (end > first) {
        end--;
        before--;
        lanes x = cell[end->one], y = cell[end->other];
        lanes a = (x & is_less) | (y & is_not), b = (y & is_less) | (x & is_not); /* a is to be below b */
        lanes above = values_above_least(a);
        lanes decided = (before->less & is_less) | (before->greater & is_not);
        lanes free = ~(before->equal & ~decided & sure);
        lanes a_keeps = values_below_greatest(b) | (b & later) | free, b_keeps = above | (a & later) | free;
        x &= (a_keeps & is_less) | (b_keeps & is_not) | ~sure;
        y &= (b_keeps & is_less) | (a_keeps & is_not) | ~sure;
        cell[end->one] = x;
        cell[end->other] = y;
        wrong |= is_zero(x) | is_zero(y);
        later = is_nonzero(b & above) | (is_nonzero(a & b) & later);
    }
    return wrong;
}

static lanes filter_comparisons(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    prefix *before = (prefix *)f->scratch;
    while (record < end) {
        int64_t beside = record[5];
        const int64_t *last = record + 1 + record[0], *lines = record + 6 + (beside > 0 ? beside : 0);
        lanes begin = spread(record[1]), no = spread(record[2]), yes = spread(record[3]);
        lanes *answer = cell + record[4], elsewhere = beside < 0 ? ONES : NONE, wrong = NONE;
        for (const int64_t *k = record + 6; k < lines; k++)
            elsewhere |= cell[*k] & begin;
        lanes some = is_nonzero(elsewhere); /* what some line that may begin so says */
        for (const int64_t *line = lines; line < last; line += 1 + line[0]) {
            lanes tied = is_nonzero(spread(line[1])), *beginning = cell + line[2];
            const place *first = (const place *)(line + 3), *after = (const place *)(line + 1 + line[0]);
            prefix now = {ONES, NONE, NONE}, *to = before;
            lanes one_had = begin, other_had = NONE;
            for (const place *p = first; p < after; p++) {
                *to++ = now;
                lanes x = cell[p->one] & ~one_had, y = cell[p->other] & ~other_had, both = x & y;
                now.less |= is_nonzero(y & values_above_least(x)) & now.equal;
                now.greater |= is_nonzero(x & values_above_least(y)) & now.equal;
                now.equal &= is_nonzero(both);
                lanes single = is_zero(without_lowest(both)) & both;
                one_had |= single;
                other_had |= single;
            }
            lanes allowed = (yes & now.less) | (no & (now.greater | (now.equal & tied)));
            lanes answers = *answer, values = *beginning & ~(is_zero(answers & allowed) & begin);
            some |= is_nonzero(values & begin) & allowed;
            lanes sure = is_zero(values & ~begin); /* the line begins so */
            answers &= allowed | ~sure;
            *beginning = values;
            *answer = answers;
            wrong |= is_zero(values) | is_zero(answers);
            sure &= is_zero(without_lowest(answers)) & ~wrong;
            if (nonzero_lanes(sure)) {
                lanes is_less = is_nonzero(answers & yes) & sure, is_not = is_nonzero(answers & no) & sure;
                wrong |= filter_places(cell, first, after, before, is_less, is_not, tied);
            }
        }
        *answer &= some;
        wrong |= is_zero(*answer);
        bad |= wrong;
        if (has_failed(f, wrong)) {
            add_failure_weights(f, record + 4, record + 5);
            for (const int64_t *line = lines; line < last; line += 1 + line[0])
                add_failure_weights(f, line + 2, line + 1 + line[0]);
        }
        record = last;
    }
    return bad;
}
