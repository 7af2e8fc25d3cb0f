"""How ``auto`` chooses: the rules, as data.

A question is first put to one backend alone, up to a stated effort (``OPENING_RULES``).  If that
backend has not answered by then, backends race (``RACE_RULES``): each joins after so many seconds,
in a thread of its own, and the first to end gives the answer.  In both tables the first rule that
holds is taken.

The rules test the model, the request and the installed backends: never earlier requests, nor the
modules that happen to be imported.

>>> easy = Features(81, 729, 9, ("AllDifferent",))
>>> opening_rule(easy).backend, opening_effort(easy)
('lockstep', 50000)
>>> [participant.backend for participant in race_rule(easy).participants]
['sat', 'cpsat', 'native', 'lockstep']

The numbers come from ``python -m benchmarks.auto``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from nonet.model import AllDifferent, Structure
from nonet.model.constraints.base import GET_SCOPE

MAX_GUESSES = 50_000
"""Guesses that lanes may make before other backends join: 25 to 50 ms, as long as a race takes at
least.  Most puzzles need fewer than 100, hard 16x16 some 1,000; of 48 mixed variants 8 need more
than 10,000, of which only a single variant is quicker by a race (``python -m benchmarks.auto``)."""

MAX_GUESSES_OF_SUMS = 2_000_000
"""Guesses of lanes for grids with sums: 2 to 6 s.  Of 13 killers and little killers that take lanes more than
50,000 guesses, lanes decided 9 within 3 s of CPU, sat and cpsat none."""

MAX_GUESSES_OF_LARGE_MODELS = 3_500
"""Guesses of lanes for models of more than ``LARGE_MODEL_VALUES`` values, on which a guess counts as some
three and cpsat answers within 30 to 100 ms: 15 ms, a fifth of cpsat's time for a hard 25x25."""

MAX_GUESSES_OF_OBJECTIVES = 2_000
"""Guesses of lanes for each bound on the objective of a small model.  With these lanes prove the optima
of seven classic problems and of a rota in a fourteenth to two thirds of the time of cpsat (1 to 9 ms); on
covering and packing, where they prove none, they lose 4 to 20 ms of its 20 to 800.  Of nineteen
problems chosen afterwards they prove ten: a new process takes 0.24 to 0.4 s of CPU then, for 0.8 to
1.2, as OR-Tools is not imported.  The others lose 1 to 25 ms, and a cut of 24 vertices 0.8 s."""

BASE_EFFORT, EFFORT_PER_VALUE, MAX_EFFORT = 12_000, 20, 30_000
"""Runs of a filter that native may take where there are no lanes, 20 to 40 ms on puzzles; for each value
of a model, where that is more, and at most: sat takes as long to write its clauses.  Over wide domains a
run counts as many."""

SOLUTIONS_TO_WIN = 100
"""Number of solutions after which, if more are requested, the backend that found these solutions
continues alone."""

LARGE_MODEL_VALUES = 8_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) beyond which writing the
clauses for sat takes longer than cpsat needs in all."""

WIDE_DOMAIN = 40
"""Values of a variable of the largest puzzles (36); a magic square of 7 has 49, and beyond there
cpsat takes a fraction of the time."""

MANY_OPERATIONS = 10
"""Constraints over products and the like, each a table of all pairs but for cpsat."""

MANY_GLOBAL_VARIABLES = 10
"""Variables of tours, tasks and inverse lists, counted for each such constraint: CP-SAT has filters for
tours, and other backends only clauses or tables.  Of 22 random models with 8 to 44 such variables, lanes
lose 0.15 to 0.8 s on ten models that cpsat answers in 5 to 60 ms, and win at most 10 ms elsewhere."""

GLOBAL_TYPES = frozenset(
    {"Circuit", "SubCircuit", "Inverse", "NoOverlap", "NoOverlap2D", "Cumulative", "Reservoir"}
)
"""Constraint types that say tours, tasks and inverse lists."""

FEW_VALUES = 400
"""Values of all variables together up to which such tables are small: block designs and the axioms of
quasigroups take lanes 1 to 6 ms, and cpsat 6 to 30."""

FEW_VALUES_TO_OPTIMISE = 150
"""Values of all variables together up to which lanes try to prove an optimum: beyond are integer
programs, such as an assignment of 200 that cpsat solves in 10 ms and a knapsack of 400 on which lanes would
lose 50."""

MANY_TERMS = 1_000
"""Terms of all sums of three or more: a 25x25 killer has some 500, and a linear program more."""

LONG_SCOPE = 200
"""Variables of a constraint over which filters are slow and cpsat's linear reasoning is not."""

