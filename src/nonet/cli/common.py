"""What the commands share: inputs, exit codes, messages, progress."""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.backends import get_backend
from nonet.cli.progress import Progress as Progress
from nonet.cli.saying import BAD_INPUT as BAD_INPUT
from nonet.cli.saying import INTERRUPTED as INTERRUPTED
from nonet.cli.saying import NO as NO
from nonet.cli.saying import UNDECIDED as UNDECIDED
from nonet.cli.saying import WORK as WORK
from nonet.cli.saying import YES as YES
from nonet.cli.saying import say as say
from nonet.errors import FormatError, FormatWarning, NonetError
from nonet.formats import find_format, format_names, is_link, iter_puzzles, parse
from nonet.formats.reader import Reader
from nonet.puzzle import ALPHABETS, Grid, Puzzle, PuzzleRule, grid_of, rule_from_text
from nonet.render.plain import plain, plain_json
from nonet.solving import Outcome

if TYPE_CHECKING:
    pass

PATIENCE = 0.6
"""Seconds of CPU time spent on puzzles one by one before the compiled engine is worth its start,
which takes as long."""

MOST_ERRORS = 100_000
"""Bad entries at the beginning of a file that are held back until it has a good one."""

MOST_COUNTED = 1 << 18
"""Bytes of input that are read once more to count their puzzles, where a run takes long."""


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which puzzles."""
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="PUZZLE",
        help="a file, the text of a puzzle or a link to one, or - for standard input (also where "
        "it is a pipe and no puzzle is named)",
    )
    group = parser.add_argument_group("reading puzzles")
    group.add_argument(
        "--from",
        dest="from_format",
        metavar="FORMAT",
        choices=format_names(),
        help=f"format of the input (default: told by its content): {', '.join(format_names())}",
    )
    with_reading(group)
    group.add_argument(
        "--grid",
        metavar="GRID",
        help="the grid, where it is no square that its text tells: samurai, or '6x8 values 0-9', "
        "or '9 at R1C1 R7C7'; a puzzle is then the rows of its canvas, blanks where no cell is",
    )
    group.add_argument(
        "--strict",
        action="store_true",
        help="refuse a puzzle if its text says anything that is not understood",
    )


def with_reading(group: argparse._ActionsContainer) -> None:
    """The arguments that say what the cells of a puzzle do not show."""
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
        "'killer 15 R1C1 R1C2'; nonet rules NAME says what it takes",
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


def add_backend(parser: argparse.ArgumentParser) -> None:
    """The arguments that say by what to solve and for how long."""
    parser.add_argument(
        "--backend",
        metavar="NAME[:OPTION=VALUE,...]",
        help="the solver (default auto, which chooses: nonet backends --why PUZZLE says how)",
    )
    add_time_limit(parser)


def checked_backend(specification: str | None) -> None:
    """Raise now, once, if the backend cannot run, rather than for every puzzle."""
    get_backend(specification)


def add_time_limit(parser: argparse.ArgumentParser, default: float | None = None) -> None:
    """The time limit for a puzzle."""
    usual = "" if default is None else f" and backend (default {default:g})"
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"stop after so many seconds a puzzle{usual}",
    )


def seconds(text: str) -> float:
    """A time limit as written."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not isfinite(found) or found <= 0:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, not {text!r}")
    return found


def add_format(parser: argparse.ArgumentParser, *choices: str) -> None:
    """How answers are written; the first choice is the default."""
    parser.add_argument(
        "--format",
        choices=choices,
        default=choices[0],
        help=f"form of the answer (default {choices[0]}); json is one object a line",
    )


def _box(text: str) -> tuple[int, int]:
    height, _, width = text.lower().partition("x")
    try:
        return int(height), int(width)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected HEIGHTxWIDTH, such as 2x3, not {text!r}"
        ) from None


def rules_asked_for(arguments: argparse.Namespace) -> tuple[PuzzleRule, ...]:
    """The rules of ``--rules``, ``--rule`` and ``--regions``."""
    texts = [text for text in (arguments.rules or "").split(",") if text.strip()]
    rules = [rule_from_text(text, imports=True) for text in texts]
    if arguments.rule:
        from nonet.puzzle.short import rule_from_short

        rules += map(rule_from_short, arguments.rule)
    if arguments.regions:
        rules.append(rule_from_text(f"jigsaw:{arguments.regions}"))
    return tuple(rules)


