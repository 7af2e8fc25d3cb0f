"""f-puzzles: the puzzles of f-puzzles.com, as links and as JSON.

A link is ``https://f-puzzles.com/?load=`` and the JSON, packed by LZ-string; SudokuPad's
``https://sudokupad.app/fpuzzles...`` holds the same.  Format ``f-puzzles`` writes links,
``f-puzzles-json`` the objects; each reads both.  Keys without a rule are named to the reader.  The
object's own text is stored as the note ``f-puzzles``: an unchanged puzzle is written to the letter.

>>> from nonet.formats import parse
>>> rows = ['[{"value":1,"given":true},{},{},{}]', *3 * ["[{},{},{},{}]"]]
>>> parse(f'{{"size":4,"grid":[{",".join(rows)}],"antiknight":true}}')
<Puzzle 4x4, 1 clues, anti-knight: 1...............>
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from nonet.errors import FormatError, NonetError
from nonet.formats.base import Entry, Format, Lines, Reader, as_format_error
from nonet.formats.json import is_foreign
from nonet.formats.links import (
    PAD_HOSTS,
    check_length,
    first_content_line,
    is_at,
    pack,
    pad_payload,
    parameter,
    parse_link,
    parse_object,
    percent_decoded,
    read_documents,
    unpack,
)
from nonet.formats.rule_collector import RuleCollector, read_words, whole_number
from nonet.formats.statements import Header, rules_beyond_classic, square_grid, with_classic
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle, PuzzleRule
from nonet.puzzle.drawn_marks import MARKS_NOTE, DrawnMark, drawn_marks, marks_note, nearest_tint
from nonet.puzzle.grid import MAX_VALUES, cell_name, default_box, place
from nonet.puzzle.rules.jigsaw import Jigsaw

if TYPE_CHECKING:
    from nonet.render.shapes import Tint


class ValueKey(NamedTuple):
    """A rule, the field its value goes to, and the value where none is written."""

    rule: str
    field: str
    default: int | None = None


LINES = {
    "thermometer": "thermometer",
    "slowthermometer": "slow-thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
    "regionsumline": "region-sum-line",
    "betweenline": "between",
    "entropicline": "entropic",
    "nabner": "nabner",
    "doublearrow": "double-arrow",
    "zipperline": "zipper",
}
"""Keys of ``[{"lines": [[cell, ...], ...]}]``: a rule for each line."""

VALUED_LINES = {
    "whispers": ValueKey("whispers", "difference", 5),
    "lockout": ValueKey("lockout", "difference", 4),
    "modularline": ValueKey("modular", "modulus", 3),
}
"""Keys of lines that may have a ``value``."""

CELL_MARKS = {
    "even": "even",
    "odd": "odd",
    "minimum": "minimum",
    "maximum": "maximum",
}
"""Keys of ``[{"cell": cell}]``: a single rule for all cells."""

INDEXERS = {
    "rowindexer": "row-indexer",
    "columnindexer": "column-indexer",
    "boxindexer": "box-indexer",
}
"""Keys of ``[{"cells": [cell, ...]}]``: a rule for each."""

PAIRS = {
    "difference": ValueKey("white-dot", "difference", 1),
    "ratio": ValueKey("black-dot", "ratio", 2),
}
"""Keys of ``[{"cells": [cell, cell], "value": number}]``."""

OUTSIDE = {
    "sandwichsum": ValueKey("sandwich", "sum"),
    "xsum": ValueKey("x-sum", "sum"),
    "skyscraper": ValueKey("skyscraper", "count"),
}
"""Keys of ``[{"cell": cell outside the grid, "value": number}]``."""

FLAGS = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
}
"""Keys of ``true``."""

NEGATIVE_RULES = {"ratio": "negative-ratio", "xv": "strict-xv"}
"""The entries of ``negative``, with the rules about unmarked pairs."""

DRAWING_KEYS = ("line", "rectangle", "circle", "text")
"""Keys of drawings, whose only meaning is given by their author's words."""

IGNORED_KEYS = frozenset(
    {
        *("size", "title", "author", "ruleset", "grid", "solution", "highlightConflicts"),
        *("disabledlogic", "successMessage", "truecandidatesoptions", "msgcorrect", "metadata"),
        "activeConstraints",
    }
)
"""Keys that are no rules: texts, the grid, and settings of the page."""


CELL_KEYS = frozenset(
    {
        *("value", "given", "region", "givenPencilMarks", "c", "cArray", "highlight"),
        *("centerPencilMarks", "cornerPencilMarks"),
    }
)
"""Keys of a cell that are read; the last two are a player's marks, and no part of the puzzle."""

