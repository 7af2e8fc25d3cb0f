"""The arguments and texts that the commands about human logic share."""

from __future__ import annotations

import argparse

from nonet.cli.parser import YesOrNo
from nonet.errors import FormatError
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.solving import Uniqueness
from nonet.techniques.policies import POLICIES


def add_techniques(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which techniques are tried, and in which order."""
    parser.add_argument(
        "--policy",
        choices=POLICIES,
        default="human",
        help="the order in which techniques are tried (default human)",
    )
    parser.add_argument(
        "--only",
        metavar="NAME,...",
        default="",
        help="only these techniques or named sets of them; nonet techniques lists both",
    )
    parser.add_argument(
        "--unique",
        action=YesOrNo,
        default=None,
        help="techniques that assume one solution may be used, or not (default: it is verified)",
    )


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


def is_known_not_unique(uniqueness: Uniqueness | None) -> bool:
    """Whether the puzzle is known to have no solution, or several."""
    return uniqueness in (Uniqueness.NONE, Uniqueness.MULTIPLE)
