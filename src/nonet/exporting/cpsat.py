"""OR-Tools CP-SAT, in Python.

The groups of an ``AnyOf`` have a Boolean each, and a constraint holds where its
group's Boolean is true (``only_enforce_if``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.cpsat_globals import GLOBALS, global_lines, is_kept
from nonet.exporting.program import PythonProgram
from nonet.exporting.python_text import list_constant
from nonet.exporting.sheet import Lines, Sheet
from nonet.exporting.text import comparison, plus_constant, sorted_tuples
from nonet.model import AnyOf, Constraint, Count, Domain, Element, Linear, Regular, Table

_OCCURRENCES = '''
def occurrences(variables, values):
    """How many of the variables take one of the values, as an expression."""
    inside = cp_model.Domain.from_values(values)
    found = []
    for variable in variables:
        is_in = model.new_bool_var("")
        model.add_linear_expression_in_domain(variable, inside).only_enforce_if(is_in)
        outside = inside.complement()
        model.add_linear_expression_in_domain(variable, outside).only_enforce_if(~is_in)
        found.append(is_in)
    return sum(found)
'''

_TABLE_IF = '''
def table_if(condition, variables, tuples):
    """Where the condition is true, the variables take one of the tuples."""
    chosen = [model.new_bool_var("") for _ in tuples]
    model.add_bool_or(chosen).only_enforce_if(condition)
    for choice, values in zip(chosen, tuples):
        for variable, value in zip(variables, values):
            model.add(variable == value).only_enforce_if(choice)
'''


class CpSat(PythonProgram):
    """A program for CP-SAT."""

    name = "cpsat"
    aliases = ("cp-sat", "ortools", "or-tools")
    sentence = "A Python program for CP-SAT, the solver of Google's OR-Tools."
    needs = Needs("OR-Tools CP-SAT", "pip install ortools", "python puzzle.py")
    imports = ("from ortools.sat.python import cp_model",)
    create = ("model = cp_model.CpModel()",)
    inside = (Linear, Table)
    globals = GLOBALS
    no_solution_test = (
        "solver = cp_model.CpSolver()",
        "status = solver.solve(model)",
        "if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):",
    )

    def no_solution_lines(self, sheet: Sheet) -> Lines:
        first, *others = self.no_solution_test
        guard = guard_of(sheet.simple.structure)
        settings = [f"solver.parameters.{name} = {v}" for name, v in guard.parameters.items()]
        return [first, *(f"# {line}" for line in guard.comment_lines), *settings, *others]

    def keeps(self, constraint: Constraint, domains: Mapping[str, Domain]) -> bool:
        return is_kept(constraint, domains)

    def variable(self, at: str, name: str, low: str, high: str, among: str) -> Lines:
        if not among:
            return [f"{at} = model.new_int_var({low}, {high}, {name})"]
        domain = f"cp_model.Domain.from_values({among})"
        return [f"{at} = model.new_int_var_from_domain({domain}, {name})"]

    def all_different(self, scope: str) -> Lines:
        return [f"model.add_all_different({scope})"]

    def plain_sum(self, scope: str, op: str, constant: str) -> Lines:
        return [f"model.add(sum({scope}) {op} {constant})"]

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        return [f"model.add({comparison(terms, op, constant)})"]

    def membership(self, ref: str, values: str) -> Lines:
        inside = f"cp_model.Domain.from_values({values})"
        return [f"model.add_linear_expression_in_domain({ref}, {inside})"]

    def table(self, scope: str, tuples: str) -> Lines:
        return [f"model.add_allowed_assignments({scope}, {tuples})"]

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        if isinstance(constraint, Regular):
            automaton, name = constraint.automaton, sheet.new_name("transitions")
            accepting = sorted(automaton.accepting)
            return [
                *list_constant(name, map(str, automaton.transitions)),
                f"model.add_automaton({sheet.scope_text(constraint.scope)}, "
                f"{automaton.start}, {accepting}, {name})",
            ]
        if isinstance(constraint, Element):
            index = plus_constant(sheet.ref(constraint.index), -constraint.first)
            array, value = sheet.scope_text(constraint.array), sheet.ref(constraint.value)
            return [f"model.add_element({index}, {array}, {value})"]
        if isinstance(constraint, Count):
            helper = sheet.require_helper("occurrences", _OCCURRENCES)
            number = constraint.number
            right = sheet.ref(number) if isinstance(number, str) else number
            call = f"{helper}({sheet.scope_text(constraint.counted)}, {sorted(constraint.values)})"
            return [f"model.add({call} {constraint.op} {right})"]
        if type(constraint) in GLOBALS:
            return global_lines(sheet, constraint)
        assert isinstance(constraint, AnyOf)
        return self._any_of(sheet, constraint, "")

    def _any_of(self, sheet: Sheet, constraint: AnyOf, condition: str) -> Lines:
        groups = sheet.new_name("either").lower()
        under = f".only_enforce_if({condition})" if condition else ""
        lines = [
            f'{groups} = [model.new_bool_var(f"{groups}{{i}}") '
            f"for i in range({len(constraint.groups)})]",
            f"model.add_bool_or({groups}){under}",
        ]
        for number, group in enumerate(constraint.groups):
            for part in group:
                lines += self._part(sheet, part, f"{groups}[{number}]")
        return lines

    def _part(self, sheet: Sheet, part: Constraint, condition: str) -> Lines:
        under = f".only_enforce_if({condition})"
        if isinstance(part, AnyOf):
            return self._any_of(sheet, part, condition)
        if isinstance(part, Table) and len(part.scope) > 1:
            helper = sheet.require_helper("table_if", _TABLE_IF)
            tuples = sorted_tuples(part.tuples)
            return [f"{helper}({condition}, {sheet.scope_text(part.scope)}, {tuples})"]
        return [line + under for line in self.constraint_lines(sheet, part)]

    def value_expression(self, sheet: Sheet) -> str:
        return "solver.value(v)"
