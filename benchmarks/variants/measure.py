"""One question by one backend, in a child of a process that has imported all and is warm.

CPU time of the child with all its threads.  *New*: the first question of a structure, as a
variant mostly is; *again*: the same structure a second time.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import time
from dataclasses import dataclass
from functools import cache

import nonet
from benchmarks.auto.questions import killers
from nonet.errors import NonetError

GRACE = 5.0
"""Seconds of the clock that a child may take beyond its limit, before it is ended."""


@cache
def warming() -> tuple[nonet.Model, ...]:
    """What a child solves before it is timed, so that its memory is its own.

    A killer of 6x6 and one of 9x9, with a clue, which those that are asked have not.  After less, a
    child of a large process still pays for the pages that it is the first to write: where much is
    built, up to three times what the question costs.
    """
    shapes = ((6, (2, 3)), (9, (3, 3)))
    return tuple(next(iter(killers(size, box, 1.0, 1))) for size, box in shapes)


@dataclass(frozen=True)
class Took:
    """Milliseconds of CPU and the answer: a number of solutions, to two, -1 for undecided."""

    new: float
    again: float
    count: int
    by: str = ""
    error: str = ""


def model_ms(thing: nonet.Puzzle | nonet.Model) -> float:
    """Milliseconds to make the model of a puzzle."""
    if isinstance(thing, nonet.Model):
        return 0.0
    before = time.process_time()
    thing.model()
    return 1000 * (time.process_time() - before)


def took(thing: nonet.Puzzle | nonet.Model, backend: str, seconds: float) -> Took:
    """The question in a child process."""
    warming()  # made here, once
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            found = _asked(thing, backend, seconds)
        except BaseException as error:
            found = Took(0.0, 0.0, -1, error=f"{type(error).__name__}: {error}")
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(found, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        ready, _, _ = select.select([pipe], [], [], 3 * seconds + GRACE)
        told = pipe.read() if ready else b""
    if not told:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return pickle.loads(told) if told else Took(0.0, 0.0, -1, error="ended: it did not stop")


def _asked(thing: nonet.Puzzle | nonet.Model, backend: str, seconds: float) -> Took:
    for model in warming():
        nonet.verify(model, backend)
    gc.collect()
    times: list[float] = []
    verdict = None
    for _ in range(2):
        before = time.process_time()
        try:
            verdict = nonet.verify(thing, backend, time_limit=seconds)
        except NonetError as error:
            return Took(0.0, 0.0, -1, error=f"{type(error).__name__}: {error}")
        times.append(1000 * (time.process_time() - before))
        if verdict.uniqueness.value == "undecided" or times[0] > 1000:
            break
    assert verdict is not None
    count = {"unique": 1, "multiple": 2, "none": 0}.get(verdict.uniqueness.value, -1)
    return Took(times[0], times[-1], count, verdict.outcome.backend)
