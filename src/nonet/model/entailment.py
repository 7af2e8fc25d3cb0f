"""Constraints that are always true or always false: whether, and the warnings of a builder.

Only bounds, sizes and unions of domains are examined: enough to warn of a slip, and quick for
100,000 constraints.  A builder warns of one a line, then of their number.

>>> x = {"x": Domain.range(1, 9)}
>>> entailment(Linear(("x",), (1,), ">=", 1), x), entailment(Linear(("x",), (2,), "==", 5), x)
(True, False)
>>> entailment(Linear(("x",), (1,), ">=", 2), x) is None
True
>>> import warnings
>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x = build.array("x", 3, range(3))
>>> with warnings.catch_warnings(record=True) as caught:
...     warnings.simplefilter("always")
...     build.add(each <= 9 for each in x)
...     model = build.model()
>>> [str(each.message).partition(" true")[0] for each in caught]
['x[0] <= 9 is always', '3 constraints are always']
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from pathlib import PurePath
from types import CodeType
from typing import Any

from nonet.errors import ModelWarning, quantity
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Table,
    structurally_equal,
)
from nonet.model.domain import Domain, sum_bounds, union
from nonet.model.expressions.affine import cached_domains
from nonet.model.expressions.logic import AllOf, Compare, Iff, Implies, Not, Xor
from nonet.model.globals import (
    Cardinality,
    Circuit,
    CostRegular,
    Distinct,
    ElementOf,
    Inverse,
    RegularOf,
    TableOf,
)
from nonet.model.integers import truncated
from nonet.model.misuse_errors import calling_frame
from nonet.model.symbols import Symbols

_DEEPEST = 20  # levels of constraints inside each other that are examined

MOST_STEPS = 10_000
"""Values of all variables together over which an automaton is run."""

Bounds = tuple[int, int]
"""A lower and an upper bound of a number."""


def entailment(constraint: Constraint, domains: Mapping[str, Domain]) -> bool | None:
    """Return whether a constraint holds for all values, or for none; else ``None``.

    ``None`` is also the result if a variable has no domain, or if the tests are too weak.
    """
    if not constraint.scope:
        return constraint.holds({})
    test = _TESTS.get(type(constraint))
    if test is None or constraint.depth > _DEEPEST or not domains.keys() >= {*constraint.scope}:
        return None
    if constraint.is_composed:
        domains = cached_domains(domains, constraint.scope)
    return test(constraint, domains)


def entailment_within(compare: Compare, least: int, most: int) -> bool | None:
    """Return the entailment of a comparison whose expression has these bounds, or ``None``."""
    return _compared((least, most), compare.op, (compare.constant, compare.constant))


def _compared(left: Bounds, op: str, right: Bounds) -> bool | None:
    """Return whether all numbers within two bounds compare so, or none."""
    low, high = left[0] - right[1], left[1] - right[0]
    if op in ("==", "!="):
        if not low <= 0 <= high:
            return op == "!="
        return op == "==" if low == high == 0 else None
    if op == ">=":
        low, high = -high, -low
    return True if high <= 0 else False if low > 0 else None


def _all(parts: Iterable[bool | None]) -> bool | None:
    """Return whether all hold, of which each is true, false or not known."""
    result: bool | None = True
    for part in parts:
        if part is False:
            return False
        result = result and part
    return result


def _any(parts: Iterable[bool | None]) -> bool | None:
    return _not(_all(map(_not, parts)))


def _not(part: bool | None) -> bool | None:
    return None if part is None else not part


def _is_odd(parts: Iterable[Constraint], domains: Mapping[str, Domain]) -> bool | None:
    """Return whether an odd number of constraints holds."""
    truths = [entailment(part, domains) for part in parts]
    return None if None in truths else sum(map(bool, truths)) % 2 == 1


# -- primitives -------------------------------------------------------------------------


def _linear(linear: Linear, domains: Mapping[str, Domain]) -> bool | None:
    terms = zip(linear.coefficients, map(domains.__getitem__, linear.scope), strict=True)
    divisor = gcd(*linear.coefficients)
    if not divisor:
        return None  # 0 * x: whoever compared has been told
    op, constant = linear.op, linear.constant
    if op in ("==", "!="):
        never = constant % divisor != 0
        if len(linear.scope) == 1 and not never:
            never = constant // linear.coefficients[0] not in domains[linear.scope[0]]
        if never:
            return op == "!="
    return _compared(sum_bounds(terms), op, (constant, constant))


def _of(operands: Iterable[Any], domains: Mapping[str, Domain]) -> list[Domain]:
    """Return the possible values of variables, by name, or of expressions."""
    return [
        domains[each] if isinstance(each, str) else each.possible_values(domains)
        for each in operands
    ]


def _ends(domain: Domain) -> Bounds:
    return domain.base, domain.highest


def _table(rows: Iterable[Sequence[int]], columns: Sequence[Domain]) -> bool | None:
    """False where each tuple has a value that its variable has not."""
    for row in rows:
        if all(value in domain for value, domain in zip(row, columns, strict=True)):
            return None
    return False


def _all_different(operands: Sequence[Domain]) -> bool | None:
    """False if there are fewer values than variables, true if no two share a value."""
    values = union(operands).size
    fixed = [domain.base for domain in operands if domain.size == 1]
    if len(set(fixed)) < len(fixed):
        return False
    return False if values < len(operands) else sum(d.size for d in operands) == values or None


def _occurrences(operands: Iterable[Domain], values: Iterable[int]) -> Bounds:
    """Return bounds on the number of variables that take a value of some values."""
    counted = Domain.of(values)
    sizes = [(domain.size, (domain & counted).size) for domain in operands]
    return sum(size == inside for size, inside in sizes), sum(inside > 0 for _, inside in sizes)


def _count(count: Count, domains: Mapping[str, Domain]) -> bool | None:
    number = count.number
    ends = (number, number) if isinstance(number, int) else _ends(domains[number])
    return _compared(_occurrences(_of(count.counted, domains), count.values), count.op, ends)


def _element(element: Any, value: Any, domains: Mapping[str, Domain]) -> bool | None:
    """False if no place has a value that may be there."""
    index, values, *entries = _of((element.index, value, *element.array), domains)
    places = index.at_least(element.first).at_most(element.first + len(entries) - 1)
    return None if any(entries[place - element.first] & values for place in places) else False


def _regular(automaton: Any, operands: Sequence[Domain]) -> bool | None:
    """False if no word of the domains is accepted."""
    if sum(domain.size for domain in operands) > MOST_STEPS:
        return None
    states = {automaton.start}
    for domain in operands:
        if len(states) * domain.size > MOST_STEPS:
            return None
        pairs = ((state, value) for state in states for value in domain)
        states = {automaton.step[pair] for pair in pairs if pair in automaton.step}
    return None if states & set(automaton.accepting) else False


def _cardinality(each: Cardinality, domains: Mapping[str, Domain]) -> bool | None:
    operands, numbers = _of(each.of, domains), [*map(_ends, _of(each.number, domains))]
    pairs = zip(each.value, numbers, strict=True)
    tests = [_compared(_occurrences(operands, (value,)), "==", ends) for value, ends in pairs]
    total = sum(low for low, _ in numbers), sum(high for _, high in numbers)
    inside = _occurrences(operands, each.value)
    tests.append(_compared(inside, "==", total) is not False)
    if each.closed:
        tests.append(_compared(inside, "==", (len(operands), len(operands))))
    return _all(tests)


def _circuit(each: Circuit, domains: Mapping[str, Domain]) -> bool | None:
    """False if a node has no successor or no predecessor that leads on."""
    successors = _of(each.successor, domains)
    number = len(successors)
    nodes = Domain.range(0, number - 1)
    if type(each) is Circuit and number > 1:
        successors = [s - Domain.single(node) for node, s in enumerate(successors)]
    covered = union(successors) & nodes
    return None if covered == nodes and all(s & nodes for s in successors) else False


def _inverse(each: Inverse, domains: Mapping[str, Domain]) -> bool | None:
    """False where a place is nowhere, as 0 is where both sides count from 1."""
    places = Domain.range(0, len(each.forth) - 1)
    sides = (union(_of(side, domains)) for side in (each.forth, each.back))
    return None if all(places <= side for side in sides) else False


_TESTS: dict[type[Constraint], Callable[[Any, Mapping[str, Domain]], bool | None]] = {
    Linear: _linear,
    Count: _count,
    AllDifferent: lambda each, domains: _all_different(_of(each.scope, domains)),
    Distinct: lambda each, domains: (
        None if each.except_values else _all_different(_of(each.of, domains))
    ),
    Table: lambda each, domains: _table(each.tuples, _of(each.scope, domains)),
    TableOf: lambda each, domains: _table(each.tuples, _of(each.of, domains)),
    Regular: lambda each, domains: _regular(each.automaton, _of(each.scope, domains)),
    RegularOf: lambda each, domains: _regular(each.automaton, _of(each.of, domains)),
    CostRegular: lambda each, domains: _regular(each.automaton, _of(each.of, domains)),
    Element: lambda each, domains: _element(each, each.value, domains),
    ElementOf: lambda each, domains: _element(each, each.is_value, domains),
    Cardinality: _cardinality,
    Circuit: _circuit,
    Inverse: _inverse,
    AnyOf: lambda each, domains: _any(
        _all(entailment(part, domains) for part in group) for group in each.groups
    ),
    AllOf: lambda each, domains: _all(entailment(part, domains) for part in each.all_of),
    Not: lambda each, domains: _not(entailment(each.part, domains)),
    Implies: lambda each, domains: _any(
        (_not(entailment(each.first, domains)), entailment(each.second, domains))
    ),
    Iff: lambda each, domains: (
        structurally_equal(each.first, each.second)
        or _not(_is_odd((each.first, each.second), domains))
    ),
    Xor: lambda each, domains: _is_odd(each.of, domains),
    Compare: lambda each, domains: entailment_within(each, *each.expression.bounds(domains)),
}
"""For each type of constraint, a test by the domains of its variables."""


# -- warnings --------------------------------------------------------------------------------


_LOGIC = (AllOf, Implies, Not)
MAX_WARNED_LINES = 20
"""Source lines of a model with a warning each, for constraints that are always true or always
false.
"""


class EntailmentWarnings:
    """The warnings about a model so far."""

    def __init__(self) -> None:
        self._entailed = {True: 0, False: 0}
        """How many constraints are always true, and always false."""
        self._warned_of = {True: 0, False: 0}
        self._warned_lines: set[tuple[str, int]] = set()

    def warn(self, constraint: Constraint, known: bool, domains: Mapping[str, Domain]) -> None:
        """Warn of the first always true, or false, constraint of each of some lines; count all.

        Logic that is always true is not a slip: models made from data have conditions that never hold.
        """
        if known and isinstance(constraint, _LOGIC):
            return
        self._entailed[known] += 1
        frame, level = calling_frame()
        line = frame.f_code.co_filename, frame.f_lineno
        if line not in self._warned_lines and len(self._warned_lines) < MAX_WARNED_LINES:
            self._warned_lines.add(line)
            self._warned_of[known] += 1
            warnings.warn(entailment_warning(constraint, known, domains), ModelWarning, level)

    def warn_of_count(self) -> None:
        """Warn of how many constraints are always true or false, if not of each was warned."""
        for truth, number in self._entailed.items():
            if number > self._warned_of[truth]:
                self._warned_of[truth] = number
                verb = "is" if number == 1 else "are"
                text = f"{quantity(number, 'constraint')} {verb} always {str(truth).lower()} in all"
                warnings.warn(text, ModelWarning, calling_frame()[1])


# -- the words for a constraint, with the line that added it ---

_MOST_SHOWN = 120


class SourceText:
    """The text of how a constraint was added, made when called."""

    __slots__ = ("_code", "_line", "_symbols")

    def __init__(self, symbols: Mapping[str, Symbols], code: CodeType, line: int) -> None:
        self._symbols, self._code, self._line = symbols, code, line

    def __call__(self, constraint: Constraint) -> str:
        formula, file = formula_with_symbols(constraint, self._symbols), self._code.co_filename
        if file.startswith("<") or "ipykernel_" in file or "marimo_" in file:
            place = ""  # a cell of a notebook has no name, and its constraints mostly share a line
        else:
            place = f" (line {self._line} of {PurePath(file).name})"
        return truncated(formula, _MOST_SHOWN) + place


def formula_with_symbols(constraint: Constraint, symbols: Mapping[str, Symbols]) -> str:
    """Return a constraint as text; comparisons of named values have the names.

    >>> colours = {name: Symbols(((0, "red"), (1, "green"))) for name in "ab"}
    >>> formula_with_symbols(Linear(("a",), (1,), "!=", 1), colours)
    'a != green'
    >>> formula_with_symbols(Linear(("a", "b"), (1, -1), "==", 0), colours)
    'a == b'
    """
    if isinstance(constraint, Linear) and len(constraint.scope) == 1:
        (name,) = constraint.scope
        if name in symbols and constraint.coefficients == (1,):
            return f"{name} {constraint.op} {symbols[name].name_of(constraint.constant)}"
    if (
        isinstance(constraint, Linear)
        and constraint.coefficients in ((1, -1), (-1, 1))
        and not constraint.constant
        and all(map(symbols.__contains__, constraint.scope))
    ):
        return f" {constraint.op} ".join(constraint.scope)
    return constraint.formula or type(constraint).__name__


def constraint_text(constraint: Constraint, symbols: Mapping[str, Symbols] | None = None) -> str:
    """How an error calls a constraint: its label and, of a sum, its formula."""
    named = str(constraint.rule)
    formula = constraint.formula and formula_with_symbols(constraint, symbols or {})
    if named and formula and isinstance(constraint, Linear):
        return f"{named}: {formula}"
    return named or formula or constraint.description


def entailment_warning(constraint: Constraint, known: bool, domains: Mapping[str, Domain]) -> str:
    """The warning for a constraint that is always true, or always false."""
    names = constraint.scope[:3]
    where = ", ".join(f"{name} in {domains[name]!r}" for name in names)
    more = ", ..." if len(constraint.scope) > len(names) else ""
    place = f" ({where}{more})" if where else ""
    result = "it says nothing" if known else "the model has no solution"
    return f"{warning_text(constraint)} is always {str(known).lower()}{place}: {result}"


def warning_text(constraint: Constraint) -> str:
    """How a warning calls a constraint."""
    if isinstance(constraint, AnyOf) and not str(constraint.rule):
        formula = truncated(constraint.formula, _MOST_SHOWN)
        return f"AnyOf: {formula}" if formula else "AnyOf"
    return truncated(constraint_text(constraint), _MOST_SHOWN)
