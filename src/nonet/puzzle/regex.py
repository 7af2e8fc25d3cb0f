"""Regular expressions over the values of cells, as steps of an automaton.

An expression is held as data, and its derivative by a value is the expression for the rest
after that value (Brzozowski, "Derivatives of regular expressions", Journal of the ACM 11,
1964).  So the expressions themselves are the states.

>>> step, start, accepts = compile_pattern("1*2", (1, 2))
>>> accepts(step(step(start, 1), 2)), step(step(start, 2), 1) is None
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.puzzle.alphabets import default_alphabet

MAX_PATTERN_LENGTH = 200
"""Most characters of a pattern."""

MAX_NESTING = 20
"""Deepest nesting of groups."""

MAX_REPEATS = 64
"""Most repetitions that ``{n,m}`` may ask for: as many as there can be values."""

MAX_EXPANDED_LENGTH = 300
"""Most characters of a pattern when its repetitions are written out."""


@dataclass(frozen=True, slots=True)
class EmptyWord:
    """Matches nothing but a text without characters."""


@dataclass(frozen=True, slots=True)
class ValueClass:
    """Matches any of some values."""

    values: frozenset[int]


@dataclass(frozen=True, slots=True)
class Concatenation:
    """Matches ``head``, followed by ``tail``."""

    head: Expression
    tail: Expression


@dataclass(frozen=True, slots=True)
class Alternation:
    """Matches the union of ``alternatives``."""

    alternatives: frozenset[Expression]


@dataclass(frozen=True, slots=True)
class Star:
    """Matches ``inner`` any number of times."""

    inner: Expression


Expression = EmptyWord | ValueClass | Concatenation | Alternation | Star

EMPTY_WORD = EmptyWord()


def compile_pattern(
    pattern: str, values: Sequence[int]
) -> tuple[
    Callable[[Expression, int], Expression | None], Expression, Callable[[Expression], bool]
]:
    """Step, start and acceptance of the automaton that matches the whole of a text.

    ``values`` are the grid's values; each is a single character in its displayed form. Raises
    ``PuzzleError``, with the place, for an invalid pattern.
    """
    start = _Parser(pattern, tuple(values)).parse()
    return _derivative, start, _nullable


def _concatenated(first: Expression, second: Expression) -> Expression:
    if first == EMPTY_WORD:
        return second
    return first if second == EMPTY_WORD else Concatenation(first, second)


def _alternated(*parts: Expression | None) -> Expression | None:
    """Return the union of ``alternatives``; ``None`` matches nothing."""
    flat: set[Expression] = set()
    for part in parts:
        if part is not None:
            flat |= part.alternatives if isinstance(part, Alternation) else {part}
    if len(flat) < 2:
        return next(iter(flat), None)
    return Alternation(frozenset(flat))


def _nullable(expression: Expression) -> bool:
    """Whether the text without characters is matched."""
    match expression:
        case ValueClass():
            return False
        case Concatenation(one, other):
            return _nullable(one) and _nullable(other)
        case Alternation(parts):
            return any(map(_nullable, parts))
    return True


def _derivative(expression: Expression, value: int) -> Expression | None:
    """Return the expression for the rest after ``value``; ``None`` if nothing can follow."""
    match expression:
        case ValueClass(values):
            return EMPTY_WORD if value in values else None
        case Concatenation(one, other):
            first = _derivative(one, value)
            through = None if first is None else _concatenated(first, other)
            return _alternated(through, _derivative(other, value)) if _nullable(one) else through
        case Alternation(parts):
            return _alternated(*(_derivative(part, value) for part in parts))
        case Star(inner):
            first = _derivative(inner, value)
            return None if first is None else _concatenated(first, expression)
    return None


class _Parser:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str, values: tuple[int, ...]) -> None:
        self.pattern, self.values = pattern, values
        self.at = self.parts = self.depth = 0
        alphabet = default_alphabet(values)
        self.symbols = {s: v for s, v in alphabet.value_of_symbol.items() if v in set(values)}

    def parse(self) -> Expression:
        """The expression of the whole pattern."""
        if not isinstance(self.pattern, str) or not self.pattern:
            raise PuzzleError(f"a pattern is a text such as [1-4]*9, not {self.pattern!r}")
        if len(self.pattern) > MAX_PATTERN_LENGTH:
            raise PuzzleError(f"a pattern has {MAX_PATTERN_LENGTH} characters at most")
        expression = self.alternation()
        if self.at < len(self.pattern):
            raise self.syntax_error("nothing to close")
        return expression

    def alternation(self) -> Expression:
        """Alternatives, parted by ``|``."""
        alternatives = [self.sequence()]
        while self.accept("|"):
            alternatives.append(self.sequence())
        either = _alternated(*alternatives)
        assert either is not None
        return either

    def sequence(self) -> Expression:
        """Parse consecutive items."""
        items = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self.item())
        return _concatenated_all(items)

    def item(self) -> Expression:
        """Parse a character, a class or a group, with its repetition."""
        before = self.parts
        expression = self.atom()
        while self.at < len(self.pattern) and self.pattern[self.at] in "*+?{":
            least, most = self.repeat_bounds()
            self.parts = before + (self.parts - before) * max(1, most or least + 1)
            if self.parts > MAX_EXPANDED_LENGTH:
                raise self.syntax_error("too many repetitions before")
            repeated: list[Expression] = [expression] * least
            if most is None:
                repeated.append(Star(expression))
            else:
                maybe = _alternated(expression, EMPTY_WORD)
                assert maybe is not None
                repeated += [maybe] * (most - least)
            expression = _concatenated_all(repeated)
        return expression

    def repeat_bounds(self) -> tuple[int, int | None]:
        """The least and the largest number of a repetition; ``None`` for any number."""
        sign = self.pattern[self.at]
        self.at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self.pattern.find("}", self.at)
        low, comma, high = self.pattern[self.at : end].partition(",")
        numbers = [low or "0", high or low or "0"]
        if end < 0 or not all(n.isascii() and n.isdecimal() and len(n) < 4 for n in numbers):
            raise self.syntax_error("expected {n}, {n,} or {n,m}")
        least, most = map(int, numbers)
        if not (low or high) or (high and most < least) or max(least, most) > MAX_REPEATS:
            raise self.syntax_error(
                f"repetitions from {low} to {high} are none, or more than there can be"
            )
        self.at = end + 1
        return least, None if comma and not high else most

    def atom(self) -> Expression:
        """One character, any (``.``), a class or a group."""
        self.parts += 1
        if self.accept("("):
            self.depth += 1
            if self.depth > MAX_NESTING:
                raise self.syntax_error(f"groups stand in others more than {MAX_NESTING} deep")
            expression = self.alternation()
            if not self.accept(")"):
                raise self.syntax_error("a group is not closed: expected )")
            self.depth -= 1
            return expression
        if self.accept("."):
            return ValueClass(frozenset(self.values))
        if self.accept("["):
            return ValueClass(self.class_values())
        return ValueClass(frozenset((self.next_value(),)))

    def class_values(self) -> frozenset[int]:
        """The values of a class in brackets."""
        others, values = self.accept("^"), set()
        while not self.accept("]"):
            low = high = self.next_value()
            if self.accept("-"):
                high = self.next_value()
            if high < low:
                raise self.syntax_error("a range that runs down")
            values |= {value for value in self.values if low <= value <= high}
        return frozenset(self.values) - values if others else frozenset(values)

    def next_value(self) -> int:
        """The value of the next character."""
        if self.at >= len(self.pattern):
            raise self.syntax_error("the pattern ends too early")
        character = self.pattern[self.at]
        if character not in self.symbols:
            raise self.syntax_error(f"{character!r} is no value of the grid")
        self.at += 1
        return self.symbols[character]

    def accept(self, character: str) -> bool:
        """Return whether the next character is ``character``, and read the character if so."""
        if self.pattern[self.at : self.at + 1] != character:
            return False
        self.at += 1
        return True

    def syntax_error(self, message: str) -> PuzzleError:
        """The error at the present place."""
        return PuzzleError(f"pattern {self.pattern!r}, character {self.at + 1}: {message}")


def _concatenated_all(items: Sequence[Expression]) -> Expression:
    """Return the concatenation of items, nested to the right, so that derivatives stay few."""
    expression: Expression = EMPTY_WORD
    for item in reversed(items):
        expression = _concatenated(item, expression)
    return expression
