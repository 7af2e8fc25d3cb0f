"""The parts that the setter's commands share: a question about each puzzle, and its answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from nonet.backends.registry import find_backend
from nonet.cli import common as cli
from nonet.errors import Unsupported
from nonet.render.printable import printable
from nonet.solving import Interrupted
from nonet.solving.outcome import duration_text

if TYPE_CHECKING:
    from nonet.puzzle.unread import UnreadPart
    from nonet.setting import Chain, Conflict

DEFAULT_SECONDS = 10.0
"""Seconds for each puzzle, unless --time-limit gives another number."""


class SetterResult(Protocol):
    """The answer of a function of :mod:`nonet.setting`."""

    @property
    def doubts(self) -> tuple[UnreadPart, ...]:
        """The unread parts of the puzzle that could contradict the answer."""

    @property
    def seconds(self) -> float:
        """Seconds that the answer took."""

    def in_words(self) -> str:
        """The answer in one line."""

    def to_json(self) -> dict[str, object]:
        """The answer as data."""


ResultT = TypeVar("ResultT", bound=SetterResult)


def add_setter_arguments(
    parser: argparse.ArgumentParser, *, rules: str = "", broken: bool = False
) -> None:
    """Add the arguments of a question; ``rules`` is the help of --with-rules, empty if the command
    lacks this option.

    With ``broken``, puzzles with clashing clues are read like any others.
    """
    parser.set_defaults(allow_clashes=broken)
    cli.add_inputs(parser, models=True)
    if rules:
        parser.add_argument("--with-rules", action="store_true", help=rules)
    cli.add_time_limit(parser, DEFAULT_SECONDS)
    cli.add_format(parser, "text", "json")


def add_parts_argument(parser: argparse.ArgumentParser) -> None:
    """The parts that a question is about, by name."""
    parser.add_argument(
        "--of",
        default="",
        metavar="NAME,...",
        help="ask about these parts alone: of a rule (thermometer, killer), a mark by its name, "
        "marks (all of them) or clues; all else is taken for granted",
    )


def ask_each(
    arguments: argparse.Namespace,
    verb: Callable[..., ResultT],
    wishes: Mapping[str, object],
    exit_code: Callable[[ResultT], int | None],
    labels: Mapping[int, str],
    details: Callable[[cli.PuzzleOrModel, ResultT], Iterable[str]] | None = None,
    indent: str = "  ",
) -> int:
    """Ask ``verb`` about each puzzle or model, print the answer and give the exit code.

    ``wishes`` are arguments of the verb by name, beside the time limit and the rules.
    ``exit_code`` returns YES or NO, or ``None`` for undecided; ``details`` gives the lines after
    the first, which begin with ``indent``.  Ctrl-C ends the run: the last answer so far is printed.
    """
    named = {**wishes, "time_limit": arguments.time_limit}
    if hasattr(arguments, "with_rules"):
        named["rules"] = True if arguments.with_rules else None

    def answer(puzzle: cli.PuzzleOrModel) -> int:
        try:
            outcome_of_question = verb(cli.problem_of(puzzle), **named)
        except Interrupted as stop:
            if exit_code(stop.outcome) is not None:  # else there is nothing to say
                show(puzzle, stop.outcome, {"stopped_by": "interrupt"})
            raise
        show(puzzle, outcome_of_question, {})
        result = exit_code(outcome_of_question)
        return cli.UNDECIDED if result is None or outcome_of_question.doubts else result

    def show(puzzle: cli.PuzzleOrModel, result: ResultT, more: Mapping[str, object]) -> None:
        if arguments.format == "json":
            cli.print_answer(puzzle, {**result.to_json(), **more})
            return
        print(
            printable(f"{cli.title(puzzle)}: {result.in_words()} ({duration_text(result.seconds)})")
        )
        for line in details(puzzle, result) if details is not None else ():
            print(printable(f"{indent}{line}"))

    return cli.for_each(arguments, answer, labels, model=answer)


def find_conflict(
    puzzle: cli.PuzzleOrModel, time_limit: float | None = None, *, chain: bool = True
) -> Conflict | None:
    """Return a conflict of a puzzle without a solution; ``None`` if no conflict is found in
    time."""
    if not find_backend("sat").available().ok:
        return None
    from nonet.setting import conflict

    limit = min(DEFAULT_SECONDS, time_limit or DEFAULT_SECONDS)
    try:
        clash = conflict(cli.problem_of(puzzle), chain=chain, time_limit=limit)
    except Unsupported:
        return None
    return clash if clash.parts else None


def chain_lines(chain: Chain | None) -> list[str]:
    """Return the steps of a chain, a line each."""
    return [] if chain is None else str(chain).splitlines()
