"""Progress: ``nonet-learn.json``, beside the learner's files.

Plain JSON, so that people can read, version or edit the file.

>>> import tempfile
>>> progress = Progress.load(tempfile.mkdtemp())
>>> progress.record("declare-rows").attempts += 1
>>> progress.save()
>>> Progress.load(progress.folder).record("declare-rows").state
'tried'
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path

from nonet.errors import FormatError

FILE_NAME = "nonet-learn.json"


@dataclass
class Record:
    """The record of an exercise.  ``passed`` is the time of the first pass, "" before."""

    started: str = ""
    attempts: int = 0
    passed: str = ""
    hints: int = 0
    solution_seen: bool = False

    @property
    def state(self) -> str:
        """In one word: passed, tried, started or open."""
        if self.passed:
            return "passed"
        return "tried" if self.attempts else "started" if self.started else "open"


@dataclass
class Progress:
    """The records of one folder, by exercise."""

    folder: Path
    records: dict[str, Record] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: str | Path) -> Progress:
        """Return the progress in a folder's file; empty without a file, ``FormatError`` for a
        damaged file.
        """
        path = Path(folder) / FILE_NAME
        if not path.exists():
            return cls(Path(folder))
        known = {f.name: f.type for f in fields(Record)}
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))["exercises"]
            records = {
                name: Record(**{key: value for key, value in entry.items() if key in known})
                for name, entry in entries.items()
            }
            for record in records.values():
                record.attempts, record.hints = int(record.attempts), int(record.hints)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FormatError(
                f"this is no progress of nonet learn ({error}): mend it or move it away",
                source=str(path),
            ) from None
        return cls(Path(folder), records)

    def record(self, name: str) -> Record:
        """The record of one exercise; a new one where there is none."""
        return self.records.setdefault(name, Record())

    def save(self) -> None:
        """Write the file; the old file stays whole until the new file is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / FILE_NAME
        entries = {name: asdict(record) for name, record in self.records.items()}
        beside = path.with_suffix(".json.new")
        beside.write_text(json.dumps({"exercises": entries}, indent=2) + "\n", encoding="utf-8")
        beside.replace(path)


def timestamp() -> str:
    """Return the time in the format of the file."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
