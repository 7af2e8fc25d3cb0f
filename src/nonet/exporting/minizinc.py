"""MiniZinc: the modelling language that a dozen solvers read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import prod
from typing import Any, ClassVar

from nonet.backends.solver_faults import guard_of
from nonet.exporting.base import Needs
from nonet.exporting.folding import folded
from nonet.exporting.printing import Form, Infix, Printer
from nonet.exporting.text import Lines, comment_lines, header_lines, wrapped_items
from nonet.exporting.trees import Row, Tree, is_loop, items_of, plus
from nonet.model import Domain, Regular
from nonet.model.constraints import PRIMITIVES
from nonet.render.printable import printable


def _from_0(name: str) -> Any:
    """Return the form of a call with arrays that are counted from 0."""
    return lambda self, tree: f"{name}({', '.join(map(self.array_from_0, tree[1:]))})"


def _from_1(name: str) -> Any:
    """Return the form of a call with arrays that are all counted from 1."""
    return lambda self, tree: f"{name}({', '.join(map(self.array_from_1, tree[1:]))})"


def _optional_tasks(self: MiniZinc, tree: Tree) -> str:
    """Return a cumulative in which a task that takes no part demands nothing."""
    _, start, duration, *resource, present = tree
    demands = [*map(self.presence, items_of(present))]
    if resource:
        pairs = zip(items_of(resource[0]), demands, strict=True)
        demands = [("product", *pair) for pair in pairs]
    capacity = resource[1] if resource else 1
    return str(_from_1("cumulative")(self, ("", start, duration, ("list", *demands), capacity)))


_FILES = """
    alldifferent_except all_equal bin_packing_load circuit cumulative diffn disjunctive
    global_cardinality global_cardinality_closed increasing inverse lex_less lex_lesseq nvalue
    regular strictly_increasing subcircuit table value_precede_chain
