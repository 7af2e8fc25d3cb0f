"""Jobs: a table of puzzles in, a table of answers out, in a pipeline of three threads.

The first thread reads parts of the input, the second (the caller's) answers parts or has a cluster
answer them, the third writes and commits the answers; each is at most a part ahead of the next, so
that the memory is constant.  A part is a fixed number of rows, so a run that goes on where another stopped
gives the same bytes.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import isqrt
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import pyarrow as pa

from nonet import __version__
from nonet.batch import cluster as clusters
from nonet.batch.answerer import (
    AnsweredPart,
    Answerer,
    FailedPart,
    InputPart,
    Step,
    TableOptions,
    Tally,
    column_texts,
    statement_columns,
)
from nonet.batch.engines import (
    LOCKSTEP,
    MAX_EASY_CELLS,
    TABLE_BATCH_SIZE,
    Engine,
    Geometry,
    choose_engine,
)
from nonet.batch.part_store import (
    PartStore,
    RunParameters,
    Sink,
    file_identity,
    refuse_changed,
)
from nonet.batch.sinks import rows_fitting_blocks, sink_for
from nonet.batch.sources import (
    ANSWER_COLUMNS,
    Source,
    open_source,
    puzzle_column,
    read_parts,
    retained_columns,
    rows_digest,
)
from nonet.batch.text_columns import as_string_column, single_chunk
from nonet.errors import FormatError, ResumeError, quantity
from nonet.formats import write
from nonet.formats.base import symbol_values
from nonet.formats.pasted import cells_of
from nonet.formats.statements import parse_alphabet, parse_box, rules_of_text, unread_from_json
from nonet.puzzle import ALPHABETS
from nonet.puzzle.unread import require_whole

ROWS_PER_PART = {True: 1 << 15, False: 1 << 12}
"""Rows of 81 cells of a part: for the kernel, and for slower backends (some seconds of work)."""
PEEKED_ROWS = 1000
"""Rows that are looked at to find the size of the puzzles."""
_POLL_INTERVAL = 0.2
"""Seconds between two looks at whether Ctrl-C was pressed."""

T = TypeVar("T")


@dataclass
class Summary:
    """The result of a job.

    ``resumed`` rows were answered by earlier runs of the job; ``failed`` are the numbers of parts
    that a cluster could not answer: if there are any, no output is written yet.
    """

    tally: Tally = field(default_factory=Tally)
    resumed: int = 0
    seconds: float = 0.0
    backend: str = ""
    failed: list[int] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Return the puzzles a second, without the rows that earlier runs answered."""
        return (self.tally.rows - self.resumed) / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        return {
            **asdict(self.tally),
            "resumed": self.resumed,
            "backend": self.backend,
            "seconds": round(self.seconds, 3),
            "puzzles_per_second": round(self.rate),
            "failed_parts": sorted(self.failed),
        }


def is_answer_table(path: Path) -> bool:
    """Return whether a file is a table of answers of :func:`run`, and not answers in lines of text."""
    try:
        with open_source(path) as table:
            return tuple(table.columns[:4]) == ANSWER_COLUMNS[:4]
    except FormatError:
        return False


def run(
    source: Path,
    out: Path,
    options: TableOptions,
    *,
    cluster: str | None = None,
    restart: bool = False,
    say: Callable[[str], None] = lambda message: None,
    progress: Callable[[int, float], None] = lambda rows, fraction: None,
) -> Summary:
    """Answer every row of ``source`` and write the table ``out``.

    ``cluster`` is ``local`` or the address of a Dask scheduler, where the rows are answered; the
    bytes are the same as without a cluster.  Parts that fail there again and again are named in the
    summary, and ``out`` is not written.

    ``say`` is given lines for the user, ``progress`` the rows done so far and the fraction of the
    input read.  Raises ``FormatError`` for a table that cannot be read or written, ``ResumeError``
    if ``out`` was begun on other terms, ``WrongAnswer`` if a check fails, ``OSError`` if the disk
    is full, ``BackendError`` if the cluster cannot be used; the same call continues where the last
    run stopped.
    """
    started = time.monotonic()
    if cluster is not None:
        clusters.check_address(cluster, options.threads)
    sink = sink_for(out)
    with open_source(source):
        before = file_identity(source)
    options = with_statements(source, options)
    geometry = geometry_of(source, options)
    summary = Summary()
    with choose_engine(
        geometry,
        options.backend,
        threads=options.threads,
        time_limit=options.time_limit,
        batch_size=TABLE_BATCH_SIZE,
        say=say,
    ) as engine:
        rows = rows_per_part(options.rows, geometry, engine)
        summary.backend = engine.name
        terms = _run_parameters(before, out, options, geometry, engine, rows)
        place = clusters.Cluster(cluster, options.threads, say) if cluster else nullcontext()

        def valid(record: dict[str, Any]) -> bool:
            return Tally.from_record(record.get("tally")) is not None

        parts_there = PartStore(out, terms, restart=restart, valid=valid, say=say)
        with place as output, parts_there as parts, open_source(source) as table:
            for record in parts.records.values():
                summary.tally.add(Tally(**record["tally"]))
            summary.resumed = summary.tally.rows
            if summary.resumed:
                say(f"going on after {quantity(summary.resumed, 'row')} answered before")
            for column, name in retained_columns(table.columns).items():
                if column != name:
                    say(f"the column {column} of the input is kept as {name}")
            pipeline = _Pipeline(table, rows, summary, parts, progress)
            answerer = Answerer(
                table.columns, table.faults, geometry, options, engine, pipeline.add_progress
            )
            step = _solve_locally(answerer, sink)
            if output is not None:
                task = clusters.Task(
                    out.name, geometry, options, engine.name, _fallback_name(engine), table.columns
                )
                step = output.step(task, table.faults)
            read = pipeline.run(step, say)
            refuse_changed(source, before)
            for note in table.notes:
                say(note)
            if not summary.failed:
                if not parts.records:  # a table without a row has its columns all the same
                    parts.write_part(
                        0, sink.encode(*answerer.empty_answer()), {"tally": asdict(Tally())}
                    )
                if summary.tally.rows != read:
                    raise ResumeError(
                        f"{quantity(read, 'row')} read, and {summary.tally.rows:,} answered, so nothing is "
                        "written: run again with --restart, and please report it"
                    )
                parts.finish(sink, rows)
    summary.seconds = time.monotonic() - started
    return summary


