"""MiniZinc: the modelling language that a dozen solvers read.

>>> from nonet.model.expressions.arithmetic import Variable
>>> from nonet.model.globals import Circuit
>>> global_text(Circuit([Variable("x"), Variable("y")]), {"x": "x", "y": "y"}, {})
'circuit([x + 1, y + 1])'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Language, Needs
from nonet.exporting.constraint_families import (
    CellGrid,
    Family,
    Rectangles,
    cell_grid,
    families,
    place_from_1,
)
from nonet.exporting.expressions import MiniZincText
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import (
    comment_lines,
    comparison,
    header_lines,
    identifiers,
    objective_text,
    plus_constant,
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
    Model,
    Regular,
    Table,
)
from nonet.model.constraints import PRIMITIVES
from nonet.model.expressions.affine import Affine
from nonet.model.globals import (
    AllEqual,
    BinPacking,
    Cardinality,
    Circuit,
    Cumulative,
    Distinct,
    Increasing,
    Inverse,
    Lexicographic,
    NoOverlap,
    NoOverlap2D,
    Precedence,
    SubCircuit,
)
from nonet.render.printable import printable

Domains = Mapping[str, Domain]


def is_kept(constraint: Constraint, domains: Domains) -> bool:
    """Whether MiniZinc has a constraint of the same meaning, over values of these domains."""
    return _KEPT[type(constraint)](constraint, domains)


def include_file(constraint: Constraint) -> str:
    """Return the file that declares the predicate in :func:`global_text`."""
    name = _predicate(constraint)
    return f"{'alldifferent' if name == 'all_different' else name}.mzn"


def global_text(constraint: Constraint, refs: Mapping[str, str], domains: Domains) -> str:
    """Return a constraint as a call; its operands are weighted sums of variables."""
    arguments = _ARGUMENTS[type(constraint)](_Operands(refs, domains), constraint)
    return f"{_predicate(constraint)}({', '.join(arguments)})"


class _Operands(MiniZincText):
    """Writes operands of globals by the names that variables have in the model."""

    def __init__(self, refs: Mapping[str, str], domains: Domains) -> None:
        super().__init__(refs.__getitem__)
        self._domains = domains

    def presence(self, operand: Affine) -> str:
        """1 where an operand is not 0, and else 0."""
        low, high = operand.bounds(self._domains)
        return (
            self.term(operand) if low >= 0 and high <= 1 else f"bool2int({self.term(operand)} != 0)"
        )

    def demands(self, demands: Iterable[Affine], present: Iterable[Affine]) -> str:
        """Return the demands of tasks as text, each multiplied by the task's presence."""
        pairs = list(zip(demands, present, strict=True))
        return f"[{', '.join(f'({self.term(d)}) * {self.presence(p)}' for d, p in pairs)}]"


def _cumulative(operands: _Operands, tasks: Cumulative) -> list[str]:
    demands = (
        operands.demands(tasks.demand, tasks.present) if tasks.present
        else operands.list(tasks.demand)
    )  # fmt: skip
    lists = [operands.list(tasks.start), operands.list(tasks.duration)]
    return [*lists, demands, operands.term(tasks.capacity)]


def _no_overlap(operands: _Operands, tasks: NoOverlap) -> list[str]:
    lists = [operands.list(tasks.start), operands.list(tasks.duration)]
    if not tasks.present:
        return lists
    return [*lists, f"[{', '.join(map(operands.presence, tasks.present))}]", "1"]


def _cardinality(operands: _Operands, counts: Cardinality) -> list[str]:
    return [operands.list(counts.of), str(list(counts.value)), operands.list(counts.number)]


def _distinct(operands: _Operands, distinct: Distinct) -> list[str]:
    if not distinct.except_values:
        return [operands.list(distinct.of)]
    values = ", ".join(map(str, sorted(distinct.except_values)))
    return [operands.list(distinct.of), f"{{{values}}}"]


