"""A live solver for constraints that come and go.

The clauses of a constraint that may be taken back hold under a selector, a literal that is assumed
as long as the constraint is there (Eén and Sörensson, "Temporal induction by incremental SAT
solving", 2003).  So every learnt clause stays right, whatever is taken back; and the selectors among
the assumptions that clash are the constraints that clash.

>>> from nonet.backends.base import Request
>>> from nonet.model import Linear, Model
>>> live = SessionModel("auto", "auto", "combinations")
>>> model = Model({"x": range(4), "y": range(4)}, [Linear(("x", "y"), (1, 1), "==", 5)])
>>> question = Model.from_structure(Structure.extended(model.structure, ()), {})
>>> sorted(solution["x"] for solution in live.run(question, Request()))
[2, 3]
>>> more = question.add(Linear(("x",), (1,), "<=", 1), Linear(("y",), (1,), "!=", 0))
>>> list(live.run(more, request := Request())), [each.formula for each in request.clash]
([], ['x <= 1'])
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import starmap
from operator import is_

from nonet.backends.base import Capabilities, Parameters, Request, Run
from nonet.backends.lowering import BackendLowering, lower_for
from nonet.backends.sat.incremental_model import (
    IncrementalModel,
    PropagationResult,
    objective_counter,
)
from nonet.backends.sat.solvers import AnySolver, SolverName
from nonet.deadline import DeadlineExceeded
from nonet.encoding.clauses.cnf import AtMostOne, Cnf, TooLarge
from nonet.encoding.clauses.encoders import (
    ENCODERS,
    LAZY_ENCODERS,
    Sums,
    encode_constraint,
    too_large_error,
)
from nonet.encoding.clauses.layered_automata import ObjectiveCounter
from nonet.model import Constraint, Domain, Model, Objective, Structure

FOR_GOOD = Capabilities(
    posts=frozenset(ENCODERS) | frozenset(LAZY_ENCODERS), inside=frozenset(ENCODERS)
)
REVOCABLE = Capabilities(posts=frozenset(ENCODERS), keeps_unary=True)
"""What is written of constraints that may be taken back: no lazy clauses, no smaller domains."""


class SessionModel(IncrementalModel):
    """The constraints of one session in a live solver: ``structure.base`` for good, others under
    selectors.

    Raises ``Unsupported`` where the clauses would be too many.
    """

    def __init__(
        self, solver: SolverName, at_most_one: AtMostOne, sums: Sums, parameters: Parameters = ()
    ) -> None:
        self._solver, self._at_most_one, self._parameters = solver, at_most_one, parameters
        self._sums = sums
        self._active_solver = None
        self._base: tuple[Constraint, ...] = ()
        self._domains: Mapping[str, Domain] = {}
        self._assumed: list[int] = []
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
        """Write what is new of a model; return the model in the values that the solver has, or
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
        super().__init__(
            lowered, self._solver, self._at_most_one, self._sums, request, self._parameters
        )
        self._lowering = BackendLowering(lowered, REVOCABLE, "sat")
        self._selectors: dict[Constraint, int] = {}
        self._counters_of: dict[Objective, ObjectiveCounter] = {}
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
        if objective is None:
            self._counter = None
        else:
            if objective not in self._counters_of:
                counter = objective_counter(cnf, objective)
                assert counter is not None
                self._counters_of[objective] = counter
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

    # -- what differs where clauses come later ---------------------------------------------

    def _propagate(self, model: Model, request: Request) -> PropagationResult:
        """Leave all to the search: what selectors imply is not known to be worth a look."""
        return PropagationResult(self._assumed + self._clue_literals(model.narrowed))

    def _true_values(self, oracle: AnySolver) -> list[int]:
        """Return the true literals of the variables, between which there are others now."""
        names = self._name_of
        model = oracle.model()[: len(names) - 1]
        return [literal for literal in model if literal > 0 and names[literal]]

    def _record_core(self, oracle: AnySolver, assumptions: list[int], request: Request) -> None:
        """Set the constraints that clash, or else the variables whose narrowed domains do."""
        core = {*oracle.core(assumptions)}
        request.clash = tuple(c for c, selector in self._selectors.items() if selector in core)
        if not request.clash:
            super()._record_core(oracle, assumptions, request)
