"""Constraints of the model as the library's own: AllDifferent, sums, and functions for the rest.

>>> isinstance(library_constraint(Linear.sum(("x", "y"), "==", 3)), constraint.ExactSumConstraint)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import constraint

from nonet.backends.python_constraint.constraints import Domains, Variables
from nonet.model import AllDifferent, Constraint, Linear


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


def library_constraint(declared: Constraint) -> constraint.Constraint:
    """Return the library's constraint for ``declared``, over its distinct variables.

    A function is looked at by the library when one variable at most has no value yet.
    """
    scope = tuple(dict.fromkeys(declared.scope))
    if isinstance(declared, AllDifferent):
        return constraint.AllDifferentConstraint()
    # the library mistakes a sum over one variable, or over a variable twice
    if (
        isinstance(declared, Linear)
        and declared.op in _SUMS
        and 1 < len(scope) == len(declared.scope)
    ):
        plain = all(coefficient == 1 for coefficient in declared.coefficients)
        return _SUMS[declared.op](declared.constant, None if plain else list(declared.coefficients))
    return constraint.FunctionConstraint(
        lambda *values: declared.holds(dict(zip(scope, values, strict=True)))
    )
