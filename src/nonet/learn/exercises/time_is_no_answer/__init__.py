"""Checks of time-is-no-answer: outcomes of real runs, and of runs that were stopped."""

from nonet.backends.base import StopReason
from nonet.learn.checks import LearnerModule, expect, learner_function, shortened_repr
from nonet.puzzle import Grid, Puzzle
from nonet.solving import Outcome, Solution, solve

EMPTY = Puzzle(Grid.square(4))
CLASH = Puzzle(Grid.square(4), {"R1C1": 1, "R1C3": 1})
ONE_SOLUTION = Puzzle(Grid.square(4), {"R2C4": 2, "R3C1": 1, "R3C3": 3, "R4C2": 4})


def make_outcome(count: int, stopped_by: StopReason | None) -> Outcome:
    """Return an outcome with the given solutions, exhausted unless ``stopped_by`` is set."""
    solutions = tuple(Solution({"x": value}) for value in range(count))
    return Outcome(solutions, stopped_by is None, stopped_by, "native", 1.0)


def describe_outcome(outcome: Outcome) -> str:
    """An outcome in words, for messages."""
    stopped = f"the search was stopped by {outcome.stopped_by}"
    ended = "all was searched" if outcome.exhausted else stopped
    return f"{len(outcome.solutions)} found and {ended}"


def check_answers(work: LearnerModule) -> None:
    "A solved puzzle and a contradictory one"
    answer = learner_function(work, "answer")
    seen = answer(solve(EMPTY))
    expect(seen == "solved", f"for the empty puzzle you answer {shortened_repr(seen)}")
    seen = answer(solve(CLASH))
    expect(seen == "no solution", f"for two equal clues in a row you answer {shortened_repr(seen)}")


def check_time(work: LearnerModule) -> None:
    "A search stopped by the clock or by Ctrl-C"
    reasons: tuple[StopReason, ...] = ("time", "interrupt")
    for reason in reasons:
        for number, right in ((0, "not known"), (1, "solved")):
            outcome = make_outcome(number, reason)
            seen = learner_function(work, "answer")(outcome)
            expect(seen == right, f"{describe_outcome(outcome)}: you answer {shortened_repr(seen)}")


def check_unique(work: LearnerModule) -> None:
    "Uniqueness where the search decides it"
    for puzzle, right in ((ONE_SOLUTION, True), (EMPTY, False), (CLASH, False)):
        outcome = solve(puzzle, limit=2)
        seen = learner_function(work, "is_unique")(outcome)
        expect(seen is right, f"{describe_outcome(outcome)}: you say {shortened_repr(seen)}")


def check_undecided(work: LearnerModule) -> str:
    "Uniqueness where it does not"
    cases: tuple[tuple[int, StopReason, bool | None], ...] = (
        (0, "time", None),
        (1, "time", None),
        (1, "solutions", None),
        (2, "time", False),
    )
    for number, reason, right in cases:
        outcome = make_outcome(number, reason)
        seen = learner_function(work, "is_unique")(outcome)
        expect(seen is right, f"{describe_outcome(outcome)}: you say {shortened_repr(seen)}")
    return "one solution and a limit of one: that is why nonet.verify asks for two"
