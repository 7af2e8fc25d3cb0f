"""Pieces of text that several languages share: names, comments, data in lines.

>>> identifiers(["x", "the sum", "for"])
{'x': 'x', 'the sum': 'x_the_sum', 'for': 'x_for'}
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from nonet.exporting.base import Needs
from nonet.model import Domain, Model
from nonet.model.symbols import Symbols
from nonet.render.printable import printable

Lines = list[str]

WIDTH = 96
"""Longest line of generated text, where a break is possible."""

_MINIZINC = """
    ann annotation any array bool case constraint default diff div else elseif endif enum false
    float function if in include infinity int intersect let list maximize minimize mod not of op
    opt output par predicate record satisfy set solve string subset superset symdiff test then true
    tuple type union var where xor forall exists sum all_different table regular max min count
"""
_SMTLIB = """
    abs and as assert bvand check const declare define distinct div exists exit false forall get
    ite let match mod not or par pop push select store true xor
"""
_XCSP3 = """
    abs add and card diff dist div eq ge gt if iff imp in inter le lt max min mod mul ne neg not or
    pow set sqr sub subset true union xor
"""
_PROGRAMS = """
    Abs AllDifferentConstraint And BacktrackingSolver BoolVal Distinct If Implies InSetConstraint
    Int Not Optimize Or Problem Solver Sum Xor accepted add_tour cp cp_model either entry every
    holds integer interval is_accepted is_circuit is_one_of is_present is_within largest model
    not_negative objective_value one_of problem result row sat simplify solution solver
"""
RESERVED = {
    *keyword.kwlist,
    *keyword.softkwlist,
    *dir(builtins),
    *" ".join((_MINIZINC, _SMTLIB, _XCSP3, _PROGRAMS)).split(),
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


def clue_literals(literals: Mapping[int, int], domain: Domain) -> list[tuple[int, bool]]:
    """Return the literals of values that a clue decides, and whether they are true.

    >>> clue_literals({1: 10, 2: 11, 3: 12}, Domain.single(2))
    [(11, True)]
    """
    is_single = domain.is_single
    return [(x, is_single) for value, x in literals.items() if (value in domain) == is_single]


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


def quoted(text: str) -> str:
    """Return a text as a Python literal, in double quotes where possible.

    >>> quoted("x"), quoted('a "b"')
    ('"x"', '\\'a "b"\\'')
    """
    plain = repr(text)
    return f'"{plain[1:-1]}"' if plain[0] == "'" and '"' not in text else plain


def in_docstring(title: str) -> str:
    """Return a title for a docstring: printable, without backslashes and double quotes."""
    return printable(title).replace("\\", "\\\\").replace('"', "'")


def values_text(values: Sequence[int]) -> str:
    """Return values as a range if consecutive, else as a list."""
    if len(values) > 1 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"range({f'{values[0]}, ' if values[0] else ''}{values[-1] + 1})"
    return str(list(values))


def indented(lines: Sequence[str], depth: int = 1) -> list[str]:
    """The lines, further in."""
    return ["    " * depth + line for line in lines]


def list_constant(name: str, entries: Any, each: bool = False) -> list[str]:
    """Return a list as a constant: on one line if it fits, or an entry a line if ``each``."""
    entries = list(entries)
    short = f"{name} = [{', '.join(entries)}]"
    if len(short) <= WIDTH:
        return [short]
    rows = [f"    {entry}," for entry in entries] if each else list(wrapped_items(entries))
    return [f"{name} = [", *rows, "]"]
