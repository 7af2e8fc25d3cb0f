"""OPB: pseudo-Boolean constraints, in the format of the solvers' competitions."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.exporting.base import Language, Needs
from nonet.exporting.text import comment_lines, header_lines
from nonet.exporting.zero_one import ZeroOne, zero_one
from nonet.model import Model


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
        return (
            "\n".join(
                [
                    *_header_lines(program),
                    *header_lines(model, title, "* ", self.needs),
                    *_row_lines(program),
                ]
            )
            + "\n"
        )


def _header_lines(program: ZeroOne) -> list[str]:
    return [f"* #variable= {len(program.names)} #constraint= {len(program.rows)}"]


def _row_lines(program: ZeroOne) -> Iterator[str]:
    yield from (f"* x{number} = {name}" for number, name in enumerate(program.names, 1))
    if program.objective is not None:  # this format knows only the smallest
        sign = program.objective.sign
        comment = f"{program.objective}{'' if sign > 0 else ': its negative is minimized'}"
        yield from comment_lines(comment, "* ")
        aim = " ".join(f"{sign * c:+d} x{v}" for v, c in program.objective_terms.items()) or "+0 x1"
        yield f"min: {aim} ;"
    for number, (terms, op, constant) in enumerate(program.rows):
        if number in program.sections:
            yield from comment_lines(program.sections[number], "* ")
        yield f"{' '.join(f'{c:+d} x{v}' for v, c in terms.items())} {op} {constant} ;"
