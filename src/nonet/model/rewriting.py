"""Models of one declaration: the same puzzle said in six ways, each a model of its own.

====================  =========================================================
``alldifferent``      as declared
``pairwise``          each AllDifferent as "different" for every pair
``redundant``         as declared, and for each unit with as many variables as values
                      "each value occurs once" (implied, so that solvers that do not
                      see it are told)
``exact-cover``       a 0/1 variable for each variable and value; of each group (the
                      values of a variable, the places of a value in a unit) exactly
                      one is chosen, or at most one where a unit need not hold it
``linear``            the same variables under sums compared with 1; sums of the
                      declaration become sums of these
``clauses``           the same variables under clauses: at least one, no two
====================  =========================================================

A rewriting knows the way back, so its solutions are checked against the declaration.

>>> from nonet.model import AllDifferent, Model
>>> model = Model({"x": [1, 2], "y": [1, 2]}, [AllDifferent(("x", "y"))])
>>> cover = rewrite(model.narrow({"x": [2]}), "exact-cover")
>>> cover.model.variables
('x=1', 'x=2', 'y=1', 'y=2')
>>> cover.decode_solution({"x=1": 0, "x=2": 1, "y=1": 1, "y=2": 0})
{'x': 2, 'y': 1}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import Literal, get_args

from nonet.errors import ModelError, Unsupported
from nonet.model.constraints import AllDifferent, Assignment, Constraint, Count, Linear
from nonet.model.constraints.base import Annotation
from nonet.model.domain import Domain
from nonet.model.model import Model
from nonet.model.objective import Objective
from nonet.model.structure import Structure, units

Form = Literal["alldifferent", "pairwise", "redundant", "exact-cover", "linear", "clauses"]
FORMS: tuple[Form, ...] = get_args(Form)

MOST_CLAUSES = 20_000
"""Combinations of one constraint that are written out as clauses."""


@dataclass(frozen=True)
class Rewriting:
    """A declaration said another way.

    ``model`` is the new model; ``literals`` maps its 0/1 variables to the variable and value of the
    declaration, and is empty if the model has the declaration's own variables.
    """

    form: Form
    model: Model
    literals: Mapping[str, tuple[str, int]]
    original: Model

    def decode_solution(self, assignment: Assignment) -> dict[str, int]:
        """Return a solution of the new model as a solution of the declaration."""
        if not self.literals:
            return {name: assignment[name] for name in self.original.variables}
        chosen = dict(self.literals[name] for name in self.literals if assignment[name])
        return {name: chosen[name] for name in self.original.variables}

    def remaining_values(self, domains: Mapping[str, Domain]) -> int:
        """How many values of the declaration's variables some domains of the new model leave."""
        if not self.literals:
            return sum(len(domains[name]) for name in self.original.variables)
        return sum(1 in domains[name] for name in self.literals)

    @property
    def size(self) -> dict[str, int]:
        """Variables, values, constraints and the sum of the lengths of their scopes."""
        structure = self.model.structure
        return {
            "variables": len(structure.variables),
            "values": sum(map(len, structure.domains.values())),
            "constraints": len(structure.constraints),
            "scopes": sum(len(constraint.scope) for constraint in structure.constraints),
        }


def rewrite(model: Model, form: Form) -> Rewriting:
    """The model in another form; structures are rewritten once and kept.

    Raises ``Unsupported``, naming the constraint, if the form cannot express the constraint, and
    ``ModelError`` for an unknown form.
    """
    if form not in FORMS:
        raise ModelError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
    structure, literals = _rewritten(model.structure, form)
    if not literals:
        return Rewriting(form, Model.from_structure(structure, model.narrowed), literals, model)
    narrowed: dict[str, Domain] = {}
    for literal, (name, value) in literals.items():
        if name in model.narrowed:
            domain = model.narrowed[name]
            if value not in domain:
                narrowed[literal] = Domain.single(0)
            elif domain.is_single:
                narrowed[literal] = Domain.single(1)
    return Rewriting(form, Model.from_structure(structure, narrowed), literals, model)


@lru_cache(maxsize=64)
def _rewritten(structure: Structure, form: Form) -> tuple[Structure, dict[str, tuple[str, int]]]:
    if form == "alldifferent":
        return structure, {}
    if form in ("pairwise", "redundant"):
        rewritten = _pairwise(structure) if form == "pairwise" else _redundant(structure)
        return Structure(structure.domains, tuple(rewritten), structure.objective), {}
    literals = {
        literal(name, value): (name, value)
        for name, domain in structure.domains.items()
        for value in domain
    }
    say = {"exact-cover": _exact_cover, "linear": _linear, "clauses": _clauses}[form]
    zero_one = dict.fromkeys(literals, Domain.range(0, 1))
    return Structure(zero_one, tuple(say(structure)), _literal_objective(structure)), literals


