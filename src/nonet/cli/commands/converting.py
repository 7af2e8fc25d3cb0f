"""The commands that write puzzles and models in other forms."""

from __future__ import annotations

import argparse
import json

from nonet.cli import common as cli
from nonet.cli import inputs
from nonet.cli.output_files import OUTPUT_OPTIONS, Output
from nonet.cli.parser import Command
from nonet.errors import FormatError, NonetError, quantity
from nonet.exporting import export, find_language, languages
from nonet.formats import find_format, format_names, write
from nonet.formats.csv import CsvFormat
from nonet.formats.json import puzzle_identity, puzzle_schema
from nonet.model import Model
from nonet.model.json import model_schema
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting.canonical import canonical_many, check_clues


def _configure_convert(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    names = format_names(writing=True)
    what = f"format to write, by default the format of the suffix of -o: {', '.join(names)}"
    cli.add_options(parser, f"--to FORMAT  {what}", to={"choices": names})
    cli.add_options(parser, CONVERT_OPTIONS)


CONVERT_OPTIONS = f"""
    --guard-formulas  in csv, write a quote before texts that a spreadsheet would take for a formula
                      (=, +, -, @ first); without, texts are written as they are
    {OUTPUT_OPTIONS}
"""


def _run_convert(arguments: argparse.Namespace) -> int:
    """Convert puzzles to another format.

    Examples:
      nonet convert puzzles/euler96.txt --to sdk
      nonet convert puzzles/euler96.txt -o puzzles.csv
      cat puzzle.txt | nonet convert - --to json
    """

    target = Output(arguments, arguments.output, {}, "-o")
    name = _format_name(arguments.to, target.suffix, arguments.output)
    read: list[Puzzle] = []

    def answer(puzzle: Puzzle) -> int:
        read.append(puzzle)
        return cli.YES

    code = cli.for_each(arguments, answer)
    if arguments.guard_formulas and name != "csv":
        raise FormatError("--guard-formulas is for --to csv")
    if not read:
        return code
    chosen = CsvFormat(guards_formulas=True) if arguments.guard_formulas else name
    text = write(read, chosen)
    if target:
        target.write(text, quantity(len(read), "puzzle"))
    else:
        cli.print_text(text)
    return code


def _format_name(name: str | None, suffix: str, file: str | None) -> str:
    """Return the format to write: as asked for, or of the file's suffix; raise ``FormatError`` if
    neither says one, or the two differ."""
    owners = {each for each in format_names() if suffix in find_format(each).suffixes}
    if name is None and len(owners) == 1 and owners <= set(format_names(writing=True)):
        return owners.pop()
    if name is None:
        raise FormatError(
            f"which format? --to NAME says it, or the suffix of -o; there are "
            f"{', '.join(format_names(writing=True))}",
            source=file,
        )
    if len(owners) == 1 and name not in owners:
        raise FormatError(f"{suffix} is {owners.pop()}, and --to says {name}", source=file)
    return name


def _configure_model(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser, models=True)
    what = f"language to write: {', '.join(languages())}"
    cli.add_options(parser, f"--as LANGUAGE  {what}", **{"as": {"dest": "language"}})
    cli.add_options(parser, MODEL_OPTIONS, format={"choices": ["text", "json"], "default": "text"})


MODEL_OPTIONS = f"""
    --pick N  the Nth of several puzzles, from 1
    {OUTPUT_OPTIONS}
    --list    list the languages and what runs them
    --format  of --list
"""


def _run_model(arguments: argparse.Namespace) -> int:
    """Write a puzzle or a model as a program or file for another solver.

    Examples:
      nonet model puzzle.txt --as cpsat > puzzle.py && python puzzle.py
      nonet model puzzles/x.json --pick 2 --as minizinc -o puzzle.mzn
      nonet model model.json --as smtlib
      nonet model --list
    """

    if arguments.list:
        _show_languages(arguments)
        return cli.YES
    if not arguments.language:
        raise FormatError(f"say --as LANGUAGE, one of {', '.join(languages())}")
    language = find_language(arguments.language)
    target = Output(arguments, arguments.output, {}, "-o")
    others = {each.suffix: each.name for each in languages().values()}
    if target.suffix in others and target.suffix != language.suffix:
        raise FormatError(
            f"{target.suffix} is {others[target.suffix]}, and --as says {language.name}, "
            f"which is {language.suffix}",
            source=arguments.output,
        )
    text = export(_read_single_input(arguments), language.name)
    if target:
        target.write(text)
    else:
        cli.print_text(text)
    return cli.YES


def _read_single_input(arguments: argparse.Namespace) -> Puzzle | Model:
    """Return the requested puzzle or model; raise ``FormatError`` if several may be meant."""
    items: list[inputs.PuzzleOrModel | NonetError] = []
    for item in inputs.read_inputs(arguments):
        items.append(item)
        if arguments.pick is None and len(items) > 1:
            raise FormatError("more than one puzzle: say which with --pick N, counting from 1")
        if len(items) == arguments.pick:
            break
    place = 1 if arguments.pick is None else arguments.pick
    if not 1 <= place <= len(items):
        raise FormatError(f"there is no puzzle {place}: {len(items)} were read")
    chosen = items[place - 1]
    if isinstance(chosen, NonetError):
        raise chosen
    return chosen.model if isinstance(chosen, inputs.NamedModel) else chosen


def _show_languages(arguments: argparse.Namespace) -> None:
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


def _configure_canonical(parser: argparse.ArgumentParser) -> None:
    inputs.add_inputs(parser)
    cli.add_options(parser, "--distinct  the puzzles themselves, without duplicates")
    cli.add_format(parser, "text", "json")


def _run_canonical(arguments: argparse.Namespace) -> int:
    """Print the canonical form of puzzles: the same for all that differ by a symmetry of their rules.

    For classics of up to 12x12 the form is the least image, read row by row, under the exchanges of
    rows within a band, of bands, columns, stacks, of rows for columns and of the names of values.  With
    other rules the form is the least of the eight turned and mirrored puzzles, as far as these keep the
    rules.

    --distinct prints the puzzles as they are, the first of each form; standard error tells how many
    puzzles were left out.

    Examples:
      nonet canonical puzzles/hard.txt
      nonet canonical collection.txt --distinct > without-duplicates.txt
      nonet canonical killers.json --format json
    """

    waiting: list[Puzzle] = []
    seen: set[str] = set()
    read = 0

    def flush() -> None:
        for puzzle, form in zip(waiting, canonical_many(waiting), strict=True):
            line = _text(form)
            repeated = line in seen
            seen.add(line)
            if arguments.format == "json":
                cli.print_json({**puzzle_identity(puzzle), "canonical": line, "repeated": repeated})
            elif not arguments.distinct:
                print(line)
            elif not repeated:
                print(_text(puzzle))
        waiting.clear()

    def answer(puzzle: Puzzle) -> int:
        nonlocal read
        check_clues(puzzle)
        waiting.append(puzzle)
        read += 1
        if len(waiting) == BATCH:
            flush()
        return cli.YES

    code = cli.for_each(arguments, answer)
    flush()
    if len(seen) < read:
        cli.print_message(f"nonet: {read - len(seen)} of {read} puzzles repeat the form of another")
    return code


BATCH = 64
"""Puzzles whose forms are found together."""


def _text(puzzle: Puzzle) -> str:
    plain = puzzle.rules == CLASSIC and puzzle.grid == Grid.square(puzzle.grid.size)
    return puzzle.line() if plain else write([puzzle], "json").strip()


def _configure_schema(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("of", choices=("model", "puzzle"), help="of which JSON")


def _run_schema(arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of models or of puzzles: what their JSON may hold.

    Examples:
      nonet schema model > model.schema.json
      nonet schema puzzle
    """

    schema = model_schema if arguments.of == "model" else puzzle_schema
    print(json.dumps(schema(), indent=2))
    return cli.YES


COMMANDS = {
    "convert": Command("convert", _configure_convert, _run_convert),
    "model": Command("convert", _configure_model, _run_model),
    "canonical": Command("convert", _configure_canonical, _run_canonical),
    "schema": Command("convert", _configure_schema, _run_schema),
}
