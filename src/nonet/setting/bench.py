"""The bench: one structure in a live SAT solver, with a switch for each rule.

A question of the setter's is a list of assumptions: which clues and which rules hold.
So nothing is encoded twice, and what the solver learns serves the next question.

>>> import nonet
>>> from nonet.setting.parts import clues_of
>>> model = nonet.parse("123....4........").model()
>>> with bench_for(model.structure, Clock(None)) as bench:
...     clues = [bench.literal(part) for part in clues_of(model)]
...     bench.solve([*bench.rules, *clues]), bench.solve([*bench.rules, *clues[1:]])
(False, True)

Marques-Silva and Mencía, "Reasoning about inconsistent formulas", IJCAI 2020, is a survey
of what is asked of such a solver.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, TypeVar

from nonet.backends.base import Pool
from nonet.backends.registry import get_backend
from nonet.backends.sat.cnf import Cnf, TooLarge
from nonet.backends.sat.encoding import ENCODERS, post, too_large
from nonet.backends.sat.oracle import Oracle, SolverName
from nonet.errors import Unsupported
from nonet.model import Constraint, Domain, Model, Structure
from nonet.model.lowering import Lowering
from nonet.setting.parts import Part, clues_of, rules_of_structure
from nonet.solving.leash import Leash, OutOfTime
from nonet.solving.questions import Interrupted
from nonet.solving.run import checked_limits

SOLVER: SolverName = "cadical195"
"""Who answers whether assumptions can hold: of broken puzzles it proved the smallest conflicts
in half of MiniSat's time.  MiniSat alone propagates completely (``PROPAGATOR``)."""

PROPAGATOR: SolverName = "minisat22"
"""Who propagates; never asked to solve, so that what follows is what the rules say, and nothing
that was learnt."""

ENDLESS = 1 << 60
"""Propagations that no search takes."""

WORN = 20_000
"""Clauses and literals of past questions after which a solver is made anew."""


Answer = TypeVar("Answer")


class Late(Exception):
    """The time was out before the answer."""


