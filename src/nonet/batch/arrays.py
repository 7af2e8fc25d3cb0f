"""The verbs for arrays: ``solve_many`` and ``verify_many``.

>>> many = solve_many(["1... ..2. .3.. ...4", "1..1............"], backend="native")
>>> many.counts.tolist(), many.solutions[0, :4].tolist()
([1, 0], [1, 2, 4, 3])
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from nonet.backends.base import Backend
from nonet.batch.answer_checks import Check, check_counts, check_models, check_solutions
from nonet.batch.bulk_rows import number_rows, text_rows
from nonet.batch.engines import available_cores, choose_engine
from nonet.batch.geometry import Array, Geometry
from nonet.batch.mixed_puzzles import (
    KillerPuzzles,
    MixedPuzzles,
    solve_killers,
    solve_puzzles,
    split_killers,
)
from nonet.batch.mixed_puzzles import checked_cages as checked_cages
from nonet.errors import ClueError, LimitError, PuzzleError, check_whole_number
from nonet.formats import parse
from nonet.formats.statements import RuleEntry, parse_rules
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import require_whole
from nonet.solving.answer_bases import NoTruthValue
from nonet.solving.solution_iterator import checked_limits

MAX_LIMIT = 1 << 62
"""A limit no count reaches."""

Puzzles = Sequence[str | Puzzle] | Sequence[Sequence[int]] | Array
"""An (n, cells) array of integers, or puzzles of one geometry, or their texts."""


@dataclass(frozen=True, eq=False, repr=False)
class Many(NoTruthValue):
    """The answers to an array of n puzzles.

    ``solutions`` (n, cells) uint8: the first solution of each, zeros where there
    is none; ``counts`` (n,) int64: solutions, at most the limit; ``guesses``
    (n,) int64: how often the search had to guess; ``backend``; ``seconds`` wall
    time; ``decided`` (n,) bool: false where a time limit came first.  Then there
    may be more solutions than counted: 0 is not "none" and 1 is not "unique".
    """

    solutions: Array
    counts: Array
    guesses: Array
    backend: str
    seconds: float
    decided: Array

    def __len__(self) -> int:
        return len(self.counts)

    def __getitem__(self, index: object) -> NoReturn:
        raise TypeError(
            "Many holds arrays with a row a puzzle: write many.solutions[0], many.counts[0]"
        )

    def __repr__(self) -> str:
        numbers, often = np.unique(self.counts[self.decided], return_counts=True)
        frequencies = ", ".join(f"{c}: {k}" for c, k in zip(numbers, often, strict=True))
        details = f" (with so many solutions: {frequencies})" if frequencies else ""
        undecided = len(self) - int(self.decided.sum())
        details += f", {undecided} undecided" if undecided else ""
        return f"<Many: {len(self)} puzzles{details}, {self.backend}, {self.seconds:.3g} s>"


def solve_many(
    puzzles: Puzzles,
    *,
    limit: int = 1,
    rules: RuleEntry | Iterable[RuleEntry] = (),
    like: Puzzle | None = None,
    cages: Any = None,
    sums: Any = None,
    threads: int | None = None,
    backend: str | Backend | None = None,
    check: Check = "none",
    time_limit: float | None = None,
) -> Many:
    """Solve many puzzles of one geometry; count their solutions up to ``limit``.

    ``puzzles`` is an (n, cells) array of integers, 0 for a blank (n x 81 for 9x9), or a list of
    texts or of ``Puzzle`` objects.  ``rules`` are added to the classic rules; ``like`` gives
    another grid and its rules.  ``threads`` is how many cores to use, all by default; ``check`` has
    answers checked again (``sample``: some counts by another solver; ``all``: every solution as
    well). ``time_limit`` is seconds a puzzle, of one core; a puzzle that takes longer is not
    ``decided``, and all other puzzles are answered all the same.

    Killers: ``cages`` (n, cells) is the number of each cell's cage, from 1, 0 for none; ``sums``
    (n, most cages) is the sum of cage 1, 2 and so on, 0 for no sum.  Puzzles in a list may each
    have cages, or other rules, of their own: on the same cells.

    The lock-step engine is used if installed and able to post the rules; else, or with another
    ``backend``, worker processes solve.  The GIL is released.  Plain texts (digits, with 0 or dots
    for blanks) and lists of numbers are read in one pass.

    Clues that clash are no error: such a puzzle has 0 solutions.  Raises
    ``PuzzleError`` for a wrong shape or type, ``ClueError`` for a value out of
    range (both are ``ValueError``), ``LimitError`` for a limit that is none.

    >>> empty = [[0] * 81]
    >>> timed = solve_many(empty, limit=10**9, time_limit=0.01, threads=1, backend="native")
    >>> timed.decided.tolist()
    [False]
    """
    started = time.monotonic()
    if limit is None:
        raise LimitError("an array's puzzles are counted up to a limit: say which")
    checked_limits(limit, time_limit)
    if threads is not None:
        check_whole_number(threads, "threads")
    if check not in ("all", "sample", "none"):
        raise PuzzleError(f"check is all, sample or none, not {check!r}")
    if (cages is None) != (sums is None):
        raise PuzzleError("killers have both cages and sums: give both, or neither")
    most = min(limit, MAX_LIMIT)
    own = read_puzzles(puzzles, rules, like)
    if cages is not None:
        if not isinstance(own, tuple):
            raise PuzzleError("puzzles with cages and sums beside them have no rules of their own")
        geometry, rows = own
        own = KillerPuzzles(geometry, rows, *checked_cages(geometry, len(rows), cages, sums))
    if not isinstance(own, tuple):
        if isinstance(own, KillerPuzzles):
            answers, name = solve_killers(
                own, most, backend, threads or available_cores(), time_limit
            )
        else:
            answers, name = solve_puzzles(own, most, backend, time_limit)
        check_models(own.model_of, answers.counts, answers.decided, answers.solutions, limit, check)
    else:
        geometry, rows = own
        with choose_engine(
            geometry, backend, threads=threads, time_limit=time_limit, say=_warn
        ) as engine:
            answers, name = engine.answers(rows, most), engine.name
            if check == "all":
                check_solutions(geometry, rows, answers.solutions, answers.counts > 0)
            check_counts(geometry, rows, answers.counts, answers.decided, limit, check)
    seconds = time.monotonic() - started
    return Many(answers.solutions, answers.counts, answers.guesses, name, seconds, answers.decided)


def verify_many(
    puzzles: Puzzles,
    *,
    rules: RuleEntry | Iterable[RuleEntry] = (),
    like: Puzzle | None = None,
    cages: Any = None,
    sums: Any = None,
    threads: int | None = None,
    backend: str | Backend | None = None,
    check: Check = "none",
    time_limit: float | None = None,
) -> Many:
    """Whether each of many puzzles has exactly one solution: its count is 0, 1 or 2.

    :func:`solve_many` with a limit of two; 2 stands for two or more.  With a
    ``time_limit`` (seconds a puzzle) look at the result's ``decided`` too: a puzzle that
    is not decided may have more solutions than its count says.

    >>> verify_many([[1, 2, 3, 4] + 12 * [0], 16 * [1]], backend="native").counts.tolist()
    [2, 0]
    """
    return solve_many(
        puzzles,
        limit=2,
        rules=rules,
        like=like,
        cages=cages,
        sums=sums,
        threads=threads,
        backend=backend,
        check=check,
        time_limit=time_limit,
    )


def read_puzzles(
    puzzles: Any, rules: RuleEntry | Iterable[RuleEntry], like: Puzzle | None
) -> tuple[Geometry, Array] | KillerPuzzles | MixedPuzzles:
    """Return the argument of ``solve_many``: a geometry and its rows, or mixed puzzles.

    Puzzles that differ in their cages alone are ``KillerPuzzles``, all other mixtures
    ``MixedPuzzles``.  Raises as ``solve_many`` does.
    """
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError("expected many puzzles: put a single one in a list")
    if isinstance(puzzles, np.ndarray):
        return _checked_rows(puzzles, rules, like)
    if isinstance(puzzles, Mapping) or not isinstance(puzzles, Iterable):
        raise PuzzleError(f"expected many puzzles in a list, not {type(puzzles).__name__}")
    puzzles = list(puzzles)
    plain = text_rows(puzzles) if like is None or _counts_from_1(like) else None
    if plain is not None:
        rows, numbers = plain
        square = Geometry.square(rows.shape[1]).blank
        read = _read_texts({number: puzzles[number] for number in numbers})
        if all(item.rules == square.rules for item in read):
            return _rows_of_one_geometry(
                square, rules, like, rows, dict(zip(numbers, read, strict=True))
            )
    elif not any(isinstance(item, str | Puzzle) for item in puzzles):
        array = number_rows(puzzles)
        try:
            array = np.array(puzzles) if array is None else array
        except ValueError as error:
            raise PuzzleError(f"expected rows of one length: {error}") from None
        return _checked_rows(array, rules, like)
    read = _read_texts(dict(enumerate(puzzles)))
    if like is None and any(item.rules != read[0].rules for item in read):
        more = parse_rules(rules)
        read = [item.with_rules(*more) for item in read] if more else read
        return split_killers(read) or MixedPuzzles(read)
    rows = np.zeros((len(read), len((like or read[0]).grid.cells)), np.uint8)
    return _rows_of_one_geometry(read[0], rules, like, rows, dict(enumerate(read)))


def _rows_of_one_geometry(
    first: Puzzle,
    rules: RuleEntry | Iterable[RuleEntry],
    like: Puzzle | None,
    rows: Array,
    puzzles: dict[int, Puzzle],
) -> tuple[Geometry, Array]:
    """Return the geometry of ``first`` or ``like``, and ``rows`` with all ``puzzles`` filled in."""
    if like is None:
        bare, geometry = Geometry.of_puzzle(first), Geometry.of_puzzle(first, rules)
        read = [bare.row_of(puzzle) for puzzle in puzzles.values()]
    else:
        geometry = Geometry.of_puzzle(like, rules)
        if len(puzzles) < len(rows):
            _clue_row(geometry, first)  # raises if the plain texts are of other cells
        read = [_clue_row(geometry, puzzle) for puzzle in puzzles.values()]
    if read:  # as bytes, which is five times as fast as lists
        data = np.frombuffer(b"".join(map(bytes, read)), np.uint8)
        rows[list(puzzles)] = data.reshape(len(read), -1)
    return geometry, rows


def _counts_from_1(like: Puzzle) -> bool:
    """Whether a value is its own place, in a square's text too."""
    return like.grid.values[0] == 1 and len(like.grid.values) ** 2 == len(like.grid.cells)