def puzzles(arguments: argparse.Namespace) -> Iterator[Puzzle | NonetError]:
    """The puzzles of all inputs in order; in the place of a bad one, its error."""
    options: dict[str, Any] = {
        "format": arguments.from_format,
        "rules": rules_asked_for(arguments),
        "box": arguments.box,
        "alphabet": arguments.alphabet,
        "strict": getattr(arguments, "strict", False),
    }
    if not arguments.inputs:
        raise FormatError("which puzzle? Name a file, the text of a puzzle, or - to type one")
    grid = grid_of(arguments.grid) if arguments.grid else None
    WORK.total = cache(lambda: None if grid else _total(arguments.inputs, options))
    for text in arguments.inputs:
        try:
            yield from _on_grid(grid, text, options) if grid else _puzzles_of(text, options)
        except NonetError as error:
            yield error


def _puzzles_of(text: str, options: Mapping[str, Any]) -> Iterator[Puzzle | NonetError]:
    """The puzzles that one argument names."""
    if text == "-":
        yield from _one_error(iter_puzzles(sys.stdin, on_warning=_warn, **options))
    elif _is_file(text):
        yield from _one_error(iter_puzzles(Path(text), on_warning=_warn, **options))
    else:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", FormatWarning)
            found = parse(text, **options)
        for warning in caught:
            _warn(warning.message)
        yield found


def _warn(warning: Warning | str) -> None:
    """What a text says that is not understood, as one line."""
    say(f"nonet: {warning}")


def _on_grid(grid: Grid, text: str, options: Mapping[str, Any]) -> Iterator[Puzzle | NonetError]:
    """The puzzles of one argument, as rows of the canvas of a grid."""
    from nonet.formats.canvas import puzzles_on
    from nonet.formats.sources import open_string, open_text, source_name

    if options["format"] or options["box"]:
        raise FormatError("--grid says what the text is and its boxes: leave --from and --box out")
    reader = Reader(rules=options["rules"], alphabet=options["alphabet"])
    if text != "-" and not _is_file(text, short=True):
        yield from puzzles_on(grid, open_string(text).lines, reader)
        return
    source = sys.stdin if text == "-" else Path(text)
    with open_text(source) as opened:
        for entry in puzzles_on(grid, opened.lines, reader):
            if isinstance(entry, FormatError):
                entry.source = source_name(source)
            yield entry


def _is_file(text: str, *, short: bool = False) -> bool:
    """Whether an argument names a file; raises if it looks like one that is not there.

    A text may be ``short`` where the grid is known.
    """
    if not text.strip():
        raise FormatError("an empty text is no puzzle: name a file, or give a puzzle's text")
    if is_link(text):
        return False
    try:
        exists, directory = Path(text).exists(), Path(text).is_dir()
    except (OSError, ValueError):  # longer than a path may be
        return False
    if directory:
        raise FormatError("a directory, not a file: name the files in it", source=text)
    if exists:
        return True
    suffixes = {suffix for name in format_names() for suffix in find_format(name).suffixes}
    if (
        (len(text) < 16 and not short)
        or Path(text).suffix.lower() in {*suffixes, ".gz"}
        or "/" in text
    ):
        raise FormatError("no such file, and no puzzle either", source=text)
    return False


def _one_error(entries: Iterator[Puzzle | FormatError]) -> Iterator[Puzzle | FormatError]:
    """The entries of a file; if none is a puzzle, one error instead of theirs."""
    bad: list[FormatError] = []
    for entry in entries:
        if isinstance(entry, FormatError) and len(bad) < MOST_ERRORS:
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


def _total(inputs: list[str], options: Mapping[str, Any]) -> int | None:
    """How many puzzles there are, if they can be counted quickly and more than once."""
    try:
        files = [Path(text) for text in inputs if text != "-" and _is_file(text)]
        if "-" in inputs or not all(file.is_file() for file in files):
            return None
        if sum(file.stat().st_size for file in files) > MOST_COUNTED:
            return None
        quiet = {**options, "on_warning": lambda warning: None}
        counted = (isinstance(e, Puzzle) for file in files for e in iter_puzzles(file, **quiet))
        return len(inputs) - len(files) + sum(counted)
    except (NonetError, OSError):
        return None


