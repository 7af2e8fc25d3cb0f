r"""DZN: MiniZinc's data files: parameters by name, and the puzzles of its Sudoku models.

A puzzle is ``n=9; x=array2d(1..n,1..n,[_,5,...]);`` or ``[|_,5,...|...|]``; ``_`` or 0 is a blank.
``n`` is the side, or, as in the MiniZinc Challenge's models, that of a box.

>>> for parameter in read_dzn("n = 3; cost = [|1, 2\n|3, 4|]; % costs\nColour = {Red, Green};"):
...     print(parameter)
('n', 3, 1)
('cost', [[1, 2], [3, 4]], 1)
('Colour', ['Red', 'Green'], 3)

Integers, floats, Booleans and texts are Python's.  An array is a list, one of two dimensions a
list of rows, a set or a range a sorted list of its members, ``<>`` and ``_`` are ``None``, and a
name (a member of an enumeration) a text.  The grammar is that of "The MiniZinc Handbook", chapter
"Spec", whose expressions are values only here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt, prod
from typing import Any, NoReturn

from nonet.errors import FormatError, quantity
from nonet.formats.base import Entry, Format, Lines, Reader, whole_text
from nonet.formats.links import MAX_TEXT_LENGTH
from nonet.formats.pasted import has_lists
from nonet.formats.statements import Header, check_plain
from nonet.model.integers import integer_of_text, short_repr, truncated
from nonet.puzzle import Puzzle
from nonet.puzzle.grid import MAX_VALUES, cell_name

Parameter = tuple[str, Any, int]
"""A name, its value, and the line of the name."""

MAX_DEPTH = 50
MAX_RANGE = 1_000_000

_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n]*|/\*.*?\*/)
    |(?P<float>-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+[eE][-+]?\d+)
    |(?P<integer>-?\s*(?:0x[0-9A-Fa-f]+|0o[0-7]+|\d+))
    |(?P<text>"(?:[^"\\\n]|\\.)*")
    |(?P<name>[A-Za-z]\w*|'[^'\n]+')
    |(?P<sign>\.\.|\[\||\|\]|<>|[=;,\[\]{}()|:_])""",
    re.VERBOSE | re.DOTALL,
)
_INTEGER_ITEM = re.compile(r"(?:^|;)\s*([A-Za-z]\w*)\s*=\s*(\d+)\s*(?=;|$)", re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t"}


def read_dzn(text: str, source: str | None = None) -> list[Parameter]:
    """Return the parameters of a data file; raise FormatError with the line and the name."""
    return list(_Reader(text, source).assignments())


class _Reader:
    def __init__(self, text: str, source: str | None) -> None:
        self._text, self._source = text, source
        self._place = self._start = self._depth = 0
        self._name = self._kind = self._token = ""
        self._values: dict[str, Any] = {}
        self._advance()

    def assignments(self) -> Iterator[Parameter]:
        while self._kind:
            if self._kind != "name":
                self._fail(f"a name is expected, as in n = 8;, not {self._shown()}")
            self._name, line = self._token.strip("'"), self._line()
            self._advance()
            self._expect("=")
            if self._name in self._values:
                self._fail("it is given twice")
            value = self._values[self._name] = self._value()
            if self._kind:
                self._expect(";")
            yield self._name, value, line
            self._name = ""

    # -- values ------------------------------------------------------------------------------

    def _value(self) -> Any:
        kind, token, start = self._kind, self._token, self._start
        self._advance()
        if kind == "integer" or (kind == "name" and self._token == ".."):
            return self._range_from(self._integer(token))
        if kind == "float":
            return float(token)
        if kind == "text":
            return re.sub(r"(?s)\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), token[1:-1])
        if kind == "name":
            names = {"true": True, "false": False}
            return self._call(token) if self._token == "(" else names.get(token, token.strip("'"))
        if token in ("<>", "_"):
            return None
        if token not in ("[", "{", "[|"):
            self._start = start
            self._fail(f"a value is expected, not {short_repr(token) if token else 'the end'}")
        if self._depth == MAX_DEPTH:
            self._fail(f"nested deeper than {MAX_DEPTH} brackets")
        self._depth += 1
        value = self._rows() if token == "[|" else self._items("]" if token == "[" else "}")
        self._depth -= 1
        if token != "[|":
            self._advance()
        return self._members(value) if token == "{" else value

    def _range_from(self, low: int) -> Any:
        if self._token != "..":
            return low
        self._advance()
        high = self._integer(self._token)
        self._advance()
        if high - low >= MAX_RANGE:
            self._fail(f"{short_repr(low)}..{short_repr(high)} has more than {MAX_RANGE} members")
        return list(range(low, high + 1))

    def _integer(self, token: str) -> int:
        """Return the integer of a number, or of a name, which may be given its value later."""
        value = self._values.get(token)
        if type(value) is int:
            return value
        if not re.match(r"-?\s*\d", token):
            items = _INTEGER_ITEM.finditer(self._text, self._place)
            token = next((item[2] for item in items if item[1] == token), token)
        try:
            base = 0 if "x" in token or "o" in token else 10
            return integer_of_text(re.sub(r"\s", "", token), base)
        except ValueError as error:
            named = not re.match(r"-?\s*\d", token)
            fault = f"{short_repr(token)} is not an integer of this file" if named else str(error)
            return self._fail(fault)

    def _items(self, *ends: str) -> list[Any]:
        """Return the values before the next of some closing tokens, which stays."""
        items: list[Any] = []
        while self._token not in ends:
            items.append(self._value())
            if self._token == ":":
                self._fail("an array with indices: write its values alone, [5, 6, 7]")
            if self._token not in (",", *ends):
                self._expect(ends[-1])
            if self._token == ",":
                self._advance()
        return items

    def _rows(self) -> list[list[Any]]:
        rows: list[list[Any]] = []
        while True:
            row = self._items("|", "|]")
            if rows and len(row) != len(rows[0]) and row:
                self._fail(
                    f"row {len(rows) + 1} has {quantity(len(row), 'value')}, and row 1 {len(rows[0])}"
                )
            rows += [row] if row else []
            last = self._token == "|]"
            self._advance()
            if last:
                return rows

    def _call(self, name: str) -> Any:
        dimensions = re.fullmatch(r"array([1-6])d", name)
        if not dimensions:
            self._fail(f"{truncated(name, 40)}(...) is not a value: write the values themselves")
        self._advance()
        *sizes, values = self._items(")") or [None]
        self._advance()
        if len(sizes) != int(dimensions[1]) or not isinstance(values, list):
            self._fail(f"{name} takes {dimensions[1]} index sets and an array")
        lengths = []
        for each in sizes:
            members = self._values.get(each) if isinstance(each, str) else each
            if not isinstance(members, list):
                self._fail(f"{name}: {short_repr(each)} is not an index set that was given before")
            lengths.append(len(members))
        if prod(lengths) != len(values):
            across = " by ".join(map(str, lengths))
            self._fail(f"{name}: {across} are {prod(lengths)} values, and {len(values)} are given")
        for length in lengths[:0:-1]:
            values = [values[i : i + length] for i in range(0, len(values), length or 1)]
        return values

    def _members(self, items: list[Any]) -> list[Any]:
        if any(isinstance(item, list | dict) for item in items):
            self._fail("the members of a set are numbers and names, not arrays or sets")
        unique = list(dict.fromkeys(items))
        return sorted(unique) if all(type(item) in (int, float) for item in unique) else unique

    # -- tokens ------------------------------------------------------------------------------

    def _advance(self) -> None:
        while True:
            self._start = self._place
            match = _TOKEN.match(self._text, self._place)
            if match is None:
                if self._place < len(self._text):
                    self._fail(f"{short_repr(self._text[self._place])} is not understood")
                self._kind = self._token = ""
                return
            self._place = match.end()
            if match.lastgroup != "space":
                self._kind, self._token = str(match.lastgroup), match[0]
                return

    def _expect(self, token: str) -> None:
        if self._token != token:
            self._fail(f"{token!r} is expected, not {self._shown()}")
        self._advance()

    def _shown(self) -> str:
        return short_repr(self._token) if self._token else "the end"

    def _line(self) -> int:
        return 1 + self._text.count("\n", 0, self._start)

    def _fail(self, message: str) -> NoReturn:
        name = f"{truncated(self._name, 40)}: " if self._name else ""
        raise FormatError(name + message, source=self._source, line=self._line())


_COMMENT = re.compile(r"%.*")
_FIRST = re.compile(r"[A-Za-z_]\w*\s*=[^=]")


class DznFormat(Format):
    """One puzzle a file."""

    name = "dzn"
    suffixes = (".dzn",)
    one_puzzle = True
    sentence = (
        "MiniZinc data: n = 9; and an array of clues, _ or 0 for a blank, such as "
        "x = array2d(1..n, 1..n, [...]);."
    )

    def claims(self, sample: str) -> bool:
        text = _COMMENT.sub("", sample)
        if not _FIRST.match(text.lstrip()[:200]) or "[" not in text or ";" not in text:
            return False
        return "[|" in text or "array" in text or "_" in text or not has_lists(text)

    def admits(self, sample: str) -> bool:
        return True

    def read(self, lines: Lines, reader: Reader) -> Iterator[Entry]:
        first, text = whole_text(lines, MAX_TEXT_LENGTH, "a data file")
        if first:
            yield reader.attempt(first, _puzzle, text, reader)

    def lines(self, puzzle: Puzzle, header: Header) -> Iterable[str]:
        check_plain(puzzle, self.name)
        rows = puzzle.grid.blocks[0].rows()
        texts = (",".join(str(puzzle.clues.get(cell, "_")) for cell in row) for row in rows)
        inside = ",\n".join(texts)
        return [f"n = {len(rows)};\nx = array2d(1..n, 1..n, [\n{inside}\n]);"]


def _puzzle(text: str, reader: Reader) -> Puzzle:
    parameters = read_dzn(text)
    arrays = [each for each in parameters if isinstance(each[1], list)]
    if len(arrays) != 1:
        fault = f"expected one array of clues, such as x = [...];, found {len(arrays)}"
        raise FormatError(fault)
    ((name, cells, line),) = arrays
    if cells and all(isinstance(row, list) for row in cells):
        cells = [cell for row in cells for cell in row]
    size = isqrt(len(cells))
    if size * size != len(cells) or not 1 <= size <= MAX_VALUES:
        raise FormatError(f"{name} has {len(cells)} cells, which do not make a square", line=line)
    given = {value for key, value, _ in parameters if key in ("n", "N", "size")}
    if given - {size, isqrt(size)}:
        raise FormatError(
            f"n is {min(given)} and {name} has {quantity(len(cells), 'cell')}", line=line
        )
    for number, cell in enumerate(cells):
        if cell is not None and (type(cell) is not int or cell < 0):
            fault = f"{cell_name(*divmod(number, size))}: expected a number or _"
            raise FormatError(f"{fault}, not {short_repr(cell)}", line=line)
    return reader.with_candidates(size, [cell or None for cell in cells], {})
