"""The results of the operators of constraints and expressions.

``a & b`` is a constraint over constraints, and ``x * y == 6`` a constraint over expressions: the
result of an operator is built on the very class that has the operator.  So the classes ask this
module, which has the names of ``expressions/operator_table.py``, imported at the first use of one.

>>> import nonet.model
>>> from nonet.model.constraints import Linear
>>> (Linear(("x",), (1,), "==", 1) & Linear(("y",), (1,), "==", 2)).formula
'(x == 1) & (y == 2)'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.model.expressions.operator_table import *  # noqa: F403
else:

    def __getattr__(name):
        from nonet.model.expressions import operator_table

        if name not in operator_table.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, getattr(operator_table, name))
