"""The results of operators, by the names that ``nonet.model.operators`` has for them."""

from functools import partial
from importlib import import_module

from nonet.model.expressions.encoding import encode_constraint as decomposition
from nonet.model.expressions.functions import truth
from nonet.model.expressions.logic import (
    Compare,
    conjunction,
    conjunction_of,
    disjunction,
    equivalence,
    exclusive_or,
    implication,
    negation,
)
from nonet.model.expressions.operations import Absolute as absolute
from nonet.model.expressions.operations import Product
from nonet.model.expressions.operations import Quotient as quotient
from nonet.model.expressions.operations import Remainder as remainder

comparison = Compare.of_expression
product = Product
numpy_functions = partial(import_module, "nonet.model.expressions.numpy_functions")

__all__ = [
    "absolute", "comparison", "conjunction", "conjunction_of", "decomposition", "disjunction",
    "equivalence", "exclusive_or", "implication", "negation", "numpy_functions", "product",
    "quotient", "remainder", "truth",
]  # fmt: skip
