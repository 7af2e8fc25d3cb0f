"""The line of a user's program that called this room, for warnings and for texts of constraints."""

from __future__ import annotations

import sys
import warnings
from pathlib import PurePath
from types import FrameType

from nonet.errors import ModelWarning

_FOLDER = PurePath(__file__).parent
MODEL_FOLDER = str(_FOLDER), str(_FOLDER.parent / "solving" / "session.py")
"""The beginnings of the names of the files whose frames are not the user's."""

_PLACE_BY_PLACE = ("joined_places", "element_wise")


def calling_frame() -> tuple[FrameType, int]:
    """The frame that called this room, and its ``stacklevel`` for the caller of this function."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(MODEL_FOLDER):
        frame, level = frame.f_back, level + 1
    return frame, level


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
