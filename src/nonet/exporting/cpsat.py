"""OR-Tools CP-SAT, in Python.

The groups of an ``AnyOf`` have a Boolean each, and a constraint holds where its
group's Boolean is true (``only_enforce_if``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.minizinc import are_at_least
from nonet.exporting.program import PythonProgram
from nonet.exporting.text import (
    Lines,
    Sheet,
    comparison,
    list_constant,
    plus_constant,
    sorted_tuples,
    weighted_sum,
)
from nonet.model import AnyOf, Constraint, Count, Domain, Element, Linear, Regular, Table
from nonet.model.expressions.affine import Affine, plus
from nonet.model.globals import (
    ArcCircuit,
    Circuit,
    Cumulative,
    Distinct,
    Inverse,
    NoOverlap,
    NoOverlap2D,
    Reservoir,
    SubCircuit,
)

Domains = Mapping[str, Domain]

MAX_NUMBER = 1 << 40
"""Numbers from which a constraint is written as primitives: CP-SAT adds up in 64 bits."""

_TOUR = '''
def add_tour(successors, may_stay):
    """The successors make one tour; a node that may stay out is its own successor."""
    arcs = []
    for node, after in enumerate(successors):
        for following in range(len(successors)):
            if following == node and not may_stay:
                continue
            chosen = model.new_bool_var("")
            model.add(after == following).only_enforce_if(chosen)
            model.add(after != following).only_enforce_if(~chosen)
            arcs.append((node, following, chosen))
    model.add_circuit(arcs)
'''

_INTERVAL = '''
def interval(start, size, ends=None, present=None):
    """A task; ends are the bounds of its end, where that is the sum of two variables."""
    end = start + size if ends is None else model.new_int_var(*ends, "")
    if ends is not None:
        model.add(end == start + size)
    if present is None:
        return model.new_interval_var(start, size, end, "")
    return model.new_optional_interval_var(start, size, end, present, "")
'''

_IS_PRESENT = '''
def is_present(expression):
    """A literal that is true where an expression is not 0."""
    literal = model.new_bool_var("")
    model.add(expression != 0).only_enforce_if(literal)
    model.add(expression == 0).only_enforce_if(~literal)
    return literal
'''


def is_kept(constraint: Constraint, domains: Domains) -> bool:
    """Whether CP-SAT has a constraint itself, over values of these domains."""
    operands: tuple[Any, ...] = getattr(constraint, "operands", ())
    bounds = [each.bounds(domains) for each in operands]
    return (
        all(len(each.terms) <= 1 for each in operands)
        and all(max(abs(low), abs(high)) < MAX_NUMBER for low, high in bounds)
        and _KEPT[type(constraint)](constraint, domains)
    )


def global_lines(sheet: Sheet, constraint: Constraint) -> Lines:
    """Return the lines that post a constraint."""
    return _LINES[type(constraint)](sheet, constraint)


def _term(sheet: Sheet, operand: Affine) -> str:
    if not operand.terms:
        return str(operand.constant)
    terms = [(factor, sheet.ref(str(name))) for name, factor in operand.terms]
    return plus_constant(weighted_sum(terms), operand.constant)


def _list(sheet: Sheet, operands: Iterable[Affine]) -> str:
    return f"[{', '.join(_term(sheet, each) for each in operands)}]"


def _presence(sheet: Sheet, operand: Affine) -> str:
    """A literal that says whether a task takes part."""
    if not operand.terms:
        return f"model.new_constant({int(operand.constant != 0)})"
    return f"{sheet.require_helper('is_present', _IS_PRESENT)}({_term(sheet, operand)})"


def _intervals(
    sheet: Sheet, start: Iterable[Affine], size: Iterable[Affine], present: Iterable[Affine]
) -> str:
    """A list of intervals, one a task."""
    interval = sheet.require_helper("interval", _INTERVAL)
    calls, presences = [], list(present)
    for number, (begins, lasts) in enumerate(zip(start, size, strict=True)):
        arguments = [_term(sheet, begins), _term(sheet, lasts)]
        if begins.terms and lasts.terms:
            ends = plus(begins, lasts).bounds(sheet.simple.structure.domains)
            arguments.append(f"ends={ends}")
        if presences:
            arguments.append(f"present={_presence(sheet, presences[number])}")
        calls.append(f"{interval}({', '.join(arguments)})")
    return f"[{', '.join(calls)}]"


def _tour(sheet: Sheet, successor: Iterable[Affine], may_stay: bool) -> str:
    return f"{sheet.require_helper('add_tour', _TOUR)}({_list(sheet, successor)}, {may_stay})"


def _arcs(sheet: Sheet, circuit: ArcCircuit) -> Lines:
    arcs = (f"({tail}, {head}, {_presence(sheet, each)})" for tail, head, each in circuit.arcs)
    return [f"model.add_circuit([{', '.join(arcs)}])"]


def _cumulative(sheet: Sheet, tasks: Cumulative) -> Lines:
    intervals = _intervals(sheet, tasks.start, tasks.duration, tasks.present)
    demands, capacity = _list(sheet, tasks.demand), _term(sheet, tasks.capacity)
    return [f"model.add_cumulative({intervals}, {demands}, {capacity})"]


def _no_overlap(sheet: Sheet, tasks: NoOverlap) -> Lines:
    intervals = _intervals(sheet, tasks.start, tasks.duration, tasks.present)
    return [f"model.add_no_overlap({intervals})"]


def _no_overlap_2d(sheet: Sheet, rectangles: NoOverlap2D) -> Lines:
    across = _intervals(sheet, rectangles.x, rectangles.width, rectangles.present)
    along = _intervals(sheet, rectangles.y, rectangles.height, rectangles.present)
    return [f"model.add_no_overlap_2d({across}, {along})"]


def _reservoir(sheet: Sheet, store: Reservoir) -> Lines:
    times, changes = _list(sheet, store.time), _list(sheet, store.change)
    levels = f"{store.least}, {store.most}"
    if not store.present:
        return [f"model.add_reservoir_constraint({times}, {changes}, {levels})"]
    active = f"[{', '.join(_presence(sheet, each) for each in store.present)}]"
    return [f"model.add_reservoir_constraint_with_active({times}, {changes}, {active}, {levels})"]


_LINES: dict[type[Constraint], Callable[[Sheet, Any], Lines]] = {
    ArcCircuit: _arcs,
    Circuit: lambda sheet, each: [_tour(sheet, each.successor, False)],
    Cumulative: _cumulative,
    Distinct: lambda sheet, each: [f"model.add_all_different({_list(sheet, each.of)})"],
    Inverse: lambda sheet, each: [
        f"model.add_inverse({_list(sheet, each.forth)}, {_list(sheet, each.back)})"
    ],
    NoOverlap: _no_overlap,
    NoOverlap2D: _no_overlap_2d,
    Reservoir: _reservoir,
    SubCircuit: lambda sheet, each: [_tour(sheet, each.successor, True)],
}

GLOBALS = frozenset(_LINES)
"""The types of global constraints that may be kept."""


def _is_inverse(inverse: Inverse, domains: Domains) -> bool:
    """Whether both sides are variables that name places, each once."""
    sides, places = (inverse.forth, inverse.back), len(inverse.forth) - 1
    names = [[each.variable_name for each in side] for side in sides]
    bounds = [each.bounds(domains) for side in sides for each in side]
    return all(None not in side and len({*side}) == len(side) for side in names) and all(
        low >= 0 and high <= places for low, high in bounds
    )


_KEPT: dict[type[Constraint], Callable[[Any, Domains], bool]] = {
    ArcCircuit: lambda each, _: each.is_simple,
    Circuit: lambda each, _: len(each.successor) > 1,
    Cumulative: lambda each, domains: are_at_least(
        (*each.duration, *each.demand, each.capacity), 0, domains
    ),
    Distinct: lambda each, _: not each.except_values and len({*each.of}) == len(each.of),
    Inverse: _is_inverse,
    NoOverlap: lambda each, domains: are_at_least(each.duration, 0, domains),
    NoOverlap2D: lambda each, domains: are_at_least((*each.width, *each.height), 1, domains),
    Reservoir: lambda each, domains: True,
    SubCircuit: lambda each, _: len(each.successor) > 1,
}
"""For each type, whether a constraint means the same in CP-SAT and in nonet."""


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
