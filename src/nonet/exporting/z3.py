"""Z3, in Python: the constraints as formulas over integers."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.exporting.base import Needs
from nonet.exporting.program import ExpressionProgram
from nonet.exporting.text import Lines, Sheet
from nonet.model import Count, Element, Regular

_AUTOMATON = '''
def accepted(variables, start, accepting, transitions):
    """The values, in order, take the automaton from its start to an accepting state."""
    reached = {start: BoolVal(True)}
    for variable in variables:
        arrivals = {}
        for state, value, after in transitions:
            if state in reached:
                arrivals.setdefault(after, []).append(And(reached[state], variable == value))
        reached = {state: Or(ways) for state, ways in arrivals.items()}
    return Or([reached[state] for state in accepting if state in reached])
'''

_ELEMENT = '''
def element(array, index, value, first):
    """array[index - first] == value"""
    return Or([And(index == i, entry == value) for i, entry in enumerate(array, first)])
'''

_ONE_OF = '''
def one_of(variable, values):
    """The variable takes one of the values."""
    return Or([variable == value for value in values])
'''


class Z3(ExpressionProgram):
    """A program for Z3."""

    name = "z3"
    aliases = ("z3py", "z3-python")
    sentence = "A Python program for Z3, Microsoft's SMT solver."
    needs = Needs("Z3", "pip install z3-solver", "python puzzle.py")
    imports = ("from z3 import *",)
    create = ("solver = Solver()",)
    post = "solver.add({})"
    optimise = "solver.{}({})"
    no_solution_test = ("if solver.check() != sat:",)
    read_solution = ("found = solver.model()",)

    def create_lines(self, sheet: Sheet) -> Lines:
        if sheet.simple.objective is None:
            return super().create_lines(sheet)
        return ["solver = Optimize()"]

    def variable(self, at: str, name: str, low: str, high: str, among: str) -> Lines:
        inside = (
            self.membership_expression(at, among) if among else f"{low} <= {at}, {at} <= {high}"
        )
        return [f"{at} = Int({name})", *self.post_lines(inside)]

    def all_different_expression(self, scope: str) -> str:
        return f"Distinct({scope})"

    def sum_expression(self, scope: str) -> str:
        return f"Sum({scope})"

    def membership_expression(self, ref: str, values: str) -> str:
        return f"Or([{ref} == value for value in {values}])"

    def table_expression(self, scope: str, tuples: str) -> str:
        return f"Or([And([v == value for v, value in zip({scope}, row)]) for row in {tuples}])"

    def conjunction(self, parts: Sequence[str]) -> str:
        return f"And({', '.join(parts)})"

    def disjunction(self, parts: Sequence[str]) -> str:
        return f"Or({', '.join(parts)})"

    def regular_expression(self, sheet: Sheet, constraint: Regular) -> str:
        automaton = constraint.automaton
        return (
            f"{sheet.require_helper('accepted', _AUTOMATON)}({sheet.scope_text(constraint.scope)}, "
            f"{automaton.start}, {sorted(automaton.accepting)}, {list(automaton.transitions)})"
        )

    def element_expression(self, sheet: Sheet, constraint: Element) -> str:
        array, index = sheet.scope_text(constraint.array), sheet.ref(constraint.index)
        value, helper = sheet.ref(constraint.value), sheet.require_helper("element", _ELEMENT)
        return f"{helper}({array}, {index}, {value}, {constraint.first})"

    def count_expression(self, sheet: Sheet, constraint: Count) -> str:
        helper, values = sheet.require_helper("one_of", _ONE_OF), sorted(constraint.values)
        scope = sheet.scope_text(constraint.counted)
        return f"Sum([If({helper}(v, {values}), 1, 0) for v in {scope}])"

    def value_expression(self, sheet: Sheet) -> str:
        return "found.eval(v, model_completion=True).as_long()"
