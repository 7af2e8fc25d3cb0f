"""Keys: what tells rules, and what they demand, from others, sooner than all of them hashes.

>>> from nonet.puzzle.rules import CLASSIC
>>> Rules(CLASSIC) == CLASSIC, hash(Rules(CLASSIC)) == hash(Rules(CLASSIC))
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterable

from nonet.model import AllDifferent, Constraint, Linear, Regular, SumBetween
from nonet.puzzle.rules import PuzzleRule


class Rules(tuple[PuzzleRule, ...]):
    """Rules as a key: of some of them the hash, for all are as many as the constraints to be made.

    Equality tells the rest.
    """

    def __hash__(self) -> int:
        return hash((len(self), *self[:: 1 + len(self) // 4], *self[-1:]))


def add(found: dict[object, Constraint], demanded: Iterable[tuple[object, Constraint]]) -> None:
    """Add what is not there yet; of equal units the first counts."""
    for key, constraint in demanded:
        first = found.setdefault(key, constraint)
        if first is not constraint and type(key) is tuple and first != constraint:
            found.setdefault(constraint, constraint)  # another of the same words


_TELLING: dict[type[Constraint], str] = {
    Linear: "constant",
    Regular: "automaton",
    SumBetween: "total",
}
"""What of a constraint mostly tells it from others over the same cells, before any words."""


def key_of(constraint: Constraint) -> object:
    """What tells a constraint from others: of "all different", its cells in any order.

    Of others it is a tuple that mostly does: to hash all of a constraint takes as long as to make
    it, and longer where it is made of others.
    """
    kind = type(constraint)
    field = _TELLING.get(kind)
    if field is not None:
        return kind, constraint.scope, constraint.__dict__[field]
    if isinstance(constraint, AllDifferent):
        return frozenset(constraint.scope)
    return kind, constraint.scope, constraint.rule.label
