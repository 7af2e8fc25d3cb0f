"""The compiled engine: the library of ``engine/``'s C that fits this machine, and its entries.

``libraries/`` has a library for each kind of machine beside ``manifest.txt``, which has each file's
SHA-256 digest; ``python -m tools.build_engine`` writes both, from a checkout.  A library that is missing
or damaged is not loaded: :func:`problem` says why in one line, and the backend is not available.

The environment variable ``NONET_LOCKSTEP`` names a level of the processor (such as ``x86-64-v2``);
unset, the library is the best that fits.  This module imports nothing but the standard library's
lightest parts until a library is loaded: not even ``pathlib``, which takes 4 ms.
"""

# ruff: noqa: PTH100, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from nonet.backends.base import Availability
from nonet.errors import NotInstalled

if TYPE_CHECKING:
    import ctypes

EntryPoint = Callable[[int], int]
"""A function of the library: its argument is the address of the slots of its call."""

SETTING = "NONET_LOCKSTEP"
"""The environment variable that names a level."""

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries")
MANIFEST = "manifest.txt"

SYSTEMS = {"linux": ("linux", "so"), "darwin": ("macos", "dylib"), "win32": ("windows", "dll")}
"""Of each ``sys.platform``, its name in a library's, and how the library's name ends."""

MACHINES = {"amd64": "x86-64", "x86_64": "x86-64", "arm64": "arm64", "aarch64": "arm64"}
"""The names of a processor's family, and ours."""

LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64-v4-bitalg")
"""The x86-64 levels that libraries are built for, each a superset of the levels before."""

BUILD_HINT = "to build one: python -m tools.build_engine --here, in a checkout"


class Library(NamedTuple):
    """A line of the manifest: the file, its SHA-256, and the width of its vectors in bits."""

    name: str
    digest: str
    vector_bits: int


class CompiledEngine:
    """A loaded library: its entries by name, and the width of its vectors in bits."""

    def __init__(self, level: str, library: Library, handle: ctypes.CDLL) -> None:
        self.name = level
        self.vector_bits = library.vector_bits
        self._handle = handle

    def entry(self, name: str) -> EntryPoint:
        """Return an entry, such as ``advance_units_32``; the GIL is released during a call."""
        import ctypes

        function = getattr(self._handle, f"nonet_{name}")
        function.argtypes, function.restype = (ctypes.c_int64,), ctypes.c_int64
        return function  # type: ignore[no-any-return]


def platform_name() -> str:
    """The system and the processor's family, such as ``linux-x86-64``."""
    system, _ = SYSTEMS.get(sys.platform, (sys.platform, ""))
    uname = getattr(os, "uname", None)  # which Windows has not
    machine = uname().machine if uname else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    return f"{system}-{MACHINES.get(machine.lower(), machine)}"


def library_ending() -> str:
    """How the names of this system's libraries end."""
    return SYSTEMS.get(sys.platform, ("", "so"))[1]


@cache
def libraries() -> dict[str, Library]:
    """Return the libraries for this machine, by level (``arm64`` for the single level of that
    platform)."""
    system, _, _ = platform_name().partition("-")
    result = {}
    for library in read_manifest(FOLDER)[1]:
        stem, _, suffix = library.name.rpartition(".")
        if suffix == library_ending() and stem.startswith(platform_name()):
            result[stem.removeprefix(f"{system}-")] = library
    return result


def read_manifest(folder: str | os.PathLike[str]) -> tuple[str, list[Library]]:
    """The digest of the sources that were compiled, and the libraries; none if damaged."""
    try:
        with open(os.path.join(folder, MANIFEST), encoding="ascii") as file:
            lines = file.read().split("\n")
        rows = [line.split() for line in lines[1:] if line]
        sources = lines[0].removeprefix("sources ")
        return sources, [Library(name, digest, int(bits)) for name, digest, bits in rows]
    except (OSError, ValueError):
        return "", []


@cache
def problem() -> str:
    """Return the reason, in one line, why no library can be loaded; empty if a library can be
    loaded, as far as is visible without loading."""
    if sys.maxsize < 1 << 32:
        return "the compiled engine needs a Python of 64 bits"
    if not read_manifest(FOLDER)[1]:
        return f"no compiled engine: {MANIFEST} is missing or damaged"
    if not libraries():
        return f"no compiled engine for {platform_name()}; {BUILD_HINT}"
    return next(filter(None, map(damage, libraries().values())), "")


def damage(library: Library) -> str:
    """Return the defect of a library's file in one line; empty if there is none."""
    try:
        with open(os.path.join(FOLDER, library.name), "rb") as file:
            data = file.read()
    except OSError:
        return f"the compiled engine {library.name} is missing"
    if sha256(data).hexdigest() != library.digest:
        return f"the compiled engine {library.name} is damaged: its SHA-256 differs"
    return ""


def is_available() -> bool:
    """Whether a library is here: seen from its files, in milliseconds.

    Nothing is loaded, and neither ctypes nor NumPy is imported.  The answer is kept.
    """
    return not problem()


@cache
def processor_problem() -> str:
    """Return why the processor can run no library, in one line; empty if the processor can.

    The library of the lowest level is loaded to ask the processor.  Where that library is missing,
    damaged or cannot be loaded, the processor is not blamed.
    """
    lowest = libraries().get(LEVELS[0])
    if lowest is None or damage(lowest):
        return ""
    try:
        levels = supported_levels()
    except OSError:
        return ""
    return "" if levels else f"the compiled engine needs a processor with {LEVELS[0]}; {BUILD_HINT}"


def supported_levels() -> list[str]:
    """The levels that there are libraries for and that the processor has, the lowest first."""
    fitting = [level for level in libraries() if level not in LEVELS]
    lowest = libraries().get(LEVELS[0])
    if lowest is None:  # which tells the level: without that, none can be chosen
        return fitting
    highest = _open(lowest).nonet_x86_level()
    return fitting + [level for level in LEVELS[:highest] if level in libraries()]


@cache
def load(level: str = "") -> CompiledEngine:
    """Return the library of a level, by default the highest that the processor has.

    Raise ``OSError``, with the problem in one line, if there is no library, if the library cannot
    be loaded, such as from a folder without execution, or if the processor lacks the level.
    Cached, so that a process has one engine of a level.
    """
    if unfit := problem() or processor_problem():
        raise OSError(unfit)
    levels = supported_levels()
    if level and level not in levels:
        raise OSError(f"no compiled engine for level {level}: there are {', '.join(levels)}")
    level = level or levels[-1]
    library = libraries()[level]
    return CompiledEngine(level, library, _open(library))


def _open(library: Library) -> ctypes.CDLL:
    import ctypes

    return ctypes.CDLL(os.path.join(FOLDER, library.name))


@cache
def availability() -> Availability:
    """Whether there is an engine; a library is loaded only to ask the processor."""
    if unfit := problem() or processor_problem():
        return Availability(False, missing=unfit)
    return Availability(True, f"compiled for {platform_name()}")


@cache
def compiled_engine() -> CompiledEngine:
    """The engine in use; raises ``NotInstalled`` where there is none."""
    try:
        return load(os.environ.get(SETTING, ""))
    except OSError as error:
        raise NotInstalled(f"backend lockstep: {error}") from None
