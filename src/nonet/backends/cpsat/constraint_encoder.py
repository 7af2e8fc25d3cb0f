"""The constraints of a structure, said of the Booleans of values.

* a cage (a sum of different variables) by its combinations: a selector for each, exactly one
  true; each value has exactly one place in the cage, or a combination without the value is
  selected;
* any relation of two variables by supports: a value needs one of its partners;
* the automata of X-sums and sandwiches by sets of values too (``nonet.encoding.clauses.line_sums``);
* other sums as sums of the Booleans, or, where they are short, by groups;
* other automata, tables, counts and elements by the clauses of the SAT backend;
* ``AnyOf`` by literals for the truth of its parts (``reification.py``).

And the sums that units and cages imply are said too (``nonet.encoding.implied_sums``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from nonet.backends.cpsat.binary_relations import allowed_pairs, value_conflicts
from nonet.backends.cpsat.direct_encoding import DirectEncoding
from nonet.backends.cpsat.disjunctions import post_any_of
from nonet.backends.cpsat.grid_model import (
    add_all_different,
    add_clause,
    add_exactly_one,
    new_booleans,
)
from nonet.deadline import check
from nonet.encoding.clauses.encoders import encode_constraint
from nonet.encoding.clauses.line_sums import LineSumEncoder
from nonet.encoding.clauses.sum_equations import SumEquationEncoder
from nonet.encoding.clauses.sum_groups import SumGroups, encode_grouped_sum, group_finder
from nonet.encoding.clauses.templates import add_from_template
from nonet.encoding.implied_sums import (
    cage_predicate,
    combinations_of,
    implied_sums,
    is_small_search,
    split_by_value,
)
from nonet.model import AllDifferent, AnyOf, Constraint, Linear, Regular, Structure, Table

MAX_GROUPED_SUM_LENGTH = 12
"""Maximum number of variables of a sum that is encoded by partial sums; a longer sum is a sum of
the Booleans."""

MAX_PAIRS = 2_000
"""Most pairs of values of a relation that is said by supports."""


class ConstraintEncoder:
    """Says the constraints of a structure whose units are said."""

    def __init__(
        self, encoding: DirectEncoding, structure: Structure, different: Sequence[Sequence[str]]
    ) -> None:
        self.encoding = encoding
        self.structure = structure
        self.units = [frozenset(scope) for scope in different]
        self.is_cage = cage_predicate(structure)
        self.all_different_scopes: set[frozenset[str]] = set()
        """Scopes of AllDifferents that the encoding of a sum implies."""
        self.uses_only_value_sets = True
        """Whether all but AllDifferent is said by the sets of values that variables may have."""

    def encode_all(self) -> None:
        """Encode all constraints, and the sums that units and cages imply; leave out AllDifferents
        that other constraints imply."""
        given = self.structure.constraints
        implied = [] if is_small_search(self.structure) else implied_sums(self.structure)
        for constraint in given:
            if isinstance(constraint, Regular) and self.line_encoder.encode(constraint):
                continue
            if type(constraint) is not AllDifferent:
                self.encode(constraint)
                self.uses_only_value_sets = self.uses_only_value_sets and self.is_cage(constraint)
        for linear in implied:
            self.encode_implied_sum(linear)
        for constraint in given:
            if type(constraint) is AllDifferent:
                scope = frozenset(constraint.scope)
                if scope not in self.all_different_scopes and not any(
                    map(scope.issubset, self.units)
                ):
                    self.all_different_scopes.add(scope)
                    values = self.encoding.value_literals
                    add_all_different(
                        self.encoding.model, [values[name] for name in constraint.scope]
                    )

    def encode(self, constraint: Constraint) -> None:
        """Encode a constraint over the Booleans of values."""
        check()
        encoding = self.encoding
        scope = tuple(dict.fromkeys(constraint.scope))
        if len(scope) == 2 and self._pair_count(scope) <= MAX_PAIRS:
            self._encode_supports(scope, allowed_pairs(constraint, scope, encoding.domains))
        elif isinstance(constraint, Linear):
            if not self._encode_combinations(constraint):
                self._encode_sum(constraint)
        elif isinstance(constraint, AnyOf):
            post_any_of(encoding, constraint)
        else:
            encode_constraint(encoding.cnf, constraint)

    @cached_property
    def line_encoder(self) -> LineSumEncoder:
        """Says the automata of lines that come to sets of values."""
        return LineSumEncoder(self.encoding.cnf, self.structure)

    @cached_property
    def find_groups(self) -> Callable[[Linear], SumGroups]:
        """Tells the groups of a sum that differ."""
        return group_finder(self.structure)

    @cached_property
    def equation_encoder(self) -> SumEquationEncoder:
        """Says the equations of two sums."""
        return SumEquationEncoder(self.encoding.cnf, self.find_groups)

    def encode_implied_sum(self, linear: Linear) -> None:
        """Encode an implied sum: a pair or a cage exactly, other sums as sums of the Booleans,
        which is quick."""
        if len(linear.scope) == 2:
            self.encode(linear)
        elif not self._encode_combinations(linear):
            self._encode_boolean_sum(linear)

    def _pair_count(self, scope: Sequence[str]) -> int:
        first, second = scope
        return len(self.encoding.domains[first]) * len(self.encoding.domains[second])

    def _encode_supports(self, scope: Sequence[str], pairs: frozenset[tuple[int, int]]) -> None:
        """Each value needs a partner (Gent, "Arc consistency in SAT", ECAI 2002)."""
        model = self.encoding.model
        first, second = (self.encoding.value_literals[name] for name in scope)
        at_first, at_second = value_conflicts(pairs, tuple(first), tuple(second))
        for literals, supports, ruled_out in (
            (first, second, at_first),
            (second, first, at_second),
        ):
            for value, clash, partners in ruled_out:
                if not partners:
                    add_clause(model, [-1 - literals[value]])
                elif len(clash) > 1:
                    add_clause(model, [-1 - literals[value], *(supports[v] for v in partners)])
                elif literals is first:  # else it is said already
                    add_clause(model, [-1 - literals[value], -1 - supports[clash[0]]])

    def _encode_combinations(self, linear: Linear) -> bool:
        """Encode a cage by its combinations; return ``False`` if the sum is no cage, or has too
        many combinations."""
        if not self.is_cage(linear):
            return False
        domains = [self.encoding.domains[name] for name in linear.scope]
        combinations = combinations_of(domains, linear.constant)
        if combinations is not None:
            self._encode_cage(linear.scope, combinations)
        return combinations is not None

    def _encode_sum(self, linear: Linear) -> None:
        """Encode a sum of few variables by groups of different variables; a long sum over the
        Booleans."""
        if 2 < len(linear.scope) <= MAX_GROUPED_SUM_LENGTH and linear.op != "!=":
            if not self.equation_encoder.encode(linear):
                add_from_template(
                    self.encoding.cnf, linear, encode_grouped_sum, self.find_groups(linear)
                )
        else:
            self._encode_boolean_sum(linear)

    def _encode_boolean_sum(self, linear: Linear) -> None:
        comparison = self.encoding.comparison_of_linear(linear)
        if isinstance(comparison, Table):
            encode_constraint(self.encoding.cnf, comparison)
        else:
            self.encoding.post(comparison)

    def _encode_cage(self, scope: Sequence[str], combinations: tuple[tuple[int, ...], ...]) -> None:
        """Encode that each value is in the cage once, or a combination without the value is
        selected."""
        model, literals = (
            self.encoding.model,
            [self.encoding.value_literals[name] for name in scope],
        )
        if not combinations:
            self.encoding.fail()
            return
        self.all_different_scopes.add(frozenset(scope))
        selectors = new_booleans(model, len(combinations)) if len(combinations) > 1 else range(0)
        if selectors:
            add_exactly_one(model, selectors)
        having = split_by_value(combinations)
        for value in dict.fromkeys(value for of_value in literals for value in of_value):
            places = [of_value[value] for of_value in literals if value in of_value]
            if value not in having:
                for place in places:
                    add_clause(model, [-1 - place])
            else:
                places += [selectors[number] for number in having[value][1]]
                add_exactly_one(model, places)
