"""Products, quotients, maxima and entries written into CP-SAT's proto.

A constraint of two operands is filled in and copied into the model by one call, as
``linear_writer.py`` does with sums: each of its expressions has one variable, which is
overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nonet.backends.cpsat.binding import ConstraintProto, CpModel, LinearExpressionProto
from nonet.backends.cpsat.weighted_sums import LinearTerms

Term = tuple[int | None, int, int, int, int]
"""``factor * variable + constant`` and its bounds: (variable, factor, constant, low, high); the
variable is ``None`` for a number."""


def scaled_term(result: tuple[int, int, int], factor: int, constant: int) -> Term:
    """A multiple of a variable with these bounds, and a number."""
    variable, low, high = result
    if factor == 1 and not constant:
        return variable, 1, 0, low, high
    first, second = factor * low + constant, factor * high + constant
    return variable, factor, constant, min(first, second), max(first, second)


class _Operand:
    """An expression of one variable in a constraint that is filled in again and again."""

    def __init__(self, proto: Any) -> None:
        proto.vars.append(0)
        proto.coeffs.append(1)
        self._proto, self.variables, self._factors = proto, proto.vars, proto.coeffs
        self._factor, self._constant = 1, 0

    def fill(self, term: Term) -> None:
        """Write ``factor * variable + constant``."""
        variable, factor, constant, _, _ = term
        assert variable is not None
        self.variables[0] = variable
        if factor != self._factor:
            self._factors[0] = self._factor = factor
        if constant != self._constant:
            self._proto.offset = self._constant = constant


def append_variables(expressions: Any, variables: Iterable[int]) -> None:
    """Append variables to a list of expressions, in a third of the time of filling each anew."""
    form: Any = LinearExpressionProto()
    operand = _Operand(form)
    indices, append = operand.variables, expressions.append
    for variable in variables:
        indices[0] = variable
        append(form)


def append_terms(expressions: Any, terms: Iterable[Term]) -> None:
    """Append expressions over one variable at most to a list of expressions."""
    form: Any = LinearExpressionProto()
    operand, append = _Operand(form), expressions.append
    for term in terms:
        if term[0] is None:
            expressions.add().offset = term[2]
        else:
            operand.fill(term)
            append(form)


class OperationWriter:
    """Appends operations to the proto of a model; their results are variables by index."""

    def __init__(self, model: CpModel) -> None:
        self._constraints = model.proto.constraints
        self._forms: dict[str, tuple[Any, Any, _Operand, _Operand]] = {}

    def add_binary(self, kind: str, result: int, left: Term, right: Term) -> None:
        """``result`` equals ``int_prod``, ``int_div`` or ``int_mod`` of two operands."""
        if left[0] is None or right[0] is None:
            posted = getattr(self._constraints.add(), kind)
            _write_term(posted.target, (result, 1, 0, 0, 0))
            for term in (left, right):
                _write_term(posted.exprs.add(), term)
            return
        if kind not in self._forms:
            form = ConstraintProto()
            posted = getattr(form, kind)
            _write_term(posted.target, (0, 1, 0, 0, 0))
            operands = _Operand(posted.exprs.add()), _Operand(posted.exprs.add())
            self._forms[kind] = (form, posted.target.vars, *operands)
        form, target, first, second = self._forms[kind]
        target[0] = result
        first.fill(left)
        second.fill(right)
        self._constraints.append(form)

    def add_maximum(
        self, result: int, sums: Iterable[tuple[LinearTerms, int]], factor: int = 1
    ) -> None:
        """``factor * result`` is the greatest of some sums, each times a factor."""
        posted = self._constraints.add().lin_max
        _write_term(posted.target, (result, factor, 0, 0, 0))
        for linear, times in sums:
            target = posted.exprs.add()
            target.vars.extend(linear.terms)
            if times == 1:
                target.coeffs.extend(linear.coefficients)
            else:
                target.coeffs.extend([times * coefficient for coefficient in linear.coefficients])
            if linear.constant:
                target.offset = times * linear.constant

    def add_exclusive_or(self, literals: Sequence[int]) -> None:
        """An odd number of the literals is true."""
        self._constraints.add().bool_xor.literals.extend(literals)

    def add_entry(self, result: int, index: Term, entries: Sequence[int]) -> None:
        """``result`` is the entry at an index, counted from 0."""
        posted = self._constraints.add().element
        _write_term(posted.linear_index, index)
        _write_term(posted.linear_target, (result, 1, 0, 0, 0))
        add = posted.exprs.add
        for entry in entries:
            add().offset = entry


def _write_term(target: Any, term: Term) -> None:
    variable, factor, constant, _, _ = term
    if variable is not None:
        target.vars.append(variable)
        target.coeffs.append(factor)
    if constant:
        target.offset = constant
