"""Pieces of text that several languages share: names, comparisons, data in lines.

>>> comparison([(1, "a"), (-1, "b")], "<=", -1)
'a < b'
>>> comparison([(3, "a"), (-2, "b"), (1, "c")], "==", 5)
'3 * a - 2 * b + c == 5'
>>> identifiers(["x", "the sum", "for"])
{'x': 'x', 'the sum': 'x_the_sum', 'for': 'x_for'}

>>> import nonet
>>> model = nonet.parse("1..............4").model()
>>> sheet = Sheet(model, model, keys=False)
>>> sheet.ref("R2C3"), sheet.new_name("odd cells"), sheet.new_name("odd cells")
('cell[2, 3]', 'ODD_CELLS', 'ODD_CELLS_2')
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from nonet.exporting.base import Needs
from nonet.exporting.constraint_families import CellGrid, Place, cell_grid, place_from_1
from nonet.model import Linear, Model, Objective
from nonet.model.symbols import Symbols
from nonet.render.printable import printable

Lines = list[str]


class Sheet:
    """The program being written: its variables, constants and helpers."""

    def __init__(self, model: Model, simple: Model, keys: bool) -> None:
        self.grid = cell_grid(model)
        self.simple = simple
        self.keys = keys
        """Whether a solver is given the keys of variables rather than variables."""
        self.helpers: dict[str, Lines] = {}
        self.names = {"GRID", "ROWS", "COLUMNS", "VALUES", "CELLS"}
        self.corners: dict[tuple[Place, ...], str] = {}
        known = set(model.variables) if self.grid else set()
        self.others = {name: d for name, d in simple.domains.items() if name not in known}

    def key(self, name: str) -> str:
        """The key of a variable: ``(1, 2)`` for a cell, else its name in quotes."""
        spot = place_from_1(name) if self.grid and name not in self.others else None
        return repr(spot) if spot else quoted(name)

    def ref(self, name: str) -> str:
        """Return the text that stands for a variable in a constraint."""
        key = self.key(name)
        if self.keys:
            return key
        return f"cell[{key[1:-1]}]" if key.startswith("(") else f"x[{key}]"

    def ref_by_key(self, variable: str) -> str:
        """Return the text that stands for the variable whose key is in ``variable``."""
        return variable if self.keys else f"{'cell' if self.grid else 'x'}[{variable}]"

    def cell(self, row: str, column: str) -> str:
        """Return the text that stands for the cell at ``row``, ``column``."""
        return f"({row}, {column})" if self.keys else f"cell[{row}, {column}]"

    def refs_by_keys(self, variable: str) -> str:
        """A list of all whose keys are listed in ``variable``."""
        return variable if self.keys else f"[{self.ref_by_key('p')} for p in {variable}]"

    def scope_text(self, names: Sequence[str]) -> str:
        """A list of variables, written out."""
        if self.keys or len(names) < 6 or len({n in self.others for n in names}) > 1:
            return f"[{', '.join(map(self.ref, names))}]"
        table = "x" if names[0] in self.others else "cell"
        return f"[{table}[p] for p in [{', '.join(map(self.key, names))}]]"

    def new_name(self, label: str) -> str:
        """A name for a constant, not used before."""
        plain = "".join(x if x.isalnum() and x.isascii() else "_" for x in label.upper())
        plain = plain.strip("_") or "GROUP"
        name = plain = plain if plain[0].isalpha() else f"X{plain}"
        number = 2
        while name in self.names:
            name, number = f"{plain}_{number}", number + 1
        self.names.add(name)
        return name

    def require_helper(self, helper: str, text: str) -> str:
        """Note that a helper is needed; gives its name."""
        self.helpers.setdefault(helper, text.strip("\n").splitlines())
        return helper


def print_grid_lines(grid: CellGrid) -> Lines:
    """The lines that print ``solution``, a value for each cell, as a grid."""
    wide = max(len(str(v)) for v in grid.values)
    shown = "solution[r, c]" if grid.full else "solution.get((r, c), '.')"
    width = f":{'' if grid.full else '>'}{wide}" if wide > 1 or not grid.full else ""
    item = f'f"{{{shown}{width}}}"' if width else f"str({shown})"
    return ["for r in ROWS:", f'    print(" ".join({item} for c in COLUMNS))']


def print_lines(sheet: Sheet) -> Lines:
    """The lines that print ``solution``."""
    if sheet.grid:
        return print_grid_lines(sheet.grid)
    return ["for name, value in solution.items():", '    print(name, "=", value)']


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
        return f"range({values[0]}, {values[-1] + 1})"
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


def loop(
    variables: str, name: str, entries: Sequence[str], body: list[str], each: bool = False
) -> list[str]:
    """Return a loop over entries: short entries in place, else under ``name``."""
    short = f"for {variables} in [{', '.join(entries)}]:"
    if len(short) <= WIDTH:
        return [short, *indented(body)]
    if not name:
        return [f"for {variables} in [", *wrapped_items(entries), "]:", *indented(body)]
    return [*list_constant(name, entries, each), f"for {variables} in {name}:", *indented(body)]


def step_expression(start: int, step: int) -> str:
    """Row or column of the ``i``-th cell of a line."""
    if step == 0:
        return str(start)
    if step == start:
        return "i + 1" if step == 1 else f"{step} * (i + 1)"
    size = "" if abs(step) == 1 else f"{abs(step)} * "
    return f"{start} {'+' if step > 0 else '-'} {size}i"


def range_text(start: int | str, count: int, step: int, full_range: str, end: int) -> str:
    """Return a range of rows or columns as text: the name ``whole`` for the whole range."""
    if start == 1 and count == end and step == 1:
        return full_range
    stop = f"{start} + {count}" if isinstance(start, str) else str(start + count)
    return f"range({start}, {stop}{f', {step}' if step > 1 else ''})"
