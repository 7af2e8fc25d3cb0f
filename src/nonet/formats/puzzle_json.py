"""The object of a puzzle in JSON: written, and read back.  ``json`` describes the keys.

>>> import nonet
>>> found = to_json(nonet.parse("1..............4"))
>>> found["size"], found["clues"]
(4, '1..............4')
>>> from nonet.formats.reader import Reader
>>> read_object(found, Reader()).clues["R4C4"]
4
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

from nonet.errors import FormatError, PuzzleError
from nonet.formats.canvas import arrange_on_canvas, canvas_rows, clues_of
from nonet.formats.reader import Reader
from nonet.formats.square_text import square_alphabet, text_of_square
from nonet.formats.statements import (
    box_statement,
    parse_alphabet,
    rules_beyond_classic,
    rules_from_json,
    rules_to_json,
    square_grid,
    unread_from_json,
    unread_to_json,
    with_classic,
)
from nonet.puzzle import ALPHABETS, Alphabet, Block, Grid, Puzzle, description_of, grid_of
from nonet.puzzle.rules import type_of_rule

VERSION = 1

KEYS = (
    "nonet",
    "version",
    "name",
    "comment",
    "size",
    "box",
    "alphabet",
    "grid",
    "clues",
    "candidates",
    "entries",
    "classic",
    "rules",
    "notes",
    "unread",
)
"""The keys that an object may have."""


def to_json(puzzle: Puzzle, alphabet: Alphabet | None = None) -> dict[str, Any]:
    """Return the object of a puzzle: the compact form where possible."""
    document: dict[str, Any] = {"nonet": "puzzle", "version": VERSION}
    if puzzle.name:
        document["name"] = puzzle.name
    if puzzle.comment:
        document["comment"] = puzzle.comment
    document |= _square(puzzle, alphabet) or _grid_with_canvas(puzzle) or _grid_with_blocks(puzzle)
    if puzzle.candidates:
        document["candidates"] = {cell: list(domain) for cell, domain in puzzle.candidates.items()}
    if puzzle.entries:
        document["entries"] = dict(puzzle.entries)
    extra = rules_beyond_classic(puzzle)
    if extra is None:
        document["classic"] = False
    if extra or extra is None:
        document["rules"] = rules_to_json(puzzle.rules if extra is None else extra)
    if puzzle.notes:
        document["notes"] = dict(puzzle.notes)
    if puzzle.unread:
        document["unread"] = unread_to_json(puzzle.unread)
    return document


def _square(puzzle: Puzzle, alphabet: Alphabet | None) -> dict[str, Any] | None:
    """Size and a line of clues, if the puzzle is a square that a line can hold."""
    try:
        alphabet = square_alphabet(puzzle, "line", alphabet)
    except FormatError:
        return None
    plain = Puzzle(puzzle.grid, puzzle.clues)
    document: dict[str, Any] = {"size": puzzle.grid.size}
    box = box_statement(puzzle.grid)
    if box != "default":
        document["box"] = None if box == "none" else list(box)
    if puzzle.grid.size > 9 or alphabet.first != 1 or alphabet.name != "digits":
        document["alphabet"] = alphabet.name
    return {**document, "clues": text_of_square(plain, "line", alphabet).line()}


def _grid_with_canvas(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return the rows of the canvas, and its grid as a description or a picture, or ``None``."""
    grid = puzzle.grid
    description: str | dict[str, Any] | None = description_of(grid)
    if description is None and grid.equals_its_picture:
        description = {"rows": list(grid.canvas_rows), "values": list(grid.values)}
    try:
        return None if description is None else {"grid": description, "clues": canvas_rows(puzzle)}
    except PuzzleError:  # a value without a character
        return None


def _grid_with_blocks(puzzle: Puzzle) -> dict[str, Any]:
    """Blocks and values of the grid, and clues by cell."""
    blocks = [
        {
            "top": block.top,
            "left": block.left,
            "height": block.height,
            "width": block.width,
            "box": None if block.box is None else list(block.box),
        }
        for block in puzzle.grid.blocks
    ]
    return {
        "grid": {"blocks": blocks, "values": list(puzzle.grid.values)},
        "clues": dict(puzzle.clues),
    }


