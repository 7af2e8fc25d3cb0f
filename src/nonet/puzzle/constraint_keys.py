"""Keys: what tells rules, and what they demand, from others, sooner than all of them hashes.

>>> from nonet.puzzle.rules import CLASSIC
>>> CheapHashRules(CLASSIC) == CLASSIC, hash(CheapHashRules(CLASSIC)) == hash(CheapHashRules(CLASSIC))
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import AllDifferent, AnyOf, Constraint, Count, Linear, Regular, SumBetween, Table
from nonet.puzzle.rules import PuzzleRule


class CheapHashRules(tuple[PuzzleRule, ...]):
    """Rules as a key: of some of them the hash, for all are as many as the constraints to be made.

    Equality tells the rest.
    """

    def __hash__(self) -> int:
        return hash((len(self), *self[:: 1 + len(self) // 4], *self[-1:]))


def add_unique(
    constraints: dict[object, Constraint], keyed: Iterable[tuple[object, Constraint]]
) -> None:
    """Add what is not there yet; of equal units the first counts."""
    for key, constraint in keyed:
        first = constraints.setdefault(key, constraint)
        if first is not constraint and type(key) is tuple and first != constraint:
            constraints.setdefault(constraint, constraint)  # another of the same key


def constraint_key(constraint: Constraint) -> object:
    """What tells a constraint from others: of "all different", its cells in any order.

    Of others it is a tuple that mostly does: to hash all of a constraint takes as long as to make
    it, and longer where it is made of others.  Words that are told later are not told for that.
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
