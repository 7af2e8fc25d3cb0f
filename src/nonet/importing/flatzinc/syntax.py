"""The statements of a FlatZinc text in order, each with its line.

The grammar is that of the MiniZinc handbook, "FlatZinc".  Values are Python's: integers (``true``
is 1), ``Domain`` for a set, tuples for arrays, ``float``; an identifier is an ``Identifier``,
an annotation or a call is a ``Call``, a text is a ``Quoted``.

>>> for statement in statements(["constraint int_le(x, 3) :: domain;"], "x.fzn"):
...     print(statement.line, statement.kind, statement.name, statement.value, statement.notes)
1 constraint int_le ('x', 3) ('domain',)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from nonet.errors import FormatError, ModelError
from nonet.model import Domain
from nonet.model.integers import integer_of_text, short_repr

TOKEN = re.compile(
    r"[A-Za-z_]\w*|[][(),;{}=]|-?(?:0x[0-9A-Fa-f]+|0o[0-7]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|::?|\.\."
    r'|"[^"\\]*(?:\\.[^"\\]*)*"|%.*|\S'
)
"""A token, the most frequent kinds first; a text is taken in long pieces, for paths have 2,000 letters."""
INTEGER = re.compile(r"-?(?:0x[0-9A-Fa-f]+|0o[0-7]+|\d+)")
NAME = re.compile(r"[A-Za-z_]\w*")
MAX_PLACE = 4_200
"""Letters of a path within which its first file and line are: longer than any file's name."""
MOST_BITS = 63
"""Bits of an integer without its sign: solvers compute in 64."""


class Identifier(str):
    """The name of a parameter or variable, or an annotation without arguments."""


class Quoted(str):
    """A text in an annotation."""


