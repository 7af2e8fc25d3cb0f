"""Answer set programming: a logic program for clingo, made to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from nonet.encoding.logic_program import PRIMITIVES, LogicProgram, values_text
from nonet.exporting.base import Language, Needs
from nonet.exporting.folding import merged
from nonet.exporting.layout import (
    CellGrid,
    Family,
    cell_grid,
    families,
    place_from_1,
)
from nonet.exporting.printing import Printer, loop_variables
from nonet.exporting.simplification import simplify
from nonet.exporting.text import comment_lines, header_lines, identifiers
from nonet.exporting.trees import Row, Tree, Trees, plus
from nonet.model import AllDifferent, Domain, Model


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
            lines += [
                "",
                *comment_lines(family.comment, "% "),
                *_family_lines(family, writer, grid),
            ]
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


def _family_lines(family: Family, writer: LogicProgram, grid: CellGrid | None) -> Iterator[str]:
    """Return the rules of a family; alike AllDifferents of a grid are one rule with variables."""
    if grid and all(isinstance(each, AllDifferent) for each in family.constraints):
        rules = _Rules()
        refs = {name: ("at", "cell", *(place_from_1(name) or ())) for name in writer.terms}
        trees = merged(map(Trees(refs, {}).truth, family.constraints))
        if all(map(_is_plain, trees)):
            yield from map(rules.rule, trees)
            return
    for constraint in family.constraints:
        if len(family.constraints) > 1 and constraint.rule.label:
            yield from comment_lines(constraint.rule.label, "% - ")
        yield from writer.constraint(constraint)


def _is_plain(tree: Tree) -> bool:
    """Whether a tree has no data but rows of numbers that a loop runs through."""
    if not isinstance(tree, tuple):
        return bool(tree != "entry")
    if tree[:1] == ("zip",):
        return isinstance(tree[2], Row) and all(
            isinstance(each, int)
            for row in tree[2]
            for each in (row if isinstance(row, Row) else (row,))
        )
    return all(map(_is_plain, tree))


class _Rules(Printer):
    """Writes AllDifferents of cells as rules."""

    letters = Printer.letters.replace("v", "")

    def rule(self, tree: Tree) -> str:
        """Return the rule that no value occurs twice."""
        loops, (_, cells) = tree[1:] if tree[0] == "for" else ((), tree)
        texts = self.within(loops, cells)
        rule = f":- {', '.join(['number(V)', *texts])}, 2 {{ {self.sequence(cells[1:])} }}."
        self.leave(loops)
        return rule

    def sequence(self, parts: Sequence[Tree]) -> str:
        return "; ".join(map(self.item, parts))

    def item(self, part: Tree) -> str:
        if part[0] != "for":
            return self.text(part)
        atom, loops = self.looped(part)
        return f"{atom} : {', '.join(loops)}"

    def at(self, name: str, indices: Sequence[str]) -> str:
        return f"value({name}({','.join(indices).upper().replace(' ', '')}),V)"

    def loop_text(self, loop: Tree, ends: Sequence[Any]) -> str:
        names = [self.names[each].upper() for each in loop_variables([loop])]
        if loop[0] == "zip":
            rows = (str(tuple(each) if isinstance(each, Row) else each) for each in loop[2])
            values = f"({';'.join(rows)})".replace(" ", "")
            return f"{names[0] if len(names) == 1 else f'({chr(44).join(names)})'} = {values}"
        _, _, start, end, step = loop
        if step != 1:
            number = next(n for n in count(1) if plus(start, (n - 1) * step + 1) == end)
            values = ";".join(self.text(plus(start, n * step)) for n in range(number))
            return f"{names[0]} = ({values.upper().replace(' ', '')})"
        last = self.text(plus(end, -1))
        return f"{names[0]} = {f'{ends[0]}..{last}'.upper().replace(' ', '')}"
