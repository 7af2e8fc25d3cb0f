"""Predicate: a Python function of some expressions' values is true.

>>> from nonet.model.expressions.arithmetic import Variable
>>> x, y = Variable("x"), Variable("y")
>>> is_square = Predicate([x + y], lambda value: round(value**0.5) ** 2 == value)
>>> is_square.holds({"x": 7, "y": 2}), is_square.holds({"x": 7, "y": 3})
(True, False)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from nonet.deadline import checked
from nonet.errors import ModelError
from nonet.model.constraints.base import (
    TABLE_LIMIT,
    Assignment,
    Constraint,
    Decomposition,
    FreshName,
)
from nonet.model.constraints.table import Table
from nonet.model.domain import Domain
from nonet.model.expressions.affine import Affine
from nonet.model.expressions.arithmetic import as_affine
from nonet.model.expressions.composed import list_text
from nonet.model.expressions.encoding import NEGATIONS
from nonet.model.integers import checked_tuple, short_repr
from nonet.model.symbols import Symbols


@dataclass(frozen=True)
class Predicate(Constraint):
    """``function`` of the values of the expressions ``of``, in order, is true (not if ``negated``).

    The function must answer alike for equal values.  It is given integers, and where values have
    names, these.  Up to 200,000 combinations of values are written out as a table; beyond, native and
    python-constraint call the function as they search, and other backends decline it.

    Raises ``ModelError`` for what takes another number of values, and, when it is called, for an
    exception inside it, or ``None`` as its result.
    """

    scope: tuple[str, ...] = field(init=False)
    of: tuple[Affine, ...]
    function: Callable[..., Any]
    negated: bool = False
    names: tuple[Symbols | None, ...] = field(default=(), repr=False)
    """The names of the values of each expression, where there are some."""

    def __post_init__(self) -> None:
        if not callable(self.function) or inspect.isroutine(self.of):
            raise ModelError(
                f"a predicate is a function, not {short_repr(self.function)}: write "
                "build.predicate(rule, [x, y])"
            )
        operands = checked_tuple(self.of, self, "expressions")
        for operand in operands:
            self.set_owner(getattr(operand, "owner", None))
        names = tuple(getattr(operand, "symbols", None) for operand in operands)
        converted = tuple(map(as_affine, operands))
        scope = tuple(dict.fromkeys(name for part in converted for name in part.scope))
        self.__dict__.update(of=converted, scope=scope, names=self.names or names)
        try:
            inspect.signature(self.function).bind(*operands)
        except TypeError as error:
            raise ModelError(f"{self._name} of {len(operands)} values: {error}") from None
        except ValueError:  # functions of C may hide what they take
            pass

    @property
    def _name(self) -> str:
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return "the function" if name == "<lambda>" else str(name)

    def holds(self, assignment: Assignment) -> bool:
        values: list[Any] = [part.value(assignment) for part in self.of]
        for place, symbols in enumerate(self.names):
            if symbols is not None:
                values[place] = symbols.declared_value(values[place])
        call = f"{self._name}({', '.join(map(repr, values))})"
        try:
            result = self.function(*values)
        except Exception as error:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            line = (
                f" (line {trace.tb_lineno} of {trace.tb_frame.f_code.co_filename})" if trace else ""
            )
            raise ModelError(
                f"{call} raised {type(error).__name__}: {error}{line}: a predicate has an answer for "
                "all values of its variables"
            ) from error
        if result is None:
            raise ModelError(f"{call} returned None: a predicate returns True or False")
        return bool(result) != self.negated

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        for part in self.of:
            part.check_domains(domains)

    @property
    def formula(self) -> str:
        text = f"{self._name.removeprefix('the ')}({list_text(self.of)[1:-1]})"
        return f"~{text}" if self.negated else text

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        if prod(len(domains[name]) for name in self.scope) > TABLE_LIMIT:
            return None
        rows = (
            row
            for row in checked(product(*(domains[name] for name in self.scope)))
            if self.holds(dict(zip(self.scope, row, strict=True)))
        )
        return Decomposition((Table(self.scope, frozenset(rows), rule=self.rule),))


NEGATIONS[Predicate] = lambda each, domains: replace(each, negated=not each.negated)