_COLOURS: dict[Tint, str] = {
    "": "#FFFFFF", "grey": "#A8A8A8", "red": "#FFA0A0", "orange": "#FFE060", "yellow": "#FFFF80",
    "green": "#A0FF9F", "blue": "#A0E0FF", "purple": "#C8A0FF", "pink": "#FFA0E0",
}  # fmt: skip


def cell_tints(cell: Mapping[str, Any]) -> Sequence[Tint]:
    """Return the tint of a coloured cell, the first of several, in a list of at most one tint."""
    several = cell.get("cArray")
    colours = [
        *(several if isinstance(several, list) else ()),
        cell.get("c"),
        cell.get("highlight"),
    ]
    tints = (nearest_tint(colour) for colour in colours if isinstance(colour, str) and colour)
    return [tint for tint in tints if tint][:1]


def marks_of_drawing(key: str, entry: Mapping[str, Any]) -> Iterator[DrawnMark]:
    """Yield the marks of a line, rectangle, circle or text; none of a malformed entry."""
    cells = _drawn_names(entry.get("cells"))
    if key == "line":
        lines = entry.get("lines")
        for line in lines if isinstance(lines, list) else ():
            if names := _drawn_names(line):
                yield DrawnMark("line", names, nearest_tint(entry.get("outlineC", "")))
    elif cells and key == "text":
        yield DrawnMark("text", cells, "", str(entry.get("value", ""))[:20])
    elif cells:
        tint = nearest_tint(entry.get("baseC", ""))
        yield DrawnMark("circle" if key == "circle" else "shade", cells, tint)
        if entry.get("value"):
            yield DrawnMark("text", cells, "", str(entry["value"])[:20])


def _drawn_names(names: object) -> tuple[str, ...]:
    good = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return tuple(names) if good and isinstance(names, list) else ()


def add_marks(document: dict[str, Any], marks: Iterable[DrawnMark]) -> None:
    """Add drawn marks to an object that has its cells."""
    rows = document["grid"]
    coloured = {cell: mark.tint for mark in marks if mark.kind == "shade" for cell in mark.cells}
    for r, row in enumerate(rows, 1):
        for c, cell in enumerate(row, 1):
            if tint := coloured.get(f"R{r}C{c}"):
                cell["c"] = _COLOURS[tint]
    for kind, cells, tint, text in marks:
        if kind == "line":
            document.setdefault("line", []).append(
                {"lines": [list(cells)], "outlineC": _COLOURS[tint], "width": 0.3}
            )
        elif kind == "circle":
            document.setdefault("circle", []).append(
                {"cells": list(cells), "baseC": _COLOURS[tint], "outlineC": "#000000"}
            )
        elif kind == "text":
            document.setdefault("text", []).append({"cells": list(cells), "value": text})


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


Fields = Mapping[str, Any]
Writer = Callable[[dict[str, Any], Fields], bool]
"""Adds a rule of some fields to an object; returns whether the object holds the whole rule."""


