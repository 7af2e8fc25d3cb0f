"""How ``auto`` chooses: the rules, as data.

A question is first put to native alone, up to an effort (``OPENING_RULES`` says which).
What is not answered by then goes to a field of backends that race (``RACE_RULES``): each
joins after so many seconds, in a thread of its own, and the first to end gives the
answer.  In both tables the first rule that holds is taken.

>>> easy = Features(81, 729, ("AllDifferent",), requested_solutions=1)
>>> opening_rule(easy).effort(easy), [runner.backend for runner in race_rule(easy).participants]
(14580, ['sat', 'cpsat', 'native', 'lockstep'])

The numbers come from ``benchmarks/auto``, which measures that no question takes more
than twice the time of the fastest backend, and 50 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonet.model import AllDifferent, Structure

# Named tuples, not dataclasses: making those took 5 ms of every start of the command line.

BASE_EFFORT = 12_000
"""Runs of a filter that native may take for a question: 20 to 40 ms, whatever the size."""

ALL_ANSWERED_FACTOR = 2
"""How much more where native answered every question of a geometry so far: to make the others
ready for it would take longer."""

EFFORT_PER_VALUE = 2
"""The same for each value of a model, where that is more: a grid without clues needs one."""

WARM_UP_EFFORT_PER_VALUE = 20
"""Runs of a filter for each value of a geometry that native may take for all its questions
together, before ``BASE_EFFORT`` holds: as long as sat takes to write the clauses.  So at worst the
time is doubled."""

LARGE_MODEL_WARM_UP_EFFORT = 120_000
"""The same for a large model in all, which cpsat has to build, after half a second of imports:
as long as that takes, so that at worst the time is doubled."""

CPSAT_BUILD_SECONDS = 0.05
"""Seconds that cpsat, once imported, needs at most to build and answer most models of which sat
takes longer to write the clauses; then sat joins."""

WIDE_SCOPE = 30
"""Variables of a filter, on the average of those that run, up to which all runs count alike; over
more, a run counts for one for every six of them, as it takes so much longer."""

SOLUTIONS_TO_WIN = 100
"""Solutions after which, where more are asked for, the backend that found them goes on alone."""

LARGE_MODEL_VALUES = 8_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) beyond which writing the
clauses for sat takes longer than cpsat needs in all."""

HANDOVER_SECONDS = 5.0
"""Seconds of CPU since a backend joined which does what another does, but faster: then that one
leaves, so that the rest have its part of the machine.  By then it has been imported and compiled,
or has declined the model."""

MISSES_BEFORE_SKIP = 3
"""Questions of one structure on which native's effort was in vain, before it is passed over."""


class Features(NamedTuple):
    """What the rules look at.

    ``variables`` and ``values`` (of all variables together) are numbers, ``constraint_types`` the
    names of the constraint types over two or more variables, ``requested_solutions`` how many
    solutions are asked for (``None``: all), ``is_traced`` whether events are.
    ``earlier_runs`` is how many questions of this structure there were before, ``earlier_misses``
    on how many of them native's effort was in vain, ``native_work`` how many runs of a filter it
    took for all of them.  ``has_objective``: whether there is an objective.  ``filter_cost`` is
    how many runs of a filter one of its own counts for: more than 1 where constraints are
    ``WIDE_SCOPE``.
    """

    variables: int
    values: int
    constraint_types: tuple[str, ...]
    requested_solutions: int | None = 1
    is_traced: bool = False
    earlier_runs: int = 0
    earlier_misses: int = 0
    native_work: int = 0
    has_objective: bool = False
    filter_cost: int = 1

    @classmethod
    def from_structure(cls, structure: Structure) -> Features:
        """The question for one solution of a structure."""
        kinds = {type(c).__name__ for c in structure.constraints if len(c.scope) > 1}
        scopes = [len(c.scope) for c in structure.constraints]
        wide = sum(size * size for size in scopes) // max(1, sum(scopes))
        values = sum(map(len, structure.domains.values()))
        names = tuple(sorted(kinds))
        aim = structure.objective is not None
        breadth = wide // 6 if wide > WIDE_SCOPE else 1
        return cls(len(structure.domains), values, names, has_objective=aim, filter_cost=breadth)

    @property
    def has_only_all_different(self) -> bool:
        """Whether every constraint over two or more variables is an AllDifferent."""
        return set(self.constraint_types) <= {AllDifferent.__name__}

    @property
    def summary(self) -> str:
        """The question in a line."""
        kinds = ", ".join(self.constraint_types) or "none"
        return (
            f"{self.variables} variables with {self.values:,} values in all; constraints: {kinds}"
            f"{'; with an objective' if self.has_objective else ''}"
        )


class OpeningRule(NamedTuple):
    """Whether native begins alone, and for how much effort: 0 not at all, ``None`` to the end."""

    condition: str
    holds: Callable[[Features], bool]
    effort: Callable[[Features], int | None]
    reason: str


class ParticipantRule(NamedTuple):
    """A backend in a race, and the second at which it joins, in CPU time of all who race.

    Where a ``heavy_module`` that is heavy to import is there already, it joins at
    ``start_delay_if_imported`` instead: sooner, if it needs that module itself; later, if another
    does, which is the quicker then.  It stays out where one of ``excluded_by`` runs, and leaves
    once the backend ``leaves_for`` has run for ``HANDOVER_SECONDS`` seconds.
    """

    backend: str
    start_delay: float = 0.0
    heavy_module: str = ""
    start_delay_if_imported: float = 0.0
    excluded_by: frozenset[str] = frozenset()
    leaves_for: str = ""


class RaceRule(NamedTuple):
    """The backends that race, in the order in which they join."""

    condition: str
    holds: Callable[[Features], bool]
    participants: tuple[ParticipantRule, ...]
    reason: str


