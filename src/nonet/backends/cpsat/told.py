"""The constraints of a structure, said of the Booleans of values.

* a cage (a sum of different variables) by its combinations: a selector for each, exactly one
  true; each value has exactly one place in the cage, or a combination without it is selected;
* any relation of two variables by supports: a value needs one of its partners;
* the automata of X-sums and sandwiches by sets of values too (``nonet.backends.sat.lines``);
* other sums as sums of the Booleans, or, where they are short, by groups;
* other automata, tables, counts and elements by the clauses of the SAT backend;
* ``AnyOf`` by literals for the truth of its parts (``truth.py``).

And the sums that units and cages imply are said too (``nonet.model.sums``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from nonet.backends.cpsat.direct import Direct
from nonet.backends.cpsat.enforced import post_any_of
from nonet.backends.cpsat.plain import booleans, clause, differ, exactly_one
from nonet.backends.cpsat.relations import clashes, relation
from nonet.backends.sat.encoding import post
from nonet.backends.sat.groups import Parts, grouped, parts_test
from nonet.backends.sat.lines import Lines
from nonet.backends.sat.shapes import copied
from nonet.backends.sat.sides import Sides
from nonet.model import AllDifferent, AnyOf, Constraint, Linear, Regular, Structure, Table
from nonet.model.sums import (
    by_value,
    cage_test,
    combinations_of,
    implied_sums,
    is_searched_at_once,
)

MOST_SUMMED = 12
"""Most variables of a sum that is said by partial sums; a longer one is a sum of the Booleans."""

MOST_PAIRS = 2_000
"""Most pairs of values of a relation that is said by supports."""


class Told:
    """Says the constraints of a structure whose units are said."""

    def __init__(
        self, encoding: Direct, structure: Structure, different: Sequence[Sequence[str]]
    ) -> None:
        self.encoding = encoding
        self.structure = structure
        self.units = [frozenset(scope) for scope in different]
        self.is_cage = cage_test(structure)
        self.said: set[frozenset[str]] = set()
        """Variables that differ by what is said of the sum of them."""
        self.is_of_sets = True
        """Whether all but AllDifferent is said by the sets of values that variables may have."""

    def all(self) -> None:
        """Say all, and the sums that units and cages imply; but not what others imply."""
        given = self.structure.constraints
        implied = [] if is_searched_at_once(self.structure) else implied_sums(self.structure)
        for constraint in given:
            if isinstance(constraint, Regular) and self.lines.write(constraint):
                continue
            if type(constraint) is not AllDifferent:
                self.post(constraint)
                self.is_of_sets = self.is_of_sets and self.is_cage(constraint)
        for linear in implied:
            self.imply(linear)
        for constraint in given:
            if type(constraint) is AllDifferent:
                scope = frozenset(constraint.scope)
                if scope not in self.said and not any(map(scope.issubset, self.units)):
                    self.said.add(scope)
                    values = self.encoding.values
                    differ(self.encoding.model, [values[name] for name in constraint.scope])

    def post(self, constraint: Constraint) -> None:
        """Say it of Booleans."""
        encoding = self.encoding
        scope = tuple(dict.fromkeys(constraint.scope))
        if len(scope) == 2 and self._pairs(scope) <= MOST_PAIRS:
            self._supports(scope, relation(constraint, scope, encoding.domains))
        elif isinstance(constraint, Linear):
            if not self._combined(constraint):
                self._sum(constraint)
        elif isinstance(constraint, AnyOf):
            post_any_of(encoding, constraint)
        else:
            post(encoding.clauses, constraint)

    @cached_property
    def lines(self) -> Lines:
        """Says the automata of lines that come to sets of values."""
        return Lines(self.encoding.clauses, self.structure)

    @cached_property
    def parts_of(self) -> Callable[[Linear], Parts]:
        """Tells the groups of a sum that differ."""
        return parts_test(self.structure)

    @cached_property
    def sides(self) -> Sides:
        """Says the equations of two sums."""
        return Sides(self.encoding.clauses, self.parts_of)

    def imply(self, linear: Linear) -> None:
        """Say a sum that others imply: what is no cage as a sum of the Booleans, quickly."""
        if len(linear.scope) == 2:
            self.post(linear)
        elif not self._combined(linear):
            self._added(linear)

    def _pairs(self, scope: Sequence[str]) -> int:
        one, other = scope
        return len(self.encoding.domains[one]) * len(self.encoding.domains[other])

    def _supports(self, scope: Sequence[str], pairs: frozenset[tuple[int, int]]) -> None:
        """Each value needs a partner (Gent, "Arc consistency in SAT", ECAI 2002)."""
        model = self.encoding.model
        one, other = (self.encoding.values[name] for name in scope)
        at_first, at_second = clashes(pairs, tuple(one), tuple(other))
        for here, there, ruled_out in ((one, other, at_first), (other, one, at_second)):
            for value, clash, partners in ruled_out:
                if not partners:
                    clause(model, [-1 - here[value]])
                elif len(clash) > 1:
                    clause(model, [-1 - here[value], *(there[v] for v in partners)])
                elif here is one:  # else it is said already
                    clause(model, [-1 - here[value], -1 - there[clash[0]]])

    def _combined(self, linear: Linear) -> bool:
        """Say a cage by its combinations; ``False`` where it is none, or has too many."""
        if not self.is_cage(linear):
            return False
        domains = [self.encoding.domains[name] for name in linear.scope]
        combinations = combinations_of(domains, linear.constant)
        if combinations is not None:
            self._cage(linear.scope, combinations)
        return combinations is not None

    def _sum(self, linear: Linear) -> None:
        """Say a sum by those of its groups that differ; a long one of the Booleans."""
        if 2 < len(linear.scope) <= MOST_SUMMED and linear.op != "!=":
            if not self.sides.write(linear):
                copied(self.encoding.clauses, linear, grouped, self.parts_of(linear))
        else:
            self._added(linear)

    def _added(self, linear: Linear) -> None:
        found = self.encoding.sum_of(linear)
        if isinstance(found, Table):
            post(self.encoding.clauses, found)
        else:
            self.encoding.post(found)

    def _cage(self, scope: Sequence[str], combinations: tuple[tuple[int, ...], ...]) -> None:
        """Each value is in the cage once, or a combination without it is selected."""
        model, literals = self.encoding.model, [self.encoding.values[name] for name in scope]
        if not combinations:
            self.encoding.fail()
            return
        self.said.add(frozenset(scope))
        selectors = booleans(model, len(combinations)) if len(combinations) > 1 else range(0)
        if selectors:
            exactly_one(model, selectors)
        having = by_value(combinations)
        for value in dict.fromkeys(value for of_value in literals for value in of_value):
            places = [of_value[value] for of_value in literals if value in of_value]
            if value not in having:
                for place in places:
                    clause(model, [-1 - place])
            else:
                places += [selectors[number] for number in having[value][1]]
                exactly_one(model, places)
