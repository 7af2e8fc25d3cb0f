"""The loop of the search that learns: guess, propagate, analyse, jump back, restart.

``learning.py`` analyses failures.
"""

from __future__ import annotations

from nonet.backends.base import Request, Run
from nonet.backends.native.engine import VariableOrder
from nonet.backends.native.learning import Conflict, LearningEngine
from nonet.backends.native.search import (
    Counters,
    ValueOrder,
    guess,
    propagate_root,
    yield_solution,
)

RESTART_UNIT = 100
"""Failures before the first restart; later restarts follow Luby's sequence, times this number."""

MAX_NOGOODS = 4_000
"""Nogoods kept before the less useful half is forgotten; the limit grows by a tenth each time."""


def luby(number: int) -> int:
    """The terms of Luby's sequence, from 1: 1 1 2 1 1 2 4 1 1 2 ...

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    size = number.bit_length()
    return 1 << size - 1 if number + 1 == 1 << size else luby(number + 1 - (1 << size - 1))


def search_and_learn(
    engine: LearningEngine,
    select_variable: VariableOrder,
    order_values: ValueOrder,
    request: Request,
    counters: Counters,
) -> Run:
    """Yield every solution once; return the reason why the search stopped, as a backend's ``run`` does.

    With an objective, yield only solutions that improve on all before.
    """
    better = engine.objective_filter
    most_nogoods = float(MAX_NOGOODS)
    failures_left = RESTART_UNIT
    consistent = propagate_root(engine, request, counters)
    while True:
        if request.expired():
            return "time"
        if not consistent:
            counters.failures += 1
            failures_left -= 1
            assert engine.failure is not None
            conflict = engine.analyse(engine.failure)
            if conflict is None:
                return None
            engine.add_weight(conflict.involved)
            engine.report_conflict(conflict)
            consistent = _apply(engine, conflict)
            counters.nodes += 1
            continue
        variable = select_variable(engine)
        if variable is None:
            is_best = yield from yield_solution(engine, request, counters)
            if is_best or not engine.level_marks:
                return None
            # the guesses together lead to this solution alone
            guessed = [engine.trail[mark][0] for mark in reversed(engine.level_marks)]
            guesses = [(x, engine.masks[x]) for x in guessed]
            excluded = Conflict(guesses, len(guesses) - 1, 0, set())
            consistent = _apply(engine, excluded)
            counters.nodes += 1
            if better is not None:
                engine.wake(better)
                consistent = consistent and engine.propagate()
            continue
        if failures_left <= 0 and engine.level_marks:
            counters.restarts += 1
            failures_left = RESTART_UNIT * luby(counters.restarts + 1)
            engine.jump_to(0)
            engine.report("Backtracked", 1)
            engine.report("Restarted", counters.restarts)
            if len(engine.nogoods) > most_nogoods:
                engine.forget_nogoods()
                most_nogoods *= 1.1
            if not engine.propagate():
                return None
            continue
        bit = _first_value(engine, variable, order_values)
        depth = len(engine.level_marks) + 1
        counters.depth = max(counters.depth, depth)
        consistent = guess(engine, variable, bit, depth, request, counters)


def _apply(engine: LearningEngine, conflict: Conflict) -> bool:
    """Jump back, add the nogood, and propagate: ``False`` if a constraint cannot hold."""
    engine.jump_to(conflict.depth)
    engine.report("Backtracked", conflict.depth + 1)
    nogood = engine.add_nogood(conflict)
    x, mask = nogood.conditions[0]
    engine.set(x, engine.masks[x] & ~mask, nogood, nogood.scope)
    return engine.propagate()


def _first_value(engine: LearningEngine, x: int, order_values: ValueOrder) -> int:
    """Return the last value of a variable if its domain still has the value (phase saving)."""
    last = engine.last_values[x] & engine.masks[x]
    return last if last and not last & (last - 1) else next(order_values(engine, x))
