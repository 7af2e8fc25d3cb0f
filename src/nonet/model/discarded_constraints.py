"""Constraints that were written and then dropped: a line ``x < y`` that nothing adds.

Python evaluates such a line and forgets what it gave, so the model would lack a constraint
without a word.  The instruction after the one that asked says so: it is ``POP_TOP``, which only
a statement of its own has (a prompt and a notebook show the value instead).

>>> from nonet.model import ModelBuilder
>>> def forgotten():
...     build = ModelBuilder()
...     x, y = build.variables("xy", range(9))
...     x < y
>>> forgotten()
Traceback (most recent call last):
nonet.errors.ModelError: x < y is written and not added, so it would be forgotten: build.add(x < y)
"""

from __future__ import annotations

import linecache
import sys
from dis import opmap
from typing import TYPE_CHECKING, TypeVar

from nonet.errors import ModelError

if TYPE_CHECKING:
    from types import FrameType

    from nonet.model.constraints.base import Constraint

    Made = TypeVar("Made", bound=Constraint)

_POP_TOP = opmap["POP_TOP"]
_CACHE = 0
"""Room that the interpreter keeps after an instruction for itself."""


def reject_discarded(constraint: Made, stack_level: int = 1) -> Made:
    """Return ``constraint``, which an operator is about to return, unless nothing takes it.

    ``stack_level`` is the number of frames from the caller of this function up to the
    expression with the operator.
    """
    frame = sys._getframe(stack_level + 1)
    code, at = frame.f_code.co_code, frame.f_lasti + 2
    while at < len(code) and code[at] == _CACHE:
        at += 2
    if at < len(code) and code[at] == _POP_TOP:
        words = _source_text(frame) or constraint.formula or constraint.description
        raise ModelError(
            f"{words} is written and not added, so it would be forgotten: build.add({words})"
        )
    return constraint


def _source_text(frame: FrameType) -> str:
    """What a frame's instruction is in its source, where that can be read and is one line."""
    line, end, first, last = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    if line is None or line != end:
        return ""
    text = linecache.getline(frame.f_code.co_filename, line, frame.f_globals)
    return text.encode()[first:last].decode(errors="replace").strip()
