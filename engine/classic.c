/* The sweep for 9x9 with rows, columns and 3x3 boxes, and where a lane branches.  No branches: what
 * a textbook says of one puzzle is done in all lanes at once, and a mask chooses.
 *
 * A cell is a mask of nine candidates.  The unit of thought is the triad: the three cells of a box
 * in one row (or one column).  A band is three boxes side by side, so nine triads; each digit takes
 * one triad of each box and of each line, which leaves six arrangements a digit.  A triad whose
 * digit is in no surviving arrangement loses it, and that is all of "locked candidates" at once.
 * A triad holds exactly three digits, so one with three is full.
 *
 * The idea of triads and arrangements is T. Dillon's tdoku (2019, BSD-2).
 */
#pragma once
#include "engine.h"

#define ALL CLASSIC_MASK
#define CELL(box, row, column) (27 * ((box) / 3) + 9 * (row) + 3 * ((box) % 3) + (column))
#define DOWN_BAND(box) (3 + (box) % 3) /* the band of columns that a box is in, as box / 3 of it */

typedef struct {
    lanes cell[81];                        /* the candidates, row by row */
    lanes next[81];                        /* a fixed cell's value, else 0; later the cell after elimination */
    lanes across[9][3], down[9][3];        /* the fixed values of each triad of a box */
    lanes row[3][3], column[3][3], box[9]; /* and of the units */
    lanes triad[6][3][3]; /* candidates: of three bands across and three down, the boxes, the lines */
    lanes own[6][3][3];   /* what a triad alone can hold: its digits that no triad beside it has */
    lanes digit, branch;  /* branching: the digit, and the place in the table of branches */
} workspace;
_Static_assert(sizeof(workspace) == CLASSIC_ROWS * sizeof(lanes), "the workspace has other rows");


/* Write the fixed values; returns those that a box has twice.  A union is less than the sum of its
 * parts where two of them have a value in common: so the sums of all triads, across and down, equal
 * that of all boxes where no box has a value twice.  (Two boxes of a band that have a value in one
 * line leave it no arrangement.) */
INLINE lanes update_fixed(workspace *w, lanes *total)
{
    lanes across = {0}, down = {0}, boxes = {0}, sum = {0};
    ROLLED(box, 9) {
        lanes all = {0}, columns[3] = {0};
        EACH(row, 3) {
            lanes triad = {0};
            EACH(column, 3) {
                int at = CELL(box, row, column);
                lanes fixed = keep_single(w->cell[at]);
                w->next[at] = fixed;
                triad |= fixed;
                columns[column] |= fixed;
                sum += w->cell[at];
            }
            w->across[box][row] = triad;
            all |= triad;
            across += triad;
        }
        EACH(column, 3) {
            w->down[box][column] = columns[column];
            down += columns[column];
        }
        w->box[box] = all;
        boxes += all;
    }
    EACH(band, 3) EACH(line, 3) {
        w->row[band][line] =
            w->across[3 * band][line] | w->across[3 * band + 1][line] | w->across[3 * band + 2][line];
        w->column[band][line] = w->down[band][line] | w->down[band + 3][line] | w->down[band + 6][line];
    }
    *total = sum;
    return (across ^ boxes) | (down ^ boxes);
}

/* Take fixed values from the other cells of a box; write its triads across of the rest. */
INLINE void eliminate(workspace *w, int box)
{
    EACH(row, 3) {
        lanes triad = {0}, taken = w->box[box] | w->row[box / 3][row];
        EACH(column, 3) {
            int at = CELL(box, row, column);
            lanes x = w->cell[at] & (~(taken | w->column[box % 3][column]) | w->next[at]);
            w->next[at] = x;
            triad |= x;
        }
        w->triad[box / 3][box % 3][row] = triad;
    }
}

/* Write a box's triads down, of what cells and triads across have left. */
INLINE void update_triads_down(workspace *w, int box)
{
    EACH(column, 3) {
        lanes triad = {0};
        EACH(row, 3) triad |= w->next[CELL(box, row, column)] & w->triad[box / 3][box % 3][row];
        w->triad[DOWN_BAND(box)][box / 3][column] = triad;
    }
}