@dataclass
class Tally:
    """What a run over many puzzles came to, and the exit code it deserves."""

    puzzles: int = 0
    codes: dict[int, int] = field(default_factory=dict)

    def add(self, code: int) -> None:
        """Count one puzzle's answer."""
        self.codes[code] = self.codes.get(code, 0) + 1

    def in_words(self, words: Mapping[int, str]) -> str:
        """The summary: how many puzzles, and how many of each answer."""
        words = {**words, UNDECIDED: "undecided", BAD_INPUT: "could not be read or solved"}
        parts = [f"{number} {words[code]}" for code, number in self.codes.items() if code in words]
        answered = sum(number for code, number in self.codes.items() if code != INTERRUPTED)
        return f"{answered} puzzles: {', '.join(parts)}"

    @property
    def code(self) -> int:
        """Bad input outweighs undecided, that outweighs "no"."""
        for code in (INTERRUPTED, BAD_INPUT, UNDECIDED, NO):
            if self.codes.get(code):
                return code
        return YES


def print_json(entry: dict[str, Any]) -> None:
    """One answer as one line of JSON."""
    import json

    print(plain_json(json.dumps(entry, ensure_ascii=False)), flush=True)


def title(puzzle: Puzzle) -> str:
    """What a message calls a puzzle: its name, or its clues, cut where they are long.

    A name is safe to print: control characters are shown as escapes.
    """
    line = puzzle.line()
    if puzzle.name or len(line) <= 81:
        return plain(puzzle.name or line)
    return f"{line[:60]}... ({len(line)} cells)"


def identity(puzzle: Puzzle) -> dict[str, Any]:
    """What tells a puzzle in JSON: its name, if it has one, its clues in one line, and its
    box, alphabet and rules where they are not the usual: the answer can be read as a puzzle."""
    from nonet.formats.json import SHAPE, to_json

    shape = {key: value for key, value in to_json(puzzle).items() if key in SHAPE}
    return {**({"name": puzzle.name} if puzzle.name else {}), "puzzle": puzzle.line(), **shape}


def known_ahead(
    items: Iterator[Puzzle | NonetError], limit: int | None
) -> Iterator[tuple[Puzzle | NonetError, Outcome | None]]:
    """Each item, with its outcome where the compiled engine has answered it already.

    The backend answers one by one until ``PATIENCE`` is spent: it answers at once, and
    at worst the engine's start doubles the time.  ``limit`` is the number of solutions
    asked for where that is wanted.
    """
    spent, number = 0.0, 0
    for item in items:
        began = time.process_time()
        yield item, None
        spent += time.process_time() - began
        number += 1
        if spent > PATIENCE and limit in (1, 2):
            break
    else:
        return
    from nonet.batch.ahead import ahead

    yield from ahead(items, limit, each=spent / number)


Together = tuple[int | None, Callable[[Puzzle, Outcome], int]]
"""How many solutions are asked for, and what is done with a puzzle's outcome."""


def for_each(
    arguments: argparse.Namespace,
    answer: Callable[[Puzzle], int],
    words: Mapping[int, str] | None = None,
    together: Together | None = None,
) -> int:
    """Call ``answer`` for every puzzle, report the bad ones, and give the exit code.

    With ``together``, the compiled engine answers many puzzles at once, and what
    it found is handed to its function instead.  ``words`` say what the codes 0
    and 1 mean, for the summary of many puzzles.  Ctrl-C ends the run: what was
    answered stays answered, and the last line says how many puzzles that were.
    """
    tally = Tally()
    with Progress() as progress:
        try:
            limit = together[0] if together else None
            for item, known in known_ahead(puzzles(arguments), limit):
                try:
                    if isinstance(item, NonetError):
                        raise item
                    WORK.begin_puzzle(_naming(item, tally.puzzles + 1))
                    if together and known is not None:
                        tally.add(together[1](item, known))
                    else:
                        tally.add(answer(item))
                    tally.puzzles += 1
                except NonetError as error:
                    progress.clear()
                    say(f"nonet: {error}")
                    tally.add(BAD_INPUT)
                progress.step()
        except KeyboardInterrupt:
            progress.clear()
            WORK.puzzles = tally.puzzles
            WORK.say_farewell()
            tally.add(INTERRUPTED)
    wanted = words and not WORK.quiet and getattr(arguments, "format", "") == "text"
    if wanted and words and tally.puzzles > 1:
        say(f"nonet: {tally.in_words(words)}")
    return tally.code


def _naming(puzzle: Puzzle, number: int) -> Callable[[], str]:
    return lambda: f"puzzle {number}{f' ({puzzle.name})' if puzzle.name else ''}"
