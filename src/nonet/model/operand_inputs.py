"""Lists of expressions in the arguments of a builder's methods, as tuples.

>>> flattened([1, 2]), flattened("x")
((1, 2), 'x')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nonet.errors import ModelError
from nonet.model.expressions.array import Matrix
from nonet.model.expressions.functions import TermInput
from nonet.model.integers import short_repr

VariablesInput = TermInput | str
"""An expression, or the name of a variable."""

SeveralInput = Iterable[VariablesInput] | Matrix[Any]
"""Several of them: a sequence, or a matrix, which is taken row by row."""


def flattened(things: Any) -> Any:
    """Return the things of a sequence, of a matrix row by row; a text is no sequence of names.

    Raises ``ModelError`` for a dictionary, whose keys are rarely meant.
    """
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    if isinstance(things, dict):
        raise ModelError(f"{short_repr(things)} is a dictionary: write list(d.values())")
    return tuple(getattr(things, "flat", things))
