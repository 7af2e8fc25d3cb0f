"""Bases of answers: enumerations that are compared with texts, and answers without a truth value.

>>> class Light(TextValued):
...     RED = "red"
>>> Light.RED == "red"
True
>>> Light.RED == "RED"
Traceback (most recent call last):
TypeError: 'RED' is no Light: compare with 'red'
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar, NoReturn


class TextValued(Enum):
    """Members are equal to the text of their value; a text that is no value is an error."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str):
            return self is other
        texts = [member.value for member in type(self)]
        if other not in texts:
            listed = " or ".join(map(repr, texts))
            raise TypeError(f"{other!r} is no {type(self).__name__}: compare with {listed}")
        return bool(other == self.value)

    def __hash__(self) -> int:
        return hash(self.value)


class NoTruthValue:
    """Answers of more than two values: ``if outcome:`` would hide one of them."""

    _what_to_compare: ClassVar[str] = "its status or number"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} has more than two values: "
            f"compare {self._what_to_compare} instead of its truth"
        )
