"""SudokuPad: links to sudokupad.app that hold their puzzle, and its JSON.

An id ``scl...`` (or ``ctc...``) is a packed object of SudokuPad, ``classic...`` the cells of a
plain grid, ``fpuz...`` an object of f-puzzles, as which a puzzle is written where that can hold it.
A short id names a puzzle on their server, and nonet asks no server.

SudokuPad knows givens, regions, cages and rules of the whole grid.  Lines, arrows and shapes are
drawings, whose only meaning is in the author's words (:mod:`nonet.formats.drawings`).  So an object
that nonet writes holds its drawing, the rules in words, and under ``metadata.nonet`` the puzzle in
nonet's own JSON, which is read back.

Before packing, a puzzle's JSON is shortened: keys have short names and no quotes, an empty object
is nothing, ``t`` and ``f`` are true and false, quotes are single.

>>> import nonet
>>> document = object_of(nonet.parse("1..............4"))
>>> document["cells"][0][0], document["metadata"]["nonet"]["clues"]
({'value': 1}, '1..............4')
>>> expand_json("{ce:[[,{v:5}]],u:[{r:t,c:#F}]}")["cells"]
[[{}, {'value': 5}]]
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, product
from math import ceil, dist, floor, isqrt
from typing import Any

from nonet.errors import FormatError, NonetError, quantity
from nonet.formats import links
from nonet.formats.base import Reader
from nonet.formats.drawings import Mark, colour_of, join_drawings
from nonet.formats.fpuzzles import CELLS, FPuzzlesFormat, FPuzzlesJsonFormat, packed_part
from nonet.formats.fpuzzles import text_of as fpuzzle_text
from nonet.formats.json import read_object, to_json
from nonet.formats.marks import RuleCollector, Statement, first_by_key, states
from nonet.formats.statements import square_grid
from nonet.formats.writing import check_written
from nonet.model import Domain
from nonet.puzzle import Grid, Puzzle
from nonet.puzzle.drawn_marks import MAX_MARKS
from nonet.puzzle.grid import MAX_VALUES, cell_name
from nonet.render.drawing import Bulb, Decoration, Dot, Line, Outline, Place, Shade, Shape, Tint

FULL_KEYS = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor",
    "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays",
    "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded",
    "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints",
    "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
"""The full names of short keys."""

_TOKEN = re.compile(
    r"""(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<mark>[\[\]{},:])|(?P<word>[^\[\]{},:'"]+)"""
)
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})|#([0-9A-Fa-f])")
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_WORDS = {"t": "true", "f": "false"}

_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


def expand_json(text: str) -> dict[str, Any]:
    """The object of a shortened, or of a plain, JSON text; raises ``FormatError``."""
    plain = text if text.lstrip()[:2] == '{"' else "".join(_json_tokens(text))
    full: dict[str, Any] = _with_full_keys(links.parse_object(plain))
    return full


def _json_tokens(text: str) -> list[str]:
    parts: list[str] = []
    before = ""
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup, match[0].strip()
        if kind == "mark":
            if before in ("[", ",") and (token in (",", "]") or (token == "}" and before == "[")):
                parts.append("{}")  # an empty object is written as nothing
            parts.append(token)
        elif kind == "text":
            inside = token[1:-1]
            if token[0] == "'":
                inside = inside.replace("\\'", "'").replace('"', '\\"')
            parts.append(f'"{inside}"')
        elif token:
            is_key = text[match.end() : match.end() + 1] == ":" and before in ("{", ",")
            parts.append(_value(token, is_key=is_key))
        before = token or before
    return parts


def _value(word: str, *, is_key: bool) -> str:
    colour = None if is_key else _COLOUR.fullmatch(word)
    if colour and (not word.isdigit() or len(word) == 6):
        return f'"#{colour[1] or colour[2] * 6}"'
    if not is_key and (word in _WORDS or _PLAIN.fullmatch(word)):
        return _WORDS.get(word, word)
    quoted = word.replace("\\", "\\\\")
    return f'"{quoted}"'


