"""The verbs for arrays: ``solve_many`` and ``verify_many``.

>>> many = solve_many(["1... ..2. .3.. ...4", "1..1............"], backend="native")
>>> many.counts.tolist(), many.solutions[0, :4].tolist()
([1, 0], [1, 2, 4, 3])

Rows of plain puzzles are read in one pass, other rows by the reader of texts.  Puzzles whose rules
differ from row to row are answered one by one.

>>> rows, others = text_rows(["1.0..............", "1..............."])
>>> rows[1, :3].tolist(), others
([1, 0, 0], [0])
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import isqrt
from typing import Any, NoReturn

import numpy as np

from nonet.backends.base import Backend
from nonet.batch.answer_checks import Check, check_counts, check_solutions
from nonet.batch.engines import (
    Array,
    Geometry,
    choose_engine,
    solve_models,
)
from nonet.errors import (
    ClueError,
    FormatError,
    LimitError,
    NonetError,
    PuzzleError,
    check_whole_number,
    quantity,
)
from nonet.formats import Sudoku, parse
from nonet.formats.pasted import LOST_ZEROS, is_collection, plain_lists
from nonet.formats.statements import RuleEntry, parse_rules
from nonet.model import AllDifferent, Annotation, Constraint, Linear, Model
from nonet.puzzle import Puzzle
from nonet.puzzle.unread import require_whole
from nonet.solving.outcome import NoTruthValue
from nonet.solving.problem_input import checked_limits

PLAIN_SIZES = range(4, 10)
"""Squares whose values are digits, and whose texts are no rows of larger grids."""

ZERO, DOT = ord("0"), ord(".")


def text_rows(puzzles: list[Any]) -> tuple[Array, list[int]] | None:
    """The rows of texts of one square in digits, with 0 or a dot for a blank.

    Also returns the numbers of the entries that are not such texts, whose rows are zeros.
    ``None`` where no entry is, or where plain texts are of several sizes.
    """
    lengths = set(map(len, puzzles)) if set(map(type, puzzles)) == {str} else set()
    sizes = [length for length in lengths if isqrt(length) in PLAIN_SIZES]
    sizes = [length for length in sizes if isqrt(length) ** 2 == length]
    if len(sizes) != 1:
        return None
    (cells,) = sizes
    others: list[int] = []
    fitting = puzzles
    if len(lengths) > 1:
        fitting = [text for text in puzzles if len(text) == cells]
        others = [number for number, text in enumerate(puzzles) if len(text) != cells]
    # a character beyond ASCII becomes a question mark, which is not a cell either
    codes = np.frombuffer("".join(fitting).encode("ascii", "replace"), np.uint8)
    rows = (codes - np.uint8(ZERO)) * (codes != DOT)
    rows = rows.reshape(len(fitting), cells)
    size = isqrt(cells)
    if rows.max() > size:
        odd = np.flatnonzero((rows > size).any(axis=1))
        rows[odd] = 0
    else:
        odd = np.zeros(0, np.int64)
    if others:
        every = np.zeros((len(puzzles), cells), np.uint8)
        is_present = np.ones(len(puzzles), bool)
        is_present[others] = False
        every[is_present] = rows
        others = sorted([*others, *np.flatnonzero(is_present)[odd].tolist()])
        return every, others
    return rows, odd.tolist()


def number_rows(puzzles: list[Any]) -> Array | None:
    """Lists of numbers from 0 to 255 as an array; ``None`` for anything else."""
    if not set(map(type, puzzles)) <= {list, tuple} or len(set(map(len, puzzles))) != 1:
        return None
    try:
        data = b"".join(map(bytes, puzzles))  # five times as fast as np.array
    except (TypeError, ValueError):
        return None
    return np.frombuffer(data, np.uint8).reshape(len(puzzles), -1)


@dataclass(frozen=True, eq=False)
class MixedPuzzles:
    """Puzzles on the same cells, each with rules of its own: ``first``, and the model of a row."""

    first: Puzzle
    number: int
    model_of: Callable[[int], Model]

    @classmethod
    def of_puzzles(cls, puzzles: Sequence[Puzzle]) -> MixedPuzzles:
        """Raise ``PuzzleError`` if the puzzles have other cells or values than the first."""
        grid = puzzles[0].grid
        for number, puzzle in enumerate(puzzles, 1):
            if (puzzle.grid.cells, puzzle.grid.values) != (grid.cells, grid.values):
                raise PuzzleError(
                    "all puzzles of an array have the same cells and values; "
                    f"puzzle {number} differs from the first"
                )
        return cls(puzzles[0], len(puzzles), lambda row: puzzles[row].model())

    @classmethod
    def of_cages(cls, geometry: Geometry, rows: Array, cages: Any, sums: Any) -> MixedPuzzles:
        """Killers: the cage of each cell (0 for none), the cages' sums (0 for none)."""
        cages, sums = checked_cages(geometry, len(rows), cages, sums)

        def model_of(row: int) -> Model:
            cells: dict[int, list[str]] = {}
            for name, cage in zip(geometry.blank.grid.cells, cages[row].tolist(), strict=True):
                if cage:
                    cells.setdefault(cage, []).append(name)
            parts: list[Constraint] = []
            for cage, members in sorted(cells.items()):
                total, scope = int(sums[row, cage - 1]), tuple(members)
                annotation = Annotation("killer", f"the cage at {members[0]}", "")
                parts.append(AllDifferent(scope, rule=annotation))
                if total:
                    parts.append(Linear.sum(scope, "==", total, rule=annotation))
            return geometry.model_of(rows[row].tolist()).add(*parts)

        return cls(geometry.blank, len(rows), model_of)


