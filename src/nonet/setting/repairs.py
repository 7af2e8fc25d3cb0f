"""Repairs: the parts to drop or change so that a puzzle has a solution again, or exactly one.

>>> import nonet
>>> found = repair(nonet.parse("123....4........"))
>>> [str(part) for part in found.fewest], found.bound
(['R1C1=1'], 1)
>>> print(found.single[0])
change R1C1=1 to 4: several solutions
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from nonet.backends.base import StopReason
from nonet.backends.sat import SolverName
from nonet.deadline import Deadline, report_progress
from nonet.errors import WrongAnswer, check_whole_number, quantity
from nonet.model import Model
from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.puzzle.unread import Claims
from nonet.setting.conflicts import DEFAULT_TIME_LIMIT
from nonet.setting.live_solvers import (
    UNLIMITED,
    AssumptionSolver,
    ListedSolutions,
    list_solutions,
    model_of_parts,
)
from nonet.setting.minimal_unsat import minimal_unsat_set
from nonet.setting.puzzle_parts import Answer, Part, original_value, parts_text, single_sum
from nonet.solving.outcome import Solution, Status
from nonet.solving.problem_input import ProblemInput, decided_by_reading, model_in_time

# Repairs: the parts that must change for a puzzle to have a solution, and their new values.
#
# A set of parts repairs a puzzle if it meets every conflict: so the fewest parts are a smallest
# hitting set of the conflicts, which are found on demand (Ignatiev, Previti, Liffiton and
# Marques-Silva, CP 2015).

CLASSIC_KINDS = frozenset(("row", "column", "box"))
"""Rules that are taken for granted where something else mends."""

ASKING_LIMITS = (10_000, 1_000_000, UNLIMITED)
"""Propagations of each round of questions whether dropping a mark repairs the puzzle."""

GUESSES_TO_ASK, GUESSES_TO_LIST = 500_000, 2_000_000
"""Guesses of the compiled engine, a million a second, after which the engine is given up."""

MAX_LISTED = 1_000
"""Solutions without a part up to which all are listed, and with them all repairs of the part."""


@dataclass(frozen=True)
class Change:
    """A part dropped (``to`` is ``None``), or given another value: a clue, or a cage's sum."""

    part: Part
    to: int | None

    def __str__(self) -> str:
        return f"drop {self.part}" if self.to is None else f"change {self.part} to {self.to}"

    def to_json(self) -> dict[str, object]:
        """The change as data."""
        return {"part": self.part.to_json(), "to": self.to}


@dataclass(frozen=True)
class Repair:
    """Changes that together repair a puzzle, mostly a single change.

    ``unique`` says whether there is then exactly one solution; ``solution`` is a solution after the
    changes.
    """

    changes: tuple[Change, ...]
    unique: bool
    solution: Solution

    @property
    def parts(self) -> tuple[Part, ...]:
        """The changed parts."""
        return tuple(change.part for change in self.changes)

    def __str__(self) -> str:
        what = " and ".join(map(str, self.changes))
        return f"{what}: {'exactly one solution' if self.unique else 'several solutions'}"

    def to_json(self) -> dict[str, object]:
        """The repair as data."""
        return {
            "changes": [change.to_json() for change in self.changes],
            "unique": self.unique,
            "solution": self.solution.line,
        }


