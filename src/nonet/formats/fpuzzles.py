"""f-puzzles: the puzzles of f-puzzles.com, as links and as JSON.

A link is ``https://f-puzzles.com/?load=`` and the JSON, packed by LZ-string; SudokuPad's
``https://sudokupad.app/fpuzzles...`` holds the same.  Format ``f-puzzles`` writes links,
``f-puzzles-json`` the objects; each reads both.  Keys without a rule are named to the reader.  The
object's own text is stored as the note ``f-puzzles``: an unchanged puzzle is written to the letter.

>>> from nonet.formats import parse
>>> rows = ['[{"value":1,"given":true},{},{},{}]', *3 * ["[{},{},{},{}]"]]
>>> parse(f'{{"size":4,"grid":[{",".join(rows)}],"antiknight":true}}')
<Puzzle 4x4, 1 clue, anti-knight: 1...............>
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import FormatError
from nonet.formats import links
from nonet.formats.base import Reader
from nonet.formats.drawings import Mark, colour_of, join_drawings
from nonet.formats.marks import RULE_MARKS, MarkRow, RuleCollector, first_by_key
from nonet.formats.statements import region_numbers, rules_on_square, square_grid
from nonet.model import Domain
from nonet.model.integers import short_repr
from nonet.puzzle import Grid, Puzzle, PuzzleRule
from nonet.puzzle.drawn_marks import DrawnMark, drawn_marks
from nonet.puzzle.grid import MAX_VALUES, default_box, parse_cell_name, place

if TYPE_CHECKING:
    from nonet.render.shapes import Tint

MARKS = first_by_key("fpuzzles")
"""The marks by their keys, in the order of reading."""

ENTRY_KEYS: Mapping[str, Mapping[str, str]] = {
    "clone": {"cells": "cells", "cloneCells": "copy"},
    "quadruple": {"cells": "cells", "values": "values"},
    "little-killer": {"cell": "start", "direction": "direction", "value": "sum"},
}
"""The rule's field for each key of an entry, of rules with more than one place and one number."""

DRAWING_KEYS = ("line", "rectangle", "circle", "text")
"""Keys of drawings, whose only meaning is given by their author's words."""

_IGNORED_KEYS = (
    "size title author ruleset grid solution highlightConflicts disabledlogic successMessage "
    "truecandidatesoptions msgcorrect metadata activeConstraints negative"
)
IGNORED_KEYS = frozenset(_IGNORED_KEYS.split())
"""Keys that are not marks: texts, the grid, and settings of the page."""

FOG_KEYS = ("fogofwar", "foglight")
"""Keys of fog, which hides drawings: no solution depends on fog."""

_CELL_KEYS = (
    "value given region givenPencilMarks c cArray highlight centerPencilMarks cornerPencilMarks"
)
CELL_KEYS = frozenset(_CELL_KEYS.split())
"""Keys of a cell that are read; the last two are a player's marks, and no part of the puzzle."""

NOTE = "f-puzzles"
"""The note that holds the text of the object a puzzle was read from."""

_COLOURS: dict[Tint, str] = {
    "": "#FFFFFF", "grey": "#A8A8A8", "red": "#FFA0A0", "orange": "#FFE060", "yellow": "#FFFF80",
    "green": "#A0FF9F", "blue": "#A0E0FF", "purple": "#C8A0FF", "pink": "#FFA0E0",
}  # fmt: skip


def keys_of_entry(mark: MarkRow) -> Mapping[str, str]:
    """Return the rule's field for each key of an entry of a mark."""
    key = {"line": "lines", "each": "cell", "clue": "cell"}.get(mark.place, "cells")
    fields = {key: "clue" if mark.place == "clue" else "cells"}
    return ENTRY_KEYS.get(mark.rule) or fields | ({"value": mark.number} if mark.number else {})


