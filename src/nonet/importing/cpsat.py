"""Models of OR-Tools' CP-SAT, read to be traced, explained, counted and compared.

>>> from ortools.sat.python import cp_model
>>> cp = cp_model.CpModel()
>>> x, y = cp.new_int_var(0, 9, "x"), cp.new_int_var(0, 9, "y")
>>> _ = cp.add(2 * x + y == 11)
>>> cp.maximize(y - x)
>>> model = from_cpsat(cp)
>>> from nonet.solving import solve
>>> outcome = solve(model)
>>> print(outcome.solution, outcome.optimum.value)
x=1 y=9 8

OR-Tools' ``cp_model.proto`` defines the meaning of each constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nonet.errors import ModelError
from nonet.importing.flatzinc import constraints as library
from nonet.importing.relations import (
    NOTHING,
    Relation,
    Term,
    accepted,
    affine,
    all_different,
    conjunction,
    deterministic,
    disjunction,
    divided,
    element,
    equal,
    linear,
    negation,
    objective_of,
    operation,
    post,
    product_of,
    related,
    simplified,
    table,
    weighted,
)
from nonet.model import Annotation, Constraint, Domain, Model, Objective
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Xor
from nonet.model.expressions.operations import Greatest, Quotient, Remainder
from nonet.model.globals import ArcCircuit, Cumulative, NoOverlap, NoOverlap2D, Reservoir
from nonet.model.objective import Sense


def from_cpsat(model: Any) -> Model:
    """Return a ``CpModel`` of OR-Tools, or its proto, as a ``Model``.

    Variables keep their names; one without a name is ``x3`` by its number, and of several with one
    name all but the first get their numbers (``b#3``).  A constraint keeps the name that
    ``with_name`` gave.  Assumptions are constraints.  Hints and search strategies are left out.
    Raise ``ModelError`` for another object, for ``add_multiple_circuit``, for an objective with
    fractions, and for a variable with values more than 2 ** 60 apart.

    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> b = cp.new_bool_var("b")
    >>> _ = cp.add(cp.new_int_var(0, 5, "x") >= 3).only_enforce_if(b)
    >>> [constraint.formula for constraint in from_cpsat(cp).constraints]
    ['(b == 0) | (x >= 3)']
    """
    proto = model.Proto() if hasattr(model, "Proto") else model
    if not all(hasattr(proto, name) for name in ("variables", "constraints", "objective")):
        raise ModelError(f"from_cpsat takes a CpModel or its proto, not {type(model).__name__}")
    return _Reader(proto).model()


class _Reader:
    def __init__(self, proto: Any) -> None:
        self._proto = proto
        self.domains: dict[str, Domain] = {}
        self._names: list[str] = []
        self._shown: tuple[str, ...] = ()
        self._constraints: list[Constraint] = []
        self._items: list[Any] = list(proto.constraints)

    def model(self) -> Model:
        for number, variable in enumerate(self._proto.variables):
            self._declare(number, variable)
        if not self._names:
            self.domains[NOTHING] = Domain.single(0)
        self._shown = tuple(self.domains)
        for number, constraint in enumerate(self._items):
            self._post(number, constraint)
        for reference in self._proto.assumptions:
            name = self._names[reference if reference >= 0 else ~reference]
            label = f"assumption {'' if reference >= 0 else 'not '}{name}"
            self._add(equal(self.literal(reference), 1), Annotation("assumption", label))
        objective = self._objective()
        model = Model(self.domains, self._constraints, objective)
        return model.with_projection(None if len(self._shown) == len(self.domains) else self._shown)

    def _declare(self, number: int, variable: Any) -> None:
        name = str(variable.name) or f"x{number}"
        if name in self.domains:
            name = f"{name}#{number}"
        try:
            self.domains[name] = Domain.from_runs(_runs(variable.domain))
        except ModelError as error:
            raise ModelError(f"variable {name!r}: {error}") from None
        self._names.append(name)

    def _post(self, number: int, constraint: Any) -> None:
        kind = _kind(constraint)
        name = str(constraint.name)
        if kind is None:
            return  # an empty constraint always holds
        where = f"constraint {number} ({kind}{', ' + name if name else ''})"
        if kind not in CONSTRAINTS:
            advice = "write one add_circuit a tour" if kind == "routes" else "nonet has no such one"
            raise ModelError(f"{where}: {advice}")
        try:
            relation = CONSTRAINTS[kind](self, getattr(constraint, kind))
            conditions = [equal(self.literal(each), 0) for each in constraint.enforcement_literal]
            if conditions:
                relation = disjunction([*conditions, relation])
            self._add(relation, Annotation("constraint", name) if name else None)
        except (ModelError, ValueError) as error:
            raise ModelError(f"{where}: {error}") from None

    def _add(self, relation: Relation, rule: Annotation | None) -> None:
        post(relation, self._constraints, self.domains, rule)
        for constraint in self._constraints[-1:]:  # here, as its number is known
            constraint.check_domains(self.domains)

    def _objective(self) -> Objective | None:
        scaled, parts = self._proto.objective, self._proto.floating_point_objective
        if len(scaled.domain):
            unscaled = self._sum(scaled.vars, scaled.coeffs, 0)
            self._add(self.within(unscaled, scaled.domain), Annotation("objective", "objective"))
        scale = 1 if len(parts.vars) else scaled.scaling_factor or 1
        goal = parts if len(parts.vars) else scaled
        factors = [_whole(scale * factor) for factor in goal.coeffs]
        total = self._sum(goal.vars, factors, _whole(scale * goal.offset))
        largest = parts.maximize if len(parts.vars) else scale < 0
        sense: Sense = "maximize" if largest else "minimize"
        return objective_of(sense, total, self.domains, self._constraints)

    # -- terms ------------------------------------------------------------------------------------

    def literal(self, reference: int) -> Term:
        """Return the 0/1 term of a literal: ``-reference - 1`` is the variable negated."""
        if reference >= 0:
            return self._names[reference]
        return Affine(((self._names[~reference], -1),), 1)

    def literals(self, references: Iterable[int]) -> list[Term]:
        return [self.literal(each) for each in references]

    def _sum(self, variables: Iterable[int], factors: Iterable[int], constant: int) -> Term:
        """Return a weighted sum; a negative reference to a variable is its negative value."""
        pairs = [
            (affine(self._names[v if v >= 0 else ~v]), int(f) if v >= 0 else -int(f))
            for v, f in zip(variables, factors, strict=True)
        ]
        return simplified(weighted([*pairs, (Affine((), 1), int(constant))]))

    def term(self, expression: Any) -> Term:
        return self._sum(expression.vars, expression.coeffs, expression.offset)

    def terms(self, part: Any, expressions: str = "exprs", references: str = "vars") -> list[Term]:
        """Return the expressions of a constraint; of older versions the variables in their place."""
        listed = getattr(part, expressions, ())
        if len(listed):
            return [self.term(each) for each in listed]
        return [self._sum([each], [1], 0) for each in getattr(part, references, ())]

    def within(self, term: Term, bounds: Iterable[int]) -> Relation:
        """Return that a term lies in a domain, whose ends may be open."""
        low, high = affine(term).bounds(self.domains)
        runs = [(max(a, low), min(b, high)) for a, b in _runs(bounds) if a <= high and b >= low]
        if len(runs) == 2 and runs[0][0] == low and runs[1] == (runs[0][1] + 2, high):
            return related(term, "!=", runs[0][1] + 1)
        return disjunction(
            conjunction([a == low or related(term, ">=", a), b == high or related(term, "<=", b)])
            if a < b
            else equal(term, a)
            for a, b in runs
        )

    def tasks(self, numbers: Iterable[int]) -> tuple[list[Term], list[Term], list[Term]]:
        """Return the starts, the sizes and the presences of intervals."""
        starts, sizes, presences = [], [], []
        for number in numbers:
            interval = self._items[number].interval
            starts.append(self.term(interval.start))
            sizes.append(self.term(interval.size))
            conditions = self.literals(self._items[number].enforcement_literal)
            presences.append(simplified(product_of(*conditions)))
        return starts, sizes, presences


def _runs(bounds: Iterable[int]) -> list[tuple[int, int]]:
    ends = iter(bounds)
    return list(zip(ends, ends, strict=True))


def _whole(number: float) -> int:
    if int(number) != number:
        raise ModelError(
            f"the objective has the number {number}: multiply it until all are integers"
        )
    return int(number)


def _kind(constraint: Any) -> str | None:
    if hasattr(constraint, "WhichOneof"):
        name: str | None = constraint.WhichOneof("constraint")
        return name
    kinds = (*CONSTRAINTS, "routes", "dummy_constraint")
    return next((kind for kind in kinds if getattr(constraint, f"has_{kind}")()), None)


def _affines(terms: Iterable[Term]) -> tuple[Affine, ...]:
    return tuple(map(affine, terms))


def _boolean_sum(op: Any) -> Callable[..., Relation]:
    def relation(reader: _Reader, part: Any) -> Relation:
        literals = reader.literals(part.literals)
        return linear([1] * len(literals), literals, op, 1)

    return relation


def _bool_xor(reader: _Reader, part: Any) -> Relation:
    parts = [equal(each, 1) for each in reader.literals(part.literals)]
    if len(parts) < 2:
        return bool(parts) and parts[0]
    return Xor(tuple(parts))  # type: ignore[arg-type]


def _division(kind: type[Quotient] | type[Remainder]) -> Callable[..., Relation]:
    def relation(reader: _Reader, part: Any) -> Relation:
        left, right = reader.terms(part)
        value, defined = divided(kind, left, right, reader.domains)
        return conjunction([defined, equal(value, reader.term(part.target))])

    return relation


def _lin_max(reader: _Reader, part: Any) -> Relation:
    terms = reader.terms(part)
    if not terms:
        return False
    return equal(operation(Greatest(_affines(terms))), reader.term(part.target))


def _element(reader: _Reader, part: Any) -> Relation:
    index, target = reader.term(part.linear_index), reader.term(part.linear_target)
    return element(index, reader.terms(part), target, 0)


def _circuit(reader: _Reader, part: Any) -> Relation:
    if not len(part.tails):
        return True
    chosen = _affines(reader.literals(part.literals))
    return ArcCircuit(tuple(part.tails), tuple(part.heads), chosen)


def _table(reader: _Reader, part: Any) -> Relation:
    terms = reader.terms(part)
    if not terms:
        return True
    size = len(terms)
    values = list(part.values)
    rows = {tuple(values[i : i + size]) for i in range(0, len(values), size)}
    relation = table(terms, rows)
    return negation(relation) if part.negated else relation


def _automaton(reader: _Reader, part: Any) -> Relation:
    steps = zip(part.transition_tail, part.transition_label, part.transition_head, strict=True)
    arcs = [(str(tail), label, str(head)) for tail, label, head in steps]
    automaton = deterministic(str(part.starting_state), map(str, part.final_states), arcs)
    return accepted(reader.terms(part), automaton)


def _reservoir(reader: _Reader, part: Any) -> Relation:
    when = reader.terms(part, "time_exprs", "")
    change = reader.terms(part, "level_changes", "")
    present = reader.literals(part.active_literals)
    return Reservoir(
        _affines(when), _affines(change), part.min_level, part.max_level, _affines(present)
    )


def _interval(reader: _Reader, part: Any) -> Relation:
    start, size, end = map(reader.term, (part.start, part.size, part.end))
    return conjunction([linear((1, 1, -1), (start, size, end), "==", 0), related(size, ">=", 0)])


def _no_overlap_2d(reader: _Reader, part: Any) -> Relation:
    x, width, in_x = reader.tasks(part.x_intervals)
    y, height, in_y = reader.tasks(part.y_intervals)
    present = [simplified(product_of(p, q)) for p, q in zip(in_x, in_y, strict=True)]
    return NoOverlap2D(*map(_affines, (x, y, width, height, present)))


def _cumulative(reader: _Reader, part: Any) -> Relation:
    starts, sizes, presences = map(_affines, reader.tasks(part.intervals))
    demands = _affines(reader.terms(part, "demands", ""))
    return Cumulative(starts, sizes, demands, affine(reader.term(part.capacity)), presences)


CONSTRAINTS: Mapping[str, Callable[[_Reader, Any], Relation]] = {
    "bool_or": _boolean_sum(">="),
    "bool_and": lambda reader, part: conjunction(
        equal(each, 1) for each in reader.literals(part.literals)
    ),
    "at_most_one": _boolean_sum("<="),
    "exactly_one": _boolean_sum("=="),
    "bool_xor": _bool_xor,
    "int_div": _division(Quotient),
    "int_mod": _division(Remainder),
    "int_prod": lambda reader, part: equal(
        simplified(product_of(*reader.terms(part))), reader.term(part.target)
    ),
    "lin_max": _lin_max,
    "linear": lambda reader, part: reader.within(
        reader._sum(part.vars, part.coeffs, 0), part.domain
    ),
    "all_diff": lambda reader, part: all_different(reader.terms(part)),
    "element": _element,
    "circuit": _circuit,
    "table": _table,
    "automaton": _automaton,
    "inverse": lambda reader, part: library.inverse(
        reader.terms(part, "", "f_direct"), reader.terms(part, "", "f_inverse"), 0, 0
    ),
    "reservoir": _reservoir,
    "interval": _interval,
    "no_overlap": lambda reader, part: NoOverlap(*map(_affines, reader.tasks(part.intervals))),
    "no_overlap_2d": _no_overlap_2d,
    "cumulative": _cumulative,
}
"""For each constraint of the proto that is read, its reader."""
