"""Helpers: variables that a rule adds beside the cells, and what people are told of them.

The name of a helper begins with ``~``, so that no cell has it, and what follows reads as words:
a noun, as in ``~region of R1C1``, or, of a variable that is 0 or 1, ``~whether`` and a statement.

>>> fact("R1C1", "4"), fact("R1C1", "4", holds=False)
('R1C1 is 4', 'R1C1 is not 4')
>>> fact("~region of R1C1", "2")
'region of R1C1 is 2'
>>> fact("~whether R1C1 is odd", "1"), fact("~whether R1C1 is odd", "0")
('R1C1 is odd', 'it is not so that R1C1 is odd')
"""

from __future__ import annotations

_WHETHER = "~whether "


def is_helper(name: str) -> bool:
    """Whether a variable is one that a rule added."""
    return name.startswith("~")


def is_statement(name: str) -> bool:
    """Whether a variable says by 1 that something is so, and by 0 that it is not."""
    return name.startswith(_WHETHER)


def told(name: str) -> str:
    """A variable's name as people read it."""
    return name.removeprefix("~")


def fact(name: str, value: str, *, holds: bool = True) -> str:
    """That a variable has a value or, not ``holds``, has it not."""
    if is_statement(name):
        so = (value == "1") == holds
        return f"{'' if so else 'it is not so that '}{name.removeprefix(_WHETHER)}"
    return f"{told(name)} is {'' if holds else 'not '}{value}"
