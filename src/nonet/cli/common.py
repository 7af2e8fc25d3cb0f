"""The inputs, exit codes, messages and progress that all commands share."""

# ruff: noqa: PTH110, PTH112 - pathlib takes 5 ms to import

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.backends import find_backend, get_backend
from nonet.cli.activity import ACTIVITY as ACTIVITY
from nonet.cli.activity import BAD_INPUT as BAD_INPUT
from nonet.cli.activity import INTERRUPTED as INTERRUPTED
from nonet.cli.activity import NO as NO
from nonet.cli.activity import UNDECIDED as UNDECIDED
from nonet.cli.activity import YES as YES
from nonet.cli.activity import count_phrase as count_phrase
from nonet.cli.activity import print_error
from nonet.cli.activity import print_message as print_message
from nonet.deadline import Deadline, check_memory_limit
from nonet.errors import (
    Disagreement,
    FormatError,
    FormatWarning,
    NonetError,
    Undecided,
    Unsupported,
)
from nonet.formats import format_names, iter_puzzles, looks_like_path, parse, write
from nonet.formats.base import Reader
from nonet.formats.statements import Header
from nonet.model import Model
from nonet.puzzle import ALPHABETS, Grid, Puzzle, PuzzleRule, grid_of, rule_from_text
from nonet.puzzle.unread import UnreadPart, as_read_json
from nonet.render.printable import printable, printable_json
from nonet.solving import Outcome, Solution
from nonet.solving.problem_input import HEAD_LENGTH, is_model_file, is_model_text, names_model

if TYPE_CHECKING:
    from tqdm import tqdm

    from nonet.render.drawing import Drawing
    from nonet.setting import Chain, Conflict
    from nonet.solving import Optimum, ProblemInput, Solution, Verdict


# -- inputs: puzzles, and models, which nonet.solving.model_files reads -----------------------


@dataclass(frozen=True)
class NamedModel:
    """A model of the command line, with the name of its file; ``show`` is the file's own function
    that shows a solution."""

    name: str
    model: Model
    show: Callable[[Mapping[str, int]], object] | None = None


PuzzleOrModel = Puzzle | NamedModel


def solution_to_json(item: PuzzleOrModel, solution: Solution) -> str | dict[str, int]:
    """Return a solution as JSON holds it: the line of a puzzle, or the values of a model's variables
    by name, without those that a compiler added."""
    if not isinstance(item, NamedModel):
        return solution.line
    from nonet.model.auxiliary_variables import is_auxiliary  # not needed by a puzzle

    return {name: value for name, value in solution.items() if not is_auxiliary(name)}


def differing_variables(item: PuzzleOrModel, verdict: Verdict) -> list[str]:
    """Return the variables in which two witnesses differ, of a model only those that it shows."""
    names = list(verdict.differing)
    if not isinstance(item, NamedModel):
        return names
    projection = item.model.projection
    return [name for name in names if projection is None or name in projection]


def problem_of(item: PuzzleOrModel) -> ProblemInput:
    """Return the puzzle or the model itself, as the functions of :mod:`nonet.solving` take a
    problem."""
    return item.model if isinstance(item, NamedModel) else item


MAX_HELD_ERRORS = 100_000
"""Maximum number of bad entries at the beginning of a file that are held back until a good entry
follows."""

MAX_COUNTED_BYTES = 1 << 18
"""Bytes of input that are read once more to count their puzzles, where a run takes long."""


DATA_SUFFIXES = (".dzn", ".json")
"""Suffixes of the data files of the MiniZinc model named before them."""


class LazyFormatNames:
    """The names of the formats, listed when needed: listing takes longer than solving a puzzle."""

    def __iter__(self) -> Iterator[str]:
        return iter(format_names())


