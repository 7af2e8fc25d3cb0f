"""Programs in Python, in the form that a person would write for the puzzle at hand.

The common part of all four languages is here: the order of the parts, the grid as data, a loop for
a family of constraints.  A language says in its own file how a variable is declared and how each
primitive is posted.

Where variables are cells, ``cell[r, c]`` counts from 1, so ``cell[3, 5]`` is R3C5;
else variables are ``x["name"]``.

>>> loop("p", "CELLS", ["(1, 1)", "(2, 2)"], ["print(p)"])
['for p in [(1, 1), (2, 2)]:', '    print(p)']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from nonet.exporting.base import Language
from nonet.exporting.constraint_families import (
    Cages,
    CellGrid,
    Family,
    FamilyForm,
    Line,
    Rectangles,
    Regions,
    SimilarConstraints,
    StepPattern,
    families,
)
from nonet.exporting.expressions import ExpressionText
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import (
    Lines,
    Sheet,
    comment_lines,
    comparison,
    in_docstring,
    indented,
    list_constant,
    loop,
    objective_text,
    print_lines,
    quoted,
    range_text,
    sorted_tuples,
    step_expression,
    terms_of,
    value_name_lines,
    values_text,
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
from nonet.model.lowering import ConstraintTypes


class PythonProgram(Language):
    """A program in Python.  Subclasses write each part for their solver."""

    suffix = ".py"
    imports: ClassVar[tuple[str, ...]]
    """The lines that import the solver."""
    create: ClassVar[tuple[str, ...]]
    """The lines that make an empty model."""
    keys: ClassVar[bool] = False
    """Whether the solver is given the keys of variables rather than variables."""
    inside: ClassVar[ConstraintTypes] = PRIMITIVES
    """The types of constraints that are written within ``AnyOf``."""
    globals: ClassVar[frozenset[type[Constraint]]] = frozenset()
    """The types of global constraints that the solver has itself."""

    def keeps(self, constraint: Constraint, domains: Mapping[str, Domain]) -> bool:
        """Whether the solver has a global constraint of ``globals``, over these domains."""
        return True

    texts: ClassVar[type[ExpressionText] | None] = None
    """The texts of expressions in the language, where it has them."""

    def write(self, model: Model, title: str) -> str:
        writes = self.texts.writes if self.texts else None
        simple = simplify(model, PRIMITIVES | self.globals, self.inside, self.keeps, writes)
        sheet = Sheet(model, simple, self.keys)
        body: Lines = []
        for family in families(simple, sheet.grid):
            body += ["", *comment_lines(family.comment), *self.family(sheet, family)]
        declared = self.declaration_lines(sheet)
        head = [
            f'"""{in_docstring(title) or "A constraint model"}',
            "",
            f"Written by nonet for {self.needs.tool}.",
            f"Run it:  {self.needs.install} && {self.needs.start}",
            *(
                in_docstring(line)
                for text in value_name_lines(model)
                for line in comment_lines(text, "")
            ),
            '"""',
            "",
            *self.imports,
            "",
        ]
        data: Lines = []
        for helper in sheet.helpers.values():
            data += ["", *helper, ""]
        solving = [*self.objective_lines(sheet), *self.solve(sheet)]
        lines = [
            *head,
            *data,
            *self.data_lines(sheet),
            *self.create_lines(sheet),
            *declared,
            *body,
            "",
            *solving,
        ]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    # what the languages say

    def declare_cells(self, sheet: Sheet, grid: CellGrid) -> Lines:
        """The variables of a grid, and its clues."""
        among = "" if _is_contiguous(grid.values) else "VALUES"
        cell = self.variable("cell[r, c]", 'f"R{r}C{c}"', "VALUES[0]", "VALUES[-1]", among)
        return [
            "cell = {}",
            "for r, row in enumerate(GRID, 1):",
            "    for c, clue in enumerate(row, 1):",
            *(["        if clue is None:", "            continue"] if not grid.full else []),
            *indented(cell, 2),
            f"        if clue{f' != {grid.blank}' if grid.blank else ''}:",
            *indented(self.post_lines("cell[r, c] == clue"), 3),
        ]

    def declare(self, key: str, domain: Domain) -> Lines:
        """The variable whose key the expression ``key`` gives."""
        values = list(domain)
        among = "" if _is_contiguous(values) else str(values)
        return self.variable(f"x[{key}]", key, str(values[0]), str(values[-1]), among)

    def variable(self, at: str, name: str, low: str, high: str, among: str) -> Lines:
        """Return the lines that declare ``at``, from ``low`` to ``high``, or one of ``among``."""
        raise NotImplementedError

    def all_different(self, scope: str) -> Lines:
        """Post AllDifferent; ``scope`` is a list."""
        raise NotImplementedError

    def plain_sum(self, scope: str, op: str, constant: str) -> Lines:
        """Post a comparison of a plain sum."""
        raise NotImplementedError

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        """Post a comparison of a weighted sum; a constant in a text is a variable of a loop."""
        raise NotImplementedError

    def membership(self, ref: str, values: str) -> Lines:
        """Return the lines that post that a variable has one of some values."""
        raise NotImplementedError

    def table(self, scope: str, tuples: str) -> Lines:
        """Post a table; ``tuples`` is the name of a list of tuples."""
        raise NotImplementedError

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        """Post a Regular, Count, Element or AnyOf, or a global that the solver has."""
        raise NotImplementedError

    def solve(self, sheet: Sheet) -> Lines:
        """Solve, and print the solution or that there is none."""
        table = "cell" if sheet.grid else "x"
        return [
            *self.no_solution_lines(sheet),
            '    raise SystemExit("no solution")',
            *self.read_solution,
            f"solution = {{p: {self.value_expression(sheet)} for p, v in {table}.items()}}",
            *print_lines(sheet),
        ]

    no_solution_test: ClassVar[tuple[str, ...]]
    """The lines that solve, of which the last asks whether there is no solution."""

    def no_solution_lines(self, sheet: Sheet) -> Lines:
        """Return ``no_solution_test``, and what guards against a fault of the solver."""
        return list(self.no_solution_test)

    read_solution: ClassVar[tuple[str, ...]] = ()
    """Lines before the values of variables can be had."""

    def value_expression(self, sheet: Sheet) -> str:
        """The value of the variable ``v`` in the solution."""
        raise NotImplementedError

    def post_lines(self, expression: str) -> Lines:
        """The line that posts an expression."""
        return [self.post.format(expression)]

    post: ClassVar[str] = "model.add({})"
    """How an expression is posted."""

    def create_lines(self, sheet: Sheet) -> Lines:
        """The lines that make an empty model."""
        return list(self.create)

    optimise: ClassVar[str] = "model.{}({})"
    """The line that says the objective: of its sense and its sum."""

    def objective_lines(self, sheet: Sheet) -> Lines:
        """Return the lines of the objective; no lines if there is none."""
        objective = sheet.simple.objective
        if objective is None:
            return []
        refs = {name: sheet.ref(name) for name in objective.scope}
        comments = comment_lines(str(objective)) if objective.label else []
        statement = self.optimise.format(objective.sense, objective_text(objective, refs))
        return [*comments, statement, ""]

    # what is the same in all

    def data_lines(self, sheet: Sheet) -> Lines:
        """The grid as data."""
        grid = sheet.grid
        if grid is None:
            return []
        wide = max(len(str(v)) for row in grid.rows() for v in row)
        rows = [", ".join(f"{v!s:>{wide}}" for v in row) for row in grid.rows()]
        note = "  # None: no cell" if not grid.full else ""
        return [
            f"GRID = [{note}",
            *(f"    [{row}]," for row in rows),
            "]",
            f"ROWS = range(1, {grid.height + 1})",
            f"COLUMNS = range(1, {grid.width + 1})",
            f"VALUES = {values_text(grid.values)}",
            "",
        ]

    def declaration_lines(self, sheet: Sheet) -> Lines:
        """All variables."""
        lines: Lines = []
        if sheet.grid:
            lines += self.declare_cells(sheet, sheet.grid)
            for p, domain in sorted(sheet.grid.candidates.items()):
                lines += self.membership(sheet.cell(*map(str, p)), str(list(domain)))
        if sheet.others:
            lines += [] if self.keys else ["x = {}"]
            groups: dict[Domain, list[str]] = {}
            for name, domain in sheet.others.items():
                groups.setdefault(domain, []).append(name)
            for domain, names in groups.items():
                lines += loop("name", "", [quoted(n) for n in names], self.declare("name", domain))
        return lines

    def family(self, sheet: Sheet, family: Family) -> Lines:
        """The constraints of one family."""
        form: FamilyForm | None = family.form
        members = family.constraints
        if isinstance(form, Rectangles):
            return self._rectangles(sheet, form)
        if isinstance(form, Line):
            (top, left), (down, right) = form.start, form.step
            cell = sheet.cell(step_expression(top, down), step_expression(left, right))
            return self.all_different(f"[{cell} for i in range({form.length})]")
        if isinstance(form, StepPattern):
            return self._moves(sheet, form)
        if isinstance(form, Regions):
            name = sheet.new_name(f"{family.kind or 'region'}s")
            picture = [f"{name} = [", *(f'    "{row}",' for row in form.rows), "]"]
            where = f"{name}[r - 1][c - 1] == letter"
            collect = [
                f"members = [{sheet.cell('r', 'c')} for r in ROWS for c in COLUMNS if {where}]"
            ]
            letters = f'sorted(set("".join({name})) - {{"."}})'
            body = indented([*collect, *self.all_different("members")])
            return [*picture, f"for letter in {letters}:", *body]
        mixed = any(name in sheet.others for c in members for name in c.scope)
        if sheet.grid and mixed:
            form = None
        if isinstance(form, Cages):
            return self._cages(sheet, family, form)
        if isinstance(form, SimilarConstraints):
            return self._similar_constraints(sheet, family)
        return [line for constraint in members for line in self.constraint_lines(sheet, constraint)]

    def constraint_lines(self, sheet: Sheet, constraint: Constraint) -> Lines:
        """One constraint, written out."""
        if isinstance(constraint, AllDifferent):
            return self.all_different(sheet.scope_text(constraint.scope))
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, sheet.ref)
            if len(terms) > 5 and set(constraint.coefficients) == {1}:
                scope = sheet.scope_text(constraint.scope)
                return self.plain_sum(scope, constraint.op, str(constraint.constant))
            return self.linear(terms, constraint.op, constraint.constant)
        if isinstance(constraint, Table):
            if len(constraint.scope) == 1:
                values = sorted(value for (value,) in constraint.tuples)
                return self.membership(sheet.ref(constraint.scope[0]), str(values))
            name = sheet.new_name("allowed")
            return [
                *list_constant(name, map(str, sorted_tuples(constraint.tuples))),
                *self.table(sheet.scope_text(constraint.scope), name),
            ]
        if (
            isinstance(constraint, Regular | Count | Element | AnyOf)
            or type(constraint) in self.globals
            or constraint.is_composed
        ):
            return self.single(sheet, constraint)
        raise unsupported_error(constraint)

    def _rectangles(self, sheet: Sheet, form: Rectangles) -> Lines:
        """Loops over the corners of the rectangles."""
        lines: Lines = []
        depth = 0
        base: tuple[Any, Any] = form.corners[0]
        if len(form.corners) > 1:
            if form.corners not in sheet.corners:
                sheet.corners[form.corners] = sheet.new_name("grids")
                lines += list_constant(sheet.corners[form.corners], map(str, form.corners))
            lines.append(f"for top, left in {sheet.corners[form.corners]}:")
            depth, base = 1, ("top", "left")
        parts, inner = [], []
        for axis, start, size, steps, outer in (
            ("r", base[0], form.height, form.row_offsets, "i"),
            ("c", base[1], form.width, form.column_offsets, "j"),
        ):
            assert sheet.grid
            full_range = "ROWS" if axis == "r" else "COLUMNS"
            end = sheet.grid.height if axis == "r" else sheet.grid.width
            at: Any = start
            if len(steps) > 1:
                at = axis if size == 1 else outer
                count = steps[-1] + 1
                over = range_text(start, count, steps.step, full_range, end)
                lines.append("    " * depth + f"for {at} in {over}:")
                depth += 1
            if size == 1:
                parts.append(str(at))
            else:
                parts.append(axis)
                inner.append(f"for {axis} in {range_text(at, size, 1, full_range, end)}")
        scope = f"[{sheet.cell(*parts)} {' '.join(inner)}]"
        return [*lines, *indented(self.all_different(scope), depth)]

    def _moves(self, sheet: Sheet, form: StepPattern) -> Lines:
        name = sheet.new_name("steps")
        inside = "(r + down, c + right) in " + ("CELLS" if self.keys else "cell")
        post = self.linear(
            [(1, sheet.cell("r", "c")), (-1, sheet.cell("r + down", "c + right"))], "!=", 0
        )
        return [
            f"{name} = {list(form.steps)}",
            f"for r, c in {'CELLS' if self.keys else 'cell'}:",
            f"    for down, right in {name}:",
            f"        if {inside}:",
            *indented(post, 3),
        ]

    def _cages(self, sheet: Sheet, family: Family, form: Cages) -> Lines:
        name = sheet.new_name(f"{family.kind or 'total'}s")
        rows = []
        for c in family.constraints:
            assert isinstance(c, Linear)
            rows.append(f"({c.constant}, [{', '.join(map(sheet.key, c.scope))}])")
        scope = sheet.refs_by_keys("members")
        op = family.constraints[0].op  # type: ignore[attr-defined]
        post = [*self.all_different(scope)] if form.different else []
        return [
            *list_constant(name, rows, each=True),
            f"for total, members in {name}:",
            *indented([*post, *self.plain_sum(scope, op, "total")]),
        ]

    def _similar_constraints(self, sheet: Sheet, family: Family) -> Lines:
        first, members = family.constraints[0], family.constraints
        keys = [[sheet.key(name) for name in c.scope] for c in members]
        together = [f"[{', '.join(scope)}]" for scope in keys]
        if isinstance(first, AllDifferent):
            name = sheet.new_name(f"{family.kind or 'group'}s")
            post = self.all_different(sheet.refs_by_keys("members"))
            return loop("members", name, together, post, each=True)
        if isinstance(first, Linear):
            letters = ("a", "b", "c")[: len(first.scope)]
            terms = [
                (k, sheet.ref_by_key(v)) for k, v in zip(first.coefficients, letters, strict=True)
            ]
            constants = [c.constant for c in members if isinstance(c, Linear)]
            name = sheet.new_name(f"{family.kind or 'group'}s")
            if len(set(constants)) == 1:
                if len(letters) == 1:
                    entries = [scope[0] for scope in keys]
                else:
                    entries = [f"({', '.join(scope)})" for scope in keys]
                return loop(
                    ", ".join(letters), name, entries, self.linear(terms, first.op, constants[0])
                )
            entries = [
                f"({', '.join(scope)}, {constant})"
                for scope, constant in zip(keys, constants, strict=True)
            ]
            post = self.linear(terms, first.op, "k")
            return loop(", ".join((*letters, "k")), name, entries, post)
        assert isinstance(first, Table)
        name = sheet.new_name(f"{family.kind or 'group'}s")
        if len(first.scope) == 1:
            values = sorted(value for (value,) in first.tuples)
            post = self.membership(sheet.ref_by_key("p"), str(values))
            return loop("p", name, [scope[0] for scope in keys], post)
        allowed = sheet.new_name("allowed")
        post = self.table(sheet.refs_by_keys("members"), allowed)
        return [
            *list_constant(allowed, map(str, sorted_tuples(first.tuples))),
            *loop("members", name, together, post),
        ]


