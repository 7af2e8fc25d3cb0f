"""Boards of Penpa+ as puzzles: shapes with a meaning are read, all other shapes named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import FormatError
from nonet.formats.penpa.packing import parse_json
from nonet.formats.penpa.paths import join_segments
from nonet.formats.reader import Reader
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.setter_rules import read_words
from nonet.formats.statements import square_grid, with_classic
from nonet.formats.sudokupad.drawn_lines import kind_named
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.grid import MAX_VALUES

IGNORED_KEYS = frozenset(
    {
        *("command_redo", "command_undo", "command_replay", "deletelineE", "lineE", "number"),
        *("numberS", "killercages", "thermo", "arrows", "cage", "nobulbthermo", "line"),
    }
)
"""Keys that are read, or are no part of the puzzle."""

ESCAPES = (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="))
"""How the words are written."""

MARGIN = 2
"""Rows and columns around the grid that cells are numbered with."""

_NORMAL = ("1", "10")
"""Sizes of numbers that fill a cell."""


class BoardReader:
    """The lines of a puzzle during reading."""

    def __init__(self, lines: list[str], reader: Reader) -> None:
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.head = lines[0].split(",")
        if self.head[0] not in ("square", "sudoku", "kakuro"):
            raise FormatError(f"a board of kind {self.head[0][:20]!r}: only square ones are read")
        width, height = (whole_number(text) for text in (*self.head[1:3], "", "")[:2])
        spaces = parse_json(lines[1], "space around the grid")
        question = parse_json(lines[3], "question")
        if width is None or height is None or not isinstance(question, dict):
            raise FormatError("the size of the board, or its question, is missing")
        if not isinstance(spaces, list) or len(spaces) != 4:
            spaces = [0, 0, 0, 0]
        self.top, bottom, self.left, right = (whole_number(n) or 0 for n in spaces)
        self.size = width - self.left - right
        self.around = width + 2 * MARGIN
        self.high = height + 2 * MARGIN
        if self.size != height - self.top - bottom or not 1 <= self.size <= MAX_VALUES:
            raise FormatError(f"a square of 1 to {MAX_VALUES} is read, not {width} by {height}")
        self.question: Mapping[str, Any] = question

    def puzzle(self) -> Puzzle:
        """The puzzle, not yet checked."""
        grid = square_grid(self.size, self.reader.box or "default", 1)
        self._regions(grid)
        self._lines(grid)
        sudoku_kinds = ",".join(self.head[18:19])
        for short, long in ESCAPES:
            sudoku_kinds = sudoku_kinds.replace(short, long)
        sudoku_kinds = sudoku_kinds.strip()
        self._drawn_lines(grid, sudoku_kinds)
        clues = self._numbers(grid)
        self._cages(grid)
        for key, value in self.question.items():
            if key not in IGNORED_KEYS and isinstance(value, list | dict) and value:
                self.reader.unread(f"{key} (drawn)", "forbid")
        if self.rules.boxless:
            grid = square_grid(self.size, "none", 1)
        title = ",".join(self.head[15:16]).removeprefix("Title: ").replace("%2C", ",").strip()
        author = ",".join(self.head[16:17]).removeprefix("Author: ").replace("%2C", ",").strip()
        notes = {"author": author} if author else {}
        notes |= read_words(sudoku_kinds, self.rules)
        rules = with_classic(self.rules.collected)
        return Puzzle(grid, clues, rules, {}, title or self.reader.name, sudoku_kinds, notes)

    def _cell(self, grid: Grid, index: object) -> str | None:
        """Return the cell of a number; ``None`` if the cell is outside the grid."""
        number = whole_number(index)
        if number is None or number < 0:
            return None
        row, column = divmod(number, self.around)
        return grid.cell_at(row - MARGIN - self.top, column - MARGIN - self.left)

    def _path(self, grid: Grid, path: object, what: str) -> tuple[str, ...] | None:
        cells = [self._cell(grid, index) for index in path] if isinstance(path, list) else []
        on_grid = tuple(cell for cell in cells if cell is not None)
        if not on_grid or len(on_grid) < len(cells):
            if cells:
                self.reader.unread(f"{what} off the grid", "forbid")
            return None
        return on_grid

    def _paths(self, key: str) -> list[Any]:
        paths = self.question.get(key)
        return [path for path in paths if path] if isinstance(paths, list) else []

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
            self.reader.unread("thermometer without a bulb (drawn)", "forbid")

    def _drawn_lines(self, grid: Grid, text: str) -> None:
        """Add lines of the only kind that the words name, if all lines look the same."""
        drawn = self.question.get("line")
        lines = drawn if isinstance(drawn, dict) else {}
        kind = kind_named(text)
        ends = [[whole_number(end) for end in str(key).split(",")] for key in lines]
        segments = [(e[0], e[1]) for e in ends if len(e) == 2 and e[0] and e[1]]
        same = len(segments) == len(lines) and len({str(look) for look in lines.values()}) == 1
        paths = join_segments(segments) if same else None
        cells = [[self._cell(grid, number) for number in path] for path in paths or ()]
        if kind is None or kind == "thermometer" or not cells or any(None in p for p in cells):
            if lines:
                self.reader.unread("line (drawn)", "forbid")
            return
        for path in cells:
            self.rules.add(kind, "line", cells=tuple(path))

    def _numbers(self, grid: Grid) -> dict[str, int]:
        numbers = self.question.get("number")
        clues: dict[str, int] = {}
        for index, entry in numbers.items() if isinstance(numbers, dict) else ():
            text = str(entry[0]) if isinstance(entry, list) and entry else ""
            size = str(entry[2]) if isinstance(entry, list) and len(entry) > 2 else ""
            cell, value = self._cell(grid, index), whole_number(text)
            if cell is None or value is None or size not in _NORMAL:
                self.reader.unread(
                    f"{text[:20]!r} {'beside the grid' if cell is None else cell}", "forbid"
                )
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
                key = str(4 * (self.around * self.high + (whole_number(index) or 0)))
                entry = texts.pop(key, None)
                if isinstance(entry, list) and entry and total is None:
                    total = whole_number(entry[0])
                    if total is None:
                        self.reader.unread(f"cage {str(entry[0])[:20]!r}", "forbid")
            self.rules.add("killer", "cage", cells=cells, sum=total)
        for entry in texts.values():
            text = str(entry[0]) if isinstance(entry, list) and entry else ""
            self.reader.unread(f"{text[:20]!r} in a corner", "forbid")

    def _regions(self, grid: Grid) -> None:
        """Add the regions, the connected areas between thick lines."""
        lines = self.question.get("lineE")
        walls = set()
        for key in lines if isinstance(lines, dict) else ():
            ends = [whole_number(part) for part in str(key).split(",")]
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
                for neighbour, wall in sides:
                    other = self._cell(grid, neighbour)
                    if other and other not in region_of and wall not in walls:
                        region_of[other] = number
                        waiting.append(neighbour)
        groups: dict[int, set[str]] = {}
        for cell, number in region_of.items():
            groups.setdefault(number, set()).add(cell)
        boxes = {frozenset(box) for box in grid.blocks[0].boxes()}
        if {frozenset(cells) for cells in groups.values()} == boxes:
            return
        if len(groups) == 1:
            self.rules.boxless = True
        else:
            self.rules.add_regions(grid, region_of)
