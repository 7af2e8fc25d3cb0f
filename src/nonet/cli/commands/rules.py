"""List the rules of puzzles, or show one rule with its parameters, short form and drawn example.

Examples:
  nonet rules
  nonet rules windoku
  nonet rules little killer
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from nonet.cli import common as cli
from nonet.puzzle import PuzzleRule, rule_types
from nonet.puzzle.examples import (
    example_parameters,
    example_puzzle,
    example_rule,
    example_solution,
)
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.short_form import legend, rule_to_short

GROUP = "learn"

ENTRY_DESCRIPTIONS = {
    "grid": "the whole grid",
    "cells": "cells, in any order",
    "path": "a path through cells",
    "pair": "the edge between two cells",
    "corner": "the corner where four cells meet",
    "outside": "a place beside the grid",
}
"""How a person enters a rule, in words."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rule", nargs="*", metavar="RULE", help="show this rule and its example")
    cli.add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print one rule, or a line for each."""
    name = " ".join(arguments.rule)
    rules = [type_of_rule(name)] if name else list(rule_types().values())
    for rule in sorted(rules, key=lambda rule: rule.name):
        if arguments.format == "json":
            cli.print_json(rule_to_json(rule))
        else:
            print_rule(rule)
    if name and arguments.format == "text":
        show_examples(rules[0])
    return cli.YES


def rule_to_json(rule: type[PuzzleRule]) -> dict[str, Any]:
    """Return all facts that the class states, as data: the material of a palette or a form."""
    return {
        "rule": rule.name,
        "aliases": list(rule.aliases),
        "sentence": rule.sentence,
        "entry": rule.entry,
        "replaces": rule.replaces,
        "parameters": [
            {
                "name": parameter.name,
                "kind": parameter.kind,
                "words": parameter.description,
                "required": parameter.required,
                **({} if parameter.required else {"default": parameter.default}),
                **({"choices": list(parameter.choices)} if parameter.choices else {}),
            }
            for parameter in rule.typed_parameters()
        ],
        "examples": [
            {
                "puzzle": example.puzzle,
                "solution": example.solution,
                "parameters": example_parameters(rule, example),
                "beside": list(example.extra_rules),
                "without": list(example.omitted_rules),
            }
            for example in rule.examples
        ],
    }


def print_rule(rule: type[PuzzleRule]) -> None:
    """Print the words of a rule."""
    aliases = f" ({', '.join(rule.aliases)})" if rule.aliases else ""
    print(f"{rule.name}{aliases}: {rule.sentence}")
    for parameter in rule.typed_parameters():
        print(f"    {parameter.name}: {parameter.description} ({describe_parameter(parameter)})")


def describe_parameter(parameter: Parameter) -> str:
    """Return the kind of values that a parameter holds, and the default, in words."""
    kind = " or ".join(parameter.choices) or {
        "integer": "a number",
        "integers": "numbers",
        "tuples": "groups of numbers, parted by |",
        "cell": "a cell",
        "outside": "a place beside the grid",
        "groups": "groups of cells, parted by |",
        "flag": "yes or no",
        "rule": "a rule in parentheses",
        "rules": "rules in parentheses",
    }.get(parameter.kind, parameter.kind)
    if parameter.required:
        return kind
    default = parameter.default
    if parameter.kind == "flag":
        default = "yes" if default else "no"
    return f"{kind}; default {'none' if default in (None, (), '') else default}"


def show_examples(rule: type[PuzzleRule]) -> None:
    """How the rule is entered and written; its examples, drawn, and their solutions."""
    from nonet.render.terminal import drawing_text, wants_ascii, wants_colour

    colour, ascii_ = wants_colour(sys.stdout), wants_ascii(sys.stdout)
    print(f"entered by: {ENTRY_DESCRIPTIONS[rule.entry]}")
    for example in rule.examples:
        puzzle = example_puzzle(rule, example)
        print(f"\n--rule '{rule_to_short(example_rule(rule, example))}'")
        print(drawing_text(puzzle.drawing(), colour=colour, ascii=ascii_))
        for line in legend(puzzle.rules):
            print(line)
        print(drawing_text(puzzle.drawing(example_solution(example)), colour=colour, ascii=ascii_))
