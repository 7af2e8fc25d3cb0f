"""A session: the true candidates of a puzzle, kept up to date edit by edit.

>>> import nonet
>>> session = Session(nonet.Sudoku("." * 16))
>>> session.add("R1C1", 1).add("R1C2", 2).candidates()["R1C3"]
Domain({3, 4})
>>> session.count("R1C3", 3, most=100)
12
>>> session.take_back("R1C2").candidates()["R1C3"]
Domain({2, 3, 4})

The solver lives as long as the session: an edit is other assumptions, and solutions of before
that still hold are kept, so only values that none of them has are asked for.  Where all rules are
AllDifferent the compiled engine takes over, once that is worth its start (``live.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import Self

from nonet.backends.registry import get_backend
from nonet.errors import ClueError, ModelError, OutOfTime, PuzzleError
from nonet.model import Domain, Model
from nonet.puzzle import Puzzle, PuzzleRule
from nonet.setting.bench import PROPAGATOR, Bench, Clock, Late
from nonet.setting.conflicts import USUAL
from nonet.setting.live import MOST_KEPT, Live, live_for, worked
from nonet.setting.parts import checked
from nonet.solving.outcome import Solution
from nonet.solving.questions import count
from nonet.solving.thing import Thing, understood

MOST_PAST = 16
"""Earlier states of which is kept what was impossible."""


class Session:
    """A puzzle or model being edited: clues and rules added and taken back.

    Used by one thread.  Raises ``NotInstalled`` without python-sat, ``Unsupported`` for rules
    that cannot be written as clauses.
    """

    def __init__(self, thing: Thing, *, time_limit: float | None = USUAL) -> None:
        self._time_limit = time_limit
        model, self.puzzle = understood(thing)
        self._narrowed = dict(model.narrowed)
        self._replaced: dict[PuzzleRule, tuple[PuzzleRule, ...]] = {}
        self._open(model)

    def _open(self, model: Model) -> None:
        get_backend("sat")
        self._model = Model.of(model.structure, {})
        self._live: Live | None = None
        self._encode()

    def _encode(self) -> None:
        clock = Clock(self._time_limit)
        self._bench = Bench(self._model.structure, clock, PROPAGATOR, firm=True)
        self._kept: list[int] = []  # of each solution the bits of its literals
        self._known: dict[str, Domain] | None = None
        self._past: dict[frozenset[int], int] = {}  # after these clues, the bits that never are

    # -- edits ----------------------------------------------------------------------------

    def add(self, variable: str, value: int) -> Self:
        """Give a cell a value, instead of what it was given before.

        Raises ``ClueError`` for a value that it cannot have.
        """
        name = self._name(variable)
        if value not in self._model.structure.domains[name]:
            raise ClueError(f"{name} has no value {value!r}")
        return self.narrow(name, Domain.single(value))

    def narrow(self, variable: str, values: Domain) -> Self:
        """Leave a variable some values alone."""
        self._narrowed[self._name(variable)] = values
        self._known = None
        return self

    def take_back(self, variable: str) -> Self:
        """Take back what a cell was given; raises ``ClueError`` if it was given nothing."""
        name = self._name(variable)
        if name not in self._narrowed:
            raise ClueError(f"{name} was given nothing")
        del self._narrowed[name]
        self._known = None
        return self

    def with_rule(self, rule: PuzzleRule) -> Self:
        """Add a rule, as a cage; the solver begins anew, and solutions that still hold are kept.

        Raises ``ModelError`` where the session is of a model.
        """
        before = self._ruled().rules
        after = self._ruled().with_rules(rule).rules
        self._replaced[rule] = tuple(each for each in before if each not in after)
        return self._with(after)

    def without_rule(self, rule: PuzzleRule) -> Self:
        """Take back a rule; what it stood in for is back, as the boxes are after a jigsaw.

        Raises ``PuzzleError`` where the puzzle has no such rule, ``ModelError`` where the
        session is of a model.
        """
        rules = self._ruled().rules
        if rule not in rules:
            raise PuzzleError(f"the puzzle has no such rule {rule.name}")
        left = tuple(each for each in rules if each != rule)
        return self._with((*self._replaced.pop(rule, ()), *left))

    def _ruled(self) -> Puzzle:
        if self.puzzle is None:
            raise ModelError("a model has no rules to add or take back: declare it anew")
        return self.puzzle

    def _with(self, rules: tuple[PuzzleRule, ...]) -> Self:
        """The session with these rules; what it knows that still holds is kept."""
        puzzle = replace(self._ruled(), rules=rules)
        model = puzzle.model()  # which raises, if the rules do not go together
        self.puzzle = puzzle
        solutions = [self._values(kept) for kept in self._kept]
        solutions += self._live.all_kept() if self._live is not None else []
        self._open(model)
        bare = Model.of(model.structure, {})
        literals = self._bench.literals
        for values in solutions:
            own = {name: values[name] for name in model.variables if name in values}
            if len(own) == len(model.variables) and bare.accepts(own):
                self._kept.append(_bits(literals[name][v] for name, v in own.items()))
        return self

    # -- what is asked --------------------------------------------------------------------

    @property
    def clues(self) -> Mapping[str, Domain]:
        """What was given."""
        return dict(self._narrowed)

    def candidates(self) -> Mapping[str, Domain]:
        """For each variable the values that it has in a solution; all empty if there is none.

        Raises ``OutOfTime`` when the time is out: ask again, what was found is kept.
        """
        if self._known is None:
            self._known = self._found()
        return self._known

    def solution(self) -> Solution | None:
        """One solution, if there is one."""
        self.candidates()
        held = [self._values(kept) for kept in self._holding(self._clues())[:1]]
        held = held or (self._live.solutions()[:1] if self._live is not None else [])
        model = Model.of(self._model.structure, self._narrowed)
        return checked(held[0], model, self._own_puzzle()) if held else None

    def count(self, variable: str, value: int, most: int = 8) -> int:
        """The number of solutions in which a variable has a value, up to ``most``."""
        name = self._name(variable)
        narrowed = {**self._narrowed, name: Domain.single(value)}
        if value not in self._narrowed.get(name, Domain.single(value)):
            return 0
        asked = Model.of(self._model.structure, narrowed)
        return count(asked, "sat", limit=most, time_limit=self._time_limit).number

    def _name(self, variable: str) -> str:
        if self.puzzle is not None:
            return self.puzzle.grid.cell(variable)
        if variable not in self._model.structure.domains:
            raise ModelError(f"there is no variable {variable!r}")
        return variable

    def _own_puzzle(self) -> Puzzle | None:
        if self.puzzle is None:
            return None
        clues = {n: min(d) for n, d in self._narrowed.items() if len(d) == 1}
        return self.puzzle.with_clues(clues)

    def _values(self, kept: int) -> dict[str, int]:
        return dict(pair for place, pair in enumerate(self._bench.said, 1) if kept >> place & 1)

    def _clues(self) -> frozenset[int]:
        """The literals that must be true, and those that must be false as negative ones."""
        found: set[int] = set()
        for name, domain in self._narrowed.items():
            literals = self._bench.literals[name]
            if len(domain) == 1:
                found.add(literals[min(domain)])
            else:
                found.update(-x for value, x in literals.items() if value not in domain)
        return frozenset(found)

    def _holding(self, clues: frozenset[int]) -> list[int]:
        """The solutions kept that hold."""
        given, excluded = _bits(x for x in clues if x > 0), _bits(-x for x in clues if x < 0)
        return [x for x in self._kept if x & given == given and not x & excluded]

    def _found(self) -> dict[str, Domain]:
        clock = Clock(self._time_limit)
        if self.puzzle is not None and all(len(domain) == 1 for domain in self._narrowed.values()):
            self._live = self._live or live_for(self._model.structure)
            if self._live is not None:
                given = {name: min(domain) for name, domain in self._narrowed.items()}
                found = self._live.candidates(given, lambda: clock.remaining() == 0)
                if found is not None:
                    return found
        with worked():
            return self._asked(clock)

    def _asked(self, clock: Clock) -> dict[str, Domain]:
        """The candidates by the solver."""
        if self._bench.is_worn:
            self._encode()
        self._bench.clock = clock
        clues = self._clues()
        seen = reduce(or_, self._holding(clues), 0)
        try:
            seen |= self._others(clues, seen)
        except Late:
            limit = self._time_limit
            raise OutOfTime(f"stopped by the time limit of {limit:g} seconds") from None
        del self._kept[:-MOST_KEPT]
        self._past = {**dict(list(self._past.items())[1 - MOST_PAST :]), clues: ~seen}
        return {
            name: _domain(tuple([v for v, literal in literals.items() if seen >> literal & 1]))
            for name, literals in self._bench.literals.items()
        }

    def _others(self, clues: frozenset[int], seen: int) -> int:
        """The literals of further solutions, until there is none with a literal that is new."""
        bench, assumed = self._bench, list(clues)
        agree, implied = bench.propagate(assumed)
        if not agree:
            return 0
        # more clues leave no value that fewer did not
        never = reduce(or_, (bits for past, bits in self._past.items() if past <= clues), seen)
        never |= _bits(-x for x in (*implied, *clues) if x < 0)
        signs = [-x if never >> x & 1 else x for x in range(1, len(bench.said) + 1)]
        left = [x for x in signs if x > 0]
        switch = bench.fresh()
        new = 0
        while left:
            # what nobody has seen is tried first; the solver forgets it by the next question
            bench.prefer(signs)
            bench.add([-switch, *left])
            if not bench.solve([*assumed, switch]):
                break
            found = bench.true_values()
            self._kept.append(_bits(found))
            new |= self._kept[-1]
            for x in found:
                signs[x - 1] = -x
            left = [x for x in left if x not in found]
        bench.add([-switch])
        return new


def _bits(literals: Iterable[int]) -> int:
    """A number with the bit of each literal set."""
    return sum(map((1).__lshift__, literals))


@lru_cache(maxsize=4096)
def _domain(values: tuple[int, ...]) -> Domain:
    return Domain.of(values)
