"""Backdoors: cells whose values leave nothing but singles.

>>> import nonet
>>> backdoors(nonet.parse("1.3.34....2..1.."))
<Backdoors singles suffice>
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from nonet.backends.base import StopReason
from nonet.errors import check_whole_number, quantity
from nonet.model.auxiliary_variables import is_auxiliary
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import PROPAGATOR, AssumptionSolver, assumption_solver_for
from nonet.setting.puzzle_parts import Answer
from nonet.setting.redundancy import UniqueSolutionQuestion, not_unique_reason
from nonet.solving.outcome import Uniqueness
from nonet.solving.problem_input import ProblemInput, decided_by_reading


@dataclass(frozen=True, repr=False)
class Backdoors(Answer):
    """The smallest sets of cells whose values leave only singles, all of one size.

    ``size`` is ``None`` if there is no such set up to the requested size (or the time was out);
    then all sizes up to ``larger_than`` are excluded.  Singles are the conclusions of unit
    propagation of all rules.
    """

    uniqueness: Uniqueness
    size: int | None = None
    sets: tuple[tuple[str, ...], ...] = ()
    larger_than: int = -1
    stopped_by: StopReason | None = None
    seconds: float = 0.0

    def _in_words(self) -> str:
        if self.uniqueness is not Uniqueness.UNIQUE:
            return not_unique_reason(self.uniqueness, self.stop_text)
        late = f", {self.stop_text}" if self.stopped else ""
        if self.size is None and self.larger_than < 0:
            return f"undecided: {self.stop_text}"
        if self.size is None:
            return f"no backdoor of up to {quantity(self.larger_than, 'cell')}{late}"
        if self.size == 0:
            return "singles suffice"
        shown = "; ".join(", ".join(each) for each in self.sets[:5])
        more = f" and {len(self.sets) - 5} more" if len(self.sets) > 5 else ""
        more_sizes = " or more" if self.stopped else ""
        return f"{len(self.sets)}{more_sizes} of size {self.size}: {shown}{more}{late}"


@decided_by_reading()
def backdoors(
    problem: ProblemInput, *, most: int = 2, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> Backdoors:
    """The smallest sets of cells, of up to ``most``, whose values leave only singles.

    Williams, Gomes and Selman, "Backdoors to typical case complexity", IJCAI 2003.

    >>> print(backdoors(".......21.3..4..").in_words())
    singles suffice
    """
    check_whole_number(most, "a size of backdoors", minimum=0)
    question = UniqueSolutionQuestion(problem, time_limit)
    sets: list[tuple[str, ...]] = []
    larger = [-1]

    def work(bench: AssumptionSolver) -> None:
        hard, soft = question.hard_and_soft(bench)
        if not question.find_solution(bench, hard, soft):
            return
        with assumption_solver_for(
            question.model.structure, question.deadline, PROPAGATOR
        ) as propagator:
            search(propagator, list(soft))

    def search(bench: AssumptionSolver, clues: list[int]) -> None:
        assert question.solution is not None
        true = {name: bench.literals[name][v] for name, v in question.solution.items()}
        base = [*bench.rules, *clues]

        def open_after(values: Sequence[int]) -> list[str]:
            known = {*base, *values, *bench.propagate([*base, *values])[1]}
            domains = question.model.structure.domains
            return [n for n, x in true.items() if x not in known and len(domains[n]) > 1]

        still_open = open_after([])
        if not still_open:
            sets.append(())
            return
        for size in range(1, most + 1):
            larger[0] = size - 1
            for cells in combinations(
                [name for name in still_open if not is_auxiliary(name)], size
            ):
                bench.deadline.check()
                if not open_after([true[cell] for cell in cells]):
                    sets.append(cells)
            if sets:
                return
        larger[0] = most

    question.ask(work)
    size = len(sets[0]) if sets else None
    answer = Backdoors(question.uniqueness, size, tuple(sets), larger[0])
    return answer.timed(question.deadline)
