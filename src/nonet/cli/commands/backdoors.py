"""Find the smallest sets of cells after which singles solve a puzzle: its backdoors.

Examples:
  nonet backdoors puzzle.txt
  nonet backdoors hard.txt --most 3 --time-limit 60
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.setting import add_setter_arguments, ask_each
from nonet.setting import Backdoors, backdoors
from nonet.solving import Uniqueness

GROUP = "understand"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    parser.add_argument(
        "--most", type=int, default=2, metavar="N", help="of up to N cells (default 2)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the smallest backdoors of each puzzle or model."""

    def code(result: Backdoors) -> int | None:
        if result.size is not None:
            return cli.YES
        return None if result.stopped or result.uniqueness is Uniqueness.UNDECIDED else cli.NO

    labels = {cli.YES: "with a backdoor", cli.NO: "without one of that size"}
    return ask_each(arguments, backdoors, {"most": arguments.most}, code, labels)
