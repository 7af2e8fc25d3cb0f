"""Programs in Python, in the form that a person would write for the model at hand.

The common part of all four languages is here: the order of the parts, arrays, the grid as data, a
loop for a family of constraints.  A language says in its own file how variables are declared and
how each operator is written and posted.

The cells of a grid are ``cell[r, c]``, counted from 1, so ``cell[3, 5]`` is R3C5; the variables
of an array are ``x[0]``, and other variables have their names.

>>> program_arrays(["x[0]", "y", "x[1]", "z[1]"])
{'x': (2,)}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from nonet.exporting.base import Language, Needs
from nonet.exporting.constraint_families import (
    CellGrid,
    cell_grid,
    families,
    place_from_1,
)
from nonet.exporting.folding import folded, merged
from nonet.exporting.printing import AnyName, Printer
from nonet.exporting.simplification import simplify
from nonet.exporting.text import (
    Lines,
    comment_lines,
    identifiers,
    in_docstring,
    indented,
    list_constant,
    print_grid_lines,
    quoted,
    value_name_lines,
    values_text,
    wrapped_items,
)
from nonet.exporting.trees import Row, Tree, operators
from nonet.model import Domain, Model
from nonet.model.constraints import PRIMITIVES
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.logic import Compare
from nonet.render.printable import printable

_ENTRY = re.compile(r"(.+)\[(\d+(?:,\d+)*)\]")


def program_arrays(names: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return the arrays of which every entry is a variable, with their sizes."""
    places: dict[str, set[tuple[int, ...]]] = {}
    for name in names:
        if match := _ENTRY.fullmatch(name):
            places.setdefault(match[1], set()).add(tuple(map(int, match[2].split(","))))
    sizes = {}
    for name, at in places.items():
        if len({len(each) for each in at}) == 1:
            size = tuple(max(each) + 1 for each in zip(*at, strict=True))
            if len({*product(*map(range, size))}) == len(at):
                sizes[name] = size
    return sizes


def without_objective_variable(model: Model) -> tuple[Model, Affine | None]:
    """Return a model and the expression to optimise, where a variable stands for the expression."""
    objective = model.objective
    if objective is None or objective.coefficients != (1,) or objective.constant:
        return model, None
    (name,) = objective.scope
    using = [c for c in model.constraints if name in c.scope]
    if len(using) != 1 or name in model.narrowed:
        return model, None
    (definition,) = using
    if not isinstance(definition, Compare):
        return model, None
    terms = dict(definition.expression.terms)
    if (
        definition.op != "=="
        or terms.pop(name, 0) != 1
        or not (name.startswith("objective") and definition.rule.label.startswith(f"{name} == "))
    ):
        return model, None  # a constraint that the user declared
    constant = definition.constant - definition.expression.constant
    value = Affine(tuple((atom, -factor) for atom, factor in terms.items()), constant)
    domains = {each: d for each, d in model.structure.domains.items() if each != name}
    reduced = Model(domains, [c for c in model.constraints if c is not definition], None)
    return Model.from_structure(reduced.structure, model.narrowed), value


def lowered(model: Model, kind: type[Printer]) -> tuple[Model, Affine | None, Model]:
    """Return a model, the expression to optimise if it has no variable, and what is written."""
    reduced, inlined = without_objective_variable(model)
    if inlined is not None:
        tree = kind.trees_of(AnyName(), reduced.structure.domains).term(inlined)
        if not kind.writes(("objective", tree)):
            reduced, inlined = model, None
    return reduced, inlined, simplify(reduced, PRIMITIVES, kind.inside, writes=kind.says)


