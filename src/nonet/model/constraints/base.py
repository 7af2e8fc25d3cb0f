"""The base of constraints: a scope, a meaning, and words.

``holds`` is the one definition of meaning.  Filters, encodings and solvers are all judged by
``holds``, and every solution of every backend is checked with this method.

To add a primitive, write a frozen dataclass in a file of this folder with ``holds`` and, unless a
backend must post the constraint natively, ``decompose``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeAlias

from nonet.deadline import listed
from nonet.errors import ModelError
from nonet.model.domain import Domain
from nonet.model.integers import checked_tuple, short_repr
from nonet.model.misuse_errors import order_error, truth_error, value_error

if TYPE_CHECKING:
    from nonet.model.expressions.arithmetic import Arithmetic, Expression

Assignment = Mapping[str, int]
"""A value for each variable, by name."""

ConstraintInput: TypeAlias = "Constraint | Arithmetic | bool | Iterable[ConstraintInput]"
"""A constraint, an expression over 0 and 1, a truth that is known already, or a sequence of which all
must hold."""

FreshName = Callable[[str], str]
"""Gives a new variable's name for a part of a decomposition ("state", "sum")."""

GET_SCOPE: Callable[[Constraint], tuple[str, ...]] = attrgetter("scope")
"""Gives the scope of a constraint."""