def checked_cages(geometry: Geometry, n: int, cages: Any, sums: Any) -> tuple[Array, Array]:
    """Cages and sums as arrays of int64; raises ``PuzzleError`` or ``ClueError``."""
    numbers, totals = np.asarray(cages), np.asarray(sums)
    if numbers.shape != (n, geometry.cells) or numbers.dtype.kind not in "iu":
        raise PuzzleError(
            f"expected cages as integers of shape ({n}, {geometry.cells}), the number of each "
            f"cell's cage, not of {numbers.dtype} of shape {numbers.shape}"
        )
    if totals.ndim != 2 or len(totals) != n or totals.dtype.kind not in "iu":
        raise PuzzleError(
            f"expected sums as integers of shape ({n}, cages), not of {totals.dtype} of shape "
            f"{totals.shape}"
        )
    wrong = (numbers < 0) | (numbers > totals.shape[1])
    if wrong.any():
        row, cell = np.argwhere(wrong)[0].tolist()
        raise ClueError(
            f"puzzle {row + 1}: {geometry.blank.grid.cells[cell]} is in cage {numbers[row, cell]}, "
            f"and there are sums of cages 1 to {totals.shape[1]}; 0 means no cage"
        )
    if (totals < 0).any():
        row, cage = np.argwhere(totals < 0)[0].tolist()
        raise ClueError(
            f"puzzle {row + 1}: the sum of cage {cage + 1} is {totals[row, cage]}; "
            "expected 1 or more, or 0 for none"
        )
    return numbers.astype(np.int64), np.minimum(totals, 1 << 30).astype(np.int64)


