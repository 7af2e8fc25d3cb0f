"""Text that is safe to show: control characters become visible escapes, nothing is lost.

A name or a label may hold anything.  On a terminal an escape sequence can move the cursor, hide
earlier text or change the title; a bidirectional control can disguise a text.  Whatever comes
from outside goes through :func:`printable` first.

>>> printable("a\\x1b[2Jb"), printable("two\\nlines"), printable("pay \\u202e001")
('a\\\\x1b[2Jb', 'two\\\\nlines', 'pay \\\\u202e001')
>>> printable("naïve 数独 ✓")
'naïve 数独 ✓'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNSAFE = (
    "\x00-\x1f\x7f-\x9f"  # C0 and C1 controls, among them ESC, BEL, CR and CSI
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff\ufffe\uffff"  # what no encoding can write, and no XML can hold
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible marks and tags
)
_INLINE, _LINES = f"[{_UNSAFE}]", f"(?!\n)[{_UNSAFE}]"
"""Patterns, compiled when used: few texts have such characters."""


def printable(text: str, *, keep_newlines: bool = False) -> str:
    """Return ``text`` with control characters as Python would write them; ``keep_newlines``
    keeps newlines.
    """
    if text.isprintable():
        return text
    return re.sub(_LINES if keep_newlines else _INLINE, _escaped_character, text)


def printable_json(text: str) -> str:
    """Return JSON with the characters that :func:`printable` escapes as JSON escapes: the
    parsed value is unchanged.

    >>> printable_json('"a\\u202eb"')
    '"a\\\\u202eb"'
    """
    if text.isprintable():
        return text
    import json  # few texts have such characters

    return re.sub(_INLINE, lambda match: json.dumps(match[0])[1:-1], text)


def joined_words(items: Iterable[str], conjunction: str = "and") -> str:
    """Words as a list: ``a, b and c``."""
    *head, last = items
    return f"{', '.join(head)} {conjunction} {last}" if head else last


def _escaped_character(match: re.Match[str]) -> str:
    return repr(match[0])[1:-1]
