"""The model of values: a Boolean for each variable and value, and any constraints on them.

What puzzles are made of is said of the Booleans alone:

* AllDifferent value by value, as in ``boolean.py``;
* a cage (a sum of different variables) by its combinations: a selector for each, exactly one
  true; each value has exactly one place in the cage, or a combination without it is selected;
* any relation of two variables by supports: a value needs one of its partners;
* other sums as sums of the Booleans.

And the sums that units and cages imply are said too (``nonet.model.sums``).  Whatever else
there is speaks of integer variables, which are declared and tied to the Booleans when first
asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product

from ortools.sat.python import cp_model

from nonet.backends.cpsat.encoding import Encoding, Lit
from nonet.backends.cpsat.integer import LARGE, MOST_QUICK
from nonet.backends.cpsat.plain import booleans, clause, differ, exactly_one, plain
from nonet.backends.cpsat.posting import POST
from nonet.backends.cpsat.search import Compiled, ReadValue, settings
from nonet.model import AllDifferent, AnyOf, Constraint, Domain, Linear, Structure
from nonet.model.constraints.linear import COMPARE, Comparison
from nonet.model.sums import (
    by_value,
    cage_test,
    combinations_of,
    implied_sums,
    is_searched_at_once,
)
from nonet.model.units import units

MOST_PAIRS = 2_000
"""Most pairs of values of a relation that is said by supports."""

EASY = 100
"""Conflicts of a look without presolve, which takes half of the time of an easy killer."""

MOST_TERMS = 500
"""Most Booleans of a sum; a longer one is a sum of integers."""


class ValuesModel:
    """A structure of any constraints without an objective, on Booleans of values."""

    aim = None

    def __init__(self, structure: Structure) -> None:
        scopes = [unit.scope for unit, _ in units(structure)]
        encoding = Values(structure.domains, scopes)
        self.model = encoding.model
        _Told(encoding, structure, scopes).all()
        self.parameters = _parameters()
        if encoding.largest > LARGE:
            self.parameters.presolve_inclusion_work_limit = 0
        small = sum(map(len, structure.domains.values())) <= MOST_QUICK
        self._glances = (_Glance(self),) if small else ()
        self._literals = {name: encoding.values[name] for name in structure.domains}
        # to read a variable: test each value's Boolean but the last, which needs no test
        self._tests = [
            (name, tuple(of_value.items())[:-1], tuple(of_value)[-1])
            for name, of_value in self._literals.items()
        ]
        self._fixed: list[int] = []

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """The model itself without presolve, unless it is large."""
        return self._glances

    def narrow(self, narrowed: Mapping[str, Domain]) -> None:
        """Give the domains of one puzzle: the Booleans of other values are false."""
        variables = self.model.proto.variables
        for literal in self._fixed:
            domain = variables[literal].domain
            domain[0], domain[1] = 0, 1
        self._fixed = [
            literal
            for name, domain in narrowed.items()
            for value, literal in self._literals[name].items()
            if value not in domain
        ]
        for literal in self._fixed:
            ends = variables[literal].domain
            ends[0] = ends[1] = 0

    def read(self, value: ReadValue) -> dict[str, int]:
        """The assignment of a solution: for each variable, the value whose Boolean is true."""
        found = {}
        for name, tests, chosen in self._tests:
            for candidate, literal in tests:
                if value(literal):
                    chosen = candidate
                    break
            found[name] = chosen
        return found

    def core(self, literals: Iterable[int]) -> tuple[str, ...] | None:
        """Nothing is assumed, so CP-SAT blames nothing."""
        return None


class _Glance:
    """A look at a model that may be easy: no presolve, and few conflicts."""

    aim = None

    def __init__(self, compiled: ValuesModel) -> None:
        self.model = compiled.model
        self.narrow, self.read, self.core = compiled.narrow, compiled.read, compiled.core
        self.parameters = _parameters()
        self.parameters.cp_model_presolve = False
        self.parameters.use_sat_inprocessing = False
        self.parameters.auto_detect_greater_than_at_least_one_of = False
        self.parameters.max_number_of_conflicts = EASY

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """None before itself."""
        return ()


class Values(Encoding):
    """CP-SAT's model with a Boolean for each variable and value; integers where asked for."""

    def __init__(self, domains: Mapping[str, Domain], different: Iterable[Sequence[str]]) -> None:
        model, self.values = plain(domains, different)
        super().__init__(domains, model)

    def _declared(self) -> dict[str, cp_model.IntVar]:
        return _Tied(self._tied)

    def declare(self, name: str, domain: Domain) -> None:
        self.domains[name] = domain
        literals = booleans(self.model, len(domain))
        self.values[name] = dict(zip(domain, literals, strict=True))
        exactly_one(self.model, literals)

    def literal(self, name: str, value: int) -> Lit:
        """The Boolean of a value, for CP-SAT's Python layer."""
        return self.model.get_bool_var_from_proto_index(self.values[name][value])

    def _tied(self, name: str) -> cp_model.IntVar:
        """An integer variable, which has a value where its Boolean is true."""
        variable = self._variable(name, self.domains[name])
        for value in self.values[name]:
            literal = self.literal(name, value)
            self.model.add(variable == value).only_enforce_if(literal)
            self.model.add(variable != value).only_enforce_if(~literal)
        return variable

    def is_in(self, name: str, values: Iterable[int]) -> Lit:
        domain = self.domains[name]
        inside = Domain.of(value for value in values if value in domain)
        key = name, inside
        if key not in self._members:
            outside = domain - inside
            if not inside or not outside:
                return self.true if inside else self.false
            if len(inside) <= len(outside):
                found = self.either(self.literal(name, value) for value in inside)
            else:
                found = ~self.either(self.literal(name, value) for value in outside)
            self._members[key], self._members[name, outside] = found, ~found
        return self._members[key]


