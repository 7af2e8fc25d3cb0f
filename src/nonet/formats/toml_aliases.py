"""Common names of the keys of a puzzle, and common forms of its clues.

>>> with_canonical_keys({"title": "Easy", "rows": [[1, 0], [0, 2]]})
({'name': 'Easy', 'clues': '1.\\n.2'}, 'rows')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

CLUE_KEYS = ("clues", "rows", "grid", "givens", "given", "puzzle", "cells")
"""Keys under which clues are looked for; the first is ours."""

KEY_ALIASES = {"title": "name", "constraints": "rules"}
"""Other keys, each with its name in this format."""

_NAME = re.compile(r"\s*(?:[rR]\d|[A-Za-z]\d+\b|[\w-]{2,}$)")
"""The name of a cell, or of a grid or a place: no row of clues."""


def with_canonical_keys(table: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The table with its keys as ours, and the key under which the clues stand."""
    canonical: dict[str, Any] = {}
    named = "clues"
    for key, value in table.items():
        rows = _clue_lines(value) if key in CLUE_KEYS and named not in canonical else None
        if rows is not None and (key == "clues" or "clues" not in table):
            canonical["clues"], named = rows, key
        elif key in KEY_ALIASES and KEY_ALIASES[key] not in table:
            canonical[KEY_ALIASES[key]] = value
        elif key == "author" and isinstance(value, str):
            notes = table.get("notes")
            canonical["notes"] = {"author": value} | (notes if isinstance(notes, dict) else {})
        elif key == "regions" and isinstance(value, list) and (layout := _clue_lines(value)):
            canonical["jigsaw"] = "".join(layout.split())
        elif key != "notes" or "notes" not in canonical:
            canonical[key] = value
    return canonical, named


def _clue_lines(value: Any) -> str | None:
    """The lines of clues that a value says: a text, or a list of texts or of lists of numbers."""
    if isinstance(value, str):
        return None if _NAME.match(value) and not _looks_full(value) else value
    if not isinstance(value, list) or not value:
        return None
    lines = [_clue_line(row) for row in value]
    complete = [line for line in lines if line is not None]
    return "\n".join(complete) if len(complete) == len(lines) else None


def _looks_full(text: str) -> bool:
    """Whether a text is rows of clues that begin as a name may, such as 12 rows of letters."""
    return bool(re.search(r"[.\n]|\d{3}", text))


def _clue_line(row: Any) -> str | None:
    if isinstance(row, str):
        return row if not re.match(r"\s*[rR]\d+[cC]\d", row) else None
    if isinstance(row, list) and all(type(n) is int and 0 <= n <= 9 for n in row):
        return "".join(str(n) if n else "." for n in row)
    return None
