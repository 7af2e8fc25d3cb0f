"""Clauses over the values of finite variables: the direct encoding.

Each value of each variable has a literal, "the variable takes this value", and exactly one literal
of a variable is true (Walsh, "SAT v CSP", CP 2000). Literals are positive or negative integers, as
in DIMACS.

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

from nonet.deadline import MOST_LISTED
from nonet.model import Domain

AtMostOne = Literal["auto", "pairwise", "sequential"]
"""Encodings of "at most one": ``auto`` is pairwise up to ``MAX_PAIRWISE_LITERALS`` literals."""

MAX_PAIRWISE_LITERALS = 32
"""Most literals of which ``auto`` writes out all pairs."""

MAX_CLAUSES = 6_000_000
"""Most clauses of a model that is encoded: about half a gigabyte in the solver."""


class LazyConstraint(Protocol):
    """A constraint that is left out of the clauses until a solution violates the constraint."""

    def violated_clauses(self, true_literals: Collection[int]) -> list[list[int]]:
        """Return clauses that the constraint implies and that are false where these literals are
        true.
        """


class TooLarge(Exception):
    """The clauses would be too many: the model is declined."""


class Cnf:
    """Literals for the domains; each new clause is handed to ``sink``.

    The literals of ``domains`` are 1 to ``value_literal_count``, in order; higher literals are
    auxiliary. ``check_deadline`` is called about every millisecond of encoding and may raise to end
    the encoding. Raises ``TooLarge`` beyond ``MAX_CLAUSES``.
    """

    def __init__(
        self,
        domains: Mapping[str, Domain],
        sink: Callable[[Sequence[int]], object],
        at_most_one: AtMostOne = "auto",
        check_deadline: Callable[[], object] = lambda: None,
    ) -> None:
        self.clause_count = 0
        self.top = 0
        self._sink = sink
        self.check_deadline = check_deadline
        self._pairwise = {"auto": MAX_PAIRWISE_LITERALS, "pairwise": MAX_CLAUSES, "sequential": 3}[
            at_most_one
        ]
        self.guard: int | None = None
        """The literal under which new clauses hold, or None: see :meth:`guarded_by`."""
        self.lazy_constraints: list[LazyConstraint] = []
        """Constraints whose clauses are made when a solution violates the constraint."""
        self._exclusive_pairs: set[tuple[int, int]] = set()
        self.literals: dict[str, dict[int, int]] = {}
        self.value_literal_count = sum(map(len, domains.values()))
        self.declare(domains)

    def declare(self, domains: Mapping[str, Domain]) -> None:
        """Add the literals of variables, and that each takes one value."""
        if sum(map(len, domains.values())) > MOST_LISTED:
            raise TooLarge
        for name, domain in domains.items():
            self.check_deadline()
            self.literals[name] = {v: self.top + i for i, v in enumerate(domain, 1)}
            self.top += len(domain)
        for name in domains:
            self.exactly_one(tuple(self.literals[name].values()))

    def new_literal(self) -> int:
        """A new auxiliary literal."""
        self.top += 1
        return self.top

    @contextmanager
    def guarded_by(self, guard: int | None) -> Iterator[None]:
        """Make the clauses of the block hold only where the literal ``guard`` is true.

        Guards do not add up: in nested blocks the clause that demands the inner guard is under the
        outer guard, which is enough.
        """
        outer, self.guard = self.guard, guard
        try:
            yield
        finally:
            self.guard = outer

    def add(self, *literals: int) -> None:
        """Add the clause: some literal is true."""
        self.clause_count += 1
        if not self.clause_count & 1023:
            self.check_limits()
        self._sink(literals if self.guard is None else (*literals, -self.guard))

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Of each of these clauses at least one literal is true."""
        if self.guard is not None:
            clauses = [(*clause, -self.guard) for clause in clauses]
        self.clause_count += len(clauses)
        self.check_limits()
        deque(map(self._sink, clauses), maxlen=0)

    def check_limits(self) -> None:
        """To be called in long work that makes no clause."""
        if self.clause_count > MAX_CLAUSES:
            raise TooLarge
        self.check_deadline()

    def all_different(self, value_literals: Sequence[Mapping[int, int]]) -> None:
        """Variables, each the literals of its values, take different values.

        At most one variable a value; exactly one where there are no more values than variables.
        """
        holders: dict[int, list[int]] = {}
        for choices in value_literals:
            for value, literal in choices.items():
                holders.setdefault(value, []).append(literal)
        if len(value_literals) > len(holders):
            self.add()
        full = len(value_literals) == len(holders)
        for literals in holders.values():
            if full:
                self.exactly_one(literals)
            else:
                self.at_most_one(literals)

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Demand that exactly one literal is true."""
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
        self.check_limits()
        seen = [self.new_literal() for _ in literals[1:]]  # one of the literals up to here is true
        for literal, current in zip(literals[:-1], seen, strict=True):
            self.add(-literal, current)
        for before, current in pairwise(seen):
            self.add(-before, current)
        for before, literal in zip(seen, literals[1:], strict=True):
            self.add(-before, -literal)

    def _add_pairs(self, literals: Sequence[int]) -> None:
        """Demand that no two literals are true; each pair is written once, however many constraints
        share the pair.
        """
        pairs: Iterable[tuple[int, int]] = combinations(sorted(-x for x in literals), 2)
        if self.guard is not None:
            for literal, other in pairs:
                self.add(literal, other)
            return
        new = [pair for pair in pairs if pair not in self._exclusive_pairs]
        self._exclusive_pairs.update(new)
        self.clause_count += len(new)
        self.check_limits()
        for pair in new:
            self._sink(pair)