class _Tied(dict[str, cp_model.IntVar]):
    """Integer variables by name, each declared when it is first asked for."""

    def __init__(self, declare: Callable[[str], cp_model.IntVar]) -> None:
        super().__init__()
        self._declare = declare

    def __missing__(self, name: str) -> cp_model.IntVar:
        self[name] = self._declare(name)
        return self[name]


class _Told:
    """Says the constraints of a structure whose units are said."""

    def __init__(
        self, encoding: Values, structure: Structure, different: Sequence[Sequence[str]]
    ) -> None:
        self.encoding = encoding
        self.structure = structure
        self.units = [frozenset(scope) for scope in different]
        self.is_cage = cage_test(structure)
        self.said: set[frozenset[str]] = set()
        """Variables that differ by what is said of the sum of them."""

    def all(self) -> None:
        """Say all, and the sums that units and cages imply; but not what others imply."""
        given = self.structure.constraints
        implied = [] if is_searched_at_once(self.structure) else implied_sums(self.structure)
        for constraint in (*given, *implied):
            if type(constraint) is not AllDifferent:
                self.post(constraint)
        for constraint in given:
            if type(constraint) is AllDifferent:
                scope = frozenset(constraint.scope)
                if scope not in self.said and not any(map(scope.issubset, self.units)):
                    self.said.add(scope)
                    values = self.encoding.values
                    differ(self.encoding.model, [values[name] for name in constraint.scope])

    def post(self, constraint: Constraint) -> None:
        """Say it of Booleans where there is a way; else as the integer model does."""
        encoding = self.encoding
        scope = tuple(dict.fromkeys(constraint.scope))
        if len(scope) == 2 and self._pairs(scope) <= MOST_PAIRS:
            self._supports(scope, _relation(constraint, scope, encoding.domains))
        elif type(constraint) is not Linear or not self._sum(constraint):
            POST[type(constraint)](encoding, constraint)

    def _pairs(self, scope: Sequence[str]) -> int:
        one, other = scope
        return len(self.encoding.domains[one]) * len(self.encoding.domains[other])

    def _supports(self, scope: Sequence[str], pairs: frozenset[tuple[int, int]]) -> None:
        """Each value needs a partner (Gent, "Arc consistency in SAT", ECAI 2002)."""
        model = self.encoding.model
        one, other = (self.encoding.values[name] for name in scope)
        at_first, at_second = _clashes(pairs, tuple(one), tuple(other))
        for here, there, clashes in ((one, other, at_first), (other, one, at_second)):
            for value, clash, partners in clashes:
                if not partners:
                    clause(model, [-1 - here[value]])
                elif len(clash) > 1:
                    clause(model, [-1 - here[value], *(there[v] for v in partners)])
                elif here is one:  # else it is said already
                    clause(model, [-1 - here[value], -1 - there[clash[0]]])

    def _sum(self, linear: Linear) -> bool:
        """Say a sum of the Booleans; ``False`` where it is none, or too large."""
        domains = [self.encoding.domains[name] for name in linear.scope]
        if linear.op == "!=" or sum(map(len, domains)) > MOST_TERMS:
            return False
        if self.is_cage(linear):
            combinations = combinations_of(domains, linear.constant)
            if combinations is not None:
                self._cage(linear.scope, combinations)
                return True
        terms: list[int] = []
        weights: list[int] = []
        least, most, constant = 0, 0, linear.constant
        for name, coefficient in zip(linear.scope, linear.coefficients, strict=True):
            lowest = self.encoding.domains[name].base
            constant -= coefficient * lowest
            ends = 0
            for value, literal in self.encoding.values[name].items():
                if value != lowest:  # told by the others: one fewer
                    terms.append(literal)
                    weights.append(ends := coefficient * (value - lowest))
            least += min(ends, 0)
            most += max(ends, 0)
        size = sum(map(abs, weights))
        if size > LARGE or abs(constant) > LARGE:
            return False
        self.encoding.largest = max(self.encoding.largest, size)
        low = least if linear.op == "<=" else max(least, constant)
        high = most if linear.op == ">=" else min(most, constant)
        if low > high:
            self.encoding.fail()
        elif (low, high) != (
            least,
            most,
        ):  # written as it is: through Python it takes thrice as long
            posted = self.encoding.model.proto.constraints.add().linear
            posted.vars.extend(terms)
            posted.coeffs.extend(weights)
            posted.domain.extend([low, high])
        return True

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


