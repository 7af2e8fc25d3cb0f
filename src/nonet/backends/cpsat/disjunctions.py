"""``AnyOf`` with one of its groups enforced: it must hold where none of the others does.

A literal for each group, true where the group holds and only there, says "at least one of these".
One of the groups needs no literal: its sums are posted, enforced by the negations of the
other literals.  So ``(x == 0) | (y + z <= 5)`` costs no new literal, and no solution is
found twice, as nothing new is left to choose.
"""

from __future__ import annotations

from typing import Any

from nonet.backends.cpsat.integer_encoding import IntegerEncoding, SumComparison
from nonet.backends.cpsat.reification import truth_literal
from nonet.model import AnyOf, Constraint, Count, Linear


def post_any_of(encoding: IntegerEncoding, any_of: AnyOf) -> None:
    """At least one of the groups holds."""
    enforced = _group_to_enforce(encoding, any_of)
    if enforced is None:
        encoding.add_clause([truth_literal(encoding, any_of)])
        return
    place, sums = enforced
    others = [
        encoding.and_literal(truth_literal(encoding, part) for part in group)
        for i, group in enumerate(any_of.groups)
        if i != place
    ]
    for compared in sums:
        encoding.post(compared, [~literal for literal in others])


def _group_to_enforce(
    encoding: IntegerEncoding, any_of: AnyOf
) -> tuple[int, list[SumComparison]] | None:
    """The group of sums that speaks of the most variables: its place, and its sums."""
    sizes = [
        sum(len(part.scope) for part in group) if all(map(_is_sum, group)) else 0
        for group in any_of.groups
    ]
    if max(sizes, default=0) < 2:
        return None
    place = sizes.index(max(sizes))
    sums = [_sum_comparison(encoding, part) for part in any_of.groups[place]]
    if not all(isinstance(each, SumComparison) for each in sums):
        return None  # one that does not fit CP-SAT's 64 bits, and is a table
    return place, sums


def _is_sum(constraint: Constraint) -> bool:
    return isinstance(constraint, Linear | Count)


def _sum_comparison(encoding: IntegerEncoding, constraint: Any) -> Any:
    if isinstance(constraint, Count):
        return encoding.comparison_of_count(constraint)
    return encoding.comparison_of_linear(constraint)