ONE_PUZZLE = (4, 9)
"""So many texts of as many characters are the rows of one puzzle: nobody has puzzles of 2x2 and 3x3."""
SMALLEST = 4
"""Rows of the smallest puzzle that is told from a row or from cells by its shape."""
MAX_CELL = 999
"""The largest number that may be a cell; a larger number is a puzzle that has lost its zeros."""
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
    time; ``decided`` (n,) bool: false where a time limit came first, or a puzzle could not be read.
    Then there may be more solutions than counted: 0 is not "none" and 1 is not "unique".
    ``symbols``: the characters of the values 1, 2, ... of ``solutions`` in a text.
    """

    solutions: Array
    counts: Array
    guesses: Array
    backend: str
    seconds: float
    decided: Array
    symbols: str = "123456789"

    def texts(self) -> list[str]:
        """Return the first solution of each puzzle in one line, empty where there is none.

        >>> solve_many(["1..............4", "11.............."], backend="native").texts()[1]
        ''
        """
        symbols = np.array(["", *self.symbols])
        return ["".join(symbols[row]) for row in self.solutions]

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
        return f"<Many: {quantity(len(self), 'puzzle')}{details}, {self.backend}, {self.seconds:.3g} s>"


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
    on_error: Callable[[NonetError], object] | None = None,
) -> Many:
    """Solve many puzzles of one geometry; count their solutions up to ``limit``.

    ``puzzles`` is an array of integers, 0 for a blank, of the shape (n, 81), (n, 9, 9) or, for one
    puzzle, (81,) or (9, 9), of NumPy or of another library; or a list of texts in any form that
    ``parse`` reads, of ``Puzzle`` objects or of rows; or a table with a column of texts.
    ``rules`` are added to the classic rules; ``like`` gives
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

    Clues that clash are no error: such a puzzle has 0 solutions.  A puzzle that cannot be read is
    an error that names its number, from 1; with ``on_error`` this function is called with each such
    error, the puzzle has 0 solutions and is not ``decided``, and the others are answered.  Raises
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
    bad: list[int] = []
    if on_error is not None:
        puzzles, bad = _without_bad_entries(puzzles, like, on_error)
    own = read_puzzles(puzzles, rules, like)
    if cages is not None:
        if isinstance(own, MixedPuzzles):
            raise PuzzleError("puzzles with cages and sums beside them have no rules of their own")
        own = MixedPuzzles.of_cages(*own, cages, sums)
    if isinstance(own, MixedPuzzles):
        geometry, model_of = Geometry(own.first), own.model_of
        models = [partial(model_of, row) for row in range(own.number)]
        answers, name = solve_models(models, own.first.grid, backend, most, time_limit)
    else:
        geometry, rows = own
        model_of = geometry.models_of(rows)
        with choose_engine(
            geometry, backend, threads=threads, time_limit=time_limit, say=_warn
        ) as engine:
            answers, name = engine.answers(rows, most), engine.name
            if check == "all":
                check_solutions(geometry, rows, answers.solutions, answers.counts > 0)
    check_counts(geometry, model_of, answers.counts, answers.decided, limit, check)
    answers.decided[bad] = False
    blank = geometry.blank
    symbols = blank.alphabet.characters[: len(blank.grid.values)]
    seconds = time.monotonic() - started
    return Many(
        answers.solutions, answers.counts, answers.guesses, name, seconds, answers.decided, symbols
    )


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
    on_error: Callable[[NonetError], object] | None = None,
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
        on_error=on_error,
    )


def read_puzzles(
    puzzles: Any, rules: RuleEntry | Iterable[RuleEntry], like: Puzzle | None
) -> tuple[Geometry, Array] | MixedPuzzles:
    """Return the argument of ``solve_many``: a geometry and its rows, or puzzles of mixed rules.

    Raises as ``solve_many`` does.
    """
    if isinstance(puzzles, str | Puzzle):
        raise PuzzleError("expected many puzzles: put a single one in a list")
    if isinstance(puzzles, Mapping) or not isinstance(puzzles, Iterable):
        raise PuzzleError(f"expected many puzzles in a list, not {type(puzzles).__name__}")
    puzzles = _rows_or_entries(puzzles)
    if isinstance(puzzles, np.ndarray):
        return _checked_rows(puzzles, rules, like)
    puzzles = puzzles if type(puzzles) is list else list(puzzles)
    plain = text_rows(puzzles) if like is None or _counts_from_1(like) else None
    if plain is not None:
        rows, numbers = plain
        square = Geometry.square(rows.shape[1]).blank
        read = [_read_entry(puzzles[number], number) for number in numbers]
        if all(item.rules == square.rules for item in read):
            return _rows_of_one_geometry(
                square, rules, like, rows, dict(zip(numbers, read, strict=True))
            )
    elif not puzzles:
        return _checked_rows(np.zeros(0, np.uint8), rules, like)
    read = [_read_entry(item, number) for number, item in enumerate(puzzles)]
    if like is None and any(item.rules != read[0].rules for item in read):
        added = parse_rules(rules)
        read = [item.with_rules(*added) for item in read] if added else read
        return MixedPuzzles.of_puzzles(read)
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


