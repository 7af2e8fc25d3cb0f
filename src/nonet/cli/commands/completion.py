"""Complete commands, options and their values in bash, zsh, fish or PowerShell.

Prints a short script, in which the shell asks nonet itself for the words that may come next.

Examples:
  eval "$(nonet completion bash)"                             # in ~/.bashrc
  eval "$(nonet completion zsh)"                              # in ~/.zshrc, after compinit
  nonet completion fish > ~/.config/fish/completions/nonet.fish
  nonet completion powershell | Out-String | Invoke-Expression   # in $PROFILE
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection

from nonet.cli.activity import BAD_INPUT, YES, print_message
from nonet.cli.parser import CommandParser, command_names, is_command, make_parser

GROUP = "for developers"

SHELLS = ("bash", "fish", "powershell", "zsh")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the argument."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that completes")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["nonet"], shell=arguments.shell))
    return YES


def complete_line() -> int:
    """Print the words that may come next on the line that a shell hands over in ``COMP_LINE``.

    Only the command of the line is imported, and none before its name is complete.
    """
    try:
        import argcomplete
    except ImportError:
        print_message("nonet: completion needs argcomplete: pip install argcomplete")
        return BAD_INPUT
    line = os.environ.get("COMP_LINE", "")
    finished = line.split()[1:] if line[-1:].isspace() else line.split()[1:-1]
    name = next((word for word in finished if not word.startswith("-")), "help")
    parser = make_parser(name) if is_command(name) else _parser_of_names()
    _set_completers(parser)
    argcomplete.autocomplete(parser, always_complete_options=False)
    return YES


def _parser_of_names() -> CommandParser:
    parser = CommandParser(prog="nonet")
    parser.add_argument("-q", "--quiet", action="store_true")
    parser.add_argument("-V", "--version", action="store_true")
    commands = parser.add_subparsers(dest="command")
    for name in command_names():
        commands.add_parser(name)
    about = commands.add_parser("help")
    about.add_argument("about", choices=command_names())
    return parser


def _set_completers(parser: CommandParser) -> None:
    """Let options list their possible values when asked for: to list the rules takes long."""
    for action in parser._actions:
        metavar = str(action.metavar or "")
        if metavar in ("RULE", "RULE,...") or (action.dest, metavar) == ("kind", "NAME,..."):
            action.completer = _complete_rule  # type: ignore[attr-defined]
        elif metavar.startswith(("NAME[:", "BACKEND")) or action.dest == "backends":
            action.completer = _complete_backend  # type: ignore[attr-defined]
    for _, child in parser.subparsers():
        _set_completers(child)


def _complete_rule(prefix: str, **context: object) -> list[str]:
    from nonet.puzzle import rule_types  # 25 ms, which few words need

    return _within_list(prefix, sorted(rule_types()))


def _complete_backend(prefix: str, **context: object) -> list[str]:
    from nonet.backends import backend_names  # 20 ms, which few words need

    return _within_list(prefix, backend_names())


def _within_list(prefix: str, names: Collection[str]) -> list[str]:
    """Return the names behind the names that are given already in a list with commas."""
    before, comma, _ = prefix.rpartition(",")
    return [f"{before}{comma}{name}" for name in names]
