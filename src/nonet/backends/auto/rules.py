"""How ``auto`` chooses: the rules, as data.

A question is first put to native alone, up to an effort (``OPENINGS`` says which).
What is not answered by then goes to a field of backends that race (``FIELDS``): each
joins after so many seconds, in a thread of its own, and the first to end gives the
answer.  In both tables the first rule that holds is taken.

>>> easy = Question(81, 729, ("AllDifferent",), wanted=1)
>>> opening(easy).effort(easy), [runner.backend for runner in field(easy).runners]
(14580, ['sat', 'cpsat', 'native', 'lockstep'])

The numbers come from ``benchmarks/auto``, which measures that no question takes more
than twice the time of the fastest backend, and 50 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonet.model import AllDifferent, Structure

# Named tuples, not dataclasses: making those took 5 ms of every start of the command line.

EFFORT = 12_000
"""Runs of a filter that native may take for a question: 20 to 40 ms, whatever the size."""

UNTRIED = 2
"""How much more where native answered every question of a geometry so far: to make the others
ready for it would take longer."""

A_VALUE = 2
"""The same for each value of a model, where that is more: a grid without clues needs one."""

FIRST_EFFORT = 20
"""Runs of a filter for each value of a geometry that native may take for all its questions
together, before ``EFFORT`` holds: as long as sat takes to write the clauses.  So at worst the
time is doubled."""

LARGE_EFFORT = 120_000
"""The same for a large model in all, which cpsat has to build, after half a second of imports:
as long as that takes, so that at worst the time is doubled."""

BUILDING = 0.05
"""Seconds that cpsat, once imported, needs at most to build and answer most models of which sat
takes longer to write the clauses; then sat joins."""

WIDE = 30
"""Variables of a filter, on the average of those that run, up to which all runs count alike; over
more, a run counts for one for every six of them, as it takes so much longer."""

LEAD = 100
"""Solutions after which, where more are asked for, the backend that found them goes on alone."""

LARGE = 8_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) beyond which writing the
clauses for sat takes longer than cpsat needs in all."""

HANDOVER = 5.0
"""Seconds of CPU since a backend joined which does what another does, but faster: then that one
leaves, so that the rest have its part of the machine.  By then it has been imported and compiled,
or has declined the model."""

OFTEN = 3
"""Questions of one structure on which native's effort was in vain, before it is passed over."""


class Question(NamedTuple):
    """What the rules look at.

    ``variables`` and ``values`` (of all variables together) are numbers, ``kinds`` the
    names of the constraint types over two or more variables, ``wanted`` how many
    solutions are asked for (``None``: all), ``traced`` whether events are.
    ``asked`` is how many questions of this structure there were before, ``missed`` on
    how many of them native's effort was in vain, ``work`` how many runs of a filter it
    took for all of them.  ``optimises``: whether there is an objective.  ``breadth`` is how many
    runs of a filter one of its own counts for: more than 1 where constraints are ``WIDE``.
    """

    variables: int
    values: int
    kinds: tuple[str, ...]
    wanted: int | None = 1
    traced: bool = False
    asked: int = 0
    missed: int = 0
    work: int = 0
    optimises: bool = False
    breadth: int = 1

    @classmethod
    def of(cls, structure: Structure) -> Question:
        """The question for one solution of a structure."""
        kinds = {type(c).__name__ for c in structure.constraints if len(c.scope) > 1}
        scopes = [len(c.scope) for c in structure.constraints]
        wide = sum(size * size for size in scopes) // max(1, sum(scopes))
        values = sum(map(len, structure.domains.values()))
        names = tuple(sorted(kinds))
        aim = structure.objective is not None
        breadth = wide // 6 if wide > WIDE else 1
        return cls(len(structure.domains), values, names, optimises=aim, breadth=breadth)

    @property
    def all_different(self) -> bool:
        """Whether every constraint over two or more variables is an AllDifferent."""
        return set(self.kinds) <= {AllDifferent.__name__}

    @property
    def in_words(self) -> str:
        """The question in a line."""
        kinds = ", ".join(self.kinds) or "none"
        return (
            f"{self.variables} variables with {self.values:,} values in all; constraints: {kinds}"
            f"{'; with an objective' if self.optimises else ''}"
        )


class Opening(NamedTuple):
    """Whether native begins alone, and for how much effort: 0 not at all, ``None`` to the end."""

    when: str
    holds: Callable[[Question], bool]
    effort: Callable[[Question], int | None]
    because: str


class Runner(NamedTuple):
    """A backend in a race, and the second at which it joins, in CPU time of all who race.

    Where a ``module`` that is heavy to import is there already, it joins at ``loaded``
    instead: sooner, if it needs that module itself; later, if another does, which is the
    quicker then.  It stays out where one of ``unless`` runs, and leaves once the backend ``until``
    has run for ``HANDOVER`` seconds.
    """

    backend: str
    joins: float = 0.0
    module: str = ""
    loaded: float = 0.0
    unless: frozenset[str] = frozenset()
    until: str = ""


