"""Checks of JSON input: objects and lists with the expected entries.

>>> checked_list([1, 2], "a scope")
(1, 2)
>>> checked_mapping([], "an objective")
Traceback (most recent call last):
nonet.errors.ModelError: an objective: expected an object, not []
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.errors import ModelError
from nonet.model.integers import checked_tuple, short_repr


def object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs; raise ``ModelError`` where a name is there twice."""
    document = dict(pairs)
    if len(document) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ModelError(f"not a model: {short_repr(twice)} is there twice in one object")
    return document


def check_keys(entry: Mapping[str, Any], known: set[str], required: set[str], where: str) -> None:
    """Raise ``ModelError`` if an object lacks a required name, or has an unknown name."""
    for name in required:
        if name not in entry:
            raise ModelError(f"{where} without {name!r}")
    for name in entry:
        if name not in known:
            raise ModelError(
                f"{where} has no entry {short_repr(name)}; it has {', '.join(sorted(known))}"
            )


def checked_mapping(value: Any, what: str) -> dict[str, Any]:
    """Return a JSON object unchanged; raise ``ModelError`` for any other value."""
    if not isinstance(value, dict):
        raise ModelError(f"{what}: expected an object, not {short_repr(value)}")
    return value


def checked_list(value: Any, what: str) -> tuple[Any, ...]:
    """Return the entries of a list; raise ``ModelError`` for any other value."""
    if not isinstance(value, list):
        raise ModelError(f"{what}: expected a list, not {short_repr(value)}")
    return checked_tuple(value, what, "entries")
