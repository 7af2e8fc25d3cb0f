"""Words: what leaves the lanes, a lane's cells together, sixty-four bits at a time.

A lane's masks lie a row apart, so that to read one lane is to touch a row for each
cell, and a solution of an easy puzzle took as long to write as to find.  Where several
lanes are read, rows are interleaved first: a *word* is some cells of one lane, side by
side.  Words of values have eight cells, a byte each; words of nodes as many masks as
have room.  The last word ends with the last cell, so that none is half full.

>>> words_of(81, 8), words_of(81, 4), words_of(4, 8)
(11, 21, 1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import (
    WORD,
    interleave,
    interleave_values,
    masks_in_word,
    peek,
    poke,
    word_at,
    write_word,
)

ONES = 0x0101010101010101
"""1 in every byte."""


def words_of(cells: int, each: int) -> int:
    """How many words a lane's cells take, ``each`` in a word."""
    return max(1, -(-cells // each))


def room(cells: int, dtype: Any, lanes: int) -> np.ndarray[Any, Any]:
    """Room for the words of all lanes."""
    each = WORD // np.dtype(dtype).itemsize
    return np.zeros(max(words_of(cells, WORD), words_of(cells, each)) * lanes, np.uint64)


# -- solutions ---------------------------------------------------------------------


@njit(**OPTIONS)
def values_out(W, words, cells):
    """The values (from 1) of all fixed cells of all lanes, as words."""
    word = 0
    for cell in range(0, cells - WORD, WORD):
        interleave_values(W, cell, words, word)
        word += 1
    interleave_values(W, max(0, cells - WORD), words, word)


@njit(**OPTIONS)
def write(words, lane, lanes, solutions, row, puzzles, puzzle):
    """Write a lane's values to a row of solutions; gives whether they keep the puzzle's clues."""
    cells = solutions.shape[1]
    to, clues, wrong = row * cells, puzzle * cells, np.int64(0)
    word = lane
    for cell in range(0, cells - WORD, WORD):
        value = peek(words, word)
        write_word(solutions, to + cell, value)
        wrong |= _broken(value, word_at(puzzles, clues + cell))
        word += lanes
    value = peek(words, word)
    if cells >= WORD:
        write_word(solutions, to + cells - WORD, value)
        wrong |= _broken(value, word_at(puzzles, clues + cells - WORD))
    else:
        for cell in range(cells):
            found = (value >> (8 * cell)) & 255
            clue = np.int64(puzzles[puzzle, cell])
            poke(solutions, to + cell, found)
            wrong |= (clue != 0) & (clue != found)
    return wrong == 0


@njit(**OPTIONS)
def _broken(value, clues):
    """Not 0 if one of eight clues is neither 0 nor the value in its place; all are below 128."""
    given = ((clues + 127 * ONES) >> 7) & ONES
    return (value ^ clues) & (given * 255)


# -- nodes -------------------------------------------------------------------------


@njit(**OPTIONS)
def several(lanes):
    """Whether lanes, as bits, are so many that interleaving all is less work than reading each."""
    rest = lanes & (lanes - 1)
    rest &= rest - 1
    rest &= rest - 1
    return rest & (rest - 1) != 0


@njit(**OPTIONS)
def nodes_out(W, words, cells):
    """The masks of all lanes, as words."""
    each = masks_in_word(W)
    word = 0
    for cell in range(0, cells - each, each):
        interleave(W, cell, words, word)
        word += 1
    interleave(W, max(0, cells - each), words, word)


@njit(**OPTIONS)
def keep(words, lane, lanes, stack, at, cells):
    """Write a lane's masks to ``cells`` places of a stack of nodes, from ``at`` on."""
    each = masks_in_word(stack)
    word = lane
    if cells < each:
        bits = 64 // each
        for cell in range(cells):
            poke(stack, at + cell, peek(words, word) >> (bits * cell))
        return
    for cell in range(0, cells - each, each):
        write_word(stack, at + cell, peek(words, word))
        word += lanes
    write_word(stack, at + cells - each, peek(words, word))
