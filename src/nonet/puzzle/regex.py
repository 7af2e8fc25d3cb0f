"""Regular expressions over the values of cells, as steps of an automaton.

An expression is held as data, and its derivative by a value says what must follow
once that value has been read (Brzozowski, "Derivatives of regular expressions",
Journal of the ACM 11, 1964).  So the expressions themselves are the states.

>>> step, start, accepts = compiled("1*2", (1, 2))
>>> accepts(step(step(start, 1), 2)), step(step(start, 2), 1) is None
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonet.errors import PuzzleError
from nonet.puzzle.symbols import default_alphabet

LONGEST = 200
"""Most characters of a pattern."""

DEEPEST = 20
"""How deep groups may stand in others."""

MOST_REPEATS = 64
"""Most repetitions that ``{n,m}`` may ask for: as many as there can be values."""

MOST_PARTS = 300
"""Most characters of a pattern when its repetitions are written out."""


@dataclass(frozen=True, slots=True)
class Empty:
    """Matches nothing but a text without characters."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Matches one of some values."""

    values: frozenset[int]


@dataclass(frozen=True, slots=True)
class Then:
    """Matches ``one``, followed by ``other``."""

    one: Expression
    other: Expression


@dataclass(frozen=True, slots=True)
class Either:
    """Matches what one of ``parts`` does."""

    parts: frozenset[Expression]


@dataclass(frozen=True, slots=True)
class Star:
    """Matches ``inner`` any number of times."""

    inner: Expression


Expression = Empty | OneOf | Then | Either | Star

EMPTY = Empty()


def compiled(
    pattern: str, values: Sequence[int]
) -> tuple[
    Callable[[Expression, int], Expression | None], Expression, Callable[[Expression], bool]
]:
    """Step, start and acceptance of the automaton that matches the whole of a text.

    ``values`` are those of the grid; each is one character, as it is shown.  Raises
    ``PuzzleError``, with the place, for a pattern that is none.
    """
    start = _Parser(pattern, tuple(values)).parse()
    return _derivative, start, _nullable


def _then(one: Expression, other: Expression) -> Expression:
    if one == EMPTY:
        return other
    return one if other == EMPTY else Then(one, other)


def _either(*parts: Expression | None) -> Expression | None:
    """One of ``parts``; ``None`` matches nothing."""
    flat: set[Expression] = set()
    for part in parts:
        if part is not None:
            flat |= part.parts if isinstance(part, Either) else {part}
    if len(flat) < 2:
        return next(iter(flat), None)
    return Either(frozenset(flat))


def _nullable(expression: Expression) -> bool:
    """Whether the text without characters is matched."""
    match expression:
        case OneOf():
            return False
        case Then(one, other):
            return _nullable(one) and _nullable(other)
        case Either(parts):
            return any(map(_nullable, parts))
    return True


def _derivative(expression: Expression, value: int) -> Expression | None:
    """What must follow ``value``; ``None`` if nothing can."""
    match expression:
        case OneOf(values):
            return EMPTY if value in values else None
        case Then(one, other):
            first = _derivative(one, value)
            through = None if first is None else _then(first, other)
            return _either(through, _derivative(other, value)) if _nullable(one) else through
        case Either(parts):
            return _either(*(_derivative(part, value) for part in parts))
        case Star(inner):
            first = _derivative(inner, value)
            return None if first is None else _then(first, expression)
    return None


