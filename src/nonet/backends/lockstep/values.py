"""Values out: solved lanes to rows of solutions, eight cells at a time.

A lane's masks lie a row apart, so that to read one lane's cells is to touch 81
registers, and a solution of an easy puzzle took as long to write as to find.  So all
lanes turn into words first: a *word* is eight cells of one lane, a byte each.

>>> words_of(81), words_of(4)
(11, 1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from nonet.backends.lockstep.classic import OPTIONS
from nonet.backends.lockstep.lanes import WORD, peek, poke, word_at, words_of_rows, write_word

HIGH, LOW7, ONES = 0x8080808080808080 - (1 << 64), 0x7F7F7F7F7F7F7F7F, 255


def words_of(cells: int) -> int:
    """How many words a lane's cells take."""
    return max(1, -(-cells // WORD))


def room(cells: int, lanes: int) -> np.ndarray[Any, Any]:
    """Room for the words of all lanes."""
    return np.zeros(words_of(cells) * lanes, np.uint64)


@njit(**OPTIONS)
def values_out(W, words, cells):
    """The values (from 1) of all fixed cells of all lanes, as words.

    The last word begins eight cells before the end, so that none is half full.
    """
    word = 0
    for cell in range(0, cells - WORD, WORD):
        words_of_rows(W, cell, words, word)
        word += 1
    words_of_rows(W, max(0, cells - WORD), words, word)


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
            found = (value >> (8 * cell)) & ONES
            clue = np.int64(puzzles[puzzle, cell])
            poke(solutions, to + cell, found)
            wrong |= (clue != 0) & (clue != found)
    return wrong == 0


@njit(**OPTIONS)
def _broken(value, clues):
    """Not 0 if one of eight clues is neither 0 nor the value in its place; bytes below 128."""
    given = ((clues + LOW7) & HIGH) >> 7 & 0x0101010101010101
    return (value ^ clues) & (given * ONES)
