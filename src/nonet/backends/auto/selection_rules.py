"""How ``auto`` chooses: the rules, as data.

A question is first put to one backend alone, up to a stated effort: the first of ``OPENING_RULES``
that holds says which.  If that backend has not answered by then, ``PARTICIPANTS`` race: each joins
after so many seconds, in a thread of its own, and the first to end gives the answer.

The rules test the model, the request and the installed backends: never earlier requests, nor the
modules that happen to be imported.

>>> easy = Features(81, 729, 9, ("AllDifferent",))
>>> opening_rule(easy).backend, opening_rule(easy).effort(easy)
('lockstep', 50000)
>>> [participant.name for participant in PARTICIPANTS]
['cpsat', 'sat']

The numbers come from ``python -m benchmarks.auto``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from nonet.backends.base import Backend
from nonet.backends.registry import usable_backend
from nonet.model import AllDifferent, Constraint, Structure
from nonet.model.constraints.base import GET_SCOPE

MAX_GUESSES = 50_000
"""Guesses of lockstep before others join: 25 to 50 ms.  Most puzzles need fewer than 100."""

MAX_GUESS_VALUES = 50_000_000
"""Values of a model times guesses: a guess in a larger model takes longer (3,200 guesses in a 25x25)."""

MAX_GUESSES_OF_SUMS = 2_000_000
"""Guesses of lockstep for grids with sums: 2 to 6 s.  Of 13 killers and little killers that take more than
50,000 guesses, lockstep decided 9 within 3 s of CPU, sat and cpsat none."""

MAX_GUESSES_OF_OBJECTIVES = 200
"""Guesses of lockstep for each bound on the objective of a small model."""
# With 2,000, a knapsack of 16 takes 8.5 ms, and cpsat alone 1.7.

BASE_EFFORT, EFFORT_PER_VALUE, MAX_EFFORT = 12_000, 20, 30_000
"""Runs of a filter that native may take where there is no lockstep, 20 to 40 ms on puzzles; for each value
of a model, where that is more, and at most: sat takes as long to write its clauses.  Over wide domains a
run counts as many."""

LARGE_GRID = 10_000
"""Values of all cells of a grid (15,625 in a 25x25) that takes cpsat longer to write than native to fill."""

SOLUTIONS_TO_WIN = 100
"""Number of solutions after which, if more are requested, the backend that found these solutions
continues alone."""

WIDE_DOMAIN = 40
"""Values of a variable of the largest puzzles (36); a magic square of 7 has 49, and beyond there
cpsat takes a fraction of the time."""

MANY_OPERATIONS = 10
"""Constraints over products and the like, each a table of all pairs but for cpsat, and variables of tours,
tasks and inverse lists, for which CP-SAT has filters, and other backends only clauses or tables.  Not
``abs(x - y) != 3`` and what else is said of its operands: 30 queens take lockstep 0.09 s and cpsat 0.8."""

GLOBAL_TYPES = frozenset(
    [
        "ArcCircuit",
        "Circuit",
        "SubCircuit",
        "Inverse",
        "NoOverlap",
        "NoOverlap2D",
        "Cumulative",
        "Reservoir",
    ]
)
"""Constraint types that say tours, tasks and inverse lists."""

FEW_VALUES_TO_OPTIMISE = 150
"""Values of all variables together up to which lockstep tries to prove an optimum: beyond are integer
programs."""

MANY_TERMS = 1_000
"""Terms of all sums of three or more: a 25x25 killer has some 500, and a linear program more."""

MANY_VARIABLES = 2_000
"""Variables of the largest puzzles (36x36 has 1,296)."""


class Features(NamedTuple):
    """The features of a model and a machine that the rules test.

    ``variables`` and ``values`` (of all variables together) are numbers, ``widest`` the values of
    the widest domain, ``constraint_types`` the names of the constraint types over two or more
    variables, ``terms`` the variables of all sums of three or more, ``operations`` the constraints
    over products and the like, and the variables of tours, tasks and inverse lists,
    ``units`` the number of AllDifferent over as many variables as the widest domain has values,
    such as rows and columns.
    ``is_blank``: whether at most a tenth of the variables have a clue.
    ``has_objective``: whether there is an objective.  ``has_search``: whether search annotations
    are given.  ``has_hint``: whether there are values to try first.  ``is_traced``: whether events
    are asked for.  ``has_lockstep``: whether there is an engine of lockstep for this machine.
    """

    variables: int
    values: int
    widest: int
    constraint_types: tuple[str, ...]
    terms: int = 0
    operations: int = 0
    units: int = 0
    is_blank: bool = False
    has_objective: bool = False
    has_search: bool = False
    has_hint: bool = False
    is_traced: bool = False
    has_lockstep: bool = True

    @property
    def is_grid_with_sums(self) -> bool:
        """Whether there are rows and columns, at least, of all different, and sums among them."""
        return self.terms > 0 and self.units >= 2 * self.widest

    @property
    def suits_bounds(self) -> bool:
        """Whether domains are wide, or sums or products many: then clauses for values are too many."""
        return (
            self.widest > WIDE_DOMAIN
            or self.terms > MANY_TERMS
            or self.operations > MANY_OPERATIONS
        )

    @property
    def suits_cpsat(self) -> bool:
        """Whether the model is beyond puzzles: wide, large, mostly sums, or with an objective and not
        small."""
        return (
            self.suits_bounds
            or self.variables > MANY_VARIABLES
            or (self.has_objective and self.values > FEW_VALUES_TO_OPTIMISE)
        )


LINEAR_TYPES = frozenset({"Linear", "Compare"})
"""Constraint types that are sums, or comparisons of expressions, which mostly are."""


@lru_cache(maxsize=256)
def structure_features(structure: Structure) -> Features:
    """The features of a structure; those of a base, which all puzzles of a grid share, once."""
    if structure.base is None:
        sizes = [len(domain) for domain in structure.domains.values()]
        features = Features(len(sizes), sum(sizes), max(sizes, default=0), ())
    else:
        features = structure_features(structure.base)
    kinds = set(features.constraint_types)
    terms, operations, units = features.terms, features.operations, features.units
    # a large model has 100,000 constraints of a few types and lengths
    types, lengths = map(type, structure.own), map(len, map(GET_SCOPE, structure.own))
    for (kind, length), number in Counter(zip(types, lengths, strict=True)).items():
        if length < 2:
            continue
        name = kind.__name__
        kinds.add(name)
        if length == features.widest and name == AllDifferent.__name__:
            units += number
        if length > 2 and name in LINEAR_TYPES:
            terms += length * number
        if name in GLOBAL_TYPES:
            operations += length * number
    composed = [each for each in structure.own if each.is_composed and not each.is_flat]
    operations += sum(len(each.scope) > 1 and not has_exact_form(each) for each in composed)
    return features._replace(
        constraint_types=tuple(sorted(kinds)),
        terms=terms,
        operations=operations,
        units=units,
        has_objective=structure.objective is not None,
        has_search=bool(structure.search),
    )


class OpeningRule(NamedTuple):
    """Which backend begins, alone: none if ``backend`` is empty.

    ``effort`` is in guesses of lockstep or runs of native's filters, ``None`` without a limit.
    """

    condition: str
    holds: Callable[[Features], bool]
    backend: str
    effort: Callable[[Features], int | None]
    reason: str


class Participant(NamedTuple):
    """A backend in a race, and the second at which the backend joins, in CPU time of the whole
    race.

    A backend is found when it joins: most races are over by then, and importing sat takes 20 ms.
    """

    backend: Backend | str
    start_delay: float = 0.0

    @property
    def name(self) -> str:
        """The name of the backend."""
        return self.backend if isinstance(self.backend, str) else self.backend.name

    def found(self) -> Backend | None:
        """Return the backend; ``None`` if the backend cannot run here."""
        return usable_backend(self.backend) if isinstance(self.backend, str) else self.backend


def has_exact_form(constraint: Constraint) -> bool:
    """Whether a constraint compares an absolute value, a square or an extreme with a constant."""
    # 4 ms, with all expressions, which the puzzle of a command has none of
    from nonet.model.expressions.logic import Compare, compared_operation

    if not isinstance(constraint, Compare):
        return False
    compared = constraint.expression, constraint.op, constraint.constant
    return compared_operation(*compared) is not None


def _guesses(features: Features) -> int:
    if features.has_objective:
        return MAX_GUESSES_OF_OBJECTIVES
    if features.is_grid_with_sums:
        return MAX_GUESSES_OF_SUMS
    return min(MAX_GUESSES, MAX_GUESS_VALUES // max(1, features.values))


def _native_effort(features: Features) -> int | None:
    if features.is_traced:
        return None
    return max(BASE_EFFORT, min(EFFORT_PER_VALUE * features.values, MAX_EFFORT))


_KIND = (
    f"at most {WIDE_DOMAIN} values in a domain, {MANY_VARIABLES:,} variables, {MANY_TERMS:,} terms of "
    f"sums, {MANY_OPERATIONS} products or variables of tours and tasks, and, with an objective, "
    f"{FEW_VALUES_TO_OPTIMISE} values in all"
)

OPENING_RULES: tuple[OpeningRule, ...] = (
    OpeningRule(
        "events are asked for; or a hint or search annotations are given, and the model is of the kind "
        f"of puzzles ({_KIND})",
        lambda q: q.is_traced or ((q.has_search or q.has_hint) and not q.suits_cpsat),
        "native",
        _native_effort,
        "only native reports every step, and guesses in an order that is asked for",
    ),
    OpeningRule(
        f"a grid of {LARGE_GRID:,} values or more is all but empty, and has units alone",
        lambda q: (
            q.is_blank
            and q.values >= LARGE_GRID
            and q.units >= 2 * q.widest
            and q.constraint_types == (AllDifferent.__name__,)
        ),
        "native",
        lambda q: 4 * q.values,
        "native fills such a grid cell by cell, before others have written its model",
    ),
    OpeningRule(
        f"the engine of lockstep is there, and the model is of the kind of puzzles ({_KIND})",
        lambda q: q.has_lockstep and not q.suits_cpsat,
        "lockstep",
        _guesses,
        "most puzzles are easy, and lockstep is the fastest on them by far",
    ),
    OpeningRule(
        "there is an objective, or the model is wider or larger than puzzles are, and cpsat is installed",
        # whether cpsat is installed takes longer to find out than a puzzle takes
        lambda q: (q.has_objective or q.suits_cpsat) and usable_backend("cpsat") is not None,
        "",
        lambda q: 0,
        "cpsat reasons about bounds and linear relaxations, where others try values",
    ),
    OpeningRule(
        "always",
        lambda q: True,
        "native",
        _native_effort,
        "most puzzles are easy, and native needs nothing prepared",
    ),
)
"""Who begins: the first rule that holds."""

PARTICIPANTS = (Participant("cpsat"), Participant("sat", 2.0))
"""Who races, where the first did not answer: both learn from failures, and cpsat builds a large model
five times as fast."""


def opening_rule(features: Features) -> OpeningRule:
    """The rule for who begins."""
    return next(rule for rule in OPENING_RULES if rule.holds(features))


def rule_without_lockstep(features: Features) -> OpeningRule:
    """The rule for who begins where lockstep declines the model."""
    return opening_rule(features._replace(has_lockstep=False))
