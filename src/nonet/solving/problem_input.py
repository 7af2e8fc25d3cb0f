"""The inputs of the verbs, the model of an input, and answers about what was read of it.

>>> model, puzzle = model_and_puzzle(".......21.3..4..")
>>> len(model.variables), len(puzzle.clues)
(16, 4)
"""

# ruff: noqa: PTH110, PTH113, PTH122, PTH123 - pathlib takes 5 ms to import

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar, Union

from nonet.deadline import Deadline, Interrupted, check_limit
from nonet.errors import FormatError, check_whole_number
from nonet.formats import Sudoku, looks_like_path, parse, read
from nonet.model import Model
from nonet.model.misuse_errors import AddedConstraint
from nonet.puzzle import Puzzle
from nonet.puzzle.plain_line import plain_classic
from nonet.solving.outcome import DecidedByReading

if TYPE_CHECKING:
    from nonet.model import ModelBuilder

ProblemInput = Union[
    Puzzle, Model, "ModelBuilder", str, os.PathLike[str], Sequence[Sequence[int | None]]
]
"""An input of the verbs: a puzzle, a model or its builder, the text of one puzzle or of a model
in JSON, a file with a puzzle or model, also a Python file with ``model`` or ``build()``, or the
rows of a Sudoku as lists or an array of integers, 0 or ``None`` for a blank."""


class Question(NamedTuple):
    """A model that is ready, and the puzzle that it is of."""

    model: Model
    puzzle: Puzzle | None


IMPORTED_SUFFIXES = (".fzn", ".mzn", ".cnf", ".cnf.gz", ".opb", ".opb.gz")
"""Suffixes of models of other systems: the keys of ``nonet.importing.READERS`` without ``.xml``."""

HEAD_LENGTH = 4096
"""Number of characters in which the JSON of a model names its kind."""


def is_model_text(head: str) -> bool:
    """Whether a text begins as the JSON of a model does.

    >>> is_model_text('{"nonet": "model", '), is_model_text("1..2")
    (True, False)
    """
    head = head.lstrip("\ufeff \t\r\n")
    return head.startswith("{") and '"nonet":"model"' in "".join(head.split())


def names_model(text: str) -> bool:
    """Whether an argument is named as another system's model, be the file there or not."""
    return "\n" not in text and text.lower().endswith(IMPORTED_SUFFIXES)


def is_instance_text(head: str) -> bool:
    """Whether a text begins as an instance of XCSP3 does.

    >>> is_instance_text('<instance format="XCSP3" type="CSP">'), is_instance_text("<opensudoku>")
    (True, False)
    """
    return "<instance" in head and "XCSP3" in head


def is_model_file(name: str | os.PathLike[str]) -> bool:
    """Whether the name is of a Python file, another system's model, or a model's JSON.

    >>> is_model_file("no such file.py")
    False
    """
    if not os.path.isfile(name):
        return False
    suffix = os.path.splitext(name)[1].lower()
    if suffix == ".py" or names_model(os.fspath(name)):
        return True
    try:
        with open(name, encoding="utf-8") as file:
            head = file.read(HEAD_LENGTH)
    except (OSError, ValueError):  # not text
        return False
    return is_model_text(head) or (suffix == ".xml" and is_instance_text(head))


def model_and_puzzle(
    problem: ProblemInput | Question, *, allow_clashes: bool = False, keep_places: bool = True
) -> tuple[Model, Puzzle | None]:
    """Return the model of a problem input, and the puzzle if the input is a puzzle.

    Equal clues in one unit of a text are an error unless ``allow_clashes``.  Constraints of a
    MiniZinc file say their lines unless ``keep_places`` is false; it is then compiled faster.

    Raise ``FormatError`` for a text that is neither a puzzle nor the name of a file with a puzzle.
    """
    if isinstance(problem, str | os.PathLike):
        puzzle = puzzle_of_text(problem, allow_clashes=allow_clashes)
        problem = _model_of(problem, keep_places) if puzzle is None else puzzle
    if isinstance(problem, Puzzle):
        return problem.model(), problem
    if isinstance(problem, Question):
        return problem
    if isinstance(problem, Model):
        return problem, None
    builder = sys.modules.get("nonet.model.builder")  # nobody has one before it is imported
    if builder is not None and isinstance(problem, builder.ModelBuilder):
        return problem.model(), None
    if not type(problem).__module__.startswith(("builtins", "nonet", "numpy")):
        from nonet.importing import reader_of  # 4 ms, with pathlib and gzip

        if (read := reader_of(problem)) is not None:
            return read(problem), None
    hint = ""
    if hasattr(problem, "scope") or hasattr(problem, "terms"):
        hint = "; give the builder that it is added to, build"
    elif isinstance(problem, int):
        hint = "; a number has lost its leading zeros: give the text (pandas: dtype=str)"
    elif problem is not None and _may_be_cells(problem):
        puzzle = Sudoku(problem, allow_clashes=allow_clashes)
        return puzzle.model(), puzzle
    elif isinstance(problem, list | tuple):
        hint = "; a puzzle has n rows of n values, and nonet.solve_many takes many puzzles"
    elif problem is None or isinstance(problem, AddedConstraint):
        hint = "; build.add(...) and its like return nothing: write nonet.solve(build)"
    elif callable(getattr(problem, "solve", None)) or callable(getattr(problem, "check", None)):
        hint = (
            " of another system: models of CPMpy, CP-SAT and python-constraint are read, and files"
        )
    elif callable(problem):
        hint = "; call it, build.model()"
    raise TypeError(
        "expected a puzzle, a model or a text (of a puzzle, or a file's name), "
        f"not {type(problem).__name__}{hint}"
    )


