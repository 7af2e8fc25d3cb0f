"""Models as 0/1 linear inequalities: LP, which every MIP solver reads, and pseudo-Boolean OPB.

Each value of each variable is a 0/1 variable, and exactly one 0/1 variable of each variable is 1.
A weighted sum of variables is then a weighted sum of 0/1 variables.  The groups of an ``AnyOf``
have a 0/1 variable each; a row under a group's variable has just enough slack to hold always where
this variable is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from nonet.exporting.base import Language, Needs
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import (
    clue_literals,
    comment_lines,
    header_lines,
    identifiers,
    literal_names,
)
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)
from nonet.model.constraints import PRIMITIVES

Terms = dict[int, int]
"""Coefficients by the number of a 0/1 variable, from 1."""


@dataclass
class ZeroOne:
    """Rows ``sum(coefficients) op constant``, op is ``>=`` or ``=``; ``sections`` says whose."""

    names: list[str] = field(default_factory=list)
    rows: list[tuple[Terms, str, int]] = field(default_factory=list)
    sections: dict[int, str] = field(default_factory=dict)
    literals: dict[str, dict[int, int]] = field(default_factory=dict)
    objective: Objective | None = None

    @property
    def objective_terms(self) -> Terms:
        """The sum of the objective, without its constant."""
        terms = self.terms(self.objective) if self.objective is not None else {}
        return {v: c for v, c in terms.items() if c}

    def terms(self, total: Linear | Objective) -> Terms:
        """Return a weighted sum of variables as a weighted sum of 0/1 variables."""
        pairs = zip(total.scope, total.coefficients, strict=True)
        return self.sum((name, factor.__mul__) for name, factor in pairs)

    def sum(self, weights: Iterable[tuple[str, Callable[[int], int]]]) -> Terms:
        """Return the sum of some functions of variables."""
        terms: Terms = {}
        for name, weight in weights:
            for value, literal in self.literals[name].items():
                terms[literal] = terms.get(literal, 0) + weight(value)
        return terms

    def comments(self, row: int, mark: str) -> list[str]:
        """Return the lines of comment before a row."""
        return comment_lines(self.sections[row], mark) if row in self.sections else []

    def new_variable(self, name: str) -> int:
        self.names.append(name)
        return len(self.names)

    def helper(self, kind: str) -> int:
        """A 0/1 variable that is none of the model's."""
        return self.new_variable(f"{kind}_{len(self.names) + 1}")

    def add_row(self, terms: Mapping[int, int], op: str, constant: int, guard: int = 0) -> None:
        """Add a row; with ``guard``, the row holds where the 0/1 variable ``guard`` is 1."""
        nonzero = {v: c for v, c in terms.items() if c}
        if op == "<=":
            self.add_row({v: -c for v, c in nonzero.items()}, ">=", -constant, guard)
        elif not guard:
            if nonzero:
                self.rows.append((nonzero, op, constant))
            elif (op == "=" and constant) or (op == ">=" and constant > 0):
                self.rows.append(({1: 1}, ">=", 2))  # cannot be
        elif op == "=":
            self.add_row(nonzero, ">=", constant, guard)
            self.add_row({v: -c for v, c in nonzero.items()}, ">=", -constant, guard)
        else:
            slack = constant - sum(c for c in nonzero.values() if c < 0)
            if slack > 0:
                nonzero[guard] = nonzero.get(guard, 0) - slack
                self.add_row(nonzero, ">=", constant - slack)


