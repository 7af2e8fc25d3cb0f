"""Checks of integers: integers of any kind are accepted, other values refused with their names.

Whatever Python itself takes as an index is an integer: ``bool``, numpy's integers (and truths),
members of an ``IntEnum``.  A ``float`` never is, not even ``2.0``.

>>> from enum import IntEnum
>>> Colour = IntEnum("Colour", "RED GREEN")
>>> checked_integer(Colour.GREEN, "a colour", "value"), checked_integer(True, "a colour", "value")
(2, 1)
>>> checked_integer(2.0, "a colour", "value")
Traceback (most recent call last):
nonet.errors.ModelError: a colour: the value 2.0 is a float, not an integer: write 2
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import isfinite
from operator import index
from typing import Any

from nonet.errors import ModelError

MOST_DIGITS = 1000
"""Most digits of an integer in a model: Python does not print integers of 4,300 and more,
and sums and products must still print."""

_INTEGER_LIMIT = 10**MOST_DIGITS
_INT_ONLY = {int}
_PLAIN_COLLECTIONS = {tuple, list, frozenset, set}
_MOST_SHOWN = 60


def checked_integer(value: object, context: object, field_name: str) -> int:
    """Return ``value`` as a plain ``int``.

    ``context`` is the constraint with the value, or a text; ``field_name`` names the value in
    the constraint ("constant").  Raises ``ModelError``, naming both, if the value is not an integer.
    """
    if type(value) is not int:
        try:
            value = int(index(value))  # type: ignore[arg-type]
        except TypeError:
            if not _is_numpy_truth(value):
                raise _not_an_integer_error(value, context, field_name) from None
            value = int(bool(value))
    if not -_INTEGER_LIMIT < value < _INTEGER_LIMIT:
        raise ModelError(
            f"{_context_text(context)}: the {field_name} {short_repr(value)} is too large: at "
            f"most {MOST_DIGITS} digits"
        )
    return value


def integer_of_text(text: str, base: int = 10) -> int:
    """Return the integer of a text; base 0 reads ``0x1F`` and ``0o17`` as well.

    Raises ``ValueError`` for a text that is not an integer or has more than ``MOST_DIGITS`` digits.

    >>> integer_of_text("-12"), integer_of_text("0x1F", 0)
    (-12, 31)
    """
    if len(text) > MOST_DIGITS:
        raise ValueError(f"the integer {text[:12]}... has more than {MOST_DIGITS} digits")
    try:
        return int(text, base)
    except ValueError:
        raise ValueError(f"expected an integer, not {short_repr(text)}") from None


def is_integer(value: object) -> bool:
    """Return whether :func:`checked_integer` accepts the value: an ``IntEnum`` member has a name,
    and is not a variable for that; expressions and constraints have an index, which only raises an
    error with advice.
    """
    if type(value) is int:
        return True
    has_index = hasattr(value, "__index__") or _is_numpy_truth(value)
    return has_index and not (hasattr(value, "terms") or hasattr(value, "holds"))


def _is_numpy_truth(value: object) -> bool:
    """Whether a value is ``np.True_`` or ``np.False_``, which NumPy does not take as an index."""
    return type(value).__module__ == "numpy" and type(value).__name__[:4] == "bool"


def checked_integers(values: object, context: object, field_name: str) -> tuple[int, ...]:
    """Many at once, quickly; raises as :func:`checked_integer`, or if ``values`` is not a sequence."""
    if type(values) in _PLAIN_COLLECTIONS:
        integers: tuple[int, ...] = tuple(values)  # type: ignore[arg-type]
    else:
        integers = checked_tuple(values, context, f"{field_name}s")
    if not integers or are_plain_integers(integers):
        return integers
    return tuple(checked_integer(value, context, field_name) for value in integers)


def are_plain_integers(values: Collection[Any]) -> bool:
    """Return whether there are values, all equal to their :func:`checked_integer` results."""
    return (
        set(map(type, values)) == _INT_ONLY
        and min(values) > -_INTEGER_LIMIT
        and max(values) < _INTEGER_LIMIT
    )


def checked_tuple(values: object, context: object, field_name: str) -> tuple[Any, ...]:
    """Return the elements of an iterable; raise ``ModelError`` for a text or another object."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        hint = f": write [{values!r}, ...]" if hasattr(values, "terms") else ""
        field_name = "expressions" if field_name == "of" else field_name
        verb = "are" if field_name.partition(" ")[0].endswith("s") else "is"
        raise ModelError(
            f"{_context_text(context)}: the {field_name} {verb} a sequence, not "
            f"{short_repr(values)}{hint}"
        )
    return tuple(values)


def truncated(text: str, most: int) -> str:
    """Return a text, cut after ``most`` characters."""
    return text if len(text) <= most else f"{text[:most]}..."


def short_repr(value: object) -> str:
    """Return a short representation of a value for an error."""
    if isinstance(value, int) and not -_INTEGER_LIMIT < value < _INTEGER_LIMIT:
        return f"of {value.bit_length()} bits"
    try:
        # of a constraint, whose repr has all its fields; arrays explain attributes by this function
        formula = getattr(value, "formula", "") if hasattr(type(value), "formula") else ""
        text = formula or repr(value)
    except (ValueError, RecursionError):  # an integer too long for Python, inside of something
        return f"a {type(value).__name__}"
    return truncated(text, _MOST_SHOWN)


def _not_an_integer_error(value: object, where: object, what: str) -> ModelError:
    hint = ""
    if isinstance(value, float):
        hint = f" is a float, not an integer{scaling_hint(value)}"
    elif isinstance(value, str):
        hint = " is a text, not an integer"
    elif getattr(value, "shape", ()):
        hint = " is an array: write the array first, array * x"
    return ModelError(
        f"{_context_text(where)}: the {what} {short_repr(value)}{hint or ' is not an integer'}"
    )


def scaling_hint(value: float) -> str:
    """Return advice on how to make a float an integer; empty if it is not a number.

    >>> scaling_hint(0.25), scaling_hint(3.0)
    (': solvers count in integers, so multiply everything by 4', ': write 3')
    """
    if not isfinite(value):
        return ""
    if value.is_integer():
        return f": write {short_repr(int(value))}"
    from fractions import Fraction  # most models have no floats

    fraction = Fraction(value).limit_denominator(1000)
    if abs(fraction - Fraction(value)) < 1e-12:
        return f": solvers count in integers, so multiply everything by {fraction.denominator}"
    return ": solvers count in integers, so multiply everything by 1000, say, and round"


def _context_text(where: object) -> str:
    return str(getattr(where, "description", where))
