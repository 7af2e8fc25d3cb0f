"""Parts of a puzzle that were not read, and the answers that such parts could contradict.

A text is read as a whole, read with parts left out, or refused (a ``FormatError``).  Of a part that
was left out it is known what it could do to the solutions: only forbid some, only allow more, or
either.  Every verb answers about what was read; :func:`contradicting` decides, in this one place,
whether such an answer holds for the whole puzzle.

>>> drawn = UnreadPart("lines (drawn)", "forbid")
>>> contradicting((drawn,), Claims.NO_OTHERS)
()
>>> print(as_read_text("unique", contradicting((drawn,), Claims.BOTH)))
undecided: of what was read, unique; not read: lines (drawn)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Flag
from functools import reduce
from operator import or_
from typing import Any, Literal

from nonet.errors import PuzzleError, ReadInPart

May = Literal["forbid", "allow", "either"]
"""What a part could do to the solutions of what was read."""

EFFECTS: tuple[May, ...] = ("forbid", "allow", "either")

FEW = 3
"""Unread parts that an answer names; the rest are counted."""


@dataclass(frozen=True)
class UnreadPart:
    """A part of a text that was left out: its name, and what it may do to the solutions."""

    name: str
    may: May = "either"
    spares: str = field(default="", repr=False)
    """A solution, in a line, that the part does not forbid: the setter's.  Empty if none is known."""

    def __post_init__(self) -> None:
        if self.may not in EFFECTS:
            raise PuzzleError(f"an unread part may {', '.join(EFFECTS)}, not {self.may!r}")


class Claims(Flag):
    """What an answer claims of the solutions.

    ``SOLUTIONS``: assignments it rests on are solutions, which a part that forbids contradicts.
    ``NO_OTHERS``: all else is not a solution, which a part that allows more contradicts.
    """

    NOTHING = 0
    SOLUTIONS = 1
    NO_OTHERS = 2
    BOTH = 3


_REFUTED = {"forbid": Claims.SOLUTIONS, "allow": Claims.NO_OTHERS, "either": Claims.BOTH}


def contradicting(
    unread: Iterable[UnreadPart], claims: Claims, solutions: Iterable[str] = ()
) -> tuple[UnreadPart, ...]:
    """Return the unread parts that could contradict an answer with these claims.

    ``solutions`` are all assignments, in a line each, that the answer claims to be solutions.

    >>> drawn = UnreadPart("lines (drawn)", "forbid", "12")
    >>> contradicting([drawn], Claims.BOTH, ["12"]), len(contradicting([drawn], Claims.BOTH, ["21"]))
    ((), 1)
    """
    lines = set(solutions)
    return tuple(
        part
        for part in unread
        if (refuted := _REFUTED[part.may] & claims)
        and not (refuted is Claims.SOLUTIONS and lines == {part.spares})
    )


def may_change(unread: Iterable[UnreadPart]) -> Claims:
    """Return the claims that some of the parts could contradict."""
    return reduce(or_, (_REFUTED[part.may] for part in unread), Claims.NOTHING)


def as_read_text(text: str, doubts: Iterable[UnreadPart]) -> str:
    """Return an answer in words, as what it is about: the part that was read, if there are doubts."""
    doubts = tuple(doubts)
    if not doubts:
        return text
    return f"undecided: of what was read, {text.removeprefix('undecided: ')}; {_not_read(doubts)}"


def as_read_json(fields: dict[str, Any], doubts: Iterable[UnreadPart]) -> dict[str, Any]:
    """Return the fields of an answer, within an undecided one if there are doubts."""
    names = [part.name for part in doubts]
    if not names:
        return fields
    return {"verdict": "undecided", "doubts": names, "of_what_was_read": fields}


def _not_read(parts: tuple[UnreadPart, ...]) -> str:
    more = f" and {len(parts) - FEW} more" if len(parts) > FEW else ""
    return f"not read: {', '.join(part.name for part in parts[:FEW])}{more}"


def require_whole(unread: tuple[UnreadPart, ...], what: str) -> None:
    """Raise ``ReadInPart`` if parts were not read of ``what``, such as "the template"."""
    if unread:
        raise ReadInPart(
            f"undecided: of what was read, {what} would be taken for the whole; {_not_read(unread)}; "
            "puzzle.as_read() takes it so"
        )


def combined(first: May, second: May) -> May:
    """Return what two parts may do together."""
    return first if first == second else "either"
