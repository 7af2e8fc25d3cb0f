"""The engine as Numba compiles it on this machine: the reference, and the fallback.

An entry takes 3 to 8 s to compile the first time, and is kept in Numba's cache.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
from numba.core import event

from nonet.backends.lockstep.compiled.compiler_pipeline import compile_fast
from nonet.backends.lockstep.compiled.entries import compile_entry
from nonet.backends.lockstep.compiled.simd import VECTOR_BITS


class NumbaEngine:
    """Entries that are compiled when they are first asked for."""

    def __init__(self) -> None:
        self.name = f"numba {numba.__version__}"
        self.vector_bits = VECTOR_BITS
        self._entries: dict[str, Callable[[int], int]] = {}

    def entry(self, name: str) -> Callable[[int], int]:
        """An entry, compiled or loaded from Numba's cache."""
        if name not in self._entries:
            with event.install_listener("numba:compile", _CompilationListener(name)):
                self._entries[name] = compile_fast(partial(compile_entry, name, cache=True))
        return self._entries[name]

    def is_ready(self, name: str) -> bool:
        """Whether an entry is compiled."""
        return name in self._entries


class _CompilationListener(event.Listener):  # type: ignore[misc]
    """Logs, once, that Numba compiles: loading from the cache is no such event."""

    def __init__(self, name: str) -> None:
        self._name: str | None = name

    def on_start(self, event: event.Event) -> None:
        """Numba's call before it compiles a function."""
        if self._name is not None:
            logging.getLogger("nonet").warning(
                "compiling %s for this machine, once (3 to 8 s)", self._name
            )
            self._name = None

    def on_end(self, event: event.Event) -> Any:
        """Numba's call when it has."""
