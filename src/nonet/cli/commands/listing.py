"""The commands that list what there is: rules and backends."""

from __future__ import annotations

import argparse
from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from nonet.backends import backend_names, find_backend
from nonet.backends.auto.explanation import explain_choice
from nonet.backends.base import Backend
from nonet.backends.registry import DEFAULT_BACKEND, availability
from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.parser import Command
from nonet.errors import BackendError, PuzzleError
from nonet.formats import parse
from nonet.puzzle import PuzzleRule, rule_types
from nonet.puzzle.examples import example_parameters, example_puzzle, example_rule, example_solution
from nonet.puzzle.kinds import PuzzleKind, puzzle_kind, puzzle_kinds
from nonet.puzzle.parameters import Parameter
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.short_form import legend, rule_to_short
from nonet.solving import solve
from nonet.solving.problem_input import model_and_puzzle

if TYPE_CHECKING:
    from nonet.backends.auto.explanation import ChoiceExplanation
    from nonet.render.drawing import Drawing


def _configure_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", nargs="*", metavar="RULE", help="show this rule and its example")
    cli.add_format(parser, "text", "json")


def _run_rules(arguments: argparse.Namespace) -> int:
    """List the rules of puzzles, or show one rule with its parameters, short form and drawn example.

    Kinds of puzzles that are no rule (Hitori, Suguru, ...) are known by name, too: an example that
    nonet solves, or a model that declares one.

    Examples:
      nonet rules
      nonet rules windoku
      nonet rules little killer
      nonet rules star battle
    """

    name = " ".join(arguments.rule)
    try:
        rules = [type_of_rule(name)] if name else list(rule_types().values())
    except PuzzleError:
        if (kind := puzzle_kind(name)) is None:
            raise
        return _show_kind(kind, arguments)
    for rule in sorted(rules, key=lambda rule: rule.name):
        if arguments.format == "json":
            cli.print_json(_rule_to_json(rule))
        else:
            _print_rule(rule)
    if name and arguments.format == "text":
        show_examples(rules[0])
    elif arguments.format == "text":
        print(f"\nkinds of puzzles: {', '.join(kind.name for kind in puzzle_kinds())}")
    return cli.YES


def _show_kind(kind: PuzzleKind, arguments: argparse.Namespace) -> int:
    """Print a kind of puzzle, with its example drawn and solved, or the model that declares one."""
    text = kind.path.read_text(encoding="utf-8")
    if arguments.format == "json":
        cli.print_json({**asdict(kind), "file": str(kind.path), "text": text})
        return cli.YES
    print(f"{kind.name} ({', '.join(filter(str.isascii, kind.aliases))}): {kind.sentence}")
    if not kind.rules:
        print(f"no rule of nonet says this; here is how to declare it: nonet solve {kind.path}\n")
        print(text, end="")
        return cli.YES
    print(f"told by the rules {', '.join(kind.rules)}: nonet solve {kind.path}")
    puzzle = parse(text)
    _print_drawings(puzzle.drawing(), puzzle.drawing(solve(puzzle).solution))
    for line in legend(puzzle.rules):
        print(line)
    return cli.YES


ENTRY_DESCRIPTIONS = {
    "grid": "the whole grid",
    "cells": "cells, in any order",
    "path": "a path through cells",
    "pair": "the edge between two cells",
    "corner": "the corner where four cells meet",
    "outside": "a place beside the grid",
}
"""How a person enters a rule, in words."""


def _rule_to_json(rule: type[PuzzleRule]) -> dict[str, Any]:
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


def _print_rule(rule: type[PuzzleRule]) -> None:
    aliases = f" ({', '.join(rule.aliases)})" if rule.aliases else ""
    print(f"{rule.name}{aliases}: {rule.sentence}")
    for parameter in rule.typed_parameters():
        print(f"    {parameter.name}: {parameter.description} ({describe_parameter(parameter)})")


