"""The parameters of a rule, as data: derived from the types of its fields, and their written values.

The short form of the command line and of TOML files, JSON, help, pages and palettes are all
made from these parameters.

>>> from nonet.puzzle.rules.marked_cells import Even
>>> [(parameter.name, parameter.kind, parameter.required) for parameter in parameters_of(Even)]
[('cells', 'cells', True)]
>>> parse_cells("R1C1-R1C3")
['R1C1', 'R1C2', 'R1C3']
>>> parse_value("even", parameters_of(Even)[0], "A1 R2C1-R2C2")
('R1C1', 'R2C1', 'R2C2')
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, replace
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from nonet.errors import PuzzleError
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.puzzle.grid import Cell, cell_name, parse_cell_name, place

ParameterKind = Literal[
    "cell",
    "outside",
    "cells",
    "groups",
    "integer",
    "integers",
    "tuples",
    "flag",
    "choice",
    "text",
    "rule",
    "rules",
]
"""The type of a parameter.

A cell; a place beside the grid; cells in order; several lists of cells; a whole number;
several; groups of numbers; yes or no; a choice of words; any text; a rule; rules.
"""

EntryMethod = Literal["grid", "cells", "path", "pair", "corner", "outside"]
"""How a person enters a rule: without any place; by cells in any order; by a path through
cells; by the edge between two cells; by the corner of four cells; by a place beside the grid.
"""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its name, its type, and its description.

    ``default`` is the value if none is given, unless the parameter is ``required``; ``choices``
    are the words of a choice.
    """

    name: str
    kind: ParameterKind
    description: str
    required: bool
    default: Any = None
    choices: tuple[str, ...] = ()


def parameters_of(rule: Any) -> tuple[Parameter, ...]:
    """The parameters of a rule's class, in the order of its fields."""
    cached: tuple[Parameter, ...] | None = vars(rule).get("_parameters")
    if cached is None:
        cached = rule._parameters = tuple(_parameters(rule))
    return cached


def _parameters(rule: Any) -> Iterator[Parameter]:
    try:
        hints = get_type_hints(rule, include_extras=True)
    except NameError:  # a class made in a function, of types that are known there alone
        hints = {}
    for field in fields(rule):
        kind, choices = _kind_and_choices(hints.get(field.name, str))
        default = field.default
        if default is MISSING and field.default_factory is not MISSING:
            default = field.default_factory()
        required = default is MISSING
        description = rule.parameters.get(field.name, "")
        yield Parameter(
            field.name, kind, description, required, None if required else default, choices
        )