class Names:
    """How the variables of a model are called: the cells of a grid, arrays, and other names."""

    def __init__(self, model: Model, simple: Model, grid: CellGrid | None) -> None:
        self.shapes = {} if grid else program_arrays(simple.domains)
        self.entries: dict[str, tuple[Any, ...]] = {
            f"{name}[{','.join(map(str, at))}]": (name, *at)
            for name, size in self.shapes.items()
            for at in product(*map(range, size))
        }
        cells = {*model.variables} if grid else set()
        self.scalars = [n for n in simple.domains if n not in self.entries and n not in cells]
        self.plain = identifiers([*self.shapes, *self.scalars])
        self.refs: dict[str, Tree] = {
            name: ("at", self.plain[at[0]], *at[1:]) for name, at in self.entries.items()
        }
        self.refs |= {name: ("var", self.plain[name]) for name in self.scalars}
        for name in cells:
            self.refs[name] = ("at", "cell", *(place_from_1(name) or ()))
        self.shapes = {self.plain[name]: size for name, size in self.shapes.items()}

    def array_domains(self, domains: Mapping[str, Domain]) -> dict[str, list[tuple[Tree, Domain]]]:
        """Return the references and domains of the entries of each array."""
        entries: dict[str, list[tuple[Tree, Domain]]] = {name: [] for name in self.shapes}
        for name, at in self.entries.items():
            entries[self.plain[at[0]]].append((self.refs[name], domains[name]))
        return entries

    def booleans(self, domains: Mapping[str, Domain]) -> frozenset[str]:
        """Return the variables that are declared from 0 to 1."""
        groups = [[name] for name in self.scalars]
        for array in {at[0] for at in self.entries.values()}:
            groups.append([name for name, at in self.entries.items() if at[0] == array])
        ends = [_ends(domains[name] for name in group) for group in groups]
        pairs = zip(groups, ends, strict=True)
        return frozenset(name for group, end in pairs if end == (0, 1) for name in group)


def _ends(domains: Iterable[Domain]) -> tuple[int, int]:
    every = list(domains)
    return min(map(min, every)), max(map(max, every))


