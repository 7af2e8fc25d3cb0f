"""Families of techniques: what finds them, one a file, or a folder that owns its search.

A family is a module with a function and, if it needs them, some facts about itself:

``find(position, wanted)``
    yields the steps whose technique's key is in ``wanted`` (a frozenset), the
    ones a person would see first before others; no step twice.
``find_all(position, wanted)``
    also yields rarer forms that paths leave out and ``--find`` shows.
``QUICK``
    true if a hint may show every instance; otherwise it shows the first.
``EASIEST_FIRST``
    true if ``find`` yields steps whose score depends on their length by that score.
``most(key)``
    the cells of the largest puzzle that a technique is searched in.
``find_as_hodoku(position, wanted)``
    the steps among which HoDoKu chooses, where these are not those that ``find`` yields.
``as_hodoku(step)``
    sorts its steps as HoDoKu would take them (``hodoku_order.py``).

``catalogue.py`` says which technique belongs to which family; a module is
imported when one of its techniques is first looked for.  A family of its own is also a
named set of techniques.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nonet.techniques.position import Position
    from nonet.techniques.step import Step


class Family(Protocol):
    """What every family's module offers."""

    def find(self, position: Position, requested: frozenset[str]) -> Iterator[Step]:
        """The steps at ``position`` of the techniques whose keys are ``wanted``."""
        ...
