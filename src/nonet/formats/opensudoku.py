"""OpenSudoku: the XML files of the Android programs OpenSudoku 1 and 2.

Version 1 has games of 81 digits, versions 2 and 3 folders of games with their state.  A game in play
is ``version: N`` and, for each cell, its value, its notes and whether the player may change it, all
with a bar behind: notes are digits with commas (version 1), or a sum of 2^(digit - 1) (2 and later);
version 4 has corner notes and then centre notes.

The document is read as a stream by the standard library's expat, with document types refused, and
so the entities with which such a file might grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines, Reader
from nonet.formats.statements import check_no_statements, one_line, text_of_square
from nonet.puzzle import Alphabet, Cell, Puzzle
from nonet.puzzle.grid import cell_name

DEEPEST = 20
"""How deep the elements of such a file may lie in one another."""

_ROOT = re.compile(r"<(?:opensudoku2?|onegravitysudoku|puzzlePack)\b")
_CELLS = 81
# The beginning of a game in play; XML has a blank for a line end in an attribute.
_STATE = re.compile(r"version:\s*(\d+)\s+")
# The kinds of notes of a cell by the version of the state.
_FIELDS = {1: ("corner",), 2: ("corner",), 3: ("corner",), 4: ("corner", "centre")}


class OpenSudokuFormat(Format):
    """The games of a file."""

    name = "opensudoku"
    suffixes = (".opensudoku",)
    sentence = (
        "OpenSudoku's XML, <opensudoku> with games of 81 digits, or in play with their notes."
    )

    def claims(self, sample: str) -> bool:
        """Whether the text is XML whose first element is the program's."""
        return sample.lstrip().startswith("<") and bool(_ROOT.search(sample))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        games: list[tuple[int, dict[str, str]]] = []
        parser = _Parser(games)
        for number, text in lines:
            error = parser.feed(f"{text}\n", number)
            for line, game in games:
                yield reader.attempt(line, _puzzle, game, reader, parser.about)
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
        if name in ("game", "puzzle") and attributes.keys() & {"data", "cells_data"}:
            self._games.append((self._line, dict(attributes)))

    def _end(self, name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if len(self._open) == 2 and self._open[1] in ("name", "author", "description"):
            key = self._open[1]
            self.about[key] = (self.about.get(key, "") + text.strip())[:1000]

    def _reject_doctype(self, *about: object) -> None:
        raise FormatError("a document type: such files have none", line=self._line)


def _puzzle(game: dict[str, str], reader: Reader, about: dict[str, str]) -> Puzzle:
    data = (game.get("cells_data") or game.get("data") or "").strip()
    reader.name = one_line(game.get("note") or game.get("user_note") or "")
    notes = {key: about[key] for key in ("author",) if about.get(key)}
    state = _STATE.match(data)
    if state is not None:
        return _game_in_play(int(state[1]), data[state.end() :], reader, notes)
    data = "".join(data.split())
    if len(data) != _CELLS:
        raise FormatError(f"a game has {_CELLS} digits, not {len(data)}")
    return reader.line(data, notes=notes)


def _game_in_play(version: int, data: str, reader: Reader, notes: dict[str, str]) -> Puzzle:
    """The puzzle of a game in play: fixed cells are clues, the other values entries.

    Notes of a player may be wrong, so no candidate is removed by a note: the puzzle's ``notes`` have
    ``corner notes`` and ``centre notes``, such as ``R1C1 12, R1C3 4``.
    """
    kinds = _FIELDS.get(version)
    if kinds is None:
        raise FormatError(f"a game's state of version {version}: versions 1 to 4 are read")
    fields = [field.strip() for field in data.split("|") if field.strip()]
    width = len(kinds) + 2
    if len(fields) != width * _CELLS:
        raise FormatError(
            f"a game's state of version {version} has {width} fields for each of {_CELLS} cells, "
            f"found {len(fields)}"
        )
    clues: list[str] = []
    entries: dict[Cell, int] = {}
    marks: dict[str, list[str]] = {kind: [] for kind in kinds}
    for number in range(_CELLS):
        value, *texts, editable = fields[number * width : (number + 1) * width]
        name = cell_name(*divmod(number, 9))
        if not re.fullmatch(r"[0-9]", value) or editable not in ("0", "1"):
            raise FormatError(
                f"{name} of a game's state is a digit, notes, and 0 or 1, not {value!r} and "
                f"{editable!r}"
            )
        clues.append(value if editable == "0" else "0")
        if editable == "1" and value != "0":
            entries[name] = int(value)
        for kind, text in zip(kinds, texts, strict=True):
            if digits := _noted_digits(text, version, name):
                marks[kind].append(f"{name} {digits}")
    notes |= {f"{kind} notes": ", ".join(texts) for kind, texts in marks.items() if texts}
    return replace(reader.line("".join(clues), notes=notes), entries=entries)


def _noted_digits(text: str, version: int, cell: Cell) -> str:
    if version == 1 and re.fullmatch(r"-|(?:[1-9],?)+", text):
        return "".join(sorted(text.replace(",", "").replace("-", "")))
    if version > 1 and re.fullmatch(r"[0-9]{1,3}", text) and int(text) < 1 << 9:
        return "".join(str(digit) for digit in range(1, 10) if int(text) >> (digit - 1) & 1)
    raise FormatError(f"the notes {text[:20]!r} of {cell} are none of version {version}")