def _with_full_keys(node: Any) -> Any:
    if isinstance(node, dict):
        return {FULL_KEYS.get(key, key): _with_full_keys(value) for key, value in node.items()}
    return [_with_full_keys(value) for value in node] if isinstance(node, list) else node


def classic_line(code: str) -> str:
    """The cells of a code ``classic...``: digits, 0 for a blank.

    There are two codes: a digit and the blanks after the digit in a character; and plain digits,
    with runs of blanks.  The code that gives a square counts.
    """
    body = code.removeprefix("classic")
    pieces = []
    if body and not set(body) - set(_CODES):
        numbers = [_CODES.index(character) for character in body[:5000]]
        pieces.append("".join(f"{n % 10}{'0' * (n // 10)}" for n in numbers))
    if body and not set(body) - set(_RUNS) - set("123456789"):
        runs = (c if c.isdigit() else "0" * _RUNS.index(c) for c in body[:5000])
        pieces.append("".join(runs))
    for cells in pieces:
        if len(cells) == isqrt(len(cells)) ** 2 and len(cells) > 15:
            return cells
    fault = "is cut short or has other characters"
    if pieces:
        fault = f"holds {len(pieces[0])} cells, which do not make a square"
    raise FormatError(f"the code of a classic grid {fault}")


def _objects(document: Mapping[str, Any], key: str) -> Iterator[dict[str, Any]]:
    """Yield the first objects of a list of drawings; entries of another form are not drawings."""
    for entry in links.list_of(document.get(key))[:MAX_MARKS]:
        if isinstance(entry, dict):
            yield entry


def marks_of(document: Mapping[str, Any], rows: list[list[Any]], grid: Grid) -> list[Mark]:
    """Return the marks of an object; a text in a dot or a circle is the mark's text."""
    marks: dict[Any, Mark] = {}
    for name, cell in zip(grid.cells, chain(*rows), strict=True):
        if colour := cell.get("color") or cell.get("backgroundColor") or cell.get("c"):
            marks[len(marks)] = Mark("shade", colour_of(str(colour)), (name,), "", 1)
    for key in ("underlays", "overlays"):
        for shape in _objects(document, key):
            if (mark := _shape_mark(shape, grid)) is None:
                continue
            place = ("round", mark.cells)
            alike = mark.shape in ("dot", "letter", "corner", "circle", "square", "text")
            before = marks.get(place) if alike else None
            if before and bool(before.text) != bool(mark.text):
                first, text = (mark, before) if before.text else (before, mark)
                marks[place] = first._replace(text=text.text)
            else:
                marks[place if alike and before is None else len(marks)] = mark
    for key in ("lines", "arrows"):
        for line in _objects(document, key):
            marks[len(marks)] = _line_mark(line, key, grid)
    return list(marks.values())


def _numbers(values: object) -> list[float]:
    return [n for n in links.list_of(values) if isinstance(n, int | float) and abs(n) < 100]


def _spot(y: float, x: float) -> list[tuple[int, int]]:
    """Return the rows and columns of the cells whose middle, edge or corner is at a point."""
    spans: list[tuple[int, ...]] = []
    for n in (y, x):
        if abs(n % 1 - 0.5) <= 0.2:
            spans.append((floor(n),))
        elif abs(n - round(n)) <= 0.12:
            spans.append((round(n) - 1, round(n)))
        else:
            return []
    return [(row, column) for row in spans[0] for column in spans[1]]


