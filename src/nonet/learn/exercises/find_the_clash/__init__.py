"""Checks of find-the-clash: contradictory, minimal, and nothing where there is nothing."""

from nonet.formats import parse
from nonet.learn.checks import Work, expect, given_function, show
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Status, solve

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
"""The puzzle of Wikipedia's article on Sudoku."""
TWINS = Puzzle(Grid.square(4), {"R1C1": 1, "R2C3": 4, "R3C1": 1, "R4C4": 2})
SQUEEZED = parse("12345678." + "........9" + "." * 63)
"""R1C9 can be nothing: eight values are in its row, the ninth in its column and box."""


def mistyped() -> Puzzle:
    """The easy puzzle with one clue that is wrong, though no two clues clash."""
    puzzle = parse(EASY)
    return puzzle.with_clues({**puzzle.clues, "R1C3": 2})


def checked(work: Work, puzzle: Puzzle, called: str) -> set[str]:
    """The learner's clash, if it is one: contradictory and minimal."""
    seen = given_function(work, "clash")(puzzle)
    expect(isinstance(seen, set), f"clash should return a set of cells, not {show(seen)}")
    strange = seen - set(puzzle.clues)
    expect(not strange, f"{called}: {show(strange)} has no clue")
    expect(bool(seen), f"{called}: there is no solution, but you find no clash")
    kept = {cell: puzzle.clues[cell] for cell in seen}
    expect(
        solve(puzzle.with_clues(kept)).status is Status.UNSAT,
        f"{called}: the clues at {show(seen)} have a solution together",
    )
    for cell in sorted(seen):
        fewer = {other: value for other, value in kept.items() if other != cell}
        expect(
            solve(puzzle.with_clues(fewer)).status is Status.SAT,
            f"{called}: {cell} is not needed, the others clash without it",
        )
    return set(seen)


def check_twins(work: Work) -> None:
    "Two equal clues in a column"
    seen = checked(work, TWINS, "1...|..4.|1...|...2")
    expect(seen == {"R1C1", "R3C1"}, f"only R1C1 and R3C1 clash, not {show(seen)}")


def check_none(work: Work) -> None:
    "A puzzle with a solution has no clash"
    seen = given_function(work, "clash")(parse(EASY))
    expect(seen == set(), f"you find {show(seen)}")


def check_squeezed(work: Work) -> str:
    "A row that has no place for 9, with nine clues"
    seen = checked(work, SQUEEZED, "1 to 8 in row 1, and 9 at R2C9")
    return f"{', '.join(sorted(seen))} are enough: can you see why?"


def check_mistyped(work: Work) -> str:
    "A mistyped clue in a puzzle of 9 by 9"
    puzzle = mistyped()
    seen = checked(work, puzzle, "the easy puzzle with 2 at R1C3")
    return f"{len(seen)} of {len(puzzle.clues)} clues: {', '.join(sorted(seen))}"
