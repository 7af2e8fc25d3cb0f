"""Confirming a core: that some clues clash is tried by the backend that said so.

>>> from nonet.backends.optimisation import run_backend
>>> from nonet.backends.registry import find_backend
>>> from nonet.model import AllDifferent
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> clued = model.narrow({"x": [1], "y": [1]})
>>> start = lambda model, request: run_backend(model, find_backend("native"), request)
>>> clues_clash(("x", "y"), clued, start, None), clues_clash(("x",), clued, start, None)
(True, False)
"""

from __future__ import annotations

import time
from collections.abc import Callable

from nonet.backends.base import Request, Run
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.model import Model

CORE_SECONDS = 1.0
"""Seconds that a backend gets to confirm its own core."""


def clues_clash(
    core: tuple[str, ...],
    model: Model,
    start_run: Callable[[Model, Request], Run],
    remaining: float | None,
) -> bool:
    """Whether the narrowed domains of ``core`` alone are refuted in time."""
    alone = Model.from_structure(
        model.structure, {name: model.narrowed[name] for name in core if name in model.narrowed}
    )
    patience = CORE_SECONDS if remaining is None else min(CORE_SECONDS, remaining)
    request = Request(1, time.monotonic() + patience)

    def refuted() -> bool:
        run = start_run(alone, request)
        try:
            next(run)
        except StopIteration as stop:
            return stop.value is None
        run.close()
        return False

    try:
        return Deadline.at(request.deadline).call(refuted)
    except DeadlineExceeded:
        return False
