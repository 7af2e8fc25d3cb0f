"""Bounds of integers that are declared without bounds, implied by the constraints.

The MiniZinc compiler leaves an integer without bounds where none is known.  Bounds propagation
over sums, products and extremes bounds most of these integers, and only removes
values that no solution has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Any

from nonet.deadline import checked
from nonet.importing.flatzinc.syntax import Statement
from nonet.model import Domain

MOST_ROUNDS = 20
"""Passes over all constraints."""

_SUMS = {"int_lin_eq", "int_lin_le"}
_OTHERS = {"int_times", "int_plus", "int_abs", "int_max", "int_min", "array_int_maximum",
           "array_int_minimum", "array_int_element", "array_var_int_element", "int_eq", "int_le",
           "int_lt", "int_div", "int_mod", "bool2int"}  # fmt: skip

Ends = tuple[int, int]


def infer_bounds(
    domains: dict[str, Domain],
    unbounded: Iterable[str],
    calls: Sequence[tuple[Statement, list[Any]]],
) -> list[str]:
    """Narrow the unbounded variables in ``domains``; return the names of variables that stay unbounded."""
    names = list(unbounded)
    if not names:
        return []
    wide = set(names)
    widest = domains[names[0]]
    concerned = [
        (statement.name, arguments)
        for statement, arguments in calls
        if statement.name in _SUMS | _OTHERS and not wide.isdisjoint(_names(arguments))
    ]
    state = _Bounds(domains, wide)
    for _ in range(MOST_ROUNDS):
        state.changed = False
        for name, arguments in checked(concerned):
            if name in _SUMS:
                state.narrow_sum(*arguments[:3], equality=name == "int_lin_eq")
            else:
                state.narrow_result(name, arguments)
        if not state.changed:
            break
    for name in names:
        low, high = state.ends.get(name, (widest.base, widest.highest))
        narrowed = domains[name].at_least(low).at_most(high)
        if narrowed.size:
            domains[name] = narrowed
    return [
        n for n in names if domains[n].base == widest.base or domains[n].highest == widest.highest
    ]


def _names(arguments: Iterable[Any]) -> Iterable[str]:
    for argument in arguments:
        if type(argument) is str:
            yield argument
        elif type(argument) is tuple:
            yield from (each for each in argument if type(each) is str)


class _Bounds:
    """The ends known so far of the variables that are narrowed."""

    def __init__(self, domains: dict[str, Domain], wide: set[str]) -> None:
        self._domains, self._wide = domains, wide
        self.ends: dict[str, Ends] = {}
        self.changed = False

    def of(self, term: Any) -> Ends:
        """Return the ends of a term."""
        if isinstance(term, int):
            return term, term
        known = self.ends.get(term)
        if known is not None:
            return known
        domain = self._domains[term]
        return domain.base, domain.highest

    def narrow(self, term: Any, low: int, high: int) -> None:
        """Note that a term lies between two values."""
        if term not in self._wide:
            return
        before = self.of(term)
        after = max(low, before[0]), min(high, before[1])
        if after != before and after[0] <= after[1]:
            self.ends[term] = after
            self.changed = True

    def narrow_sum(
        self, factors: Sequence[int], terms: Sequence[Any], constant: int, *, equality: bool
    ) -> None:
        """Narrow the terms of a sum that is at most a constant, or equals the constant."""
        lows, highs = [], []
        for factor, term in zip(factors, terms, strict=True):
            low, high = self.of(term)
            lows.append(factor * (low if factor > 0 else high))
            highs.append(factor * (high if factor > 0 else low))
        least, most = sum(lows), sum(highs)
        for factor, term, low, high in zip(factors, terms, lows, highs, strict=True):
            if type(term) is not str or term not in self._wide or not factor:
                continue
            top = constant - (least - low)  # factor * term <= top
            bottom = constant - (most - high) if equality else None
            ends = self.of(term)
            low, high = ends
            if factor > 0:
                high = top // factor
                low = low if bottom is None else -(-bottom // factor)
            else:
                low = -(top // -factor)
                high = high if bottom is None else -bottom // -factor
            self.narrow(term, low, high)

    def narrow_result(self, name: str, arguments: list[Any]) -> None:
        """Narrow the term that is a function of the other terms."""
        if name in ("int_eq", "bool2int"):
            left, right = arguments
            self.narrow(left, *self.of(right))
            self.narrow(right, *self.of(left))
        elif name in ("int_le", "int_lt"):
            left, right = arguments
            shift = int(name == "int_lt")
            self.narrow(left, self.of(left)[0], self.of(right)[1] - shift)
            self.narrow(right, self.of(left)[0] + shift, self.of(right)[1])
        elif name.endswith("element"):
            ends = [self.of(term) for term in arguments[1]]
            self.narrow(arguments[2], min(e[0] for e in ends), max(e[1] for e in ends))
        elif name.endswith(("max", "maximum", "min", "minimum")):
            array = "array" in name
            result, parts = (arguments[0], arguments[1]) if array else (arguments[2], arguments[:2])
            ends = [self.of(term) for term in parts]
            pick = max if "max" in name else min
            self.narrow(result, pick(e[0] for e in ends), pick(e[1] for e in ends))
            if pick is max:
                for term in parts:
                    self.narrow(term, self.of(term)[0], self.of(result)[1])
            else:
                for term in parts:
                    self.narrow(term, self.of(result)[0], self.of(term)[1])
        else:
            ends = [self.of(term) for term in arguments[:-1]]
            self.narrow(arguments[-1], *_function_ends(name, ends))
            self.narrow_operands(name, arguments)

    def narrow_operands(self, name: str, arguments: list[Any]) -> None:
        """Narrow the operands of a sum, a product or an absolute value by the result."""
        low, high = self.of(arguments[-1])
        largest = max(abs(low), abs(high))
        if name == "int_abs":
            self.narrow(arguments[0], -largest, largest)
        elif name in ("int_plus", "int_times"):
            for term, other in (arguments[:2], arguments[1::-1]):
                least, most = self.of(other)
                if name == "int_plus":
                    self.narrow(term, low - most, high - least)
                elif term == other:
                    self.narrow(term, -isqrt(max(0, high)), isqrt(max(0, high)))
                elif not least <= 0 <= most:
                    end = largest // min(abs(least), abs(most))
                    self.narrow(term, -end, end)
                elif not low <= 0 <= high:
                    self.narrow(term, -largest, largest)


def _function_ends(name: str, ends: list[Ends]) -> Ends:
    low, high = ends[0]
    if name == "int_abs":
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if name == "int_plus":
        return low + ends[1][0], high + ends[1][1]
    if name == "int_times":
        products = [x * y for x in ends[0] for y in ends[1]]
        return min(products), max(products)
    largest = max(abs(low), abs(high))
    if name == "int_mod":
        largest = min(largest, max(abs(ends[1][0]), abs(ends[1][1])) - 1)
    return (-largest if low < 0 or (name == "int_div" and ends[1][0] < 0) else 0), largest
