"""CPMpy, in Python: one model for a dozen solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.printing import Form, Infix
from nonet.exporting.program import Program
from nonet.exporting.text import WIDTH, Lines, quoted
from nonet.exporting.trees import Tree, items_of, nodes

OPERATORS = frozenset(["-", "div", "mod", "mul", "not", "sum", "wsum"])
"""Names by which CPMpy knows an operator, even where they are those of a variable."""


class Cpmpy(Program):
    """A program for CPMpy."""

    name = "cpmpy"
    sentence = "A Python program for CPMpy, which hands its model to many solvers."
    needs = Needs("CPMpy", "pip install cpmpy", "python puzzle.py")
    imports = ("import cpmpy as cp",)
    create = ("model = cp.Model()",)
    post = "model += {}"
    booleans = True
    sees_constrained_only = True
    value = "int({}.value())"
    without_answer = '"no solution" if "UNSATISFIABLE" in str(model.status()) else model.status()'
    objective_value = "model.objective_value()"
    joins: ClassVar[Mapping[str, str]] = {"and": "cp.all({})", "or": "cp.any({})"}
    truth_values = ("cp.BoolVal(False)", "cp.BoolVal(True)")
    truths_are_numbers = True
    forms: ClassVar[Mapping[str, Form]] = {
        **{op: Infix(f" {op} ", 1) for op in ("==", "!=", "<=", ">=", "<", ">")},
        "iff": Infix(" == ", 1),
        "or": Infix(" | ", 2),
        "and": Infix(" & ", 3),
        "product": Infix(" * ", 6),
        "modulo": Infix(" % ", 6),
        "quotient": Infix(" // ", 6),
        "remainder": Infix(" % ", 6),
        "truth": lambda self, t: f"({self.text(t[1])})",
        "not": lambda self, t: f"~{self.text(t[1], 20)}",
        "implies": lambda self, t: f"{self.condition(t[1])}.implies({self.text(t[2])})",
        "abs": "abs({0})",
        "all_different": "cp.AllDifferent({0})",
        "all_different_except": "cp.AllDifferentExceptN({0}, {1})",
        "all_equal": "cp.AllEqual({0})",
        "cardinality": "cp.GlobalCardinalityCount({0}, {1}, {2})",
        "closed_cardinality": "cp.GlobalCardinalityCount({0}, {1}, {2}, closed=True)",
        "circuit": "cp.Circuit({0})",
        "count": "cp.Among({0}, {1})",
        "count_of": "cp.Count({0}, {1})",
        "cumulative": "cp.Cumulative({0}, {1}, demand={2}, capacity={3})",
        "element": lambda self, t: f"cp.Element({self.text(t[1])}, {self.index(t[2])})",
        "partial_element": lambda self, t: (
            f"({self.text(('element', *t[1:3]))} == {self.text(t[3])})"
        ),
        "in": "cp.InDomain({0}, {1})",
        "increasing": "cp.Increasing({0})",
        "strictly_increasing": "cp.IncreasingStrict({0})",
        "inverse": "cp.Inverse({0}, {1})",
        "lex_less": "cp.LexLess({0}, {1})",
        "lex_lesseq": "cp.LexLessEq({0}, {1})",
        "max": "cp.max({0})",
        "min": "cp.min({0})",
        "no_overlap": "cp.NoOverlap({0}, {1})",
        "nvalue": "cp.NValue({0})",
        "precedence": "cp.Precedence({0}, {1})",
        "regular": "cp.Regular({0}, {1}, {2}, {3})",
        "table": "cp.Table({0}, {1})",
        "xor": lambda self, t: f"cp.Xor([{', '.join(map(self.text, t[1:]))}])",
    }

    @classmethod
    def writes(cls, tree: Tree) -> bool:
        sequences = (node[1] for node in nodes(tree) if node[0] == "regular")
        has_number = any(isinstance(each, int) for of in sequences for each in items_of(of))
        return super().writes(tree) and not has_number  # an automaton reads expressions alone

    def index(self, tree: Tree) -> str:
        """Return an index; ``cp.Element`` takes no Boolean for a number."""
        booleans = {self.variables.refs[name][:2] for name in self.trees.booleans}
        text = self.text(tree)
        runs_over = bool(booleans) and tree[0] in ("loop", "entry")  # variables, perhaps these
        is_boolean = tree[0] == "truth" or tree[:2] in booleans or runs_over
        return f"cp.sum([{text}, 0])" if is_boolean else text

    def condition(self, tree: Tree) -> str:
        """Return the text of a truth, in which ``~`` does not reach beyond what follows."""
        text = self.text(tree, 20)
        return f"({text})" if text.startswith("~") else text

    def posted(self, tree: Tree) -> Lines:
        line = f"model += [{self.comprehension(tree)}]" if tree[0] == "for" else ""
        return [line] if 0 < len(line) <= WIDTH else super().posted(tree)

    def label(self, name: str) -> str:
        return quoted(f"{name} " if name in OPERATORS else name)

    def variable(self, low: int, high: int, label: str, shape: str = "") -> str:
        kind = "boolvar(" if (low, high) == (0, 1) else f"intvar({low}, {high}, "
        return f"cp.{kind}{shape}name={label})"

    def declare_array(
        self, name: str, size: tuple[int, ...], low: int, high: int, label: str
    ) -> Lines:
        if not size:
            return super().declare_array(name, size, low, high, label)
        shape = f"shape={size[0] if len(size) == 1 else size}, "
        return [f"{name} = {self.variable(low, high, quoted(name), shape)}"]

    def no_solution_lines(self) -> Lines:
        guard = guard_of(self.simple.structure)
        if not guard.parameters:
            return ["if not model.solve():"]
        options = "".join(f", {name}={value}" for name, value in guard.parameters.items())
        comments = [f"# {line}" for line in guard.comment_lines]
        return [*comments, f'if not model.solve(solver="ortools"{options}):']

    def array_value(self, name: str, size: tuple[int, ...]) -> str:
        return f"{name}.value().tolist()"
