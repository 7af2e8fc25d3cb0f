"""Lists of expressions in the arguments of a builder's methods, as tuples.

>>> flattened([1, 2]), flattened("x")
((1, 2), 'x')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nonet.model.expressions.array import Matrix
from nonet.model.expressions.functions import TermInput

VariablesInput = TermInput | str
"""An expression, or the name of a variable."""

SeveralInput = Iterable[VariablesInput] | Matrix[Any]
"""Several of them: a sequence, or a matrix, which is taken row by row."""


def flattened(things: Any) -> Any:
    """Return the things of a sequence, of a matrix row by row; a text is no sequence of names."""
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    return tuple(getattr(things, "flat", things))
