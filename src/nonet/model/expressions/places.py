"""Places: the entries of a value that stands beside an array, one a place.

>>> joined_places([1, 2], [3, 4], lambda entry, value: entry + value, "+")
[4, 6]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint
from nonet.model.expressions.arithmetic import Arithmetic


def places_of(other: Any) -> list[Any] | None:
    """Return the entries of a sequence or array; ``None`` for a single value.

    >>> places_of((1, 2)), places_of("red"), places_of(3)
    ([1, 2], None, None)
    """
    if isinstance(other, str | bytes | Enum | Arithmetic | Constraint):
        return None
    if getattr(other, "shape", None) == ():  # a number of NumPy
        return None
    if isinstance(other, Sequence) or hasattr(other, "__array__"):
        return [*getattr(other, "values", other)] if hasattr(other, "iloc") else [*other]
    return None


def joined_places(
    entries: Sequence[Any], other: Any, join: Callable[[Any, Any], Any], sign: str
) -> list[Any]:
    """Return ``join`` of each entry with the other value, or with the other's entry there.

    Raise ``ModelError`` where there are more or fewer.
    """
    others = places_of(other)
    if others is None:
        if isinstance(other, set | frozenset | dict):
            raise ModelError(f"an array {sign} a {type(other).__name__}, which has no order")
        return [join(entry, other) for entry in entries]
    if len(others) != len(entries):
        raise ModelError(
            f"an array of {len(entries)} {sign} one of {len(others)}: both need as many places"
        )
    return [join(entry, each) for entry, each in zip(entries, others, strict=True)]
