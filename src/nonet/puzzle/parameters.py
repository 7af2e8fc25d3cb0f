"""The parameters of a rule, as data: derived from the types of its fields.

The short form of the command line and of TOML files, JSON, help, pages and palettes are all
made from these parameters.

>>> from nonet.puzzle.rules.parity_cells import Even
>>> [(parameter.name, parameter.kind, parameter.required) for parameter in parameters_of(Even)]
[('cells', 'cells', True)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

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
    from dataclasses import MISSING, fields

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