class Program(Printer):
    """A program in Python for one model.  Subclasses write each part for their solver."""

    imports: ClassVar[tuple[str, ...]]
    """The lines that import the solver."""
    create: ClassVar[tuple[str, ...]]
    """The lines that make an empty model."""
    booleans: ClassVar[bool] = False
    """Whether a variable from 0 to 1 is a Boolean."""
    sees_constrained_only: ClassVar[bool] = False
    """Whether a variable without a constraint has no value."""
    helpers: ClassVar[Mapping[str, str]] = {}
    """Functions that a program defines where it calls them."""
    post: ClassVar[str] = "model.add({})"
    """How an expression is posted."""
    no_solution_test: ClassVar[tuple[str, ...]] = ()
    optimise: ClassVar[str] = "model.{}({})"
    """The line that says the objective: of its sense and its sum."""
    value: ClassVar[str]
    """The value of a variable."""
    cell_values: ClassVar[str] = "{{p: {} for p, v in cell.items()}}"
    objective_value: ClassVar[str]
    """The value of the objective."""

    def __init__(self, declared: Model, needs: Needs) -> None:
        model, inlined, simple = lowered(declared, type(self))
        grid = cell_grid(model)
        names = Names(model, simple, grid)
        reserved = ("cell", "GRID", "ROWS", "COLUMNS", "VALUES", "CELLS")
        super().__init__(names.shapes, [*names.plain.values(), *reserved])
        self.model, self.simple, self.grid, self.variables = model, simple, grid, names
        self.kind = ""
        booleans = names.booleans(simple.domains) if self.booleans else frozenset()
        self.trees = self.trees_of(names.refs, simple.structure.domains, booleans)
        self.needs = needs
        goal = declared.objective
        self.sense, self.label = (goal.sense, goal.label) if goal else ("", "")
        self.objective = self.trees.objective(goal, inlined)

    # the parts of a program

    def program(self, title: str) -> str:
        declared, narrower = self.declarations()
        body = self.statements(narrower)
        for family in families(self.simple, self.grid):
            self.kind = family.kind
            lines = self.statements(self.all_trees(self.trees, family.constraints))
            if family.comment:
                lines = ["", *comment_lines(family.comment), *lines]
            body += lines
        solving = [*self.objective_lines(), *self.solve()]
        constants: Lines = []
        of_variables: Lines = []
        for row, name in self.constants.items():
            lines = of_variables if "var" in operators(("list", *row)) else constants
            lines += list_constant(name, [self.row_text(Row((each,)))[1:-1] for each in row])
        lines = [*self.data_lines(), *constants, *self.create_lines(), *declared]
        lines += [*of_variables, *body, "", *solving]
        text = "\n".join(lines)
        functions: Lines = []
        for name, source in self.helpers.items():  # callers come first
            if f"{name}(" in text or any(f"{name}(" in each for each in functions):
                source = source.replace("MOST", str(2 * self.trees.most))
                functions = [*source.strip("\n").splitlines(), "", "", *functions]
        names = [
            in_docstring(line)
            for text in value_name_lines(self.model)
            for line in comment_lines(text, "")
        ]
        head = [
            f'"""{in_docstring(title)}{". " * bool(title)}For {self.needs.tool}: {self.needs.install} && '
            f"{self.needs.start}{chr(10) * 2 if names else ''}",
            *names,
        ]
        head[-1] += '"""'
        lines = [*head, *self.imports, *["", ""][: 1 + bool(functions)], *functions, *lines]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def constant_names(self) -> Iterator[str]:
        word = re.sub("[^A-Z0-9]", "_", self.kind.upper()) if self.grid else ""
        if "A" <= word[:1] <= "Z":
            plural = f"{word}{'E' * word.endswith(('X', 'CH', 'S'))}S"
            yield from (plural, f"{word}_PLACES", *(f"{plural}_{n}" for n in range(2, 99)))
        yield from super().constant_names()

    def statements(self, trees: Iterable[Tree]) -> Lines:
        return [line for tree in merged(map(self.prepared, trees)) for line in self.posted(tree)]

    def prepared(self, tree: Tree) -> Tree:
        """Return a constraint in the form that is posted."""
        return tree

    def posted(self, tree: Tree) -> Lines:
        """Return the lines that post a tree, perhaps in loops."""
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
            low, high = _ends(domain for _, domain in entries)
            size = self.shapes[name]
            places = ",".join(["{i}", "{j}"][: len(size)])
            label = quoted(f"{name}[{places}]") if len(size) < 3 else '""'
            lines += self.declare_array(name, size, low, high, f"f{label}")
            narrower += self._memberships(entries, low, high)
        by_ends: dict[tuple[int, int], list[str]] = {}
        for name in self.variables.scalars:
            ends = _ends([domains[name]])
            by_ends.setdefault(ends, []).append(name)
            narrower += self._memberships([(self.variables.refs[name], domains[name])], *ends)
        for ends, names in by_ends.items():
            plain = [self.variables.plain[name] for name in names]
            if len(names) < 3:
                for target, name in zip(plain, names, strict=True):
                    lines += self.declare_array(target, (), *ends, quoted(name))
            else:
                targets, labels = ", ".join(plain), ", ".join(map(quoted, names))
                if len(targets) > 60:
                    targets = "\n".join(["(", *wrapped_items(plain), ")"])
                    labels = "\n".join(["", *wrapped_items(map(quoted, names)), ""])
                variable = self.variable(*ends, "name")
                lines += f"{targets} = [{variable} for name in [{labels}]]".split("\n")
                lines += self.bound_lines(("list", *(("var", each) for each in plain)), *ends)
        constrained = {name for c in self.simple.constraints for name in c.scope}
        if self.sees_constrained_only:
            names = [*self.variables.entries, *self.variables.scalars]
            free = [name for name in names if name not in constrained]
            narrower += [(">=", self.variables.refs[n], min(domains[n])) for n in free]
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
        for letter, number in reversed([*zip("ijk", size, strict=False)]):
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
        if self.objective is None:
            return []
        statement = self.optimise.format(self.sense, self.text(folded(self.objective)))
        return [*(comment_lines(f"{self.sense} {self.label}") if self.label else []), statement]

    def solve(self) -> Lines:
        *before, test = self.no_solution_lines()
        return [*before, test, '    raise SystemExit("no solution")', *self.print_lines()]

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
            lines += [f"solution = {known}", *print_grid_lines(self.grid)]
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
        letters = "vwu"[: len(size)]
        text = self.value.format(letters[-1])
        for number in reversed(range(len(size))):
            of = letters[number - 1] if number else name
            text = f"[{text} for {letters[number]} in {of}]"
        return text


class PythonProgram(Language):
    """A language whose texts are programs in Python."""

    suffix = ".py"
    kind: ClassVar[type[Program]]
    """The texts of the language."""

    def write(self, model: Model, title: str) -> str:
        return self.kind(model, self.needs).program(title)
