"""Values with names: where texts and members of an ``Enum`` become integers, and back.

Solvers know integers only.  A variable declared over names is a variable over 0, 1, 2, ... for
solvers (over the members' own integers, for an ``IntEnum``); its names are stored beside the model
and shown wherever its values are.  A name has one integer in all variables of a model that share
names, so that names mean the same in every constraint.

>>> colours = Symbols.from_values(["red", "green", "blue"])
>>> colours.value_of("green", "x"), colours.name_of(2)
(1, 'blue')
>>> print(colours)
red, green, blue
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import zip_longest
from typing import Any

from nonet.errors import ModelError, did_you_mean
from nonet.model.domain import Domain
from nonet.model.integers import checked_tuple, is_integer, short_repr


@dataclass(frozen=True)
class Symbols:
    """The names of a variable's values: pairs (value, name), in the order declared."""

    pairs: tuple[tuple[int, str], ...]
    is_numeric: bool = field(default=False, compare=False)
    """Whether the names are of meaningful integers, such as members of an ``IntEnum``."""
    members: tuple[Enum, ...] = field(default=(), compare=False, repr=False)
    """The members of an ``Enum`` that were declared, in the order of ``pairs``, where some were."""

    @staticmethod
    def from_values(values: object, declared: Iterable[Symbols] = ()) -> Symbols | None:
        """Return the symbols of a declaration's values; ``None`` if the values are not names.

        ``declared`` are the symbols of variables declared before: a name of theirs keeps its
        integer.  Raise ``ModelError`` for names and integers mixed, or a name given twice.
        """
        if not isinstance(values, Iterable) or isinstance(values, str | bytes | range):
            return None
        listed = checked_tuple(values, "a domain", "values")
        if not listed or not all(isinstance(value, str | Enum) for value in listed):
            named = [v for v in listed if isinstance(v, str | Enum) and not is_integer(v)]
            if named and len(named) < len(listed):
                raise ModelError(
                    f"a domain has names or integers, not both: {short_repr(named[0])} is a name"
                )
            return None
        names = [value.name if isinstance(value, Enum) else str(value) for value in listed]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise ModelError(f"a domain has the name {short_repr(twice)} twice")
        members = listed if all(isinstance(value, Enum) for value in listed) else ()
        if all(map(is_integer, listed)):
            pairs = tuple((int(v), n) for v, n in zip(listed, names, strict=True))
            return Symbols(pairs, is_numeric=True, members=members)
        return Symbols(_numbered_names(names, declared), members=members)

    @cached_property
    def are_places(self) -> bool:
        """Whether the names, in the order declared, have the integers 0, 1, 2, ..."""
        return [value for value, _ in self.pairs] == list(range(len(self.pairs)))

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        """The integer of each name."""
        return {name: value for value, name in self.pairs}

    @cached_property
    def by_value(self) -> Mapping[int, str]:
        """The name of each integer."""
        return dict(self.pairs)

    @property
    def values(self) -> tuple[int, ...]:
        """The integers."""
        return tuple(value for value, _ in self.pairs)

    def value_of(self, name: object, where: str) -> int:
        """The integer of a name (a text or a member of an ``Enum``), or of an integer, itself.

        Raises ``ModelError``, listing the names, for any other value.
        """
        if is_integer(name) and not isinstance(name, Enum):
            return name  # type: ignore[return-value]
        text = name.name if isinstance(name, Enum) else name
        if isinstance(text, str) and text in self.by_name:
            return self.by_name[text]
        similar = did_you_mean(text, self.by_name) if isinstance(text, str) else ""
        raise ModelError(f"{where} has no value {short_repr(name)}; it has {self}{similar}")

    def name_of(self, value: int) -> str:
        """The name of a value; of one without, its digits."""
        return self.by_value.get(value, str(value))

    def declared_value(self, value: int) -> object:
        """Return the declared value of an integer: a text, or a member of an ``Enum``."""
        for (number, name), member in zip_longest(self.pairs, self.members):
            if number == value:
                return name if member is None else member
        return value

    def __str__(self) -> str:
        names = [name for _, name in self.pairs]
        return ", ".join(names if len(names) <= 12 else [*names[:11], "..."])

    def __getstate__(self) -> dict[str, object]:
        return {"pairs": self.pairs, "is_numeric": self.is_numeric}


