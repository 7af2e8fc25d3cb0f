"""The results of the operators of constraints and expressions.

``a & b`` is a constraint over constraints, and ``x * y == 6`` a constraint over expressions: the
result of an operator is built on the very class that has the operator.  So the classes ask this
module, which imports a name of ``expressions/`` at its first use.

>>> import nonet.model
>>> from nonet.model.constraints import Linear
>>> (Linear(("x",), (1,), "==", 1) & Linear(("y",), (1,), "==", 2)).formula
'(x == 1) & (y == 2)'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.model.expressions import numpy_functions as numpy_functions
    from nonet.model.expressions.encoding import *  # noqa: F403
    from nonet.model.expressions.functions import *  # noqa: F403
    from nonet.model.expressions.logic import *  # noqa: F403
else:

    def __getattr__(name):
        if name == "numpy_functions":  # which most models do without
            return import_module("nonet.model.expressions.numpy_functions")
        from nonet.model.expressions import encoding, functions, logic

        for module in (functions, logic, encoding):
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
