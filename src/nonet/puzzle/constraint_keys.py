"""Keys that distinguish rules, and constraints of rules, faster than complete hashes.

>>> from nonet.model.constraints.base import structurally_equal
from nonet.puzzle.rules import CLASSIC
>>> CheapHashRules(CLASSIC) == CLASSIC, hash(CheapHashRules(CLASSIC)) == hash(CheapHashRules(CLASSIC))
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Regular, SumBetween, Table
from nonet.model.constraints.base import structurally_equal
from nonet.puzzle.rules import PuzzleRule


class CheapHashRules(tuple[PuzzleRule, ...]):
    """Rules as a key that hashes only some of the rules, since hashing all costs as much as
    making the constraints.

    Equality tells the rest.
    """

    def __hash__(self) -> int:
        return hash((len(self), *self[:: 1 + len(self) // 4], *self[-1:]))


def add_unique(
    constraints: dict[object, Constraint], keyed: Iterable[tuple[object, Constraint]]
) -> None:
    """Add the new constraints; of equal units the first counts."""
    for key, constraint in keyed:
        first = constraints.setdefault(key, constraint)
        if (
            first is not constraint
            and type(key) is tuple
            and not structurally_equal(first, constraint)
        ):
            constraints.setdefault(constraint, constraint)  # another of the same key


def constraint_key(constraint: Constraint) -> object:
    """Return a key that distinguishes constraints: for "all different", its cells in any order.

    For other constraints the key is a tuple that mostly suffices: hashing a whole constraint takes
    as long as making the constraint, and longer for nested constraints.  Deferred texts are not
    made for the key.
    """
    kind = type(constraint)
    if kind is Linear:
        return kind, constraint.scope, constraint.__dict__["constant"]
    if isinstance(constraint, AllDifferent):
        return frozenset(constraint.scope)
    if kind is Regular:
        return kind, constraint.scope, constraint.__dict__["automaton"]
    if kind is SumBetween:
        return kind, constraint.scope, constraint.__dict__["total"]
    if kind is AnyOf:
        return kind, constraint.scope, tuple(map(constraint_key, constraint.parts[-1:]))
    if kind is Count:
        fields = constraint.__dict__
        return kind, constraint.scope, fields["values"], fields["number"]
    if kind is Table:
        return kind, constraint.scope, len(constraint.__dict__["tuples"])
    return kind, constraint.scope, constraint.rule.label
