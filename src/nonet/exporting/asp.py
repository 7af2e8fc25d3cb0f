"""Answer set programming: a logic program for clingo, made to be read."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.encoding.logic_program import PRIMITIVES, LogicProgram, values_text
from nonet.exporting.base import Language, Needs
from nonet.exporting.constraint_families import (
    CellGrid,
    Family,
    Rectangles,
    StepPattern,
    cell_grid,
    families,
    place_from_1,
)
from nonet.exporting.simplification import simplify
from nonet.exporting.text import comment_lines, header_lines, identifiers
from nonet.model import Domain, Model


class Asp(Language):
    """A logic program: a choice for each variable, and a rule for each forbidden combination."""

    name = "asp"
    aliases = ("clingo", "lp-asp", "answer-set")
    sentence = "A logic program for clingo, by answer set programming."
    suffix = ".asp"
    needs = Needs("clingo", "pip install clingo", "clingo puzzle.asp")

    def write(self, model: Model, title: str) -> str:
        simple = simplify(model, PRIMITIVES, PRIMITIVES)
        grid = cell_grid(simple)
        plain = identifiers(simple.variables)
        terms = {name: _term(name, plain[name], grid) for name in simple.variables}
        lines = [
            *header_lines(model, title, "% ", self.needs),
            "",
            "% each variable has one of the values in its domain",
            "{ value(X,V) : domain(X,V) } = 1 :- domain(X,_).",
            "number(V) :- domain(_,V).",
            "#show value/2.",
            "",
            *_domain_lines(simple, grid, terms),
        ]
        writer = LogicProgram(terms, {n: values.size for n, values in simple.domains.items()})
        for family in families(simple, grid):
            lines += ["", *comment_lines(family.comment, "% "), *_family_lines(family, writer)]
        if simple.objective is not None:
            lines += ["", *comment_lines(str(simple.objective), "% ")]
            lines.append(writer.objective(simple.objective))
        return "\n".join(lines) + "\n"


def _term(name: str, plain: str, grid: CellGrid | None) -> str:
    """The term of a variable: ``cell(3,5)`` in a grid, else its plain name in quotes."""
    if grid is not None:
        place = place_from_1(name)
        assert place is not None
        return f"cell({place[0]},{place[1]})"
    return f'"{plain}"'


def _domain_lines(model: Model, grid: CellGrid | None, terms: dict[str, str]) -> Iterator[str]:
    full = model.structure.domains
    if grid is not None and grid.full:
        yield (
            f"domain(cell(1..{grid.height},1..{grid.width}),{values_text(Domain.of(grid.values))})."
        )
    else:
        yield from (f"domain({terms[n]},{values_text(values)})." for n, values in full.items())
    if model.narrowed:
        yield "% clues"
    for name, values in model.narrowed.items():
        if values.is_single:
            yield f"value({terms[name]},{values.base})."
        else:
            yield f":- not 1 {{ value({terms[name]},{values_text(values)}) }}."


def _family_lines(family: Family, writer: LogicProgram) -> Iterator[str]:
    """The rules of a family; rectangles and steps of a grid are one rule with variables."""
    form = family.form
    if isinstance(form, Rectangles):
        for top, left in form.corners:
            row, rows = _interval("R", top, form.row_offsets, form.height)
            column, columns = _interval("C", left, form.column_offsets, form.width)
            yield f":- number(V), {rows}{columns}2 {{ value(cell({row},{column}),V) }}."
    elif isinstance(form, StepPattern):
        for down, right in form.steps:
            yield f":- value(cell(R,C),V), value(cell(R{down:+d},C{right:+d}),V)."
    else:
        for constraint in family.constraints:
            if len(family.constraints) > 1 and constraint.rule.label:
                yield from comment_lines(constraint.rule.label, "% - ")
            yield from writer.constraint(constraint)


def _interval(letter: str, first: int, offsets: range, length: int) -> tuple[str, str]:
    """Return rows or columns of rectangles, from a variable, and the variable's values.

    >>> _interval("R", 1, range(0, 9, 3), 3), _interval("C", 1, range(0, 1), 9)
    (('R..R+2', 'R = (1;4;7), '), ('1..9', ''))
    """
    starts = [first + offset for offset in offsets]
    if len(starts) == 1:
        return (f"{first}..{first + length - 1}" if length > 1 else str(first)), ""
    text = letter if length == 1 else f"{letter}..{letter}+{length - 1}"
    return text, f"{letter} = {values_text(Domain.of(starts))}, "
