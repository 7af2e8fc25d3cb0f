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
from collections.abc import Iterator

from nonet.cli import common as cli
from nonet.cli.setting import add_setter_arguments, ask_each
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

    def code(result: Sample) -> int | None:
        if result.status is Status.UNSAT:
            return cli.NO
        return cli.YES if result.solutions else None

    def details(puzzle: cli.PuzzleOrModel, result: Sample) -> Iterator[str]:
        return (solution.line for solution in result.solutions)

    wishes = {"number": arguments.number, "seed": arguments.seed}
    labels = {cli.YES: "with a solution", cli.NO: "without a solution"}
    return ask_each(arguments, sample, wishes, code, labels, details, indent="")
