"""The site: the page and nonet for the browser as a folder, which any web server can give away.

The page's modules are fetched as two scripts, for the page and for its workers: a browser that
fetches each of forty modules works a quarter of a second more until the first answer.  The
modules lie unchanged beside the scripts, for readers.
"""

from __future__ import annotations

import gzip
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import nonet
from nonet.errors import WebError
from nonet.render.script_bundle import bundled_script, ordered_modules
from tools.page.answers import write_answers
from tools.page.archives import MEMORY_FILE, content_version, write_archives

STATIC = Path(nonet.__file__).parent / "web" / "static"

MARKER_FILE = "nonet-site.json"
"""A marker file of a generated site: only a folder with this file is overwritten."""

DOCS_PLACEHOLDER = '<meta name="nonet-docs" content="">'
"""The placeholder in the page for a link to the documentation."""

SCRIPTS = ("app.js", "engine/worker.js", "lanes/worker.js")
"""The modules that a page and its workers begin with, which are one script each in a site."""

PYTHON_FILES = ("python/pyodide", f"python/{MEMORY_FILE}")
"""The files of ``python/`` that load before Python's first answer."""

LATER = (
    "python/",
    "answers/",
    "library/",
    "engine/worker.js",
    "lanes/models.wasm",
    "notebook/",
    "vendor/",
)
"""Files that are fetched when somebody asks for what they have."""

DAILY = ("library/daily.json", "answers/index.json", "answers/about.json")
"""Files among these that every visit fetches."""

PYTHON_PLACEHOLDER = '<meta name="nonet-python" content="">'
"""The placeholder in the page for the size of Python, in bytes."""


@dataclass(frozen=True)
class Site:
    """A generated site: its files, their bytes, and messages about missing parts.

    ``first_load_bytes`` is the size of what a visitor who plays downloads, ``python_bytes`` that of
    Python, which is downloaded when a question first needs it, in bytes after gzip.
    """

    folder: Path
    files: int
    size: int
    first_load_bytes: int
    python_bytes: int
    missing: tuple[str, ...]


def write_site(
    folder: str | Path,
    *,
    cache: Path | None = None,
    static: Path = STATIC,
    docs: str = "",
    library: str | None = None,
) -> Site:
    """Write the site into a folder, which is made, or is empty, or holds such a site.

    ``docs`` is where the pages of the documentation are, as seen from there: ``"../"``;
    ``library`` is the text of a library that takes the place of the page's own.
    Raises ``WebError`` for another folder, or where Pyodide cannot be had.
    """
    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise WebError(f"{target} is not a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER_FILE).is_file():
        raise WebError(f"{target} holds other files: name an empty folder, or one that is not yet")
    missing = write_archives(cleared_folder(target) / "python", cache)
    shutil.copytree(static, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*"))
    if library is not None:
        (target / "library.json").write_text(library, encoding="utf-8")
    write_answers(target)
    alone = bundle_scripts(target)
    names = [file.relative_to(target).as_posix() for file in target.rglob("*") if file.is_file()]
    python = sum(packed_size(target / name) for name in names if name.startswith(PYTHON_FILES))
    index = target / "index.html"
    text = index.read_text(encoding="utf-8")
    for empty, value in ((DOCS_PLACEHOLDER, docs), (PYTHON_PLACEHOLDER, str(python))):
        text = text.replace(empty, empty.replace('""', f'"{value}"'))
    index.write_text(text, encoding="utf-8")
    version = content_version(target)
    first = [
        name
        for name in sorted(names)
        if target / name not in alone and (name in DAILY or not name.startswith(LATER))
    ]
    fill_service_worker(target, version, first)
    (target / MARKER_FILE).write_text(json.dumps({"nonet": "site", "version": version}) + "\n")
    return Site(
        target,
        len(names),
        sum((target / name).stat().st_size for name in names),
        sum(packed_size(target / name) for name in first),
        python,
        tuple(missing),
    )


def packed_size(file: Path) -> int:
    """Return the size of a file in bytes after gzip."""
    return len(gzip.compress(file.read_bytes(), 6))


def cleared_folder(target: Path) -> Path:
    """Return the folder, emptied of an earlier site."""
    if (target / MARKER_FILE).is_file():
        shutil.rmtree(target)
    target.mkdir(parents=True, exist_ok=True)
    return target


def bundle_scripts(target: Path) -> set[Path]:
    """Make one script each of the modules of ``SCRIPTS``; the modules that nobody fetches then."""
    begun = [target.resolve() / name for name in SCRIPTS]
    within = {module for script in begun for module in ordered_modules(script)}
    for script, text in [(script, bundled_script(script, apart=True)) for script in begun]:
        script.write_text(text, encoding="utf-8")
    return {target / module.relative_to(target.resolve()) for module in within.difference(begun)}


def fill_service_worker(target: Path, version: str, first: list[str]) -> None:
    """Fill in the service worker: the files that it keeps at once, and their version.

    Other files are kept when somebody has fetched them.
    """
    script = target / "sw.js"
    files = [name for name in first if name not in ("sw.js", "index.html")]
    text = script.read_text(encoding="utf-8")
    for empty, filled in (
        ('const VERSION = "";', f"const VERSION = {json.dumps(version)};"),
        (
            "const FILES = /** @type {string[]} */ ([]);",
            f"const FILES = {json.dumps(['./', *files])};",
        ),
    ):
        if empty not in text:
            raise WebError(f"{script} has no place for what it keeps: {empty}")
        text = text.replace(empty, filled)
    script.write_text(text, encoding="utf-8")
