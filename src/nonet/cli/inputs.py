"""The inputs of a command: puzzles, and models, which ``nonet.solving.model_files`` reads."""

# ruff: noqa: PTH110, PTH112 - pathlib takes 5 ms to import

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from nonet.cli.activity import ACTIVITY, print_message
from nonet.cli.parser import REPEATED, add_options
from nonet.deadline import Deadline
from nonet.errors import FormatError, FormatWarning, NonetError
from nonet.formats import format_names, iter_puzzles, looks_like_path, parse
from nonet.formats.base import Reader
from nonet.formats.parsing import open_string, open_text, source_name
from nonet.model import Model
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle import ALPHABETS, Grid, Puzzle, PuzzleRule, grid_of, rule_from_text
from nonet.render.printable import printable
from nonet.solving import Solution
from nonet.solving.problem_input import HEAD_LENGTH, is_model_file, is_model_text, names_model

if TYPE_CHECKING:
    from nonet.solving import ProblemInput, Verdict


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, its file, and the file's own function to show a solution."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


PuzzleOrModel = Puzzle | NamedModel


def solution_to_json(item: PuzzleOrModel, solution: Solution) -> str | dict[str, int]:
    """Return the line of a puzzle, or the values of the declared variables of a model."""
    if not isinstance(item, NamedModel):
        return solution.line
    return {name: value for name, value in solution.items() if not is_auxiliary(name)}


def differing_variables(item: PuzzleOrModel, verdict: Verdict) -> list[str]:
    """Return the variables in which two witnesses differ, of a model only those that it shows."""
    names = list(verdict.differing)
    if not isinstance(item, NamedModel):
        return names
    projection = item.model.projection
    return [name for name in names if projection is None or name in projection]


def problem_of(item: PuzzleOrModel) -> ProblemInput:
    """Return the puzzle or the model itself, as the verbs of :mod:`nonet.solving` take it."""
    return item.model if isinstance(item, NamedModel) else item


MAX_HELD_ERRORS = 100_000
"""Bad entries at the beginning of a file that are held back until a good one follows."""

MAX_COUNTED_BYTES = 1 << 18
"""Bytes of input that are read once more to count their puzzles, where a run takes long."""


DATA_SUFFIXES = (".dzn", ".json")
"""Suffixes of the data files of the MiniZinc model named before them."""


class LazyFormatNames:
    """The names of the formats, listed when needed: listing takes longer than solving a puzzle."""

    def __iter__(self) -> Iterator[str]:
        return iter(format_names())


PUZZLE_HELP = """a file, the text of a puzzle (9x9 or samurai for a blank grid) or a link, or - for
standard input (also where it is a pipe and no puzzle is named)"""
MODEL_HELP = f"""{PUZZLE_HELP}; or a model: its JSON, a Python file that makes one, FlatZinc (.fzn),
XCSP3 (.xml), clauses (.cnf), OPB (.opb), MiniZinc (.mzn), its data files after it"""


def add_inputs(parser: argparse.ArgumentParser, *, models: bool = False) -> None:
    """The arguments that say which puzzles, and with ``models``, which models."""
    metavar, help = ("PUZZLE|MODEL", MODEL_HELP) if models else ("PUZZLE", PUZZLE_HELP)
    parser.add_argument("inputs", nargs="*", metavar=metavar, help=help)
    if models:
        add_data(parser)
        what = "a folder, beside the model's own, from which a MiniZinc model may include files"
        add_options(parser, f"--include FOLDER  {what}", include=REPEATED)
    group = parser.add_argument_group("reading puzzles")
    add_input_format(group, ": %(choices)s")
    add_reading_options(group)
    add_options(group, OPTIONS)


