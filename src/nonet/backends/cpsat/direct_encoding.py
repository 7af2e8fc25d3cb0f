"""The direct encoding in CP-SAT: a Boolean for each variable and value, and no integer variable.

What ``integer_encoding.py`` says of integer variables is said of these Booleans, whose indices are
the literals here: CP-SAT writes "not ``b``" as ``-1 - b``, which is Python's ``~b``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ortools.sat.python import cp_model

from nonet.backends.cpsat.cnf import CpSatCnf
from nonet.backends.cpsat.grid_model import (
    add_clause,
    add_exactly_one,
    build_grid_model,
    new_booleans,
)
from nonet.backends.cpsat.integer_encoding import (
    IntegerEncoding,
    Interval,
    LinearTerms,
    Lit,
    WeightedSum,
)
from nonet.model import Domain


class DirectEncoding(IntegerEncoding):
    """CP-SAT's model of Booleans: ``value_literals`` has the one of each variable and value."""

    def __init__(self, domains: Mapping[str, Domain], different: Iterable[Sequence[str]]) -> None:
        model, self.value_literals = build_grid_model(domains, different)
        super().__init__(domains, model)
        self.cnf = CpSatCnf(model, self.value_literals)

    def _declare_variables(self) -> dict[str, cp_model.IntVar]:
        return {}

    def _constant_literals(self) -> tuple[Lit, Lit]:
        (found,) = new_booleans(self.model, 1)
        self.model.proto.variables[found].domain[0] = 1
        return found, ~found

    def declare(self, name: str, domain: Domain) -> None:
        self.domains[name] = domain
        literals = new_booleans(self.model, len(domain))
        self.value_literals[name] = dict(zip(domain, literals, strict=True))
        self.cnf.register_variable(name, self.value_literals[name])
        add_exactly_one(self.model, literals)

    def membership_literal(self, name: str, values: Iterable[int]) -> Lit:
        domain, of_value = self.domains[name], self.value_literals[name]
        values = tuple(values)
        if len(values) == 1:
            return of_value.get(values[0], self.false)
        inside = Domain.of(value for value in values if value in domain)
        key = name, inside
        if key not in self._membership_literals:
            outside = domain - inside
            if not inside or not outside:
                return self.true if inside else self.false
            if len(inside) <= len(outside):
                found = self.or_literal(of_value[value] for value in inside)
            else:
                found = ~self.or_literal(of_value[value] for value in outside)
            self._membership_literals[key], self._membership_literals[name, outside] = found, ~found
        return self._membership_literals[key]

    def or_literal(self, literals: Iterable[Lit]) -> Lit:
        literals = list(literals)
        if len(literals) < 2:
            return literals[0] if literals else self.false
        found = self.new_literal()
        add_clause(self.model, [*literals, ~found])
        none = self.model.proto.constraints.add()  # "not found": none of them
        none.enforcement_literal.append(~found)
        none.bool_and.literals.extend([~literal for literal in literals])
        return found

    def new_literal(self) -> Lit:
        return new_booleans(self.model, 1)[0]

    def add_clause(self, literals: Iterable[Lit]) -> None:
        add_clause(self.model, literals)

    def post_sum_in(
        self, total: WeightedSum, inside: Sequence[Interval], where: Sequence[Lit] = ()
    ) -> None:
        shift = 0
        times: dict[int, int] = {}
        for term, coefficient in zip(total.terms, total.coefficients, strict=True):
            if term < 0:  # "not b" is 1 - b
                shift += coefficient
                times[~term] = times.get(~term, 0) - coefficient
            else:
                times[term] = times.get(term, 0) + coefficient
        posted = self.model.proto.constraints.add()
        posted.enforcement_literal.extend(list(where))
        posted.linear.vars.extend(list(times))
        posted.linear.coeffs.extend(list(times.values()))
        ends = [end - shift for interval in inside for end in interval]
        if len(ends) == 4 and ends[2] == ends[1] + 1:
            del ends[1:3]
        posted.linear.domain.extend(ends)

    def _linear_terms(self, name: str, coefficient: int) -> LinearTerms:
        """By how much each value is above the least, which is told by the others: one fewer."""
        lowest = self.domains[name].base
        above = [
            (x, value - lowest) for value, x in self.value_literals[name].items() if value != lowest
        ]
        return LinearTerms(
            [literal for literal, _ in above],
            [(0, 1)] * len(above),
            [coefficient * more for _, more in above],
            coefficient * lowest,
        )
