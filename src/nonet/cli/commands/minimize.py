"""Take clues away from puzzles with one solution until each that is left is needed.

At random (--seed repeats the choice), or --smallest: with the fewest clues, proven so if the time
suffices; --number N gives up to N minimal puzzles, and says whether there are more.  Where
there is no clue, marks such as cages go; with --with-rules, all rules may go, too.

Examples:
  nonet minimize puzzle.txt --seed 1
  nonet minimize puzzle.txt --number 1000 --time-limit 60
  nonet minimize killer.json --with-rules --smallest
  nonet minimize mixed.json --of marks
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nonet.cli import common as cli
from nonet.cli.setting import add_parts_argument, add_setter_arguments, ask_each
from nonet.setting import Minimized, minimize
from nonet.setting.puzzle_parts import parts_text
from nonet.solving import Uniqueness

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser, rules="rules may go, too")
    add_parts_argument(parser)
    parser.add_argument("--smallest", action="store_true", help="with the fewest parts")
    parser.add_argument(
        "--number", type=int, default=1, metavar="N", help="up to N of them (default 1)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same choice each time")


def run(arguments: argparse.Namespace) -> int:
    """Print minimal sub-puzzles of each puzzle or model."""

    def details(puzzle: cli.PuzzleOrModel, result: Minimized) -> Iterator[str]:
        for place, parts in enumerate(result.sets):
            if not result.puzzles or any(part.kind == "rule" for part in parts):
                yield f"  {parts_text(parts)}"
            else:
                yield result.puzzles[place].line()

    def code(result: Minimized) -> int | None:
        if result.sets:
            return cli.YES
        undecided = (Uniqueness.UNDECIDED, Uniqueness.UNIQUE)
        return None if result.uniqueness in undecided else cli.NO

    wishes = {name: getattr(arguments, name) for name in ("of", "smallest", "number", "seed")}
    labels = {cli.YES: "made minimal", cli.NO: "without exactly one solution"}
    return ask_each(arguments, minimize, wishes, code, labels, details, indent="")