class Clock:
    """A deadline; ``None`` for none.  Raises ``LimitError`` for a limit that is none.

    ``tell`` gives it words for what the work has found by now, for whoever watches: the
    ``latest`` that was given some is the question that is asked.
    """

    latest: ClassVar[Clock | None] = None

    def __init__(self, time_limit: float | None) -> None:
        checked_limits(None, time_limit)
        self.begun = time.monotonic()
        self.deadline = None if time_limit is None else self.begun + time_limit
        self.interrupted = False
        self.in_words: Callable[[], str] = str

    def tell(self, in_words: Callable[[], str]) -> None:
        """From now on this says in a few words what is found."""
        self.in_words, Clock.latest = in_words, self

    @property
    def seconds(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self.begun

    def remaining(self) -> float | None:
        """Seconds left, 0 or more; ``None`` without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def limit(self) -> float | None:
        """The seconds left as a limit for others, which is never 0."""
        left = self.remaining()
        return None if left is None else max(left, 1e-9)

    @contextmanager
    def hurried(self, share: float) -> Iterator[None]:
        """Within, only a share of the time: something is to be done after it."""
        whole = self.deadline
        if whole is not None:
            self.deadline = self.begun + share * (whole - self.begun)
        try:
            yield
        finally:
            self.deadline = whole

    def hand(self, answer: Answer) -> Answer:
        """The answer; where Ctrl-C ended the work, raises ``Interrupted`` with it."""
        if self.interrupted:
            raise Interrupted(answer) from None
        return answer

    def look(self) -> None:
        """Raise ``Late`` if the time is out."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Late


def in_time(clock: Clock, work: Callable[[], object]) -> bool:
    """Do the work; whether that came to an end before the time was out, and before Ctrl-C.

    What the work has by then it must have put aside; the answer goes through ``Clock.hand``.
    """
    if clock.interrupted:
        return False
    try:
        Leash(clock.deadline).call(work)
    except (Late, OutOfTime):
        return False
    except KeyboardInterrupt:
        clock.interrupted = True
        return False
    return True


class Bench:
    """A structure whose rules can be switched on and off; used by one question at a time.

    ``parts`` are its rules, ``rules`` the literals that switch them on, in the same order.
    ``firm``: they all hold for good, and ``rules`` is empty, which is a fourth faster.
    ``counted``: searches are bounded by their length, not by the time that slices take, so that
    the same questions have the same answers on a busy machine too (MiniSat's alone).
    """

    def __init__(
        self,
        structure: Structure,
        clock: Clock,
        solver: SolverName,
        *,
        firm: bool = False,
        counted: bool = False,
    ) -> None:
        self.clock = clock
        self._most = ENDLESS if counted else None
        self._oracle = Oracle(solver)
        self._size = 0
        self.parts = rules_of_structure(structure)
        lowered, self._domains = lowered_by_part(structure, self.parts)
        try:
            cnf = Cnf(self._domains, self._oracle.add, tick=lambda: self.clock.look())
        except TooLarge:
            raise too_large("the domains of this model") from None
        self.rules: list[int] = []
        for part, constraints in zip(self.parts, lowered, strict=True):
            switch = cnf.fresh()
            self.rules.append(switch)
            try:
                with cnf.under(switch):
                    for constraint in constraints:
                        post(cnf, constraint)
            except TooLarge:
                raise too_large(part.label) from None
        self._switch_of = dict(zip(self.parts, self.rules, strict=True))
        if firm:
            for switch in self.rules:
                self._oracle.add([switch])
            self.rules = []
        self.literals = {name: cnf.literals[name] for name in structure.variables}
        """For each variable, the literal of each of its values."""
        self.said = [(n, v) for n, values in self.literals.items() for v in values]
        """Literal ``i + 1`` says that this variable has this value."""
        self._cnf = cnf

    # -- literals ---------------------------------------------------------------------

    def literal(self, part: Part) -> int:
        """The literal that makes a part hold."""
        found = self._switch_of.get(part)
        if found is None:
            found = self._switch_of[part] = self.narrowing(part.scope[0], part.domain)
        return found

    def narrowing(self, name: str, domain: Domain) -> int:
        """A literal under which a variable takes a value of ``domain``."""
        literals = self.literals[name]
        if len(domain) == 1:
            return literals[min(domain)]
        switch = self.fresh()
        for value, literal in literals.items():
            if value not in domain:
                self.add([-switch, -literal])
        return switch

    def fresh(self) -> int:
        """A literal that stands for nothing yet."""
        return self._cnf.fresh()

    def define(self, constraints: Iterable[Constraint]) -> int:
        """A literal under which further constraints hold, over variables that are here."""
        switch = self.fresh()
        lowering = _ByPart(self._domains, frozenset(ENCODERS), frozenset(ENCODERS))
        for constraint in constraints:
            lowering.add(constraint)
        if len(lowering.domains) > len(self._domains):
            raise Unsupported("a changed rule needs variables of its own")
        top = self._cnf.top
        with self._cnf.under(switch):
            for constraint in lowering.posted:
                post(self._cnf, constraint)
        # clauses go once they are turned off
        self._size += len(lowering.posted) + self._cnf.top - top
        return switch

    def add(self, clause: Sequence[int]) -> None:
        """A clause for good: to be under a switch that is later turned off."""
        self._size += 1
        self._oracle.add(clause)

    @property
    def is_worn(self) -> bool:
        """Whether it is to be thrown away."""
        return self._size > WORN or not self._oracle.alive

    def hard_and_soft(self, model: Model, *, rules: bool) -> tuple[list[int], dict[int, Part]]:
        """What must hold, and what may go: a model's clues, and with ``rules`` the rules."""
        given = clues_of(model)
        soft = dict(zip(map(self.literal, given), given, strict=True))
        if rules:
            soft.update(zip(self.rules, self.parts, strict=True))
        return ([] if rules else list(self.rules)), soft

    # -- questions --------------------------------------------------------------------

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether they can hold together; raises ``Late`` when the time is out."""
        answer = self._oracle.solve(list(assumptions), self.clock.remaining, self._most)
        if answer is None:
            raise Late
        return answer

    def may(self, assumptions: Sequence[int], most: int) -> bool:
        """Whether they can hold together, or it takes more than ``most`` propagations to know.

        Of a ``counted`` bench; raises ``Late`` when the time is out.
        """
        answer = self._oracle.solve(list(assumptions), self.clock.remaining, most)
        self.clock.look()
        return answer is not False

    def core(self, assumptions: Sequence[int]) -> list[int]:
        """After "no": some of the assumptions that cannot all hold."""
        return self._oracle.core(list(assumptions))

    def true(self) -> set[int]:
        """After "yes": the literals that are true."""
        return {literal for literal in self._oracle.model() if literal > 0}

    def true_values(self) -> frozenset[int]:
        """After "yes": the literals of the variables' values that are true."""
        told = self._oracle.model()[: len(self.said)]
        return frozenset([literal for literal in told if literal > 0])

    def values(self) -> dict[str, int]:
        """After "yes": the value of each variable."""
        told = self._oracle.model()[: len(self.said)]
        return dict(self.said[literal - 1] for literal in told if literal > 0)

    def drawn(
        self, assumed: Iterable[int], names: Iterable[str], below: Callable[[int], int]
    ) -> dict[str, int] | None:
        """A solution, by random values of these variables as long as they are possible.

        ``below(n)`` draws a number from 0 to n - 1.  ``None`` where nothing is possible.
        """
        assumed = list(assumed)
        if not self.solve(assumed):
            return None
        true = self.true_values()
        for name in names:
            literals = list(self.literals[name].values())
            literal = literals[below(len(literals))]
            if literal in true:
                assumed.append(literal)
            elif self.solve([*assumed, literal]):
                assumed.append(literal)
                true = self.true_values()
        return dict(self.said[literal - 1] for literal in true)

    def prefer(self, literals: list[int]) -> None:
        """Try these first where the search is free."""
        self._oracle.prefer(literals)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no conflict, and the literals that follow by it."""
        return self._oracle.propagate(list(assumptions))

    @contextmanager
    def other_than(self, values: Iterable[tuple[str, int]]) -> Iterator[int]:
        """A literal under which some variable has another value than told, while the block runs."""
        switch = self.fresh()
        self.add([-switch, *(-self.literals[name][value] for name, value in values)])
        try:
            yield switch
        finally:
            if self._oracle.alive:
                self._oracle.add([-switch])


class _ByPart(Lowering):
    """Rewrites rule by rule, so that each keeps its own switch."""

    def refusal(self, constraint: Constraint) -> Unsupported:
        return Unsupported(f"{constraint.described} has no form that the sat backend can post")


def lowered_by_part(
    structure: Structure, parts: Sequence[Part]
) -> tuple[list[list[Constraint]], dict[str, Domain]]:
    """The constraints of each part as the SAT encoding takes them, and all domains."""
    lowering = _ByPart(structure.domains, frozenset(ENCODERS), frozenset(ENCODERS))
    found = []
    for part in parts:
        lowering.posted = []
        for constraint in part.constraints:
            lowering.add(constraint)
        found.append(lowering.posted)
    return found, lowering.domains


_POOL: Pool[list[Bench]] = Pool(size=8)


@contextmanager
def bench_for(
    structure: Structure,
    clock: Clock,
    solver: SolverName = SOLVER,
    use: str = "",
    *,
    firm: bool = False,
    new: bool = False,
) -> Iterator[Bench]:
    """The bench of a structure, made or lent; raises ``NotInstalled`` without python-sat.

    Benches of different ``use`` are kept apart: one that propagates must not have learnt.  A
    ``new`` one has learnt nothing yet, so that the same questions have the same answers each time.

    Raises ``Late`` if the time is out before it is made, ``Unsupported`` if a rule cannot be
    written as clauses of a size that can be solved.
    """
    get_backend("sat")
    if new:
        yield Bench(structure, clock, solver, firm=firm)
        return
    late: Late | None = None
    with _POOL.borrow((structure, solver, use, firm), list) as place:
        if place and place[0].is_worn:
            place.clear()
        if not place:
            place.append(Bench(structure, clock, solver, firm=firm))
        place[0].clock = clock
        try:
            yield place[0]
        except Late as error:  # as good as before: it is kept
            late = error
    if late is not None:
        raise late
