"""The table of what operators make, filled: see ``nonet.model.operators``."""

from nonet.model.expressions.functions import truth
from nonet.model.expressions.logic import Compare, Iff, Implies, Not, both, either, odd
from nonet.model.expressions.operations import Absolute, Product, Quotient, Remainder
from nonet.model.expressions.telling import told
from nonet.model.operators import Operators

OPERATORS = Operators(
    both=both,
    either=either,
    odd=odd,
    negation=Not,
    implication=Implies,
    equivalence=Iff,
    truth=truth,
    comparison=Compare,
    product=Product,
    quotient=Quotient,
    remainder=Remainder,
    absolute=Absolute,
    told=told,
)
