"""LP: 0/1 linear programs in CPLEX's format, which every MIP solver reads."""

from __future__ import annotations

from nonet.exporting.base import Language, Needs
from nonet.exporting.text import comment_lines, header_lines
from nonet.exporting.zero_one import Terms, ZeroOne, zero_one
from nonet.model import Model


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
            if number in program.sections:
                lines += comment_lines(program.sections[number], "\\ ")
            lines += _wrapped_lines(
                f" c{number + 1}:", [*_sum_text(program, terms), f"{op} {constant}"]
            )
        lines += ["Binary", *(f" {name}" for name in program.names), "End"]
        return "\n".join(lines) + "\n"


def _sum_text(program: ZeroOne, terms: Terms) -> list[str]:
    return [f"{'+' if c > 0 else '-'} {abs(c)} {program.names[v - 1]}" for v, c in terms.items()]


def _objective_lines(program: ZeroOne) -> list[str]:
    """Return the lines of the objective, its constant as a comment."""
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