TABLE_LIMIT = 200_000
"""Most tuples a decomposition may write out; a larger decomposition is declined."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """Where a constraint came from, in words for explanations, traces and errors.

    ``kind`` is the family ("row", "cage"), ``label`` names this constraint ("row 3", "cage of 15 at
    R1C1"), ``sentence`` says the demand.
    """

    kind: str = ""
    label: str = ""
    sentence: str = ""

    def __post_init__(self) -> None:
        for text in (self.kind, self.label, self.sentence):
            if not isinstance(text, str):
                raise ModelError(f"the words of a constraint are text, not {short_repr(text)}")

    def __str__(self) -> str:
        return self.label or self.kind


UNNAMED = Annotation()
"""The words of a constraint without words, which is named after its type."""


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A constraint rewritten as simpler constraints.

    ``auxiliary`` are new variables the parts speak of.  Each must be a function
    of the constraint's own scope: then rewriting never changes a count.
    """

    constraints: tuple[Constraint, ...]
    auxiliary: Mapping[str, Domain] = field(default_factory=dict)


class Operators:
    """The functions behind the operators, each imported from ``expressions/`` at its first use.

    The result of an operator is built on the very class that has the operator: ``a & b`` is a
    constraint over constraints, ``x * y == 6`` a constraint over expressions.
    """

    conjunction: Callable[[Constraint, ConstraintInput], Constraint]
    disjunction: Callable[[Constraint, ConstraintInput], Constraint]
    exclusive_or: Callable[[Constraint, ConstraintInput], Constraint]
    implication: Callable[[Constraint, ConstraintInput], Constraint]
    equivalence: Callable[[Constraint, ConstraintInput], Constraint]
    negation: Callable[[Constraint], Constraint]
    conjunction_of: Callable[[Iterable[ConstraintInput]], Constraint]
    comparison: Callable[..., Constraint]
    truth: Callable[[Constraint], Expression]
    encode_constraint: Callable[[Constraint, Mapping[str, Domain], FreshName], Decomposition]

    def __getattr__(self, name: str) -> Any:
        module = _OTHER_HOMES.get(name, "logic")
        self.__dict__[name] = getattr(import_module(f"nonet.model.expressions.{module}"), name)
        return self.__dict__[name]


_OTHER_HOMES = {
    "truth": "functions",
    "encode_constraint": "encoding",
    **dict.fromkeys(("element_wise", "of_arrays", "product", "reshaped"), "numpy_functions"),
    **dict.fromkeys(("Absolute", "Product", "Quotient", "Remainder"), "operations"),
}

operators = Operators()


def _of_truth(of: Callable[[Any, Any], Any]) -> Callable[[Constraint, Any], Expression]:
    """Return the operator of constraints as numbers, 1 where they hold and else 0."""
    return lambda constraint, other: of(_truth(constraint), other)


@dataclass(frozen=True)
class Constraint:
    """A relation over the variables of its scope.

    Subclasses are frozen dataclasses.  Subclasses whose scope follows from other fields set
    ``scope`` in ``__post_init__``.  Fields that name variables go through ``_variable_names`` and
    ``_variable_name``, so that variables are accepted in place of names.

    ``==`` and ``!=`` between constraints are constraints, "both or neither" and "exactly one"; see
    ``structurally_equal`` for a comparison of the fields.  A constraint is neither true nor false
    before the model is solved: if Python asks, ``ModelError`` says which code to write instead.
    """

    types: ClassVar[dict[str, type[Constraint]]] = {}
    """Every constraint type by class name: the tags of the JSON form."""

    is_composed: ClassVar[bool] = False
    """Whether the constraint is encoded by primitives over variables, perhaps new variables."""

    is_variable_global: ClassVar[bool] = False
    """Whether ``decompose`` says the same in primitives, without a new variable."""

    scope: tuple[str, ...]
    rule: Annotation = field(default=UNNAMED, kw_only=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # a dataclass would write its own, which answer with a bool
        cls.__eq__, cls.__ne__ = Constraint.__eq__, Constraint.__ne__  # type: ignore[method-assign]
        cls.__repr__ = Constraint.__repr__  # type: ignore[method-assign]
        known = Constraint.types.get(cls.__name__)
        if known is None or not _is_ours(known) or _is_ours(cls):  # a name of ours stays ours
            Constraint.types[cls.__name__] = cls

    def __post_init__(self) -> None:
        if type(self.scope) is tuple and set(map(type, self.scope)) == _TEXTS:
            return  # as most are, and they are many
        names = self._variable_names(self.scope)
        if names is not self.scope:
            object.__setattr__(self, "scope", names)
        if not names:
            raise ModelError(
                f"{self.description}: a constraint needs at least one variable (a generator gives "
                "its own only once)"
            )

    @classmethod
    def unchecked(cls, **fields: Any) -> Self:
        """Return a constraint of fields known to be valid, without a check.

        A rule that has checked its cells makes dozens of constraints; to check each field of each
        again takes longer than all else that is done for an easy puzzle.
        """
        constraint = object.__new__(cls)
        set_fields(constraint, fields)  # a dictionary of its own already
        return constraint

    def holds(self, assignment: Assignment) -> bool:
        """Whether the relation holds; ``assignment`` covers at least the scope."""
        raise NotImplementedError

    def decompose(self, domains: Mapping[str, Domain], fresh: FreshName) -> Decomposition | None:
        """Return the same relation by simpler constraints; ``None`` for simplest constraints.

        ``domains`` gives the domains of the scope's variables; ``fresh(part)``
        gives a name for an auxiliary variable that no other variable has.
        """
        return None

    restricts_ranges: ClassVar[bool] = False
    """Whether ``restrict`` takes time by the ranges of a domain, and not by its values."""

    def restrict(self, domain: Domain) -> Domain:
        """The values of its only variable for which a constraint over one variable holds."""
        variable = self.scope[0]  # perhaps in several places
        values = listed(domain, len(domain), f"the values of {variable}")
        return Domain.of([value for value in values if self.holds({variable: value})])

    def __repr__(self) -> str:
        words = f"{self.rule}: " if str(self.rule) else ""
        return words + (self.formula or f"{type(self).__name__}({', '.join(self.scope)})")

    def _repr_html_(self) -> str:
        from nonet.model.html import code_html

        return code_html(str(self.display_annotation))

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints inside this constraint, such as in ``AnyOf``."""
        return ()

    @property
    def depth(self) -> int:
        """The levels of constraints and operations inside this constraint."""
        return 0

    @property
    def is_flat(self) -> bool:
        """Whether all expressions of the constraint are weighted sums."""
        return True

    @property
    def formula(self) -> str:
        """The constraint as a formula; empty if there is no short form."""
        return ""

    @property
    def description(self) -> str:
        """The constraint's words, or else the text of its source, or its type."""
        return str(self.rule) or self._source_text or type(self).__name__

    @cached_property
    def display_annotation(self) -> Annotation:
        """The name of the constraint in events: its words, else source, formula, or type.

        >>> from nonet.model import Linear
        >>> print(Linear(("x", "y"), (1, -1), "<=", -1).display_annotation)
        x - y <= -1
        """
        if str(self.rule):
            return self.rule
        kind = type(self).__name__
        written = self._source_text or self.formula
        return Annotation(kind, written if 0 < len(written) <= _LONGEST_FORMULA else kind)

    def set_source_text(self, text: str | Callable[[Constraint], str]) -> None:
        """Note how the constraint was added: its description if there are no words.

        A function is called with the constraint at the first use of the words: most are never used.
        """
        object.__setattr__(self, "_source", text)

    @property
    def _source_text(self) -> str:
        text = self.__dict__.get("_source", "")
        if callable(text):
            text = text(self)
            object.__setattr__(self, "_source", text)
        return str(text)

    def check_domains(self, domains: Mapping[str, Domain]) -> None:
        """Raise ``ModelError`` if the constraint makes no sense over some domains.

        Called at the declaration, with the full domains of all variables of its scope.
        """

    # -- what a declaration may get wrong ------------------------------------

    @property
    def owner(self) -> object | None:
        """The mark of the builder that declared the variables, or ``None``."""
        return getattr(self, "_owner", None)

    def set_owner(self, owner: object | None) -> None:
        """Note who declared a variable; raises ``ModelError`` if another did before."""
        if owner is None:
            return
        if self.owner not in (None, owner):
            raise ModelError(f"{self.description}: its variables are of two builders")
        object.__setattr__(self, "_owner", owner)

    def _variable_names(self, variables: Iterable[Any]) -> tuple[str, ...]:
        if type(variables) is tuple and set(map(type, variables)) <= {str}:
            return variables
        if isinstance(variables, str):
            raise ModelError(
                f"{self.description}: a scope is a sequence of variable names, "
                f"not the text {short_repr(variables)}"
            )
        checked = checked_tuple(variables, self, "variables")
        return tuple(self._variable_name(variable) for variable in checked)

    def _variable_name(self, variable: Any) -> str:
        if not isinstance(variable, str):
            self.set_owner(getattr(variable, "owner", None))
        return variable_name(variable)

    def __getstate__(self) -> dict[str, Any]:
        """All but the owner: a mark is the same thing in its own process alone."""
        state = {key: value for key, value in self.__dict__.items() if key not in _NOT_PICKLED}
        if "_source" in state:
            state["_source"] = self._source_text
        return state

    def __bool__(self) -> bool:
        if not self.scope:
            return self.holds({})  # of constants alone
        raise truth_error(self)

    # -- equality ---------------------------------------------------------------

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return self._compared(other, True)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return self._compared(other, False)

    def _compared(self, other: Any, is_equal: bool) -> Constraint:
        """Return the constraint that the truths of both sides are equal, or unequal.

        The other side is a constraint, a truth of Python, an integer or an expression.
        """
        if isinstance(other, Constraint):
            if is_equal:
                return operators.equivalence(self, other)
            return operators.exclusive_or(self, other)
        if _is_place_by_place(other):
            return NotImplemented  # type: ignore[no-any-return]
        if (known := known_truth(other)) is not None:
            return self if known == is_equal else ~self
        truth = _truth(self)
        return truth == other if is_equal else truth != other  # type: ignore[no-any-return]

    def equal_fields(self, other: Self) -> bool:
        """Return whether all fields are equal to the fields of a constraint of the same type."""
        kind: Any = type(self)
        values = _fields_getter(kind)
        if not self.parts:
            return bool(values(self) == values(other))
        return all(map(are_equal, values(self), values(other)))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return operators.element_wise(ufunc, method, inputs, options)

    def __index__(self) -> NoReturn:
        raise value_error(self)

    # -- logic: a list stands for "all of these", True and False for themselves ----------------

    def __and__(self, other: ConstraintInput) -> Constraint:
        return NotImplemented if _is_place_by_place(other) else operators.conjunction(self, other)

    def __or__(self, other: ConstraintInput) -> Constraint:
        return NotImplemented if _is_place_by_place(other) else operators.disjunction(self, other)

    def __xor__(self, other: ConstraintInput) -> Constraint:
        if _is_place_by_place(other):
            return NotImplemented
        return operators.exclusive_or(self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Constraint:
        return operators.negation(self)

    def __rshift__(self, other: object) -> NoReturn:
        raise ModelError("a >> b between constraints is written a.implies(b)")

    def implies(self, other: ConstraintInput) -> Constraint:
        """Where this constraint holds, the other constraint, or all of a list, holds too."""
        return operators.implication(self, other)

    def iff(self, other: ConstraintInput) -> Constraint:
        """Both hold, or neither does; so says ``==`` too.  Of a list, all hold together."""
        return operators.equivalence(self, other)

    def only_enforce_if(self, *literals: ConstraintInput) -> Constraint:
        """Return that this constraint holds where all ``literals`` do: OR-Tools' ``only_enforce_if``."""
        return operators.implication(operators.conjunction_of(literals), self)

    OnlyEnforceIf = only_enforce_if

    # -- a constraint as a number: 1 where it holds, else 0 ---------------------------

    __add__ = __radd__ = _of_truth(operator.add)
    __sub__ = _of_truth(operator.sub)
    __rsub__ = _of_truth(lambda truth, other: other - truth)
    __mul__ = __rmul__ = _of_truth(operator.mul)
    __floordiv__ = _of_truth(operator.floordiv)
    __mod__ = _of_truth(operator.mod)
    __pow__ = _of_truth(operator.pow)

    def __neg__(self) -> Expression:
        return -_truth(self)

    def __abs__(self) -> Expression:
        return abs(_truth(self))

    def __truediv__(self, other: object) -> NoReturn:
        _truth(self).__truediv__(other)

    def _no_order(self, other: object) -> NoReturn:
        raise order_error(self)

    __lt__ = __le__ = __gt__ = __ge__ = _no_order


# a puzzle has dozens, and to look the attribute up by its name takes a fifth of the time
set_fields: Any = Constraint.__dict__["__dict__"].__set__


def _truth(constraint: Constraint) -> Expression:
    return operators.truth(constraint)


def constant_constraint(holds: bool) -> Constraint:
    """Return a constraint of no variable that always holds, or never."""
    return Constraint.types["Linear"].unchecked(
        scope=(), coefficients=(), op="==", constant=int(not holds), rule=UNNAMED
    )


def structurally_equal(first: Constraint, second: Constraint) -> bool:
    """Return whether two constraints are of one type with equal fields, words included.

    ``first == second`` is a constraint itself: that both hold, or neither does.  Constraints are
    hashed by their fields, so that dictionaries and sets can hold constraints.

    >>> from nonet.model import Linear
    >>> same, other = Linear(("x",), (1,), "==", 1), Linear(("x",), (1,), "==", 2)
    >>> structurally_equal(same, Linear(("x",), (1,), "==", 1)), structurally_equal(same, other)
    (True, False)
    >>> (same == other).formula, len({same, Linear(("x",), (1,), "==", 1), other})
    ('(x == 1).iff(x == 2)', 2)
    """
    return first is second or (type(first) is type(second) and first.equal_fields(second))


@cache
def _fields_getter(kind: Any) -> Callable[[Constraint], tuple[Any, ...]]:
    return attrgetter(*(each.name for each in fields(kind) if each.compare))


def are_equal(value: Any, other: Any) -> bool:
    """Whether two values of a field are equal; constraints inside are compared by structure."""
    if isinstance(value, Constraint):
        return isinstance(other, Constraint) and structurally_equal(value, other)
    if type(value) is type(other) is tuple and value and isinstance(value[0], Constraint | tuple):
        return len(value) == len(other) and all(map(are_equal, value, other))
    return bool(value == other)


def equal_constraints(first: Sequence[Constraint], second: Sequence[Constraint]) -> bool:
    """Return whether two sequences have structurally equal constraints, in the same order."""
    return len(first) == len(second) and all(map(structurally_equal, first, second))


def _is_place_by_place(value: object) -> bool:
    """Whether a value is an array, ours or NumPy's, whose operators work place by place."""
    return bool(getattr(value, "shape", ()))


def known_truth(value: Any) -> bool | None:
    """Return a truth of Python's or NumPy's, given as such or as 0 or 1; ``None`` for other values."""
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        value = value.item()
    return bool(value) if type(value) in (bool, int) and 0 <= value <= 1 else None


_LONGEST_FORMULA = 160
"""Characters of a formula up to which the formula is the name of a constraint."""

_TEXTS = {str}

_NOT_PICKLED = ("_owner", "_hash", "display_annotation")


def variable_names(variables: Iterable[Any]) -> tuple[str, ...]:
    """Names of variables, given as names or as objects with a ``name``."""
    if isinstance(variables, str):
        raise ModelError(f"a scope is a sequence of variable names, not the text {variables!r}")
    return tuple(
        variable_name(variable) for variable in checked_tuple(variables, "a scope", "variables")
    )


def variable_name(variable: Any) -> str:
    """The name of one variable, given as its name or as an object with a ``name``."""
    name = variable if isinstance(variable, str) else getattr(variable, "name", None)
    if not isinstance(name, str):
        hint = ": of several lists make one" if isinstance(variable, list | tuple) else ""
        raise ModelError(f"a variable is given by its name, not by {short_repr(variable)}{hint}")
    return name


def _is_ours(kind: type[Constraint]) -> bool:
    return kind.__module__.startswith("nonet.model.")