/* The digits of the six arrangements of a band.  In arrangement k box b has its digit in line
 * (k + b) % 3 for the first three, and in line (k + 2 - b) % 3 for the others. */
INLINE void arrange(lanes x[3][3], lanes p[6])
{
    EACH(k, 3) {
        p[k] = x[0][k] & x[1][(k + 1) % 3] & x[2][(k + 2) % 3];
        p[k + 3] = x[0][(k + 2) % 3] & x[1][(k + 1) % 3] & x[2][k];
    }
}

/* One band: which arrangements survive, which triads are full; returns what went wrong. */
INLINE lanes filter_arrangements(lanes triad[3][3], lanes own[3][3])
{
    lanes p[6], x[3][3], full[3][3], all = {0}, fewest;
    arrange(triad, p);
    EACH(box, 3) EACH(line, 3) {
        lanes y = p[(line - box + 3) % 3] | p[3 + (line + box + 1) % 3];
        /* 0 where there are fewer than three */
        lanes beyond_two = VECTOR_BYTES == 32 ? without_lowest(without_lowest(y)) : (bit_count(y) + 1) >> 2;
        fewest = box + line ? minimum(fewest, beyond_two) : beyond_two;
        all |= y;
        x[box][line] = y;
        full[box][line] = has_at_most(y, 3) & y;
    }
    EACH(line, 3) {
        lanes z[3];
        EACH(box, 3) /* a full triad's digits are nowhere else in its box and its line */
            z[box] = x[box][line] & ~(full[(box + 1) % 3][line] | full[(box + 2) % 3][line] |
                                      full[box][(line + 1) % 3] | full[box][(line + 2) % 3]);
        EACH(box, 3) { /* digits only one triad can hold are its own; three of them fill it */
            lanes alone = z[box] & ~(z[(box + 1) % 3] | z[(box + 2) % 3]);
            own[box][line] = alone;
            triad[box][line] = where(has_at_most(alone, 2), z[box], alone);
        }
    }
    return (all ^ ALL) | is_zero(fewest);
}

/* The cells of a box meet their triads; a triad's own digit with one cell goes there.  Adds up the
 * cells, and keeps the smallest: a cell without candidates must be told here, since its triads may
 * still have three digits. */
INLINE void place_hidden_singles(workspace *w, int box, lanes *sum, lanes *fewest)
{
    lanes *h = w->triad[box / 3][box % 3], *v = w->triad[DOWN_BAND(box)][box / 3];
    lanes *own_h = w->own[box / 3][box % 3], *own_v = w->own[DOWN_BAND(box)][box / 3];
    lanes n[3][3];
    EACH(r, 3) EACH(c, 3) n[r][c] = w->next[CELL(box, r, c)] & h[r] & v[c];
    EACH(r, 3) EACH(c, 3) {
        lanes beside = n[r][(c + 1) % 3] | n[r][(c + 2) % 3], above = n[(r + 1) % 3][c] | n[(r + 2) % 3][c];
        lanes claimed = n[r][c] & ((~beside & own_h[r]) | (~above & own_v[c]));
        lanes x = first_nonzero(claimed, n[r][c]);
        w->cell[CELL(box, r, c)] = x;
        *sum += x;
        *fewest = minimum(*fewest, x);
    }
}

/* One round of propagation on every lane.
 *
 * The sum of all cells tells what changed, since a cell only loses candidates, and what is open: in
 * a lane that neither changed nor is contradictory each value is in at least nine cells, and in nine
 * alone where each cell has one.  Bands down see what bands across have left. */
