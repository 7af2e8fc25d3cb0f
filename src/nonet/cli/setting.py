"""What the commands of the setter's bench share: a question about each puzzle, and its answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from nonet.backends.registry import find_backend
from nonet.cli.common import (
    UNDECIDED,
    Asked,
    add_format,
    add_inputs,
    add_time_limit,
    for_each,
    identity,
    print_json,
    thing_of,
    title,
)
from nonet.cli.saying import WORK
from nonet.errors import Unsupported
from nonet.render.plain import plain
from nonet.setting.bench import Clock
from nonet.solving import Interrupted
from nonet.solving.outcome import duration

if TYPE_CHECKING:
    from nonet.setting import Chain, Conflict

LIMIT = 10.0
"""Seconds a puzzle, unless it is said."""


class Answer(Protocol):
    """What a verb of the bench returns."""

    @property
    def seconds(self) -> float:
        """How long it took."""

    def in_words(self) -> str:
        """The answer in one line."""

    def to_json(self) -> dict[str, object]:
        """The answer as data."""


Found = TypeVar("Found", bound=Answer)


def add_question(parser: argparse.ArgumentParser, *, rules: str = "", broken: bool = False) -> None:
    """The arguments of a question; ``rules`` is what --with-rules does, where there is that.

    Of a question about ``broken`` puzzles, those whose clues clash are read like any others.
    """
    parser.set_defaults(allow_clashes=broken)
    add_inputs(parser, models=True)
    if rules:
        parser.add_argument("--with-rules", action="store_true", help=rules)
    add_time_limit(parser, LIMIT)
    add_format(parser, "text", "json")


def watch_setter() -> None:
    """What is found is told where the command is silent for long."""
    WORK.detail = lambda: Clock.latest.in_words() if Clock.latest else ""


def ask_each(
    arguments: argparse.Namespace,
    ask: Callable[[Asked], Found],
    code: Callable[[Found], int | None],
    tell: Callable[[Asked, Found], None],
    words: Mapping[int, str],
) -> int:
    """Ask about each puzzle or model, print the answer and give the exit code.

    ``code`` gives YES or NO, or ``None`` for undecided; ``tell`` prints what follows the
    first line.  Ctrl-C ends the run: what was found of the last one by then is printed.
    """

    def answer(puzzle: Asked) -> int:
        watch_setter()
        try:
            found = ask(puzzle)
        except Interrupted as stop:
            if code(stop.outcome) is not None:  # else there is nothing to say
                show(puzzle, stop.outcome, {"stopped_by": "interrupt"})
            raise
        show(puzzle, found, {})
        result = code(found)
        return UNDECIDED if result is None else result

    def show(puzzle: Asked, found: Found, more: Mapping[str, object]) -> None:
        if arguments.format == "json":
            print_json({**identity(puzzle), **found.to_json(), **more})
            return
        print(plain(f"{title(puzzle)}: {found.in_words()} ({duration(found.seconds)})"))
        tell(puzzle, found)

    return for_each(arguments, answer, words, model=answer)


def conflict_of(
    puzzle: Asked, time_limit: float | None = None, *, chain: bool = True
) -> Conflict | None:
    """What clashes in a puzzle without a solution; ``None`` where that cannot be told in time."""
    if not find_backend("sat").available().ok:
        return None
    from nonet.setting import conflict

    limit = min(LIMIT, time_limit or LIMIT)
    try:
        found = conflict(thing_of(puzzle), chain=chain, time_limit=limit)
    except Unsupported:
        return None
    return found if found.parts else None


def tell_chain(chain: Chain | None) -> None:
    """Print the steps of a chain, a line each."""
    if chain is not None:
        for line in str(chain).splitlines():
            print(plain(f"  {line}"))
