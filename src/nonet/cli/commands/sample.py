"""Draw random solutions of puzzles and models, each as likely as any other where that can be had.

Of up to a thousand solutions, of some million by the compiled engine, of countable puzzles (a blank
6x6), and of the blank 9x9 solutions are drawn evenly; else from many random dives, by weight, and
the answer says that the draw is not exactly even, and how many even draws the dives are worth.

Examples:
  nonet sample puzzle.txt --number 5 --seed 1
  nonet sample model.py --format json
"""

from __future__ import annotations

import argparse

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_setter_arguments, answer_each
from nonet.render.printable import printable
from nonet.setting import Sample, sample
from nonet.solving import Status

GROUP = "solve and check"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    parser.add_argument("--number", type=int, default=1, metavar="N", help="so many (default 1)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same solutions each time")


def run(arguments: argparse.Namespace) -> int:
    """Print random solutions of each puzzle or model."""

    def ask(puzzle: PuzzleOrModel) -> Sample:
        return sample(
            problem_of(puzzle),
            arguments.number,
            seed=arguments.seed,
            time_limit=arguments.time_limit,
        )

    def tell(puzzle: PuzzleOrModel, result: Sample) -> None:
        for solution in result.solutions:
            print(printable(solution.line))

    def code(result: Sample) -> int | None:
        if result.status is Status.UNSAT:
            return NO
        return YES if result.solutions else None

    labels = {YES: "with a solution", NO: "without a solution"}
    return answer_each(arguments, ask, code, tell, labels)