_ARGUMENTS: dict[type[Constraint], Callable[[_Operands, Any], list[str]]] = {
    AllEqual: lambda operands, each: [operands.list(each.of)],
    BinPacking: lambda operands, each: [
        operands.list(each.load), operands.list(each.bin, 1), str(list(each.sizes))
    ],
    Cardinality: _cardinality,
    Circuit: lambda operands, each: [operands.list(each.successor, 1)],
    Cumulative: _cumulative,
    Distinct: _distinct,
    Increasing: lambda operands, each: [operands.list(each.of)],
    Inverse: lambda operands, each: [operands.list(each.forth, 1), operands.list(each.back, 1)],
    Lexicographic: lambda operands, each: [operands.list(each.one), operands.list(each.other)],
    NoOverlap: _no_overlap,
    NoOverlap2D: lambda operands, each: [
        operands.list(part) for part in (each.x, each.y, each.width, each.height)
    ],
    Precedence: lambda operands, each: [str(list(each.order)), operands.list(each.of)],
    SubCircuit: lambda operands, each: [operands.list(each.successor, 1)],
}  # fmt: skip

GLOBALS = frozenset(_ARGUMENTS)
"""The types of global constraints that may be kept."""


def _predicate(constraint: Constraint) -> str:
    """Return the name that MiniZinc has for a constraint."""
    if isinstance(constraint, Distinct):
        return "alldifferent_except" if constraint.except_values else "all_different"
    if isinstance(constraint, Cardinality):
        return "global_cardinality_closed" if constraint.closed else "global_cardinality"
    if isinstance(constraint, Increasing):
        return "strictly_increasing" if constraint.by else "increasing"
    if isinstance(constraint, Lexicographic):
        return "lex_less" if constraint.strictly else "lex_lesseq"
    if isinstance(constraint, NoOverlap):
        return "cumulative" if constraint.present else "disjunctive"
    return _NAMES[type(constraint)]


_NAMES: dict[type[Constraint], str] = {
    AllEqual: "all_equal",
    BinPacking: "bin_packing_load",
    Circuit: "circuit",
    Cumulative: "cumulative",
    Inverse: "inverse",
    NoOverlap2D: "diffn",
    Precedence: "value_precede_chain",
    SubCircuit: "subcircuit",
}


def are_at_least(operands: Iterable[Affine], least: int, domains: Domains) -> bool:
    """Whether no operand can be less than ``least``."""
    return all(each.bounds(domains)[0] >= least for each in operands)


_KEPT: dict[type[Constraint], Callable[[Any, Domains], bool]] = {
    **dict.fromkeys(_ARGUMENTS, lambda each, domains: True),
    BinPacking: lambda each, _: not each.at_most and min(each.sizes) >= 0,
    Cumulative: lambda each, domains: (
        are_at_least(each.duration, 1, domains)
        and are_at_least((*each.demand, each.capacity), 0, domains)
    ),
    Increasing: lambda each, _: each.by in (0, 1),
    NoOverlap: lambda each, domains: are_at_least(each.duration, 1, domains),
    NoOverlap2D: lambda each, domains: (
        not each.present and are_at_least((*each.width, *each.height), 1, domains)
    ),
}
"""For each type, whether a constraint means the same in MiniZinc and in nonet."""


_FILES = {AllDifferent: "alldifferent.mzn", Table: "table.mzn", Regular: "regular.mzn"}
"""The files to include.  Not "globals.mzn", on which MiniZinc 2.6 and Gecode 6.2 disagree."""

OPS = {"==": "=", "!=": "!=", "<=": "<=", ">=": ">="}


def _writes(constraint: Constraint, domains: Domains) -> bool:
    return type(constraint) not in GLOBALS and MiniZincText.writes(constraint, domains)


class MiniZinc(Language):
    """A model in MiniZinc; a grid without holes is an array, other variables have names."""

    name = "minizinc"
    aliases = ("mzn",)
    sentence = "A MiniZinc model, for Gecode, Chuffed, OR-Tools and many more."
    suffix = ".mzn"
    needs = Needs(
        "MiniZinc with Gecode",
        "apt-get install minizinc",
        "minizinc --solver gecode puzzle.mzn",
    )

    def write(self, model: Model, title: str) -> str:
        simple = simplify(model, PRIMITIVES | GLOBALS, PRIMITIVES - {Regular}, is_kept, _writes)
        head = header_lines(model, title, "% ", self.needs)
        if (guard := guard_of(simple.structure)).parameters:
            head += [f"% {line}" for line in guard.comment_lines]
            head.append(f'% minizinc --solver cp-sat --params "{guard.parameter_text}" puzzle.mzn')
        return "\n".join(_Writer(model, simple).lines(head)) + "\n"


