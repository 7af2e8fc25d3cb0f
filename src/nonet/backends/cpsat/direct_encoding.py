"""The direct encoding in CP-SAT: a Boolean for each variable and value, and no integer variable.

``IntegerEncoding`` with Booleans in place of integer variables, whose indices are the literals
here: CP-SAT writes "not ``b``" as ``-1 - b``, which is Python's ``~b``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonet.backends.cpsat.cnf import CpSatCnf
from nonet.backends.cpsat.grid_model import add_exactly_one, build_grid_model, new_booleans
from nonet.backends.cpsat.integer_encoding import IntegerEncoding, Lit
from nonet.backends.cpsat.weighted_sums import LinearTerms, bounds_of
from nonet.model import Domain


class DirectEncoding(IntegerEncoding):
    """CP-SAT's model of Booleans: ``value_literals`` has the Boolean of each variable and value."""

    def __init__(self, domains: Mapping[str, Domain], different: Iterable[Sequence[str]]) -> None:
        model, self.value_literals = build_grid_model(domains, different)
        super().__init__(domains, model)
        self.cnf = CpSatCnf(model, self.value_literals)

    def _declare_variables(self) -> dict[str, int]:
        return {}

    def declare(self, name: str, domain: Domain) -> None:
        self.domains[name] = domain
        self.ranges[name] = bounds_of(domain)
        literals = new_booleans(self.model, len(domain))
        self.value_literals[name] = dict(zip(domain, literals, strict=True))
        self.cnf.register_variable(name, self.value_literals[name])
        add_exactly_one(self.model, literals)

    def equality_literal(self, name: str, value: int) -> Lit:
        return self.value_literals[name].get(value, self.false)

    def membership_literal(self, name: str, values: Iterable[int]) -> Lit:
        domain, of_value = self.domains[name], self.value_literals[name]
        values = tuple(values)
        if len(values) == 1:
            return self.equality_literal(name, values[0])
        inside = Domain.of(value for value in values if value in domain)
        key = name, inside
        if key not in self._membership_literals:
            outside = domain - inside
            if not inside or not outside:
                return self.true if inside else self.false
            if len(inside) <= len(outside):
                literal = self.or_literal(of_value[value] for value in inside)
            else:
                literal = ~self.or_literal(of_value[value] for value in outside)
            self._membership_literals[key], self._membership_literals[name, outside] = (
                literal,
                ~literal,
            )
        return self._membership_literals[key]

    def linear_terms(self, names: Sequence[str], coefficients: Sequence[int]) -> LinearTerms:
        """Return the sum as the lowest values plus each other value's distance from the lowest: one
        term fewer per variable."""
        terms: list[int] = []
        times: list[int] = []
        constant = 0
        for name, coefficient in zip(names, coefficients, strict=True):
            lowest = self.domains[name].base
            constant += coefficient * lowest
            for value, literal in self.value_literals[name].items():
                if value != lowest:
                    terms.append(literal)
                    times.append(coefficient * (value - lowest))
        return LinearTerms(terms, [(0, 1)] * len(terms), times, constant)
