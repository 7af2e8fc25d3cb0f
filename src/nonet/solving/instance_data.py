"""Instances: the parameters of a model from ``--data``, each with the place that it is from.

An entry is ``NAME=VALUE`` (the value as in JSON, or a text), ``NAME=TABLE.csv`` (a list of rows), or a
file: JSON (an object of parameters), MiniZinc's dzn, or CSV, whose columns are parameters by
their headings.

>>> read_parameters(["n=8", "words=[1, 2]"])["words"]
Parameter(value=[1, 2], source='--data', line=None, item_lines=())
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from pathlib import Path
from typing import Any

from nonet.errors import FormatError
from nonet.model.integers import short_repr

TABLE_SUFFIXES = (".csv", ".tsv")

_BLANKS = re.compile(r"[ \t\n\r]*")
_INTEGER = re.compile(r"[-+]?[0-9]{1,4000}")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")


@dataclass(frozen=True)
class Parameter:
    """A value and its place: a file and the line of the name, or of each item of a list."""

    value: Any
    source: str = "--data"
    line: int | None = None
    item_lines: tuple[int, ...] = ()

    def place(self, index: int | None = None) -> str:
        """Return where the value, or an item of it, is from: ``tasks.csv, line 3``."""
        line = self.line
        if index is not None and index < len(self.item_lines):
            line = self.item_lines[index]
        return self.source if line is None else f"{self.source}, line {line}"


def read_parameters(entries: Sequence[str]) -> dict[str, Parameter]:
    """Return the parameters that ``--data`` gives; of a name given twice the last counts.

    Raise FormatError with the file, the line and the parameter's name.
    """
    parameters: dict[str, Parameter] = {}
    for entry in entries:
        name, equals, text = entry.partition("=")
        name = name.strip()
        if equals and name.isidentifier():
            if text.lower().endswith(TABLE_SUFFIXES):
                parameters[name] = _table(Path(text))
            else:
                parameters[name] = Parameter(_value_of(text))
        else:
            parameters.update(_parameters_of_file(Path(entry)))
    return parameters


def _value_of(text: str) -> Any:
    """Return a value as written: JSON, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _parameters_of_file(path: Path) -> dict[str, Parameter]:
    source, suffix = str(path), path.suffix.lower()
    if suffix in TABLE_SUFFIXES:
        return _columns(path)
    text = _text_of(path)
    if suffix == ".dzn":
        from nonet.formats.dzn import read_dzn

        return {
            name: Parameter(value, source, line) for name, value, line in read_dzn(text, source)
        }
    return dict(_json_parameters(text, source))


def _text_of(path: Path) -> str:
    source = str(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError:
        raise FormatError(
            "no such file; --data takes NAME=VALUE, or a file (JSON, CSV, dzn)", source=source
        ) from None
    except UnicodeDecodeError:
        raise FormatError("it is no text in UTF-8", source=source) from None


# -- JSON ----------------------------------------------------------------------------------


def _json_parameters(text: str, source: str) -> Iterator[tuple[str, Parameter]]:
    """Yield the members of a JSON object one by one, each with its line."""
    decoder = JSONDecoder()
    names: set[str] = set()

    def skip(place: int) -> int:
        blanks = _BLANKS.match(text, place)
        return blanks.end() if blanks else place

    def fail(message: str, place: int) -> FormatError:
        return FormatError(message, source=source, line=_line_at(text, place))

    place = skip(0)
    if text[place : place + 1] != "{":
        kind = type(_value_of(text)).__name__
        what = "this is none" if kind == "str" else f"not a {kind}"
        raise fail(f"--data takes a JSON object of parameters by name, and {what}", place)
    place = skip(place + 1)
    is_open = text[place : place + 1] != "}"
    while is_open:
        start = place
        name = ""
        try:
            name, place = decoder.raw_decode(text, place)
            if not isinstance(name, str):
                raise fail(f"a parameter's name is a text, not {short_repr(name)}", start)
            if text[skip(place) : skip(place) + 1] != ":":
                raise fail(f"{name}: ':' is expected after a name", place)
            value, place = decoder.raw_decode(text, skip(skip(place) + 1))
        except (JSONDecodeError, RecursionError) as error:
            at = getattr(error, "pos", place)
            reason = getattr(error, "msg", "it is nested too deep")
            prefix = f"{name}: " if isinstance(name, str) and name else ""
            raise fail(f"{prefix}this is no JSON: {reason}", at) from None
        if name in names:
            raise fail(f"{name}: it is given twice", start)
        names.add(name)
        yield name, Parameter(value, source, _line_at(text, start))
        place = skip(place)
        is_open = text[place : place + 1] == ","
        if is_open:
            place = skip(place + 1)
        elif text[place : place + 1] != "}":
            raise fail(f"{name}: ',' or '}}' is expected after a value", place)
    if trailing := text[place + 1 :].strip():
        raise fail(f"{short_repr(trailing[:20])} after the end of the object", skip(place + 1))


def _line_at(text: str, place: int) -> int:
    return 1 + text.count("\n", 0, place)


# -- tables --------------------------------------------------------------------------------


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    text = _text_of(path)
    head = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=head.count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(map(str.strip, row)):
                rows.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise FormatError(f"{error}", source=str(path), line=reader.line_num) from None
    if not rows:
        raise FormatError("a table without a row", source=str(path))
    return rows


def _columns(path: Path) -> dict[str, Parameter]:
    source = str(path)
    (heading_line, headings), *rows = _rows(path)
    for heading in headings:
        if not heading.isidentifier():
            raise FormatError(
                f"the heading {short_repr(heading)} is no parameter's name: the first line names "
                f"the columns; a table without headings is --data NAME={source}",
                source=source,
                line=heading_line,
            )
        if headings.count(heading) > 1:
            raise FormatError(f"two columns {heading}", source=source, line=heading_line)
    for line, row in rows:
        if len(row) != len(headings):
            raise FormatError(
                f"{len(row)} values under {len(headings)} headings", source=source, line=line
            )
    lines = tuple(line for line, _ in rows)
    return {
        heading: Parameter([_cell(row[i]) for _, row in rows], source, heading_line, lines)
        for i, heading in enumerate(headings)
    }


def _table(path: Path) -> Parameter:
    """Return a table without headings: a list of rows."""
    rows = _rows(path)
    lines = tuple(line for line, _ in rows)
    return Parameter([list(map(_cell, row)) for _, row in rows], str(path), lines[0], lines)


def _cell(text: str) -> Any:
    """Return the value of a cell: a number or a Boolean, ``None`` of an empty cell, or its text."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return {"": None, "true": True, "false": False}.get(text.lower(), text)