INLINE swept classic_sweep(lanes *rows, const classic *g, lane_set idle)
{
    (void)g, (void)idle;
    workspace *w = (workspace *)rows;
    lanes before, after = {0}, fewest = spread(ALL);
    lanes bad = update_fixed(w, &before);
    ROLLED(band, 3) {
        EACH(k, 3) eliminate(w, 3 * band + k);
        bad |= filter_arrangements(w->triad[band], w->own[band]);
    }
    ROLLED(stack, 3) {
        EACH(k, 3) update_triads_down(w, 3 * k + stack);
        bad |= filter_arrangements(w->triad[3 + stack], w->own[3 + stack]);
        ROLLED(k, 3) place_hidden_singles(w, 3 * k + stack, &after, &fewest);
    }
    bad |= is_zero(fewest);
    return (swept){nonzero_lanes(before ^ after), nonzero_lanes(bad), nonzero_lanes(after ^ 9 * ALL)};
}

/* The lanes whose 81 cells are single and fill all 27 units, checked afresh. */
OUTLINE lane_set classic_complete(lanes *rows, const classic *g)
{
    (void)g;
    const workspace *w = (const workspace *)rows;
    lanes wrong = {0}, filled = spread(ALL);
    for (int line = 0; line < 9; line++) {
        lanes row = {0}, column = {0}, box = {0};
        for (int k = 0; k < 9; k++) {
            wrong |= without_lowest(w->cell[9 * line + k]);
            row |= w->cell[9 * line + k];
            column |= w->cell[9 * k + line];
            box |= w->cell[CELL(line, k / 3, k % 3)];
        }
        filled &= row & column & box;
    }
    return ~nonzero_lanes(wrong | (filled ^ ALL));
}

/* Find where to branch, for every lane: in the band with fewest arrangements (of all nine digits,
 * but more than nine), the lowest digit with two of them, else three, else four or more.  `branch` is
 * 64 times the band plus the set of arrangements that the digit has left. */
OUTLINE void classic_select(lanes *rows, const classic *g, lane_set stuck)
{
    (void)g, (void)stuck;
    workspace *w = (workspace *)rows;
    lanes best = spread(0xFFF0), branch = {0}, q[6] = {0}, least[5] = {0};
    for (int band = 0; band < 6; band++) {
        lanes p[6], count = {0};
        arrange(w->triad[band], p);
        EACH(k, 6) count += bit_count(p[k]);
        count -= 10; /* nine when all is decided: then it wraps to the largest */
        lanes better = less(count, best);
        EACH(k, 6) q[k] = where(better, p[k], q[k]);
        branch = where(better, spread(64 * band), branch);
        best = minimum(best, count);
    }
    EACH(k, 6) { /* least[m]: the digits with at least m arrangements */
        EACH(m, 3) least[4 - m] |= least[3 - m] & q[k];
        least[1] |= q[k];
    }
    lanes few = first_nonzero(least[2] & ~least[3], first_nonzero(least[3] & ~least[4], least[4]));
    lanes digit = few ^ without_lowest(few);
    EACH(k, 6) branch |= where_nonzero(q[k] & digit, spread(1 << k));
    w->digit = digit;
    w->branch = branch;
}

/* A lane takes "the digit is in this triad", its copy in `node` "it is not"; returns whether there
 * was anything to branch on.  A row of `branches` has the triad's cells, then those it leaves. */
INLINE int classic_branch(lanes *rows, const classic *g, int lane, element *node, int64_t step)
{
    workspace *w = (workspace *)rows;
    element digit = ELEMENT(w->digit, lane);
    const int64_t *row = g->branches + 15 * ELEMENT(w->branch, lane);
    if (!digit)
        return 0;
    for (int k = 0; k < 3; k++) /* read from the lane: the processor would wait for what it just wrote */
        node[row[k] * step] = ELEMENT(w->cell[row[k]], lane) & ~digit;
    for (int k = 3; k < 15; k++)
        ELEMENT(w->cell[row[k]], lane) &= ~digit;
    return 1;
}

INLINE void classic_take_node(lanes *rows, const classic *g, int lane) { (void)rows, (void)g, (void)lane; }
INLINE void classic_reset(lanes *rows, const classic *g) { (void)rows, (void)g; }
