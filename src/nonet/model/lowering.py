"""Lowering: a model in the constraints that a backend posts, or that a language can say.

Every other constraint is rewritten by ``Constraint.decompose`` into supported constraints.  The
types that may stand inside an ``AnyOf`` are a set of their own, for there a constraint must be true
or false, and not just hold.

>>> from nonet.model import Count, Linear, Model
>>> either = AnyOf(((Count(("a", "b"), {1}, "==", 1),), (Linear.sum(("a",), "<=", 0),)))
>>> lowering = Lowering(Model({"a": [0, 1], "b": [0, 1]}).domains, {Table, Linear, AnyOf}, {Linear})
>>> lowering.add(either)
>>> [type(constraint).__name__ for constraint in lowering.posted]
['Table', 'Table', 'AnyOf']
>>> [type(part).__name__ for part in lowering.posted[-1].parts]
['Linear', 'Linear']
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import prod

from nonet.deadline import check
from nonet.errors import Unsupported
from nonet.model.constraints import AnyOf, Constraint, Count, Regular, Table
from nonet.model.constraints.base import TABLE_LIMIT, Decomposition
from nonet.model.domain import Domain


def has_only_holds(constraint: Constraint) -> bool:
    """Return whether the class of a constraint is the user's own and has ``holds`` alone, without
    a decomposition.
    """
    own = not type(constraint).__module__.startswith("nonet.")
    return own and type(constraint).decompose is Constraint.decompose


def predicate_error(constraint: Constraint) -> Unsupported | None:
    """Return the error that declines a large Python function, by name; ``None`` for another constraint."""
    from nonet.model.globals import Predicate  # a puzzle is solved without it

    if not isinstance(constraint, Predicate):
        return None
    text = constraint.description
    text = constraint.formula if text == type(constraint).__name__ else text
    return Unsupported(
        f"{text} is a Python function, and has too many combinations of values to write out (more "
        f"than {TABLE_LIMIT}): ask native or python-constraint, which call it as they search, give its "
        "variables smaller domains, or say it by constraints"
    )


ConstraintTypes = Collection[type[Constraint]]


class Lowering:
    """Constraints of types ``posts`` only, and of types ``inside`` within ``AnyOf``.

    ``domains`` grows by new variables, which are functions of the other variables; ``posted`` are
    the added constraints, rewritten.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        supported: ConstraintTypes,
        supported_inside: ConstraintTypes,
    ) -> None:
        self.domains = dict(domains)
        self.posted: list[Constraint] = []
        self.posts, self.inside = supported, supported_inside
        self._numbers = count(1)

    def fresh_name(self, part: str) -> str:
        """A name that no variable has."""
        while (name := f"~{part}{next(self._numbers)}") in self.domains:
            pass
        return name

    def simplified(self, constraint: Constraint) -> list[Constraint]:
        """Return the constraints to add in place of a constraint: itself, or a shorter form."""
        return [constraint]

    def is_handled_elsewhere(self, constraint: Constraint) -> bool:
        """Return whether the constraint is enforced in another way, without being posted."""
        return False

    def unsupported_error(self, constraint: Constraint) -> Unsupported:
        """The error that declines a constraint, by name."""
        return Unsupported(
            f"{constraint.description} ({type(constraint).__name__}) has no such form"
        )

    def _error_for(self, constraint: Constraint) -> Unsupported:
        if (error := predicate_error(constraint)) is not None:
            return error
        if not has_only_holds(constraint):
            return self.unsupported_error(constraint)
        return Unsupported(
            f"{type(constraint).__name__} ({constraint.description}) says only whether it holds, and "
            "has too many combinations of values to write out: give its class a method decompose, "
            'or ask "native:level=generate-and-test", which tries them all'
        )

    def add(self, constraint: Constraint) -> None:
        """Post ``constraint`` or its decomposition; raise :meth:`unsupported_error` if there is no
        decomposition.
        """
        waiting = self.simplified(constraint)[::-1]
        while waiting:
            check()
            each = waiting.pop()
            if self.is_handled_elsewhere(each):
                continue
            if self._is_supported(each):
                self.posted.append(each)
            else:
                parts = self._with_simple_groups(each) if isinstance(each, AnyOf) else None
                if parts is None:
                    parts = self._parts(each)
                waiting.extend(
                    p for part in reversed(parts) for p in reversed(self.simplified(part))
                )

    def lowered(self, constraint: Constraint) -> list[Constraint]:
        """Return what ``add`` posts for a constraint; ``posted`` has this alone."""
        self.posted = []
        self.add(constraint)
        return self.posted

    def _parts(self, constraint: Constraint) -> Sequence[Constraint]:
        if type(constraint) in self.posts and constraint.is_composed:
            from nonet.model.expressions.encoding import with_flat_operands

            decomposition: Decomposition | None = with_flat_operands(
                constraint, self.domains, self.fresh_name
            )
        else:
            decomposition = self._decomposition(constraint)
        if decomposition is None:
            raise self._error_for(constraint)
        self.domains.update(decomposition.auxiliary)
        return decomposition.constraints

    def _decomposition(self, constraint: Constraint) -> Decomposition | None:
        """Return simpler constraints: of a class that has only ``holds``, its table if small."""
        decomposition = constraint.decompose(self.domains, self.fresh_name)
        if decomposition is None and has_only_holds(constraint):
            scope = tuple(dict.fromkeys(constraint.scope))
            if prod(len(self.domains[name]) for name in scope) <= TABLE_LIMIT:
                table = Table.of_test(scope, self.domains, constraint.holds, rule=constraint.rule)
                return Decomposition((table,))
        return decomposition

    def _is_supported(self, constraint: Constraint) -> bool:
        if type(constraint) not in self.posts:
            return False
        if constraint.is_composed and not constraint.is_flat:
            return False  # posted once its operands are weighted sums
        if constraint.depth == 1:  # none of its parts has parts
            return set(map(type, constraint.parts)).issubset(self.inside)
        waiting = list(constraint.parts)
        while waiting:
            each = waiting.pop()
            if type(each) not in self.inside and not isinstance(each, AnyOf):
                return False
            waiting.extend(each.parts)
        return True

    # -- inside AnyOf ---------------------------------------------------------------------

    def _with_simple_groups(self, any_of: AnyOf) -> Sequence[Constraint] | None:
        """Return an AnyOf with simple groups; ``None`` if a part has no simple form."""
        if AnyOf not in self.posts:
            return None
        before, posted = dict(self.domains), len(self.posted)
        try:
            return self._simple_parts(any_of)
        except (Unsupported, RecursionError) as error:  # what was begun is undone
            self.domains = before
            del self.posted[posted:]
            decomposition = any_of.decompose(self.domains, self.fresh_name)
            if decomposition is None:
                raise (
                    error if isinstance(error, Unsupported) else self.unsupported_error(any_of)
                ) from None
            self.domains.update(decomposition.auxiliary)
            return decomposition.constraints

    def _simple_parts(self, constraint: Constraint) -> list[Constraint]:
        if isinstance(constraint, AnyOf):
            groups = tuple(
                tuple(piece for part in group for piece in self._simple_parts(part))
                for group in constraint.groups
            )
            return [replace(constraint, groups=groups)] if all(groups) else []
        if type(constraint) in self.inside:
            return [constraint]
        if isinstance(constraint, Regular):
            return self._final_state(constraint)
        decomposition = self._decomposition(constraint)
        if decomposition is None or (decomposition.auxiliary and not isinstance(constraint, Count)):
            raise self._error_for(constraint)
        self.domains.update(decomposition.auxiliary)
        if isinstance(constraint, Count):  # all but the sum only say what the new variables are
            *definitions, total = decomposition.constraints
            for definition in definitions:
                self.add(definition)
            return self._simple_parts(total)
        tidied = [piece for part in decomposition.constraints for piece in self.simplified(part)]
        return [simple for piece in tidied for simple in self._simple_parts(piece)]

    def _final_state(self, constraint: Regular) -> list[Constraint]:
        """The automaton's run by tables that never fail, and "its last state is accepting"."""
        automaton, before = constraint.automaton, ""
        number = automaton.state_numbers
        step = {(number[s], value): number[t] for s, value, t in automaton.transitions}
        sink, reached = len(number), {0}
        for variable in constraint.scope:
            rows = {
                (state, value, step.get((state, value), sink))
                for state in reached
                for value in self.domains[variable]
            }
            reached = {t for _, _, t in rows}
            state_after = self.fresh_name("state")
            self.domains[state_after] = Domain.of(reached)
            scope = (before, variable, state_after) if before else (variable, state_after)
            tuples = frozenset(row[3 - len(scope) :] for row in rows)
            self.add(Table(scope, tuples, rule=constraint.rule))
            before = state_after
        accepting = frozenset(
            (n,) for s, n in number.items() if s in automaton.accepting and n in reached
        )
        last = Table((before,), accepting, rule=constraint.rule)
        return [simple for piece in self.simplified(last) for simple in self._simple_parts(piece)]
