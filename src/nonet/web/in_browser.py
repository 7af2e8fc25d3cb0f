"""nonet in a worker of a browser: what the worker's script calls, once Python runs there.

The first download has only what most questions need.  The rest is in parts, each an archive beside
it that is fetched when a module of it is first imported: what few programs import of Python's
library, python-sat, the exercises.  ``parts.json``, made with the archives, says what is in which.

In a browser this module is loaded first, so it imports nothing of nonet before the parts are known.
"""

from __future__ import annotations

import io
import json
import sys
import zipfile
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

Fetch = Callable[[str], bytes]
"""Gives the bytes of a file beside the archives, at once."""

WARM_UP = (
    '{"do": "solve", "puzzle": {"size": 4, "clues": "1..............4"}}',
    '{"do": "hint", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}',
    '{"do": "draw", "puzzle": {"size": 4, "clues": ".......21.3..4.."}}',
)
"""Questions asked beforehand, so that what they need is imported."""


class Parts(MetaPathFinder):
    """Finds modules that are in a part, which is fetched when one of them is imported.

    ``named`` gives the archive of each module; archives in ``unpacked`` are laid out as files,
    for those who open what lies beside them.
    """

    def __init__(
        self, named: dict[str, str], unpacked: Sequence[str], fetch: Fetch, folder: str
    ) -> None:
        self.named, self.unpacked, self.fetch = named, set(unpacked), fetch
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
            return self.real(name)
        return ModuleSpec(name, _Fetching(self), is_package=None)

    def real(self, name: str) -> ModuleSpec:
        """The spec of a module in its part, which is fetched unless it was."""
        archive = self.named[name]
        place = self.mounted.get(archive) or self._mount(archive)
        parent = name.rpartition(".")[0].replace(".", "/")
        found = PathFinder.find_spec(name, [f"{place}/{parent}" if parent else place])
        if found is None:
            raise ModuleNotFoundError(f"{archive} lacks {name}", name=name)
        return found

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


class _Fetching(Loader):
    """Loads a module of a part that is not here yet."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return module_from_spec(self._parts.real(spec.name))

    def exec_module(self, module: ModuleType) -> None:
        real = self._parts.real(module.__name__)
        assert real.loader is not None
        real.loader.exec_module(module)


def fetch_now(address: str) -> bytes:
    """A file beside the archives, fetched while this worker waits."""
    from js import Uint8Array, XMLHttpRequest

    request = XMLHttpRequest.new()
    request.open("GET", address, False)
    request.responseType = "arraybuffer"
    request.send()
    if request.status != 200:
        raise ImportError(f"{address} cannot be fetched: {request.status} {request.statusText}")
    return bytes(Uint8Array.new(request.response).to_py())


def begin(parts: str, base: str) -> Callable[[str, Callable[[str], object]], None]:
    """Make everything ready; what is given back answers a question, an event a call."""
    told = json.loads(parts)
    finder = Parts(told["modules"], told["unpacked"], lambda name: fetch_now(base + name), "/parts")
    sys.meta_path.append(finder)
    from nonet.asking import ask_text

    def answer(question: str, say: Callable[[str], object]) -> None:
        for event in ask_text(question):
            say(json.dumps(event, separators=(",", ":")))

    for question in WARM_UP:
        answer(question, lambda _: None)
    return answer
