"""The integer model: a CP-SAT variable for each of ours, and CP-SAT's constraints.

This model takes any of nonet's models.  The model is built once a structure; the clues of a puzzle
narrow the domains of its variables in place.

Where an objective's variable only names an expression, CP-SAT is given the expression
(``ObjectiveDefinition``): ``build.minimize(abs(x - y) + abs(y - z))`` declares a variable
``objective`` that equals the sum.
CP-SAT minimises the sum itself, as in textbooks: measured on tours and distances, with a variable
between the two the search takes a fifth longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from nonet.backends.cpsat.binding import CpModel, DecisionStrategyProto, SatParameters
from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.posting import integer_encoding, post
from nonet.backends.cpsat.search import (
    CompiledModel,
    ReadValue,
    ScaledObjective,
    default_parameters,
)
from nonet.backends.cpsat.weighted_sums import flattened_intervals
from nonet.backends.solver_faults import cp_sat_guard, has_variable_demands
from nonet.deadline import checked
from nonet.model import Constraint, Domain, Linear, Objective, Structure
from nonet.model.expressions.affine import Affine, times
from nonet.model.expressions.logic import Compare
from nonet.model.globals import Circuit
from nonet.model.search_phase import SearchPhase


@dataclass(frozen=True, slots=True)
class ObjectiveDefinition:
    """A variable, the only constraint on this variable, and the expression that the variable
    equals."""

    name: str
    constraint: Constraint
    expression: Affine


def objective_definition(structure: Structure, objective: Objective) -> ObjectiveDefinition | None:
    """Return the definition of an objective's variable; ``None`` if the variable is more than a
    name of an expression.

    The variable must be able to take every value of the expression, and no other constraint, and no
    search annotation, may contain the variable.
    """
    if len(objective.scope) != 1:
        return None
    (name,) = objective.scope
    mentions = [each for each in structure.constraints if name in each.scope]
    if len(mentions) != 1 or any(name in phase.variables for phase in structure.search):
        return None
    (compared,) = mentions
    if not isinstance(compared, Compare) or compared.op != "==":
        return None
    terms = dict(compared.expression.terms)
    factor = terms.pop(name, 0)
    if factor not in (1, -1) or not terms:
        return None
    constant = compared.expression.constant - compared.constant
    expression = times(Affine(tuple(terms.items()), constant), -factor)
    if name in expression.scope:
        return None
    if not expression.possible_values(structure.domains) <= structure.domains[name]:
        return None
    return ObjectiveDefinition(name, compared, expression)


class DefinedObjective:
    """The sum in CP-SAT's model that the variable of an objective equals."""

    def __init__(self, encoding: IntegerEncoding, definition: ObjectiveDefinition) -> None:
        self.name = definition.name
        self.linear = encoding.encoder.linear_terms(definition.expression).without_negations()
        self._encoding = encoding
        self._bounds: int | None = None

    def set_domain(self, ends: list[int]) -> None:
        """Leave the variable the values in these intervals."""
        constraints = self._encoding.model.proto.constraints
        shifted = [end - self.linear.constant for end in ends]
        if self._bounds is None:
            self._bounds = len(constraints)
            self._encoding.add_sum(self.linear.terms, self.linear.coefficients, shifted)
        else:
            domain = constraints[self._bounds].linear.domain
            domain.clear()
            domain.extend(shifted)

    def value(self, read: ReadValue) -> int:
        """The value of the variable in a solution."""
        total: int = self.linear.constant
        for term, coefficient in zip(self.linear.terms, self.linear.coefficients, strict=True):
            total += coefficient * read(term)
        return total


QuickKind = Literal["easy", "large"]
"""Models for a look at a puzzle that may be easy."""

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


