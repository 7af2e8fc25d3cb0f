"""List the backends: which are installed, what they post natively; why auto chooses which.

One that is registered but cannot be loaded is named, with the reason.

Examples:
  nonet backends
  nonet backends --why puzzles/25x25-290.txt
"""

from __future__ import annotations

import argparse
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from nonet.backends import backend_names, find_backend
from nonet.backends.auto.why import Why, why
from nonet.backends.base import Backend
from nonet.backends.registry import DEFAULT, availability
from nonet.cli.asked import add_from
from nonet.cli.common import YES, add_format, for_each, identity, print_json, title, with_reading
from nonet.errors import BackendError
from nonet.puzzle import Puzzle


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_format(parser, "text", "json")
    parser.add_argument(
        "--why",
        nargs="+",
        metavar="PUZZLE",
        help=f"say in words how {DEFAULT} chooses a backend for these puzzles (files, texts or -)",
    )
    group = parser.add_argument_group("reading puzzles")
    add_from(group)
    with_reading(group)


def run(arguments: argparse.Namespace) -> int:
    """Print every registered backend, or how one is chosen."""
    if arguments.why:
        arguments.inputs = arguments.why
        return for_each(arguments, lambda puzzle: explain(arguments, puzzle))
    for name in backend_names():
        try:
            backend = find_backend(name)
        except BackendError as error:
            show_broken(arguments, name, error)
            continue
        here = availability(backend)
        posts = sorted(kind.__name__ for kind in backend.capabilities.posts)
        entry = {
            "backend": name,
            "available": here.ok,
            "version": here.version,
            "missing": here.missing,
            "posts": posts,
            "events": list(backend.capabilities.events),
            "options": options(backend),
        }
        if arguments.format == "json":
            print_json(entry)
            continue
        print(f"{name}: {f'available ({here.version})' if here.ok else 'not installed'}")
        if not here.ok:
            print(f"  to install: {here.missing}")
        print(f"  posts {', '.join(posts)}; others are decomposed")
        for option, choices in options(backend).items():
            print(f"  {name}:{option}={choices}")
    if arguments.format == "text":
        print(f"{DEFAULT}: what is asked where no backend is named")
        print("  native begins; what it does not answer soon, those that are installed race for")
        print("  nonet backends --why PUZZLE says which, and why")
    return YES


def show_broken(arguments: argparse.Namespace, name: str, error: BackendError) -> None:
    """Print a backend whose code cannot be loaded."""
    if arguments.format == "json":
        print_json({"backend": name, "available": False, "error": str(error)})
    else:
        print(f"{name}: broken\n  {error}")


def explain(arguments: argparse.Namespace, puzzle: Puzzle) -> int:
    """Say how a backend is chosen for a puzzle."""
    found = why(puzzle.model())
    if arguments.format == "json":
        print_json({**identity(puzzle), **as_json(found)})
    else:
        print(f"{title(puzzle)}:")
        print("\n".join(f"  {line}" for line in found.in_words))
    return YES


def as_json(found: Why) -> dict[str, Any]:
    """What the rules say, as plain data."""
    return {
        "variables": found.question.variables,
        "values": found.question.values,
        "constraints": list(found.question.kinds),
        "effort": found.effort,
        "joins": found.joins,
        "absent": found.absent,
        "words": found.in_words,
    }


def options(backend: Backend) -> dict[str, str]:
    """The options of a backend: by name, the values they take, the default first."""
    if not is_dataclass(backend):
        return {}
    hints = get_type_hints(type(backend))
    return {
        field.name: choices(hints[field.name], getattr(backend, field.name))
        for field in fields(backend)
        if field.init
    }


def choices(hint: Any, default: Any) -> str:
    """The values of one option."""
    if get_origin(hint) is not None and get_args(hint):
        return "|".join([str(default), *(str(v) for v in get_args(hint) if v != default)])
    if hint is bool:
        return f"{str(default).lower()}|{str(not default).lower()}"
    return f"{default} ({hint.__name__})"