def _read_texts(entries: Mapping[int, Any]) -> list[Puzzle]:
    """Return puzzles and texts, given by their places, as puzzles; raise for any other entry, and
    for a puzzle read in part.
    """
    read = []
    for place, entry in entries.items():
        puzzle = parse(entry, allow_clashes=True) if isinstance(entry, str) else entry
        if not isinstance(puzzle, Puzzle):
            kind = type(entry).__name__
            raise PuzzleError(f"puzzle {place + 1}: expected a puzzle or its text, not {kind}")
        if puzzle.unread:
            require_whole(puzzle.unread, "a puzzle of the array")
        read.append(puzzle)
    return read


def _clue_row(geometry: Geometry, puzzle: Puzzle) -> list[int]:
    """The clues of a puzzle as a row of another geometry on the same cells."""
    if puzzle.grid.cells != geometry.blank.grid.cells:
        raise PuzzleError(
            f"{puzzle.name or puzzle.line()[:81]} has other cells than the puzzle given as like"
        )
    return geometry.row_of(geometry.blank.with_clues(puzzle.clues))


def _checked_rows(
    array: Array, rules: RuleEntry | Iterable[RuleEntry], like: Puzzle | None
) -> tuple[Geometry, Array]:
    """An array as rows of uint8."""
    if array.size == 0 and array.ndim < 2:
        array = np.zeros((0, 81 if like is None else len(like.grid.cells)), np.uint8)
    if array.ndim != 2:
        raise PuzzleError(f"expected an array of shape (n, cells), not {array.shape}")
    if array.dtype.kind not in "iu":
        raise PuzzleError(f"expected integers, 0 for a blank, not dtype {array.dtype}")
    cells = array.shape[1]
    geometry = Geometry.square(cells, rules) if like is None else Geometry.of_puzzle(like, rules)
    if cells != geometry.cells:
        raise PuzzleError(f"expected {geometry.cells} cells a row, found {cells}")
    if array.size and (
        array.max() > geometry.size or (array.dtype.kind == "i" and array.min() < 0)
    ):
        row = next(k for k, row in enumerate(array) if row.max() > geometry.size or row.min() < 0)
        cell = int(np.argmax((array[row] < 0) | (array[row] > geometry.size)))
        raise ClueError(
            f"puzzle {row + 1}: {array[row, cell]} at {geometry.blank.grid.cells[cell]} is out of "
            f"range: 0 is a blank, values are 1 to {geometry.size}"
        )
    return geometry, np.ascontiguousarray(array, np.uint8)


def _warn(message: str) -> None:
    print(f"nonet: {message}", file=sys.stderr)
