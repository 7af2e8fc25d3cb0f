"""A model in MiniZinc, for a solver and not for a reader: ``nonet model --as minizinc`` is that.

>>> from nonet.model import AllDifferent, Model
>>> print(minizinc_text(Model({"a": [1, 2], "b": [1, 3]}, [AllDifferent(("a", "b"))])))
include "alldifferent.mzn";
include "table.mzn";
var 1..2: v0;
var {1,3}: v1;
constraint alldifferent([v0, v1]);
solve satisfy;
output [show([v0,v1]), "\\n"];
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nonet.model import (
    AllDifferent,
    AnyOf,
    Constraint,
    Count,
    Domain,
    Element,
    Linear,
    Model,
    Table,
)

OPERATORS = {"==": "=", "!=": "!=", "<=": "<=", ">=": ">="}
POSTED: frozenset[type[Constraint]] = frozenset(
    (AllDifferent, AnyOf, Count, Element, Linear, Table)
)
POSTED_INSIDE: frozenset[type[Constraint]] = frozenset((AnyOf, Count, Linear))


def minizinc_text(model: Model) -> str:
    """Return the text of a model over posted constraints."""
    names = {name: f"v{i}" for i, name in enumerate(model.variables)}
    lines = ['include "alldifferent.mzn";', 'include "table.mzn";']
    lines += [f"var {_domain(model.domains[name])}: {v};" for name, v in names.items()]
    lines += [f"constraint {_formula(each, names)};" for each in model.constraints]
    objective = model.objective
    if objective is None:
        lines.append("solve satisfy;")
    else:
        total = _sum(objective.scope, objective.coefficients, names)
        lines.append(f"solve {objective.sense} {total};")
    lines.append(f'output [show([{",".join(names.values())}]), "\\n"];')
    return "\n".join(lines)


def _domain(domain: Domain) -> str:
    if domain.highest - domain.base + 1 == domain.size:
        return f"{domain.base}..{domain.highest}"
    if domain.size <= 1000:
        return f"{{{','.join(map(str, domain))}}}"
    return " union ".join(f"{low}..{high}" for low, high in domain.runs())


def _formula(constraint: Constraint, names: Mapping[str, str]) -> str:
    return WRITERS[type(constraint)](constraint, names)


def _array(scope: tuple[str, ...], names: Mapping[str, str]) -> str:
    return f"[{', '.join(names[name] for name in scope)}]"


def _sum(scope: tuple[str, ...], coefficients: tuple[int, ...], names: Mapping[str, str]) -> str:
    pairs = zip(scope, coefficients, strict=True)
    return " + ".join(f"({factor})*{names[name]}" for name, factor in pairs)


def _linear(constraint: Linear, names: Mapping[str, str]) -> str:
    total = _sum(constraint.scope, constraint.coefficients, names)
    return f"{total} {OPERATORS[constraint.op]} {constraint.constant}"


def _table(constraint: Table, names: Mapping[str, str]) -> str:
    if not constraint.tuples:
        return "false"
    if len(constraint.scope) == 1:
        values = ",".join(str(row[0]) for row in sorted(constraint.tuples))
        return f"{names[constraint.scope[0]]} in {{{values}}}"
    rows = "|".join(",".join(map(str, row)) for row in sorted(constraint.tuples))
    return f"table({_array(constraint.scope, names)}, [|{rows}|])"


def _element(constraint: Element, names: Mapping[str, str]) -> str:
    index, last = names[constraint.index], constraint.first + len(constraint.array) - 1
    place = f"{index} - ({constraint.first}) + 1"
    entry = f"{_array(constraint.array, names)}[{place}]"
    return f"{index} in {constraint.first}..{last} /\\ {entry} = {names[constraint.value]}"


def _count(constraint: Count, names: Mapping[str, str]) -> str:
    values = f"{{{','.join(map(str, sorted(constraint.values)))}}}"
    occurs = ", ".join(f"bool2int({names[name]} in {values})" for name in constraint.counted)
    number = constraint.number
    compared = str(number) if isinstance(number, int) else names[number]
    return f"sum([{occurs}]) {OPERATORS[constraint.op]} {compared}"


def _any_of(constraint: AnyOf, names: Mapping[str, str]) -> str:
    groups = [
        " /\\ ".join(f"({_formula(part, names)})" for part in group) or "true"
        for group in constraint.groups
    ]
    return " \\/ ".join(f"({group})" for group in groups)


WRITERS: dict[type[Constraint], Callable[[Any, Mapping[str, str]], str]] = {
    AllDifferent: lambda each, names: f"alldifferent({_array(each.scope, names)})",
    AnyOf: _any_of,
    Count: _count,
    Element: _element,
    Linear: _linear,
    Table: _table,
}