def zero_one(model: Model) -> ZeroOne:
    """Return the whole model as rows; raise ``Unsupported`` if a constraint has no such form."""
    simple = simplify(model, PRIMITIVES - {Regular, Element}, {Linear, Table})
    program = ZeroOne(objective=model.objective)
    names = identifiers(simple.domains)
    for name, domain in simple.structure.domains.items():
        value_names = literal_names(names[name], domain)
        program.literals[name] = {
            value: program.new_variable(value_names[value]) for value in domain
        }
    program.sections[0] = "each variable has one value"
    for literals in program.literals.values():
        program.add_row(dict.fromkeys(literals.values(), 1), "=", 1)
    for constraint in simple.constraints:
        program.sections[len(program.rows)] = constraint.rule.sentence or constraint.description
        _post(program, simple, constraint, 0)
    if simple.narrowed:
        program.sections[len(program.rows)] = "the clues"
    for name, domain in simple.narrowed.items():
        for literal, is_true in clue_literals(program.literals[name], domain):
            program.add_row({literal: 1}, "=", int(is_true))
    return program


def _post(program: ZeroOne, model: Model, constraint: Constraint, guard: int) -> None:
    if isinstance(constraint, AllDifferent):
        _all_different(program, constraint)
    elif isinstance(constraint, Linear):
        if constraint.op == "!=" and len(constraint.scope) <= 2:
            _conflicts(program, constraint, guard)
        else:
            _compare(program, program.terms(constraint), constraint.op, constraint.constant, guard)
    elif isinstance(constraint, Count):
        number, values = constraint.number, constraint.values
        weights = [(name, lambda value: int(value in values)) for name in constraint.counted]
        if isinstance(number, str):
            weights.append((number, lambda value: -value))
            number = 0
        _compare(program, program.sum(weights), constraint.op, number, guard)
    elif isinstance(constraint, Table):
        _table(program, constraint, guard)
    elif isinstance(constraint, AnyOf):
        # a variable for each group; one of them is 1, and guards the rows of the group
        groups = [program.helper("group") for _ in constraint.groups]
        program.add_row(dict.fromkeys(groups, 1), ">=", 1, guard)
        for group, parts in zip(groups, constraint.groups, strict=True):
            for part in parts:
                _post(program, model, part, group)
    else:
        raise unsupported_error(constraint)


def _all_different(program: ZeroOne, constraint: AllDifferent) -> None:
    holders: dict[int, list[int]] = {}
    for name in constraint.scope:
        for value, literal in program.literals[name].items():
            holders.setdefault(value, []).append(literal)
    if len(holders) < len(constraint.scope):
        program.add_row({}, ">=", 1)
    full = len(holders) == len(constraint.scope)
    for columns in holders.values():
        if full or len(columns) > 1:
            program.add_row(dict.fromkeys(columns, 1), "=" if full else "<=", 1)


def _conflicts(program: ZeroOne, constraint: Linear, guard: int) -> None:
    """No two values whose weighted sum is the constant."""
    choices = [program.literals[name] for name in constraint.scope]
    for values in product(*choices):
        total = sum(c * v for c, v in zip(constraint.coefficients, values, strict=True))
        if total == constraint.constant:
            pair = [literals[v] for literals, v in zip(choices, values, strict=True)]
            program.add_row(dict.fromkeys(pair, 1), "<=", len(pair) - 1, guard)


def _compare(program: ZeroOne, terms: Terms, op: str, constant: int, guard: int) -> None:
    if op != "!=":
        program.add_row(terms, "=" if op == "==" else op, constant, guard)
        return
    below, above = map(program.helper, ("below", "above"))
    program.add_row({below: 1, above: 1}, ">=", 1, guard)
    program.add_row(terms, "<=", constant - 1, below)
    program.add_row(terms, ">=", constant + 1, above)


def _table(program: ZeroOne, constraint: Table, guard: int) -> None:
    """Post a table: a 0/1 variable for each tuple; a value needs a chosen tuple."""
    if len(constraint.scope) == 1:
        literals = program.literals[constraint.scope[0]]
        program.add_row({literals[value]: 1 for (value,) in constraint.tuples}, ">=", 1, guard)
        return
    chosen = {row: program.helper("row") for row in sorted(constraint.tuples)}
    program.add_row(dict.fromkeys(chosen.values(), 1), ">=", 1, guard)
    for place, name in enumerate(constraint.scope):
        for value, literal in program.literals[name].items():
            having = [x for row, x in chosen.items() if row[place] == value]
            if not guard:
                program.add_row({literal: 1, **dict.fromkeys(having, -1)}, "=", 0)
            for x in having if guard else ():
                program.add_row({literal: 1, x: -1}, ">=", 0)