def _shape_mark(shape: Mapping[str, Any], grid: Grid) -> Mark | None:
    """Return the mark of a shape or a text; ``None`` if nothing of it is seen."""
    fill, edge = colour_of(shape.get("backgroundColor")), colour_of(shape.get("borderColor"))
    text = str(shape.get("text") if shape.get("text") is not None else "").strip()
    plain = "backgroundColor" not in shape and bool(shape.get("rounded"))
    if not (fill or edge or text or plain) or shape.get("class") == "board-position":
        return None
    ringed = fill in ("", "white") and edge not in ("", "black", "grey")
    colour = edge if ringed else fill or edge
    center = _numbers(shape.get("center"))
    sizes = _numbers([shape.get("height", shape.get("width")), shape.get("width")])
    if len(center) != 2 or len(sizes) != 2:
        return Mark("drawing", colour, (), text)
    (y, x), (high, wide) = center, sizes
    spots, size = _spot(y, x), max(sizes)
    if size > 1.3 and fill and not text and not shape.get("rounded"):
        inside = range(ceil(y - high / 2 - 0.6), floor(y + high / 2 - 0.4) + 1)
        across = range(ceil(x - wide / 2 - 0.6), floor(x + wide / 2 - 0.4) + 1)
        spots = list(product(inside, across)) if min(sizes) > 0.6 else []
        names = [grid.cell_at(*spot) for spot in spots]
        if names and all(names):
            return Mark("shade", colour, tuple(filter(None, names)), "", size)
        return Mark("drawing", colour, ())
    cells = tuple(filter(None, (grid.cell_at(*spot) for spot in spots)))
    if len(spots) == 1 and not cells:
        (row, column) = spots[0]
        beside = -1 <= row <= grid.size and -1 <= column <= grid.size
        kind = "outside" if beside and text else "drawing"
        return Mark(kind, "", (f"R{row + 1}C{column + 1}",), text)
    if not cells or len(cells) < len(spots):
        return Mark("drawing", colour, (), text)
    seen = bool(fill or edge) and size > 0.1
    if len(cells) == 4:
        kind = "corner" if text or shape.get("rounded") else "drawing"
    elif len(cells) == 2:
        kind = "circle" if size > 1.2 else "dot" if shape.get("rounded") and seen else "letter"
    elif text and (not seen or fill == edge == "white"):
        kind = "text"
    else:
        turned = shape.get("angle") in (45, 135, 225, 315, -45)
        kind = "circle" if shape.get("rounded") else "diamond" if turned else "square"
        kind = "shade" if kind == "square" and size > 0.9 else kind
    return Mark(kind, colour, cells, text, size)


def _line_mark(line: Mapping[str, Any], key: str, grid: Grid) -> Mark:
    """Return the mark of a line or an arrow, along the cells whose middles it passes."""
    colour, points = colour_of(line.get("color")), links.list_of(line.get("wayPoints"))
    way = [point for point in map(_numbers, points) if len(point) == 2]
    if len(way) < 2 or len(way) != len(points):
        return Mark("drawing", colour, ())
    cells: dict[tuple[int, int, int], tuple[int, int]] = {}
    for number, (start, end) in enumerate(pairwise(way)):
        steps = max(1, ceil(dist(start, end) * 10))
        for step in range(steps + 1):
            y, x = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            tip = key == "arrows" and (number, step) in ((0, 0), (len(way) - 2, steps))
            passes = dist((y, x), (floor(y) + 0.5, floor(x) + 0.5)) < (0.51 if tip else 0.3)
            if passes and (not cells or [*cells.values()][-1] != (floor(y), floor(x))):
                cells[number, step, 0] = floor(y), floor(x)
    path = list(cells.values())
    (y, x), (end_y, end_x) = way[0], way[-1]
    if key == "arrows" and dist(way[0], way[-1]) < 1 and grid.cell_at(floor(y), floor(x)) is None:
        direction = ("U" if end_y < y else "D") + ("L" if end_x < x else "R")
        if abs(abs(end_y - y) - abs(end_x - x)) < 0.05:
            return Mark("pointer", "", (f"R{floor(y) + 1}C{floor(x) + 1}",), direction)
    if len(way) == 3 and dist(way[0], way[2]) < 0.5 and len(path) < 2:
        spots = _spot((way[0][0] + way[1][0]) / 2, (way[0][1] + way[1][1]) / 2)
        names = [grid.cell_at(*spot) for spot in spots]
        bend = sum(way[1]) - (sum(way[0]) + sum(way[2])) / 2
        if len(names) == 2 and all(names) and abs(bend) > 0.01:
            return Mark("letter", "", tuple(filter(None, names)), "<" if bend < 0 else ">")
    names = [grid.cell_at(*spot) for spot in path]
    if not names or None in names:
        return Mark("drawing", colour, ())
    if len(names) == 1:
        towards = "D" * (end_y > y + 0.05) + "U" * (end_y < y - 0.05)
        towards += "R" * (end_x > x + 0.05) + "L" * (end_x < x - 0.05)
        return Mark("tip", colour, tuple(filter(None, names)), towards)
    width, kind = line.get("thickness"), "arrow" if key == "arrows" else "line"
    size = width / _SIDE if isinstance(width, int | float) else 0.1
    return Mark(kind, colour, tuple(filter(None, names)), "", size)


