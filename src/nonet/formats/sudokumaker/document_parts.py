"""Parts of SudokuMaker's objects, checked: lists of objects and numbers, drawn symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.formats.rule_collector import whole_number
from nonet.formats.sudokumaker import kinds
from nonet.formats.sudokumaker.geometry import cell_at_point
from nonet.puzzle import Grid
from nonet.puzzle.drawn_marks import DrawnMark, nearest_tint

Document = Mapping[str, Any]


@contextmanager
def naming_constraint(constraint: Document) -> Iterator[None]:
    """Turn the errors of a malformed constraint in the block into ``FormatError``."""
    try:
        yield
    except NonetError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        kind = constraint.get("type")
        name = constraint.get("name") or kinds.NAMES.get(whole_number(kind) or 0, "")
        raise FormatError(f"constraint {name} (kind {kind}) makes no sense: {error}") from error


def objects_in(entries: object, what: str) -> list[Document]:
    """Return the objects of a list; raise ``FormatError`` if ``entries`` is no list of objects."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FormatError(f"{what} are a list of objects")
    return entries


def sorted_numbers(entries: object) -> list[int]:
    """Return the whole numbers of a list, sorted.

    Raise ``FormatError`` if ``entries`` is no list of numbers.
    """
    listed = entries if isinstance(entries, list) else [] if entries is None else [None]
    numbers = [number for entry in listed if (number := whole_number(entry)) is not None]
    if len(numbers) < len(listed):
        raise FormatError("negative is a list of numbers")
    return sorted(numbers)


def drawn_symbols(grid: Grid, constraint: Document) -> Iterator[DrawnMark]:
    """Texts and shapes in the middle of a cell; a symbol is x, y and the number of its look."""
    looks = constraint.get("params") or []
    for symbol in constraint.get("symbols") or []:
        if not isinstance(symbol, list) or len(symbol) < 2:
            continue
        number = whole_number(symbol[2]) if len(symbol) > 2 else 0
        look = looks[number] if number is not None and 0 <= number < len(looks) else {}
        cell = cell_at_point(grid, symbol[0], symbol[1])
        if cell is None or not isinstance(look, dict):
            continue
        if look.get("type") == "text":
            yield DrawnMark("text", (cell,), "", str(look.get("text", ""))[:20])
        elif look.get("type") in ("ellipse", "rectangle"):
            kind = "circle" if look["type"] == "ellipse" else "shade"
            yield DrawnMark(kind, (cell,), nearest_tint(look.get("fill", "")))
