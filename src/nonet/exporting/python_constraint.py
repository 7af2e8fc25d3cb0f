"""python-constraint, in Python: constraints as functions over full assignments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.exporting.base import Needs
from nonet.exporting.constraint_families import CellGrid
from nonet.exporting.program import PythonProgram
from nonet.exporting.simplification import unsupported_error
from nonet.exporting.text import (
    Lines,
    Sheet,
    comparison,
    identifiers,
    plus_constant,
    print_lines,
    sorted_tuples,
    terms_of,
)
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Regular,
    Table,
)

_SUMS = {"==": "ExactSumConstraint", "<=": "MaxSumConstraint", ">=": "MinSumConstraint"}

_ACCEPTED = '''
def accepted(values, start, accepting, transitions):
    """Whether the values, in order, take the automaton to an accepting state."""
    step = {(state, value): after for state, value, after in transitions}
    state = start
    for value in values:
        state = step.get((state, value))
    return state in accepting
'''


class PythonConstraint(PythonProgram):
    """A program for python-constraint."""

    name = "python-constraint"
    aliases = ("constraint", "python-constraint2")
    sentence = "A Python program for python-constraint, a small backtracking solver."
    optimises = False
    needs = Needs("python-constraint", "pip install python-constraint2", "python puzzle.py")
    imports = ("from constraint import *",)
    create = ("problem = Problem(BacktrackingSolver())",)
    keys = True

    def declare_cells(self, sheet: Sheet, grid: CellGrid) -> Lines:
        cells = ["CELLS = [(r, c) for r in ROWS for c in COLUMNS]"]
        if not grid.full:
            where = "GRID[r - 1][c - 1] is not None"
            cells = [f"CELLS = [(r, c) for r in ROWS for c in COLUMNS if {where}]"]
        return [
            *cells,
            "for r, c in CELLS:",
            "    clue = GRID[r - 1][c - 1]",
            "    problem.addVariable((r, c), "
            f"[clue] if clue{f' != {grid.blank}' if grid.blank else ''} else VALUES)",
        ]

    def declare(self, key: str, domain: Domain) -> Lines:
        return [f"problem.addVariable({key}, {list(domain)})"]

    def all_different(self, scope: str) -> Lines:
        return [f"problem.addConstraint(AllDifferentConstraint(), {scope})"]

    def plain_sum(self, scope: str, op: str, constant: str) -> Lines:
        if op in _SUMS:
            return [f"problem.addConstraint({_SUMS[op]}({constant}), {scope})"]
        return [f"problem.addConstraint(lambda *values: sum(values) {op} {constant}, {scope})"]

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        if [k for k, _ in terms] in ([1, -1], [-1, 1]) and (op, constant) == ("!=", 0):
            return self.all_different(f"[{', '.join(ref for _, ref in terms)}]")
        letters = ["u", "v", "w"] if len(terms) <= 3 else [f"v{i}" for i in range(len(terms))]
        named = [(k, letter) for (k, _), letter in zip(terms, letters, strict=False)]
        held = f", {constant}={constant}" if isinstance(constant, str) else ""  # not a closure
        scope = ", ".join(ref for _, ref in terms)
        of = ", ".join(letter for _, letter in named)
        test = comparison(named, op, constant)
        return [f"problem.addConstraint(lambda {of}{held}: {test}, [{scope}])"]

    def membership(self, ref: str, values: str) -> Lines:
        return [f"problem.addConstraint(InSetConstraint({values}), [{ref}])"]

    def table(self, scope: str, tuples: str) -> Lines:
        return [f"problem.addConstraint(lambda *values: values in {tuples}, {scope})"]

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        scope = tuple(dict.fromkeys(constraint.scope))  # an automaton may read a variable twice
        of = identifiers(scope)
        if sheet.grid:
            of = {name: word.lower() for name, word in of.items()}
        test = self._test(sheet, constraint, of)
        keys = ", ".join(map(sheet.key, scope))
        return [f"problem.addConstraint(lambda {', '.join(of.values())}: {test}, [{keys}])"]

    def _test(self, sheet: Sheet, constraint: Constraint, of: Mapping[str, str]) -> str:
        """The truth of a constraint, of the values in the parameters ``of``."""
        if isinstance(constraint, AllDifferent):
            return f"len({{{_parameter_list(constraint.scope, of)}}}) == {len(constraint.scope)}"
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, of.__getitem__)
            return comparison(terms, constraint.op, constraint.constant)
        if isinstance(constraint, Table):
            tuples = sorted_tuples(constraint.tuples)
            if len(constraint.scope) == 1:
                return f"{of[constraint.scope[0]]} in {[value for (value,) in tuples]}"
            return f"({_parameter_list(constraint.scope, of)}) in {tuples}"
        if isinstance(constraint, Regular):
            automaton = constraint.automaton
            return (
                f"{sheet.require_helper('accepted', _ACCEPTED)}([{_parameter_list(constraint.scope, of)}], "
                f"{automaton.start}, {sorted(automaton.accepting)}, {list(automaton.transitions)})"
            )
        if isinstance(constraint, Element):
            first, index = constraint.first, of[constraint.index]
            inside = f"{first} <= {index} < {first + len(constraint.array)}"
            entry = f"[{_parameter_list(constraint.array, of)}][{plus_constant(index, -first)}]"
            return f"{inside} and {entry} == {of[constraint.value]}"
        if isinstance(constraint, Count):
            number = constraint.number
            right = of[number] if isinstance(number, str) else number
            matches = f"v in {sorted(constraint.values)} for v in [{_parameter_list(constraint.counted, of)}]"
            return f"sum({matches}) {constraint.op} {right}"
        if isinstance(constraint, AnyOf):
            groups = []
            for group in constraint.groups:
                tests = [self._test(sheet, part, of) for part in group]
                groups.append(" and ".join(f"({t})" for t in tests) if tests[1:] else tests[0])
            return " or ".join(f"({group})" for group in groups)
        raise unsupported_error(constraint)

    def solve(self, sheet: Sheet) -> Lines:
        return [
            "solution = problem.getSolution()",
            "if solution is None:",
            '    raise SystemExit("no solution")',
            *print_lines(sheet),
        ]


def _parameter_list(names: Sequence[str], of: Mapping[str, str]) -> str:
    return ", ".join(of[name] for name in names)
