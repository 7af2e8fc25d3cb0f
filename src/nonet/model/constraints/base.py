"""What every constraint is: a scope, a meaning, and words.

``holds`` is the one definition of meaning.  Filters, encodings and solvers are
all judged by it, and every solution of every backend is checked with it.

To add a primitive, write one frozen dataclass in a file of this folder with
``holds`` and, unless a backend must post it natively, ``decompose``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nonet.errors import ModelError
from nonet.model.domain import Domain
from nonet.model.rule import UNNAMED, Rule

Assignment = Mapping[str, int]
"""A value for each variable, by name."""

Fresh = Callable[[str], str]
"""Gives a new variable's name for a part of a decomposition ("state", "sum")."""

TABLE_LIMIT = 200_000
"""Most tuples a decomposition may write out; beyond it, it declines."""


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A constraint rewritten as simpler ones.

    ``auxiliary`` are new variables the parts speak of.  Each must be a function
    of the constraint's own scope: then rewriting never changes a count.
    """

    constraints: tuple[Constraint, ...]
    auxiliary: Mapping[str, Domain] = field(default_factory=dict)


@dataclass(frozen=True)
class Constraint:
    """A relation over the variables of its scope.

    Subclasses are frozen dataclasses.  Those whose scope follows from other
    fields set it in ``__post_init__``.
    """

    types: ClassVar[dict[str, type[Constraint]]] = {}
    """Every constraint type by class name: the tags of the JSON form."""

    scope: tuple[str, ...]
    rule: Rule = field(default=UNNAMED, kw_only=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        Constraint.types[cls.__name__] = cls

    def __post_init__(self) -> None:
        object.__setattr__(self, "scope", names(self.scope))
        if not self.scope:
            raise ModelError(f"{self.described}: a constraint needs at least one variable")

    def holds(self, assignment: Assignment) -> bool:
        """Whether the relation holds; ``assignment`` covers at least the scope."""
        raise NotImplementedError

    def decompose(self, domains: Mapping[str, Domain], fresh: Fresh) -> Decomposition | None:
        """The same relation by simpler constraints, or ``None`` where it is a simplest one.

        ``domains`` gives the domains of the scope's variables; ``fresh(part)``
        gives a name for an auxiliary variable that no other variable has.
        """
        return None

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints inside this one, if it is made of others (``AnyOf``)."""
        return ()

    @property
    def described(self) -> str:
        """The constraint's words, or its type where it has none."""
        return str(self.rule) or type(self).__name__


def names(variables: Iterable[Any]) -> tuple[str, ...]:
    """Names of variables, given as names or as objects with a ``name``."""
    if isinstance(variables, str):
        raise ModelError(f"a scope is a sequence of variable names, not the text {variables!r}")
    return tuple(name(variable) for variable in variables)


def name(variable: Any) -> str:
    """The name of one variable, given as its name or as an object with a ``name``."""
    found = variable if isinstance(variable, str) else getattr(variable, "name", None)
    if not isinstance(found, str):
        raise ModelError(f"a variable is given by its name, not by {variable!r}")
    return found
