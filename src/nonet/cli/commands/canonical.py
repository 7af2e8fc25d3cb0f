"""Print the canonical form of puzzles: the same for all that differ by a symmetry of their rules.

For classics of up to 12x12 the form is the least image, read row by row, under the exchanges of
rows within a band, of bands, columns, stacks, of rows for columns and of the names of values.  With
other rules the form is the least of the eight turned and mirrored puzzles, as far as these keep the
rules.

--distinct prints the puzzles as they are, the first of each form; standard error tells how many
puzzles were left out.

Examples:
  nonet canonical puzzles/hard.txt
  nonet canonical collection.txt --distinct > without-duplicates.txt
  nonet canonical killers.json --format json
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.formats import write
from nonet.formats.json import puzzle_identity
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting.canonical import canonical_many, check_clues

GROUP = "convert"

BATCH = 64
"""Puzzles whose forms are found together."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    parser.add_argument(
        "--distinct", action="store_true", help="the puzzles themselves, without duplicates"
    )
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print the canonical form of each puzzle, or the puzzles without duplicates."""
    waiting: list[Puzzle] = []
    seen: set[str] = set()
    read = 0

    def flush() -> None:
        for puzzle, form in zip(waiting, canonical_many(waiting), strict=True):
            line = _text(form)
            repeated = line in seen
            seen.add(line)
            if arguments.format == "json":
                cli.print_json({**puzzle_identity(puzzle), "canonical": line, "repeated": repeated})
            elif not arguments.distinct:
                print(line)
            elif not repeated:
                print(_text(puzzle))
        waiting.clear()

    def answer(puzzle: Puzzle) -> int:
        nonlocal read
        check_clues(puzzle)
        waiting.append(puzzle)
        read += 1
        if len(waiting) == BATCH:
            flush()
        return cli.YES

    code = cli.for_each(arguments, answer)
    flush()
    if len(seen) < read:
        cli.print_message(f"nonet: {read - len(seen)} of {read} puzzles repeat the form of another")
    return code


def _text(puzzle: Puzzle) -> str:
    plain = puzzle.rules == CLASSIC and puzzle.grid == Grid.square(puzzle.grid.size)
    return puzzle.line() if plain else write([puzzle], "json").strip()
