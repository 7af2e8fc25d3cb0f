"""The command ``nonet``.  One file a command, in ``commands/``.

Exit codes: 0 the answer is yes (solved, unique, agree), 1 it is proven
otherwise, 2 bad input or usage, 3 undecided within the limits; 130 after
Ctrl-C.  Answers go to standard output; progress and messages to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import NoReturn

from nonet.cli.common import BAD_INPUT, INTERRUPTED, say
from nonet.errors import NonetError

CLOSED_PIPE = 141
"""What a shell reports of a program whose reader went away."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line and where help is, and exit with 2."""
        say(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def command_names() -> list[str]:
    """The commands there are: the modules of ``commands/``."""
    from nonet.cli import commands

    return sorted(module.name for module in iter_modules(commands.__path__))


def load(name: str) -> ModuleType:
    """The module of a command: its docstring is its help, ``configure`` and ``run`` its work."""
    return import_module(f"nonet.cli.commands.{name}")


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of one command, or of all (which imports them all)."""
    parser = Parser(
        prog="nonet",
        description="Declare a puzzle once. Solve it with any constraint solver. "
        "Prove it has one solution.",
        epilog="Exit codes: 0 yes (solved, unique, agree); 1 proven otherwise; "
        "2 bad input or usage; 3 undecided within the limits.",
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for name in [only] if only else command_names():
        module = load(name)
        summary, _, rest = (module.__doc__ or "").partition("\n")
        child = commands.add_parser(
            name,
            help=summary.rstrip("."),
            description=f"{summary}\n{rest}".strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(child)
        child.set_defaults(run=module.run)
    return parser


def _version() -> str:
    from nonet import __version__

    return f"nonet {__version__}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the console script exits with what this returns."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    only = given[0] if given and given[0] in command_names() else None
    try:
        parsed = make_parser(only).parse_args(given)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    except NonetError as error:
        say(f"nonet: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        say("nonet: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # the reader is gone: what is still buffered has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except OSError as error:  # a file that cannot be written: those read are told by the reader
        say(f"nonet: {error.filename or 'standard output'}: {error.strerror or error}")
        return BAD_INPUT
