"""List the backends: which are installed, what they post natively, their options.

One that is registered but cannot be loaded is named, with the reason.
"""

from __future__ import annotations

import argparse
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from nonet.backends import backend_names, find_backend
from nonet.backends.base import Backend
from nonet.backends.registry import availability
from nonet.cli.common import YES, add_format, print_json
from nonet.errors import BackendError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_format(parser, "text", "json")


def run(arguments: argparse.Namespace) -> int:
    """Print every registered backend."""
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
    return YES


def show_broken(arguments: argparse.Namespace, name: str, error: BackendError) -> None:
    """Print a backend whose code cannot be loaded."""
    if arguments.format == "json":
        print_json({"backend": name, "available": False, "error": str(error)})
    else:
        print(f"{name}: broken\n  {error}")


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
