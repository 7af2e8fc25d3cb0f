"""SudokuPad's shortened JSON, and its codes for classic grids.

Before packing, a puzzle's JSON is shortened: keys have short names and no quotes, an empty object
is nothing, ``t`` and ``f`` are true and false, quotes are single.

>>> expand_json("{ce:[[,{v:5}]],u:[{r:t,c:#F}]}")["cells"]
[[{}, {'value': 5}]]
>>> classic_line("classicFAAA")
Traceback (most recent call last):
    ...
nonet.errors.FormatError: the code of a classic grid holds 8 cells, which are no square
"""

from __future__ import annotations

import re
from math import isqrt
from typing import Any

from nonet.errors import FormatError
from nonet.formats.links import parse_object

FULL_KEYS = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
    "d2": "d",
}
"""The full names of short keys."""

_TOKEN = re.compile(
    r"""(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<mark>[\[\]{},:])|(?P<word>[^\[\]{},:'"]+)"""
)
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})|#([0-9A-Fa-f])")
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_WORDS = {"t": "true", "f": "false"}

_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"


def expand_json(text: str) -> dict[str, Any]:
    """The object of a shortened, or of a plain, JSON text; raises ``FormatError``."""
    document = parse_object(
        text if text.lstrip()[:2] == '{"' else "".join(_json_tokens(text)), "the object"
    )
    full: dict[str, Any] = _with_full_keys(document)
    return full


def _json_tokens(text: str) -> list[str]:
    """Return the pieces of the text in JSON form."""
    parts: list[str] = []
    before = ""
    for match in _TOKEN.finditer(text):
        mark, word = match["mark"], match["word"]
        if mark:
            if mark in ",]}" and before in ("[", ",") and not (mark == "}" and before == ","):
                parts.append("{}")  # an empty object is written as nothing
            parts.append(mark)
            before = mark
        elif word is not None:
            word = word.strip()
            if not word:
                continue
            key = text[match.end() : match.end() + 1] == ":" and before in ("{", ",")
            parts.append(f'"{_inside(word)}"' if key else _value(word))
            before = "word"
        else:
            quoted = match["text"]
            inside = quoted[1:-1]
            if quoted[0] == "'":
                inside = inside.replace("\\'", "'").replace('"', '\\"')
            parts.append(f'"{inside}"')
            before = "text"
    return parts


def _value(word: str) -> str:
    """A word that stands as a value."""
    if word in _WORDS:
        return _WORDS[word]
    colour = _COLOUR.fullmatch(word)
    if colour and (not word.isdigit() or len(word) == 6):
        return f'"#{colour[1] or colour[2] * 6}"'
    return word if _PLAIN.fullmatch(word) else f'"{_inside(word)}"'


def _inside(word: str) -> str:
    return word.replace("\\", "\\\\")


def _with_full_keys(node: Any) -> Any:
    """The same with the full names of keys."""
    if isinstance(node, dict):
        return {FULL_KEYS.get(key, key): _with_full_keys(value) for key, value in node.items()}
    return [_with_full_keys(value) for value in node] if isinstance(node, list) else node


def classic_line(code: str) -> str:
    """The cells of a code ``classic...``: digits, 0 for a blank.

    There are two codes: a digit and the blanks after the digit in a character; and plain digits,
    with runs of blanks.  The code that gives a square counts.
    """
    body = code.removeprefix("classic")
    pieces = []
    if body and not set(body) - set(_CODES):
        numbers = [_CODES.index(character) for character in body[:5000]]
        pieces.append("".join(f"{n % 10}{'0' * (n // 10)}" for n in numbers))
    if body and not set(body) - set(_RUNS) - set("123456789"):
        runs = (c if c.isdigit() else "0" * _RUNS.index(c) for c in body[:5000])
        pieces.append("".join(runs))
    if not pieces:
        raise FormatError("the code of a classic grid is cut short or has other characters")
    for cells in pieces:
        if len(cells) == isqrt(len(cells)) ** 2 and len(cells) > 15:
            return cells
    fault = f"the code of a classic grid holds {len(pieces[0])} cells, which are no square"
    raise FormatError(fault)
