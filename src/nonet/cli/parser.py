"""The parser of the command line: made of the commands, with errors in one line.

>>> command_names()[:3]
['backdoors', 'backends', 'batch']
>>> make_parser("solve").parse_known_args(["solve", "a.txt", "--json"])[0].format
'json'
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from nonet import __version__
from nonet.cli import commands
from nonet.cli.activity import BAD_INPUT, print_message
from nonet.errors import did_you_mean

DESCRIPTION = """Declare a puzzle once; solve it with any constraint solver; prove that it has one
solution; see why.

nonet help COMMAND tells all of a command; nonet completion SHELL completes them."""

GROUPS = (
    "most used",
    "solve and check",
    "understand",
    "make",
    "learn",
    "convert",
    "for developers",
)
"""The groups of commands in the order of the help; each command's module names its ``GROUP``."""

EPILOG = """Exit codes: 0 yes (solved, unique, agree); 1 proven otherwise; 2 bad input or usage;
3 undecided within the limits; 130 and 143 ended by Ctrl-C and by SIGTERM."""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; the width is computed without the imports of ``shutil`` (4 ms).

    argparse makes a formatter for every option that is declared.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        named.setdefault("width", _terminal_width() - 2)
        super().__init__(*given, **named)


def _terminal_width() -> int:
    """Return the width of the terminal in columns, by the rules of ``shutil.get_terminal_size``."""
    stated = os.environ.get("COLUMNS", "")
    if stated.isdecimal() and int(stated):
        return int(stated)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, or no terminal
        return 80


