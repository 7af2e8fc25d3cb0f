"""SMT-LIB: formulas over integers, the input of every SMT solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from nonet.exporting.base import Language, Needs
from nonet.exporting.printing import ATOM, Form, Printer
from nonet.exporting.simplification import simplify
from nonet.exporting.text import comment_lines, header_lines, identifiers
from nonet.exporting.trees import Tree, Trees, items_of
from nonet.model import Model


def _prefix(name: str) -> Any:
    return lambda self, tree: _call(name, [self.text(each) for each in tree[1:]])


class _SmtLib(Printer):
    forms: ClassVar[Mapping[str, Form]] = {
        **{op: _prefix(op) for op in ("<=", ">=", "<", ">", "and", "or", "not")},
        "==": _prefix("="),
        "!=": lambda self, t: f"(not {self.text(('==', *t[1:]))})",
        "sum": _prefix("+"),
        "*": lambda self, t: self.text(t[2]) if t[1] == 1 else _prefix("*")(self, t),
        "all_different": lambda self, t: _call("distinct", map(self.text, t[1][1:])),
        "in": lambda self, t: _inside(self.text(t[1]), t[2]),
        "count": lambda self, t: self.counted(items_of(t[1]), t[2]),
        "count_of": lambda self, t: self.counted(items_of(t[1]), [t[2]]),
        "element": lambda self, t: self.entry_of(items_of(t[1]), self.text(t[2])),
        "partial_element": lambda self, t: _call("or", [
            f"(and (= {self.text(t[2])} {i}) (= {self.text(each)} {self.text(t[3])}))"
            for i, each in enumerate(items_of(t[1]))
        ]),
        "table": lambda self, t: _call("or", [
            _call("and", [f"(= {self.text(v)} {_number(x)})" for v, x in zip(t[1][1:], row, strict=True)])
            for row in t[2]
        ]),
        "regular": lambda self, t: self.accepted(*t[1:5]),
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__({})
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


class SmtLib(Language):
    """A script of SMT-LIB 2 in the logic QF_LIA."""

    name = "smtlib"
    aliases = ("smt2", "smt-lib", "smt")
    sentence = "A script in SMT-LIB 2, for Z3, cvc5, Yices and other SMT solvers."
    suffix = ".smt2"
    needs = Needs("Z3", "pip install z3-solver", "z3 puzzle.smt2")

    def write(self, model: Model, title: str) -> str:
        simple = simplify(model)
        names = identifiers(simple.domains)
        refs = {name: ("var", plain) for name, plain in names.items()}
        writer, trees = _SmtLib(), Trees(refs, simple.structure.domains)
        lines = header_lines(model, title, "; ", self.needs)
        lines += ["(set-option :produce-models true)", "(set-logic QF_LIA)"]
        for name, domain in simple.structure.domains.items():
            lines += [
                f"(declare-const {names[name]} Int)",
                f"(assert {_inside(names[name], domain)})",
            ]
        previous = None
        for constraint in simple.constraints:
            comment = constraint.rule.sentence or constraint.description
            if comment != previous:
                lines += comment_lines(comment, "; ")
                previous = comment
            text = writer.text(trees.truth(constraint))
            lines += [*writer.definitions, f"(assert {text})"]
            writer.definitions.clear()
        if simple.narrowed:
            lines.append("; the clues")
        for name, domain in simple.narrowed.items():
            lines.append(f"(assert {_inside(names[name], domain)})")
        objective = trees.objective(model.objective, None)
        if objective is not None and model.objective is not None:
            lines += comment_lines(f"{model.objective}: an extension of Z3 and OptiMathSAT", "; ")
            lines.append(f"({model.objective.sense} {writer.text(objective)})")
        shown = " ".join(names[name] for name in model.variables)
        return "\n".join([*lines, "(check-sat)", f"(get-value ({shown}))"]) + "\n"


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _call(function: str, parts: Iterable[str]) -> str:
    every = list(parts)
    if not every:
        return {"or": "false", "and": "true"}.get(function, "0")
    is_alone = len(every) == 1 and function not in ("not", "distinct")
    return every[0] if is_alone else f"({function} {' '.join(every)})"


def _inside(ref: str, values: Iterable[int]) -> str:
    known = sorted(values)
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"(<= {_number(known[0])} {ref} {_number(known[-1])})"
    return _call("or", [f"(= {ref} {_number(value)})" for value in known])
