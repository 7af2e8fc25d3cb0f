"""The options, answers, messages and progress that all commands share; ``inputs.py`` reads puzzles."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from nonet.backends import find_backend, get_backend
from nonet.backends.registry import configured_backend
from nonet.batch.read_ahead import solve_ahead
from nonet.cli import inputs
from nonet.cli.activity import ACTIVITY as ACTIVITY
from nonet.cli.activity import BAD_INPUT as BAD_INPUT
from nonet.cli.activity import INTERRUPTED as INTERRUPTED
from nonet.cli.activity import NO as NO
from nonet.cli.activity import UNDECIDED as UNDECIDED
from nonet.cli.activity import YES as YES
from nonet.cli.activity import print_error
from nonet.cli.activity import print_message as print_message
from nonet.cli.parser import EMPTY as EMPTY
from nonet.cli.parser import REPEATED as REPEATED
from nonet.cli.parser import add_options as add_options
from nonet.deadline import check_memory_limit
from nonet.errors import (
    Disagreement,
    FormatError,
    NonetError,
    Undecided,
    Unsupported,
    quantity,
)
from nonet.formats import write
from nonet.formats.statements import Header
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import UnreadPart, as_read_json
from nonet.render.printable import printable, printable_json
from nonet.solving import Outcome, Solution

if TYPE_CHECKING:
    from tqdm import tqdm

    from nonet.render.drawing import Drawing
    from nonet.setting import Chain, Conflict
    from nonet.solving import Optimum, Solution


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


def add_backend(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the solver and its time limit."""
    add_options(parser, BACKEND_OPTION)
    add_time_limit(parser)


BACKEND_OPTION = """
    --backend NAME[:OPTION=VALUE,...]
        the solver (default auto, which chooses: nonet backends --why PUZZLE says how)
"""


def add_solver_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for parameters of the solver, and for its log."""
    add_options(parser, SOLVER_OPTIONS, option=REPEATED)


SOLVER_OPTIONS = """
    --option NAME=VALUE
        set a parameter of the solver, by its own name: random_seed=7 (without --backend, of cpsat)
    --log  print the solver's log on standard error (without --backend, of cpsat)
"""


def choose_backend(arguments: argparse.Namespace) -> Callable[[str], object] | None:
    """Make ``arguments.backend`` a backend with the options; return the function for its log, if any."""
    options = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not (name.strip() and equals):
            arguments.parser.error(f"--option is NAME=VALUE, such as random_seed=7, not {text!r}")
        options[name.strip()] = _option_value(value.strip())
    log = print_log_line if arguments.log else None
    if not options and log is None:
        get_backend(arguments.backend)
        return None
    arguments.backend = configured_backend(arguments.backend, options or None, log)
    return log


def print_log_line(line: str) -> None:
    """Write a line of a solver's log on standard error."""
    print(printable(line), file=sys.stderr, flush=True)


def _option_value(text: str) -> bool | int | float | str:
    """Return the value of an option: a truth, a number, or a text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


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
    table = f"--time-limit SECONDS  stop after so many seconds {of}{usual}"
    add_options(parser, table, time_limit={"type": seconds, "default": default})


def add_memory_limit(parser: argparse.ArgumentParser) -> None:
    """The memory limit of the command's processes."""
    what = "undecided is what takes a process of more memory than so many 2**20 bytes (Linux)"
    add_options(parser, f"--memory-limit MEGABYTES  {what}", memory_limit={"type": megabytes})


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
    table = f"--format  form of the answer (default {choices[0]}){per_line}"
    add_options(parser, table, format={"choices": choices, "default": choices[0]})


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
        return f"{quantity(answered, 'puzzle')}: {', '.join(parts)}"

    @property
    def exit_code(self) -> int:
        """Bad input outweighs undecided, that outweighs "no"."""
        for code in (INTERRUPTED, BAD_INPUT, UNDECIDED, NO):
            if self.codes.get(code):
                return code
        return YES


def print_answer(
    puzzle: inputs.PuzzleOrModel, fields: dict[str, Any], doubts: Sequence[UnreadPart] = ()
) -> None:
    """Print the answer about a puzzle as one line of JSON.

    With ``doubts``, unread parts that could contradict the answer, the line says that the answer
    is undecided, and contains the answer about the parts that were read.
    """
    print_json({**inputs.identity(puzzle), **as_read_json(fields, doubts)})


def print_json(entry: dict[str, Any]) -> None:
    """One answer as one line of JSON."""
    print(json_text(entry), flush=True)


def json_text(value: object) -> str:
    """Return a value as JSON in one line, safe to print."""
    import json

    return printable_json(json.dumps(value, ensure_ascii=False))


def with_batch_outcomes(
    items: Iterator[inputs.PuzzleOrModel | NonetError], limit: int | None
) -> Iterator[tuple[inputs.PuzzleOrModel | NonetError, Outcome | None]]:
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
    yield from solve_ahead(items, limit)


Precomputed = TypeVar("Precomputed")
BatchAnswer = tuple[int | None, Callable[[Puzzle, Outcome], int]]
"""The requested number of solutions, and the function that handles a puzzle's outcome."""


