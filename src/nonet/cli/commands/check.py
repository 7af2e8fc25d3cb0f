"""Check a proof in a folder, whoever wrote it: that its puzzle has exactly one solution, or none.

The clauses are made again from the declaration, the solution is tried, and the refutation is
checked step by step; with a PUZZLE, the proof must also be of this puzzle.  Exit code 1 where the
proof is refused.

Examples:
  nonet check proof
  nonet check proof puzzle.txt --format json
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.render.printable import printable
from nonet.setting import check

GROUP = "solve and check"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="what nonet prove wrote")
    parser.add_argument("puzzle", nargs="?", metavar="PUZZLE", help="the puzzle it should be of")
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Check the proof and print the verdict."""
    result = check(arguments.folder, arguments.puzzle)
    if arguments.format == "json":
        cli.print_json({"folder": arguments.folder, **result.to_json()})
    else:
        print(printable(f"{arguments.folder}: {result.in_words()}"))
        if result.accepted and result.solution is not None:
            print(printable(result.solution.line))
    return cli.YES if result.accepted else cli.NO
