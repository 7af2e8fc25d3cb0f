"""Penpa+: square grids of penpa-edit links: clues, regions, cages, thermometers, arrows.

An address ends in ``#m=edit&p=`` and the puzzle: lines of text, packed by DEFLATE, in base64.
Penpa is a drawing board: what has a meaning of its own there is read, and all else is named.
Cells are numbered with two rows and columns around the grid.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from nonet.errors import FormatError, ModelError, PuzzleError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import LONGEST_TEXT, as_link, first_line, refuse_long, unquoted
from nonet.formats.reader import Reader
from nonet.formats.rules import Rules, whole
from nonet.formats.statements import square_grid, with_classic
from nonet.puzzle import Alphabet, Grid, Puzzle
from nonet.puzzle.grid import MOST_VALUES

SHORT = (
    *(("zO", "null"), ("z_", '"__a"'), ("z7", '"nobulbthermo"'), ("z6", '"killercages"')),
    *(("z4", '"deletelineE"'), ("z5", '"polygon"'), ("z0", '"squareframe"')),
    *(("zD", '"direction"'), ("z3", '"arrows"'), ("zT", '"thermo"'), ("z2", '"freelineE"')),
    *(("zF", '"freeline"'), ("z1", '"numberS"'), ("z8", '"command_replay"')),
    *(("zU", '"command_undo"'), ("zR", '"command_redo"'), ("zB", '"board"')),
    *(("zP", '"special"'), ("zY", '"symbol"'), ("zN", '"number"'), ("zC", '"cage"')),
    *(("zW", '"wall"'), ("zE", '"lineE"'), ("zL", '"line"'), ("zS", '"surface"')),
    *(("zM", '"edit_mode"'), ("zG", '"grid"'), ("zA", '"pu_a"'), ("zQ", '"pu_q"')),
    *(("z9", '"qa"'), ("zZ", "z")),
)
"""What is written short, and in which order it is written out again."""

SILENT = frozenset(
    {
        *("command_redo", "command_undo", "command_replay", "deletelineE", "lineE", "number"),
        *("numberS", "killercages", "thermo", "arrows", "cage", "nobulbthermo"),
    }
)
"""Keys that are read, or are no part of the puzzle."""

_HOST = re.compile(r"(?:swaroopg92|opt-pan|rjrudman)\.github\.io|penpa-edit\.[a-z.]+")
_AROUND = 2
_NORMAL = ("1", "10")
"""Sizes of numbers that fill a cell."""


class PenpaFormat(Format):
    """A link a line.  Read, not written."""

    name: ClassVar[str] = "penpa"
    suffixes: ClassVar[tuple[str, ...]] = ()
    sentence: ClassVar[str] = (
        "Links to Penpa+ (penpa-edit/#m=edit&p=...), one a line: clues, regions, cages, "
        "thermometers and arrows of square grids; read only."
    )
    writes: ClassVar[bool] = False

    def claims(self, sample: str) -> bool:
        """Whether a link to the program comes first."""
        link = as_link(first_line(sample))
        return link is not None and "penpa" in f"{link.host}{link.rest[:40].lower()}"

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if text.strip() and not text.startswith("# "):
                yield reader.attempt_at(number, _puzzle, text.strip(), reader)

    def write(self, puzzles: Iterable[Puzzle], alphabet: Alphabet | None) -> Iterator[str]:
        raise FormatError("penpa is read and not written; f-puzzles, iss and json hold variants")


def _puzzle(text: str, reader: Reader) -> Puzzle:
    refuse_long(text)
    found = re.search(r"[#?&]p=([^&]*)", text)
    if found is None:
        raise FormatError("a link to Penpa+ without p=: it holds no puzzle")
    lines = _unpacked(unquoted(found[1])).split("\n")
    if len(lines) < 6:
        raise FormatError(f"the puzzle is cut short: {len(lines)} lines of at least 6")
    try:
        return reader.checked(_Board(lines, reader).puzzle())
    except (PuzzleError, ModelError) as error:
        raise FormatError(str(error)) from error


def _unpacked(text: str) -> str:
    import zlib

    packed = text.replace(" ", "+").rstrip("=")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError("not base64, or cut short") from None
    inflate = zlib.decompressobj(-15)
    try:
        found = inflate.decompress(data, LONGEST_TEXT)
    except zlib.error:
        raise FormatError("the packed text is damaged or cut short") from None
    if inflate.unconsumed_tail:
        raise FormatError(f"the packed text holds more than {LONGEST_TEXT >> 20} MiB")
    return found.decode("utf-8", "replace")


def _json(text: str, what: str) -> Any:
    for short, long in SHORT:
        text = text.replace(short, long)
        if len(text) > 4 * LONGEST_TEXT:
            raise FormatError(f"the {what} holds more than {LONGEST_TEXT >> 18} MiB")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"the {what} is not JSON: {error}") from None


class _Board:
    """The lines of one puzzle while they are read."""

    def __init__(self, lines: list[str], reader: Reader) -> None:
        self.reader = reader
        self.rules = Rules(reader)
        self.head = lines[0].split(",")
        if self.head[0] not in ("square", "sudoku", "kakuro"):
            raise FormatError(f"a board of kind {self.head[0][:20]!r}: only square ones are read")
        width, height = (whole(text) for text in (*self.head[1:3], "", "")[:2])
        spaces = _json(lines[1], "space around the grid")
        question = _json(lines[3], "question")
        if width is None or height is None or not isinstance(question, dict):
            raise FormatError("the size of the board, or its question, is missing")
        if not isinstance(spaces, list) or len(spaces) != 4:
            spaces = [0, 0, 0, 0]
        self.top, bottom, self.left, right = (whole(n) or 0 for n in spaces)
        self.size = width - self.left - right
        self.around = width + 2 * _AROUND
        self.high = height + 2 * _AROUND
        if self.size != height - self.top - bottom or not 1 <= self.size <= MOST_VALUES:
            raise FormatError(f"a square of 1 to {MOST_VALUES} is read, not {width} by {height}")
        self.question: Mapping[str, Any] = question

    def puzzle(self) -> Puzzle:
        """The puzzle, not yet checked."""
        grid = square_grid(self.size, self.reader.box or "default", 1)
        self._regions(grid)
        self._lines(grid)
        clues = self._numbers(grid)
        self._cages(grid)
        for key, value in self.question.items():
            if key not in SILENT and isinstance(value, list | dict) and value:
                self.reader.unknown(f"{key} (drawn)")
        if self.rules.boxless:
            grid = square_grid(self.size, "none", 1)
        title = ",".join(self.head[15:16]).removeprefix("Title: ").replace("%2C", ",").strip()
        words = ",".join(self.head[18:19]).replace("%2C", ",").replace("%2D", "\n").strip()
        author = ",".join(self.head[16:17]).removeprefix("Author: ").replace("%2C", ",").strip()
        notes = {"author": author} if author else {}
        rules = with_classic(self.rules.found)
        return Puzzle(grid, clues, rules, {}, title or self.reader.name, words, notes)

    def _cell(self, grid: Grid, index: object) -> str | None:
        """The cell of a number, if it lies on the grid."""
        number = whole(index)
        if number is None or number < 0:
            return None
        row, column = divmod(number, self.around)
        return grid.cell_at(row - _AROUND - self.top, column - _AROUND - self.left)

    def _path(self, grid: Grid, path: object, what: str) -> tuple[str, ...] | None:
        cells = [self._cell(grid, index) for index in path] if isinstance(path, list) else []
        found = tuple(cell for cell in cells if cell is not None)
        if not found or len(found) < len(cells):
            if cells:
                self.reader.unknown(f"{what} off the grid")
            return None
        return found

    def _paths(self, key: str) -> list[Any]:
        found = self.question.get(key)
        return [path for path in found if path] if isinstance(found, list) else []

    def _lines(self, grid: Grid) -> None:
        for path in self._paths("thermo"):
            cells = self._path(grid, path, "thermo")
            if cells:
                self.rules.add("thermometer", "thermo", cells=cells)
        for path in self._paths("arrows"):
            cells = self._path(grid, path, "arrow")
            if cells:
                self.rules.add("arrow", "arrow", bulb=cells[:1], cells=cells[1:])
        for _ in self._paths("nobulbthermo"):
            self.reader.unknown("thermometer without a bulb (drawn)")

    def _numbers(self, grid: Grid) -> dict[str, int]:
        found = self.question.get("number")
        clues: dict[str, int] = {}
        for index, entry in found.items() if isinstance(found, dict) else ():
            text = str(entry[0]) if isinstance(entry, list) and entry else ""
            size = str(entry[2]) if isinstance(entry, list) and len(entry) > 2 else ""
            cell, value = self._cell(grid, index), whole(text)
            if cell is None or value is None or size not in _NORMAL:
                self.reader.unknown(f"{text[:20]!r} {'beside the grid' if cell is None else cell}")
            else:
                clues[cell] = value
        return clues

    def _cages(self, grid: Grid) -> None:
        corners = self.question.get("numberS")
        texts = dict(corners) if isinstance(corners, dict) else {}
        for path in self._paths("killercages"):
            cells = self._path(grid, path, "cage")
            if not cells:
                continue
            total = None
            for index in path:
                key = str(4 * (self.around * self.high + (whole(index) or 0)))
                entry = texts.pop(key, None)
                if isinstance(entry, list) and entry and total is None:
                    total = whole(entry[0])
                    if total is None:
                        self.reader.unknown(f"cage {str(entry[0])[:20]!r}")
            self.rules.add("killer", "cage", cells=cells, sum=total)
        for entry in texts.values():
            text = str(entry[0]) if isinstance(entry, list) and entry else ""
            self.reader.unknown(f"{text[:20]!r} in a corner")

    def _regions(self, grid: Grid) -> None:
        """The regions that thick lines part: what they leave joined."""
        lines = self.question.get("lineE")
        walls = set()
        for key in lines if isinstance(lines, dict) else ():
            ends = [whole(part) for part in str(key).split(",")]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                walls.add((ends[0] - self.around * self.high, ends[1] - self.around * self.high))
        if not walls:
            if self.head[0] != "sudoku" and "1" not in self.head[11:15]:
                self.rules.boxless = True
            return
        region_of: dict[str, int] = {}
        index = {self._cell(grid, n): n for n in range(self.around * self.high)}
        for cell in grid.cells:
            if cell in region_of:
                continue
            number = len(set(region_of.values()))
            region_of[cell] = number
            waiting = [index[cell]]
            for at in waiting:
                sides = (
                    (at + 1, (at - self.around, at)),
                    (at - 1, (at - self.around - 1, at - 1)),
                    (at + self.around, (at - 1, at)),
                    (at - self.around, (at - self.around - 1, at - self.around)),
                )
                for there, wall in sides:
                    other = self._cell(grid, there)
                    if other and other not in region_of and wall not in walls:
                        region_of[other] = number
                        waiting.append(there)
        groups: dict[int, set[str]] = {}
        for cell, number in region_of.items():
            groups.setdefault(number, set()).add(cell)
        boxes = {frozenset(box) for box in grid.blocks[0].boxes()}
        if {frozenset(cells) for cells in groups.values()} == boxes:
            return
        if len(groups) == 1:
            self.rules.boxless = True
        else:
            self.rules.regions(grid, region_of)
