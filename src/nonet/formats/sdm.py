"""SDM: collections of SudoCue, HoDoKu and other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.formats.line import LineFormat
from nonet.formats.square_text import check_no_statements, text_of_square
from nonet.puzzle import Alphabet, Puzzle


class SdmFormat(LineFormat):
    """A puzzle a line and nothing else; read as leniently as lines.

    The format has no place for names, comments, boxes of unusual shape, further rules or the
    alphabet of more than nine values.
    """

    name = "sdm"
    proven = "plain puzzles"
    suffixes = (".sdm",)
    sentence = "A puzzle a line: n*n characters and nothing else."

    def claims(self, sample: str) -> bool:
        return False

    def admits(self, sample: str) -> bool:
        return True

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        for puzzle in puzzles:
            text = text_of_square(puzzle, self.name, alphabet)
            check_no_statements(puzzle, self.name, text.alphabet)
            yield f"{text.line()}\n"
