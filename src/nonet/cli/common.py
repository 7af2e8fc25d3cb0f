"""What the commands share: inputs, exit codes, messages, progress.

What they are asked about is in :mod:`nonet.cli.asked`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, TypeVar

from nonet.backends import get_backend
from nonet.cli.asked import add_inputs as add_inputs
from nonet.cli.asked import asked as asked
from nonet.cli.asked import identity as identity
from nonet.cli.asked import no_puzzle as no_puzzle
from nonet.cli.asked import puzzles as puzzles
from nonet.cli.asked import rules_asked_for as rules_asked_for
from nonet.cli.asked import title as title
from nonet.cli.asked import with_reading as with_reading
from nonet.cli.named_model import Asked as Asked
from nonet.cli.named_model import NamedModel as NamedModel
from nonet.cli.named_model import thing_of as thing_of
from nonet.cli.progress import Progress as Progress
from nonet.cli.saying import BAD_INPUT as BAD_INPUT
from nonet.cli.saying import INTERRUPTED as INTERRUPTED
from nonet.cli.saying import NO as NO
from nonet.cli.saying import UNDECIDED as UNDECIDED
from nonet.cli.saying import WORK as WORK
from nonet.cli.saying import YES as YES
from nonet.cli.saying import say as say
from nonet.cli.saying import say_error
from nonet.errors import NonetError
from nonet.puzzle import Puzzle
from nonet.render.plain import plain_json
from nonet.solving import Outcome

PATIENCE = 0.6
"""Seconds of CPU time spent on puzzles one by one before the compiled engine is worth its start,
which takes as long."""


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


def add_time_limit(
    parser: argparse.ArgumentParser,
    default: float | None = None,
    more: str = "",
    of: str = "a puzzle",
) -> None:
    """The time limit for a puzzle, or what it is ``of``; ``more`` goes on with its help."""
    usual = "" if default is None else f"{more} (default {default:g})"
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=default,
        metavar="SECONDS",
        help=f"stop after so many seconds {of}{usual}",
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
    lines = next((choice for choice in choices if choice.startswith("json")), "")
    said = f"; {lines} is one object a line" if lines else ""
    parser.add_argument(
        "--format",
        choices=choices,
        default=choices[0],
        help=f"form of the answer (default {choices[0]}){said}",
    )


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


def known_ahead(
    items: Iterator[Asked | NonetError], limit: int | None
) -> Iterator[tuple[Asked | NonetError, Outcome | None]]:
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


Known = TypeVar("Known")
Together = tuple[int | None, Callable[[Puzzle, Outcome], int]]
"""How many solutions are asked for, and what is done with a puzzle's outcome."""


def for_each(
    arguments: argparse.Namespace,
    answer: Callable[[Puzzle], int],
    words: Mapping[int, str] | None = None,
    together: Together | None = None,
    model: Callable[[NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle, report the bad ones, and give the exit code.

    With ``together``, the compiled engine answers many puzzles at once, and what
    it found is handed to its function instead.  More as :func:`for_each_known`.
    """

    def answered(puzzle: Puzzle, known: Outcome | None) -> int:
        return together[1](puzzle, known) if together and known is not None else answer(puzzle)

    limit = together[0] if together else None
    stream = known_ahead(asked(arguments), limit)
    return for_each_known(arguments, stream, answered, words, model)


def for_each_known(
    arguments: argparse.Namespace,
    stream: Iterator[tuple[Asked | NonetError, Known | NonetError]],
    answer: Callable[[Puzzle, Known], int],
    words: Mapping[int, str] | None = None,
    model: Callable[[NamedModel], int] | None = None,
) -> int:
    """Call ``answer`` for every puzzle and what is known of it, and give the exit code.

    What is an error, in place of either, is reported.  ``model`` is called for every model;
    without it, models are refused.  ``words`` say what the codes 0
    and 1 mean, for the summary of many puzzles.  Ctrl-C ends the run: what was
    answered stays answered, and the last line says how many puzzles that were.
    """
    tally = Tally()
    with Progress() as progress:
        try:
            for item, known in stream:
                try:
                    for given in (item, known):
                        if isinstance(given, NonetError):
                            raise given
                    assert not isinstance(item, NonetError)
                    assert not isinstance(known, NonetError)
                    WORK.begin_puzzle(_naming(item, tally.puzzles + 1))
                    if not isinstance(item, NamedModel):
                        tally.add(answer(item, known))
                    elif model is None:
                        raise no_puzzle(item)
                    else:
                        tally.add(model(item))
                    tally.puzzles += 1
                except NonetError as error:
                    progress.clear()
                    say_error(error)
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


def _naming(puzzle: Asked, number: int) -> Callable[[], str]:
    if isinstance(puzzle, NamedModel):
        return lambda: title(puzzle)
    return lambda: f"puzzle {number}{f' ({puzzle.name})' if puzzle.name else ''}"
