"""python-constraint, in Python: constraints as functions over full assignments.

A variable's name stands for it in a scope, so ``x[0]`` is a name; in a test the values of a scope
are ``a``, ``b``, ``d`` and ``e``, or all of them ``v``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from nonet.exporting.base import Needs
from nonet.exporting.folding import folded
from nonet.exporting.layout import CellGrid
from nonet.exporting.printing import PYTHON, Form, Infix, loop_variables
from nonet.exporting.program import Program
from nonet.exporting.text import Lines, values_text
from nonet.exporting.trees import Row, Tree, items_of, nodes, replaced

LETTERS = "abde"
"""The names of single values in a test: not ``c``, which is the column of a cell in loops."""


def references(tree: Tree) -> dict[Tree, None]:
    """Return the variables of a tree, in order."""
    return {each: None for each in nodes(tree) if each[0] in ("at", "var")}


def free_loops(tree: Tree) -> dict[str, None]:
    """Return the variables of outer loops in a tree."""
    if not isinstance(tree, tuple) or isinstance(tree, Row):
        return {}
    if tree[0] == "loop":
        return {tree[1]: None}
    loops = tree[1] if tree[0] == "for" else ()
    parts = (*(part for loop in loops for part in loop), tree[2]) if loops else tree[1:]
    bound = {*loop_variables(loops)}
    return {name: None for part in parts for name in free_loops(part) if name not in bound}


def _posted(self: PythonConstraint, tree: Tree) -> str:
    """Return the test of the values of a scope, and the scope."""
    _, number, test, scope = tree
    self.scope_size = number
    given = [self.names[name] for name in free_loops(test)]
    defaults = "".join(f", {name}={name}" for name in given)  # a function sees the last value else
    has_letters = number > 0 and all(ref[0] == "var" for ref in references(test))
    names = ", ".join(LETTERS[:number]) if has_letters else "*v"
    return f"lambda {names}{defaults}: {self.text(test)}, {self.text(scope)}"


class PythonConstraint(Program):
    """A program for python-constraint."""

    name = "python-constraint"
    aliases = ("constraint", "python-constraint2")
    sentence = "A Python program for python-constraint, a small backtracking solver."
    needs = Needs("python-constraint", "pip install python-constraint2", "python puzzle.py")
    imports = ("from constraint import *",)
    create = ("problem = Problem(BacktrackingSolver())",)
    cell_values = "{{p: solution[p] for p in CELLS}}"
    scope_size = 0
    """Variables of the constraint that is written."""
    letters = "ijklmnpqrstuw"
    post = "problem.addConstraint({})"
    value = "solution[{}]"
    objective_value = "objective_value(solution)"
    truths_are_numbers = True
    forms: ClassVar[Mapping[str, Form]] = {
        **PYTHON,
        "post": _posted,
        "value": "solution[{0}]",
        "all_different": "(len({{*{0}}}) == len({0}))",
        "iff": lambda self, t: f"({self.text(t[1], 5)} == {self.text(t[2], 5)})",
        "or": Infix(" or ", 1),
        "and": Infix(" and ", 2),
        "not": "(not ({0}))",
        "implies": "(not ({0}) or {1})",
        "truth": "({0})",
        "quotient": Infix(" // ", 6),
        "remainder": Infix(" % ", 6),
        "abs": "abs({0})",
        "all_equal": "(len({{*{0}}}) == 1)",
        "circuit": "is_circuit({0})",
        "count": "sum(v in {1} for v in {0})",
        "count_of": "{0}.count({1})",
        "cumulative": "is_within({3}, {0}, {1}, {2})",
        "element": "{0}[{1}]",
        "partial_element": "(0 <= {1} < len({0}) and {0}[{1}] == {2})",
        "in": "({0} in {1})",
        "max": "max({0})",
        "min": "min({0})",
        "nvalue": "len({{*{0}}})",
        "regular": "is_accepted({0}, {1}, {2}, {3})",
        "table": "(tuple({0}) in {1})",
        "lex_less": "({0} < {1})",
        "lex_lesseq": "({0} <= {1})",
    }
    helpers: ClassVar[Mapping[str, str]] = {
        "is_circuit": '''
def is_circuit(successors):
    """Whether the successors make one tour of all nodes."""
    node, seen = 0, set()
    while 0 <= node < len(successors) and node not in seen:
        seen.add(node)
        node = successors[node]
    return node == 0 and len(seen) == len(successors)
''',
        "is_within": '''
def is_within(capacity, starts, durations, demands):
    """Whether the tasks that run at a time never demand more than the capacity."""
    tasks = list(zip(starts, durations, demands))
    return all(sum(n for s, d, n in tasks if s <= t < s + d) <= capacity for t in starts)
''',
        "is_accepted": '''
def is_accepted(values, transitions, state, accepting):
    """Whether the values, in order, take the automaton to an accepting state."""
    step = {(state, value): after for state, value, after in transitions}
    for value in values:
        state = step.get((state, value))
    return state in accepting
''',
    }

    def prepared(self, tree: Tree) -> Tree:
        if tree[0] == "all_different" and {*items_of(tree[1])} <= {*references(tree)}:
            return tree
        scope = [*references(tree)]
        few = len(scope) <= 4 and folded(tree) == tree
        if not few:  # short arrays are short
            order = list(dict.fromkeys(ref[1] for ref in scope))
            scope.sort(key=lambda ref: (order.index(ref[1]), ref[2:]))
        by = {ref: ("raw", LETTERS[n]) if few else ("at", "v", n) for n, ref in enumerate(scope)}
        return ("post", len(scope), replaced(tree, by.get), ("list", *scope))

    def statement(self, tree: Tree) -> Lines:
        if tree[0] == "all_different":
            return [self.post.format(f"AllDifferentConstraint(), {self.text(tree[1])}")]
        if tree[0] != "post":  # of raw texts, in a loop over cells
            return [
                f"problem.addConstraint(InSetConstraint({self.text(tree[2])}), [{self.text(tree[1])}])"
            ]
        return super().statement(tree)

    def at(self, name: str, indices: Any) -> str:
        return (
            f"({', '.join(indices)})" if name == "cell" and self.grid else super().at(name, indices)
        )

    def size(self, name: str) -> tuple[int, ...]:
        return (self.scope_size,) if name == "v" else super().size(name)

    def declare_cells(self, grid: CellGrid) -> Lines:
        where = "" if grid.full else " if GRID[r - 1][c - 1] is not None"
        return [
            f"CELLS = [(r, c) for r in ROWS for c in COLUMNS{where}]",
            "for r, c in CELLS:",
            "    clue = GRID[r - 1][c - 1]",
            "    problem.addVariable((r, c), "
            f"[clue] if clue{f' != {grid.blank}' if grid.blank else ''} else VALUES)",
        ]

    def variable(self, low: int, high: int, label: str) -> str:
        return label

    def bound_lines(self, of: Tree, low: int, high: int) -> Lines:
        short = self.text(of[1]) if of[1][0] == "raw" else self.text(of)
        return [f"problem.addVariables({short}, {values_text(range(low, high + 1))})"]

    def objective_lines(self) -> Lines:
        return []

    def solve(self) -> Lines:
        if self.goal is None:
            lines = ["solution = problem.getSolution()"]
        else:
            best = {"minimize": "min", "maximize": "max"}[self.goal.sense]
            by = {ref: ("value", ref) for ref in references(self.objective)}
            lines = [
                "def objective_value(solution):",
                f"    return {self.text(folded(replaced(self.objective, by.get)))}",
                "",
                f"solution = {best}(problem.getSolutionIter(), key=objective_value, default=None)",
            ]
        return [
            *lines,
            "if solution is None:",
            '    raise SystemExit("no solution")',
            *self.print_lines(),
        ]
