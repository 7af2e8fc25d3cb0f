r"""Penpa+: square grids of penpa-edit links: clues, regions, cages, thermometers, arrows, lines.

An address ends in ``#m=edit&p=`` and the puzzle: lines of text, packed by DEFLATE, in base64.
Penpa is a drawing board: shapes with a meaning of their own are read, and all other shapes are
named to the reader.  A line has no meaning of its own, so lines are read and written only where the
words name their kind and no other kind.  Cells are numbered with two rows and columns around the
grid.

>>> from nonet.formats import parse, write
>>> link = write(parse("1..............4"), "penpa")
>>> link[:50], parse(link).line()
('https://swaroopg92.github.io/penpa-edit/#m=edit&p=', '1..............4')
>>> lines = text_of(parse("1..............4")).split("\n")
>>> lines[0]
'square,4,4,38,0,1,1,190,190,91,91,0,0,0,0,Title: ,Author: ,,,OFF,false'
>>> json.loads(lines[3])["number"]
{'18': ['1', 1, '1'], '45': ['4', 1, '1']}
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, cast

from nonet.errors import FormatError, quantity
from nonet.formats import links, statements
from nonet.formats.base import Reader
from nonet.formats.drawings import connected_areas
from nonet.formats.marks import RULE_MARKS, RuleCollector, kind_named
from nonet.puzzle import Cell, Grid, Puzzle, PuzzleRule
from nonet.puzzle.grid import MAX_VALUES, place

_ABBREVIATIONS = (
    'zO=null z_="__a" z7="nobulbthermo" z6="killercages" z4="deletelineE" z5="polygon" '
    'z0="squareframe" zD="direction" z3="arrows" zT="thermo" z2="freelineE" zF="freeline" '
    'z1="numberS" z8="command_replay" zU="command_undo" zR="command_redo" zB="board" zP="special" '
    'zY="symbol" zN="number" zC="cage" zW="wall" zE="lineE" zL="line" zS="surface" zM="edit_mode" '
    'zG="grid" zA="pu_a" zQ="pu_q" z9="qa" zZ=z'
)
KEY_ABBREVIATIONS = tuple(pair.split("=") for pair in _ABBREVIATIONS.split())
"""Short forms and their long forms, in the order in which short forms are expanded."""


def pack(text: str) -> str:
    """Return a text as packed in a link."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def unpack(text: str) -> str:
    """Return the text of a packed link; raise ``FormatError`` if it is damaged or the text too large."""
    given = text.replace(" ", "+").rstrip("=")
    try:
        data = base64.b64decode(given + "=" * (-len(given) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise FormatError("not base64, or cut short") from None
    inflate = zlib.decompressobj(-15)
    try:
        inflated = inflate.decompress(data, links.MAX_TEXT_LENGTH)
    except zlib.error:
        raise FormatError("the packed text is damaged or cut short") from None
    if inflate.unconsumed_tail:
        raise FormatError(f"the packed text holds more than {links.MAX_TEXT_LENGTH >> 20} MiB")
    return inflated.decode("utf-8", "replace")


def parse_json(text: str, what: str) -> Any:
    """Return the JSON of a line, its short forms expanded; ``what`` names the line in errors."""
    for short, long in KEY_ABBREVIATIONS:
        text = text.replace(short, long)
        if len(text) > 4 * links.MAX_TEXT_LENGTH:
            raise FormatError(f"the {what} holds more than {links.MAX_TEXT_LENGTH >> 18} MiB")
    return statements.json_of(text, f"the {what}")


Segment = tuple[int, int]
"""The numbers of two neighbouring cells."""


def join_segments(segments: Iterable[Segment]) -> list[list[int]] | None:
    """The paths that segments make; ``None`` if one branches or runs in a circle."""
    beside: dict[int, list[int]] = {}
    for segment_start, segment_end in segments:
        beside.setdefault(segment_start, []).append(segment_end)
        beside.setdefault(segment_end, []).append(segment_start)
    if any(len(set(others)) != len(others) or len(others) > 2 for others in beside.values()):
        return None
    seen: set[int] = set()
    paths = []
    for end, others in beside.items():
        if len(others) > 1 or end in seen:
            continue
        path = [end]
        while following := [cell for cell in beside[path[-1]] if cell not in path[-2:]]:
            path += following
        seen.update(path)
        paths.append(path)
    return paths if len(seen) == len(beside) else None


_IGNORED_KEYS = (
    "command_redo command_undo command_replay deletelineE lineE number numberS killercages thermo "
    "arrows cage nobulbthermo line"
)
IGNORED_KEYS = frozenset(_IGNORED_KEYS.split())
"""Keys that are read, or are not part of the puzzle."""

ESCAPES = (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="))

MARGIN = 2
"""Rows and columns around the grid that cells are numbered with."""

# Sizes of numbers that fill a cell.
_NORMAL = ("1", "10")


class BoardReader:
    """The lines of a puzzle during reading."""

    def __init__(self, lines: list[str], reader: Reader) -> None:
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.head = lines[0].split(",")
        if self.head[0] not in ("square", "sudoku", "kakuro"):
            raise FormatError(f"a board of kind {self.head[0][:20]!r}: only square ones are read")
        width, height = map(links.whole_number, (*self.head[1:3], "", "")[:2])
        spaces = parse_json(lines[1], "space around the grid")
        question = parse_json(lines[3], "question")
        if width is None or height is None or not isinstance(question, dict):
            raise FormatError("the size of the board, or its question, is missing")
        if not isinstance(spaces, list) or len(spaces) != 4:
            spaces = [0, 0, 0, 0]
        self.top, bottom, self.left, right = (links.whole_number(n) or 0 for n in spaces)
        self.size = width - self.left - right
        self.around = width + 2 * MARGIN
        self.high = height + 2 * MARGIN
        if self.size != height - self.top - bottom or not 1 <= self.size <= MAX_VALUES:
            raise FormatError(f"a square of 1 to {MAX_VALUES} is read, not {width} by {height}")
        self.question: Mapping[str, Any] = question

    def puzzle(self) -> Puzzle:
        grid = statements.square_grid(self.size, self.reader.box or "default", 1)
        self._regions(grid)
        self._lines(grid)
        ruleset = "".join(self.head[18:19])
        for short, long in ESCAPES:
            ruleset = ruleset.replace(short, long)
        ruleset = ruleset.strip()
        self._drawn_lines(grid, ruleset)
        clues = self._numbers(grid)
        self._cages(grid)
        for key, value in self.question.items():
            if key not in IGNORED_KEYS and isinstance(value, list | dict) and value:
                self.reader.unread(f"{key} (drawn)", "forbid")
        fields = [field.replace("%2C", ",") for field in (*self.head[15:17], "", "")]
        title = fields[0].removeprefix("Title: ").strip()
        author = fields[1].removeprefix("Author: ").strip()
        notes = {"author": author} if author else {}
        return self.rules.puzzle(grid, clues, ruleset, title or self.reader.name, notes=notes)

    def _cell(self, grid: Grid, index: object) -> str | None:
        number = links.whole_number(index)
        if number is None or number < 0:
            return None
        row, column = divmod(number, self.around)
        return grid.cell_at(row - MARGIN - self.top, column - MARGIN - self.left)

    def _paths(
        self, grid: Grid, key: str, what: str
    ) -> Iterator[tuple[list[Any], tuple[str, ...]]]:
        """Yield the paths of a shape that lie on the grid, and their cells; name all others."""
        for path in links.list_of(self.question.get(key)):
            cells = [self._cell(grid, index) for index in links.list_of(path)]
            on_grid = tuple(cell for cell in cells if cell is not None)
            if len(on_grid) < len(cells):
                self.reader.unread(f"{what} off the grid", "forbid")
            elif cells:
                yield path, on_grid

    def _map(self, key: str) -> dict[str, Any]:
        entries = self.question.get(key)
        return entries if isinstance(entries, dict) else {}

    def _lines(self, grid: Grid) -> None:
        for _, cells in self._paths(grid, RULE_MARKS["thermometer"].penpa, "thermo"):
            self.rules.add("thermometer", "thermo", cells=cells)
        for _, cells in self._paths(grid, RULE_MARKS["arrow"].penpa, "arrow"):
            self.rules.add("arrow", "arrow", bulb=cells[:1], cells=cells[1:])
        for _ in filter(None, links.list_of(self.question.get("nobulbthermo"))):
            self.reader.unread("thermometer without a bulb (drawn)", "forbid")

    def _drawn_lines(self, grid: Grid, text: str) -> None:
        """Add lines of the only kind that the words name, if all lines look the same."""
        lines, kind = self._map("line"), kind_named(text)
        ends = [links.whole_numbers(str(key).split(",")) or [] for key in lines]
        segments = [(e[0], e[1]) for e in ends if len(e) == 2 and all(e)]
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
        clues: dict[str, int] = {}
        for index, entry in self._map("number").items():
            text, _, size, *_ = *map(str, links.list_of(entry)), "", "", ""
            cell, value = self._cell(grid, index), links.whole_number(text)
            if cell is None or value is None or size not in _NORMAL:
                self.reader.unread(f"{text[:20]!r} {cell or 'beside the grid'}", "forbid")
            else:
                clues[cell] = value
        return clues

    def _cages(self, grid: Grid) -> None:
        texts = dict(self._map("numberS"))
        for path, cells in self._paths(grid, RULE_MARKS["killer"].penpa, "cage"):
            total = None
            for index in path:
                key = str(4 * (self.around * self.high + (links.whole_number(index) or 0)))
                entry = texts.pop(key, None)
                if isinstance(entry, list) and entry and total is None:
                    total = links.whole_number(entry[0])
                    if total is None:
                        self.reader.unread(f"cage {str(entry[0])[:20]!r}", "forbid")
            self.rules.add("killer", "cage", cells=cells, sum=total)
        for entry in texts.values():
            text = str(entry[0]) if isinstance(entry, list) and entry else ""
            self.reader.unread(f"{text[:20]!r} in a corner", "forbid")

    def _regions(self, grid: Grid) -> None:
        walls, corners = set(), self.around * self.high
        for key in self._map("lineE"):
            ends = links.whole_numbers(str(key).split(",")) or []
            if len(ends) == 2:
                walls.add((ends[0] - corners, ends[1] - corners))
        if not walls:
            if self.head[0] != "sudoku" and "1" not in self.head[11:15]:
                self.rules.boxless = True
            return
        index = {self._cell(grid, n): n for n in range(self.around * self.high)}

        def neighbours(cell: Cell) -> Iterator[Cell]:
            number, around = index[cell], self.around
            for neighbour, wall in (
                (number + 1, (number - around, number)),
                (number - 1, (number - around - 1, number - 1)),
                (number + around, (number - 1, number)),
                (number - around, (number - around - 1, number - around)),
            ):
                other = self._cell(grid, neighbour)
                if other and wall not in walls:
                    yield other

        areas = connected_areas(grid.cells, neighbours)
        if len(areas) == 1:
            self.rules.boxless = True
        else:
            region_of = {cell: number for number, area in enumerate(areas) for cell in area}
            self.rules.add_regions(grid, region_of)


# The width of a cell.
_PIXELS = 38

_BLACK, _GREY_LINE, _THICK = 1, 5, 2
"""A colour of numbers, a style of lines, and a style of edges."""

_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo"
_MAPS = "surface number numberS symbol freeline freelineE line lineE wall cage deletelineE"
_STACKS = "command_redo command_undo command_replay"


def text_of(puzzle: Puzzle) -> str:
    """The lines of a puzzle, not yet packed; ``FormatError`` for a grid or a rule that a board lacks."""
    size, extra = puzzle.grid.size, statements.rules_on_square(puzzle, "penpa")
    statements.check_no_marks(puzzle, "penpa")
    board = _BoardWriter(puzzle)
    board.regions()
    for rule in extra:
        if rule.name != "jigsaw":
            board.rule(rule)
    centre = board.number_at(size // 2, size // 2)
    if size % 2 == 0:  # the corner in the middle, which has the number of the cell before it
        centre = board.corner(size // 2, size // 2)
    canvas = (size + 1) * _PIXELS
    head = ["square", size, size, _PIXELS, 0, 1, 1, canvas, canvas, centre, centre, 0, 0, 0, 0]
    name, author = map(statements.one_line, (puzzle.name, puzzle.notes.get("author", "")))
    header = [text.replace(",", "%2C") for text in (f"Title: {name}", f"Author: {author}", "")]
    header.append(board.comment_text().translate({ord(long): short for short, long in ESCAPES}))
    numbers = [board.number_at(*place(cell)) for cell in puzzle.grid.cells]
    steps = [after - before for before, after in pairwise(numbers)]
    documents = [[0, 0, 0, 0], {}, board.question, _empty(), [numbers[0], *steps], []]
    first = ",".join([*map(str, head), *header, "OFF", "false"])
    return "\n".join([first, *(json.dumps(each, separators=(",", ":")) for each in documents)])


def _empty() -> dict[str, Any]:
    question: dict[str, Any] = {key: {} for key in _MAPS.split()}
    question |= {key: [] for key in _LISTS.split()}
    return question | {key: {"__a": []} for key in _STACKS.split()}


class _BoardWriter:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.size = puzzle, puzzle.grid.size
        self.around = self.size + 2 * MARGIN
        self.question = _empty()
        self._lines: dict[str, list[PuzzleRule]] = {}
        for cell, value in puzzle.clues.items():
            self.question["number"][str(self.number_at(*place(cell)))] = [str(value), _BLACK, "1"]

    def number_at(self, row: int, column: int) -> int:
        """The number of a cell, counted from 0 within the grid."""
        return self.around * (row + MARGIN) + column + MARGIN

    def corner(self, row: int, column: int) -> int:
        """The number of the upper left corner of a cell."""
        return self.around * self.around + self.number_at(row - 1, column - 1)

    def regions(self) -> None:
        """Draw thick lines between cells of different regions; a region in parts is lost."""
        grid, region_of = self.puzzle.grid, statements.region_numbers(self.puzzle)
        for cell in region_of:
            row, column = place(cell)
            for down, right in ((0, 1), (1, 0)):  # after the cell on the left, and the one above
                before = grid.cell_at(row - down, column - right)
                if before and region_of[before] != region_of[cell]:
                    wall = f"{self.corner(row, column)},{self.corner(row + right, column + down)}"
                    self.question["lineE"][wall] = _THICK

    def rule(self, rule: PuzzleRule) -> None:
        """Draw a rule; raise ``FormatError`` if Penpa has no drawing with the meaning of the rule."""
        mark, fields = RULE_MARKS.get(rule.name), cast(Any, rule)
        if rule.name == "killer":
            self._cage(fields)
        elif mark is not None and mark.penpa:
            bulb: tuple[Cell, ...] = fields.bulb if rule.name == "arrow" else ()
            if len(bulb) > 1:
                raise FormatError(f"penpa cannot hold the arrow at {bulb[0]}: its bulb is long")
            self.question[mark.penpa].append(self._path((*bulb, *fields.cells)))
        elif mark is not None and mark.words:
            self._line(fields)
        else:
            raise FormatError(f"penpa has no rule {rule.name}; json holds every rule")

    def _cage(self, rule: Any) -> None:
        """Draw its cells in reading order, and one sum in the corner of the first."""
        path = sorted(self._path(rule.cells))
        self.question[RULE_MARKS["killer"].penpa].append(path)
        if isinstance(rule.sum, int):
            key = 4 * (self.around * self.around + path[0])
            self.question["numberS"][str(key)] = [str(rule.sum), _BLACK]

    def _path(self, cells: Iterable[str]) -> list[int]:
        return [self.number_at(*place(self.puzzle.grid.cell(cell))) for cell in cells]

    def _line(self, rule: Any) -> None:
        path = self._path(rule.cells)
        around, steps = self.around, {abs(after - before) for before, after in pairwise(path)}
        if steps - {1, around - 1, around, around + 1}:
            raise FormatError(f"penpa cannot hold the {rule.name} at {rule.cells[0]}: it jumps")
        self._lines.setdefault(rule.name, []).append(rule)
        for ends in pairwise(path):
            low, high = sorted(ends)
            self.question["line"][f"{low},{high}"] = _GREY_LINE

    def comment_text(self) -> str:
        """Return the comment, with the sentence of the lines' rule if the comment lacks its name."""
        comment = self.puzzle.comment
        if len(self._lines) > 1:
            raise FormatError(f"penpa cannot tell lines apart: {' and '.join(self._lines)}")
        for kind, rules in self._lines.items():
            if kind_named(comment) != kind:
                return f"{comment}\n{rules[0].sentence}".strip()
        return comment


ADDRESS = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


class PenpaFormat(links.LinkFormat):
    """A link a line."""

    name = "penpa"
    sentence = (
        "Links to Penpa+ (penpa-edit/#m=edit&p=...), one a line: clues, regions, cages, "
        "thermometers, arrows and lines of square grids."
    )

    def claims(self, sample: str) -> bool:
        link = links.parse_link(links.first_content_line(sample))
        return link is not None and "penpa" in f"{link.host}{link.path[:40].lower()}"

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        links.check_length(text)
        link = links.parse_link(text)
        packed = links.parameter(link, "p") if link is not None else ""
        if not packed:
            raise FormatError("a link to Penpa+ without p=: it holds no puzzle")
        lines = unpack(links.percent_decoded(packed)).split("\n")
        if len(lines) < 6:
            raise FormatError(
                f"the puzzle is cut short: {quantity(len(lines), 'line')} of at least 6"
            )
        return reader.checked_in_part(BoardReader(lines, reader).puzzle())

    def line(self, puzzle: Puzzle) -> str:
        return f"{ADDRESS}{pack(text_of(puzzle))}"
