"""AllDifferents that cannot hold, and AllDifferents written pair by pair.

>>> from nonet.model import AllDifferent, Linear
>>> two = {name: Domain.range(1, 2) for name in "abc"}
>>> crowded_names([AllDifferent(("a", "b", "c"))], two)
('a', 'b', 'c')
>>> pairs = [Linear(pair, (1, -1), "!=", 0) for pair in zip("abc", "bca")]
>>> [constraint.scope for constraint in merge_differences(tuple(pairs), two)]
[('a', 'b', 'c')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from nonet.deadline import check
from nonet.model.constraints.base import UNNAMED, Annotation, Constraint
from nonet.model.constraints.primitives import AllDifferent, Linear
from nonet.model.domain import EMPTY, WIDEST, Domain

MAX_DOMAIN_PAIRS = 4096
"""Pairs of different domains of one AllDifferent that are compared."""

MAX_INTERSECTIONS = 500_000
"""Most intersections of neighbourhoods in the search for cliques; the remaining differences stay
pairs.
"""

FEWEST_TO_MERGE = 3
"""Variables of a clique that is worth an AllDifferent of its own."""


def crowded_names(
    constraints: Iterable[Constraint], domains: Mapping[str, Domain]
) -> tuple[str, ...]:
    """Return variables of one AllDifferent that outnumber their values, or ().

    The pigeonhole principle is applied to the variables within each domain that occurs and to all
    variables together (Hall, "On representatives of subsets", 1935, demands the same of every
    subset).
    """
    smallest = min(map(len, domains.values()), default=0)
    for constraint in constraints:
        if type(constraint) is not AllDifferent or len(constraint.scope) <= smallest:
            continue
        number = Counter(map(domains.__getitem__, constraint.scope))
        crowds = list(number) if len(number) ** 2 <= MAX_DOMAIN_PAIRS else []
        spread = max(each.highest for each in number) - min(each.base for each in number)
        if max(map(len, number)) < len(constraint.scope) and spread <= WIDEST:
            crowds.append(reduce(or_, number, EMPTY))
        for crowd in crowds:
            if len(crowd) < sum(count for other, count in number.items() if other <= crowd):
                return tuple(name for name in constraint.scope if domains[name] <= crowd)
    return ()


def merge_differences(
    constraints: tuple[Constraint, ...], domains: Mapping[str, Domain]
) -> tuple[Constraint, ...]:
    """Return the constraints with cliques of ``x != y`` as one AllDifferent each.

    A clique is merged if the clique has more than half as many variables as values: with fewer
    variables, reasoning about the whole clique finds nothing. Cliques are grown greedily, the pair
    that was declared first at first; at most ``MAX_INTERSECTIONS`` steps.
    """
    pairs = [each for each in constraints if is_difference(each)]
    if len(pairs) < FEWEST_TO_MERGE:
        return constraints
    check()
    names = list(dict.fromkeys(name for pair in pairs for name in pair.scope))
    index = {name: i for i, name in enumerate(names)}
    edges = {(index[pair.scope[0]], index[pair.scope[1]]) for pair in pairs}
    neighbours = [0] * len(names)
    for x, y in edges:
        neighbours[x] |= 1 << y
        neighbours[y] |= 1 << x
    merged: dict[frozenset[int], list[int]] = {}  # the clique of each pair
    steps = 0
    check()
    for pair in pairs:
        x, y = (index[name] for name in pair.scope)
        common = neighbours[x] & neighbours[y]
        if frozenset((x, y)) in merged or not common:
            continue
        clique = [x, y]
        while common and steps < MAX_INTERSECTIONS:
            steps += 1
            z = (common & -common).bit_length() - 1
            clique.append(z)
            common &= neighbours[z]
        clique.sort()
        if len(clique) >= FEWEST_TO_MERGE and _is_tight([domains[names[z]] for z in clique]):
            steps += len(clique) ** 2 // 2
            merged.update((frozenset((a, b)), clique) for a in clique for b in clique if a < b)
    if not merged:
        return constraints
    check()
    result: list[Constraint] = []
    posted: set[int] = set()
    for constraint in constraints:
        strongest = None
        if is_difference(constraint):
            strongest = merged.get(frozenset(index[name] for name in constraint.scope))
        if strongest is None:
            result.append(constraint)
        elif id(strongest) not in posted:
            posted.add(id(strongest))
            scope = tuple(names[x] for x in strongest)
            result.append(AllDifferent(scope, rule=_clique_annotation(constraint.rule, scope)))
    return tuple(result)


def is_difference(constraint: Constraint) -> bool:
    """Whether the constraint says ``x != y`` of two variables."""
    return (
        type(constraint) is Linear
        and constraint.op == "!="
        and len(constraint.scope) == 2
        and not constraint.constant
        and not sum(constraint.coefficients)
    )


def _is_tight(domains: list[Domain]) -> bool:
    """Whether there are fewer than two values a variable, all domains together."""
    if max(map(len, domains)) >= 2 * len(domains):
        return False
    return len(reduce(or_, domains)) < 2 * len(domains)


def _clique_annotation(rule: Annotation, scope: tuple[str, ...]) -> Annotation:
    """Return the annotation of an AllDifferent that stands for pairs: the annotation of its first
    pair, if named.
    """
    if rule != UNNAMED:
        return rule
    shown = [*scope[:5], "...", scope[-1]] if len(scope) > 7 else list(scope)
    return Annotation("AllDifferent", f"{', '.join(shown)} differ")
