"""Rate puzzles by Sudoku Explainer, by HoDoKu and by the longest whip.

Variants, whose rules are more than "all different", have a scale of their own: the effort of
the steps of the path that nonet explain tells. The other scales do not know such rules.

HoDoKu's score and level are of the puzzle as it stands, by HoDoKu itself as here: of equal steps
it takes the first, so the same puzzle turned may have another score, and near a border another
level.

EP and ED are Sudoku Explainer's pearl and diamond: the hardest step up to the first value
placed, and the first step.

Examples:
  nonet rate puzzle.txt
  nonet rate puzzles/*.txt --format csv
  nonet rate many.txt --scale hodoku --jobs 4
  nonet rate puzzle.txt --scale sukaku --format json
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from typing import Any

from nonet.cli import common as cli
from nonet.cli.technique_options import (
    is_known_not_unique,
    positive_integer,
)
from nonet.puzzle import Puzzle
from nonet.render.printable import printable
from nonet.techniques.rating import (
    ALL_SCALES,
    DEFAULT_SCALES,
    VARIANT_SCALES,
    Rating,
    rate_many,
)

GROUP = "understand"

DEFAULT_SECONDS = 5.0
"""Seconds for each puzzle, unless --time-limit gives another number."""

COLUMNS = (
    "rating",
    "pearl",
    "diamond",
    "score",
    "effort",
    "level",
    "hardest",
    "whip",
    "steps",
    "solved",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    parser.add_argument(
        "--scale",
        choices=ALL_SCALES,
        action="append",
        help="rate on this scale only (may be given again); default "
        f"{', '.join(DEFAULT_SCALES)}; of variants {', '.join(VARIANT_SCALES)}",
    )
    parser.add_argument(
        "--jobs",
        type=positive_integer,
        metavar="N",
        help="processes for many puzzles (default: all cores)",
    )
    cli.add_time_limit(parser, DEFAULT_SECONDS, ", and say so")
    cli.add_format(parser, "text", "json", "csv")


def run(arguments: argparse.Namespace) -> int:
    """Rate each puzzle, in order."""
    scales = tuple(arguments.scale or ())
    writer = csv.writer(sys.stdout, lineterminator="\n") if arguments.format == "csv" else None
    if writer:
        writer.writerow(["puzzle", *table_columns(scales)])
    elif arguments.format == "text":
        sukaku = f" {'Sukaku':>6}" if "sukaku" in scales else ""
        print(
            f"{'SE':>5}{sukaku} {'EP':>4} {'ED':>4} {'HoDoKu':>7} {'effort':>7} {'level':8} {'W':>2}  "
            f"{'hardest technique':34} puzzle"
        )

    def answer(puzzle: Puzzle, rating: Rating) -> int:
        print_rating(arguments, puzzle, rating, writer)
        sys.stdout.flush()  # a row is read as soon as it is there
        return exit_code(rating)

    jobs = arguments.jobs or os.cpu_count() or 1
    rated = rate_many(
        cli.read_puzzles(arguments), *scales, jobs=jobs, time_limit=arguments.time_limit
    )
    return cli.for_each_precomputed(
        arguments, rated, answer, {cli.YES: "solved", cli.NO: "without a unique solution"}
    )


def table_columns(scales: tuple[str, ...]) -> list[str]:
    """Return the columns of a table, with a further column for the Sukaku scale if ``scales`` names
    this scale."""
    first, *others = COLUMNS
    return [first, *(["sukaku"] if "sukaku" in scales else []), *others]


def exit_code(rating: Rating) -> int:
    """The exit code a rating deserves."""
    if rating.solved and not rating.note:
        return cli.YES
    return cli.NO if is_known_not_unique(rating.uniqueness) else cli.UNDECIDED


def print_rating(
    arguments: argparse.Namespace, puzzle: Puzzle, rating_: Rating, writer: Any
) -> None:
    """Print one rating in the form asked for."""
    data = rating_.to_json()
    if arguments.format == "json":
        cli.print_answer(puzzle, data)
    elif writer:
        cells = (getattr(rating_, name) for name in table_columns(rating_.scales))
        writer.writerow([puzzle.line(), *("" if cell is None else cell for cell in cells)])
    else:
        rating = _rating_cell(rating_, "explainer", rating_.rating, ".1f")
        if "sukaku" in rating_.scales:
            rating = f"{rating:>5} {_rating_cell(rating_, 'sukaku', rating_.sukaku, '.1f'):>6}"
        gems = " ".join(
            "   -" if x is None else f"{x:4.1f}" for x in (rating_.pearl, rating_.diamond)
        )
        score = _rating_cell(rating_, "hodoku", rating_.score, ".0f")
        effort = _rating_cell(rating_, "effort", rating_.effort, ".0f")
        whip = rating_.whip_text or "-"
        name = printable(puzzle.name or puzzle.line())
        print(
            f"{rating:>5} {gems} {score:>7} {effort:>7} {rating_.level or '-':8} {whip:>2}  "
            f"{rating_.hardest:34} {name}"
        )
    reason = f"{'W is not exact' if rating_.whip_text else 'no W'}: {rating_.whip_note}"
    for note in (rating_.note, reason if rating_.whip_note else ""):
        if note:
            cli.print_message(f"nonet: {puzzle.name or puzzle.line()}: {note}")


def _rating_cell(rating: Rating, scale: str, value: float | None, form: str) -> str:
    """Return a rating as text; ``>=`` and the rating of the steps so far if the time limit was
    reached."""
    so_far = rating.stopped.get(scale)
    if so_far:
        return f">={so_far:{form}}"
    return "-" if value is None else f"{value:{form}}"