class RepairSearch:
    """The known repairs of a model while a search runs."""

    def __init__(self, model: Model, puzzle: Puzzle | None, unique: bool, number: int) -> None:
        self._model, self._puzzle = model, puzzle
        self._unique, self._number = unique, number
        self.status = Status.UNKNOWN
        self.fewest: tuple[Part, ...] = ()
        self.bound = 0
        self.repairs: list[Repair] = []
        self.complete = False
        self.has_several_solutions = False
        self.max_size_tried = 0

    def search(self, solver: AssumptionSolver, rules: bool | None) -> None:
        """Find the fewest parts to drop, and the values that may replace the dropped values."""
        _, clues = solver.hard_and_soft(self._model, rules=False)
        if solver.solve(every := [*solver.rules, *clues]):
            self.status = Status.SAT
            if self._unique:
                self._search_unique_changes(solver, clues, bool(rules or not clues))
            self.complete = True
            return
        self.status, self.bound = Status.UNSAT, 1
        conflict = set(solver.core(every))
        if rules is None:
            rules = not clues or not solver.solve(solver.rules)
        self._choose_parts(solver, rules)
        sets: list[tuple[int, ...]] = [(x,) for x in self._single_marks(conflict)] if rules else []
        core = set(self._part_of)
        if not sets:
            core = set(minimal_unsat_set(solver, self._hard, list(self._part_of)))
            # whatever mends alone is in every conflict
            for x in self._part_of:
                if x in core and solver.solve(self._remaining_literals((x,))):
                    sets.append((x,))
                    self._add_repairs((x,))
        dropped_rule = rules and self._drop_rules(core)
        if not sets and not dropped_rule:
            sets = list(self._minimum_hitting_sets([x for x in self._part_of if x in core]))
        self.max_size_tried = len(self.fewest)
        while self._unique and not self.repairs and 0 < self.max_size_tried < len(self._part_of):
            self._add_repairs_of_size(self.max_size_tried + 1, core)
            self.max_size_tried += 1
        self.complete = not self._has_enough_repairs

    def _choose_parts(self, solver: AssumptionSolver, rules: bool) -> None:
        """Let clues change, and with ``rules`` rules; all other parts must hold."""
        self._bench = solver
        self._hard, self._part_of = solver.hard_and_soft(self._model, rules=rules)
        self._fixed_parts = () if rules else tuple(solver.parts)

    def _single_marks(self, suspects: set[int]) -> list[int]:
        """Return the clues and marks that repair the puzzle alone; add their repairs one by one.

        ``suspects`` are the literals of a conflict: what repairs alone is in every conflict, so each
        further conflict leaves fewer suspects.  Each part is first tested with few propagations, so
        that a hard part does not delay the others; if any part repairs alone, no row, column or box
        is to blame.
        """
        pending = [
            literal
            for literal, part in self._part_of.items()
            if part.kind == "clue" or part.constraints[0].rule.kind not in CLASSIC_KINDS
        ]
        mending = []
        for limit in ASKING_LIMITS:
            undecided = []
            for literal in pending:
                if literal not in suspects:
                    continue
                remaining = self._remaining_literals((literal,))
                answer = self._bench.solve_bounded(remaining, limit)
                if answer is False:
                    suspects.intersection_update(self._bench.core(remaining))
                elif answer is None and limit == ASKING_LIMITS[0]:
                    answer = self._engine_answer(literal)
                if answer is None:
                    undecided.append(literal)
                elif answer:
                    mending.append(literal)
                    self._add_repairs((literal,))
            pending = undecided
        return mending

    def _solutions_without(
        self, literal: int, limit: int, max_guesses: int
    ) -> ListedSolutions | None:
        """Solutions of all other parts, as far as the compiled engine finds them."""
        others = [part for other, part in self._part_of.items() if other != literal]
        model = model_of_parts(self._model.structure, [*self._fixed_parts, *others])
        return list_solutions(model, self._bench.deadline, limit, max_guesses)

    def _engine_answer(self, literal: int) -> bool | None:
        """Whether the other parts can hold together; None where the engine does not soon know."""
        solutions = self._solutions_without(literal, 1, GUESSES_TO_ASK)
        if solutions is None or not (len(solutions) or solutions.complete):
            return None
        return len(solutions) > 0

    def _drop_rules(self, core: set[int]) -> bool:
        """Whether dropping a rule with all its constraints, such as anti-knight, is a repair."""
        mends = False
        if self._puzzle is None:
            return mends
        grid, rules = self._puzzle.grid, self._puzzle.rules
        for rule in rules:
            stated = set(rule.constraints_among(grid, rules))
            removed = [
                literal
                for literal, part in self._part_of.items()
                if part.kind == "rule" and stated.issuperset(part.constraints)
            ]
            if rule in CLASSIC or len(removed) < 2 or core.isdisjoint(removed):
                continue
            if self._bench.solve(remaining := self._remaining_literals(removed)):
                mends = True
                parts = [self._part_of[literal] for literal in removed]
                scope = tuple(dict.fromkeys(name for part in parts for name in part.scope))
                constraints = tuple(each for part in parts for each in part.constraints)
                rule_part = Part("rule", f"the rule {rule.name}", scope, constraints=constraints)
                self.fewest = self.fewest or (rule_part,)
                changes = [Change(rule_part, None)]
                mended = self._checked_repair(changes, self._bench.values(), remaining)
                if mended.unique or not self._unique:
                    self.repairs.append(mended)
        return mends

    def _search_unique_changes(
        self, bench: AssumptionSolver, clues: Iterable[int], rules: bool
    ) -> None:
        """Of several solutions: find the parts that with another value leave exactly one."""
        with bench.excluding(bench.values().items()) as other:
            self.has_several_solutions = bench.solve([*bench.rules, *clues, other])
        if not self.has_several_solutions:
            return
        self._choose_parts(bench, rules)
        for literal, part in self._part_of.items():
            if original_value(part) is not None:
                self._add_repairs((literal,))
        self.max_size_tried = 1

    @property
    def _has_enough_repairs(self) -> bool:
        return sum(len(repair.changes) > 1 for repair in self.repairs) >= self._number

    def _remaining_literals(self, removed: Sequence[int]) -> list[int]:
        return [*self._hard, *(x for x in self._part_of if x not in removed)]

    def _add_repairs(self, removed: Sequence[int]) -> None:
        """Add the repairs that change some parts, as far as requested."""
        if not self.has_several_solutions:
            self.fewest = self.fewest or tuple(self._part_of[x] for x in removed)
        for repair in self._repairs_of_parts(removed):
            if repair.unique or not self._unique:
                self.repairs.append(repair)
                if self._has_enough_repairs:
                    return

    def _minimum_hitting_sets(self, core: list[int]) -> Iterator[tuple[int, ...]]:
        """Yield the sets of fewest parts that meet every conflict; each is yielded when found."""
        from pysat.examples.hitman import Hitman

        bench, soft = self._bench, list(self._part_of)
        with Hitman(solver="m22", htype="sorted") as hitman:
            hitman.hit(core)
            soft_left = [literal for literal in soft if literal not in set(core)]
            while not bench.solve([*self._hard, *soft_left]):  # conflicts without a part in common
                core = minimal_unsat_set(bench, self._hard, soft_left)
                if not core:
                    return  # what must hold clashes already
                hitman.hit(core)
                hit = set(core)
                soft_left = [literal for literal in soft_left if literal not in hit]
            while (meeting := hitman.get()) is not None:
                if self.fewest and len(meeting) > len(self.fewest):
                    return
                self.bound = max(self.bound, len(meeting))
                remaining = self._remaining_literals(meeting)
                if bench.solve(remaining):
                    hitting_set = tuple(x for x in soft if x in set(meeting))
                    yield hitting_set
                    self._add_repairs(hitting_set)
                    if self._has_enough_repairs:
                        return
                    hitman.block(meeting)
                else:
                    hitman.hit(minimal_unsat_set(bench, self._hard, remaining[len(self._hard) :]))

    def _add_repairs_of_size(self, number: int, core: set[int]) -> None:
        for removed in combinations(self._part_of, number):
            if not core.isdisjoint(removed):
                self._add_repairs(removed)
                if self._has_enough_repairs:
                    return

    # -- changes --------------------------------------------------------------------------

    def _repairs_of_parts(self, removed: Sequence[int]) -> Iterator[Repair]:
        """Yield the repairs that change the parts; a single part may also be dropped."""
        if len(removed) == 1 and (listed := self._listed_repairs(removed[0])) is not None:
            yield from listed
            return
        bench, remaining = self._bench, self._remaining_literals(removed)
        parts = [self._part_of[literal] for literal in removed]
        changeable = [part for part in parts if original_value(part) is not None]
        switch = bench.new_literal()  # of clauses that exclude the changes found before
        others = {
            part: bench.define_switch(
                each for each in part.constraints if each is not single_sum(part)
            )
            for part in changeable
            if part.kind == "rule"
        }
        assumptions = [*remaining, *others.values(), switch]
        while changeable and bench.solve(assumptions):
            values = bench.values()
            changes, fixed, differs = [], list(remaining), []
            for part in parts:
                change, literals = self._change_of_part(part, values)
                changes.append(change)
                if literals is not None:
                    fixed += [literals[0], *([others[part]] if part in others else [])]
                    differs.append(literals[1])
            if all(each.to is None or each.to != original_value(each.part) for each in changes):
                yield self._checked_repair(changes, values, fixed)
            bench.add_clause([-switch, *differs])
        if len(parts) == 1 and bench.solve(remaining):
            yield self._checked_repair([Change(parts[0], None)], bench.values(), remaining)
        elif not changeable and bench.solve(remaining):
            dropped = [Change(part, None) for part in parts]
            yield self._checked_repair(dropped, bench.values(), remaining)

    def _listed_repairs(self, literal: int) -> list[Repair] | None:
        """Return the repairs of a clue or a sum, if the engine lists all solutions without it."""
        part = self._part_of[literal]
        total = single_sum(part)
        if part.kind == "rule" and (total is None or len(part.constraints) > 1):
            return None
        listed = self._solutions_without(literal, MAX_LISTED, GUESSES_TO_LIST)
        if listed is None or not listed.complete:
            return None
        by_value: dict[int | None, list[dict[str, int]]] = {}
        solutions = map(listed.values, range(len(listed)))
        # sorted, for the order of the engine depends on the processor
        for values in sorted(solutions, key=lambda each: tuple(each.values())):
            value = values[part.scope[0]]
            if total is not None:
                terms = zip(total.coefficients, total.scope, strict=True)
                value = sum(c * values[name] for c, name in terms)
            by_value.setdefault(None, []).append(values)
            if value != original_value(part):
                by_value.setdefault(value, []).append(values)
        return [
            self._repair([Change(part, value)], solutions[0], len(solutions) == 1)
            for value, solutions in by_value.items()
        ]

    def _change_of_part(
        self, part: Part, values: dict[str, int]
    ) -> tuple[Change, tuple[int, int] | None]:
        """Return the change of a part to its value in a solution, and literals for and against."""
        bench, total = self._bench, single_sum(part)
        if part.value is not None:
            value = values[part.scope[0]]
            literal = bench.literals[part.scope[0]][value]
            return Change(part, value), (literal, -literal)
        if total is None:
            return Change(part, None), None
        terms = zip(total.coefficients, total.scope, strict=True)
        changed = replace(total, constant=sum(c * values[name] for c, name in terms))
        other = replace(changed, op="!=")
        return Change(part, changed.constant), (
            bench.define_switch([changed]),
            bench.define_switch([other]),
        )

    def _checked_repair(
        self, changes: list[Change], solution: dict[str, int], held: list[int]
    ) -> Repair:
        """Return a repair, and whether ``solution``, one under the literals ``held``, is alone."""
        values = {name: solution[name] for name in self._model.variables}
        with self._bench.excluding(values.items()) as other:
            unique = not self._bench.solve([*held, other])
        return self._repair(changes, values, unique)

    def _repair(self, changes: list[Change], values: dict[str, int], unique: bool) -> Repair:
        """Return a repair; raise ``WrongAnswer`` if the values break another part."""
        if not _holds_after_changes(self._model, changes, values):
            text = " and ".join(map(str, changes))
            raise WrongAnswer(f"the solution found after {text} breaks another part")
        solution = Solution(values, self._puzzle, self._model.structure.symbols)
        return Repair(tuple(changes), unique, solution)


