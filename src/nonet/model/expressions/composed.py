"""Constraints over expressions: their own descriptions, to be encoded by primitives.

A constraint of this kind is a frozen dataclass: its fields (expressions, constraints, integers),
its meaning (``holds``) and the constraints that encode this meaning (``conditions``).  Conversion of
user input, scope, decomposition, checks, text and JSON follow from the fields.

``conditions`` may ask the encoder for variables that equal expressions.  Such a variable has
exactly one value for any values of the other variables, whether the constraint holds or not: so
counts never change, and the constraint can be negated, nested and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from nonet.errors import ModelError, quantity
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, FreshName
from nonet.model.constraints.primitives import check_limits
from nonet.model.constraints.regular import Automaton
from nonet.model.domain import Domain
from nonet.model.expressions.affine import (
    Affine,
    cached_domains,
    operands_of,
)
from nonet.model.expressions.arithmetic import as_affine, checked_constraint
from nonet.model.expressions.encoding import Encoder, encode_constraint
from nonet.model.integers import checked_integer, checked_integers, checked_tuple
from nonet.model.symbols import value_number

if TYPE_CHECKING:
    from nonet.model.expressions.arithmetic import Arithmetic

ExpressionInput: TypeAlias = "Affine | Arithmetic | Constraint | int | str"
"""The input for a field of an expression: an expression, a variable or its name."""


@dataclass(frozen=True)
class Composed(Constraint):
    """A constraint over expressions or other constraints."""

    if TYPE_CHECKING:  # fields of expressions take whatever is one: see ``ExpressionInput``

        def __init__(self, *fields: Any, **named_fields: Any) -> None: ...

    is_composed: ClassVar[bool] = True
    constraint_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that hold constraints, or sequences of constraints."""
    method: ClassVar[str] = ""
    """The builder's method that adds such a constraint."""
    parallel: ClassVar[tuple[str, ...]] = ()
    """The fields with as many entries each; ``present`` may be empty."""
    scope: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        kind: Any = type(self)
        for name, convert in _conversions(kind):
            object.__setattr__(self, name, convert(self, getattr(self, name), name))
        lengths = {name: len(getattr(self, name)) for name in self.parallel}
        if not lengths.get("present"):
            lengths.pop("present", None)
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{number} in {name}" for name, number in lengths.items())
            raise ModelError(f"{self.description}: {listed}: give as many of each")
        self._check_fields()
        self._check_constraint_fields(*self.constraint_fields)
        scope = dict.fromkeys(name for part in self.operands for name in part.scope)
        object.__setattr__(self, "scope", tuple(scope))
        self.check_limits()

    def _check_fields(self) -> None:
        """Check the fields, which are converted already if expressions, integers or truths."""

    @property
    def formula(self) -> str:
        """The call of ``method``; fields that have their default values are left out."""
        texts = [
            ("" if f.default is MISSING else f"{f.name}=") + _text(getattr(self, f.name))
            for f in fields(self)
            if f.init and f.name != "rule" and getattr(self, f.name) != f.default
        ]
        return f"{self.method}({', '.join(texts)})"

    def check_limits(self) -> None:
        """Raise ``ModelError`` if there is too much inside the constraint, or too deep."""
        check_limits(self.depth, self.size, self.description)

    def conditions(self, encoder: Encoder) -> Iterable[Constraint]:
        """Return the constraints that hold together exactly if this one does, over variables of
        ``encoder``."""
        raise NotImplementedError

    def negation(self, encoder: Encoder) -> list[Constraint]:
        """Return primitives that together say that the constraint does not hold."""
        return encoder.encode_some_false(self.conditions(encoder))

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        return encode_constraint(self, domains, fresh)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` for an expression of too large values."""
        domains = cached_domains(domains, self.scope)
        for part in self.operands:
            part.check_domains(domains)
            if isinstance(part, Affine):
                part.possible_values(domains)

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return tuple(part for part in self.operands if isinstance(part, Constraint))

    @cached_property
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The expressions and the constraints in the fields."""
        return operands_of(self)

    @cached_property
    def size(self) -> int:
        """The number of operations and constraints, in all depths, this constraint included."""
        return 1 + sum(getattr(part, "size", 1) for part in self.operands)

    @property
    def is_flat(self) -> bool:
        return not any(part.depth for part in self.operands if isinstance(part, Affine))

    @property
    def depth(self) -> int:
        return 1 + max((part.depth for part in self.operands), default=0)

    # -- what the fields are given ----------------------------------------------------------

    def _converted(self, operand: Any, name: str) -> Affine:
        self._note_symbols(operand)
        self.set_owner(getattr(operand, "owner", None))
        return as_affine(operand)

    def _converted_sequence(self, operands: Any, name: str) -> tuple[Affine, ...]:
        operands = checked_tuple(operands, self, name)
        return tuple([self._converted(operand, name) for operand in operands])

    def _note_symbols(self, operand: object) -> None:
        """Keep the names of an operand's values, by which constants are then given."""
        if (symbols := getattr(operand, "symbols", None)) is not None:
            object.__setattr__(self, "_names", (*getattr(self, "_names", ()), symbols))

    def _numbers(self, values: Any) -> Any:
        names = getattr(self, "_names", ())
        if not names or isinstance(values, str) or not isinstance(values, Iterable):
            return values
        return tuple(value_number(value, names, self.description) for value in values)

    def _check_constraint_fields(self, *names: str) -> None:
        for name in names:
            field = getattr(self, name)
            if isinstance(field, list | tuple):
                field = checked_tuple(field, self, name)
                object.__setattr__(self, name, field)
            for part in field if isinstance(field, tuple) else (field,):
                self.set_owner(checked_constraint(part).owner)

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        for name in ("operands", "size", "_names"):
            state.pop(name, None)
        return state


Kind = TypeVar("Kind", bound=Composed)

if TYPE_CHECKING:

    def global_constraint(kind: type[Kind]) -> type[Kind]:
        """Return the dataclass of a global constraint."""
else:
    global_constraint = dataclass(frozen=True)
    """Decorates a global constraint, whose fields are converted from expressions of user code."""


@cache
def _conversions(kind: Any) -> list[tuple[str, Callable[[Composed, Any, str], Any]]]:
    """Return the fields of expressions, integers and truths, each with what converts a user's input."""
    converters: dict[Any, Callable[[Composed, Any, str], Any]] = {
        "Affine": Composed._converted,
        "tuple[Affine, ...]": Composed._converted_sequence,
        "bool": lambda constraint, value, name: bool(value),
        "int": lambda constraint, value, name: checked_integer(value, constraint, name),
        "tuple[int, ...]": lambda constraint, value, name: checked_integers(
            constraint._numbers(value), constraint, name.removesuffix("s")
        ),
    }
    return [(f.name, converters[f.type]) for f in fields(kind) if f.type in converters]


def values_of(expressions: Iterable[Affine], assignment: Assignment) -> list[int]:
    """Return the values of some expressions."""
    return [expression.value(assignment) for expression in expressions]


def list_text(operands: Iterable[Any]) -> str:
    """Return some expressions, numbers or rows as a list in text: the first few and the last."""
    texts = list(map(_text, operands))
    if len(texts) > 6:
        texts = [*texts[:5], "...", texts[-1]]
    return f"[{', '.join(texts)}]"


def _text(value: Any) -> str:
    """Return the value of a field as it is written in a formula."""
    if isinstance(value, frozenset):
        are_tuples = any(isinstance(each, tuple) for each in value)
        return quantity(len(value), "tuple") if are_tuples else str(sorted(value))
    if isinstance(value, Automaton):
        return repr(value.pattern) if value.pattern else "automaton"
    return list_text(value) if isinstance(value, tuple) else str(value)