def add_inputs(parser: argparse.ArgumentParser, *, models: bool = False) -> None:
    """The arguments that say which puzzles, and with ``models``, which models."""
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="PUZZLE|MODEL" if models else "PUZZLE",
        help="a file, the text of a puzzle (9x9 or samurai for a blank grid) or a link, or - for "
        "standard input (also where it is a pipe and no puzzle is named)"
        + (
            "; or a model: its JSON, a Python file that makes one, FlatZinc (.fzn), XCSP3 (.xml), MiniZinc "
            "(.mzn), its data files after it"
            if models
            else ""
        ),
    )
    if models:
        parser.add_argument(
            "--data",
            action="append",
            default=[],
            metavar="NAME=VALUE|FILE",
            help="parameters for the function build of a Python file: one by name, "
            "or a file: JSON, dzn, CSV (columns by heading; NAME=TABLE.csv for rows)",
        )
        parser.add_argument(
            "--include",
            action="append",
            default=[],
            metavar="FOLDER",
            help="a folder, beside the model's own, from which a MiniZinc model may include files",
        )
    group = parser.add_argument_group("reading puzzles")
    add_input_format(group, ": %(choices)s")
    add_reading_options(group)
    group.add_argument(
        "--grid",
        metavar="GRID",
        help="the grid, where it is not a square that its text tells: samurai, or '6x8 values 0-9', "
        "or '9 at R1C1 R7C7'; a puzzle is then the rows of its canvas, blanks where no cell is",
    )
    group.add_argument(
        "--strict",
        action="store_true",
        help="refuse a puzzle if its text says anything that is not understood",
    )


def add_input_format(group: argparse._ActionsContainer, extra_help: str = "") -> None:
    """Add the argument for the format of the puzzles; ``extra_help`` ends its help."""
    group.add_argument(
        "--from",
        dest="from_format",
        metavar="FORMAT",
        choices=LazyFormatNames(),
        help=f"format of the input (default: told by its content){extra_help}",
    )


def add_reading_options(group: argparse._ActionsContainer) -> None:
    """Add the arguments for the facts that the cells of a puzzle do not show: rules, regions, boxes
    and alphabet."""
    group.add_argument(
        "--rules",
        metavar="RULE,...",
        help="further rules for every puzzle, such as x,windoku; nonet rules lists them; "
        "module:Class is one of your own, in module.py",
    )
    group.add_argument(
        "--rule",
        action="append",
        metavar="RULE",
        help="a further rule for every puzzle, repeatable: its name, numbers and cells, such as "
        "'killer 15 R1C1 R1C2'; nonet rules NAME says what it takes; "
        "'module:Class 15 R1C1' is one of your own",
    )
    group.add_argument(
        "--regions",
        metavar="LAYOUT",
        help="jigsaw regions instead of boxes: one letter a cell, in reading order",
    )
    group.add_argument("--box", metavar="HxW", type=_box, help="height and width of the boxes")
    group.add_argument(
        "--alphabet", choices=sorted(ALPHABETS), help="which characters are 10, 11, ... (n > 9)"
    )


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
        from nonet.puzzle.short_form import rule_from_short

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
        "strict": getattr(arguments, "strict", False),
        "allow_clashes": getattr(arguments, "allow_clashes", False),
    }
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
    if getattr(arguments, "data", None) and not models:
        yield FormatError("--data is for a Python file that makes a model, and there is none")


def _with_data_files(
    inputs: list[str], data: list[str] | None
) -> Iterator[tuple[str, list[str] | None]]:
    """Each input with its data: files of data after a MiniZinc model are that model's."""
    at = 0
    while at < len(inputs):
        text, at = inputs[at], at + 1
        own: list[str] = []
        while (
            text.lower().endswith(".mzn")
            and at < len(inputs)
            and inputs[at].lower().endswith(DATA_SUFFIXES)
        ):
            own.append(inputs[at])
            at += 1
        yield text, data if data is None else [*data, *own]


def _stdin_holds_model() -> bool:
    """Whether standard input begins like a model's JSON; the text is only peeked at, not
    consumed."""
    typed = sys.stdin
    if typed.isatty():
        return False
    buffer: Any = getattr(typed, "buffer", None)
    if hasattr(buffer, "peek"):
        return is_model_text(buffer.peek(HEAD_LENGTH)[:HEAD_LENGTH].decode("utf-8", "ignore"))
    if typed.seekable():
        at = typed.tell()
        head = typed.read(HEAD_LENGTH)
        typed.seek(at)
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

    from nonet.solving.model_files import model_from_text, read_model

    if text == "-":
        result = model_from_text(sys.stdin.read().removeprefix("\ufeff"), name, data)
    else:
        result = read_model(
            Path(text),
            data,
            include=getattr(arguments, "include", ()),
            keep_places=getattr(arguments, "keep_places", True),
        )
    return NamedModel(result.name, result.model, result.show)


