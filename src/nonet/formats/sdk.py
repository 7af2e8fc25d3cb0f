"""Files of other programs: a puzzle and perhaps its state of play.

``sdk`` has headers, lines ``#A`` (author), ``#D`` (description: the name), ``#C`` (comment), ``#B``
(date), ``#S`` (source), ``#L`` (level) and ``#U`` (URL).  ``sdx`` is nine lines of nine cells: a
digit alone is a clue, a digit after ``u`` a value that the player has filled in, and several digits
are candidates.  Source of both: sudocue.net/fileformats.php.  ``ss`` is Simple Sudoku's: the
puzzle, perhaps its state, perhaps its candidates.

``hodoku`` is a line of HoDoKu's library: a position and a possible step,
``:CODE[-V]:DIGITS:GIVENS:DELETED:ELIMINATIONS:PLACEMENTS:EXTRA``.  In GIVENS a digit after ``+`` is
filled in, not given.  DELETED are candidates struck out beyond the candidates that a value among
their peers excludes; DELETED, ELIMINATIONS and PLACEMENTS are written ``<digit><row><column>``.  The
step is in the notes ``technique``, ``digits``, ``eliminations``, ``placements`` and ``extra``.

``pm`` is candidate grids ("pencil marks"), each cell as its remaining values.

``opensudoku`` is the XML of the Android programs OpenSudoku 1 and 2: games of 81 digits, or folders
of games with their state.  A game in play is ``version: N`` and, for each cell, its value, its notes
and whether the player may change it, all with a bar behind: notes are digits with commas (version
1), or a sum of 2^(digit - 1) (2 and later); version 4 has corner notes and then centre notes.  The
standard library's expat reads the document as a stream; document types are refused, and so the
entities with which such a file might grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from nonet.errors import FormatError, quantity
from nonet.formats import statements
from nonet.formats.base import CellText, Entry, Format, Lines, NumberedLine, Reader, Row
from nonet.formats.grid import FRAME_TRANSLATION, is_drawing, is_grid, read_single_grid, sections
from nonet.formats.pasted import parse_eliminations, puzzle_of_position
from nonet.formats.statements import Header
from nonet.model import Domain
from nonet.model.domain import bit_positions
from nonet.puzzle import ALPHABETS, Alphabet, Cell, Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name, place

HEADERS = {"A": "author", "B": "date", "S": "source", "L": "level", "U": "url"}
"""Headers kept in ``Puzzle.notes``, by their letter."""

MAX_ROW_LENGTH = 100
"""Headers before longer lines are comments of lines that each hold a puzzle."""

_HEADER = re.compile(r"#([A-Z])(.*)")
_SECTION = re.compile(r"\[([A-Za-z][\w ]*)\]")


class SdkFormat(Format):
    """Headers and a row a line, or sections [Puzzle] and [State]."""

    name = "sdk"
    suffixes = (".sdk",)
    parted = True
    sentence = (
        "Headers #A (author), #D (description), #C (comment), then a row a line; "
        "or sections [Puzzle] and [State]."
    )

    def claims(self, sample: str) -> bool:
        lines = [line.strip() for line in sample.split("\n") if line.strip()]
        if any(match[1].lower() == "puzzle" for match in map(_SECTION.fullmatch, lines) if match):
            return True
        rows = [line for line in lines if not line.startswith("#")]
        first = _HEADER.fullmatch(lines[0]) if lines else None
        if first is None or first[1] not in {"C", "D", *HEADERS} or not rows:
            return False
        row = rows[0]
        return len(row) <= MAX_ROW_LENGTH and row.isascii() and not set(row) & set("{[<:/")

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        part = _PuzzleSections()
        for number, text in lines:
            text = text.rstrip()
            section = _SECTION.fullmatch(text.strip())
            starts = section[1].lower() == "puzzle" if section else statements.is_comment(text)
            if part.rows and (starts or (not text and not part.sections)):
                yield reader.attempt(part.rows[0][0], part.puzzle, reader)
                part = _PuzzleSections()
            if section:
                part.lines = part.sections.setdefault(section[1].lower(), [])
            elif statements.is_comment(text):
                if error := part.note(number, text, reader):
                    yield error
            elif text:
                part.lines.append((number, text))
        if part.rows or part.sections:
            first = part.rows[0][0] if part.rows else None
            yield reader.attempt(first, part.puzzle, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = statements.text_of_square(puzzle, self.name, header.alphabet)
        lines = [f"# {line}" for line in header.statements(puzzle, text.alphabet)]
        if puzzle.name:
            lines.append(f"#D{statements.one_line(puzzle.name)}")
        for letter, key in HEADERS.items():
            lines += [f"#{letter}{line}" for line in puzzle.notes.get(key, "").splitlines()]
        lines += [f"#C{line}" for line in puzzle.comment.splitlines()]
        if state := _state_rows(puzzle):
            return [*lines, "[Puzzle]", *text.rows, "[State]", *state]
        return [*lines, *text.rows]


def _state_rows(puzzle: Puzzle) -> list[str]:
    """Return the rows of the note ``state``; none where it is not of as many cells as the puzzle."""
    state, size = puzzle.notes.get("state", ""), puzzle.grid.size
    if len(state) != size * size:
        return []
    return [state[start : start + size] for start in range(0, len(state), size)]


class _PuzzleSections:
    """The lines of a puzzle by section, and those before any section."""

    def __init__(self) -> None:
        self.sections: dict[str, list[NumberedLine]] = {}
        self.notes: dict[str, list[str]] = {}
        self.lines: list[NumberedLine] = []
        self._before_sections = self.lines

    @property
    def rows(self) -> list[NumberedLine]:
        return self.sections.get("puzzle") or self._before_sections

    def note(self, number: int, text: str, reader: Reader) -> FormatError | None:
        match = _HEADER.fullmatch(text)
        if match is None:
            return reader.note(number, text)
        letter, value = match[1], match[2].strip()
        if letter == "D":
            reader.name = value
        elif letter in HEADERS:
            self.notes.setdefault(HEADERS[letter], []).append(value)
        else:
            return reader.note(number, f"# comment: {value if letter == 'C' else text[1:]}")
        return None

    def puzzle(self, reader: Reader) -> Puzzle:
        if not self.rows:
            raise FormatError(f"no rows of a puzzle in {', '.join(self.sections)}")
        grid = read_single_grid(self.rows)
        notes = {key: "\n".join(values) for key, values in self.notes.items()}
        for section, lines in self.sections.items():
            if section == "state" and lines:
                state = read_single_grid(lines)
                if len(state) != len(grid):
                    fault = f"expected {len(grid)} rows of the state, found {len(state)}"
                    raise FormatError(fault, line=lines[0][0])
                notes[section] = reader.text_of(state)
            elif section != "puzzle" and lines:
                notes[section] = "\n".join(text for _, text in lines)
        return reader.square(grid, notes)


_STATE_CELL = re.compile(r"u[1-9]|[1-9]{1,9}|[.0]")
_SIZE = 9
_ALL = "123456789"


class SdxFormat(Format):
    """One state after another."""

    name = "sdx"
    suffixes = (".sdx",)
    parted = True
    sentence = "Nine lines of nine cells: a digit is given, u5 is filled in, 139 are candidates."

    def claims(self, sample: str) -> bool:
        rows = [line.split() for line in sample.split("\n") if line.strip()][:_SIZE]
        cells = [word for row in rows for word in row]
        is_complete = len(rows) == _SIZE and all(len(row) == _SIZE for row in rows)
        marked = any(word.startswith("u") for word in cells)
        return is_complete and marked and all(map(_STATE_CELL.fullmatch, cells))

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        rows: list[NumberedLine] = []
        for number, text in lines:
            if statements.is_comment(text):
                yield from reader.notes([(number, text)])
            elif text.strip():
                rows.append((number, text))
                if len(rows) == _SIZE:
                    yield reader.attempt(rows[0][0], _puzzle_of_state, rows, reader)
                    rows = []
        if rows:
            yield FormatError(f"expected {_SIZE} rows, found {len(rows)}", line=rows[0][0])

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        symbols = statements.square_alphabet(puzzle, self.name, header.alphabet)
        if puzzle.grid.size != _SIZE or puzzle.grid.values[0] != 1:
            raise FormatError("sdx holds grids of nine rows, values 1 to 9; json holds any")
        cells = [_state_cell(puzzle, cell) for cell in puzzle.grid.cells]
        rows = [" ".join(cells[start : start + _SIZE]) for start in range(0, len(cells), _SIZE)]
        return [*header.comments(puzzle, symbols), *rows]


def _state_cell(puzzle: Puzzle, cell: Cell) -> str:
    if cell in puzzle.clues:
        return str(puzzle.clues[cell])
    if cell in puzzle.entries:
        return f"u{puzzle.entries[cell]}"
    allowed = puzzle.candidates.get(cell, puzzle.grid.values)
    remaining = [value for value in allowed if value not in seen_clues(puzzle, cell)]
    # one candidate alone would be read as a clue
    digits = "".join(map(str, remaining if len(remaining) > 1 else allowed))
    if len(digits) < 2:
        raise FormatError(f"sdx cannot hold one candidate at {cell}: it would be a clue")
    return digits


def _puzzle_of_state(rows: list[NumberedLine], reader: Reader) -> Puzzle:
    domains, given = list[Domain](), list[bool]()
    entries: dict[Cell, int] = {}
    for r, (number, text) in enumerate(rows):
        tokens = list(re.finditer(r"\S+", text))
        if len(tokens) != _SIZE:
            fault = f"expected {_SIZE} cells in the row, found {len(tokens)}"
            raise FormatError(fault, line=number)
        for c, word in enumerate(tokens):
            if not _STATE_CELL.fullmatch(word[0]):
                fault = f"expected a digit, u5 or candidates, not {word[0][:20]!r}"
                raise FormatError(fault, line=number, column=word.start() + 1)
            digits = word[0] if word[0][0] in _ALL else _ALL
            given.append(len(word[0]) == 1)
            domains.append(Domain.of(map(int, digits)))
            if word[0].startswith("u"):
                entries[cell_name(r, c)] = int(word[0][1:])
    return replace(reader.of_domains(domains, given), entries=entries)


class SsFormat(Format):
    """A file holds one puzzle: its givens, then the notes ``state``, in a line, and ``candidates``."""

    name = "ss"
    suffixes = (".ss",)
    one_puzzle = True
    sentence = (
        "A puzzle a file, boxes parted by | and lines of dashes; "
        "a second grid is the state of play, a third its candidates."
    )

    def claims(self, sample: str) -> bool:
        """Whether a framed grid is followed by another with its clues, and by candidates.

        With fewer grids the text may be several puzzles: then the suffix decides.
        """
        framed = _framed_parts(sample)
        if len(framed) != 3 or not is_candidate_grid(framed[2]):
            return False
        with suppress(FormatError):
            givens, state = map(read_single_grid, framed[:2])
            _check_givens(Reader(allow_clashes=True), givens, state)
            return True
        return False

    def admits(self, sample: str) -> bool:
        return 0 < len(_framed_parts(sample)) < 4

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        parts: list[list[NumberedLine]] = []
        for section in sections(lines):
            yield from reader.notes(section.comments)
            if section.lines:
                parts.append(section.lines)
        if parts:
            yield reader.attempt(parts[0][0][0], _puzzle_of_parts, reader, parts)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        text = statements.text_of_square(puzzle, self.name, header.alphabet)
        lines = [*header.comments(puzzle, text.alphabet), *text.framed()]
        if state := _state_rows(puzzle):
            lines += ["", *replace(text, rows=state).framed()]
            if "candidates" in puzzle.notes:
                lines += ["", puzzle.notes["candidates"]]
        return lines


def _puzzle_of_parts(reader: Reader, parts: list[list[NumberedLine]]) -> Puzzle:
    givens, *others = parts
    rows = read_single_grid(givens)
    notes: dict[str, str] = {}
    for lines in others:
        if "state" not in notes and not is_candidate_grid(lines):
            state = read_single_grid(lines)
            _check_givens(reader, rows, state)
            notes["state"] = reader.text_of(state)
        elif "candidates" not in notes:
            notes["candidates"] = "\n".join(text for _, text in lines)
        else:
            raise FormatError("expected at most a state and its candidates", line=lines[0][0])
    return reader.square(rows, notes)


def _check_givens(reader: Reader, givens: list[Row], state: list[Row]) -> None:
    clues, now = reader.values(givens), reader.values(state)
    pairs = zip(clues, now, strict=False)
    if len(clues) != len(now) or any(clue not in (None, value) for clue, value in pairs):
        fault = "the second grid of an ss file is a state of the first: it lacks its clues"
        raise FormatError(fault, line=state[0].line)


def _framed_parts(sample: str) -> list[list[NumberedLine]]:
    """Return the parts of a text between blank lines; none unless the first is a framed grid."""
    parts = sections(enumerate(sample.split("\n"), 1))
    lines = [part.lines for part in parts if part.lines]
    texts = [text for _, text in lines[0]] if lines else []
    framed = any("|" in text for text in texts) and any("---" in text for text in texts)
    return lines if framed and is_grid(lines[0]) else []


_FIELDS = ("technique", "digits", "", "", "eliminations", "placements", "extra")
_WITHOUT_STEP = "0000"


class HodokuFormat(Format):
    """A position of a 9x9 and a step, a line each."""

    name = "hodoku"
    suffixes = (".hodoku",)
    sentence = (
        "HoDoKu library lines, :code:digits:givens:deleted:eliminations:placements:extra, "
        "where +d is filled in and candidates are <digit><row><column>."
    )

    def claims(self, sample: str) -> bool:
        rows = (line.strip() for line in sample.splitlines() if not statements.is_comment(line))
        first = next(filter(None, rows), "")
        return first.startswith(":") and first.count(":") >= 3

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        if not text.lstrip().startswith(":"):
            raise FormatError("a library line begins with a colon")
        fields = text.strip()[1:].split(":", 6)
        if len(fields) < 3:
            raise FormatError(
                f"expected :code:digits:givens:..., found {quantity(len(fields), 'field')}"
            )
        column = text.index(":") + len(fields[0]) + len(fields[1]) + 4
        fields = [field.strip() for field in (*fields, *[""] * (len(_FIELDS) - len(fields)))]
        notes = {key: field for key, field in zip(_FIELDS, fields, strict=True) if key and field}
        for name in ("eliminations", "placements"):
            parse_eliminations(notes.get(name, ""), name)
        return puzzle_of_position(fields[2], fields[3], reader, column, notes)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        statements.square_alphabet(puzzle, self.name, header.alphabet)
        if puzzle.grid.values != (*range(1, _SIZE + 1),):
            raise FormatError("hodoku holds grids of nine rows, values 1 to 9; json holds any")
        cells = dict.fromkeys(puzzle.grid.cells, ".")
        cells |= {cell: f"+{value}" for cell, value in puzzle.entries.items()}
        cells |= {cell: str(value) for cell, value in puzzle.clues.items()}
        deleted = []
        for cell, allowed in puzzle.candidates.items():
            if cell not in puzzle.clues:
                not_struck = seen_clues(puzzle, cell).union(allowed)
                deleted += [(v, *place(cell)) for v in puzzle.grid.values if v not in not_struck]
        struck = " ".join(f"{value}{row + 1}{column + 1}" for value, row, column in sorted(deleted))
        first, digits, *others = (puzzle.notes.get(key, "") for key in _FIELDS if key)
        fields = [first or _WITHOUT_STEP, digits or "x", "".join(cells.values()), struck, *others]
        return [f":{':'.join(fields)}"]


def seen_clues(puzzle: Puzzle, cell: Cell) -> set[int]:
    """Return the values of clues among the peers of a cell; not those of entries: they may be wrong."""
    return {puzzle.clues[peer] for peer in puzzle.peers[cell] if peer in puzzle.clues}


_GROUP = re.compile(r"[^\s|,:!]+")
# Marks that programs attach to a group; such marks are not candidates.
_MARKS = "*#-+"
# With so many values some of the marks are symbols of values.
_MARKS_ARE_VALUES = 62


class PmFormat(Format):
    """A group of candidates a cell.

    As in HoDoKu, a group of one value is a clue only if no peer still has this candidate.
    """

    name = "pm"
    suffixes = (".pm",)
    parted = True
    sentence = (
        "Candidate grids: for each cell the values it may take, parted by blanks and |; "
        "lines of dashes between boxes."
    )

    def claims(self, sample: str) -> bool:
        comments: list[NumberedLine] = []
        for part in sections(enumerate(sample.split("\n"), 1)):
            comments += part.comments
            if part.lines:
                return is_candidate_grid(part.lines, comments) and not is_drawing(sample)
        return False

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for section in sections(lines):
            yield from reader.notes(section.comments)
            if section.lines:
                yield reader.attempt(section.lines[0][0], _puzzle_of_groups, reader, section.lines)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        symbols = statements.square_alphabet(puzzle, self.name, header.alphabet)
        return [*header.comments(puzzle, symbols), *_candidate_grid_text(puzzle, symbols)]


def is_candidate_grid(lines: Sequence[NumberedLine], comments: Sequence[NumberedLine] = ()) -> bool:
    """Return whether lines, after ``comments``, look like candidates rather than a grid of values."""
    rows = _rows(lines) if len(lines) > 1 else []
    size = len(rows)
    texts = [word.text for row in rows for word in row.cells]
    if not 1 < size <= MAX_VALUES or any(len(row.cells) != size for row in rows):
        return False
    stated = dict(filter(None, (statements.statement(text) for _, text in comments)))
    alphabet = ALPHABETS.get(stated.get("alphabet", "digits"))
    if alphabet is None or len(alphabet.characters) < size:
        return False
    symbols = alphabet.characters[:size]
    if not all(character in symbols for word in texts for character in word):
        return False
    numbers = all(word.isdigit() and len(word) < 3 and int(word) <= size for word in texts)
    return any(len(word) > 1 for word in texts) and not (numbers and size > 9)


def _rows(lines: Sequence[NumberedLine]) -> list[Row]:
    """Return the groups of each line that is not a frame, without attached marks."""
    plain_rows = []
    for number, text in lines:
        plain = text.translate(FRAME_TRANSLATION)
        if any(map(str.isalnum, plain)) or ("." in plain and set(plain) <= set(". |")):
            plain_rows.append((number, plain))
    marks = _MARKS if len(plain_rows) < _MARKS_ARE_VALUES else ""
    rows = []
    for number, plain in plain_rows:
        cells = []
        for match in _GROUP.finditer(plain):
            group = match[0].rstrip(marks)
            if word := group.lstrip(marks):
                cells.append(CellText(word, match.start() + len(group) - len(word) + 1))
        rows.append(Row(number, cells))
    return rows


def _puzzle_of_groups(reader: Reader, lines: Sequence[NumberedLine]) -> Puzzle:
    rows = _rows(lines)
    size = len(rows)
    if not 1 <= size <= MAX_VALUES:
        raise FormatError(f"expected 1 to {MAX_VALUES} rows of candidates, found {size}")
    for row in rows:
        if len(row.cells) != size:
            fault = f"expected {quantity(size, 'group')} of candidates in the row, found {len(row.cells)}"
            raise FormatError(fault, line=row.line)
    domains, peers = reader.domains(rows), reader.shape(size).peers
    given = [
        not any(domain & domains[other] for other in bit_positions(peers[cell]))
        for cell, domain in enumerate(domains)
    ]
    return reader.of_domains(domains, given)


def _candidate_grid_text(puzzle: Puzzle, alphabet: Alphabet) -> list[str]:
    """The candidate grid, with the values of clues taken from their peers."""
    if puzzle.entries:
        raise FormatError("pm cannot tell entries from clues; json and hodoku can")
    grid = puzzle.grid
    size = grid.size
    groups = []
    for cell in grid.cells:
        taken, given = seen_clues(puzzle, cell), puzzle.clues.get(cell)
        allowed = puzzle.candidates.get(cell, grid.values)
        group = [v for v in allowed if v not in taken and given in (None, v)]
        if not group:
            raise FormatError(f"pm cannot hold {cell}: it has no candidate left")
        groups.append("".join(map(alphabet.symbol, group)))
    width = max(map(len, groups))
    height, across = grid.blocks[0].box or (size, size)
    rule = "+".join(["", *["-" * (across * (width + 1) + 1)] * (size // across), ""])
    lines = []
    for row in range(size):
        if row % height == 0:
            lines.append(rule)
        cells = [group.ljust(width) for group in groups[row * size : row * size + size]]
        boxes = [" ".join(cells[i : i + across]) for i in range(0, size, across)]
        lines.append("| " + " | ".join(boxes) + " |")
    return [*lines, rule]


DEEPEST = 20

_ROOT = re.compile(r"<(?:opensudoku2?|onegravitysudoku|puzzlePack)\b")
# The beginning of a game in play; XML has a blank for a line end in an attribute.
_STATE = re.compile(r"version:\s*(\d+)\s+")
# The kinds of notes of a cell by the version of the state.
_KINDS = {1: ("corner",), 2: ("corner",), 3: ("corner",), 4: ("corner", "centre")}


class OpenSudokuFormat(Format):
    """The games of a file."""

    name = "opensudoku"
    suffixes = (".opensudoku",)
    sentence = (
        "OpenSudoku's XML, <opensudoku> with games of 81 digits, or in play with their notes."
    )

    def claims(self, sample: str) -> bool:
        return sample.lstrip().startswith("<") and bool(_ROOT.search(sample))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        games: list[tuple[int, dict[str, str]]] = []
        parser, number = _Parser(games), 1
        for number, text in lines:
            error = parser.feed(f"{text}\n", number)
            for line, game in games:
                yield reader.attempt(line, _puzzle_of_game, game, reader, parser.author)
            games.clear()
            if error is not None:
                yield error
                return
        if (error := parser.feed("", number, last=True)) is not None:
            yield error

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        from xml.sax.saxutils import quoteattr  # brings urllib: nobody who reads waits for that

        head = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
        for puzzle in puzzles:
            text = statements.text_of_square(puzzle, self.name, alphabet, blank="0")
            statements.check_no_statements(puzzle, self.name, text.alphabet)
            if len(text.rows) != _SIZE:
                raise FormatError("opensudoku holds puzzles of nine rows; json holds any")
            note = statements.one_line(puzzle.name or puzzle.comment)
            attribute = f" note={quoteattr(note)}" if note else ""
            yield f'{head}  <game data="{text.line()}"{attribute}/>\n'
            head = ""
        if not head:
            yield "</opensudoku>\n"


class _Parser:
    def __init__(self, games: list[tuple[int, dict[str, str]]]) -> None:
        from xml.parsers import expat

        self.author = ""
        self._games = games
        self._open: list[str] = []
        self._line = 1
        self._error = expat.ExpatError
        # whatever encoding the document declares, its text was read as UTF-8 and comes as such
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = lambda name: self._open.pop()
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._reject_doctype

    def feed(self, text: str, line: int, *, last: bool = False) -> FormatError | None:
        """Take a line, or the end of the text; return its error, or ``None``."""
        self._line = line
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

    def _text(self, text: str) -> None:
        if self._open[1:] == ["author"]:
            self.author = (self.author + text.strip())[:1000]

    def _reject_doctype(self, *about: object) -> None:
        raise FormatError("a document type: such files have none", line=self._line)


def _puzzle_of_game(game: dict[str, str], reader: Reader, author: str) -> Puzzle:
    data = (game.get("cells_data") or game.get("data") or "").strip()
    reader.name = statements.one_line(game.get("note") or game.get("user_note") or "")
    notes = {"author": author} if author else {}
    state = _STATE.match(data)
    if state is not None:
        return _game_in_play(int(state[1]), data[state.end() :], reader, notes)
    data = "".join(data.split())
    if len(data) != _SIZE**2:
        raise FormatError(f"a game has {_SIZE**2} digits, not {len(data)}")
    return reader.line(data, notes=notes)


def _game_in_play(version: int, data: str, reader: Reader, notes: dict[str, str]) -> Puzzle:
    """The puzzle of a game in play: fixed cells are clues, the other values entries.

    Notes of a player may be wrong, so no candidate is removed by a note: the puzzle's ``notes`` have
    ``corner notes`` and ``centre notes``, such as ``R1C1 12, R1C3 4``.
    """
    kinds = _KINDS.get(version)
    if kinds is None:
        raise FormatError(f"a game's state of version {version}: versions 1 to 4 are read")
    fields = [field.strip() for field in data.split("|") if field.strip()]
    width = len(kinds) + 2
    if len(fields) != width * _SIZE**2:
        expected = f"{width} fields for each of {_SIZE**2} cells, found {len(fields)}"
        raise FormatError(f"a game's state of version {version} has {expected}")
    clues: list[str] = []
    entries: dict[Cell, int] = {}
    marks: dict[str, list[str]] = {kind: [] for kind in kinds}
    for number in range(_SIZE**2):
        value, *texts, editable = fields[number * width : (number + 1) * width]
        name = cell_name(*divmod(number, 9))
        if not re.fullmatch(r"[0-9]", value) or editable not in ("0", "1"):
            fault = f"{name} of a game's state is a digit, notes, and 0 or 1, not {value!r}"
            raise FormatError(f"{fault} and {editable!r}")
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
