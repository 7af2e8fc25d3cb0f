"""One structure, encoded once, and asked about many puzzles.

The clues of a run are assumptions, so a run leaves nothing to the next but learnt clauses, which
follow from the structure alone.  Solutions already given are blocked by clauses over the model's
own variables, which hold only while the run's switch literal is assumed.  When the run ends the
switch is turned off for good, and after ``MAX_BLOCKED_SOLUTIONS`` blocked solutions the solver is
made anew.

``SessionModel`` is a live solver for constraints that come and go.  The clauses of a constraint that
may be taken back hold under a selector, a literal that is assumed as long as the constraint is there
(Eén and Sörensson, "Temporal induction by incremental SAT solving", 2003).  So every learnt clause
stays right, whatever is taken back; and the selectors among the assumptions that clash are the
constraints that clash.

>>> from nonet.backends.base import Request
>>> from nonet.model import Linear, Model
>>> live = SessionModel(SatOptions())
>>> model = Model({"x": range(4), "y": range(4)}, [Linear(("x", "y"), (1, 1), "==", 5)])
>>> question = Model.from_structure(Structure.extended(model.structure, ()), {})
>>> sorted(solution["x"] for solution in live.run(question, Request()))
[2, 3]
>>> more = question.add(Linear(("x",), (1,), "<=", 1), Linear(("y",), (1,), "!=", 0))
>>> list(live.run(more, request := Request())), [each.formula for each in request.clash]
([], ['x <= 1'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from operator import is_

from nonet.backends.base import Capabilities, Request, Run
from nonet.backends.lowering import BackendLowering, lower_for
from nonet.backends.optimisation import improving_solutions
from nonet.backends.sat.solvers import SatOptions, SatSolver, SolveResult
from nonet.deadline import DeadlineExceeded
from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import (
    ENCODERS,
    LAZY_ENCODERS,
    encode_constraint,
    encode_structure,
    too_large_error,
)
from nonet.encoding.clauses.layered_automata import ObjectiveCounter
from nonet.model import Constraint, Domain, Model, Objective, Structure

MAX_BLOCKED_SOLUTIONS = 1_000
"""Blocked solutions after which a solver is made anew."""


class IncrementalModel:
    """A structure in a live solver.  Used by one run at a time.

    Raises ``Unsupported`` if the structure is too large to encode, ``DeadlineExceeded``
    if ``request`` runs out of time meanwhile.
    """

    _assumed: Sequence[int] = ()
    """The selectors of the constraints of a session that are there now."""

    def __init__(self, structure: Structure, options: SatOptions, request: Request) -> None:
        self._structure, self._options = structure, options
        self._encode(request)

    def _encode(self, request: Request) -> SatSolver:
        """A new solver that knows the structure and nothing else."""
        options = self._options
        oracle = SatSolver(options.solver, options.parameters)
        try:
            cnf = Cnf(self._structure.domains, oracle.add, options.amo, request.check)
        except TooLarge:
            raise too_large_error("the domains of this model") from None
        encode_structure(self._structure, cnf, options.sums)
        # 100 queens over expressions: 3 s, not more than 60
        oracle.later_phases = [-literal for literal in range(1, cnf.top + 1)]
        self._counter = objective_counter(cnf, self._structure.objective)
        self._active_solver: SatSolver | None = oracle
        self._literals = {name: cnf.literals[name] for name in self._structure.variables}
        self._names = self._structure.variables
        self._value_of = [0] * (cnf.value_literal_count + 1)
        self._name_of = [""] * (cnf.value_literal_count + 1)
        for name, literals in self._literals.items():
            for value, literal in literals.items():
                self._value_of[literal], self._name_of[literal] = value, name
        self._lazy_constraints = cnf.lazy_constraints
        self._size = {"variables": cnf.top, "clauses": cnf.clause_count}
        self._top = cnf.top
        self._keep(cnf)
        self._blocked_count = 0
        self._counters = oracle.statistics()
        return oracle

    def _keep(self, cnf: Cnf) -> None:
        """Hear of the clauses of a new solver, to add clauses later."""

    def set_hint(self, hint: Mapping[str, int]) -> None:
        """Have the values of a hint tried first, as long as the solver lives."""
        phases = [
            literal if value == hint[name] else -literal
            for name in hint
            for value, literal in self._literals.get(name, {}).items()
        ]
        if self._active_solver is not None:
            self._active_solver.set_hint(phases)

    def run(self, model: Model, request: Request) -> Run:
        """Yield the solutions of ``model``, which has this structure."""
        oracle = self._active_solver or self._encode(request)
        clues = self._assumptions(model.narrowed)
        switches: list[int] = []
        try:
            if self._counter is None:
                return (yield from self._solutions(oracle, clues, switches, request))
            assert model.objective is not None
            best = model.objective.best_and_worst(model.domains)[0]

            def ask(least: int | None) -> Run:
                return self._bounded_solution(oracle, clues, least, request)

            return (yield from improving_solutions(model.objective, best, request, ask))
        finally:
            self._finish_run(oracle, switches, request)

    def _assumptions(self, narrowed: Mapping[str, Domain]) -> list[int]:
        """The selectors of a session's constraints, and the literals that say the narrowed domains."""
        clues = [*self._assumed]
        for name, domain in narrowed.items():
            literals = self._literals[name]
            if domain.size == 1:
                clues.append(literals[domain.base])
            else:
                clues += [-literals[value] for value in literals if value not in domain]
        return clues

    def _solutions(
        self, oracle: SatSolver, assumptions: list[int], switches: list[int], request: Request
    ) -> Run:
        """The solutions under assumptions; the switch of their blocking goes to ``switches``."""
        fixed: set[int] = set()
        while (answer := self._solve(oracle, assumptions, request)) is not None:
            if not answer:
                if not switches:
                    self._record_core(oracle, assumptions, request)
                return None
            true = self._true_values(oracle)
            yield self._assignment(true)
            # Blocking clauses hold under a switch, so that the next question can drop them by leaving the
            # switch out; what the clues fix needs no literal in them.
            if not switches:
                fixed.update(assumptions)
                self._top += 1
                switches.append(self._top)
                assumptions.append(self._top)
            self._blocked_count += 1
            free = [-literal for literal in true if literal not in fixed]
            oracle.add([-self._top, *free])
        return "time"

    def _bounded_solution(
        self, oracle: SatSolver, clues: Sequence[int], least: int | None, request: Request
    ) -> Run:
        """Yield a solution whose objective is at least as good as ``least``."""
        assert self._counter is not None
        assumptions = list(clues)
        if least is not None:
            assumptions += self._counter.bound_assumptions(least)
        answer = self._solve(oracle, assumptions, request)
        if answer is None:
            return "time"
        if answer:
            yield self._assignment(self._true_values(oracle))
        elif least is None:
            self._record_core(oracle, assumptions, request)
        return None

    def _record_core(self, oracle: SatSolver, assumptions: list[int], request: Request) -> None:
        """Set the variables of the assumptions that clash."""
        core = oracle.core(assumptions)
        request.core = tuple(dict.fromkeys(self._name_of[abs(literal)] for literal in core))

    def _true_values(self, oracle: SatSolver) -> list[int]:
        """Return the true literals of the variables in the solver's last solution; where clauses
        come later, auxiliary literals are between these."""
        names = self._name_of
        model = oracle.model()[: len(names) - 1]
        return [literal for literal in model if literal > 0 and names[literal]]

    def _solve(self, oracle: SatSolver, assumptions: list[int], request: Request) -> SolveResult:
        """Return whether the assumptions are satisfiable; clauses of lazy constraints are added
        when a solution violates these constraints."""
        while (answer := oracle.solve(assumptions, request.remaining)) and self._lazy_constraints:
            true = {literal for literal in oracle.model() if literal > 0}
            cuts = [cut for each in self._lazy_constraints for cut in each.violated_clauses(true)]
            if not cuts:
                break
            for cut in cuts:
                oracle.add(cut)
        return answer

    def _assignment(self, true: Iterable[int]) -> dict[str, int]:
        """The values that the true literals say: one a variable, in their order."""
        values = self._value_of
        return dict(zip(self._names, [values[literal] for literal in true], strict=True))

    def _finish_run(self, oracle: SatSolver, switches: Iterable[int], request: Request) -> None:
        """Unblock the solutions of this run, and leave its statistics."""
        for switch in switches:
            oracle.add([-switch])
        counters = oracle.statistics()
        before, self._counters = self._counters, counters
        request.stats.update({name: counters[name] - before[name] for name in counters})
        request.stats.update(self._size)
        if self._blocked_count > MAX_BLOCKED_SOLUTIONS:
            self._active_solver = None


