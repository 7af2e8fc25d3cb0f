"""Acceptance: whether values keep the domains and constraints of a structure, compiled.

Every solution of every backend is checked, so the check is made once for a structure.
``Constraint.holds`` remains the meaning: a compiled check returns the same result, and constraints
without a compiled check are tested by ``holds``.

*AllDifferent* and the domains are compiled together.  Each constraint has a bit for each value that
its variables can take.  A table gives, for each value of each variable, the bits of this value in
all constraints of the variable; the variables of each constraint differ if and only if no bit is
taken twice, that is, if the sum of all values' bits has as many bits set as were taken.

>>> from nonet.model import AllDifferent, Domain
>>> domains = {"x": Domain.of([1, 2]), "y": Domain.of([1, 2])}
>>> check = AssignmentChecker(domains, (AllDifferent(("x", "y")),))
>>> [check.allows(values) for values in [(1, 2), (1, 1), (1, 3)]], check.unchecked_constraints
([True, False, False], ())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import getitem

from nonet.model.constraints.all_different import AllDifferent
from nonet.model.constraints.base import Constraint
from nonet.model.domain import Domain

MOST_VALUES = 20_000
"""Values of all variables together (729 in a 9x9, 15,625 in a 25x25) of which a table is made."""

MOST_BITS = 2_000
"""Bits of all constraints together (243 in a 9x9, 1,875 in a 25x25): more would be slower."""

CHECKS_BEFORE_COMPILING = 30
"""Assignments that are checked constraint by constraint before the check is compiled, which
takes as long."""


def fits_in_tables(domains: Mapping[str, Domain]) -> bool:
    """Whether there are few enough values for a table."""
    return sum(map(len, domains.values())) <= MOST_VALUES


class AssignmentChecker:
    """The check of one structure.  ``unchecked_constraints`` are the constraints that the check
    leaves out.
    """

    def __init__(self, domains: Mapping[str, Domain], constraints: Iterable[Constraint]) -> None:
        others: list[Constraint] = []
        first = dict.fromkeys(domains, 0)  # of each variable, the bits of its least value
        top = self._taken = 0
        for constraint in constraints:
            of = [domains[name] for name in constraint.scope]
            low = min(domain.base for domain in of)
            width = max(domain.highest for domain in of) - low + 1
            # a class made from AllDifferent may mean something else
            if type(constraint) is not AllDifferent or top + width > MOST_BITS:
                others.append(constraint)
                continue
            for name, domain in zip(constraint.scope, of, strict=True):
                first[name] |= 1 << top + domain.base - low
            top += width
            self._taken += len(of)
        self._tables = tuple(
            {value: first[name] << value - domain.base for value in domain}
            for name, domain in domains.items()
        )
        self.unchecked_constraints = tuple(others)

    def allows(self, values: Sequence[int]) -> bool:
        """Whether each variable's value, in the order declared, is in its domain, and every
        constraint holds but the ``unchecked_constraints``."""
        if len(values) != len(self._tables):
            raise ValueError(f"{len(values)} values for {len(self._tables)} variables")
        try:
            # where two take the same bit the sum carries it on, and has fewer bits
            return sum(map(getitem, self._tables, values)).bit_count() == self._taken
        except KeyError:
            return False
