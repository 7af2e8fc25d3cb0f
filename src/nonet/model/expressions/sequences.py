"""The constraints of a sequence, among which Python may have put ``True`` and ``False``.

Of the places of an array, or of two lists, some may have numbers alone, and their comparisons are
truths.  A true one says nothing; with a false one nothing can hold.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x = Variable("x")
>>> [each.formula for each in listed_constraints([x <= 3, True], "x")]
['x <= 3']
>>> [each.formula for each in listed_constraints([x <= 3, False], "x")]
['x <= 3', '0 * x == 1']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nonet.model.constraints.base import Constraint, known_truth
from nonet.model.constraints.linear import Linear
from nonet.model.expressions.array import PlaceByPlace


def listed_constraints(of: Iterable[Any], variable: str) -> Iterator[Any]:
    """Yield the entries of a sequence to be added: of truths none that says nothing.

    A false one becomes a constraint of ``variable`` that never holds.  Truths alone in a list are
    left as they are, and refused by whoever adds them: ``x is y`` is one.
    """
    entries = [*getattr(of, "flat", of)]
    are_expected = isinstance(of, PlaceByPlace) or any(isinstance(e, Constraint) for e in entries)
    for each in entries:
        if are_expected and (known := known_truth(each)) is not None:
            if not known and variable:
                yield Linear((variable,), (0,), "==", 1)
            elif not known:
                yield each
        elif not _says_nothing(each):
            yield each


def _says_nothing(entry: Any) -> bool:
    """Whether an entry is a comparison of which all variables cancel out, and true."""
    return (
        type(entry) is Linear
        and not any(entry.coefficients)
        and entry.holds(dict.fromkeys(entry.scope, 0))
    )
