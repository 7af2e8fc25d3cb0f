"""The table of the results of operators, filled: see ``nonet.model.operators``."""

from functools import partial
from importlib import import_module

from nonet.model.expressions.encoding import encode_constraint
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
from nonet.model.expressions.operations import Absolute, Product, Quotient, Remainder
from nonet.model.operators import Operators

OPERATORS = Operators(
    conjunction=conjunction,
    conjunction_of=conjunction_of,
    disjunction=disjunction,
    exclusive_or=exclusive_or,
    negation=negation,
    implication=implication,
    equivalence=equivalence,
    truth=truth,
    comparison=Compare.of_expression,
    product=Product.of_operands,
    quotient=Quotient,
    remainder=Remainder,
    absolute=Absolute,
    decomposition=encode_constraint,
    numpy_functions=partial(import_module, "nonet.model.expressions.numpy_functions"),
)
