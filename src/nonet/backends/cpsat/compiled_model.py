"""A structure as a CP-SAT model, built once and asked about many puzzles; and the integer model.

The integer model has a CP-SAT variable for each of ours, and CP-SAT's constraints; it takes any of
nonet's models.  (``boolean_model.py`` has Booleans of values instead.)

CP-SAT minimises; an objective is divided by a common divisor of its coefficients
(``ScaledObjective``).  CP-SAT reports its bound as a float, which is only used where floats are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, gcd
from types import MappingProxyType

from ortools.sat.python.cp_model_helper import DecisionStrategyProto, SatParameters

from nonet.backends.base import Parameters
from nonet.backends.cpsat.constraints import ConstraintEncoding, append_variables
from nonet.backends.cpsat.integer_encoding import (
    MAX_MAGNITUDE,
    IntegerEncoding,
    flattened_intervals,
)
from nonet.backends.ortools_parameters import set_parameter
from nonet.backends.solver_faults import guard_of
from nonet.deadline import checked
from nonet.model import Constraint, Domain, Objective, Structure
from nonet.model.globals import Circuit
from nonet.model.structure import SearchPhase

MAX_EXACT_BOUND = 1 << 50
"""Largest magnitude of a bound that is taken from a float."""


class ScaledObjective:
    """The objective of a CP-SAT model: ``sign * common * inner + constant``."""

    def __init__(self, encoding: IntegerEncoding, objective: Objective) -> None:
        self.objective = objective
        terms = zip(objective.scope, objective.coefficients, strict=True)
        total = encoding.linear_sum(terms)
        factors, self._constant = total.coefficients, objective.constant + total.constant
        self._common = gcd(*factors.values()) or 1  # of a sum without variables, say
        self._scale = objective.sign * self._common
        scaled = {variable: factor // self._scale for variable, factor in factors.items()}
        self._proto = encoding.proto.objective
        self._proto.vars.extend(list(scaled))
        self._proto.coeffs.extend(list(scaled.values()))

    def require_better_than(self, incumbent: int | None) -> None:
        """Demand solutions better than ``incumbent``; admit all solutions for ``None``."""
        self._proto.domain.clear()
        if incumbent is not None:
            limit = (self.objective.sign * (incumbent - self._constant) - 1) // self._common
            self._proto.domain.extend([min(-MAX_MAGNITUDE, limit), limit])

    def objective_bound(self, scaled_bound: float) -> int | None:
        """Return the value that no solution can surpass, from CP-SAT's own bound; ``None`` if the
        bound is not exact."""
        if not abs(scaled_bound) < MAX_EXACT_BOUND:
            return None
        return self._scale * ceil(scaled_bound - 1e-6) + self._constant


_VARIABLE_ORDERS = {
    "input_order": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_FIRST,
    "first_fail": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_MIN_DOMAIN_SIZE,
    "anti_first_fail": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_MAX_DOMAIN_SIZE,
    "smallest": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_LOWEST_MIN,
    "largest": DecisionStrategyProto.VariableSelectionStrategy.CHOOSE_HIGHEST_MAX,
}

_VALUE_ORDERS = {
    "indomain": DecisionStrategyProto.DomainReductionStrategy.SELECT_MIN_VALUE,
    "indomain_min": DecisionStrategyProto.DomainReductionStrategy.SELECT_MIN_VALUE,
    "indomain_max": DecisionStrategyProto.DomainReductionStrategy.SELECT_MAX_VALUE,
    "indomain_median": DecisionStrategyProto.DomainReductionStrategy.SELECT_MEDIAN_VALUE,
    "indomain_split": DecisionStrategyProto.DomainReductionStrategy.SELECT_LOWER_HALF,
    "indomain_reverse_split": DecisionStrategyProto.DomainReductionStrategy.SELECT_UPPER_HALF,
}


class CompiledModel:
    """A structure as a CP-SAT model, and the way back from its solutions.

    The model is built once a structure; the clues of a puzzle narrow the domains of its variables in
    place.  The settings are CP-SAT's defaults.
    """

    default_workers = 0
    """CP-SAT's threads where no number is asked for; 0 for its own choice."""

    assumes_clues = False
    """Whether the clues are given as assumptions, and not as domains."""

    configured: Parameters = ()
    """The parameters that the caller has set, which may end a run early."""

    needs_confirmation = False
    """Whether CP-SAT's "infeasible" and "optimal" do not stand alone."""

    objective: ScaledObjective | None = None

    def __init__(
        self,
        encoding: IntegerEncoding,
        structure: Structure,
        literals: Mapping[str, Mapping[int, int]] = MappingProxyType({}),
    ) -> None:
        self.proto = encoding.proto
        self.parameters = default_parameters()
        self._literals = literals
        """The literals of the values of all variables, or of none: then each is an integer."""
        self._indices = {} if literals else {n: encoding.variables[n] for n in structure.domains}
        self._full = structure.domains
        self._protos = self.proto.variables
        self._narrowed: Mapping[str, Domain] = {}
        self._assumed: dict[int, str] = {}
        """The literals of the clues that are assumed, with the variable of each."""

    def configure(self, parameters: Parameters) -> None:
        """Set parameters of CP-SAT's for all runs of this model, checked before."""
        self.configured = parameters
        for name, value in parameters:
            set_parameter(self.parameters, name, value)

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Set the domains of one puzzle, in place of the domains before."""
        if self.assumes_clues:
            self._assume(narrowed)
            return
        for name in self._narrowed:
            if name not in narrowed:
                self._set_domain(name, self._full[name])
        for name, domain in narrowed.items():
            self._set_domain(name, domain)
        self._narrowed = narrowed

    def _assume(self, narrowed: Mapping[str, Domain]) -> None:
        self._assumed = {
            literal if is_single else ~literal: name
            for name, domain in narrowed.items()
            for is_single in (domain.size == 1,)
            for value, literal in self._literals[name].items()
            if (value in domain) == is_single
        }
        assumptions = self.proto.assumptions
        assumptions.clear()
        assumptions.extend(list(self._assumed))

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Return the variables whose narrowed domains clash, by the assumptions that CP-SAT blames.

        ``None`` if CP-SAT blames no assumption, or a literal that was not assumed (or-tools issue
        5141).
        """
        blamed = sorted(literals)
        if not blamed or not self._assumed.keys() >= {*blamed}:
            return None
        return tuple(dict.fromkeys(map(self._assumed.__getitem__, blamed)))

    def _set_domain(self, name: str, domain: Domain) -> None:
        if name in self._literals:
            for value, literal in self._literals[name].items():
                self._protos[literal].domain[1] = int(value in domain)
            return
        ends = self._protos[self._indices[name]].domain
        ends.clear()
        single = domain.size == 1
        ends.extend((domain.base, domain.base) if single else flattened_intervals(domain))

    def set_hint(self, hint: Mapping[str, int] | None) -> None:
        """Give CP-SAT values to try first, in place of the values of an earlier run."""
        values: dict[int, int] = {}
        for name, hinted in (hint or {}).items():
            if name in self._indices:
                values[self._indices[name]] = hinted
            for value, literal in self._literals.get(name, {}).items():
                values[literal] = int(value == hinted)
        proto = self.proto
        proto.clear_solution_hint()
        if values:  # even an empty hint has CP-SAT search around it, for two or three times the CPU
            proto.solution_hint.vars.extend(list(values))
            proto.solution_hint.values.extend(list(values.values()))

    def read_assignment(self, value: Callable[[int], int]) -> dict[str, int]:
        """The assignment of a solution; ``value`` gives the value of CP-SAT's variable of an index."""
        assignment = {name: value(index) for name, index in self._indices.items()}
        for name, literals in self._literals.items():
            assignment[name] = next(v for v, literal in literals.items() if value(literal))
        return assignment