def marks_of_cell(name: str, cell: Mapping[str, Any]) -> list[Mark]:
    """Return the shade of a coloured cell, in the first of its colours; none of a white cell."""
    several = links.list_of(cell.get("cArray"))
    codes = [code for code in (*several, cell.get("c"), cell.get("highlight")) if code]
    colour = next((colour_of(code) for code in codes if isinstance(code, str)), "")
    return [] if colour in ("", "white") else [Mark("shade", colour, (name,), "", 1)]


def marks_of_drawing(key: str, entry: Mapping[str, Any], grid: Grid) -> Iterator[Mark]:
    """Yield the marks of a line, rectangle, circle or text; a malformed entry is a mark nowhere."""
    cells, text = _drawn_names(entry.get("cells")), str(entry.get("value") or "").strip()
    colour = colour_of(entry.get("baseC"))
    if colour in ("", "white"):
        edge = colour_of(entry.get("outlineC"))
        colour = colour if edge in ("", "black", "grey") else edge
    sizes = entry.get("width"), entry.get("height")
    width = max((size for size in sizes if isinstance(size, int | float)), default=1)
    if key == "line":
        for line in links.list_of(entry.get("lines")):
            names, colour = _drawn_names(line), colour_of(entry.get("outlineC"))
            within = len(names) > 1 and all(name in grid.cells for name in names)
            yield Mark("line" if within else "drawing", colour, names if within else (), "", width)
    elif len(cells) == 1 and cells[0] not in grid.cells:
        yield Mark("outside" if text else "drawing", "", cells, text)
    elif not cells or any(name not in grid.cells for name in cells):
        yield Mark("drawing", colour, (), text)
    elif len(cells) == 4 and key != "rectangle":
        yield Mark("corner", colour, cells, text, width)
    elif len(cells) == 2 and (key == "text" or width < 1.2):
        yield Mark("dot" if key == "circle" else "letter", colour, cells, text, width)
    elif key == "text":
        yield Mark("text", "", cells, text)
    else:
        shade = "shade" if width > 0.9 or len(cells) > 1 else "square"
        yield Mark("circle" if key == "circle" else shade, colour, cells, text, width)


def _drawn_names(names: object) -> tuple[str, ...]:
    listed = links.list_of(names)
    return tuple(listed) if all(isinstance(name, str) for name in listed) else ()


def puzzle_of(document: Mapping[str, Any], text: str, reader: Reader) -> Puzzle:
    """Return the puzzle of an object and its text; raise ``FormatError`` if the object is none."""
    return reader.checked_in_part(_ObjectReader(document, reader).puzzle(text))


