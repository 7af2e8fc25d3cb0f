"""Clauses over the values of finite variables: the direct encoding.

Each value of each variable has a literal, "the variable takes this value", and
exactly one of a variable's literals is true (Walsh, "SAT v CSP", CP 2000).
Literals are positive or negative integers, as in DIMACS.

>>> clauses = []
>>> cnf = Cnf({"x": Domain.of([-1, 4])}, clauses.append)
>>> cnf.literals["x"], clauses
({-1: 1, 4: 2}, [(1, 2), (-2, -1)])
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations, pairwise
from typing import Literal, Protocol

from nonet.model import Domain

AtMostOne = Literal["auto", "pairwise", "sequential"]
"""Encodings of "at most one": ``auto`` is pairwise up to ``PAIRWISE`` literals."""

PAIRWISE = 32
"""Most literals of which ``auto`` writes out all pairs."""

MOST_CLAUSES = 6_000_000
"""Beyond it, a model is too large to encode: about half a gigabyte in the solver."""


class Learnt(Protocol):
    """A constraint that is left out of the clauses until a solution breaks it."""

    def cuts(self, true: Collection[int]) -> list[list[int]]:
        """Clauses that follow from it and are broken where these literals are true."""


class TooLarge(Exception):
    """The clauses would be too many: the model is declined."""


class Cnf:
    """Literals for the domains, and clauses handed to ``sink`` as they are made.

    The literals of ``domains`` are 1 to ``values``, in order; those above are
    auxiliary.  ``tick`` is called about every millisecond of encoding and may
    raise to end it.  Raises ``TooLarge`` beyond ``MOST_CLAUSES``.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        sink: Callable[[Sequence[int]], object],
        at_most_one: AtMostOne = "auto",
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        self.clauses = 0
        self.top = 0
        self._sink = sink
        self._tick = tick
        self.at_most_one_as: AtMostOne = at_most_one
        self._pairwise = {"auto": PAIRWISE, "pairwise": MOST_CLAUSES, "sequential": 3}[at_most_one]
        self.guard: int | None = None
        """The literal under which clauses hold now, if one: see :meth:`under`."""
        self.learnt: list[Learnt] = []
        """Constraints of which the clauses are made when a solution breaks them."""
        self._apart: set[tuple[int, int]] = set()
        self._apart_before: frozenset[tuple[int, int]] = frozenset()
        if 2 * sum(map(len, domains.values())) > MOST_CLAUSES:
            raise TooLarge
        self.literals: dict[str, dict[int, int]] = {}
        for name, domain in domains.items():
            self.literals[name] = {v: self.top + i for i, v in enumerate(domain, 1)}
            self.top += len(domain)
        self.values = self.top
        for literals in self.literals.values():
            self.exactly_one(tuple(literals.values()))

    @property
    def apart(self) -> frozenset[tuple[int, int]]:
        """The pairs of literals of which one is false, negated, ascending."""
        return self._apart_before.union(self._apart)

    def start_from(
        self,
        domains: Mapping[str, Domain],
        top: int,
        clauses: int,
        apart: frozenset[tuple[int, int]],
    ) -> None:
        """Take over what another Cnf of such domains came to; this one is new."""
        for name, domain in domains.items():
            self.literals[name] = {v: self.values + i for i, v in enumerate(domain, 1)}
            self.values += len(domain)
        self.top, self.clauses, self._apart_before = top, clauses, apart

    def fresh(self) -> int:
        """A new auxiliary literal."""
        self.top += 1
        return self.top

    @contextmanager
    def under(self, guard: int | None) -> Iterator[None]:
        """Make the clauses of the block hold only where the literal ``guard`` is true.

        Guards do not add up: within another, the clause that demands the inner
        guard is under the outer one, which is enough.
        """
        outer, self.guard = self.guard, guard
        try:
            yield
        finally:
            self.guard = outer

    def add(self, *literals: int) -> None:
        """At least one of the literals is true."""
        self.clauses += 1
        if not self.clauses & 1023:
            self.tick()
        self._sink(literals if self.guard is None else (*literals, -self.guard))

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Of each of these clauses at least one literal is true."""
        if self.guard is not None:
            clauses = [(*clause, -self.guard) for clause in clauses]
        self.clauses += len(clauses)
        self.tick()
        deque(map(self._sink, clauses), maxlen=0)

    def tick(self) -> None:
        """To be called in long work that makes no clause."""
        if self.clauses > MOST_CLAUSES:
            raise TooLarge
        self._tick()

    def differ(self, of_values: Sequence[Mapping[int, int]]) -> None:
        """Variables, each the literals of its values, take different values.

        At most one variable a value; exactly one where there are no more values than variables.
        """
        holders: dict[int, list[int]] = {}
        for choices in of_values:
            for value, literal in choices.items():
                holders.setdefault(value, []).append(literal)
        if len(of_values) > len(holders):
            self.add()
        full = len(of_values) == len(holders)
        for literals in holders.values():
            if full:
                self.exactly_one(literals)
            else:
                self.at_most_one(literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        """One of the literals is true, and no other."""
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of the literals are true.

        Sequential: the counter of Sinz, "Towards an optimal CNF encoding of
        Boolean cardinality constraints", CP 2005.
        """
        if len(literals) <= self._pairwise:
            self._add_pairs(literals)
            return
        seen = [self.fresh() for _ in literals[1:]]  # one of the literals up to here is true
        for literal, here in zip(literals[:-1], seen, strict=True):
            self.add(-literal, here)
        for before, here in pairwise(seen):
            self.add(-before, here)
        for before, literal in zip(seen, literals[1:], strict=True):
            self.add(-before, -literal)

    def _add_pairs(self, literals: Sequence[int]) -> None:
        """Of any two literals, one is false; said once, however many constraints ask for it."""
        pairs: Iterable[tuple[int, int]] = combinations(sorted(-x for x in literals), 2)
        if self.guard is not None:
            for one, other in pairs:
                self.add(one, other)
            return
        new = [p for p in pairs if p not in self._apart_before and p not in self._apart]
        self._apart.update(new)
        self.clauses += len(new)
        self.tick()
        for pair in new:
            self._sink(pair)
