"""A builder's description of a constraint: its formula, and the line that added it.

>>> from nonet.model.constraints import Linear
>>> warning_text(Linear(("x",), (1,), ">=", 0))
'x >= 0'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from types import CodeType

from nonet.model.constraints import AnyOf, Constraint, Linear
from nonet.model.domain import Domain
from nonet.model.integers import truncated
from nonet.model.symbols import Symbols

_MOST_SHOWN = 120


class SourceText:
    """The text of how a constraint was added, made when called."""

    __slots__ = ("_code", "_line", "_symbols")

    def __init__(self, symbols: Mapping[str, Symbols], code: CodeType, line: int) -> None:
        self._symbols, self._code, self._line = symbols, code, line

    def __call__(self, constraint: Constraint) -> str:
        formula = formula_with_symbols(constraint, self._symbols)
        place = _source_line_text(self._code.co_filename, self._line)
        return truncated(formula, _MOST_SHOWN) + place


def formula_with_symbols(constraint: Constraint, symbols: Mapping[str, Symbols]) -> str:
    """Return a constraint as text; comparisons of named values have the names.

    >>> colours = {name: Symbols(((0, "red"), (1, "green"))) for name in "ab"}
    >>> formula_with_symbols(Linear(("a",), (1,), "!=", 1), colours)
    'a != green'
    >>> formula_with_symbols(Linear(("a", "b"), (1, -1), "==", 0), colours)
    'a == b'
    """
    if isinstance(constraint, Linear) and len(constraint.scope) == 1:
        (name,) = constraint.scope
        if name in symbols and constraint.coefficients == (1,):
            return f"{name} {constraint.op} {symbols[name].name_of(constraint.constant)}"
    if (
        isinstance(constraint, Linear)
        and constraint.coefficients in ((1, -1), (-1, 1))
        and not constraint.constant
        and all(map(symbols.__contains__, constraint.scope))
    ):
        return f" {constraint.op} ".join(constraint.scope)
    return constraint.formula or type(constraint).__name__


def _source_line_text(file: str, line: int) -> str:
    """Return the line that adds a constraint, in words; empty if the line is in no file."""
    if file.startswith("<"):
        return ""
    if "ipykernel_" in file:
        return f" (line {line} of its cell)"
    return f" (line {line} of {PurePath(file).name})"


def constraint_text(constraint: Constraint) -> str:
    """How an error calls a constraint: its label and, of a sum, its formula."""
    named = str(constraint.rule)
    formula = constraint.formula
    if named and formula and isinstance(constraint, Linear):
        return f"{named}: {formula}"
    return named or formula or constraint.description


def entailment_warning(constraint: Constraint, known: bool, domains: Mapping[str, Domain]) -> str:
    """The warning for a constraint that is always true, or always false."""
    names = constraint.scope[:3]
    where = ", ".join(f"{name} in {domains[name]!r}" for name in names)
    more = ", ..." if len(constraint.scope) > len(names) else ""
    result = "it says nothing" if known else "the model has no solution"
    return f"{warning_text(constraint)} is always {str(known).lower()} ({where}{more}): {result}"


def warning_text(constraint: Constraint) -> str:
    """How a warning calls a constraint."""
    if isinstance(constraint, AnyOf) and not str(constraint.rule):
        return (
            f"AnyOf: {truncated(constraint.formula, _MOST_SHOWN)}"
            if constraint.formula
            else "AnyOf"
        )
    return truncated(constraint_text(constraint), _MOST_SHOWN)
