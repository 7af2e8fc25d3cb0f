"""Numba's cache of compiled entries: damaged files are deleted, and compiled anew.

Numba reads its files by ``pickle`` and passes on whatever that raises, so a file cut short by a full
disk or a power cut would fail every later process.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from numba.core.caching import FunctionCache
from numba.core.errors import NumbaError

from nonet.backends.lockstep.compiled import entries
from nonet.backends.lockstep.compiled.entries import compile_entry
from nonet.backends.lockstep.compiled.numba_engine import NumbaEngine


class CachedNumbaEngine(NumbaEngine):
    """The engine compiled by Numba, with a cache that may be damaged."""

    def entry(self, name: str) -> Callable[[int], int]:
        """Return an entry; where its cached file cannot be read, delete the cache and compile."""
        try:
            return super().entry(name)
        except NumbaError:  # about the sources, not the cache
            raise
        except Exception as error:
            folder = cache_folder()
            logging.getLogger("nonet").warning(
                "lockstep: Numba's cache in %s is damaged (%s: %s); the engine is compiled anew",
                *(folder, type(error).__name__, error),
            )
            try:
                delete_entries(folder)
            except OSError:  # a folder that may only be read
                self._entries[name] = compile_entry(name)
            return super().entry(name)


def cache_folder() -> Path:
    """Return the folder in which Numba keeps the entries."""
    return Path(FunctionCache(entries.compile_entry).cache_path)


def delete_entries(folder: Path) -> None:
    """Delete the cached files of all entries, and the half written files of an interrupted process."""
    stem = Path(entries.__file__).stem
    for path in folder.glob(f"{stem}.*.nb[ic]*"):
        path.unlink(missing_ok=True)
