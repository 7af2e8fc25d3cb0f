"""How Numba compiles the engine."""

from __future__ import annotations

from typing import Any

from nonet.backends.lockstep.compiled.compiler_pipeline import InternalCompiler

ENTRY_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "boundscheck": False,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
"""How Numba compiles what Python calls.

Without Numba's own memory management (``_nrt``): with it each array handed to a
function is counted atomically, which took half of all time.
"""

JIT_OPTIONS: dict[str, Any] = {
    **ENTRY_OPTIONS,
    "no_cpython_wrapper": True,
    "pipeline_class": InternalCompiler,
}
"""How Numba compiles the engine.

Without what C and Python would call its parts by, which nobody does, and which takes a sixth of
the time to compile.
"""

INLINE_OPTIONS: dict[str, Any] = {**JIT_OPTIONS, "forceinline": True}
"""How Numba compiles the parts of a sweep: into their callers."""
