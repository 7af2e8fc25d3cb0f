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

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_parts_argument, add_setter_arguments, answer_each
from nonet.render.printable import printable
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

    def ask(puzzle: PuzzleOrModel) -> Minimized:
        return minimize(
            problem_of(puzzle),
            rules=True if arguments.with_rules else None,
            of=arguments.of,
            smallest=arguments.smallest,
            number=arguments.number,
            seed=arguments.seed,
            time_limit=arguments.time_limit,
        )

    def tell(puzzle: PuzzleOrModel, result: Minimized) -> None:
        for place, parts in enumerate(result.sets):
            if not result.puzzles or any(part.kind == "rule" for part in parts):
                print(printable(f"  {parts_text(parts)}"))
            else:
                print(result.puzzles[place].line())

    def code(result: Minimized) -> int | None:
        if result.sets:
            return YES
        undecided = (Uniqueness.UNDECIDED, Uniqueness.UNIQUE)
        return None if result.uniqueness in undecided else NO

    labels = {YES: "made minimal", NO: "without exactly one solution"}
    return answer_each(arguments, ask, code, tell, labels)
