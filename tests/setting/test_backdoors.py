"""Backdoors: no smaller set of cells leaves singles alone, by trying every set of cells."""

from itertools import combinations
from random import Random

import pytest

import nonet
from nonet.setting import Backdoors, backdoors
from nonet.solving import Uniqueness

ONE_CELL = ".1.7......4..3.8....3..5..42.8...6.......9.3..69...1..5...93..6...67..81....8..9."
TWO_CELLS = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def after_singles(puzzle, values):
    """The cells that full houses, naked and hidden singles fill, from these values beside the clues."""
    candidates = {cell: set(puzzle.grid.values) for cell in puzzle.grid.cells}
    pending = {**puzzle.clues, **values}
    placed = {}
    while pending:
        cell, value = pending.popitem()
        placed[cell], candidates[cell] = value, {value}
        for peer in puzzle.peers[cell]:
            candidates[peer].discard(value)
        for other, possible in candidates.items():
            if len(possible) == 1 and other not in placed:
                pending[other] = min(possible)
        for unit in puzzle.units:
            for value in puzzle.grid.values:
                places = [each for each in unit.scope if value in candidates[each]]
                if len(places) == 1 and places[0] not in placed:
                    pending[places[0]] = value
    return placed.keys()


def judged(puzzle, sets):
    """The sets of cells whose values leave singles alone."""
    solution = nonet.solve(puzzle, "native").solution
    cells = len(puzzle.grid.cells)
    return {
        each
        for each in sets
        if len(after_singles(puzzle, {cell: solution[cell] for cell in each})) == cells
    }


@pytest.mark.parametrize(("line", "size"), [("1.3.34....2..1..", 0), (ONE_CELL, 1), (TWO_CELLS, 2)])
def test_the_smallest_sets_are_those_that_trying_finds(line, size):
    puzzle = nonet.parse(line)
    answer = backdoors(puzzle, time_limit=None)
    assert answer.size == size and answer.larger_than == size - 1
    still_open = [cell for cell in puzzle.grid.cells if cell not in after_singles(puzzle, {})]
    for fewer in range(size):
        assert not judged(puzzle, combinations(still_open[:8], fewer))
    tried = list(combinations(still_open, size))
    if len(tried) > 40:  # all that are found, and as many of the others
        tried = [*answer.sets[:10], *Random(1).sample(tried, 10)]
    assert judged(puzzle, tried) == set(tried) & set(answer.sets)
    assert len(set(answer.sets)) == len(answer.sets)
    for most in range(size):
        fewer = backdoors(puzzle, most=most, time_limit=None)
        assert (fewer.size, fewer.sets, fewer.larger_than) == (None, (), most)
        assert fewer.in_words() == f"no backdoor of up to {most} cell{'s' * (most != 1)}"
    assert backdoors(puzzle, most=size, time_limit=None).sets == answer.sets


@pytest.mark.parametrize("number", [1, 2, 5, 6, 9])
def test_of_many_sets_five_are_named(number):
    sets = tuple((f"R1C{column}", "R2C2") for column in range(1, number + 1))
    text = Backdoors(Uniqueness.UNIQUE, 2, sets, 1).in_words()
    assert text.startswith(f"{number} of size 2: R1C1, R2C2") and text.count("R2C2") == min(
        number, 5
    )
    assert text.endswith(f" and {number - 5} more") == (number > 5)
    stopped = Backdoors(Uniqueness.UNIQUE, 2, sets, 1, "time").in_words()
    assert stopped.startswith(f"{number} or more of size 2") and "time limit" in stopped
    assert (
        Backdoors(Uniqueness.UNIQUE, larger_than=-1, stopped_by="time")
        .in_words()
        .startswith("undecided")
    )


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        ("12..............", "it has several solutions"),
        ("12.....4........", "it has no solution"),
    ],
)
def test_a_puzzle_without_one_solution_has_no_backdoors_and_says_why(puzzle, text):
    answer = backdoors(nonet.parse(puzzle))
    assert (answer.size, answer.sets, answer.in_words()) == (None, (), text)
