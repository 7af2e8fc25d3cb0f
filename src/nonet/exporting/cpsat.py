"""OR-Tools CP-SAT, in Python.

An expression that is not a weighted sum becomes a variable, made by a function of the program:
``holds`` returns the literal of a comparison, ``integer`` the result of an operation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.printing import PYTHON, AnyName, Form
from nonet.exporting.program import Program
from nonet.exporting.text import Lines
from nonet.exporting.trees import Row, Tree, is_loop, items_of
from nonet.model import Constraint, Domain, Linear, Table

MAX_NUMBER = 1 << 40
"""Numbers from which a constraint is written as primitives: CP-SAT adds up in 64 bits."""

COMPARISONS = {"==": "!=", "!=": "==", "<=": ">", ">=": "<", "<": ">=", ">": "<="}
"""Each comparison, and its opposite."""

LEAVES = ("var", "raw", "at")
"""The operators of trees that are variables."""


def _tasks(name: str) -> Any:
    def form(self: CpSat, tree: Tree) -> str:
        operator, start, duration, *more = tree
        present = [more.pop()] if operator.startswith("optional") else []
        arguments = [self.intervals(start, duration, *present)]
        if more:
            demand, capacity = more
            text = self.text(demand)
            has_operation = any(
                isinstance(v, tuple) and v[0] not in LEAVES for v in items_of(demand)
            )
            arguments.append(f"[not_negative(each) for each in {text}]" if has_operation else text)
            arguments.append(self.integral(capacity))
        return f"model.{name}({', '.join(arguments)})"

    return form


def _rectangles(self: CpSat, tree: Tree) -> str:
    _, x, y, width, height, *present = tree
    axes = self.intervals(x, width, *present), self.intervals(y, height, *present)
    return f"model.add_no_overlap_2d({', '.join(axes)})"


def _reservoir(self: CpSat, tree: Tree) -> str:
    _, time, change, least, most, *present = tree
    time, change = self.affine(time), self.affine(change)
    if not present:
        return f"model.add_reservoir_constraint({time}, {change}, {least}, {most})"
    active = f"[is_present(v) for v in {self.text(present[0])}]"
    return (
        f"model.add_reservoir_constraint_with_active({time}, {change}, {active}, {least}, {most})"
    )


_POSTED: dict[str, Form] = {
    "all_different": lambda self, t: f"model.add_all_different({self.affine(t[1])})",
    "arc": "({0}, {1}, is_present({2}))",
    "arcs": lambda self, t: f"model.add_circuit([{', '.join(map(self.text, t[1:]))}])",
    "circuit": "add_tour({0}, False)",
    "subcircuit": "add_tour({0}, True)",
    **{
        each: _tasks("add_cumulative")
        for kind in ("", "optional_")
        for each in (f"{kind}cumulative", f"{kind}cumulative_with_empty")
    },
    **{
        each: _tasks("add_no_overlap")
        for kind in ("", "optional_")
        for each in (f"{kind}no_overlap", f"{kind}no_overlap_with_empty")
    },
    "inverse": "model.add_inverse({0}, {1})",
    "no_overlap_2d": _rectangles,
    "optional_no_overlap_2d": _rectangles,
    "partial_element": lambda self, t: (
        f"model.add_element({self.integral(t[2])}, {self.affine(t[1])}, {self.integral(t[3])})"
    ),
    "regular": "model.add_automaton({0}, {2}, {3}, {1})",
    "reservoir": _reservoir,
    "optional_reservoir": _reservoir,
    "table": "model.add_allowed_assignments({0}, {1})",
    "xor": lambda self, t: f"model.add_bool_xor({self.literals(t[1:])})",
}
"""Constraints that are posted by a method of the model, and have no literal."""


class CpSat(Program):
    """A program for CP-SAT."""

    name = "cpsat"
    aliases = ("cp-sat", "ortools", "or-tools")
    sentence = "A Python program for CP-SAT, the solver of Google's OR-Tools."
    needs = Needs("OR-Tools CP-SAT", "pip install ortools", "python puzzle.py")
    imports = ("from ortools.sat.python import cp_model",)
    create = ("model = cp_model.CpModel()",)
    booleans = True
    value = "solver.value({})"
    without_answer = (
        '"no solution" if solver.response_proto.status == cp_model.INFEASIBLE '
        "else solver.response_proto.status"
    )
    objective_value = "round(solver.objective_value)"
    joins: ClassVar[Mapping[str, str]] = {"and": "every({})", "or": "either({})"}
    truth_values = ("model.new_constant(False)", "model.new_constant(True)")
    inside = (Linear, Table)
    statements_only = frozenset(_POSTED) - {"arc"}
    forms: ClassVar[Mapping[str, Form]] = {
        **PYTHON,
        **_POSTED,
        "product": lambda self, t: self.operation("multiplication", t[1:]),
        "quotient": lambda self, t: self.division("division", t),
        "remainder": lambda self, t: self.division("modulo", t),
        "abs": lambda self, t: self.operation("abs", t[1:]),
        "max": lambda self, t: f"integer(model.add_max_equality, {self.affine(t[1])})",
        "min": lambda self, t: f"integer(model.add_min_equality, {self.affine(t[1])})",
        "element": lambda self, t: f"entry({self.affine(t[1])}, {self.integral(t[2])})",
        "count": "sum(is_one_of(v, {1}) for v in {0})",
        "count_of": "sum(holds(v == {1}) for v in {0})",
        "in": "is_one_of({0}, {1})",
        "truth": lambda self, t: self.literal(t[1]),
        "and": lambda self, t: f"every({self.literals(t[1:])})",
        "or": lambda self, t: f"either({self.literals(t[1:])})",
        "iff": lambda self, t: f"holds({self.literal(t[1])} == {self.literal(t[2])})",
        "implies": lambda self, t: f"either([{self.literal(('not', t[1]))}, {self.literal(t[2])}])",
        "not": lambda self, t: f"~{self.literal(t[1])}",
    }
    helpers: ClassVar[Mapping[str, str]] = {
        "add_tour": '''
def add_tour(successors, may_stay):
    """The successors make one tour; a node that may stay out is its own successor."""
    nodes = range(len(successors))
    arcs = [(i, j, holds(successors[i] == j)) for i in nodes for j in nodes if i != j or may_stay]
    model.add_circuit(arcs)
''',
        "interval": '''
def interval(start, size, present=True):
    """A task that takes part where present is not 0."""
    present = present if present is True else is_present(present)
    end = start + size
    if not isinstance(size, int):
        end = integer(lambda result, _: model.add(result == start + size), [])
    return model.new_optional_interval_var(start, size, end, present, "")
''',
        "is_present": '''
def is_present(expression):
    """A literal that is true where an expression is not 0."""
    return holds(expression != 0)
''',
        "entry": '''
def entry(array, index):
    """A variable that is array[index]."""
    return integer(lambda result, _: model.add_element(index, array, result), [])
''',
        "not_negative": '''
def not_negative(demand):
    """A variable of 0 or more that is a demand: its bounds alone may be wider."""
    result = model.new_int_var(0, MOST, "")
    model.add(result == demand)
    return result
''',
        "integer": '''
def integer(post, operands):
    """A variable that is the result of an operation."""
    result = model.new_int_var(-MOST, MOST, "")
    post(result, operands)
    return result
''',
        "either": '''
def either(literals):
    """A literal that is true where one of the literals is."""
    result = model.new_bool_var("")
    model.add_max_equality(result, literals)
    return result
''',
        "every": '''
def every(literals):
    """A literal that is true where all the literals are."""
    result = model.new_bool_var("")
    model.add_min_equality(result, literals)
    return result
''',
        "is_one_of": '''
def is_one_of(expression, values):
    """A literal that is true where an expression has one of the values."""
    result, inside = model.new_bool_var(""), cp_model.Domain.from_values(values)
    model.add_linear_expression_in_domain(expression, inside).only_enforce_if(result)
    model.add_linear_expression_in_domain(expression, inside.complement()).only_enforce_if(~result)
    return result
''',
        "holds": '''
def holds(comparison):
    """A literal that is true just where a comparison holds."""
    if isinstance(comparison, bool):
        return model.new_constant(comparison)
    result, opposite = model.new_bool_var(""), comparison.bounds.complement()
    total = cp_model.LinearExpr.weighted_sum(comparison.vars, comparison.coeffs) + comparison.offset
    model.add(comparison).only_enforce_if(result)
    model.add_linear_expression_in_domain(total, opposite).only_enforce_if(~result)
    return result
''',
    }

    # expressions

    @classmethod
    def says(cls, constraint: Constraint, domains: Mapping[str, Domain]) -> bool:
        trees = cls.trees_of(AnyName(), domains)
        return cls.written(trees, constraint) is not None and trees.most < MAX_NUMBER

    def operation(self, name: str, operands: Any) -> str:
        of = ", ".join(map(self.integral, operands))
        argument = f"[{of}]" if len(operands) > 1 else of
        return f"integer(model.add_{name}_equality, {argument})"

    def division(self, name: str, tree: Tree) -> str:
        """Return a quotient or remainder, as a variable."""
        of = ", ".join(map(self.integral, tree[1:]))
        return f"integer(lambda result, of: model.add_{name}_equality(result, *of), [{of}])"

    def integral(self, tree: Tree) -> str:
        """Return an expression of one variable at most."""
        text = self.text(tree)
        parts = tree[1:] if isinstance(tree, tuple) and tree[0] == "sum" else ()
        if [each for each in parts if not isinstance(each, int)][1:] or any(map(is_loop, parts)):
            return f"integer(lambda result, _: model.add(result == {text}), [])"
        return text

    def affine(self, tree: Tree) -> str:
        """Return a list of expressions of one variable each at most."""
        sums = isinstance(tree, tuple) and tree[0] == "list"
        if sums and any(isinstance(each, tuple) and each[0] == "sum" for each in tree[1:]):
            return f"[{', '.join(map(self.integral, tree[1:]))}]"
        return self.text(tree)

    def literal(self, tree: Tree) -> str:
        if tree[0] == "not" and tree[1][0] in COMPARISONS:
            tree = (COMPARISONS[tree[1][0]], *tree[1][1:])
        text = self.text(tree, 6)
        return f"holds{text}" if tree[0] in COMPARISONS else text

    def literals(self, trees: Any) -> str:
        return self.sequence(
            [
                ("for", each[1], ("truth", each[2])) if each[0] == "for" else ("truth", each)
                for each in trees
            ]
        )

    def joined(self, operator: str, parts: Any) -> str:
        return self.joins[operator].format(self.literals(parts))

    def intervals(self, start: Tree, size: Tree, present: Tree | None = None) -> str:
        """Return a list of intervals, one a task."""
        lists = [self.affine(each) for each in (start, size, present) if each is not None]
        if present is None and isinstance(size, Row):
            call = 'model.new_fixed_size_interval_var(s, d, "")'
            return f"[{call} for s, d in zip({', '.join(lists)})]"
        return f"[interval(*task) for task in zip({', '.join(lists)})]"

    # statements

    def statement(self, tree: Tree) -> Lines:
        operator, *parts = tree
        if operator in _POSTED:
            return [self.text(tree)]
        if operator in COMPARISONS:
            entries = [each for each in parts if isinstance(each, tuple) and each[0] == "element"]
            if operator == "==" and len(entries) == 1:
                other = parts[0] if parts[1] is entries[0] else parts[1]
                return self.statement(("partial_element", *entries[0][1:], other))
            return [f"model.add({self.text(tree)})"]
        if operator == "and" and all(each[0] != "for" for each in parts):
            return [line for each in parts for line in self.statement(each)]
        if operator == "in":
            inside = f"cp_model.Domain.from_values({self.text(parts[1])})"
            return [f"model.add_linear_expression_in_domain({self.text(parts[0])}, {inside})"]
        if operator == "not" and parts[0][0] == "and":
            return [f"model.add_bool_or({self.literals([('not', each) for each in parts[0][1:]])})"]
        if operator == "implies":
            return [f"model.add_implication({self.literal(parts[0])}, {self.literal(parts[1])})"]
        if operator == "iff":
            return [f"model.add({self.literal(parts[0])} == {self.literal(parts[1])})"]
        if operator == "or":
            return [f"model.add_bool_or({self.literals(parts)})"]
        return [f"model.add_bool_and({self.literal(tree)})"]

    def variable(self, low: int, high: int, label: str) -> str:
        if (low, high) == (0, 1):
            return f"model.new_bool_var({label})"
        return f"model.new_int_var({low}, {high}, {label})"

    def no_solution_lines(self) -> Lines:
        guard = guard_of(self.simple.structure)
        settings = [f"solver.parameters.{name} = {v}" for name, v in guard.parameters.items()]
        return [
            "solver = cp_model.CpSolver()",
            *(f"# {line}" for line in guard.comment_lines),
            *settings,
            "if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):",
        ]
