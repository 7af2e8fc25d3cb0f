"""SMT-LIB: formulas over integers, the input of every SMT solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from nonet.exporting.base import Needs
from nonet.exporting.printing import ATOM, Form, Printer
from nonet.exporting.text import Lines, comment_lines, header_lines
from nonet.exporting.trees import Tree, any_place, any_row, items_of


def _prefix(name: str) -> Any:
    return lambda self, tree: _call(name, [self.text(each) for each in tree[1:]])


class SmtLib(Printer):
    """A script of SMT-LIB 2 in the logic QF_LIA."""

    name = "smtlib"
    aliases = ("smt2", "smt-lib", "smt")
    sentence = "A script in SMT-LIB 2, for Z3, cvc5, Yices and other SMT solvers."
    suffix = ".smt2"
    needs = Needs("Z3", "pip install z3-solver", "z3 puzzle.smt2")
    mark = "; "
    has_arrays = has_grids = False
    forms: ClassVar[Mapping[str, Form]] = {
        **{op: _prefix(op) for op in ("<=", ">=", "<", ">", "and", "or", "not", "xor")},
        "==": _prefix("="),
        "iff": _prefix("="),
        "implies": _prefix("=>"),
        "!=": lambda self, t: f"(not {self.text(('==', *t[1:]))})",
        "sum": _prefix("+"),
        "*": lambda self, t: self.text(t[2]) if t[1] == 1 else _prefix("*")(self, t),
        "truth": "(ite {0} 1 0)",
        "all_different": lambda self, t: _call("distinct", map(self.text, items_of(t[1]))),
        "in": lambda self, t: _inside(self.text(t[1]), t[2]),
        "count": lambda self, t: self.counted(items_of(t[1]), t[2]),
        "count_of": lambda self, t: self.counted(items_of(t[1]), [t[2]]),
        "element": lambda self, t: self.entry_of(items_of(t[1]), self.text(t[2])),
        "partial_element": lambda self, t: self.text(any_place(*t[1:])),
        "table": lambda self, t: self.text(any_row(*t[1:])),
        "regular": lambda self, t: self.accepted(*t[1:5]),
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.definitions: list[str] = []
        """Commands that must come before the formulas that use them."""
        self._count = 0

    def leveled(self, tree: Tree) -> tuple[str, int]:
        if isinstance(tree, int):
            return _number(tree), ATOM
        form = self.forms.get(tree[0])
        return (form(self, tree), ATOM) if callable(form) else super().leveled(tree)

    def counted(self, items: Sequence[Tree], values: Sequence[int]) -> str:
        return _call("+", [f"(ite {_inside(self.text(each), values)} 1 0)" for each in items])

    def entry_of(self, items: Sequence[Tree], index: str) -> str:
        *others, result = map(self.text, items)
        for i, each in enumerate(others):
            result = f"(ite (= {index} {i}) {each} {result})"
        return result

    def accepted(self, word: Tree, transitions: Any, start: int, accepting: Any) -> str:
        """Return a formula; define for each state after each value whether the state is reached."""
        layer = {start: "true"}
        for variable in map(self.text, items_of(word)):
            arrivals: dict[int, list[str]] = {}
            for state, value, after in transitions:
                if state in layer:
                    step = f"(and {layer[state]} (= {variable} {_number(value)}))"
                    arrivals.setdefault(after, []).append(step)
            layer = {}
            for state, steps in arrivals.items():
                self._count += 1
                layer[state] = name = f"reached!{self._count}"
                self.definitions.append(f"(define-fun {name} () Bool {_call('or', steps)})")
        return _call("or", [layer[s] for s in accepting if s in layer])

    def statements(self, trees: Iterable[Tree]) -> Lines:
        lines = []
        for tree in trees:
            text = self.text(tree)
            lines += [*self.definitions, f"(assert {text})"]
            self.definitions.clear()
        return lines

    def commented(self, comment: str, lines: Lines) -> Lines:
        return [*comment_lines(comment, self.mark), *lines]

    def lines(self, title: str) -> Lines:
        lines = header_lines(self.model, title, self.mark, self.needs)
        lines += ["(set-option :produce-models true)", "(set-logic QF_LIA)"]
        names = self.variables.plain
        for name, domain in self.simple.structure.domains.items():
            lines.append(f"(declare-const {names[name]} Int)")
            lines.append(f"(assert {_inside(names[name], domain)})")
        lines += self.families()
        if self.simple.narrowed:
            lines.append("; the clues")
        for name, domain in self.simple.narrowed.items():
            lines.append(f"(assert {_inside(names[name], domain)})")
        if self.goal is not None:
            lines += comment_lines(f"{self.goal}: an extension of Z3 and OptiMathSAT", "; ")
            lines.append(f"({self.goal.sense} {self.text(self.objective)})")
        shown = " ".join(names[name] for name in self.model.variables)
        return [*lines, "(check-sat)", f"(get-value ({shown}))"]


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _call(function: str, parts: Iterable[str]) -> str:
    every = list(parts)
    if not every:
        return {"or": "false", "and": "true"}.get(function, "0")
    if function == "distinct" and len(every) == 1:
        return "true"
    is_alone = len(every) == 1 and function != "not"
    return every[0] if is_alone else f"({function} {' '.join(every)})"


def _inside(ref: str, values: Iterable[int]) -> str:
    known = sorted(values)
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"(<= {_number(known[0])} {ref} {_number(known[-1])})"
    return _call("or", [f"(= {ref} {_number(value)})" for value in known])