MANY_VARIABLES = 2_000
"""Variables of the largest puzzles (36x36 has 1,296)."""


FEW_VARIABLES_TO_SEARCH, FEW_VALUES_TO_SEARCH = 300, 2_000_000
"""Variables, and values of all together, up to which native tries search annotations first in a model
that no puzzle is.  Of 39 such models of MiniZinc native answers 21, in 0.03 to 0.5 s where cpsat takes
0.1 to 2.9.  Of nine with more variables, cpsat alone is quicker on eight, by 0.2 to 2.8 s; of fifteen
with more values native answers none."""


class Features(NamedTuple):
    """The features of a model and a machine that the rules test.

    ``variables`` and ``values`` (of all variables together) are numbers, ``widest`` the values of
    the widest domain, ``constraint_types`` the names of the constraint types over two or more
    variables, ``terms`` the variables of all sums of three or more, ``longest`` the number of
    variables of the longest constraint, ``operations`` the constraints over products and the like,
    ``global_variables`` the variables of tours, tasks and inverse lists,
    ``units`` the number of AllDifferent over as many variables as the widest domain has values,
    such as rows and columns.
    ``has_objective``: whether there is an objective.  ``has_search``: whether search annotations
    are given.  ``has_hint``: whether there are values to try first.  ``is_traced``: whether events
    are asked for.  ``has_lanes``: whether there is an engine of lockstep for this machine.
    ``has_cpsat``: whether cpsat is installed; tested only for models on which cpsat would begin.
    """

    variables: int
    values: int
    widest: int
    constraint_types: tuple[str, ...]
    terms: int = 0
    longest: int = 0
    operations: int = 0
    global_variables: int = 0
    units: int = 0
    has_objective: bool = False
    has_search: bool = False
    has_hint: bool = False
    is_traced: bool = False
    has_lanes: bool = True
    has_cpsat: bool = True

    @classmethod
    def from_structure(cls, structure: Structure) -> Features:
        """The features of a structure, where all backends are installed."""
        if structure.base is None:
            sizes = [len(domain) for domain in structure.domains.values()]
            most = max(sizes, default=0)
            features = cls(len(sizes), sum(sizes), most, ())
        else:
            features = _base_features(structure.base)
        kinds = set(features.constraint_types)
        terms, longest, operations = features.terms, features.longest, features.operations
        units, global_variables = features.units, features.global_variables
        # a large model has 100,000 constraints of a few types and lengths
        types, lengths = map(type, structure.own), map(len, map(GET_SCOPE, structure.own))
        for (kind, length), number in Counter(zip(types, lengths, strict=True)).items():
            if length < 2:
                continue
            name = kind.__name__
            kinds.add(name)
            longest = max(longest, length)
            if length == features.widest and name == AllDifferent.__name__:
                units += number
            if length > 2 and name in LINEAR_TYPES:
                terms += length * number
            if name in GLOBAL_TYPES:
                global_variables += length * number
        composed = [each for each in structure.own if each.is_composed]
        operations += sum(len(each.scope) > 1 and not each.is_flat for each in composed)
        return features._replace(
            constraint_types=tuple(sorted(kinds)),
            terms=terms,
            longest=longest,
            operations=operations,
            global_variables=global_variables,
            units=units,
            has_objective=structure.objective is not None,
            has_search=bool(structure.search),
        )

    @property
    def has_only_all_different(self) -> bool:
        """Whether every constraint over two or more variables is an AllDifferent."""
        return set(self.constraint_types) <= {AllDifferent.__name__}

    @property
    def is_grid_with_sums(self) -> bool:
        """Whether there are rows and columns, at least, of all different, and sums among them."""
        return self.terms > 0 and self.units >= 2 * self.widest

    @property
    def has_small_objective(self) -> bool:
        """Whether there is an objective, and the model is small."""
        return (
            self.has_objective
            and self.values <= FEW_VALUES_TO_OPTIMISE
            and not self.is_beyond_puzzles
        )

    @property
    def is_too_large_to_search(self) -> bool:
        """Whether CP-SAT suits the model, even if search annotations are given."""
        return self.is_beyond_puzzles and (
            self.has_objective
            or self.variables > FEW_VARIABLES_TO_SEARCH
            or self.values > FEW_VALUES_TO_SEARCH
        )

    @property
    def is_beyond_puzzles(self) -> bool:
        """Whether the model is wide, long or mostly sums: no puzzle is such a model, and CP-SAT
        suits such models."""
        return (
            self.widest > WIDE_DOMAIN
            or self.terms > MANY_TERMS
            or self.longest > LONG_SCOPE
            or (self.operations > MANY_OPERATIONS and self.values > FEW_VALUES)
            or self.global_variables > MANY_GLOBAL_VARIABLES
            or self.variables > MANY_VARIABLES
        )


