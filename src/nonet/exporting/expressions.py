"""Expressions, logic and globals as texts of languages that have them: nothing is rewritten.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> PythonText(str).truth((x * y == 2021) | (x > 3))
'(x * y == 2021) | (x >= 4)'
>>> MiniZincText(str).truth((x * y == 2021) | (x > 3))
'(x * y = 2021) \\\\/ (x >= 4)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from nonet.exporting.text import comparison, plus_constant, sorted_tuples, weighted_sum
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Domain, Linear
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import AllOf, Compare, Iff, Implies, Not, Xor
from nonet.model.expressions.operations import (
    Absolute,
    Entry,
    Greatest,
    Least,
    NumberOfValues,
    Occurrences,
    Product,
    Truth,
)
from nonet.model.globals import AllEqual, Circuit, Cumulative, Distinct, Inverse, TableOf


class ExpressionText:
    """Writes expressions with the names that ``ref`` gives to variables."""

    operations: ClassVar[Mapping[type, Callable[[Any, Any], str]]]
    """For each operation, its text."""
    relations: ClassVar[Mapping[type, Callable[[Any, Any], str]]]
    """For each constraint, its text."""
    equals: ClassVar[str] = "=="

    def __init__(self, ref: Callable[[str], str]) -> None:
        self._ref = ref

    @classmethod
    def writes(cls, constraint: Constraint, domains: Mapping[str, Domain]) -> bool:
        """Whether the language has a constraint, over these domains, and all its operands."""
        if type(constraint) not in cls.relations:
            return False
        if isinstance(constraint, Cumulative) and (
            constraint.present
            or any(each.bounds(domains)[0] < 1 for each in constraint.duration)
            or any(
                each.bounds(domains)[0] < 0 for each in (*constraint.demand, constraint.capacity)
            )
        ):
            return False
        if isinstance(constraint, Distinct) and constraint.except_values:
            return False
        if not all(cls.writes(part, domains) for part in constraint.parts):
            return False
        return all(
            isinstance(atom, str) or cls._writes_atom(atom, domains)
            for operand in getattr(constraint, "operands", ())
            if isinstance(operand, Affine)
            for atom, _ in operand.terms
        )

    @classmethod
    def _writes_atom(cls, atom: Any, domains: Mapping[str, Domain]) -> bool:
        if type(atom) not in cls.operations:
            return False
        if isinstance(atom, Truth):
            return cls.writes(atom.of, domains)
        return all(
            isinstance(each, str) or cls._writes_atom(each, domains)
            for operand in atom.operands
            for each, _ in operand.terms
        )

    def term(self, operand: Affine, more: int = 0) -> str:
        """Return an expression, ``more`` added."""
        constant = operand.constant + more
        if not operand.terms:
            return str(constant)
        pairs = [
            (factor, self._ref(atom) if isinstance(atom, str) else self.atom(atom))
            for atom, factor in operand.terms
        ]
        return plus_constant(weighted_sum(pairs), constant)

    def atom(self, atom: Any) -> str:
        """Return an operation."""
        return self.operations[type(atom)](self, atom)

    def factor(self, operand: Affine) -> str:
        """Return an expression that can be multiplied."""
        is_name = len(operand.terms) == 1 and operand.terms[0][1] == 1 and not operand.constant
        text = self.term(operand)
        return text if is_name and isinstance(operand.terms[0][0], str) else f"({text})"

    def list(self, operands: Iterable[Affine], more: int = 0) -> str:
        """Return a list of expressions, ``more`` added to each."""
        return f"[{', '.join(self.term(each, more) for each in operands)}]"

    def names(self, names: Iterable[str]) -> str:
        """Return a list of variables."""
        return f"[{', '.join(map(self._ref, names))}]"

    def truth(self, constraint: Constraint) -> str:
        """Return a constraint."""
        return self.relations[type(constraint)](self, constraint)

    def joined(self, parts: Iterable[Constraint], word: str) -> str:
        """Return some constraints with a word between."""
        return f" {word} ".join(f"({self.truth(each)})" for each in parts)

    def groups(self, constraint: AnyOf, both: str, either: str) -> str:
        """Return the groups of an ``AnyOf``, joined by the words for "and" and "or"."""
        return f" {either} ".join(f"({self._group(group, both)})" for group in constraint.groups)

    def _group(self, group: tuple[Constraint, ...], both: str) -> str:
        return self.joined(group, both) if len(group) > 1 else self.truth(group[0])

    def compare(self, left: str, op: str, right: object) -> str:
        """Return two texts compared."""
        return f"{left} {self.equals if op == '==' else op} {right}"

    def linear(self, constraint: Linear) -> str:
        """Return a comparison of a weighted sum of variables."""
        pairs = zip(constraint.coefficients, map(self._ref, constraint.scope), strict=True)
        text = comparison(list(pairs), constraint.op, constraint.constant)
        return text.replace("==", self.equals)


class PythonText(ExpressionText):
    """The texts of CPMpy."""

    operations: ClassVar = {
        Absolute: lambda self, a: f"abs({self.term(a.of)})",
        Entry: lambda self, a: f"cp.Element({self.list(a.array)}, {self.term(a.index)})",
        Greatest: lambda self, a: f"cp.max({self.list(a.of)})",
        Least: lambda self, a: f"cp.min({self.list(a.of)})",
        NumberOfValues: lambda self, a: f"cp.NValue({self.list(a.of)})",
        Occurrences: lambda self, a: f"cp.Among({self.list(a.of)}, {sorted(a.values)})",
        Product: lambda self, a: f"{self.factor(a.left)} * {self.factor(a.right)}",
        Truth: lambda self, a: f"({self.truth(a.of)})",
    }
    relations: ClassVar = {
        AllDifferent: lambda self, c: f"cp.AllDifferent({self.names(c.scope)})",
        AllEqual: lambda self, c: f"cp.AllEqual({self.list(c.of)})",
        AllOf: lambda self, c: self.joined(c.all_of, "&"),
        AnyOf: lambda self, c: self.groups(c, "&", "|"),
        Circuit: lambda self, c: f"cp.Circuit({self.list(c.successor)})",
        Compare: lambda self, c: self.compare(self.term(c.expression), c.op, c.constant),
        Count: lambda self, c: self.compare(
            f"cp.Among({self.names(c.counted)}, {sorted(c.values)})", c.op,
            c.number if isinstance(c.number, int) else self._ref(c.number),
        ),
        Cumulative: lambda self, c: f"cp.Cumulative({self.list(c.start)}, {self.list(c.duration)}, "
        f"demand={self.list(c.demand)}, capacity={self.term(c.capacity)})",
        Distinct: lambda self, c: f"cp.AllDifferent({self.list(c.of)})",
        Iff: lambda self, c: self.joined((c.first, c.second), "=="),
        Implies: lambda self, c: f"({self.truth(c.first)}).implies({self.truth(c.second)})",
        Inverse: lambda self, c: f"cp.Inverse({self.list(c.forth)}, {self.list(c.back)})",
        Linear: lambda self, c: self.linear(c),
        Not: lambda self, c: f"~({self.truth(c.part)})",
        TableOf: lambda self, c: f"cp.Table({self.list(c.of)}, {sorted_tuples(c.tuples)})",
        Xor: lambda self, c: f"cp.Xor([{', '.join(map(self.truth, c.of))}])",
    }  # fmt: skip


class MiniZincText(ExpressionText):
    """The texts of MiniZinc, whose arrays are counted from 1."""

    equals = "="
    operations: ClassVar = {
        Absolute: lambda self, a: f"abs({self.term(a.of)})",
        Entry: lambda self, a: f"{self.list(a.array)}[{self.term(a.index, 1)}]",
        Greatest: lambda self, a: f"max({self.list(a.of)})",
        Least: lambda self, a: f"min({self.list(a.of)})",
        NumberOfValues: lambda self, a: f"nvalue({self.list(a.of)})",
        Occurrences: lambda self, a: f"(sum (v in {self.list(a.of)}) "
        f"(bool2int(v in {{{', '.join(map(str, sorted(a.values)))}}})))",
        Product: lambda self, a: f"{self.factor(a.left)} * {self.factor(a.right)}",
        Truth: lambda self, a: f"bool2int({self.truth(a.of)})",
    }  # fmt: skip
    relations: ClassVar = {
        AllOf: lambda self, c: self.joined(c.all_of, "/\\"),
        AnyOf: lambda self, c: self.groups(c, "/\\", "\\/"),
        Compare: lambda self, c: self.compare(self.term(c.expression), c.op, c.constant),
        Iff: lambda self, c: self.joined((c.first, c.second), "<->"),
        Implies: lambda self, c: self.joined((c.first, c.second), "->"),
        Linear: lambda self, c: self.linear(c),
        Not: lambda self, c: f"not ({self.truth(c.part)})",
        Xor: lambda self, c: self.joined(c.of, "xor"),
    }
