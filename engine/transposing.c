/* Transposing: what enters and leaves the lanes, a lane's cells together, 64 bits at a time.
 *
 * A lane's masks lie a row apart, so that to read or write one lane is to touch every row, and an easy
 * puzzle took as long to put into its lane and to take out as to solve.  Where several lanes are
 * meant, rows are woven: a *word* is some cells of one lane, side by side.  Words of values have eight
 * cells, a byte each; words of nodes as many masks as have room.  The last word ends with the last
 * cell, so that none is half full.
 *
 * Vectors are interleaved in pairs: a half of each block of 128 bits, an element of each in turn.
 * Elements never leave their block, since that is one instruction on every machine.  So the words of
 * all lanes are in another order than the lanes: word_out and word_in tell where a lane's is.
 */
#pragma once
#include "engine.h"

#define BLOCKS (VECTOR_BYTES / 16)
#define ROWS_WOVEN (64 / LANE_BITS) /* rows that are woven at once, and masks in a word */
#if BLOCKS == 4
#define EACH_BLOCK(part, size) part(0, 4 * size), part(size, 4 * size), part(2 * size, 4 * size), part(3 * size, 4 * size)
#elif BLOCKS == 2
#define EACH_BLOCK(part, size) part(0, 2 * size), part(size, 2 * size)
#else
#define EACH_BLOCK(part, size) part(0, size)
#endif
#define LOW_16(b, n) b, n + b, b + 1, n + b + 1, b + 2, n + b + 2, b + 3, n + b + 3
#define HIGH_16(b, n) LOW_16((b + 4), n)
#define LOW_32(b, n) b, n + b, b + 1, n + b + 1
#define HIGH_32(b, n) LOW_32((b + 2), n)
#define INTERLEAVE(x, y, part, size) __builtin_shufflevector(x, y, EACH_BLOCK(part, size))

/* Rows to words: of each lane its elements, one above the other. */
INLINE void weave(const lanes row[ROWS_WOVEN], uint64_t *to)
{
#if LANE_BITS == 16
    pairs low_01 = (pairs)INTERLEAVE(row[0], row[1], LOW_16, 8);
    pairs low_23 = (pairs)INTERLEAVE(row[2], row[3], LOW_16, 8);
    pairs high_01 = (pairs)INTERLEAVE(row[0], row[1], HIGH_16, 8);
    pairs high_23 = (pairs)INTERLEAVE(row[2], row[3], HIGH_16, 8);
    words out[4] = {
        (words)INTERLEAVE(low_01, low_23, LOW_32, 4), (words)INTERLEAVE(low_01, low_23, HIGH_32, 4),
        (words)INTERLEAVE(high_01, high_23, LOW_32, 4), (words)INTERLEAVE(high_01, high_23, HIGH_32, 4)};
#elif LANE_BITS == 32
    words out[2] = {(words)INTERLEAVE(row[0], row[1], LOW_32, 4), (words)INTERLEAVE(row[0], row[1], HIGH_32, 4)};
#else
    words out[1] = {row[0]};
#endif
    __builtin_memcpy(to, out, sizeof out);
}

/* The word of a lane: a vector holds two of each block, the second that of an odd lane. */
INLINE int word_of(int lane, int vector) { return 2 * (vector * BLOCKS + lane / (2 * ROWS_WOVEN)) + lane % 2; }
INLINE int word_out(int lane) { return word_of(lane, lane / 2 % ROWS_WOVEN); }

/* -- nodes ----------------------------------------------------------------------------------------- */

/* The masks of all lanes, as words. */
INLINE void weave_nodes(const lanes *w, uint64_t *to, int64_t cells)
{
    for (int64_t at = 0; at < cells - ROWS_WOVEN; at += ROWS_WOVEN, to += LANES)
        weave(w + at, to);
    weave(w + (cells < ROWS_WOVEN ? 0 : cells - ROWS_WOVEN), to);
}

INLINE void save_node(const uint64_t *words, int lane, element *node, int64_t cells)
{
    words += word_out(lane);
    for (int64_t at = 0; at < cells - ROWS_WOVEN; at += ROWS_WOVEN, words += LANES)
        __builtin_memcpy(node + at, words, 8);
    if (cells >= ROWS_WOVEN)
        __builtin_memcpy(node + cells - ROWS_WOVEN, words, 8);
    for (int64_t k = 0; cells < ROWS_WOVEN && k < cells; k++)
        node[k] = (element)(*words >> LANE_BITS * k);
}

/* Read by words: read mask by mask, all were kept in memory once more before they were written. */
INLINE void load_node(lanes *w, int lane, const element *node, int64_t cells)
{
    int64_t cell = 0;
    for (; cell <= cells - ROWS_WOVEN; cell += ROWS_WOVEN) {
        uint64_t some;
        __builtin_memcpy(&some, node + cell, 8);
        EACH(k, ROWS_WOVEN) ELEMENT(w[cell + k], lane) = (element)(some >> LANE_BITS * k);
    }
    for (; cell < cells; cell++)
        ELEMENT(w[cell], lane) = node[cell];
}