def _is_contiguous(values: Sequence[int]) -> bool:
    return len(values) == values[-1] - values[0] + 1


class ExpressionProgram(PythonProgram):
    """Subclasses give the texts of expressions."""

    def all_different_expression(self, scope: str) -> str:
        """AllDifferent of a list."""
        raise NotImplementedError

    def sum_expression(self, scope: str) -> str:
        """The sum of a list."""
        raise NotImplementedError

    def membership_expression(self, ref: str, values: str) -> str:
        """Return the text that a variable has one of the values."""
        raise NotImplementedError

    def table_expression(self, scope: str, tuples: str) -> str:
        """Return the text that a list takes one of the tuples."""
        raise NotImplementedError

    def conjunction(self, parts: Sequence[str]) -> str:
        """All the parts hold."""
        raise NotImplementedError

    def disjunction(self, parts: Sequence[str]) -> str:
        """Return the text that at least one of the parts holds."""
        raise NotImplementedError

    def regular_expression(self, sheet: Sheet, constraint: Regular) -> str:
        """The automaton accepts."""
        raise NotImplementedError

    def element_expression(self, sheet: Sheet, constraint: Element) -> str:
        """The entry at the index is the value."""
        raise NotImplementedError

    def count_expression(self, sheet: Sheet, constraint: Count) -> str:
        """Return the text of the number of variables that take one of the values."""
        raise NotImplementedError

    def all_different(self, scope: str) -> Lines:
        return self.post_lines(self.all_different_expression(scope))

    def plain_sum(self, scope: str, op: str, constant: str) -> Lines:
        return self.post_lines(f"{self.sum_expression(scope)} {op} {constant}")

    def linear(self, terms: Sequence[tuple[int, str]], op: str, constant: int | str) -> Lines:
        return self.post_lines(comparison(terms, op, constant))

    def membership(self, ref: str, values: str) -> Lines:
        return self.post_lines(self.membership_expression(ref, values))

    def table(self, scope: str, tuples: str) -> Lines:
        return self.post_lines(self.table_expression(scope, tuples))

    def single(self, sheet: Sheet, constraint: Constraint) -> Lines:
        return self.post_lines(self.expression(sheet, constraint))

    def expression(self, sheet: Sheet, constraint: Constraint) -> str:
        """The truth of any constraint."""
        if isinstance(constraint, AllDifferent):
            return self.all_different_expression(sheet.scope_text(constraint.scope))
        if isinstance(constraint, Linear):
            terms = terms_of(constraint, sheet.ref)
            return comparison(terms, constraint.op, constraint.constant)
        if isinstance(constraint, Table):
            if len(constraint.scope) == 1:
                values = sorted(value for (value,) in constraint.tuples)
                return self.membership_expression(sheet.ref(constraint.scope[0]), str(values))
            return self.table_expression(
                sheet.scope_text(constraint.scope), str(sorted_tuples(constraint.tuples))
            )
        if isinstance(constraint, Regular):
            return self.regular_expression(sheet, constraint)
        if isinstance(constraint, Element):
            return self.element_expression(sheet, constraint)
        if isinstance(constraint, Count):
            number = constraint.number
            right = sheet.ref(number) if isinstance(number, str) else str(number)
            return f"{self.count_expression(sheet, constraint)} {constraint.op} {right}"
        if isinstance(constraint, AnyOf):
            groups = []
            for group in constraint.groups:
                parts = [self.expression(sheet, part) for part in group]
                groups.append(self.conjunction(parts) if len(parts) > 1 else parts[0])
            return self.disjunction(groups)
        if self.texts is not None and type(constraint) in self.texts.relations:
            return self.texts(sheet.ref).truth(constraint)
        raise unsupported_error(constraint)
