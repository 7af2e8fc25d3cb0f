"""Say what each mark does: the candidates that it alone removes, and those that nothing else does.

A mark is a cage, a line, a dot or a clue beside the grid.  "Alone" is beside digits, rows, columns,
boxes and other rules of the whole grid; a mark that removes nothing that is not removed is one that
the puzzle can do without.
Exit code 0 where each mark removes something that nothing else does, 1 where one does not.

Examples:
  nonet marks killer.json
  nonet marks mixed.json --of thermometer,arrow
"""

from __future__ import annotations

import argparse

from nonet.cli.common import NO, YES, PuzzleOrModel, problem_of
from nonet.cli.setting import add_parts_argument, add_setter_arguments, answer_each
from nonet.render.printable import printable
from nonet.setting import MarkEffects, mark_effects

GROUP = "make"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_setter_arguments(parser)
    add_parts_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the effect of each mark of each puzzle."""

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