def _read_argument(text: str, options: Mapping[str, Any]) -> Iterator[Puzzle | NonetError]:
    if text == "-":
        yield from _merge_errors(iter_puzzles(sys.stdin, on_warning=_print_warning, **options))
    elif _is_file(text):
        from pathlib import Path

        yield from _merge_errors(iter_puzzles(Path(text), on_warning=_print_warning, **options))
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

    from nonet.formats.canvas import read_puzzles
    from nonet.formats.sources import open_string, open_text, source_name

    if options["format"] or options["box"]:
        raise FormatError("--grid says what the text is and its boxes: leave --from and --box out")
    reader_options = {name: options[name] for name in ("rules", "alphabet", "allow_clashes")}
    reader = Reader(**reader_options)
    if text != "-" and not _is_file(text, short=True):
        yield from read_puzzles(grid, open_string(text).lines, reader)
        return
    source = sys.stdin if text == "-" else Path(text)
    with open_text(source) as opened:
        for entry in read_puzzles(grid, opened.lines, reader):
            if isinstance(entry, FormatError):
                entry.source = source_name(source)
            yield entry


def _is_file(text: str, *, short: bool = False) -> bool:
    """Whether an argument names a file; raise ``FormatError`` if the text looks like a path and no
    such file exists.

    A text may be ``short`` where the grid is known.
    """
    if not text.strip():
        raise FormatError("an empty text is not a puzzle: name a file, or give a puzzle's text")
    if "/" in text and _is_link(text):
        return False
    if os.path.isdir(text):
        raise FormatError("a directory, not a file: name the files in it", source=text)
    if os.path.exists(text):
        return True
    if looks_like_path(text) or (len(text) < 16 and not short and not _is_blank_grid(text)):
        raise FormatError("no such file, and no puzzle either", source=text)
    return False


def _is_link(text: str) -> bool:
    from nonet.formats.links import is_link  # with all that reads pasted texts

    return is_link(text)


def _is_blank_grid(text: str) -> bool:
    from nonet.formats.pasted import is_blank  # most inputs are cells or files

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
    """Return the number of puzzles, or ``None`` if counting is slow or the input can be read only
    once."""
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
    """Return the name of a puzzle or model in messages: the puzzle's name, or its clues, cut if
    long; the model's file.

    A name is safe to print: control characters are shown as escapes.
    """
    if isinstance(puzzle, NamedModel):
        return printable(puzzle.name)
    line = puzzle.line()
    if puzzle.name or len(line) <= 81:
        return printable(puzzle.name or line)
    return f"{line[:60]}... ({len(line)} cells)"


def identity(puzzle: PuzzleOrModel) -> dict[str, Any]:
    """Return the fields that identify a puzzle in JSON, so that the answer can be read as a puzzle;
    for a model its file."""
    if isinstance(puzzle, NamedModel):
        return {"model": puzzle.name}
    from nonet.formats.json import puzzle_identity as told

    return told(puzzle)


def _is_terminal(stream: Any) -> bool:
    return stream is not None and bool(stream.isatty())


class ProgressBar:
    """A progress bar on standard error: for a terminal, and only once a run takes a while."""

    DELAY = 0.7
    """Seconds before the bar appears."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._steps = 0
        self._bar: tqdm[None] | None = None
        self._is_shown = (
            not ACTIVITY.quiet and _is_terminal(sys.stderr) and not _is_terminal(sys.stdout)
        )

    def advance(self) -> None:
        """One puzzle more is done."""
        self._steps += 1
        ACTIVITY.end_puzzle()
        if self._bar is not None:
            self._bar.update()
        elif self._is_shown and time.monotonic() - self._started > self.DELAY:
            from tqdm import tqdm

            self._bar = tqdm(initial=self._steps, unit=" puzzles", file=sys.stderr, leave=False)
            self._bar.start_t -= time.monotonic() - self._started

    def clear(self) -> None:
        """Take the bar off the line, before a message."""
        if self._bar is not None:
            self._bar.clear()

    def __enter__(self) -> ProgressBar:
        ACTIVITY.puzzles = 0
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()


READ_AHEAD_AFTER_SECONDS = 0.6
"""Seconds of CPU time spent on puzzles one by one before further puzzles are read ahead; reading
ahead delays the answers to puzzles that come singly, as from a pipe."""


def add_flags(parser: argparse._ActionsContainer, **flags: str) -> None:
    """Add options without a value, each by its name (``no_steps``: ``--no-steps``) and its help."""
    for name, help in flags.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=help)


def add_number(
    parser: argparse._ActionsContainer, option: str, help: str, default: int | None = None
) -> None:
    """Add an option that takes a whole number; a ``default`` ends its help."""
    usual = "" if default is None else f" (default {default:,})"
    parser.add_argument(option, type=int, default=default, metavar="N", help=f"{help}{usual}")


def add_backend(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the solver and its time limit."""
    parser.add_argument(
        "--backend",
        metavar="NAME[:OPTION=VALUE,...]",
        help="the solver (default auto, which chooses: nonet backends --why PUZZLE says how)",
    )
    add_time_limit(parser)


