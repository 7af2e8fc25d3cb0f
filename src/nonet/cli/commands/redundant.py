"""Say which clues of puzzles with one solution follow from the rest.

Where there is no clue, marks such as cages are asked about; with --with-rules, all rules are, too; if
many parts of one rule follow, their number is printed, and --json names the parts.  Exit code 0 where
every clue is needed (the puzzle is minimal), 1 where a clue is not needed.

Examples:
  nonet redundant puzzle.txt
  nonet redundant killer.json --with-rules
  nonet redundant mixed.json --of thermometer
"""

from __future__ import annotations

import argparse

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_parts_argument, add_setter_arguments, answer_each
from nonet.setting import Redundant, redundant
from nonet.solving import Uniqueness

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser, rules="also which rules follow from the rest")
    add_parts_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the redundant parts of each puzzle or model."""

    def ask(puzzle: PuzzleOrModel) -> Redundant:
        return redundant(
            problem_of(puzzle),
            rules=True if arguments.with_rules else None,
            of=arguments.of,
            time_limit=arguments.time_limit,
        )

    def code(result: Redundant) -> int | None:
        if result.uniqueness is Uniqueness.UNDECIDED:
            return None
        if result.redundant or result.uniqueness is not Uniqueness.UNIQUE:
            return NO
        return None if result.undecided else YES

    labels = {YES: "minimal", NO: "not minimal"}
    return answer_each(arguments, ask, code, lambda puzzle, result: None, labels)
