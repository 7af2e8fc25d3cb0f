"""Writing: puzzles as text in any known format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from nonet.errors import FormatError
from nonet.formats.base import Format
from nonet.formats.registry import find_format
from nonet.formats.statements import parse_alphabet
from nonet.puzzle import CLASSIC, Alphabet, Puzzle


def write(
    puzzles: Puzzle | Iterable[Puzzle],
    format: str | Format = "line",
    *,
    alphabet: str | Alphabet | None = None,
) -> str:
    """Return puzzles as text.

    ``format`` is a name, or an object of a format of one's own. ``alphabet`` is the characters for
    the values: by name, or that of each puzzle. Names and comments are written where the format has
    a place for both. Unless tests prove the format, the text is read again and compared, so nothing
    else is lost. Raises ``FormatError`` if there is no such format, or the format cannot hold a
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
    """Write puzzles to an open file, puzzle by puzzle; arguments as of :func:`write`."""
    for piece in _pieces(puzzles, format, alphabet):
        stream.write(piece)


def _pieces(
    puzzles: Puzzle | Iterable[Puzzle], format: str | Format, alphabet: str | Alphabet | None
) -> Iterator[str]:
    if isinstance(format, str) and format.lower().endswith((".svg", ".png", ".pdf")):
        raise FormatError(f"a picture is written by nonet.picture(puzzle, {format!r})")
    chosen = find_format(format)
    several = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    if not isinstance(several, Iterable):
        raise TypeError(f"a puzzle or several are written, not {type(puzzles).__name__}")
    if not chosen.writes:
        raise FormatError(f"{chosen.name} is read and not written; json holds any puzzle")
    symbols = None if alphabet is None else parse_alphabet(alphabet)
    return chosen.write(_checked(several, chosen, symbols), symbols)


def _checked(
    puzzles: Iterable[Puzzle], chosen: Format, alphabet: Alphabet | None
) -> Iterator[Puzzle]:
    """The puzzles, each once its text has been read again and is the same puzzle.

    The check is left out where the tests prove the result for every puzzle, or for every plain
    puzzle.
    """
    for puzzle in puzzles:
        proven = chosen.proven
        if not (proven == "all puzzles" or (proven == "plain puzzles" and _is_plain(puzzle))):
            from nonet.formats.read_back import check_written  # millions of plain lines need none

            check_written(puzzle, chosen, alphabet)
        yield puzzle


def _is_plain(puzzle: Puzzle) -> bool:
    """Whether a puzzle is clues in a square of values from 1, with the classic rules alone."""
    return puzzle.rules == CLASSIC and not (
        puzzle.name
        or puzzle.comment
        or puzzle.notes
        or puzzle.candidates
        or puzzle.entries
        or puzzle.unread
        or puzzle.grid.values[0] != 1
    )
