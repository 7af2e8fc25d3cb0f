"""Counting: how many solutions there are, to the last or about.

>>> import nonet
>>> print(estimate(nonet.Sudoku("." * 16), seed=1))
288 exactly
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from random import Random
from typing import ClassVar

from nonet.backends.registry import usable_backend
from nonet.deadline import Deadline, report_progress
from nonet.errors import Unsupported, check_whole_number, quantity
from nonet.model import Model
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver, assumption_solver_for
from nonet.setting.puzzle_parts import Answer, clue_parts
from nonet.solving.array_counting import DuplicateSolutions, count_by_arrays, count_by_states
from nonet.solving.outcome import SolutionCount
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time
from nonet.solving.queries import count_solutions

MAX_LISTED = 1_000
"""Solutions up to which all are counted before any is guessed at."""

MAX_COUNTED_FIRST, FIRST_EFFORT = 50_000, 100_000
"""Solutions that the compiled engine counts before anything is guessed at, and its work (0.1 s)."""

MAX_COUNTED = 1_000_000
"""Solutions up to which all are counted if the first dives say that there are no more: a second."""

EXACT_TIME_DIVISOR = 4
"""The part of the time that an exact count of many may take: a fourth."""

MIN_DIVES = 30
"""Dives below which there is no interval, of uneven dives the effective number (Kish, "Survey
sampling", 1965): thermometers and arrows with 5e9 solutions had 6, and intervals of two seeds that
did not meet."""

NORMAL_QUANTILE = 1.96
"""Standard errors to either side of an estimate that contain the number with 95 % probability."""


@dataclass(frozen=True)
class Estimate(Answer):
    """A number of solutions: exact, or estimated with a 95 % interval.

    An exact number is an ``int``; else ``number`` is the mean of ``dives`` random dives; ``low``
    and ``high`` bound the number with 95 % confidence, if dives are many and much alike: of very
    uneven search trees there is no upper bound (``inf``).  A number beyond all floats is ``inf``.
    """

    number: int | float
    low: int | float
    high: int | float
    exact: bool
    dives: int = 0
    seconds: float = 0.0

    _if_undecided: ClassVar[Mapping[str, object]] = {"exact": False}

    def __str__(self) -> str:
        return self.in_words()

    def _in_words(self) -> str:
        if self.exact:
            return f"{self.number:,} exactly"
        if self.high == inf and self.number > self.low:
            number = f"{self.number:.1g}"
            return f"at least {self.low:,}, roughly {number}: {self.dives:,} dives differ too much to tell"
        if self.high == inf:
            return f"at least {self.low:,}: too few dives ({self.dives:,}) for an estimate"
        return f"about {self.number:.3g} ({self.low:.3g} to {self.high:.3g} with 95 %)"

    def _to_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "low": self.low,
            "high": None if self.high == inf else self.high,
            "exact": self.exact,
            "dives": self.dives,
            "seconds": round(self.seconds, 6),
        }


@decided_by_reading()
def estimate(
    problem: ProblemInput,
    *,
    dives: int = 1_000,
    seed: int | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    on_first: Callable[[Estimate], object] | None = None,
) -> Estimate:
    """The number of solutions: exact where that can be had, else by ``dives`` random dives.

    Up to a thousand solutions are counted one by one, 50,000 by the compiled engine; more in a
    quarter of the time, where partial solutions are much alike, or the first dives tell of a million
    at most.  A dive sets variables at random, one after another, and multiplies the numbers of values
    that propagation leaves: the mean is the number of solutions (Knuth, "Estimating the efficiency
    of backtrack programs", Mathematics of Computation 1975).  ``on_first`` is called with the rough
    estimate of the first 30 dives, which take some tenths of a second, before the work goes on.

    Raises ``LimitError`` for invalid limits, ``Unsupported`` for a model with an objective, whose
    optimal solutions can be counted but not estimated, and for over a thousand solutions of a
    model with a projection.

    >>> print(estimate("." * 16))
    288 exactly
    """
    check_whole_number(dives, "a number of dives", minimum=2)
    clock = Deadline(time_limit)
    model, _ = model_in_time(problem, clock, keep_places=False)
    if model.objective is not None:
        raise Unsupported("the best solutions of a model with an objective cannot be estimated")
    random = Random(seed)
    weights: list[float] = []
    least, exact = 0, False

    def answer() -> Estimate:
        if exact:
            return Estimate(least, least, least, exact=True, seconds=clock.elapsed)
        return _estimate_from_weights([*weights], least, clock)

    report_progress(lambda: f"{quantity(len(weights), 'dive')}: {answer()}" if weights else "")

    def dive(number: int) -> None:
        with assumption_solver_for(model.structure, clock, PROPAGATOR) as solver:
            for _ in range(number):
                clock.check()
                weights.append(random_dive(solver, model, random)[0])

    def work() -> None:
        nonlocal least, exact
        few = _count(model, clock, (MAX_COUNTED_FIRST, FIRST_EFFORT), MAX_LISTED)
        least, exact = few.number, few.exhausted
        if exact:
            return
        if model.projection is not None:
            raise Unsupported(
                f"there are {least:,} solutions or more, and solutions that differ in some variables "
                "alone can be counted but not estimated"
            )
        dive(min(dives, MIN_DIVES))
        if on_first:
            on_first(answer())
        if (number := _exact_count_in_time(model, clock)) is not None:
            least, exact = number, True
            return
        if max(weights) <= log(MAX_COUNTED):
            some = _count(model, Deadline(_share_of_time(clock)), (MAX_COUNTED, None), MAX_COUNTED)
            least, exact = max(least, some.number), some.exhausted
        if not exact:
            dive(dives - len(weights))

    clock.finishes(work)
    return clock.result(answer())


def _count(
    model: Model, clock: Deadline, by_engine: tuple[int, int | None], one_by_one: int
) -> SolutionCount:
    """Count by the compiled engine up to a number, or an effort; where it cannot, one by one."""
    backend = usable_backend("lockstep")
    counted = None
    if backend is not None:
        limit, effort = by_engine
        with suppress(DuplicateSolutions):
            counted = count_by_arrays(model, backend, limit=limit, effort=effort, deadline=clock)
    if counted is not None:
        return counted
    return count_solutions(model, limit=one_by_one, time_limit=clock.limit_for_part())


def _share_of_time(clock: Deadline) -> float | None:
    """A quarter of the remaining time, for an exact count."""
    remaining = clock.remaining()
    return None if remaining is None else max(remaining / EXACT_TIME_DIVISOR, 1e-9)


def _exact_count_in_time(model: Model, clock: Deadline) -> int | None:
    """Return the exact number, if a quarter of the remaining time suffices; else ``None``."""
    part = Deadline(_share_of_time(clock))
    exact: list[int | None] = []
    part.finishes(lambda: exact.append(count_by_states(model, part.check)))
    if part.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return exact[0] if exact else None


def _estimate_from_weights(weights: list[float], least: int, clock: Deadline) -> Estimate:
    """The mean of weights that are given as logarithms."""
    top = max(weights, default=-inf)

    def between(number: float, low: float, high: float) -> Estimate:
        dives = len(weights)
        return Estimate(number, low, high, exact=False, dives=dives, seconds=clock.elapsed)

    if top == -inf or len(weights) < MIN_DIVES:  # too few to say how much they differ
        return between(least, least, inf)
    scaled = [exp(weight - top) for weight in weights]
    mean = sum(scaled) / len(scaled)
    spread = sum((each - mean) ** 2 for each in scaled) / max(1, len(scaled) - 1)
    error = NORMAL_QUANTILE * sqrt(spread / len(scaled)) / mean

    def times(part: float) -> float:
        return exp(top + log(mean * part)) if part > 0 and top < 700 else 0.0 if part <= 0 else inf

    if times(1 + error) < least:  # solutions that have been listed refute the dives
        return between(least, least, inf)
    if sum(scaled) ** 2 < MIN_DIVES * sum(each * each for each in scaled):
        # a few dives are most of the sum, and a longer run would soon refute an interval
        return between(max(float(least), times(1)), least, inf)
    low = max(float(least), times(1 - error))
    return between(max(float(least), times(1)), low, times(1 + error))


def random_dive(
    solver: AssumptionSolver, model: Model, random: Random
) -> tuple[float, dict[str, int]]:
    """Return the logarithm of a dive's weight (-inf for a dead end), and the values at its end."""
    chosen = [*solver.rules, *(solver.literal(part) for part in clue_parts(model))]
    weight = 0.0
    values: dict[str, int] = {}
    # negated, as known literals exclude values: set operations, for half of a dive's time was here
    undecided = {
        name: {-x for x in literals.values()} for name, literals in solver.literals.items()
    }
    while True:
        agree, implied = solver.propagate(chosen)
        if not agree:
            return -inf, {}
        known = {*implied, *chosen}
        fewest: set[int] = set()
        for name, negated in [*undecided.items()]:
            remaining = negated - known
            if len(remaining) > 1 and not (fewest and len(remaining) >= len(fewest)):
                fewest = remaining
            elif len(remaining) == 1:
                values[name] = solver.assignments[-min(remaining) - 1][1]
                del undecided[name]
        if not fewest:
            return (weight, values) if model.accepts(values) else (-inf, {})
        weight += log(len(fewest))
        chosen.append(-random.choice(sorted(fewest, reverse=True)))