def _kind_and_choices(hint: Any) -> tuple[ParameterKind, tuple[str, ...]]:
    """Return the kind and the choices of a field's type hint."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        word = hint.__metadata__[0]
        return ("outside" if word == "outside" else "cell"), ()
    if origin in (Union, UnionType):
        kinds = [_kind_and_choices(part) for part in inner if part is not NoneType]
        return next((kind for kind in kinds if kind[0] == "integers"), kinds[0])
    if origin is Literal:
        return "choice", tuple(map(str, inner))
    if origin is tuple:
        kind = _kind_and_choices(inner[0])[0] if inner else "text"
        several: dict[ParameterKind, ParameterKind] = {
            "cell": "cells",
            "text": "cells",  # whoever writes tuple[str, ...] means names of cells
            "cells": "groups",
            "integer": "integers",
            "integers": "tuples",
            "rule": "rules",
        }
        return several.get(kind, "text"), ()
    if hint is bool:
        return "flag", ()
    if hint is int:
        return "integer", ()
    if isinstance(hint, type) and hasattr(hint, "constraints"):
        return "rule", ()
    return "text", ()


MAX_RANGE_CELLS = 4096
"""Cells that a range may mean."""

_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


_NAME = r"R\d{1,3}C\d{1,3}"
_JOINED_NAMES = r"(?i:R\d{1,3}C\d{1,3}){2,}"
"""Names run together, as some programs write a line."""


def parse_cells(word: str) -> list[Cell] | None:
    """Return the cells of a name, of a range or of several joined names, or ``None`` for
    another word.

    ``~total`` is a variable beside the grid.  A range goes from its first cell to its last along
    a row, a column or a diagonal, or over the rectangle between both, in reading order.

    >>> parse_cells("R1C3-R3C1"), parse_cells("A1-B2")
    (['R1C3', 'R2C2', 'R3C1'], ['R1C1', 'R1C2', 'R2C1', 'R2C2'])
    >>> parse_cells("R1C1R1C2")
    ['R1C1', 'R1C2']
    """
    if is_auxiliary(word):
        return [word]
    if re.fullmatch(_JOINED_NAMES, word):
        return re.findall(_NAME, word.upper())
    first, dash, last = word.partition("-")
    start, end = parse_cell_name(first), parse_cell_name(last) if dash else None
    if start is None or (dash and end is None):
        return None
    if end is None:
        return [start]
    (top, left), (bottom, right) = place(start), place(end)
    down, across = bottom - top, right - left
    steps = max(abs(down), abs(across))
    straight = down == 0 or across == 0 or (abs(down) == abs(across) and steps > 1)
    if (steps + 1 if straight else (abs(down) + 1) * (abs(across) + 1)) > MAX_RANGE_CELLS:
        raise PuzzleError(f"{word} means more than {MAX_RANGE_CELLS} cells")
    if straight:
        step = (down > 0) - (down < 0), (across > 0) - (across < 0)
        return [cell_name(top + i * step[0], left + i * step[1]) for i in range(steps + 1)]
    return [
        cell_name(row, column)
        for row in range(min(top, bottom), max(top, bottom) + 1)
        for column in range(min(left, right), max(left, right) + 1)
    ]


def parse_value(rule: str, parameter: Parameter, text: str) -> Any:
    """Return the value of a parameter's text; raise ``PuzzleError`` for an invalid text."""
    what = f"rule {rule}: {parameter.name}"
    parts = [part for part in re.split(r"[\s,|]+", text) if part]
    match parameter.kind:
        case "integer" | "integers":
            if not parts or not all(re.fullmatch(r"[+-]?\d{1,18}", part) for part in parts):
                raise PuzzleError(f"{what} is a whole number, not {text!r}")
            if parameter.kind == "integer" and len(parts) > 1:
                raise PuzzleError(f"{what} is one number, not {text!r}")
            return int(parts[0]) if parameter.kind == "integer" else tuple(map(int, parts))
        case "tuples":
            single = replace(parameter, kind="integers")
            return tuple(parse_value(rule, single, group) for group in text.split("|"))
        case "flag":
            if text.lower() not in _FLAGS:
                raise PuzzleError(f"{what} is yes or no, not {text!r}")
            return _FLAGS[text.lower()]
        case "cell" | "outside" | "cells" | "groups":
            groups = [_parsed_cells(what, group) for group in text.split("|")]
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
    return parse_choice(rule, parameter, text) if parameter.kind == "choice" else text


_TYPES: dict[str, tuple[Any, str]] = {
    "flag": (bool, "yes or no"),
    "choice": (str, "one of "),
    **dict.fromkeys(("groups", "tuples"), (list | tuple | str, "a list of lists")),
}
"""The types, with their words, of kinds whose wrong values a rule would take for right ones."""


def checked_value(rule: str, parameter: Parameter, value: Any) -> Any:
    """Return a value, a choice as it is written; raise ``PuzzleError`` for one of another type."""
    needed, text = _TYPES.get(parameter.kind, (object, ""))
    if not isinstance(value, needed):
        text += ", ".join(parameter.choices)
        raise PuzzleError(f"rule {rule}: {parameter.name} is {text}, not {value!r}")
    return parse_choice(rule, parameter, value) if parameter.kind == "choice" else value


def _parsed_cells(what: str, text: str) -> tuple[Cell, ...]:
    results: list[Cell] = []
    for word in re.split(r"[\s,]+", text.strip()):
        cells = parse_cells(word)
        if cells is None:
            raise PuzzleError(f"{what}: {word!r} is not a cell, which is named as R1C1 or A1")
        results += cells
    return tuple(results)


def parse_choice(rule: str, parameter: Parameter, text: str) -> str:
    """Return the choice named by a text, in any case; raise ``PuzzleError`` with the list of
    choices.
    """
    for choice in parameter.choices:
        if choice.lower() == text.lower():
            return choice
    demand = f"is one of {', '.join(parameter.choices)}, not {text!r}"
    raise PuzzleError(f"rule {rule}: {parameter.name} {demand}")
