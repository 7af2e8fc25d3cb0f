"""Whether a constraint is always true, or always false, over given domains.

Only bounds, divisors and single variables are examined: enough to warn of a slip, and quick for
100,000 constraints.

>>> from nonet.model.domain import Domain
>>> x = {"x": Domain.range(1, 9)}
>>> entailment(Linear(("x",), (1,), ">=", 1), x), entailment(Linear(("x",), (2,), "==", 5), x)
(True, False)
>>> entailment(Linear(("x",), (1,), ">=", 2), x) is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd

from nonet.model.constraints import AnyOf, Constraint, Linear, Table
from nonet.model.domain import Domain, union
from nonet.model.expressions.affine import cached_domains
from nonet.model.expressions.logic import Compare
from nonet.model.globals import Inverse, TableOf


def entailment(constraint: Constraint, domains: Mapping[str, Domain]) -> bool | None:
    """``True`` or ``False`` if the constraint is that for all values, ``None`` if not known.

    A constraint over a variable without a domain is not known.
    """
    if isinstance(constraint, Linear):
        return _linear_entailment(constraint, domains)
    if isinstance(constraint, Compare):
        return _entailment_by_bounds(constraint, domains)
    if isinstance(constraint, TableOf):
        return None if constraint.tuples else False
    if isinstance(constraint, Table):
        return _table_entailment(constraint, domains)
    if isinstance(constraint, Inverse):
        return _inverse_entailment(constraint, domains)
    if isinstance(constraint, AnyOf) and constraint.depth == 1:
        groups = [[entailment(part, domains) for part in group] for group in constraint.groups]
        if any(all(group) for group in groups):
            return True
        return False if all(False in group for group in groups) else None
    return None


def _table_entailment(table: Table, domains: Mapping[str, Domain]) -> bool | None:
    """False where each tuple has a value that its variable has not."""
    if not all(name in domains for name in table.scope):
        return None if table.tuples else False
    columns = [domains[name] for name in table.scope]
    for row in table.tuples:
        if all(value in domain for value, domain in zip(row, columns, strict=True)):
            return None
    return False


def _entailment_by_bounds(compare: Compare, domains: Mapping[str, Domain]) -> bool | None:
    """Return the entailment by the bounds of an expression, its parts taken alone, or ``None``."""
    if not all(map(domains.__contains__, compare.scope)):
        return None
    bounds = compare.expression.bounds(cached_domains(domains, compare.scope))
    return entailment_within(compare, *bounds)


def entailment_within(compare: Compare, least: int, most: int) -> bool | None:
    """Return the entailment of a comparison whose expression has these bounds, or ``None``."""
    op, constant = compare.op, compare.constant
    if op in ("==", "!="):
        if not least <= constant <= most:
            return op == "!="
        return op == "==" if least == most else None
    if op == ">=":
        least, most, constant = -most, -least, -constant
    return True if most <= constant else False if least > constant else None


def _inverse_entailment(inverse: Inverse, domains: Mapping[str, Domain]) -> bool | None:
    """False where a place is nowhere, as 0 is where both sides count from 1."""
    if not all(name in domains for name in inverse.scope):
        return None
    places = Domain.range(0, len(inverse.forth) - 1)
    known = cached_domains(domains, inverse.scope)
    for side in (inverse.forth, inverse.back):
        if not places <= union(expression.possible_values(known) for expression in side):
            return False
    return None


def _linear_entailment(linear: Linear, domains: Mapping[str, Domain]) -> bool | None:
    least = most = 0
    for name, c in zip(linear.scope, linear.coefficients, strict=True):
        domain = domains.get(name)
        if domain is None:
            return None
        if c < 0:
            least += c * domain.highest
            most += c * domain.base
        else:
            least += c * domain.base
            most += c * domain.highest
    divisor = gcd(*linear.coefficients)
    op, constant = linear.op, linear.constant
    if not divisor:
        return None  # 0 * x: whoever compared has been told
    if op in ("==", "!="):
        never = not least <= constant <= most or constant % divisor != 0
        if len(linear.scope) == 1 and not never:
            never = constant // linear.coefficients[0] not in domains[linear.scope[0]]
        if never:
            return op == "!="
        return op == "==" if least == most else None
    if op == ">=":
        least, most, constant = -most, -least, -constant
    return True if most <= constant else False if least > constant else None
