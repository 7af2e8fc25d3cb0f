"""Checks of count-right: repeats, auxiliary variables, endless solvers."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from itertools import count as numbers

from nonet.errors import quantity
from nonet.learn.checks import LearnerModule, expect, learner_function, shortened_repr
from nonet.puzzle import Grid, Puzzle
from nonet.solving import iter_solutions

CELLS = ["x", "y"]


def endless_solver() -> Iterator[dict[str, int]]:
    """A solver that goes on for ever."""
    for number in numbers(1):
        yield {"x": number, "y": 0}


def check_empty_puzzle(work: LearnerModule) -> None:
    "The empty 4 by 4 puzzle has 288 solutions"
    puzzle = Puzzle(Grid.square(4))
    cells = list(puzzle.grid.cells)
    seen = learner_function(work, "count_distinct")(iter_solutions(puzzle), cells)
    expect(seen == 288, f"you count {shortened_repr(seen)}")


NEAR = [{"x": x, "y": y} for x, y in ((1, 12), (11, 2), (1, 2), (2, 1), (0, 12), (12, 0))]
"""Solutions that are one if values are joined without a comma, added, or taken for digits."""


def check_repeats(work: LearnerModule) -> None:
    "A solution reported twice counts once"
    first, second = {"x": 1, "y": 2}, {"x": 2, "y": 1}
    seen = learner_function(work, "count_distinct")(
        [first, second, dict(first), dict(second)], CELLS
    )
    expect(seen == 2, f"of 4 reports, 2 are different; you count {shortened_repr(seen)}")
    seen = learner_function(work, "count_distinct")(iter(NEAR), CELLS)
    right = f"{shortened_repr(NEAR)} are {len(NEAR)} solutions"
    expect(seen == len(NEAR), f"{right}; you count {shortened_repr(seen)}")


def check_projection(work: LearnerModule) -> None:
    "Solutions that differ only in a variable that is not a cell count once"
    reports = [{"~sum1": extra, "y": 2, "x": 1} for extra in range(5)]
    seen = learner_function(work, "count_distinct")(iter(reports), CELLS)
    expect(seen == 1, f"x and y are the same in all; you count {shortened_repr(seen)}")
    seen = learner_function(work, "verdict")(iter(reports), CELLS)
    expect(seen == "one", f"x and y are the same in all; your verdict is {shortened_repr(seen)}")


def check_verdicts(work: LearnerModule) -> None:
    "None, one and many are told apart"
    verdict = learner_function(work, "verdict")
    x1y1, x1y2 = {"x": 1, "y": 1}, {"x": 1, "y": 2}
    cases: list[tuple[Sequence[dict[str, int]], str]] = [([], "none"), ([x1y1], "one")]
    cases += [(reports, "many") for reports in ([x1y1, x1y1, x1y2], *combinations(NEAR, 2))]
    for reports, right in cases:
        seen = verdict(iter(reports), CELLS)
        of = f"for the solutions {shortened_repr(reports)}"
        expect(seen == right, f"{of} you say {shortened_repr(seen)}")


def check_takes_no_more_than_it_must(work: LearnerModule) -> str:
    "A solver that could go on for ever is stopped at the second solution"
    taken = 0

    def watched() -> Iterator[dict[str, int]]:
        nonlocal taken
        for solution in endless_solver():
            taken += 1
            yield solution

    seen = learner_function(work, "verdict")(watched(), CELLS)
    expect(seen == "many", f"your verdict is {shortened_repr(seen)}")
    expect(taken == 2, f"you took {quantity(taken, 'solution')} where two decide")
    return "nonet.verify asks for two solutions in the same way"
