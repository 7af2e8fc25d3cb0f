"""Whether names of values mean the same in all of a constraint, and are not used as numbers.

Solvers compare integers.  Where variables with named values are compared, counted or read by one
automaton, each name must therefore have one integer in all these variables; sums and orders of
names mean nothing.

>>> from nonet.model.constraints import AllDifferent
>>> colour, pet = Symbols(((0, "red"), (1, "blue"))), Symbols(((0, "dog"), (1, "cat")))
>>> check_value_names(AllDifferent(("x", "y")), {"x": colour, "y": pet})
Traceback (most recent call last):
nonet.errors.ModelError: AllDifferent: x has the values red, blue and y the values dog, cat: names \
of two sets that share none are not compared
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any, NoReturn

from nonet.errors import ModelError
from nonet.model.constraints import Constraint
from nonet.model.expressions.affine import Affine, Operation
from nonet.model.expressions.operations import Entry
from nonet.model.symbols import Symbols, agree

Operand = Affine | str | int
"""An expression, the name of a variable or an integer."""


def check_value_names(constraint: Constraint, symbols: Mapping[str, Symbols]) -> None:
    """Raise ``ModelError`` where a constraint compares names of two sets, or calculates with names.

    ``symbols`` are the symbols of the variables with named values.
    """
    if symbols and not symbols.keys().isdisjoint(constraint.scope):
        _Checker(constraint, symbols).check(constraint)


class _Checker:
    """Checks an added constraint and all constraints inside."""

    def __init__(self, added: Constraint, symbols: Mapping[str, Symbols]) -> None:
        self._added, self._symbols = added, symbols

    def check(self, constraint: Constraint) -> None:
        """Look at a constraint by its type; of unknown types only the parts are looked at."""
        self._check_fields(constraint)
        special = _SPECIAL.get(type(constraint).__name__)
        if special is not None:
            special(self, constraint)
        for part in constraint.parts:
            self.check(part)

    # -- what a field is used for ------------------------------------------------------------

    def alike(self, operands: Iterable[Operand]) -> None:
        """Compared with each other: all have names that agree, or none has."""
        earlier: dict[Symbols | None, Operand] = {}
        for operand in operands:
            if isinstance(operand, int) or (isinstance(operand, Affine) and not operand.terms):
                continue
            names = self._names(operand)
            if names in earlier:
                continue
            for others, other in earlier.items():
                if not (names and others and agree((names, others))):
                    self._refuse(other, others, operand, names)
            earlier[names] = operand

    def numbers(self, operands: Iterable[Operand]) -> None:
        """Added, multiplied or ordered."""
        for operand in operands:
            names = None if isinstance(operand, int) else self._names(operand)
            if names is not None:
                raise ModelError(
                    f"{self._added.description}: the values of {operand} are names ({names}), not "
                    "numbers: they are compared by == and != alone"
                )

    def places(self, operands: Iterable[Operand]) -> None:
        """Used as an index: names are places in the order declared."""
        for operand in operands:
            names = None if isinstance(operand, int) else self._names(operand)
            if names is not None and not names.are_places:
                raise ModelError(
                    f"{self._added.description}: the values of {operand} ({names}) are not places of "
                    "an array: another variable had some of these names before, in another order"
                )

    def _names(self, operand: Operand) -> Symbols | None:
        if isinstance(operand, str):
            names = self._symbols.get(operand)
            return None if names is None or names.is_numeric else names
        assert isinstance(operand, Affine)
        if not operand.terms:
            return None
        if operand.variable_name is not None:
            return self._names(operand.variable_name)
        for atom, _ in operand.terms:
            if isinstance(atom, Operation):
                self._check_fields(atom)
                for part in atom.operands:
                    if isinstance(part, Constraint):
                        self.check(part)
        ((atom, factor), *others) = operand.terms
        if isinstance(atom, Entry) and factor == 1 and not others and not operand.constant:
            entries = [entry for entry in atom.array if entry.terms]
            return self._names(entries[0]) if entries else None
        self.numbers(atom for atom, _ in operand.terms if isinstance(atom, str))
        for atom, _ in operand.terms:
            if isinstance(atom, Entry):
                self.numbers(atom.array)
        return None

    def _check_fields(self, each: Constraint | Operation) -> None:
        for field_name, role in _ROLES.get(type(each).__name__, {}).items():
            value = getattr(each, field_name)
            role(self, value if isinstance(value, tuple) else (value,))

    def _refuse(
        self, first: Operand, names: Symbols | None, other: Operand, other_names: Symbols | None
    ) -> NoReturn:
        texts = [f"the values {each}" if each else "integers" for each in (names, other_names)]
        reason = (
            "names of two sets that share none are not compared"
            if names and other_names and {*names.by_name}.isdisjoint(other_names.by_name)
            else "a name and an integer are not compared"
            if not (names and other_names)
            else "one name has two integers there: declare first the variable that has most names"
        )
        raise ModelError(
            f"{self._added.description}: {first} has {texts[0]} and {other} {texts[1]}: {reason}"
        )

    # -- comparisons -------------------------------------------------------------------------

    def linear(self, linear: Any) -> None:
        """Of names only ``x == value``, ``x == y`` and their opposites are said."""
        pairs = zip(linear.scope, linear.coefficients, strict=True)
        terms = tuple((name, factor) for name, factor in pairs if factor)
        self._compared(terms, linear.op, linear.constant)

    def compare(self, compare: Any) -> None:
        """The same of expressions."""
        expression = compare.expression
        self._compared(expression.terms, compare.op, compare.constant - expression.constant)

    def _compared(self, terms: tuple[tuple[Any, int], ...], op: str, constant: int) -> None:
        operands = [each if isinstance(each, str) else Affine(((each, 1),)) for each, _ in terms]
        factors = [factor for _, factor in terms]
        if op in ("==", "!=") and (
            factors in ([1], [-1]) or (factors in ([1, -1], [-1, 1]) and not constant)
        ):
            self.alike(operands)
        else:
            self.numbers(operands)


Role = Callable[[_Checker, Iterable[Any]], None]

_ROLES: Mapping[str, Mapping[str, Role]] = {
    kind: {field: role for role, fields in roles for field in fields.split()}
    for kinds, *roles in (
        ("AllDifferent Regular Connected CountFamily EqualCounts", (_Checker.alike, "scope")),
        ("SumBetween EnclosedSum LeadingSum EqualSums", (_Checker.numbers, "scope")),
        ("Distinct AllEqual Precedence RegularOf", (_Checker.alike, "of")),
        ("NumberOfValues Occurrences", (_Checker.alike, "of")),
        ("Increasing Least Greatest Absolute", (_Checker.numbers, "of")),
        ("LineComparison Lexicographic", (_Checker.numbers, "one other")),
        ("Product Quotient Remainder", (_Checker.numbers, "left right")),
        ("Count", (_Checker.alike, "counted"), (_Checker.numbers, "number")),
        ("CostRegular", (_Checker.alike, "of"), (_Checker.numbers, "total")),
        ("Cardinality", (_Checker.alike, "of"), (_Checker.numbers, "number")),
        ("NoOverlap", (_Checker.numbers, "start duration present")),
        ("NoOverlap2D", (_Checker.numbers, "x y width height present")),
        ("Reservoir", (_Checker.numbers, "time change present")),
        ("Cumulative", (_Checker.numbers, "start duration demand capacity present")),
        ("BinPacking", (_Checker.places, "bin"), (_Checker.numbers, "load")),
        ("Circuit SubCircuit", (_Checker.places, "successor")),
        ("ArcCircuit", (_Checker.numbers, "chosen")),
        ("Inverse", (_Checker.places, "forth back")),
        ("Element ElementOf", (_Checker.places, "index")),
        ("Entry", (_Checker.alike, "array"), (_Checker.places, "index")),
    )
    for kind in kinds.split()
}
"""The uses of the fields of a constraint or an operation, by the name of its type."""

_SPECIAL: Mapping[str, Callable[[_Checker, Any], None]] = {
    "Linear": _Checker.linear,
    "Compare": _Checker.compare,
    "Element": lambda checker, each: checker.alike((*each.array, each.value)),
    "ElementOf": lambda checker, each: checker.alike((*each.array, each.is_value)),
    "LexicographicChain": lambda checker, each: checker.numbers(chain.from_iterable(each.rows)),
}
"""Uses of several fields together."""
