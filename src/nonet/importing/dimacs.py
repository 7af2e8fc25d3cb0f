"""DIMACS CNF: clauses over variables ``x1``, ``x2``, ...; the input of every SAT solver.

>>> model = read_dimacs(["c two of three", "p cnf 3 2", "1 -3 0", "2 3 0"], "pair.cnf")
>>> [constraint.formula for constraint in model.constraints]
['x1 - x3 >= 0', 'x2 + x3 >= 1']
>>> print(solution_text({"x1": 1, "x2": 0, "x3": 1}))
v 1 -2 3 0
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from nonet.deadline import check_size, checked
from nonet.errors import FormatError, quantity
from nonet.importing.relations import NOTHING, clause, post
from nonet.model import Annotation, Constraint, Domain, Model
from nonet.model.integers import short_repr

REFUSED = {
    "wcnf": "weighted clauses: write an OPB file with an objective",
    "h": "a hard clause of weighted DIMACS: write an OPB file with an objective",
    "sat": "formulas: nonet reads clauses, p cnf",
    "inccnf": "incremental clauses: write one p cnf file for each question",
    "knf": "cardinality clauses: write the lines of an OPB file",
    "x": "an XOR clause: write its 2 ** (n - 1) clauses, or an OPB file",
    "a": "a quantifier of QDIMACS: nonet reads plain clauses",
    "e": "a quantifier of QDIMACS: nonet reads plain clauses",
    "d": "a deleted clause of a proof: nonet reads clauses",
}
"""For each header and each line of other dialects the reason why a file with it is refused."""

_HEADER = re.compile("p cnf ([0-9]{1,18}) ([0-9]{1,18})")

BIT = Domain.range(0, 1)


def read_dimacs(lines: Iterable[str], source: str) -> Model:
    """Return the model of a DIMACS CNF file: variables 0 or 1, a linear constraint a clause.

    All variables that the header declares are there, used or not.  Lines ``c p show 1 2 0`` name the
    variables in which solutions differ.  Raise ``FormatError`` with the line
    for a line that is not a clause, and for a header whose numbers are not the file's.
    """

    def fail(message: str) -> FormatError:
        return FormatError(message, source=source, line=number)

    declared: tuple[int, int] | None = None
    shown: dict[str, None] | None = None
    constraints: list[Constraint] = []
    literals: list[int] = []
    domains: dict[str, Domain] = {}
    number = first = clauses = 0
    for number, line in enumerate(checked(lines), 1):
        tokens = line.split()
        if not tokens:
            continue
        if tokens[0][0] == "c":
            if tokens[1:3] == ["p", "show"]:
                shown = (shown or {}) | {f"x{each}": None for each in tokens[3:] if each != "0"}
            continue
        if tokens[0] == "%":  # the end in files of SATLIB
            break
        if tokens[0] == "p":
            if declared is not None:
                raise fail("a second line p cnf: a file has one problem")
            if tokens[1:2] and tokens[1] in REFUSED:
                raise fail(f"p {tokens[1]}: {REFUSED[tokens[1]]}")
            header = _HEADER.fullmatch(" ".join(tokens))
            if header is None:
                raise fail(f"expected p cnf VARIABLES CLAUSES, not {short_repr(line.strip())}")
            declared = int(header[1]), int(header[2])
            check_size(declared[0], "the variables of this file", FormatError)
            domains = {f"x{i}": BIT for i in range(1, declared[0] + 1)}
            continue
        if tokens[0] in REFUSED:
            raise fail(REFUSED[tokens[0]])
        if declared is None:
            raise fail(f"expected p cnf VARIABLES CLAUSES first, not {short_repr(tokens[0])}")
        for word in tokens:
            if not re.fullmatch(r"-?[0-9]{1,18}", word):
                raise fail(
                    f"expected literals such as 1 -2, and 0 at the end, not {short_repr(word)}"
                )
            literal = int(word)
            if abs(literal) > declared[0]:
                raise fail(
                    f"literal {literal}, and the header declares {quantity(declared[0], 'variable')}"
                )
            first = first if literals else number
            if literal:
                literals.append(literal)
                continue
            clauses += 1
            positive = [f"x{each}" for each in literals if each > 0]
            relation = clause(positive, [f"x{-each}" for each in literals if each < 0])
            rule = Annotation("clause", f"the clause of line {first}")
            post(relation, constraints, domains, rule)
            literals = []
    if declared is None:
        raise FormatError("no line p cnf VARIABLES CLAUSES", source=source)
    if literals:
        raise FormatError("this clause has no 0 at its end", source=source, line=first)
    if clauses != declared[1]:
        raise FormatError(
            f"the header promises {quantity(declared[1], 'clause')}, and the file has {clauses}",
            source=source,
        )
    if shown is None:
        return Model(domains, constraints)
    if unknown := [name for name in shown if name not in domains]:
        raise FormatError(
            f"c p show names {short_repr(unknown[0][1:])}, no variable from 1 to {declared[0]}",
            source=source,
        )
    if not shown:
        raise FormatError("c p show names no variable", source=source)
    return Model(domains, constraints).with_projection(tuple(shown))


def solution_text(solution: Mapping[str, int]) -> str:
    """Return the line ``v`` that SAT solvers print of a solution, with 0 at the end."""
    literals = (
        name[1:] if value else f"-{name[1:]}" for name, value in solution.items() if name != NOTHING
    )
    return " ".join(["v", *literals, "0"])
