"""Repairs: the parts to drop or change so that a puzzle has a solution again, or exactly one.

>>> import nonet
>>> found = repair(nonet.parse("123....4........"))
>>> [str(part) for part in found.fewest], found.bound
(['R1C1=1'], 1)
>>> print(found.single[0])
change R1C1=1 to 4: several solutions
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.backends.base import StopReason
from nonet.backends.sat import SolverName
from nonet.deadline import Deadline, report_progress
from nonet.errors import check_whole_number
from nonet.puzzle.unread import Claims
from nonet.setting.assumption_solver import assumption_solver_for
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.puzzle_parts import Answer, Part, original_value, parts_text
from nonet.setting.repair_search import Repair, RepairSearch
from nonet.solving.outcome import Status
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

DEFAULT_NUMBER = 20
"""Repairs of several parts that are listed, unless the caller gives a number."""


REPAIR_SOLVER: SolverName = "minisat22"
"""The solver of many short questions; CaDiCaL takes three times as long for such questions."""


@dataclass(frozen=True, repr=False)
class Repairs(Answer):
    """How a puzzle without a solution can be mended.

    ``status`` is UNSAT if there is no solution without a repair, SAT if there is a solution
    already, UNKNOWN if the time was out before either was known.  ``fewest`` is a smallest set of
    parts to drop, if ``bound`` says that no fewer do.  ``fewest`` is ``()`` if no set was found in
    time or, if ``complete``, no set repairs: the parts that may not change clash by themselves.
    ``repairs`` are the repairs of so few parts, best first: repairs that leave exactly one
    solution, a changed value before a dropped part, small changes before large changes.
    ``complete`` says that there are no other repairs of so few parts.

    Asked for exactly one solution, a thing with ``several`` is to mend, too, by changes of one
    part; and ``tried`` is the number of parts up to which all changes were tried.
    """

    status: Status
    fewest: tuple[Part, ...] = ()
    bound: int = 0
    repairs: tuple[Repair, ...] = ()
    complete: bool = False
    stopped_by: StopReason | None = None
    seconds: float = 0.0
    several: bool = False
    tried: int = 0

    @property
    def single(self) -> tuple[Repair, ...]:
        """The repairs of one part."""
        return tuple(repair for repair in self.repairs if len(repair.changes) == 1)

    @property
    def claims(self) -> Claims:
        """That there is a solution; or which changes lead to one, and which do not."""
        return (
            super().claims if self.status is not Status.UNSAT and not self.several else Claims.BOTH
        )

    def _in_words(self) -> str:
        """The answer in one line."""
        if self.several:
            return f"there are several solutions{self._repairs_text()}"
        if self.status is Status.SAT and not self.complete:
            return f"undecided: there is a solution; {self.stop_text} before another was ruled out"
        if self.status is Status.SAT:
            return "nothing to repair: there is a solution"
        if self.status is Status.UNKNOWN:
            return f"undecided: {self.stop_text}"
        if not self.fewest:
            if self.complete:
                return "no repair: what must hold clashes already, whatever else is changed"
            return f"there is no solution; {self.stop_text} before a repair was found"
        least = " (no fewer do)" if self.bound >= len(self.fewest) > 1 else ""
        return f"without {parts_text(self.fewest)} there is a solution{least}{self._repairs_text()}"

    def _repairs_text(self) -> str:
        if not self.repairs:
            if not self.tried:
                return f"; {self.stop_text} before a change was found"
            of = "of one part" if self.tried == 1 else f"of up to {self.tried} parts"
            return f"; no change {of} leaves exactly one"
        sizes = {len(repair.changes) for repair in self.repairs}
        of = "of one part" if sizes == {1} else f"of {max(sizes)} parts"
        more = "" if self.complete else " or more"
        number = len(self.repairs)
        return f"; {number}{more} repair{'s' if number > 1 or more else ''} {of}"

    def _to_json(self) -> dict[str, object]:
        """The answer as data."""
        return {
            "status": self.status.value,
            "fewest": [part.to_json() for part in self.fewest],
            "bound": self.bound,
            "repairs": [repair.to_json() for repair in self.repairs],
            "several": self.several,
            "tried": self.tried,
            "complete": self.complete,
            "stopped_by": self.stopped_by,
            "seconds": round(self.seconds, 6),
        }


@decided_by_reading(allow_clashes=True)
def repair(
    problem: ProblemInput,
    *,
    rules: bool | None = None,
    unique: bool = False,
    number: int = DEFAULT_NUMBER,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Repairs:
    """The fewest clues to drop so that there is a solution, and all changes of so few that work.

    With ``rules``, clues and rules such as cages may go (by default where there are no clues, or
    the rules clash without clues); a cage's sum may also change.  With ``unique``, only changes
    that leave exactly one solution are kept, and if no change of so few parts does, changes of one
    part more are tried, and so on; of a problem with several solutions, changes of one part.
    Repairs of one part are all listed; of several parts together, the first ``number`` found.

    Raises ``LimitError`` for a number or limit that is none, else as
    :func:`~nonet.setting.conflicts.conflict` does.

    >>> print(repair("12.....4........").in_words())
    without R1C1=1 there is a solution; 7 repairs of one part
    """
    check_whole_number(number, "a number of repairs")
    clock = Deadline(time_limit)
    model, puzzle = model_in_time(problem, clock, allow_clashes=True)
    mending = RepairSearch(model, puzzle, unique, number)
    report_progress(
        lambda: f"{len(mending.repairs)} repairs, at least {max(mending.bound, 1)} parts each"
    )

    def work() -> None:
        with assumption_solver_for(model.structure, clock, REPAIR_SOLVER, "repair") as bench:
            mending.search(bench, rules)

    done = clock.finishes(work)
    ways = tuple(sorted(mending.repairs, key=_rank))
    best = ways[0].parts if ways else ()
    repairs = Repairs(
        mending.status,
        best if len(best) == len(mending.fewest) else mending.fewest,
        mending.bound,
        ways,
        done and mending.complete,
        clock.stopped_by,
        clock.elapsed,
        mending.has_several_solutions,
        mending.max_size_tried,
    )
    return clock.result(repairs)


def _rank(repair: Repair) -> tuple[bool, int, int, int, str]:
    """Best first."""
    far = 0
    for change in repair.changes:
        if change.part.kind == "rule" and change.to is not None:
            far += abs(change.to - (original_value(change.part) or 0))
    dropped = sum(change.to is None for change in repair.changes)
    return not repair.unique, len(repair.changes), dropped, far, str(repair)
