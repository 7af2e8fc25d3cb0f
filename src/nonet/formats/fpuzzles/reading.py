"""f-puzzles objects as puzzles.

The rule of each key is in :mod:`nonet.formats.fpuzzles.rule_keys`; keys without a rule are named to
the reader.  The object's own text is stored as the note ``f-puzzles``, so that an unchanged puzzle
can be written again to the letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nonet.errors import FormatError
from nonet.formats.fpuzzles.drawings import CELL_KEYS, cell_tints, marks_of_drawing
from nonet.formats.fpuzzles.rule_keys import (
    CELL_MARKS,
    DRAWING_KEYS,
    FLAGS,
    IGNORED_KEYS,
    INDEXERS,
    LINES,
    NEGATIVE_RULES,
    OUTSIDE,
    PAIRS,
    VALUED_LINES,
)
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.setter_rules import read_words
from nonet.formats.statements import square_grid, with_classic
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, marks_note
from nonet.puzzle.grid import MAX_VALUES, cell_name, place

NOTE = "f-puzzles"
"""The note that holds the text of the object a puzzle was read from."""

FOG_KEYS = ("fogofwar", "foglight")
"""Keys of fog, which hides drawings: no solution depends on fog."""

Entries = Iterator[tuple[str, dict[str, Any]]]
"""The entries of a key with the words that say which: ``thermometer 2``."""


def puzzle_of(document: Mapping[str, Any], text: str, reader: Reader) -> Puzzle:
    """Return the puzzle of an object whose text is ``text``.

    Raise ``FormatError`` if the object is no puzzle.
    """
    with as_format_error():
        puzzle = _ObjectReader(document, reader).puzzle(text)
        return reader.checked_in_part(puzzle)


class _ObjectReader:
    """An f-puzzles object during reading."""

    def __init__(self, document: Mapping[str, Any], reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.marks: list[DrawnMark] = []

    def puzzle(self, text: str) -> Puzzle:
        """The puzzle, not yet checked."""
        document, grid = self.document, self._grid()
        self._regions(grid)
        for read in (self._flags, self._lines, self._cells, self._edges, self._outside):
            read(grid)
        known = {
            *LINES,
            *VALUED_LINES,
            *CELL_MARKS,
            *INDEXERS,
            *PAIRS,
            *OUTSIDE,
            *FLAGS,
            *IGNORED_KEYS,
        }
        known |= {"diagonal+", "diagonal-", "nonconsecutive", "negative", "killercage", "arrow"}
        known |= {"littlekillersum", "extraregion", "clone", "quadruple", "xv", "cage"}
        for key, value in document.items():
            if key in DRAWING_KEYS and value:
                for _, entry in self._entries(key):
                    if not entry.get("fromConstraint"):
                        self.reader.unread(f"{key} (a drawing)", "forbid")
                        self.marks += marks_of_drawing(key, entry)
            elif key not in known and value not in (False, None, [], {}, ""):
                self.reader.unread(key, None if key in FOG_KEYS else "either")
        if self.rules.boxless:
            grid = square_grid(grid.size, "none", 1)
        clues, candidates, entries = self._values(grid)
        ruleset = str(document.get("ruleset") or "")
        notes = {NOTE: text, **read_words(ruleset, self.rules)}
        if drawn := marks_note(self.marks):
            notes[MARKS_NOTE] = drawn
        for key in ("author", "solution"):
            if document.get(key):
                value = document[key]
                notes[key] = "".join(map(str, value)) if isinstance(value, list) else str(value)
        return Puzzle(
            grid,
            clues,
            with_classic(self.rules.collected),
            candidates,
            str(document.get("title") or self.reader.name or ""),
            ruleset,
            notes,
            entries,
        )

    def _grid(self) -> Grid:
        rows = self.document.get("grid")
        size = whole_number(
            self.document.get("size", len(rows) if isinstance(rows, list) else None)
        )
        if "gridSize" in self.document:
            raise FormatError("an object of lisudoku, which nonet does not read")
        if size is None or not 1 <= size <= MAX_VALUES:
            raise FormatError(f"size is a number from 1 to {MAX_VALUES}, not {_shortened(size)}")
        good = isinstance(rows, list) and len(rows) == size
        if not good or any(not isinstance(row, list) or len(row) != size for row in rows or ()):
            raise FormatError(f"grid is {size} rows of {size} cells")
        return square_grid(size, self.reader.box or "default", 1)

    def _cell_entries(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for r, row in enumerate(self.document["grid"]):
            for c, cell in enumerate(row):
                if not isinstance(cell, dict):
                    raise FormatError(
                        f"{cell_name(r, c)} of grid is no object but {_shortened(cell)}"
                    )
                yield cell_name(r, c), cell

    def _values(self, grid: Grid) -> tuple[dict[str, int], dict[str, Domain], dict[str, int]]:
        """Return clues, candidates, and the values that a player has filled in."""
        clues: dict[str, int] = {}
        candidates: dict[str, Domain] = {}
        entries: dict[str, int] = {}
        for name, cell in self._cell_entries():
            value = cell.get("value")
            if value not in (None, ""):
                number = whole_number(value)
                if number is None:
                    raise FormatError(
                        f"{name} of grid: a value is a number, not {_shortened(value)}"
                    )
                (clues if cell.get("given") else entries)[name] = number
            marks = cell.get("givenPencilMarks")
            if marks:
                numbers = [whole_number(m) for m in marks] if isinstance(marks, list) else [None]
                if None in numbers:
                    raise FormatError(f"{name} of grid: givenPencilMarks are a list of numbers")
                candidates[name] = Domain.of(n for n in numbers if n is not None)
            for tint in cell_tints(cell):
                self.reader.unread("coloured cell (a drawing)", "forbid")
                self.marks.append(DrawnMark("shade", (name,), tint))
            for key in cell.keys() - CELL_KEYS:
                self.reader.unread(f"{key} of a cell", "either")
        return clues, candidates, entries

    def _regions(self, grid: Grid) -> None:
        """A jigsaw where the cells say regions other than the boxes."""
        usual = {
            cell: n for n, box in enumerate(grid.blocks[0].boxes() or [[]]) for cell in box
        } or {cell: place(cell)[0] for cell in grid.cells}
        regions = {}
        for name, cell in self._cell_entries():
            region = cell["region"] if "region" in cell else usual[name]
            if region is not None and not isinstance(region, int):
                raise FormatError(f"{name} of grid: a region is a number, not {_shortened(region)}")
            regions[name] = None if region == -1 else region
        if regions != usual:
            self.rules.add_regions(grid, regions)

    def _flags(self, grid: Grid) -> None:
        document, add = self.document, self.rules.add
        up, down = bool(document.get("diagonal+")), bool(document.get("diagonal-"))
        if up and down:
            add("diagonals")
        elif up or down:
            self.rules.add_diagonal(grid, rising=up)
        for key, rule in FLAGS.items():
            if document.get(key):
                add(rule)
        if document.get("nonconsecutive"):
            # marked pairs are exempt, so with marks it is a negative rule
            add("negative-difference" if document.get("difference") else "nonconsecutive")
        negative = document.get("negative") or []
        for key in negative if isinstance(negative, list) else [str(negative)]:
            if key in NEGATIVE_RULES:
                add(NEGATIVE_RULES[key])
            else:
                self.reader.unread(f"negative {key}", "forbid")

    def _lines(self, grid: Grid) -> None:
        for key, rule in LINES.items():
            for where, entry in self._entries(key):
                for line in self._groups(where, entry, "lines"):
                    self.rules.add_line(rule, where, cells=line)
        for key, (rule, field, usual) in VALUED_LINES.items():
            for where, entry in self._entries(key):
                # half of the values, as the solver that brought the key has it
                half = (grid.size + 1) // 2 if rule == "whispers" else usual
                value = self._number(where, entry, half)
                for line in self._groups(where, entry, "lines"):
                    self.rules.add_line(rule, where, cells=line, **{field: value})
        for where, entry in self._entries("arrow"):
            bulb = tuple(sorted(self._cells_of(where, entry, "cells"), key=_reading_order))
            arms = [
                line[1:] if line[:1] and line[0] in bulb else line
                for line in self._groups(where, entry, "lines")
            ]
            if not any(arms):
                self.reader.unread("circle of an arrow without an arrow (a drawing)", "forbid")
                self.marks.append(DrawnMark("circle", bulb))
            for cells in filter(None, arms):
                self.rules.add("arrow", where, bulb=bulb, cells=cells)

    def _cells(self, grid: Grid) -> None:
        for key, rule in CELL_MARKS.items():
            marked = tuple(self._cell(where, entry) for where, entry in self._entries(key))
            if marked:
                self.rules.add(rule, key, cells=marked)
        for key, rule in INDEXERS.items():
            for where, entry in self._entries(key):
                self.rules.add(rule, where, cells=self._cells_of(where, entry, "cells"))
        for where, entry in self._entries("killercage"):
            self._cage(where, entry)
        for where, entry in self._entries("cage"):
            label = str(entry.get("value") or "")
            root = whole_number(label[2:]) if label[:2].upper() == "DR" else None
            if root is not None:
                cells = self._cells_of(where, entry, "cells")
                self.rules.add("digital-root", where, cells=cells, root=root)
            elif label or not entry.get("fromConstraint"):
                label = f" {label!r}" if label else ""
                self.reader.unread(f"cage{label} (a drawing)", "forbid")
        for where, entry in self._entries("extraregion"):
            self.rules.add("extra-region", where, cells=self._cells_of(where, entry, "cells"))
        for where, entry in self._entries("clone"):
            cells = self._cells_of(where, entry, "cells")
            copy = self._cells_of(where, entry, "cloneCells")
            self.rules.add("clone", where, cells=cells, copy=copy)

    def _cage(self, where: str, entry: Mapping[str, Any]) -> None:
        cells, value = self._cells_of(where, entry, "cells"), entry.get("value")
        if value in (None, ""):
            self.rules.add("killer", where, cells=cells)
            return
        sums = [whole_number(part) for part in str(value).replace("/", ",").split(",")]
        if None in sums:
            self.reader.unread(f"{where}: the sum {_shortened(value)}", "forbid")
            self.rules.add("killer", where, cells=cells)
            return
        self.rules.add("killer", where, cells=cells, sum=sums[0] if len(sums) == 1 else sums)

    def _edges(self, grid: Grid) -> None:
        for key, (rule, field, usual) in PAIRS.items():
            for where, entry in self._entries(key):
                value = self._number(where, entry, usual)
                cells = self._cells_of(where, entry, "cells")
                self.rules.add(rule, where, cells=cells, **{field: value})
        for where, entry in self._entries("xv"):
            letter, cells = entry.get("value"), self._cells_of(where, entry, "cells")
            total = whole_number(letter)
            if total is not None:
                self.rules.add("pair-sum", where, cells=cells, sum=total)
            elif letter not in (None, ""):
                self.rules.add("xv", where, cells=cells, letter=str(letter))
            else:
                self.reader.unread(f"{where}: without a letter", "forbid")
        for where, entry in self._entries("quadruple"):
            values = entry.get("values") or []
            numbers = (
                [whole_number(value) for value in values] if isinstance(values, list) else [None]
            )
            if None in numbers:
                raise FormatError(
                    f"{where}: values are a list of numbers, not {_shortened(values)}"
                )
            if numbers:
                cells = self._cells_of(where, entry, "cells")
                self.rules.add("quadruple", where, cells=cells, values=numbers)
            else:
                self.reader.unread("quadruple without a value", "forbid")

    def _outside(self, grid: Grid) -> None:
        for key, (rule, field, _) in OUTSIDE.items():
            for where, entry in self._entries(key):
                value = self._number(where, entry, None)
                if value is not None:
                    self.rules.add(rule, where, clue=self._cell(where, entry), **{field: value})
                else:
                    self.reader.unread(f"{key} without a value", "forbid")
        for where, entry in self._entries("littlekillersum"):
            value = self._number(where, entry, None)
            if value is not None:
                start, direction = self._cell(where, entry), str(entry.get("direction", ""))
                self.rules.add("little-killer", where, start=start, direction=direction, sum=value)
            else:
                self.reader.unread("littlekillersum without a value", "forbid")

    def _entries(self, key: str) -> Entries:
        entries = self.document.get(key) or []
        if not isinstance(entries, list):
            raise FormatError(f"{key} is a list, not {_shortened(entries)}")
        for number, entry in enumerate(entries, 1):
            if not isinstance(entry, dict):
                raise FormatError(f"{key} {number} is no object but {_shortened(entry)}")
            yield f"{key} {number}", entry

    def _number(self, where: str, entry: Mapping[str, Any], usual: int | None) -> int | None:
        value = entry.get("value")
        if value in (None, ""):
            return usual
        number = whole_number(value)
        if number is None:
            self.reader.unread(f"{where}: the value {_shortened(value)}", "either")
            return usual
        return number

    def _cell(self, where: str, entry: Mapping[str, Any]) -> str:
        cell = entry.get("cell")
        if not isinstance(cell, str):
            raise FormatError(f"{where}: cell is a name such as R1C1, not {_shortened(cell)}")
        return cell

    def _cells_of(self, where: str, entry: Mapping[str, Any], key: str) -> tuple[str, ...]:
        return _names(where, key, entry.get(key))

    def _groups(self, where: str, entry: Mapping[str, Any], key: str) -> Iterator[tuple[str, ...]]:
        groups = entry.get(key)
        if not isinstance(groups, list):
            raise FormatError(
                f"{where}: {key} are a list of lists of cells, not {_shortened(groups)}"
            )
        for group in groups:
            yield _names(where, key, group)


def _names(where: str, key: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError(f"{where}: {key} are names such as R1C1, not {_shortened(names)}")
    return tuple(names)


def _reading_order(cell: str) -> tuple[int, int]:
    """The place of a cell by its name, for an order; names that are none come first."""
    try:
        return place(cell.upper())
    except ValueError:
        return (-1, -1)


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 30 else f"{text[:30]}…"
