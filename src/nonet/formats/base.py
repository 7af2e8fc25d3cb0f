"""Formats: a class with metadata, and methods that read and write.

A format is one class in a file of this folder.  Its class attributes are its name, its file
suffixes and a sentence about its texts; detection, help and the tests are made from these
attributes, so a new format needs no other edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from nonet.errors import FormatError
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

Entry = Puzzle | FormatError
"""The result of reading an entry: a puzzle, or the error of the entry."""

Lines = Iterator[tuple[int, str]]
"""Lines without their ends, each with its number, which counts from 1."""


class Format:
    """The base of all formats.  Subclasses set the class attributes and have no state."""

    name: ClassVar[str]
    """The name on the command line: lower case."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """File suffixes.  A suffix of a single format decides if no format recognises the text."""
    writes: ClassVar[bool] = True
    """Whether puzzles can be written in this format."""
    proven: ClassVar[Literal["all puzzles", "plain puzzles", ""]] = ""
    """The puzzles for which tests prove that reading returns the same puzzle; every other puzzle is
    read back each time after writing (:mod:`nonet.formats.read_back`).
    """
    sentence: ClassVar[str]
    """The appearance of a text of this format, in one sentence."""

    def claims(self, sample: str) -> bool:
        """Whether the head of a text bears a mark that only this format has.

        A text that two formats claim belongs to neither until the caller says which.
        """
        return False

    def admits(self, sample: str) -> bool:
        """Whether a text that nobody claims may be of this format, if its file's suffix says so."""
        return False

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        """Yield the puzzles of ``lines`` in order; for a bad entry, its ``FormatError``.

        ``reader`` makes puzzles of cells and knows the options.
        """
        raise NotImplementedError

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        """Pieces of text that, put together, are the puzzles in this format.

        ``alphabet`` is that of each puzzle unless given.  Raises ``FormatError``
        for a puzzle that the format cannot hold.
        """
        raise NotImplementedError