def describe_parameter(parameter: Parameter) -> str:
    """Return the kind of values that a parameter holds, and the default, in words."""
    kind = " or ".join(parameter.choices) or {
        "integer": "a number",
        "integers": "numbers",
        "tuples": "groups of numbers, separated by |",
        "cell": "a cell",
        "outside": "a place beside the grid",
        "groups": "groups of cells, separated by |",
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
    print(f"entered by: {ENTRY_DESCRIPTIONS[rule.entry]}")
    for example in rule.examples:
        puzzle = example_puzzle(rule, example)
        print(f"\n--rule '{rule_to_short(example_rule(rule, example))}'")
        _print_drawings(puzzle.drawing())
        for line in legend(puzzle.rules):
            print(line)
        _print_drawings(puzzle.drawing(example_solution(example)))


def _print_drawings(*drawings: Drawing) -> None:
    """Print drawings with the signs of their rules, also into a pipe."""
    print(*map(cli.make_drawer(signs=True), drawings), sep="\n")


def _configure_backends(parser: argparse.ArgumentParser) -> None:
    cli.add_format(parser, "text", "json")
    cli.add_options(parser, WHY_OPTION, why={"nargs": "+"})
    inputs.add_data(parser)
    group = parser.add_argument_group("reading puzzles")
    inputs.add_input_format(group)
    inputs.add_reading_options(group)


WHY_OPTION = f"""
    --why PUZZLE|MODEL  say in words how {DEFAULT_BACKEND} chooses a backend for these puzzles (files,
                        texts or -) and models (JSON, or Python files that make them)
"""


def _run_backends(arguments: argparse.Namespace) -> int:
    """List the backends, installed or not, with the constraints that each posts; explain auto's choice.

    A backend that is registered but cannot be loaded is named, with the reason.

    Examples:
      nonet backends
      nonet backends --why puzzles/25x25-290.txt
      nonet backends --why examples/nurse_rota.py --data days=14
    """

    if arguments.why:
        arguments.inputs = arguments.why

        def explain(puzzle: inputs.PuzzleOrModel) -> int:
            return _print_choice(arguments, puzzle)

        return cli.for_each(arguments, explain, model=explain)
    for name in backend_names():
        try:
            backend = find_backend(name)
        except BackendError as error:
            _show_broken(arguments, name, error)
            continue
        available = availability(backend)
        posts = sorted(kind.__name__ for kind in backend.capabilities.posts)
        entry = {
            "backend": name,
            "available": available.ok,
            "version": available.version,
            "missing": available.missing,
            "posts": posts,
            "optimises": backend.capabilities.optimises,
            "takes_hints": backend.capabilities.takes_hints,
            "events": list(backend.capabilities.events),
            "options": option_values(backend),
        }
        if arguments.format == "json":
            cli.print_json(entry)
            continue
        print(f"{name}: {f'available ({available.version})' if available.ok else 'not installed'}")
        if not available.ok:
            print(f"  to install: {available.missing}")
        print(f"  posts {', '.join(posts)}; others are decomposed")
        for option, choices in option_values(backend).items():
            print(f"  {name}:{option}={choices}")
    if arguments.format == "text":
        print(f"{DEFAULT_BACKEND}: what is asked where no backend is named")
        print("  lockstep begins, or cpsat; what they do not answer soon, those installed race for")
        print("  nonet backends --why PUZZLE says which, and why")
    return cli.YES


def _show_broken(arguments: argparse.Namespace, name: str, error: BackendError) -> None:
    if arguments.format == "json":
        cli.print_json({"backend": name, "available": False, "error": str(error)})
    else:
        print(f"{name}: broken\n  {error}")


def _print_choice(arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel) -> int:
    explanation = explain_choice(model_and_puzzle(inputs.problem_of(puzzle))[0])
    if arguments.format == "json":
        cli.print_json({**inputs.identity(puzzle), **_choice_to_json(explanation)})
    else:
        print(f"{inputs.title(puzzle)}:")
        print("\n".join(f"  {line}" for line in explanation.text_lines))
    return cli.YES


def _choice_to_json(explanation: ChoiceExplanation) -> dict[str, Any]:
    return {
        "variables": explanation.features.variables,
        "values": explanation.features.values,
        "constraints": list(explanation.features.constraint_types),
        "first": explanation.first_backend,
        "effort": explanation.first_effort,
        "joins": explanation.start_delays,
        "absent": explanation.absence_reasons,
        "words": explanation.text_lines,
    }


def option_values(backend: Backend) -> dict[str, str]:
    """Return for each option of a backend the values that the option takes, the default first."""
    if not is_dataclass(backend):
        return {}
    hints = get_type_hints(type(backend))
    return {
        field.name: _describe_values(hints[field.name], getattr(backend, field.name))
        for field in fields(backend)
        if field.init and field.name != "parameters"
    }


def _describe_values(hint: Any, default: Any) -> str:
    if get_origin(hint) is not None and get_args(hint):
        return "|".join([str(default), *(str(v) for v in get_args(hint) if v != default)])
    if hint is bool:
        return f"{str(default).lower()}|{str(not default).lower()}"
    return f"{default} ({hint.__name__})"


COMMANDS = {
    "rules": Command("learn", _configure_rules, _run_rules),
    "backends": Command("for developers", _configure_backends, _run_backends),
}
