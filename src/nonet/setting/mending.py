"""Mending: which parts must change so that there is a solution, and to what.

What mends is what meets every conflict: so the fewest parts are a smallest hitting set of the
conflicts, which are found as they are needed (Ignatiev, Previti, Liffiton and Marques-Silva, CP
2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from nonet.errors import WrongAnswer
from nonet.model import Linear, Model
from nonet.puzzle import Puzzle
from nonet.puzzle.rules import CLASSIC
from nonet.setting.bench import Bench
from nonet.setting.muses import minimal
from nonet.setting.parts import Part
from nonet.solving.outcome import Solution, Status


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
    """Changes that work together; mostly one.

    ``unique`` says whether there is then exactly one solution; ``solution`` is one.
    """

    changes: tuple[Change, ...]
    unique: bool
    solution: Solution

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is changed."""
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


def sum_of(part: Part) -> Linear | None:
    """The one sum of a rule, whose total may be a misprint."""
    sums = [each for each in part.constraints if isinstance(each, Linear) and each.op == "=="]
    return sums[0] if len(sums) == 1 else None


def was_of(part: Part) -> int | None:
    """The value of a clue, or the total of a rule's sum: what a change gives another number."""
    total = sum_of(part)
    return part.value if total is None else total.constant


class Mending:
    """What is known of the repairs of a model, at any time."""

    def __init__(self, model: Model, puzzle: Puzzle | None, unique: bool, number: int) -> None:
        self._model, self._puzzle = model, puzzle
        self._unique, self._number = unique, number
        self.status = Status.UNKNOWN
        self.fewest: tuple[Part, ...] = ()
        self.bound = 0
        self.found: list[Repair] = []
        self.complete = False
        self.several = False
        self.tried = 0

    def find(self, bench: Bench, rules: bool | None) -> None:
        """Find the fewest parts to drop, and what they may be instead."""
        _, clues = bench.hard_and_soft(self._model, rules=False)
        if bench.solve([*bench.rules, *clues]):
            self.status = Status.SAT
            if self._unique:
                self._choose(bench, clues, bool(rules or not clues))
            self.complete = True
            return
        self.status, self.bound = Status.UNSAT, 1
        if rules is None:
            rules = not clues or not bench.solve(bench.rules)
        self._bench = bench
        self._hard, self._part_of = bench.hard_and_soft(self._model, rules=rules)
        core = set(minimal(bench, self._hard, list(self._part_of)))
        # whatever mends alone is in every conflict
        sets: list[tuple[int, ...]] = [
            (x,) for x in self._part_of if x in core and bench.solve(self._rest((x,)))
        ]
        for one in sets:
            self._take(one)
        whole = rules and self._drop_rules(core)
        if not sets and not whole:
            sets = list(self._hitting([x for x in self._part_of if x in core]))
        self.tried = len(self.fewest)
        while self._unique and not self.found and 0 < self.tried < len(self._part_of):
            self._of(self.tried + 1, core)
            self.tried += 1
        self.complete = bool(sets or whole) and not self._is_full

    def _drop_rules(self, core: set[int]) -> bool:
        """Whether it mends to drop a rule of the puzzle with all that it says, as anti-knight."""
        mends = False
        if self._puzzle is None:
            return mends
        grid, rules = self._puzzle.grid, self._puzzle.rules
        for rule in rules:
            said = set(rule.constraints_among(grid, rules))
            gone = [
                literal
                for literal, part in self._part_of.items()
                if part.kind == "rule" and said.issuperset(part.constraints)
            ]
            if rule in CLASSIC or len(gone) < 2 or core.isdisjoint(gone):
                continue
            if self._bench.solve(rest := self._rest(gone)):
                mends = True
                parts = [self._part_of[literal] for literal in gone]
                scope = tuple(dict.fromkeys(name for part in parts for name in part.scope))
                constraints = tuple(each for part in parts for each in part.constraints)
                whole = Part("rule", f"the rule {rule.name}", scope, constraints=constraints)
                self.fewest = self.fewest or (whole,)
                mended = self._repair([Change(whole, None)], self._bench.values(), rest)
                if mended.unique or not self._unique:
                    self.found.append(mended)
        return mends

    def _choose(self, bench: Bench, clues: Iterable[int], rules: bool) -> None:
        """Of what has several solutions: the parts that with another value leave exactly one."""
        with bench.other_than(bench.values().items()) as other:
            self.several = bench.solve([*bench.rules, *clues, other])
        if not self.several:
            return
        self._bench = bench
        self._hard, self._part_of = bench.hard_and_soft(self._model, rules=rules)
        for literal, part in self._part_of.items():
            if was_of(part) is not None:
                self._take((literal,))
        self.tried = 1

    @property
    def _is_full(self) -> bool:
        several = sum(len(repair.changes) > 1 for repair in self.found)
        return several >= self._number

    def _rest(self, gone: Sequence[int]) -> list[int]:
        """What holds without some parts."""
        return [*self._hard, *(x for x in self._part_of if x not in gone)]

    def _take(self, gone: Sequence[int]) -> None:
        """Keep what some parts may be instead."""
        if not self.several:
            self.fewest = self.fewest or tuple(self._part_of[x] for x in gone)
        for repair in self._changes(gone):
            if repair.unique or not self._unique:
                self.found.append(repair)
                if self._is_full:
                    return

    def _hitting(self, core: list[int]) -> Iterator[tuple[int, ...]]:
        """The sets of fewest parts that meet every conflict, each taken as soon as it is found."""
        from pysat.examples.hitman import Hitman

        bench, soft = self._bench, list(self._part_of)
        with Hitman(solver="m22", htype="sorted") as hitman:
            hitman.hit(core)
            left = [literal for literal in soft if literal not in set(core)]
            while not bench.solve([*self._hard, *left]):  # conflicts without a part in common
                core = minimal(bench, self._hard, left)
                if not core:
                    return  # what must hold clashes already
                hitman.hit(core)
                gone = set(core)
                left = [literal for literal in left if literal not in gone]
            while (meeting := hitman.get()) is not None:
                if self.fewest and len(meeting) > len(self.fewest):
                    return
                self.bound = max(self.bound, len(meeting))
                rest = self._rest(meeting)
                if bench.solve(rest):
                    one = tuple(x for x in soft if x in set(meeting))
                    yield one
                    self._take(one)
                    if self._is_full:
                        return
                    hitman.block(meeting)
                else:
                    hitman.hit(minimal(bench, self._hard, rest[len(self._hard) :]))

    def _of(self, number: int, core: set[int]) -> None:
        """What mends with so many parts, of which one is in a conflict."""
        for gone in combinations(self._part_of, number):
            if not core.isdisjoint(gone):
                self._take(gone)
                if self._is_full:
                    return

    # -- changes --------------------------------------------------------------------------

    def _changes(self, gone: Sequence[int]) -> Iterator[Repair]:
        """What the parts may be instead, each way in turn; one alone may also be dropped."""
        bench, rest = self._bench, self._rest(gone)
        parts = [self._part_of[literal] for literal in gone]
        changeable = [part for part in parts if was_of(part) is not None]
        switch = bench.fresh()
        others = {
            part: bench.define(each for each in part.constraints if each is not sum_of(part))
            for part in changeable
            if part.kind == "rule"
        }
        held = [*rest, *others.values(), switch]
        defined = [switch, *others.values()]
        while changeable and bench.solve(held):
            found = bench.values()
            changes, fixed, differs = [], list(rest), []
            for part in parts:
                change, literals = self._change(part, found)
                changes.append(change)
                if literals is not None:
                    fixed += [literals[0], *([others[part]] if part in others else [])]
                    differs.append(literals[1])
                    defined += literals if part in others else ()
            if all(change.to is None or change.to != was_of(change.part) for change in changes):
                yield self._repair(changes, found, fixed)
            bench.add([-switch, *differs])
        if len(parts) == 1 and bench.solve(rest):
            yield self._repair([Change(parts[0], None)], bench.values(), rest)
        elif not changeable and bench.solve(rest):
            yield self._repair([Change(part, None) for part in parts], bench.values(), rest)
        for literal in defined:
            bench.add([-literal])

    def _change(self, part: Part, found: dict[str, int]) -> tuple[Change, tuple[int, int] | None]:
        """What a part is in a solution, with literals for that, and for something else."""
        bench, total = self._bench, sum_of(part)
        if part.value is not None:
            value = found[part.scope[0]]
            literal = bench.literals[part.scope[0]][value]
            return Change(part, value), (literal, -literal)
        if total is None:
            return Change(part, None), None
        terms = zip(total.coefficients, total.scope, strict=True)
        changed = replace(total, constant=sum(c * found[name] for c, name in terms))
        other = replace(changed, op="!=")
        return Change(part, changed.constant), (bench.define([changed]), bench.define([other]))

    def _repair(self, changes: list[Change], found: dict[str, int], held: list[int]) -> Repair:
        """The repair as it is: ``found`` is what ``held`` was found to allow."""
        values = {name: found[name] for name in self._model.variables}
        with self._bench.other_than(values.items()) as other:
            unique = not self._bench.solve([*held, other])
        if not _holds(self._model, changes, values):
            told = " and ".join(map(str, changes))
            raise WrongAnswer(f"sat: the solution found after {told} breaks another part")
        solution = Solution(values, self._puzzle, self._model.structure.symbols)
        return Repair(tuple(changes), unique, solution)


def _holds(model: Model, changes: Sequence[Change], values: dict[str, int]) -> bool:
    """Whether values hold for a model with these changes."""
    narrowed, constraints = dict(model.narrowed), list(model.constraints)
    for change in changes:
        if change.part.kind == "clue":
            name = change.part.scope[0]
            if change.to is not None and values[name] != change.to:
                return False
            del narrowed[name]
            continue
        total = sum_of(change.part)
        constraints = [each for each in constraints if each not in change.part.constraints]
        if total is not None and change.to is not None:
            kept = [each for each in change.part.constraints if each is not total]
            constraints += [*kept, replace(total, constant=change.to)]
    return all(each.holds(values) for each in constraints) and all(
        values[name] in domain for name, domain in narrowed.items()
    )
