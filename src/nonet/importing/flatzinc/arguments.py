"""The kinds of arguments of FlatZinc constraints: how each is recognised, and its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from nonet.model import Domain


@lru_cache(maxsize=256)
def kinds_of(text: str) -> tuple[str, ...]:
    """Return the kinds of the arguments of a constraint."""
    return tuple(text.split())


def _is_term(value: Any) -> bool:
    return type(value) is str or type(value) is int


_TERMS = {str, int}

KIND_TESTS: dict[str, Callable[[Any], bool]] = {
    "integer": lambda value: type(value) is int,
    "term": _is_term,
    "divisor": _is_term,
    "set": lambda value: isinstance(value, Domain),
    "integers": lambda value: type(value) is tuple and set(map(type, value)) <= {int},
    "terms": lambda value: type(value) is tuple and set(map(type, value)) <= _TERMS,
}

KIND_NAMES = {
    "integer": "integer",
    "term": "integer or variable",
    "divisor": "integer or variable",
    "set": "set of integers",
    "integers": "array of integers",
    "terms": "array of variables",
}
