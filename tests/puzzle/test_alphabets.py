"""Symbols: which character stands for which value is stated, never guessed."""

import pytest

from nonet.errors import PuzzleError
from nonet.puzzle import ALPHABETS, Grid, Puzzle
from nonet.puzzle.alphabets import default_alphabet
from tests.cases import as_one_test


@as_one_test([1, 4, 9, 16, 25, 36, 64])
def test_every_value_has_a_character_of_its_own_that_reads_back(size):
    alphabet = default_alphabet(range(1, size + 1))
    symbols = [alphabet.symbol(value) for value in range(1, size + 1)]
    assert len(set(symbols)) == size
    assert [alphabet.value_of_symbol[symbol] for symbol in symbols] == list(range(1, size + 1))


def test_letters_are_read_in_either_case_while_one_case_is_enough():
    assert default_alphabet(range(1, 17)).value_of_symbol["g"] == 16
    assert default_alphabet(range(1, 37)).value_of_symbol["a"] == 36
    assert "b" not in default_alphabet(range(1, 37)).value_of_symbol


def test_ten_is_a_in_digits_and_j_in_letters():
    assert ALPHABETS["digits"].symbol(10) == "A"
    assert ALPHABETS["letters"].symbol(10) == "J"


def test_values_from_zero_start_with_the_digit_zero():
    assert default_alphabet(range(9)).symbol(0) == "0"


def test_a_value_without_a_character_is_refused():
    with pytest.raises(PuzzleError, match="alphabet letters has no character for 53"):
        ALPHABETS["letters"].symbol(53)


def test_a_line_has_one_character_a_cell():
    puzzle = Puzzle(Grid.square(16), {"R1C1": 16, "R16C16": 10})
    assert puzzle.line() == "G" + "." * 254 + "A"
    assert puzzle.line(blank="0").count("0") == 254