def objective_counter(cnf: Cnf, objective: Objective | None) -> ObjectiveCounter | None:
    """Return the counter of an objective, written as clauses; raise ``Unsupported`` if too large."""
    try:
        return None if objective is None else ObjectiveCounter(cnf, objective)
    except TooLarge:
        raise too_large_error(f"the objective ({objective})") from None


FOR_GOOD = Capabilities(
    posts=frozenset(ENCODERS) | frozenset(LAZY_ENCODERS), inside=frozenset(ENCODERS)
)
REVOCABLE = Capabilities(posts=frozenset(ENCODERS), keeps_unary=True)
"""Clauses of constraints that may be taken back: none lazy, and no smaller domains instead."""


class SessionModel(IncrementalModel):
    """The constraints of one session in a live solver: ``structure.base`` for good, further
    constraints under selectors.

    Raises ``Unsupported`` where the clauses would be too many.
    """

    def __init__(self, options: SatOptions) -> None:
        self._options = options
        self._active_solver = None
        self._base: tuple[Constraint, ...] = ()
        self._domains: Mapping[str, Domain] = {}
        self._request = Request()

    def run(self, model: Model, request: Request) -> Run:
        """Yield the solutions of a model, which may share constraints with the models before."""
        try:
            narrowed = self._narrowed_in_solver(model, request)
            if narrowed is None:
                request.clash = ()
                return None
            if request.hint:
                self.set_hint(request.hint)
            return (yield from super().run(narrowed, request))
        except DeadlineExceeded:
            if not request.expired():
                raise
            return "time"

    def _narrowed_in_solver(self, model: Model, request: Request) -> Model | None:
        """Write the new parts of a model; return the model in the values that the solver has, or
        ``None`` if the base leaves a variable without a value."""
        self._request = request
        structure = model.structure
        is_new = not self._continues(structure)
        try:
            if is_new:
                self._begin(structure, request)
            if self._is_impossible:
                return None
            try:
                self._write(structure)
            except TooLarge:
                if is_new:
                    raise
                self._begin(structure, request)  # without all that was taken back
                self._write(structure)
        except TooLarge:
            raise too_large_error(self._writing) from None
        except BaseException:
            self._active_solver = None  # what was half written is in the way
            raise
        narrowed = {
            name: domain & Domain.of(self._literals[name])
            for name, domain in model.narrowed.items()
        }
        return Model.from_structure(structure, narrowed) if all(narrowed.values()) else None

    def _continues(self, structure: Structure) -> bool:
        """Whether all that holds for good, and all variables, are in the model still."""
        known, domains = self._base, structure.domains
        return (
            self._active_solver is not None
            and len(structure.constraints) >= len(known)
            and all(starmap(is_, zip(known, structure.constraints, strict=False)))
            and list(self._domains.items()) == list(domains.items())[: len(self._domains)]
        )

    def _begin(self, structure: Structure, request: Request) -> None:
        """Make a solver of the base."""
        self._base = () if structure.base is None else structure.base.constraints
        self._domains = structure.domains
        plain = Model.from_structure(Structure(structure.domains, self._base), {})
        lowered = lower_for(plain, FOR_GOOD, "sat").structure
        self._is_impossible = lowered.has_empty_domain
        if self._is_impossible:
            self._active_solver = None
            return
        super().__init__(lowered, self._options, request)
        self._lowering = BackendLowering(lowered, REVOCABLE, "sat")
        self._selectors: dict[Constraint, int] = {}
        self._counters_of: dict[Objective | None, ObjectiveCounter | None] = {}
        self._writing = ""
        for name in lowered.variables[len(structure.variables) :]:
            for literal in self._literals.pop(name).values():
                self._name_of[literal] = ""
        self._names = structure.variables

    def _keep(self, cnf: Cnf) -> None:
        self._cnf = cnf
        cnf.check_deadline = lambda: self._request.check()

    def _write(self, structure: Structure) -> None:
        """Write variables, constraints and an objective that are new, and choose the selectors."""
        cnf, count = self._cnf, len(self._base)
        cnf.top = max(cnf.top, self._top)
        new = {name: structure.domains[name] for name in structure.variables[len(self._names) :]}
        if new:
            self._writing = f"the domains of {', '.join(new)}"
            cnf.declare(new)
            self._lowering.domains.update(new)
            self._names, self._domains = structure.variables, structure.domains
            self._name_of += [""] * (cnf.top + 1 - len(self._name_of))
            self._value_of += [0] * (cnf.top + 1 - len(self._value_of))
            for name in new:
                self._literals[name] = cnf.literals[name]
                for value, literal in cnf.literals[name].items():
                    self._name_of[literal], self._value_of[literal] = name, value
        if structure.base is not None:
            for constraint in structure.base.constraints[count:]:
                self._encode_lowered(constraint, None)
            self._base = structure.base.constraints
        own = structure.constraints[len(self._base) :]
        for constraint in own:
            if constraint not in self._selectors:
                self._encode_lowered(constraint, selector := cnf.new_literal())
                self._selectors[constraint] = selector
        self._assumed = [self._selectors[constraint] for constraint in own]
        objective = structure.objective
        if objective not in self._counters_of:
            self._counters_of[objective] = objective_counter(cnf, objective)
        self._counter = self._counters_of[objective]
        self._top = cnf.top

    def _encode_lowered(self, constraint: Constraint, selector: int | None) -> None:
        """Write a constraint, under its selector; its own variables are there for good."""
        self._writing = constraint.description
        cnf, lowering = self._cnf, self._lowering
        posted = lowering.lowered(constraint)
        cnf.declare({n: lowering.domains[n] for n in lowering.domains.keys() - cnf.literals.keys()})
        with cnf.guarded_by(selector):
            for each in posted:
                encode_constraint(cnf, each)

    def _record_core(self, oracle: SatSolver, assumptions: list[int], request: Request) -> None:
        """Set the constraints that clash, or else the variables whose narrowed domains do."""
        core = {*oracle.core(assumptions)}
        request.clash = tuple(c for c, selector in self._selectors.items() if selector in core)
        if not request.clash:
            super()._record_core(oracle, assumptions, request)
