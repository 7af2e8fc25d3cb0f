"""The errors a user can meet, as one tree.

::

    NonetError
    ├── ModelError             a declaration that makes no sense (a ValueError)
    ├── PuzzleError            a grid or a rule that makes no sense (a ValueError)
    │   ├── ClueError          a clue out of range, or two clues that clash
    │   └── ImpossibleRule     a rule that no values of its grid can meet
    ├── FormatError            text that is not a puzzle: says source, line, column (a ValueError)
    ├── QuestionError          a question of a page that cannot be asked so (a ValueError)
    ├── ResumeError            a run that cannot go on: its input or options changed (a ValueError)
    ├── LimitError             a time or solution limit that is not a limit (a ValueError)
    ├── TechniqueError         no technique or set of techniques of that name (a LookupError)
    ├── ExerciseError          no exercise, hint or file of that name (a LookupError)
    ├── PositionError          marks that cannot be: the message says which (a ValueError)
    ├── BackendError           a backend cannot be used
    │   ├── UnknownBackend     no backend of that name (a LookupError)
    │   ├── BackendOptionError the backend has no such option or value (a ValueError)
    │   ├── NotInstalled       what the backend needs is missing: says what to install
    │   └── Unsupported        a constraint the backend can neither post nor decompose
    ├── WebError               the page cannot be served, or its site not be made: says why
    ├── Undecided              nothing is claimed: the message says why
    │   ├── OutOfTime          a time limit was reached where nothing can be answered yet
    │   └── ReadInPart         a puzzle was read only in part, and the whole is needed
    ├── UnsoundStep            a technique took a value of the solution away: says where
    ├── WrongAnswer            a backend returned an assignment that breaks a constraint
    └── Disagreement           two backends differ on one model: carries a reproducer

``ModelWarning`` (a ``UserWarning``) tells of a declaration that makes sense but cannot be meant,
``DiscoveryWarning`` (one too) of a rule, format or language that is not found,
``FormatWarning`` of what a text said of its puzzle that was not understood.

Errors that tell of bad input are also the built-in a Python programmer
expects (``ValueError``, ``LookupError``).  ``WrongAnswer`` and
``Disagreement`` are faults of a solver, never of the user, and ``UnsoundStep`` is
one of nonet.

>>> issubclass(ClueError, ValueError) and issubclass(ClueError, NonetError)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import ClassVar

LONGEST_MESSAGE = 4_000
"""Characters of the longest message: a message may quote a name or a text of a damaged file."""


def displayed(message: str) -> str:
    r"""Return a message as a terminal can show it: control characters escaped, length bounded.

    A message may quote a damaged file.  Of a message longer than ``LONGEST_MESSAGE`` the middle
    is left out.

    >>> displayed("there is no rule \x1b[2Jx")
    'there is no rule \\x1b[2Jx'
    >>> len(displayed("there is no rule " + "x" * 1_000_000))
    4000
    """
    if len(message) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        message = f"{message[: half - 3]} … {message[-half:]}"
    if message.isprintable():
        return message
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in message)


class NonetError(Exception):
    """The root: ``except NonetError`` catches all that nonet raises on purpose."""

    def __str__(self) -> str:
        return displayed(super().__str__())


class ModelError(NonetError, ValueError):
    """A declaration that makes no sense: the message names the culprit."""


class ModelWarning(UserWarning):
    """A declaration that can hardly be meant, such as a comparison that is always true."""


class DiscoveryWarning(UserWarning):
    """A rule, format or language that is not found by its name: its name is taken, or its
    package cannot be loaded."""


class PuzzleError(NonetError, ValueError):
    """A grid, a region or a rule that makes no sense."""


class ClueError(PuzzleError):
    """A clue out of range, or two clues that cannot both be: names cells and unit."""


class ImpossibleRule(PuzzleError):
    """A rule that fits its grid and that no values of it can meet: a cage of 40 in two cells."""


class Reading(Enum):
    """How much of a text was read.  ``Puzzle.reading`` and ``FormatError.reading`` give it."""

    WHOLE = "whole"
    IN_PART = "in part"
    REFUSED = "refused"


class FormatError(NonetError, ValueError):
    """Text that is not a puzzle.

    ``source`` is a file's name or ``None``; ``line`` and ``column`` count from 1
    and are ``None`` where the fault has no place.
    """

    reading: ClassVar[Reading] = Reading.REFUSED
    is_of_options = False
    """Whether a box or a rule that the caller asked for does not fit: no line is at fault."""

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        self.message = displayed(message)
        self.source = source
        self.line = line
        self.column = column
        super().__init__(message)

    def __str__(self) -> str:
        places = [self.source] if self.source else []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.column is not None:
            places.append(f"column {self.column}")
        return f"{', '.join(places)}: {self.message}" if places else self.message


class FormatWarning(UserWarning):
    """What a text says of its puzzle and nonet does not understand: the puzzle lacks it.

    ``unknown`` names each such thing; ``source`` and ``line`` say where, or are ``None``.
    """

    def __init__(self, unknown: Iterable[str], *, line: int | None = None) -> None:
        self.unknown = tuple(unknown)
        self.source: str | None = None
        self.line = line
        super().__init__(self.unknown)

    def __str__(self) -> str:
        message = f"not understood and left out: {', '.join(self.unknown)}"
        return str(FormatError(message, source=self.source, line=self.line))


class FormatRemark(FormatWarning):
    """How a text was read, where it may have been meant otherwise: nothing of it is left out."""

    def __init__(self, message: str, *, line: int | None = None) -> None:
        super().__init__((), line=line)
        self.message = message

    def __str__(self) -> str:
        return str(FormatError(self.message, source=self.source, line=self.line))


class QuestionError(NonetError, ValueError):
    """A question that a page cannot ask so: says which part of it was wrong, and what it may be."""


class ResumeError(NonetError, ValueError):
    """A run over a table cannot go on where one stopped: says what is different."""


class LimitError(NonetError, ValueError):
    """A limit that is none: a time of zero, a negative count, not a number."""


class TechniqueError(NonetError, LookupError):
    """No technique, set of techniques or policy of that name; the message suggests the nearest."""


class ExerciseError(NonetError, LookupError):
    """No exercise of that name (the message suggests the nearest), or no such file or hint."""


class PositionError(NonetError, ValueError):
    """Values or marks of a position that contradict the solution: the message says which.

    ``cells`` are where they are.
    """

    def __init__(self, message: str, *, cells: Iterable[str] = ()) -> None:
        self.cells = tuple(cells)
        super().__init__(message)


class BackendError(NonetError):
    """A backend cannot be used."""

    @classmethod
    def of_failure(cls, backend: str, error: Exception) -> BackendError:
        """Return the error of a backend that raised ``error``, with the line of its own code.

        The line is the innermost one in the first file outside of nonet: that of a plug-in, even
        if the plug-in called nonet or a library in a wrong way.
        """
        message, place, file = f": {error}" if str(error) else "", "", ""
        at = error.__traceback__
        while at is not None:
            frame, line, at = at.tb_frame, at.tb_lineno, at.tb_next
            if frame.f_globals.get("__name__", "").partition(".")[0] != "nonet":
                file = file or frame.f_code.co_filename
                if frame.f_code.co_filename == file:
                    place = f" ({file.replace(chr(92), '/').rpartition('/')[2]}, line {line})"
        return cls(f"backend {backend} failed: {type(error).__name__}{message}{place}")


class UnknownBackend(BackendError, LookupError):
    """No backend of that name; the message lists those there are."""


class BackendOptionError(BackendError, ValueError):
    """The backend has no such option or value; the message lists those there are."""


class NotInstalled(BackendError):
    """What the backend needs is not installed; the message says what to install."""


class Unsupported(BackendError):
    """A constraint the backend can neither post nor decompose; names rule and way out."""


class WebError(NonetError):
    """The page cannot be served, or a site with it cannot be made; says why and what to do."""


class Undecided(NonetError):
    """A question without an answer that is sure: the message says why."""


class ReadInPart(Undecided):
    """A puzzle of which parts were not read, where only a whole puzzle can be answered for."""


class OutOfTime(Undecided):
    """A time limit was reached before there was anything to answer; says what was searched."""


class UnsoundStep(NonetError):
    """A step of human logic contradicts a solution: a fault of nonet, and never an answer.

    ``technique`` is its key; ``position`` the position before it, as JSON that nonet reads.
    """

    def __init__(self, message: str, *, technique: str = "", position: str = "") -> None:
        self.technique = technique
        self.position = position
        super().__init__(message)


class WrongAnswer(NonetError):
    """A backend returned an assignment that breaks a constraint of the model."""


class Disagreement(NonetError):
    """Two backends differ on one model.

    ``reproducer`` is the JSON of the smallest model found on which they still
    differ; ``nonet.model_from_json`` reads it back.
    """

    def __init__(self, message: str, *, reproducer: str) -> None:
        self.reproducer = reproducer
        super().__init__(message)


def check_whole_number(value: object, name: str, minimum: int = 1) -> None:
    """Raise ``LimitError`` for a value that is not a whole number of ``minimum`` or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
        raise LimitError(f"{name} is a whole number of {minimum} or more, not {value!r}")


