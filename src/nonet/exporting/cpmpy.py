"""CPMpy, in Python: one model for a dozen solvers."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.expressions import PythonText
from nonet.exporting.program import ExpressionProgram
from nonet.exporting.text import Lines, Sheet
from nonet.model import Count, Element, Regular

_ELEMENT = '''
def element(array, index, value, first):
    """array[index - first] == value"""
    return cp.any([(index == i) & (entry == value) for i, entry in enumerate(array, first)])
'''


class Cpmpy(ExpressionProgram):
    """A program for CPMpy."""

    name = "cpmpy"
    sentence = "A Python program for CPMpy, which hands its model to many solvers."
    needs = Needs("CPMpy", "pip install cpmpy", "python puzzle.py")
    imports = ("import cpmpy as cp",)
    texts = PythonText
    create = ("model = cp.Model()",)
    post = "model += {}"
    no_solution_test = ("if not model.solve():",)

    def solve(self, sheet: Sheet) -> Lines:
        shown = ['print("objective =", model.objective_value())']
        return [*super().solve(sheet), *(shown if sheet.simple.objective else [])]

    def no_solution_lines(self, sheet: Sheet) -> Lines:
        guard = guard_of(sheet.simple.structure)
        if not guard.parameters:
            return list(self.no_solution_test)
        options = "".join(f", {name}={value}" for name, value in guard.parameters.items())
        comments = [f"# {line}" for line in guard.comment_lines]
        return [*comments, f'if not model.solve(solver="ortools"{options}):']

    def variable(self, at: str, name: str, low: str, high: str, among: str) -> Lines:
        lines = [f"{at} = cp.intvar({low}, {high}, name={name})"]
        return [*lines, *self.membership(at, among)] if among else lines

    def all_different_expression(self, scope: str) -> str:
        return f"cp.AllDifferent({scope})"

    def sum_expression(self, scope: str) -> str:
        return f"cp.sum({scope})"

    def membership_expression(self, ref: str, values: str) -> str:
        return f"cp.InDomain({ref}, {values})"

    def table_expression(self, scope: str, tuples: str) -> str:
        return f"cp.Table({scope}, {tuples})"

    def conjunction(self, parts: Sequence[str]) -> str:
        return f"cp.all([{', '.join(parts)}])"

    def disjunction(self, parts: Sequence[str]) -> str:
        return f"cp.any([{', '.join(parts)}])"

    def regular_expression(self, sheet: Sheet, constraint: Regular) -> str:
        automaton = constraint.automaton
        return (
            f"cp.Regular({sheet.scope_text(constraint.scope)}, {list(automaton.transitions)}, "
            f"{automaton.start}, {sorted(automaton.accepting)})"
        )

    def element_expression(self, sheet: Sheet, constraint: Element) -> str:
        array, index = sheet.scope_text(constraint.array), sheet.ref(constraint.index)
        value, helper = sheet.ref(constraint.value), sheet.require_helper("element", _ELEMENT)
        return f"{helper}({array}, {index}, {value}, {constraint.first})"

    def count_expression(self, sheet: Sheet, constraint: Count) -> str:
        return f"cp.Among({sheet.scope_text(constraint.counted)}, {sorted(constraint.values)})"

    def value_expression(self, sheet: Sheet) -> str:
        bound = {name for c in sheet.simple.constraints for name in c.scope}
        if bound.issuperset(sheet.simple.variables):
            return "int(v.value())"
        # CPMpy gives a value to no variable that no constraint speaks of
        return "int(v.lb if v.value() is None else v.value())"
