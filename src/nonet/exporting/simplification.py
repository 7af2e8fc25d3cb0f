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

from nonet.errors import Unsupported
from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Domain,
    Linear,
    Model,
    Regular,
    Table,
)
from nonet.model.constraints import PRIMITIVES
from nonet.model.constraints.primitives import COMPARE
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
        parts = self._possible(constraint)
        if parts is None:  # a comparison that plainly fails
            name = constraint.scope[0]
            least = min(self.domains[name])
            return [Linear((name,), (1,), "<=", least - 1, rule=constraint.rule)]
        return parts

    def _possible(self, constraint: Constraint) -> list[Constraint] | None:
        """Return the constraint without redundant parts, ``None`` if it cannot hold."""
        match constraint:
            case AllDifferent():
                return [constraint] if len(constraint.scope) > 1 else []
            case AnyOf():
                return self._any_of(constraint)
            case Linear():
                if not any(constraint.coefficients):
                    return [] if COMPARE[constraint.op](0, constraint.constant) else None
                if len(constraint.scope) == 1 and not constraint.restrict(
                    self.domains[constraint.scope[0]]
                ):
                    return None
            case Regular():
                return self._regular(constraint)
            case Table():
                return self._table(constraint)
        return [constraint]

    def _table(self, constraint: Table) -> list[Constraint] | None:
        scope = tuple(dict.fromkeys(constraint.scope))
        tuples = set()
        for row in constraint.tuples:
            values = dict(zip(constraint.scope, row, strict=True))
            agrees = all(values[name] == v for name, v in zip(constraint.scope, row, strict=True))
            if agrees and all(v in self.domains[name] for name, v in values.items()):
                tuples.add(tuple(values.values()))
        return [replace(constraint, scope=scope, tuples=frozenset(tuples))] if tuples else None

    def _regular(self, constraint: Regular) -> list[Constraint] | None:
        """Without states that cannot be reached, or from which acceptance cannot be."""
        automaton = constraint.automaton
        reached, arcs = {automaton.start}, []
        for variable in constraint.scope:
            domain = self.domains[variable]
            arcs.append([a for a in automaton.transitions if a[0] in reached and a[1] in domain])
            reached = {after for _, _, after in arcs[-1]}
        alive = reached & automaton.accepting
        accepting, useful = frozenset(alive), set()
        for layer in reversed(arcs):
            useful |= (good := {arc for arc in layer if arc[2] in alive})
            alive = {state for state, _, _ in good}
        automaton = Automaton(automaton.start, accepting, useful)
        return [replace(constraint, automaton=automaton)] if alive else None

    def _any_of(self, constraint: AnyOf) -> list[Constraint] | None:
        groups = []
        for group in constraint.groups:
            parts = [self._possible(part) for part in group]
            if None not in parts:
                groups.append(tuple(piece for part in parts for piece in part or ()))
        if not all(groups):
            return []
        if len(groups) == 1:
            return list(groups[0])
        return [replace(constraint, groups=tuple(groups))] if groups else None


def unsupported_error(constraint: Constraint) -> Unsupported:
    """The error that declines a constraint, by name."""
    return Unsupported(
        f"{constraint.description} ({type(constraint).__name__}) cannot be written in this "
        "language, "
        "nor rewritten in a size that can be written out: take another language, such as cpsat"
    )
