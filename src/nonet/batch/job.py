"""Jobs: a table of puzzles in, a table of answers out, in a pipeline of three threads.

One thread reads parts of the input, one (the caller's) answers them, one writes
and commits them; bounded queues between them keep the memory constant.  A part
is a fixed number of rows, so a run that goes on where another stopped gives the
same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, fields
from math import isqrt
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nonet import __version__
from nonet.batch.check import Check, check_counts, check_solutions
from nonet.batch.engines import LOCKSTEP, Engine, choose
from nonet.batch.geometry import Array, Geometry
from nonet.batch.parts import Parts, identity
from nonet.batch.sinks import Sink, sink_for
from nonet.batch.sources import Source, opened, parts_of, puzzle_column, solution_column
from nonet.batch.text import Characters, as_text
from nonet.errors import FormatError
from nonet.formats import write
from nonet.formats.statements import Box
from nonet.puzzle import Alphabet, Puzzle, PuzzleRule

ROWS = {True: 1 << 15, False: 1 << 12}
"""Rows of a part: for the kernel, and for slower backends (some seconds of work each)."""
PEEKED = 1000
"""Rows that are looked at to find the size of the puzzles."""
_POLL = 0.2
"""Seconds between two looks at whether the pipeline was stopped."""


@dataclass(frozen=True)
class Options:
    """What is asked of a table.

    ``like`` gives grid and rules, else they are the classic square of the rows'
    length; ``rules`` are added.  ``limit`` of solutions, ``time_limit`` seconds
    a puzzle, ``rows`` of a part (``None``: by backend).
    """

    rules: tuple[PuzzleRule, ...] = ()
    like: Puzzle | None = None
    box: Box | None = None
    alphabet: Alphabet | None = None
    backend: str | None = None
    limit: int = 2
    time_limit: float | None = None
    check: Check = "sample"
    threads: int | None = None
    rows: int | None = None


@dataclass
class Tally:
    """How many rows there were of each verdict, and how many disagree with the given solution."""

    rows: int = 0
    unique: int = 0
    multiple: int = 0
    none: int = 0
    solved: int = 0
    undecided: int = 0
    malformed: int = 0
    disagreeing: int = 0

    def add(self, other: Tally) -> None:
        """Count another's rows too."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


WORDS = ("none", "unique", "multiple", "solved", "undecided", "malformed")
_NONE, _UNIQUE, _MULTIPLE, _SOLVED, _UNDECIDED, _MALFORMED = range(len(WORDS))
OURS = ("puzzle", "solution", "verdict", "count", "guesses", "agrees", "reason")
"""The columns of an answer; others of the input follow."""


