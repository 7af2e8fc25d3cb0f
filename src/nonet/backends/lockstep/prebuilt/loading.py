"""Loading a prebuilt library by ctypes: the one that fits the processor."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from nonet.backends.lockstep import prebuilt
from nonet.backends.lockstep.prebuilt import FOLDER, LEVELS, Library


class PrebuiltEngine:
    """The entries of a library."""

    def __init__(self, level: str, library: Library, handle: ctypes.CDLL) -> None:
        self.name = f"prebuilt {level}"
        self.vector_bits = library.vector_bits
        self._handle = handle

    def entry(self, name: str) -> Callable[[int], int]:
        """An entry; the GIL is released while it runs."""
        function = getattr(self._handle, f"nonet_{name}")
        function.argtypes, function.restype = (ctypes.c_int64,), ctypes.c_int64
        return function  # type: ignore[no-any-return]

    def is_ready(self, name: str) -> bool:
        """Nothing is left to compile."""
        return True


def load_library(level: str) -> PrebuiltEngine:
    """The library of a level, by default the highest that the processor has.

    Raises ``OSError`` where it cannot be loaded, such as from a folder without execution.
    """
    libraries = prebuilt.libraries()
    if not level:
        level = best_level()
    library = libraries[level]
    return PrebuiltEngine(level, library, _open(library))


def best_level() -> str:
    """The highest level that there is a library for and that the processor has."""
    libraries = prebuilt.libraries()
    if len(libraries) == 1:
        return next(iter(libraries))
    lowest = _open(libraries[LEVELS[0]])
    highest = lowest.nonet_x86_level()
    return [level for level in LEVELS[: max(1, highest)] if level in libraries][-1]


def _open(library: Library) -> ctypes.CDLL:
    return ctypes.CDLL(str(FOLDER / library.name))
