"""Practise a technique: new positions where the technique is the next step.

Examples:
  nonet practice x-wing
  nonet practice xy-wing --count 5 --seed 1
  nonet practice chains --answers
  nonet practice skyscraper --format json > skyscrapers.jsonl
  nonet practice swordfish > position.txt && nonet hint position.txt --only swordfish --more

Singles, intersections and subsets are used up in each position.  A position is one line that nonet
reads again; --answers prints the steps to be found.  The same --seed gives the same positions.
Exit code 3 where the time was out before there were as many as asked for.
"""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path

from nonet.cli import common as cli
from nonet.cli.technique_options import positive_integer, to_one_line
from nonet.formats import read
from nonet.render.printable import printable
from nonet.setting.practice import practice

GROUP = "learn"

DEFAULT_SECONDS = 120
"""Seconds for all positions, unless --time-limit gives another number."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "technique", metavar="NAME", help="a technique or a named set of them (nonet techniques)"
    )
    parser.add_argument(
        "--count", type=positive_integer, default=1, metavar="N", help="how many (default 1)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same positions each time")
    parser.add_argument(
        "--like", metavar="FILE", help="a puzzle whose grid, rules and clues to keep"
    )
    parser.add_argument("--answers", action="store_true", help="also what is to be found")
    cli.add_time_limit(parser, DEFAULT_SECONDS, ", and say so", "for all positions")
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print positions for a technique."""
    like = read(Path(arguments.like))[0] if arguments.like else None
    exercises = practice(
        arguments.technique, like=like, seed=arguments.seed, time_limit=arguments.time_limit
    )
    done = 0
    with cli.ProgressBar() as progress:
        for exercise in islice(exercises, arguments.count):
            done += 1
            progress.clear()
            if arguments.format == "json":
                cli.print_json(exercise.to_json())
                continue
            print(printable(to_one_line(exercise.puzzle)), flush=True)
            if exercise.easier:
                cli.print_message(f"nonet: easier and there, too: {', '.join(exercise.easier)}")
            for step in exercise.steps if arguments.answers else ():
                print(printable(f"  {step.notation}"))
                for line in step.sentence.splitlines():
                    print(printable(f"  {line}"))
            progress.advance()
    if done < arguments.count:
        cli.print_message(
            f"nonet: {done} of {arguments.count} positions in {arguments.time_limit:g} seconds"
        )
        return cli.UNDECIDED
    return cli.YES
