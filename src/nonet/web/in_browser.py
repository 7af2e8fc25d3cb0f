"""nonet in a worker of a browser: the functions that the worker's script calls once Python runs.

``prepare`` is called when the site is made, and a browser begins with Python's memory at that
point; there ``wake`` is called, and returns the function that answers questions.

Rarely imported modules are in parts, each an archive that is fetched when one of its modules is
first imported: more of Python's library, python-sat, the exercises.
"""

from __future__ import annotations

import errno
import gc
import io
import json
import os
import random
import sys
import zipfile
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

FetchFunction = Callable[[str], bytes]
"""Gives the bytes of an archive, at once."""

AnswerFunction = Callable[[str, Callable[[str], object]], None]
"""Answers a question, an event a call."""

_CLUES = "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."

WARM_UP_QUESTIONS = (
    {"do": "solve", "puzzle": {"size": 4, "clues": "1..............4"}, "backend": "native"},
    {"do": "draw", "puzzle": {"size": 4, "clues": ".......21.3..4.."}},
    {"do": "hint", "puzzle": {"size": 9, "clues": _CLUES}},
)
"""Questions asked beforehand, so that their modules are imported, and 9x9 grids are cached."""

ENTRY_POINT_GROUPS = ("nonet.backends", "nonet.rules", "nonet.formats", "nonet.exports")

FETCH_FAILURES = (f"OSError: [Errno {errno.EIO}]", "BadZipFile")
"""In the words of a fault: an archive cannot be fetched."""

OFFLINE_EVENT = {
    "error": "this needs a part of nonet that is not here yet, and cannot be fetched: "
    "is there a network?",
    "kind": "Offline",
}

CACHED_ANSWERS: dict[str, str] = {}
"""Questions whose answers were cached when the site was made, with the answers."""

IMPORT_PATH: list[str] = []
"""The import path at the time of ``prepare``."""


class ArchiveFinder(MetaPathFinder):
    """Finds modules in a part, which is fetched when one of its modules is imported.

    ``named`` gives the archive of each module; archives in ``unpacked`` are unpacked as files,
    for code that opens neighbouring files.  Nothing is fetched before ``fetch`` is set.
    """

    fetch: FetchFunction

    def __init__(self, named: dict[str, str], unpacked: Sequence[str], folder: str) -> None:
        self.named, self.unpacked = named, set(unpacked)
        self.folder = Path(folder)
        self.mounted: dict[str, str] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A spec that fetches the part when the module is made."""
        archive = self.named.get(name)
        if archive is None:
            return None
        if archive in self.mounted:
            return self.find_archived_spec(name)
        return ModuleSpec(name, _FetchingLoader(self), is_package=None)

    def find_archived_spec(self, name: str) -> ModuleSpec:
        """Return the spec of a module in its part; fetch the part if necessary."""
        archive = self.named[name]
        place = self.mounted.get(archive) or self._mount(archive)
        parent = name.rpartition(".")[0].replace(".", "/")
        spec = PathFinder.find_spec(name, [f"{place}/{parent}" if parent else place])
        if spec is None:
            raise ModuleNotFoundError(f"{archive} lacks {name}", name=name)
        return spec

    def _mount(self, archive: str) -> str:
        data = self.fetch(archive)
        self.folder.mkdir(parents=True, exist_ok=True)
        place = self.folder / archive
        if archive in self.unpacked:
            place = place.with_suffix("")
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                packed.extractall(place)
        else:
            place.write_bytes(data)
        sys.path.append(str(place))
        self.mounted[archive] = str(place)
        return str(place)


class _FetchingLoader(Loader):
    """Loads a module of a part that is not here yet."""

    def __init__(self, parts: ArchiveFinder) -> None:
        self._parts = parts

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return module_from_spec(self._parts.find_archived_spec(spec.name))

    def exec_module(self, module: ModuleType) -> None:
        real = self._parts.find_archived_spec(module.__name__)
        assert real.loader is not None
        real.loader.exec_module(module)


def prepare(parts: str) -> None:
    """Import the modules that most questions need.

    ``parts`` says in JSON which modules are in which part, and which answers are kept.
    """
    settings = json.loads(parts)
    CACHED_ANSWERS.update(settings["kept"])
    IMPORT_PATH[:] = sys.path
    sys.meta_path.append(ArchiveFinder(settings["modules"], settings["unpacked"], "/parts"))
    # through the finder, which must be there before
    from nonet.discovery import entry_points_of
    from nonet.protocol import ask

    for group in ENTRY_POINT_GROUPS:  # what packages declare: for that all archives are opened
        entry_points_of(group)
    for question in WARM_UP_QUESTIONS:
        *_, last = ask(question)
        if "error" in last:
            raise RuntimeError(f"{question}: {last['error']}")
    gc.collect()
    gc.freeze()  # all this stays, and need not be looked through again


def wake(read_file: Callable[[str], Any]) -> AnswerFunction:
    """Go on in a browser; ``now`` gives a file beside the page's script as JavaScript's bytes."""
    from pyodide.ffi import JsException

    from nonet.protocol import ask_text

    def fetch(name: str) -> bytes:
        try:
            return bytes(read_file(name).to_bytes())
        except JsException:
            raise OSError(errno.EIO, os.strerror(errno.EIO), name) from None

    sys.path[:] = (
        IMPORT_PATH  # Pyodide adds to it; what packages declare would be looked for once more
    )
    random.seed()  # or every reader would meet the same chances
    for finder in sys.meta_path:
        if isinstance(finder, ArchiveFinder):
            finder.fetch = fetch

    def answer(question: str, say: Callable[[str], object]) -> None:
        if question in CACHED_ANSWERS:
            say(CACHED_ANSWERS[question])
            return
        for event in ask_text(question):
            lost = any(word in event.get("error", "") for word in FETCH_FAILURES)
            reply = OFFLINE_EVENT if lost else event
            say(json.dumps(reply, separators=(",", ":")))

    return answer
