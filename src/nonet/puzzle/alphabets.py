"""Symbols: the character a value is written with.

Up to nine values are digits.  More go on with letters, and which letter is ten
differs between programs, so the alphabet is always stated.

>>> default_alphabet(range(1, 17)).symbol(10), ALPHABETS["letters"].symbol(10)
('A', 'J')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from nonet.errors import PuzzleError

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Alphabet:
    """One character for each value from ``first`` on.

    Letters are read in either case as long as only one case is used.
    """

    name: str
    characters: str
    first: int = 1

    @cached_property
    def value_of_symbol(self) -> dict[str, int]:
        """The value of a character."""
        values = {char: self.first + i for i, char in enumerate(self.characters)}
        if self.characters.upper() == self.characters:
            values |= {char.lower(): value for char, value in values.items()}
        return values

    def up_to(self, value: int) -> Alphabet:
        """The alphabet of the values up to ``value``: with few, letters are read in either case.

        >>> ALPHABETS["digits"].up_to(16).value_of_symbol["f"]
        15
        """
        return replace(self, characters=self.characters[: value - self.first + 1])

    def symbol(self, value: int) -> str:
        """The character of a value; raises ``PuzzleError`` if there is none."""
        index = value - self.first
        if not 0 <= index < len(self.characters):
            raise PuzzleError(f"alphabet {self.name} has no character for {value}")
        return self.characters[index]


ALPHABETS: dict[str, Alphabet] = {
    "digits": Alphabet("digits", "123456789" + _UPPER + _UPPER.lower() + "@#$"),
    "letters": Alphabet("letters", _UPPER + _UPPER.lower()),
    "zero": Alphabet("zero", "0123456789" + _UPPER + _UPPER.lower() + "@#", first=0),
}
"""``digits``: 1 to 9, then A = 10.  ``letters``: A = 1.  ``zero``: 0 to 9, then A = 10."""


def default_alphabet(values: Iterable[int]) -> Alphabet:
    """Return the alphabet for some values, no longer than necessary.

    The result is the alphabet of ``digits``, or of ``zero`` where 0 is a value.
    """
    values = tuple(values)
    return _default_between(min(values), max(values))


@lru_cache(maxsize=64)
def _default_between(lowest: int, highest: int) -> Alphabet:
    return ALPHABETS["zero" if lowest == 0 else "digits"].up_to(highest)