def _minimum_effort(question: Features) -> int:
    answered_all = question.earlier_runs and not question.earlier_misses
    effort = ALL_ANSWERED_FACTOR * BASE_EFFORT if answered_all else BASE_EFFORT
    return max(effort, EFFORT_PER_VALUE * question.values)


OPENING_RULES: tuple[OpeningRule, ...] = (
    OpeningRule(
        "events are asked for",
        lambda q: q.is_traced,
        lambda q: None,
        "only native reports every step",
    ),
    OpeningRule(
        f"{MISSES_BEFORE_SKIP} or more questions of this geometry, a quarter of all, were too "
        "hard for native",
        lambda q: q.earlier_misses >= MISSES_BEFORE_SKIP and 4 * q.earlier_misses >= q.earlier_runs,
        lambda q: 0,
        "its effort would be in vain again",
    ),
    OpeningRule(
        "native answered none of the questions of this geometry",
        lambda q: 0 < q.earlier_misses == q.earlier_runs,
        lambda q: 0,
        "those that did are ready now",
    ),
    OpeningRule(
        f"native has hardly worked on this geometry, which has at most {LARGE_MODEL_VALUES:,} "
        "values",
        lambda q: (
            q.native_work < WARM_UP_EFFORT_PER_VALUE * q.values and q.values <= LARGE_MODEL_VALUES
        ),
        lambda q: max(_minimum_effort(q), WARM_UP_EFFORT_PER_VALUE * q.values - q.native_work),
        "most puzzles are easy for native, and the others have yet to be made ready",
    ),
    OpeningRule(
        f"native has hardly worked on this geometry, which has more than {LARGE_MODEL_VALUES:,} "
        "values",
        lambda q: q.native_work < LARGE_MODEL_WARM_UP_EFFORT and q.values > LARGE_MODEL_VALUES,
        lambda q: max(_minimum_effort(q), LARGE_MODEL_WARM_UP_EFFORT - q.native_work),
        "most puzzles are easy for native, and the others have yet to be made ready",
    ),
    OpeningRule(
        "always",
        lambda q: True,
        _minimum_effort,
        "making the others ready is repaid by now, or done",
    ),
)
"""Who begins: the first rule that holds."""

_CPSAT_MODULE, _LOCKSTEP_MODULE = "ortools.sat.python.cp_model", "nonet.backends.lockstep.kernel"
_LEARNING_BACKENDS = frozenset({"sat", "cpsat"})

RACE_RULES: tuple[RaceRule, ...] = (
    RaceRule(
        "there is an objective",
        lambda q: q.has_objective,
        (ParticipantRule("cpsat"), ParticipantRule("native", 0.5), ParticipantRule("sat", 0.5)),
        "cpsat proves most optima first, by its linear relaxation; each is told what the others "
        "have found",
    ),
    RaceRule(
        f"every constraint is AllDifferent, and there are at most {LARGE_MODEL_VALUES:,} values",
        lambda q: q.has_only_all_different and q.values <= LARGE_MODEL_VALUES,
        (
            ParticipantRule("sat", 0.0, _CPSAT_MODULE, CPSAT_BUILD_SECONDS),
            ParticipantRule("cpsat", 0.4, _CPSAT_MODULE),
            ParticipantRule("native", 0.5, excluded_by=_LEARNING_BACKENDS),
            ParticipantRule("lockstep", 5.0, _LOCKSTEP_MODULE, 0.25),
        ),
        "sat is ready soonest and cpsat seldom behind it; lockstep does not learn from "
        "failures, but tries a hundred times as many nodes a second",
    ),
    RaceRule(
        f"every constraint is AllDifferent, and there are more than {LARGE_MODEL_VALUES:,} values",
        lambda q: q.has_only_all_different,
        (
            ParticipantRule("cpsat"),
            ParticipantRule("sat", 1.0),
            ParticipantRule("native", 0.5, excluded_by=_LEARNING_BACKENDS),
            ParticipantRule("lockstep", 5.0, _LOCKSTEP_MODULE, 0.25),
        ),
        "cpsat builds so large a model five times as fast as sat writes its clauses",
    ),
    RaceRule(
        f"there are other constraints, and at most {LARGE_MODEL_VALUES:,} values",
        lambda q: q.values <= LARGE_MODEL_VALUES,
        (
            ParticipantRule("sat", 0.0, _CPSAT_MODULE, CPSAT_BUILD_SECONDS),
            ParticipantRule("cpsat", 0.4, _CPSAT_MODULE),
            ParticipantRule("native", 0.5, leaves_for="lockstep"),
            ParticipantRule("lockstep", 5.0, _LOCKSTEP_MODULE),
        ),
        "lockstep, which declines some models, is the fastest on most, and begins at once where it "
        "is imported: that takes it seconds the first time, and then native leaves; none of the "
        "others is on all",
    ),
    RaceRule(
        f"there are other constraints, and more than {LARGE_MODEL_VALUES:,} values",
        lambda q: True,
        (ParticipantRule("cpsat"), ParticipantRule("native", 0.5), ParticipantRule("sat", 1.0)),
        "cpsat builds large models the fastest; the others may decline them",
    ),
)
"""Who races, where native did not answer: the first rule that holds."""


def opening_rule(features: Features) -> OpeningRule:
    """The rule for who begins."""
    return next(rule for rule in OPENING_RULES if rule.holds(features))


def native_effort(features: Features) -> int | None:
    """How many runs of a filter native may take, as wide as this question's are."""
    found = opening_rule(features).effort(features)
    return found if not found else max(1, found // features.filter_cost)


def race_rule(features: Features) -> RaceRule:
    """The rule for who races."""
    return next(rule for rule in RACE_RULES if rule.holds(features))
