"""Pieces of Python, as text: quotes, ranges, lists as constants, loops.

>>> loop("p", "CELLS", ["(1, 1)", "(2, 2)"], ["print(p)"])
['for p in [(1, 1), (2, 2)]:', '    print(p)']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonet.exporting.text import WIDTH, wrapped_items
from nonet.render.printable import printable


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
