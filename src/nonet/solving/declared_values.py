"""The values of declared variables, expressions and tasks in a solution, by declared names.

>>> import nonet
>>> build = nonet.ModelBuilder()
>>> colour = build.variable("colour", ["red", "green"])
>>> build.add(colour == "green")
>>> nonet.solve(build).solution[colour]
'green'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from nonet.errors import ModelError
from nonet.model.expressions.arithmetic import SingleTerm
from nonet.model.integers import short_repr

if TYPE_CHECKING:
    from nonet.model.symbols import Symbols


class NamedValues(Protocol):
    """The values of variables by name, and the names that their domains give to values."""

    @property
    def values_by_name(self) -> Mapping[str, int]: ...
    @property
    def symbols(self) -> Mapping[str, Symbols]: ...
    @property
    def owner(self) -> object | None: ...
    def value_of(self, expression: Any) -> int: ...
    def __getitem__(self, name: Any) -> Any: ...


def declared_value(solution: NamedValues, requested: Any) -> Any:
    """Return the value of a variable, an expression, an interval, or each of several."""
    check_owner(solution, requested)
    kind = type(requested)  # an instance answers for what it lacks with an error that advises
    if issubclass(kind, SingleTerm):
        value = solution[requested.name]
        symbols = requested.symbols or solution.symbols.get(requested.name)
        return value if symbols is None else symbols.declared_value(value)
    if hasattr(kind, "terms"):
        return solution.value_of(requested)
    if hasattr(kind, "is_optional"):
        if not solution.value_of(requested.present):
            return None
        return solution.value_of(requested.start), solution.value_of(requested.end)
    if hasattr(kind, "holds"):
        return bool(requested.holds(solution.values_by_name))
    if isinstance(requested, Iterable):
        return [solution[each] for each in requested]
    raise KeyError(f"{requested!r} is no variable: a solution is asked by a name or a variable")


def check_owner(solution: NamedValues, requested: Any) -> None:
    """Raise ``ModelError`` for an expression or a constraint over another builder's variables."""
    kind = type(requested)
    owner = requested.owner if hasattr(kind, "terms") or hasattr(kind, "holds") else None
    if owner is not None and solution.owner not in (None, owner):
        raise ModelError(
            f"{short_repr(requested)} was declared by another builder than the variables of this solution"
        )
