"""Families of techniques: the engines, one a file.

A family is a module with these functions:

``find(position, wanted)``
    yields the steps whose technique's key is in ``wanted`` (a frozenset), the
    ones a person would see first before others; no step twice.
``find_all(position, wanted)``
    if it has one, also yields rarer forms that paths leave out and ``--find`` shows.
``EASIEST_FIRST``
    true if ``find`` yields steps whose score depends on their length by that score.
``as_hodoku(step)``
    if it has one, sorts its steps as HoDoKu would take them (``hodoku_order.py``).
``describe(step)``
    gives the ``Words`` of a step that it found.

``catalogue.py`` says which technique belongs to which family; a module is
imported when one of its techniques is first looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nonet.techniques.position import Position
    from nonet.techniques.step import Step, Words


class Family(Protocol):
    """What a family's module offers."""

    def find(self, position: Position, wanted: frozenset[str]) -> Iterator[Step]:
        """The steps at ``position`` of the techniques whose keys are ``wanted``."""
        ...

    def describe(self, step: Step) -> Words:
        """A step of this family in words."""
        ...
