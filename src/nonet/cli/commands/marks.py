"""List the candidates that each mark alone removes, and the candidates no other part removes.

A mark is a cage, a line, a dot or a clue beside the grid.  "Alone" is beside digits, rows, columns,
boxes and other rules of the whole grid; the puzzle can do without a mark whose candidates are all
removed without the mark.  Exit code 0 where each mark removes something that nothing else does, 1
where one does not.

--lines-as finds types for lines that are drawn without a type: each line becomes one of these
kinds, a thermometer or an arrow from either end, so that there is exactly one solution.  Exit code
0 where such types exist, 1 where there are provably none.

Examples:
  nonet marks killer.json
  nonet marks mixed.json --of thermometer,arrow
  nonet marks drawn.json --lines-as thermometer,renban,whispers
"""

from __future__ import annotations

import argparse
from typing import Any

from nonet.cli import common as cli
from nonet.cli.setting import add_parts_argument, add_setter_arguments, ask_each
from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle
from nonet.setting import LineTypes, MarkEffects, line_types, mark_effects
from nonet.solving import ProblemInput

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    add_parts_argument(parser)
    parser.add_argument(
        "--lines-as",
        default="",
        metavar="NAME,...",
        help="find types of lines that are drawn without one: of these kinds, one for each line",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the effect of each mark of each puzzle, or the types of its lines."""
    if arguments.lines_as:
        return _print_line_types(arguments)

    def code(answer: MarkEffects) -> int | None:
        if any(not each.only for each in answer.effects):
            return cli.NO
        return None if answer.undecided else cli.YES

    labels = {cli.YES: "each mark tells", cli.NO: "idle marks"}
    wishes = {"of": arguments.of}
    return ask_each(arguments, mark_effects, wishes, code, labels, lambda _, r: map(str, r.effects))


def _print_line_types(arguments: argparse.Namespace) -> int:
    """Print the ways to give the drawn lines of each puzzle their types."""

    def ask(problem: ProblemInput, **limits: Any) -> LineTypes:
        if not isinstance(problem, Puzzle):
            raise PuzzleError("a model has no drawn lines: give a puzzle")
        return line_types(problem, arguments.lines_as, **limits)

    def code(answer: LineTypes) -> int | None:
        if answer.typings:
            return cli.YES
        return cli.NO if answer.exhausted else None

    labels = {cli.YES: "typed", cli.NO: "without types"}
    return ask_each(arguments, ask, {}, code, labels, lambda _, r: map(str, r.typings))
