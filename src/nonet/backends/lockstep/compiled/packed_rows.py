"""Words: what enters and leaves the lanes, a lane's cells together, sixty-four bits at a time.

A lane's masks lie a row apart, so that to read or write one lane is to touch a row for
each cell, and an easy puzzle took as long to put into its lane and its solution to take
out as to solve it.  Where several lanes are meant, rows are woven (``transpose.py``): a *word* is
some cells of one lane, side by side.  Words of values have eight cells, a byte each; words
of nodes as many masks as have room.  The last word ends with the last cell, so that none is
half full.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from nonet.backends.lockstep.compiled.options import INLINE_OPTIONS, JIT_OPTIONS
from nonet.backends.lockstep.compiled.simd import lane_count, peek, poke, trailing_zeros
from nonet.backends.lockstep.compiled.transpose import (
    CLUES_AT_ONCE,
    WORD_BYTES,
    interleave,
    interleave_to_nine,
    interleave_values,
    masks_in_word,
    masks_of_values,
    read_word,
    violated_clues,
    word_index_in,
    word_index_out,
    write_word,
)

# -- puzzles ----------------------------------------------------------------------


@njit(**INLINE_OPTIONS)
def unpack_puzzles(W, begun, holds, puzzles, cells, blank, words):
    """Put puzzles of values into the lanes that are set in ``begun``; ``holds`` says which.

    Lanes of 16 bits, eight cells or more; ``blank`` is the mask of a blank.
    """
    lanes = lane_count(W)
    lanes_to_do = begun
    while lanes_to_do != 0:
        lane = trailing_zeros(lanes_to_do)
        lanes_to_do &= lanes_to_do - 1
        word, clues = word_index_in(W, lane), peek(holds, lane) * cells
        for cell in range(0, cells - WORD_BYTES, WORD_BYTES):
            poke(words, word, read_word(puzzles, clues + cell))
            word += lanes
        poke(words, word, read_word(puzzles, clues + cells - WORD_BYTES))
    word = 0
    for cell in range(0, cells - WORD_BYTES, WORD_BYTES):
        masks_of_values(words, word, W, cell, begun, blank)
        word += 1
    masks_of_values(words, word, W, cells - WORD_BYTES, begun, blank)


# -- solutions ---------------------------------------------------------------------


@njit(**INLINE_OPTIONS)
def pack_row_values(W, words, cells):
    """The values (from 1) of all fixed cells of all lanes, as words."""
    word = 0
    for cell in range(0, cells - WORD_BYTES, WORD_BYTES):
        interleave_values(W, cell, words, word)
        word += 1
    interleave_values(W, max(0, cells - WORD_BYTES), words, word)


@njit(**INLINE_OPTIONS)
def pack_row_values_to_nine(W, words, cells):
    """As :func:`pack_row_values`, for values to nine in lanes of 16 bits; eight cells or more."""
    word = 0
    for cell in range(0, cells - WORD_BYTES, WORD_BYTES):
        interleave_to_nine(W, cell, words, word)
        word += 1
    interleave_to_nine(W, cells - WORD_BYTES, words, word)


@njit(**INLINE_OPTIONS)
def write_solution(W, words, lane, solutions, row, cells):
    """Write a lane's values to a row of solutions."""
    lanes = lane_count(W)
    to, word = row * cells, word_index_out(W, lane)
    for cell in range(0, cells - WORD_BYTES, WORD_BYTES):
        write_word(solutions, to + cell, peek(words, word))
        word += lanes
    value = peek(words, word)
    if cells >= WORD_BYTES:
        write_word(solutions, to + cells - WORD_BYTES, value)
    else:
        for cell in range(cells):
            poke(solutions, to + cell, (value >> (8 * cell)) & 255)


@njit(**INLINE_OPTIONS)
def keeps_clues(solutions, row, puzzles, puzzle, cells):
    """Whether a row of solutions has its puzzle's clues.

    Not to be asked at once: where eight bytes were just written, the processor waits
    before it reads sixty-four.
    """
    to, clues, wrong = row * cells, puzzle * cells, np.int64(0)
    if cells >= CLUES_AT_ONCE:
        for cell in range(0, cells - CLUES_AT_ONCE, CLUES_AT_ONCE):
            wrong |= violated_clues(puzzles, clues + cell, solutions, to + cell)
        last = cells - CLUES_AT_ONCE
        return wrong | violated_clues(puzzles, clues + last, solutions, to + last) == 0
    for cell in range(cells):
        clue = np.int64(puzzles[puzzle, cell])
        wrong |= (clue != 0) & (clue != np.int64(solutions[row, cell]))
    return wrong == 0


# -- nodes -------------------------------------------------------------------------


@njit(**JIT_OPTIONS)
def is_worth_packing(lanes):
    """Whether lanes, as bits, are so many that interleaving all is less work than reading each."""
    fewer = lanes & (lanes - 1)
    fewer &= fewer - 1
    fewer &= fewer - 1
    return fewer & (fewer - 1) != 0


@njit(**JIT_OPTIONS)
def pack_row_nodes(W, words, cells):
    """The masks of all lanes, as words."""
    each = masks_in_word(W)
    word = 0
    for cell in range(0, cells - each, each):
        interleave(W, cell, words, word)
        word += 1
    interleave(W, max(0, cells - each), words, word)


@njit(**INLINE_OPTIONS)
def save_node(W, words, lane, stack, at, cells):
    """Write a lane's masks to ``cells`` places of a stack of nodes, from ``at`` on."""
    lanes, each = lane_count(W), masks_in_word(stack)
    word = word_index_out(W, lane)
    if cells < each:
        bits = 64 // each
        for cell in range(cells):
            poke(stack, at + cell, peek(words, word) >> (bits * cell))
        return
    for cell in range(0, cells - each, each):
        write_word(stack, at + cell, peek(words, word))
        word += lanes
    write_word(stack, at + cells - each, peek(words, word))


@njit(**INLINE_OPTIONS)
def load_node(W, lane, stack, at, cells):
    """Put a node of the stack, its first mask at ``at``, into a lane.

    Read by words: read mask by mask, all were kept in memory once more before they were written.
    """
    lanes, each = lane_count(W), masks_in_word(stack)
    bits, whole_words_end = 64 // each, cells - cells % each
    for cell in range(0, whole_words_end, each):
        word = read_word(stack, at + cell)
        for k in range(each):
            poke(W, (cell + k) * lanes + lane, word >> (bits * k))
    for cell in range(whole_words_end, cells):
        poke(W, cell * lanes + lane, peek(stack, at + cell))