OPTIONS = """
    --grid GRID  the grid, where it is not a square that its text tells: samurai, or '6x8 values 0-9',
                 or '9 at R1C1 R7C7'; a puzzle is then the rows of its canvas, blanks where no cell is
    --strict     refuse a puzzle if its text says anything that is not understood
    --accept     take the rules that are proposed for the drawings of a link without a solution
"""


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the parameters of a model."""
    add_options(parser, DATA_OPTION, data=REPEATED)


DATA_OPTION = """
    --data NAME=VALUE|FILE
        parameters for the function build of a Python file: one by name, or a file: JSON, dzn, CSV
        (columns by heading; NAME=TABLE.csv for rows)
"""


def add_input_format(group: argparse._ActionsContainer, extra_help: str = "") -> None:
    """Add the argument for the format of the puzzles; ``extra_help`` ends its help."""
    table = f"--from FORMAT  format of the input (default: told by its content){extra_help}"
    settings = {"from": {"dest": "from_format", "choices": LazyFormatNames()}}
    add_options(group, table, **settings)


def add_reading_options(group: argparse._ActionsContainer) -> None:
    """Add the options for what cells do not show: rules, regions, boxes and alphabet."""
    rule, alphabet = {"action": "append"}, {"choices": sorted(ALPHABETS)}
    add_options(group, READING_OPTIONS, rule=rule, box={"type": _box}, alphabet=alphabet)


READING_OPTIONS = """
    --rules RULE,...  further rules for every puzzle, such as x,windoku; nonet rules lists them;
                      module:Class is one of your own, in module.py
    --rule RULE       a further rule for every puzzle, repeatable: its name, numbers and cells, such as
                      'killer 15 R1C1 R1C2'; nonet rules NAME says what it takes; 'module:Class 15
                      R1C1' is one of your own
    --regions LAYOUT  jigsaw regions instead of boxes: one letter a cell, in reading order
    --box HxW         height and width of the boxes
    --alphabet        which characters are 10, 11, ... (n > 9)
"""


def _box(text: str) -> tuple[int, int]:
    height, _, width = text.lower().partition("x")
    try:
        return int(height), int(width)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected HEIGHTxWIDTH, such as 2x3, not {text!r}"
        ) from None


def requested_rules(arguments: argparse.Namespace) -> tuple[PuzzleRule, ...]:
    """The rules of ``--rules``, ``--rule`` and ``--regions``."""
    texts = [text for text in (arguments.rules or "").split(",") if text.strip()]
    rules = [rule_from_text(text, imports=True) for text in texts]
    if arguments.rule:
        from nonet.puzzle.short_form import rule_from_short  # 3 ms, and few name a rule

        rules += [rule_from_short(text, imports=True) for text in arguments.rule]
    if arguments.regions:
        rules.append(rule_from_text(f"jigsaw:{arguments.regions}"))
    return tuple(rules)


def read_puzzles(arguments: argparse.Namespace) -> Iterator[Puzzle | NonetError]:
    """Yield the puzzles of all inputs in order; instead of a bad puzzle or a model, its error."""
    for item in read_inputs(arguments):
        yield model_refused(item) if isinstance(item, NamedModel) else item


def model_refused(model: NamedModel) -> FormatError:
    """The error of a command that is given a model and takes none."""
    return FormatError("a model, and this command takes puzzles alone", source=model.name)


def read_inputs(arguments: argparse.Namespace) -> Iterator[PuzzleOrModel | NonetError]:
    """Yield the puzzles and models of all inputs in order; instead of a bad input, its error."""
    options: dict[str, Any] = {
        "format": arguments.from_format,
        "rules": requested_rules(arguments),
        "box": arguments.box,
        "alphabet": arguments.alphabet,
    }
    for name in ("strict", "accept", "allow_clashes"):
        options[name] = getattr(arguments, name, False)
    if not arguments.inputs:
        raise FormatError("which puzzle? Name a file, the text of a puzzle, or - to type one")
    described = getattr(arguments, "grid", None)
    grid = grid_of(described) if described else None
    ACTIVITY.total = cache(lambda: None if grid else _count_puzzles(arguments.inputs, options))
    data = getattr(arguments, "data", None)
    limits = getattr(arguments, "time_limit", None), getattr(arguments, "memory_limit", None)
    models = 0
    for text, own_data in _with_data_files(arguments.inputs, data):
        try:
            if is_model_file(text) or names_model(text) or (text == "-" and _stdin_holds_model()):
                models += 1
                yield Deadline.of_limits(*limits).finish(
                    "the model was read", _read_named_model, text, own_data, arguments
                )
            else:
                yield from (
                    _read_on_grid(grid, text, options) if grid else _read_argument(text, options)
                )
        except NonetError as error:
            yield error
    if data and not models:
        yield FormatError("--data is for a Python file that makes a model, and there is none")


def _with_data_files(
    inputs: list[str], data: list[str] | None
) -> Iterator[tuple[str, list[str] | None]]:
    """Each input with its data: files of data after a MiniZinc model are that model's."""
    groups: list[list[str]] = []
    for text in inputs:
        is_model_before = bool(groups) and groups[-1][0].lower().endswith(".mzn")
        if is_model_before and text.lower().endswith(DATA_SUFFIXES):
            groups[-1].append(text)
        else:
            groups.append([text])
    for text, *own in groups:
        yield text, data if data is None else [*data, *own]


