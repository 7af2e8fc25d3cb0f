"""Operations that choose among many expressions: the least, the greatest, an entry, a count.

>>> from nonet.model.expressions.arithmetic import Variable, as_affine
>>> x, y = as_affine(Variable("x")), as_affine(Variable("y"))
>>> least = Least((x, y))
>>> print(least, "=", least.value({"x": 4, "y": 2}))
min_of(x, y) = 2
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.errors import ModelError
from nonet.model.cached_attribute import cached_attribute
from nonet.model.constraints.base import Assignment, Constraint
from nonet.model.constraints.count import Count
from nonet.model.constraints.element import Element
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain, union
from nonet.model.expressions.affine import Affine, Operation, formula_text
from nonet.model.expressions.operation_result import OperationName, OperationResult
from nonet.model.expressions.operations import Truth
from nonet.model.integers import checked_integers, short_repr

if TYPE_CHECKING:
    from nonet.model.expressions.encoding import Encoder


@dataclass(frozen=True)
class _Extreme(Operation):
    """The base of the least and the greatest of some expressions."""

    of: tuple[Affine, ...]

    pick: ClassVar[Any] = min
    word = "min_of"

    def __post_init__(self) -> None:
        if not self.of:
            raise ModelError(f"{self.word} of nothing: it needs at least one expression")

    def value(self, assignment: Assignment) -> int:
        return int(type(self).pick(part.value(assignment) for part in self.of))

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        held = [part.possible_values(domains) for part in self.of]
        lows, highs = [domain.base for domain in held], [domain.highest for domain in held]
        union = reduce(or_, held)
        pick = type(self).pick
        return union.at_least(pick(lows)).at_most(pick(highs))

    def encode(self, encoder: Encoder) -> str:
        names = list(dict.fromkeys(map(encoder.variable_for, self.of)))
        if len(names) == 1:
            return names[0]
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        kind: OperationName = "least" if self.word == "min_of" else "greatest"
        encoder.define(OperationResult((*names, result), kind))
        return result

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.of))})"


@dataclass(frozen=True)
class Least(_Extreme):
    """The smallest of some expressions."""


@dataclass(frozen=True)
class Greatest(_Extreme):
    """The largest of some expressions."""

    pick = max
    word = "max_of"


@dataclass(frozen=True)
class Entry(Operation):
    """``array[index]``, counted from 0; every value of ``index`` is a place of the array."""

    array: tuple[Affine, ...]
    index: Affine

    def __post_init__(self) -> None:
        if not self.array:
            raise ModelError(f"[][{self.index}]: the array has no entry")

    def __hash__(self) -> int:
        return hash((len(self.array), self.array[0], self.array[-1], self.index))

    @cached_attribute
    def constants(self) -> tuple[int, ...] | None:
        """The entries, if all are integers."""
        if any(entry.terms for entry in self.array):
            return None
        return tuple(entry.constant for entry in self.array)

    @cached_attribute
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The index, and the entries that are no integers."""
        return (*(entry for entry in self.array if entry.terms), self.index)

    def value(self, assignment: Assignment) -> int:
        place = self.index.value(assignment)
        if not 0 <= place < len(self.array):
            raise IndexError(place)
        return self.array[place].value(assignment)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        places = self.index.possible_values(domains)
        if places and not (places.base >= 0 and places.highest < len(self.array)):
            outside = places.base if places.base < 0 else places.highest
            last = len(self.array) - 1
            advice = ": declare the index over these"
            if places.highest - places.base <= last:
                shifted = Affine(self.index.terms, self.index.constant - places.base)
                advice += f", or shift it, as array[{shifted}] does"
            else:
                advice += ", or give the array an entry for each of its values"
            raise ModelError(
                f"{self}: {self.index} can be {short_repr(outside)}, and the array has the "
                f"places 0 to {last}{advice}"
            )

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        places = self.index.possible_values(domains)
        inside = places.at_least(0).at_most(len(self.array) - 1)
        if (constants := self.constants) is not None:
            return Domain.of([constants[place] for place in inside])
        return union(self.array[place].possible_values(domains) for place in inside)

    def encode(self, encoder: Encoder) -> str:
        shift, name = 0, self.index.variable_name
        if name is None and len(self.index.terms) == 1:
            ((atom, factor),) = self.index.terms
            if factor == 1:  # array[x - 1]: the array begins at 1
                name, shift = encoder.variable_for_atom(atom), -self.index.constant
        if name is None:
            name = encoder.variable_for(self.index)
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        places = encoder.domains[name]
        if (constants := self.constants) is not None:
            rows = frozenset((i, constants[i - shift]) for i in places)
            encoder.define(Table((name, result), rows))
        else:
            entries = tuple(map(encoder.variable_for, self.array))
            encoder.define(Element(entries, name, result, shift))
        return result

    def __str__(self) -> str:
        if len(self.array) == 2 and len(self.index.terms) == 1 and not self.index.constant:
            ((chosen, factor),) = self.index.terms
            if isinstance(chosen, Truth) and factor == 1:
                then, otherwise = self.array[1], self.array[0]
                return f"if_then_else({formula_text(chosen.of)}, {then}, {otherwise})"
        few = self.array if len(self.array) <= 6 else (*self.array[:4], "...", self.array[-1])
        return f"[{', '.join(map(str, few))}][{self.index}]"


@dataclass(frozen=True)
class Occurrences(Operation):
    """The number of some expressions that take one of some values."""

    of: tuple[Affine, ...]
    values: frozenset[int]

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "values", frozenset(checked_integers(self.values, "a count", "value"))
        )

    def value(self, assignment: Assignment) -> int:
        return sum(part.value(assignment) in self.values for part in self.of)

    def possible_values(self, domains: Mapping[str, Domain]) -> Domain:
        held = [part.possible_values(domains) for part in self.of]
        counted = Domain.of(self.values)
        sure = sum(domain <= counted for domain in held)
        ever = sum(any(value in domain for value in self.values) for domain in held)
        return Domain.range(sure, ever)

    def encode(self, encoder: Encoder) -> str:
        names = tuple(map(encoder.variable_for, self.of))
        result = encoder.new_expression_variable(self, self.possible_values(encoder.domains))
        encoder.define(Count(names, self.values, "==", result))
        return result

    def __str__(self) -> str:
        values = ", ".join(map(str, sorted(self.values)))
        choice = values if len(self.values) == 1 else f"{{{values}}}"
        few = [str(p) for p in self.of]
        if len(few) > 6:
            few = [*few[:4], "...", few[-1]]
        return f"count_of([{', '.join(few)}], {choice})"