def rows_per_part(requested: int | None, geometry: Geometry, engine: Engine) -> int:
    """Return the rows of a part: the requested or usual number, as whole batches of the kernel and
    whole blocks of compressed files.
    """
    least = TABLE_BATCH_SIZE if engine.name == LOCKSTEP else 1
    if requested is not None:
        return rows_fitting_blocks(max(requested, least))
    usual = (
        ROWS_PER_PART[engine.name == LOCKSTEP]
        * MAX_EASY_CELLS**2
        // max(MAX_EASY_CELLS, geometry.cells) ** 2
    )
    return max(least, 1 << max(0, usual.bit_length() - 1))


def with_statements(path: Path, options: TableOptions) -> TableOptions:
    """Return the options with the statements of the table: rules before its first line, and, where
    the options have none, the box and the alphabet of the statements or of the first rows.
    """
    with open_source(path) as source:
        columns = statement_columns(source.columns)
        stated = dict(source.statements)
        needed = {key: columns[key] for key in ("box", "alphabet") if key in columns}
        first = next(read_parts(source, PEEKED_ROWS), None) if needed else None
    if first is not None:
        for key, name in needed.items():
            for _, text in column_texts(first, key, name)[:1]:
                stated[key] = text
    rules = rules_of_text(stated.get("rules", "[]"))
    require_whole(unread_from_json(json.loads(stated.get("unread", "{}"))), "the table")
    if options.like is not None:
        return replace(options, rules=(*rules, *options.rules))
    box, alphabet = stated.get("box"), stated.get("alphabet")
    try:
        return replace(
            options,
            rules=(*rules, *options.rules),
            box=options.box or (parse_box(box) if box else None),
            alphabet=options.alphabet or (parse_alphabet(alphabet) if alphabet else None),
        )
    except FormatError as error:
        raise FormatError(error.message, source=str(path)) from None


def geometry_of(path: Path, options: TableOptions) -> Geometry:
    """The geometry asked for; else the square that most of the first rows are."""
    if options.like is not None:
        return Geometry.of_puzzle(options.like, options.rules)
    with open_source(path) as source:
        puzzle_name = puzzle_column(source.columns)
        first = next(read_parts(source, PEEKED_ROWS), None)
        if first is None:
            return Geometry.square(81, options.rules, options.box)
        rows = as_string_column(single_chunk(first[puzzle_name])).to_pylist()
        texts = [
            _cells_text(text)
            for number, text in enumerate(rows)
            if text is not None and number not in source.faults
        ]
        faults = sorted(source.faults.items())
    size = _commonest_size(texts, options)
    if size is None:
        reason = f" (row {faults[0][0] + 1}: {faults[0][1]})" if faults else ""
        raise FormatError(
            f"none of the first rows holds n² characters{reason}: give a puzzle as --like",
            source=str(path),
        )
    return Geometry.square(size * size, options.rules, options.box)


def _cells_text(text: str) -> str:
    """The cells of a text, a character each; empty for a text that is not a puzzle."""
    try:
        cells = cells_of(text)
    except FormatError:
        return ""
    return cells if isinstance(cells, str) else "." * len(cells)


