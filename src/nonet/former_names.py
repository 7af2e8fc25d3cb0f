"""Former names of public attributes, which still work for one version, with a warning.

>>> @former_names(words="text")
... class Note:
...     text = "row 3"
>>> import warnings
>>> with warnings.catch_warnings(record=True) as caught:
...     warnings.simplefilter("always")
...     Note().words, str(caught[0].message)
('row 3', 'Note.words is called Note.text now')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from warnings import warn

T = TypeVar("T", bound=type)


class _FormerName:
    """A descriptor that reads an attribute, a method or a class method by its present name."""

    def __init__(self, class_name: str, former: str, present: str) -> None:
        self._message = f"{class_name}.{former} is called {class_name}.{present} now"
        self._present = present

    def __get__(self, instance: object, owner: type) -> Any:
        warn(self._message, DeprecationWarning, stacklevel=2)
        return getattr(owner if instance is None else instance, self._present)


def former_names(**present_of: str) -> Callable[[T], T]:
    """Return a class decorator that lets attributes be read by former names.

    ``present_of`` gives for each former name the present one.  Reading a former name raises a
    ``DeprecationWarning`` that names both.
    """

    def add_names(owner: T) -> T:
        for former, present in present_of.items():
            setattr(owner, former, _FormerName(owner.__name__, former, present))
        return owner

    return add_names
