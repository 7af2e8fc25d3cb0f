"""Brute force, told honestly: how many assignments there are, and how long trying them takes.

Three countings of the same puzzle, each smaller: every value in every open cell
(9^44), the values its clues leave each cell (the product of the candidate lists),
and what propagation leaves.  The years are projected at a rate measured here.  Then
the same puzzle by backtracking in row order, and by propagation with search: what
the years shrink to.

>>> import nonet
>>> found = counted(nonet.parse(".......21.3..4.."))
>>> found.blanks, found.every == 4 ** found.blanks, found.by_clues, found.by_propagation
(12, True, 1728, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import prod

from nonet.backends.native.engine import Engine
from nonet.backends.native.filters import maker
from nonet.puzzle import Puzzle
from nonet.solving import Outcome, solve

YEAR = 31_557_600
"""Seconds of a year of 365.25 days."""

TESTED = "native:level=generate-and-test,order=lexicographic"
ROW_ORDER = "native:level=backtracking,order=lexicographic"
PROPAGATED = "native"


@dataclass(frozen=True, slots=True)
class Counted:
    """Assignments at each stage; ``by_propagation`` is 0 where propagation finds no solution."""

    values: int
    blanks: int
    by_clues: int
    by_propagation: int

    @property
    def every(self) -> int:
        """Every value in every open cell."""
        return int(self.values**self.blanks)


@dataclass(frozen=True)
class Story:
    """The whole comparison: countings, a measured rate, and two searches that are better."""

    counted: Counted
    rate: float
    """Assignments generated and tested a second, measured here."""
    backtracking: Outcome
    propagation: Outcome

    def seconds(self, assignments: int) -> Decimal:
        """How long so many assignments take at the measured rate; may be beyond any float."""
        return Decimal(assignments) / Decimal(self.rate)


def counted(puzzle: Puzzle) -> Counted:
    """The assignments of a puzzle at each stage."""
    candidates = puzzle.open_candidates()
    model = puzzle.model()
    engine = Engine(model.structure, maker())
    engine.reset(model.narrowed)
    holds = engine.propagate()
    left = prod(mask.bit_count() for mask in engine.masks) if holds else 0
    return Counted(
        len(puzzle.grid.values), len(candidates), prod(map(len, candidates.values())), left
    )


def story(puzzle: Puzzle, *, time_limit: float = 5.0, measure: float = 0.3) -> Story:
    """Count, measure for ``measure`` seconds, then search for at most ``time_limit`` each."""
    trial = solve(puzzle, TESTED, limit=None, time_limit=measure)
    tested = trial.stats["failures"] + trial.stats["solutions"]
    return Story(
        counted(puzzle),
        max(tested, 1) / trial.seconds,
        solve(puzzle, ROW_ORDER, limit=2, time_limit=time_limit),
        solve(puzzle, PROPAGATED, limit=2, time_limit=time_limit),
    )


def lines(found: Story) -> list[str]:
    """The story in words, a line each."""
    c = found.counted
    stages = (
        (f"every value in every open cell, {c.values}^{c.blanks}", c.every),
        ("the values that the clues leave each cell", c.by_clues),
        ("the values that propagation leaves each cell", c.by_propagation),
    )
    told = [f"brute force: {found.rate:,.0f} assignments a second, measured here"]
    for words, number in stages:
        told.append(f"  {big(number):>10}  {words}: {duration(found.seconds(number))}")
    for words, outcome in (
        ("backtracking in row order", found.backtracking),
        ("propagation, then search", found.propagation),
    ):
        stats = outcome.stats
        end = "" if outcome.stopped_by in (None, "solutions") else ", stopped by the time limit"
        what = f"{stats['nodes']:,} nodes, {stats['failures']:,} failures, depth {stats['depth']}"
        checks = f", {stats['checks']:,} checks" if "checks" in stats else ""
        told.append(f"{words}: {what}{checks}, {duration(outcome.seconds)}{end}")
    return told


def big(number: int) -> str:
    """A count for people: in full up to a million, else in powers of ten.

    >>> big(41472), big(9 ** 44)
    ('41,472', '9.7e41')
    """
    if number < 1_000_000:
        return f"{number:,}"
    return f"{Decimal(number):.1e}".replace("e+", "e")


def duration(seconds: float | Decimal) -> str:
    """A time for people, up to years.

    >>> duration(0.0021), duration(90), duration(1e9), duration(1e40)
    ('2.1 ms', '90 s', '32 years', '3.2e32 years')
    """
    seconds = Decimal(seconds)
    if seconds < 1:
        return f"{float(seconds) * 1000:.3g} ms"
    for unit, size, most in (("s", 1, 600), ("hours", 3600, 48), ("days", 86400, 730)):
        if seconds < size * most:
            return f"{float(seconds) / size:.3g} {unit}"
    years = seconds / YEAR
    if years < 1_000_000:
        return f"{float(years):,.0f} years"
    return f"{years:.1e}".replace("e+", "e") + " years"