class IntegerModel:
    """A structure of any constraints, with integer variables.

    Its settings are CP-SAT's defaults, unless ``quick`` says for which puzzles a look is meant that
    gives up after a few conflicts: ``"easy"`` puzzles without presolve, ``"large"`` puzzles with
    presolve.
    """

    def __init__(self, structure: Structure, quick: QuickKind | None = None) -> None:
        constraints, successors = _tours_first(structure.constraints)
        objective = structure.objective
        definition = None if objective is None else objective_definition(structure, objective)
        postponed = successors if definition is None else successors | {definition.name}
        encoding = integer_encoding(structure.domains, postponed, structure.constraints)
        for constraint in checked(constraints):
            if definition is not None and constraint is definition.constraint:
                continue
            if type(constraint) is not Linear or not encoding.post_linear(constraint):
                post(encoding, constraint)
        self._defined = None if definition is None else DefinedObjective(encoding, definition)
        self.objective = None
        if objective is not None:
            equal_sum = None if self._defined is None else self._defined.linear
            self.objective = ScaledObjective(encoding, objective, equal_sum)
        self.model = encoding.model
        for phase in structure.search:
            for name in successors.intersection(phase.variables):
                encoding.variables[name]  # declared, if it was not needed before
        self._literals = {
            name: encoding.literals_by_value[name]
            for name in successors
            if not encoding.has_variable(name)
        }
        """The literals of the values of variables that CP-SAT has only so."""
        _add_decision_strategies(self.model, structure.search, encoding.variables)
        self.parameters = default_parameters() if quick is None else _quick_parameters(quick)
        self.default_workers = 0 if quick is None else 1
        guard = cp_sat_guard(
            largest_magnitude=encoding.largest_magnitude,
            has_conditional_sums=encoding.has_enforced_sums,
            has_variable_demands=has_variable_demands(structure),
        )
        for name, value in guard.parameters.items():
            setattr(self.parameters, name, value)
        self.needs_confirmation = guard.needs_confirmation
        self._indices = {name: encoding.variables.get(name, -1) for name in structure.domains}
        self._full = structure.domains
        self._protos = self.model.proto.variables
        self._narrowed: Mapping[str, Domain] = {}

    def quick_models(
        self, narrowed: Mapping[str, Domain], requested_solutions: int
    ) -> Sequence[CompiledModel]:
        """None: CP-SAT searches by several threads."""
        return ()

    def set_domains(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle."""
        for name in self._narrowed:
            if name not in narrowed:
                self._set_domain(name, flattened_intervals(self._full[name]))
        for name, domain in narrowed.items():
            single = domain.size == 1
            self._set_domain(
                name, [domain.base, domain.base] if single else flattened_intervals(domain)
            )
        self._narrowed = narrowed

    def _set_domain(self, name: str, ranges: list[int]) -> None:
        if self._defined is not None and name == self._defined.name:
            self._defined.set_domain(ranges)
            return
        if name in self._literals:
            for value, literal in self._literals[name].items():
                inside = any(ranges[i] <= value <= ranges[i + 1] for i in range(0, len(ranges), 2))
                self._protos[literal].domain[1] = int(inside)
            return
        ends = self._protos[self._indices[name]].domain
        ends.clear()
        ends.extend(ranges)

    def hint_values(self, hint: Mapping[str, int]) -> Mapping[int, int]:
        """Return the values of the variables of a hint, by their index."""
        values: dict[int, int] = {}
        for name, hinted in hint.items():
            index = self._indices.get(name, -1)
            if index >= 0:
                values[index] = hinted
            for value, literal in self._literals.get(name, {}).items():
                values[literal] = int(value == hinted)
        return values

    def read_assignment(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution."""
        assignment = {
            name: value(index) if index >= 0 else 0 for name, index in self._indices.items()
        }
        if self._defined is not None:
            assignment[self._defined.name] = self._defined.value(value)
        for name, literals in self._literals.items():
            assignment[name] = next(v for v, literal in literals.items() if value(literal))
        return assignment

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Nothing is assumed, so CP-SAT blames nothing."""
        return None


def _tours_first(
    constraints: Sequence[Constraint],
) -> tuple[Sequence[Constraint], frozenset[str]]:
    """Return the constraints with tours first, and the variables that are a node's successor in a
    tour.

    Later constraints on a successor can then use the literals of its values; if there are none,
    CP-SAT needs no integer variable for the successor, as in textbooks.
    """
    tours = [each for each in constraints if isinstance(each, Circuit)]
    if not tours:
        return constraints, frozenset()
    names = (part.variable_name for tour in tours for part in tour.successor)
    ordered = sorted(constraints, key=lambda constraint: not isinstance(constraint, Circuit))
    return ordered, frozenset(name for name in names if name is not None)


def _quick_parameters(kind: QuickKind) -> SatParameters:
    parameters = default_parameters()
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.max_number_of_conflicts = 15
    if kind == "easy":
        parameters.cp_model_probing_level = 0
        parameters.max_presolve_iterations = 0
        parameters.auto_detect_greater_than_at_least_one_of = False
    return parameters


def _add_decision_strategies(
    model: CpModel, phases: Iterable[SearchPhase], indices: Mapping[str, int]
) -> None:
    """Add search annotations as decision strategies; ``indices`` are the variables' in the proto.

    CP-SAT takes them as advice: some of its workers search in these orders.  Phases with an order
    that CP-SAT has not are left out.
    """
    for phase in phases:
        variable_order = _VARIABLE_ORDERS.get(phase.variable_order)
        value_order = _VALUE_ORDERS.get(phase.value_order)
        if variable_order is None or value_order is None:
            continue
        strategy = model.proto.search_strategy.add()
        strategy.variable_selection_strategy = variable_order
        strategy.domain_reduction_strategy = value_order
        for name in phase.variables:
            if name in indices:
                term = strategy.exprs.add()
                term.vars.append(indices[name])
                term.coeffs.append(1)
