"""Repairs: what to drop or change so that a puzzle has a solution again, or exactly one.

>>> import nonet
>>> found = repairs(nonet.parse("123....4........"))
>>> [str(part) for part in found.fewest], found.bound
(['R1C1=1'], 1)
>>> print(found.single[0])
change R1C1=1 to 4: several solutions
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from nonet.errors import WrongAnswer
from nonet.model import Constraint, Linear, Model
from nonet.puzzle import Puzzle
from nonet.setting.bench import Bench, Clock, Late, bench_for, in_time
from nonet.setting.conflicts import USUAL
from nonet.setting.muses import minimal
from nonet.setting.parts import Part, clues_of, named
from nonet.solving.outcome import NoTruth, Solution, Status
from nonet.solving.thing import Thing, understood


@dataclass(frozen=True)
class Repair:
    """One change that works: ``part`` dropped (``to`` is ``None``) or given another value.

    ``unique`` says whether there is then exactly one solution; ``solution`` is one.
    """

    part: Part
    to: int | None
    unique: bool
    solution: Solution

    def __str__(self) -> str:
        what = f"drop {self.part}" if self.to is None else f"change {self.part} to {self.to}"
        return f"{what}: {'exactly one solution' if self.unique else 'several solutions'}"

    def to_json(self) -> dict[str, object]:
        """The repair as data."""
        return {
            "part": self.part.to_json(),
            "to": self.to,
            "unique": self.unique,
            "solution": self.solution.line,
        }


@dataclass(frozen=True)
class Repairs(NoTruth):
    """How a puzzle without a solution can be mended.

    ``status`` is UNSAT where there is something to mend, SAT where there is a solution as it
    is, UNKNOWN where the time was out before that was known.  ``fewest`` is a smallest set of
    parts to drop, if ``bound`` says that no fewer do (``()`` where none was found in time).
    ``single`` are the changes of one part that work, best first: those that leave exactly one
    solution, a changed value before a dropped part, small changes before large ones.
    """

    status: Status
    fewest: tuple[Part, ...] = ()
    bound: int = 0
    single: tuple[Repair, ...] = ()
    stopped: bool = False
    seconds: float = 0.0

    def in_words(self) -> str:
        """The answer in one line."""
        if self.status is Status.SAT:
            return "nothing to repair: there is a solution"
        if self.status is Status.UNKNOWN:
            return "undecided: stopped by the time limit"
        if not self.fewest:
            stopped = " found in time" if self.stopped else ""
            return f"no repair{stopped}: at least {self.bound} parts must go"
        least = " (no fewer do)" if self.bound >= len(self.fewest) > 1 else ""
        ones = len(self.single)
        among = f"; {ones} single repair{'s' if ones > 1 else ''}" if ones else ""
        return f"without {named(self.fewest)} there is a solution{least}{among}"

    def to_json(self) -> dict[str, object]:
        """The answer as data."""
        return {
            "status": self.status.value,
            "fewest": [part.to_json() for part in self.fewest],
            "bound": self.bound,
            "single": [repair.to_json() for repair in self.single],
            "stopped_by": "time" if self.stopped else None,
            "seconds": round(self.seconds, 6),
        }

    def __repr__(self) -> str:
        return f"<Repairs {self.in_words()}>"


def repairs(
    thing: Thing,
    *,
    rules: bool | None = None,
    unique: bool = False,
    time_limit: float | None = USUAL,
) -> Repairs:
    """The fewest clues to drop so that there is a solution, and all single changes that work.

    With ``rules``, clues and rules such as cages may go (by default where there are no clues,
    or the rules clash without them); a cage's sum may also be another.  With ``unique``, only
    single changes that leave exactly one solution are kept.  Raises as
    :func:`~nonet.setting.conflicts.conflict` does.
    """
    clock = Clock(time_limit)
    model, puzzle = understood(thing)
    found = _Mending(model, puzzle)

    def work() -> None:
        late = False
        with bench_for(model.structure, clock) as bench:
            try:
                found.find(bench, rules)
            except Late:
                late = True
        if late:
            raise Late

    done = in_time(clock, work)
    single = sorted(found.single, key=_rank)
    return Repairs(
        found.status,
        found.fewest,
        found.bound,
        tuple(repair for repair in single if repair.unique or not unique),
        not done,
        clock.seconds,
    )


def _rank(repair: Repair) -> tuple[bool, bool, int, str]:
    """Best first."""
    old = _sum_of(repair.part)
    far = 0 if old is None or repair.to is None else abs(repair.to - old.constant)
    return not repair.unique, repair.to is None, far, str(repair.part)


def _sum_of(part: Part) -> Linear | None:
    """The one sum of a rule, whose total may be a misprint."""
    sums = [each for each in part.constraints if isinstance(each, Linear) and each.op == "=="]
    return sums[0] if len(sums) == 1 else None


class _Mending:
    """What is known of the repairs of a model, at any time."""

    def __init__(self, model: Model, puzzle: Puzzle | None) -> None:
        self._model, self._puzzle = model, puzzle
        self.status = Status.UNKNOWN
        self.fewest: tuple[Part, ...] = ()
        self.bound = 0
        self.single: list[Repair] = []

    def find(self, bench: Bench, rules: bool | None) -> None:
        """Find single changes, then the fewest parts to drop."""
        given = clues_of(self._model)
        clues = [bench.literal(part) for part in given]
        if bench.solve([*bench.rules, *clues]):
            self.status = Status.SAT
            return
        self.status, self.bound = Status.UNSAT, 1
        if rules is None:
            rules = not clues or not bench.solve(bench.rules)
        hard = [] if rules else list(bench.rules)
        part_of = dict(zip(clues, given, strict=True))
        if rules:
            part_of.update(zip(bench.rules, bench.parts, strict=True))
        core = minimal(bench, hard, list(part_of))
        for literal in (
            x for x in part_of if x in set(core)
        ):  # whatever mends alone is in every conflict
            rest = [*hard, *(other for other in part_of if other != literal)]
            if bench.solve(rest):
                self.single += self._changes(bench, part_of[literal], rest)
                self.fewest = self.fewest or (part_of[literal],)
        if not self.fewest:
            self._hit(bench, hard, part_of, core)

    def _hit(
        self, bench: Bench, hard: Sequence[int], part_of: dict[int, Part], core: list[int]
    ) -> None:
        """The fewest parts that meet every conflict; conflicts are found as they are needed."""
        from pysat.examples.hitman import Hitman

        soft = list(part_of)
        with Hitman(solver="m22", htype="sorted") as hitman:
            hitman.hit(core)
            left = [literal for literal in soft if literal not in set(core)]
            while not bench.solve([*hard, *left]):  # conflicts without a part in common
                core = minimal(bench, hard, left)
                if not core:
                    return  # what must hold clashes already
                hitman.hit(core)
                gone = set(core)
                left = [literal for literal in left if literal not in gone]
            while (meeting := hitman.get()) is not None:
                self.bound = max(self.bound, len(meeting))
                gone = set(meeting)
                left = [literal for literal in soft if literal not in gone]
                if bench.solve([*hard, *left]):
                    self.fewest = tuple(part_of[x] for x in soft if x in gone)
                    return
                hitman.hit(minimal(bench, hard, left))

    # -- single changes -------------------------------------------------------------------

    def _changes(self, bench: Bench, part: Part, rest: list[int]) -> Iterator[Repair]:
        """What the part may be instead, each in turn, and that it may be dropped."""
        if part.value is not None:
            literals = bench.literals[part.scope[0]]
            denied: list[int] = []
            while bench.solve([*rest, *denied]):
                found = bench.values()
                value = found[part.scope[0]]
                denied.append(-literals[value])
                yield self._repair(bench, part, value, found, [*rest, literals[value]])
        total = _sum_of(part)
        if total is not None:
            others = [each for each in part.constraints if each is not total]
            defined = [bench.define(others)]
            while bench.solve([*rest, *defined]):  # each solution has a total that works
                found = bench.values()
                terms = zip(total.coefficients, total.scope, strict=True)
                constant = sum(c * found[name] for c, name in terms)
                changed = replace(total, constant=constant)
                switch = bench.define([changed])
                held = [*rest, defined[0], switch]
                yield self._repair(bench, part, constant, found, held, [*others, changed])
                bench.add([-switch])
                defined.append(bench.define([replace(changed, op="!=")]))
            for switch in defined:
                bench.add([-switch])
        if bench.solve(rest):
            yield self._repair(bench, part, None, bench.values(), rest)

    def _repair(
        self,
        bench: Bench,
        part: Part,
        to: int | None,
        found: dict[str, int],
        held: list[int],
        changed: Sequence[Constraint] = (),
    ) -> Repair:
        """The repair as it is: ``found`` is what ``held`` was found to allow."""
        values = {name: found[name] for name in self._model.variables}
        with bench.other_than(values.items()) as other:
            unique = not bench.solve([*held, other])
        kept = [each for each in self._model.constraints if each not in part.constraints]
        narrowed = {n: d for n, d in self._model.narrowed.items() if n not in part.scope}
        instead = changed if to is not None and part.kind == "rule" else ()
        if not (
            all(each.holds(values) for each in (*kept, *instead))
            and all(values[name] in domain for name, domain in narrowed.items())
        ):
            raise WrongAnswer(f"sat: the solution found without {part} breaks another part")
        solution = Solution(values, self._puzzle, self._model.structure.symbols)
        return Repair(part, to, unique, solution)