def _stdin_holds_model() -> bool:
    """Whether standard input, of which nothing is consumed, begins like a model's JSON."""
    typed = sys.stdin
    if typed.isatty():
        return False
    buffer: Any = getattr(typed, "buffer", None)
    if hasattr(buffer, "peek"):
        return is_model_text(buffer.peek(HEAD_LENGTH)[:HEAD_LENGTH].decode("utf-8", "ignore"))
    if typed.seekable():
        position = typed.tell()
        head = typed.read(HEAD_LENGTH)
        typed.seek(position)
        return is_model_text(head)
    return False


def _read_named_model(
    text: str, data: list[str] | None, arguments: argparse.Namespace
) -> NamedModel:
    """The model of a file or of standard input; raises if this command takes none."""
    name = "<stdin>" if text == "-" else text
    if data is None:
        raise model_refused(NamedModel(name, Model({})))
    from pathlib import Path

    from nonet.solving.model_files import model_from_text, read_model  # 28 ms

    if text == "-":
        result = model_from_text(sys.stdin.read().removeprefix("\ufeff"), name, data)
    else:
        result = read_model(
            Path(text),
            data,
            include=getattr(arguments, "include", ()),
            keep_places=getattr(arguments, "keep_places", True),
        )
    return NamedModel(name, result.model, result.show)


def _read_argument(text: str, options: Mapping[str, Any]) -> Iterator[Puzzle | NonetError]:
    if text == "-" or _is_file(text):
        from pathlib import Path

        source = sys.stdin if text == "-" else Path(text)
        yield from _merge_errors(iter_puzzles(source, on_warning=_print_warning, **options))
    else:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", FormatWarning)
            result = parse(text, **options)
        for warning in caught:
            _print_warning(warning.message)
        yield result


def _print_warning(warning: Warning | str) -> None:
    """Print a warning about text that is not understood, in one line."""
    print_message(f"nonet: {warning}")


def _read_on_grid(
    grid: Grid, text: str, options: Mapping[str, Any]
) -> Iterator[Puzzle | NonetError]:
    """The puzzles of one argument, as rows of the canvas of a grid."""
    from pathlib import Path

    from nonet.formats.json import read_canvases  # 5 ms

    if options["format"] or options["box"]:
        raise FormatError("--grid says what the text is and its boxes: leave --from and --box out")
    reader_options = {name: options[name] for name in ("rules", "alphabet", "allow_clashes")}
    reader = Reader(**reader_options)
    if text != "-" and not _is_file(text, short=True):
        yield from read_canvases(grid, open_string(text).lines, reader)
        return
    source = sys.stdin if text == "-" else Path(text)
    with open_text(source) as opened:
        for entry in read_canvases(grid, opened.lines, reader):
            if isinstance(entry, FormatError):
                entry.source = source_name(source)
            yield entry


