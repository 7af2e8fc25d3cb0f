"""Puzzles as f-puzzles objects.

What was read from an f-puzzles text and not changed is written as it was, to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.formats.fpuzzles.keys import (
    INDEXED,
    LINES,
    MARKED,
    NEGATIVE,
    OUTSIDE,
    PAIRS,
    SWITCHES,
    VALUED_LINES,
)
from nonet.formats.fpuzzles.reading import NOTE, puzzle_of
from nonet.formats.reader import Reader
from nonet.formats.statements import beside_classic
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.puzzle.grid import default_box, place
from nonet.puzzle.rules.jigsaw import Jigsaw

Fields = Mapping[str, Any]


def text_of(puzzle: Puzzle) -> str:
    """The JSON of a puzzle, as a browser would write it.

    Raises ``FormatError`` for a grid or a rule that f-puzzles does not have.
    """
    kept = puzzle.notes.get(NOTE)
    if kept is not None and _is_unchanged(puzzle, kept):
        return kept
    return json.dumps(object_of(puzzle), ensure_ascii=False, separators=(",", ":"))


def _is_unchanged(puzzle: Puzzle, text: str) -> bool:
    """Whether a text still says all that the puzzle is."""
    reader = Reader(allow_clashes=True)
    try:
        again = puzzle_of(json.loads(text), text, reader)
    except (NonetError, ValueError, RecursionError):
        return False
    return again == puzzle


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
    found: dict[str, Any] = {"size": size}
    for key, value in (
        ("title", puzzle.name),
        ("author", puzzle.notes.get("author", "")),
        ("ruleset", puzzle.comment),
        ("solution", puzzle.notes.get("solution", "")),
    ):
        if value:
            found[key] = value
    extra = beside_classic(puzzle)
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
    found["grid"] = rows
    for rule in extra:
        if rule is not jigsaw:
            _write(found, rule)
    return found


def _layout(puzzle: Puzzle, layout: str) -> dict[str, int | None]:
    numbers = {letter: n for n, letter in enumerate(dict.fromkeys(layout))}
    return {cell: numbers[x] for cell, x in zip(puzzle.grid.cells, layout, strict=True)}


def _cell(puzzle: Puzzle, cell: str, regions: Mapping[str, int | None]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if cell in puzzle.clues:
        found = {"value": puzzle.clues[cell], "given": True}
    elif cell in puzzle.entries:
        found = {"value": puzzle.entries[cell]}
    if cell in puzzle.candidates:
        found["givenPencilMarks"] = list(puzzle.candidates[cell])
    if regions:
        found["region"] = regions[cell]
    return found


def _write(found: dict[str, Any], rule: PuzzleRule) -> None:
    """Add a rule to the object; raises ``FormatError`` if f-puzzles does not have it."""
    writer = _WRITERS.get(rule.name)
    if writer is None or not writer(
        found, {field: getattr(rule, field) for field in rule.fields()}
    ):
        words = f"f-puzzles has no rule {rule.name}" if writer is None else _beyond(rule)
        raise FormatError(f"{words}; json holds every rule")


def _beyond(rule: PuzzleRule) -> str:
    return f"f-puzzles does not have all that this rule {rule.name} says"


def _put(found: dict[str, Any], key: str, entry: dict[str, Any]) -> bool:
    found.setdefault(key, []).append(entry)
    return True


def _switch(key: str) -> Callable[[dict[str, Any], Fields], bool]:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        found[key] = True
        return not any(fields.values())

    return write


def _diagonals(found: dict[str, Any], fields: Fields) -> bool:
    found["diagonal+"] = found["diagonal-"] = True
    return True


def _negative(key: str) -> Callable[[dict[str, Any], Fields], bool]:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        found.setdefault("negative", []).append(key)
        return True

    return write


def _line(key: str, field: str = "", usual: int | None = None) -> Any:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        entry: dict[str, Any] = {"lines": [list(fields["cells"])]}
        if field and fields[field] != usual:
            entry["value"] = str(fields[field])
        return _put(found, key, entry)

    return write


def _marked(key: str) -> Callable[[dict[str, Any], Fields], bool]:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        return all(_put(found, key, {"cell": cell}) for cell in fields["cells"])

    return write


def _cells(key: str) -> Callable[[dict[str, Any], Fields], bool]:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        return _put(found, key, {"cells": list(fields["cells"])})

    return write


def _pair(key: str, field: str, usual: int | None) -> Any:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        value = fields[field]
        entry = {"cells": list(fields["cells"])}
        return _put(found, key, entry if value == usual else {**entry, "value": str(value)})

    return write


def _outside(key: str, field: str) -> Callable[[dict[str, Any], Fields], bool]:
    def write(found: dict[str, Any], fields: Fields) -> bool:
        return _put(found, key, {"cell": fields["clue"], "value": str(fields[field])})

    return write


def _killer(found: dict[str, Any], fields: Fields) -> bool:
    value = fields.get("sum")
    sums = value if isinstance(value, list | tuple) else () if value is None else (value,)
    entry: dict[str, Any] = {"cells": list(fields["cells"])}
    if sums:
        entry["value"] = "/".join(map(str, sums))
    return _put(found, "killercage", entry) and not fields.get("repeats")


def _arrow(found: dict[str, Any], fields: Fields) -> bool:
    bulb = fields["bulb"]
    bulb = [bulb] if isinstance(bulb, str) else list(bulb)
    return _put(found, "arrow", {"lines": [[bulb[-1], *fields["cells"]]], "cells": bulb})


def _little_killer(found: dict[str, Any], fields: Fields) -> bool:
    entry = {"cell": fields["start"], "direction": fields["direction"], "value": str(fields["sum"])}
    return _put(found, "littlekillersum", entry)


def _clone(found: dict[str, Any], fields: Fields) -> bool:
    return _put(found, "clone", {"cells": [*fields["cells"]], "cloneCells": [*fields["copy"]]})


def _quadruple(found: dict[str, Any], fields: Fields) -> bool:
    entry = {"cells": [*fields["cells"]], "values": [*fields["values"]]}
    return _put(found, "quadruple", entry)


def _xv(found: dict[str, Any], fields: Fields) -> bool:
    return _put(found, "xv", {"cells": [*fields["cells"]], "value": fields["letter"]})


def _pair_sum(found: dict[str, Any], fields: Fields) -> bool:
    return _put(found, "xv", {"cells": [*fields["cells"]], "value": str(fields["sum"])})


def _root(found: dict[str, Any], fields: Fields) -> bool:
    return _put(found, "cage", {"cells": [*fields["cells"]], "value": f"DR{fields['root']}"})


_WRITERS: dict[str, Callable[[dict[str, Any], Fields], bool]] = {
    **{rule: _line(key) for key, rule in LINES.items()},
    **{valued.rule: _line(key, *valued[1:]) for key, valued in VALUED_LINES.items()},
    **{rule: _marked(key) for key, rule in MARKED.items()},
    **{rule: _cells(key) for key, rule in INDEXED.items()},
    **{valued.rule: _pair(key, *valued[1:]) for key, valued in PAIRS.items()},
    **{valued.rule: _outside(key, valued.field) for key, valued in OUTSIDE.items()},
    **{rule: _switch(key) for key, rule in SWITCHES.items()},
    **{rule: _negative(key) for key, rule in NEGATIVE.items()},
    "diagonals": _diagonals,
    "nonconsecutive": _switch("nonconsecutive"),
    "negative-difference": _switch("nonconsecutive"),
    "killer": _killer,
    "arrow": _arrow,
    "little-killer": _little_killer,
    "extra-region": _cells("extraregion"),
    "clone": _clone,
    "quadruple": _quadruple,
    "xv": _xv,
    "pair-sum": _pair_sum,
    "digital-root": _root,
}
