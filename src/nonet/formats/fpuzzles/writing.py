"""Puzzles as f-puzzles objects.

An unchanged puzzle that was read from an f-puzzles text is written to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.formats.fpuzzles.drawings import add_marks
from nonet.formats.fpuzzles.reading import NOTE, puzzle_of
from nonet.formats.fpuzzles.rule_keys import (
    CELL_MARKS,
    FLAGS,
    INDEXERS,
    LINES,
    NEGATIVE_RULES,
    OUTSIDE,
    PAIRS,
    VALUED_LINES,
)
from nonet.formats.reader import Reader
from nonet.formats.statements import rules_beyond_classic
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.drawn_marks import drawn_marks
from nonet.puzzle.grid import default_box, place
from nonet.puzzle.rules.jigsaw import Jigsaw

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
