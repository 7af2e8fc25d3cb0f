"""A repeated option of a command goes on with the first one, or is refused: it never replaces it."""

import argparse

import pytest

from nonet.cli import command_names, main
from nonet.cli.parser import CommandParser, make_parser

PAIRS = (("4", "5"), ("2x3", "3x2"), ("7.5", "8.5"), ("900", "901"), ("one", "two"))
"""Two values of each type: the first pair that an option takes is tried."""


def parsers(parser, command_words=()):
    """A parser and those of its actions, each with the words that lead there."""
    children = list(parser.subparsers())
    if not children:
        yield parser, command_words
    for name, child in children:
        yield from parsers(child, (*command_words, name))


def pair_for(action):
    if action.nargs == 0:
        return None
    if action.choices is not None:
        first, *others = action.choices
        return (first, others[-1]) if others else None
    for pair in PAIRS:
        try:
            [(action.type or str)(text) for text in pair]
        except (ValueError, TypeError, argparse.ArgumentTypeError):
            continue
        return pair
    raise AssertionError(f"no values for {action.option_strings}")


def required(parser, but):
    """Words for the required arguments of a parser."""
    positionals = []
    for action in parser._actions:
        if action.option_strings and action.required and action is not but:
            positionals += [action.option_strings[0], *(pair_for(action) or ())[:1]]
        elif not action.option_strings and action.nargs not in ("*", "?"):
            positionals.append(next(iter(action.choices)) if action.choices else "x")
    return positionals


@pytest.mark.slow(0.05)
@pytest.mark.parametrize("command", command_names())
def test_a_repeated_option_is_continued_or_refused(command, capsys):
    tried = 0
    for parser, command_line in parsers(make_parser(command)):
        for action in parser._actions:
            pair = pair_for(action) if action.option_strings else None
            if pair is None:
                continue
            for name in action.option_strings:
                arguments = [*command_line, *required(parser, action)]
                arguments += [action.option_strings[0], pair[0], name, pair[1]]
                tried += 1
                try:
                    parsed, _ = make_parser(command).parse_known_args(arguments)
                except SystemExit:
                    error = capsys.readouterr().err
                    assert "given twice" in error and len(error.splitlines()) == 1
                else:
                    value = getattr(parsed, action.dest)
                    message = (
                        [str(each) for each in value] if isinstance(value, list) else str(value)
                    )
                    assert all(text in message for text in pair), (name, value)
    assert tried or command in ("completion", "schema", "learn")


def test_lists_go_on_and_contradictions_are_refused(capsys):
    parsed = make_parser("generate").parse_args(["generate", "--kind", "killer", "--kind", "arrow"])
    assert parsed.kind == "killer,arrow"
    parsed = make_parser("solve").parse_args(["solve", "p", "--rules", "x", "--rules", "windoku"])
    assert parsed.rules == "x,windoku"
    for command_line in (
        ["hint", "p", "--unique", "--no-unique"],
        ["solve", "p", "--format", "line", "--json"],
        ["solve", "p", "--limit", "1", "--limit", "2"],
    ):
        assert main(command_line) == 2
        assert "given twice" in capsys.readouterr().err
    assert main(["solve", "." * 16, "--all", "--all", "--limit", "1", "--json", "--json"]) == 0


def test_options_of_one_parser_do_not_meet_those_of_the_next():
    parser = CommandParser(prog="x")
    parser.add_argument("--n", type=int)
    assert [parser.parse_args(["--n", text]).n for text in ("1", "2")] == [1, 2]
