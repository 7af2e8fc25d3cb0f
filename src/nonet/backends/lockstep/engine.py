"""The compiled engine that is in use: a prebuilt library, else what Numba compiles on this machine.

Which one is told by the environment variable ``NONET_LOCKSTEP``: a level of a prebuilt library
(such as ``x86-64-v2``), or ``numba``; unset, it is the best prebuilt library that fits, and Numba
where there is none.  Nothing here imports Numba, NumPy or ctypes until an engine is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Protocol

from nonet.backends.base import Availability
from nonet.backends.lockstep import prebuilt
from nonet.errors import NotInstalled

EntryPoint = Callable[[int], int]
"""A function of compiled code: it takes the address of the slots of its call."""

SETTING = "NONET_LOCKSTEP"
"""The environment variable that names an engine."""

INSTALL_HINT = 'pip install "nonet[build]"'


class CompiledEngine(Protocol):
    """Compiled code: its entries by name, and how wide its registers are."""

    name: str
    vector_bits: int

    def entry(self, name: str) -> EntryPoint:
        """An entry of ``layouts/calls.py``, such as ``advance_units_32``."""

    def is_ready(self, name: str) -> bool:
        """Whether an entry answers at once, with nothing to compile."""


@cache
def availability() -> Availability:
    """Whether there is an engine, and which; no library is loaded for it."""
    wanted = os.environ.get(SETTING, "")
    if wanted != "numba" and prebuilt.is_available():
        return Availability(True, f"prebuilt for {prebuilt.platform_name()}")
    if find_spec("numba") is not None and find_spec("numpy") is not None:
        from importlib.metadata import version

        return Availability(True, f"numba {version('numba')}")
    return Availability(False, missing=f"{prebuilt.problem()}; {INSTALL_HINT}")


@cache
def compiled_engine() -> CompiledEngine:
    """The engine in use; raises ``NotInstalled`` where there is none."""
    wanted = os.environ.get(SETTING, "")
    if wanted != "numba":
        from nonet.backends.lockstep.prebuilt.loading import load

        try:
            return load(wanted)
        except OSError as error:
            _report(str(error))
    from nonet.backends.lockstep.compiled.numba_engine import NumbaEngine

    return NumbaEngine()


def _report(problem: str) -> None:
    """Say in one line why no prebuilt engine is used; raise ``NotInstalled`` without Numba."""
    if find_spec("numba") is None or find_spec("numpy") is None:
        raise NotInstalled(f"backend lockstep: {problem}; {INSTALL_HINT}")
    import logging

    logging.getLogger("nonet").warning("lockstep: %s; Numba compiles the engine instead", problem)
