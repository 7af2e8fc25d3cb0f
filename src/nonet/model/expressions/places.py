"""Places: the entries of a value that stands beside an array, one a place.

>>> joined_places([1, 2], [3, 4], lambda entry, value: entry + value, "+")
[4, 6]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from nonet.errors import ModelError
from nonet.model.constraints.base import Constraint, known_truth
from nonet.model.expressions.arithmetic import Arithmetic
from nonet.model.integers import checked_integer, short_repr


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


def selected(entries: Sequence[Any], places: Any) -> list[Any]:
    """Return the entries at some places, or where a mask of as many truths is true.

    >>> selected("abc", [2, 0]), selected("abc", [True, False, True])
    (['c', 'a'], ['a', 'c'])
    """
    listed = places_of(places)
    if listed is None:
        raise ModelError(f"an array has places 0 to {len(entries) - 1}, not {short_repr(places)}")
    if all(isinstance(each, bool) or str(getattr(each, "dtype", "")) == "bool" for each in listed):
        if len(listed) != len(entries):
            raise ModelError(
                f"a mask of {len(listed)} truths for an array of {len(entries)}: both need as many"
            )
        return [entry for entry, chosen in zip(entries, listed, strict=True) if chosen]
    return [entries[checked_index(each, len(entries), "the array")] for each in listed]


def selected_places(rows: Sequence[Sequence[Any]], mask: Any) -> list[Any]:
    """Return the entries of a matrix where a mask of its shape is true, row by row."""
    masks = places_of(mask) or []
    if len(masks) != len(rows):
        raise ModelError(
            f"a mask of {len(masks)} rows for a matrix of {len(rows)}: both need as many"
        )
    return [entry for row, each in zip(rows, masks, strict=True) for entry in selected(row, each)]


def checked_index(place: Any, size: int, where: str) -> int:
    """Return a place from 0, or from the end; raise ``IndexError`` for a place outside."""
    index = checked_integer(place, where, "place")
    if not -size <= index < size:
        raise IndexError(f"{where} has the places 0 to {size - 1}, not {index}")
    return index


def negated(entry: Any) -> Any:
    """Return the negation of a constraint, or of a truth."""
    return ~entry if (known := known_truth(entry)) is None else not known


def implied(entry: Any, value: Any) -> Any:
    """Return that where an entry of an array holds, a value does too; either may be a truth."""
    if (known := known_truth(entry)) is None:
        return entry.implies(value)
    return value if known else True