class NamedDomain(Domain):
    """A domain whose values have declared names, and which shows itself by them.

    It computes with integers as any domain does, and is equal to the same set without names.

    >>> domain = NamedDomain(Domain.range(0, 2), Symbols.from_values(["red", "green", "blue"]))
    >>> domain - Domain.single(1), domain.names, "red" in domain, list(domain)
    (Domain({red, blue}), ('red', 'green', 'blue'), True, [0, 1, 2])
    """

    __slots__ = ("symbols",)
    symbols: Symbols

    def __init__(self, domain: Domain, symbols: Symbols) -> None:
        for name in ("_ranges", "base", "highest", "mask", "size"):
            object.__setattr__(self, name, getattr(domain, name))
        object.__setattr__(self, "symbols", symbols)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.symbols.name_of, self))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            value = self.symbols.by_name.get(str(getattr(value, "name", value)), value)
        return super().__contains__(value)

    def __and__(self, other: Domain) -> NamedDomain:
        return NamedDomain(super().__and__(other), self.symbols)

    def __sub__(self, other: Domain) -> NamedDomain:
        return NamedDomain(super().__sub__(other), self.symbols)

    def __repr__(self) -> str:
        return f"Domain({{{', '.join(self.names)}}})"

    def __reduce__(self) -> tuple[Any, ...]:
        function, values = super().__reduce__()
        return NamedDomain, (function(*values), self.symbols)


def with_names(domains: Mapping[str, Domain], symbols: Mapping[str, Symbols]) -> dict[str, Domain]:
    """Return domains that show themselves by the names of ``symbols``; equal ones stay one object."""
    result = dict(domains)
    if symbols:
        shared: dict[tuple[Domain, int], Domain] = {}
        for name in symbols.keys() & result.keys():
            key = result[name], id(symbols[name])
            result[name] = shared.setdefault(key, NamedDomain(key[0], symbols[name]))
    return result


def _numbered_names(
    names: Sequence[str], declared: Iterable[Symbols]
) -> tuple[tuple[int, str], ...]:
    """Return names with integers: as in ``declared``, if some are there, else 0, 1, 2, ..."""
    declared = list(declared)
    numbers = {name: value for s in reversed(declared) for value, name in s.pairs}
    if numbers.keys().isdisjoint(names):
        return tuple(enumerate(names))
    following = 1 + max(numbers.values())
    used: dict[int, str] = {}
    for name in names:
        value = numbers.get(name)
        if value is None or value in used:  # of two sets that share no name with each other
            value, following = following, following + 1
        used[value] = name
    return tuple(used.items())


def agree(several: Iterable[Symbols]) -> bool:
    """Whether each name has one integer, and each integer one name, in some symbols."""
    pairs = {pair for symbols in several for pair in symbols.pairs}
    return len({value for value, _ in pairs}) == len({name for _, name in pairs}) == len(pairs)


def value_number(value: object, several: Iterable[Symbols | None], context: str) -> object:
    """Return the integer of a name in the first symbols that have the name.

    Other values are returned unchanged.

    Raise ``ModelError`` for a name in no symbols, if there are symbols at all.
    """
    name = value.name if isinstance(value, Enum) else value
    known = [symbols for symbols in several if symbols is not None]
    if not isinstance(name, str) or not known:
        return value
    for symbols in known:
        if name in symbols.by_name:
            return symbols.by_name[name]
    if is_integer(value):
        return value
    similar = did_you_mean(name, [each for symbols in known for each in symbols.by_name])
    raise ModelError(f"{context}: no variable has the value {short_repr(value)}{similar}")


def compared_value(first: Any, op: str, second: Any, operator: str) -> Any:
    """Return the right side of a comparison in which at least one side has named values.

    Raise ModelError where their names differ, or are ordered.
    """
    is_expression = hasattr(second, "terms")
    text = repr(second) if is_expression else short_repr(second)
    sets = [s for s in (first.symbols, getattr(second, "symbols", None)) if s is not None]
    numeric = all(symbols.is_numeric for symbols in sets)
    if is_expression and not numeric and (len(sets) < 2 or not agree(sets)):
        shared = len(sets) == 2 and not sets[0].by_name.keys().isdisjoint(sets[1].by_name)
        advice = ": declare first the variable that has most names" if shared else ""
        raise ModelError(
            f"{first!r} {operator} {second!r}: their values have different names "
            f"({first.symbols or 'integers'}; {second.symbols or 'integers'}){advice}"
        )
    if op not in ("==", "!=") and not numeric:
        raise ModelError(f"{first!r} {operator} {text}: names have no order; compare by == and !=")
    if first.symbols is None or is_expression or hasattr(second, "scope"):
        return second
    if not first.symbols.is_numeric and is_integer(second) and not isinstance(second, Enum):
        example = first.symbols.by_value.get(int(second), first.symbols.pairs[0][1])
        raise ModelError(
            f"{first!r} {operator} {text}: the values of {first!r} are names ({first.symbols}): write "
            f"{first!r} {operator} {example!r}"
        )
    return first.symbols.value_of(second, repr(first))


def check_numbers(*operands: object) -> None:
    """Raise ``ModelError`` for an operand whose values are names, with which nobody calculates."""
    for operand in operands:
        symbols = getattr(operand, "symbols", None)
        if symbols is not None and not symbols.is_numeric:
            raise ModelError(
                f"the values of {operand!r} are names ({symbols}), not numbers: they are compared "
                "by == and != alone"
            )
