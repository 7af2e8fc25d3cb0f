"""JSON: our own form, which holds any puzzle.

A square puzzle is ``{"nonet": "puzzle", "version": 1, "size": 9, "clues": "53..7..."}`` with, where
needed, ``box`` ([height, width] or null for none), ``alphabet``, ``rules`` (beside the classic
rules; with ``"classic": false`` all rules), ``candidates`` ({"R1C1": [1, 2]}), ``entries`` (values
filled in that are no clues, {"R1C1": 1}), ``name``, ``comment`` and ``notes``.  In place of
``size``, ``grid`` names or describes one (``"samurai"``, ``"6x8 values 0-9"``:
:mod:`nonet.puzzle.grid_descriptions`), or is an object with ``values`` and ``blocks``, or with
``values`` and the ``rows`` of a picture.  ``clues`` are then a list of the canvas's rows (a blank
where there is no cell), or an object from cells to values.

A text is an object a line, a list of objects, or a sequence of objects.

>>> import nonet
>>> document = to_json(nonet.parse("1..............4"))
>>> document["size"], document["clues"]
(4, '1..............4')
>>> read_object(document, Reader()).clues["R4C4"]
4
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any

from nonet.errors import FormatError, NonetError, PuzzleError
from nonet.formats.base import Entry, Format, Lines, Reader
from nonet.formats.canvas import arrange_on_canvas, canvas_rows, clues_of
from nonet.formats.pasted import has_lists
from nonet.formats.statements import (
    Header,
    box_statement,
    parse_alphabet,
    rules_beyond_classic,
    rules_from_json,
    rules_to_json,
    square_alphabet,
    square_grid,
    text_of_square,
    unread_from_json,
    unread_to_json,
    with_classic,
)
from nonet.puzzle import (
    ALPHABETS,
    MULTIGRIDS,
    Alphabet,
    Block,
    Grid,
    Puzzle,
    description_of,
    grid_of,
    rule_types,
)
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.unread import EFFECTS

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


MAX_DOCUMENT_LENGTH = 1 << 26
"""The most characters of a document of several lines, which is held in memory: 64 MiB."""
_NOT_BLANK = re.compile(r"\S")

_FOREIGN = re.compile(r'(?<!\\)"(?:grid|cells)"\s*:\s*\[\s*\[\s*[{\]]')
"""A key of f-puzzles or SudokuPad with objects row by row, which no object of ours has."""
_OWN_KEY = re.compile(r'(?<!\\)"(?:(?:nonet|clues|size)"\s*:|puzzle"\s*:\s*")')


def is_foreign(sample: str) -> bool:
    """Whether the JSON that begins so is an f-puzzles or a SudokuPad object."""
    return bool(_FOREIGN.search(sample))


class JsonFormat(Format):
    """Our own objects, for any puzzle."""

    name = "json"
    proven = "all puzzles"
    suffixes = (".json", ".jsonl", ".ndjson")
    sentence = (
        "JSON objects, one a line or in a list: holds any puzzle, "
        "with its grid, rules, candidates and notes."
    )

    def claims(self, sample: str) -> bool:
        """Whether an object, or a list of objects, comes first, and no other program's."""
        start = sample.lstrip()
        ours = start.startswith("{") or (start[:1] == "[" and start[1:].lstrip()[:1] in "{]")
        if not ours or is_foreign(start):
            return False
        return bool(_OWN_KEY.search(start)) or not has_lists(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if not text.strip():
                continue
            if _is_object(text):
                yield reader.attempt(number, puzzle_of_line, reader, text)
                yield from _from_lines(reader, lines)
            else:
                yield from _from_document(reader, number, _document(number, text, lines))

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [json.dumps(to_json(puzzle, header.alphabet), ensure_ascii=False)]


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _is_end_of_generation(text: str) -> bool:
    """Whether a line is what ``nonet generate`` ends with where a limit stopped it."""
    return text.startswith('{"found": ') and '"wanted": ' in text and '"stopped_by": ' in text


def _from_lines(reader: Reader, lines: Lines) -> Iterator[Entry]:
    for number, text in lines:
        if text.strip() and not _is_end_of_generation(text):
            yield reader.attempt(number, puzzle_of_line, reader, text)


def puzzle_of_line(reader: Reader, text: str) -> Puzzle:
    """Return the puzzle of an object in a line, or in part of a line.

    Raise ``FormatError`` for any other text.
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"not JSON: {error.msg}", column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}") from None
    return _from_object(reader, document)


def _document(number: int, text: str, lines: Lines) -> str:
    """Return the text from a line on.

    Raise ``FormatError`` if the text is longer than ``MAX_DOCUMENT_LENGTH``.
    """
    texts, length = [text], len(text)
    for _, text in lines:
        texts.append(text)
        length += len(text) + 1
        if length > MAX_DOCUMENT_LENGTH:
            fault = f"a JSON document of more than {MAX_DOCUMENT_LENGTH >> 20} MiB: "
            raise FormatError(f"{fault}write a puzzle a line, which may be any number", line=number)
    return "\n".join(texts)


def _from_document(reader: Reader, first: int, text: str) -> Iterator[Entry]:
    """The puzzles of values that follow one another, each an object or a list of objects."""
    decoder, position = json.JSONDecoder(), 0
    line, counted = first, 0
    while match := _NOT_BLANK.search(text, position):
        position = match.start()
        line += text.count("\n", counted, position)
        counted = position
        try:
            document, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            yield FormatError(
                f"not JSON: {error.msg}", line=first + error.lineno - 1, column=error.colno
            )
            return
        except (ValueError, RecursionError) as error:
            yield FormatError(f"not JSON: {error}", line=line)
            return
        if not isinstance(document, list):
            yield reader.attempt(line, _from_object, reader, document)
            continue
        for number, entry in enumerate(document, 1):
            yield reader.attempt(line, _from_object, reader, entry, f"entry {number}: ")


def _from_object(reader: Reader, document: object, where: str = "") -> Puzzle:
    """Return the puzzle of an object; errors say ``where`` the object stands."""
    try:
        return read_object(document, reader)
    except FormatError as error:
        if error.is_of_options:
            raise
        raise FormatError(f"{where}{error.message}", column=error.column) from error.__cause__
    except NonetError as error:
        raise FormatError(f"{where}{error}") from error
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        raise FormatError(f"{where}not a puzzle: {error}") from error


_INTEGER = {"type": "integer"}
_TEXT = {"type": "string"}
_PAIR = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2}
_BOX = {"anyOf": [{"type": "null"}, _PAIR]}


def _by_cell(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


def puzzle_schema() -> dict[str, Any]:
    """The schema of a puzzle's JSON object."""
    known: dict[str, Any] = {
        "nonet": {"const": "puzzle"},
        "version": {"const": VERSION},
        "name": _TEXT,
        "comment": _TEXT,
        "size": {"type": "integer", "minimum": 1, "description": "cells a side of a square"},
        "box": {**_BOX, "description": "height and width of the boxes; null for none"},
        "alphabet": {"enum": sorted(ALPHABETS)},
        "grid": {
            "anyOf": [
                {
                    "type": "string",
                    "description": f"one of {', '.join(sorted(MULTIGRIDS))}, or a description",
                },
                *(
                    {
                        "type": "object",
                        "properties": {
                            key: {"type": "array", "items": each, "minItems": 1},
                            "values": {"type": "array", "items": _INTEGER},
                        },
                        "required": [key, "values"],
                        "additionalProperties": False,
                    }
                    for key, each in (("blocks", _block()), ("rows", _TEXT))
                ),
            ]
        },
        "clues": {
            "description": "a line of characters, rows of them, or values by cell",
            "anyOf": [_TEXT, {"type": "array", "items": _TEXT}, _by_cell(_INTEGER)],
        },
        "candidates": _by_cell({"type": "array", "items": _INTEGER}),
        "entries": _by_cell(_INTEGER),
        "classic": {"type": "boolean", "description": "whether rows, columns and boxes hold"},
        "rules": {"type": "array", "items": {"anyOf": [_TEXT, _rule()]}},
        "notes": {"type": "object"},
        "unread": {
            "description": "parts of the text that were left out, and what each may do",
            "type": "object",
            "additionalProperties": {"enum": list(EFFECTS)},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of nonet",
        "type": "object",
        "properties": {key: known[key] for key in KEYS},
        "additionalProperties": False,
    }


def _block() -> dict[str, Any]:
    sizes = dict.fromkeys(("top", "left", "height", "width"), _INTEGER)
    return {
        "type": "object",
        "properties": {**sizes, "box": _BOX},
        "required": list(sizes),
        "additionalProperties": False,
    }


def _rule() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"rule": {"enum": sorted(rule_types())}},
        "required": ["rule"],
    }