""".split()  # noqa: SIM905
"""The files to include, by what they define.  Not "globals.mzn", on which MiniZinc 2.6 and Gecode
6.2 disagree.
"""

_STATEMENTS = {
    "all_different": "all_different({0})",
    "all_different_except": lambda self, t: (
        f"alldifferent_except({self.text(t[1])}, {self.set(t[2])})"
    ),
    "all_equal": "all_equal({0})",
    "bin_packing": lambda self, t: (
        f"bin_packing_load({self.array_from_0(t[3])}, {self.array_from_1(t[1])}, {self.text(t[2])})"
    ),
    "cardinality": _from_1("global_cardinality"),
    "circuit": _from_0("circuit"),
    "circuit_of_few": _from_0("circuit"),
    "closed_cardinality": _from_1("global_cardinality_closed"),
    "cumulative": _from_1("cumulative"),
    "increasing": "increasing({0})",
    "inverse": _from_0("inverse"),
    "inverse_of_any": _from_0("inverse"),
    "lex_less": _from_1("lex_less"),
    "lex_lesseq": _from_1("lex_lesseq"),
    "no_overlap": _from_1("disjunctive"),
    "no_overlap_2d": _from_1("diffn"),
    "optional_cumulative": _optional_tasks,
    "optional_no_overlap": _optional_tasks,
    "precedence": "value_precede_chain({1}, {0})",
    "regular": "regular({0}, {1})",
    "strictly_increasing": "strictly_increasing({0})",
    "subcircuit": _from_0("subcircuit"),
    "subcircuit_of_few": _from_0("subcircuit"),
    "table": "table({0}, {1})",
}


class MiniZinc(Printer):
    """A model in MiniZinc: arrays, and a grid without holes, are arrays."""

    name = "minizinc"
    aliases = ("mzn",)
    sentence = "A MiniZinc model, for Gecode, Chuffed, OR-Tools and many more."
    suffix = ".mzn"
    needs = Needs(
        "MiniZinc with Gecode",
        "apt-get install minizinc",
        "minizinc --solver gecode puzzle.mzn",
    )
    mark = "% "
    same_data = True
    has_holes = False
    reserved = ("cell", "grid", "v", "w")
    truth_values = ("false", "true")
    inside = PRIMITIVES - {Regular}
    statements_only = frozenset(_STATEMENTS) - {"all_different", "all_equal", "increasing"}
    truths_are_numbers = True
    forms: ClassVar[Mapping[str, Form]] = {
        **{op: Infix(f" {op} ", 4) for op in ("!=", "<=", ">=", "<", ">")},
        **_STATEMENTS,
        "==": Infix(" = ", 4),
        "and": Infix(" /\\ ", 3),
        "or": Infix(" \\/ ", 2),
        "xor": Infix(" xor ", 2),
        "implies": Infix(" -> ", 1),
        "iff": Infix(" <-> ", 0),
        "not": "not ({0})",
        "truth": "({0})",
        "product": Infix(" * ", 6),
        "quotient": Infix(" div ", 6),
        "remainder": Infix(" mod ", 6),
        "modulo": Infix(" mod ", 6),
        "abs": "abs({0})",
        "count": lambda self, t: f"sum (v in {self.text(t[1])}) (v in {self.set(t[2])})",
        "count_of": "sum (v in {0}) (v = {1})",
        "element": lambda self, t: self.picked(*t[1:]),
        "partial_element": lambda self, t: f"({self.picked(*t[1:3])} = {self.text(t[3], 5)})",
        "in": lambda self, t: f"{self.text(t[1])} in {self.set(t[2])}",
        "max": "max({0})",
        "min": "min({0})",
        "nvalue": "sum (w in {1}..{2}) (exists (v in {0}) (v = w))",
        "row": lambda self, t: f"[{', '.join(map(self.text, t[1:]))}]",
    }

    def at(self, name: str, indices: Sequence[str]) -> str:
        return f"{name}[{', '.join(indices)}]"

    def slice(self, name: str, indices: Sequence[str]) -> str:
        return self.at(name, [*indices, ".."]) if indices else name

    def row(self, row: Row) -> str:
        return f"[{', '.join(map(str, row))}]"

    def set(self, values: Tree) -> str:
        return f"{{{', '.join(map(self.text, items_of(values)))}}}"

    def entry(self, row: Row, *at: str) -> str:
        return self.at(self.constant(row), at)

    def sequence(self, parts: Sequence[Tree]) -> str:
        texts: list[str] = []
        for are_loops, run in groupby(parts, is_loop):
            if are_loops:
                texts += [self.whole(part) or f"[{self.comprehension(part)}]" for part in run]
            else:
                texts.append(f"[{', '.join(map(self.text, run))}]")
        return " ++ ".join(texts or ["[]"])

    def comprehension(self, part: Tree) -> str:
        body, loops = self.looped(part)
        return f"{body} | {_joined(loops)}"

    def quantified(self, word: str, part: Tree) -> str:
        """Return a loop with a word: ``forall (i in 0..3) (...)``."""
        body, loops = self.looped(part)
        return f"{word} ({_joined(loops)}) ({body})"

    def summed(self, part: Tree) -> str:
        plain = part[2][0] == "*" and part[2][1] == 1
        short = self.whole((*part[:2], part[2][2])) if plain else None
        return f"sum({short})" if short else self.quantified("sum", part)

    def joined(self, operator: str, parts: Sequence[Tree]) -> str:
        word, sign = {"and": ("forall", " /\\ "), "or": ("exists", " \\/ ")}[operator]
        texts = [
            self.quantified(word, each) if each[0] == "for" else self.text(each, 4)
            for each in parts
        ]
        return f"({sign.join(texts)})" if len(texts) > 1 else texts[0]

    def loop_text(self, loop: Tree, ends: Sequence[Any]) -> str:
        if loop[0] == "if":
            return f"where {self.text(ends[0])}"
        if loop[0] == "range":
            name, (start, end, step) = self.names[loop[1]], loop[2:]
            if step != 1 and isinstance(start, int):
                return f"{name} in {self.set(Row(range(start, end, step)))}"
            last = self.text(plus(end, -1))
            where = f" where ({name} - {ends[0]}) mod {step} = 0" if step != 1 else ""
            return f"{name} in {self.whole_range(name, loop[2:]) or f'{ends[0]}..{last}'}{where}"
        rows = loop[2]
        if len(loop[1]) == 1 and all(isinstance(each, int) for each in rows):
            return f"{self.names[loop[1][0]]} in {self.row(rows)}"
        number = self.names[loop[1][0]]
        columns = [rows] if len(loop[1]) == 1 else map(Row, zip(*rows, strict=True))
        for variable, column in zip(loop[1], columns, strict=True):
            self.names[variable] = self.entry(column, number)
        return f"{number} in 0..{len(rows) - 1}"

    def array_from_0(self, tree: Tree) -> str:
        """Return a list as an array counted from 0."""
        number = sum(prod(map(_rounds, each[1])) if is_loop(each) else 1 for each in items_of(tree))
        return self._whole_array(tree) or f"array1d(0..{number - 1}, {self.text(tree)})"

    def array_from_1(self, tree: Tree) -> str:
        """Return a list as an array counted from 1; anything else as it is."""
        short = self._whole_array(tree)
        return f"array1d({short})" if short else self.text(tree)

    def _whole_array(self, tree: Tree) -> str | None:
        is_list = isinstance(tree, tuple) and tree[:1] == ("list",) and len(tree) == 2
        return self.whole(tree[1]) if is_list and is_loop(tree[1]) else None

    def picked(self, array: Tree, index: Tree) -> str:
        """Return the entry of an array at an expression."""
        if short := self._whole_array(array):
            place = self.text(index)
            return f"{short[:-3]}, {place}]" if ".." in short else f"{short}[{place}]"
        text = self.text(array)
        return f"{f'({text})' if '++' in text else text}[{self.text(plus(index, 1))}]"

    def presence(self, tree: Tree) -> Tree:
        """Return 1 where an expression is not 0, and else 0."""
        return int(tree != 0) if isinstance(tree, int) else ("truth", ("!=", tree, 0))

    # the parts of a model

    def prepared(self, tree: Tree) -> Tree:
        """Return a constraint whose data can be unified number by number, or not at all."""
        operator = tree[0] if isinstance(tree, tuple) and not isinstance(tree, Row) else ""
        if operator == "regular":
            return self._regular(tree)
        if operator == "table":
            rows = "".join(f"| {', '.join(map(str, row))} " for row in tree[2])
            return ("table", tree[1], ("raw", f"[{rows}|]"))
        if isinstance(tree, Row):
            return ("row", *tree)
        return tuple(map(self.prepared, tree)) if isinstance(tree, tuple) else tree

    def _regular(self, tree: Tree) -> Tree:
        """MiniZinc counts states and symbols from 1; state 0 rejects."""
        _, word, transitions, start, accepting, low, high = tree
        states = sorted({start, *(state for s, _, t in transitions for state in (s, t))})
        number = {state: i for i, state in enumerate(states, 1)}
        step = {(s, value): number[t] for s, value, t in transitions}
        rows = "".join(
            f"| {', '.join(str(step.get((state, v), 0)) for v in range(low, high + 1))} "
            for state in states
        )
        final = ", ".join(str(number[s]) for s in accepting if s in number)
        reduced = f"{len(states)}, {high - low + 1}, [{rows}|], {number[start]}, {{{final}}}"
        return (
            "regular",
            ("list", *(plus(each, 1 - low) for each in items_of(word))),
            ("raw", reduced),
        )

    def lines(self, title: str) -> Lines:
        head = header_lines(self.model, title, "% ", self.needs)
        if (guard := guard_of(self.simple.structure)).parameters:
            head += [f"% {line}" for line in guard.comment_lines]
            head.append(f'% minizinc --solver cp-sat --params "{guard.parameter_text}" puzzle.mzn')
        declared: Lines = []
        if grid := self.grid:
            declared += [
                f"set of int: ROWS = 1..{grid.height};",
                f"set of int: COLUMNS = 1..{grid.width};",
                "array[ROWS, COLUMNS] of int: grid =  % the clues",
                "  [| " + "\n   | ".join(grid.lines()),
                "   |];",
                f"array[ROWS, COLUMNS] of var {_set(Domain.of(grid.values))}: cell;",
                f"constraint forall (r in ROWS, c in COLUMNS where grid[r, c] != {grid.blank})",
                "    (cell[r, c] = grid[r, c]);",
            ]
            for (r, c), domain in sorted(grid.candidates.items()):
                declared.append(f"constraint cell[{r}, {c}] in {_set(domain)};")
        narrower: list[Tree] = []
        for name, entries in self.variables.array_domains(self.simple.domains).items():
            short = Domain.of(value for _, domain in entries for value in domain)
            sizes = ", ".join(f"0..{size - 1}" for size in self.shapes[name])
            declared.append(f"array[{sizes}] of var {_set(short)}: {name};")
            narrower += [("in", ref, Row(each)) for ref, each in entries if each != short]
        for name in self.variables.scalars:
            domain = self.simple.domains[name]
            declared.append(f"var {_set(domain)}: {self.variables.plain[name]};")
        body = [*self.statements(narrower), *self.families(), *self.end()]
        calls = {*re.findall(r"\b([a-z_0-9]+)\(", "\n".join(body))}
        files = [name for name in _FILES if name in calls]
        includes = [
            f'include "{file}.mzn";'
            for file in sorted([*files, *["alldifferent"] * ("all_different" in calls)])
        ]
        numbers, views = self.data()
        return [*head, *includes, *numbers, *declared, *views, *body]

    def definition(self, name: str, row: Row) -> Lines:
        is_matrix = isinstance(row[0], Row)
        entries = [each for part in row for each in part] if is_matrix else row
        kind = "var int" if any(isinstance(each, tuple) for each in entries) else "int"
        sides = [row, row[0]] if is_matrix else [row]
        sets = ", ".join(f"0..{len(each) - 1}" for each in sides)
        items = [*map(self.text, entries)]
        start = f"array[{sets}] of {kind}: {name} = array{len(sides)}d({sets}, ["
        text = f"{start}{', '.join(items)}]);"
        return [text] if len(text) < 96 else [start, *wrapped_items(items), "]);"]

    def posted(self, tree: Tree) -> Lines:
        text = self.quantified("forall", tree) if tree[0] == "for" else self.text(tree)
        if tree[0] == "==" and isinstance(tree[1], tuple) and tree[1][0] == "nvalue":
            # a predicate that Gecode 6.2 knows as a constraint alone
            text = f"nvalue({self.text(tree[2])}, {self.text(tree[1][1])})"
        return [f"constraint {text};"]

    def end(self) -> Lines:
        """Return the lines that solve and print."""
        lines = ["solve satisfy;"]
        goal = self.goal
        if goal is not None:
            total = self.text(folded(self.prepared(self.objective), same_data=True))
            label = comment_lines(f"{goal.sense} {goal.label}", "% ") if goal.label else []
            lines = [*label, f"var int: objective_value = {total};"]
            lines.append(f"solve {goal.sense} objective_value;")
        if self.grid:
            wide = max(len(str(v)) for v in self.grid.values)
            return [
                *lines,
                f"output [show_int({wide}, cell[r, c]) ++",
                f'    if c < {self.grid.width} then " " else "\\n" endif',
                "    | r in ROWS, c in COLUMNS];",
            ]
        shown = [f"{name} = \\({name})" for name in self.shapes]
        for name in self.variables.scalars:
            if name in self.model.variables and (goal is None or name != "objective"):
                text = printable(name).replace("\\", "\\\\").replace('"', '\\"')
                shown.append(f"{text} = \\({self.variables.plain[name]})")
        shown += ["objective = \\(objective_value)"] * (goal is not None)
        output = "\\n".join(shown)
        return [*lines, f'output ["{output}\\n"];']


def _rounds(loop: Tree) -> int:
    return len(range(*loop[2:]) if loop[0] == "range" else loop[2])


def _joined(loops: Iterable[str]) -> str:
    return ", ".join(loops).replace(", where ", " where ")


def _set(domain: Domain) -> str:
    values = list(domain)
    if len(values) == values[-1] - values[0] + 1:
        return f"{values[0]}..{values[-1]}"
    return f"{{{', '.join(map(str, values))}}}"
