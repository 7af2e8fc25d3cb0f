"""Constraints of a model as python-constraint's own, and the constraint that keeps the time.

After each assignment of a variable the solver calls the variable's constraints, with all domains
and the assignments so far.  A constraint returns whether it can still hold.

>>> clock = DeadlineConstraint(Request())
>>> declared = Linear.sum(("x", "y"), "==", 3)
>>> isinstance(library_constraint(declared, clock, wide=False), constraint.ExactSumConstraint)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import constraint

from nonet.backends.base import Request
from nonet.backends.events import Branched
from nonet.model import AllDifferent, Constraint, Linear

Variables = list[str]
Domains = dict[str, Any]
"""The solver's domains by variable: lists that can hide values."""
Assignments = dict[str, int]
"""Values by variable, in the order of assignment: the last is the newest."""

CHECK_INTERVAL = 8
"""Assignments between two looks at the clock, each of which takes as long as a small constraint."""

CALLS_INTERVAL = 32
"""Calls of one function between two looks at the clock: the library tries all values of a domain by
such calls, and takes up to 0.1 milliseconds to hide one of 500,000 values."""


class DeadlineConstraint(constraint.Constraint):  # type: ignore[misc]
    """A constraint over all variables that counts assignments and keeps the time limit.

    The compiled search ignores signals; Python code called from the search does not, so this
    constraint also makes Ctrl-C work.
    """

    def __init__(self, request: Request) -> None:
        self.assignments = 0
        self.guesses = 0
        self.check = request.check
        self._tracer = request.tracer

    def __call__(
        self,
        variables: Variables,
        domains: Domains,
        assignments: Assignments,
        forwardcheck: object = False,
    ) -> bool:
        """Always holds; raises ``DeadlineExceeded``."""
        self.assignments += 1
        last = next(reversed(assignments))
        if len(domains[last]) > 1:
            self.guesses += 1
            if self._tracer is not None:
                depth = sum(len(domains[name]) > 1 for name in assignments)
                self._tracer(Branched(last, assignments[last], depth))
        if not self.assignments % CHECK_INTERVAL:
            self.check()
        return True

    def preProcess(self, variables: Variables, domains: Domains, *posted: object) -> None:
        """Look at the time before the search; the library's own would drop unary constraints."""
        self.check()


class _NonEmptyDomains:
    """Look at the domains before the search only where none is empty.

    The library's sums take the least value of each domain and fail on an empty domain, which
    another constraint may have left; the solver then knows that there is no solution.
    """

    def preProcess(self, variables: Variables, domains: Domains, *posted: object) -> None:
        if all(domains[name] for name in variables):
            super().preProcess(variables, domains, *posted)  # type: ignore[misc]


class _ExactSum(_NonEmptyDomains, constraint.ExactSumConstraint):  # type: ignore[misc]
    pass


class _MaxSum(_NonEmptyDomains, constraint.MaxSumConstraint):  # type: ignore[misc]
    pass


class _MinSum(_NonEmptyDomains, constraint.MinSumConstraint):  # type: ignore[misc]
    pass


_SUMS: Mapping[str, Any] = {"==": _ExactSum, "<=": _MaxSum, ">=": _MinSum}


def library_constraint(
    declared: Constraint, clock: DeadlineConstraint, *, wide: bool
) -> constraint.Constraint:
    """Return the library's constraint for ``declared``, over its distinct variables.

    A function is looked at by the library when one variable at most has no value yet.  Over
    ``wide`` domains each sum is a function: the library's own would remove values one by one, each
    in time that grows with the domain, and no code of ours would see the clock.
    """
    scope = tuple(dict.fromkeys(declared.scope))
    if isinstance(declared, AllDifferent):
        return constraint.AllDifferentConstraint()
    # the library mistakes a sum over one variable
    if isinstance(declared, Linear) and declared.op in _SUMS and len(scope) > 1 and not wide:
        plain = all(coefficient == 1 for coefficient in declared.coefficients)
        return _SUMS[declared.op](declared.constant, None if plain else list(declared.coefficients))
    calls = count(1)

    def holds(*values: int) -> bool:
        if not next(calls) % CALLS_INTERVAL:
            clock.check()
        return declared.holds(dict(zip(scope, values, strict=True)))

    return constraint.FunctionConstraint(holds)
