"""Programs for solvers whose constraints are expressions, to be joined by and, or, not.

Each primitive is one expression, so ``AnyOf`` is no more than "or".
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.exporting.program import PythonProgram
from nonet.exporting.sheet import Lines, Sheet
from nonet.exporting.simplification import unsupported_error
from nonet.exporting.text import comparison, sorted_tuples, terms_of
from nonet.model import AllDifferent, AnyOf, Constraint, Count, Element, Linear, Regular, Table


class ExpressionProgram(PythonProgram):
    """Subclasses give the texts of expressions."""

    def all_different_expression(self, scope: str) -> str:
        """AllDifferent of a list."""
        raise NotImplementedError

    def sum_expression(self, scope: str) -> str:
        """The sum of a list."""
        raise NotImplementedError

    def membership_expression(self, ref: str, values: str) -> str:
        """Return the text that a variable has one of the values."""
        raise NotImplementedError

    def table_expression(self, scope: str, tuples: str) -> str:
        """Return the text that a list takes one of the tuples."""
        raise NotImplementedError

    def conjunction(self, parts: Sequence[str]) -> str:
        """All the parts hold."""
        raise NotImplementedError

    def disjunction(self, parts: Sequence[str]) -> str:
        """Return the text that at least one of the parts holds."""
        raise NotImplementedError

    def regular_expression(self, sheet: Sheet, constraint: Regular) -> str:
        """The automaton accepts."""
        raise NotImplementedError

    def element_expression(self, sheet: Sheet, constraint: Element) -> str:
        """The entry at the index is the value."""
        raise NotImplementedError

    def count_expression(self, sheet: Sheet, constraint: Count) -> str:
        """Return the text of the number of variables that take one of the values."""
        raise NotImplementedError

    def all_different(self, scope: str) -> Lines:
        return self.post_lines(self.all_different_expression(scope))

    def plain_sum(self, scope: str, op: str, constant: str) -> Lines:
        return self.post_lines(f"{self.sum_expression(scope)} {op} {constant}")

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        return self.post_lines(comparison(terms, op, constant))

    def membership(self, ref: str, values: str) -> Lines:
        return self.post_lines(self.membership_expression(ref, values))

    def table(self, scope: str, tuples: str) -> Lines:
        return self.post_lines(self.table_expression(scope, tuples))

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        return self.post_lines(self.expression(sheet, constraint))

    def expression(self, sheet: Sheet, constraint: Constraint) -> str:
        """The truth of any constraint."""
        if isinstance(constraint, AllDifferent):
            return self.all_different_expression(sheet.scope_text(constraint.scope))
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, sheet.ref)
            return comparison(terms, constraint.op, constraint.constant)
        if isinstance(constraint, Table):
            if len(constraint.scope) == 1:
                values = sorted(value for (value,) in constraint.tuples)
                return self.membership_expression(sheet.ref(constraint.scope[0]), str(values))
            return self.table_expression(
                sheet.scope_text(constraint.scope), str(sorted_tuples(constraint.tuples))
            )
        if isinstance(constraint, Regular):
            return self.regular_expression(sheet, constraint)
        if isinstance(constraint, Element):
            return self.element_expression(sheet, constraint)
        if isinstance(constraint, Count):
            number = constraint.number
            right = sheet.ref(number) if isinstance(number, str) else str(number)
            return f"{self.count_expression(sheet, constraint)} {constraint.op} {right}"
        if isinstance(constraint, AnyOf):
            groups = []
            for group in constraint.groups:
                parts = [self.expression(sheet, part) for part in group]
                groups.append(self.conjunction(parts) if len(parts) > 1 else parts[0])
            return self.disjunction(groups)
        raise unsupported_error(constraint)
