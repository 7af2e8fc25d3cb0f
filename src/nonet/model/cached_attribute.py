"""An attribute that is computed at its first use, and then stored in the instance.

``functools.cached_property`` of Python 3.11 takes a lock at each first read: more time than most
attributes of an expression take to compute.

>>> class Square:
...     @cached_attribute
...     def area(self) -> int:
...         return 9
>>> square = Square()
>>> square.area, vars(square)
(9, {'area': 9})
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class cached_attribute(Generic[T]):
    """Decorate a method: its result becomes an attribute of the instance."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value