class _ObjectReader:
    def __init__(self, document: Mapping[str, Any], reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.cells: list[tuple[str, dict[str, Any]]] = []

    def puzzle(self, text: str) -> Puzzle:
        document, grid = self.document, self._grid()
        self._regions(grid)
        for key, mark in MARKS.items():
            if key not in document:
                continue
            if mark.place == "grid":
                if document[key]:
                    self._whole_grid_rule(mark.rule)
            elif mark.rule in _READERS:
                for where, entry in links.objects_of(document, key):
                    _READERS[mark.rule](self, where, entry)
            else:
                self._mark(mark, grid)
        self._negatives()
        marks = [mark for name, cell in self.cells for mark in marks_of_cell(name, cell)]
        for key, value in document.items():
            if key in DRAWING_KEYS and value:
                for _, entry in links.objects_of(document, key):
                    if not entry.get("fromConstraint"):
                        marks += marks_of_drawing(key, entry, grid)
            elif key not in _READ_KEYS and value not in (False, None, [], {}, ""):
                self.reader.unread(key, None if key in FOG_KEYS else "either")
        clues, candidates, entries = self._values()
        notes = {NOTE: text}
        for key in ("author", "solution"):
            if value := document.get(key):
                notes[key] = "".join(map(str, value)) if isinstance(value, list) else str(value)
        ruleset = str(document.get("ruleset") or "")
        join_drawings(marks, ruleset, grid, self.rules, notes.get("solution", ""))
        title = str(document.get("title") or self.reader.name or "")
        further: dict[str, Any] = {"candidates": candidates, "notes": notes, "entries": entries}
        return self.rules.puzzle(grid, clues, ruleset, title, **further)

    def _grid(self) -> Grid:
        rows = self.document.get("grid")
        count = len(rows) if isinstance(rows, list) else None
        stated = self.document.get("size", count)
        size = links.whole_number(stated)
        if "gridSize" in self.document:
            raise FormatError("an object of lisudoku, which nonet does not read")
        if size is None or not 1 <= size <= MAX_VALUES:
            fault = f"size is a number from 1 to {MAX_VALUES}, not {short_repr(stated)}"
            raise FormatError(fault)
        good = isinstance(rows, list) and len(rows) == size
        if not good or any(not isinstance(row, list) or len(row) != size for row in rows or ()):
            raise FormatError(f"grid is {size} rows of {size} cells")
        grid = square_grid(size, self.reader.box or "default", 1)
        self.cells = list(zip(grid.cells, chain.from_iterable(rows or ()), strict=True))
        for name, cell in self.cells:
            if not isinstance(cell, dict):
                raise FormatError(f"{name} of grid is not an object but {short_repr(cell)}")
        return grid

    def _values(self) -> tuple[dict[str, int], dict[str, Domain], dict[str, int]]:
        clues: dict[str, int] = {}
        candidates: dict[str, Domain] = {}
        entries: dict[str, int] = {}
        for name, cell in self.cells:
            if (value := cell.get("value")) not in (None, ""):
                if (number := links.whole_number(value)) is None:
                    fault = f"{name} of grid: a value is a number, not {short_repr(value)}"
                    raise FormatError(fault)
                (clues if cell.get("given") else entries)[name] = number
            if marks := cell.get("givenPencilMarks"):
                if (numbers := links.whole_numbers(marks)) is None:
                    raise FormatError(f"{name} of grid: givenPencilMarks are a list of numbers")
                candidates[name] = Domain.of(numbers)
            for key in sorted(cell.keys() - CELL_KEYS):
                self.reader.unread(f"{key} of a cell", "either")
        return clues, candidates, entries

    def _regions(self, grid: Grid) -> None:
        """Add a jigsaw where the cells say regions other than the boxes."""
        if not any("region" in cell for _, cell in self.cells):
            return
        boxes = grid.blocks[0].boxes() or grid.blocks[0].rows()
        usual = {cell: number for number, box in enumerate(boxes) for cell in box}
        regions = {}
        for name, cell in self.cells:
            region = cell["region"] if "region" in cell else usual[name]
            if region is not None and not isinstance(region, int):
                fault = f"{name} of grid: a region is a number, not {short_repr(region)}"
                raise FormatError(fault)
            regions[name] = None if region == -1 else region
        if regions != usual:
            self.rules.add_regions(grid, regions)

    def _whole_grid_rule(self, rule: str) -> None:
        document = self.document
        both = document.get("diagonal+") and document.get("diagonal-")
        if rule == "nonconsecutive" and document.get("difference"):
            rule = "negative-difference"  # marked pairs are exempt
        self.rules.add("diagonals" if both and rule.endswith("-diagonal") else rule)

    def _negatives(self) -> None:
        negative = self.document.get("negative") or []
        for key in negative if isinstance(negative, list) else [str(negative)]:
            if isinstance(key, str) and (mark := MARKS.get(f"negative~{key}")):
                self.rules.add(mark.rule)
            else:
                self.reader.unread(f"negative {key}", "forbid")

    def _mark(self, mark: MarkRow, grid: Grid) -> None:
        cells: list[str] = []
        # half of the values, as the solver that brought the key has it
        usual = (grid.size + 1) // 2 if mark.rule == "whispers" else mark.usual
        for where, entry in links.objects_of(self.document, mark.fpuzzles):
            if mark.place == "each":
                cells.append(_cell(where, entry))
                continue
            parameters: dict[str, Any] = {}
            for key, field in keys_of_entry(mark).items():
                if key == "value":
                    parameters[field] = self._number(where, entry, usual)
                elif key in _PARSERS:
                    parameters[field] = _PARSERS[key](where, entry)
                elif key != "lines":
                    parameters[field] = _names(where, key, entry.get(key))
            if None in parameters.values():
                self.reader.unread(f"{mark.fpuzzles} without a value", "forbid")
            elif mark.place == "line":
                for line in _lines(where, entry):
                    self.rules.add_line(mark.rule, where, cells=line, **parameters)
            else:
                self.rules.add(mark.rule, where, **parameters)
        if cells:
            self.rules.add(mark.rule, mark.fpuzzles, cells=tuple(cells))

    def _number(self, where: str, entry: Mapping[str, Any], usual: int | None) -> int | None:
        value = entry.get("value")
        number = links.whole_number(value)
        if number is None and value not in (None, ""):
            self.reader.unread(f"{where}: the value {short_repr(value)}", "either")
        return usual if number is None else number

    def _arrow(self, where: str, entry: Mapping[str, Any]) -> None:
        names = _names(where, "cells", entry.get("cells"))
        bulb = tuple(sorted(names, key=lambda name: place(parse_cell_name(name) or "R0C0")))
        self.rules.add_arrows(bulb, _lines(where, entry), where)

    def _cage(self, where: str, entry: Mapping[str, Any]) -> None:
        cells, value = _names(where, "cells", entry.get("cells")), entry.get("value")
        sums = [links.whole_number(part) for part in str(value).replace("/", ",").split(",")]
        if None in sums:
            if value not in (None, ""):
                self.reader.unread(f"{where}: the sum {short_repr(value)}", "forbid")
            sums = [None]
        self.rules.add("killer", where, cells=cells, sum=sums[0] if len(sums) == 1 else sums)

    def _drawn_cage(self, where: str, entry: Mapping[str, Any]) -> None:
        label = str(entry.get("value") or "")
        root = links.whole_number(label[2:]) if label[:2].upper() == "DR" else None
        if root is not None:
            cells = _names(where, "cells", entry.get("cells"))
            self.rules.add("digital-root", where, cells=cells, root=root)
        elif label or not entry.get("fromConstraint"):
            label = f" {label!r}" if label else ""
            self.reader.unread(f"cage{label} (a drawing)", "forbid")

    def _xv(self, where: str, entry: Mapping[str, Any]) -> None:
        letter, cells = entry.get("value"), _names(where, "cells", entry.get("cells"))
        total = links.whole_number(letter)
        if total is not None:
            self.rules.add("pair-sum", where, cells=cells, sum=total)
        elif letter not in (None, ""):
            self.rules.add("xv", where, cells=cells, letter=str(letter))
        else:
            self.reader.unread(f"{where}: without a letter", "forbid")


# Readers of the entries whose meaning depends on their value.
_READERS: Mapping[str, Callable[[_ObjectReader, str, Mapping[str, Any]], None]] = {
    "arrow": _ObjectReader._arrow,
    "killer": _ObjectReader._cage,
    "digital-root": _ObjectReader._drawn_cage,
    "xv": _ObjectReader._xv,
}


_READ_KEYS = MARKS.keys() | IGNORED_KEYS


def _cell(where: str, entry: Mapping[str, Any]) -> str:
    cell = entry.get("cell")
    if not isinstance(cell, str):
        raise FormatError(f"{where}: cell is a name such as R1C1, not {short_repr(cell)}")
    return cell


def _numbers(where: str, entry: Mapping[str, Any]) -> list[int] | None:
    values = entry.get("values") or []
    if (numbers := links.whole_numbers(values)) is None:
        raise FormatError(f"{where}: values are a list of numbers, not {short_repr(values)}")
    return numbers or None


_PARSERS: Mapping[str, Callable[[str, Mapping[str, Any]], Any]] = {
    "cell": _cell,
    "direction": lambda where, entry: str(entry.get("direction", "")),
    "values": _numbers,
}
"""How the keys of entries are read that are neither a number nor names of cells."""


def _names(where: str, key: str, names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError(f"{where}: {key} are names such as R1C1, not {short_repr(names)}")
    return tuple(names)


def _lines(where: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    lines = entry.get("lines")
    if not isinstance(lines, list):
        fault = f"{where}: lines are a list of lists of cells, not {short_repr(lines)}"
        raise FormatError(fault)
    for line in lines:
        yield _names(where, "lines", line)


def text_of(puzzle: Puzzle) -> str:
    """The JSON of a puzzle, as a browser writes it; ``FormatError`` for a grid or a rule not there."""

    def read_again(text: str, reader: Reader) -> Puzzle:
        return puzzle_of(json.loads(text), text, reader)

    original = links.text_if_unchanged(puzzle, NOTE, read_again)
    return original or json.dumps(object_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def object_of(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle made anew."""
    grid, extra = puzzle.grid, rules_on_square(puzzle, "f-puzzles")
    note = puzzle.notes.get
    texts = {"title": puzzle.name, "author": note("author"), "ruleset": puzzle.comment}
    texts["solution"] = note("solution")
    document: dict[str, Any] = {"size": grid.size}
    document |= {key: text for key, text in texts.items() if text}
    jigsaw = any(rule.name == "jigsaw" for rule in extra)
    usual = not jigsaw and grid.blocks[0].box == default_box(grid.size)
    regions = {} if usual else region_numbers(puzzle) or dict.fromkeys(grid.cells)
    cells: dict[str, dict[str, Any]] = {cell: {} for cell in grid.cells}
    for entries, given in ((puzzle.entries, {}), (puzzle.clues, {"given": True})):
        for cell, value in entries.items():
            cells[cell] = {"value": value, **given}
    for cell, allowed in puzzle.candidates.items():
        cells[cell]["givenPencilMarks"] = list(allowed)
    for cell, region in regions.items():
        cells[cell]["region"] = region
    document["grid"] = [[cells[cell] for cell in row] for row in grid.blocks[0].rows()]
    for rule in extra:
        if rule.name != "jigsaw":
            _add_rule(document, rule)
    _add_drawn_marks(document, drawn_marks(puzzle.notes))
    return document


def _add_rule(document: dict[str, Any], rule: PuzzleRule) -> None:
    for name in _WRITTEN_AS.get(rule.name, (rule.name,)):
        mark = RULE_MARKS.get(name)
        if mark is None or not mark.fpuzzles:
            raise FormatError(f"f-puzzles has no rule {rule.name}; json holds every rule")
        negative = mark.fpuzzles.removeprefix("negative~")
        if negative != mark.fpuzzles:
            document.setdefault("negative", []).append(negative)
        elif mark.place == "grid":
            document[mark.fpuzzles] = True
        elif mark.place == "each":
            cells = [{"cell": cell} for cell in vars(rule)["cells"]]
            document.setdefault(mark.fpuzzles, []).extend(cells)
        elif mark.rule in _WRITERS:
            document.setdefault(mark.fpuzzles, []).append(_WRITERS[mark.rule](rule))
        else:
            document.setdefault(mark.fpuzzles, []).append(_entry(document["size"], mark, rule))


def _entry(size: int, mark: MarkRow, rule: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for key, field in keys_of_entry(mark).items():
        value = getattr(rule, field)
        # the usual difference of whispers is that of 9x9: other sizes have another
        usual = value == mark.usual and (mark.place != "line" or size == 9)
        if key == "lines":
            entry[key] = [list(value)]
        elif key != "value" or not usual:
            entry[key] = list(value) if isinstance(value, tuple) else str(value)
    return entry


# The rules whose keys stand for a rule that has none.
_WRITTEN_AS = {
    "diagonals": ("positive-diagonal", "negative-diagonal"),
    "negative-difference": ("nonconsecutive",),
}


def _write_killer(rule: Any) -> dict[str, Any]:
    sums = rule.sum if isinstance(rule.sum, tuple) else () if rule.sum is None else (rule.sum,)
    entry: dict[str, Any] = {"cells": list(rule.cells)}
    return entry | ({"value": "/".join(map(str, sums))} if sums else {})


# Writers of the entries whose value is not a plain number.
_WRITERS: Mapping[str, Callable[[Any], dict[str, Any]]] = {
    "killer": _write_killer,
    "arrow": lambda rule: {"lines": [[rule.bulb[-1], *rule.cells]], "cells": list(rule.bulb)},
    "digital-root": lambda rule: {"cells": list(rule.cells), "value": f"DR{rule.root}"},
}


def _add_drawn_marks(document: dict[str, Any], marks: Iterable[DrawnMark]) -> None:
    for kind, cells, tint, text in marks:
        names, colour = list(cells), _COLOURS[tint]
        if kind == "shade":
            for row, column in map(place, cells):
                if tint:
                    document["grid"][row][column]["c"] = colour
            continue
        entry: dict[str, Any] = {"cells": names, "baseC": colour, "outlineC": "#000000"}
        if kind == "line":
            entry = {"lines": [names], "outlineC": colour, "width": 0.3}
        elif kind == "text":
            entry = {"cells": names, "value": text}
        document.setdefault(kind, []).append(entry)


ADDRESS = "https://f-puzzles.com/?load="

_PACKED = re.compile(r"fpuz(?:zles)?(?=[A-Za-z0-9+/%])")
# A packed object without a link, as in solvers' consoles: `{"` is packed as `N4Ig`.  A packed
# text that begins with `{"formatVersion"` is SudokuMaker's.
_BARE = re.compile(r"(?!N4IgZg9gTgtghgFw)N4Ig[A-Za-z0-9+/%-]{30,}[=$]{0,3}")
CELLS = re.compile(r'(?<!\\)"cells"\s*:\s*\[\s*\[')


def packed_part(text: str) -> str | None:
    """The packed part of a link or of an id ``fpuzzles...``; ``None`` if the text is neither."""
    link = links.parse_link(text)
    if link is not None and links.is_at(link, "f-puzzles.com"):
        packed = links.parameter(link, "load")
        if not packed and links.parameter(link, "id"):
            fault = "a short link to f-puzzles.com: only its server knows the puzzle"
            raise FormatError(f"{fault}; open it there and export the puzzle as a link")
        if not packed:
            raise FormatError("a link to f-puzzles.com without ?load=: it holds no puzzle")
        return packed
    if link is not None and not links.is_at(link, *links.PAD_HOSTS):
        return None
    payload = links.pad_payload(link) if link is not None else text.strip()
    match = _PACKED.match(payload)
    return payload[match.end() :] if match else None


class FPuzzlesFormat(links.LinkFormat):
    """Links of f-puzzles."""

    name: ClassVar[str] = "f-puzzles"
    sentence: ClassVar[str] = (
        "Links to f-puzzles.com (?load=...) or sudokupad.app (/fpuzzles...), one a line: "
        "variants with their rules."
    )

    def claims(self, sample: str) -> bool:
        text = links.first_content_line(sample)
        if links.is_at(links.parse_link(text), "f-puzzles.com") or _BARE.fullmatch(text):
            return True
        return packed_part(text) is not None

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        if not text.startswith("{"):
            packed = text if _BARE.fullmatch(text) else packed_part(text)
            if packed is None:
                raise FormatError("expected a link to f-puzzles.com, or its JSON")
            links.check_length(packed)
            text = links.unpack(links.percent_decoded(packed))
        return puzzle_of(links.parse_object(text), text, reader)

    def line(self, puzzle: Puzzle) -> str:
        return f"{ADDRESS}{links.pack(text_of(puzzle))}"


class FPuzzlesJsonFormat(FPuzzlesFormat):
    """The objects of f-puzzles."""

    name = "f-puzzles-json"
    sentence = "The JSON that a link to f-puzzles.com holds, one object a line."

    def claims(self, sample: str) -> bool:
        start = sample.lstrip()
        return start.startswith("{") and links.is_foreign(start) and not CELLS.search(start)

    def line(self, puzzle: Puzzle) -> str:
        return text_of(puzzle)
