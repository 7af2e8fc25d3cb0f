"""Z3, in Python: the constraints as formulas over integers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import ClassVar

from nonet.exporting.base import Needs
from nonet.exporting.folding import folded
from nonet.exporting.printing import PYTHON, Form, Infix
from nonet.exporting.program import Program
from nonet.exporting.text import Lines
from nonet.exporting.trees import Tree


class Z3(Program):
    """A program for Z3."""

    name = "z3"
    aliases = ("z3py", "z3-python")
    sentence = "A Python program for Z3, Microsoft's SMT solver."
    needs = Needs("Z3", "pip install z3-solver", "python puzzle.py")
    imports = ("from z3 import *",)
    create = ("solver = Solver()",)
    post = "solver.add({})"
    optimise = "solver.{}({})"
    value = "model.eval({}, model_completion=True).as_long()"
    no_solution_test = ("if solver.check() != sat:",)
    without_answer = '"no solution" if solver.check() == unsat else solver.reason_unknown()'
    joins: ClassVar[Mapping[str, str]] = {"and": "And({})", "or": "Or({})"}
    truth_values = ("BoolVal(False)", "BoolVal(True)")
    forms: ClassVar[Mapping[str, Form]] = {
        **PYTHON,
        "iff": Infix(" == ", 4),
        "and": lambda self, t: f"And({', '.join(map(self.text, t[1:]))})",
        "or": lambda self, t: f"Or({', '.join(map(self.text, t[1:]))})",
        "not": "Not({0})",
        "implies": "Implies({0}, {1})",
        "xor": lambda self, t: reduce("Xor({}, {})".format, map(self.text, t[1:])),
        "truth": "If({0}, 1, 0)",
        "quotient": Infix(" / ", 6),
        "remainder": Infix(" % ", 6),
        "abs": "Abs({0})",
        "all_different": "Distinct({0})",
        "count": "Sum([If(one_of(v, {1}), 1, 0) for v in {0}])",
        "count_of": "Sum([If(v == {1}, 1, 0) for v in {0}])",
        "cumulative": "is_within({3}, {0}, {1}, {2})",
        "element": "entry({0}, {1})",
        "partial_element": "And({1} >= 0, {1} < len({0}), entry({0}, {1}) == {2})",
        "in": "one_of({0}, {1})",
        "max": "largest({0})",
        "min": "-largest([-v for v in {0}])",
        "regular": "accepted({0}, {1}, {2}, {3})",
        "table": "Or([And([v == value for v, value in zip({0}, row)]) for row in {1}])",
    }
    helpers: ClassVar[Mapping[str, str]] = {
        "accepted": '''
def accepted(variables, transitions, start, accepting):
    """The values, in order, take the automaton from its start to an accepting state."""
    reached = {start: BoolVal(True)}
    for variable in variables:
        arrivals = {}
        for state, value, after in transitions:
            if state in reached:
                arrivals.setdefault(after, []).append(And(reached[state], variable == value))
        reached = {state: Or(ways) for state, ways in arrivals.items()}
    return Or([reached[state] for state in accepting if state in reached])
''',
        "entry": '''
def entry(array, index):
    """array[index]"""
    result = array[-1]
    for i, each in enumerate(array[:-1]):
        result = If(index == i, each, result)
    return result
''',
        "is_within": '''
def is_within(capacity, starts, durations, demands):
    """The tasks that run when one starts never demand more than the capacity."""
    tasks = list(zip(starts, durations, demands))
    return And([
        Sum([If(And(s <= t, t < s + d), n, 0) for s, d, n in tasks]) <= capacity for t in starts
    ])
''',
        "largest": '''
def largest(values):
    """The largest of the values."""
    result = values[0]
    for value in values[1:]:
        result = If(value > result, value, result)
    return result
''',
        "one_of": '''
def one_of(variable, values):
    """The variable takes one of the values."""
    return Or([variable == value for value in values])
''',
    }

    def create_lines(self) -> Lines:
        return ["solver = Solver()" if self.objective is None else "solver = Optimize()"]

    def variable(self, low: int, high: int, label: str) -> str:
        return f"Int({label})"

    def bound_lines(self, of: Tree, low: int, high: int) -> Lines:
        if len(of) == 2:  # one variable
            v = self.text(of[1])
            return [f"solver.add({low} <= {v}, {v} <= {high})"]
        short = self.text(of[1]) if of[1][0] == "raw" else self.text(of)
        return [f"solver.add([And({low} <= v, v <= {high}) for v in {short}])"]

    def print_lines(self) -> Lines:
        return ["model = solver.model()", *super().print_lines()]

    def objective_printed(self) -> str:
        return self.value.format(f"simplify({self.text(folded(self.objective))})")
