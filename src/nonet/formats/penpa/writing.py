"""Puzzles as boards of Penpa+, for its editor.

A line has no meaning of its own in Penpa, so lines are written only where the words name their kind
and no other kind, the condition for reading.

>>> import nonet
>>> lines = text_of(nonet.parse("1..............4")).split("\\n")
>>> lines[0]
'square,4,4,38,0,1,1,190,190,91,91,0,0,0,0,Title: ,Author: ,,,OFF,false'
>>> json.loads(lines[3])["number"]
{'18': ['1', 1, '1'], '45': ['4', 1, '1']}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from nonet.errors import FormatError
from nonet.formats.penpa.paths import Segment, join_segments
from nonet.formats.penpa.reading import ESCAPES, MARGIN
from nonet.formats.statements import one_line, rules_beyond_classic
from nonet.formats.sudokupad.drawn_lines import KIND_PATTERNS, kind_named
from nonet.puzzle import Cell, Puzzle, PuzzleRule
from nonet.puzzle.grid import MAX_VALUES, place
from nonet.puzzle.rules.jigsaw import Jigsaw

_PIXELS = 38
"""The width of a cell."""

_BLACK, _GREY_LINE, _THICK = 1, 5, 2
"""A colour of numbers, a style of lines, and a style of edges."""

_LISTS = (
    *("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"),
)
_MAPS = (
    *("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE"),
    *("wall", "cage", "deletelineE"),
)
_STACKS = ("command_redo", "command_undo", "command_replay")


def text_of(puzzle: Puzzle) -> str:
    """The lines of a puzzle, not yet packed.

    Raises ``FormatError`` that names the grid, the rule or the mark that a board cannot hold.
    """
    size, extra = puzzle.grid.size, rules_beyond_classic(puzzle)
    block = puzzle.grid.blocks[0]
    is_square = puzzle.grid.is_single and block.height == block.width == size <= MAX_VALUES
    if not is_square or puzzle.grid.values != (*range(1, size + 1),):
        raise FormatError("penpa holds squares of n rows for the values 1 to n; json holds any")
    if extra is None:
        raise FormatError("penpa has rows and columns in every puzzle; json can lack them")
    if puzzle.candidates or puzzle.entries:
        raise FormatError("penpa cannot hold candidates or entries; json can")
    board = _BoardWriter(puzzle)
    board.regions(next((rule for rule in extra if isinstance(rule, Jigsaw)), None))
    for rule in extra:
        if not isinstance(rule, Jigsaw):
            board.rule(rule)
    centre = board.number_at(size // 2, size // 2)
    if size % 2 == 0:  # the corner in the middle, which has the number of the cell before it
        centre = board.corner(size // 2, size // 2)
    canvas = (size + 1) * _PIXELS
    head = ["square", size, size, _PIXELS, 0, 1, 1, canvas, canvas, centre, centre, 0, 0, 0, 0]
    name, author = one_line(puzzle.name), one_line(puzzle.notes.get("author", ""))
    header = [text.replace(",", "%2C") for text in (f"Title: {name}", f"Author: {author}", "")]
    header.append(board.comment_text().translate({ord(long): short for short, long in ESCAPES}))
    return "\n".join(
        [
            ",".join([*map(str, head), *header, "OFF", "false"]),
            "[0,0,0,0]",
            "{}",
            _json(board.question),
            _json(_empty()),
            _json([board.number_at(0, 0), *board.steps()]),
            "[]",
        ]
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _empty() -> dict[str, Any]:
    """A board on which nothing is drawn."""
    question: dict[str, Any] = {key: {} for key in _MAPS} | {key: [] for key in _LISTS}
    return question | {key: {"__a": []} for key in _STACKS}


class _BoardWriter:
    """The board of a puzzle during writing."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.size = puzzle, puzzle.grid.size
        self.around = self.size + 2 * MARGIN
        self.question = _empty()
        self._lines: dict[str, list[PuzzleRule]] = {}
        self._caged: set[Cell] = set()
        for cell, value in puzzle.clues.items():
            self.question["number"][str(self._cell_number(cell))] = [str(value), _BLACK, "1"]

    def number_at(self, row: int, column: int) -> int:
        """The number of a cell, counted from 0 within the grid."""
        return self.around * (row + MARGIN) + column + MARGIN

    def corner(self, row: int, column: int) -> int:
        """The number of the upper left corner of a cell."""
        return self.around * self.around + self.number_at(row - 1, column - 1)

    def steps(self) -> Iterable[int]:
        """From cell to cell in reading order, how much their numbers grow."""
        numbers = [self._cell_number(cell) for cell in self.puzzle.grid.cells]
        return (after - before for before, after in pairwise(numbers))

    def _cell_number(self, cell: Cell) -> int:
        return self.number_at(*place(cell))

    def regions(self, jigsaw: Jigsaw | None) -> None:
        """Thick lines between cells of different regions."""
        cells, block = self.puzzle.grid.cells, self.puzzle.grid.blocks[0]
        if jigsaw is not None:
            region_of: Mapping[Cell, object] = dict(zip(cells, jigsaw.layout, strict=True))
        elif block.box is None:
            return
        else:
            region_of = {cell: n for n, box in enumerate(block.boxes()) for cell in box}
        self._check_regions_connected(region_of)
        walls = self.question["lineE"]
        for row in range(self.size):
            for column in range(1, self.size):
                # beside a cell and the one before it, and the same with rows for columns
                for across, down in (((row, column), (1, 0)), ((column, row), (0, 1))):
                    before = (across[0] - down[1], across[1] - down[0])
                    first, second = (self.puzzle.grid.cell_at(*each) for each in (before, across))
                    if first and second and region_of[first] != region_of[second]:
                        end = self.corner(across[0] + down[0], across[1] + down[1])
                        walls[f"{self.corner(*across)},{end}"] = _THICK

    def _check_regions_connected(self, region_of: Mapping[Cell, object]) -> None:
        """Raise ``FormatError`` if a region is in two parts, which lines would make two regions."""
        joined: set[Cell] = set()
        begun: set[object] = set()
        for cell in region_of:
            if cell in joined:
                continue
            if region_of[cell] in begun:
                raise FormatError(f"penpa cannot hold the region at {cell}: it is in parts")
            begun.add(region_of[cell])
            waiting = [cell]
            joined.add(cell)
            for each in waiting:
                for other in self.puzzle.grid.cells_at_offsets(
                    each, ((0, 1), (1, 0), (0, -1), (-1, 0))
                ):
                    if other not in joined and region_of[other] == region_of[cell]:
                        joined.add(other)
                        waiting.append(other)

    def rule(self, rule: PuzzleRule) -> None:
        """Draw a rule.

        Raise ``FormatError`` if Penpa has no drawing with the meaning of the rule.
        """
        if rule.name in KIND_PATTERNS and rule.name not in _WRITERS:
            self._line(rule)
            return
        writer = _WRITERS.get(rule.name)
        if writer is None:
            raise FormatError(f"penpa has no rule {rule.name}; json holds every rule")
        writer(self, rule)

    def thermometer(self, rule: Any) -> None:
        """Its cells from the bulb on."""
        self.question["thermo"].append(self._path(rule.cells))

    def arrow(self, rule: Any) -> None:
        """Draw the bulb and the cells of the shaft."""
        if len(rule.bulb) > 1:
            raise FormatError(f"penpa cannot hold the arrow at {rule.bulb[0]}: its bulb is long")
        self.question["arrows"].append(self._path((*rule.bulb, *rule.cells)))

    def cage(self, rule: Any) -> None:
        """Its cells in reading order, and the sum in the corner of the first."""
        cells = sorted(map(self.puzzle.grid.cell, rule.cells), key=place)
        shared = sorted(self._caged.intersection(cells), key=place)
        if shared:
            raise FormatError(f"penpa cannot hold {shared[0]} in two cages; json can")
        if rule.repeats or isinstance(rule.sum, tuple):
            raise FormatError(
                f"penpa cannot hold the cage at {cells[0]}: "
                "it holds cages of different values with one sum; json any"
            )
        self._caged.update(cells)
        path = [self._cell_number(cell) for cell in cells]
        self.question["killercages"].append(path)
        if rule.sum is not None:
            key = 4 * (self.around * self.around + path[0])
            self.question["numberS"][str(key)] = [str(rule.sum), _BLACK]

    def _path(self, cells: Iterable[str]) -> list[int]:
        return [self._cell_number(self.puzzle.grid.cell(cell)) for cell in cells]

    def _line(self, rule: Any) -> None:
        """A line whose kind the words will name."""
        usual = all(
            getattr(rule, p.name) == p.default for p in rule.typed_parameters() if not p.required
        )
        path = self._path(rule.cells)
        steps = {abs(after - before) for before, after in pairwise(path)}
        around = self.around
        if not usual or steps - {1, around - 1, around, around + 1}:
            reason = "it is not as usual" if not usual else "it jumps"
            raise FormatError(f"penpa cannot hold the {rule.name} at {rule.cells[0]}: {reason}")
        self._lines.setdefault(rule.name, []).append(rule)
        for ends in pairwise(path):
            low, high = sorted(ends)
            self.question["line"][f"{low},{high}"] = _GREY_LINE

    def comment_text(self) -> str:
        """Return the comment, with the sentence of the lines' rule if the comment lacks its name."""
        comment = self.puzzle.comment
        if not self._lines:
            return comment
        if len(self._lines) > 1:
            raise FormatError(f"penpa cannot tell lines apart: {' and '.join(self._lines)}")
        ((kind, rules),) = self._lines.items()
        paths = join_segments(self._segments())
        if paths is None or len(paths) < len(rules):
            raise FormatError(f"penpa cannot hold lines that touch each other ({kind})")
        if kind_named(comment) == kind:
            return comment
        text = f"{comment}\n{rules[0].sentence}".strip()
        if kind_named(text) != kind:
            raise FormatError(f"penpa tells {kind} by the words, which name others too: {comment}")
        return text

    def _segments(self) -> list[Segment]:
        ends = [key.split(",") for key in self.question["line"]]
        return [(int(low), int(high)) for low, high in ends]


_WRITERS: Mapping[str, Callable[[_BoardWriter, Any], None]] = {
    "thermometer": _BoardWriter.thermometer,
    "arrow": _BoardWriter.arrow,
    "killer": _BoardWriter.cage,
}
"""How the rules that have a drawing of their own are drawn."""
