"""Writing: puzzles as text in any known format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from nonet.formats.base import Format
from nonet.formats.registry import find_format
from nonet.formats.statements import parse_alphabet
from nonet.puzzle import Alphabet, Puzzle


def write(
    puzzles: Puzzle | Iterable[Puzzle],
    format: str | Format = "line",
    *,
    alphabet: str | Alphabet | None = None,
) -> str:
    """One or more puzzles as text.

    ``format`` is a name, or an object of a format of one's own.
    ``alphabet`` is the characters for the values: by name, or that of each
    puzzle.  Names and comments are written where the format has a place for them.
    Raises ``FormatError`` if there is no such format, or it cannot hold a
    puzzle's grid, rules or candidates.

    >>> from nonet.formats import parse
    >>> print(write(parse("1..............4"), "grid"), end="")
    1.|..
    ..|..
    --+--
    ..|..
    ..|.4
    """
    return "".join(_pieces(puzzles, format, alphabet))


def write_to(
    stream: TextIO,
    puzzles: Puzzle | Iterable[Puzzle],
    format: str | Format = "line",
    *,
    alphabet: str | Alphabet | None = None,
) -> None:
    """Write puzzles to an open file, one at a time; arguments are those of :func:`write`."""
    for piece in _pieces(puzzles, format, alphabet):
        stream.write(piece)


def _pieces(
    puzzles: Puzzle | Iterable[Puzzle], format: str | Format, alphabet: str | Alphabet | None
) -> Iterator[str]:
    chosen = find_format(format)
    several = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    if not isinstance(several, Iterable):
        raise TypeError(f"a puzzle or several are written, not {type(puzzles).__name__}")
    return chosen.write(several, None if alphabet is None else parse_alphabet(alphabet))
