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

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product

from ortools.sat.python import cp_model

from nonet.backends.cpsat.encoding import Encoding, Lit, compared, post_values
from nonet.backends.cpsat.integer import LARGE, MOST_QUICK
from nonet.backends.cpsat.posting import POST
from nonet.backends.cpsat.search import Compiled, ReadValue, settings
from nonet.model import AllDifferent, AnyOf, Constraint, Domain, Linear, Structure
from nonet.model.constraints.linear import COMPARE, Comparison
from nonet.model.sums import cage_test, combinations_of, implied_sums

MOST_PAIRS = 2_000
"""Most pairs of values of a relation that is said by supports."""

MOST_TERMS = 500
"""Most Booleans of a sum; a longer one is a sum of integers."""


class ValuesModel:
    """A structure of any constraints without an objective, on Booleans of values."""

    aim = None

    def __init__(self, structure: Structure) -> None:
        encoding = Values(structure.domains)
        self.model = encoding.model
        told = _Told(encoding, structure)
        for constraint in (*structure.constraints, *implied_sums(structure)):
            told.post(constraint)
        self.parameters = _parameters()
        if encoding.largest > LARGE:
            self.parameters.presolve_inclusion_work_limit = 0
        self._quick = sum(map(len, structure.domains.values())) <= MOST_QUICK
        self._literals = {
            name: {value: literal.index for value, literal in of_value.items()}
            for name, of_value in encoding.values.items()
        }
        # to read a variable: test each value's Boolean but the last, which needs no test
        self._tests = [
            (name, tuple(of_value.items())[:-1], tuple(of_value)[-1])
            for name, of_value in self._literals.items()
        ]
        self._fixed: list[int] = []

    def glances(self, narrowed: Mapping[str, Domain], wanted: int) -> Sequence[Compiled]:
        """The model itself, for one solution, unless it is large."""
        return (self,) if self._quick and wanted == 1 else ()

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


class Values(Encoding):
    """CP-SAT's model with a Boolean for each variable and value; integers where asked for."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        super().__init__(domains)
        model = self.model
        self.values: dict[str, dict[int, Lit]] = {
            name: {value: model.new_bool_var("") for value in domain}
            for name, domain in domains.items()
        }
        for literals in self.values.values():
            model.add_exactly_one(literals.values())

    def _declared(self) -> Mapping[str, cp_model.IntVar]:
        return _Tied(self._tied)

    def _tied(self, name: str) -> cp_model.IntVar:
        """An integer variable, which has a value where its Boolean is true."""
        variable = self._variable(name, self.domains[name])
        for value, literal in self.values[name].items():
            self.model.add(variable == value).only_enforce_if(literal)
            self.model.add(variable != value).only_enforce_if(~literal)
        return variable

    def is_in(self, name: str, values: Iterable[int]) -> Lit:
        literals, domain = self.values[name], self.domains[name]
        inside = Domain.of(value for value in values if value in domain)
        key = name, inside
        if key not in self._members:
            outside = domain - inside
            if not inside or not outside:
                return self.true if inside else self.false
            if len(inside) <= len(outside):
                found = self.either(literals[value] for value in inside)
            else:
                found = ~self.either(literals[value] for value in outside)
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
    """Says constraints of a structure."""

    def __init__(self, encoding: Values, structure: Structure) -> None:
        self.encoding = encoding
        self.is_cage = cage_test(structure)

    def post(self, constraint: Constraint) -> None:
        """Say it of Booleans where there is a way; else as the integer model does."""
        encoding = self.encoding
        scope = tuple(dict.fromkeys(constraint.scope))
        if type(constraint) is AllDifferent:
            post_values(encoding.model, constraint, encoding.values)
        elif len(scope) == 2 and self._pairs(scope) <= MOST_PAIRS:
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
        for here, there, flip in ((one, other, False), (other, one, True)):
            for value, literal in here.items():
                clash = [v for v in there if ((v, value) if flip else (value, v)) not in pairs]
                if len(clash) == len(there):
                    model.add_bool_and(~literal)
                elif len(clash) == 1:
                    if not flip:  # else it is said already
                        model.add_bool_or(~literal, ~there[clash[0]])
                elif clash:
                    partners = [there[v] for v in there if v not in clash]
                    model.add_bool_or(~literal, *partners)

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
        terms: list[Lit] = []
        weights: list[int] = []
        constant = linear.constant
        for name, coefficient in zip(linear.scope, linear.coefficients, strict=True):
            lowest = self.encoding.domains[name].base
            constant -= coefficient * lowest
            for value, literal in self.encoding.values[name].items():
                if value != lowest:  # told by the others: one fewer
                    terms.append(literal)
                    weights.append(coefficient * (value - lowest))
        ranges = [(0, 1)] * len(terms)
        found = compared(terms, ranges, weights, linear.op, constant)
        if found.size > LARGE:
            return False
        self.encoding.post(found)
        return True

    def _cage(self, scope: Sequence[str], combinations: Sequence[Sequence[int]]) -> None:
        """Each value is in the cage once, or a combination without it is selected."""
        model, literals = self.encoding.model, [self.encoding.values[name] for name in scope]
        if not combinations:
            self.encoding.fail()
            return
        selectors: list[Lit] = []
        if len(combinations) > 1:
            selectors = [model.new_bool_var("") for _ in combinations]
            model.add_exactly_one(selectors)
        for value in dict.fromkeys(value for of_value in literals for value in of_value):
            places = [of_value[value] for of_value in literals if value in of_value]
            without = [value not in combination for combination in combinations]
            if all(without):
                model.add_bool_and(*(~place for place in places))
            else:
                chosen = [x for x, absent in zip(selectors, without, strict=False) if absent]
                model.add_exactly_one(*places, *chosen)


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


def _parameters() -> cp_model.SatParameters:
    parameters = settings()
    parameters.num_workers = 1
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.cp_model_probing_level = 0
    parameters.max_presolve_iterations = 1
    return parameters