def quantity(number: float, noun: str) -> str:
    """Return a number with its noun, which is in the plural unless the number is one; a fraction, as
    of seconds that were left, is rounded to six digits.

    >>> quantity(1, "puzzle"), quantity(12913, "branch"), quantity(0.5, "entry")
    ('1 puzzle', '12,913 branches', '0.5 entries')
    """
    if number != 1:
        noun = f"{noun[:-1]}ie" if noun.endswith("try") else noun
        noun += "es" if noun.endswith(("s", "x", "ch")) else "s"
    return f"{number:{',.6g' if isinstance(number, float) else ','}} {noun}"


LONGEST_NAME = 100
"""Characters of the longest name that is compared with known names: a name of megabytes, from a
damaged file, would take minutes."""


def repeated_key(pairs: Iterable[tuple[str, object]]) -> str:
    """Return the key that most pairs of a JSON object have, the first of several."""
    return Counter(key for key, _ in pairs).most_common(1)[0][0]


def close_names(name: str, known: Iterable[str], most: int = 2, cutoff: float = 0.6) -> list[str]:
    """Return the ``most`` known names that are nearest to a name, the nearest first.

    ``cutoff`` is the least similarity, from 0 to 1, as in ``difflib.get_close_matches``.

    >>> close_names("windoko", ["jigsaw", "windoku"]), close_names("w" * 1_000_000, ["windoku"])
    (['windoku'], [])
    """
    from difflib import get_close_matches

    return get_close_matches(name, list(known), most, cutoff) if len(name) <= LONGEST_NAME else []


def did_you_mean(name: str, known: Iterable[str], most: int = 2) -> str:
    """The end of a message about an unknown name: the ``most`` nearest ones, if any is near.

    >>> did_you_mean("windoko", ["jigsaw", "windoku"])
    '; did you mean windoku?'
    >>> did_you_mean("gurobi", ["native", "sat"])
    ''
    >>> did_you_mean("kropki negative", ["kropki-white", "negative-kropki"])
    '; did you mean negative-kropki?'
    """
    name, names = name.strip().lower(), list(known)
    if len(name) > LONGEST_NAME:
        return ""
    sorted_parts = sorted(name.replace("_", "-").replace(" ", "-").split("-"))
    similar = [each for each in names if sorted(each.split("-")) == sorted_parts and each != name]
    similar = similar or close_names(name, names, most)
    return f"; did you mean {' or '.join(similar)}?" if similar else ""
