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

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.output_files import PICTURE_SUFFIXES, Output, add_output
from nonet.cli.setting import add_setter_arguments, answer_each, print_chain
from nonet.errors import ClueError, PuzzleError
from nonet.render.printable import printable
from nonet.setting import WhyNot, why_not
from nonet.solving import Status

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

    def ask(puzzle: PuzzleOrModel) -> WhyNot:
        return why_not(
            problem_of(puzzle),
            cell,
            _parse_value(value),
            known=arguments.known,
            smallest=arguments.smallest,
            chain=not arguments.no_steps,
            time_limit=arguments.time_limit,
        )

    def tell(puzzle: PuzzleOrModel, result: WhyNot) -> None:
        print_chain(result.chain)
        if result.is_chain_too_long:
            print("  step by step this takes too many cases to read")
        if result.solution is not None:
            print(printable(f"  as in {result.solution.line}"))
        if target:
            from nonet.render.svg import drawing_svg

            target.write(drawing_svg(result.drawing(), title=result.in_words()))

    codes = {Status.UNSAT: YES, Status.SAT: NO}
    labels = {YES: "in which it cannot", NO: "in which it can"}
    return answer_each(arguments, ask, lambda result: codes.get(result.status), tell, labels)


def _parse_value(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ClueError(f"the value is a whole number, not {text!r}") from None
