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
from itertools import chain
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
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.statements import Header, rules_beyond_classic, square_grid
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle, PuzzleRule
from nonet.puzzle.drawn_marks import DrawnMark, drawn_marks, nearest_tint
from nonet.puzzle.grid import MAX_VALUES, default_box, place
from nonet.puzzle.rules.units import Jigsaw

if TYPE_CHECKING:
    from nonet.render.shapes import Tint


class Mark(NamedTuple):
    """A key of the object, its rule, and the rule's field for each key of an entry.

    The lines of an entry are a rule each; the entries of ``cell`` marks are one rule together.
    """

    key: str
    rule: str
    fields: Mapping[str, str]
    default: int | None = None
    """The value of an entry without one."""


_LINES, _CELLS_ONLY, _EACH_CELL = {"lines": "cells"}, {"cells": "cells"}, {"cell": "cells"}

MARKS = (
    Mark("thermometer", "thermometer", _LINES),
    Mark("slowthermometer", "slow-thermometer", _LINES),
    Mark("palindrome", "palindrome", _LINES),
    Mark("renban", "renban", _LINES),
    Mark("regionsumline", "region-sum-line", _LINES),
    Mark("betweenline", "between", _LINES),
    Mark("entropicline", "entropic", _LINES),
    Mark("nabner", "nabner", _LINES),
    Mark("doublearrow", "double-arrow", _LINES),
    Mark("zipperline", "zipper", _LINES),
    Mark("whispers", "whispers", {**_LINES, "value": "difference"}, 5),
    Mark("lockout", "lockout", {**_LINES, "value": "difference"}, 4),
    Mark("modularline", "modular", {**_LINES, "value": "modulus"}, 3),
    Mark("even", "even", _EACH_CELL),
    Mark("odd", "odd", _EACH_CELL),
    Mark("minimum", "minimum", _EACH_CELL),
    Mark("maximum", "maximum", _EACH_CELL),
    Mark("rowindexer", "row-indexer", _CELLS_ONLY),
    Mark("columnindexer", "column-indexer", _CELLS_ONLY),
    Mark("boxindexer", "box-indexer", _CELLS_ONLY),
    Mark("extraregion", "extra-region", _CELLS_ONLY),
    Mark("clone", "clone", {**_CELLS_ONLY, "cloneCells": "copy"}),
    Mark("difference", "white-dot", {**_CELLS_ONLY, "value": "difference"}, 1),
    Mark("ratio", "black-dot", {**_CELLS_ONLY, "value": "ratio"}, 2),
    Mark("quadruple", "quadruple", {**_CELLS_ONLY, "values": "values"}),
    Mark("sandwichsum", "sandwich", {"cell": "clue", "value": "sum"}),
    Mark("xsum", "x-sum", {"cell": "clue", "value": "sum"}),
    Mark("skyscraper", "skyscraper", {"cell": "clue", "value": "count"}),
    Mark(
        "littlekillersum",
        "little-killer",
        {"cell": "start", "direction": "direction", "value": "sum"},
    ),
)

XV_MARKS = (
    Mark("xv", "xv", {**_CELLS_ONLY, "value": "letter"}),
    Mark("xv", "pair-sum", {**_CELLS_ONLY, "value": "sum"}),
)
"""Marks of one key, whose value tells the rule."""

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