class _Writer:
    def __init__(self, model: Model, simple: Model) -> None:
        grid = cell_grid(model)
        self.grid = grid if grid and grid.full else None
        self.simple = simple
        self.model = model
        self.refs = identifiers(simple.domains)
        if self.grid:
            for name in model.variables:
                r, c = place_from_1(name) or (0, 0)
                self.refs[name] = f"cell[{r}, {c}]"

    def lines(self, head: list[str]) -> list[str]:
        kinds = {type(c) for c in self.simple.constraints} | {
            type(part) for c in self.simple.constraints for part in c.parts
        }
        files = [file for kind, file in _FILES.items() if kind in kinds]
        files += [include_file(c) for c in self.simple.constraints if type(c) in GLOBALS]
        lines = [*head, *(f'include "{file}";' for file in dict.fromkeys(files)), ""]
        grid = self.grid
        inside = set(self.model.variables) if grid else set()
        if grid:
            rows, columns = f"1..{grid.height}", f"1..{grid.width}"
            lines += [
                f"set of int: ROWS = {rows};",
                f"set of int: COLUMNS = {columns};",
                "array[ROWS, COLUMNS] of int: grid =  % the clues",
                *_grid_output(grid),
                f"array[ROWS, COLUMNS] of var {_set(Domain.of(grid.values))}: cell;",
                f"constraint forall (r in ROWS, c in COLUMNS where grid[r, c] != {grid.blank})",
                "    (cell[r, c] = grid[r, c]);",
            ]
            for (r, c), domain in sorted(grid.candidates.items()):
                lines.append(f"constraint cell[{r}, {c}] in {_set(domain)};")
        for name, domain in self.simple.domains.items():
            if name not in inside:
                lines.append(f"var {_set(domain)}: {self.refs[name]};")
        for family in families(self.simple, grid):
            lines += ["", *comment_lines(family.comment, "% ")]
            lines += [f"constraint {text};" for text in self.family(family)]
        if any("nvalue(" in line for line in lines):  # the one function of expressions with a file
            lines.insert(len(head), 'include "nvalue.mzn";')
        return [*lines, "", *self.solve_item(), *self.output()]

    def solve_item(self) -> list[str]:
        """Return the solve item: satisfy, or minimize or maximize the objective."""
        objective = self.simple.objective
        if objective is None:
            return ["solve satisfy;"]
        comments = comment_lines(str(objective), "% ") if objective.label else []
        return [*comments, f"solve {objective.sense} {objective_text(objective, self.refs)};"]

    def family(self, family: Family) -> list[str]:
        form = family.form
        if self.grid and isinstance(form, Rectangles) and len(form.corners) == 1:
            return [_rectangles(form, self.grid)]
        return [self.expression(constraint) for constraint in family.constraints]

    def output(self) -> list[str]:
        if self.grid:
            wide = max(len(str(v)) for v in self.grid.values)
            return [
                f"output [show_int({wide}, cell[r, c]) ++",
                f'    if c < {self.grid.width} then " " else "\\n" endif',
                "    | r in ROWS, c in COLUMNS];",
            ]
        shown = []
        for name in self.model.variables:
            text = printable(name).replace("\\", "\\\\").replace('"', '\\"')
            shown.append(f'    "{text} = \\({self.refs[name]})\\n",')
        if (objective := self.simple.objective) is not None:
            shown.append(f'    "objective = \\({objective_text(objective, self.refs)})\\n",')
        return ["output [", *shown, "];"]

    def list(self, names: Sequence[str]) -> str:
        return f"[{', '.join(self.refs[name] for name in names)}]"

    def expression(self, constraint: Constraint) -> str:
        """The truth of a constraint."""
        if isinstance(constraint, AllDifferent):
            return f"all_different({self.list(constraint.scope)})"
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, self.refs.__getitem__)
            return comparison(terms, OPS[constraint.op], constraint.constant).replace("==", "=")
        if isinstance(constraint, Table):
            return self._table(constraint)
        if isinstance(constraint, Regular):
            return self._regular(constraint)
        if isinstance(constraint, Element):
            last = constraint.first + len(constraint.array) - 1
            index, value = self.refs[constraint.index], self.refs[constraint.value]
            array = f"array1d({constraint.first}..{last}, {self.list(constraint.array)})"
            return f"{index} in {constraint.first}..{last} /\\ {array}[{index}] = {value}"
        if isinstance(constraint, Count):
            number = constraint.number
            right = self.refs[number] if isinstance(number, str) else number
            values = f"{{{', '.join(map(str, sorted(constraint.values)))}}}"
            occurrences = f"sum (v in {self.list(constraint.counted)}) (bool2int(v in {values}))"
            return f"{occurrences} {OPS[constraint.op]} {right}"
        if isinstance(constraint, AnyOf):
            return " \\/ ".join(self._group(group) for group in constraint.groups)
        if type(constraint) in GLOBALS:
            return global_text(constraint, self.refs, self.simple.domains)
        if type(constraint) in MiniZincText.relations:
            return MiniZincText(self.refs.__getitem__).truth(constraint)
        raise unsupported_error(constraint)

    def _group(self, group: Sequence[Constraint]) -> str:
        parts = []
        for part in group:
            text = self._rows(part) if isinstance(part, Table) else self.expression(part)
            parts.append(f"({text})")
        return "(" + " /\\ ".join(parts) + ")"

    def _table(self, table: Table) -> str:
        if len(table.scope) == 1:
            return self._rows(table)
        rows = ["| " + ", ".join(map(str, row)) for row in sorted_tuples(table.tuples)]
        return f"table({self.list(table.scope)}, [{' '.join(rows)} |])"

    def _rows(self, table: Table) -> str:
        """Return a table as a disjunction of its tuples: a disjunction may stand inside an "or"."""
        if len(table.scope) == 1:
            values = ", ".join(str(value) for (value,) in sorted_tuples(table.tuples))
            return f"{self.refs[table.scope[0]]} in {{{values}}}"
        ways = []
        for row in sorted_tuples(table.tuples):
            pairs = zip(table.scope, row, strict=True)
            ways.append("(" + " /\\ ".join(f"{self.refs[v]} = {x}" for v, x in pairs) + ")")
        return " \\/ ".join(ways)

    def _regular(self, constraint: Regular) -> str:
        """MiniZinc counts states and symbols from 1; state 0 rejects."""
        automaton = constraint.automaton
        used = [self.simple.domains[name] for name in constraint.scope]
        low, high = min(map(min, used)), max(map(max, used))
        states = sorted(
            {automaton.start, *(x for s, _, t in automaton.transitions for x in (s, t))}
        )
        number = {state: i for i, state in enumerate(states, 1)}
        rows = [
            "| "
            + ", ".join(
                str(number.get(automaton.step.get((state, value), None), 0))  # type: ignore[arg-type]
                for value in range(low, high + 1)
            )
            for state in states
        ]
        word = ", ".join(plus_constant(self.refs[name], 1 - low) for name in constraint.scope)
        accepting = ", ".join(str(number[s]) for s in sorted(automaton.accepting))
        return (
            f"regular([{word}], {len(states)}, {high - low + 1}, [{' '.join(rows)} |], "
            f"{number[automaton.start]}, {{{accepting}}})"
        )