_base_features = lru_cache(maxsize=16)(Features.from_structure)
"""The features shared by all puzzles of a grid, computed once."""

LINEAR_TYPES = frozenset({"Linear", "Compare"})
"""Constraint types that are sums, or comparisons of expressions, which mostly are."""


class OpeningRule(NamedTuple):
    """Which backend begins, alone: none if ``backend`` is empty.

    ``effort`` is in guesses of lanes or runs of native's filters, ``None`` without a limit.
    """

    condition: str
    holds: Callable[[Features], bool]
    backend: str
    effort: Callable[[Features], int | None]
    reason: str


class ParticipantRule(NamedTuple):
    """A backend in a race, and the second at which the backend joins, in CPU time of the whole
    race.

    ``without_lanes``: the backend takes part only where lanes are not ready or decline the model.
    """

    backend: str
    start_delay: float = 0.0
    without_lanes: bool = False


class RaceRule(NamedTuple):
    """The backends that race, in the order of joining."""

    condition: str
    holds: Callable[[Features], bool]
    participants: tuple[ParticipantRule, ...]
    reason: str


def _guesses(features: Features) -> int:
    if features.has_objective:
        return MAX_GUESSES_OF_OBJECTIVES
    if features.values > LARGE_MODEL_VALUES:
        return MAX_GUESSES_OF_LARGE_MODELS
    return MAX_GUESSES_OF_SUMS if features.is_grid_with_sums else MAX_GUESSES


def _native_effort(features: Features) -> int:
    return max(BASE_EFFORT, min(EFFORT_PER_VALUE * features.values, MAX_EFFORT))