def _literal_objective(structure: Structure) -> Objective | None:
    """Return the objective over 0/1 variables; ``None`` if all coefficients are 0."""
    objective = structure.objective
    if objective is None:
        return None
    terms = {
        literal(name, value): c * value
        for c, name in zip(objective.coefficients, objective.scope, strict=True)
        for value in structure.domains[name]
    }
    if not any(terms.values()):
        return None
    sums = tuple(terms), tuple(terms.values()), objective.constant
    return Objective(objective.sense, *sums, objective.label)


def literal(name: str, value: int) -> str:
    """The name of the 0/1 variable that says "this variable has this value"."""
    return f"{name}={value}"


# -- the declaration's own variables ---------------------------------------------------


def _pairwise(structure: Structure) -> Iterator[Constraint]:
    seen: set[frozenset[str]] = set()
    for constraint in structure.constraints:
        if type(constraint) is not AllDifferent:
            yield constraint
            continue
        for x, y in combinations(constraint.scope, 2):
            if frozenset((x, y)) not in seen:
                seen.add(frozenset((x, y)))
                yield Linear((x, y), (1, -1), "!=", 0, rule=constraint.rule)


def _redundant(structure: Structure) -> Iterator[Constraint]:
    yield from structure.constraints
    for unit, values in units(structure):
        for value in sorted(values):
            rule = Annotation(unit.rule.kind, f"a place for {value} in {unit.description}")
            yield Count(unit.scope, frozenset([value]), "==", 1, rule=rule)


# -- a 0/1 variable for each value -----------------------------------------------------------


def _at_most_one_groups(structure: Structure) -> Iterator[tuple[tuple[str, ...], bool, Annotation]]:
    """Yield groups of literals with at most one true, whether one must be, and their words."""
    for name, domain in structure.domains.items():
        rule = Annotation("cell", f"a value for {name}", f"{name} has exactly one value")
        yield tuple(literal(name, value) for value in domain), True, rule
    for unit in structure.constraints:
        if type(unit) is not AllDifferent:
            continue
        values = sorted({v for name in unit.scope for v in structure.domains[name]})
        full = len(values) == len(unit.scope)
        for value in values:
            places = [name for name in unit.scope if value in structure.domains[name]]
            if full or len(places) > 1:
                rule = Annotation(unit.rule.kind, f"a place for {value} in {unit.description}")
                yield tuple(literal(name, value) for name in places), full, rule


def _other_constraints(structure: Structure) -> Iterator[Constraint]:
    return (c for c in structure.constraints if type(c) is not AllDifferent)


def _exact_cover(structure: Structure) -> Iterator[Constraint]:
    for constraint in _other_constraints(structure):
        raise Unsupported(
            f"exact cover says nothing but 'all different', and there is {constraint.description}: "
            "choose another form, such as clauses"
        )
    for group, must, rule in _at_most_one_groups(structure):
        yield Count(group, frozenset([1]), "==" if must else "<=", 1, rule=rule)


def _linear(structure: Structure) -> Iterator[Constraint]:
    for group, must, rule in _at_most_one_groups(structure):
        yield Linear.sum(group, "==" if must else "<=", 1, rule=rule)
    for constraint in _other_constraints(structure):
        if not isinstance(constraint, Linear):
            raise Unsupported(
                f"sums of 0/1 variables cannot express {constraint.description} "
                f"({type(constraint).__name__}): choose another form, such as clauses"
            )
        terms = [
            (literal(name, value), coefficient * value)
            for name, coefficient in zip(constraint.scope, constraint.coefficients, strict=True)
            for value in structure.domains[name]
        ]
        scope, coefficients = zip(*terms, strict=True)
        op, number = constraint.op, constraint.constant
        yield Linear(scope, coefficients, op, number, rule=constraint.rule)


def _clauses(structure: Structure) -> Iterator[Constraint]:
    for group, must, rule in _at_most_one_groups(structure):
        if must:
            yield clause(group, (), rule)
        for pair in combinations(group, 2):
            yield clause((), pair, rule)
    for constraint in _other_constraints(structure):
        names = tuple(dict.fromkeys(constraint.scope))
        domains = [structure.domains[name] for name in names]
        if prod(map(len, domains)) > MOST_CLAUSES:
            raise Unsupported(
                f"{constraint.description} has more than {MOST_CLAUSES} combinations, "
                "too many to forbid by a clause each: take another form, such as alldifferent"
            )
        for values in product(*domains):
            if not constraint.holds(dict(zip(names, values, strict=True))):
                yield clause((), tuple(map(literal, names, values)), constraint.rule)


def clause(true: tuple[str, ...], false: tuple[str, ...], rule: Annotation) -> Linear:
    """Return the clause that some of ``true`` is 1 or some of ``false`` is 0, as a sum."""
    coefficients = (1,) * len(true) + (-1,) * len(false)
    return Linear((*true, *false), coefficients, ">=", 1 - len(false), rule=rule)