class _Parser:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str, values: tuple[int, ...]) -> None:
        self.pattern, self.values = pattern, values
        self.at = self.parts = self.depth = 0
        alphabet = default_alphabet(values)
        self.symbols = {s: v for s, v in alphabet.values.items() if v in set(values)}

    def parse(self) -> Expression:
        """The expression of the whole pattern."""
        if not isinstance(self.pattern, str) or not self.pattern:
            raise PuzzleError(f"a pattern is a text such as [1-4]*9, not {self.pattern!r}")
        if len(self.pattern) > LONGEST:
            raise PuzzleError(f"a pattern has {LONGEST} characters at most")
        found = self.choice()
        if self.at < len(self.pattern):
            raise self.wrong("nothing to close")
        return found

    def choice(self) -> Expression:
        """Alternatives, parted by ``|``."""
        found = [self.sequence()]
        while self.next_is("|"):
            found.append(self.sequence())
        either = _either(*found)
        assert either is not None
        return either

    def sequence(self) -> Expression:
        """Items one after another."""
        items = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            items.append(self.item())
        return _chain(items)

    def item(self) -> Expression:
        """A character, a class or a group, and how often it comes."""
        before = self.parts
        found = self.atom()
        while self.at < len(self.pattern) and self.pattern[self.at] in "*+?{":
            least, most = self.repeats()
            self.parts = before + (self.parts - before) * max(1, most or least + 1)
            if self.parts > MOST_PARTS:
                raise self.wrong("too many repetitions before")
            repeated: list[Expression] = [found] * least
            if most is None:
                repeated.append(Star(found))
            else:
                maybe = _either(found, EMPTY)
                assert maybe is not None
                repeated += [maybe] * (most - least)
            found = _chain(repeated)
        return found

    def repeats(self) -> tuple[int, int | None]:
        """The least and the largest number of a repetition; ``None`` for any number."""
        sign = self.pattern[self.at]
        self.at += 1
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        end = self.pattern.find("}", self.at)
        low, comma, high = self.pattern[self.at : end].partition(",")
        numbers = [low or "0", high or low or "0"]
        if end < 0 or not all(n.isascii() and n.isdecimal() and len(n) < 4 for n in numbers):
            raise self.wrong("expected {n}, {n,} or {n,m}")
        least, most = map(int, numbers)
        if not (low or high) or (high and most < least) or max(least, most) > MOST_REPEATS:
            raise self.wrong(
                f"repetitions from {low} to {high} are none, or more than there can be"
            )
        self.at = end + 1
        return least, None if comma and not high else most

    def atom(self) -> Expression:
        """One character, any (``.``), a class or a group."""
        self.parts += 1
        if self.next_is("("):
            self.depth += 1
            if self.depth > DEEPEST:
                raise self.wrong(f"groups stand in others more than {DEEPEST} deep")
            found = self.choice()
            if not self.next_is(")"):
                raise self.wrong("a group is not closed: expected )")
            self.depth -= 1
            return found
        if self.next_is("."):
            return OneOf(frozenset(self.values))
        if self.next_is("["):
            return OneOf(self.members())
        return OneOf(frozenset((self.symbol(),)))

    def members(self) -> frozenset[int]:
        """The values of a class in brackets."""
        others, found = self.next_is("^"), set()
        while not self.next_is("]"):
            low = high = self.symbol()
            if self.next_is("-"):
                high = self.symbol()
            if high < low:
                raise self.wrong("a range that runs down")
            found |= {value for value in self.values if low <= value <= high}
        return frozenset(self.values) - found if others else frozenset(found)

    def symbol(self) -> int:
        """The value of the next character."""
        if self.at >= len(self.pattern):
            raise self.wrong("the pattern ends too early")
        character = self.pattern[self.at]
        if character not in self.symbols:
            raise self.wrong(f"{character!r} is no value of the grid")
        self.at += 1
        return self.symbols[character]

    def next_is(self, character: str) -> bool:
        """Whether the next character is this one; then it is read."""
        if self.pattern[self.at : self.at + 1] != character:
            return False
        self.at += 1
        return True

    def wrong(self, message: str) -> PuzzleError:
        """The error at the present place."""
        return PuzzleError(f"pattern {self.pattern!r}, character {self.at + 1}: {message}")


def _chain(items: Sequence[Expression]) -> Expression:
    """Items one after another; to the right, so that derivatives stay few."""
    found: Expression = EMPTY
    for item in reversed(items):
        found = _then(item, found)
    return found
