"""DIMACS CNF: clauses, the input of every SAT solver.

The encoding is that of the backend ``sat``: a literal for each value of each
variable, and one encoder a primitive.  Comments say which literal is which.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.encoding.clauses.cnf import Cnf, TooLarge
from nonet.encoding.clauses.encoders import encode_structure, too_large_error
from nonet.exporting.base import Language, Needs
from nonet.exporting.simplification import simplify
from nonet.exporting.text import clue_literals, header_lines, identifiers, literal_names
from nonet.model import Model


class Dimacs(Language):
    """Clauses; the clues are clauses of one literal at the end."""

    name = "dimacs"
    aliases = ("cnf", "sat")
    sentence = "Clauses in DIMACS CNF, for any SAT solver."
    optimises = False
    suffix = ".cnf"
    needs = Needs(
        "any SAT solver, such as CaDiCaL", "apt-get install cadical", "cadical puzzle.cnf"
    )

    def write(self, model: Model, title: str) -> str:
        clauses: list[Sequence[int]] = []
        simple = simplify(model)
        try:
            cnf = Cnf(simple.structure.domains, clauses.append)
        except TooLarge:
            raise too_large_error(
                "the domains of this model", "export to another language, such as minizinc"
            ) from None
        encode_structure(simple.structure, cnf)
        names = identifiers(simple.domains)
        lines = header_lines(model, title, "c ", self.needs)
        for name in simple.structure.variables:  # those of the encoding are auxiliary
            literals = cnf.literals[name]
            value_names = literal_names(names[name], literals)
            lines += [f"c {literal} = {value_names[value]}" for value, literal in literals.items()]
        if cnf.top > cnf.value_literal_count:
            lines.append(f"c {cnf.value_literal_count + 1} to {cnf.top} = auxiliary")
        for name, domain in simple.narrowed.items():
            for literal, is_true in clue_literals(cnf.literals[name], domain):
                clauses.append((literal if is_true else -literal,))
        lines.append(f"p cnf {cnf.top} {len(clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
        return "\n".join(lines) + "\n"
