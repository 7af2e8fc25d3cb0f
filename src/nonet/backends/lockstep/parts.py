"""Parts of the engine: compiled as far as those who call them need it, which is not to its end.

Numba optimises every function with all that it calls, and makes machine code of it, before it looks
at who calls it: at each level once more.  The parts of the engine are called by each other alone,
so that is done once, for what Python calls; variants are compiled in three fifths of the time, and
what comes out is as fast.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags


@contextmanager
def uncollected() -> Iterator[None]:
    """Python's collector waits while Numba compiles: it takes a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


_DEFAULTS = Flags().values()


class _Flags(Flags):  # type: ignore[misc]
    """Flags that are compared sooner: Numba does so wherever it meets an overloaded function."""

    def values(self) -> dict[str, Any]:
        """All options and what they are."""
        return {**_DEFAULTS, **self._values}


class _Linked(JITCodeLibrary):  # type: ignore[misc]
    """Code that is there to be linked into others."""

    def _optimize_functions(self, module: Any) -> None:
        """Nothing, for the same reason."""
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Nothing: whoever it is linked into is optimised as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> _Linked:
        """Who is told of the environment, which only machine code has."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Nothing, for the same reason."""


class Part(Compiler):  # type: ignore[misc]
    """Numba's compiler, for functions that only compiled functions call: its ``pipeline_class``."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        args, kind, flags, variables = others
        library = library or _Linked(target.codegen(), "part")
        super().__init__(typing, target, library, args, kind, _Flags(flags), variables)
