"""Constraint strings of the Interactive Sudoku Solver, taken apart.

A string is a sequence of ``.Type~argument~argument``; an item without a type gives values.  ``Or``,
``And`` and ``Replicate`` hold the next items, up to ``.End``.

>>> [(node.type, node.args) for node in parse_nodes(".~R1C1_8.Cage~10~R1C1~R1C2")]
[('Given', ('R1C1_8',)), ('Cage', ('10', 'R1C1', 'R1C2'))]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from nonet.errors import FormatError

COMPOSITE = ("Or", "And", "Replicate")
"""Types that hold further constraints."""

MAX_NODES = 20_000
MAX_DEPTH = 50
"""How deep composites may lie in one another."""

_COMMENT = re.compile(r"^#.*$", re.MULTILINE)
_START = re.compile(r"\s*\.(?:[A-Z][A-Za-z0-9]*)?(?:[~.\s]|$)")


@dataclass(frozen=True, slots=True)
class Node:
    """A constraint: its type, its arguments, and the constraints inside."""

    type: str
    args: tuple[str, ...]
    children: tuple[Node, ...] = ()


def is_string(text: str) -> bool:
    """Whether a text begins as a constraint string: a dot and a type, then arguments."""
    return bool(_START.match(text)) and "~" in text


def without_comments(text: str) -> str:
    """The text without its comment lines."""
    return _COMMENT.sub("", text)


def parse_nodes(text: str) -> list[Node]:
    """The constraints of a string; blanks mean nothing.

    Raises ``FormatError`` for a composite that is not closed, and for an ``.End`` without a
    composite.
    """
    text = "".join(text.split())
    before, *items = text.split(".")
    if before:
        raise FormatError(f"a constraint begins with a dot, not with {before[:20]!r}")
    if len(items) > MAX_NODES:
        raise FormatError(f"more than {MAX_NODES} constraints, which no puzzle has")
    open_nodes: list[tuple[str, tuple[str, ...]]] = [("", ())]
    held: list[list[Node]] = [[]]
    for item in items:
        kind, *args = item.split("~")
        if kind == "End":
            if len(held) == 1:
                raise FormatError(".End closes nothing: no Or, And or Replicate is open")
            children = tuple(held.pop())
            held[-1].append(Node(*open_nodes.pop(), children))
        elif kind in COMPOSITE:
            if len(held) > MAX_DEPTH:
                raise FormatError(f"{kind} lies deeper than {MAX_DEPTH} levels in others")
            open_nodes.append((kind, tuple(args)))
            held.append([])
        else:
            held[-1].append(Node(kind or "Given", tuple(args)))
    if len(held) > 1:
        raise FormatError(f"{open_nodes[-1][0]} is not closed: .End is missing")
    return held[0]


_BASE64_VALUES = {
    c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
}
BASE64_DIGITS = "".join(_BASE64_VALUES)
"""The digits of numbers of six bits, as in RFC 4648, section 5."""


def six_bit_numbers(text: str) -> list[int]:
    """The numbers of six bits that the characters of a text stand for."""
    try:
        return [_BASE64_VALUES[character] for character in text]
    except KeyError as error:
        raise FormatError(f"not base64url: {error.args[0]!r}") from None


def bits_of(text: str) -> list[int]:
    """The bits of a text, the lowest of each character first."""
    return [value >> place & 1 for value in six_bit_numbers(text) for place in range(6)]
