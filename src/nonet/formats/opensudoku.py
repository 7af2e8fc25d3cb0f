"""OpenSudoku: the XML files of the Android programs OpenSudoku 1 and 2.

Version 1 has games of 81 digits, version 2 folders of games with their state.  The document is read
as a stream by the standard library's expat, with document types refused, and so the entities with
which such a file might grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.reader import Reader
from nonet.formats.square_text import check_no_statements, text_of_square
from nonet.formats.statements import one_line
from nonet.puzzle import Alphabet, Puzzle

DEEPEST = 20
"""How deep the elements of such a file may lie in one another."""

_ROOT = re.compile(r"<(?:opensudoku2?|onegravitysudoku|puzzlePack)\b")
_CELLS = 81


class OpenSudokuFormat(Format):
    """The games of a file."""

    name = "opensudoku"
    suffixes = (".opensudoku",)
    sentence = "OpenSudoku's XML, <opensudoku> with games of 81 digits."

    def claims(self, sample: str) -> bool:
        """Whether the text is XML whose first element is the program's."""
        return sample.lstrip().startswith("<") and bool(_ROOT.search(sample))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        games: list[tuple[int, dict[str, str]]] = []
        parser = _Parser(games)
        for number, text in lines:
            error = parser.feed(f"{text}\n", number)
            for line, game in games:
                yield reader.attempt(_puzzle, game, reader, line, parser.about)
            games.clear()
            if error is not None:
                yield error
                return
        error = parser.close()
        if error is not None:
            yield error

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        from xml.sax.saxutils import quoteattr  # brings urllib: nobody who reads waits for that

        head = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
        for puzzle in puzzles:
            text = text_of_square(puzzle, self.name, alphabet, blank="0")
            check_no_statements(puzzle, self.name, text.alphabet)
            if len(text.rows) != 9:
                raise FormatError("opensudoku holds puzzles of nine rows; json holds any")
            note = one_line(puzzle.name or puzzle.comment)
            more = f" note={quoteattr(note)}" if note else ""
            yield f'{head}  <game data="{text.line()}"{more}/>\n'
            head = ""
        if not head:
            yield "</opensudoku>\n"


class _Parser:
    """The games and their metadata, collected from the lines of a file."""

    def __init__(self, games: list[tuple[int, dict[str, str]]]) -> None:
        from xml.parsers import expat

        self.about: dict[str, str] = {}
        self._games = games
        self._open: list[str] = []
        self._line = 1
        self._error = expat.ExpatError
        # whatever encoding the document declares, its text was read as UTF-8 and comes as such
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._reject_doctype

    def feed(self, text: str, line: int) -> FormatError | None:
        """Take a line; return its error, or ``None``."""
        self._line = line
        return self._parsed(text, False)

    def close(self) -> FormatError | None:
        """End the text; return the error of an incomplete document, or ``None``."""
        return self._parsed("", True)

    def _parsed(self, text: str, last: bool) -> FormatError | None:
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), last)
        except FormatError as error:
            return error
        except self._error as error:
            fault = str(error).partition(":")[0]
            return FormatError(f"not XML: {fault}", line=self._line, column=error.offset + 1)
        return None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._open.append(name)
        if len(self._open) > DEEPEST:
            raise FormatError(f"elements lie deeper than {DEEPEST} in others", line=self._line)
        if len(self._open) == 1 and not _ROOT.match(f"<{name}>"):
            raise FormatError(f"expected <opensudoku>, found <{name[:20]}>", line=self._line)
        if name in ("game", "puzzle") and "data" in attributes:
            self._games.append((self._line, dict(attributes)))

    def _end(self, name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if len(self._open) == 2 and self._open[1] in ("name", "author", "description"):
            key = self._open[1]
            self.about[key] = (self.about.get(key, "") + text.strip())[:1000]

    def _reject_doctype(self, *about: object) -> None:
        raise FormatError("a document type: such files have none", line=self._line)


def _puzzle(game: dict[str, str], reader: Reader, line: int, about: dict[str, str]) -> Puzzle:
    data = "".join(game["data"].split())
    if len(data) != _CELLS:
        raise FormatError(f"a game has {_CELLS} digits, not {len(data)}", line=line)
    reader.name = one_line(game.get("note", ""))
    notes = {key: about[key] for key in ("author",) if about.get(key)}
    return reader.line(data, line=line, notes=notes)
