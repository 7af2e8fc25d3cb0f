"""The statements of a FlatZinc text in order, each with its line, and the bounds they imply.

The grammar is that of the MiniZinc handbook, "FlatZinc".  Values are Python's: integers (``true``
is 1), ``Domain`` for a set, tuples for arrays, ``float``; an identifier is an ``Identifier``,
an annotation or a call is a ``Call``, a text is a ``Quoted``.

The MiniZinc compiler leaves an integer without bounds where none is known.  Bounds propagation over
sums, products and extremes bounds most of these integers, and only removes values that no solution
has.

>>> for statement in statements(["constraint int_le(x, 3) :: domain;"], "x.fzn"):
...     print(statement.line, statement.kind, statement.name, statement.value, statement.notes)
1 constraint int_le ('x', 3) ('domain',)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from pathlib import PurePath
from typing import Any

from nonet.deadline import checked
from nonet.errors import FormatError, ModelError
from nonet.model import Domain
from nonet.model.integers import integer_of_text, short_repr

MOST_ROUNDS = 20
"""Passes over all constraints."""

_SUMS = {"int_lin_eq", "int_lin_le"}
_OTHERS = {"int_times", "int_plus", "int_abs", "int_max", "int_min", "array_int_maximum",
           "array_int_minimum", "array_int_element", "array_var_int_element", "int_eq", "int_le",
           "int_lt", "int_div", "int_mod", "bool2int"}  # fmt: skip

Ends = tuple[int, int]


def infer_bounds(
    domains: dict[str, Domain],
    unbounded: Iterable[str],
    calls: Sequence[tuple[Statement, list[Any]]],
) -> list[str]:
    """Narrow the unbounded variables in ``domains``; return the names of variables that stay unbounded."""
    names = list(unbounded)
    if not names:
        return []
    wide = set(names)
    widest = domains[names[0]]
    concerned = [
        (statement.name, arguments)
        for statement, arguments in calls
        if statement.name in _SUMS | _OTHERS and not wide.isdisjoint(_names(arguments))
    ]
    state = _Bounds(domains, wide)
    for _ in range(MOST_ROUNDS):
        state.changed = False
        for name, arguments in checked(concerned):
            if name in _SUMS:
                state.narrow_sum(*arguments[:3], equality=name == "int_lin_eq")
            else:
                state.narrow_result(name, arguments)
        if not state.changed:
            break
    for name in names:
        low, high = state.ends.get(name, (widest.base, widest.highest))
        narrowed = domains[name].at_least(low).at_most(high)
        if narrowed.size:
            domains[name] = narrowed
    return [
        n for n in names if domains[n].base == widest.base or domains[n].highest == widest.highest
    ]


def _names(arguments: Iterable[Any]) -> Iterable[str]:
    for argument in arguments:
        if type(argument) is str:
            yield argument
        elif type(argument) is tuple:
            yield from (each for each in argument if type(each) is str)


class _Bounds:
    """The ends known so far of the variables that are narrowed."""

    def __init__(self, domains: dict[str, Domain], wide: set[str]) -> None:
        self._domains, self._wide = domains, wide
        self.ends: dict[str, Ends] = {}
        self.changed = False

    def of(self, term: Any) -> Ends:
        """Return the ends of a term."""
        if isinstance(term, int):
            return term, term
        known = self.ends.get(term)
        if known is not None:
            return known
        domain = self._domains[term]
        return domain.base, domain.highest

    def narrow(self, term: Any, low: int, high: int) -> None:
        """Note that a term lies between two values."""
        if term not in self._wide:
            return
        before = self.of(term)
        after = max(low, before[0]), min(high, before[1])
        if after != before and after[0] <= after[1]:
            self.ends[term] = after
            self.changed = True

    def narrow_sum(
        self, factors: Sequence[int], terms: Sequence[Any], constant: int, *, equality: bool
    ) -> None:
        """Narrow the terms of a sum that is at most a constant, or equals the constant."""
        lows, highs = [], []
        for factor, term in zip(factors, terms, strict=True):
            low, high = self.of(term)
            lows.append(factor * (low if factor > 0 else high))
            highs.append(factor * (high if factor > 0 else low))
        least, most = sum(lows), sum(highs)
        for factor, term, low, high in zip(factors, terms, lows, highs, strict=True):
            if type(term) is not str or term not in self._wide or not factor:
                continue
            top = constant - (least - low)  # factor * term <= top
            bottom = constant - (most - high) if equality else None
            ends = self.of(term)
            low, high = ends
            if factor > 0:
                high = top // factor
                low = low if bottom is None else -(-bottom // factor)
            else:
                low = -(top // -factor)
                high = high if bottom is None else -bottom // -factor
            self.narrow(term, low, high)

    def narrow_result(self, name: str, arguments: list[Any]) -> None:
        """Narrow the term that is a function of the other terms."""
        if name in ("int_eq", "bool2int"):
            left, right = arguments
            self.narrow(left, *self.of(right))
            self.narrow(right, *self.of(left))
        elif name in ("int_le", "int_lt"):
            left, right = arguments
            shift = int(name == "int_lt")
            self.narrow(left, self.of(left)[0], self.of(right)[1] - shift)
            self.narrow(right, self.of(left)[0] + shift, self.of(right)[1])
        elif name.endswith("element"):
            ends = [self.of(term) for term in arguments[1]]
            self.narrow(arguments[2], min(e[0] for e in ends), max(e[1] for e in ends))
        elif name.endswith(("max", "maximum", "min", "minimum")):
            array = "array" in name
            result, parts = (arguments[0], arguments[1]) if array else (arguments[2], arguments[:2])
            ends = [self.of(term) for term in parts]
            pick = max if "max" in name else min
            self.narrow(result, pick(e[0] for e in ends), pick(e[1] for e in ends))
            if pick is max:
                for term in parts:
                    self.narrow(term, self.of(term)[0], self.of(result)[1])
            else:
                for term in parts:
                    self.narrow(term, self.of(result)[0], self.of(term)[1])
        else:
            ends = [self.of(term) for term in arguments[:-1]]
            self.narrow(arguments[-1], *_function_ends(name, ends))
            self.narrow_operands(name, arguments)

    def narrow_operands(self, name: str, arguments: list[Any]) -> None:
        """Narrow the operands of a sum, a product or an absolute value by the result."""
        low, high = self.of(arguments[-1])
        largest = max(abs(low), abs(high))
        if name == "int_abs":
            self.narrow(arguments[0], -largest, largest)
        elif name in ("int_plus", "int_times"):
            for term, other in (arguments[:2], arguments[1::-1]):
                least, most = self.of(other)
                if name == "int_plus":
                    self.narrow(term, low - most, high - least)
                elif term == other:
                    self.narrow(term, -isqrt(max(0, high)), isqrt(max(0, high)))
                elif not least <= 0 <= most:
                    end = largest // min(abs(least), abs(most))
                    self.narrow(term, -end, end)
                elif not low <= 0 <= high:
                    self.narrow(term, -largest, largest)


def _function_ends(name: str, ends: list[Ends]) -> Ends:
    low, high = ends[0]
    if name == "int_abs":
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if name == "int_plus":
        return low + ends[1][0], high + ends[1][1]
    if name == "int_times":
        products = [x * y for x in ends[0] for y in ends[1]]
        return min(products), max(products)
    largest = max(abs(low), abs(high))
    if name == "int_mod":
        largest = min(largest, max(abs(ends[1][0]), abs(ends[1][1])) - 1)
    return (-largest if low < 0 or (name == "int_div" and ends[1][0] < 0) else 0), largest


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
        """Return the statement; raise ``FormatError`` for any other text."""
        try:
            return self._statement()
        except RecursionError:
            raise self._error("nested too deeply") from None

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
            if self._value_is_name():
                size = -1  # array [int] of
            else:
                index = self._value()
                size = index.highest if isinstance(index, Domain) else 0
            self._expect("]")
            self._expect("of")
        is_variable = self._peek() == "var"
        if is_variable:
            self._at += 1
        is_set = self._peek() == "set"
        if is_set:
            self._at += 1
            self._expect("of")
        base, domain = self._type()
        self._expect(":")
        name = self._name("a name")
        notes = self._notes()
        value = None
        if self._peek() == "=":
            self._at += 1
            value = self._value()
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
        while self._tokens[self._at] == "::":
            self._at += 1
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
            if self._peek() == "..":
                self._at += 1
                return self._range(low, self._value())
            return low
        if NAME.fullmatch(token):
            if self._peek() == "(":
                self._at += 1
                return Call(token, self._list(")"))
            return Identifier(token)
        if token[0] == '"':
            text = token[1:-1]
            return Quoted(text.replace('\\"', '"').replace("\\\\", "\\") if "\\" in text else text)
        try:
            low = float(token)  # type: ignore[assignment]
        except ValueError:
            raise self._error(f"expected a value, not {short_repr(token)}") from None
        if self._peek() == "..":
            self._at += 1
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
        return self._checked(lambda: Domain.range(low, high) if low <= high else Domain.of(()))

    def _set(self, values: tuple[Any, ...]) -> Domain | float:
        if any(type(value) is not int for value in values):
            if any(isinstance(value, float) for value in values):
                return 0.0
            raise self._error("expected a set of integers")
        return self._checked(lambda: Domain.of(values))

    def _checked(self, make: Callable[[], Domain]) -> Domain:
        try:
            return make()
        except ModelError as error:
            raise self._error(str(error)) from None

    # -- tokens -----------------------------------------------------------------------------

    def _peek(self) -> str:
        return self._tokens[self._at]

    def _next(self, expected: str) -> str:
        token = self._tokens[self._at]
        if token == ";":
            raise self._error(f"expected {expected} at the end of the statement")
        self._at += 1
        return token

    def _value_is_name(self) -> bool:
        if self._peek() == "int":
            self._at += 1
            return True
        return False

    def _name(self, expected: str) -> str:
        token = self._next(expected)
        if not NAME.fullmatch(token):
            raise self._error(f"expected {expected}, not {short_repr(token)}")
        return token

    def _expect(self, token: str) -> None:
        if self._peek() != token:
            raise self._error(f"expected {short_repr(token)}, not {short_repr(self._peek())}")
        self._at += 1

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