def text_of(puzzle: Puzzle) -> str:
    """Return the JSON of a puzzle, in the form that a browser would write.

    Raises ``FormatError`` for a grid or a rule that f-puzzles does not have.
    """
    original = puzzle.notes.get(NOTE)
    if original is not None and _is_unchanged(puzzle, original):
        return original
    return json.dumps(object_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def _is_unchanged(puzzle: Puzzle, text: str) -> bool:
    """Whether a text still says all that the puzzle is."""
    reader = Reader(allow_clashes=True)
    try:
        again = puzzle_of(json.loads(text), text, reader)
    except (NonetError, ValueError, RecursionError):
        return False
    return again == puzzle.as_read()


def object_of(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle made anew."""
    grid = puzzle.grid
    block, size = grid.blocks[0], grid.size
    if (
        not grid.is_single
        or not block.height == block.width == size
        or grid.values != (*range(1, size + 1),)
    ):
        raise FormatError("f-puzzles holds squares of n rows for the values 1 to n; json holds any")
    document: dict[str, Any] = {"size": size}
    for key, value in (
        ("title", puzzle.name),
        ("author", puzzle.notes.get("author", "")),
        ("ruleset", puzzle.comment),
        ("solution", puzzle.notes.get("solution", "")),
    ):
        if value:
            document[key] = value
    extra = rules_beyond_classic(puzzle)
    if extra is None:
        raise FormatError("f-puzzles has rows and columns in every puzzle; json can lack them")
    jigsaw = next((rule for rule in extra if isinstance(rule, Jigsaw)), None)
    regions = {} if jigsaw is None else _layout(puzzle, jigsaw.layout)
    if jigsaw is None and block.box != default_box(size):
        boxes = enumerate(block.boxes())
        regions = {cell: n for n, box in boxes for cell in box} or dict.fromkeys(grid.cells)
    rows: list[list[dict[str, Any]]] = [[] for _ in range(size)]
    for cell in grid.cells:
        rows[place(cell)[0]].append(_cell(puzzle, cell, regions))
    document["grid"] = rows
    for rule in extra:
        if rule is not jigsaw:
            _add_rule(document, rule)
    add_marks(document, drawn_marks(puzzle.notes))
    return document


def _layout(puzzle: Puzzle, layout: str) -> dict[str, int | None]:
    numbers = {letter: n for n, letter in enumerate(dict.fromkeys(layout))}
    return {cell: numbers[x] for cell, x in zip(puzzle.grid.cells, layout, strict=True)}


def _cell(puzzle: Puzzle, cell: str, regions: Mapping[str, int | None]) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if cell in puzzle.clues:
        entry = {"value": puzzle.clues[cell], "given": True}
    elif cell in puzzle.entries:
        entry = {"value": puzzle.entries[cell]}
    if cell in puzzle.candidates:
        entry["givenPencilMarks"] = list(puzzle.candidates[cell])
    if regions:
        entry["region"] = regions[cell]
    return entry


def _add_rule(document: dict[str, Any], rule: PuzzleRule) -> None:
    """Add a rule to the object; raise ``FormatError`` if f-puzzles lacks the rule."""
    writer = _WRITERS.get(rule.name)
    if writer is None or not writer(
        document, {field: getattr(rule, field) for field in rule.fields()}
    ):
        has = "has no" if writer is None else "does not have all that this"
        says = "" if writer is None else " says"
        raise FormatError(f"f-puzzles {has} rule {rule.name}{says}; json holds every rule")


def _append_entry(document: dict[str, Any], key: str, entry: dict[str, Any]) -> bool:
    document.setdefault(key, []).append(entry)
    return True


def _flag_writer(*keys: str) -> Writer:
    def write(document: dict[str, Any], fields: Fields) -> bool:
        document.update(dict.fromkeys(keys, True))
        return not any(fields.values())

    return write


def _negative_writer(key: str) -> Writer:
    def write(document: dict[str, Any], fields: Fields) -> bool:
        document.setdefault("negative", []).append(key)
        return True

    return write


def _mark_writer(key: str) -> Writer:
    def write(document: dict[str, Any], fields: Fields) -> bool:
        return all(_append_entry(document, key, {"cell": cell}) for cell in fields["cells"])

    return write


def _cells_writer(
    key: str, field: str = "", usual: int | None = None, *, line: bool = False
) -> Writer:
    """Return a writer of cells, or of a line, with a value unless it is the usual value."""

    def write(document: dict[str, Any], fields: Fields) -> bool:
        cells = list(fields["cells"])
        entry: dict[str, Any] = {"lines": [cells]} if line else {"cells": cells}
        # the usual difference of whispers is that of 9x9: other sizes have another
        if field and (fields[field] != usual or (line and document["size"] != 9)):
            entry["value"] = str(fields[field])
        return _append_entry(document, key, entry)

    return write


def _fields_writer(key: str, **key_of_field: str) -> Writer:
    """An entry of fields of the rule, each under its name there; a number is a text."""

    def write(document: dict[str, Any], fields: Fields) -> bool:
        values = {name: fields[field] for name, field in key_of_field.items()}
        entry = {k: list(v) if isinstance(v, tuple) else str(v) for k, v in values.items()}
        return _append_entry(document, key, entry)

    return write


def _killer(document: dict[str, Any], fields: Fields) -> bool:
    value = fields.get("sum")
    sums = value if isinstance(value, list | tuple) else () if value is None else (value,)
    entry: dict[str, Any] = {"cells": list(fields["cells"])}
    if sums:
        entry["value"] = "/".join(map(str, sums))
    return _append_entry(document, "killercage", entry) and not fields.get("repeats")


def _arrow(document: dict[str, Any], fields: Fields) -> bool:
    bulb = fields["bulb"]
    bulb = [bulb] if isinstance(bulb, str) else list(bulb)
    return _append_entry(
        document, "arrow", {"lines": [[bulb[-1], *fields["cells"]]], "cells": bulb}
    )


def _digital_root(document: dict[str, Any], fields: Fields) -> bool:
    return _append_entry(
        document, "cage", {"cells": [*fields["cells"]], "value": f"DR{fields['root']}"}
    ) and not fields.get("repeats")


_WRITERS: dict[str, Writer] = {
    **{rule: _cells_writer(key, line=True) for key, rule in LINES.items()},
    **{
        x.rule: _cells_writer(key, x.field, x.default, line=True) for key, x in VALUED_LINES.items()
    },
    **{rule: _mark_writer(key) for key, rule in CELL_MARKS.items()},
    **{rule: _cells_writer(key) for key, rule in INDEXERS.items()},
    **{x.rule: _cells_writer(key, x.field, x.default) for key, x in PAIRS.items()},
    **{x.rule: _fields_writer(key, cell="clue", value=x.field) for key, x in OUTSIDE.items()},
    **{rule: _flag_writer(key) for key, rule in FLAGS.items()},
    **{rule: _negative_writer(key) for key, rule in NEGATIVE_RULES.items()},
    "diagonals": _flag_writer("diagonal+", "diagonal-"),
    "nonconsecutive": _flag_writer("nonconsecutive"),
    "negative-difference": _flag_writer("nonconsecutive"),
    "killer": _killer,
    "arrow": _arrow,
    "little-killer": _fields_writer(
        "littlekillersum", cell="start", direction="direction", value="sum"
    ),
    "extra-region": _cells_writer("extraregion"),
    "clone": _fields_writer("clone", cells="cells", cloneCells="copy"),
    "quadruple": _fields_writer("quadruple", cells="cells", values="values"),
    "xv": _fields_writer("xv", cells="cells", value="letter"),
    "pair-sum": _fields_writer("xv", cells="cells", value="sum"),
    "digital-root": _digital_root,
}


ADDRESS = "https://f-puzzles.com/?load="

_PACKED = re.compile(r"fpuz(?:zles)?(?=[A-Za-z0-9+/%])")
_BARE = re.compile(r"(?!N4IgZg9gTgtghgFw)N4Ig[A-Za-z0-9+/%-]{30,}[=$]{0,3}")
"""A packed object without a link, as in solvers' consoles: ``{"`` is packed as ``N4Ig``.  A packed
text that begins with ``{"formatVersion"`` is SudokuMaker's.
"""
_CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[\s*\[')


def packed_part(text: str) -> str | None:
    """The packed part of a link or of an id ``fpuzzles...``; ``None`` if the text is neither."""
    link = parse_link(text)
    if link is not None and is_at(link, "f-puzzles.com"):
        packed = parameter(link, "load")
        if not packed and parameter(link, "id"):
            raise FormatError(
                "a short link to f-puzzles.com: only its server knows the puzzle; open it there and "
                "export the puzzle as a link"
            )
        if not packed:
            raise FormatError("a link to f-puzzles.com without ?load=: it holds no puzzle")
        return packed
    if link is not None and not is_at(link, *PAD_HOSTS):
        return None
    payload = pad_payload(link) if link is not None else text.strip()
    match = _PACKED.match(payload)
    return payload[match.end() :] if match else None


class FPuzzlesFormat(Format):
    """Links of f-puzzles."""

    name: ClassVar[str] = "f-puzzles"
    sentence: ClassVar[str] = (
        "Links to f-puzzles.com (?load=...) or sudokupad.app (/fpuzzles...), one a line: "
        "variants with their rules."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line is a link that holds an f-puzzles object, or its id."""
        text = first_content_line(sample)
        link = parse_link(text)
        if is_at(link, "f-puzzles.com"):
            return True
        return packed_part(text) is not None or bool(_BARE.fullmatch(text))

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return read_documents(lines, reader, _puzzle)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [f"{ADDRESS}{pack(text_of(puzzle))}"]


class FPuzzlesJsonFormat(FPuzzlesFormat):
    """The objects of f-puzzles."""

    name = "f-puzzles-json"
    sentence = "The JSON that a link to f-puzzles.com holds, one object a line."

    def claims(self, sample: str) -> bool:
        """Whether an object comes first that has a grid of rows of cells."""
        start = sample.lstrip()
        return start.startswith("{") and is_foreign(start) and not _CELLS.search(start)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [text_of(puzzle)]


def _puzzle(text: str, reader: Reader) -> Puzzle:
    if not text.startswith("{"):
        packed = text if _BARE.fullmatch(text) else packed_part(text)
        if packed is None:
            raise FormatError("expected a link to f-puzzles.com, or its JSON")
        check_length(packed)
        text = unpack(percent_decoded(packed))
    return puzzle_of(parse_object(text, "the object"), text, reader)
