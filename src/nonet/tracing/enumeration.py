"""Brute force, honestly: how many assignments there are, and how long trying all takes.

Three counts of the same puzzle, each smaller: every value in every open cell (9^44), the values
allowed by the clues in each cell (the product of the candidate lists), and the values after
propagation.  The years are projected at a rate measured here.  Then the same puzzle by
backtracking in row order, and by propagation with search, for comparison with the years.

>>> import nonet
>>> found = count_assignments(nonet.parse(".......21.3..4.."))
>>> found.blanks, found.all_assignments == 4 ** found.blanks, found.by_clues, found.by_propagation
(12, True, 1728, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import prod

from nonet.backends.events import Branched, Event, Filtered
from nonet.backends.native import Engine, filter_factory
from nonet.errors import quantity
from nonet.formats import parse
from nonet.model.rewriting import rewrite
from nonet.puzzle import Puzzle
from nonet.solving import Outcome, solve

YEAR = 31_557_600
"""Seconds of a year of 365.25 days."""

GENERATE_AND_TEST = "native:level=generate-and-test,order=lexicographic"
BACKTRACKING = "native:level=backtracking,order=lexicographic"
PROPAGATION = "native"


@dataclass(frozen=True, slots=True)
class AssignmentCounts:
    """Assignments at each stage; ``by_propagation`` is 0 where propagation finds no solution."""

    values: int
    blanks: int
    by_clues: int
    by_propagation: int

    @property
    def all_assignments(self) -> int:
        """Every value in every open cell."""
        return int(self.values**self.blanks)


@dataclass(frozen=True)
class EnumerationReport:
    """The whole comparison: countings, a measured rate, and two searches that are better."""

    counts: AssignmentCounts
    rate: float
    """Assignments generated and tested a second, measured here."""
    backtracking: Outcome
    propagation: Outcome

    def seconds(self, assignments: int) -> Decimal:
        """How long so many assignments take at the measured rate; may be beyond any float."""
        return Decimal(assignments) / Decimal(self.rate)


def count_assignments(puzzle: Puzzle) -> AssignmentCounts:
    """The assignments of a puzzle at each stage."""
    candidates = puzzle.open_candidates()
    model = puzzle.model()
    engine = Engine(model.structure, filter_factory())
    engine.reset(model.narrowed)
    holds = engine.propagate()
    remaining = prod(mask.bit_count() for mask in engine.masks) if holds else 0
    return AssignmentCounts(
        len(puzzle.grid.values), len(candidates), prod(map(len, candidates.values())), remaining
    )


def enumeration_report(
    puzzle: Puzzle, *, time_limit: float = 5.0, measure_seconds: float = 0.3
) -> EnumerationReport:
    """Count, measure for ``measure_seconds``, then search for at most ``time_limit`` each."""
    trial = solve(puzzle, GENERATE_AND_TEST, limit=None, time_limit=measure_seconds)
    tested = trial.stats.get("failures", 0) + trial.stats.get("solutions", 0)
    return EnumerationReport(
        count_assignments(puzzle),
        max(tested, 1) / trial.seconds,
        solve(puzzle, BACKTRACKING, limit=2, time_limit=time_limit),
        solve(puzzle, PROPAGATION, limit=2, time_limit=time_limit),
    )


def report_lines(report: EnumerationReport) -> list[str]:
    """The story in words, a line each."""
    c = report.counts
    stages = (
        (f"every value in every open cell, {c.values}^{c.blanks}", c.all_assignments),
        ("the values that the clues leave each cell", c.by_clues),
        ("the values that propagation leaves each cell", c.by_propagation),
    )
    lines = [f"brute force: {report.rate:,.0f} assignments a second, measured here"]
    for label, number in stages:
        lines.append(
            f"  {large_number_text(number):>10}  {label}: {duration_text(report.seconds(number))}"
        )
    for label, outcome in (
        ("backtracking in row order", report.backtracking),
        ("propagation, then search", report.propagation),
    ):
        stats = {"nodes": 0, "failures": 0, "depth": 0, **outcome.stats}
        end = "" if outcome.stopped_by in (None, "solutions") else ", stopped by the time limit"
        counts = [quantity(stats[f"{noun}s"], noun) for noun in ("node", "failure")]
        counts.append(f"depth {stats['depth']}")
        if "checks" in stats:
            counts.append(quantity(stats["checks"], "check"))
        lines.append(f"{label}: {', '.join(counts)}, {duration_text(outcome.seconds)}{end}")
    return lines


def large_number_text(number: int) -> str:
    """A count for people: in full up to a million, else in powers of ten.

    >>> large_number_text(41472), large_number_text(9 ** 44)
    ('41,472', '9.7e41')
    """
    if number < 1_000_000:
        return f"{number:,}"
    return f"{Decimal(number):.1e}".replace("e+", "e")


def duration_text(seconds: float | Decimal) -> str:
    """A time for people, up to years.

    >>> duration_text(0.0021), duration_text(90), duration_text(1e9), duration_text(1e40)
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


# Norvig's search in his own terms: squares searched, possibilities considered, depth.
#
# "Solving Every Sudoku Puzzle" (2006): two rules of propagation (a fixed value goes from its
# peers; a value with one place in a unit is put there), then depth-first search on a square with
# fewest possibilities, the first in reading order, values ascending. Here that is the model with
# its redundant constraints ("each value has a place in each unit"), on native with
# ``alldifferent=naked`` and ``order=mrv``.
#
# Of his first hard puzzle he writes that 25 possibilities had to be considered, on 9 of the 61
# unfilled squares; of his 95 hard puzzles that 64 were considered on average, and search never
# went deeper than 16. We count 25 and 9; over the 95, 64.5 on average and 16 levels at most, the
# first being that without a guess. His algorithm written out a second time, in a test, gives the
# same counts on each puzzle.

FIRST_HARD_PUZZLE = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
)
"""The essay's first puzzle that needs search."""

OPTIONS = "native:alldifferent=naked,order=mrv"


@dataclass(frozen=True, slots=True)
class NorvigSearch:
    """The result of the search of a puzzle.

    ``squares`` are the squares guessed at least once, of the ``unfilled`` squares that the
    clues and propagation leave open.  ``possibilities`` are values tried; ``levels`` the
    deepest nesting, where the first level is without a guess.
    """

    squares: int
    unfilled: int
    possibilities: int
    levels: int


def norvig_search(puzzle: Puzzle | str) -> NorvigSearch:
    """Search one puzzle to its first solution, counting as the essay does."""
    if isinstance(puzzle, str):
        puzzle = parse(puzzle)
    guessed: set[str] = set()
    model = rewrite(puzzle.model(), "redundant").model
    sizes = {name: len(domain) for name, domain in model.domains.items()}

    def sink(event: Event) -> None:
        if isinstance(event, Branched):
            guessed.add(event.variable)
        elif isinstance(event, Filtered) and not guessed:
            sizes[event.variable] -= len(event.removed)

    outcome = solve(model, OPTIONS, tracer=sink)
    unfilled = sum(number > 1 for number in sizes.values())
    stats = outcome.stats
    return NorvigSearch(len(guessed), unfilled, int(stats["guesses"]), int(stats["depth"]) + 1)
