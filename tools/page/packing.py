"""Packing: Python archives for the browser, compiled and cut to what is needed.

This file runs in the browser's own Python (under Node), which alone can compile for itself; the
source is passed as text, so no nonet is imported before nonet is packed.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Callable, Iterable
from importlib import _bootstrap_external
from pathlib import Path
from typing import Any

FILE_DATE = (2020, 1, 1, 0, 0, 0)
"""The date of all files: archives of the same contents are the same bytes."""

NEVER_IMPORTED = ("test/", "idlelib/", "lib2to3/", "turtledemo/", "ensurepip/", "pydoc_data/")
"""Modules of Python's library that no page imports."""

LESSON_MODULES = "nonet/techniques/families/"
"""Modules whose docstrings are lessons and stay in the archive."""

SAMPLE_QUESTIONS_FILE = Path("/packing/exercise.json")
"""Questions whose imports are the imports of most questions."""

PARTS_FILE = Path("/packing/parts.json")
"""The file of settings for ``nonet.web.in_browser``; the packing adds its results."""

CACHED_QUESTIONS = ('{"do":"about"}',)
"""Questions, in the page's form, whose answers are cached: always the same, and slow to compute."""


def compile_module(source: bytes, name: str, optimize: int) -> bytes:
    """A module's code as its ``.pyc``, which is believed without a look at its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    to_pyc: Callable[..., bytearray] = vars(_bootstrap_external)["_code_to_hash_pyc"]
    return bytes(to_pyc(code, b"\0" * 8, False))


def pack(
    source: str, target: str, keep: Callable[[str], bool], optimize: int | None = 2
) -> list[str]:
    """The files of an archive that are kept, compiled, not deflated: HTTP does that better.

    Without an optimisation level the files stay unchanged.
    """
    packed = []
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name in sorted(old.namelist()):
            if name.endswith("/") or not keep(name):
                continue
            data, to = old.read(name), name
            if name.endswith(".py") and optimize is not None:
                level = min(optimize, 1) if name.startswith(LESSON_MODULES) else optimize
                data, to = compile_module(data, name, level), f"{name}c"
            new.writestr(zipfile.ZipInfo(to, FILE_DATE), data)
            packed.append(name)
    return packed


def module_name(file: str) -> str:
    """The module that a file of an archive is.

    >>> module_name("email/__init__.py"), module_name("json/decoder.py")
    ('email', 'json.decoder')
    """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def final_event(question: str) -> dict[str, Any]:
    """Return the last event of an answer; raise ``RuntimeError`` for an error."""
    from nonet.protocol import ask_text

    *_, last = ask_text(question)
    if "error" in last:
        raise RuntimeError(f"{question[:200]}: {last['error']}")
    return last


def used_modules(questions: Iterable[str]) -> set[str]:
    """All modules that are imported when the questions are answered."""
    for question in questions:
        final_event(question)
    return set(sys.modules)


def main() -> None:
    """Make the archives of the site from the files in ``/packing``.

    nonet is imported from its packed form, so that each module is compiled once.
    """
    ours, constraint, learning = (
        f"/packing/{name}.zip" for name in ("nonet", "constraint", "learn")
    )
    pack("/packing/nonet-source.zip", ours, lambda name: "/learn/" not in name)
    # learners read the checks, and see their docstrings
    learn = pack("/packing/nonet-source.zip", learning, lambda name: "/learn/" in name, None)
    pack("/packing/constraint-source.zip", constraint, lambda name: True)
    sys.path[:0] = [ours, constraint]
    import nonet
    from nonet.web.in_browser import ArchiveFinder

    with zipfile.ZipFile(learning) as packed:
        packed.extractall("/source")
    nonet.__path__.append("/source/nonet")

    settings = json.loads(PARTS_FILE.read_text(encoding="utf-8"))
    sys.meta_path.append(
        ArchiveFinder(settings["modules"], settings["unpacked"], "/parts")
    )  # these count as here
    settings["kept"] = {
        question: json.dumps(final_event(question)) for question in CACHED_QUESTIONS
    }
    used = used_modules(json.loads(SAMPLE_QUESTIONS_FILE.read_text(encoding="utf-8")))

    def is_packed(name: str) -> bool:
        return not name.startswith(NEVER_IMPORTED) and name.endswith(".py")

    def is_used(name: str) -> bool:
        return not name.endswith(".py") or module_name(name) in used

    library = "/packing/python_stdlib.zip"
    pack(library, "/packing/std.zip", is_used)
    rest_modules = pack(
        library, "/packing/rest.zip", lambda name: is_packed(name) and not is_used(name)
    )
    settings["modules"] |= {module_name(name): "rest.zip" for name in rest_modules}
    settings["modules"] |= {
        module_name(name): "learn.zip" for name in learn if name.endswith(".py")
    }
    PARTS_FILE.write_text(json.dumps(settings, sort_keys=True), encoding="utf-8")
