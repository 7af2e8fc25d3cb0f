"""Loading, by ctypes, of the prebuilt library that fits the processor."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

from nonet.backends.lockstep import prebuilt
from nonet.backends.lockstep.prebuilt import LEVELS, Library


class PrebuiltEngine:
    """The entries of a library."""

    def __init__(self, level: str, library: Library, handle: ctypes.CDLL) -> None:
        self.name = f"prebuilt {level}"
        self.vector_bits = library.vector_bits
        self._handle = handle

    def entry(self, name: str) -> Callable[[int], int]:
        """Return an entry; the GIL is released during a call of the entry."""
        function = getattr(self._handle, f"nonet_{name}")
        function.argtypes, function.restype = (ctypes.c_int64,), ctypes.c_int64
        return function  # type: ignore[no-any-return]

    def is_ready(self, name: str) -> bool:
        """Nothing is left to compile."""
        return True


@cache
def load(level: str = "") -> PrebuiltEngine:
    """Return the library of a level, by default the highest that the processor has.

    Raise ``OSError``, with the problem in one line, if there is no library, if the library cannot
    be loaded, such as from a folder without execution, or if the processor lacks the level.
    Cached, so that a process has one engine of a level.
    """
    if not prebuilt.is_available():
        raise OSError(prebuilt.problem())
    if unfit := processor_problem():
        raise OSError(unfit)
    levels = supported_levels()
    if level and level not in levels:
        raise OSError(f"no prebuilt engine for level {level}: there are {', '.join(levels)}")
    level = level or levels[-1]
    library = prebuilt.libraries()[level]
    return PrebuiltEngine(level, library, _open(library))


@cache
def processor_problem() -> str:
    """Return why the processor can run no library, in one line; empty if the processor can.

    The library of the lowest level is loaded to ask the processor.  Where that library is missing,
    damaged or cannot be loaded, the processor is not blamed.
    """
    lowest = prebuilt.libraries().get(LEVELS[0])
    if lowest is None or prebuilt.damage(lowest):
        return ""
    try:
        levels = supported_levels()
    except OSError:
        return ""
    return "" if levels else f"the prebuilt engine needs a processor with {LEVELS[0]}"


def supported_levels() -> list[str]:
    """The levels that there are libraries for and that the processor has, the lowest first."""
    libraries = prebuilt.libraries()
    if LEVELS[0] not in libraries:  # which tells the level: without that, none can be chosen
        return [level for level in libraries if level not in LEVELS]
    highest = _open(libraries[LEVELS[0]]).nonet_x86_level()
    return [level for level in LEVELS[:highest] if level in libraries]


def _open(library: Library) -> ctypes.CDLL:
    return ctypes.CDLL(f"{prebuilt.FOLDER}/{library.name}")
