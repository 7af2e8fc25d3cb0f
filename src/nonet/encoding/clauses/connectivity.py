"""Connected parts of a graph by clauses that are learnt on demand.

Written out, connectedness takes the steps from each variable to the first of its kind, of which the
solver has to search far more than of the values. Here connectedness is left out at first; a
solution in which a kind falls into parts is answered by clauses that exclude the solution: a
variable in one part and a variable in another are of the kind only if a variable between the parts
is. So do cutting planes for tours (Dantzig, Fulkerson and Johnson, 1954).

>>> chain = Connected(("a", "b", "c"), (("a", "b"), ("b", "c")), ((1,), (2,)))
>>> of = {"a": {1: 1, 2: 2}, "b": {1: 3, 2: 4}, "c": {1: 5, 2: 6}}
>>> parts = LazyConnected(chain, [{1: of[v][1], 2: of[v][2]} for v in "abc"])
>>> parts.violated_clauses({1, 4, 5})
[[-5, -1, 3], [-6, -2, 4]]
>>> parts.violated_clauses({1, 3, 6})
[]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from nonet.encoding.clauses.cnf import Cnf
from nonet.model import Connected

KindLiterals = Sequence[Mapping[int, int]]
"""For each variable of a scope, the literal of each number of a kind that the variable may have."""


def encode_connected(cnf: Cnf, constraint: Connected) -> None:
    """A literal for "of this kind" each; the rest is learnt: see :class:`LazyConnected`."""
    choices: list[Mapping[int, int]] = []
    for name in constraint.scope:
        of_kind: dict[int, int] = {}
        for number, kind in enumerate(constraint.kinds, 1):
            inside = [literal for v, literal in cnf.literals[name].items() if v in kind]
            if len(inside) == 1:
                of_kind[number] = inside[0]
            elif inside:
                of_kind[number] = cnf.new_literal()
                for literal in inside:
                    cnf.add(-literal, of_kind[number])
                cnf.add(-of_kind[number], *inside)
        choices.append(of_kind)
    cnf.lazy_constraints.append(LazyConnected(constraint, choices))


class LazyConnected:
    """A connectedness constraint whose clauses are made when a solution violates the constraint."""

    def __init__(self, constraint: Connected, of_kind: KindLiterals) -> None:
        self._of_kind, self._reach = of_kind, constraint.reach
        self._numbers = range(1, len(constraint.kinds) + 1)
        at = {name: place for place, name in enumerate(constraint.scope)}
        self._neighbours: list[list[int]] = [[] for _ in constraint.scope]
        for a, b in constraint.edges:
            self._neighbours[at[a]].append(at[b])
            self._neighbours[at[b]].append(at[a])

    def violated_clauses(self, true_literals: Collection[int]) -> list[list[int]]:
        """Return clauses that connectedness implies and that are false where these literals are
        true.
        """
        clauses: dict[tuple[int, ...], None] = {}
        for number in self._numbers:
            inside = [at for at, of in enumerate(self._of_kind) if of.get(number) in true_literals]
            parts = self._components(inside)
            if len(parts) == 1 and self._reach is not None:
                clauses |= dict.fromkeys(self._distance_clauses(number, inside, self._reach))
            if len(parts) < 2:
                continue
            # Each part must be joined to the largest: the clause says that both have the kind only
            # if a variable of the separator between them has it, too.
            largest = max(parts, key=len)
            for part in parts:
                if part is not largest:
                    between = self._separator(part, largest)
                    for kind in self._numbers:
                        clause = self._connection_clause(kind, (part[0], largest[0]), between)
                        if clause is not None:
                            clauses[clause] = None
        return [list(clause) for clause in clauses]

    def _components(self, inside: Sequence[int]) -> list[list[int]]:
        remaining = set(inside)
        parts = []
        for first in inside:
            if first in remaining:
                part = list(self._distances(first, remaining))
                remaining.difference_update(part)
                parts.append(part)
        return parts

    def _distances(self, first: int, within: Collection[int]) -> dict[int, int]:
        """Return the steps from a variable to each variable in ``within`` that can be reached, the
        nearest first.
        """
        steps = {first: 0}
        waiting = [first]
        for at in waiting:
            for other in self._neighbours[at]:
                if other in within and other not in steps:
                    steps[other] = steps[at] + 1
                    waiting.append(other)
        return steps

    def _separator(self, part: Sequence[int], other: Sequence[int]) -> list[int]:
        """Return the neighbours of a part that separate the part from another part."""
        around = {near for at in part for near in self._neighbours[at]}.difference(part)
        outside = set(range(len(self._neighbours))) - around
        reached = self._distances(other[0], outside)
        return sorted(at for at in around if any(near in reached for near in self._neighbours[at]))

    def _distance_clauses(
        self, number: int, inside: Sequence[int], reach: int
    ) -> list[tuple[int, ...]]:
        """Return clauses: a variable is within reach of the first of its kind, or further variables
        are of the kind.
        """
        steps = self._distances(inside[0], set(inside))
        far = [at for at, count in steps.items() if count > reach]
        others = sorted(set(range(len(self._neighbours))).difference(inside))
        clauses = [self._connection_clause(number, (inside[0], at), others) for at in far]
        return [clause for clause in clauses if clause is not None]

    def _connection_clause(
        self, number: int, both: tuple[int, int], others: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Return the clause "two variables are of a kind only if another variable is", or ``None``
        if the two cannot both be of the kind.
        """
        first, second = (self._of_kind[at].get(number) for at in both)
        if first is None or second is None:
            return None
        literals = (self._of_kind[at].get(number) for at in others)
        return (-first, -second, *(literal for literal in literals if literal is not None))
