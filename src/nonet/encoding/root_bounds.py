"""Smaller wide domains, by bounds of sums and operations, before a model is given to a backend.

A product of two variables up to 10**9 has a result up to 10**18; where the result is compared with
a number, bounds alone leave few values of all three.  Domains are not looked at value by value.

>>> from nonet.model import Linear
>>> wide = Domain.range(1, 10**9)
>>> domains = {"x": wide, "y": wide, "z": Domain.range(1, 10**18)}
>>> total = Linear(("z", "y"), (1, 1), "<=", 5000)
>>> smaller = with_root_bounds(domains, [OperationResult(("x", "y", "z"), "product"), total])
>>> {name: domain.highest for name, domain in smaller.items()}
{'x': 4999, 'y': 4999, 'z': 4999}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from math import isqrt

from nonet.deadline import check
from nonet.model.constraints import Constraint, Linear
from nonet.model.constraints.operation_result import OperationResult
from nonet.model.domain import EMPTY, Domain

MOST_ROUNDS = 30
"""Looks at all constraints: bounds may come nearer to each other by 1 in each."""

Ends = tuple[int, int]
"""The smallest and the largest value of a variable."""


class _NoValue(Exception):
    """The constraints cannot hold."""


class _Bounds:
    """The ends of each variable, as they come nearer to each other."""

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self.ends = {name: (domain.base, domain.highest) for name, domain in domains.items()}
        self.has_changed = False

    def narrow(self, name: str, low: int, high: int) -> None:
        """Leave a variable the values between two numbers."""
        least, most = self.ends[name]
        if low > least or high < most:
            self.ends[name] = least, most = max(low, least), min(high, most)
            self.has_changed = True
            if least > most:
                raise _NoValue


def with_root_bounds(
    domains: Mapping[str, Domain], constraints: Iterable[Constraint]
) -> dict[str, Domain]:
    """Return the domains without values that bounds exclude; an empty domain if nothing is left."""
    known = [each for each in constraints if type(each) in _RULES]
    bounds = _Bounds(domains)
    try:
        for _ in range(MOST_ROUNDS):
            bounds.has_changed = False
            for constraint in known:
                check()
                _RULES[type(constraint)](bounds, constraint)
            if not bounds.has_changed:
                break
    except _NoValue:
        return {**domains, next(iter(domains)): EMPTY}
    return {
        name: domain.at_least(bounds.ends[name][0]).at_most(bounds.ends[name][1])
        for name, domain in domains.items()
    }


def _linear(bounds: _Bounds, linear: Linear) -> None:
    if linear.op == "!=":
        return
    terms = []
    for name, factor in zip(linear.scope, linear.coefficients, strict=True):
        low, high = bounds.ends[name]
        terms.append((factor * low, factor * high) if factor > 0 else (factor * high, factor * low))
    least, most = sum(low for low, _ in terms), sum(high for _, high in terms)
    for name, factor, (low, high) in zip(linear.scope, linear.coefficients, terms, strict=True):
        if not factor:
            continue
        floor, ceiling = low, high  # of the term
        if linear.op != ">=":
            ceiling = min(ceiling, linear.constant - (least - low))
        if linear.op != "<=":
            floor = max(floor, linear.constant - (most - high))
        if factor > 0:
            bounds.narrow(name, -(-floor // factor), ceiling // factor)
        else:
            bounds.narrow(name, -(-ceiling // factor), floor // factor)


def _operation(bounds: _Bounds, operation: OperationResult) -> None:
    ends, narrow, result = bounds.ends, bounds.narrow, operation.result
    operands = operation.operands
    if operation.operation == "product":
        # the extremes of a product lie where both factors are extreme
        corners = [x * y for x, y in product(*(ends[name] for name in operands))]
        narrow(result, min(corners), max(corners))
        for factor, divisor in (operands, operands[::-1]):
            quotients = quotient_ends(ends[result], ends[divisor])
            if quotients is not None:
                narrow(factor, *quotients)
    elif operation.operation in ("square", "absolute"):
        (operand,) = operands
        low, high = ends[operand]
        # the distance of the operand from 0: at least that of its nearer end, 0 if it may be 0
        least, most = max(0, low, -high), max(-low, high)
        if operation.operation == "square":
            narrow(result, least * least, most * most)
            largest = isqrt(ends[result][1])
        else:
            narrow(result, least, most)
            largest = ends[result][1]
        narrow(operand, -largest, largest)
    else:
        pick = min if operation.operation == "least" else max
        lows, highs = zip(*(ends[name] for name in operands), strict=True)
        narrow(result, pick(lows), pick(highs))
        low, high = ends[result]
        for name in operands:
            least, most = ends[name]
            narrow(name, low if pick is min else least, high if pick is max else most)


def quotient_ends(dividend: Ends, divisor: Ends) -> Ends | None:
    """The integers ``q`` with ``q * d`` in a range for a ``d`` of another; ``None`` for all of them.

    >>> quotient_ends((7, 20), (3, 4)), quotient_ends((7, 20), (-2, 5)), quotient_ends((0, 9), (-1, 1))
    ((2, 6), (-20, 20), None)
    """
    low, high = divisor
    if low <= 0 <= high and dividend[0] <= 0 <= dividend[1]:
        return None
    parts = [(low, high)] if low > 0 or high < 0 else [(low, -1), (1, high)]
    pairs = [pair for part in parts if part[0] <= part[1] for pair in product(dividend, part)]
    if not pairs:  # the divisor is 0, and the dividend is not
        return 1, 0
    return min(-(-n // d) for n, d in pairs), max(n // d for n, d in pairs)


_RULES: dict[type[Constraint], Callable[[_Bounds, Constraint], None]] = {
    Linear: _linear,  # type: ignore[dict-item]
    OperationResult: _operation,  # type: ignore[dict-item]
}
