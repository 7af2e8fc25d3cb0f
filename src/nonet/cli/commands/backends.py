"""List the backends, installed or not, with the constraints that each posts; explain auto's choice.

A backend that is registered but cannot be loaded is named, with the reason.

Examples:
  nonet backends
  nonet backends --why puzzles/25x25-290.txt
  nonet backends --why examples/nurse_rota.py --data days=14
"""

from __future__ import annotations

import argparse
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from nonet.backends import backend_names, find_backend
from nonet.backends.base import Backend
from nonet.backends.registry import DEFAULT_BACKEND, availability
from nonet.cli import common as cli
from nonet.errors import BackendError
from nonet.solving.problem_input import model_and_puzzle

GROUP = "for developers"

if TYPE_CHECKING:
    from nonet.backends.auto.explanation import ChoiceExplanation


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_format(parser, "text", "json")
    parser.add_argument(
        "--why",
        nargs="+",
        metavar="PUZZLE|MODEL",
        help=f"say in words how {DEFAULT_BACKEND} chooses a backend for these puzzles (files, texts "
        "or -) and models (JSON, or Python files that make them)",
    )
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="NAME=VALUE|FILE",
        help="parameters for the function build of a Python file: one by name, or a JSON file",
    )
    group = parser.add_argument_group("reading puzzles")
    cli.add_input_format(group)
    cli.add_reading_options(group)


def run(arguments: argparse.Namespace) -> int:
    """Print every registered backend, or how a backend is chosen."""
    if arguments.why:
        arguments.inputs = arguments.why

        def explain(puzzle: cli.PuzzleOrModel) -> int:
            return print_choice(arguments, puzzle)

        return cli.for_each(arguments, explain, model=explain)
    for name in backend_names():
        try:
            backend = find_backend(name)
        except BackendError as error:
            show_broken(arguments, name, error)
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
        print("  lanes begin, or cpsat; what they do not answer soon, those installed race for")
        print("  nonet backends --why PUZZLE says which, and why")
    return cli.YES


def show_broken(arguments: argparse.Namespace, name: str, error: BackendError) -> None:
    """Print a backend whose code cannot be loaded."""
    if arguments.format == "json":
        cli.print_json({"backend": name, "available": False, "error": str(error)})
    else:
        print(f"{name}: broken\n  {error}")


def print_choice(arguments: argparse.Namespace, puzzle: cli.PuzzleOrModel) -> int:
    """Say how a backend is chosen for a puzzle or a model."""
    from nonet.backends.auto.explanation import explain_choice

    explanation = explain_choice(model_and_puzzle(cli.problem_of(puzzle))[0])
    if arguments.format == "json":
        cli.print_json({**cli.identity(puzzle), **choice_to_json(explanation)})
    else:
        print(f"{cli.title(puzzle)}:")
        print("\n".join(f"  {line}" for line in explanation.text_lines))
    return cli.YES


def choice_to_json(explanation: ChoiceExplanation) -> dict[str, Any]:
    """Return the explanation of a choice as plain data."""
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
        field.name: describe_values(hints[field.name], getattr(backend, field.name))
        for field in fields(backend)
        if field.init
    }


def describe_values(hint: Any, default: Any) -> str:
    """The values of one option."""
    if get_origin(hint) is not None and get_args(hint):
        return "|".join([str(default), *(str(v) for v in get_args(hint) if v != default)])
    if hint is bool:
        return f"{str(default).lower()}|{str(not default).lower()}"
    return f"{default} ({hint.__name__})"
