"""Answer set programming: a logic program for clingo, made to be read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from nonet.encoding.logic_program import LogicProgram, values_text
from nonet.exporting.base import Needs
from nonet.exporting.folding import merged
from nonet.exporting.printing import Printer, loop_variables
from nonet.exporting.text import Lines, comment_lines, header_lines
from nonet.exporting.trees import Row, Tree, plus
from nonet.model import AllDifferent, Constraint, Domain
from nonet.model.constraints import PRIMITIVES


class Asp(Printer):
    """A logic program: a choice for each variable, and a rule for each forbidden combination."""

    name = "asp"
    aliases = ("clingo", "lp-asp", "answer-set")
    sentence = "A logic program for clingo, by answer set programming."
    suffix = ".asp"
    needs = Needs("clingo", "pip install clingo", "clingo puzzle.asp")
    mark = "% "
    letters = Printer.letters.replace("v", "")
    has_arrays = False
    inside = PRIMITIVES

    @classmethod
    def says(cls, *_: Any) -> bool:
        return False  # primitives alone

    @classmethod
    def writes(cls, tree: Tree) -> bool:
        return False

    def lines(self, title: str) -> Lines:
        grid, names = self.grid, self.variables
        terms = {name: f'"{plain}"' for name, plain in names.plain.items()}
        terms |= {n: f"cell({ref[2]},{ref[3]})" for n, ref in names.refs.items() if ref[0] == "at"}
        domains, narrowed = self.simple.structure.domains, self.simple.narrowed
        self.program = LogicProgram(terms, {name: each.size for name, each in domains.items()})
        lines = [
            *header_lines(self.model, title, "% ", self.needs),
            "",
            "% each variable has one of the values in its domain",
            "{ value(X,V) : domain(X,V) } = 1 :- domain(X,_).",
            "number(V) :- domain(_,V).",
            "#show value/2.",
            "",
        ]
        if grid and grid.full:
            cells, values = f"1..{grid.height},1..{grid.width}", values_text(Domain.of(grid.values))
            lines.append(f"domain(cell({cells}),{values}).")
        apart = names.scalars if grid and grid.full else domains
        lines += [f"domain({terms[name]},{values_text(domains[name])})." for name in apart]
        lines += ["% clues"] if narrowed else []
        for name, each in narrowed.items():
            pair = f"value({terms[name]},{values_text(each)})"
            lines.append(f"{pair}." if each.is_single else f":- not 1 {{ {pair} }}.")
        lines += self.families()
        if self.goal is not None:
            lines += ["", *comment_lines(str(self.goal), "% "), self.program.objective(self.goal)]
        return lines

    def family(self, constraints: Sequence[Constraint]) -> Lines:
        """Return the rules of a family; alike AllDifferents of a grid are one rule with variables."""
        if self.grid and all(isinstance(each, AllDifferent) for each in constraints):
            trees = merged(map(self.trees.tree, constraints))
            if all(map(_is_plain, trees)):
                return [self.rule(tree) for tree in trees]
        lines: Lines = []
        for each in constraints:
            if len(constraints) > 1 and each.rule.label:
                lines += comment_lines(each.rule.label, "% - ")
            lines += self.program.constraint(each)
        return lines

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
