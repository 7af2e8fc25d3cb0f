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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from nonet.exporting.base import Needs
from nonet.model import Linear, Model, Objective
from nonet.model.symbols import Symbols
from nonet.render.printable import printable

WIDTH = 96
"""Longest line of generated text, where a break is possible."""

_MINIZINC = """
    ann annotation any array bool case constraint default diff div else elseif endif enum false
    float function if in include infinity int intersect let list maximize minimize mod not of op opt
    output
    par predicate record satisfy set solve string subset superset symdiff test then true tuple
    type union var where xor forall exists sum all_different table regular max min count
"""
_SMTLIB = """
    abs and as assert bvand check const declare define distinct div exists exit false forall get ite
    let match mod not or par pop push select store true xor
"""
_XCSP3 = """
    abs add and card diff dist div eq ge gt if iff imp in inter le lt max min mod mul ne neg not or
    pow set sqr sub subset true union xor
"""
_HELPERS = "accepted"
RESERVED = {
    *keyword.kwlist,
    *keyword.softkwlist,
    *dir(builtins),
    *" ".join((_MINIZINC, _SMTLIB, _XCSP3, _HELPERS)).split(),
}
"""Reserved words of the languages, and names that our programs define."""

LONGEST = 80
"""Characters of an identifier: LP files have a limit on lines and on names."""


def identifiers(names: Iterable[str]) -> dict[str, str]:
    """Return for each name an identifier valid in all languages: the name itself if already valid.

    Names hold letters of ASCII, digits and underscores only, and no two are the same.
    """
    every = list(names)
    identifier_of: dict[str, str] = {}
    for name in every:
        if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) and len(name) <= LONGEST:
            identifier_of[name] = f"x_{name}" if name in RESERVED else name
    taken = {word for name, word in identifier_of.items() if word == name}
    counts: dict[str, int] = {}
    for name in every:
        word = identifier_of.get(name) or "x_" + re.sub(r"[^A-Za-z0-9_]", "_", name)[:LONGEST]
        if word != name:
            plain = word
            while word in taken:
                counts[plain] = counts.get(plain, 1) + 1
                word = f"{plain}_{counts[plain]}"
            taken.add(word)
        identifier_of[name] = word
    return {name: identifier_of[name] for name in every}


def literal_names(name: str, values: Iterable[int]) -> dict[int, str]:
    """The name of the 0/1 variable "``name`` is this value", by value.

    >>> literal_names("R1C1", [-1, 5])
    {-1: 'x_R1C1_m1', 5: 'x_R1C1_5'}
    """
    return {v: f"x_{name}_{v}".replace("_-", "_m") for v in values}


def weighted_sum(terms: Sequence[tuple[int, str]]) -> str:
    """A weighted sum: ``3 * a - b``."""
    text = ""
    for coefficient, term in terms:
        sign = ("- " if text else "-") if coefficient < 0 else ("+ " if text else "")
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        text += f"{' ' if text else ''}{sign}{size}{term}"
    return text or "0"


def terms_of(total: Linear | Objective, ref: Callable[[str], str]) -> list[tuple[int, str]]:
    """The terms of a weighted sum of variables, which ``ref`` gives the texts of."""
    return [(c, ref(name)) for c, name in zip(total.coefficients, total.scope, strict=True)]


def plus_constant(text: str, by: int) -> str:
    """A text and a number: ``a + 3``, ``a - 1``, and ``a`` alone where the number is 0."""
    return f"{text} {'+' if by > 0 else '-'} {abs(by)}" if by else text


def objective_text(objective: Objective, refs: Mapping[str, str]) -> str:
    """An objective as a sum in infix, constant and all."""
    return plus_constant(weighted_sum(terms_of(objective, refs.__getitem__)), objective.constant)


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
    """Return a comparison of a weighted sum with a constant, as a person would write it."""
    if len(terms) == 2 and [c for c, _ in terms] in ([1, -1], [-1, 1]):
        (sign, first), (_, second) = terms
        if sign < 0:
            first, second = second, first
        short = _SHORT.get((op, str(constant)))
        if short:
            return f"{first} {short} {second}"
        return f"{first} - {second} {op} {constant}"
    return f"{weighted_sum(terms)} {op} {constant}"


def wrapped_items(items: Iterable[str], indent: str = "    ", width: int = WIDTH) -> Iterator[str]:
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


def comment_lines(text: str, mark: str = "# ") -> list[str]:
    """Return ``text`` as lines of comment, of at most ``WIDTH`` characters."""
    line = " ".join(map(printable, text.split()))
    return wrap(line, WIDTH, initial_indent=mark, subsequent_indent=mark, break_on_hyphens=False)


def header_lines(model: Model, title: str, mark: str, needs: Needs) -> list[str]:
    """Return the lines that open a text: title, command to run, and names of values."""
    first = comment_lines(title, mark) if title else []
    run = [f"{mark}Written by nonet for {needs.tool}.", f"{mark}Run it:  {needs.start}"]
    return [
        *first,
        *run,
        *(line for text in value_name_lines(model) for line in comment_lines(text, mark)),
    ]


def value_name_lines(model: Model) -> list[str]:
    """Return the names of values, a text for all variables with the same names.

    >>> from nonet.model import ModelBuilder
    >>> build = ModelBuilder()
    >>> _ = build.variables(["WA", "NT"], ["red", "green"])
    >>> value_name_lines(build.model())
    ['Values of WA, NT: 0 is red, 1 is green.']
    """
    alike: dict[Symbols, list[str]] = {}
    for name, symbols in model.structure.symbols.items():
        alike.setdefault(symbols, []).append(name)
    return [
        f"Values of {', '.join(names)}: "
        + ", ".join(f"{value} is {word}" for value, word in symbols.pairs)
        + "."
        for symbols, names in alike.items()
    ]


def sorted_tuples(tuples: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Tuples, sorted."""
    return sorted(map(tuple, tuples))
