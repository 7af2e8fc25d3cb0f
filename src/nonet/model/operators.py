"""The results of the operators of constraints and expressions.

``a & b`` is a constraint over constraints, and ``x * y == 6`` a constraint over expressions: the
result of an operator is built on the very class that has the operator.  So the classes ask for the
module ``expressions/operator_table.py``, which is imported at the first use of an operator.

>>> import nonet.model
>>> from nonet.model.constraints import Linear
>>> (Linear(("x",), (1,), "==", 1) & Linear(("y",), (1,), "==", 2)).formula
'(x == 1) & (y == 2)'
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def operators() -> Any:
    """Return the module of the functions that combine constraints and expressions."""
    return import_module("nonet.model.expressions.operator_table")
