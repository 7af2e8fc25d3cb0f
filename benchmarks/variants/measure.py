"""One question of several backends, in one warm process: the CPU time of all its threads.

All backends meet the same process.  Before each question what is kept of the puzzle's own rules is
forgotten, so that its structure is new, as a variant mostly is; what belongs to grids and cages
in general stays, as it does where one puzzle after another is asked.  Rounds are interleaved, each
in an order drawn anew, and of their times the median counts.
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
"""Milliseconds from which on a question is not asked again."""


@dataclass(frozen=True)
class Took:
    """Milliseconds of CPU and the answer: a number of solutions, to two, -1 for undecided."""

    ms: float
    count: int
    by: str = ""
    error: str = ""


def warm(routes: Sequence[str]) -> None:
    """Import all, and solve killers that are not asked: of 6x6 and of 9x9, with a clue."""
    for route in routes:
        nonet.verify("1...............", route)
        for size, box in ((6, (2, 3)), (9, (3, 3))):
            for model in islice(killers(size, box, 1.0, 1), 3):
                nonet.verify(model, route, time_limit=10)
    gc.collect()
    gc.freeze()  # what is there now is not looked through again


def model_ms(thing: nonet.Puzzle | nonet.Model) -> float:
    """Milliseconds to make the model of a puzzle."""
    if isinstance(thing, nonet.Model):
        return 0.0
    before = time.process_time()
    thing.model()
    return 1000 * (time.process_time() - before)


def took(model: nonet.Model, routes: Sequence[str], seconds: float, rounds: int) -> dict[str, Took]:
    """What each route took and said, by the median of ``rounds``."""
    answers: dict[str, list[Took]] = {route: [] for route in routes}
    order = Random(repr(sorted(model.domains)))
    for _ in range(rounds):
        for route in order.sample(routes, len(routes)):
            said = answers[route]
            if not said or (said[-1].ms < LONG and said[-1].count >= 0):
                said.append(_asked(model, route, seconds))
    return {route: _middle(said) for route, said in answers.items()}


def _middle(said: Sequence[Took]) -> Took:
    """The median of the times, with an answer that differs from the first if there is one."""
    odd = [each for each in said if each.count != said[0].count]
    shown = odd[0] if odd else said[0]
    return Took(median(each.ms for each in said), shown.count, shown.by, shown.error)


def _asked(model: nonet.Model, route: str, seconds: float) -> Took:
    forget()
    gc.collect()
    before = time.process_time()
    try:
        verdict = nonet.verify(model, route, time_limit=seconds)
    except NonetError as error:
        return Took(0.0, -1, error=f"{type(error).__name__}: {error}")
    ms = 1000 * (time.process_time() - before)
    count = {"unique": 1, "multiple": 2, "none": 0}.get(verdict.uniqueness.value, -1)
    return Took(ms, count, verdict.outcome.backend)


def forget(*, backends: bool = True) -> None:
    """What is kept of a puzzle's own rules, so that they are new; and, of ``backends``, engines."""
    from nonet.backends import auto, cpsat, lowering, registry, sat
    from nonet.backends.lockstep import kernel, unit_layout
    from nonet.puzzle import puzzle
    from nonet.puzzle.rules import full_rank

    for each in (
        *(puzzle._structure, puzzle._units_and_peers, lowering._lower_structure),
        auto._features,
        *(
            kernel.kernel_for,
            unit_layout.unit_layout,
            cpsat._auto_kind,
            full_rank._ranks_by_first_value,
        ),
    ):
        each.cache_clear()
    if not backends:
        return
    # a backend found anew has none of the engines, and no memory, of the one before
    registry.find_backend.cache_clear()
    for pool in (sat._POOL, cpsat._POOL):
        pool._idle.clear()
