"""Make new puzzles with exactly one solution, as asked for.

Clues are taken away until no more can go, or --clues are left; in the groups of --symmetry, or
in the cells of --pattern alone.  --like gives grid, rules and clues to keep; --kind makes
killers, thermometers, arrows, dots ... with as few digits as can be.  --rules jigsaw without a
layout draws the regions.  --rating, --technique and --only keep the puzzles that are so hard.

Taking clues away gives puzzles with few clues too often; --unbiased draws minimal classics
evenly, for statistics.

The same --seed and demands give the same puzzles, in any number of processes (--jobs); --after
TAG goes on behind one of them.
Exit code 3 where the time was out before there were as many as asked for; then standard error
says after how much search, and the nearest to a wished rating (with JSON, a last line does).
A puzzle needs a technique if the usual path comes to it (of what that hardly ever comes to:
HoDoKu's path, or one that tries it right after subsets).

Examples:
  nonet generate --count 10 --seed 1
  nonet generate --symmetry half-turn --rating se:7.0-7.5
  nonet generate --kind killer --format json
  nonet generate --rules x --clues 20-24 --technique x-wing --time-limit 60
  nonet generate --rules jigsaw --seed 3
  nonet generate --count 10000 --seed 1 --minimal --format csv > puzzles.csv
  nonet generate --count 1000 --seed 1 --unbiased > sample.txt
  nonet generate --count 20 --technique jellyfish --jobs 8
"""

from __future__ import annotations

import argparse
import csv
import sys

from nonet.cli.common import (
    UNDECIDED,
    YES,
    Progress,
    add_format,
    add_time_limit,
    print_json,
    say,
)
from nonet.errors import FormatError, PuzzleError
from nonet.formats import read, write
from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting import Generated, generate
from nonet.setting.makers import MAKERS
from nonet.setting.symmetries import SYMMETRIES

COLUMNS = ("puzzle", "clues", "solution", "rating", "tag")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--count", type=int, default=1, metavar="N", help="how many (default 1)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same puzzles each time")
    parser.add_argument("--after", default="", metavar="TAG", help="go on behind the puzzle of TAG")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes (default 1; 2 s to start)"
    )
    parser.add_argument(
        "--like", metavar="FILE", help="a puzzle whose grid, rules and clues to keep"
    )
    parser.add_argument("--size", type=int, metavar="N", help="values of a square grid (default 9)")
    parser.add_argument(
        "--rules", action="append", default=[], metavar="NAME", help="a further rule, such as x"
    )
    parser.add_argument("--kind", choices=tuple(MAKERS), default="", help="told by marks")
    parser.add_argument("--clues", metavar="N[-M]", help="so many clues")
    parser.add_argument("--minimal", action="store_true", help="each clue is needed by itself")
    parser.add_argument(
        "--unbiased", action="store_true", help="minimal classics, each as likely as any other"
    )
    parser.add_argument(
        "--symmetry", choices=tuple(SYMMETRIES), default="none", help="of the places of clues"
    )
    parser.add_argument("--pattern", default="", metavar="LINE", help="clues where it has no dot")
    parser.add_argument(
        "--rating", metavar="SCALE:LOW-HIGH", help="so hard, as se:7.0-7.5, hodoku:0-800 or w:3-5"
    )
    parser.add_argument("--technique", default="", metavar="NAME", help="whose path uses it")
    parser.add_argument(
        "--only", default="", metavar="NAME,...", help="that these techniques solve"
    )
    add_time_limit(parser)
    add_format(parser, "line", "csv", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print new puzzles as they are found."""
    made = generate(
        arguments.count,
        like=_like(arguments),
        rules=arguments.rules,
        kind=arguments.kind,
        clues=_clues(arguments.clues),
        minimal=arguments.minimal,
        unbiased=arguments.unbiased,
        symmetry=arguments.symmetry,
        pattern=arguments.pattern,
        rating=_rating(arguments.rating),
        technique=arguments.technique,
        only=arguments.only,
        seed=arguments.seed,
        after=arguments.after,
        jobs=arguments.jobs,
        time_limit=arguments.time_limit,
    )
    plain_line = not arguments.kind and made.wishes.like.rules == CLASSIC
    table = csv.writer(sys.stdout, lineterminator="\n")
    if arguments.format == "csv":
        table.writerow(COLUMNS)
    number = 0
    with made, Progress() as progress:
        for each in made:
            progress.clear()
            number += 1
            if arguments.format == "line":
                print(each.puzzle.line() if plain_line else write([each.puzzle], "json").strip())
            elif arguments.format == "csv":
                data = _data(each, plain=plain_line)
                table.writerow("" if data[name] is None else data[name] for name in COLUMNS)
            else:
                print_json(_data(each, plain=plain_line))
            sys.stdout.flush()
            progress.step()
    if made.stopped:
        if arguments.format == "json":
            near = made.nearest
            nearest = None if near is None else _data(near, plain=plain_line)
            told = {"found": number, "wanted": arguments.count, "stopped_by": "time"}
            print_json({**told, "drawn": made.drawn, "nearest": nearest})
        wanted = f"{number} of {arguments.count} puzzles"
        say(f"nonet: {wanted}, stopped by the time limit after {made.drawn} solutions were tried")
        if made.nearest is not None:
            say(f"nonet: the nearest: {made.nearest.puzzle.line()} ({made.nearest.rating:g})")
        return UNDECIDED
    return YES


def _data(made: Generated, *, plain: bool) -> dict[str, object]:
    """A puzzle as data: as a line, or as JSON where its rules are not the classic ones."""
    found = made.to_json()
    if not plain:
        found["puzzle"] = write([made.puzzle], "json").strip()
    return found


def _like(arguments: argparse.Namespace) -> Puzzle | None:
    if arguments.like is None:
        if arguments.size is None:
            return None
        from nonet.batch.geometry import Geometry

        return Geometry.square(arguments.size**2).blank
    if arguments.size is not None:
        raise PuzzleError("--like says the size: no --size besides")
    found = read(arguments.like)
    if len(found) != 1:
        raise FormatError(
            f"it holds {len(found)} puzzles where one is meant", source=arguments.like
        )
    return found[0]


def _clues(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    low, _, high = text.partition("-")
    try:
        return int(low), int(high or low)
    except ValueError:
        raise PuzzleError(f"--clues is a number or a range such as 22-25, not {text!r}") from None


def _rating(text: str | None) -> tuple[str, float, float] | None:
    if text is None:
        return None
    scale, _, numbers = text.partition(":")
    low, _, high = numbers.partition("-")
    try:
        return scale, float(low), float(high or low)
    except ValueError:
        raise PuzzleError(f"--rating is SCALE:LOW-HIGH, such as se:7.0-7.5, not {text!r}") from None
