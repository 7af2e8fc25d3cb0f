"""The primitives but for ``Regular``: what every backend is given, if it knows nothing else.

- Table: the allowed tuples, written out.  Kropki dots, even cells, any small relation.
- Linear: a weighted sum compared with a constant.  Cages, arrows, thermometers.
- AllDifferent: no value occurs twice.  Rows, columns and boxes.
- AnyOf: at least one group of constraints holds.
- Count: how often some values occur.  "At most two 9s", magic sequences, counting circles.
- Element: the value at a position that is itself a variable.  Indexing, numbered rooms.

>>> Table(("a", "b"), {(1, 2), (2, 4), (3, 6)}).holds({"a": 2, "b": 4})
True
>>> low, high = Linear.sum(("a",), "<=", 3), Linear.sum(("a",), ">=", 7)
>>> AnyOf(((low,), (high,))).holds({"a": 8})
True
>>> Count(("a", "b"), {0}, "==", "n").holds({"a": 0, "b": 1, "n": 1})
True
>>> Element(("a", "b", "c"), "i", "x", first=1).holds({"a": 5, "b": 7, "c": 9, "i": 2, "x": 7})
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial, reduce
from itertools import chain, combinations, product
from math import prod
from operator import eq, ge, le, mul, ne
from typing import Literal

from nonet.deadline import check_size, checked
from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    UNNAMED,
    Annotation,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
    operators,
    variable_names,
)
from nonet.model.domain import EMPTY, Domain, sum_bounds, union
from nonet.model.integers import (
    checked_integer,
    checked_integers,
    checked_tuple,
    is_integer,
    short_repr,
)


@dataclass(frozen=True)
class Table(Constraint):
    """The values of ``scope``, in order, form a tuple of ``tuples``."""

    tuples: frozenset[tuple[int, ...]]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "tuples", self._checked(len(self.scope)))

    @classmethod
    def of_test(
        cls,
        scope: tuple[str, ...],
        domains: Mapping[str, Domain],
        test: Callable[[Assignment], bool],
        result: str = "",
        rule: Annotation = UNNAMED,
    ) -> Table:
        """Return the table of the values that pass a test.

        If ``result`` is given, of all values, where this further variable is 1 if the test is true
        and else 0.
        """
        rows = checked(product(*(domains[name] for name in scope)))
        tested = ((row, test(dict(zip(scope, row, strict=True)))) for row in rows)
        if result:
            return cls(
                (*scope, result), frozenset((*row, int(ok)) for row, ok in tested), rule=rule
            )
        return cls(scope, frozenset(row for row, ok in tested if ok), rule=rule)

    def _checked(self, width: int) -> frozenset[tuple[int, ...]]:
        rows = checked_tuple(self.tuples, self, "tuples")
        tuples = self.tuples
        are_tuples = set(map(type, rows)) <= {tuple}
        is_plain = type(tuples) is frozenset and are_tuples
        if not are_tuples:
            rows = tuple(checked_tuple(row, self, "values of a tuple") for row in rows)
        if not set(map(len, rows)) <= {width}:
            row = next(row for row in rows if len(row) != width)
            raise ModelError(
                f"{self.description}: tuple {short_repr(row)} has {quantity(len(row), 'value')} "
                f"for {quantity(width, 'variable')}"
            )
        flat = tuple(chain.from_iterable(rows))
        plain = checked_integers(flat, self, "value of a tuple")
        if plain is not flat:  # some were not plain integers
            rows = tuple(zip(*[iter(plain)] * width, strict=True))
        if plain is not flat or not is_plain:
            tuples = frozenset(rows)
        return tuples

    restricts_ranges = True

    def restrict(self, domain: Domain) -> Domain:
        """The values of the rows: a domain may be large."""
        rows = (row for row in self.tuples if row[0] in domain and len(set(row)) == 1)
        return Domain.of([row[0] for row in rows])

    def holds(self, assignment: Assignment) -> bool:
        return tuple(map(assignment.__getitem__, self.scope)) in self.tuples


Comparison = Literal["==", "!=", "<=", ">="]

COMPARE: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""The four comparisons of the model language as functions."""

MOST_PARTIAL_SUMS = 1 << 20
"""Largest distance between two values of a partial sum that a decomposition introduces."""


