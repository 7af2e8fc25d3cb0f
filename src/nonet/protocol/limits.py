"""Limits of questions, so that no question can bring an engine down.

Deeply nested JSON overflows the stack of a Python in a browser, which then dies; so depth is
measured in the text, before parsing.

>>> parse_question('{"do": "about"}')
{'do': 'about'}
>>> parse_question("[" * 100)
Traceback (most recent call last):
nonet.errors.QuestionError: a question is nested at most 40 deep
"""

from __future__ import annotations

import json
import re
from typing import Any

from nonet.errors import QuestionError

MAX_QUESTION_LENGTH = 1 << 20
"""Bytes of a question: 1 MiB."""

MAX_DEPTH = 40
"""How deep lists and objects may stand in each other."""

MAX_CELLS = 1600
"""Cells of a puzzle: more than any that is played."""

MAX_RULES = 2000
"""Rules of a puzzle."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def parse_question(text: str | bytes) -> dict[str, Any]:
    """Return the question of a text; raise ``QuestionError`` with the reason if the text is
    invalid.
    """
    if len(text) > MAX_QUESTION_LENGTH:
        raise QuestionError(
            f"a question has at most {MAX_QUESTION_LENGTH >> 10} KiB, not {len(text) >> 10}"
        )
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError:
        raise QuestionError("a question is text in UTF-8") from None
    check_depth(decoded)
    try:
        question = json.loads(decoded, parse_constant=_reject_constant)
    except (ValueError, RecursionError) as error:
        raise QuestionError(f"not JSON: {error}") from None
    if not isinstance(question, dict):
        raise QuestionError("a question is an object with the key do")
    return question


def check_depth(text: str, max_depth: int = MAX_DEPTH) -> None:
    """Raise ``QuestionError`` for JSON that is nested deeper than ``max_depth``."""
    depth = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
            if depth > max_depth:
                raise QuestionError(f"a question is nested at most {max_depth} deep")
        elif first in "]}":
            depth -= 1


def _reject_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")