@dataclass(frozen=True, slots=True)
class Call:
    """An annotation with arguments."""

    name: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: ``kind`` is predicate, parameter, variable, constraint or solve.

    Of a declaration, ``base`` is the type (bool, int, set, float), ``domain`` what is written
    for it, ``size`` the length of an array or ``None``.
    """

    kind: str
    name: str
    value: Any
    notes: tuple[Any, ...]
    line: int
    base: str = ""
    domain: Domain | None = None
    size: int | None = None
    is_set: bool = False


def statements(lines: Iterable[str], source: str) -> Iterator[Statement]:
    """Read statement by statement; raises ``FormatError`` with the line of an error."""
    pending: list[str] = []
    first = number = 0
    for number, text in enumerate(lines, 1):
        tokens = TOKEN.findall(text)
        if not tokens:
            continue
        if "%" in text and tokens[-1][0] == "%":
            tokens.pop()
        if tokens and not pending:
            first = number
        pending += tokens
        if pending and pending[-1] == ";" and pending.count(";") == 1:
            yield _Parser(pending, first, source).statement()
            pending = []
            continue
        while ";" in pending:
            end = pending.index(";") + 1
            yield _Parser(pending[:end], first, source).statement()
            pending, first = pending[end:], number
    if pending:
        raise FormatError(
            f"the statement {short_repr(' '.join(pending[:3]))} has no end: expected ';'",
            source=source, line=first,
        )  # fmt: skip


@lru_cache(maxsize=1 << 16)
def _plain_value(token: str) -> int | Identifier | None:
    """Return a token that is a small integer, a truth or a name as its value."""
    if token in ("true", "false"):
        return int(token == "true")
    if NAME.fullmatch(token):
        return Identifier(token)
    if INTEGER.fullmatch(token) and len(token) < 18:
        return int(token, 0) if "x" in token or "o" in token else int(token)
    return None


class _Parser:
    """Reads the tokens of one statement, the last of which is ``;`` and never passed."""

    def __init__(self, tokens: list[str], line: int, source: str) -> None:
        self._tokens, self._line, self._source = tokens, line, source
        self._at = 0

    def statement(self) -> Statement:
        try:
            return self._statement()
        except RecursionError:
            raise self._error("nested too deeply") from None
        except ModelError as error:
            raise self._error(str(error)) from None

    def _statement(self) -> Statement:
        head = self._tokens[0]
        if head == "constraint":
            self._at = 1
            name = self._name("the name of a constraint")
            self._expect("(")
            arguments = self._list(")")
            return self._end(Statement("constraint", name, arguments, self._notes(), self._line))
        if head == "predicate":
            return Statement("predicate", self._tokens[1], None, (), self._line)
        if head == "solve":
            return self._solve()
        return self._declaration()

    def _solve(self) -> Statement:
        self._at = 1
        notes = self._notes()
        sense = self._name("satisfy, minimize or maximize")
        if sense not in ("satisfy", "minimize", "maximize"):
            raise self._error(f"expected satisfy, minimize or maximize, not {short_repr(sense)}")
        goal = None if sense == "satisfy" else self._value()
        return self._end(Statement("solve", sense, goal, notes, self._line))

    def _declaration(self) -> Statement:
        size = None
        if self._tokens[0] == "array":
            self._at = 1
            self._expect("[")
            if self._passes("int"):
                size = -1
            else:
                index = self._value()
                size = index.highest if isinstance(index, Domain) else 0
            self._expect("]")
            self._expect("of")
        is_variable = self._passes("var")
        is_set = self._passes("set")
        if is_set:
            self._expect("of")
        base, domain = self._type()
        self._expect(":")
        name = self._name("a name")
        notes = self._notes()
        value = self._value() if self._passes("=") else None
        kind = "variable" if is_variable else "parameter"
        return self._end(
            Statement(kind, name, value, notes, self._line, base, domain, size, is_set)
        )

    def _type(self) -> tuple[str, Domain | None]:
        token = self._peek()
        if token in ("bool", "int", "float"):
            self._at += 1
            return token, None
        if not token or (token not in "{" and not INTEGER.fullmatch(token) and "." not in token):
            raise self._error(
                f"expected a declaration, a constraint or solve, not {short_repr(token)}"
            )
        domain = self._value()
        if isinstance(domain, Domain):
            return "int", domain
        return "float", None

    def _notes(self) -> tuple[Any, ...]:
        values = []
        while self._passes("::"):
            values.append(self._value())
        return tuple(values)

    def _value(self) -> Any:
        token = self._next("a value")
        plain = _plain_value(token)
        if plain is not None and self._tokens[self._at] not in ("..", "("):
            return plain
        if token == "[":
            return self._list("]")
        if token == "{":
            return self._set(self._list("}"))
        if INTEGER.fullmatch(token):
            low = self._integer(token)
            return self._range(low, self._value()) if self._passes("..") else low
        if NAME.fullmatch(token):
            return Call(token, self._list(")")) if self._passes("(") else Identifier(token)
        if token[0] == '"':
            text = token[1:-1]
            return Quoted(text.replace('\\"', '"').replace("\\\\", "\\") if "\\" in text else text)
        try:
            low = float(token)  # type: ignore[assignment]
        except ValueError:
            raise self._error(f"expected a value, not {short_repr(token)}") from None
        if self._passes(".."):
            self._value()
        return low

    def _list(self, end: str) -> tuple[Any, ...]:
        if end == "]":  # most lists are long, and of plain values
            with suppress(ValueError):  # the list has no end: the loop below says so
                stop = self._tokens.index(end, self._at)
                piece = self._tokens[self._at : stop]
                commas = piece[1::2]
                if commas.count(",") == len(commas) and len(piece) % 2:
                    simple = [_plain_value(token) for token in piece[::2]]
                    if None not in simple:
                        self._at = stop + 1
                        return tuple(simple)
        values: list[Any] = []
        tokens = self._tokens
        while tokens[self._at] != end:
            values.append(self._value())
            following = tokens[self._at]
            if following == ",":
                self._at += 1
            elif following != end:
                raise self._error(f"expected ',' or {short_repr(end)}, not {short_repr(following)}")
        self._at += 1
        return tuple(values)

    def _integer(self, token: str) -> int:
        try:
            number = integer_of_text(token, 0 if "x" in token or "o" in token else 10)
        except ValueError:
            number = 1 << MOST_BITS
        if number.bit_length() > MOST_BITS:
            raise self._error(f"the integer {token[:24]} does not fit in 64 bits")
        return number

    def _range(self, low: int, high: Any) -> Domain | float:
        if not isinstance(high, int):
            if isinstance(high, float):
                return high
            raise self._error(f"expected the end of a range of integers, not {short_repr(high)}")
        return Domain.range(low, high) if low <= high else Domain.of(())

    def _set(self, values: tuple[Any, ...]) -> Domain | float:
        if any(type(value) is not int for value in values):
            if any(isinstance(value, float) for value in values):
                return 0.0
            raise self._error("expected a set of integers")
        return Domain.of(values)

    # -- tokens -----------------------------------------------------------------------------

    def _peek(self) -> str:
        return self._tokens[self._at]

    def _next(self, expected: str) -> str:
        token = self._tokens[self._at]
        if token == ";":
            raise self._error(f"expected {expected} at the end of the statement")
        self._at += 1
        return token

    def _passes(self, token: str) -> bool:
        """Pass a token if it is the next, and return whether it is."""
        is_next = self._tokens[self._at] == token
        self._at += is_next
        return is_next

    def _name(self, expected: str) -> str:
        token = self._next(expected)
        if not NAME.fullmatch(token):
            raise self._error(f"expected {expected}, not {short_repr(token)}")
        return token

    def _expect(self, token: str) -> None:
        if not self._passes(token):
            raise self._error(f"expected {short_repr(token)}, not {short_repr(self._peek())}")

    def _end(self, statement: Statement) -> Statement:
        self._expect(";")
        return statement

    def _error(self, message: str) -> FormatError:
        return FormatError(message, source=self._source, line=self._line)


_file_name = lru_cache(maxsize=64)(lambda source: PurePath(source).name)


def statement_label(statement: Statement, flat: str) -> str:
    """Return the line of a constraint, after the name that the modeller gave the constraint."""
    name = ""
    source, line = flat, statement.line
    for note in statement.notes:
        if isinstance(note, Call) and note.arguments and isinstance(note.arguments[0], Quoted):
            if note.name in ("mzn_constraint_name", "mzn_expression_name"):
                name = str(note.arguments[0])
            elif note.name == "mzn_path" and source == flat:
                file, _, first = note.arguments[0][:MAX_PLACE].partition("|")
                first = first.partition("|")[0]
                if first.isdigit():
                    source, line = file, int(first)
    place = f"line {line} of {_file_name(source)}"
    return f"{name} ({place})" if name else place