def check_comparison(op: object, where: Constraint) -> None:
    """Raise ``ModelError`` if ``op`` is none of the four."""
    if not isinstance(op, str) or op not in COMPARE:
        raise ModelError(f"{where.description}: {short_repr(op)} is none of {', '.join(COMPARE)}")


def merged_terms(scope: Iterable[str], coefficients: Iterable[int]) -> dict[str, int]:
    """Return the coefficient of each variable, of a variable listed twice their sum; none is 0."""
    merged: dict[str, int] = {}
    for variable, coefficient in zip(scope, coefficients, strict=True):
        merged[variable] = merged.get(variable, 0) + coefficient
    return {variable: coefficient for variable, coefficient in merged.items() if coefficient}


def weighted_sum(terms: Iterable[tuple[str, int]]) -> str:
    """Return a weighted sum of variables as a formula."""
    text = ""
    for variable, coefficient in terms:
        sign = "-" if coefficient < 0 else "+"
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)} * "
        text += f" {sign} {factor}{variable}"
    return text.removeprefix(" + ") if text.startswith(" + ") else f"-{text[3:]}" if text else "0"


@dataclass(frozen=True)
class Linear(Constraint):
    """``sum(coefficients[i] * scope[i])  op  constant``, over the integers.

    A variable listed twice is merged; a variable with coefficient 0 is dropped.
    """

    coefficients: tuple[int, ...]
    op: Comparison
    constant: int

    def __post_init__(self) -> None:
        super().__post_init__()
        scope = self.scope
        coefficients = checked_integers(self.coefficients, self, "coefficient")
        if len(scope) != len(coefficients):
            raise ModelError(
                f"{self.description}: {quantity(len(scope), 'variable')} "
                f"but {quantity(len(coefficients), 'coefficient')}"
            )
        check_comparison(self.op, self)
        constant = checked_integer(self.constant, self, "constant")
        if constant is not self.constant:
            object.__setattr__(self, "constant", constant)
        if 0 in coefficients or len(set(scope)) < len(scope):
            merged = merged_terms(scope, coefficients) or dict.fromkeys(scope[:1], 0)
            scope, coefficients = tuple(merged), tuple(merged.values())
            object.__setattr__(self, "scope", scope)
        if coefficients is not self.coefficients:
            object.__setattr__(self, "coefficients", coefficients)

    @classmethod
    def sum(
        cls, scope: Iterable[str], op: Comparison, constant: int, *, rule: Annotation = UNNAMED
    ) -> Linear:
        """The plain sum: every coefficient is 1."""
        scope = scope if type(scope) is tuple else variable_names(scope)
        return cls(scope, (1,) * len(scope), op, constant, rule=rule)

    def holds(self, assignment: Assignment) -> bool:
        total = sum(map(mul, self.coefficients, map(assignment.__getitem__, self.scope)))
        return COMPARE[self.op](total, self.constant)

    def __hash__(self) -> int:
        # three times the numbers: Python gives -1 and -2 one hash
        factors = tuple([3 * coefficient for coefficient in self.coefficients])
        return hash((self.scope, factors, self.op, 3 * self.constant, self.rule))

    restricts_ranges = True

    def restrict(self, domain: Domain) -> Domain:
        """By arithmetic: a domain may be large."""
        (c,) = self.coefficients
        if not c:
            return domain if COMPARE[self.op](0, self.constant) else EMPTY
        if self.op in ("==", "!="):
            value, remainder = divmod(self.constant, c)
            met = Domain.single(value) & domain if not remainder else EMPTY
            return met if self.op == "==" else domain - met
        if (self.op == "<=") == (c > 0):
            return domain.at_most(self.constant // c)
        return domain.at_least(-(self.constant // -c))

    @property
    def formula(self) -> str:
        """The comparison as a formula.

        >>> Linear(("a", "b"), (2, -1), "<=", 3).formula
        '2 * a - b <= 3'
        """
        if not self.scope:
            return str(self.holds({}))
        return f"{weighted_sum(zip(self.scope, self.coefficients, strict=True))} {self.op} {self.constant}"

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """Return a small table; else partial sums, each a function of the variables before.

        Declines where a partial sum has more values than a domain can hold.
        """
        if prod(len(domains[v]) for v in self.scope) <= TABLE_LIMIT:
            table = Table.of_test(self.scope, domains, self.holds, rule=self.rule)
            return Decomposition((table,))
        if len(self.scope) < 3:
            return None
        half = len(self.scope) // 2
        parts: list[Constraint] = []
        sums: dict[str, Domain] = {}
        for scope, coefficients in (
            (self.scope[:half], self.coefficients[:half]),
            (self.scope[half:], self.coefficients[half:]),
        ):
            terms = zip(coefficients, map(domains.__getitem__, scope), strict=True)
            least, most = sum_bounds(terms)
            if most - least > MOST_PARTIAL_SUMS:
                return None
            total = fresh("sum")
            sums[total] = Domain.range(least, most)
            parts.append(Linear((*scope, total), (*coefficients, -1), "==", 0, rule=self.rule))
        parts.append(Linear(tuple(sums), (1, 1), self.op, self.constant, rule=self.rule))
        return Decomposition(tuple(parts), sums)


@dataclass(frozen=True)
class AllDifferent(Constraint):
    """The variables of ``scope`` take pairwise different values."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(set(self.scope)) < len(self.scope):
            twice = Counter(self.scope).most_common(1)[0][0]
            raise ModelError(
                f"{self.description}: {twice} cannot differ from itself (listed twice)"
            )

    def holds(self, assignment: Assignment) -> bool:
        scope = self.scope
        return len(set(map(assignment.__getitem__, scope))) == len(scope)

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """Every pair differs."""
        return Decomposition(
            tuple(
                Linear((x, y), (1, -1), "!=", 0, rule=self.rule)
                for x, y in combinations(self.scope, 2)
            )
        )


DEEPEST = 60
"""The most levels of constraints and expressions inside each other: readers go down one at a time."""

MOST_PARTS = 1_000_000
"""Constraints inside an AnyOf, in all depths; a constraint in two places counts twice."""

_MOST_SHOWN = 20


def check_limits(depth: int, size: int, where: str) -> None:
    """Raise ``ModelError`` if there is too much inside a constraint or an expression, or too deep."""
    advice = "constraints and operations: declare a variable for a part of it"
    if depth > DEEPEST:
        raise ModelError(f"{where}: more than {DEEPEST} levels of {advice}")
    if size > MOST_PARTS:
        raise ModelError(f"{where}: more than {MOST_PARTS} {advice}")


@dataclass(frozen=True)
class AnyOf(Constraint):
    """All constraints of at least one of ``groups`` hold.  An empty group always holds."""

    scope: tuple[str, ...] = field(init=False)
    groups: tuple[tuple[Constraint, ...], ...]

    def __post_init__(self) -> None:
        groups = self.groups
        if type(groups) is not tuple or set(map(type, groups)) != {tuple}:
            groups = tuple(
                (group,) if isinstance(group, Constraint) else checked_tuple(group, self, "groups")
                for group in checked_tuple(groups, self, "groups")
            )
        if not groups:
            raise ModelError(f"{self.description}: AnyOf needs at least one group")
        parts = tuple(chain.from_iterable(groups))
        fields = self.__dict__
        fields["groups"], fields["_parts"] = groups, parts
        scope: dict[str, None] = {}
        depth, plain = 0, True
        for part in dict(zip(map(id, parts), parts, strict=True)).values():  # many stand in several
            if not isinstance(part, Constraint):
                raise ModelError(f"{self.description}: not a constraint: {short_repr(part)}")
            if (owner := part.owner) is not None:
                self.set_owner(owner)
            scope.update(dict.fromkeys(part.scope))
            depth = max(depth, part.depth)
            plain = plain and not hasattr(part, "size")
        size = 1 + len(parts)
        if not plain:
            inner = sum(isinstance(part, AnyOf) for part in parts)
            size = 1 + inner + sum(getattr(part, "size", 1) for part in parts)
        fields.update(scope=tuple(scope), _depth=depth + 1, _size=size)
        super().__post_init__()
        check_limits(depth + 1, size, self.description)

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints of all groups."""
        return self._parts  # type: ignore[attr-defined,no-any-return]

    @property
    def depth(self) -> int:
        """The levels of AnyOf: 1 without an AnyOf inside."""
        return self._depth  # type: ignore[attr-defined,no-any-return]

    @property
    def size(self) -> int:
        """The number of constraints inside, in all depths."""
        return self._size  # type: ignore[attr-defined,no-any-return]

    @property
    def formula(self) -> str:
        """The groups as a formula, if few; else empty.

        >>> AnyOf(((Linear(("a",), (1,), "<=", 3),), (Linear(("b",), (1,), "==", 7),))).formula
        '(a <= 3) | (b == 7)'
        """
        if self.depth > _MOST_SHOWN or self.size > _MOST_SHOWN:
            return ""
        return " | ".join(
            f"({' & '.join(part.formula or part.description for part in group) or 'true'})"
            for group in self.groups
        )

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        if self.depth == 1 and all(map(_is_unchecked, set(map(type, self.parts)))):
            return
        for part in dict(zip(map(id, self.parts), self.parts, strict=True)).values():
            part.check_domains(domains)

    def holds(self, assignment: Assignment) -> bool:
        return any(_all_hold(group, assignment) for group in self.groups)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.rule, self.groups))

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """A 0/1 variable for each group, defined by a table, and "their sum is at least 1".

        Declines where a group has more than ``TABLE_LIMIT`` combinations.  Constraints that the
        encoder rewrites are rewritten first.
        """
        if self._has_composed():
            return operators.encode_constraint(self, domains, fresh)
        truths: dict[str, Domain] = {}
        tables: list[Constraint] = []
        for group in self.groups:
            scope = tuple(dict.fromkeys(v for part in group for v in part.scope))
            if (size := prod(len(domains[v]) for v in scope)) > TABLE_LIMIT:
                return None
            truth = fresh("group")
            truths[truth] = Domain.range(0, 1)
            check_size(size, "the rows of a group")
            holds = partial(_all_hold, group)
            tables.append(Table.of_test(scope, domains, holds, truth, self.rule))
        total = Linear.sum(tuple(truths), ">=", 1, rule=self.rule)
        return Decomposition((*tables, total), truths)

    def restrict(self, domain: Domain) -> Domain:
        """By sets of values: the union of what the groups leave."""
        return union(reduce(_restricted, group, domain) for group in self.groups)

    def _has_composed(self) -> bool:
        waiting: list[Constraint] = [self]
        while waiting:
            each = waiting.pop()
            if each.is_composed:
                return True
            waiting += each.parts
        return False


def _all_hold(group: tuple[Constraint, ...], assignment: Assignment) -> bool:
    return all(part.holds(assignment) for part in group)


def _restricted(values: Domain, part: Constraint) -> Domain:
    if part.scope:
        return part.restrict(values)
    return values if part.holds({}) else EMPTY


@cache
def _is_unchecked(kind: type[Constraint]) -> bool:
    return kind.check_domains is Constraint.check_domains


@dataclass(frozen=True)
class Count(Constraint):
    """The number of ``counted`` variables whose value is in ``values``, compared with ``number``.

    ``number`` is an integer or a variable's name.
    """

    scope: tuple[str, ...] = field(init=False)
    counted: tuple[str, ...]
    values: frozenset[int]
    op: Comparison
    number: int | str

    def __post_init__(self) -> None:
        counted, number = self._variable_names(self.counted), self.number
        values = frozenset(checked_integers(self.values, self, "value"))
        if isinstance(number, str) or (hasattr(number, "name") and not is_integer(number)):
            number = self._variable_name(number)
            scope = dict.fromkeys((*counted, number))
        else:
            number, scope = checked_integer(number, self, "number"), dict.fromkeys(counted)
        check_comparison(self.op, self)
        self.__dict__.update(counted=counted, values=values, number=number, scope=tuple(scope))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        occurrences = sum(map(self.values.__contains__, map(assignment.__getitem__, self.counted)))
        number = self.number if isinstance(self.number, int) else assignment[self.number]
        return COMPARE[self.op](occurrences, number)

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """Return a 0/1 variable for each counted variable, and the sum of these 0/1 variables."""
        occurs: dict[str, str] = {}
        tables: list[Constraint] = []
        for variable in dict.fromkeys(self.counted):
            occurs[variable] = fresh("occurs")
            domain = domains[variable]
            if len(domain) > TABLE_LIMIT:
                tables.append(self._occurrence_by_value(variable, occurs[variable], domain))
                continue
            rows = frozenset((value, int(value in self.values)) for value in domain)
            tables.append(Table((variable, occurs[variable]), rows, rule=self.rule))
        terms = tuple(occurs[v] for v in self.counted)
        ones = (1,) * len(terms)
        if isinstance(self.number, str):
            total = Linear((*terms, self.number), (*ones, -1), self.op, 0, rule=self.rule)
        else:
            total = Linear(terms, ones, self.op, self.number, rule=self.rule)
        return Decomposition((*tables, total), dict.fromkeys(occurs.values(), Domain.range(0, 1)))

    def _occurrence_by_value(self, variable: str, occurs: str, domain: Domain) -> Constraint:
        """Say that ``occurs`` is 1 where a variable of a wide domain has a counted value."""
        values = sorted(value for value in self.values if value in domain)

        def compare(name: str, op: Comparison, constant: int) -> Linear:
            return Linear((name,), (1,), op, constant, rule=self.rule)

        groups = [(compare(occurs, "==", 1), compare(variable, "==", v)) for v in values]
        never = (compare(occurs, "==", 0), *(compare(variable, "!=", v) for v in values))
        return AnyOf((*groups, never), rule=self.rule)


@dataclass(frozen=True)
class Element(Constraint):
    """``array[index - first] == value``, where all operands are variables.

    ``first`` is the index of the array's first entry.  An index outside the
    array does not hold.
    """

    scope: tuple[str, ...] = field(init=False)
    array: tuple[str, ...]
    index: str
    value: str
    first: int = 0

    def __post_init__(self) -> None:
        array = self._variable_names(self.array)
        if not array:
            raise ModelError(f"{self.description}: the array has no entry")
        index, value = self._variable_name(self.index), self._variable_name(self.value)
        first, scope = checked_integer(self.first, self, "first index"), (*array, index, value)
        self.__dict__.update(array=array, index=index, value=value, first=first)
        self.__dict__["scope"] = tuple(dict.fromkeys(scope))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        position = assignment[self.index] - self.first
        return (
            0 <= position < len(self.array)
            and assignment[self.array[position]] == assignment[self.value]
        )

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition:
        """For every position: if the index is there, that entry equals the value."""
        inside = domains[self.index].at_least(self.first).at_most(self.first + len(self.array) - 1)
        tables: list[Constraint] = [
            Table((self.index,), frozenset((i,) for i in inside), rule=self.rule)
        ]
        widest = max(len(domains[name]) for name in (*self.array, self.value))
        if len(inside) * widest * len(domains[self.value]) > TABLE_LIMIT:
            return Decomposition((tables[0], self._by_place(inside)))
        for place in inside:
            entry = self.array[place - self.first]
            rows = _rows_of_place(place, inside, domains[entry], domains[self.value])
            tables.append(Table((self.index, entry, self.value), rows, rule=self.rule))
        return Decomposition(tuple(tables))

    def _by_place(self, inside: Domain) -> Constraint:
        """Say for each place that the index is there and its entry equals the value."""
        groups: list[tuple[Constraint, ...]] = []
        for place in inside:
            entry = self.array[place - self.first]
            at_place = Linear((self.index,), (1,), "==", place, rule=self.rule)
            equal = Linear((entry, self.value), (1, -1), "==", 0, rule=self.rule)
            groups.append((at_place,) if entry == self.value else (at_place, equal))
        if not groups:
            return Table((self.index,), frozenset(), rule=self.rule)
        return AnyOf(tuple(groups), rule=self.rule)


@lru_cache(maxsize=64)
def _rows_of_place(
    place: int, inside: Domain, entry: Domain, value: Domain
) -> frozenset[tuple[int, int, int]]:
    """Return the rows (index, entry, value) with equal entry and value if the index is ``place``.

    The Elements of a model mostly share their rows: so these, and what a backend makes of each
    table, are made once.
    """
    return frozenset(
        (i, x, y) for i in inside for x in entry for y in value if i != place or x == y
    )
