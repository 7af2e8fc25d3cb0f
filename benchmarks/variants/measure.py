"""Time the verification of a puzzle by several backends in one warm process.

Times are CPU times of the process, all threads.  Before each verification the caches of the
puzzle's structure are cleared, because a variant mostly has a new structure; caches for grids and
cages in general remain.  Rounds are interleaved in random order; the median counts.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import median

import nonet
from benchmarks.auto.questions import killers
from nonet.errors import NonetError

LONG = 500.0
"""Milliseconds from which a verification is not repeated."""

SOLUTION_COUNTS = {"unique": 1, "multiple": 2, "none": 0}
"""The number of solutions, up to two, of each verdict; other verdicts are undecided."""


@dataclass(frozen=True)
class Timing:
    """Milliseconds of CPU and the number of solutions, up to two; -1 for undecided."""

    ms: float
    count: int
    by: str = ""
    error: str = ""


def warm(routes: Sequence[str]) -> None:
    """Import all modules, and solve other killers of 6x6 and 9x9 with a clue."""
    for route in routes:
        nonet.verify("1...............", route)
        for size, box in ((6, (2, 3)), (9, (3, 3))):
            for model in islice(killers(size, box, 1.0, 1), 3):
                nonet.verify(model, route, time_limit=10)
    gc.collect()
    gc.freeze()  # the collector skips the present objects


def model_ms(problem: nonet.Puzzle | nonet.Model) -> float:
    """Return the milliseconds of CPU to build the model of a puzzle."""
    if isinstance(problem, nonet.Model):
        return 0.0
    before = time.process_time()
    problem.model()
    return 1000 * (time.process_time() - before)


def time_routes(
    model: nonet.Model, routes: Sequence[str], seconds: float, rounds: int
) -> dict[str, Timing]:
    """Return the median time and the answer of each route."""
    answers: dict[str, list[Timing]] = {route: [] for route in routes}
    order = Random(repr(sorted(model.domains)))
    for _ in range(rounds):
        for route in order.sample(routes, len(routes)):
            timings = answers[route]
            if not timings or (timings[-1].ms < LONG and timings[-1].count >= 0):
                timings.append(_time_once(model, route, seconds))
    return {route: _median(timings) for route, timings in answers.items()}


def _median(timings: Sequence[Timing]) -> Timing:
    """Return the median time, with an answer that differs from the first one if there is any."""
    odd = [each for each in timings if each.count != timings[0].count]
    shown = odd[0] if odd else timings[0]
    return Timing(median(each.ms for each in timings), shown.count, shown.by, shown.error)


def _time_once(model: nonet.Model, route: str, seconds: float) -> Timing:
    clear_caches()
    gc.collect()
    before = time.process_time()
    try:
        verdict = nonet.verify(model, route, time_limit=seconds)
    except NonetError as error:
        return Timing(0.0, -1, error=f"{type(error).__name__}: {error}")
    ms = 1000 * (time.process_time() - before)
    count = SOLUTION_COUNTS.get(verdict.uniqueness.value, -1)
    return Timing(ms, count, verdict.outcome.backend)


def clear_caches(*, backends: bool = True) -> None:
    """Clear the caches of puzzle structures and, with ``backends``, of the backends' engines."""
    from nonet.backends import auto, cpsat, lowering, registry, sat
    from nonet.backends.lockstep import kernel, numbered_cells
    from nonet.puzzle import puzzle
    from nonet.puzzle.rules import full_rank

    for each in (
        *(puzzle._structure, puzzle._units_and_peers, lowering._lower_structure),
        auto._features,
        *(
            kernel.kernel_for,
            numbered_cells.unit_layout,
            cpsat._auto_kind,
            full_rank._ranks_by_first_value,
        ),
    ):
        each.cache_clear()
    if not backends:
        return
    # a new backend object has no engines
    registry.find_backend.cache_clear()
    for pool in (sat._POOL, cpsat._POOL):
        pool._idle.clear()