def integer_model(structure: Structure, parameters: Parameters = ()) -> CompiledModel:
    """Return a structure of any constraints, with integer variables."""
    encoding = ConstraintEncoding(structure.domains)
    # tours first: then the cost of a tour is told by the literals of its arcs
    for constraint in checked(sorted(structure.constraints, key=_is_no_tour)):
        encoding.post(constraint)
    objective = structure.objective
    scaled = None if objective is None else ScaledObjective(encoding, objective)
    _add_decision_strategies(encoding, structure.search)
    compiled = CompiledModel(encoding, structure)
    compiled.objective = scaled
    compiled.configure(parameters)
    guard = guard_of(structure)
    for name, value in guard.parameters.items():
        setattr(compiled.parameters, name, value)
    compiled.needs_confirmation = guard.needs_confirmation
    return compiled


def _is_no_tour(constraint: Constraint) -> bool:
    return not isinstance(constraint, Circuit)


def default_parameters() -> SatParameters:
    """CP-SAT's default settings, but that Ctrl-C stays with Python."""
    parameters = SatParameters()
    parameters.catch_sigint_signal = False  # else it is swallowed, or ends Python
    return parameters


def _add_decision_strategies(encoding: IntegerEncoding, phases: Iterable[SearchPhase]) -> None:
    """Add search annotations as decision strategies.

    CP-SAT takes them as advice: some of its workers search in these orders.  Phases with an order
    that CP-SAT has not are left out.
    """
    for phase in phases:
        variable_order = _VARIABLE_ORDERS.get(phase.variable_order)
        value_order = _VALUE_ORDERS.get(phase.value_order)
        if variable_order is None or value_order is None:
            continue
        strategy = encoding.proto.search_strategy.add()
        strategy.variable_selection_strategy = variable_order
        strategy.domain_reduction_strategy = value_order
        append_variables(strategy.exprs, map(encoding.variables.__getitem__, phase.variables))
