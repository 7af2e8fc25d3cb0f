"""Complete commands, options and their values in bash, zsh or fish.

Prints a script that is made of the present commands; run the command again after an update.

Examples:
  eval "$(nonet completion bash)"                             # in ~/.bashrc
  eval "$(nonet completion zsh)"                              # in ~/.zshrc, after compinit
  nonet completion fish > ~/.config/fish/completions/nonet.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonet.cli.common import YES
from nonet.cli.parser import CommandParser, command_names, make_parser

GROUP = "for developers"


@dataclass(frozen=True)
class Option:
    """An option: its names, its short help, and its values (``None``: the option takes no
    value)."""

    names: tuple[str, ...]
    help: str
    values: tuple[str, ...] | None


@dataclass(frozen=True)
class CompletionContext:
    """Where a line stands after ``path`` (no word, a command, a command's action).

    ``completions`` are the words that may come next, each with its short help; if there are none,
    file names may come.
    """

    path: str
    options: tuple[Option, ...]
    completions: tuple[tuple[str, str], ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the argument."""
    parser.add_argument("shell", choices=sorted(SCRIPTS), help="the shell that completes")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    print(SCRIPTS[arguments.shell](list(completion_contexts(make_parser()))), end="")
    return YES


def completion_contexts(parser: CommandParser, path: str = "") -> Iterator[CompletionContext]:
    """All places, from the parser down."""
    helps: dict[str, str] = {}
    options = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps |= {name: child.summary or "" for name, child in action.choices.items()}
            helps |= {choice.dest: choice.help or "" for choice in action._choices_actions}
        elif action.option_strings and action.help is not argparse.SUPPRESS:
            values = None if action.nargs == 0 else known_values(action)
            options.append(Option(tuple(action.option_strings), _short_help(action.help), values))
        elif not action.option_strings:
            helps |= dict.fromkeys(known_values(action), "")
    if not path:
        helps["help"] = "tell all of a command"
    yield CompletionContext(
        path, tuple(options), tuple((n, _short_help(text)) for n, text in helps.items())
    )
    if not path:
        yield CompletionContext("help", (), tuple((name, "") for name in command_names()))
    for name, child in parser.subparsers():
        yield from completion_contexts(child, f"{path} {name}".strip())


def known_values(action: argparse.Action) -> tuple[str, ...]:
    """Return the values of an option or argument, as far as the values are words that can be
    listed."""
    if action.choices is not None:
        return tuple(map(str, action.choices))
    metavar = str(action.metavar or "")
    if metavar in ("RULE", "RULE,..."):
        from nonet.puzzle import rule_types

        return tuple(sorted(rule_types()))
    if metavar.startswith(("NAME[:", "BACKEND")) or action.dest == "backends":
        from nonet.backends import backend_names

        return tuple(backend_names())
    return ()


def _short_help(text: str | None) -> str:
    """Return the first part of a help text, without characters that a shell cannot quote."""
    short = (text or "").partition(";")[0].partition(" (")[0].partition(": ")[0]
    return " ".join("".join(c for c in short if c not in "'\"`$\\:[]%").split())


def bash_script(contexts: list[CompletionContext]) -> str:
    """For bash."""
    values = [
        f'        "{place.path} {name}") words="{" ".join(option.values)}"; values=1 ;;'
        for place in contexts
        for option in place.options
        if option.values is not None
        for name in option.names
    ]
    candidates = [
        f'        "{place.path}") options="{" ".join(n for o in place.options for n in o.names)}"; '
        f'words="{" ".join(name for name, _ in place.completions)}" ;;'
        for place in contexts
    ]
    return _fill_template(BASH, contexts, values, candidates, "\n")


def zsh_script(contexts: list[CompletionContext]) -> str:
    """Return the script for zsh, with the short help of each word."""

    def described(pairs: list[tuple[str, str]]) -> str:
        return " ".join(f"'{name}{':' if text else ''}{text}'" for name, text in pairs)

    values = [
        f'        ("{place.path} {name}") words_=({" ".join(option.values)}); values=1 ;;'
        for place in contexts
        for option in place.options
        if option.values is not None
        for name in option.names
    ]
    candidates = [
        f'        ("{place.path}") '
        f"options_=({described([(n, o.help) for o in place.options for n in o.names])}); "
        f"words_=({described(list(place.completions))}) ;;"
        for place in contexts
    ]
    return _fill_template(ZSH, contexts, values, candidates, "\n")


def fish_script(contexts: list[CompletionContext]) -> str:
    """Return the script for fish: a line for each word and option, with its short help."""
    lines = []
    for place in contexts:
        where = f"complete -c nonet -n '__nonet_at {place.path}'"
        lines += [f"{where} -f -a {name} -d '{text}'" for name, text in place.completions]
        for option in place.options:
            names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names]
            taken = ""
            if option.values is not None:
                taken = f" -x -a '{' '.join(option.values)}'" if option.values else " -r -F"
            lines.append(f"{where} {' '.join(names)}{taken} -d '{option.help}'")
    return _fill_template(FISH, contexts, lines, [], " ")


def _fill_template(
    template: str,
    contexts: list[CompletionContext],
    values: list[str],
    candidates: list[str],
    between: str,
) -> str:
    paths = [f'"{place.path}"' for place in contexts if place.path]
    known = " | ".join(paths) if between == "\n" else " ".join(paths)
    return (
        template.replace("@PATHS@", known)
        .replace("@VALUES@", "\n".join(values))
        .replace("@WORDS@", "\n".join(candidates))
    )


BASH = """\
# completion of nonet for bash: eval "$(nonet completion bash)"
_nonet() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    local path="" words="" options="" values="" i
    if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${path:+$path }${COMP_WORDS[i]}" in
        @PATHS@) path="${path:+$path }${COMP_WORDS[i]}" ;;
        esac
    done
    case "$path" in
@WORDS@
    esac
    case "$path $prev" in
@VALUES@
    esac
    if [[ -z $values && $cur == -* ]]; then words=$options; fi
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _nonet nonet
"""

ZSH = """\
#compdef nonet
# completion of nonet for zsh: eval "$(nonet completion zsh)", or a file _nonet on fpath
_nonet() {
    local path_="" values="" i
    local -a words_ options_
    for ((i = 2; i < CURRENT; i++)); do
        case "${path_:+$path_ }${words[i]}" in
        (@PATHS@) path_="${path_:+$path_ }${words[i]}" ;;
        esac
    done
    case "$path_" in
@WORDS@
    esac
    case "$path_ ${words[CURRENT-1]}" in
@VALUES@
    esac
    if [[ -n $values ]]; then
        if (( $#words_ )); then compadd -- $words_; else _files; fi
    elif [[ ${words[CURRENT]} == -* ]]; then
        _describe option options_
    elif (( $#words_ )); then
        _describe word words_
    else
        _files
    fi
}
if [[ $funcstack[1] == _nonet ]]; then _nonet "$@"; else compdef _nonet nonet; fi
"""

FISH = """\
# completion of nonet for fish: nonet completion fish > ~/.config/fish/completions/nonet.fish
function __nonet_at
    set -l at ""
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        if contains -- "$next" @PATHS@
            set at "$next"
        end
    end
    test "$at" = "$argv"
end
@VALUES@
"""

SCRIPTS: dict[str, Callable[[list[CompletionContext]], str]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
"""For each shell the function that writes its script."""