NOTE_KEYS = ("author", "solution", "source")
METADATA_KEY = "nonet"
"""The key of the metadata under which the puzzle stands in nonet's own JSON."""

_COLOURS: dict[Tint, str] = {
    "": "#CFCFCF", "grey": "#CFCFCF", "red": "#F4B6B6", "orange": "#FAD1A0", "yellow": "#F7EBA0",
    "green": "#A8E0A0", "blue": "#A8CFF2", "purple": "#D9B3EE", "pink": "#F6BEDC",
}  # fmt: skip
_INK, _PAPER, _EDGE = "#000000", "#FFFFFF", "#808080"
# Pixels of a cell, in which SudokuPad gives the width of lines.
_SIDE = 64
_THIN = 0.06
_POINTS = dict(zip(product((-1, 0, 1), repeat=2), "↖↑↗← →↙↓↘", strict=True))


def text_of(puzzle: Puzzle) -> str:
    """The JSON of a puzzle's object."""
    return json.dumps(object_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def object_of(puzzle: Puzzle) -> dict[str, Any]:
    """The object of a puzzle of any grid and any rules."""
    drawing = puzzle.drawing()
    cells: list[list[dict[str, Any]]]
    cells = [[{} for _ in range(drawing.width)] for _ in range(drawing.height)]
    for (row, column), mark in drawing.marks.items():
        if mark.text:
            cells[row][column]["value"] = int(mark.text) if mark.text.isdigit() else mark.text
    regions: dict[int, list[list[int]]] = {}
    for place, number in sorted(drawing.regions.items()):
        regions.setdefault(number, []).append(list(place))
    document: dict[str, Any] = {"cellSize": _SIDE, "metadata": _metadata(puzzle), "cells": cells}
    document["regions"] = list(regions.values())
    for decoration in drawing.decorations:
        key, value = _item(decoration)
        document.setdefault(key, []).extend(value)
    return document


def _metadata(puzzle: Puzzle) -> dict[str, Any]:
    others = (rule for rule in puzzle.rules if rule.name not in ("rows", "columns", "boxes"))
    sentences = "\n".join(dict.fromkeys(rule.sentence for rule in others))
    rules = puzzle.comment or sentences or "Normal sudoku rules apply."
    metadata: dict[str, Any] = {"rules": rules} | ({"title": puzzle.name} if puzzle.name else {})
    metadata |= {key: puzzle.notes[key] for key in NOTE_KEYS if key in puzzle.notes}
    return {**metadata, METADATA_KEY: to_json(puzzle)}


def _item(each: Decoration) -> tuple[str, list[dict[str, Any]]]:
    if isinstance(each, Shade):
        fill = _COLOURS[each.tint or "grey"]
        return "underlays", [_box((cell,), backgroundColor=fill) for cell in each.cells]
    if isinstance(each, Line):
        thin = each.width <= _THIN and not each.tint
        line: dict[str, Any] = {
            "wayPoints": [[row + 0.5, column + 0.5] for row, column in each.cells],
            "color": _EDGE if thin else _COLOURS[each.tint],
            "thickness": max(2, round(each.width * _SIDE)),
        }
        return ("arrows", [{**line, "headLength": 0.3}]) if each.head else ("lines", [line])
    if isinstance(each, Outline):
        cage: dict[str, Any] = {"cells": [list(cell) for cell in sorted(each.cells)]}
        return "cages", [cage | ({"value": each.text} if each.text else {})]
    if isinstance(each, Shape):
        looks: dict[str, Any] = {"backgroundColor": _COLOURS[each.tint or "grey"]}
        looks |= {"angle": 45} if each.kind == "diamond" else {}
        looks |= {"rounded": each.kind == "circle"}
        return "underlays", [_box((each.cell,), 0.7, **looks)]
    if isinstance(each, Bulb):
        looks = {"backgroundColor": _PAPER, "borderColor": _EDGE}
        looks = {"backgroundColor": _COLOURS[each.tint or "grey"]} if each.filled else looks
        return "underlays", [_box(each.cells, 0.75, rounded=True, **looks)]
    if isinstance(each, Dot):
        fill, ink = (_INK, _PAPER) if each.fill == "black" else (_PAPER, _INK)
        looks = {"rounded": True, "backgroundColor": fill, "borderColor": _INK}
        return "overlays", [_small_box(each.cells, 0.35, each.text, ink, **looks)]
    text = each.text + (_POINTS.get(each.direction, "") if each.direction else "")
    corner = each.position == "corner"
    size = 0.35 if corner or len(each.cells) > 1 else 0.7
    moved = -0.3 if corner and len(each.cells) == 1 else 0
    return "overlays", [_small_box(each.cells, size, text, moved=moved)]


def _box(cells: Iterable[Place], size: float = 1, **looks: Any) -> dict[str, Any]:
    rows, columns = zip(*cells, strict=True)
    return {
        "center": [(min(rows) + max(rows) + 1) / 2, (min(columns) + max(columns) + 1) / 2],
        "width": size + (max(columns) - min(columns)),
        "height": size + (max(rows) - min(rows)),
        **looks,
    }


def _small_box(
    cells: Sequence[Place], size: float, text: str, ink: str = _INK, moved: float = 0, **looks: Any
) -> dict[str, Any]:
    """Return a box with a text in the middle of the cells, or moved from the middle."""
    box = _box(cells[:1], size, **looks)
    box["center"] = [each + moved for each in _box(cells)["center"]]
    if text:
        box |= {"text": text, "color": ink, "fontSize": round(_SIDE * size * 0.55)}
    return box


WHOLE_GRID_RULES = {key: mark.rule for key, mark in first_by_key("scl").items()}
WHOLE_GRID_RULES |= {"disjointgroups": "disjoint-groups", "diagonals": "diagonals"}
"""Rules of the whole grid, by their names there; the last two names are other spellings."""

FOG_KEYS = ("foglight", "foglink", "triggereffect")
"""Keys of fog, which hides drawings: no solution depends on fog."""

TEXT_KEYS = ("title", "rules", *NOTE_KEYS)
"""Texts about a puzzle, in its metadata or in cages without cells."""


def puzzle_of(document: Mapping[str, Any], reader: Reader) -> Puzzle:
    """Return the puzzle of an object; raise ``FormatError`` if the object is not a puzzle.

    An object that nonet wrote holds the puzzle in nonet's own JSON: only this part is read, for all
    else is its picture.
    """
    metadata = document.get("metadata")
    if isinstance(metadata, dict) and isinstance(metadata.get(METADATA_KEY), dict):
        return _embedded_puzzle(document, metadata[METADATA_KEY], reader)
    return reader.checked_in_part(_ObjectReader(document, reader).puzzle())


def _embedded_puzzle(document: Mapping[str, Any], own: Mapping[str, Any], reader: Reader) -> Puzzle:
    """The puzzle that stands in the metadata, which must have the clues that are shown."""
    try:
        puzzle = read_object(own, reader)
    except NonetError as error:
        raise FormatError(f"metadata.{METADATA_KEY}: {error}") from error
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        raise FormatError(f"metadata.{METADATA_KEY} is not a puzzle: {error}") from error
    if document.get("cells") != object_of(puzzle)["cells"]:
        fault = f"the cells are not those of the puzzle in metadata.{METADATA_KEY}"
        raise FormatError(f"{fault}: give cells or {METADATA_KEY} alone")
    return puzzle


class _ObjectReader:
    def __init__(self, document: Mapping[str, Any], reader: Reader) -> None:
        self.document = document
        self.reader = reader
        self.rules = RuleCollector(reader)
        self.metadata: dict[str, str] = {}
        self.cages: list[Mark] = []
        """Cages without a number, to be joined with statements of the words."""

    def puzzle(self) -> Puzzle:
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
        for key in FOG_KEYS:
            if self.document.get(key):
                self.reader.unread(f"{key} (drawn)", None)
        marks = self.cages + marks_of(self.document, rows, grid)
        ruleset, solution = (self.metadata.get(key, "") for key in ("rules", "solution"))
        join_drawings(marks, ruleset, grid, self.rules, re.sub(r"\s", "", solution))
        clues, candidates = self._values(rows)
        notes = {key: text for key, text in self.metadata.items() if key in NOTE_KEYS}
        title = self.metadata.get("title", self.reader.name)
        return self.rules.puzzle(grid, clues, ruleset, title, candidates=candidates, notes=notes)

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
            raise FormatError(
                f"cells are n rows of n cells, up to {MAX_VALUES}; found {quantity(size, 'row')}"
            )
        for number, cell in enumerate(chain(*rows)):
            if not isinstance(cell, dict):
                raise FormatError(f"{cell_name(*divmod(number, size))} of cells is not an object")
        return rows

    def _values(self, rows: list[list[Any]]) -> tuple[dict[str, int], dict[str, Domain]]:
        clues: dict[str, int] = {}
        candidates: dict[str, Domain] = {}
        names = (cell_name(*spot) for spot in product(range(len(rows)), repeat=2))
        for name, cell in zip(names, chain(*rows), strict=True):
            value = cell.get("value")
            if (number := links.whole_number(value)) is not None:
                clues[name] = number
            elif value not in (None, ""):
                self.reader.unread(f"{name} {str(value)[:20]!r}", "forbid")
            marks = cell.get("pencilMarks") or cell.get("givenPencilMarks")
            if numbers := links.whole_numbers(marks):
                candidates[name] = Domain.of(numbers)
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
            if text := texts.get(key):
                lines = text if isinstance(text, list) else [text]
                self.metadata[key] = "\n".join(map(str, lines))

    def _regions(self, grid: Grid) -> None:
        region_of: dict[str, int | None] = dict.fromkeys(grid.cells)
        for number, region in enumerate(self._list("regions")):
            for cell in self._cells(grid, region, f"region {number + 1}"):
                if region_of[cell] is not None:
                    raise FormatError(f"{cell} lies in two regions")
                region_of[cell] = number
        self.rules.add_regions(grid, region_of)

    def _cages(self, grid: Grid) -> None:
        cages = [
            (f"cage {number}", cage, tuple(self._cells(grid, cage["cells"], f"cage {number}")))
            for number, cage in enumerate(self._list("cages"), 1)
            if isinstance(cage, dict) and cage.get("cells")
        ]
        used = Counter(chain(*(cells for _, _, cells in cages)))
        repeats = states(self.metadata.get("rules", ""), Statement("killer", (("repeats", True),)))
        for where, cage, cells in cages:
            value = cage.get("sum", cage.get("value"))
            total, has_text = links.whole_number(value), value not in (None, "")
            text = str(value)[:20] if has_text else ""
            if cage.get("type") in ("rowcol", "region") or (cage.get("hidden") and not has_text):
                continue
            if cage.get("hidden"):
                self.reader.unread("hidden cage", "forbid")
            elif total is not None:
                flags = {"overlap": any(used[cell] > 1 for cell in cells)}
                flags["repeats"] = repeats or cage.get("unique") is False
                self.rules.add("killer", where, cells=cells, sum=total, **flags)
            elif has_text and text != "?":
                self.reader.unread(f"cage {text!r}", "forbid")
            elif cage.get("unique") and not repeats and len(cells) <= grid.size:
                self.rules.add("extra-region", where, cells=cells)
            else:
                self.cages.append(Mark("cage", "", cells, text))

    def _cells(self, grid: Grid, places: Any, where: str) -> Iterator[str]:
        if not isinstance(places, list):
            raise FormatError(f"{where}: cells are a list of [row, column]")
        for place in places:
            if len(pair := links.whole_numbers(place) or []) != 2:
                raise FormatError(f"{where}: a cell is [row, column], not {str(place)[:20]}")
            row, column = pair
            if (cell := grid.cell_at(row, column)) is None:
                raise FormatError(f"{where}: row {row + 1}, column {column + 1} is off the grid")
            yield cell


ADDRESS = "https://sudokupad.app/"

MIN_ID_LENGTH = 12
"""Characters of an id; a shorter text may be the name of a puzzle on the server."""

_ID = re.compile(r"(?:scl|ctc)[A-Za-z0-9+/%]{20,}=*|classic[^\s]{10,}")


class SudokuPadFormat(links.LinkFormat):
    """Links, ids or objects."""

    name = "sudokupad"
    sentence = (
        "Links to sudokupad.app that hold their puzzle (scl, ctc, fpuz, classic), one a line, "
        "or its JSON."
    )

    def claims(self, sample: str) -> bool:
        start = sample.lstrip()
        if start.startswith("{"):
            return links.is_foreign(start) and bool(CELLS.search(start))
        text = links.first_content_line(sample)
        link = links.parse_link(text)
        ours = links.is_at(link, *links.PAD_HOSTS)
        return (ours or bool(_ID.fullmatch(text))) and packed_part(text) is None

    def puzzle(self, text: str, reader: Reader) -> Puzzle:
        if text.startswith("{"):
            return puzzle_of(expand_json(text), reader)
        if packed_part(text) is not None:
            return FPuzzlesFormat().puzzle(text, reader)
        link = links.parse_link(text)
        at_pad = link is not None and links.is_at(link, *links.PAD_HOSTS)
        payload = links.percent_decoded(links.pad_payload(link) if link and at_pad else text)
        if payload.startswith("classic"):
            return reader.line(classic_line(payload))
        if payload[:3] in ("scl", "ctc") and len(payload) > MIN_ID_LENGTH:
            return puzzle_of(expand_json(links.unpack(payload[3:])), reader)
        site = link.host if link is not None else "SudokuPad"
        if not payload.strip("/"):
            raise FormatError(f"a link to {site} without a puzzle")
        fault = f"{payload[:40]!r} is a short link to {site}: only its server knows the puzzle"
        advice = "which nonet does not ask; give a link that holds the puzzle (scl, fpuz, classic)"
        raise FormatError(f"{fault}, {advice}")

    def line(self, puzzle: Puzzle) -> str:
        """Return the link that says most: SudokuPad checks the rules that f-puzzles has."""
        try:
            check_written(puzzle, FPuzzlesJsonFormat(), None)
            return f"{ADDRESS}fpuzzles{links.pack(fpuzzle_text(puzzle))}"
        except FormatError:
            return f"{ADDRESS}scl{links.pack(text_of(puzzle))}"
