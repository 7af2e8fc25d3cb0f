"""The bench: one structure in a live SAT solver, with a switch for each rule.

A question of the setter's is a list of assumptions: which clues and which rules hold.  So nothing
is encoded twice, and clauses learnt for one question serve the next.

>>> import nonet
>>> from nonet.deadline import Deadline
>>> from nonet.setting.puzzle_parts import clue_parts
>>> model = nonet.parse("123....4........").model()
>>> with assumption_solver_for(model.structure, Deadline(None)) as bench:
...     clues = [bench.literal(part) for part in clue_parts(model)]
...     bench.solve([*bench.rules, *clues]), bench.solve([*bench.rules, *clues[1:]])
(False, True)

Marques-Silva and Mencía, "Reasoning about inconsistent formulas", IJCAI 2020, is a survey of the
questions asked of such a solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any
from weakref import proxy

from nonet.backends import Request
from nonet.backends.base import Pool, SupportsRows
from nonet.backends.lowering import lower
from nonet.backends.registry import get_backend, usable_backend
from nonet.backends.sat import SatSolver, SolverName
from nonet.deadline import Deadline, DeadlineExceeded
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import (
    CLAUSES_ONLY,
    ENCODERS,
    encode_cage_or_other,
    too_large_error,
)
from nonet.errors import BackendError, Unsupported
from nonet.model import AllDifferent, Constraint, Domain, Model, Structure
from nonet.model.lowering import Lowering
from nonet.setting.puzzle_parts import Part, clue_parts, structure_rule_parts
from nonet.solving.outcome import Status
from nonet.solving.queries import shrunk, solve

SOLVER: SolverName = "cadical195"
"""The solver of questions: CaDiCaL proves smallest conflicts in half of MiniSat's time."""

PROPAGATOR: SolverName = "minisat22"
"""The solver that propagates; never asked to solve, so that no learnt clause adds to the
propagation of the rules."""

UNLIMITED = 1 << 60
"""Propagations that no search takes."""

MAX_ADDED_CLAUSES = 20_000
"""Clauses and literals of past questions after which a solver is made anew."""


