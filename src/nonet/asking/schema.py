"""``schema``: what may be asked, for programs: a JSON Schema made of the commands themselves.

>>> found = schema_of(command_of("verify"))
>>> found["required"], found["properties"]["seconds"]["maximum"]
(['do', 'puzzle'], 600.0)
"""

from __future__ import annotations

from typing import Any

from nonet.asking.answering import command_of, names
from nonet.asking.command import LONGEST_TEXT, MOST_SECONDS, Command, Event, Parameter, command

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_WHOLE = {"type": "integer"}
_TEXT = {"type": "string"}
_TYPES: dict[str, dict[str, Any]] = {
    "puzzle": {"type": "object"},
    "text": _TEXT,
    "integer": _WHOLE,
    "seconds": {"type": "number"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": _TEXT},
    "cells": {"type": "object", "additionalProperties": _WHOLE},
    "objects": {"type": "array", "items": {"type": "object"}},
}
_BOUNDS = {
    "integer": ("minimum", "maximum"),
    "seconds": ("minimum", "maximum"),
    "text": ("minLength", "maxLength"),
    "texts": ("minItems", "maxItems"),
    "objects": ("minItems", "maxItems"),
}


@command("schema", "What may be asked, as a JSON Schema: one of its commands each question is.")
def schema() -> Event:
    """Each command under ``$defs``."""
    return {
        "$schema": DIALECT,
        "title": "A question to nonet",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in names()],
        "$defs": {name: schema_of(command_of(name)) for name in names()},
    }


def schema_of(asked: Command) -> dict[str, Any]:
    """The schema of a command's questions."""
    required = [parameter.name for parameter in asked.parameters if parameter.required]
    return {
        "description": asked.sentence,
        "type": "object",
        "properties": {
            "do": {"const": asked.name},
            **{parameter.name: _schema_of(parameter) for parameter in asked.parameters},
        },
        "required": ["do", *required],
        "additionalProperties": False,
    }


def _schema_of(parameter: Parameter) -> dict[str, Any]:
    kind = parameter.kind
    found = {"description": parameter.words, **_TYPES[kind]}
    least, most = parameter.least, parameter.most
    if kind == "seconds":
        least, most = least or 0.001, most or MOST_SECONDS
    if kind == "text" and most is None:
        most = LONGEST_TEXT
    if kind in _BOUNDS:
        for key, bound in zip(_BOUNDS[kind], (least, most), strict=True):
            if bound is not None:
                found[key] = bound
    if parameter.choices:
        found["enum"] = list(parameter.choices)
    if kind == "texts":  # one text is a list of one
        found["type"] = ["array", "string"]
    if not parameter.required:
        kinds = found["type"]
        found["type"] = [*([kinds] if isinstance(kinds, str) else kinds), "null"]
        found["default"] = parameter.default
        if "enum" in found:
            found["enum"] = [*found["enum"], None]
    return found
