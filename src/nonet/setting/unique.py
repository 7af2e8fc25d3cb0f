"""Questions about a thing with exactly one solution, asked on its bench."""

from __future__ import annotations

from collections.abc import Callable

from nonet.setting.bench import Bench, Clock, bench_for, in_time
from nonet.setting.parts import Part, checked
from nonet.solving.outcome import Solution, Uniqueness
from nonet.solving.thing import Thing, understood


def not_unique(uniqueness: Uniqueness) -> str:
    """Why nothing can be said of a thing that has not one solution."""
    if uniqueness is Uniqueness.UNDECIDED:
        return "undecided: stopped by the time limit"
    return f"it has {'no solution' if uniqueness is Uniqueness.NONE else 'several solutions'}"


class Unique:
    """The one solution of a thing, and what is asked with it, at any time."""

    def __init__(
        self, thing: Thing, time_limit: float | None, *, rules: bool | None = False
    ) -> None:
        self.clock = Clock(time_limit)
        self.model, self.puzzle = understood(thing)
        self.rules = not self.model.narrowed if rules is None else rules
        self.uniqueness = Uniqueness.UNDECIDED
        self.solution: Solution | None = None

    def find(self, bench: Bench, part_of: dict[int, Part]) -> bool:
        """Whether there is exactly one solution with all the parts, and the rules."""
        assumed = [*bench.rules, *part_of]
        if not bench.solve(assumed):
            self.uniqueness = Uniqueness.NONE
            return False
        self.solution = checked(bench.values(), self.model, self.puzzle)
        with bench.other_than(self.solution.items()) as other:
            several = bench.solve([*assumed, other])
        self.uniqueness = Uniqueness.MULTIPLE if several else Uniqueness.UNIQUE
        return not several


def on_bench(asked: Unique, work: Callable[[Bench], object], *, new: bool = False) -> bool:
    """Do the work on the bench of a model (a new one?); whether it came to an end in time."""

    def ask() -> None:
        with bench_for(asked.model.structure, asked.clock, firm=not asked.rules, new=new) as bench:
            work(bench)

    return in_time(asked.clock, ask)