class AssumptionSolver:
    """A structure whose rules can be switched on and off; used by one question at a time.

    ``parts`` are the rules, ``rules`` the literals that switch them on.  ``fixed_rules``: all rules
    hold for good, and ``rules`` is empty, which is a fourth faster.  ``bounded_by_propagations``:
    searches are bounded by their length, so that a busy machine gives the same answers (MiniSat's
    alone).

    Raises ``DeadlineExceeded`` if the time is out, ``Unsupported`` if a rule cannot be written as
    clauses of a size that can be solved.
    """

    def __init__(
        self,
        structure: Structure,
        deadline: Deadline,
        solver_name: SolverName,
        *,
        fixed_rules: bool = False,
        bounded_by_propagations: bool = False,
    ) -> None:
        get_backend("sat")
        self.deadline = deadline
        self._most = UNLIMITED if bounded_by_propagations else None
        self._oracle = SatSolver(solver_name)
        self._size = 0
        self.parts = structure_rule_parts(structure)
        self.symbols = structure.symbols
        lowered, self._domains = lower_parts(structure, self.parts)
        this = proxy(self)  # without a circle: the clauses are freed with the last reference
        try:
            cnf = Cnf(self._domains, self._oracle.add, check_deadline=lambda: this.deadline.check())
        except TooLarge:
            raise too_large_error("the domains of this model", CLAUSES_ONLY) from None
        self.rules: list[int] = []
        for part, constraints in zip(self.parts, lowered, strict=True):
            switch = cnf.new_literal()
            self.rules.append(switch)
            try:
                with cnf.guarded_by(switch):
                    encode_part(cnf, constraints)
            except TooLarge:
                raise too_large_error(part.label, CLAUSES_ONLY) from None
        self._switch_of = dict(zip(self.parts, self.rules, strict=True))
        if fixed_rules:
            for switch in self.rules:
                self._oracle.add([switch])
            self.rules = []
        self.literals = {name: cnf.literals[name] for name in structure.variables}
        """For each variable, the literal of each of its values."""
        self.assignments = [(n, v) for n, values in self.literals.items() for v in values]
        """Literal ``i + 1`` says that this variable has this value."""
        self._cnf = cnf

    # -- literals ---------------------------------------------------------------------

    def literal(self, part: Part) -> int:
        """The literal that makes a part hold."""
        switch = self._switch_of.get(part)
        if switch is None:
            switch = self._switch_of[part] = self.domain_literal(part.scope[0], part.domain)
        return switch

    def domain_literal(self, name: str, domain: Domain) -> int:
        """A literal under which a variable takes a value of ``domain``."""
        literals = self.literals[name]
        if len(domain) == 1:
            return literals[min(domain)]
        switch = self.new_literal()
        for value, literal in literals.items():
            if value not in domain:
                self.add_clause([-switch, -literal])
        return switch

    def new_literal(self) -> int:
        """A literal that stands for nothing yet."""
        return self._cnf.new_literal()

    def define_switch(self, constraints: Iterable[Constraint], *, different: bool = False) -> int:
        """A literal under which further constraints hold, over variables that are here; sums may be
        of variables that are ``different`` by other constraints."""
        switch = self.new_literal()
        lowering = _LoweringByPart(self._domains, frozenset(ENCODERS), frozenset(ENCODERS))
        posted = [each for constraint in constraints for each in lowering.lowered(constraint)]
        if len(lowering.domains) > len(self._domains):
            raise Unsupported("a changed rule needs variables of its own")
        top = self._cnf.top
        with self._cnf.guarded_by(switch):
            encode_part(self._cnf, posted, different)
        # clauses go once they are turned off
        self._size += len(posted) + self._cnf.top - top
        return switch

    def add_clause(self, clause: Sequence[int]) -> None:
        """A clause for good: to be under a switch that is later turned off."""
        self._size += 1
        self._oracle.add(clause)

    @property
    def literals_per_value(self) -> float:
        """The number of literals, those of the encoding included, for each value of a variable."""
        return self._cnf.top / len(self.assignments)

    @property
    def needs_replacement(self) -> bool:
        """Whether the solver has too many added clauses, and must be replaced."""
        return self._size > MAX_ADDED_CLAUSES

    def hard_and_soft(self, model: Model, *, rules: bool) -> tuple[list[int], dict[int, Part]]:
        """Return the literals that must hold, and by literal clues and, with ``rules``, rules."""
        given = clue_parts(model)
        soft = dict(zip(map(self.literal, given), given, strict=True))
        if rules:
            soft.update(zip(self.rules, self.parts, strict=True))
        return ([] if rules else list(self.rules)), soft

    # -- questions --------------------------------------------------------------------

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the assumptions can hold together; raise ``DeadlineExceeded`` if time is out."""
        answer = self._oracle.solve(list(assumptions), self.deadline.remaining, self._most)
        if answer is None:
            raise DeadlineExceeded
        return answer

    def solve_bounded(self, assumptions: Sequence[int], max_propagations: int) -> bool | None:
        """Whether the assumptions can hold; ``None`` if ``max_propagations`` do not tell."""
        answer = self._oracle.solve(list(assumptions), self.deadline.remaining, max_propagations)
        self.deadline.check()
        return answer

    def core(self, assumptions: Sequence[int]) -> list[int]:
        """After "no": some of the assumptions that cannot all hold."""
        return self._oracle.core(list(assumptions))

    def true_literals(self) -> set[int]:
        """After "yes": the literals that are true."""
        return {literal for literal in self._oracle.model() if literal > 0}

    def true_value_literals(self) -> frozenset[int]:
        """After "yes": the literals of the variables' values that are true."""
        model_literals = self._oracle.model()[: len(self.assignments)]
        return frozenset([literal for literal in model_literals if literal > 0])

    def values(self) -> dict[str, int]:
        """After "yes": the value of each variable."""
        model_literals = self._oracle.model()[: len(self.assignments)]
        return dict(self.assignments[literal - 1] for literal in model_literals if literal > 0)

    def random_solution(
        self, assumptions: Iterable[int], cells: Sequence[str], random: Random
    ) -> dict[str, int] | None:
        """Return a solution, with random values in a third of the cells as far as possible.

        Solutions are not drawn evenly.  ``None`` if there is no solution.
        """
        assumptions = list(assumptions)
        if not self.solve(assumptions):
            return None
        true = self.true_value_literals()
        for name in random.sample(cells, max(4, len(cells) // 3)):
            literal = random.choice(list(self.literals[name].values()))
            if literal in true:
                assumptions.append(literal)
            elif self.solve([*assumptions, literal]):
                assumptions.append(literal)
                true = self.true_value_literals()
        return dict(self.assignments[literal - 1] for literal in true)

    def further_solutions(
        self, assumptions: Sequence[int], unseen: Iterable[int]
    ) -> Iterator[frozenset[int]]:
        """Yield solutions, as ``true_value_literals``, until none has a literal that is still unseen.

        All unseen literals are in one clause, so that the last answer proves the remaining literals
        impossible (Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
        propositional formulae", 2015).
        """
        unseen = set(unseen)
        signs = [x if x in unseen else -x for x in range(1, len(self.assignments) + 1)]
        switch = self.new_literal()
        while unseen:
            # what nobody has seen is tried first; the solver forgets it by the next question
            self.prefer_literals(signs)
            self.add_clause([-switch, *sorted(unseen)])
            if not self.solve([*assumptions, switch]):
                break
            true = self.true_value_literals()
            yield true
            for x in true:
                signs[x - 1] = -x
            unseen -= true
        self.add_clause([-switch])

    def prefer_literals(self, literals: list[int]) -> None:
        """Try these first where the search is free."""
        self._oracle.set_phases(literals)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no conflict, and the literals that it implies."""
        return self._oracle.propagate(list(assumptions))

    @contextmanager
    def excluding(self, values: Iterable[tuple[str, int]]) -> Iterator[int]:
        """A literal under which some variable has another value than told, while the block runs."""
        switch = self.new_literal()
        self.add_clause([-switch, *(-self.literals[name][value] for name, value in values)])
        try:
            yield switch
        finally:
            self._oracle.add([-switch])


class _LoweringByPart(Lowering):
    """Rewrites rule by rule, so that each keeps its own switch."""

    def unsupported_error(self, constraint: Constraint) -> Unsupported:
        return Unsupported(f"{constraint.description} has no form that the sat backend can post")


def encode_part(cnf: Cnf, constraints: Sequence[Constraint], is_different: bool = False) -> None:
    """Write the constraints of a part, its sums of different variables by their combinations."""
    different = [set(each.scope) for each in constraints if type(each) is AllDifferent]
    for each in constraints:
        apart = is_different or any(scope.issuperset(each.scope) for scope in different)
        encode_cage_or_other(cnf, each, different=apart)


def lower_parts(
    structure: Structure, parts: Sequence[Part]
) -> tuple[list[list[Constraint]], dict[str, Domain]]:
    """Return the constraints of each part as the SAT encoding takes them, and all domains."""
    lowering = _LoweringByPart(structure.domains, frozenset(ENCODERS), frozenset(ENCODERS))
    each = [[p for c in part.constraints for p in lowering.lowered(c)] for part in parts]
    return each, lowering.domains


_POOL: Pool[list[AssumptionSolver]] = Pool(size=8)


@contextmanager
def assumption_solver_for(
    structure: Structure,
    deadline: Deadline,
    solver_name: SolverName = SOLVER,
    *,
    fixed_rules: bool = False,
) -> Iterator[AssumptionSolver]:
    """Return the solver of a structure, new or from the pool.

    A solver from the pool says yes or no as a new one does, but with other solutions and cores: it
    is for questions whose answers do not depend on these.  Of a list of 9x9 puzzles, redundant clues
    are found in 1.4 ms each, with a new solver for each puzzle in 10.

    Raises as :class:`AssumptionSolver`.
    """
    with _POOL.borrow((structure, solver_name, fixed_rules), list) as place:
        if place and place[0].needs_replacement:
            place.clear()
        if not place:
            place.append(
                AssumptionSolver(structure, deadline, solver_name, fixed_rules=fixed_rules)
            )
        place[0].deadline = deadline
        yield place[0]


# Whether parts of a model can hold together, asked of CP-SAT by leaving the other parts out.
#
# For models that are too large for clauses, such as sums over wide domains, which
# :class:`~nonet.setting.live_solvers.AssumptionSolver` refuses. Every question is a model of
# its own, so nothing that was learnt serves the next question.

BACKEND = "cpsat"
"""The backend that is asked: wide domains cost it by bounds, not by values."""


def model_of_parts(structure: Structure, parts: Iterable[Part]) -> Model:
    """Return the model of some parts of a structure."""
    chosen = list(parts)
    constraints = [constraint for part in chosen for constraint in part.constraints]
    model = Model(structure.domains, constraints, symbols=structure.symbols)
    return model.narrow({part.scope[0]: part.domain for part in chosen if part.kind == "clue"})


class SubmodelSolver:
    """The parts of a model, numbered from 1: ``rules`` are the numbers of its rules.

    ``parts`` are the rules in the same order; the numbers of the clues follow.
    """

    def __init__(self, model: Model, deadline: Deadline) -> None:
        structure = model.structure
        self._structure, self._deadline = structure, deadline
        self.parts = structure_rule_parts(structure)
        self._clues = clue_parts(model)
        self._part_of = dict(enumerate((*self.parts, *self._clues), 1))
        self.rules = list(self._part_of)[: len(self.parts)]
        self._values: dict[str, int] = {}

    def hard_and_soft(self, model: Model, *, rules: bool) -> tuple[list[int], dict[int, Part]]:
        """Return the numbers that must hold, and by number the clues, with ``rules`` also rules."""
        numbers = [*self._part_of][0 if rules else len(self.parts) :]
        clues_first = sorted(numbers, key=lambda number: number <= len(self.parts))
        return ([] if rules else list(self.rules)), {n: self._part_of[n] for n in clues_first}

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the parts can hold together; raise ``DeadlineExceeded`` when the time is out."""
        self._deadline.check()
        model = model_of_parts(self._structure, [self._part_of[number] for number in assumptions])
        outcome = solve(model, BACKEND, time_limit=self._deadline.limit_for_part())
        if outcome.status is Status.UNKNOWN:  # CP-SAT stops a little before its limit
            self._deadline.move(monotonic())
            raise DeadlineExceeded
        if outcome.solutions:
            self._values = outcome.solution.values_by_name
        return outcome.status is Status.SAT

    def core(self, assumptions: Sequence[int]) -> list[int]:
        """Return some of the parts that cannot all hold, given that all of them cannot: after some
        ``2 k log n`` questions for a core of k of n parts."""
        parts = list(assumptions)
        return shrunk(parts, lambda fewer: None if self.solve(fewer) else fewer, len(parts) // 2)

    def true_literals(self) -> set[int]:
        """After "yes": the numbers of the parts that hold for the values found."""
        return {number for number, part in self._part_of.items() if self._holds(part)}

    def _holds(self, part: Part) -> bool:
        if part.kind == "clue":
            return self._values[part.scope[0]] in part.domain
        return all(constraint.holds(self._values) for constraint in part.constraints)

    def values(self) -> dict[str, int]:
        """After "yes": the value of each variable."""
        return self._values


# Solutions by the compiled engine, which adds up: long sums take the engine hundredths of a second
# where clauses take seconds.

MAX_BYTE = 255
"""The greatest value of the arrays in which the compiled engine lists solutions."""


@dataclass(frozen=True)
class ListedSolutions:
    """The values of variables in some solutions, a row each; ``complete``: these are all."""

    names: Sequence[str]
    rows: Any
    complete: bool

    def __len__(self) -> int:
        return len(self.rows)

    def values(self, row: int) -> dict[str, int]:
        """Return the values of one solution."""
        return dict(zip(self.names, self.rows[row].tolist(), strict=True))


def list_solutions(
    model: Model, deadline: Deadline, max_solutions: int, max_guesses: int
) -> ListedSolutions | None:
    """Return solutions up to limits; ``None`` if the compiled engine cannot say the rules."""
    engine = usable_backend("lockstep")
    in_bytes = all(not d or (min(d) >= 0 and max(d) <= MAX_BYTE) for d in model.domains.values())
    if not (isinstance(engine, SupportsRows) and in_bytes):
        return None
    deadline.check()
    try:
        import numpy as np

        parts, number = [np.zeros((0, len(model.variables)), np.uint8)], 0
        lowered = lower(model, engine)
        place = {name: column for column, name in enumerate(lowered.variables)}
        columns = [place[name] for name in model.variables]
        run = engine.rows(lowered, Request(max_solutions, deadline.ends_at, effort=max_guesses))
        try:
            while True:
                parts.append(next(run)[:, columns])
                number += len(parts[-1])
        except StopIteration as end:
            complete = end.value is None and number < max_solutions
    except (BackendError, Unsupported, ImportError):  # a browser's Python has no NumPy
        return None
    return ListedSolutions(model.variables, np.concatenate(parts), complete)
