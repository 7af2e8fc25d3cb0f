"""Warnings about constraints that are always true, or always false: one a line, then their number.

>>> import warnings
>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x = build.array("x", 3, range(3))
>>> with warnings.catch_warnings(record=True) as caught:
...     warnings.simplefilter("always")
...     build.add(each <= 9 for each in x)
...     model = build.model()
>>> [str(each.message).partition(" true")[0] for each in caught]
['x[0] <= 9 is always', '3 constraints are always']
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from pathlib import PurePath
from types import FrameType

from nonet.errors import ModelWarning
from nonet.model.constraints import Constraint
from nonet.model.domain import Domain
from nonet.model.source_text import entailment_warning

MODEL_FOLDER = str(PurePath(__file__).parent)
"""Where this room's code is; the first frame elsewhere is the user's."""

MAX_WARNED_LINES = 20
"""Source lines of a model with a warning each, for constraints that are always true or always
false.
"""


class EntailmentWarnings:
    """The warnings about a model so far."""

    def __init__(self) -> None:
        self._entailed = {True: 0, False: 0}
        """How many constraints are always true, and always false."""
        self._warned_of = {True: 0, False: 0}
        self._warned_lines: set[tuple[str, int]] = set()

    def warn(self, constraint: Constraint, known: bool, domains: Mapping[str, Domain]) -> None:
        """Warn of the first always true, or false, constraint of each of some lines; count all."""
        self._entailed[known] += 1
        frame, level = calling_frame()
        line = frame.f_code.co_filename, frame.f_lineno
        if line not in self._warned_lines and len(self._warned_lines) < MAX_WARNED_LINES:
            self._warned_lines.add(line)
            self._warned_of[known] += 1
            warnings.warn(entailment_warning(constraint, known, domains), ModelWarning, level)

    def warn_of_count(self) -> None:
        """Warn of how many constraints are always true or false, if not of each was warned."""
        for known, number in self._entailed.items():
            if number > self._warned_of[known]:
                self._warned_of[known] = number
                text = f"{number} constraints are always {str(known).lower()} in all"
                warnings.warn(text, ModelWarning, calling_frame()[1])


def warn_of_comparison(text: str, known: bool) -> None:
    """Warn of a comparison of which all variables cancel out, but for a place of an array.

    There ``abs(q - q[0]) <= 1`` is always true in one place, and no slip.
    """
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(MODEL_FOLDER):
        if frame.f_code.co_name in _PLACE_BY_PLACE:
            return
        frame = frame.f_back
    warnings.warn(f"{text} is always {str(known).lower()}", ModelWarning, calling_frame()[1])


_PLACE_BY_PLACE = ("joined_places", "element_wise")


def calling_frame() -> tuple[FrameType, int]:
    """The frame that called this room, and its ``stacklevel`` for the caller of this function."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(MODEL_FOLDER):
        frame, level = frame.f_back, level + 1
    return frame, level