def _set(domain: Domain) -> str:
    values = list(domain)
    if len(values) == values[-1] - values[0] + 1:
        return f"{values[0]}..{values[-1]}"
    return f"{{{', '.join(map(str, values))}}}"


def _grid_output(grid: CellGrid) -> list[str]:
    wide = max(len(str(v)) for row in grid.rows() for v in row)
    rows = ["| " + ", ".join(f"{v!s:>{wide}}" for v in row) for row in grid.rows()]
    return [f"  [{rows[0]}", *(f"   {row}" for row in rows[1:]), "   |];"]


def _rectangles(form: Rectangles, grid: CellGrid) -> str:
    """The loop over all rectangles."""
    outer, inner, at = [], [], []
    for axis, full_range, start, size, steps, end in (
        ("r", "ROWS", form.corners[0][0], form.height, form.row_offsets, grid.height),
        ("c", "COLUMNS", form.corners[0][1], form.width, form.column_offsets, grid.width),
    ):
        corner = axis if size == 1 else {"r": "i", "c": "j"}[axis]
        values = [start + step for step in steps]
        if len(steps) > 1:
            everywhere = values == list(range(1, end + 1))
            over = full_range if everywhere else f"{{{', '.join(map(str, values))}}}"
            outer.append(f"{corner} in {over}")
            first, last = corner, f"{corner} + {size - 1}"
        else:
            first, last = str(start), str(start + size - 1)
        if size == 1:
            at.append(first)
        else:
            at.append(axis)
            all_of_it = first == "1" and size == end
            inner.append(f"{axis} in {full_range if all_of_it else f'{first}..{last}'}")
    call = f"all_different([cell[{', '.join(at)}] | {', '.join(inner)}])"
    return f"forall ({', '.join(outer)}) ({call})" if outer else call