def _commonest_size(texts: list[str], options: TableOptions) -> int | None:
    """The size of most squares whose cells can be read; if none can, of most squares."""
    squares = [text for text in texts if len(text) > 1 and isqrt(len(text)) ** 2 == len(text)]
    often = Counter(isqrt(len(text)) for text in squares)
    if len(often) < 2:
        return next(iter(often), None)
    alphabet = options.alphabet or ALPHABETS["digits"]
    chars = {n: set(symbol_values(n, alphabet)) for n in often if n <= len(alphabet.characters)}
    readable = Counter(
        isqrt(len(text)) for text in squares if chars.get(isqrt(len(text)), set()).issuperset(text)
    )
    return max(often, key=lambda size: (readable[size], often[size], size))


def _run_parameters(
    before: RunParameters,
    out: Path,
    options: TableOptions,
    geometry: Geometry,
    engine: Engine,
    rows: int,
) -> dict[str, Any]:
    """Return the parameters that must be equal for the parts of an earlier run to be of use."""
    return {
        "input": before,
        "nonet": __version__,
        "pyarrow": pa.__version__,
        "form": "".join(out.suffixes),
        "puzzle": write(geometry.blank, "json").strip(),
        "alphabet": (options.alphabet or geometry.blank.alphabet).name,
        "backend": options.backend or engine.name,
        "hard rows by": _fallback_name(engine),
        "limit": options.limit,
        "time limit": options.time_limit,
        "check": options.check,
        "rows of a part": rows,
    }


def _fallback_name(engine: Engine) -> str | None:
    other = getattr(engine, "other", None)
    return other.name if other is not None else None


def _solve_locally(answerer: Answerer, sink: Sink) -> Step:
    """Answers each piece in this process; the writing thread encodes."""

    def step(pieces: Iterator[InputPart]) -> Iterator[AnsweredPart]:
        for piece in pieces:
            table, tally = answerer.answer(piece.table, piece.start)
            yield AnsweredPart(piece.number, tally, partial(sink.encode, table, piece.start == 0))

    return step


class _Pipeline:
    """Reads, answers, writes; an error in a thread is raised in the caller's."""

    def __init__(
        self,
        source: Source,
        rows: int,
        summary: Summary,
        parts: PartStore,
        progress: Callable[[int, float], None],
    ) -> None:
        self._source, self._rows, self._summary = source, rows, summary
        self._parts, self._progress = parts, progress
        self._rows_read = 0
        self._digests: dict[int, str] = {}
        """The digests of the rows of the parts that are being answered."""
        self._within = 0  # rows answered of parts that are not whole yet
        self._counting = Lock()

    def add_progress(self, rows: int) -> None:
        """So many rows more are answered, of a part that is not whole yet."""
        with self._counting:
            self._within += rows
            self._report_progress()

    def _report_progress(self) -> None:
        self._progress(self._summary.tally.rows + self._within, self._source.fraction())

    def run(self, step: Step, say: Callable[[str], None]) -> int:
        """Answer the rows that earlier runs did not; return the number of all rows."""
        tally, writing = self._summary.tally, None
        with ThreadPoolExecutor(1) as reader, ThreadPoolExecutor(1) as writer:
            for item in step(_read_ahead(self._unanswered_parts(), reader)):
                if isinstance(item, FailedPart):
                    first, rows = item.part.start + 1, item.part.table.num_rows
                    part = f"part {item.part.number} (rows {first} to {first + rows - 1})"
                    say(f"{part} failed: {item.reason}")
                    self._summary.failed.append(item.part.number)
                    continue
                if writing is not None:
                    _result(writing)
                writing = writer.submit(self._write_part, item)
                with self._counting:
                    tally.add(item.tally)
                    self._within = max(0, self._within - item.tally.rows)
                    self._report_progress()
            if writing is not None:
                _result(writing)
        return self._rows_read

    def _unanswered_parts(self) -> Iterator[InputPart]:
        """Read the parts; yield those that no earlier run answered."""
        before = {number: record.get("rows") for number, record in self._parts.records.items()}
        for number, table in enumerate(read_parts(self._source, self._rows)):
            self._rows_read += table.num_rows
            digest = rows_digest(table)
            if number not in before:
                self._digests[number] = digest
                yield InputPart(number, number * self._rows, table)
            elif before[number] != digest:
                raise ResumeError(
                    f"part {number} in {self._parts.folder} holds answers for other rows: "
                    "run with --restart to begin anew"
                )

    def _write_part(self, answered: AnsweredPart) -> None:
        record = {"tally": asdict(answered.tally), "rows": self._digests.pop(answered.number)}
        self._parts.write_part(answered.number, answered.encode(), record)


def _read_ahead(parts: Iterator[InputPart], reader: ThreadPoolExecutor) -> Iterator[InputPart]:
    """Yield the parts; the next part is read while one is answered."""
    reading = reader.submit(next, parts, None)
    while (part := _result(reading)) is not None:
        reading = reader.submit(next, parts, None)
        yield part


def _result(future: Future[T]) -> T:
    while not future.done():  # a wait without end would not hear Ctrl-C everywhere
        wait([future], timeout=_POLL_INTERVAL)
    return future.result()
