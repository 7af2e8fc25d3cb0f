"""Global constraints in MiniZinc's own words, with the file that each is included from.

A constraint that MiniZinc defines otherwise (tasks that may take no time, rectangles without an
area) is written as primitives.

>>> from nonet.model.expressions.arithmetic import Variable
>>> from nonet.model.globals import Circuit
>>> global_text(Circuit([Variable("x"), Variable("y")]), {"x": "x", "y": "y"}, {})
'circuit([x + 1, y + 1])'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nonet.exporting.text import plus_constant, weighted_sum
from nonet.model import Constraint, Domain
from nonet.model.expressions.affine import Affine
from nonet.model.globals import (
    AllEqual,
    BinPacking,
    Cardinality,
    Circuit,
    Cumulative,
    Distinct,
    Increasing,
    Inverse,
    Lexicographic,
    NoOverlap,
    NoOverlap2D,
    NValue,
    Precedence,
    SubCircuit,
)

Domains = Mapping[str, Domain]


def is_kept(constraint: Constraint, domains: Domains) -> bool:
    """Whether MiniZinc has a constraint of the same meaning, over values of these domains."""
    return _KEPT[type(constraint)](constraint, domains)


def include_file(constraint: Constraint) -> str:
    """Return the file that declares the predicate in :func:`global_text`."""
    name = _predicate(constraint)
    return f"{'alldifferent' if name == 'all_different' else name}.mzn"


def global_text(constraint: Constraint, refs: Mapping[str, str], domains: Domains) -> str:
    """Return a constraint as a call; its operands are weighted sums of variables."""
    arguments = _ARGUMENTS[type(constraint)](_Operands(refs, domains), constraint)
    return f"{_predicate(constraint)}({', '.join(arguments)})"


class _Operands:
    """Writes operands by the names that variables have in the model."""

    def __init__(self, refs: Mapping[str, str], domains: Domains) -> None:
        self._refs, self._domains = refs, domains

    def term(self, operand: Affine, more: int = 0) -> str:
        """An operand as an expression, ``more`` added."""
        constant = operand.constant + more
        if not operand.terms:
            return str(constant)
        total = weighted_sum([(factor, self._refs[str(name)]) for name, factor in operand.terms])
        return plus_constant(total, constant)

    def list(self, operands: Iterable[Affine], more: int = 0) -> str:
        """Operands as an array; ``more`` is added to each: MiniZinc counts from 1."""
        return f"[{', '.join(self.term(each, more) for each in operands)}]"

    def presence(self, operand: Affine) -> str:
        """1 where an operand is not 0, and else 0."""
        low, high = operand.bounds(self._domains)
        return (
            self.term(operand) if low >= 0 and high <= 1 else f"bool2int({self.term(operand)} != 0)"
        )

    def demands(self, demands: Iterable[Affine], present: Iterable[Affine]) -> str:
        """Return the demands of tasks as text, each multiplied by the task's presence."""
        pairs = list(zip(demands, present, strict=True))
        return f"[{', '.join(f'({self.term(d)}) * {self.presence(p)}' for d, p in pairs)}]"


def _cumulative(operands: _Operands, tasks: Cumulative) -> list[str]:
    demands = (
        operands.demands(tasks.demand, tasks.present) if tasks.present
        else operands.list(tasks.demand)
    )  # fmt: skip
    lists = [operands.list(tasks.start), operands.list(tasks.duration)]
    return [*lists, demands, operands.term(tasks.capacity)]


def _no_overlap(operands: _Operands, tasks: NoOverlap) -> list[str]:
    lists = [operands.list(tasks.start), operands.list(tasks.duration)]
    if not tasks.present:
        return lists
    return [*lists, f"[{', '.join(map(operands.presence, tasks.present))}]", "1"]


def _cardinality(operands: _Operands, counts: Cardinality) -> list[str]:
    return [operands.list(counts.of), str(list(counts.value)), operands.list(counts.number)]


def _distinct(operands: _Operands, distinct: Distinct) -> list[str]:
    if distinct.except_value is None:
        return [operands.list(distinct.of)]
    return [operands.list(distinct.of), f"{{{distinct.except_value}}}"]


_ARGUMENTS: dict[type[Constraint], Callable[[_Operands, Any], list[str]]] = {
    AllEqual: lambda operands, each: [operands.list(each.of)],
    BinPacking: lambda operands, each: [
        operands.list(each.load), operands.list(each.bin, 1), str(list(each.sizes))
    ],
    Cardinality: _cardinality,
    Circuit: lambda operands, each: [operands.list(each.successor, 1)],
    Cumulative: _cumulative,
    Distinct: _distinct,
    Increasing: lambda operands, each: [operands.list(each.of)],
    Inverse: lambda operands, each: [operands.list(each.forth, 1), operands.list(each.back, 1)],
    Lexicographic: lambda operands, each: [operands.list(each.one), operands.list(each.other)],
    NoOverlap: _no_overlap,
    NoOverlap2D: lambda operands, each: [
        operands.list(part) for part in (each.x, each.y, each.width, each.height)
    ],
    NValue: lambda operands, each: [operands.term(each.number), operands.list(each.of)],
    Precedence: lambda operands, each: [str(list(each.order)), operands.list(each.of)],
    SubCircuit: lambda operands, each: [operands.list(each.successor, 1)],
}  # fmt: skip

GLOBALS = frozenset(_ARGUMENTS)
"""The types of global constraints that may be kept."""


def _predicate(constraint: Constraint) -> str:
    """Return the name that MiniZinc has for a constraint."""
    if isinstance(constraint, Distinct):
        return "all_different" if constraint.except_value is None else "alldifferent_except"
    if isinstance(constraint, Cardinality):
        return "global_cardinality_closed" if constraint.closed else "global_cardinality"
    if isinstance(constraint, Increasing):
        return "strictly_increasing" if constraint.by else "increasing"
    if isinstance(constraint, Lexicographic):
        return "lex_less" if constraint.strictly else "lex_lesseq"
    if isinstance(constraint, NoOverlap):
        return "cumulative" if constraint.present else "disjunctive"
    return _NAMES[type(constraint)]


_NAMES: dict[type[Constraint], str] = {
    AllEqual: "all_equal",
    BinPacking: "bin_packing_load",
    Circuit: "circuit",
    Cumulative: "cumulative",
    Inverse: "inverse",
    NoOverlap2D: "diffn",
    NValue: "nvalue",
    Precedence: "value_precede_chain",
    SubCircuit: "subcircuit",
}


def _always(constraint: Constraint, domains: Domains) -> bool:
    return True


def _are_at_least(operands: Iterable[Affine], least: int, domains: Domains) -> bool:
    return all(each.bounds(domains)[0] >= least for each in operands)


_KEPT: dict[type[Constraint], Callable[[Any, Domains], bool]] = {
    **dict.fromkeys(_ARGUMENTS, _always),
    BinPacking: lambda each, _: not each.at_most and min(each.sizes) >= 0,
    Cumulative: lambda each, domains: (
        _are_at_least(each.duration, 1, domains)
        and _are_at_least((*each.demand, each.capacity), 0, domains)
    ),
    Increasing: lambda each, _: each.by in (0, 1),
    NoOverlap: lambda each, domains: _are_at_least(each.duration, 1, domains),
    NoOverlap2D: lambda each, domains: (
        not each.present and _are_at_least((*each.width, *each.height), 1, domains)
    ),
}
"""For each type, whether a constraint means the same in MiniZinc and in nonet."""
