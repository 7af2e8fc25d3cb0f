"""Write a puzzle or a model as a program or file for another solver.

Examples:
  nonet model puzzle.txt --as cpsat > puzzle.py && python puzzle.py
  nonet model puzzles/x.json --pick 2 --as minizinc -o puzzle.mzn
  nonet model model.json --as smtlib
  nonet model --list
"""

from __future__ import annotations

import argparse

from nonet.cli import common as cli
from nonet.cli.output_files import Output, add_output
from nonet.errors import FormatError, NonetError
from nonet.exporting import export, find_language, languages
from nonet.model import Model
from nonet.puzzle import Puzzle

GROUP = "convert"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    cli.add_inputs(parser, models=True)
    parser.add_argument(
        "--as",
        dest="language",
        metavar="LANGUAGE",
        help=f"language to write: {', '.join(languages())}",
    )
    parser.add_argument("--pick", type=int, metavar="N", help="the Nth of several puzzles, from 1")
    add_output(parser)
    parser.add_argument("--list", action="store_true", help="list the languages and what runs them")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="of --list")


def run(arguments: argparse.Namespace) -> int:
    """Write one puzzle or model in the language asked for."""
    if arguments.list:
        show_languages(arguments)
        return cli.YES
    if not arguments.language:
        raise FormatError(f"say --as LANGUAGE, one of {', '.join(languages())}")
    if not arguments.inputs:
        raise FormatError("which puzzle? Give a file, the text of a puzzle, or -")
    language = find_language(arguments.language)
    target = Output(arguments, arguments.output, {}, "-o")
    others = {each.suffix: each.name for each in languages().values()}
    if target.suffix in others and target.suffix != language.suffix:
        raise FormatError(
            f"{target.suffix} is {others[target.suffix]}, and --as says {language.name}, "
            f"which is {language.suffix}",
            source=arguments.output,
        )
    text = export(read_single_input(arguments), language.name)
    if target:
        target.write(text)
    else:
        cli.print_text(text)
    return cli.YES


def read_single_input(arguments: argparse.Namespace) -> Puzzle | Model:
    """Return the requested puzzle or model; raise ``FormatError`` if several were read and none is
    picked."""
    items: list[cli.PuzzleOrModel | NonetError] = []
    for item in cli.read_inputs(arguments):
        items.append(item)
        if arguments.pick is None and len(items) > 1:
            raise FormatError("more than one puzzle: say which with --pick N, counting from 1")
        if len(items) == arguments.pick:
            break
    place = arguments.pick or 1
    if not 1 <= place <= len(items):
        raise FormatError(f"there is no puzzle {place}: {len(items)} were read")
    chosen = items[place - 1]
    if isinstance(chosen, NonetError):
        raise chosen
    return chosen.model if isinstance(chosen, cli.NamedModel) else chosen


def show_languages(arguments: argparse.Namespace) -> None:
    """Print every language with the tool that runs its programs."""
    for name, language in languages().items():
        needs = language.needs
        if arguments.format == "json":
            cli.print_json(
                {
                    "language": name,
                    "aliases": list(language.aliases),
                    "sentence": language.sentence,
                    "suffix": language.suffix,
                    "tool": needs.tool,
                    "install": needs.install,
                    "start": needs.start,
                }
            )
            continue
        print(f"{name}: {language.sentence}")
        print(f"  runs with {needs.tool}: {needs.install}")
        print(f"  start: {needs.start}")