class Lp(Language):
    """A 0/1 linear program; without an objective any solution will do."""

    name = "lp"
    aliases = ("mip", "cplex-lp")
    sentence = "A 0/1 linear program in the LP format, for HiGHS, SCIP, CPLEX, Gurobi."
    suffix = ".lp"
    needs = Needs(
        "any MIP solver, such as HiGHS or GLPK",
        "apt-get install glpk-utils",
        "glpsol --lp puzzle.lp -o solution.txt",
    )

    def write(self, model: Model, title: str) -> str:
        program = zero_one(model)
        lines = header_lines(model, title, "\\ ", self.needs)
        lines += ["\\ x_R1C1_5 = 1 says that R1C1 takes 5", *_objective_lines(program)]
        lines.append("Subject To")
        for number, (terms, op, constant) in enumerate(program.rows):
            lines += program.comments(number, "\\ ")
            row = [*_sum_text(program, terms), f"{op} {constant}"]
            lines += _wrapped_lines(f" c{number + 1}:", row)
        lines += ["Binary", *(f" {name}" for name in program.names), "End"]
        return "\n".join(lines) + "\n"


def _sum_text(program: ZeroOne, terms: Terms) -> list[str]:
    return [f"{'+' if c > 0 else '-'} {abs(c)} {program.names[v - 1]}" for v, c in terms.items()]


def _objective_lines(program: ZeroOne) -> list[str]:
    objective = program.objective
    if objective is None:
        return ["Minimize", f" obj: 0 {program.names[0]}"]
    terms = _sum_text(program, program.objective_terms) or [f"0 {program.names[0]}"]
    constant = f", of which {objective.constant} is left out" if objective.constant else ""
    return [
        *comment_lines(f"{objective}{constant}", "\\ "),
        objective.sense.capitalize(),
        *_wrapped_lines(" obj:", terms),
    ]


def _wrapped_lines(start: str, pieces: list[str]) -> list[str]:
    """Return the pieces over as many lines as necessary: readers of LP files limit lines."""
    lines, line = [], start
    for piece in pieces:
        if len(line) + len(piece) > 200:
            lines.append(line)
            line = "   "
        line = f"{line} {piece}"
    return [*lines, line]


class Opb(Language):
    """Pseudo-Boolean constraints; comments say which variable is which."""

    name = "opb"
    aliases = ("pb", "pseudo-boolean")
    sentence = "Pseudo-Boolean constraints in OPB, for clasp, RoundingSat, Exact, SCIP."
    suffix = ".opb"
    needs = Needs(
        "a pseudo-Boolean solver, such as clasp", "apt-get install clasp", "clasp puzzle.opb"
    )

    def write(self, model: Model, title: str) -> str:
        program = zero_one(model)
        lines = [
            f"* #variable= {len(program.names)} #constraint= {len(program.rows)}",
            *header_lines(model, title, "* ", self.needs),
            *(f"* x{number} = {name}" for number, name in enumerate(program.names, 1)),
        ]
        if program.objective is not None:  # this format knows only the smallest
            sign = program.objective.sign
            comment = f"{program.objective}{'' if sign > 0 else ': its negative is minimized'}"
            terms = {v: sign * c for v, c in program.objective_terms.items()}
            lines += [*comment_lines(comment, "* "), f"min: {_signed(terms or {1: 0})} ;"]
        for number, (terms, op, constant) in enumerate(program.rows):
            lines += program.comments(number, "* ")
            lines.append(f"{_signed(terms)} {op} {constant} ;")
        return "\n".join(lines) + "\n"


def _signed(terms: Terms) -> str:
    return " ".join(f"{factor:+d} x{variable}" for variable, factor in terms.items())