def for_each(
    arguments: argparse.Namespace,
    answer: Callable[[Puzzle], int],
    labels: Mapping[int, str] | None = None,
    batch: BatchAnswer | None = None,
    model: Callable[[inputs.NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle, report bad puzzles, and return the exit code.

    With ``batch``, the compiled engine answers many puzzles at once, and its answers are
    handed to that function instead.  Otherwise as :func:`for_each_precomputed`.
    """

    def answered(puzzle: Puzzle, outcome: Outcome | None) -> int:
        if not batch or outcome is None:
            return answer(puzzle)
        return batch[1](puzzle, outcome.for_puzzle(puzzle.unread))

    limit = batch[0] if batch else None
    stream = with_batch_outcomes(inputs.read_inputs(arguments), limit)
    return for_each_precomputed(arguments, stream, answered, labels, model)


def for_each_precomputed(
    arguments: argparse.Namespace,
    stream: Iterator[tuple[inputs.PuzzleOrModel | NonetError, Precomputed | NonetError]],
    answer: Callable[[Puzzle, Precomputed], int],
    labels: Mapping[int, str] | None = None,
    model: Callable[[inputs.NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle and its precomputed answer; return the exit code.

    Errors in place of either are reported.  ``model`` is called for every model; without it, models
    are refused.  ``labels`` name the exit codes 0 and 1 in the summary.  Ctrl-C ends the run:
    earlier answers stay printed, and the last line gives the number of puzzles answered.
    """
    tally = Tally()
    with ProgressBar() as progress:
        try:
            for item, precomputed in stream:
                try:
                    if isinstance(item, NonetError):
                        raise item
                    if isinstance(precomputed, NonetError):
                        raise precomputed
                    ACTIVITY.begin_puzzle(_lazy_label(item, tally.puzzles + 1))
                    if not isinstance(item, inputs.NamedModel):
                        tally.add(answer(item, precomputed))
                        print_added_rules(item)
                    elif model is None:
                        raise inputs.model_refused(item)
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
        from nonet.formats.marks import ADDED_NOTE  # 6 ms, with all that reads links

        if added := puzzle.notes.get(ADDED_NOTE):
            print_message(f"{inputs.title(puzzle)}: taken from the setter's words: {added}")


def _lazy_label(puzzle: inputs.PuzzleOrModel, number: int) -> Callable[[], str]:
    if isinstance(puzzle, inputs.NamedModel):
        return lambda: inputs.title(puzzle)
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


def make_drawer(*, ascii: bool = False, signs: bool = False) -> Callable[[Drawing], str]:
    """How drawings are written on standard output.

    Into a pipe the lines and outside clues of rules are left out unless ``signs`` are asked for, so
    that the printed drawing can be read as a puzzle: statements give the rules.
    """
    from nonet.render.terminal import drawing_text, wants_ascii, wants_colour  # as Puzzle.drawing

    colour, ascii_ = wants_colour(sys.stdout), ascii or wants_ascii(sys.stdout)
    signs = signs or colour or sys.stdout.isatty()
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


def format_model_solution(model: inputs.NamedModel, solution: Solution) -> str:
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
    file, what = "disagreement.json", "where the model of a disagreement is written"
    table = f"--reproducer FILE  {what} (default {file})"
    add_options(parser, table, reproducer={"default": file})


def check_reproducer(arguments: argparse.Namespace) -> None:
    """Raise now if the reproducer could not be written."""
    from pathlib import Path

    if not Path(arguments.reproducer).absolute().parent.is_dir():
        raise FormatError("there is no such folder to write to", source=arguments.reproducer)


def report_disagreement(
    arguments: argparse.Namespace, puzzle: inputs.PuzzleOrModel, error: Disagreement
) -> None:
    """Write a disagreement's model to its file, and say so."""
    from pathlib import Path

    Path(arguments.reproducer).write_text(error.reproducer + "\n", encoding="utf-8")
    print_message(f"nonet: {error}; written to {arguments.reproducer}")
    if arguments.format == "json":
        print_json({**inputs.identity(puzzle), "agree": False, "disagreement": str(error)})
    else:
        print(f"{inputs.title(puzzle)}: DISAGREE: {error}", flush=True)


def positive_integer(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def to_one_line(puzzle: Puzzle) -> str:
    """Return a puzzle with its marks as a HoDoKu line, or as JSON if no line can hold it."""
    try:
        return write([puzzle], "hodoku").strip()
    except FormatError:
        return write([puzzle], "json").strip()


CONFLICT_SECONDS = 10.0
"""Seconds in which a conflict is looked for, at most."""


def find_conflict(puzzle: inputs.PuzzleOrModel, time_limit: float | None = None) -> Conflict | None:
    """Return a conflict of a puzzle without a solution, if one is found in time."""
    if not find_backend("sat").available().ok:
        return None
    from nonet.setting import conflict  # 150 ms

    limit = min(CONFLICT_SECONDS, time_limit or CONFLICT_SECONDS)
    try:
        clash = conflict(inputs.problem_of(puzzle), time_limit=limit)
    except Unsupported:
        return None
    return clash if clash.parts else None


def chain_lines(chain: Chain | None) -> list[str]:
    """Return the steps of a chain, a line each."""
    return [] if chain is None else str(chain).splitlines()
