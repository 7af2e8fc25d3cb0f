"""Constraints over expressions: what each says of itself, for the primitives to tell.

A constraint of this kind is one frozen dataclass: its fields (expressions, constraints,
integers), its meaning (``holds``), the constraints that say it (``tests``) and how it is written
(``formula``).  Its scope, its decomposition, its checks and its JSON follow from the fields.

``tests`` may ask the telling for variables that equal expressions.  Such a variable has one
value for any values of the others, whether the constraint holds or not: so counts never
change, and the constraint can be negated, put into others and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from nonet.errors import ModelError
from nonet.model.constraints.base import Assignment, Constraint, Decomposition, Fresh
from nonet.model.domain import Domain
from nonet.model.expressions.affine import DEEPEST, MOST_PARTS, Affine, deep, large, ranges, words
from nonet.model.expressions.arithmetic import a_constraint, affine
from nonet.model.expressions.telling import Telling, told
from nonet.model.integers import items

if TYPE_CHECKING:
    from nonet.model.expressions.arithmetic import Arithmetic

Given: TypeAlias = "Affine | Arithmetic | Constraint | int | str"
"""What is given where a constraint keeps an expression: one, a variable or its name."""


@dataclass(frozen=True)
class Composed(Constraint):
    """A constraint over expressions or other constraints."""

    composed: ClassVar[bool] = True
    joins: ClassVar[tuple[str, ...]] = ()
    """The fields that are given constraints, or sequences of them."""
    scope: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self._constraints(*self.joins)
        scope = dict.fromkeys(name for part in self.operands for name in part.scope)
        object.__setattr__(self, "scope", tuple(scope))
        if self.size > MOST_PARTS:
            raise ModelError(
                f"{self.described}: more than {MOST_PARTS} constraints and operations inside: "
                "declare a variable for a part of it"
            )
        if self.depth > DEEPEST:
            raise ModelError(
                f"{self.described}: more than {DEEPEST} constraints and operations inside each "
                "other: declare a variable for a part of it"
            )

    def tests(self, telling: Telling) -> Iterable[Constraint]:
        """The constraints that say it, once the variables that ``telling`` gives are there."""
        raise NotImplementedError

    def refuted(self, telling: Telling) -> list[Constraint]:
        """Primitives which together say that it does not hold."""
        return telling.one_fails(self.tests(telling))

    def decompose(self, domains: Mapping[str, Domain], fresh: Fresh) -> Decomposition | None:
        return told(self, domains, fresh)

    def fit(self, domains: Mapping[str, Domain]) -> None:
        """It speaks of a variable; every expression has a value that a variable can hold."""
        if not self.scope:
            raise ModelError(f"{self.formula or self.described} speaks of no variable")
        domains = ranges(domains, self.scope)
        for part in self.operands:
            part.fit(domains)
            if isinstance(part, Affine):
                part.possible(domains)

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return tuple(part for part in self.operands if isinstance(part, Constraint))

    @cached_property
    def operands(self) -> tuple[Affine | Constraint, ...]:
        """The expressions and the constraints it is made of."""
        return tuple(_found(getattr(self, f.name) for f in fields(self) if f.name not in _OWN))

    @cached_property
    def size(self) -> int:
        """How many operations and constraints it is made of, in all depths."""
        return 1 + sum(large(part) for part in self.operands)

    @property
    def is_flat(self) -> bool:
        return not any(part.depth for part in self.operands if isinstance(part, Affine))

    @property
    def depth(self) -> int:
        return 1 + max((deep(part) for part in self.operands), default=0)

    # -- what the fields are given ----------------------------------------------------------

    def _affine(self, name: str) -> None:
        """Bring a field to an expression as data."""
        thing = getattr(self, name)
        self.owned(getattr(thing, "owner", None))
        object.__setattr__(self, name, affine(thing))

    def _affines(self, name: str) -> None:
        """Bring a field to a tuple of expressions as data."""
        things = items(getattr(self, name), self, name)
        for thing in things:
            self.owned(getattr(thing, "owner", None))
        object.__setattr__(self, name, tuple(map(affine, things)))

    def _some(self, name: str) -> None:
        """The same, of at least one."""
        self._affines(name)
        if not getattr(self, name):
            raise ModelError(f"{self.described}: the {name} are empty: nothing is said")

    def _constraints(self, *names: str) -> None:
        """Check that fields are constraints, or tuples of them."""
        for name in names:
            held = getattr(self, name)
            if isinstance(held, list | tuple):
                held = items(held, self, name)
                object.__setattr__(self, name, held)
            for part in held if isinstance(held, tuple) else (held,):
                self.owned(a_constraint(part).owner)

    def __getstate__(self) -> dict[str, Any]:
        kept = super().__getstate__()
        for name in ("operands", "size"):
            kept.pop(name, None)
        return kept


_OWN = ("scope", "rule")


def _found(things: Iterable[Any]) -> Iterator[Affine | Constraint]:
    for thing in things:
        if isinstance(thing, Affine | Constraint):
            yield thing
        elif isinstance(thing, tuple):
            yield from _found(thing)


def values(things: Iterable[Affine], assignment: Assignment) -> list[int]:
    """What each of some expressions comes to."""
    return [thing.value(assignment) for thing in things]


def listed(things: Iterable[Affine | Constraint], most: int = 6) -> str:
    """Some expressions or constraints as one writes them, the first few of many."""
    texts = [str(t) if isinstance(t, Affine) else words(t) for t in things]
    if len(texts) > most:
        texts = [*texts[: most - 1], "...", texts[-1]]
    return f"[{', '.join(texts)}]"
