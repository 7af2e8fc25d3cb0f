"""Convert puzzles to another format.

Examples:
  nonet convert puzzles/euler96.txt --to sdk
  nonet convert puzzles/euler96.txt -o puzzles.csv
  cat puzzle.txt | nonet convert - --to json
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.output_files import Output, add_output
from nonet.errors import FormatError
from nonet.formats import find_format, format_names, write
from nonet.formats.csv import CsvFormat
from nonet.puzzle import Puzzle

GROUP = "convert"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    parser.add_argument(
        "--to",
        choices=format_names(writing=True),
        metavar="FORMAT",
        help="format to write, by default the format of the suffix of -o: "
        f"{', '.join(format_names(writing=True))}",
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
    name = _format_name(arguments.to, target.suffix, arguments.output)
    read: list[Puzzle] = []

    def answer(puzzle: Puzzle) -> int:
        read.append(puzzle)
        return cli.YES

    code = cli.for_each(arguments, answer)
    if arguments.guard_formulas and name != "csv":
        raise FormatError("--guard-formulas is for --to csv")
    chosen = CsvFormat(guards_formulas=True) if arguments.guard_formulas else name
    text = write(read, chosen)
    if target:
        target.write(text, f"{len(read)} puzzle{'s' if len(read) != 1 else ''}")
    else:
        cli.print_text(text)
    return code


def _format_name(name: str | None, suffix: str, file: str | None) -> str:
    """Return the format to write: as asked for, or of the file's suffix; raise ``FormatError`` if
    neither says one, or the two differ."""
    owners = {each for each in format_names() if suffix in find_format(each).suffixes}
    if name is None and len(owners) == 1 and owners <= set(format_names(writing=True)):
        return owners.pop()
    if name is None:
        raise FormatError(
            f"which format? --to NAME says it, or the suffix of -o; there are "
            f"{', '.join(format_names(writing=True))}",
            source=file,
        )
    if len(owners) == 1 and name not in owners:
        raise FormatError(f"{suffix} is {owners.pop()}, and --to says {name}", source=file)
    return name
