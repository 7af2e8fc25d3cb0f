"""Rewriting for a language: to constraints that it has and that do not always hold.

After :func:`simplify`, a table has each variable once and only tuples within
the domains, an automaton only states on a way from start to acceptance, an
``AllDifferent`` at least two variables, an ``AnyOf`` at least two groups, and a
constraint that cannot hold is a comparison that plainly fails.

>>> from nonet.model import AnyOf, Count, Linear
>>> either = AnyOf(((Count(("a", "b"), {1}, "==", 1),), (Linear.sum(("a",), "<=", 0),)))
>>> small = simplify(Model({"a": [0, 1], "b": [0, 1]}, [either]), {Table, Linear, AnyOf}, {Linear})
>>> [type(constraint).__name__ for constraint in small.constraints]
['Table', 'Table', 'AnyOf']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    Annotation,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints import PRIMITIVES
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.lowering import ConstraintTypes, Lowering


def simplify(
    model: Model,
    posts: ConstraintTypes = PRIMITIVES,
    inside: ConstraintTypes = PRIMITIVES,
    writes: Callable[[Constraint, Mapping[str, Domain]], bool] | None = None,
) -> Model:
    """``model`` in constraints of types ``posts``; within ``AnyOf``, of types ``inside``.

    New variables come after the model's own and are determined by the model's own.  A
    constraint of expressions that the language ``writes`` as declared is kept as declared.
    """
    rewriting = _Simplifier(model.structure.domains, posts, inside)
    rewriting.writes = writes
    for constraint in model.constraints:
        rewriting.add(constraint)
    grown = Model(rewriting.domains, rewriting.posted, model.objective)
    return Model.from_structure(grown.structure, model.narrowed)


def _is_of_expressions(constraint: Constraint) -> bool:
    return constraint.is_composed or any(map(_is_of_expressions, constraint.parts))


class _Simplifier(Lowering):
    writes: Callable[[Constraint, Mapping[str, Domain]], bool] | None = None

    def _is_supported(self, constraint: Constraint) -> bool:
        if self.writes is not None and _is_of_expressions(constraint):
            return self.writes(constraint, self.domains) or super()._is_supported(constraint)
        return super()._is_supported(constraint)

    def fresh_name(self, part: str) -> str:
        """A name no variable has, and that programs can show."""
        while (name := f"{part}_{next(self._numbers)}") in self.domains:
            pass
        return name

    def unsupported_error(self, constraint: Constraint) -> Unsupported:
        return unsupported_error(constraint)

    def simplified(self, constraint: Constraint) -> list[Constraint]:
        """Return the constraint without redundant parts; empty if the constraint always holds."""
        tidy = _SIMPLIFIERS.get(type(constraint))
        return tidy(self, constraint) if tidy else [constraint]

    def false_constraint(self, scope: tuple[str, ...], rule: Annotation) -> list[Constraint]:
        """A comparison that plainly fails."""
        return [Linear(scope[:1], (1,), "<=", min(self.domains[scope[0]]) - 1, rule=rule)]

    def _all_different(self, constraint: AllDifferent) -> list[Constraint]:
        return [constraint] if len(constraint.scope) > 1 else []

    def _linear(self, constraint: Linear) -> list[Constraint]:
        scope, rule = constraint.scope, constraint.rule
        if not any(constraint.coefficients):
            holds = COMPARE[constraint.op](0, constraint.constant)
            return [] if holds else self.false_constraint(scope, rule)
        values = self.domains[scope[0]]
        can_hold = len(scope) > 1 or any(constraint.holds({scope[0]: value}) for value in values)
        return [constraint] if can_hold else self.false_constraint(scope, rule)

    def _table(self, constraint: Table) -> list[Constraint]:
        scope = tuple(dict.fromkeys(constraint.scope))
        first = [constraint.scope.index(name) for name in scope]
        of = [scope.index(name) for name in constraint.scope]
        tuples = set()
        for row in constraint.tuples:
            short = tuple(row[i] for i in first)
            fits = all(v in self.domains[name] for v, name in zip(short, scope, strict=True))
            if fits and all(short[i] == value for i, value in zip(of, row, strict=True)):
                tuples.add(short)
        if not tuples:
            return self.false_constraint(scope, constraint.rule)
        return [replace(constraint, scope=scope, tuples=frozenset(tuples))]

    def _regular(self, constraint: Regular) -> list[Constraint]:
        """Without states that cannot be reached, or from which acceptance cannot be."""
        automaton = constraint.automaton
        layers = [{automaton.start}]
        arcs: list[set[tuple[int, int, int]]] = []
        for variable in constraint.scope:
            arcs.append(
                {
                    (s, value, t)
                    for s, value, t in automaton.transitions
                    if s in layers[-1] and value in self.domains[variable]
                }
            )
            layers.append({t for _, _, t in arcs[-1]})
        alive = layers[-1] & automaton.accepting
        accepting, useful = frozenset(alive), set()
        for layer in reversed(arcs):
            good = {arc for arc in layer if arc[2] in alive}
            useful |= good
            alive = {s for s, _, _ in good}
        if not alive:
            return self.false_constraint(constraint.scope, constraint.rule)
        return [replace(constraint, automaton=Automaton(automaton.start, accepting, useful))]

    def _count(self, constraint: Count) -> list[Constraint]:
        """A count of values that none can take is 0."""
        if any(value in self.domains[v] for v in constraint.counted for value in constraint.values):
            return [constraint]
        rule, number = constraint.rule, constraint.number
        if isinstance(number, int):
            holds = COMPARE[constraint.op](0, number)
            return [] if holds else self.false_constraint(constraint.scope, rule)
        flipped: dict[str, Comparison] = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<="}
        return [Linear((number,), (1,), flipped[constraint.op], 0, rule=rule)]

    def _any_of(self, constraint: AnyOf) -> list[Constraint]:
        groups = []
        for group in constraint.groups:
            parts = [piece for part in group for piece in self.simplified(part)]
            if not parts:
                return []
            if not any(self._is_false_constraint(part) for part in parts):
                groups.append(tuple(parts))
        if not groups:
            return self.false_constraint(constraint.scope, constraint.rule)
        if len(groups) == 1:
            return list(groups[0])
        return [replace(constraint, groups=tuple(groups))]

    def _is_false_constraint(self, part: Constraint) -> bool:
        """Return whether ``part`` is a result of :meth:`false_constraint`."""
        return (
            isinstance(part, Linear)
            and part.coefficients == (1,)
            and part.op == "<="
            and part.constant < min(self.domains[part.scope[0]])
        )


_SIMPLIFIERS: dict[type[Constraint], Callable[[_Simplifier, Any], list[Constraint]]] = {
    AllDifferent: _Simplifier._all_different,
    AnyOf: _Simplifier._any_of,
    Count: _Simplifier._count,
    Linear: _Simplifier._linear,
    Regular: _Simplifier._regular,
    Table: _Simplifier._table,
}


def unsupported_error(constraint: Constraint) -> Unsupported:
    """The error that declines a constraint, by name."""
    return Unsupported(
        f"{constraint.description} ({type(constraint).__name__}) cannot be written in this "
        "language, "
        "nor rewritten in a size that can be written out: take another language, such as cpsat"
    )
