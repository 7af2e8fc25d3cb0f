"""Checks of make-it-unique: one solution, old clues kept, all new clues needed."""

from nonet.errors import quantity
from nonet.formats import parse
from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Uniqueness, verify

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku."""
EASY_WITH_FEWER_CLUES = EASY.replace("195", "...").replace("419", "...").replace("53", "..", 1)


def count_added_clues(work: LearnerModule, puzzle: Puzzle) -> int:
    """Return the number of added clues, after checking the puzzle."""
    seen: Puzzle = learner_function(work, "make_unique")(puzzle)
    expect_kind(seen, Puzzle, "make_unique should return a puzzle")
    expect(
        (seen.grid, seen.rules) == (puzzle.grid, puzzle.rules),
        "the puzzle has other rules or another grid than before: only clues may be added",
    )
    for cell, value in puzzle.clues.items():
        expect(seen.clues.get(cell) == value, f"the clue {value} at {cell} is gone")
    uniqueness = verify(seen).uniqueness
    expect(uniqueness is Uniqueness.UNIQUE, f"{seen.line()} has {uniqueness.value} solutions")
    added = sorted(seen.clues.keys() - puzzle.clues.keys())
    for cell in added:
        fewer = {other: value for other, value in seen.clues.items() if other != cell}
        expect(
            verify(seen.with_clues(fewer)).uniqueness is not Uniqueness.UNIQUE,
            f"{seen.line()} is unique without the clue at {cell} too, which you added",
        )
    return len(added)


def check_unique(work: LearnerModule) -> None:
    "A puzzle with one solution stays as it is"
    added = count_added_clues(work, parse(EASY))
    expect(added == 0, f"you add {quantity(added, 'clue')}")


def check_two(work: LearnerModule) -> None:
    "A puzzle of 4 by 4 with several solutions"
    count_added_clues(work, parse("12............3."))


def check_empty(work: LearnerModule) -> str:
    "The empty puzzle of 4 by 4"
    added = count_added_clues(work, Puzzle(Grid.square(4)))
    expect(added >= 4, f"{quantity(added, 'clue')}: 4 is known to be the least")
    return f"{quantity(added, 'clue')}; 4 is the least possible"


def check_nine(work: LearnerModule) -> str:
    "A puzzle of 9 by 9 that lost eight clues"
    return f"{quantity(count_added_clues(work, parse(EASY_WITH_FEWER_CLUES)), 'clue')} added"
