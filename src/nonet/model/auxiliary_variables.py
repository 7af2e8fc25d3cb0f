"""Helpers: variables that a rule or a reader adds beside those declared, and their display names.

The name of a helper begins with ``~``, as no cell's does, and the rest reads as words: a noun, as
in ``~region of R1C1``, or, for a variable that is 0 or 1, ``~whether`` and a statement.

>>> assignment_text("R1C1", "4"), assignment_text("R1C1", "4", holds=False)
('R1C1 is 4', 'R1C1 is not 4')
>>> assignment_text("~region of R1C1", "2")
'region of R1C1 is 2'
>>> assignment_text("~whether R1C1 is odd", "1"), assignment_text("~whether R1C1 is odd", "0")
('R1C1 is odd', 'R1C1 is not odd')
"""

from __future__ import annotations

import re

_INDICATOR_PREFIX = "~whether "

INTRODUCED = "X_INTRODUCED_"
"""The beginning of the names that MiniZinc's compiler gives to variables of its own."""


def is_auxiliary(name: str) -> bool:
    """Return whether a rule, a reader or a compiler added the variable."""
    return name.startswith(("~", INTRODUCED))


def is_indicator(name: str) -> bool:
    """Return whether a variable is 1 if its statement is true, and 0 if not."""
    return name.startswith(_INDICATOR_PREFIX)


def display_name(name: str) -> str:
    """Return the name of a variable for people."""
    return name.removeprefix("~")


def assignment_text(name: str, value: str, *, holds: bool = True) -> str:
    """Return the text that a variable has a value or, if not ``holds``, lacks this value."""
    if is_indicator(name):
        statement = name.removeprefix(_INDICATOR_PREFIX)
        negated, verbs = re.subn(" (is|are) ", r" \1 not ", statement)
        negated = negated if verbs == 1 else f"it is not so that {statement}"
        return statement if (value == "1") == holds else negated
    return f"{display_name(name)} is {'' if holds else 'not '}{value}"
