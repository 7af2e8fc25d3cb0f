"""Parts: what is written is not lost, and no half file stands under the final name.

Beside the output ``OUT`` there is a folder ``OUT.parts`` while a run is under
way.  ``manifest.json`` holds the run's *terms*: which input, which options.
Each part is written under a temporary name, brought to the disk, renamed, and
only then recorded (``part-000007.json``); so the records tell, after a crash at
any moment, which parts are whole.  The last step joins them under a temporary
name and renames that to ``OUT``.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Protocol, Self

from nonet.errors import ResumeError

HEAD = 1 << 20
"""Bytes at the beginning of the input whose hash tells it from another."""
MANIFEST = "manifest.json"

Terms = dict[str, Any]
"""What makes two runs the same one, as JSON: equal terms give equal parts."""


class Joiner(Protocol):
    """What makes one file of parts: a sink."""

    def join(self, parts: Sequence[Path], out: BinaryIO) -> None:
        """Write the file that ``parts`` make."""


def identity(path: Path) -> Terms:
    """What tells an input from another, or from itself once changed."""
    state = path.stat()
    with path.open("rb") as file:
        head = sha256(file.read(HEAD)).hexdigest()
    return {"bytes": state.st_size, "modified": state.st_mtime_ns, "head": head}


class Parts:
    """The folder of parts of one output, held by this process while open.

    ``records`` are those of the parts committed so far, by number; there may be
    gaps, for parts may be committed in any order.  Raises
    ``ResumeError`` if the folder is of a run on other terms, saying which, or
    another process is at work on it; ``restart`` begins anew instead.
    """

    def __init__(self, out: Path, terms: Terms, *, restart: bool = False) -> None:
        self._out = out
        self.folder = out.with_name(f"{out.name}.parts")
        self._lock = _Lock(out.with_name(f"{out.name}.parts.lock"))
        try:
            self.records = self._begun(terms, restart)
        except BaseException:
            self._lock.release()
            raise

    def _begun(self, terms: Terms, restart: bool) -> dict[int, dict[str, Any]]:
        """The records of a run on these terms; a new folder where there is none."""
        manifest = self.folder / MANIFEST
        if restart or not manifest.exists():  # without a manifest: never begun, or finished
            if self.folder.exists():
                manifest.unlink(missing_ok=True)
                shutil.rmtree(self.folder)
            self.folder.mkdir()
            self._write(manifest, json.dumps(terms, indent=1).encode())
            return {}
        before = json.loads(manifest.read_text(encoding="utf-8"))
        changed = [key for key in {**before, **terms} if before.get(key) != terms.get(key)]
        if changed:
            told = "; ".join(f"{key}: {_told(before.get(key), terms.get(key))}" for key in changed)
            raise ResumeError(
                f"{self.folder} holds parts of a run that is not this one ({told}): "
                "run it as before to go on, or with --restart to begin anew"
            )
        records: dict[int, dict[str, Any]] = {}
        for record in self.folder.glob("part-*.json"):
            number = int(record.stem.removeprefix("part-"))
            found = json.loads(record.read_text(encoding="utf-8"))
            part = self.part(number)
            if part.exists() and part.stat().st_size == found["bytes"]:
                records[number] = found
        return records

    @property
    def missing(self) -> int:
        """The number of the first part that is not there yet."""
        return next(number for number in count() if number not in self.records)

    def part(self, number: int) -> Path:
        """The file of a part."""
        return self.folder / f"part-{number:06}"

    def _record(self, number: int) -> Path:
        return self.folder / f"part-{number:06}.json"

    def commit(self, number: int, data: Any, record: dict[str, Any]) -> None:
        """Keep a part (a buffer) and what is to be known of it, for good."""
        record = {**record, "bytes": memoryview(data).nbytes}
        self._write(self.part(number), data)
        self._write(self._record(number), json.dumps(record).encode())
        self.records[number] = record

    def finish(self, joiner: Joiner) -> None:
        """Join the parts, put the file under its final name, and remove the folder."""
        whole = self.folder / "whole.tmp"
        with whole.open("wb") as file:
            joiner.join([self.part(number) for number in range(len(self.records))], file)
            file.flush()
            os.fsync(file.fileno())
        whole.replace(self._out)
        _sync(self._out.parent)
        (self.folder / MANIFEST).unlink()  # first: without it the other files mean nothing
        shutil.rmtree(self.folder)

    def _write(self, path: Path, data: Any) -> None:
        """Write a file whole or not at all."""
        temporary = path.with_name(f"{path.name}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)  # on a full disk its room is needed
            raise
        _sync(path.parent)

    def close(self) -> None:
        """Let another process have the folder."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _told(before: Any, now: Any) -> str:
    """A difference in words; of tables of values only what differs."""
    if isinstance(before, dict) and isinstance(now, dict):
        keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
        return ", ".join(f"{key} {_told(before.get(key), now.get(key))}" for key in keys)
    shown = [text if len(text) < 40 else f"{text[:36]}..." for text in map(str, (before, now))]
    return f"was {shown[0]}, is {shown[1]}"


def _sync(folder: Path) -> None:
    """Bring a folder's names to the disk, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _Lock:
    """A lock on a file, which ends with its process however that ends (where the system can)."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("ab")
        if find_spec("fcntl") is not None:
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._file.close()
                raise ResumeError(
                    f"another process is at work on {path.name.removesuffix('.parts.lock')}"
                ) from None

    def release(self) -> None:
        """Give the lock back."""
        if not self._file.closed:
            self._path.unlink(missing_ok=True)
            self._file.close()
