"""Downloads: the site's files from other projects, from their registries, by the usual clients.

Each thing is pinned to a version and to the hash of its bytes, and kept in the user's cache, so
that a site is made a second time without a network.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from nonet.errors import WebError

DOWNLOAD_SECONDS = 300
"""Seconds that a client may take."""


class NotDownloaded(WebError):
    """A package of others cannot be fetched here: no npm, no pip or no network."""


@dataclass(frozen=True)
class PinnedPackage:
    """A file of a registry: its request, and the expected SHA-256.

    ``platform`` holds pip's options for a wheel that is not for this Python.
    """

    registry: Literal["npm", "PyPI"]
    name: str
    version: str
    sha256: str
    platform: tuple[str, ...] = ()

    @property
    def file_name(self) -> str:
        """The name of the file in the cache."""
        return f"{self.name}-{self.version}{'.tgz' if self.registry == 'npm' else '.whl'}"

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


PYODIDE = PinnedPackage(
    "npm", "pyodide", "314.0.7",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
)  # fmt: skip
"""Python in WebAssembly (MPL-2.0)."""

CONSTRAINT = PinnedPackage(
    "PyPI", "python-constraint2", "2.9.0",
    "4547faffee8da304ffd5fbe66cf98675bbcb418be0e04a18fee72a0add315a7e",
    ("--platform", "manylinux2014_x86_64", "--python-version", "3.12", "--implementation", "cp"),
)  # fmt: skip
"""A solver in Python (BSD): its wheels contain the Python sources beside the compiled modules."""

SAT = PinnedPackage(
    "PyPI", "python-sat", "1.9.dev17",
    "8ecf5e9de74844365ff2bef39f2f30791a54895fe6fba5dfd92f1c327673477b",
    ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14",
     "--implementation", "cp", "--abi", "cp314"),
)  # fmt: skip
"""SAT solvers in WebAssembly (MIT)."""

SIX = PinnedPackage(
    "PyPI", "six", "1.17.0",
    "4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274",
)  # fmt: skip
"""A dependency of python-sat's hitting sets, and so of the smallest conflict (MIT)."""


def cache_folder() -> Path:
    """Return the folder of downloads: the user's cache."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "nonet" / "web"


def fetch(package: PinnedPackage, cache: Path | None = None) -> Path:
    """The file of a thing, from the cache or from its registry.

    Raises ``WebError`` where the download fails or the hash differs.
    """
    cached = (cache or cache_folder()) / package.file_name
    if cached.is_file() and sha256_of(cached) == package.sha256:
        return cached
    with tempfile.TemporaryDirectory() as folder:
        download = (
            _from_npm(package, folder) if package.registry == "npm" else _from_pypi(package, folder)
        )
        if sha256_of(download) != package.sha256:
            raise WebError(
                f"{package} from {package.registry} is not what it was: its hash differs"
            )
        cached.parent.mkdir(parents=True, exist_ok=True)
        part = cached.with_suffix(f".{os.getpid()}")
        shutil.copyfile(download, part)
        part.replace(cached)
    return cached


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _from_npm(package: PinnedPackage, folder: str) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NotDownloaded(f"{package} comes by npm, which is not installed: install Node.js")
    _run(package, [npm, "pack", f"{package.name}@{package.version}", "--silent"], folder)
    return _only_file(package, folder)


def _from_pypi(package: PinnedPackage, folder: str) -> Path:
    python = next(filter(_has_pip, (sys.executable, shutil.which("python3") or "")), None)
    if python is None:
        raise NotDownloaded(f"{package} comes by pip, which is not installed: python -m ensurepip")
    command = [python, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--dest", folder, *package.platform]
    _run(package, [*command, f"{package.name}=={package.version}"], folder)
    return _only_file(package, folder)


def _has_pip(python: str) -> bool:
    if not python:
        return False
    with contextlib.suppress(OSError):
        done = subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=False)
        return done.returncode == 0
    return False


def _run(package: PinnedPackage, command: Sequence[str], folder: str) -> None:
    try:
        subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS, check=True,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise NotDownloaded(
            f"{package} did not come from {package.registry} in {DOWNLOAD_SECONDS} seconds"
        ) from None
    except (OSError, subprocess.CalledProcessError) as error:
        errors = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        why = errors[-1].strip() if errors else "no reason given"
        raise NotDownloaded(
            f"{package} cannot be had from {package.registry} ({why}): is there a network?"
        ) from error


def _only_file(package: PinnedPackage, folder: str) -> Path:
    files = [file for file in Path(folder).iterdir() if file.is_file()]
    if len(files) != 1:
        raise WebError(
            f"{package} from {package.registry}: one file was expected, {len(files)} came"
        )
    return files[0]
