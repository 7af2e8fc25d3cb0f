"""Say how puzzles without a solution can be mended: which parts to drop or change.

Prints the fewest clues to drop, and every change of one clue that works, first the changes that
leave exactly one solution.  Where none of one clue works, changes of the fewest together are told,
up to --number.  With --with-rules cages and other rules may go, or have another sum.  With --unique
only changes that leave exactly one solution are told, also of a puzzle with several.

Examples:
  nonet repair puzzle.txt
  nonet repair killer.json --with-rules --unique
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.setting import add_setter_arguments, ask_each
from nonet.setting import Repairs, repair
from nonet.setting.repairs import DEFAULT_NUMBER
from nonet.solving import Status

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser, rules="rules may be dropped or changed, too", broken=True)
    parser.add_argument(
        "--unique", action="store_true", help="only changes that leave exactly one solution"
    )
    parser.add_argument(
        "--number",
        type=int,
        default=DEFAULT_NUMBER,
        metavar="N",
        help=f"changes of several together, up to N (default {DEFAULT_NUMBER})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the repairs of each puzzle or model."""

    def code(result: Repairs) -> int | None:
        if result.status is Status.SAT:
            return cli.YES if result.repairs else cli.NO if result.complete else None
        return cli.YES if result.fewest else None

    wishes = {"unique": arguments.unique, "number": arguments.number}
    labels = {cli.YES: "that can be mended", cli.NO: "with a solution"}
    return ask_each(arguments, repair, wishes, code, labels, lambda _, r: map(str, r.repairs))