def _relation(
    constraint: Constraint, scope: Sequence[str], domains: Mapping[str, Domain]
) -> frozenset[tuple[int, int]]:
    """The pairs of values of the two variables of ``scope`` that satisfy the constraint."""
    one, other = scope
    if type(constraint) is Linear:
        given = dict(zip(constraint.scope, constraint.coefficients, strict=True))
        weights = given.get(one, 0), given.get(other, 0)
        return _compared(weights, constraint.op, constraint.constant, domains[one], domains[other])
    if type(constraint) is AnyOf:
        groups = (
            frozenset.intersection(*(_relation(part, scope, domains) for part in group))
            if group
            else frozenset(product(domains[one], domains[other]))
            for group in constraint.groups
        )
        return frozenset().union(*groups)
    return frozenset(
        pair
        for pair in product(domains[one], domains[other])
        if constraint.holds({one: pair[0], other: pair[1]})
    )


@lru_cache(maxsize=256)
def _compared(
    weights: tuple[int, int], op: Comparison, constant: int, one: Domain, other: Domain
) -> frozenset[tuple[int, int]]:
    compare = COMPARE[op]
    return frozenset(
        (x, y) for x, y in product(one, other) if compare(weights[0] * x + weights[1] * y, constant)
    )


_Clash = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A value, the values of the other variable that it rules out, and those that it does not."""


@lru_cache(maxsize=256)
def _clashes(
    pairs: frozenset[tuple[int, int]], one: tuple[int, ...], other: tuple[int, ...]
) -> tuple[list[_Clash], list[_Clash]]:
    """Of each value of either variable that rules out some of the other, which."""

    def of(
        here: Iterable[int], there: Iterable[int], allowed: Set[tuple[int, int]]
    ) -> list[_Clash]:
        found = []
        for value in here:
            clash = tuple(v for v in there if (value, v) not in allowed)
            if clash:
                found.append((value, clash, tuple(v for v in there if (value, v) in allowed)))
        return found

    return of(one, other, pairs), of(other, one, {(y, x) for x, y in pairs})


def _parameters() -> cp_model.SatParameters:
    parameters = settings()
    parameters.num_workers = 1
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1
    return parameters
