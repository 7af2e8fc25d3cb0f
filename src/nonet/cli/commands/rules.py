"""List the rules of puzzles, or show one with its example.

Examples:
  nonet rules
  nonet rules windoku
"""

from __future__ import annotations

import argparse
import sys

from nonet.cli.common import YES, add_format, print_json
from nonet.formats import Sudoku
from nonet.puzzle import PuzzleRule, make_rule, rule_types
from nonet.puzzle.rules import type_of_rule
from nonet.solving import solve


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rule", nargs="?", metavar="RULE", help="show this rule and its example")
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print one rule, or a line for each."""
    found = [type_of_rule(arguments.rule)] if arguments.rule else list(rule_types().values())
    for rule in sorted(found, key=lambda rule: rule.name):
        if arguments.format == "json":
            print_json(
                {
                    "rule": rule.name,
                    "aliases": list(rule.aliases),
                    "sentence": rule.sentence,
                    "parameters": rule.parameters,
                    "examples": [
                        {"puzzle": e.puzzle, "solution": e.solution, "parameters": e.parameters}
                        for e in rule.examples
                    ],
                }
            )
        else:
            describe(rule)
    if arguments.rule and arguments.format == "text":
        show_examples(found[0])
    return YES


def describe(rule: type[PuzzleRule]) -> None:
    """Print the words of a rule."""
    aliases = f" ({', '.join(rule.aliases)})" if rule.aliases else ""
    print(f"{rule.name}{aliases}: {rule.sentence}")
    for parameter, meaning in rule.parameters.items():
        print(f"    {parameter}: {meaning}")


def show_examples(rule: type[PuzzleRule]) -> None:
    """Draw the examples of a rule and their solutions."""
    from nonet.render.terminal import draw, wants_ascii, wants_colour

    colour, ascii_ = wants_colour(sys.stdout), wants_ascii(sys.stdout)
    for example in rule.examples:
        puzzle = Sudoku(example.puzzle, rules=[make_rule(rule.name, **example.parameters)])
        print(draw(puzzle.drawing(), colour=colour, ascii=ascii_))
        print(draw(puzzle.drawing(solve(puzzle).solution), colour=colour, ascii=ascii_))
