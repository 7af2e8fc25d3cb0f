"""Say why a cell cannot have a value: nonet why-not PUZZLE CELL VALUE.

From the position, after singles: a few rules that exclude the value; with --known clues, a few
clues and rules; none of these is superfluous.  --smallest looks for fewer until the time is out.
A value that the cell can have is shown in a solution: exit code 1.

Examples:
  nonet why-not puzzle.txt R1C3 7
  nonet why-not puzzle.txt C4 7 --known clues --to why.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from nonet.cli import common as cli
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.cli.setting import add_setter_arguments, ask_each, chain_lines
from nonet.errors import ClueError, PuzzleError
from nonet.setting import WhyNot, why_not
from nonet.solving import ProblemInput, Status

GROUP = "understand"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    parser.add_argument(
        "--known",
        choices=("position", "clues"),
        default="position",
        help="what is taken as known: what follows by singles (default), or the clues alone",
    )
    parser.add_argument("--smallest", action="store_true", help="the fewest, proven so in time")
    parser.add_argument("--no-steps", action="store_true", help="not how they exclude it")
    add_output(parser, "--to", "-o", help="draw it: .svg, .png or .pdf")


def run(arguments: argparse.Namespace) -> int:
    """Print why each puzzle's cell cannot have the value."""
    if len(arguments.inputs) < 2:
        raise PuzzleError("say a cell and a value: nonet why-not PUZZLE R1C3 7")
    *arguments.inputs, cell, value = arguments.inputs
    arguments.inputs = arguments.inputs or ["-"]
    target = Output(arguments, arguments.to, PICTURE_SUFFIXES)

    def ask(problem: ProblemInput, **wishes: Any) -> WhyNot:
        return why_not(problem, cell, _parse_value(value), **wishes)

    def details(puzzle: cli.PuzzleOrModel, result: WhyNot) -> Iterator[str]:
        yield from chain_lines(result.chain)
        if result.is_chain_too_long:
            yield "step by step this takes too many cases to read"
        if result.solution is not None:
            yield f"as in {result.solution.line}"
        if target:
            from nonet.render.svg import drawing_svg

            target.write(drawing_svg(result.drawing(), title=result.in_words()))

    wishes = {"known": arguments.known, "smallest": arguments.smallest}
    wishes["chain"] = not arguments.no_steps
    codes = {Status.UNSAT: cli.YES, Status.SAT: cli.NO}
    labels = {cli.YES: "in which it cannot", cli.NO: "in which it can"}
    return ask_each(arguments, ask, wishes, lambda r: codes.get(r.status), labels, details)


def _parse_value(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ClueError(f"the value is a whole number, not {text!r}") from None