INLINE void copy_lane(const lanes *w, int lane, element *node, int64_t step, int64_t cells)
{
    for (int64_t cell = 0; cell < cells; cell++)
        node[cell * step] = ELEMENT(w[cell], lane);
}

/* -- solutions -------------------------------------------------------------------------------------- */

/* Eight rows of fixed cells to a word of values: the place of the only bit of each mask, from 1.
 * Where values go to nine, two rows at once: less 1, a mask of nine bits fits a byte (256 is shifted
 * out, and 0 less 1 is 255). */
INLINE void weave_eight_values(const lanes *cell, uint64_t *to, int to_nine)
{
    lanes row[ROWS_WOVEN];
    EACH(r, ROWS_WOVEN) {
        const lanes *x = cell + r * LANE_BITS / 8;
        if (to_nine) {
            row[r] = (lanes)(__builtin_elementwise_popcount((octets)(x[0] + (x[1] << 8) - 0x0101)) + 1);
            continue;
        }
        row[r] = NONE;
        EACH(k, LANE_BITS / 8) row[r] |= (bit_count(x[k] - 1) + 1) << 8 * k;
    }
    weave(row, to);
}

INLINE void weave_values(const lanes *w, uint64_t *to, int64_t cells, int to_nine)
{
    for (int64_t at = 0; at < cells - 8; at += 8, to += LANES)
        weave_eight_values(w + at, to, to_nine);
    weave_eight_values(w + (cells < 8 ? 0 : cells - 8), to, to_nine);
}

INLINE void write_solution(const uint64_t *words, int lane, uint8_t *to, int64_t cells)
{
    words += word_out(lane);
    for (int64_t at = 0; at < cells - 8; at += 8, words += LANES)
        __builtin_memcpy(to + at, words, 8);
    if (cells >= 8)
        __builtin_memcpy(to + cells - 8, words, 8);
    for (int64_t k = 0; cells < 8 && k < cells; k++)
        to[k] = (uint8_t)(*words >> 8 * k);
}

INLINE octets64 differing(const uint8_t *clues, const uint8_t *solution)
{
    octets64 clue = *(const octets64 *)clues, value = *(const octets64 *)solution;
    return (octets64)(clue != 0) & (octets64)(clue != value);
}

/* Not to be asked at once: where eight bytes were just written, the processor waits to read more. */
INLINE int keeps_clues(const uint8_t *clues, const uint8_t *solution, int64_t cells)
{
    octets64 wrong = {0};
    for (int64_t cell = 0; cells < 64 && cell < cells; cell++)
        wrong[0] |= clues[cell] && clues[cell] != solution[cell];
    for (int64_t at = 0; at < cells - 64; at += 64)
        wrong |= differing(clues + at, solution + at);
    if (cells >= 64)
        wrong |= differing(clues + cells - 64, solution + cells - 64);
    return !__builtin_reduce_or(wrong);
}

/* Put a puzzle into a lane: `start` has the mask of each value, `full` what each cell may be. */
INLINE void load_puzzle(lanes *w, int lane, const uint8_t *clues, const element *start, const element *full,
                        int64_t cells)
{
    for (int64_t cell = 0; cell < cells; cell++)
        ELEMENT(w[cell], lane) = start[clues[cell]] & full[cell];
}

#if LANE_BITS == 16
INLINE int word_in(int lane) { return word_of(lane, (lane & 4) / 4 | (lane & 2)); }

/* Words to four rows: element k of a row is bytes 2k and 2k + 1 of a lane's word.  Each step pairs
 * vectors by one bit of their number, and makes the highest bit of an element's place in its block
 * that bit: three take the cells from places to vectors. */
INLINE void unweave(const uint64_t *from, lanes row[4])
{
    lanes x[4], y[4];
    __builtin_memcpy(x, from, sizeof x);
    EACH(step, 3) {
        EACH(half, 2) {
            y[half] = INTERLEAVE(x[2 * half], x[2 * half + 1], LOW_16, 8);
            y[half + 2] = INTERLEAVE(x[2 * half], x[2 * half + 1], HIGH_16, 8);
        }
        x[0] = y[0], x[1] = y[1], x[2] = y[2], x[3] = y[3];
    }
    row[0] = x[0], row[1] = x[2], row[2] = x[1], row[3] = x[3];
}

/* Put puzzles of values to nine, whose clues are words, into the lanes that are set in `begun`. */
INLINE void load_woven_puzzles(lanes *w, const uint64_t *words, lane_set begun, int64_t cells)
{
    truths bits;
    __builtin_memcpy(&bits, &begun, sizeof bits);
    lanes written = (lanes)-__builtin_convertvector(bits, lanes);
    for (int64_t at = 0; at < cells; at += 8, words += LANES) {
        lanes pair[4], *cell = w + (at < cells - 8 ? at : cells - 8);
        unweave(words, pair);
        EACH(k, 8) { /* value v is bit v - 1, and 0 all */
            lanes value = k % 2 ? pair[k / 2] >> 8 : pair[k / 2] & 255;
            lanes mask = first_nonzero(spread(1) << value >> 1, spread(CLASSIC_MASK));
            cell[k] = where(written, mask, cell[k]);
        }
    }
}
#endif
