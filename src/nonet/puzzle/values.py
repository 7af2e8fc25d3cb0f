"""The values of a rule's parameters as people write them: cells, ranges, numbers, choices.

>>> read_cells("R1C1-R1C3")
['R1C1', 'R1C2', 'R1C3']
>>> from nonet.puzzle.rules import type_of_rule
>>> killer = type_of_rule("killer")
>>> read_value(killer, next(p for p in killer.typed() if p.name == "cells"), "A1 R2C1-R2C2")
('R1C1', 'R2C1', 'R2C2')
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nonet.errors import PuzzleError
from nonet.puzzle.grid import Cell, cell_name, place, read_name
from nonet.puzzle.parameters import Parameter

if TYPE_CHECKING:
    from nonet.puzzle.rules.base import PuzzleRule

LONGEST_RANGE = 4096
"""Cells that a range may mean."""

_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


_NAME = re.compile(r"R\d{1,3}C\d{1,3}")
_RUN = re.compile(r"(?:R\d{1,3}C\d{1,3}){2,}", re.IGNORECASE)
"""Names run together, as some programs write a line."""


def read_cells(word: str) -> list[Cell] | None:
    """The cells of one name, of a range or of names run together, or ``None`` if it is none.

    A range goes from its first cell to its last along a row, a column or a diagonal, or over
    the rectangle between them, in reading order.

    >>> read_cells("R1C3-R3C1"), read_cells("A1-B2")
    (['R1C3', 'R2C2', 'R3C1'], ['R1C1', 'R1C2', 'R2C1', 'R2C2'])
    >>> read_cells("R1C1R1C2")
    ['R1C1', 'R1C2']
    """
    if _RUN.fullmatch(word):
        return _NAME.findall(word.upper())
    first, dash, last = word.partition("-")
    start, end = read_name(first), read_name(last) if dash else None
    if start is None or (dash and end is None):
        return None
    if end is None:
        return [start]
    (top, left), (bottom, right) = place(start), place(end)
    down, across = bottom - top, right - left
    steps = max(abs(down), abs(across))
    straight = down == 0 or across == 0 or (abs(down) == abs(across) and steps > 1)
    if (steps + 1 if straight else (abs(down) + 1) * (abs(across) + 1)) > LONGEST_RANGE:
        raise PuzzleError(f"{word} means more than {LONGEST_RANGE} cells")
    if straight:
        step = (down > 0) - (down < 0), (across > 0) - (across < 0)
        return [cell_name(top + i * step[0], left + i * step[1]) for i in range(steps + 1)]
    return [
        cell_name(row, column)
        for row in range(min(top, bottom), max(top, bottom) + 1)
        for column in range(min(left, right), max(left, right) + 1)
    ]


def read_value(kind: type[PuzzleRule], parameter: Parameter, text: str) -> Any:
    """The text of one parameter as what it holds; raises ``PuzzleError`` if it is no such thing."""
    what = f"rule {kind.name}: {parameter.name}"
    parts = [part for part in re.split(r"[\s,|]+", text) if part]
    match parameter.kind:
        case "integer" | "integers":
            if not parts or not all(re.fullmatch(r"[+-]?\d{1,18}", part) for part in parts):
                raise PuzzleError(f"{what} is a whole number, not {text!r}")
            if parameter.kind == "integer" and len(parts) > 1:
                raise PuzzleError(f"{what} is one number, not {text!r}")
            return int(parts[0]) if parameter.kind == "integer" else tuple(map(int, parts))
        case "tuples":
            one = replace(parameter, kind="integers")
            return tuple(read_value(kind, one, group) for group in text.split("|"))
        case "flag":
            if text.lower() not in _FLAGS:
                raise PuzzleError(f"{what} is yes or no, not {text!r}")
            return _FLAGS[text.lower()]
        case "cell" | "outside" | "cells" | "groups":
            groups = [_cells(what, group) for group in text.split("|")]
            if parameter.kind == "groups":
                return tuple(groups)
            cells = tuple(cell for group in groups for cell in group)
            if parameter.kind == "cells":
                return cells
            if len(cells) != 1:
                raise PuzzleError(f"{what} is one cell, not {text!r}")
            return cells[0]
        case "rule" | "rules":
            raise PuzzleError(f"{what} is given in parentheses: ({text or 'killer 15 R1C1 R1C2'})")
    return choice_of(kind, parameter, text) if parameter.kind == "choice" else text


def _cells(what: str, text: str) -> tuple[Cell, ...]:
    found: list[Cell] = []
    for word in re.split(r"[\s,]+", text.strip()):
        cells = read_cells(word)
        if cells is None:
            raise PuzzleError(f"{what}: {word!r} is no cell, which is named as R1C1 or A1")
        found += cells
    return tuple(found)


def choice_of(kind: type[PuzzleRule], parameter: Parameter, text: str) -> str:
    """The choice that a text names, in any case; raises ``PuzzleError`` that lists them."""
    for choice in parameter.choices:
        if choice.lower() == text.lower():
            return choice
    words = f"is one of {', '.join(parameter.choices)}, not {text!r}"
    raise PuzzleError(f"rule {kind.name}: {parameter.name} {words}")
