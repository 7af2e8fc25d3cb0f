"""Questions about a thing with exactly one solution, asked on its bench."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonet.deadline import Deadline
from nonet.setting.assumption_solver import AssumptionSolver, assumption_solver_for
from nonet.setting.puzzle_parts import Part, checked_solution, mark_kinds, part_names
from nonet.solving.outcome import Solution, Uniqueness
from nonet.solving.problem_input import ProblemInput, model_in_time


def not_unique_reason(uniqueness: Uniqueness, stop_text: str) -> str:
    """Why nothing can be said of a thing that has not one solution."""
    if uniqueness is Uniqueness.UNDECIDED:
        return f"undecided: {stop_text}"
    return f"it has {'no solution' if uniqueness is Uniqueness.NONE else 'several solutions'}"


class UniqueSolutionQuestion:
    """The question about the unique solution of a problem, and its answer so far."""

    def __init__(
        self,
        problem: ProblemInput,
        time_limit: float | None,
        *,
        rules: bool | None = False,
        of: str | Iterable[str] = (),
    ) -> None:
        """``of``: names of rules and marks that may go; all else is taken for granted.  ``rules`` of
        ``None``: clues may go; where there is none, marks; where there is no mark, all rules."""
        self.deadline = Deadline(time_limit)
        self.model, self.puzzle = model_in_time(problem, self.deadline)
        self._names = part_names(self.model, of)
        if rules is None and not (self._names or self.model.narrowed):
            self._names = mark_kinds(self.model)
        self.rules = not self.model.narrowed if rules is None else rules
        self.rules = self.rules or bool(self._names)
        self.uniqueness = Uniqueness.UNDECIDED
        self.solution: Solution | None = None

    def hard_and_soft(self, solver: AssumptionSolver) -> tuple[list[int], dict[int, Part]]:
        """The literals that must hold, and the parts that may go by their literals."""
        hard, soft = solver.hard_and_soft(self.model, rules=self.rules)
        if not self._names:
            return hard, soft
        chosen = {x: part for x, part in soft.items() if not self._names.isdisjoint(part.names)}
        return [*hard, *(x for x in soft if x not in chosen)], chosen

    def find_solution(
        self, solver: AssumptionSolver, hard: Sequence[int], part_of: dict[int, Part]
    ) -> bool:
        """Whether there is exactly one solution with all parts and the literals ``hard``."""
        assumed = [*hard, *part_of]
        if not solver.solve(assumed):
            self.uniqueness = Uniqueness.NONE
            return False
        self.solution = checked_solution(solver.values(), self.model, self.puzzle)
        with solver.excluding(self.solution.items()) as other:
            several = solver.solve([*assumed, other])
        self.uniqueness = Uniqueness.MULTIPLE if several else Uniqueness.UNIQUE
        return not several


def run_with_solver(
    question: UniqueSolutionQuestion,
    work: Callable[[AssumptionSolver], object],
    *,
    new_solver: bool = False,
) -> bool:
    """Run the work on an assumption solver of the model; return whether the work came to an end in
    time."""

    def ask() -> None:
        with assumption_solver_for(
            question.model.structure,
            question.deadline,
            fixed_rules=not question.rules,
            new=new_solver,
        ) as bench:
            work(bench)

    return question.deadline.finishes(ask)
