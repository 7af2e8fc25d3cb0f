"""SMT-LIB: formulas over integers, the input of every SMT solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.exporting.base import Language, Needs
from nonet.exporting.simplification import simplify, unsupported_error
from nonet.exporting.text import comment_lines, header_lines, identifiers, sorted_tuples, terms_of
from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Objective,
    Regular,
    Table,
)


class SmtLib(Language):
    """A script of SMT-LIB 2 in the logic QF_LIA."""

    name = "smtlib"
    aliases = ("smt2", "smt-lib", "smt")
    sentence = "A script in SMT-LIB 2, for Z3, cvc5, Yices and other SMT solvers."
    suffix = ".smt2"
    needs = Needs("Z3", "pip install z3-solver", "z3 puzzle.smt2")

    def write(self, model: Model, title: str) -> str:
        simple = simplify(model)
        writer = _Writer(simple)
        lines = header_lines(model, title, "; ", self.needs)
        lines += ["(set-option :produce-models true)", "(set-logic QF_LIA)"]
        for name, domain in simple.structure.domains.items():
            ref = writer.refs[name]
            lines += [f"(declare-const {ref} Int)", f"(assert {_inside(ref, domain)})"]
        previous = None
        for constraint in simple.constraints:
            comment = constraint.rule.sentence or constraint.description
            if comment != previous:
                lines += comment_lines(comment, "; ")
                previous = comment
            text = writer.truth(constraint)
            lines += [*writer.definitions, f"(assert {text})"]
            writer.definitions.clear()
        if simple.narrowed:
            lines.append("; the clues")
        for name, domain in simple.narrowed.items():
            lines.append(f"(assert {_inside(writer.refs[name], domain)})")
        objective = simple.objective
        if objective is not None:
            terms = writer.terms(objective)
            lines += comment_lines(f"{objective}: an extension of Z3 and OptiMathSAT", "; ")
            total = _call("+", [*terms, _number(objective.constant)])
            lines.append(f"({objective.sense} {total})")
        refs = " ".join(writer.refs[name] for name in model.variables)
        return "\n".join([*lines, "(check-sat)", f"(get-value ({refs}))"]) + "\n"


class _Writer:
    def __init__(self, model: Model) -> None:
        self.refs = identifiers(model.domains)
        self.definitions: list[str] = []
        """Commands that must come before the formulas that use them."""
        self._count = 0

    def terms(self, total: Linear | Objective) -> list[str]:
        """The terms of a weighted sum."""
        return [_times(c, ref) for c, ref in terms_of(total, self.refs.__getitem__)]

    def truth(self, constraint: Constraint) -> str:
        """The formula of a constraint."""
        if isinstance(constraint, AllDifferent):
            return f"(distinct {' '.join(self.refs[name] for name in constraint.scope)})"
        if isinstance(constraint, Linear):
            total = _call("+", self.terms(constraint))
            return _compare(constraint.op, total, _number(constraint.constant))
        if isinstance(constraint, Table):
            rows = []
            for row in sorted_tuples(constraint.tuples):
                pairs = zip(constraint.scope, row, strict=True)
                rows.append(_call("and", [f"(= {self.refs[v]} {_number(x)})" for v, x in pairs]))
            return _call("or", rows)
        if isinstance(constraint, Regular):
            return self._regular(constraint)
        if isinstance(constraint, Element):
            index, value = self.refs[constraint.index], self.refs[constraint.value]
            return _call(
                "or",
                [
                    f"(and (= {index} {_number(i)}) (= {self.refs[entry]} {value}))"
                    for i, entry in enumerate(constraint.array, constraint.first)
                ],
            )
        if isinstance(constraint, Count):
            values = Domain.of(constraint.values)
            truths = [f"(ite {_inside(self.refs[v], values)} 1 0)" for v in constraint.counted]
            number = constraint.number
            right = self.refs[number] if isinstance(number, str) else _number(number)
            return _compare(constraint.op, _call("+", truths), right)
        if isinstance(constraint, AnyOf):
            groups = [_call("and", [self.truth(p) for p in group]) for group in constraint.groups]
            return _call("or", groups)
        raise unsupported_error(constraint)

    def _regular(self, constraint: Regular) -> str:
        """Return a formula; define for each state after each value whether the state is reached."""
        automaton = constraint.automaton
        layer = {automaton.start: "true"}
        for variable in constraint.scope:
            arrivals: dict[int, list[str]] = {}
            for state, value, after in automaton.transitions:
                if state in layer:
                    step = f"(and {layer[state]} (= {self.refs[variable]} {_number(value)}))"
                    arrivals.setdefault(after, []).append(step)
            layer = {}
            for state, steps in arrivals.items():
                self._count += 1
                layer[state] = name = f"reached!{self._count}"
                self.definitions.append(f"(define-fun {name} () Bool {_call('or', steps)})")
        return _call("or", [layer[s] for s in sorted(automaton.accepting) if s in layer])


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _times(coefficient: int, term: str) -> str:
    return term if coefficient == 1 else f"(* {_number(coefficient)} {term})"


def _call(function: str, parts: Sequence[str]) -> str:
    if not parts:
        return {"or": "false", "and": "true"}.get(function, "0")
    return parts[0] if len(parts) == 1 else f"({function} {' '.join(parts)})"


def _compare(op: str, left: str, right: str) -> str:
    if op == "!=":
        return f"(not (= {left} {right}))"
    return f"({'=' if op == '==' else op} {left} {right})"


def _inside(ref: str, values: Iterable[int]) -> str:
    known = sorted(values)
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"(<= {_number(known[0])} {ref} {_number(known[-1])})"
    return _call("or", [f"(= {ref} {_number(value)})" for value in known])
