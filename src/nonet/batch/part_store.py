"""Parts: written answers are not lost, and no half file stands under the final name.

Beside the output ``OUT`` there is a folder ``OUT.parts`` while a run is under way.
``manifest.json`` holds the run's *terms*: which input, which options. Each part is appended to one
file, ``answers``, and only then recorded (``part-000007.json``, written under a temporary name and
renamed) with its number, place, length and checksum, and a digest of the rows it answers; so the
records tell, after a crash at any moment, which parts are whole, even if the system stopped before
a part reached the disk: a part that differs from its record is answered again.  Bytes after the
last recorded part are cut off.

Where the output is the concatenation of the parts, and the parts stand in order, the last step
renames the file to ``OUT``; else the parts are joined under a temporary name first. Either file is
flushed to the disk before the rename.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, Protocol
from zlib import crc32

from nonet.errors import ResumeError
from nonet.solving.solution_iterator import Closable

RECORD_HEADER = 1 << 20
"""Bytes at the beginning of the input whose hash identifies the input."""
MANIFEST = "manifest.json"
ANSWERS = "answers"
"""The file of all parts."""

RunParameters = dict[str, Any]
"""The parameters of a run, as JSON: equal parameters give equal parts."""


@dataclass(frozen=True)
class StoredPart:
    """Where a part stands: ``length`` bytes of a file, from place ``offset`` on."""

    file: Path
    offset: int
    length: int

    @property
    def end(self) -> int:
        """Return the offset of the first byte after the part."""
        return self.offset + self.length

    def read_bytes(self) -> bytes:
        """Return the bytes of the part."""
        with self.file.open("rb") as file:
            file.seek(self.offset)
            return file.read(self.length)


class Sink(Protocol):
    """A kind of file."""

    def encode(self, table: Any, first: bool) -> Any:
        """Return the buffer of a part; ``first`` says that no part stands before this part."""

    def is_whole(self, rows: int) -> bool:
        """Return whether the file is the concatenation of parts of ``rows`` rows."""

    def join(self, parts: Sequence[StoredPart], out: BinaryIO, rows: int) -> None:
        """Write the file that ``parts`` make, each of ``rows`` rows but the last."""


def file_identity(path: Path) -> RunParameters:
    """Return the size, time and hash by which a changed or other input is recognised."""
    state = path.stat()
    with path.open("rb") as file:
        head = sha256(file.read(RECORD_HEADER)).hexdigest()
    return {"bytes": state.st_size, "modified": state.st_mtime_ns, "head": head}


def refuse_changed(path: Path, before: RunParameters) -> None:
    """Raise ``ResumeError`` if an input no longer has the identity ``before``."""
    try:
        now = file_identity(path)
    except OSError as error:
        now = {"bytes": f"gone ({error.strerror})"}
    if now != before:
        raise ResumeError(
            f"{path} was changed while it was read ({_difference_text(before, now)}), so "
            "nothing is written: "
            "once it is whole, run again with --restart"
        )


class PartStore(Closable):
    """The folder of parts of one output, held by this process while open.

    ``records`` are the records of the committed parts, by number, of which some may be missing.  A
    part that differs from its record, or whose record ``valid`` refuses, is not used, and ``say``
    is called with a line of text about it.  Raises ``ResumeError`` if the folder is of a run with
    other parameters, its manifest cannot be read, or another process holds it; with ``restart`` an
    old folder is deleted instead.
    """

    def __init__(
        self,
        out: Path,
        terms: RunParameters,
        *,
        restart: bool = False,
        valid: Callable[[dict[str, Any]], bool] = lambda record: True,
        say: Callable[[str], None] = lambda message: None,
    ) -> None:
        self._out = out
        self.folder = out.with_name(f"{out.name}.parts")
        self._answers = self.folder / ANSWERS
        self._file: FileIO | None = None
        self._end = 0  # of what is recorded
        self._valid, self._say = valid, say
        self._lock = _Lock(out.with_name(f"{out.name}.parts.lock"))
        try:
            self.records = self._load_records(terms, restart)
            self._end = max((self.stored_part(number).end for number in self.records), default=0)
        except BaseException:
            self._lock.release()
            raise

    def _load_records(self, terms: RunParameters, restart: bool) -> dict[int, dict[str, Any]]:
        """The records of a run on these terms; a new folder where there is none."""
        manifest = self.folder / MANIFEST
        if self.folder.exists() and not self.folder.is_dir():
            raise ResumeError(f"{self.folder} is a file, where the parts of the run are to be kept")
        # without a manifest never begun, or finished; and what was renamed is finished
        moved = any(self.folder.glob("part-*.json")) and not self._answers.exists()
        if restart or moved or not manifest.exists():
            if self.folder.exists():
                manifest.unlink(missing_ok=True)
                shutil.rmtree(self.folder)
            self.folder.mkdir()
            self._write_atomically(manifest, json.dumps(terms, indent=1).encode())
            _sync(manifest)
            _sync(self.folder)
            return {}
        before = _json_object(manifest)
        if before is None:
            raise ResumeError(f"{manifest} is damaged: run with --restart to begin anew")
        changed = [key for key in {**before, **terms} if before.get(key) != terms.get(key)]
        if changed:
            differences = "; ".join(
                f"{key}: {_difference_text(before.get(key), terms.get(key))}" for key in changed
            )
            raise ResumeError(
                f"{self.folder} holds parts of a run that is not this one ({differences}): "
                "run it as before to go on, or with --restart to begin anew"
            )
        records: dict[int, dict[str, Any]] = {}
        for path in sorted(self.folder.glob("part-*.json")):
            match = re.fullmatch(r"part-(\d{6,9})\.json", path.name)
            if match is None:
                continue
            number = int(match[1])
            record = _json_object(path)
            if record is None or not self._valid(record):
                self._say(f"the record of part {number} is damaged: it is made again")
            elif record.get("part") != number:
                self._say(f"the record of part {number} is of another part: it is made again")
            elif not _is_intact(self._part_at(record), record):
                self._say(f"part {number} is not as it was written: it is made again")
            else:
                records[number] = record
        return records

    def stored_part(self, number: int) -> StoredPart:
        """Where a part that is there stands."""
        return self._part_at(self.records[number])

    def _part_at(self, record: dict[str, Any]) -> StoredPart:
        offset, length = (
            number if type(number) is int and number >= 0 else 0
            for number in (record.get("at"), record.get("bytes"))
        )
        return StoredPart(self._answers, offset, length)

    def write_part(self, number: int, data: Any, record: dict[str, Any]) -> None:
        """Write a part (a buffer) and its record durably."""
        remaining = memoryview(data).cast("B")
        length = remaining.nbytes
        place = {"part": number, "at": self._end, "bytes": length, "crc32": crc32(remaining)}
        record = {**record, **place}
        file = self._open_file()
        try:
            while remaining:
                remaining = remaining[file.write(remaining) :]
            self._write_atomically(
                self.folder / f"part-{number:06}.json", json.dumps(record).encode()
            )
        except OSError:
            file.truncate(self._end)  # on a full disk its room is needed
            raise
        self._end += length
        self.records[number] = record

    def _open_file(self) -> FileIO:
        if self._file is None:
            self._file = self._answers.open("ab", buffering=0)
            self._file.truncate(self._end)
        return self._file

    def finish(self, sink: Sink, rows: int) -> None:
        """Make one file of the parts, each of ``rows`` rows but the last, under the final name.

        The folder of parts is then removed.
        """
        parts = [self.stored_part(number) for number in range(len(self.records))]
        self._close_file()
        ends = [0, *(part.end for part in parts)]
        if sink.is_whole(rows) and all(
            part.offset == end for part, end in zip(parts, ends, strict=False)
        ):
            joined = self._answers
            os.truncate(joined, ends[-1])
            _sync(joined)
        else:
            joined = self.folder / "whole.tmp"
            with joined.open("wb") as file:
                sink.join(parts, file, rows)
                file.flush()
                os.fsync(file.fileno())
        joined.replace(self._out)
        _sync(self._out.parent)
        (self.folder / MANIFEST).unlink()  # first: without it the other files mean nothing
        shutil.rmtree(self.folder)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write_atomically(self, path: Path, data: Any) -> None:
        temporary = path.with_name(f"{path.name}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(data)
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)  # on a full disk its room is needed
            raise

    def close(self) -> None:
        """Let another process have the folder."""
        self._close_file()
        self._lock.release()


def _difference_text(before: Any, now: Any) -> str:
    """Return a difference as text; of two dictionaries only the differing keys."""
    if isinstance(before, dict) and isinstance(now, dict):
        keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        return ", ".join(f"{key} {_difference_text(before.get(key), now.get(key))}" for key in keys)
    shown = [text if len(text) < 40 else f"{text[:36]}..." for text in map(str, (before, now))]
    return f"was {shown[0]}, is {shown[1]}"


def _json_object(path: Path) -> dict[str, Any] | None:
    """Return the JSON object of a file; ``None`` if the file holds no JSON object."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _is_intact(part: StoredPart, record: dict[str, Any]) -> bool:
    """Return whether a part has the offset, length and checksum of its record."""
    checksum = 0
    remaining = part.length
    with part.file.open("rb") as file:
        file.seek(part.offset)
        while remaining and (piece := file.read(min(RECORD_HEADER, remaining))):
            remaining -= len(piece)
            checksum = crc32(piece, checksum)
    recorded = part.offset, part.length, checksum
    return not remaining and recorded == (
        record.get("at"),
        record.get("bytes"),
        record.get("crc32"),
    )


def _sync(path: Path) -> None:
    """Bring a file, or a folder's names, to the disk, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _Lock:
    """A lock on a file, which ends with its process however that ends (where the system can)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            self._file = path.open("ab")
            if find_spec("fcntl") is None:
                return
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._file.close()
                raise ResumeError(
                    f"another process is at work on {path.name.removesuffix('.parts.lock')}"
                ) from None
            if path.exists() and path.stat().st_ino == os.fstat(self._file.fileno()).st_ino:
                return
            self._file.close()  # given back, and removed, while it was opened here

    def release(self) -> None:
        """Give the lock back."""
        if not self._file.closed:
            self._path.unlink(missing_ok=True)
            self._file.close()
