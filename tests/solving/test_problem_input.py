"""A public function that is given something else says what it takes, by a TypeError."""

from operator import attrgetter

import pytest

import nonet
from tests.cases import as_one_test


@as_one_test(
    [
        ("solve", 3, "expected a puzzle, a model or a text .* not int"),
        ("verify", None, "not NoneType"),
        ("model_to_json", 3, "a model is written as JSON, not int"),
        ("write", 3, "a puzzle or several are written, not int"),
        ("read", 3, "a file's name or an open file is read, not int"),
        ("parse", 3, "parse takes text, not int"),
        ("make_rule", 3, "a rule is named by a text, not by int"),
        ("techniques.ladder", 3, "a ladder is of several puzzles, not of int"),
        ("techniques.ladder", "1..............4", "a ladder is of several puzzles, not of str"),
    ]
)
def test_it_says_what_it_takes(name, argument, message):
    with pytest.raises(TypeError, match=message):
        attrgetter(name)(nonet)(argument)


def test_a_builder_and_a_puzzle_are_written_as_the_model_that_they_make():
    build = nonet.ModelBuilder()
    build.all_different(build.array("x", 3, range(3)))
    assert nonet.model_to_json(build) == nonet.model_to_json(build.model())
    puzzle = nonet.Sudoku("1..............4")
    assert nonet.model_from_json(nonet.model_to_json(puzzle)) == puzzle.model()


def test_the_rules_of_a_puzzle_are_rules():
    with pytest.raises(TypeError, match="a PuzzleRule, not str: make_rule makes one"):
        nonet.Puzzle(nonet.Grid.square(4), rules=["diagonals"])