def check_backend(specification: str | None) -> None:
    """Raise now, once, if the backend cannot run, rather than for every puzzle."""
    get_backend(specification)


def add_time_limit(
    parser: argparse.ArgumentParser,
    default: float | None = None,
    extra_help: str = "",
    of: str = "a puzzle",
) -> None:
    """Add ``--time-limit`` for each puzzle, or each of ``of``; ``extra_help`` ends its help."""
    usual = "" if default is None else f"{extra_help} (default {default:g})"
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"stop after so many seconds {of}{usual}",
    )


def add_memory_limit(parser: argparse.ArgumentParser) -> None:
    """The memory limit of the command's processes."""
    parser.add_argument(
        "--memory-limit",
        type=megabytes,
        metavar="MEGABYTES",
        help="undecided is what takes a process of more memory than so many 2**20 bytes (Linux)",
    )


def megabytes(text: str) -> float:
    """A memory limit as written."""
    try:
        number = float(text)
        check_memory_limit(number)
    except ValueError as error:  # a LimitError is one
        raise argparse.ArgumentTypeError(str(error)) from None
    return number


def seconds(text: str) -> float:
    """A time limit as written."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not isfinite(number) or number <= 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, not {text!r}")
    return number


def add_format(parser: argparse.ArgumentParser, *choices: str) -> None:
    """How answers are written; the first choice is the default."""
    lines = next((choice for choice in choices if choice.startswith("json")), "")
    per_line = f"; {lines} is one object a line" if lines else ""
    parser.add_argument(
        "--format",
        choices=choices,
        default=choices[0],
        help=f"form of the answer (default {choices[0]}){per_line}",
    )


@dataclass
class Tally:
    """The counts of exit codes over many puzzles, and the exit code of the run."""

    puzzles: int = 0
    codes: dict[int, int] = field(default_factory=dict)

    def add(self, code: int) -> None:
        """Count one puzzle's answer."""
        self.codes[code] = self.codes.get(code, 0) + 1

    def summary(self, labels: Mapping[int, str]) -> str:
        """The summary: how many puzzles, and how many of each answer."""
        labels = {**labels, UNDECIDED: "undecided", BAD_INPUT: "could not be read or solved"}
        parts = [
            f"{number:,} {labels[code]}" for code, number in self.codes.items() if code in labels
        ]
        answered = sum(number for code, number in self.codes.items() if code != INTERRUPTED)
        return f"{answered:,} puzzles: {', '.join(parts)}"

    @property
    def exit_code(self) -> int:
        """Bad input outweighs undecided, that outweighs "no"."""
        for code in (INTERRUPTED, BAD_INPUT, UNDECIDED, NO):
            if self.codes.get(code):
                return code
        return YES


def print_answer(
    puzzle: PuzzleOrModel, fields: dict[str, Any], doubts: Sequence[UnreadPart] = ()
) -> None:
    """Print the answer about a puzzle as one line of JSON.

    With ``doubts``, unread parts that could contradict the answer, the line says that the answer
    is undecided, and contains the answer about the parts that were read.
    """
    print_json({**identity(puzzle), **as_read_json(fields, doubts)})


def print_json(entry: dict[str, Any]) -> None:
    """One answer as one line of JSON."""
    import json

    print(printable_json(json.dumps(entry, ensure_ascii=False)), flush=True)


def with_batch_outcomes(
    items: Iterator[PuzzleOrModel | NonetError], limit: int | None
) -> Iterator[tuple[PuzzleOrModel | NonetError, Outcome | None]]:
    """Yield each item, with its outcome if the compiled engine has already solved the puzzle.

    Until ``READ_AHEAD_AFTER_SECONDS`` are spent, no outcome is given: the backend answers item by
    item.  ``limit`` is the number of solutions asked for where that is wanted.
    """
    spent = 0.0
    for item in items:
        began = time.process_time()
        yield item, None
        spent += time.process_time() - began
        if spent > READ_AHEAD_AFTER_SECONDS and limit in (1, 2):
            break
    else:
        return
    from nonet.batch.read_ahead import solve_ahead

    yield from solve_ahead(items, limit)


