/* Where a lane of any model branches: on the cell, or a digit's two places, that fails soonest.
 *
 * Every lane that comes to nothing is a failure of the guess that it made last.  Two kinds of counts are
 * kept in rows of the workspace, the same in all lanes, so that what one lane learns helps all:
 *
 * - of each cell, how often a guess there failed, or a constraint that it is in (`add_failure_weights`);
 *   begun with its number of constraints.  A cell is the better to branch on, the fewer candidates it
 *   has for its count;
 * - of each value, how often it was the one guessed.  Where one fails far more often than another, cells
 *   that may have it are preferred.
 *
 * A value that has two places in a unit is as good as a cell with two candidates: where no such cell is
 * the best, the place with the higher count takes the value in one half, and loses it in the other,
 * which leaves the other place.  Where a model has sums of different cells, these say better than values
 * and places what fails, and the cells alone are compared.
 *
 * Sources: Boussemart and others, "Boosting systematic search by weighting constraints", ECAI 2004; that
 * guesses are blamed, values count and a house's two places compete is the order of S. Sigalas's
 * Interactive Sudoku Solver.
 */
#pragma once
#include "engine.h"
#include "units.c"

/* A fifth of a value's highest count and a cell's, times the most candidates and one, fit in 16 bits. */
#define MAX_VALUE_WEIGHT 8000
#define VALUE_WEIGHT_DIVISOR 5 /* one in so many failures of a value counts for the cells that may have it */

/* Rows from g->guesses on: of each lane the cell that it guessed last (the number of cells for none), the
 * value, and the value to branch on next (0 for the lowest). */
enum { GUESSED_CELL, GUESSED_VALUE, NEXT_VALUE };

/* What was learnt of the puzzles taken together is not to touch those that follow. */
static void program_reset(lanes *w, const program *g)
{
    for (int64_t cell = 0; cell < g->degrees_size; cell++)
        w[g->weights + cell] = spread(g->degrees[cell]);
    for (int64_t value = 0; value < g->units.size; value++)
        w[g->weights + g->degrees_size + value] = NONE;
}

/* What was guessed last is not known of a node that the lane did not split itself, and is not blamed. */
INLINE void program_take_node(lanes *w, const program *g, int lane)
{
    ELEMENT(w[g->guesses + GUESSED_CELL], lane) = (element)g->degrees_size;
}

/* Count the failures of the last guesses of some lanes. */
INLINE void blame_guesses(lanes *w, const program *g, lane_set failed)
{
    int64_t cells = g->degrees_size;
    lanes *weights = w + g->weights, *guess = w + g->guesses;
    element highest = 0, most = 0;
    while (failed) {
        int lane = take_lane(&failed);
        element cell = ELEMENT(guess[GUESSED_CELL], lane);
        if ((int64_t)cell >= cells)
            continue;
        add_failure(weights + cell, &highest);
        add_failure(weights + cells + __builtin_ctzll(ELEMENT(guess[GUESSED_VALUE], lane)), &most);
    }
    if (highest >= MAX_WEIGHT)
        decay(weights, cells, 1);
    if (most >= MAX_VALUE_WEIGHT)
        decay(weights + cells, g->units.size, 2);
}

/* The value that fails most, as a mask, and what it counts; 0 if no value stands out. */
static element heaviest_value(const lanes *weights, int64_t size, element *bonus)
{
    int64_t most = 0, fewest = 0;
    element value = 0;
    for (int64_t k = 0; k < size; k++) {
        int64_t weight = ELEMENT(weights[k], 0);
        if (weight > most) {
            most = weight;
            value = (element)1 << k;
        }
        if (weight > 0 && (!fewest || weight < fewest))
            fewest = weight;
    }
    if (most < size || 2 * most <= 3 * fewest)
        most = value = 0;
    *bonus = (element)(most / VALUE_WEIGHT_DIVISOR);
    return value;
}

/* The best so far to branch on, of each lane: a score is candidates by a weight. */
typedef struct {
    lanes cell, value, candidates, weight, plain; /* plain is the weight without what a value adds */
} choice;

INLINE void choose(choice *best, lanes better, int64_t cell, lanes candidates, lanes weight, lanes plain)
{
    best->cell = where(better, spread(cell), best->cell);
    best->candidates = where(better, candidates, best->candidates);
    best->weight = first_nonzero(better & weight, best->weight); /* which was halved to 0: the one before */
    best->plain = first_nonzero(better & plain, best->plain);
}

INLINE void choose_cells(choice *best, const lanes *w, const program *g, element value, element bonus)
{
    lanes most = spread(LANE_BITS), marks = spread(value);
    best->candidates = most + 1;
    for (int64_t cell = 0; cell < g->degrees_size; cell++) {
        lanes x = w[cell], plain = w[g->weights + cell], candidates = bit_count(x);
        lanes weight = plain + where_nonzero(x & marks, spread(bonus));
        lanes better = less(candidates * best->weight, best->candidates * weight);
        better |= less(most, best->candidates); /* the first open one */
        choose(best, better & is_nonzero(without_lowest(x)), cell, candidates, weight, plain);
    }
}

/* Compare the places of values that have two in a unit, where the best cell has more candidates. */
INLINE void choose_places(choice *best, const lanes *w, const program *g, lane_set stuck)
{
    lanes wide = less(spread(2), best->candidates);
    if (!(nonzero_lanes(wide) & stuck))
        return;
    for (int64_t unit = 0; unit < g->units.full_size; unit++) {
        if (!g->units.full[unit])
            continue;
        lanes once = NONE, twice = NONE, thrice = NONE;
        for SPAN(k, g->units.starts, unit) {
            lanes x = w[g->units.cells[k]];
            thrice |= twice & x;
            twice |= once & x;
            once |= x;
        }
        lanes two = wide & twice & ~thrice;
        if (!(nonzero_lanes(two) & stuck))
            continue;
        for SPAN(k, g->units.starts, unit) {
            int64_t cell = g->units.cells[k];
            lanes x = w[cell] & two, plain = w[g->weights + cell];
            lanes better = is_nonzero(x) & ~less(best->candidates * plain, 2 * best->plain);
            best->value = where(better, x ^ without_lowest(x), best->value);
            choose(best, better, cell, spread(2), plain, plain);
        }
    }
}

OUTLINE void program_select(lanes *w, const program *g, lane_set stuck)
{
    int has_sums = g->records.sums_size > 0;
    element bonus = 0, value = 0;
    choice best = {NONE, NONE, NONE, spread(1), spread(1)};
    if (!has_sums)
        value = heaviest_value(w + g->weights + g->degrees_size, g->units.size, &bonus);
    choose_cells(&best, w, g, value, bonus);
    if (!has_sums)
        choose_places(&best, w, g, stuck);
    *rows_of(w, &g->units).branch = best.cell;
    w[g->guesses + NEXT_VALUE] = best.value;
}

/* A lane takes the value found, or the lowest, and its node the others. */
INLINE int program_branch(lanes *w, const program *g, int lane, element *node, int64_t step)
{
    lanes *guess = w + g->guesses;
    element cell = ELEMENT(*rows_of(w, &g->units).branch, lane), bit = ELEMENT(guess[NEXT_VALUE], lane);
    element mask = ELEMENT(w[cell], lane);
    if (!bit)
        bit = mask & -mask;
    ELEMENT(guess[GUESSED_CELL], lane) = cell;
    ELEMENT(guess[GUESSED_VALUE], lane) = bit;
    node[(int64_t)cell * step] = mask ^ bit;
    ELEMENT(w[cell], lane) = bit;
    return 1;
}
