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

from nonet.cli import common as cli
from nonet.cli.setting import add_parts_argument, add_setter_arguments, ask_each
from nonet.setting import Redundant, redundant
from nonet.solving import Uniqueness

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser, rules="also which rules follow from the rest")
    add_parts_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the redundant parts of each puzzle or model."""

    def code(result: Redundant) -> int | None:
        if result.uniqueness is Uniqueness.UNDECIDED:
            return None
        if result.redundant or result.uniqueness is not Uniqueness.UNIQUE:
            return cli.NO
        return None if result.undecided else cli.YES

    labels = {cli.YES: "minimal", cli.NO: "not minimal"}
    return ask_each(arguments, redundant, {"of": arguments.of}, code, labels)