def puzzle_of_text(text: str | os.PathLike[str], *, allow_clashes: bool = False) -> Puzzle | None:
    """Return the puzzle of a text, or of the file that the text names; ``None`` for a model.

    Raise ``FormatError`` for a text that is neither.
    """
    if isinstance(text, str):
        if (plain := plain_classic(text)) is not None:
            return plain
        if is_model_text(text[:HEAD_LENGTH]):
            return None
    if (not isinstance(text, str) or _has_suffix(text)) and is_model_file(text):
        return None
    if isinstance(text, str):
        try:
            return parse(text, allow_clashes=allow_clashes)
        except FormatError as error:
            likely = text and "\n" not in text and len(text) < 4096 and "\0" not in text
            if not (likely and os.path.exists(text)):
                if likely and looks_like_path(text):
                    raise FormatError("no such file, and no puzzle either", source=text) from None
                raise error
    puzzles = read(text, allow_clashes=allow_clashes)
    if len(puzzles) != 1:
        raise FormatError(
            f"it holds {len(puzzles)} puzzles where one is meant; nonet.read lists them",
            source=str(text),
        )
    return puzzles[0]


def model_in_time(
    problem: ProblemInput,
    deadline: Deadline,
    *,
    allow_clashes: bool = False,
    keep_places: bool = True,
) -> tuple[Model, Puzzle | None]:
    """As :func:`model_and_puzzle`; raise ``OutOfTime`` if the deadline is over before."""
    return deadline.finish(
        "the model was built",
        model_and_puzzle,
        problem,
        allow_clashes=allow_clashes,
        keep_places=keep_places,
    )


def _may_be_cells(problem: object) -> bool:
    """Whether an object is a list, an array or a table, and holds no variables and no puzzles."""
    while isinstance(problem, list | tuple) and problem:
        problem = problem[0]
    if problem is None or isinstance(problem, str | int | float):
        return True
    from nonet.formats.pasted import is_collection  # 3 ms; most problems are texts

    return is_collection(problem) and not hasattr(problem, "scope")


def _model_of(text: str | os.PathLike[str], keep_places: bool) -> Model:
    """Return the model of a text in JSON, or of a file."""
    if isinstance(text, str) and is_model_text(text[:HEAD_LENGTH]):
        from nonet.model.json import model_from_json  # 3 ms, with json

        return model_from_json(text)
    from pathlib import Path

    from nonet.solving.model_files import read_model  # 20 ms that a puzzle does not need

    return read_model(Path(text), keep_places=keep_places).model


def _has_suffix(text: str) -> bool:
    """Whether a text may be a file's name with a short suffix: cells and blanks are none."""
    tail = text[-5:]
    return "." in tail and tail[tail.rindex(".") + 1 :][:1].isalpha() and "\n" not in text


def checked_limits(
    limit: int | None, time_limit: float | None, memory_limit: float | None = None
) -> None:
    """Raise ``LimitError`` if a limit on solutions, seconds or megabytes is not a limit."""
    if limit is not None:
        check_whole_number(limit, "a limit on solutions")
    check_limit(time_limit, "a time limit", "seconds")
    check_limit(memory_limit, "a memory limit", "megabytes")


_P = ParamSpec("_P")
_AnswerT = TypeVar("_AnswerT", bound=DecidedByReading)
_Verb = Callable[Concatenate[ProblemInput, _P], _AnswerT]


def decided_by_reading(
    *, allow_clashes: bool = False
) -> Callable[[_Verb[_P, _AnswerT]], _Verb[_P, _AnswerT]]:
    """Wrap a verb: its answer to a puzzle that was read in part holds for the whole, or is undecided.

    The verb is asked about what was read; the unread parts (:mod:`nonet.puzzle.unread`) decide.
    ``allow_clashes``: texts whose clues clash are read like any others.
    """

    def wrap(verb: _Verb[_P, _AnswerT]) -> _Verb[_P, _AnswerT]:
        @wraps(verb)
        def ask(problem: Any = None, *given: _P.args, **named: _P.kwargs) -> _AnswerT:
            if isinstance(problem, str | os.PathLike):
                problem = puzzle_of_text(problem, allow_clashes=allow_clashes) or problem
            if not (isinstance(problem, Puzzle) and problem.unread):
                return verb(problem, *given, **named)
            unread = problem.unread
            try:
                return verb(problem.as_read(), *given, **named).for_puzzle(unread)
            except Interrupted as stop:
                answer: Any = stop.outcome
                raise Interrupted(answer.for_puzzle(unread)) from None

        return ask  # type: ignore[return-value]  # the problem may be given by its name, too

    return wrap
