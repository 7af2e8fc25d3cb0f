"""The compiled engine in use: a prebuilt library, else code that Numba compiles on this machine.

The environment variable ``NONET_LOCKSTEP`` names the engine: a level of a prebuilt library (such as
``x86-64-v2``), or ``numba``; unset, the engine is the best prebuilt library that fits, and Numba
where there is none.  Nothing here imports Numba, NumPy or ctypes until an engine is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Protocol

from nonet.backends.adapter import is_processor_of_level_1
from nonet.backends.base import Availability
from nonet.backends.lockstep import prebuilt
from nonet.errors import NotInstalled

EntryPoint = Callable[[int], int]
"""A function of compiled code: its argument is the address of the slots of its call."""

SETTING = "NONET_LOCKSTEP"
"""The environment variable that names an engine."""

INSTALL_HINT = 'pip install "nonet[build]"'

FIRST_NUMPY_OF_LEVEL_2 = (2, 4)
"""The first release of NumPy whose wheels need x86-64-v2."""


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
    """Whether there is an engine, and which; a library is loaded only to ask the processor."""
    setting = os.environ.get(SETTING, "")
    problem = ""
    if setting != "numba":
        from nonet.backends.lockstep.prebuilt.loading import processor_problem

        problem = prebuilt.problem() or processor_problem()
        if not problem:
            return Availability(True, f"prebuilt for {prebuilt.platform_name()}")
    if missing := _what_numba_lacks():
        return Availability(False, missing=f"{problem}; {missing}" if problem else missing)
    from importlib.metadata import version

    return Availability(True, f"numba {version('numba')}")


@cache
def compiled_engine() -> CompiledEngine:
    """The engine in use; raises ``NotInstalled`` where there is none."""
    setting = os.environ.get(SETTING, "")
    problem = ""
    if setting != "numba":
        from nonet.backends.lockstep.prebuilt.loading import load

        try:
            return load(setting)
        except OSError as error:
            problem = f"{error}; "
    if missing := _what_numba_lacks():
        raise NotInstalled(f"backend lockstep: {problem}{missing}")
    if problem:
        import logging

        warn = logging.getLogger("nonet").warning
        warn("lockstep: %sNumba compiles the engine instead", problem)
    from nonet.backends.lockstep.numba_cache import CachedNumbaEngine

    return CachedNumbaEngine()


def _what_numba_lacks() -> str:
    """Return the reason why Numba cannot compile the engine here; empty if Numba can.

    NumPy's wheels since 2.4 need x86-64-v2, and end the process where the processor has less.
    """
    if find_spec("numba") is None:
        return INSTALL_HINT
    if not is_processor_of_level_1():
        return ""
    from importlib.metadata import version

    installed = version("numpy")
    if tuple(map(int, installed.split(".")[:2])) < FIRST_NUMPY_OF_LEVEL_2:
        return ""
    return f'Numba could compile one with an older NumPy than {installed}: pip install "numpy<2.4"'
