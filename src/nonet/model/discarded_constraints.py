"""Constraints that were written and then dropped: a line ``x < y`` that nothing adds.

Python evaluates such a line and drops the result, so the model would lack a constraint without a
word.  The next instruction shows the loss: ``POP_TOP``, which only an expression statement has (a
prompt and a notebook show the value instead).

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

import os
import sys
from functools import lru_cache
from opcode import opmap
from typing import TYPE_CHECKING, TypeVar

from nonet.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

Made = TypeVar("Made")

_POP_TOP = opmap["POP_TOP"]
_RETURN_VALUE = opmap["RETURN_VALUE"]
_APPENDING = {opmap["LIST_APPEND"], opmap["SET_ADD"]}
_DISPLAYS = {opmap["BUILD_LIST"], opmap["BUILD_TUPLE"], opmap["BUILD_SET"]}
_ENDS = {_POP_TOP, _RETURN_VALUE, *_APPENDING, *_DISPLAYS}
"""Operations after which a constraint may be forgotten."""
_CALLS = {opmap.get(name) for name in ("CALL", "CALL_FUNCTION_EX", "CALL_KW")}
_CACHE = 0
"""Room that the interpreter keeps after an instruction for itself."""

_OURS = __file__.rsplit(os.sep, 2)[0]
_MOST_CODE = 1_000_000


def reject_discarded(constraint: Made, stack_level: int = 1, *, by_call: bool = False) -> Made:
    """Return a constraint from an operator or a function, unless the caller drops it.

    ``stack_level`` is the number of frames between the caller of this function and the frame of the
    source.  A function of the same module that only returns the constraint is looked through; so is
    a list, such as ``[v < 2 for v in q]``.  ``by_call`` says that a function was called there, not
    an operator (which ``sorted`` uses, too).  Raise ``ModelError`` where the constraint would be
    forgotten.
    """
    caller = sys._getframe(stack_level + 1)
    code, at = caller.f_code.co_code, caller.f_lasti + 2
    while at < len(code) and code[at] == _CACHE:
        at += 2
    if at < len(code) and code[at] in _ENDS:  # most comparisons go on to a call, and are done here
        _reject_forgotten(constraint, caller, by_call)
    return constraint


def _reject_forgotten(constraint: object, caller: FrameType, by_call: bool) -> None:
    """Raise ``ModelError`` if the frame of a caller drops the constraint."""
    frame: FrameType | None = caller
    while frame is not None:
        following = _following_operations(frame)
        op = next(following, None)
        if op == _RETURN_VALUE:
            if not by_call and frame.f_code.co_code[frame.f_lasti] in _CALLS:
                break
            by_call = True
            upper = frame.f_back
            frame = upper if upper is not None and upper.f_globals is frame.f_globals else None
            continue
        if (
            op == _POP_TOP
            or (op in _DISPLAYS and next(following, None) == _POP_TOP)
            or (op in _APPENDING and _is_listed_in_vain(frame))
        ):
            text = _source_text(frame) or _constraint_text(constraint)
            how = f"*{text}" if text.startswith("[") else text
            raise ModelError(
                f"{text} is written and not added, so it would be forgotten: build.add({how})"
            )
        break


def reject_discarded_instance(constraint: Made) -> Made:
    """The same of an instance whose constructor was called: ``AllEqual([x, y])`` as a statement."""
    level = 1
    while sys._getframe(level + 1).f_code.co_name in _CONSTRUCTORS:
        level += 1
    if not sys._getframe(level + 1).f_code.co_filename.startswith(_OURS):
        reject_discarded(constraint, level + 1, by_call=True)
    return constraint


def reject_used_result(frame: FrameType) -> None:
    """Raise ``ModelError`` where a program asks the result of a builder's method for an attribute.

    ``build.add(x < y).OnlyEnforceIf(b)`` would end in Python's words about ``None``.
    """
    if next(_following_operations(frame), None) not in _ATTRIBUTES:
        return
    import dis

    after = (each for each in dis.get_instructions(frame.f_code) if each.offset > frame.f_lasti)
    name = next((each.argval for each in after if each.opcode in _ATTRIBUTES), "")
    text = _source_text(frame) or "build.add(x < y)"
    raise ModelError(
        f"{text} returns nothing, and has no {name!r}: a constraint that holds only where b is 1 is "
        "build.add((b == 1).implies(x < y)), and words are label='...'"
    )


_ATTRIBUTES = {opmap.get("LOAD_ATTR"), opmap.get("LOAD_METHOD")}
_CONSTRUCTORS = ("__post_init__", "__init__")


def _following_operations(frame: FrameType) -> Iterator[int]:
    """Yield the operations of a frame after the current operation."""
    code, at = frame.f_code.co_code, frame.f_lasti + 2
    for place in range(at, len(code), 2):
        if code[place] != _CACHE:
            yield code[place]


def _is_listed_in_vain(frame: FrameType) -> bool:
    """Whether a frame is within a comprehension that is a statement of its own, in a file."""
    name = frame.f_code.co_filename
    if name.startswith("<") or "ipykernel_" in name:
        return False
    import linecache  # 5 ms, which few models need

    lines = linecache.getlines(name, frame.f_globals)
    spans = _comprehension_statements("".join(lines)) if lines else ()
    return any(first <= frame.f_lineno <= last for first, last in spans)


@lru_cache(maxsize=8)
def _comprehension_statements(text: str) -> tuple[tuple[int, int], ...]:
    """The first and the last line of each statement that is a comprehension and no more."""
    import ast

    if len(text) > _MOST_CODE:
        return ()
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(
        (node.lineno, node.end_lineno or node.lineno)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.ListComp | ast.SetComp)
    )


def _constraint_text(constraint: object) -> str:
    return (
        getattr(constraint, "formula", "")
        or getattr(constraint, "description", "")
        or repr(constraint)
    )


def _source_text(frame: FrameType) -> str:
    """Return the source of a frame's instruction, if readable and on one line; else empty."""
    line, end, first, last = list(frame.f_code.co_positions())[frame.f_lasti // 2]
    if line is None or line != end:
        return ""
    import linecache

    text = linecache.getline(frame.f_code.co_filename, line, frame.f_globals)
    return text.encode()[first:last].decode(errors="replace").strip()
