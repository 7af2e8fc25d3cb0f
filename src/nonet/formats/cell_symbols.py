"""Cells: the characters of a text as values and blanks.

The characters that stand for a blank depend on the alphabet: any usual character for a blank,
unless the alphabet uses this character for a value of that size.

>>> symbol_values(9, ALPHABETS["digits"])["0"] is None
True
>>> symbol_values(16, ALPHABETS["zero"])["0"]
0
>>> read_characters("1.x4", 4, ALPHABETS["digits"])
[1, None, None, 4]
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from nonet.errors import FormatError
from nonet.puzzle import ALPHABETS, Alphabet, Cell
from nonet.puzzle.grid import cell_name

BLANKS = ".0-*_xX?·"
"""Characters that usually stand for a blank."""


class CellText(NamedTuple):
    """The text of a cell and the column of its first character, from 1."""

    text: str
    column: int


class Row(NamedTuple):
    """The cells of one row and the number of its line."""

    line: int
    cells: list[CellText]


@lru_cache(maxsize=256)
def symbol_values(size: int, alphabet: Alphabet) -> Mapping[str, int | None]:
    """The value of every character a text of ``size`` values may hold; ``None`` is a blank.

    Raises ``FormatError`` if the alphabet has too few characters.
    """
    if len(alphabet.characters) < size:
        raise FormatError(
            f"alphabet {alphabet.name} has {len(alphabet.characters)} characters, "
            f"too few for {size} values"
        )
    value_of_symbol: dict[str, int | None] = {
        **alphabet.up_to(alphabet.first + size - 1).value_of_symbol
    }
    for blank in BLANKS:
        value_of_symbol.setdefault(blank, None)
    return value_of_symbol


def read_characters(
    text: str, size: int, alphabet: Alphabet, *, line: int | None = None, column: int = 1
) -> list[int | None]:
    """The values of a text with one character a cell, ``None`` for blanks.

    Raises ``FormatError`` at the first character that is neither; ``line`` and
    ``column`` say where the text begins.
    """
    values = symbol_values(size, alphabet)
    try:
        return [values[character] for character in text]
    except KeyError:
        wrong = next(i for i, character in enumerate(text) if character not in values)
        raise invalid_cell_error(
            text[wrong],
            size,
            alphabet,
            cell=cell_name(*divmod(wrong, size)),
            line=line,
            column=column + wrong,
        ) from None


def read_word(
    word: str, size: int, alphabet: Alphabet, *, cell: Cell, line: int | None, column: int
) -> int | None:
    """The value of one cell in a grid of blank-separated cells: a number or a character.

    Raises ``FormatError`` for a word that is neither, nor a run of one blank.
    """
    values = symbol_values(size, alphabet)
    if word in values:
        return values[word]
    if len(set(word)) == 1 and word[0] in BLANKS and values.get(word[0], 0) is None:
        return None
    lowest = alphabet.first
    if word.isascii() and word.isdigit() and len(word) < 4 and lowest <= int(word) < lowest + size:
        return int(word)
    raise invalid_cell_error(word, size, alphabet, cell=cell, line=line, column=column)


def invalid_cell_error(
    word: str,
    size: int,
    alphabet: Alphabet,
    *,
    cell: Cell,
    line: int | None = None,
    column: int | None = None,
) -> FormatError:
    """The error of a word that is no value of a grid: a clue out of range, or no clue at all."""
    highest = alphabet.first + size - 1
    beyond = word.isascii() and word.isdigit()
    if not beyond and size > 9 and len(word) == 1:
        beyond = word in alphabet.characters or word.swapcase() in alphabet.characters
    if beyond:
        message = f"clue {_quoted(word)} at {cell} is out of range: values are {_range_text(size, alphabet)}"
    else:
        noun = "character" if len(word) == 1 else "text"
        message = (
            f"unknown {noun} {_quoted(word)}: expected {_range_text(size, alphabet)}, "
            f"or {_blanks(size, alphabet)} for a blank"
        )
    if size > 9 and alphabet == ALPHABETS["digits"] and highest < 36 and word.isalpha():
        message += " (or state another alphabet)"
    return FormatError(message, line=line, column=column)


def _quoted(word: str) -> str:
    if word == "�":
        return "'�' (bytes that are no UTF-8 text)"
    return repr(word if len(word) <= 20 else word[:20] + "…")


def _range_text(size: int, alphabet: Alphabet) -> str:
    characters = alphabet.characters[:size]
    digits = "".join(filter(str.isdigit, characters))
    runs = filter(None, (digits, characters[len(digits) :]))
    return " and ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else run for run in runs)


def _blanks(size: int, alphabet: Alphabet) -> str:
    values = symbol_values(size, alphabet)
    return " ".join(blank for blank in BLANKS if blank.isascii() and values[blank] is None)
