"""Exact forms: an absolute value, a square, a least or a greatest value compared with a constant.

Such a comparison says something of the operands alone, so no variable for the operation is needed.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> compared = abs(x - y) != 2
>>> print(*compared_operation(compared.expression, compared.op, compared.constant))
abs(x - y) != 2
>>> (square,) = [atom for atom, _ in (x**2 <= 10).expression.terms]
>>> print(*radius(square, "<=", 10))  # -3 <= x <= 3
x <= 3
"""

from __future__ import annotations

from math import isqrt

from nonet.model.constraints.linear import Comparison
from nonet.model.expressions.affine import Affine, Operation
from nonet.model.expressions.operations import Absolute, Greatest, Least, Product

TURNED: dict[str, Comparison] = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<="}
"""The comparison of the opposite of a number with the opposite of a constant."""


def compared_operation(
    expression: Affine, op: Comparison, constant: int
) -> tuple[Operation, Comparison, int] | bool | None:
    """Return what a comparison says of its only operation, as an operation, a comparison and a bound.

    ``True`` or ``False`` for a comparison that always or never holds, since the operation is of
    integers; ``None`` where the expression is not one operation with an exact form.
    """
    if len(expression.terms) != 1:
        return None
    ((atom, factor),) = expression.terms
    if not isinstance(atom, Absolute | Least | Greatest) and not (
        isinstance(atom, Product) and atom.left == atom.right
    ):
        return None
    if not factor:
        return None
    bound, remainder = divmod(constant - expression.constant, factor)  # rounded down
    if op in ("==", "!="):
        return op == "!=" if remainder else (atom, op, bound)
    turned = TURNED[op] if factor < 0 else op
    return atom, turned, bound + (turned == ">=" and remainder != 0)


def radius(
    operation: Operation, op: Comparison, bound: int
) -> tuple[Affine, Comparison, int] | bool | None:
    """Return the operand, and how its absolute value compares, for an absolute value or a square.

    ``True`` or ``False`` for a comparison that always or never holds, ``None`` for another operation.
    """
    if isinstance(operation, Absolute):
        operand, distance, is_exact = operation.of, bound, True
    elif isinstance(operation, Product):
        operand, distance = operation.left, isqrt(max(bound, 0))
        is_exact = distance**2 == bound
        distance += op == ">=" and not is_exact
    else:
        return None
    if op == ">=" and bound <= 0:
        return True
    if bound < 0 or (op in ("==", "!=") and not is_exact):
        return op == "!="
    return operand, op, distance
