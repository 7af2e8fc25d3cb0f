"""The prebuilt engine: libraries compiled from ``compiled/``, a library for each kind of machine.

``libraries/`` has the libraries beside ``manifest.txt``, which has the fingerprint of their sources
and each file's SHA-256 digest; ``python -m tools.prebuilt.build`` writes both, from a checkout.  A
library that is missing, stale or damaged is not loaded: :func:`problem` says why in one line.  This
module imports nothing but the standard library's lightest parts until a library is loaded: not even
``pathlib``, which takes 4 ms.
"""

# ruff: noqa: PTH100, PTH118, PTH119, PTH120, PTH123

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256
from typing import NamedTuple

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries")
MANIFEST = "manifest.txt"

SYSTEMS = {"linux": ("linux", "so"), "darwin": ("macos", "dylib"), "win32": ("windows", "dll")}
"""Of each ``sys.platform``, its name in a library's, and how the library's name ends."""

MACHINES = {"amd64": "x86-64", "x86_64": "x86-64", "arm64": "arm64", "aarch64": "arm64"}
"""The names of a processor's family, and ours."""

INSTALLATION_FOLDERS = ("site-packages", "dist-packages")
"""The names of folders in which packages are installed."""

LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64-v4-bitalg")
"""The x86-64 levels that libraries are built for, each a superset of the levels before."""


class Library(NamedTuple):
    """A line of the manifest: the file, its SHA-256, and the width of its vectors in bits."""

    name: str
    digest: str
    vector_bits: int


def platform_name() -> str:
    """The system and the processor's family, such as ``linux-x86-64``."""
    system, _ = SYSTEMS.get(sys.platform, (sys.platform, ""))
    uname = getattr(os, "uname", None)  # which Windows has not
    machine = uname().machine if uname else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return f"{system}-{MACHINES.get(machine.lower(), machine)}"


@cache
def libraries() -> dict[str, Library]:
    """Return the libraries for this machine, by level (``arm64`` for the single level of that
    platform)."""
    system, ending = SYSTEMS.get(sys.platform, (sys.platform, ""))
    result = {}
    for library in read_manifest(FOLDER)[1]:
        stem, _, suffix = library.name.rpartition(".")
        if suffix == ending and stem.startswith(platform_name()):
            result[stem.removeprefix(f"{system}-")] = library
    return result


def read_manifest(folder: str | os.PathLike[str]) -> tuple[int, list[Library]]:
    """The fingerprint of the sources that were compiled, and the libraries; -1 and none if bad."""
    try:
        with open(os.path.join(folder, MANIFEST), encoding="ascii") as file:
            lines = file.read().split("\n")
        sources = int(lines[0].removeprefix("sources "))
        rows = [line.split() for line in lines[1:] if line]
        return sources, [Library(name, digest, int(bits)) for name, digest, bits in rows]
    except (OSError, ValueError):
        return -1, []


@cache
def problem() -> str:
    """Return the reason, in one line, why no prebuilt library can be loaded; empty if a library can
    be loaded, as far as is visible without loading."""
    if sys.maxsize < 1 << 32:
        return "the prebuilt engine needs a Python of 64 bits"
    sources, every = read_manifest(FOLDER)
    if not every:
        return f"no prebuilt engine: {MANIFEST} is missing or damaged"
    if not libraries():
        return f"no prebuilt engine for {platform_name()}"
    if is_stale(sources):
        return "the prebuilt engine is stale: it was built from other sources"
    return next(filter(None, map(damage, libraries().values())), "")


def is_stale(sources: int) -> bool:
    """Whether libraries with this fingerprint were built from other sources than those here.

    The sources of an installed package cannot change, and are not read: reading takes 3 ms, and
    ``pathlib``.
    """
    package = os.path.abspath(os.path.join(FOLDER, *[os.pardir] * 4))
    if os.path.basename(os.path.dirname(package)) in INSTALLATION_FOLDERS:
        return False
    from nonet.backends.lockstep.layouts.fingerprint import source_fingerprint

    return sources != source_fingerprint()


def damage(library: Library) -> str:
    """Return the defect of a library's file in one line; empty if there is none."""
    try:
        with open(os.path.join(FOLDER, library.name), "rb") as file:
            data = file.read()
    except OSError:
        return f"the prebuilt engine {library.name} is missing"
    if sha256(data).hexdigest() != library.digest:
        return f"the prebuilt engine {library.name} is damaged: its SHA-256 differs"
    return ""


def is_available() -> bool:
    """Whether the engine can be loaded without compiling: seen from its files, in milliseconds.

    Nothing is loaded, and neither ctypes nor NumPy is imported.  The answer is kept.
    """
    return not problem()
