"""Models as logic programs for answer set programming, in the language of clingo.

``value(X, V)`` says that variable X is V. A constraint states a forbidden condition: ``:- body.``
forbids that the body holds. All other atoms are defined by rules without choices, so that the
answer sets are exactly the solutions.

>>> from nonet.model import AllDifferent, Linear
>>> writer = LogicProgram({"a": "a", "b": "b", "c": "c"}, {"a": 3, "b": 3, "c": 3})
>>> print(*writer.constraint(AllDifferent(("a", "b", "c"))), sep="\\n")
:- number(V), 2 { value(a,V); value(b,V); value(c,V) }.
>>> print(*writer.constraint(Linear(("a", "b", "c"), (1, 2, -1), "<=", 4)), sep="\\n")
:- #sum { V,0 : value(a,V); 2*V,1 : value(b,V); -1*V,2 : value(c,V) } > 4.
>>> print(*writer.constraint(Linear(("a", "b"), (1, -1), "<=", -1)), sep="\\n")
:- value(a,A), value(b,B), A-B > -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nonet.model import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Objective,
    Regular,
    Table,
)

VIOLATED_BY = {"==": "!=", "!=": "=", "<=": ">", ">=": "<"}
MOST_PAIRS = 10_000
"""Pairs of values up to which a comparison of two variables is written by pairs, not as a sum."""


class LogicProgram:
    """Writes constraints over variables, whose ``terms`` name the variables in the program.

    ``sizes`` has the number of values of each variable.
    """

    def __init__(self, terms: Mapping[str, str], sizes: Mapping[str, int]) -> None:
        self.terms = terms
        self._sizes = sizes
        self._names = 0
        self._tables: dict[frozenset[tuple[int, ...]], int] = {}
        self._automata: dict[Automaton, int] = {}

    def constraint(self, constraint: Constraint) -> list[str]:
        """Return the rules that a constraint needs, and the rule that forbids its violation."""
        rules, body = self._violation(constraint)
        return [*rules, f":- {body}."]

    def objective(self, objective: Objective) -> str:
        """Return the statement that asks for the best answer set; its constant is left out."""
        sense = "#minimize" if objective.sense == "minimize" else "#maximize"
        return f"{sense} {{ {self._terms_of(objective.scope, objective.coefficients)} }}."

    # -- one primitive each: the rules that it needs, and what violates it -----------------------

    def _violation(self, constraint: Constraint) -> tuple[list[str], str]:
        return _VIOLATIONS[type(constraint)](self, constraint)

    def _next(self) -> int:
        self._names += 1
        return self._names

    def _value(self, name: str, value: object) -> str:
        return f"value({self.terms[name]},{value})"

    def _all_different(self, constraint: AllDifferent) -> tuple[list[str], str]:
        atoms = "; ".join(self._value(name, "V") for name in constraint.scope)
        return [], f"number(V), 2 {{ {atoms} }}"

    def _terms_of(self, scope: Iterable[str], coefficients: Iterable[int]) -> str:
        return "; ".join(
            f"{'V' if factor == 1 else f'{factor}*V'},{place} : {self._value(name, 'V')}"
            for place, (name, factor) in enumerate(zip(scope, coefficients, strict=True))
        )

    def _linear(self, constraint: Linear) -> tuple[list[str], str]:
        scope, op = constraint.scope, VIOLATED_BY[constraint.op]
        pairs = 1
        for name in scope:
            pairs *= self._sizes[name]
        if len(scope) > 2 or pairs > MOST_PAIRS:
            terms = self._terms_of(scope, constraint.coefficients)
            return [], f"#sum {{ {terms} }} {op} {constraint.constant}"
        atoms = [self._value(name, letter) for name, letter in zip(scope, "AB", strict=False)]
        total = ""
        for factor, letter in zip(constraint.coefficients, "AB", strict=False):
            sign = "-" if factor < 0 else "+" if total else ""
            total += f"{sign}{letter if abs(factor) == 1 else f'{abs(factor)}*{letter}'}"
        return [], f"{', '.join(atoms)}, {total} {op} {constraint.constant}"

    def _table(self, constraint: Table) -> tuple[list[str], str]:
        rules = []
        number = self._tables.get(constraint.tuples)
        if number is None:
            number = self._tables[constraint.tuples] = len(self._tables) + 1
            rules = [f"row({number},{_tuple(row)})." for row in sorted(constraint.tuples)]
            rules = rules or [f"row({number},none)."]
        own = self._next()
        letters = [f"V{place}" for place in range(len(constraint.scope))]
        atoms = [
            self._value(n, letter) for n, letter in zip(constraint.scope, letters, strict=True)
        ]
        rules.append(
            f"matched({own}) :- {', '.join([f'row({number},{_tuple(letters)})', *atoms])}."
        )
        return rules, f"not matched({own})"

    def _count(self, constraint: Count) -> tuple[list[str], str]:
        counted_values = ";".join(map(str, sorted(constraint.values)))
        counted = constraint.counted if counted_values else ()
        atoms = "; ".join(
            f"{place} : {self._value(name, f'({counted_values})')}"
            for place, name in enumerate(counted)
        )
        number: object = constraint.number
        before = ""
        if isinstance(number, str):
            before, number = f"{self._value(number, 'N')}, ", "N"
        return [], f"{before}#count {{ {atoms} }} {VIOLATED_BY[constraint.op]} {number}"

    def _element(self, constraint: Element) -> tuple[list[str], str]:
        own = self._next()
        rules = [
            f"entry({own},{place},V) :- {self._value(name, 'V')}."
            for place, name in enumerate(constraint.array, constraint.first)
        ]
        index, value = self._value(constraint.index, "I"), self._value(constraint.value, "V")
        return rules, f"{index}, {value}, not entry({own},I,V)"

    def _regular(self, constraint: Regular) -> tuple[list[str], str]:
        """Return rules for the states of the automaton, a state after each variable."""
        automaton, rules = constraint.automaton, []
        number = self._automata.get(automaton)
        if number is None:
            if not self._automata:
                rules.append(
                    "state(A,P+1,T) :- state(A,P,S), reads(A,P,X), value(X,V), follows(A,M), "
                    "arc(M,S,V,T)."
                )
            number = self._automata[automaton] = len(self._automata) + 1
            rules += [f"arc({number},{s},{v},{t})." for s, v, t in automaton.transitions]
            rules += [f"accepting({number},{state})." for state in sorted(automaton.accepting)]
            rules += [f"arc({number},none,none,none).", f"accepting({number},none)."]
        own, end = self._next(), len(constraint.scope)
        rules += [f"follows({own},{number}).", f"state({own},0,{automaton.start})."]
        rules += [f"reads({own},{p},{self.terms[n]})." for p, n in enumerate(constraint.scope)]
        rules.append(f"accepted({own}) :- state({own},{end},S), accepting({number},S).")
        return rules, f"not accepted({own})"

    def _any_of(self, constraint: AnyOf) -> tuple[list[str], str]:
        if not all(constraint.groups):
            return [], "1 > 2"  # a group without conditions holds
        own = self._next()
        rules: list[str] = []
        broken = []
        for place, group in enumerate(constraint.groups, 1):
            for part in group:
                needed, body = self._violation(part)
                rules += [*needed, f"broken({own},{place}) :- {body}."]
            broken.append(f"broken({own},{place})")
        return rules, ", ".join(broken)


_VIOLATIONS: dict[type[Constraint], Callable[[LogicProgram, Any], tuple[list[str], str]]] = {
    AllDifferent: LogicProgram._all_different,
    AnyOf: LogicProgram._any_of,
    Count: LogicProgram._count,
    Element: LogicProgram._element,
    Linear: LogicProgram._linear,
    Regular: LogicProgram._regular,
    Table: LogicProgram._table,
}
PRIMITIVES: frozenset[type[Constraint]] = frozenset(_VIOLATIONS)


def values_text(domain: Domain) -> str:
    """Return the values of a domain as an interval or a pool of intervals.

    >>> values_text(Domain.range(1, 9)), values_text(Domain.of([1, 2, 3, 7]))
    ('1..9', '(1..3;7)')
    """
    runs = [f"{low}" if low == high else f"{low}..{high}" for low, high in domain.runs()]
    return runs[0] if len(runs) == 1 else f"({';'.join(runs)})"


def _tuple(entries: Iterable[object]) -> str:
    texts = [*map(str, entries)]
    return f"({texts[0]},)" if len(texts) == 1 else f"({','.join(texts)})"
