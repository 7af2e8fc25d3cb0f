"""SudokuMaker: links to sudokumaker.app that hold their puzzle.

What follows ``?puzzle=`` is JSON, packed by LZ-string for addresses: the cells in reading order and
a list of constraints, each with the number of its kind.  The kinds whose meaning is known are
read, all others are named to the reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any, ClassVar

from nonet.errors import FormatError
from nonet.formats.base import Entry, Format, Lines
from nonet.formats.links import (
    first_content_line,
    parse_link,
    parse_object,
    percent_decoded,
    read_documents,
    unpack,
)
from nonet.formats.reader import Reader, as_format_error
from nonet.formats.rule_collector import RuleCollector, whole_number
from nonet.formats.setter_rules import read_words
from nonet.formats.statements import square_grid, with_classic
from nonet.puzzle import Cell, Grid, Puzzle
from nonet.puzzle.grid import MAX_VALUES

HOST = "sudokumaker.app"
CLASSIC_KIND, THERMOMETER_KIND, CAGE_KIND = 0, 300, 301
"""Kinds of constraints that are read: rows, columns and boxes; thermometers; killer cages."""

_KNOWN_KEYS = frozenset(
    {"cells", "constraints", "size", "width", "height", "minDigit", "maxDigit"}
    | {"name", "title", "author", "comment", "description", "solution"}
)


class SudokuMakerFormat(Format):
    """Links, read only."""

    name: ClassVar[str] = "sudokumaker"
    writes: ClassVar[bool] = False
    sentence: ClassVar[str] = (
        "Links to sudokumaker.app (?puzzle=...), one a line: clues, cages, thermometers; "
        "other constraints are named."
    )

    def claims(self, sample: str) -> bool:
        """Whether the first line is a link to the page."""
        link = parse_link(first_content_line(sample))
        return link is not None and link.host == HOST

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        return read_documents(lines, reader, _puzzle)


def _puzzle(text: str, reader: Reader) -> Puzzle:
    link = parse_link(text)
    packed = link.path.partition("?puzzle=")[2] if link is not None else ""
    if not packed:
        raise FormatError("a link to sudokumaker.app without ?puzzle=: it holds no puzzle")
    held = unpack(percent_decoded(packed.partition("&")[0]))
    document = parse_object(held, "the object").get("puzzle")
    if not isinstance(document, dict):
        raise FormatError("the object has no puzzle")
    with as_format_error():
        return reader.checked(_puzzle_of(document, reader))


def _puzzle_of(document: dict[str, Any], reader: Reader) -> Puzzle:
    """The puzzle of an object, not yet checked."""
    cells = document.get("cells")
    size = isqrt(len(cells)) if isinstance(cells, list) else 0
    if not isinstance(cells, list) or not 1 <= size <= MAX_VALUES or size * size != len(cells):
        raise FormatError(f"cells are a list of n times n cells, up to {MAX_VALUES} rows")
    first = document.get("minDigit", 1)
    last = whole_number(document.get("maxDigit", size + (first == 1) - 1))
    if first not in (0, 1) or last != first + size - 1:
        raise FormatError(f"values from {first} to {last} in {size} rows: they are 0 or 1 to n")
    grid, rules = square_grid(size, reader.box or "default", first), RuleCollector(reader)
    clues = {}
    for name, cell in zip(grid.cells, cells, strict=True):
        value = whole_number(cell.get("value")) if isinstance(cell, dict) else None
        if value is not None and cell.get("given"):
            clues[name] = value
        for key in cell.keys() - {"value", "given"} if isinstance(cell, dict) else ():
            reader.unknown(f"{key} of a cell")
    has_boxes = False
    constraints = document.get("constraints") or []
    for constraint in constraints if isinstance(constraints, list) else ():
        if not isinstance(constraint, dict):
            raise FormatError("a constraint is no object")
        kind = constraint.get("type")
        if kind == CLASSIC_KIND:
            has_boxes = True
            for key in constraint.keys() - {"type"}:
                reader.unknown(f"{key} of the classic rules")
        elif kind == THERMOMETER_KIND:
            rule = "slow-thermometer" if constraint.get("slow") else "thermometer"
            for path in _lists(constraint.get("thermometers")):
                rules.add(rule, "thermometer", cells=_cells(grid, path))
        elif kind == CAGE_KIND:
            for cage in _lists(constraint.get("cages"), dict):
                total = whole_number(cage.get("value")) or None
                rules.add("killer", "cage", cells=_cells(grid, cage.get("cells")), sum=total)
        else:
            reader.unknown(f"constraint {constraint.get('name') or ''} (kind {kind})")
    for key in document.keys() - _KNOWN_KEYS:
        if document[key] not in (None, False, "", [], {}):
            reader.unknown(key)
    if not has_boxes:
        grid = square_grid(size, "none", first)
    words = str(document.get("comment") or document.get("description") or "")
    notes = {key: str(document[key]) for key in ("author", "solution") if document.get(key)}
    notes |= read_words(words, rules)
    title = str(document.get("name") or document.get("title") or reader.name)
    return Puzzle(grid, clues, with_classic(rules.collected), {}, title, words, notes)


def _lists(value: object, kind: type = list) -> list[Any]:
    """The parts of a list, each of a kind."""
    if not isinstance(value, list) or not all(isinstance(part, kind) for part in value):
        raise FormatError("the parts of a constraint are a list")
    return value


def _cells(grid: Grid, numbers: object) -> tuple[Cell, ...]:
    """The cells of their numbers in reading order, from 0."""
    found = [whole_number(number) for number in _lists(numbers, int)]
    if any(number is None or not 0 <= number < len(grid.cells) for number in found):
        raise FormatError(f"cells are numbers from 0 to {len(grid.cells) - 1}")
    return tuple(grid.cells[number] for number in found if number is not None)