OPENING_RULES: tuple[OpeningRule, ...] = (
    OpeningRule(
        "events are asked for",
        lambda q: q.is_traced,
        "native",
        lambda q: None,
        "only native reports every step",
    ),
    OpeningRule(
        "search annotations are given, and cpsat is not installed, the model is no wider, longer or "
        "larger than puzzles are, or there are neither an objective nor more than "
        f"{FEW_VARIABLES_TO_SEARCH} variables or {FEW_VALUES_TO_SEARCH:,} values in all",
        lambda q: q.has_search and not (q.is_too_large_to_search and q.has_cpsat),
        "native",
        _native_effort,
        "native guesses in their order, which decides the solution that comes first",
    ),
    OpeningRule(
        "there is a hint and no objective, and cpsat is not installed or the model is no wider, longer or "
        "larger than puzzles are",
        lambda q: q.has_hint and not q.has_objective and not (q.is_beyond_puzzles and q.has_cpsat),
        "native",
        _native_effort,
        "native guesses the values of the hint, and lanes take no hints",
    ),
    OpeningRule(
        f"there is an objective, the model has at most {FEW_VALUES_TO_OPTIMISE} values in all, at most "
        f"{WIDE_DOMAIN} in a domain, and the engine of lockstep is there",
        lambda q: q.has_small_objective and q.has_lanes,
        "lockstep",
        _guesses,
        "lanes prove the optima of many small models before cpsat has built its model",
    ),
    OpeningRule(
        "there is an objective, and cpsat is installed",
        lambda q: q.has_objective and q.has_cpsat,
        "",
        lambda q: 0,
        "cpsat proves most optima first",
    ),
    OpeningRule(
        f"a domain has more than {WIDE_DOMAIN} values, sums have more than {MANY_TERMS:,} terms, "
        f"or there are more than {LONG_SCOPE} variables in a constraint, {MANY_OPERATIONS} "
        f"constraints over products and the like with more than {FEW_VALUES} values in all, "
        f"{MANY_GLOBAL_VARIABLES} variables in tours, tasks and inverse lists or "
        f"{MANY_VARIABLES:,} variables, and cpsat is installed",
        lambda q: q.is_beyond_puzzles and q.has_cpsat,
        "",
        lambda q: 0,
        "cpsat reasons about bounds and linear relaxations, where others try values",
    ),
    OpeningRule(
        "the engine of lockstep is there, and there is neither an objective nor a wide domain",
        lambda q: q.has_lanes and not q.has_objective and not q.is_beyond_puzzles,
        "lockstep",
        _guesses,
        "most puzzles are easy, and lanes are the fastest on them by far",
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

RACE_RULES: tuple[RaceRule, ...] = (
    RaceRule(
        "there is an objective",
        lambda q: q.has_objective,
        (ParticipantRule("cpsat"), ParticipantRule("native", 5.0), ParticipantRule("sat", 5.0)),
        "cpsat proves most optima first, by its linear relaxation; each is told what the others "
        "have found",
    ),
    RaceRule(
        "the model is wider, longer or larger than puzzles are, and search annotations are given",
        lambda q: q.is_beyond_puzzles and q.has_search,
        (ParticipantRule("cpsat"), ParticipantRule("native", 1.0), ParticipantRule("sat", 10.0)),
        "cpsat is made for such models, but takes 9 to 17 s for some that native decides in 4 by the "
        "annotations",
    ),
    RaceRule(
        "the model is wider, longer or larger than puzzles are",
        lambda q: q.is_beyond_puzzles,
        (ParticipantRule("cpsat"), ParticipantRule("native", 10.0), ParticipantRule("sat", 10.0)),
        "cpsat is made for such models; the others may decline them",
    ),
    RaceRule(
        f"there are more than {LARGE_MODEL_VALUES:,} values",
        lambda q: q.values > LARGE_MODEL_VALUES,
        (
            ParticipantRule("cpsat"),
            ParticipantRule("native", 0.5),
            ParticipantRule("sat", 1.0),
            ParticipantRule("lockstep", 30.0),
        ),
        "cpsat builds so large a model five times as fast as sat writes its clauses; native alone is quick "
        "on a large grid that is all but empty; lanes, which do not learn, have had their turn",
    ),
    RaceRule(
        "every constraint is AllDifferent",
        lambda q: q.has_only_all_different,
        (
            ParticipantRule("sat"),
            ParticipantRule("cpsat", 0.2),
            ParticipantRule("native", 0.5, without_lanes=True),
            ParticipantRule("lockstep", 2.0),
        ),
        "sat is ready soonest and cpsat seldom behind it; lanes do not learn from failures, but "
        "try a hundred times as many nodes a second",
    ),
    RaceRule(
        "always",
        lambda q: True,
        (
            ParticipantRule("sat"),
            ParticipantRule("cpsat", 0.1),
            ParticipantRule("native", 0.5, without_lanes=True),
            ParticipantRule("lockstep", 0.2),
        ),
        "sat is ready soonest; none is the fastest on all",
    ),
)
"""Who races, where the first did not answer: the first rule that holds."""


@lru_cache(maxsize=256)
def opening_rule(features: Features) -> OpeningRule:
    """The rule for who begins."""
    return next(rule for rule in OPENING_RULES if rule.holds(features))


def rule_without_lanes(features: Features) -> OpeningRule:
    """The rule for who begins where lanes decline the model."""
    return opening_rule(features._replace(has_lanes=False))


def opening_effort(features: Features) -> int | None:
    """How many guesses or runs of a filter the first backend may take."""
    return opening_rule(features).effort(features)


def race_rule(features: Features) -> RaceRule:
    """The rule for who races."""
    return next(rule for rule in RACE_RULES if rule.holds(features))
