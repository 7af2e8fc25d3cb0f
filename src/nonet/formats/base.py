"""What a format is: a class with metadata, and how it reads and writes.

A format is one class in a file of this folder.  Its class attributes say its
name, its file suffixes and, in a sentence, what it looks like; detection, help
and the tests are made from these, and nothing else is edited to add one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal

from nonet.errors import FormatError
from nonet.formats.reader import Reader
from nonet.puzzle import Alphabet, Puzzle

Entry = Puzzle | FormatError
"""What reading yields: a puzzle, or what is wrong with the entry that was to be one."""

Lines = Iterator[tuple[int, str]]
"""Lines without their ends, each with its number, which counts from 1."""


class Format:
    """The base of all formats.  Subclasses set the class attributes and have no state."""

    name: ClassVar[str]
    """The name on the command line: lower case."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    """File suffixes.  One that belongs to a single format decides where no text's mark does."""
    writes: ClassVar[bool] = True
    """Whether puzzles can be written in it."""
    proven: ClassVar[Literal["all puzzles", "plain puzzles", ""]] = ""
    """Which puzzles the tests prove to be read back the same; others are read back each time
    they are written (:mod:`nonet.formats.read_back`)."""
    sentence: ClassVar[str]
    """What a text of this format looks like, in one sentence."""

    def claims(self, sample: str) -> bool:
        """Whether the head of a text bears a mark that only this format has.

        A text that two formats claim belongs to neither until the caller says which.
        """
        return False

    def admits(self, sample: str) -> bool:
        """Whether a text that nobody claims may be of this format, if its file's suffix says so."""
        return False

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        """The puzzles of ``lines`` in order; a bad one is yielded as a ``FormatError``.

        ``reader`` makes puzzles of cells and knows the options.
        """
        raise NotImplementedError

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        """Pieces of text that, put together, are the puzzles in this format.

        ``alphabet`` is that of each puzzle unless given.  Raises ``FormatError``
        for a puzzle that the format cannot hold.
        """
        raise NotImplementedError