def read_object(document: object, reader: Reader) -> Puzzle:
    """The puzzle of one object; raises ``FormatError``, ``PuzzleError`` or ``TypeError``."""
    return _ObjectReader(_checked(document), reader).puzzle()


def _checked(document: object) -> dict[str, Any]:
    """Return the document.

    Raise ``FormatError`` unless the document is an object with the keys of a puzzle.
    """
    if not isinstance(document, dict):
        raise FormatError(f"expected an object, found {str(document)[:20]!r}")
    if isinstance(about := document.get("puzzle"), str | dict) and "nonet" not in document:
        document = about if isinstance(about, dict) else _puzzle_of_answer(document)
    kind = document.get("nonet", "puzzle")
    if kind != "puzzle":
        raise FormatError(f'expected "nonet": "puzzle", found {kind!r}')
    version = document.get("version", VERSION)
    if version != VERSION:
        raise FormatError(f"puzzle version {version!r}: this nonet reads {VERSION}")
    unknown = sorted(set(document) - set(KEYS))
    if unknown:
        raise FormatError(f"unknown key {unknown[0]!r}; {_advice_for_key(unknown[0])}")
    for key in ("name", "comment", "alphabet"):
        if not isinstance(document.get(key, ""), str):
            raise FormatError(f"{key} is a text, not {document[key]!r}")
    for key in ("notes", "candidates", "entries"):
        if not isinstance(document.get(key, {}), dict):
            raise FormatError(f"{key} is an object, not {document[key]!r}")
    return document


SHAPE_KEYS = ("alphabet", "box", "grid", "classic", "rules", "candidates", "unread")
"""The keys of a puzzle beside its clues: an answer repeats the keys with unusual values."""


def puzzle_identity(puzzle: Puzzle) -> dict[str, Any]:
    """Return the identity of a puzzle in an answer: its name, if there is a name, its clues in one
    line, and its box, alphabet, rules and unread parts where unusual: the answer can be read as a
    puzzle.
    """
    shape = {key: value for key, value in to_json(puzzle).items() if key in SHAPE_KEYS}
    return {
        **({"name": puzzle.name} if puzzle.name else {}),
        "puzzle": puzzle.line(),
        **shape,
    }