_COLOUR_KEYS = frozenset({"cArray", "c", "highlight"})


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
    def __init__(self, document: Mapping[str, Any], reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.cells: list[tuple[str, dict[str, Any]]] = []

    def puzzle(self, text: str) -> Puzzle:
        """The puzzle, not yet checked."""
        document, grid = self.document, self._grid()
        self._regions(grid)
        self._flags(grid)
        for mark in MARKS:
            if mark.key in document:
                self._mark(mark, grid)
        for key, read in _READERS.items():
            for where, entry in self._entries(key):
                read(self, where, entry)
        for key, value in document.items():
            if key in DRAWING_KEYS and value:
                for _, entry in self._entries(key):
                    if not entry.get("fromConstraint"):
                        self.rules.draw(f"{key} (a drawing)", *marks_of_drawing(key, entry))
            elif key not in _READ_KEYS and value not in (False, None, [], {}, ""):
                self.reader.unread(key, None if key in FOG_KEYS else "either")
        clues, candidates, entries = self._values(grid)
        notes = {NOTE: text}
        for key in ("author", "solution"):
            if value := document.get(key):
                notes[key] = "".join(map(str, value)) if isinstance(value, list) else str(value)
        return self.rules.puzzle(
            grid,
            clues,
            str(document.get("ruleset") or ""),
            str(document.get("title") or self.reader.name or ""),
            candidates=candidates,
            notes=notes,
            entries=entries,
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
        grid = square_grid(size, self.reader.box or "default", 1)
        self.cells = list(zip(grid.cells, chain.from_iterable(rows or ()), strict=True))
        for name, cell in self.cells:
            if not isinstance(cell, dict):
                raise FormatError(f"{name} of grid is no object but {_shortened(cell)}")
        return grid

    def _values(self, grid: Grid) -> tuple[dict[str, int], dict[str, Domain], dict[str, int]]:
        clues: dict[str, int] = {}
        candidates: dict[str, Domain] = {}
        entries: dict[str, int] = {}
        for name, cell in self.cells:
            if not cell:
                continue
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
            for tint in cell_tints(cell) if not _COLOUR_KEYS.isdisjoint(cell) else ():
                self.rules.draw("coloured cell (a drawing)", DrawnMark("shade", (name,), tint))
            for key in cell.keys() - CELL_KEYS:
                self.reader.unread(f"{key} of a cell", "either")
        return clues, candidates, entries

    def _regions(self, grid: Grid) -> None:
        if not any("region" in cell for _, cell in self.cells):
            return
        usual = {
            cell: n for n, box in enumerate(grid.blocks[0].boxes() or [[]]) for cell in box
        } or {cell: place(cell)[0] for cell in grid.cells}
        regions = {}
        for name, cell in self.cells:
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

    def _mark(self, mark: Mark, grid: Grid) -> None:
        cells: list[str] = []
        for where, entry in self._entries(mark.key):
            if mark.fields == _EACH_CELL:
                cells.append(self._cell(where, entry))
                continue
            # half of the values, as the solver that brought the key has it
            default = (grid.size + 1) // 2 if mark.rule == "whispers" else mark.default
            parameters: dict[str, Any] = {}
            for key, field in mark.fields.items():
                if key == "cell":
                    parameters[field] = self._cell(where, entry)
                elif key == "direction":
                    parameters[field] = str(entry.get(key, ""))
                elif key == "value":
                    parameters[field] = self._number(where, entry, default)
                elif key == "values":
                    parameters[field] = self._numbers(where, entry) or None
                elif key != "lines":
                    parameters[field] = self._cells_of(where, entry, key)
            if None in parameters.values():
                self.reader.unread(f"{mark.key} without a value", "forbid")
            elif "lines" in mark.fields:
                for line in self._groups(where, entry, "lines"):
                    self.rules.add_line(mark.rule, where, cells=line, **parameters)
            else:
                self.rules.add(mark.rule, where, **parameters)
        if cells:
            self.rules.add(mark.rule, mark.key, cells=tuple(cells))

    def _arrow(self, where: str, entry: Mapping[str, Any]) -> None:
        bulb = tuple(sorted(self._cells_of(where, entry, "cells"), key=_reading_order))
        self.rules.add_arrows(bulb, self._groups(where, entry, "lines"), where)

    def _cage(self, where: str, entry: Mapping[str, Any]) -> None:
        cells, value = self._cells_of(where, entry, "cells"), entry.get("value")
        if value in (None, ""):
            self.rules.add("killer", where, cells=cells)
            return
        sums = [whole_number(part) for part in str(value).replace("/", ",").split(",")]
        if None in sums:
            self.reader.unread(f"{where}: the sum {_shortened(value)}", "forbid")
            sums = [None]
        self.rules.add("killer", where, cells=cells, sum=sums[0] if len(sums) == 1 else sums)

    def _drawn_cage(self, where: str, entry: Mapping[str, Any]) -> None:
        label = str(entry.get("value") or "")
        root = whole_number(label[2:]) if label[:2].upper() == "DR" else None
        if root is not None:
            cells = self._cells_of(where, entry, "cells")
            self.rules.add("digital-root", where, cells=cells, root=root)
        elif label or not entry.get("fromConstraint"):
            label = f" {label!r}" if label else ""
            self.reader.unread(f"cage{label} (a drawing)", "forbid")

    def _xv(self, where: str, entry: Mapping[str, Any]) -> None:
        letter, cells = entry.get("value"), self._cells_of(where, entry, "cells")
        total = whole_number(letter)
        if total is not None:
            self.rules.add("pair-sum", where, cells=cells, sum=total)
        elif letter not in (None, ""):
            self.rules.add("xv", where, cells=cells, letter=str(letter))
        else:
            self.reader.unread(f"{where}: without a letter", "forbid")

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

    def _numbers(self, where: str, entry: Mapping[str, Any]) -> list[int | None]:
        values = entry.get("values") or []
        numbers = list(map(whole_number, values)) if isinstance(values, list) else []
        if None in numbers or not isinstance(values, list):
            raise FormatError(f"{where}: values are a list of numbers, not {_shortened(values)}")
        return numbers

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


_READERS: Mapping[str, Callable[[_ObjectReader, str, Mapping[str, Any]], None]] = {
    "arrow": _ObjectReader._arrow,
    "killercage": _ObjectReader._cage,
    "cage": _ObjectReader._drawn_cage,
    "xv": _ObjectReader._xv,
}
"""Readers of the entries that no row of ``MARKS`` says."""
_READ_KEYS = {
    *(mark.key for mark in MARKS),
    *(*_READERS, *FLAGS, *IGNORED_KEYS),
    *("diagonal+", "diagonal-", "nonconsecutive", "negative"),
}


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
    fields = {field: getattr(rule, field) for field in rule.fields()}
    if rule.name in _MARK_OF_RULE:
        _add_mark(document, _MARK_OF_RULE[rule.name], fields)
        return
    writer = _WRITERS.get(rule.name)
    if writer is None or not writer(document, fields):
        has = "has no" if writer is None else "does not have all that this"
        says = "" if writer is None else " says"
        raise FormatError(f"f-puzzles {has} rule {rule.name}{says}; json holds every rule")


def _add_mark(document: dict[str, Any], mark: Mark, fields: Fields) -> None:
    entries = document.setdefault(mark.key, [])
    if mark.fields == _EACH_CELL:
        entries += [{"cell": cell} for cell in fields["cells"]]
        return
    entry: dict[str, Any] = {}
    for key, field in mark.fields.items():
        value = fields[field]
        # the usual difference of whispers is that of 9x9: other sizes have another
        usual = value == mark.default and ("lines" not in mark.fields or document["size"] == 9)
        if key == "lines":
            entry[key] = [list(value)]
        elif key != "value" or not usual:
            entry[key] = list(value) if isinstance(value, tuple) else str(value)
    entries.append(entry)


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


def _write_killer(document: dict[str, Any], fields: Fields) -> bool:
    value = fields.get("sum")
    sums = value if isinstance(value, list | tuple) else () if value is None else (value,)
    entry: dict[str, Any] = {"cells": list(fields["cells"])}
    if sums:
        entry["value"] = "/".join(map(str, sums))
    document.setdefault("killercage", []).append(entry)
    return not fields.get("repeats")


def _write_arrow(document: dict[str, Any], fields: Fields) -> bool:
    bulb = fields["bulb"]
    bulb = [bulb] if isinstance(bulb, str) else list(bulb)
    entry = {"lines": [[bulb[-1], *fields["cells"]]], "cells": bulb}
    document.setdefault("arrow", []).append(entry)
    return True


def _write_digital_root(document: dict[str, Any], fields: Fields) -> bool:
    entry = {"cells": [*fields["cells"]], "value": f"DR{fields['root']}"}
    document.setdefault("cage", []).append(entry)
    return not fields.get("repeats")


_MARK_OF_RULE = {mark.rule: mark for mark in (*MARKS, *XV_MARKS)}
_WRITERS: Mapping[str, Writer] = {
    **{rule: _flag_writer(key) for key, rule in FLAGS.items()},
    **{rule: _negative_writer(key) for key, rule in NEGATIVE_RULES.items()},
    "diagonals": _flag_writer("diagonal+", "diagonal-"),
    "nonconsecutive": _flag_writer("nonconsecutive"),
    "negative-difference": _flag_writer("nonconsecutive"),
    "killer": _write_killer,
    "arrow": _write_arrow,
    "digital-root": _write_digital_root,
}
"""Writers of the other rules."""

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