def _is_file(text: str, *, short: bool = False) -> bool:
    """Whether an argument names a file; raise ``FormatError`` for a path where none is.

    A text may be ``short`` where the grid is known.
    """
    if not text.strip():
        raise FormatError("an empty text is not a puzzle: name a file, or give a puzzle's text")
    if "/" in text:
        from nonet.formats.links import is_link  # 5 ms, with all that reads pasted texts

        if is_link(text):
            return False
    if os.path.isdir(text):
        raise FormatError("a directory, not a file: name the files in it", source=text)
    if os.path.exists(text):
        return True
    if looks_like_path(text) or (len(text) < 16 and not short and not _is_blank_grid(text)):
        raise FormatError("no such file, and no puzzle either", source=text)
    return False


def _is_blank_grid(text: str) -> bool:
    from nonet.formats.pasted import is_blank  # 4 ms; most inputs are cells or files

    return is_blank(text)


def template_puzzles(text: str) -> list[Puzzle]:
    """Return the puzzles of a file that serve as templates (grid and rules) of new puzzles, or the
    blank grid of that name; raise the first ``FormatError`` of the file."""
    if _is_blank_grid(text) and not os.path.exists(text):
        return [parse(text)]
    puzzles = []
    for entry in iter_puzzles(text, allow_clashes=True):
        if isinstance(entry, FormatError):
            raise entry
        puzzles.append(entry)
    return puzzles


def _merge_errors(entries: Iterator[Puzzle | FormatError]) -> Iterator[Puzzle | FormatError]:
    """The entries of a file; if none is a puzzle, one error instead of theirs."""
    bad: list[FormatError] = []
    for entry in entries:
        if isinstance(entry, FormatError) and len(bad) < MAX_HELD_ERRORS:
            bad.append(entry)
            continue
        yield from bad
        yield entry
        yield from entries
        return
    if len(bad) > 1:
        first = bad[0]
        first.message = f"no puzzle: none of its {len(bad)} entries is one; here {first.message}"
    yield from bad[:1]


def _count_puzzles(inputs: list[str], options: Mapping[str, Any]) -> int | None:
    """Return the number of puzzles; ``None`` if counting is slow or consumes the input."""
    from pathlib import Path

    try:
        models = sum(map(is_model_file, inputs))
        inputs = [text for text in inputs if not is_model_file(text)]
        files = [Path(text) for text in inputs if text != "-" and _is_file(text)]
        if "-" in inputs or not all(file.is_file() for file in files):
            return None
        if sum(file.stat().st_size for file in files) > MAX_COUNTED_BYTES:
            return None
        quiet = {**options, "on_warning": lambda warning: None}
        counted = (isinstance(e, Puzzle) for file in files for e in iter_puzzles(file, **quiet))
        return models + len(inputs) - len(files) + sum(counted)
    except (NonetError, OSError):
        return None


def title(puzzle: PuzzleOrModel) -> str:
    """Return the name of a puzzle or its clues, or a model's file, for messages: short, and safe to
    print.
    """
    if isinstance(puzzle, NamedModel):
        return printable(puzzle.name)
    line = puzzle.line()
    if puzzle.name or len(line) <= 81:
        return printable(puzzle.name or line)
    return f"{line[:60]}... ({len(line)} cells)"


def identity(puzzle: PuzzleOrModel) -> dict[str, Any]:
    """Return fields by which the answer can be read as the puzzle; for a model its file."""
    if isinstance(puzzle, NamedModel):
        return {"model": puzzle.name}
    from nonet.formats.json import puzzle_identity  # 5 ms, which text does not need

    return puzzle_identity(puzzle)
