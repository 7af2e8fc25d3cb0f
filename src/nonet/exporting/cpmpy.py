"""CPMpy, in Python: one model for a dozen solvers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from nonet.exporting.base import Needs
from nonet.exporting.expressions import ExpressionProgram
from nonet.exporting.python_text import values_text
from nonet.exporting.shape import CellGrid
from nonet.exporting.sheet import Lines, Sheet, printed
from nonet.model import Count, Domain, Element, Regular

_ELEMENT = '''
def element(array, index, value, first):
    """array[index - first] == value"""
    return cp.any([(index == i) & (entry == value) for i, entry in enumerate(array, first)])
'''


class Cpmpy(ExpressionProgram):
    """A program for CPMpy."""

    name: ClassVar[str] = "cpmpy"
    sentence: ClassVar[str] = "A Python program for CPMpy, which hands its model to many solvers."
    needs: ClassVar[Needs] = Needs("CPMpy", "pip install cpmpy", "python puzzle.py")
    imports: ClassVar[tuple[str, ...]] = ("import cpmpy as cp",)
    create: ClassVar[tuple[str, ...]] = ("model = cp.Model()",)
    post: ClassVar[str] = "model += {}"

    def declare_cells(self, sheet: Sheet, grid: CellGrid) -> Lines:
        return [
            "cell = {}",
            "for r, row in enumerate(GRID, 1):",
            "    for c, clue in enumerate(row, 1):",
            *(["        if clue is None:", "            continue"] if not grid.full else []),
            '        cell[r, c] = cp.intvar(min(VALUES), max(VALUES), name=f"R{r}C{c}")',
            *(
                []
                if values_text(grid.values).startswith("range")
                else ["        model += cp.InDomain(cell[r, c], VALUES)"]
            ),
            f"        if clue{f' != {grid.blank}' if grid.blank else ''}:",
            "            model += cell[r, c] == clue",
        ]

    def declare(self, key: str, domain: Domain) -> Lines:
        values = list(domain)
        lines = [f"x[{key}] = cp.intvar({values[0]}, {values[-1]}, name={key})"]
        if values != list(range(values[0], values[-1] + 1)):
            lines.append(f"model += cp.InDomain(x[{key}], {values})")
        return lines

    def all_different_of(self, scope: str) -> str:
        return f"cp.AllDifferent({scope})"

    def sum_of(self, scope: str) -> str:
        return f"cp.sum({scope})"

    def one_of_these(self, ref: str, values: str) -> str:
        return f"cp.InDomain({ref}, {values})"

    def table_of(self, scope: str, tuples: str) -> str:
        return f"cp.Table({scope}, {tuples})"

    def every(self, parts: Sequence[str]) -> str:
        return f"cp.all([{', '.join(parts)}])"

    def either(self, parts: Sequence[str]) -> str:
        return f"cp.any([{', '.join(parts)}])"

    def regular_of(self, sheet: Sheet, constraint: Regular) -> str:
        automaton = constraint.automaton
        return (
            f"cp.Regular({sheet.scope(constraint.scope)}, {list(automaton.transitions)}, "
            f"{automaton.start}, {sorted(automaton.accepting)})"
        )

    def element_of(self, sheet: Sheet, constraint: Element) -> str:
        array, index = sheet.scope(constraint.array), sheet.ref(constraint.index)
        value, helper = sheet.ref(constraint.value), sheet.uses("element", _ELEMENT)
        return f"{helper}({array}, {index}, {value}, {constraint.first})"

    def number_of(self, sheet: Sheet, constraint: Count) -> str:
        return f"cp.Among({sheet.scope(constraint.counted)}, {sorted(constraint.values)})"

    def solve(self, sheet: Sheet) -> Lines:
        table = "cell" if sheet.grid else "x"
        bound = {name for c in sheet.simple.constraints for name in c.scope}
        value = "variable.value()"
        if not bound.issuperset(sheet.simple.variables):  # CPMpy gives these no value
            value = "variable.lb if variable.value() is None else variable.value()"
        return [
            "if not model.solve():",
            '    raise SystemExit("no solution")',
            f"solution = {{p: int({value}) for p, variable in {table}.items()}}",
            *printed(sheet, sheet.simple),
        ]