class Field(NamedTuple):
    """The backends that race, in the order in which they join."""

    when: str
    holds: Callable[[Question], bool]
    runners: tuple[Runner, ...]
    because: str


def _least(question: Question) -> int:
    answered_all = question.asked and not question.missed
    effort = UNTRIED * EFFORT if answered_all else EFFORT
    return max(effort, A_VALUE * question.values)


OPENINGS: tuple[Opening, ...] = (
    Opening(
        "events are asked for",
        lambda q: q.traced,
        lambda q: None,
        "only native reports every step",
    ),
    Opening(
        f"{OFTEN} or more questions of this geometry, a quarter of all, were too hard for native",
        lambda q: q.missed >= OFTEN and 4 * q.missed >= q.asked,
        lambda q: 0,
        "its effort would be in vain again",
    ),
    Opening(
        "native answered none of the questions of this geometry",
        lambda q: 0 < q.missed == q.asked,
        lambda q: 0,
        "those that did are ready now",
    ),
    Opening(
        f"native has hardly worked on this geometry, which has at most {LARGE:,} values",
        lambda q: q.work < FIRST_EFFORT * q.values and q.values <= LARGE,
        lambda q: max(_least(q), FIRST_EFFORT * q.values - q.work),
        "most puzzles are easy for native, and the others have yet to be made ready",
    ),
    Opening(
        f"native has hardly worked on this geometry, which has more than {LARGE:,} values",
        lambda q: q.work < LARGE_EFFORT and q.values > LARGE,
        lambda q: max(_least(q), LARGE_EFFORT - q.work),
        "most puzzles are easy for native, and the others have yet to be made ready",
    ),
    Opening(
        "always",
        lambda q: True,
        _least,
        "making the others ready is repaid by now, or done",
    ),
)
"""Who begins: the first rule that holds."""

_CPSAT, _NUMBA = "ortools.sat.python.cp_model", "nonet.backends.lockstep.kernel"
_BETTER = frozenset({"sat", "cpsat"})

FIELDS: tuple[Field, ...] = (
    Field(
        "there is an objective",
        lambda q: q.optimises,
        (Runner("cpsat"), Runner("native", 0.5), Runner("sat", 0.5)),
        "cpsat proves most optima first, by its linear relaxation; each is told what the others "
        "have found",
    ),
    Field(
        f"every constraint is AllDifferent, and there are at most {LARGE:,} values",
        lambda q: q.all_different and q.values <= LARGE,
        (
            Runner("sat", 0.0, _CPSAT, BUILDING),
            Runner("cpsat", 0.4, _CPSAT),
            Runner("native", 0.5, unless=_BETTER),
            Runner("lockstep", 5.0, _NUMBA, 0.25),
        ),
        "sat is ready soonest and cpsat seldom behind it; lockstep does not learn from "
        "failures, but tries a hundred times as many nodes a second",
    ),
    Field(
        f"every constraint is AllDifferent, and there are more than {LARGE:,} values",
        lambda q: q.all_different,
        (
            Runner("cpsat"),
            Runner("sat", 1.0),
            Runner("native", 0.5, unless=_BETTER),
            Runner("lockstep", 5.0, _NUMBA, 0.25),
        ),
        "cpsat builds so large a model five times as fast as sat writes its clauses",
    ),
    Field(
        f"there are other constraints, and at most {LARGE:,} values",
        lambda q: q.values <= LARGE,
        (
            Runner("sat", 0.0, _CPSAT, BUILDING),
            Runner("cpsat", 0.4, _CPSAT),
            Runner("native", 0.5, until="lockstep"),
            Runner("lockstep", 5.0, _NUMBA),
        ),
        "lockstep, which declines some models, is the fastest on most, and begins at once where it "
        "is imported: that takes it seconds the first time, and then native leaves; none of the "
        "others is on all",
    ),
    Field(
        f"there are other constraints, and more than {LARGE:,} values",
        lambda q: True,
        (Runner("cpsat"), Runner("native", 0.5), Runner("sat", 1.0)),
        "cpsat builds large models the fastest; the others may decline them",
    ),
)
"""Who races, where native did not answer: the first rule that holds."""


def opening(question: Question) -> Opening:
    """The rule for who begins."""
    return next(rule for rule in OPENINGS if rule.holds(question))


def effort(question: Question) -> int | None:
    """How many runs of a filter native may take, as wide as this question's are."""
    found = opening(question).effort(question)
    return found if not found else max(1, found // question.breadth)


def field(question: Question) -> Field:
    """The rule for who races."""
    return next(rule for rule in FIELDS if rule.holds(question))
