"""Lists of expressions in the arguments of a builder's methods, as tuples.

>>> flattened([1, 2]), flattened("x")
((1, 2), 'x')
"""

from __future__ import annotations

from typing import Any

from nonet.model.expressions.functions import TermInput

VariablesInput = TermInput | str
"""An expression, or the name of a variable."""


def flattened(things: Any) -> Any:
    """Return the things of a sequence, of a matrix row by row; a text is no sequence of names."""
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    return tuple(getattr(things, "flat", things))
