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

from copy import copy
from enum import Enum
from typing import Any, ClassVar, NoReturn, Self

from nonet.puzzle.unread import Claims, UnreadPart, as_read_json, as_read_text, contradicting


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


class DecidedByReading:
    """Answers that hold for the whole puzzle, or are undecided because of parts that were not read.

    An answer about a puzzle that was read only in part holds for the whole puzzle, or it is
    undecided: then ``doubts`` are the unread parts that could contradict it, and ``as_read`` is the
    answer about what was read.
    """

    doubts: tuple[UnreadPart, ...] = ()
    _as_read: Any = None

    @property
    def as_read(self) -> Self:
        """The answer about what was read of the puzzle: this one, unless it is undecided."""
        return self if self._as_read is None else self._as_read

    @property
    def claims(self) -> Claims:
        """What the answer claims of the solutions."""
        return Claims.BOTH

    def undecided_fields(self, doubts: tuple[UnreadPart, ...]) -> dict[str, object]:
        """The fields that this answer has otherwise where it is undecided."""
        return {}

    def for_puzzle(self, unread: tuple[UnreadPart, ...]) -> Self:
        """Return the answer for a puzzle of which this is the answer about what was read."""
        doubts = contradicting(unread, self.claims)
        if not doubts:
            return self
        undecided = copy(self)
        for name, value in {
            "doubts": doubts,
            "_as_read": self,
            **self.undecided_fields(doubts),
        }.items():
            object.__setattr__(undecided, name, value)
        return undecided

    def decided_text(self, text: str) -> str:
        """Return the text of an answer about what was read, or that the answer is undecided."""
        return as_read_text(text, self.doubts)

    def decided_json(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of an answer about what was read, or that the answer is undecided."""
        return as_read_json(fields, self.doubts)


class NoTruthValue(DecidedByReading):
    """Answers of more than two values: ``if outcome:`` would hide one of them."""

    _what_to_compare: ClassVar[str] = "its status or number"

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} has more than two values: "
            f"compare {self._what_to_compare} instead of its truth"
        )
