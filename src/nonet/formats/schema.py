"""The JSON Schema of puzzles in the form of :mod:`nonet.formats.json`.

>>> schema = puzzle_schema()
>>> sorted(schema["properties"])[:4]
['alphabet', 'box', 'candidates', 'classic']
"""

from __future__ import annotations

from typing import Any

from nonet.formats.puzzle_json import KEYS, VERSION
from nonet.puzzle import ALPHABETS, MULTIGRIDS, rule_types
from nonet.puzzle.unread import EFFECTS

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
    """A rule with its parameters, which ``nonet rules`` lists."""
    return {
        "type": "object",
        "properties": {"rule": {"enum": sorted(rule_types())}},
        "required": ["rule"],
    }
