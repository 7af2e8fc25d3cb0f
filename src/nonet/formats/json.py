"""JSON: our own form, which holds any puzzle; and the canvas of a grid as rows of text.

A square puzzle is ``{"nonet": "puzzle", "version": 1, "size": 9, "clues": "53..7..."}`` with, where
needed, ``box`` ([height, width] or null for none), ``alphabet``, ``rules`` (beside the classic
rules; with ``"classic": false`` all rules), ``candidates`` ({"R1C1": [1, 2]}), ``entries`` (values
filled in that are not clues, {"R1C1": 1}), ``name``, ``comment`` and ``notes``.  In place of
``size``, ``grid`` names or describes one (``"samurai"``, ``"6x8 values 0-9"``:
:mod:`nonet.puzzle.grid_descriptions`), or is an object with ``values`` and ``blocks``, or with
``values`` and the ``rows`` of a picture.  ``clues`` are then a list of the canvas's rows (a blank
where there is no cell; blanks at the end of a row may be missing), or an object from cells to
values.

A text is an object a line, a list of objects, or a sequence of objects.

>>> import nonet
>>> document = to_json(nonet.parse("1..............4"))
>>> document["size"], document["clues"]
(4, '1..............4')
>>> read_object(document, Reader()).clues["R4C4"]
4
>>> clues_of(grid_of("2x3 values 0-2"), ["0.2", "..."])
{'R1C1': 0, 'R1C3': 2}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from math import isqrt
from typing import Any

from nonet.errors import FormatError, NonetError, PuzzleError, quantity
from nonet.formats import statements
from nonet.formats.base import BLANKS, Entry, Format, Lines, Reader, whole_text
from nonet.formats.links import is_foreign
from nonet.formats.pasted import has_lists
from nonet.formats.statements import Header
from nonet.puzzle import (
    ALPHABETS,
    MULTIGRIDS,
    Alphabet,
    Block,
    Cell,
    Grid,
    Puzzle,
    description_of,
    grid_of,
    rule_types,
)
from nonet.puzzle.alphabets import default_alphabet
from nonet.puzzle.grid import place
from nonet.puzzle.rules import type_of_rule
from nonet.puzzle.unread import EFFECTS

VERSION = 1

_INTEGER = {"type": "integer"}
_TEXT = {"type": "string"}
_INTEGERS = {"type": "array", "items": _INTEGER}
_PAIR = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2}
_BOX = {"anyOf": [{"type": "null"}, _PAIR]}


def _object(required: Mapping[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def _by_cell(values: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": values}


_BLOCK = _object(dict.fromkeys(("top", "left", "height", "width"), _INTEGER), box=_BOX)
_SCHEMA: dict[str, dict[str, Any]] = {
    "nonet": {"const": "puzzle"},
    "version": {"const": VERSION},
    "name": _TEXT,
    "comment": _TEXT,
    "size": {"type": "integer", "minimum": 1, "description": "cells a side of a square"},
    "box": {**_BOX, "description": "height and width of the boxes; null for none"},
    "alphabet": {"type": "string", "enum": sorted(ALPHABETS)},
    "grid": {
        "anyOf": [
            {
                "type": "string",
                "description": f"one of {', '.join(sorted(MULTIGRIDS))}, or a description",
            },
            *(
                _object({key: {"type": "array", "items": each, "minItems": 1}, "values": _INTEGERS})
                for key, each in (("blocks", _BLOCK), ("rows", _TEXT))
            ),
        ]
    },
    "clues": {
        "description": "a line of characters, rows of them, or values by cell",
        "anyOf": [_TEXT, {"type": "array", "items": _TEXT}, _by_cell(_INTEGER)],
    },
    "candidates": _by_cell(_INTEGERS),
    "entries": _by_cell(_INTEGER),
    "classic": {"type": "boolean", "description": "whether rows, columns and boxes hold"},
    "rules": {"type": "array"},
    "notes": {"type": "object"},
    "unread": {
        "description": "parts of the text that were left out, and what each may do",
        "type": "object",
        "additionalProperties": {"enum": list(EFFECTS)},
    },
}
KEYS = tuple(_SCHEMA)


def puzzle_schema() -> dict[str, Any]:
    """The schema of a puzzle's JSON object."""
    rule = {
        "type": "object",
        "properties": {"rule": {"enum": sorted(rule_types())}},
        "required": ["rule"],
    }
    rules = {"type": "array", "items": {"anyOf": [_TEXT, rule]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of nonet",
        "type": "object",
        "properties": {**_SCHEMA, "rules": rules},
        "additionalProperties": False,
    }


def to_json(puzzle: Puzzle, alphabet: Alphabet | None = None) -> dict[str, Any]:
    """Return the object of a puzzle: the compact form where possible."""
    texts = {"name": puzzle.name, "comment": puzzle.comment}
    document: dict[str, Any] = {"nonet": "puzzle", "version": VERSION}
    document |= {key: text for key, text in texts.items() if text}
    document |= _square(puzzle, alphabet) or _grid_with_canvas(puzzle) or _grid_with_blocks(puzzle)
    if puzzle.candidates:
        document["candidates"] = {cell: list(domain) for cell, domain in puzzle.candidates.items()}
    if puzzle.entries:
        document["entries"] = dict(puzzle.entries)
    extra = statements.rules_beyond_classic(puzzle)
    if extra is None:
        document["classic"] = False
    if extra or extra is None:
        document["rules"] = statements.rules_to_json(puzzle.rules if extra is None else extra)
    if puzzle.notes:
        document["notes"] = dict(puzzle.notes)
    if puzzle.unread:
        document["unread"] = statements.unread_to_json(puzzle.unread)
    return document


def _square(puzzle: Puzzle, alphabet: Alphabet | None) -> dict[str, Any] | None:
    try:
        alphabet = statements.square_alphabet(puzzle, "line", alphabet)
    except FormatError:
        return None
    plain = Puzzle(puzzle.grid, puzzle.clues)
    document: dict[str, Any] = {"size": puzzle.grid.size}
    box = statements.box_statement(puzzle.grid)
    if box != "default":
        document["box"] = None if box == "none" else list(box)
    if puzzle.grid.size > 9 or alphabet.first != 1 or alphabet.name != "digits":
        document["alphabet"] = alphabet.name
    return {**document, "clues": statements.text_of_square(plain, "line", alphabet).line()}


def _grid_with_canvas(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return the rows of the canvas, and its grid as a description or a picture, or ``None``."""
    grid = puzzle.grid
    description: str | dict[str, Any] | None = description_of(grid)
    if description is None and grid.equals_its_picture:
        description = {"rows": list(grid.canvas_rows), "values": list(grid.values)}
    try:
        rows = [row.rstrip() for row in arrange_on_canvas(grid, puzzle.line())]
    except PuzzleError:  # a value without a character
        return None
    return None if description is None else {"grid": description, "clues": rows}


def _grid_with_blocks(puzzle: Puzzle) -> dict[str, Any]:
    grid = puzzle.grid
    blocks = [asdict(block) | {"box": block.box and list(block.box)} for block in grid.blocks]
    return {"grid": {"blocks": blocks, "values": list(grid.values)}, "clues": dict(puzzle.clues)}


def _checked(document: object) -> dict[str, Any]:
    """Return the document; raise ``FormatError`` unless it is an object with the keys of a puzzle."""
    if not isinstance(document, dict):
        raise FormatError(f"expected an object, found {str(document)[:20]!r}")
    if isinstance(about := document.get("puzzle"), str | dict) and "nonet" not in document:
        if isinstance(about, str):  # an answer by nonet: the clues in a line, and their shape
            shape = {key: document[key] for key in ("name", *SHAPE_KEYS) if key in document}
            about = {"size": isqrt(len(about)), "clues": about, **shape}
        document = about
    if (kind := document.get("nonet", "puzzle")) != "puzzle":
        raise FormatError(f'expected "nonet": "puzzle", found {kind!r}')
    if (version := document.get("version", VERSION)) != VERSION:
        raise FormatError(f"puzzle version {version!r}: this nonet reads {VERSION}")
    if unknown := sorted(set(document) - set(KEYS)):
        raise FormatError(f"unknown key {unknown[0]!r}; {_advice_for_key(unknown[0])}")
    for key, value in document.items():
        expected = _SCHEMA[key].get("type")
        if expected == "string" and not isinstance(value, str):
            raise FormatError(f"{key} is a text, not {value!r}")
        if expected == "object" and key != "unread" and not isinstance(value, dict):
            raise FormatError(f"{key} is an object, not {value!r}")
    return document


SHAPE_KEYS = ("alphabet", "box", "grid", "classic", "rules", "candidates", "unread")
"""The keys of a puzzle beside its clues: an answer repeats the keys with unusual values."""


def puzzle_identity(puzzle: Puzzle) -> dict[str, Any]:
    """Return the name, the clues in a line, and what is unusual of a puzzle: an answer that can be read."""
    shape = {key: value for key, value in to_json(puzzle).items() if key in SHAPE_KEYS}
    return {**({"name": puzzle.name} if puzzle.name else {}), "puzzle": puzzle.line(), **shape}


def read_object(document: object, reader: Reader) -> Puzzle:
    """The puzzle of one object; raises ``FormatError``, ``PuzzleError`` or ``TypeError``."""
    document = _checked(document)
    grid, clues = _grid_and_clues(document, reader)
    rules = statements.rules_from_json(document.get("rules", []))
    puzzle = Puzzle(
        grid,
        clues,
        statements.with_classic(rules) if document.get("classic", True) else rules,
        document.get("candidates", {}),
        document.get("name", ""),
        document.get("comment", ""),
        {key: str(value) for key, value in document.get("notes", {}).items()},
        _integers(document.get("entries", {})),
        statements.unread_from_json(document.get("unread", {})),
    )
    return reader.checked(puzzle)


def _grid_and_clues(document: Mapping[str, Any], reader: Reader) -> tuple[Grid, Mapping[str, int]]:
    clues, geometry = document.get("clues", {}), document.get("grid")
    name = document.get("alphabet")
    alphabet = reader.alphabet or (None if name is None else statements.parse_alphabet(name))
    if geometry is None:
        alphabet = alphabet or ALPHABETS["digits"]
        clues = _clues_text(clues)
        size = _size(document, clues, reader)
        box = reader.box or ((_box(document["box"]) or "none") if "box" in document else "default")
        grid = statements.square_grid(size, box, alphabet.first)
        text = clues if isinstance(clues, str) else ""
        rows = [text[i : i + size] for i in range(0, len(text), size)]
    else:
        grid = grid_of(geometry) if isinstance(geometry, str) else _described_grid(geometry)
        rows = clues
        if isinstance(clues, str):
            one_line = "\n" not in clues and len(clues) == len(grid.cells)
            rows = arrange_on_canvas(grid, clues) if one_line else clues.split("\n")
    if isinstance(clues, dict):
        return grid, _integers(clues)
    if not _are_texts(rows) or (clues and not rows):
        raise FormatError("clues are a text, a list of rows, or an object from cells to values")
    return grid, clues_of(grid, rows, alphabet)


def _size(document: Mapping[str, Any], clues: object, reader: Reader) -> int:
    size = document.get("size")
    if size is None and isinstance(clues, str):
        return reader.size_of(clues)
    if size is None:
        fault = 'expected "size", "grid", or "clues" as a text or a list of rows'
        example = '"53..7....", or [5, 3, 0, 0, 7, 0, 0, 0, 0] with 0 for a blank'
        raise FormatError(f"{fault}: {example}")
    if isinstance(clues, str) and len(clues) != _integer(size, "size") ** 2:
        fault = f"expected {size * size} characters of clues for size {size}, found {len(clues)}"
        raise FormatError(fault)
    return _integer(size, "size")


def _advice_for_key(key: str) -> str:
    try:
        name = type_of_rule(key).name
    except PuzzleError:
        return f"a puzzle may have {', '.join(KEYS)}"
    return f'rules stand in a list: "rules": ["{name} ..."], each as on the command line'


def _clues_text(clues: Any) -> Any:
    """Return rows of clues, texts or numbers, as one text, and clues in another form unchanged."""
    if not isinstance(clues, list) or not clues:
        return clues
    size = len(clues)
    rows = [_row(row, size) for row in clues]
    for number, row in enumerate(rows, 1):
        if row is None:
            return clues
        if len(row) != size:
            expected = f"expected {quantity(size, 'cell')} in row {number}, as in a grid of {size} by {size}"
            raise FormatError(f"{expected}, found {len(row)}")
    return "".join(filter(None, rows))


def _row(row: object, size: int) -> str | None:
    """Return a row, a text or numbers with 0 or null for a blank, as a text, or ``None``."""
    if not isinstance(row, list):
        return row if isinstance(row, str) else None
    signs = "." + ALPHABETS["digits"].characters[:size]
    values = [0 if value is None else value for value in row]
    if all(type(value) is int and 0 <= value < len(signs) for value in values):
        return "".join(signs[value] for value in values)
    return None


def _described_grid(geometry: object) -> Grid:
    """The grid of an object with ``values`` and either ``blocks`` or the ``rows`` of a picture."""
    if not isinstance(geometry, dict) or set(geometry) - {"blocks", "rows"} != {"values"}:
        fault = "a grid is a name, or an object with values and with blocks or rows"
        raise FormatError(f'{fault}; the clues stand under "clues"')
    if "rows" in geometry:
        rows = geometry["rows"]
        if not _are_texts(rows):
            raise FormatError("a grid's rows are texts, a character a cell and # for none")
        return Grid.from_picture(rows, (_integer(value, "a value") for value in geometry["values"]))
    keys = ("top", "left", "height", "width")
    blocks = tuple(
        Block(**{key: _integer(block[key], key) for key in keys}, box=_box(block.get("box")))
        for block in geometry["blocks"]
    )
    return Grid(blocks, tuple(_integer(value, "a value") for value in geometry["values"]))


def _are_texts(rows: object) -> bool:
    return isinstance(rows, list) and all(isinstance(row, str) for row in rows)


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


def _integers(by_cell: Mapping[str, Any]) -> dict[Cell, int]:
    return {cell: _integer(value, cell) for cell, value in by_cell.items()}


MAX_DOCUMENT_LENGTH = 1 << 26
"""The most characters of a document of several lines, which is held in memory: 64 MiB."""
_NOT_BLANK = re.compile(r"\S")

_OWN_KEY = re.compile(r'(?<!\\)"(?:(?:nonet|clues|size)"\s*:|puzzle"\s*:\s*")')


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
        start = sample.lstrip()
        ours = start.startswith("{") or (start[:1] == "[" and start[1:].lstrip()[:1] in "{]")
        if not ours or is_foreign(start):
            return False
        return bool(_OWN_KEY.search(start)) or not has_lists(sample)

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        for number, text in lines:
            if not text.strip():
                continue
            if not text.lstrip().startswith("{") or not statements.is_json(text):
                document = chain([(number, text)], lines)
                yield from _from_document(reader, number, document)
                return
            for line, each in chain([(number, text)], lines):
                if each.strip() and not _is_end_of_generation(each):
                    yield reader.attempt(line, puzzle_of_line, reader, each)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        return [json.dumps(to_json(puzzle, header.alphabet), ensure_ascii=False)]


def _is_end_of_generation(text: str) -> bool:
    """Whether a line is what ``nonet generate`` ends with where a limit stopped it."""
    return text.startswith('{"found": ') and '"wanted": ' in text and '"stopped_by": ' in text


def puzzle_of_line(reader: Reader, text: str) -> Puzzle:
    """Return the puzzle of an object in a text; raise ``FormatError`` for any other text."""
    return _from_object(reader, statements.json_of(text))


def _from_document(reader: Reader, first: int, lines: Lines) -> Iterator[Entry]:
    """The puzzles of values that follow one another, each an object or a list of objects."""
    advice = ": write a puzzle a line, which may be any number"
    _, text = whole_text(lines, MAX_DOCUMENT_LENGTH, "a JSON document", advice)
    decoder = json.JSONDecoder(object_pairs_hook=statements.object_of_pairs)
    position = 0
    line, counted = first, 0
    while match := _NOT_BLANK.search(text, position):
        position = match.start()
        line += text.count("\n", counted, position)
        counted = position
        try:
            document, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            fault = f"not JSON: {error.msg}"
            yield FormatError(fault, line=first + error.lineno - 1, column=error.colno)
            return
        except (ValueError, RecursionError) as error:
            is_json = isinstance(error, FormatError)  # with a key twice in one object
            yield FormatError(f"{'' if is_json else 'not JSON: '}{error}", line=line)
            return
        entries = enumerate(document, 1) if isinstance(document, list) else [(0, document)]
        for number, entry in entries:
            where = f"entry {number}: " if number else ""
            yield reader.attempt(line, _from_object, reader, entry, where)


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


def clues_of(
    grid: Grid, rows: Sequence[str], alphabet: Alphabet | None = None, *, line: int | None = None
) -> dict[Cell, int]:
    """The clues of rows of a canvas from ``line`` on; ``FormatError`` for a character that is not a clue."""
    if len(rows) > grid.height or any(len(row.rstrip()) > grid.width for row in rows):
        raise FormatError(f"expected {grid.height} rows of {grid.width} characters", line=line)
    symbols: dict[str, int | None] = dict.fromkeys(BLANKS)
    for symbol, each in (alphabet or default_alphabet(grid.values)).value_of_symbol.items():
        if each in grid.values:
            symbols[symbol] = each
    clues = {}
    for r, row in enumerate(rows):
        for c, character in enumerate(row):
            cell = grid.cell_at(r, c)
            value = symbols.get(character, -1)
            if cell is not None and value is not None and character in symbols:
                clues[cell] = value
            elif value is not None and (cell is not None or character not in " #"):
                fault = f"{character!r} at R{r + 1}C{c + 1}, where there is no cell"
                if cell is not None:
                    values = f"values are {grid.values[0]} to {grid.values[-1]}"
                    fault = f"clue {character!r} at {cell} is out of range: {values}"
                raise FormatError(fault, line=None if line is None else line + r, column=c + 1)
    return clues


def read_canvases(grid: Grid, lines: Lines, reader: Reader) -> Iterator[Entry]:
    """Every puzzle of a text on one grid, as rows of its canvas or a line each."""
    rows: list[str] = []
    first = 0
    for number, text in lines:
        text = text.rstrip()
        if not rows and (not text or (statements.is_comment(text) and len(text) != grid.width)):
            if text:
                reader.note(number, text)
            continue
        first = first if rows else number
        one_line = not rows and len(text) == len(grid.cells) > grid.width
        rows = arrange_on_canvas(grid, text) if one_line else [*rows, text]
        if len(rows) == grid.height:
            yield reader.attempt(first, _puzzle_of_canvas, grid, rows, first, reader)
            rows = []
    if rows:
        expected = f"{grid.height} rows of the canvas, or {len(grid.cells)} characters in a line"
        yield FormatError(f"expected {expected}, found {quantity(len(rows), 'row')}", line=first)


def arrange_on_canvas(grid: Grid, text: str) -> list[str]:
    """A character a cell as rows of the canvas, blanks where no cell is."""
    rows = [[" "] * grid.width for _ in range(grid.height)]
    for (row, column), character in zip(map(place, grid.cells), text, strict=True):
        rows[row][column] = character
    return ["".join(row) for row in rows]


def _puzzle_of_canvas(grid: Grid, rows: Sequence[str], line: int, reader: Reader) -> Puzzle:
    clues = clues_of(grid, rows, reader.alphabet, line=line)
    return reader.checked(Puzzle(grid, clues, name=reader.name))
