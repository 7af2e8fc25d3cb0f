"""Checks of time-is-no-answer: outcomes of real runs, and of runs that were stopped."""

from nonet.backends.base import StopReason
from nonet.learn.checks import Work, expect, given_function, show
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Outcome, Solution, solve

EMPTY = Puzzle(Grid.square(4))
CLASH = Puzzle(Grid.square(4), {"R1C1": 1, "R1C3": 1})
ONE = Puzzle(Grid.square(4), {"R2C4": 2, "R3C1": 1, "R3C3": 3, "R4C2": 4})


def outcome(found: int, stopped_by: StopReason | None) -> Outcome:
    """An outcome with so many solutions, exhausted unless something stopped it."""
    solutions = tuple(Solution({"x": value}) for value in range(found))
    return Outcome(solutions, stopped_by is None, stopped_by, "native", 1.0)


def words(found: Outcome) -> str:
    """An outcome in words, for messages."""
    ended = (
        "all was searched" if found.exhausted else f"the search was stopped by {found.stopped_by}"
    )
    return f"{len(found.solutions)} found and {ended}"


def check_answers(work: Work) -> None:
    "A solved puzzle and a contradictory one"
    answer = given_function(work, "answer")
    seen = answer(solve(EMPTY))
    expect(seen == "solved", f"for the empty puzzle you answer {show(seen)}")
    seen = answer(solve(CLASH))
    expect(seen == "no solution", f"for two equal clues in a row you answer {show(seen)}")


def check_time(work: Work) -> None:
    "A search stopped by the clock or by Ctrl-C"
    reasons: tuple[StopReason, ...] = ("time", "interrupt")
    for reason in reasons:
        for number, right in ((0, "not known"), (1, "solved")):
            found = outcome(number, reason)
            seen = given_function(work, "answer")(found)
            expect(seen == right, f"{words(found)}: you answer {show(seen)}")


def check_unique(work: Work) -> None:
    "Uniqueness where the search decides it"
    for puzzle, right in ((ONE, True), (EMPTY, False), (CLASH, False)):
        found = solve(puzzle, limit=2)
        seen = given_function(work, "is_unique")(found)
        expect(seen is right, f"{words(found)}: you say {show(seen)}")


def check_undecided(work: Work) -> str:
    "Uniqueness where it does not"
    cases: tuple[tuple[int, StopReason, bool | None], ...] = (
        (0, "time", None),
        (1, "time", None),
        (1, "solutions", None),
        (2, "time", False),
    )
    for number, reason, right in cases:
        found = outcome(number, reason)
        seen = given_function(work, "is_unique")(found)
        expect(seen is right, f"{words(found)}: you say {show(seen)}")
    return "one solution and a limit of one: that is why nonet.verify asks for two"