Precomputed = TypeVar("Precomputed")
BatchAnswer = tuple[int | None, Callable[[Puzzle, Outcome], int]]
"""The requested number of solutions, and the function that handles a puzzle's outcome."""


def for_each(
    arguments: argparse.Namespace,
    answer: Callable[[Puzzle], int],
    labels: Mapping[int, str] | None = None,
    batch: BatchAnswer | None = None,
    model: Callable[[NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle, report bad puzzles, and return the exit code.

    With ``batch``, the compiled engine answers many puzzles at once, and its answers are
    handed to that function instead.  Otherwise as :func:`for_each_precomputed`.
    """

    def answered(puzzle: Puzzle, known: Outcome | None) -> int:
        if not batch or known is None:
            return answer(puzzle)
        return batch[1](puzzle, known.for_puzzle(puzzle.unread))

    limit = batch[0] if batch else None
    stream = with_batch_outcomes(read_inputs(arguments), limit)
    return for_each_precomputed(arguments, stream, answered, labels, model)


def for_each_precomputed(
    arguments: argparse.Namespace,
    stream: Iterator[tuple[PuzzleOrModel | NonetError, Precomputed | NonetError]],
    answer: Callable[[Puzzle, Precomputed], int],
    labels: Mapping[int, str] | None = None,
    model: Callable[[NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle and its precomputed answer; return the exit code.

    Errors that stand in place of either are reported.  ``model`` is called for every model; without
    ``model``, models are refused.  ``labels`` name the exit codes 0 and 1 in the summary of many
    puzzles.  Ctrl-C ends the run: earlier answers stay printed, and the last line gives the number
    of puzzles answered.
    """
    tally = Tally()
    with ProgressBar() as progress:
        try:
            for item, known in stream:
                try:
                    for given in (item, known):
                        if isinstance(given, NonetError):
                            raise given
                    assert not isinstance(item, NonetError)
                    assert not isinstance(known, NonetError)
                    ACTIVITY.begin_puzzle(_lazy_label(item, tally.puzzles + 1))
                    if not isinstance(item, NamedModel):
                        tally.add(answer(item, known))
                        print_added_rules(item)
                    elif model is None:
                        raise model_refused(item)
                    else:
                        tally.add(model(item))
                    tally.puzzles += 1
                except NonetError as error:
                    progress.clear()
                    print_error(error)
                    tally.add(UNDECIDED if isinstance(error, Undecided) else BAD_INPUT)
                progress.advance()
        except KeyboardInterrupt:
            progress.clear()
            ACTIVITY.puzzles = tally.puzzles
            ACTIVITY.print_final_message()
            tally.add(INTERRUPTED)
    shows_tally = labels and not ACTIVITY.quiet and getattr(arguments, "format", "") == "text"
    if shows_tally and labels and tally.puzzles > 1:
        print_message(f"nonet: {tally.summary(labels)}")
    return tally.exit_code


def print_added_rules(puzzle: Puzzle) -> None:
    """Print the rules that only the setter's words say."""
    if puzzle.notes:
        from nonet.formats.rule_collector import ADDED_NOTE

        if added := puzzle.notes.get(ADDED_NOTE):
            print_message(f"{title(puzzle)}: taken from the setter's words: {added}")


def _lazy_label(puzzle: PuzzleOrModel, number: int) -> Callable[[], str]:
    if isinstance(puzzle, NamedModel):
        return lambda: title(puzzle)
    return lambda: f"puzzle {number}{f' ({puzzle.name})' if puzzle.name else ''}"


LINE_WIDTH = 100
"""Characters of a line of values, where a model's solution is written."""


def print_text(text: str) -> None:
    """Print the text of a file unchanged; on a terminal without control characters."""
    if sys.stdout.isatty():
        text = printable(text, keep_newlines=True)
    print(text.encode("utf-8", "backslashreplace").decode(), end="" if text[-1:] == "\n" else "\n")


def print_statements(arguments: argparse.Namespace, puzzle: Puzzle) -> None:
    """Into a pipe, the comment lines without which a drawing would be read as another puzzle.

    The lines state box, alphabet and rules that differ from the last drawing.
    """
    if sys.stdout.isatty():
        return
    header: Header = arguments.__dict__.setdefault("header", Header())
    try:
        lines = header.statements(puzzle, puzzle.alphabet)
    except FormatError:
        lines = ["rules: a drawing cannot state them"]  # which no reader takes for a puzzle
    for line in lines:
        print(f"# {printable_json(line)}")


def make_drawer(*, ascii: bool = False) -> Callable[[Drawing], str]:
    """How drawings are written on standard output.

    Into a pipe the lines and outside clues of rules are left out, so that the printed drawing can
    be read as a puzzle: statements give the rules.
    """
    from nonet.render.terminal import drawing_text, wants_ascii, wants_colour

    colour, ascii_ = wants_colour(sys.stdout), ascii or wants_ascii(sys.stdout)
    signs = colour or sys.stdout.isatty()
    return lambda drawing: drawing_text(drawing, colour=colour, ascii=ascii_, signs=signs)


def optimum_to_json(optimum: Optimum | None) -> dict[str, object]:
    """How good the best solution is, and whether that is proven."""
    if optimum is None:
        return {}
    levels = [_level_to_json(level) for level in optimum.levels]
    document = _level_to_json(optimum)
    return {"optimum": document if len(levels) == 1 else {**document, "levels": levels}}


def _level_to_json(optimum: Optimum) -> dict[str, object]:
    return {
        "sense": optimum.objective.sense,
        "objective": optimum.objective.text,
        "value": optimum.value,
        "bound": optimum.bound,
        "proven": optimum.is_proven,
    }


def format_model_solution(model: NamedModel, solution: Solution) -> str:
    """Return a model's solution as text: by the file's own ``show``, or as lines of values."""
    if model.show is not None:
        return printable(str(model.show(solution)), keep_newlines=True)
    lines = [""]
    for name, value in solution.items():
        text = printable(f"{name} = {value}")
        if lines[-1] and len(lines[-1]) + len(text) + 3 > LINE_WIDTH:
            lines.append("")
        lines[-1] += f"{', ' if lines[-1] else ''}{text}"
    return ",\n".join(lines)


def add_reproducer(parser: argparse.ArgumentParser) -> None:
    """The argument that says where a disagreement goes."""
    parser.add_argument(
        "--reproducer",
        metavar="FILE",
        default="disagreement.json",
        help="where the model of a disagreement is written (default disagreement.json)",
    )


def check_reproducer(arguments: argparse.Namespace) -> None:
    """Raise now if the reproducer could not be written."""
    from pathlib import Path

    if not Path(arguments.reproducer).absolute().parent.is_dir():
        raise FormatError("there is no such folder to write to", source=arguments.reproducer)


def report_disagreement(
    arguments: argparse.Namespace, puzzle: PuzzleOrModel, error: Disagreement
) -> None:
    """Write a disagreement's model to its file, and say so."""
    from pathlib import Path

    Path(arguments.reproducer).write_text(error.reproducer + "\n", encoding="utf-8")
    print_message(f"nonet: {error}; written to {arguments.reproducer}")
    if arguments.format == "json":
        print_json({**identity(puzzle), "agree": False, "disagreement": str(error)})
    else:
        print(f"{title(puzzle)}: DISAGREE: {error}", flush=True)


def positive_integer(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def to_one_line(puzzle: Puzzle) -> str:
    """Return a puzzle with its marks as a HoDoKu line, or as JSON if a line cannot hold the
    puzzle."""
    try:
        return write([puzzle], "hodoku").strip()
    except FormatError:
        return write([puzzle], "json").strip()


CONFLICT_SECONDS = 10.0
"""Seconds in which a conflict is looked for, at most."""


def find_conflict(puzzle: PuzzleOrModel, time_limit: float | None = None) -> Conflict | None:
    """Return a conflict of a puzzle without a solution; ``None`` if no conflict is found in
    time."""
    if not find_backend("sat").available().ok:
        return None
    from nonet.setting import conflict

    limit = min(CONFLICT_SECONDS, time_limit or CONFLICT_SECONDS)
    try:
        clash = conflict(problem_of(puzzle), time_limit=limit)
    except Unsupported:
        return None
    return clash if clash.parts else None


def chain_lines(chain: Chain | None) -> list[str]:
    """Return the steps of a chain, a line each."""
    return [] if chain is None else str(chain).splitlines()
