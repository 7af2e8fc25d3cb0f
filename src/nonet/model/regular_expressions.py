"""Regular expressions over values, and the automata that accept the same words.

A pattern is parsed to a tree; each value class in the tree is a position, and a state is the set of
positions at which the word read so far may end (Glushkov, "The abstract theory of automata",
Russian Mathematical Surveys 16, 1961).

>>> positions = positions_of_words("1* 2", [1, 2])
>>> positions.accepts(positions.step(positions.start, 2)), positions.step(positions.start, 3)
(True, None)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nonet.errors import ModelError, NonetError
from nonet.model.integers import short_repr
from nonet.model.symbols import Symbols, value_number

MAX_NESTING = 20
"""Deepest nesting of groups."""


@dataclass(frozen=True, slots=True)
class ValueClass:
    """Matches any of some values."""

    values: frozenset[int]


@dataclass(frozen=True, slots=True)
class Sequenced:
    """Matches ``parts`` in sequence; without parts, the empty word."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Matches any of ``parts``."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Matches ``part`` from ``least`` to ``most`` times in a row; ``None`` is any number."""

    part: Node
    least: int
    most: int | None


Node: TypeAlias = ValueClass | Sequenced | Alternatives | Repeated

State: TypeAlias = frozenset[int]
"""The positions at which a word may end; position 0 is before the first value."""


class PatternParser(ABC):
    """Reads a pattern from left to right; subclasses say how a value is written.

    ``values`` are the values that ``.`` matches, and that ``[^...]`` chooses from.
    """

    max_length = 20_000
    """Most characters of a pattern."""
    max_repeats = 2_000
    """Most repetitions that ``{n,m}`` may ask for."""
    max_positions = 2_000
    """Most value classes of a pattern when its repetitions are written out."""
    example = "1* 2 [3-5]+"

    def __init__(self, pattern: str, values: Iterable[int]) -> None:
        self.pattern, self.values = pattern, frozenset(values)
        self.at = self.positions = self.depth = 0

    @abstractmethod
    def next_value(self) -> int:
        """Read one value, which is there."""

    separators = ""
    """Characters that mean nothing but that a value has ended."""

    def error(self, message: str) -> NonetError:
        """Return the error of a message."""
        return ModelError(message)

    def parse(self) -> Node:
        """Return the tree of the whole pattern."""
        if not isinstance(self.pattern, str) or not self.pattern:
            raise self.error(
                f"a pattern is a text such as {self.example}, not {short_repr(self.pattern)}"
            )
        if len(self.pattern) > self.max_length:
            raise self.error(f"a pattern has {self.max_length} characters at most")
        tree = self._alternatives()
        if self._next_character():
            raise self.syntax_error("nothing to close")
        return tree

    def syntax_error(self, message: str) -> NonetError:
        """Return the error at the present place."""
        shown = short_repr(self.pattern)
        return self.error(f"pattern {shown}, character {self.at + 1}: {message}")

    def _alternatives(self) -> Node:
        parts = [self._sequence()]
        while self._accept("|"):
            parts.append(self._sequence())
        return parts[0] if len(parts) == 1 else Alternatives(tuple(parts))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while (character := self._next_character()) and character not in "|)":
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else Sequenced(tuple(parts))

    def _repeated(self) -> Node:
        before = self.positions
        node = self._atom()
        while (character := self._next_character()) and character in "*+?{":
            least, most = self._repeat_bounds()
            copies = max(1, least + 1 if most is None else most)
            self.positions = before + (self.positions - before) * copies
            if self.positions > self.max_positions:
                raise self.syntax_error("too many repetitions before")
            node = Repeated(node, least, most)
        return node

    def _repeat_bounds(self) -> tuple[int, int | None]:
        """Parse the least and the largest number of a repetition; ``None`` for any number."""
        sign = self.pattern[self.at]
        self.at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self.pattern.find("}", self.at)
        low, comma, high = map(str.strip, self.pattern[self.at : end].partition(","))
        numbers = [low or "0", high or low or "0"]
        if end < 0 or not all(n.isascii() and n.isdecimal() and len(n) < 6 for n in numbers):
            raise self.syntax_error("expected {n}, {n,} or {n,m}")
        least, most = map(int, numbers)
        if not (low or high) or (high and most < least) or max(least, most) > self.max_repeats:
            raise self.syntax_error(
                f"repetitions from {low} to {high} are none, or more than there can be"
            )
        self.at = end + 1
        return least, None if comma and not high else most

    def _atom(self) -> Node:
        self.positions += 1
        if self._accept("("):
            self.depth += 1
            if self.depth > MAX_NESTING:
                raise self.syntax_error(f"groups stand in others more than {MAX_NESTING} deep")
            node = self._alternatives()
            if not self._accept(")"):
                raise self.syntax_error("a group is not closed: expected )")
            self.depth -= 1
            return node
        if self._accept("."):
            return ValueClass(self.values)
        if self._accept("["):
            return ValueClass(self._class_values())
        return ValueClass(frozenset((self._value(),)))

    def _class_values(self) -> frozenset[int]:
        complement, chosen = self._accept("^"), set[int]()
        while not self._accept("]"):
            low = high = self._value()
            if self.pattern[self.at : self.at + 1] == "-":  # after a space it is a sign
                self.at += 1
                high = self._value()
            if high < low:
                raise self.syntax_error("a range that runs down")
            chosen |= {value for value in self.values if low <= value <= high}
        return self.values - chosen if complement else frozenset(chosen)

    def _value(self) -> int:
        if not self._next_character():
            raise self.syntax_error("the pattern ends too early")
        return self.next_value()

    def _next_character(self) -> str:
        while self.at < len(self.pattern) and self.pattern[self.at] in self.separators:
            self.at += 1
        return self.pattern[self.at : self.at + 1]

    def _accept(self, character: str) -> bool:
        if self._next_character() != character:
            return False
        self.at += 1
        return True


class _WordParser(PatternParser):
    """Values are integers of any number of digits, or names; a space or comma parts values."""

    def __init__(
        self, pattern: str, values: Iterable[int], symbols: Sequence[Symbols | None]
    ) -> None:
        super().__init__(pattern, values)
        self._symbols = [each for each in dict.fromkeys(symbols) if each is not None]

    separators = " ,\t\n"

    def next_value(self) -> int:
        first, end = self.pattern[self.at], self.at + 1
        if first in "'\"":
            end = self.pattern.find(first, end) + 1
            if not end:
                raise self.syntax_error(f"a name in quotes is not closed: expected {first}")
            return self._name(self.pattern[self.at + 1 : end - 1], end)
        is_integer = first == "-" or (first.isascii() and first.isdecimal())
        while end < len(self.pattern) and (
            self.pattern[end].isdecimal() if is_integer else _is_of_name(self.pattern[end])
        ):
            end += 1
        text = self.pattern[self.at : end]
        if first == "-" and self.pattern[max(self.at - 1, 0)].isdecimal():
            raise self.syntax_error("a range is in brackets, [1-3]; a space parts two values")
        if not is_integer and _is_of_name(first):
            return self._name(text, end)
        if not is_integer or not text.removeprefix("-").isascii() or text == "-":
            raise self.syntax_error(f"{first!r} is neither a value nor a sign of a pattern")
        if any(text in each.by_name for each in self._symbols):
            return self._name(text, end)
        if self._symbols and not any(each.is_numeric for each in self._symbols):
            raise self.syntax_error(f"{text} names no value: there are {self._symbols[0]}")
        digits = text.removeprefix("-")
        is_new = len(digits) > 1 and (digits[0] == "0" or int(text) not in self.values)
        if is_new and {int(digit) for digit in digits} <= self.values:
            raise self.syntax_error(
                f"{text} is not a value of the variables: of several, write {' '.join(digits)}"
            )
        self.at = end
        return int(text)

    def _name(self, name: str, end: int) -> int:
        if not self._symbols:
            raise self.syntax_error(f"{short_repr(name)} is a name, and the values are integers")
        try:
            number = value_number(name, self._symbols, "regular")
        except ModelError as error:
            raise self.syntax_error(str(error)) from None
        self.at = end
        return int(number)  # type: ignore[call-overload,no-any-return]


def _is_of_name(character: str) -> bool:
    return character.isalnum() or character == "_"


class PositionAutomaton:
    """The positions of a pattern's tree, with the positions that may follow each, and the last."""

    def __init__(self, tree: Node) -> None:
        self._values: list[frozenset[int]] = [frozenset()]
        self._following: list[set[int]] = [set()]
        nullable, first, last = self._add(tree)
        self._following[0] = set(first)
        self._last = last | {0} if nullable else last

    start: State = frozenset({0})

    def step(self, state: State, value: int) -> State | None:
        """Return the state after ``value``; ``None`` if no word goes on so."""
        after = frozenset(
            position
            for before in state
            for position in self._following[before]
            if value in self._values[position]
        )
        return after or None

    def accepts(self, state: State) -> bool:
        """Whether a word may end in a state."""
        return not self._last.isdisjoint(state)

    def _add(self, tree: Node) -> tuple[bool, set[int], set[int]]:
        """Add the positions of a tree; return whether the empty word fits, the first and the last."""
        if isinstance(tree, ValueClass):
            self._values.append(tree.values)
            self._following.append(set())
            position = len(self._values) - 1
            return False, {position}, {position}
        if isinstance(tree, Alternatives):
            fragments = [self._add(part) for part in tree.parts]
            nullables, firsts, lasts = zip(*fragments, strict=True)
            return any(nullables), set().union(*firsts), set().union(*lasts)
        if isinstance(tree, Sequenced):
            joined: tuple[bool, set[int], set[int]] = (True, set(), set())
            for part in tree.parts:
                joined = self._joined(joined, self._add(part))
            return joined
        joined = (True, set(), set())
        if tree.most is None:
            nullable, first, last = self._add(tree.part)
            for position in last:
                self._following[position] |= first
            joined = (True, first, last)
            if tree.least:  # the last of the copies may come again
                joined = (nullable, first, last)
        for _ in range((tree.most or 0) - tree.least):
            _, first, last = self._joined(self._add(tree.part), joined)
            joined = (True, first, last)
        for _ in range(tree.least - (tree.most is None and tree.least > 0)):
            joined = self._joined(self._add(tree.part), joined)
        return joined

    def _joined(
        self, head: tuple[bool, set[int], set[int]], tail: tuple[bool, set[int], set[int]]
    ) -> tuple[bool, set[int], set[int]]:
        for position in head[2]:
            self._following[position] |= tail[1]
        first = head[1] | tail[1] if head[0] else head[1]
        last = head[2] | tail[2] if tail[0] else tail[2]
        return head[0] and tail[0], first, last


def positions_of_words(
    pattern: str, values: Iterable[int], symbols: Sequence[Symbols | None] = ()
) -> PositionAutomaton:
    """Return the positions of a pattern over words of ``values``, whose names are ``symbols``.

    Raise ``ModelError``, with the place, for a pattern that is none.
    """
    return PositionAutomaton(_WordParser(pattern, values, symbols).parse())
