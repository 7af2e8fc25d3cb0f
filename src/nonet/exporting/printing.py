"""Trees as text: what the languages share, in the form of Python.

A language gives a text for each operator: a call is ``"name({0}, {1})"``, an operator between two
operands is :class:`Infix`, and what needs more is a function of the printer and the trees.

>>> text = Printer({"x": (4,)}).text
>>> text(("<=", ("sum", ("*", 2, ("at", "x", 0)), ("*", 1, ("var", "y"))), 3))
'2 * x[0] + y <= 3'
>>> cells = ("for", (("range", "v0_0", 0, 4, 1),), ("at", "x", ("loop", "v0_0")))
>>> text(("list", cells)), text(("sum", cells[:2] + (("*", 3, cells[2]),)))
('x', 'sum(3 * x[i] for i in range(4))')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, ClassVar, NamedTuple

from nonet.exporting.base import Language
from nonet.exporting.folding import merged
from nonet.exporting.layout import CellGrid, Names, cell_grid, families, without_objective_variable
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import Lines, comment_lines
from nonet.exporting.trees import Row, Tree, Trees, is_loop, nodes, operators, strict
from nonet.model import Constraint, Domain, Model
from nonet.model.constraints import PRIMITIVES
from nonet.model.lowering import ConstraintTypes

ATOM = 20
"""The precedence of names, numbers and calls."""


class Infix(NamedTuple):
    """An operator between operands of a higher precedence: its sign and its precedence."""

    sign: str
    level: int


Form = str | Infix | Callable[[Any, Tree], str]


def _factor(part: Tree) -> int:
    """Return the number that a part of a sum counts by."""
    is_scaled = isinstance(part, tuple) and part[0] == "*" and isinstance(part[1], int)
    return part[1] if is_scaled else 1


def loop_variables(loops: Iterable[Tree]) -> Iterator[str]:
    """Yield the variables of loops."""
    for loop in loops:
        yield from {"range": loop[1:2], "zip": loop[1], "if": ()}[loop[0]]


def index_letters(variable: str, tree: Tree) -> str:
    """Return "r" or "c" for a variable that is the row or column of a cell, else nothing."""
    index = ("loop", variable)
    places = (each for each in nodes(tree) if each[:2] == ("at", "cell") and index in each)
    return next(("rc"[each.index(index) - 2] for each in places), "")


class AnyName(dict[str, Tree]):
    """Trees of variables, whatever they are called."""

    def __missing__(self, name: str) -> Tree:
        return ("var", name)


PYTHON: Mapping[str, Form] = {
    **{op: Infix(f" {op} ", 4) for op in ("==", "!=", "<=", ">=", "<", ">")},
    "product": Infix(" * ", 6),
    "modulo": Infix(" % ", 6),
}
"""Operators of Python."""

DIVISIONS = ("quotient", "remainder")
"""Operations of which a minus before the first operand makes another."""


class Printer(Language):
    """A language that writes trees, as Python where the language says nothing else.

    ``shapes`` are the sizes of arrays.  Each model has a printer of its own.
    """

    forms: ClassVar[Mapping[str, Form]] = PYTHON
    """For each operator of the language, its form."""
    joins: ClassVar[Mapping[str, str]] = {"and": "all({})", "or": "any({})"}
    """How a generator or list of truths is joined."""
    truth_values: ClassVar[tuple[str, str]] = ("False", "True")
    """A disjunction and a conjunction of nothing."""
    inside: ClassVar[ConstraintTypes] = PRIMITIVES
    """The types of primitives that may stand within ``AnyOf``."""
    statements_only: ClassVar[frozenset[str]] = frozenset()
    """Operators that may stand outside of all others only."""
    truths_are_numbers: ClassVar[bool] = False
    """Whether a comparison in brackets is a number, 0 or 1."""
    sum_level: ClassVar[int] = 5
    letters: ClassVar[str] = "ijklmnpqrstuvwabcdefgh"
    mark: ClassVar[str] = "# "
    """The beginning of a line of comment."""
    same_data: ClassVar[bool] = False
    """Whether constraints of one loop have the same data."""
    has_arrays: ClassVar[bool] = True
    has_grids: ClassVar[bool] = True
    has_holes: ClassVar[bool] = True
    """Whether texts show arrays, grids of cells, and grids with holes."""
    booleans: ClassVar[bool] = False
    """Whether a variable from 0 to 1 is a Boolean."""
    reserved: ClassVar[tuple[str, ...]] = ()
    """Names that the texts define."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]] | None = None) -> None:
        self.shapes = shapes or {}
        self.taken: set[str] = set()
        """Names that no variable of a loop may have."""
        self.grid: CellGrid | None = None
        self.kind = ""
        """The kind of the constraints that are written."""
        self.names: dict[str, str] = {}
        """The names of loops' variables in force."""
        self.constants: dict[Row, str] = {}
        """Data by content."""

    @classmethod
    def written(cls, trees: Trees, constraint: Constraint) -> list[Tree] | None:
        """Return the trees to post for a constraint, or ``None`` where the language lacks one."""
        tree = trees.tree(constraint)
        if cls.writes(tree):
            return [tree]
        parts = trees.conditions(constraint)
        simpler = [None] if parts is None else [cls.written(trees, each) for each in parts]
        return None if None in simpler else [part for each in simpler for part in each or ()]

    @classmethod
    def says(cls, constraint: Constraint, domains: Mapping[str, Domain]) -> bool:
        """Whether the language has a constraint, of the same meaning over these domains."""
        return cls.written(cls.trees_of(AnyName(), domains), constraint) is not None

    @classmethod
    def trees_of(
        cls, refs: Mapping[str, Tree], domains: Mapping[str, Domain], booleans: Any = frozenset()
    ) -> Trees:
        """Return what makes the trees of constraints for the language."""
        return Trees(refs, domains, booleans, "table" not in cls.statements_only)

    @classmethod
    def all_trees(cls, trees: Trees, constraints: Iterable[Constraint]) -> Iterator[Tree]:
        """Yield the trees to post; raise ``Unsupported`` for a constraint without."""
        for constraint in constraints:
            written = cls.written(trees, constraint)
            if written is None:
                raise unsupported_error(constraint)
            yield from written

    @classmethod
    def writes(cls, tree: Tree) -> bool:
        """Whether the language has every operator of a constraint."""
        inner = {each for part in tree[1:] for each in operators(part)}
        own = {"at", "var", "list", "sum", "*", "raw", "objective"}
        return {tree[0], *inner} <= cls.forms.keys() | own and not inner & cls.statements_only

    def text(self, tree: Tree, least: int = 0) -> str:
        """Return a tree's text, in brackets where its precedence is less than ``least``."""
        text, level = self.leveled(tree)
        return text if level >= least else f"({text})"

    def leveled(self, tree: Tree) -> tuple[str, int]:
        if isinstance(tree, int):
            return str(tree), ATOM if tree >= 0 else self.sum_level
        if isinstance(tree, Row):
            return self.row(tree), ATOM
        tree = strict(tree)
        operator, *parts = tree
        if operator in ("var", "raw"):
            return parts[0], ATOM
        if operator == "at":
            return self.at(parts[0], [self.text(each) for each in parts[1:]]), ATOM
        if operator == "loop":
            return self.names[parts[0]], ATOM
        if operator == "entry":
            return self.entry(parts[0], *map(self.text, parts[1:])), ATOM
        if operator == "sum":
            return self.total(parts)
        if operator == "list":
            return self.sequence(parts), ATOM
        if operator in self.joins and any(map(is_loop, parts)):
            return self.joined(operator, parts), ATOM
        if operator in ("or", "and") and not parts:
            return self.truth_values[operator == "and"], ATOM
        form = self.forms[operator]
        if isinstance(form, str):
            return form.format(*map(self.text, parts)), ATOM
        if isinstance(form, Infix):
            first = form.level + (form.sign != " * ")
            leasts = [first, *[form.level + 1] * len(parts)]
            return form.sign.join(map(self.text, parts, leasts)), form.level
        return form(self, tree), ATOM

    def scaled(self, factor: Tree, tree: Tree) -> str:
        """Return a tree multiplied by a number or an entry of data."""
        if factor in (1, -1):
            return self.text(tree, self.sum_level + 1)
        number = abs(factor) if isinstance(factor, int) else factor
        return f"{self.text(number, self.sum_level + 1)} * {self.text(tree, self.sum_level + 2)}"

    def total(self, parts: Sequence[Tree]) -> tuple[str, int]:
        text = ""
        if isinstance(parts[-1], int) and parts[-1] > 0 > _factor(parts[0]):
            parts = [parts[-1], *parts[:-1]]
        for part in parts:
            minus = False
            if isinstance(part, int):
                minus, piece = part < 0, str(abs(part))
            elif part[0] == "for":
                piece = self.summed(part)
            elif part[0] != "*":
                piece = self.text(part, self.sum_level + 1)
            else:
                minus = isinstance(part[1], int) and part[1] < 0
                piece = self.scaled(part[1], part[2])
                is_division = isinstance(part[2], tuple) and part[2][0] in DIVISIONS
                if part[1] == -1 and not text and is_division:
                    piece = self.text(part[2], self.sum_level + 2)  # -(a // b) is not -a // b
            text += f"{' ' if text else ''}{'-' if minus else '+'}{' ' if text else ''}{piece}"
        text = text.removeprefix("+")
        is_call = len(parts) == 1 and not isinstance(parts[0], int) and parts[0][0] == "for"
        return text, ATOM if is_call else self.sum_level + (len(parts) == 1 and text[0] != "-")

    def element(self, tree: Tree) -> str:
        """Return the text of an item of a comprehension."""
        if tree[0] != "*":
            return self.text(tree)
        if tree[1] == 1 and tree[2][0] == "truth" and self.truths_are_numbers:
            return self.text(tree[2][1])
        return self.total([tree])[0]

    def within(self, loops: Sequence[Tree], body: Tree) -> list[str]:
        """Name the variables of loops around a body, and return the loops' texts."""
        texts = []
        for loop in loops:
            ends = [self.text(each) for each in loop[2:]] if loop[0] == "range" else loop[1:]
            for variable in loop_variables([loop]):
                active = {*self.names.values(), *self.taken}
                letters = index_letters(variable, body) + self.letters
                names = chain(letters, (f"i{n}" for n in count(1)))
                self.names[variable] = next(name for name in names if name not in active)
            texts.append(self.loop_text(loop, ends))
        return texts

    def leave(self, loops: Sequence[Tree]) -> None:
        for variable in loop_variables(loops):
            del self.names[variable]

    def size(self, name: str) -> tuple[int, ...]:
        return self.shapes.get(name, (0,))

    def whole(self, part: Tree) -> str | None:
        """Return the text of a loop that runs through a whole array or row, if it does."""
        if part[0] != "for" or len(part[1]) != 1 or part[2][0] != "at":
            return None
        ((kind, variable, *ends),), (_, name, *at) = part[1], part[2]
        size = self.size(name)
        if kind != "range" or ends != [0, size[-1], 1] or at[-1] != ("loop", variable):
            return None
        if any(("loop", variable) in nodes(each) for each in at[:-1]):
            return None
        return self.slice(name, [self.text(each) for each in at[:-1]])

    def whole_range(self, name: str, ends: Tree) -> str:
        """Return the name of a range that is all rows or columns of a grid, else nothing."""
        size = self.grid and {"r": self.grid.height, "c": self.grid.width}.get(name, 0)
        return {"r": "ROWS", "c": "COLUMNS"}[name] if size and ends == (1, size + 1, 1) else ""

    def constant(self, row: Row) -> str:
        if row not in self.constants:
            used = {*self.taken, *self.constants.values()}
            self.constants[row] = next(name for name in self.constant_names() if name not in used)
        return self.constants[row]

    def data(self) -> tuple[Lines, Lines]:
        """Return the lines that define data: of numbers, and of variables."""
        texts: dict[Row, Lines] = {}
        while missing := [row for row in self.constants if row not in texts]:
            new = {row: self.definition(self.constants[row], row) for row in missing}
            texts = {**new, **texts}  # a list comes after the lists that it names
        lines: tuple[Lines, Lines] = ([], [])
        for row, text in texts.items():
            lines["var" in operators(("list", *row))].extend(text)
        return lines

    def definition(self, name: str, row: Row) -> Lines:
        """Return the lines that define data by a name."""
        raise NotImplementedError

    def constant_names(self) -> Iterator[str]:
        """Yield names for data."""
        return (f"D{number}" for number in count(1))

    # a model

    def write(self, model: Model, title: str) -> str:
        printer = type(self)()
        printer.read(model)
        return "\n".join(line.rstrip() for line in printer.lines(title)) + "\n"

    def lines(self, title: str) -> Lines:
        """Return the lines of a text about the model that was read."""
        raise NotImplementedError

    def read(self, declared: Model) -> None:
        """Take a model: rewrite what the language lacks, and name the variables."""
        model, inlined = without_objective_variable(declared)
        if inlined is not None:
            tree = self.trees_of(AnyName(), model.structure.domains).term(inlined)
            if not self.writes(("objective", tree)):
                model, inlined = declared, None
        self.model = model
        self.simple = simplify(model, PRIMITIVES, self.inside, writes=self.says)
        self.grid = cell_grid(model)
        if self.grid and not (self.has_grids and (self.has_holes or self.grid.full)):
            self.grid = None
        self.variables = names = Names(model, self.simple, self.grid, self.has_arrays)
        self.shapes = names.shapes
        self.taken = {*names.plain.values(), *self.reserved}
        booleans = names.booleans(self.simple.domains) if self.booleans else frozenset()
        self.trees = self.trees_of(self.refs(), self.simple.structure.domains, booleans)
        self.goal = declared.objective
        self.objective = self.trees.objective(declared.objective, inlined)

    def refs(self) -> Mapping[str, Tree]:
        """Return the trees of the variables."""
        return self.variables.refs

    def families(self) -> Lines:
        """Return the lines that post all constraints, with the words of their rules."""
        lines: Lines = []
        for family in families(self.simple, self.grid):
            self.kind = family.kind
            posted = self.family(family.constraints)
            lines += self.commented(family.comment, posted) if family.comment else posted
        return lines

    def family(self, constraints: Sequence[Constraint]) -> Lines:
        """Return the lines that post the constraints of one rule."""
        return self.statements(self.all_trees(self.trees, constraints))

    def commented(self, comment: str, lines: Lines) -> Lines:
        """Return the lines of constraints with their words."""
        return ["", *comment_lines(comment, self.mark), *lines]

    def statements(self, trees: Iterable[Tree]) -> Lines:
        """Return the lines that post some trees."""
        parts = merged(map(self.prepared, trees), self.same_data)
        return [line for tree in parts for line in self.posted(tree)]

    def prepared(self, tree: Tree) -> Tree:
        """Return a constraint in the form that is posted."""
        return tree

    def posted(self, tree: Tree) -> Lines:
        """Return the lines that post a tree, which may be a loop."""
        raise NotImplementedError

    # what a language may say in another way

    def at(self, name: str, indices: Sequence[str]) -> str:
        return name + "".join(f"[{each}]" for each in indices)

    slice = at

    def row(self, row: Row) -> str:
        text = self.row_text(row)
        return self.constant(row) if len(text) > 40 else text

    def row_text(self, row: Row) -> str:
        """Return data as a list, the rows in it as tuples."""
        items = (
            f"({', '.join(map(self.text, each))})" if isinstance(each, Row) else self.text(each)
            for each in row
        )
        return f"[{', '.join(items)}]"

    def entry(self, row: Row, *at: str) -> str:
        return self.constant(row) + "".join(f"[{each}]" for each in at)

    def looped(self, part: Tree) -> tuple[str, list[str]]:
        """Return the texts of the body of a loop, and of its heads."""
        loops = self.within(part[1], part[2])
        body = self.element(part[2])
        self.leave(part[1])
        return body, loops

    def comprehension(self, part: Tree) -> str:
        body, loops = self.looped(part)
        return f"{body} {' '.join(loops)}"

    def loop_text(self, loop: Tree, ends: Sequence[Any]) -> str:
        if loop[0] == "if":
            return f"if {self.text(ends[0])}"
        if loop[0] == "range":
            start, end, step = ends
            name, inside = (
                self.names[loop[1]],
                end if (start, step) == ("0", "1") else f"{start}, {end}",
            )
            text = f"range({inside}{f', {step}' * (step != '1')})"
            return f"for {name} in {self.whole_range(name, loop[2:]) or text}"
        names = ", ".join(self.names[each] for each in loop[1])
        return f"for {names} in {self.text(ends[1])}"

    def sequence(self, parts: Sequence[Tree]) -> str:
        if len(parts) == 1 and parts[0][0] == "for":
            return self.whole(parts[0]) or f"[{self.comprehension(parts[0])}]"
        return f"[{', '.join(map(self.item, parts))}]"

    def item(self, part: Tree) -> str:
        if not is_loop(part):
            return self.text(part)
        return f"*{self.whole(part) or f'({self.comprehension(part)})'}"

    def joined(self, operator: str, parts: Sequence[Tree]) -> str:
        return self.joins[operator].format(self.sequence(parts))

    def summed(self, part: Tree) -> str:
        plain = part[2][0] == "*" and part[2][1] == 1
        bare = (*part[:2], part[2][2]) if plain else part
        return f"sum({self.whole(bare) or self.comprehension(bare)})"