def _rows_or_entries(puzzles: Any) -> Array | list[Any]:
    """The puzzles of a list, an array or a table: rows of numbers (n, cells), or a list of entries.

    A row of n*n numbers, and n rows of n, are one puzzle; n squares of numbers are n puzzles.
    """
    if type(puzzles) is list:
        kinds = set(map(type, puzzles))
        if kinds == {str} and len(puzzles) in ONE_PUZZLE and {*map(len, puzzles)} == {len(puzzles)}:
            return [Sudoku(puzzles, allow_clashes=True)]
        if kinds <= {str, Puzzle}:
            return puzzles
        if kinds <= {list, tuple} and (rows := number_rows(puzzles)) is not None:
            return _one_or_many(rows)
    if not isinstance(puzzles, np.ndarray):
        puzzles = plain_lists(puzzles) if is_collection(puzzles) else list(puzzles)
        if any(isinstance(item, str | bytes | Puzzle) for item in puzzles):
            return [plain_lists(item) if isinstance(item, bytes) else item for item in puzzles]
        try:
            array = np.array(puzzles)
        except ValueError:  # rows of several lengths: entry by entry
            return list(puzzles)
    else:
        array = puzzles
    if array.dtype.kind == "f":
        integers = np.where(np.isnan(array), 0, array)
        if (integers == integers.astype(np.int64)).all():
            array = integers.astype(np.int64)
    elif array.dtype.kind in "USO" and array.ndim:
        entries = plain_lists(array)
        if array.dtype.kind == "S":
            entries = plain_lists(array.astype(str))
        if array.ndim == 1 and len(entries) >= SMALLEST**2:
            single = all(len(str(entry)) < 3 for entry in entries)
            return [Sudoku(entries, allow_clashes=True)] if single else list(entries)
        square = array.ndim == 2 and array.shape[0] == array.shape[1]
        return [Sudoku(entries, allow_clashes=True)] if square else list(entries)
    return _one_or_many(array)


def _without_bad_entries(
    puzzles: Any, like: Puzzle | None, on_error: Callable[[NonetError], object]
) -> tuple[Array | list[Any], list[int]]:
    """The puzzles with two equal clues in place of each that cannot be read, and those numbers."""
    entries = _rows_or_entries(puzzles)
    bad: list[int] = []
    if isinstance(entries, np.ndarray):
        if entries.ndim != 2 or entries.dtype.kind not in "iu":
            return entries, bad
        highest = isqrt(entries.shape[1]) if like is None else len(like.grid.values)
        bad = np.flatnonzero(((entries < 0) | (entries > highest)).any(axis=1)).tolist()
        for number in bad:
            value = next(int(v) for v in entries[number] if not 0 <= v <= highest)
            allowed = f"values are 1 to {highest}"
            on_error(ClueError(f"puzzle {number + 1}: {value} is out of range: {allowed}"))
        entries = np.where(np.isin(np.arange(len(entries)), bad)[:, None], 1, entries)
        return entries, bad
    good: Puzzle | None = like
    for number, entry in enumerate(entries):
        try:
            puzzle = _read_entry(entry, number)
            good = good or puzzle
            if puzzle.grid.cells != good.grid.cells:
                raise PuzzleError(f"puzzle {number + 1} has other cells than the first")
        except (FormatError, PuzzleError) as error:
            on_error(error)
            bad.append(number)
    if good is None:
        raise PuzzleError("none of the puzzles can be read")
    clash = dict.fromkeys(good.grid.cells[:2], good.grid.values[0])
    unsolvable = good.with_clues(clash)
    return [unsolvable if number in bad else entry for number, entry in enumerate(entries)], bad


