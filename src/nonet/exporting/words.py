"""Pieces of text that several languages share: names, comparisons, data in lines.

>>> comparison([(1, "a"), (-1, "b")], "<=", -1)
'a < b'
>>> comparison([(3, "a"), (-2, "b"), (1, "c")], "==", 5)
'3 * a - 2 * b + c == 5'
>>> identifiers(["x", "the sum", "for"])
{'x': 'x', 'the sum': 'x_the_sum', 'for': 'x_for'}
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Sequence

WIDTH = 96
"""Longest line of generated text, where it can be helped."""

_MINIZINC = """
    ann annotation any array bool case constraint default diff div else elseif endif enum false
    float function if in include int intersect let list maximize minimize mod not of op opt output
    par predicate record satisfy set solve string subset superset symdiff test then true tuple
    type union var where xor forall exists sum all_different table regular max min count
"""
RESERVED = {*keyword.kwlist, *keyword.softkwlist, *_MINIZINC.split(), *dir(builtins)}


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """A name for each that any of the languages takes, the same where it is one already."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
        if plain != name or not plain[0].isalpha() or plain in RESERVED:
            plain = f"x_{plain}"
        while plain in taken:
            plain += "_"
        taken.add(plain)
        found[name] = plain
    return found


def literal_names(name: str, values: Iterable[int]) -> dict[int, str]:
    """The name of the 0/1 variable "``name`` is this value", by value.

    >>> literal_names("R1C1", [-1, 5])
    {-1: 'x_R1C1_m1', 5: 'x_R1C1_5'}
    """
    return {v: f"x_{name}_{v}".replace("_-", "_m") for v in values}


def weighted(terms: Sequence[tuple[int, str]]) -> str:
    """A weighted sum: ``3 * a - b``."""
    text = ""
    for coefficient, term in terms:
        sign = ("- " if text else "-") if coefficient < 0 else ("+ " if text else "")
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        text += f"{' ' if text else ''}{sign}{size}{term}"
    return text or "0"


_SHORT = {
    ("==", "0"): "==",
    ("!=", "0"): "!=",
    ("<=", "0"): "<=",
    (">=", "0"): ">=",
    ("<=", "-1"): "<",
    (">=", "1"): ">",
}
"""How a difference of two variables compared with a small number is better said."""


def comparison(terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> str:
    """A comparison of a weighted sum with a constant, in infix, as a person would write it."""
    if len(terms) == 2 and [c for c, _ in terms] in ([1, -1], [-1, 1]):
        (sign, one), (_, other) = terms
        if sign < 0:
            one, other = other, one
        short = _SHORT.get((op, str(constant)))
        if short:
            return f"{one} {short} {other}"
        return f"{one} - {other} {op} {constant}"
    return f"{weighted(terms)} {op} {constant}"


def filled(items: Iterable[str], indent: str = "    ", width: int = WIDTH) -> Iterator[str]:
    """The items, each followed by a comma, as many a line as fit."""
    line = ""
    for item in items:
        piece = f"{item},"
        if line and len(indent) + len(line) + 1 + len(piece) > width:
            yield indent + line
            line = ""
        line = f"{line} {piece}".strip()
    if line:
        yield indent + line


def commented(text: str, mark: str = "# ") -> list[str]:
    """``text`` as lines of comment."""
    line, lines = "", []
    for word in text.split():
        if line and len(mark) + len(line) + 1 + len(word) > WIDTH:
            lines.append(mark + line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, mark + line] if line else lines


def headed(title: str, mark: str, needs: str, start: str) -> list[str]:
    """The lines that open a text: what it is and how to run it."""
    first = commented(title, mark) if title else []
    return [*first, f"{mark}Written by nonet for {needs}.", f"{mark}Run it:  {start}"]


def in_order(tuples: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Tuples, sorted."""
    return sorted(map(tuple, tuples))
