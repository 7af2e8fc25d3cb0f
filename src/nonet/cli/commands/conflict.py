"""Say which clues of puzzles without a solution clash, and why, step by step.

A smallest set of clues, proven smallest if the time suffices; with --with-rules, of clues and
rules.  A puzzle that has a solution has no conflict: exit code 1.  Of many parts that were not
found in time the kinds are told, such as row, box and anti-knight.  Two equal clues in one unit,
which other commands refuse to read, are a conflict like any other.

Examples:
  nonet conflict puzzle.txt
  nonet conflict killer.json --with-rules --number 5
  nonet conflict model.py --time-limit 60 --format json
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from nonet.cli import common as cli
from nonet.cli.setting import add_setter_arguments, ask_each, chain_lines
from nonet.setting import Conflict, conflict
from nonet.solving import Status

GROUP = "understand"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    rules = "rules may be given up, too (without clues they always may)"
    add_setter_arguments(parser, rules=rules, broken=True)
    parser.add_argument(
        "--number", type=int, default=1, metavar="N", help="up to N minimal conflicts (default 1)"
    )
    parser.add_argument(
        "--any",
        action="store_true",
        help="a conflict of which each part is needed, though perhaps not a smallest one",
    )
    parser.add_argument("--no-steps", action="store_true", help="not why they clash")


def run(arguments: argparse.Namespace) -> int:
    """Print the conflict of each puzzle or model."""

    def details(puzzle: cli.PuzzleOrModel, result: Conflict) -> Iterator[str]:
        for other in result.others:
            yield f"also: {result.clash_text(other)}"
        if result.complete:
            yield "there are no other minimal conflicts"
        yield from chain_lines(result.chain)

    def code(result: Conflict) -> int | None:
        if result.status is Status.SAT:
            return cli.NO
        is_named = result.parts or result.kinds or not result.stopped
        return cli.YES if result.status is Status.UNSAT and is_named else None

    wishes = {"smallest": not arguments.any, "number": arguments.number}
    wishes["chain"] = not arguments.no_steps
    labels = {cli.YES: "with a conflict", cli.NO: "with a solution"}
    return ask_each(arguments, conflict, wishes, code, labels, details)