@dataclass
class Summary:
    """What a job came to: ``resumed`` rows were answered by earlier runs of it."""

    tally: Tally = field(default_factory=Tally)
    resumed: int = 0
    seconds: float = 0.0
    backend: str = ""

    @property
    def rate(self) -> float:
        """Puzzles a second, of those answered now."""
        return (self.tally.rows - self.resumed) / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The summary as JSON has it."""
        return {
            **asdict(self.tally),
            "resumed": self.resumed,
            "backend": self.backend,
            "seconds": round(self.seconds, 3),
            "puzzles_per_second": round(self.rate),
        }


def run(
    source: Path,
    out: Path,
    options: Options,
    *,
    restart: bool = False,
    say: Callable[[str], None] = lambda message: None,
    progress: Callable[[int, float], None] = lambda rows, fraction: None,
) -> Summary:
    """Answer every row of ``source`` and write the table ``out``.

    ``say`` is given lines for the user, ``progress`` the rows done so far and
    the fraction of the input read.  Raises ``FormatError`` for a table that
    cannot be read or written, ``ResumeError`` if ``out`` was begun on other
    terms, ``WrongAnswer`` if a check fails, ``OSError`` if the disk is full; run
    it again, and it goes on where it stopped.
    """
    started = time.monotonic()
    sink = sink_for(out)
    geometry = _geometry(source, options)
    summary = Summary()
    with choose(
        geometry,
        options.backend,
        threads=options.threads,
        time_limit=options.time_limit,
        say=say,
    ) as engine:
        rows = options.rows or ROWS[engine.name == LOCKSTEP]
        summary.backend = engine.name
        terms = _terms(source, out, options, geometry, engine, rows)
        with Parts(out, terms, restart=restart) as parts, opened(source) as table:
            for record in parts.records:
                summary.tally.add(Tally(**record["tally"]))
            summary.resumed = summary.tally.rows
            if summary.resumed:
                say(f"going on after {summary.resumed} rows that were answered before")
            answerer = _Answerer(table, geometry, options, engine)
            pipeline = _Pipeline(table, rows, summary, answerer, sink, parts)
            pipeline.run(progress)
            if not parts.records:  # a table without a row has its columns all the same
                parts.commit(sink.encode(*answerer.nothing()), {"tally": asdict(Tally())})
            parts.finish(sink)
    summary.seconds = time.monotonic() - started
    return summary


def _geometry(path: Path, options: Options) -> Geometry:
    """The geometry asked for; else the square that most of the first rows are."""
    if options.like is not None:
        return Geometry.of(options.like, options.rules)
    with opened(path) as source:
        wanted = puzzle_column(source.columns)
        first = next(parts_of(source, PEEKED), None)
        if first is None:
            return Geometry.square(81, options.rules, options.box)
        lengths = pc.binary_length(as_text(first[wanted].chunk(0))).drop_null().to_numpy()
    numbers, often = np.unique(lengths, return_counts=True)
    squares = [
        (int(frequency), int(length))
        for length, frequency in zip(numbers, often, strict=True)
        if length > 1 and isqrt(int(length)) ** 2 == length
    ]
    if not squares:
        raise FormatError(
            "none of the first rows holds n² characters: give a puzzle as --like", source=str(path)
        )
    return Geometry.square(max(squares)[1], options.rules, options.box)


def _terms(
    source: Path, out: Path, options: Options, geometry: Geometry, engine: Engine, rows: int
) -> dict[str, Any]:
    """What must be the same for the parts of an earlier run to be of use."""
    return {
        "input": identity(source),
        "nonet": __version__,
        "pyarrow": pa.__version__,
        "form": "".join(out.suffixes),
        "puzzle": write(geometry.blank, "json").strip(),
        "alphabet": (options.alphabet or geometry.blank.alphabet).name,
        "backend": options.backend or engine.name,
        "limit": options.limit,
        "time limit": options.time_limit,
        "check": options.check,
        "rows of a part": rows,
    }


class _Answerer:
    """Turns a part of the input into a part of the output."""

    def __init__(
        self, source: Source, geometry: Geometry, options: Options, engine: Engine
    ) -> None:
        self._source = source
        self._geometry = geometry
        self._options = options
        self._engine = engine
        self._characters = Characters(geometry, options.alphabet)
        self._puzzles = puzzle_column(source.columns)
        self._given = solution_column(source.columns)
        taken = {self._puzzles, self._given}
        self._others = [c for c in source.columns if c not in taken and c not in OURS]

    def answer(self, table: Any, start: int) -> tuple[Any, Tally]:
        """The answers to the rows of a table that begins at row ``start``."""
        column = as_text(table[self._puzzles].chunk(0))
        rows, reasons = self._characters.rows(column)
        for number in [n for n in list(self._source.faults) if start <= n < start + len(rows)]:
            reasons[number - start] = self._source.faults.pop(number)
        good = np.ones(len(rows), bool)
        good[list(reasons)] = False
        counts, guesses, decided, solutions = self._answers(rows, good)
        if self._options.check == "all":
            check_solutions(self._geometry, rows, solutions, counts > 0, first=start)
        limit, check = self._options.limit, self._options.check
        check_counts(self._geometry, rows, counts, decided, limit, check, first=start)
        verdicts = np.select(
            [~good, (counts == 0) & decided, counts > 1, decided & (limit > 1), counts > 0],
            [_MALFORMED, _NONE, _MULTIPLE, _UNIQUE, _SOLVED if limit == 1 else _UNDECIDED],
            _UNDECIDED,
        ).astype(np.int8)
        shown = self._characters.column(solutions, counts > 0)
        columns = {
            "puzzle": column,
            "solution": shown,
            "verdict": pa.array(WORDS).take(pa.array(verdicts)),
            "count": pa.array(counts, mask=~good),
            "guesses": pa.array(guesses, mask=~good),
        }
        disagreeing = 0
        if self._given is not None:
            given = as_text(table[self._given].chunk(0))
            agrees = pa.array(counts == 1, mask=(counts == 0) | ~decided)
            if not given.equals(shown):
                agrees = self._agrees(given, solutions, counts, decided & good)
            disagreeing = int(pc.sum(pc.invert(agrees)).as_py() or 0)
            columns["agrees"] = agrees
        columns["reason"] = pa.array(
            [reasons.get(n, "") for n in range(len(rows))] if reasons else [""] * len(rows),
            pa.string(),
        )
        columns |= {name: table[name].chunk(0) for name in self._others}
        often = np.bincount(verdicts, minlength=len(WORDS)).tolist()
        tally = Tally(len(rows), disagreeing=disagreeing, **dict(zip(WORDS, often, strict=True)))
        return pa.table(columns), tally

    def _answers(self, rows: Array, good: Array) -> tuple[Array, Array, Array, Array]:
        """Counts, guesses, decided and solutions; zeros for rows that are not good."""
        if good.all():
            found = self._engine.answers(rows, self._options.limit)
            return found.counts, found.guesses, found.decided, found.solutions
        n = len(rows)
        counts, guesses = np.zeros(n, np.int64), np.zeros(n, np.int64)
        decided, solutions = np.zeros(n, bool), np.zeros_like(rows)
        found = self._engine.answers(np.ascontiguousarray(rows[good]), self._options.limit)
        counts[good], guesses[good] = found.counts, found.guesses
        decided[good], solutions[good] = found.decided, found.solutions
        return counts, guesses, decided, solutions

    def _agrees(self, column: Any, solutions: Array, counts: Array, decided: Array) -> Any:
        """Whether the solution given is the one there is; missing where that is not known."""
        given, _ = self._characters.rows(column)
        same = (counts == 1) & np.all(given == solutions, axis=1)
        blank = pc.fill_null(pc.equal(column, ""), True).to_numpy(zero_copy_only=False)
        return pa.array(same, mask=blank | ~decided)

    def nothing(self) -> tuple[Any, bool]:
        """The answer to no rows, and that it is the first."""
        columns = {name: pa.array([], pa.string()) for name in self._source.columns}
        return self.answer(pa.table({n: pa.chunked_array([c]) for n, c in columns.items()}), 0)[
            0
        ], True


class _Pipeline:
    """Reads, answers, writes; an error in a thread ends all three and is raised here."""

    def __init__(
        self,
        source: Source,
        rows: int,
        summary: Summary,
        answerer: _Answerer,
        sink: Sink,
        parts: Parts,
    ) -> None:
        self._source, self._rows, self._summary = source, rows, summary
        self._answerer, self._sink, self._parts = answerer, sink, parts
        self._read: Queue[Any] = Queue(1)
        self._answered: Queue[Any] = Queue(1)
        self._stop = Event()
        self._errors: list[BaseException] = []

    def run(self, progress: Callable[[int, float], None]) -> None:
        """Answer all rows after those that were answered before."""
        threads = [
            Thread(target=self._guarded, args=(work,)) for work in (self._reads, self._writes)
        ]
        for thread in threads:
            thread.start()
        try:
            tally = self._summary.tally
            for table in self._taken(self._read):
                part, found = self._answerer.answer(table, tally.rows)
                self._put(self._answered, (part, found))
                tally.add(found)
                progress(tally.rows, self._source.fraction())
            self._put(self._answered, None)
            while any(thread.is_alive() for thread in threads):
                threads[1].join(_POLL)
        except BaseException:
            self._stop.set()
            raise
        finally:
            for thread in threads:
                thread.join()
        if self._errors:
            raise self._errors[0]

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # raised again by run, in the caller's thread
            self._errors.append(error)
            self._stop.set()

    def _reads(self) -> None:
        for table in parts_of(self._source, self._rows, self._summary.resumed):
            if not self._put(self._read, table):
                return
        self._put(self._read, None)

    def _writes(self) -> None:
        for part, tally in self._taken(self._answered):
            data = self._sink.encode(part, not self._parts.records)
            self._parts.commit(data, {"tally": asdict(tally)})

    def _put(self, queue: Queue[Any], item: Any) -> bool:
        """Put an item once there is room; false if the pipeline was stopped."""
        while not self._stop.is_set():
            try:
                queue.put(item, timeout=_POLL)
                return True
            except Full:
                continue
        return False

    def _taken(self, queue: Queue[Any]) -> Iterator[Any]:
        """The items of a queue until its end, or until the pipeline is stopped."""
        while not self._stop.is_set():
            try:
                item = queue.get(timeout=_POLL)
            except Empty:
                continue
            if item is None:
                return
            yield item
