"""Convert puzzles to another format.

Examples:
  nonet convert puzzles/euler96.txt --to sdk
  nonet convert puzzles/euler96.txt --to csv -o puzzles.csv
  cat puzzle.txt | nonet convert - --to json
"""

from __future__ import annotations

import argparse

from nonet.cli.common import YES, add_inputs, for_each
from nonet.cli.output import print_text
from nonet.cli.output_files import Output, add_output
from nonet.errors import FormatError
from nonet.formats import find_format, format_names, write
from nonet.formats.csv import CsvFormat
from nonet.puzzle import Puzzle

GROUP = "convert"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_inputs(parser)
    parser.add_argument(
        "--to",
        required=True,
        choices=format_names(writing=True),
        metavar="FORMAT",
        help=f"format to write: {', '.join(format_names(writing=True))}",
    )
    parser.add_argument(
        "--guard-formulas",
        action="store_true",
        help="in csv, write a quote before texts that a spreadsheet would take for a formula "
        "(=, +, -, @ first); without, texts are written as they are",
    )
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write all puzzles read in the other format."""
    target = Output(arguments, arguments.output, {}, "-o")
    others = {suffix: name for name in format_names() for suffix in find_format(name).suffixes}
    meant = others.get(target.suffix, arguments.to)
    if meant != arguments.to and target.suffix not in find_format(arguments.to).suffixes:
        raise FormatError(
            f"{target.suffix} is {meant}, and --to says {arguments.to}", source=arguments.output
        )
    read: list[Puzzle] = []

    def answer(puzzle: Puzzle) -> int:
        read.append(puzzle)
        return YES

    code = for_each(arguments, answer)
    if arguments.guard_formulas and arguments.to != "csv":
        raise FormatError("--guard-formulas is for --to csv")
    chosen = CsvFormat(guards_formulas=True) if arguments.guard_formulas else arguments.to
    text = write(read, chosen)
    if target:
        target.write(text, f"{len(read)} puzzles")
    else:
        print_text(text)
    return code
