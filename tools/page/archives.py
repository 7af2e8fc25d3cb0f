"""Archives: the modules that the browser's Python imports, and its initial memory.

All files are made from nonet itself and from downloads.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import nonet
from nonet.errors import WebError
from tools.page.downloads import CONSTRAINT, PYODIDE, SAT, SIX, cache_folder, fetch

BUILDING_FOLDER = Path(__file__).parent

RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that a page loads unchanged."""

MEMORY_FILE = "memory.bin"
"""Python's memory after importing nonet; ``static/engine/python.js`` loads the memory."""

ENGINE_SCRIPT = Path(nonet.__file__).parent / "web" / "static" / "engine" / "python.js"

ARCHIVES = ("std.zip", "nonet.zip", "constraint.zip", "rest.zip", "learn.zip")

OPENED_ARCHIVES = {
    "/lib/python314.zip": "std.zip",
    "/parts/nonet.zip": "nonet.zip",
    "/parts/constraint.zip": "constraint.zip",
}
"""Archives that the saved Python believes to have opened, fetched on first access."""

EXCLUDED = (
    *("cli", "batch", "testing", "backends/cpsat", "backends/lockstep/libraries"),
    "__main__.py",
)
"""Parts of nonet that a browser cannot use: commands, tables, modules that need C++, and code for
processors; ``backends/lockstep`` writes programs there for the page's engine.
"""

WEB_FILES = ("web/__init__.py", "web/in_browser.py")
"""The files of this room that run in a browser."""

BROWSER_BACKENDS = ("native", "python-constraint", "sat")

COMPILE_SECONDS = 300
"""Seconds that compiling may take, on a machine however busy."""

CLASSIC_PUZZLE = {
    "size": 9,
    "clues": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
}
VARIANT_PUZZLE = {
    "size": 6,
    "clues": "1" + "." * 35,
    "rules": [
        "diagonals",
        {"rule": "killer", "cells": ["R1C2", "R1C3"], "sum": 5},
        {"rule": "thermometer", "cells": ["R3C1", "R3C2", "R3C3"]},
    ],
}


def sample_questions() -> Iterator[dict[str, Any]]:
    """Yield questions that show which modules questions need."""
    yield {"do": "about"}
    yield {"do": "read", "text": CLASSIC_PUZZLE["clues"]}
    for puzzle in (CLASSIC_PUZZLE, VARIANT_PUZZLE):
        for name in ("draw", "check", "solve", "verify", "candidates", "hint", "trace", "drive"):
            yield {"do": name, "puzzle": puzzle}
        yield {"do": "check", "puzzle": {**puzzle, "entries": {"R1C4": 6}}, "reveal": True}
        yield {"do": "model", "puzzle": puzzle, "language": "cpsat"}
        yield {"do": "write", "puzzle": puzzle, "format": "json"}
        yield {"do": "export", "puzzle": puzzle}
        yield {"do": "solve", "puzzle": puzzle, "backend": "python-constraint"}
    yield {"do": "path", "puzzle": CLASSIC_PUZZLE}


def write_archives(folder: Path, cache: Path | None = None) -> list[str]:
    """Write Python, its library and nonet for the browser into a folder; return messages about
    missing parts.

    The last result is stored in the cache, and reused while nonet is unchanged. Raises
    ``WebError`` where Pyodide cannot be had or run.  Without python-sat the browser has one
    backend less.
    """
    cache = cache or cache_folder()
    cached = cache / f"built-{source_version()}"
    if not cached.is_dir():
        for old in cache.glob("built-*"):
            shutil.rmtree(old, ignore_errors=True)
        with tempfile.TemporaryDirectory() as built:
            work = Path(built) / "built"
            missing = _write_archives(work, cache)
            if missing:
                shutil.copytree(work, folder, dirs_exist_ok=True)
                return missing
            cache.mkdir(parents=True, exist_ok=True)
            part = cache / f"part-{os.getpid()}"
            shutil.copytree(work, part)
            with contextlib.suppress(OSError):  # another process was quicker
                part.rename(cached)
            shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(cached, folder, dirs_exist_ok=True)
    return []


