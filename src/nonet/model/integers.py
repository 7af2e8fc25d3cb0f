"""Integers as they come in: what is one is taken, what is none is refused by name.

Whatever Python itself takes as an index is an integer: ``bool``, numpy's integers,
members of an ``IntEnum``.  A ``float`` never is, not even ``2.0``.

>>> from enum import IntEnum
>>> Colour = IntEnum("Colour", "RED GREEN")
>>> integer(Colour.GREEN, "a colour", "value"), integer(True, "a colour", "value")
(2, 1)
>>> integer(2.0, "a colour", "value")
Traceback (most recent call last):
nonet.errors.ModelError: a colour: the value 2.0 is a float, not an integer: write 2
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import index
from typing import Any

from nonet.errors import ModelError

MOST_DIGITS = 1000
"""Most digits of an integer in a model: Python does not print integers of 4,300 and more,
and sums and products must still print."""

_END = 10**MOST_DIGITS
_PLAIN = {int}
_QUICK = {tuple, list, frozenset, set}
_MOST_SHOWN = 60


def integer(value: object, where: object, what: str) -> int:
    """``value`` as a plain ``int``.

    ``where`` is the constraint that it is for, or words; ``what`` says which of its
    integers ("constant").  Raises ``ModelError``, naming both, if it is no integer.
    """
    if type(value) is not int:
        try:
            value = int(index(value))  # type: ignore[arg-type]
        except TypeError:
            raise _refused(value, where, what) from None
    if not -_END < value < _END:
        raise ModelError(
            f"{_words(where)}: the {what} {shown(value)} is too large: at most {MOST_DIGITS} digits"
        )
    return value


def is_integer(value: object) -> bool:
    """Whether :func:`integer` takes it: an ``IntEnum`` has a name, and is no variable for that;
    an expression has an index, which only says what to write instead."""
    return hasattr(value, "__index__") and not hasattr(value, "terms")


def integers(values: object, where: object, what: str) -> tuple[int, ...]:
    """Many at once, quickly; raises as :func:`integer`, or if ``values`` is no sequence."""
    found = tuple(values) if type(values) in _QUICK else items(values, where, f"{what}s")  # type: ignore[arg-type]
    if not found or are_plain(found):
        return found
    return tuple(integer(value, where, what) for value in found)


def are_plain(values: Collection[Any]) -> bool:
    """Whether there are some, all of them as :func:`integer` would give them."""
    return set(map(type, values)) == _PLAIN and min(values) > -_END and max(values) < _END


def items(values: object, where: object, what: str) -> tuple[Any, ...]:
    """What an iterable gives; raises ``ModelError`` if it is none, or is a text."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        hint = f": write [{values!r}, ...]" if hasattr(values, "terms") else ""
        raise ModelError(f"{_words(where)}: the {what} are a sequence, not {shown(values)}{hint}")
    return tuple(values)


def cut(text: str, most: int) -> str:
    """A text, or the first ``most`` characters of a longer one."""
    return text if len(text) <= most else f"{text[:most]}..."


def shown(value: object) -> str:
    """A value in an error: short, whatever it is."""
    if isinstance(value, int) and not -_END < value < _END:
        return f"of {value.bit_length()} bits"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer too long for Python, inside of something
        return f"a {type(value).__name__}"
    return cut(text, _MOST_SHOWN)


def _refused(value: object, where: object, what: str) -> ModelError:
    hint = ""
    if isinstance(value, float):
        hint = " is a float, not an integer"
        if value.is_integer():
            hint += f": write {shown(int(value))}"
    elif isinstance(value, str):
        hint = " is a text, not an integer"
    return ModelError(f"{_words(where)}: the {what} {shown(value)}{hint or ' is no integer'}")


def _words(where: object) -> str:
    return str(getattr(where, "described", where))
