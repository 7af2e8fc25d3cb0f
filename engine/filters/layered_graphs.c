/* Layered graphs: automata and tables as graphs whose paths are the rows that are allowed.
 *
 * A layer is a cell's, an arc carries some of its values, and a row that is allowed is a path from the
 * first node to the last.  A value stays where some arc with it lies on a path that the candidates
 * leave open: whose begin is reached from the first node and whose end goes on to the last.  This is
 * generalised arc consistency of the table or automaton.
 *
 * Source: Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004.
 */
#pragma once
#include "../engine.h"

typedef struct {
    int64_t cell, from, to, values;
} arc;

static lanes filter_layered_graphs(filtering *f, const int64_t *record, const int64_t *end)
{
    lanes *cell = f->cell, bad = NONE;
    while (record < end) {
        int64_t nodes = record[0];
        const arc *first = (const arc *)(record + 2), *after = first + record[1];
        lanes *reached = f->scratch, *goes_on = reached + nodes;
        for (int64_t node = 0; node < nodes; node++)
            reached[node] = goes_on[node] = NONE;
        reached[0] = goes_on[nodes - 1] = ONES;
        for (const arc *a = first; a < after; a++)
            reached[a->to] |= is_nonzero(cell[a->cell] & spread(a->values)) & reached[a->from];
        lanes wrong = ~reached[nodes - 1];
        bad |= wrong;
        if (has_failed(f, wrong))
            for (const arc *a = first; a < after; a++)
                if (a == first || a->cell != a[-1].cell) /* the first arc of a layer */
                    add_failure_weights(f, &a->cell, &a->cell + 1);
        for (const arc *a = after; a > first;) {
            int64_t number = a[-1].cell;
            lanes domain = cell[number], supported = NONE;
            for (; a > first && a[-1].cell == number; a--) {
                lanes onward = goes_on[a[-1].to], x = domain & spread(a[-1].values);
                goes_on[a[-1].from] |= is_nonzero(x) & onward;
                supported |= x & onward & reached[a[-1].from];
            }
            cell[number] = supported;
        }
        record = (const int64_t *)after;
    }
    return bad;
}