def _one_or_many(array: Array) -> Array:
    if array.dtype.kind in "iu" and array.size and array.max() > MAX_CELL:
        number = int(np.argmax(array.reshape(len(array), -1).max(1) > MAX_CELL)) + 1
        raise PuzzleError(f"puzzle {number}: {LOST_ZEROS}")
    if array.ndim == 1 and array.size >= SMALLEST**2:
        return array.reshape(1, -1)
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        return array.reshape(len(array), -1)
    if array.ndim == 2 and array.shape[0] == array.shape[1] >= SMALLEST:
        side = isqrt(len(array))
        if side < SMALLEST or side * side != len(array) or array.max() > side:
            return array.reshape(1, -1)
        raise PuzzleError(
            f"{len(array)} rows of {len(array)} values may be one puzzle or {len(array)}: give the "
            f"shape (1, {len(array)}, {len(array)}) or ({len(array)}, {side}, {side})"
        )
    return array


def _read_entry(entry: Any, number: int) -> Puzzle:
    """The puzzle of a text or of rows, read whole; errors name its number, from 1."""
    if isinstance(entry, Puzzle):
        require_whole(entry.unread, f"puzzle {number + 1}")
        return entry
    if not isinstance(entry, str) and not is_collection(entry):
        lost = isinstance(entry, int) and entry > MAX_CELL
        what = LOST_ZEROS if lost else f"expected a puzzle or its text, not {type(entry).__name__}"
        raise PuzzleError(f"puzzle {number + 1}: {what}")
    try:
        read = parse if isinstance(entry, str) else Sudoku
        puzzle: Puzzle = read(entry, allow_clashes=True)
    except FormatError as error:
        place = f"column {error.column}: " if error.column and error.line in (None, 1) else ""
        raise FormatError(f"puzzle {number + 1}: {place}{error.message}") from error
    require_whole(puzzle.unread, f"puzzle {number + 1}")
    return puzzle


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
    if array.size == 0 and array.ndim < 2:
        array = np.zeros((0, 81 if like is None else len(like.grid.cells)), np.uint8)
    if array.ndim != 2:
        raise PuzzleError(f"expected an array of shape (n, cells), not {array.shape}")
    if array.dtype.kind not in "iu":
        what = f"dtype {array.dtype}"
        if array.dtype.kind == "f":
            row = int(np.argmax((array != np.floor(array)).any(axis=1)))
            what = f"fractions, as in puzzle {row + 1}"
        raise PuzzleError(f"expected integers, 0 for a blank, not {what}")
    cells = array.shape[1]
    geometry = Geometry.square(cells, rules) if like is None else Geometry.of_puzzle(like, rules)
    if cells != geometry.cells:
        raise PuzzleError(f"expected {geometry.cells} cells a row, found {cells}")
    if array.size and (
        array.max() > geometry.size or (array.dtype.kind == "i" and array.min() < 0)
    ):
        row, cell = np.argwhere((array < 0) | (array > geometry.size))[0].tolist()
        raise ClueError(
            f"puzzle {row + 1}: {array[row, cell]} at {geometry.blank.grid.cells[cell]} is out of "
            f"range: 0 is a blank, values are 1 to {geometry.size}"
        )
    return geometry, np.ascontiguousarray(array, np.uint8)


def _warn(message: str) -> None:
    print(f"nonet: {message}", file=sys.stderr)