class _Once:
    """An option that may be repeated only if nothing is lost: the same value again, or a list.

    A repeated list of names (``NAME,...``) goes on with the first list.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        action: Any = self
        given: dict[str, str] = namespace.__dict__.setdefault("given_options", {})
        first, before = given.get(action.dest), getattr(namespace, action.dest, None)
        if first is not None and str(action.metavar).endswith(",..."):
            values = f"{before},{values}"
        super().__call__(parser, namespace, values, option_string)  # type: ignore[misc]
        if option_string is None:
            return
        after = getattr(namespace, action.dest)
        is_list = str(action.metavar).endswith(",...")
        if first is not None and not is_list and after != before:
            both = f"{first} and {option_string} say" if first != option_string else "it says"
            raise argparse.ArgumentError(action, f"given twice: {both} {before} and {after}")
        given.setdefault(action.dest, option_string)


_ACTIONS = {
    name: type(action.__name__, (_Once, action), {})
    for name, action in {
        None: argparse._StoreAction,
        "store": argparse._StoreAction,
        "store_const": argparse._StoreConstAction,
        "store_true": argparse._StoreTrueAction,
    }.items()
}


class YesOrNo(_Once, argparse.BooleanOptionalAction):
    """``--option`` or ``--no-option``."""


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line, with the nearest thing there is.

    An option that is given twice is never dropped in silence: see :class:`_Once`.
    """

    summary: str | None = None
    """The first sentence of the command's help, without its full stop."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, action in _ACTIONS.items():
            self.register("action", name, action)

    def error(self, message: str) -> NoReturn:
        """Print the error in one line with the command for help, and exit with 2."""
        message = message.replace("invalid int value:", "expected a whole number, not")
        print_message(f"{self.prog}: {message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = [str(choice) for choice in action.choices or ()]
        if action.choices is not None and value not in action.choices:
            suggestion = did_you_mean(str(value), choices)
            there_are = f"{value!r} is none of {', '.join(choices)}"
            raise argparse.ArgumentError(action, there_are + suggestion)

    def reject_unknown(self, unknown: Sequence[str]) -> NoReturn:
        """Say that there is no such option or argument."""
        name = next((word for word in unknown if word.startswith("-")), unknown[0])
        if name.startswith("-"):
            name = name.partition("=")[0]
            self.error(f"there is no option {name}{did_you_mean(name, self.option_names())}")
        self.error(f"unexpected argument {name!r}")

    def option_names(self) -> list[str]:
        """Return the names of this parser's options, without hidden options."""
        return [
            name
            for action in self._actions
            if action.help is not argparse.SUPPRESS
            for name in action.option_strings
        ]

    def subparsers(self) -> Iterator[tuple[str, CommandParser]]:
        """The parsers of commands or actions, by name."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                yield from action.choices.items()


REPEATED: dict[str, Any] = {"action": "append", "default": []}
"""The settings of an option whose values are listed."""
EMPTY = {"default": ""}
"""The settings of an option that is an empty text where it is not given."""


def add_options(parser: argparse._ActionsContainer, table: str, **settings: Any) -> None:
    """Add the options of a table, which looks like their help.

    An entry is the names, a metavar and, after two blanks or in the next line, the help.  An option
    without a metavar is a flag; ``N`` is a whole number, ``N=2`` one with a default, which ends the
    help.  ``settings`` are further arguments of ``add_argument``, by the name of an option.
    """
    for entry in re.split(r"\n\s+(?=-)", table.strip()):
        head, help = re.split(r"  +|\n\s*", entry, maxsplit=1)
        *names, last = head.split(", ")
        name, _, metavar = last.partition(" ")
        number, _, default = metavar.partition("=")
        key = min((*names, name), key=lambda each: each[:2] != "--").strip("-").replace("-", "_")
        named: dict[str, Any] = {"help": " ".join(help.split())}
        if number == "N":
            named |= {"metavar": "N", "type": int, "default": int(default) if default else None}
            named["help"] += f" (default {int(default):,})" if default else ""
        elif metavar:
            named["metavar"] = metavar
        elif key not in settings:
            named["action"] = "store_true"
        parser.add_argument(*names, name, **named | settings.get(key, {}))


class Command(NamedTuple):
    """A command of a family: ``run`` has its help as the docstring."""

    GROUP: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


FAMILIES = {
    "converting": "canonical convert model schema",
    "counting": "count crosscheck",
    "human_logic": "explain hint rate steps techniques",
    "listing": "backends rules",
    "setter": "backdoors candidates check conflict marks minimize practice prove redundant repair sample "
    "why-not",
    "watching": "bruteforce compare trace",
}
"""Modules of ``commands/`` that have several commands, in ``COMMANDS``; any other is one command."""

_FAMILY_OF = {name: module for module, names in FAMILIES.items() for name in names.split()}


def command_names() -> list[str]:
    """The commands there are: those of families, and the other modules of ``commands/``."""
    from pkgutil import iter_modules

    modules = {module.name.replace("_", "-") for module in iter_modules(commands.__path__)}
    return sorted(modules - {name.replace("_", "-") for name in FAMILIES} | set(_FAMILY_OF))


def is_command(name: str) -> bool:
    """Whether there is such a command; the folder is not listed, which takes longer."""
    if (
        name in _FAMILY_OF
        or name in FAMILIES
        or not name.replace("-", "_").isidentifier()
        or "_" in name
    ):
        return name in _FAMILY_OF
    try:
        load_command(name)
    except ModuleNotFoundError as error:
        if error.name != f"nonet.cli.commands.{name.replace('-', '_')}":
            raise
        return False
    return True


def load_command(name: str) -> ModuleType | Command:
    """The module of a command: its docstring is its help, ``configure`` and ``run`` its work."""
    module = import_module(f"nonet.cli.commands.{_FAMILY_OF.get(name, name).replace('-', '_')}")
    command: Command | None = getattr(module, "COMMANDS", {}).get(name)
    return command or module


def make_parser(only: str | None = None) -> CommandParser:
    """Return the parser of one command, or of all commands (which imports all of them)."""
    modules = {name: load_command(name) for name in ([only] if only else command_names())}
    parser = CommandParser(
        prog="nonet",
        usage="nonet [-h] [-V] [-q] COMMAND ...",
        description=DESCRIPTION if only else f"{DESCRIPTION}\n\n{_grouped_summaries(modules)}",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("-V", "--version", action="version", version=version_text())
    _add_quiet(parser, False)
    commands = parser.add_subparsers(
        dest="command", required=True, parser_class=CommandParser, prog="nonet",
        help=argparse.SUPPRESS,
    )  # fmt: skip
    for name, module in modules.items():
        summary, details = _summary(module)
        child = commands.add_parser(
            name, description=f"{summary}.\n{details}".strip(), formatter_class=HelpFormatter
        )
        child.summary = summary
        module.configure(child)
        child.set_defaults(run=module.run)
        _add_common_options(child)
    return parser


def _summary(command: ModuleType | Command) -> tuple[str, str]:
    """The first sentence of a command's docstring without its full stop, and the paragraphs."""
    described = command.run if isinstance(command, Command) else command
    summary, _, details = (described.__doc__ or "").replace("\n    ", "\n").partition("\n")
    return summary.rstrip("."), details.rstrip()


def _grouped_summaries(modules: Mapping[str, ModuleType | Command]) -> str:
    import textwrap

    column = max(map(len, modules)) + 3
    width = max(_terminal_width() - 2 - column, 20)
    blocks = []
    for group in dict.fromkeys((*GROUPS, *(module.GROUP for module in modules.values()))):
        lines = [f"{group}:"]
        for name, module in modules.items():
            if group == module.GROUP:
                first, *continued = textwrap.wrap(_summary(module)[0], width)
                lines.append(f"  {name:{column - 2}}{first}")
                lines += [" " * column + line for line in continued]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _add_common_options(parser: CommandParser) -> None:
    """Add ``-q``, ``--json`` if the command has this format, and the parser itself."""
    parser.set_defaults(parser=parser)
    _add_quiet(parser, argparse.SUPPRESS)
    for action in parser._actions:
        if "--format" in action.option_strings and "json" in (action.choices or ()):
            parser.add_argument(
                "--json",
                dest=action.dest,
                action="store_const",
                const="json",
                default=argparse.SUPPRESS,
                help="short for --format json",
            )
            break
    for _, child in parser.subparsers():
        _add_common_options(child)


def _add_quiet(parser: argparse.ArgumentParser, default: Any) -> None:
    parser.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=default,
        help="no progress and no summary on standard error; errors are still told",
    )


def version_text() -> str:
    """Return the text of ``nonet -V``."""
    return f"nonet {__version__}"