def _holds_after_changes(model: Model, changes: Sequence[Change], values: dict[str, int]) -> bool:
    """Whether values hold for a model with these changes."""
    narrowed, constraints = dict(model.narrowed), list(model.constraints)
    for change in changes:
        if change.part.kind == "clue":
            name = change.part.scope[0]
            if change.to is not None and values[name] != change.to:
                return False
            del narrowed[name]
            continue
        total = single_sum(change.part)
        changed = set(change.part.constraints)
        constraints = [each for each in constraints if each not in changed]
        if total is not None and change.to is not None:
            unchanged = [each for each in change.part.constraints if each is not total]
            constraints += [*unchanged, replace(total, constant=change.to)]
    return all(each.holds(values) for each in constraints) and all(
        values[name] in domain for name, domain in narrowed.items()
    )


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
        lambda: (
            f"{quantity(len(mending.repairs), 'repair')}, "
            f"at least {quantity(max(mending.bound, 1), 'part')} each"
        )
    )

    def work() -> None:
        mending.search(AssumptionSolver(model.structure, clock, REPAIR_SOLVER), rules)

    done = clock.finishes(work)
    ways = tuple(sorted(mending.repairs, key=_rank))
    best = ways[0].parts if ways else ()
    repairs = Repairs(
        mending.status,
        best if len(best) == len(mending.fewest) else mending.fewest,
        mending.bound,
        ways,
        done and mending.complete,
        several=mending.has_several_solutions,
        tried=mending.max_size_tried,
    )
    return repairs.timed(clock)


def _rank(repair: Repair) -> tuple[bool, int, int, int, str]:
    """Best first."""
    far = 0
    for change in repair.changes:
        if change.part.kind == "rule" and change.to is not None:
            far += abs(change.to - (original_value(change.part) or 0))
    dropped = sum(change.to is None for change in repair.changes)
    return not repair.unique, len(repair.changes), dropped, far, str(repair)
