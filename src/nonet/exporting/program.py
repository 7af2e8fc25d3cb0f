"""Programs in Python, in the form that a person would write for the model at hand.

The common part of all four languages is here: the order of the parts, arrays, the grid as data, a
loop for a family of constraints.  A language says in its own file how variables are declared and
how each operator is written and posted.

The cells of a grid are ``cell[r, c]``, counted from 1, so ``cell[3, 5]`` is R3C5; the variables
of an array are ``x[0]``, and other variables have their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from nonet.exporting.folding import folded
from nonet.exporting.layout import CellGrid, ends
from nonet.exporting.printing import Printer
from nonet.exporting.text import (
    Lines,
    comment_lines,
    in_docstring,
    indented,
    list_constant,
    quoted,
    value_name_lines,
    values_text,
    wrapped_items,
)
from nonet.exporting.trees import Row, Tree, nodes
from nonet.model import Domain
from nonet.render.printable import printable


class Program(Printer):
    """A program in Python for one model.  Subclasses write each part for their solver."""

    suffix = ".py"
    reserved = ("cell", "GRID", "ROWS", "COLUMNS", "VALUES", "CELLS")
    imports: ClassVar[tuple[str, ...]]
    """The lines that import the solver."""
    create: ClassVar[tuple[str, ...]]
    """The lines that make an empty model."""
    sees_constrained_only: ClassVar[bool] = False
    """Whether a variable without a constraint has no value."""
    helpers: ClassVar[Mapping[str, str]] = {}
    """Functions that a program defines where it calls them."""
    post: ClassVar[str] = "model.add({})"
    """How an expression is posted."""
    no_solution_test: ClassVar[tuple[str, ...]] = ()
    without_answer: ClassVar[str]
    """The message of a program that has no values: "no solution" only where that is proven."""
    optimise: ClassVar[str] = "model.{}({})"
    """The line that says the objective: of its sense and its sum."""
    value: ClassVar[str]
    """The value of a variable."""
    cell_values: ClassVar[str] = "{{p: {} for p, v in cell.items()}}"
    objective_value: ClassVar[str]
    """The value of the objective."""

    # the parts of a program

    def lines(self, title: str) -> Lines:
        declared, narrower = self.declarations()
        body = [*self.statements(narrower), *self.families(), "", *self.objective_lines()]
        body += self.solve()
        constants, of_variables = self.data()
        lines = [*self.data_lines(), *constants, *self.create_lines(), *declared]
        lines += [*of_variables, *body]
        text = "\n".join(lines)
        functions = ""
        for name, source in self.helpers.items():  # callers come first
            if f"{name}(" in text + functions:
                functions = source + "\n" + (functions or "\n")
        names = [
            in_docstring(line)
            for text in value_name_lines(self.model)
            for line in comment_lines(text, "")
        ]
        use = f"For {self.needs.tool}: {self.needs.install} && {self.needs.start}"
        head = [f'"""{in_docstring(title)}{". " * bool(title)}{use}', *names]
        head[-1] += '"""'
        # an entry of an array may be any value; CP-SAT's integers end at 2**62
        reach = min(1 << 60, max(map(abs, ends(self.simple.domains.values()))))
        functions = functions.replace("MOST", str(2 * max(self.trees.most, reach)))
        return [*head, *self.imports, "", *functions.splitlines(), *lines]

    def definition(self, name: str, row: Row) -> Lines:
        return list_constant(name, [self.row_text(Row((each,)))[1:-1] for each in row])

    def constant_names(self) -> Iterator[str]:
        word = re.sub("[^A-Z0-9]", "_", self.kind.upper()) if self.grid else ""
        if "A" <= word[:1] <= "Z":
            plural = f"{word}{'E' * word.endswith(('X', 'CH', 'S'))}S"
            yield from (plural, f"{word}_PLACES", *(f"{plural}_{n}" for n in range(2, 99)))
        yield from super().constant_names()

    def posted(self, tree: Tree) -> Lines:
        if tree[0] != "for":
            return self.statement(tree)
        loops = self.within(tree[1], tree[2])
        lines = indented(self.posted(tree[2]), len(loops))
        self.leave(tree[1])
        return [*("    " * depth + loop + ":" for depth, loop in enumerate(loops)), *lines]

    def statement(self, tree: Tree) -> Lines:
        """Return the lines that post one constraint."""
        return [self.post.format(self.text(tree))]

    def data_lines(self) -> Lines:
        grid = self.grid
        if grid is None:
            return []
        note = "  # None: no cell" if not grid.full else ""
        return [
            f"GRID = [{note}",
            *(f"    [{row}]," for row in grid.lines()),
            "]",
            f"ROWS = range(1, {grid.height + 1})",
            f"COLUMNS = range(1, {grid.width + 1})",
            f"VALUES = {values_text(grid.values)}",
            "",
        ]

    def declarations(self) -> tuple[Lines, list[Tree]]:
        """Return the lines that declare all variables, and the narrower domains of some."""
        lines: Lines = []
        narrower: list[Tree] = []
        domains = self.simple.domains
        if self.grid:
            lines += self.declare_cells(self.grid)
            for place, domain in sorted(self.grid.candidates.items()):
                narrower.append(("in", ("at", "cell", *place), Row(domain)))
        for name, entries in self.variables.array_domains(domains).items():
            low, high = ends(domain for _, domain in entries)
            size = self.shapes[name]
            places = ",".join(f"{{{letter}}}" for letter in self.letters[: len(size)])
            label = quoted(f"{name}[{places}]")
            lines += self.declare_array(name, size, low, high, f"f{label}")
            narrower += self._memberships(entries, low, high)
        by_ends: dict[tuple[int, int], list[str]] = {}
        for name in self.variables.scalars:
            low, high = ends([domains[name]])
            by_ends.setdefault((low, high), []).append(name)
            narrower += self._memberships([(self.variables.refs[name], domains[name])], low, high)
        for low_high, names in by_ends.items():
            plain = [self.variables.plain[name] for name in names]
            if len(names) < 3:
                for target, name in zip(plain, names, strict=True):
                    lines += self.declare_array(target, (), *low_high, self.label(name))
            else:
                targets, labels = ", ".join(plain), ", ".join(map(self.label, names))
                if len(targets) > 60:
                    targets = "\n".join(["(", *wrapped_items(plain), ")"])
                    labels = "\n".join(["", *wrapped_items(map(self.label, names)), ""])
                variable = self.variable(*low_high, "name")
                lines += f"{targets} = [{variable} for name in [{labels}]]".split("\n")
                lines += self.bound_lines(("list", *(("var", each) for each in plain)), *low_high)
        if self.sees_constrained_only and not self.grid:
            trees = self.all_trees(self.trees, self.simple.constraints)
            constrained = {node for tree in trees for node in nodes(tree)}
            free = [each for each in self.variables.refs.items() if each[1] not in constrained]
            narrower += [(">=", ref, min(domains[name])) for name, ref in free]
        return lines, narrower

    @staticmethod
    def _memberships(entries: Iterable[tuple[Tree, Domain]], low: int, high: int) -> list[Tree]:
        """Return the constraints of domains that are not from ``low`` to ``high``."""
        trees: list[Tree] = []
        for ref, domain in entries:
            first, last = min(domain), max(domain)
            if len(domain) < last - first + 1:
                trees.append(("in", ref, Row(domain)))
            elif first == last and (low, high) != (first, last):
                trees.append(("==", ref, first))
            else:
                trees += [(">=", ref, first)] * (first > low) + [("<=", ref, last)] * (last < high)
        return trees

    def label(self, name: str) -> str:
        """Return the literal of the name by which the solver knows a variable."""
        return quoted(name)

    def variable(self, low: int, high: int, label: str) -> str:
        """Return the expression that makes a variable."""
        raise NotImplementedError

    def bound_lines(self, of: Tree, low: int, high: int) -> Lines:
        """Return the lines that bound variables, where their declaration does not."""
        return []

    def declare_array(
        self, name: str, size: tuple[int, ...], low: int, high: int, label: str
    ) -> Lines:
        """Return the lines that declare an array, lists in lists, or with no ``size`` a variable."""
        text = self.variable(low, high, label)
        for letter, number in reversed([*zip(self.letters, size, strict=False)]):
            text = f"[{text} for {letter} in range({number})]"
        lines = [f"{name} = {text}"]
        if not size:
            return lines + self.bound_lines(("list", ("var", name)), low, high)
        of: Tree = ("raw", name)
        for _ in size[1:]:
            of = ("raw", f"sum({self.text(of)}, [])")
        return lines + self.bound_lines(("list", *[of] * 2), low, high)

    def declare_cells(self, grid: CellGrid) -> Lines:
        """Return the lines that declare the variables of a grid, and its clues."""
        low, high, label = "VALUES[0]", "VALUES[-1]", 'f"R{r}C{c}"'
        cell = [f"cell[r, c] = {self.variable(low, high, label)}"]  # type: ignore[arg-type]
        if list(grid.values) == list(range(grid.values[0], grid.values[-1] + 1)):
            cell += self.bound_lines(("list", ("raw", "cell[r, c]")), low, high)  # type: ignore[arg-type]
        else:
            cell += self.statement(("in", ("raw", "cell[r, c]"), ("raw", "VALUES")))
        return [
            "cell = {}",
            "for r, row in enumerate(GRID, 1):",
            "    for c, clue in enumerate(row, 1):",
            *(["        if clue is None:", "            continue"] if not grid.full else []),
            *indented(cell, 2),
            f"        if clue{f' != {grid.blank}' if grid.blank else ''}:",
            *indented(self.statement(("==", ("raw", "cell[r, c]"), ("raw", "clue"))), 3),
        ]

    # constraints

    def at(self, name: str, indices: Sequence[str]) -> str:
        return (
            f"cell[{', '.join(indices)}]"
            if name == "cell" and self.grid
            else super().at(name, indices)
        )

    # the end of a program

    def objective_lines(self) -> Lines:
        """Return the lines of the objective; no lines if there is none."""
        if self.goal is None:
            return []
        sense, label = self.goal.sense, self.goal.label
        statement = self.optimise.format(sense, self.text(folded(self.objective)))
        return [*(comment_lines(f"{sense} {label}") if label else []), statement]

    def solve(self) -> Lines:
        *before, test = self.no_solution_lines()
        return [*before, test, f"    raise SystemExit({self.without_answer})", *self.print_lines()]

    def no_solution_lines(self) -> Lines:
        """Return the lines that solve; the last is the test that there is no solution."""
        return list(self.no_solution_test)

    def create_lines(self) -> Lines:
        return list(self.create)

    def objective_printed(self) -> str:
        return self.objective_value

    def print_lines(self) -> Lines:
        """Return the lines that print the values of declared variables, and the objective."""
        lines: Lines = []
        if self.grid:
            known = self.cell_values.format(self.value.format("v"))
            full, wide = self.grid.full, max(len(str(v)) for v in self.grid.values)
            shown = "solution[r, c]" if full else "solution.get((r, c), '.')"
            item = f'f"{{{shown}:{">" * (not full)}{wide}}}"'
            if full and wide == 1:
                item = f"str({shown})"
            lines += [f"solution = {known}", "for r in ROWS:"]
            lines.append(f'    print(" ".join({item} for c in COLUMNS))')
        for name, size in self.shapes.items():
            lines.append(f'print("{name} =", {self.array_value(name, size)})')
        for name in self.variables.scalars:
            if name in self.model.variables:
                value = self.value.format(self.variables.plain[name])
                lines.append(f"print({quoted(f'{printable(name)} =')}, {value})")
        if self.objective is not None:
            lines.append(f'print("objective =", {self.objective_printed()})')
        return lines

    def array_value(self, name: str, size: tuple[int, ...]) -> str:
        """Return the values of an array, as a list or lists in a list."""
        letters = ["v", "w", "u", *(f"u{number}" for number in range(3, len(size)))][: len(size)]
        text = self.value.format(letters[-1])
        for number in reversed(range(len(size))):
            of = letters[number - 1] if number else name
            text = f"[{text} for {letters[number]} in {of}]"
        return text
