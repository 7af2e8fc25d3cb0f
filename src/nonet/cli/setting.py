"""The parts that the setter's commands share: a question about each puzzle, and its answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from nonet.backends.registry import find_backend
from nonet.cli.common import (
    UNDECIDED,
    PuzzleOrModel,
    add_format,
    add_inputs,
    add_time_limit,
    for_each,
    print_answer,
    problem_of,
    title,
)
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
    add_inputs(parser, models=True)
    if rules:
        parser.add_argument("--with-rules", action="store_true", help=rules)
    add_time_limit(parser, DEFAULT_SECONDS)
    add_format(parser, "text", "json")


def add_parts_argument(parser: argparse.ArgumentParser) -> None:
    """The parts that a question is about, by name."""
    parser.add_argument(
        "--of",
        default="",
        metavar="NAME,...",
        help="ask about these parts alone: of a rule (thermometer, killer), a mark by its name, "
        "marks (all of them) or clues; all else is taken for granted",
    )


def answer_each(
    arguments: argparse.Namespace,
    compute: Callable[[PuzzleOrModel], ResultT],
    exit_code: Callable[[ResultT], int | None],
    print_details: Callable[[PuzzleOrModel, ResultT], None],
    labels: Mapping[int, str],
) -> int:
    """Ask about each puzzle or model, print the answer and give the exit code.

    ``exit_code`` returns YES or NO, or ``None`` for undecided; ``print_details`` prints the
    lines after the first.  Ctrl-C ends the run: the last answer so far is printed.
    """

    def answer(puzzle: PuzzleOrModel) -> int:
        try:
            outcome_of_question = compute(puzzle)
        except Interrupted as stop:
            if exit_code(stop.outcome) is not None:  # else there is nothing to say
                show(puzzle, stop.outcome, {"stopped_by": "interrupt"})
            raise
        show(puzzle, outcome_of_question, {})
        result = exit_code(outcome_of_question)
        return UNDECIDED if result is None or outcome_of_question.doubts else result

    def show(puzzle: PuzzleOrModel, result: ResultT, more: Mapping[str, object]) -> None:
        if arguments.format == "json":
            print_answer(puzzle, {**result.to_json(), **more})
            return
        print(printable(f"{title(puzzle)}: {result.in_words()} ({duration_text(result.seconds)})"))
        print_details(puzzle, result)

    return for_each(arguments, answer, labels, model=answer)


def find_conflict(
    puzzle: PuzzleOrModel, time_limit: float | None = None, *, chain: bool = True
) -> Conflict | None:
    """Return a conflict of a puzzle without a solution; ``None`` if no conflict is found in
    time."""
    if not find_backend("sat").available().ok:
        return None
    from nonet.setting import conflict

    limit = min(DEFAULT_SECONDS, time_limit or DEFAULT_SECONDS)
    try:
        clash = conflict(problem_of(puzzle), chain=chain, time_limit=limit)
    except Unsupported:
        return None
    return clash if clash.parts else None


def print_chain(chain: Chain | None) -> None:
    """Print the steps of a chain, a line each."""
    if chain is not None:
        for line in str(chain).splitlines():
            print(printable(f"  {line}"))
