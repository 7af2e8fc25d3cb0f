"""Convert puzzles to another format.

Examples:
  nonet convert puzzles/euler96.txt --to sdk
  nonet convert puzzles/euler96.txt --to csv -o puzzles.csv
  cat puzzle.txt | nonet convert - --to json
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonet.cli.common import YES, add_inputs, for_each
from nonet.formats import format_names, write
from nonet.puzzle import Puzzle


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    parser.add_argument(
        "--to",
        required=True,
        choices=format_names(),
        metavar="FORMAT",
        help=f"format to write: {', '.join(format_names())}",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write here instead of to standard output"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write all puzzles read in the other format."""
    read: list[Puzzle] = []

    def answer(puzzle: Puzzle) -> int:
        read.append(puzzle)
        return YES

    code = for_each(arguments, answer)
    text = write(read, arguments.to)
    if arguments.output:
        Path(arguments.output).write_text(text, encoding="utf-8")
    else:
        print(text, end="" if text.endswith("\n") else "\n")
    return code
