"""SudokuPad's objects as puzzles: clues, marks, regions, cages, rules of the whole grid.

Lines, arrows and shapes are drawings there, whose only meaning is given by the author's words: such
drawings are named to the reader, except lines whose meaning is sure by these words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.formats.puzzle_json import read_object
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.setter_rules import read_words
from nonet.formats.statements import square_grid, with_classic
from nonet.formats.sudokupad.drawn_lines import drawn_marks_of, recognised_lines
from nonet.formats.sudokupad.writing import METADATA_KEY, object_of
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.drawn_marks import MARKS_NOTE, marks_note
from nonet.puzzle.grid import MAX_VALUES, cell_name

WHOLE_GRID_RULES = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "nonconsecutive": "nonconsecutive",
    "disjoint": "disjoint-groups",
    "disjointgroups": "disjoint-groups",
    "antixv": "strict-xv",
    "diagonal": "diagonals",
    "diagonals": "diagonals",
}
"""Rules of the whole grid, by their names there."""

FOG_KEYS = ("foglight", "foglink", "triggereffect")
"""Keys of fog, which hides drawings: no solution depends on fog."""

DRAWING_KEYS = ("lines", "arrows", "underlays", "overlays", *FOG_KEYS)
TEXT_KEYS = ("title", "author", "rules", "solution", "source")
"""Texts about a puzzle, in its metadata or in cages without cells."""


def puzzle_of(document: Mapping[str, Any], reader: Reader) -> Puzzle:
    """Return the puzzle of an object; raise ``FormatError`` if the object is no puzzle.

    An object that nonet wrote holds the puzzle in nonet's own JSON: only this part is read, for all
    else is its picture.
    """
    metadata = document.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get(METADATA_KEY), dict):
        return _embedded_puzzle(document, metadata[METADATA_KEY], reader)
    with as_format_error():
        return reader.checked_in_part(_ObjectReader(document, reader).puzzle())


def _embedded_puzzle(document: Mapping[str, Any], own: Mapping[str, Any], reader: Reader) -> Puzzle:
    """The puzzle that stands in the metadata, which must have the clues that are shown."""
    try:
        puzzle = read_object(own, reader)
    except NonetError as error:
        raise FormatError(f"metadata.{METADATA_KEY}: {error}") from error
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        raise FormatError(f"metadata.{METADATA_KEY} is no puzzle: {error}") from error
    shown = object_of(puzzle)["cells"]
    if document.get("cells") != shown:
        raise FormatError(
            f"the cells are not those of the puzzle in metadata.{METADATA_KEY}: give cells or "
            f"{METADATA_KEY} alone"
        )
    return puzzle


class _ObjectReader:
    """An object during reading."""

    def __init__(self, document: Mapping[str, Any], reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.metadata: dict[str, str] = {}

    def puzzle(self) -> Puzzle:
        """The puzzle, not yet checked."""
        rows = self._rows()
        size = len(rows)
        grid = square_grid(size, self.reader.box or "default", 1)
        self._read_texts()
        self._regions(grid)
        self._cages(grid)
        for name in self._list("global"):
            if str(name) in WHOLE_GRID_RULES:
                self.rules.add(WHOLE_GRID_RULES[str(name)])
            else:
                self.reader.unread(f"global {name}", "either")
        known = recognised_lines(self.document, self.metadata.get("rules", ""), grid)
        for kind, path in known:
            self.rules.add(kind, "line", cells=tuple(path))
        for key in DRAWING_KEYS:
            entries = self.document.get(key)
            if known and (key == "lines" or (key == "underlays" and known[0][0] == "thermometer")):
                entries = entries[len(known) :] if isinstance(entries, list) else entries
            for _ in range(min(len(entries), 1000) if isinstance(entries, list) else bool(entries)):
                self.reader.unread(f"{key} (drawn)", None if key in FOG_KEYS else "forbid")
        if self.rules.boxless:
            grid = square_grid(size, "none", 1)
        clues, candidates = self._values(rows)
        note_keys = ("author", "solution", "source")
        notes: dict[str, str] = {
            key: self.metadata[key] for key in note_keys if key in self.metadata
        }
        notes |= read_words(self.metadata.get("rules", ""), self.rules)
        taken = ["lines", "underlays"] if known and known[0][0] == "thermometer" else ["lines"]
        marks = drawn_marks_of(self.document, rows, grid, taken if known else ())
        if drawn := marks_note(marks):
            notes[MARKS_NOTE] = drawn
        return Puzzle(
            grid,
            clues,
            with_classic(self.rules.collected),
            candidates,
            self.metadata.get("title", self.reader.name),
            self.metadata.get("rules", ""),
            notes,
        )

    def _list(self, key: str) -> list[Any]:
        entries = self.document.get(key) or []
        if not isinstance(entries, list):
            raise FormatError(f"{key} is a list, not {str(entries)[:20]!r}")
        return entries

    def _rows(self) -> list[list[Any]]:
        rows = self._list("cells")
        size = len(rows)
        square = all(isinstance(row, list) and len(row) == size for row in rows)
        if not 1 <= size <= MAX_VALUES or not square:
            raise FormatError(f"cells are n rows of n cells, up to {MAX_VALUES}; found {size} rows")
        return rows

    def _values(self, rows: list[list[Any]]) -> tuple[dict[str, int], dict[str, Domain]]:
        clues: dict[str, int] = {}
        candidates: dict[str, Domain] = {}
        for r, row in enumerate(rows):
            for c, cell in enumerate(row):
                if not isinstance(cell, dict):
                    raise FormatError(f"{cell_name(r, c)} of cells is no object")
                value = cell.get("value")
                if value not in (None, ""):
                    number = whole_number(value)
                    if number is None:
                        self.reader.unread(f"{cell_name(r, c)} {str(value)[:20]!r}", "forbid")
                    else:
                        clues[cell_name(r, c)] = number
                if cell.get("color") or cell.get("backgroundColor") or cell.get("c"):
                    self.reader.unread("coloured cell (drawn)", "forbid")
                marks = cell.get("pencilMarks") or cell.get("givenPencilMarks")
                numbers = [whole_number(mark) for mark in marks] if isinstance(marks, list) else []
                if numbers and None not in numbers:
                    candidates[cell_name(r, c)] = Domain.of(n for n in numbers if n is not None)
        return clues, candidates

    def _read_texts(self) -> None:
        """Words of the metadata, and of cages that hold no cells: ``title: ...``."""
        metadata = self.document.get("metadata")
        texts = dict(metadata) if isinstance(metadata, dict) else {}
        for cage in self._list("cages"):
            if isinstance(cage, dict) and not cage.get("cells"):
                key, colon, value = str(cage.get("value", "")).partition(":")
                if colon and key.strip().lower() in TEXT_KEYS:
                    texts.setdefault(key.strip().lower(), value.strip())
        for key in TEXT_KEYS:
            if texts.get(key):
                value = texts[key]
                self.metadata[key] = (
                    "\n".join(map(str, value)) if isinstance(value, list) else str(value)
                )

    def _regions(self, grid: Grid) -> None:
        region_of: dict[str, int | None] = dict.fromkeys(grid.cells)
        for number, region in enumerate(self._list("regions")):
            for cell in self._cells(grid, region, f"region {number + 1}"):
                if region_of[cell] is not None:
                    raise FormatError(f"{cell} lies in two regions")
                region_of[cell] = number
        boxes = {frozenset(box) for box in grid.blocks[0].boxes()}
        groups: dict[int | None, set[str]] = {}
        for cell, region_number in region_of.items():
            groups.setdefault(region_number, set()).add(cell)
        if None in groups or {frozenset(cells) for cells in groups.values()} != boxes:
            self.rules.add_regions(grid, region_of)

    def _cages(self, grid: Grid) -> None:
        cages = [
            (number, cage)
            for number, cage in enumerate(self._list("cages"), 1)
            if isinstance(cage, dict) and cage.get("cells")
        ]
        used = Counter(
            cell for n, cage in cages for cell in self._cells(grid, cage["cells"], f"cage {n}")
        )
        for number, cage in cages:
            where = f"cage {number}"
            if cage.get("type") in ("rowcol", "region"):
                continue
            if cage.get("hidden"):
                if cage.get("sum", cage.get("value")) not in (None, ""):
                    self.reader.unread("hidden cage", "forbid")
                continue
            cells = tuple(self._cells(grid, cage["cells"], where))
            value = cage.get("sum", cage.get("value"))
            total = whole_number(value)
            overlap = {"overlap": True} if any(used[cell] > 1 for cell in cells) else {}
            if value not in (None, "") and total is None:
                self.reader.unread(f"cage {str(value)[:20]!r}", "forbid")
            elif total is None:
                if cage.get("unique"):
                    self.rules.add("extra-region", where, cells=cells)
                else:
                    self.reader.unread("cage without a sum (drawn)", "forbid")
            else:
                repeats = {"repeats": True} if cage.get("unique") is False else {}
                self.rules.add("killer", where, cells=cells, sum=total, **repeats, **overlap)

    def _cells(self, grid: Grid, places: Any, where: str) -> Iterator[str]:
        if not isinstance(places, list):
            raise FormatError(f"{where}: cells are a list of [row, column]")
        for place in places:
            pair = [whole_number(n) for n in place] if isinstance(place, list) else []
            if len(pair) != 2 or pair[0] is None or pair[1] is None:
                raise FormatError(f"{where}: a cell is [row, column], not {str(place)[:20]}")
            cell = grid.cell_at(pair[0], pair[1])
            if cell is None:
                fault = f"{where}: row {pair[0] + 1}, column {pair[1] + 1} is off the grid"
                raise FormatError(fault)
            yield cell