def _puzzle_of_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the puzzle of an answer by nonet: its clues in a line, and its shape."""
    shape = {key: answer[key] for key in ("name", *SHAPE_KEYS) if key in answer}
    return {"size": isqrt(len(answer["puzzle"])), "clues": answer["puzzle"], **shape}


@dataclass(frozen=True)
class _ObjectReader:
    """The object of a puzzle during reading."""

    document: Mapping[str, Any]
    reader: Reader

    def puzzle(self) -> Puzzle:
        """The puzzle, checked."""
        document = self.document
        grid, clues = self._grid_and_clues()
        rules = rules_from_json(document.get("rules", []))
        if document.get("classic", True):
            rules = with_classic(rules)
        notes = {key: str(value) for key, value in document.get("notes", {}).items()}
        puzzle = Puzzle(
            grid,
            clues,
            rules,
            document.get("candidates", {}),
            document.get("name", ""),
            document.get("comment", ""),
            notes,
            {cell: _integer(v, cell) for cell, v in document.get("entries", {}).items()},
            unread_from_json(document.get("unread", {})),
        )
        return self.reader.checked(puzzle)

    def _grid_and_clues(self) -> tuple[Grid, Mapping[str, int]]:
        clues = self.document.get("clues", {})
        geometry = self.document.get("grid")
        if geometry is None:
            clues = _clues_text(clues)
            size = self._size(clues)
            grid = square_grid(size, self._box(), self._alphabet().first)
            rows = [clues[i : i + size] for i in range(0, len(clues), size)] if _text(clues) else []
        elif isinstance(geometry, str):
            grid = grid_of(geometry)
            rows = _rows(grid, clues) if isinstance(clues, str) else clues
        else:
            grid = _described_grid(geometry)
            rows = _rows(grid, clues) if isinstance(clues, str) else clues
        if isinstance(clues, dict):
            return grid, {cell: _integer(value, cell) for cell, value in clues.items()}
        if not isinstance(rows, list) or not all(map(_text, rows)) or (clues and not rows):
            raise FormatError("clues are a text, a list of rows, or an object from cells to values")
        stated = self.reader.alphabet is not None or "alphabet" in self.document
        alphabet = self._alphabet() if geometry is None or stated else None
        return grid, clues_of(grid, rows, alphabet)

    def _size(self, clues: object) -> int:
        size = self.document.get("size")
        if size is None:
            if not isinstance(clues, str):
                raise FormatError(
                    'expected "size", "grid", or "clues" as a text or a list of rows: '
                    '"53..7....", or [5, 3, 0, 0, 7, 0, 0, 0, 0] with 0 for a blank'
                )
            return self.reader.size_of(clues)
        if isinstance(clues, str) and len(clues) != _integer(size, "size") ** 2:
            raise FormatError(
                f"expected {size * size} characters of clues for size {size}, found {len(clues)}"
            )
        return _integer(size, "size")

    def _box(self) -> Any:
        if self.reader.box is not None:
            return self.reader.box
        if "box" not in self.document:
            return "default"
        return _box(self.document["box"]) or "none"

    def _alphabet(self) -> Alphabet:
        if self.reader.alphabet is not None:
            return self.reader.alphabet
        name = self.document.get("alphabet")
        return ALPHABETS["digits"] if name is None else parse_alphabet(name)


def _advice_for_key(key: str) -> str:
    """Return advice on the keys of an object in place of an unknown key."""
    try:
        name = type_of_rule(key).name
    except PuzzleError:
        return f"a puzzle may have {', '.join(KEYS)}"
    return f'rules stand in a list: "rules": ["{name} ..."], each as on the command line'


def _clues_text(clues: Any) -> Any:
    """Return the clues of a square's rows, texts or numbers, as one text.

    Clues in another form are returned unchanged.
    """
    if not isinstance(clues, list) or not clues:
        return clues
    size = len(clues)
    rows = [_row(row, size) for row in clues]
    for number, row in enumerate(rows, 1):
        if row is None:
            return clues
        if len(row) != size:
            raise FormatError(
                f"expected {size} cells in row {number}, as there are {size} rows, found {len(row)}"
            )
    return "".join(filter(None, rows))


def _row(row: object, size: int) -> str | None:
    """Return a row, a text or numbers with 0 or null for a blank, as a text, or ``None``."""
    if not isinstance(row, list):
        return row if isinstance(row, str) else None
    signs = "." + ALPHABETS["digits"].characters[:size]
    known = [0 if value is None else value for value in row]
    if all(type(value) is int and 0 <= value < len(signs) for value in known):
        return "".join(signs[value] for value in known)
    return None


def _rows(grid: Grid, clues: str) -> list[str]:
    """The rows of a canvas, or a character a cell, in one text."""
    one_line = "\n" not in clues and len(clues) == len(grid.cells)
    return arrange_on_canvas(grid, clues) if one_line else clues.split("\n")


def _described_grid(geometry: object) -> Grid:
    """The grid of an object with ``values`` and either ``blocks`` or the ``rows`` of a picture."""
    if not isinstance(geometry, dict) or set(geometry) - {"blocks", "rows"} != {"values"}:
        raise FormatError(
            "a grid is a name, or an object with values and with blocks or rows; "
            'the clues stand under "clues"'
        )
    if "rows" in geometry:
        rows = geometry["rows"]
        if not isinstance(rows, list) or not all(map(_text, rows)):
            raise FormatError("a grid's rows are texts, a character a cell and # for none")
        return Grid.from_picture(rows, (_integer(value, "a value") for value in geometry["values"]))
    blocks = [
        Block(
            top=_integer(block["top"], "top"),
            left=_integer(block["left"], "left"),
            height=_integer(block["height"], "height"),
            width=_integer(block["width"], "width"),
            box=_box(block.get("box")),
        )
        for block in geometry["blocks"]
    ]
    return Grid(tuple(blocks), tuple(_integer(value, "a value") for value in geometry["values"]))


def _box(box: object) -> tuple[int, int] | None:
    if box is None:
        return None
    if not isinstance(box, list) or len(box) != 2:
        raise FormatError(f"a box is [height, width] or null, not {box!r}")
    return _integer(box[0], "a box's height"), _integer(box[1], "a box's width")


def _integer(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError(f"{what} is a whole number, not {value!r}")
    return value


def _text(value: object) -> bool:
    return isinstance(value, str)
