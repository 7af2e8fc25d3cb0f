"""Checks of find-the-clash: contradictory, minimal, and nothing where there is nothing."""

from nonet.formats import parse
from nonet.learn.checks import LearnerModule, expect, expect_kind, learner_function, shortened_repr
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, solve

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku."""
TWO_EQUAL_CLUES = Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 4, "R3C1": 1, "R4C4": 2})
NO_PLACE_FOR_NINE = parse("12345678." + "........9" + "." * 63)
"""R1C9 can be nothing: eight values are in its row, the ninth in its column and box."""


def mistyped_puzzle() -> Puzzle:
    """The easy puzzle with one clue that is wrong, though no two clues clash."""
    puzzle = parse(EASY)
    return puzzle.with_clues({**puzzle.clues, "R1C3": 2})


def checked_conflict(work: LearnerModule, puzzle: Puzzle, called: str) -> set[str]:
    """Return the learner's clash, if contradictory and minimal."""
    seen = learner_function(work, "clash")(puzzle)
    expect_kind(seen, set | frozenset, "clash should return a set of cells")
    strange = seen - set(puzzle.clues)
    expect(not strange, f"{called}: {shortened_repr(strange)} has no clue")
    expect(bool(seen), f"{called}: there is no solution, but you find no clash")
    clues = {cell: puzzle.clues[cell] for cell in seen}
    expect(
        solve(puzzle.with_clues(clues)).status is Status.UNSAT,
        f"{called}: the clues at {shortened_repr(seen)} have a solution together",
    )
    for cell in sorted(seen):
        fewer = {other: value for other, value in clues.items() if other != cell}
        expect(
            solve(puzzle.with_clues(fewer)).status is Status.SAT,
            f"{called}: {cell} is not needed, the others clash without it",
        )
    return set(seen)


def check_twins(work: LearnerModule) -> None:
    "Two equal clues in a column"
    seen = checked_conflict(work, TWO_EQUAL_CLUES, "1...|..4.|1...|...2")
    expect(seen == {"R1C1", "R3C1"}, f"only R1C1 and R3C1 clash, not {shortened_repr(seen)}")


def check_none(work: LearnerModule) -> None:
    "A puzzle with a solution has no clash"
    seen = learner_function(work, "clash")(parse(EASY))
    expect(seen == set(), f"you find {shortened_repr(seen)}")


def check_squeezed(work: LearnerModule) -> str:
    "A row that has no place for 9, with nine clues"
    seen = checked_conflict(work, NO_PLACE_FOR_NINE, "1 to 8 in row 1, and 9 at R2C9")
    return f"{', '.join(sorted(seen))} are enough: can you see why?"


def check_mistyped(work: LearnerModule) -> str:
    "A mistyped clue in a puzzle of 9 by 9"
    puzzle = mistyped_puzzle()
    seen = checked_conflict(work, puzzle, "the easy puzzle with 2 at R1C3")
    return f"{len(seen)} of {len(puzzle.clues)} clues: {', '.join(sorted(seen))}"
