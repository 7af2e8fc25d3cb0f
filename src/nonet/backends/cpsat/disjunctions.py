"""``AnyOf``: of two groups of sums, the second is enforced where the first does not hold.

A literal for each group, true exactly where the group holds, is in a clause "at least one of these
literals".  Of two groups of sums over several variables one needs no literal: its sums are posted,
enforced by the negation of the other's literal.  So ``(x + 3 <= y) | (y + 2 <= x)`` is searched in
0.4 of the time, and no solution is found twice, as nothing new is left to choose.

A sum enforced by the negation of a statement about one variable, or of several groups, has ended
OR-Tools' process: see "broken hint" in ``solver_faults.py``.
"""

from __future__ import annotations

from nonet.backends.cpsat.comparisons import comparison_of, is_comparison
from nonet.backends.cpsat.integer_encoding import IntegerEncoding
from nonet.backends.cpsat.reification import truth_literal
from nonet.backends.cpsat.weighted_sums import SumComparison
from nonet.model import AnyOf, Constraint
from nonet.model.expressions.logic import AllOf


def post_any_of(encoding: IntegerEncoding, any_of: AnyOf) -> None:
    """Post that at least one of the groups holds."""
    groups = [_parts(group) for group in any_of.groups]
    if not all(groups):
        return
    enforced = _group_to_enforce(encoding, groups) if len(groups) == 2 else None
    if enforced is None:
        if any_of.depth > 1:  # which may stand in each other deeper than Python goes
            encoding.add_clause([truth_literal(encoding, any_of)])
        else:
            encoding.add_clause([_group_literal(encoding, group) for group in groups])
        return
    place, sums = enforced
    others = [_group_literal(encoding, group) for i, group in enumerate(groups) if i != place]
    for compared in sums:
        encoding.post(compared, [~literal for literal in others])


def _parts(group: tuple[Constraint, ...]) -> list[Constraint]:
    """Return the constraints of a group, with conjunctions split into their parts."""
    parts: list[Constraint] = []
    waiting = list(group[::-1])
    while waiting:
        part = waiting.pop()
        if isinstance(part, AllOf):
            waiting.extend(part.all_of[::-1])
        else:
            parts.append(part)
    return parts


def _group_literal(encoding: IntegerEncoding, group: list[Constraint]) -> int:
    return encoding.and_literal(truth_literal(encoding, part) for part in group)


def _group_to_enforce(
    encoding: IntegerEncoding, groups: list[list[Constraint]]
) -> tuple[int, list[SumComparison]] | None:
    """The group of sums over the most variables: its place, and its sums."""
    sizes = [
        sum(len(part.scope) for part in group) if all(map(is_comparison, group)) else 0
        for group in groups
    ]
    if min(sizes) < 2:
        return None
    place = sizes.index(max(sizes))
    sums: list[SumComparison] = []
    for part in groups[place]:
        compared = comparison_of(encoding, part)
        if not isinstance(compared, SumComparison):
            return None  # one that does not fit CP-SAT's 64 bits, and is a table
        sums.append(compared)
    return place, sums
