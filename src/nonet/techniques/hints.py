"""Hints: the next step as a person would see it, and every instance of a technique.

>>> print(hints(".......21.3..4..")[0].words.look)
Look for the 2 of box 4
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.errors import OutOfTime, TechniqueError
from nonet.solving.run import Thing
from nonet.techniques.catalogue import technique
from nonet.techniques.clock import Clock, TimeIsUp
from nonet.techniques.known import Known, lost_by
from nonet.techniques.policies import SETS, Policy, restricted
from nonet.techniques.position import Position
from nonet.techniques.start import known_of, position_of
from nonet.techniques.step import Step
from nonet.techniques.thrift import collecting_rarely
from nonet.techniques.tries import Try, found


@collecting_rarely()
def hints(
    thing: Thing,
    policy: str | Policy = "human",
    *,
    only: str | Iterable[str] = (),
    unique: bool | None = None,
    time_limit: float | None = None,
) -> list[Step]:
    """The steps of the easiest technique that finds any, the first as a person would see it.

    Of techniques that are quick to search these are all there are, of fish, chains
    and harder ones the first.  Marks already made are respected: entries and
    candidates of the puzzle are where the search starts.  Empty if the puzzle is
    solved, has no solution, or nothing is found.  Raises as ``explain``, and
    ``OutOfTime`` if nothing was found in ``time_limit`` seconds.

    >>> print(hints(".......21.3..4..")[0].words.look)
    Look for the 2 of box 4
    """
    chosen = restricted(policy, only)
    known = known_of(thing, Clock(time_limit), unique)
    return next_steps(known.start, chosen, known)


def next_steps(position: Position, policy: Policy, known: Known) -> list[Step]:
    """The steps in the grid of the first entry of the policy that finds any.

    Steps of what a rule added beside the cells, as unknown regions are, are taken on the way: no
    mark can hold them.  What is known of the solutions is asked first: where there is none any
    step would mislead.
    Raises ``OutOfTime`` if nothing was found before the position's clock ended.
    """
    while steps := _steps(position, policy, known):
        if shown := [step for step in steps if lost_by(step) & ~position.layout.added]:
            return shown
        for step in steps:
            position = position.after(step)
    return []


def _steps(position: Position, policy: Policy, known: Known) -> list[Step]:
    entry = None
    try:
        known.asked()
        for attempt in map(Try, policy.entries):
            if position.starved or known.nothing_left(position):
                return []
            entry = attempt.entry
            if entry.unique and not known.one:
                continue
            position.clock.searched = attempt.title
            position.clock.check()
            if entry.quick:
                steps = list(dict.fromkeys(found(position, entry.keys)))
                if entry.scored:
                    steps.sort(key=entry.worth)
            else:
                step = attempt.first(position)
                steps = [] if step is None else [step]
            for step in steps:
                known.check(position, [step])
            if steps:
                return steps
    except TimeIsUp:
        at = f", when {entry.title} was searched" if entry else ""
        raise OutOfTime(
            f"no step was found in {position.clock.seconds:g} seconds{at}: a longer time limit "
            "or fewer techniques may help"
        ) from None
    return []


def find(thing: Thing | Position, *names: str, time_limit: float | None = None) -> list[Step]:
    """All steps of some techniques (or named sets of them) at one position.

    Raises ``TechniqueError`` for an unknown name, or one that the puzzle is too large
    for (of a set such techniques are left out), ``OutOfTime`` if they were not all
    searched in ``time_limit`` seconds; techniques that assume one solution are searched
    as asked, whether the puzzle has one or not.
    """
    entries = restricted("human", names).entries
    clock = Clock(time_limit)
    position = thing.timed(clock) if isinstance(thing, Position) else position_of(thing, clock)
    cells = position.layout.count
    for name in names:
        if name.lower() not in SETS and technique(name).most < cells:
            raise TechniqueError(
                f"{technique(name).key} is searched in puzzles of at most "
                f"{technique(name).most} cells; this one has {cells}"
            )
    steps: dict[Step, None] = {}
    try:
        for entry in entries:
            position.clock.searched = entry.title
            for step in found(position, entry.keys, form="find_all"):
                steps[step] = None
    except TimeIsUp:
        raise OutOfTime(
            f"not all was searched in {time_limit:g} seconds: {len(steps)} steps were found, and "
            f"{entry.title} was searched: a longer time limit or fewer techniques may help"
        ) from None
    return list(steps)
