"""Programs for solvers whose constraints are expressions, to be joined by and, or, not.

Each primitive is one expression, so ``AnyOf`` is no more than "or".
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.exporting.lowering import unsupported
from nonet.exporting.program import PythonProgram
from nonet.exporting.sheet import Lines, Sheet
from nonet.exporting.words import comparison, in_order, terms_of
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Element, Linear, Regular, Table


class ExpressionProgram(PythonProgram):
    """Subclasses give the texts of expressions."""

    def all_different_of(self, scope: str) -> str:
        """AllDifferent of a list."""
        raise NotImplementedError

    def sum_of(self, scope: str) -> str:
        """The sum of a list."""
        raise NotImplementedError

    def one_of_these(self, ref: str, values: str) -> str:
        """A variable has one of some values."""
        raise NotImplementedError

    def table_of(self, scope: str, tuples: str) -> str:
        """A list takes one of the tuples."""
        raise NotImplementedError

    def every(self, parts: Sequence[str]) -> str:
        """All the parts hold."""
        raise NotImplementedError

    def either(self, parts: Sequence[str]) -> str:
        """One of the parts holds."""
        raise NotImplementedError

    def regular_of(self, sheet: Sheet, constraint: Regular) -> str:
        """The automaton accepts."""
        raise NotImplementedError

    def element_of(self, sheet: Sheet, constraint: Element) -> str:
        """The entry at the index is the value."""
        raise NotImplementedError

    def number_of(self, sheet: Sheet, constraint: Count) -> str:
        """How many variables take one of the values."""
        raise NotImplementedError

    def all_different(self, scope: str) -> Lines:
        return self.posted(self.all_different_of(scope))

    def total(self, scope: str, op: str, constant: str) -> Lines:
        return self.posted(f"{self.sum_of(scope)} {op} {constant}")

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        return self.posted(comparison(terms, op, constant))

    def one_of(self, ref: str, values: str) -> Lines:
        return self.posted(self.one_of_these(ref, values))

    def table(self, scope: str, tuples: str) -> Lines:
        return self.posted(self.table_of(scope, tuples))

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        return self.posted(self.expression(sheet, constraint))

    def expression(self, sheet: Sheet, constraint: Constraint) -> str:
        """The truth of any constraint."""
        if isinstance(constraint, AllDifferent):
            return self.all_different_of(sheet.scope(constraint.scope))
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, sheet.ref)
            return comparison(terms, constraint.op, constraint.constant)
        if isinstance(constraint, Table):
            if len(constraint.scope) == 1:
                values = sorted(value for (value,) in constraint.tuples)
                return self.one_of_these(sheet.ref(constraint.scope[0]), str(values))
            return self.table_of(sheet.scope(constraint.scope), str(in_order(constraint.tuples)))
        if isinstance(constraint, Regular):
            return self.regular_of(sheet, constraint)
        if isinstance(constraint, Element):
            return self.element_of(sheet, constraint)
        if isinstance(constraint, Count):
            number = constraint.number
            right = sheet.ref(number) if isinstance(number, str) else str(number)
            return f"{self.number_of(sheet, constraint)} {constraint.op} {right}"
        if isinstance(constraint, AnyOf):
            groups = []
            for group in constraint.groups:
                parts = [self.expression(sheet, part) for part in group]
                groups.append(self.every(parts) if len(parts) > 1 else parts[0])
            return self.either(groups)
        raise unsupported(constraint)
