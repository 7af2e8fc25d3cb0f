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

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_parts_argument, add_setter_arguments, answer_each
from nonet.errors import PuzzleError
from nonet.puzzle import Puzzle
from nonet.render.printable import printable
from nonet.setting import LineTypes, MarkEffects, line_types, mark_effects

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

    def ask(puzzle: PuzzleOrModel) -> MarkEffects:
        return mark_effects(problem_of(puzzle), of=arguments.of, time_limit=arguments.time_limit)

    def code(answer: MarkEffects) -> int | None:
        if any(not each.only for each in answer.effects):
            return NO
        return None if answer.undecided else YES

    def details(puzzle: PuzzleOrModel, answer: MarkEffects) -> None:
        for each in answer.effects:
            print(printable(f"  {each}"))

    return answer_each(arguments, ask, code, details, {YES: "each mark tells", NO: "idle marks"})


def _print_line_types(arguments: argparse.Namespace) -> int:
    """Print the ways to give the drawn lines of each puzzle their types."""

    def ask(puzzle: PuzzleOrModel) -> LineTypes:
        if not isinstance(puzzle, Puzzle):
            raise PuzzleError("a model has no drawn lines: give a puzzle")
        return line_types(puzzle, arguments.lines_as, time_limit=arguments.time_limit)

    def code(answer: LineTypes) -> int | None:
        if answer.typings:
            return YES
        return NO if answer.exhausted else None

    def details(puzzle: PuzzleOrModel, answer: LineTypes) -> None:
        for each in answer.typings:
            print(printable(f"  {each}"))

    return answer_each(arguments, ask, code, details, {YES: "typed", NO: "without types"})
