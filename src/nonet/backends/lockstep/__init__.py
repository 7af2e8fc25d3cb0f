"""The lock-step backend: our compiled engine, for one model and for arrays of puzzles.

Each SIMD lane holds one search node, usually of a different puzzle, and one
branch-free sweep of propagation runs over all lanes at once (extra ``fast``:
Numba).  Read it in this order:

* ``lanes.py``: the vector type;
* ``classic.py``: the sweep for 9x9, straight-line;
* ``units.py``: the sweep for any units;
* ``program.py``: the sweep for any model, with a filter for each kind of constraint in
  ``filters/``; ``packing.py`` makes it of what was declared;
* ``weave.py`` and ``words.py``: how puzzles come into the lanes, solutions and nodes out of them;
* ``driver.py``: what keeps the lanes busy;
* ``kernel.py``: from a declared structure to runs over arrays.

Compiling takes seconds the first time and is cached; so this is the engine for
many puzzles, and ``native`` the one for a single puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from typing import ClassVar

from nonet.backends.base import Availability, Capabilities, Request, Run, StopReason
from nonet.model import AllDifferent, Count, Linear, Model, Regular, Table

BUFFER = 1024
"""Solutions handed over at a time, at most."""


@lru_cache(maxsize=1)
def _numba() -> Availability:
    """Whether Numba is installed; its metadata is read once, for it takes longer than a puzzle."""
    if find_spec("numba") is None:
        return Availability(False, missing='pip install "nonet[fast]"')
    from importlib.metadata import version

    return Availability(True, f"numba {version('numba')}")


@dataclass(frozen=True)
class Lockstep:
    """Lock-step search over SIMD lanes; has no options."""

    name: ClassVar[str] = "lockstep"
    capabilities: ClassVar[Capabilities] = Capabilities(
        posts=frozenset({AllDifferent, Count, Linear, Regular, Table}),
        compiles=True,
        events=("SolutionFound", "Stopped"),
    )

    def available(self) -> Availability:
        """Whether Numba is installed."""
        return _numba()

    def run(self, model: Model, request: Request) -> Run:
        """Every solution, in no particular order; see ``Backend.run``."""
        import numpy as np

        from nonet.backends.events import SolutionFound, Stopped
        from nonet.backends.lockstep import driver, kernel

        engine = kernel.kernel_for(model.structure)
        kernel.compiled(engine)
        cells, limit = len(engine.names), request.solutions or 1 << 62
        room = engine.lanes + min(limit, BUFFER)
        search = kernel.Run(
            engine,
            np.zeros((1, cells), np.uint8),
            limit,
            driver.EVERY,
            solutions=np.empty((room, cells), np.uint8),
        )
        search.push(kernel.masks_of(engine, model.narrowed))
        below = engine.base - 1
        try:
            while True:
                reason = search.advance()
                for row in search.take().tolist():
                    values = [below + v for v in row] if below else row
                    found = dict(zip(engine.names, values, strict=True))
                    if request.tracer is not None:
                        request.tracer(SolutionFound(found))
                    yield found
                if reason == kernel.DONE or request.expired():
                    stopped: StopReason | None = None if reason == kernel.DONE else "time"
                    if request.tracer is not None:
                        request.tracer(Stopped(stopped))
                    return stopped
        finally:
            request.stats["guesses"] = int(search.guesses[0])
            request.stats["sweeps"] = int(search.state[driver.SWEEPS])
