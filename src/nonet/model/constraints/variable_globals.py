"""Globals over variables: what rules of puzzles mean, declared as what it is.

A backend with a filter or an encoding of such a constraint posts the constraint; any other backend is
given the primitives of ``decompose``, which need no new variable.

>>> box = SumBetween(("a", "b", "c", "d"), 5)
>>> box.holds({"a": 3, "b": 1, "c": 5, "d": 9}), box.holds({"a": 1, "b": 1, "c": 5, "d": 9})
(True, False)
>>> EnclosedSum(("a", "b", "c"), (1, 9), 5).holds({"a": 9, "b": 5, "c": 1})
True
>>> LeadingSum(("a", "b", "c"), 6).holds({"a": 2, "b": 4, "c": 1})
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar

from nonet.errors import ModelError, PuzzleError, quantity
from nonet.model.constraints.base import (
    UNNAMED,
    Annotation,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.primitives import AnyOf, Count, Linear, Table
from nonet.model.constraints.regular import (
    Automaton,
    Regular,
    build_automaton,
    fixed_length_automaton,
)
from nonet.model.domain import Domain, union
from nonet.model.integers import checked_integer, checked_integers, checked_tuple

Domains = Mapping[str, Domain]
Names = tuple[str, ...]


@dataclass(frozen=True)
class SumBetween(Constraint):
    """The variables between the unique least and the unique greatest sum to ``total``: a lunchbox.

    Between is meant in the order of the scope.  The least and the greatest are two variables.
    """

    is_variable_global: ClassVar[bool] = True
    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_integer(self.total, self, "total"))
        if len(set(self.scope)) < len(self.scope):
            raise ModelError(f"{self.description}: a variable is listed twice")

    def holds(self, assignment: Assignment) -> bool:
        values = list(map(assignment.__getitem__, self.scope))
        low, high = min(values), max(values)
        if low == high or values.count(low) > 1 or values.count(high) > 1:
            return False
        first, last = sorted((values.index(low), values.index(high)))
        return sum(values[first + 1 : last]) == self.total

    @property
    def as_any_of(self) -> Constraint:
        """The same as a choice of the least and the greatest variable."""
        cells = self.scope
        below = {
            pair: Linear.unchecked(
                scope=pair, rule=UNNAMED, coefficients=(1, -1), op="<=", constant=-1
            )
            for first_cell, second_cell in combinations(cells, 2)
            for pair in ((first_cell, second_cell), (second_cell, first_cell))
        }
        groups: list[tuple[Constraint, ...]] = []
        for first, last in combinations(range(len(cells)), 2):
            between = cells[first + 1 : last]
            if not between and self.total:
                continue
            inside = [Linear.sum(between, "==", self.total, rule=self.rule)] if between else []
            for low, high in ((cells[first], cells[last]), (cells[last], cells[first])):
                ordered = [below[low, high]]
                for cell in cells:
                    if cell not in (low, high):
                        ordered += below[low, cell], below[cell, high]
                groups.append((*inside, *ordered))
        if not groups:
            return Table(cells, frozenset(), rule=self.rule)
        return AnyOf(tuple(groups), rule=self.rule)

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition:
        """A group for each two variables that may be the least and the greatest."""
        return Decomposition((self.as_any_of,))


@dataclass(frozen=True)
class EnclosedSum(Constraint):
    """Two variables take a value of ``ends``, and the variables between these two sum to ``total``.

    Both may take the same of the two values.  Sandwiches.
    """

    is_variable_global: ClassVar[bool] = True
    ends: tuple[int, int]
    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        ends: tuple[int, ...] = checked_integers(self.ends, self, "end value")
        if len(ends) != 2:
            raise ModelError(f"{self.description}: two values are the ends, not {len(ends)}")
        self.__dict__.update(ends=ends, total=checked_integer(self.total, self, "total"))

    def holds(self, assignment: Assignment) -> bool:
        values = [assignment[name] for name in self.scope]
        places = [place for place, value in enumerate(values) if value in self.ends]
        return len(places) == 2 and sum(values[places[0] + 1 : places[1]]) == self.total

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition | None:
        """An automaton whose state has the number of ends met and the missing part of the sum."""
        values = _values_of(domains, self.scope)
        parameters = self.ends, self.total, values, len(self.scope)
        return _read_by(_enclosed_automaton, parameters, self.scope, self)


@lru_cache(maxsize=256)
def _enclosed_automaton(
    ends: tuple[int, int], total: int, values: tuple[int, ...], length: int
) -> Automaton:
    rises = min(values, default=0) >= 0

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        met, missing = state
        if value in ends:
            return (met + 1, missing) if met == 0 or (met == 1 and missing == 0) else None
        if met == 1:
            return (1, missing - value) if missing >= value or not rises else None
        return state

    start: tuple[int, int] = (0, total)
    return fixed_length_automaton(values, start, step, length, lambda state: state[0] == 2)


@dataclass(frozen=True)
class LeadingSum(Constraint):
    """The first X variables sum to ``total``, where X is the value of the first: X-sums."""

    is_variable_global: ClassVar[bool] = True
    total: int

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_integer(self.total, self, "total"))

    def holds(self, assignment: Assignment) -> bool:
        number = assignment[self.scope[0]]
        counted = self.scope[: max(number, 0)]
        return number == len(counted) and sum(map(assignment.__getitem__, counted)) == self.total

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition | None:
        """An automaton whose state has how many further values count, and their sum."""
        parameters = self.total, _values_of(domains, self.scope), len(self.scope)
        return _read_by(_leading_automaton, parameters, self.scope, self)


@lru_cache(maxsize=256)
def _leading_automaton(total: int, values: tuple[int, ...], length: int) -> Automaton:
    rises = min(values, default=0) >= 0

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        more, remaining = state
        if more < 0:  # nothing is read yet
            if not 0 <= value <= length:
                return None
            more, remaining = max(value - 1, 0), total - value
        elif more == 0:
            return state
        else:
            more, remaining = more - 1, remaining - value
        if rises and remaining < 0:
            return None
        return (more, remaining) if more > 0 or remaining == 0 else None

    return fixed_length_automaton(values, (-1, 0), step, length, lambda state: state == (0, 0))


@dataclass(frozen=True)
class LineComparison(Constraint):
    """``answer`` is 1 where the line ``one`` is less than ``other``, value by value, and else 0.

    With ``first``, a variable, the constraint demands this only where ``first`` takes the value
    ``begins``.  Without ``ties`` the lines are not equal then.  Full ranks.
    """

    is_variable_global: ClassVar[bool] = True
    scope: Names = field(init=False)
    one: Names
    other: Names
    answer: str
    ties: bool = True
    first: str | None = None
    begins: int = 0

    def __post_init__(self) -> None:
        line, other = map(self._variable_names, (self.one, self.other))
        self.__dict__.update(one=line, other=other, ties=bool(self.ties))
        if len(line) != len(other):
            raise ModelError(
                f"{self.description}: lines of {len(line)} and {quantity(len(other), 'variable')}: give both "
                "one length"
            )
        self.__dict__["answer"] = self._variable_name(self.answer)
        if self.first is not None:
            self.__dict__["first"] = self._variable_name(self.first)
        begins = checked_integer(self.begins, self, "first value")
        self.__dict__.update(begins=begins, scope=tuple(dict.fromkeys(self.read)))

    @property
    def read(self) -> Names:
        """The variables in the order in which the automaton reads them."""
        pairs = (pair for pair in zip(self.one, self.other, strict=True) if pair[0] != pair[1])
        first = () if self.first is None else (self.first,)
        return (*first, *(name for pair in pairs for name in pair), self.answer)

    def holds(self, assignment: Assignment) -> bool:
        if self.first is not None and assignment[self.first] != self.begins:
            return True
        pairs = ((x, y) for x, y in zip(self.one, self.other, strict=True) if x != y)
        first, second = next(
            ((a, b) for x, y in pairs if (a := assignment[x]) != (b := assignment[y])), (0, 0)
        )
        return (first != second or self.ties) and assignment[self.answer] == int(first < second)

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition | None:
        """An automaton of both lines in turn, and then of the answer."""
        read = self.read
        begins = None if self.first is None else self.begins
        values, answers = _values_of(domains, read[:-1]), _values_of(domains, read[-1:])
        parameters = values, answers, begins, len(read), self.ties
        return _read_by(_comparison_automaton, parameters, read, self)


@lru_cache(maxsize=256)
def _comparison_automaton(
    values: tuple[int, ...],
    answers: tuple[int, ...],
    begins: int | None,
    length: int,
    ties: bool,
) -> Automaton:
    def step(state: tuple[str, int], value: int) -> tuple[str, int]:
        so_far, last = state
        if so_far == "start":
            return ("equal" if value == begins else "other", 0)
        if so_far == "equal":
            return ("held", value)
        if so_far != "held":
            return state
        if last == value:
            return ("equal", 0)
        return ("less" if last < value else "greater", 0)

    def advance(
        state: tuple[int, tuple[str, int]], value: int
    ) -> tuple[int, tuple[str, int]] | None:
        remaining, inner = state
        if remaining > 1:
            return (remaining - 1, step(inner, value)) if value in values else None
        if value not in answers or (inner[0] == "equal" and not ties):
            return None
        return None if inner[0] != "other" and value != (inner[0] == "less") else (0, inner)

    start: tuple[int, tuple[str, int]] = (length, ("equal" if begins is None else "start", 0))
    return fixed_length_automaton(sorted({*values, *answers}), start, advance, length)


@dataclass(frozen=True)
class EqualCounts(Constraint):
    """``value`` is taken by as many variables of ``one`` as of ``other``."""

    is_variable_global: ClassVar[bool] = True
    scope: Names = field(init=False)
    one: Names
    other: Names
    value: int

    def __post_init__(self) -> None:
        group, other = map(self._variable_names, (self.one, self.other))
        value, scope = checked_integer(self.value, self, "value"), dict.fromkeys((*group, *other))
        self.__dict__.update(one=group, other=other, value=value, scope=tuple(scope))
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        first, second = ([assignment[n] for n in names] for names in (self.one, self.other))
        return first.count(self.value) == second.count(self.value)

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition | None:
        """An automaton that counts along the first group, and counts off along the second."""
        values = _values_of(domains, self.scope)
        parameters = self.value, len(self.one), len(self.other), values
        return _read_by(_equal_count_automaton, parameters, (*self.one, *self.other), self)


@lru_cache(maxsize=256)
def _equal_count_automaton(
    value: int, length: int, other_length: int, values: tuple[int, ...]
) -> Automaton:
    cells = length + other_length

    def step(state: tuple[int, int], read: int) -> tuple[int, int] | None:
        cells_read, excess = state
        change = 0 if read != value else 1 if cells_read < length else -1
        remaining = cells - cells_read - 1
        return (cells_read + 1, excess + change) if 0 <= excess + change <= remaining else None

    return build_automaton(values, (0, 0), step, lambda state: state == (cells, 0))


@dataclass(frozen=True)
class CountFamily(Constraint):
    """Each value of ``occurrences``, pairs of a value and a number, occurs as often as its number
    says, or never; a value of ``required`` is not missing.  Counting circles.
    """

    is_variable_global: ClassVar[bool] = True
    occurrences: tuple[tuple[int, int], ...]
    required: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        super().__post_init__()
        pairs = tuple(
            checked_integers(pair, self, "value and its number")
            for pair in checked_tuple(self.occurrences, self, "occurrences")
        )
        values = {pair[0] for pair in pairs if len(pair) == 2}
        if len(values) < len(pairs):
            raise ModelError(f"{self.description}: each value has one number of occurrences")
        object.__setattr__(self, "occurrences", tuple(map(tuple, pairs)))
        required = frozenset(checked_integers(self.required, self, "required value"))
        if len(set(self.scope)) < len(self.scope):
            raise ModelError(f"{self.description}: a variable is listed twice")
        if not required.issubset(values):
            raise ModelError(f"{self.description}: a required value has no number of occurrences")
        object.__setattr__(self, "required", required)

    def holds(self, assignment: Assignment) -> bool:
        counts = Counter(assignment[name] for name in self.scope)
        return all(
            counts[value] == number or (not counts[value] and value not in self.required)
            for value, number in self.occurrences
        )

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition:
        """A count, or a choice of two counts, for each value."""
        parts: list[Constraint] = []
        for value, number in self.occurrences:
            surely = value in self.required or not number
            sentence = f"{value} is in {number} of the {len(self.scope)} cells"
            sentence += "" if surely else ", or in none"
            rule = Annotation(self.rule.kind, f"{self.description}: {value}", sentence)
            ways = [
                Count(self.scope, frozenset((value,)), "==", times, rule=rule)
                for times in ((number,) if surely else (0, number))
            ]
            parts.append(ways[0] if surely else AnyOf(tuple((way,) for way in ways), rule=rule))
        return Decomposition(tuple(parts))


@dataclass(frozen=True)
class EqualSums(Constraint):
    """All ``groups`` of variables have the same sum; a variable may be in several groups."""

    is_variable_global: ClassVar[bool] = True
    scope: Names = field(init=False)
    groups: tuple[Names, ...]

    def __post_init__(self) -> None:
        groups = checked_tuple(self.groups, self, "groups")
        object.__setattr__(self, "groups", tuple(map(self._variable_names, groups)))
        names = (name for group in self.groups for name in group)
        object.__setattr__(self, "scope", tuple(dict.fromkeys(names)))
        if len(self.groups) < 2:
            raise ModelError(f"{self.description}: equal sums are of two groups or more")
        super().__post_init__()

    def holds(self, assignment: Assignment) -> bool:
        return len({sum(map(assignment.__getitem__, group)) for group in self.groups}) == 1

    def decompose(self, domains: Domains, fresh: FreshName) -> Decomposition:
        """The sum of a group of the fewest variables equals each other sum."""
        least = min(range(len(self.groups)), key=lambda place: len(self.groups[place]))
        equations: list[Constraint] = []
        for place, group in enumerate(self.groups):
            left, right = self.groups[least], group
            if place < least:
                left, right = right, left
            sides = Counter(left)
            sides.subtract(Counter(right))
            weights = {name: weight for name, weight in sides.items() if weight}
            if place != least and weights:
                label = f"{self.description}: {'-'.join(left[:1])} and {'-'.join(right[:1])}"
                sentence = f"{' + '.join(left) or 0} = {' + '.join(right) or 0}"
                rule = Annotation(self.rule.kind, label, sentence)
                weighted = tuple(weights), tuple(weights.values())
                equations.append(Linear(*weighted, "==", 0, rule=rule))
        return Decomposition(tuple(equations))


MOST_VALUES = 1 << 12
"""The most values that an automaton reads: over more values there is no decomposition."""


def _values_of(domains: Domains, names: Iterable[str]) -> Domain:
    """The values that any of the variables may take."""
    return union(map(domains.__getitem__, names))


def _read_by(
    make: Callable[..., Automaton],
    parameters: tuple[Any, ...],
    scope: Names,
    constraint: Constraint,
) -> Decomposition | None:
    """Return the automaton that ``make`` builds, over ``scope``; ``None`` if it is too large."""
    if any(isinstance(each, Domain) and len(each) > MOST_VALUES for each in parameters):
        return None
    plain = (tuple(each) if isinstance(each, Domain) else each for each in parameters)
    try:
        automaton = make(*plain)
    except PuzzleError:
        return None
    return Decomposition((Regular(scope, automaton, rule=constraint.rule),))


def primitives_of(constraint: Constraint, domains: Domains) -> tuple[Constraint, ...]:
    """Return the primitives of a global over variables; of any other constraint itself."""
    decomposition = constraint.decompose(domains, str) if constraint.is_variable_global else None
    return (constraint,) if decomposition is None else decomposition.constraints
