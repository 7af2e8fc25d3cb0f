"""List all steps of a position, first the steps that achieve most.

Examples:
  nonet steps puzzle.txt
  nonet steps position.txt --only chains,als --most 10
  nonet steps puzzle.txt --cell R5C5 --sort score
  nonet steps puzzle.txt --value 7 --notation
  nonet hint puzzle.txt --to next.json && nonet steps next.json

Each step is listed with its effect: the number of values placed by the step and all singles after
the step, or else the number of candidates removed by then.  Techniques of the level Extreme are
searched if --only names such techniques; nonet techniques lists all.
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.technique_options import add_techniques, positive_integer
from nonet.errors import ClueError
from nonet.puzzle import Puzzle
from nonet.render.printable import printable
from nonet.techniques.policies import restricted_policy
from nonet.techniques.step_effects import SORT_KEYS, all_steps

GROUP = "understand"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser)
    add_techniques(parser)
    cli.add_time_limit(parser, 20, ", and say so")
    parser.add_argument(
        "--sort",
        choices=SORT_KEYS,
        default="progress",
        help="by what steps achieve (the default), the easiest first, those that remove most at "
        "once, or technique by technique",
    )
    parser.add_argument("--cell", metavar="CELL", help="steps that change this cell")
    parser.add_argument(
        "--value", metavar="VALUE", help="steps that place or remove this value, as it is written"
    )
    parser.add_argument("--most", type=positive_integer, metavar="N", help="no more than N steps")
    parser.add_argument(
        "--notation", action="store_true", help="steps in the field's notation alone"
    )
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """List the steps of each puzzle's position."""
    chosen = restricted_policy(arguments.policy, arguments.only)

    def answer(puzzle: Puzzle) -> int:
        result = all_steps(
            puzzle,
            arguments.only,
            policy=chosen,
            sort=arguments.sort,
            cell=arguments.cell,
            value=_parse_value(puzzle, arguments.value),
            unique=arguments.unique,
            time_limit=arguments.time_limit,
        )
        shown = result.steps[: arguments.most]
        if arguments.format == "json":
            read = result.as_read
            summary = {"count": len(read.steps), "complete": read.complete, "note": read.note}
            steps = [step.to_json() for step in shown]
            cli.print_answer(puzzle, {**summary, "steps": steps}, result.doubts)
        else:
            if result.doubts:
                print(printable(f"{cli.title(puzzle)}: {result.note}"))
            for step in shown:
                print(f"{step.summary:16} {step.step}")
                if not arguments.notation:
                    for line in step.step.sentence.splitlines():
                        print(printable(f"{'':16} {line}"))
            more = len(result.steps) - len(shown)
            print(f"{len(result.steps)} steps{f', {more} not shown' if more else ''}")
        if result.note:
            cli.print_message(f"nonet: {cli.title(puzzle)}: {result.note}")
        if not result.complete:
            return cli.UNDECIDED
        return cli.YES if result.steps else cli.NO

    return cli.for_each(arguments, answer, {cli.YES: "with a step", cli.NO: "without"})


def _parse_value(puzzle: Puzzle, text: str | None) -> int | None:
    """Return the value of a text: a number, or a symbol of the puzzle's alphabet; raise
    ``ClueError`` for any other text; return ``None`` without a text."""
    if text is None:
        return None
    if text.isdecimal():
        return int(text)
    value = puzzle.alphabet.value_of_symbol.get(text)
    if value is None:
        raise ClueError(f"the value is a number, or as the puzzle writes it, not {text!r}")
    return value