def source_version() -> str:
    """Return a text that changes with the sources of the archives."""
    digest = hashlib.sha256(repr((PYODIDE, CONSTRAINT, SAT, SIX)).encode())
    root = Path(nonet.__file__).parent
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root).as_posix()
        if is_for_browser(name) and file.is_file() and file.suffix != ".pyc":
            digest.update(name.encode() + b"\0" + file.read_bytes())
    for file in (ENGINE_SCRIPT, *sorted(BUILDING_FOLDER.glob("*.*"))):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _write_archives(folder: Path, cache: Path) -> list[str]:
    missing: list[str] = []
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as built:
        work = Path(built)
        pyodide = _unpack(fetch(PYODIDE, cache), work / "pyodide")
        shutil.copyfile(pyodide / "python_stdlib.zip", work / "python_stdlib.zip")
        pack_nonet(work / "nonet-source.zip")
        pack_wheel_sources(fetch(CONSTRAINT, cache), work / "constraint-source.zip")
        (work / "exercise.json").write_text(json.dumps([json.dumps(q) for q in sample_questions()]))
        modules = {}
        try:
            modules = _pack_sat([fetch(SAT, cache), fetch(SIX, cache)], folder / "sat.zip")
        except WebError as error:
            missing.append(str(error))
        parts = {"modules": modules, "unpacked": ["learn.zip", "sat.zip"], "kept": {}}
        (work / "parts.json").write_text(json.dumps(parts))
        _run_in_pyodide(pyodide, work, "packing.py")
        _run_in_pyodide(
            pyodide, work, "snapshot.py", engine=str(ENGINE_SCRIPT), library=str(work / "std.zip"),
            archives=OPENED_ARCHIVES, memory=str(folder / MEMORY_FILE),
        )  # fmt: skip
        for name in ARCHIVES:
            shutil.copyfile(work / name, folder / name)
        for name in RUNTIME_FILES:
            shutil.copyfile(pyodide / name, folder / name)
        lock = json.loads((pyodide / "pyodide-lock.json").read_text())
        (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    return missing


def pack_nonet(target: Path) -> None:
    """Pack nonet without the parts that a browser cannot use, with its metadata."""
    root = Path(nonet.__file__).parent
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(root.rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.is_file() and is_for_browser(name):
                archive.write(file, f"nonet/{name}")
        about = f"nonet-{nonet.__version__}.dist-info"
        metadata = f"Metadata-Version: 2.1\nName: nonet\nVersion: {nonet.__version__}\n"
        archive.writestr(f"{about}/METADATA", metadata)
        archive.writestr(f"{about}/entry_points.txt", "\n".join(entry_points()))


def is_for_browser(name: str) -> bool:
    """Whether a file of nonet goes into the browser.

    >>> files = "protocol/about.py", "cli/parser.py", "web/application.py"
    >>> [is_for_browser(file) for file in files]
    [True, False, False]
    """
    if "__pycache__" in name or name.endswith((".pyc", ".pyi")):
        return False
    if name.startswith("web/"):
        return name in WEB_FILES
    return not any(name == each or name.startswith(f"{each}/") for each in EXCLUDED)


def entry_points() -> Iterator[str]:
    """Yield the backends that a browser can run, as a package declares entry points."""
    yield "[nonet.backends]"
    for entry in distribution("nonet").entry_points:
        if entry.group == "nonet.backends" and entry.name in BROWSER_BACKENDS:
            yield f"{entry.name} = {entry.value}"


def pack_wheel_sources(wheel: Path, target: Path) -> None:
    """Pack the Python files and metadata of a wheel, without compiled parts."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w") as new:
        for name in sorted(old.namelist()):
            if name.endswith(".py") or ".dist-info/" in name:
                new.writestr(name, old.read(name))


def _pack_sat(wheels: Iterable[Path], target: Path) -> dict[str, str]:
    """Pack python-sat's wheel and its dependencies; return the modules by part."""
    top: set[str] = set()
    with zipfile.ZipFile(target, "w") as archive:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as packed:
                for name in sorted(packed.namelist()):
                    if name.endswith("/"):
                        continue
                    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
                    archive.writestr(info, packed.read(name))
                    if ".dist-info" not in name:
                        top.add(name.partition("/")[0].partition(".")[0])
    return dict.fromkeys(sorted(top), "sat.zip")


def _unpack(package: Path, folder: Path) -> Path:
    with tarfile.open(package) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def _run_in_pyodide(pyodide: Path, work: Path, steps: str, **remember: object) -> None:
    """Run a file of this folder in the browser's Python, under Node."""
    node = shutil.which("node")
    if node is None:
        raise WebError("Python for the browser is compiled with Node.js: install it")
    text = (BUILDING_FOLDER / steps).read_text(encoding="utf-8") + "\nmain()\n"
    job = work / "job.json"
    settings = {"pyodide": f"{pyodide}/", "work": str(work), "steps": text, **remember}
    job.write_text(json.dumps(settings))
    try:
        subprocess.run(
            [node, str(BUILDING_FOLDER / "compile.mjs"), str(job)],
            capture_output=True, text=True, errors="replace", timeout=COMPILE_SECONDS, check=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise WebError(
            f"compiling for the browser took longer than {COMPILE_SECONDS} seconds"
        ) from None
    except (OSError, subprocess.CalledProcessError) as error:
        errors = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        why = errors[-1][:400] if errors else "no reason given"
        raise WebError(f"compiling for the browser failed: {why}") from error


def content_version(folder: Path) -> str:
    """A text that changes with any byte of the files in a folder."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
