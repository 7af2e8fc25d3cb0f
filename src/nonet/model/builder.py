"""A declaring builder: pleasant code for models that are no puzzles.

>>> build = ModelBuilder()
>>> x, y, z = build.variables("xyz", range(1, 10))
>>> build.add(x + 2 * y == z, label="the sum")
>>> build.add(x < y, abs(x - z) != 4)
>>> build.all_different([x, y, z])
>>> build.model()
Model(<3 variables, 4 constraints>, 0 domains narrowed)

Over variables alone a primitive is added unchanged; over expressions, the constraint of
``globals/`` with the same meaning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from enum import Enum
from itertools import chain
from math import gcd
from operator import mul
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Never, NoReturn, overload

import nonet.model.globals as kinds
from nonet.errors import ModelError, ModelWarning, did_you_mean, quantity
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Automaton,
    Constraint,
    Count,
    Element,
    Linear,
    Regular,
    Table,
)
from nonet.model.constraints.base import UNNAMED, Annotation, ConstraintInput
from nonet.model.constraints.primitives import COMPARE, Comparison
from nonet.model.domain import Domain
from nonet.model.entailment import (
    EntailmentWarnings,
    SourceText,
    constraint_text,
    entailment,
)
from nonet.model.expressions.affine import cached_domains
from nonet.model.expressions.arithmetic import (
    Arithmetic,
    Expression,
    Variable,
    as_affine,
    as_expression,
    checked_constraint,
)
from nonet.model.expressions.array import Array, Matrix
from nonet.model.expressions.functions import TermInput, between, count_of, nvalue_of, truth
from nonet.model.expressions.logic import as_constraint, negation
from nonet.model.globals.tasks import Interval, are_intervals, presence
from nonet.model.integers import (
    checked_integer,
    checked_integers,
    checked_tuple,
    is_integer,
    short_repr,
)
from nonet.model.misuse_errors import (
    EXAMPLES,
    MODEL_FOLDER,
    added_constraint,
    assignment_error,
    builder_attribute_error,
    calling_frame,
    domain_error,
    missing_variable_error,
    with_explained_methods,
)
from nonet.model.model import (
    Model,
    check_owner,
    checked_constraints,
    checked_name,
    domain_of,
    other_builder_error,
)
from nonet.model.objective import LexicographicObjective, Objective, Sense
from nonet.model.structure import SearchPhase, Structure
from nonet.model.symbols import Symbols, value_number
from nonet.model.value_names import check_value_names

VariablesInput = TermInput | str
"""An expression, or the name of a variable."""

SeveralInput = Iterable[VariablesInput] | Matrix[Any]
"""Several of them: a sequence, or a matrix, which is taken row by row."""


def flattened(things: Any) -> Any:
    """Return the things of a sequence, of a matrix row by row; a text is not a sequence of names.

    Raises ``ModelError`` for a dictionary, whose keys are rarely meant.
    """
    if isinstance(things, str) or not hasattr(things, "__iter__"):
        return things
    if isinstance(things, dict):
        raise ModelError(f"{short_repr(things)} is a dictionary: write list(d.values())")
    if getattr(things, "gi_frame", things) is None:
        raise ModelError("a generator gives its own only once, and this one has given all: a list")
    return tuple(getattr(things, "flat", things))


MAX_PATTERN_VALUES = 100_000
"""Most values, of all variables together, that a regular expression may speak of."""


def _numbered_row(row: Any, symbols: list[Symbols | None]) -> Any:
    if isinstance(row, str) or not isinstance(row, Iterable):
        return row
    values = tuple(row)
    if len(values) != len(symbols):
        return values
    pairs = zip(values, symbols, strict=True)
    return tuple(value_number(value, [names], "table") for value, names in pairs)


def _table_with_wildcards(operands: tuple[Any, ...], rows: tuple[Any, ...]) -> AnyOf:
    """Return the constraint that some tuple matches; ``None`` in a tuple matches any value."""
    terms = [Expression(each.terms, each.constant, each.owner) for each in map(_operand, operands)]
    groups: list[tuple[Constraint, ...]] = []
    plain = [row for row in rows if None not in row]
    if plain:
        groups.append((kinds.TableOf(operands, plain),))
    for row in rows:
        if len(row) != len(terms):
            raise ModelError(
                f"table: {short_repr(row)} has {quantity(len(row), 'value')}, not {len(terms)}"
            )
        if all(value is None for value in row):
            raise ModelError(f"table: {short_repr(row)} is any tuple: leave it out, or the table")
        if None in row:
            pairs = zip(terms, row, strict=True)
            groups.append(tuple(term == value for term, value in pairs if value is not None))
    return AnyOf(tuple(groups))


def _operand(operand: Any) -> Arithmetic:
    """Return an expression, given as such, as an integer, a constraint or a variable's name."""
    return as_expression(Variable(operand) if isinstance(operand, str) else operand)


def _are_plain_variables(things: Any) -> bool:
    """Whether each is a variable or a name (or something that a primitive refuses by name)."""
    if isinstance(things, str) or not isinstance(things, tuple):
        return True
    return bool(things) and not any(
        is_integer(each) or isinstance(each, Constraint)
        or (isinstance(each, Arithmetic) and not isinstance(each, Variable))
        for each in things
    )  # fmt: skip


def _starts_and_sizes(tasks: Sequence[Interval]) -> tuple[tuple[Arithmetic, ...], ...]:
    return tuple(task.start for task in tasks), tuple(task.size for task in tasks)


def _check_given(method: str, **arguments: Any) -> None:
    """Raise ``TypeError``, as Python does, for an argument that is missing."""
    missing = [repr(name) for name, value in arguments.items() if value is None]
    if missing:
        plural = "s" if len(missing) > 1 else ""
        names = ", ".join(missing)
        raise TypeError(f"{method}() missing {len(missing)} required argument{plural}: {names}")


def _check_absent(method: str, **arguments: Any) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise TypeError(f"{method}() of intervals takes no {name!r}: each interval has its own")


_EQUALITIES = ("==", "!=")
_NOT_SET = ("objective", "constraints", "domains")
_PREFERENCES_WITH_LEVELS = (
    "of several objectives build.prefer cannot tell which one loses: count what is missed in the "
    "objective where it matters, such as build.then_minimize(3 * ~(x == 2) + ~(y == 2))"
)


@with_explained_methods
class ModelBuilder:
    """Collects variables and constraints; :meth:`model` makes the model of them.

    Every method that adds a constraint takes ``label``, the words in which
    errors and explanations speak of it; without, it is called as it is written, with the
    line that added it.  A constraint over the variables of another builder is a
    ``ModelError``.  One that is always true or always false is a ``ModelWarning``, the first of a
    source line; of more, or of more than a few lines, :meth:`model` says how many there are.
    """

    def __init__(self) -> None:
        self._domains: dict[str, Domain] = {}
        self._centres: dict[str, int] = {}
        """Of each variable its smallest and its largest value added up."""
        self._widths: dict[str, int] = {}  # of each variable the distance between these
        self._sources: dict[tuple[int, int], SourceText] = {}
        """What is noted of a constraint, by the place in the code that added it."""
        self._symbols: dict[str, Symbols] = {}
        self._symbol_sets: dict[Symbols, None] = {}
        self._constraints: list[Constraint] = []
        self._objectives: list[Objective] = []
        self._search: list[SearchPhase] = []
        self._preferences: dict[str, int] = {}
        """The weight of each variable that is 1 where a preferred constraint does not hold."""
        self._mark = _BuilderMark()
        bounds = self._domains, self._centres, self._widths
        # one read of all: `__getattr__` makes reads slow
        self._tables = self._mark, self._symbols, *bounds, self._sources, self._constraints
        self._warnings = EntailmentWarnings()
        self._all_checked = True  # over declared variables, so that a model need not check again

    def copy(self) -> ModelBuilder:
        """Return a builder with all that was declared so far, which goes on by itself.

        The variables declared before belong to both.

        >>> build = ModelBuilder()
        >>> x = build.variable("x", range(5))
        >>> other = build.copy()
        >>> other.add(x > 3)
        >>> build, other
        (<ModelBuilder: 1 variable, 0 constraints>, <ModelBuilder: 1 variable, 1 constraint>)
        """
        other = ModelBuilder()
        other._mark = self._mark
        other.__setstate__(self.__getstate__())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> ModelBuilder:
        return self.copy()  # all that it holds is immutable, but for its tables

    def __getstate__(self) -> dict[str, Any]:
        own = "_mark", "_tables", "_sources"  # of one builder in one process
        return {
            name: value.copy() if isinstance(value, dict | list) else value
            for name, value in vars(self).items()
            if name not in own
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "_mark" not in vars(self):
            self.__init__()  # type: ignore[misc]
        for name, value in state.items():
            if isinstance(value, dict):
                vars(self)[name].update(value)
            elif isinstance(value, list):
                vars(self)[name].extend(value)
            else:
                vars(self)[name] = deepcopy(value)
        self._tables = self._mark, *self._tables[1:]
        for name in self._domains:
            self._mark.note(name, self._domains[name], self._symbols.get(name))

    def __repr__(self) -> str:
        aim = "".join(f", {each}" for each in self._objectives)
        variables = quantity(len(self._domains), "variable")
        constraints = quantity(len(self._constraints), "constraint")
        return f"<ModelBuilder: {variables}, {constraints}{aim}>"

    def _repr_html_(self) -> str:
        return self.model()._repr_html_()

    def __getitem__(self, name: str) -> Variable:
        """The variable of a name."""
        if not isinstance(name, str) or name not in self._domains:
            raise missing_variable_error(name, self._domains)
        return Variable(name, self._mark, self._symbols.get(name))

    def __contains__(self, name: object) -> bool:
        return name in self._domains

    __iter__ = None
    """A builder is not a sequence: ``build.model().variables`` are the names."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            if name.startswith("_"):
                raise AttributeError(f"'ModelBuilder' object has no attribute {name!r}")
            if name in self._domains:
                raise AttributeError(f"a ModelBuilder has no {name!r}: write build[{name!r}]")
            methods = [each for each in dir(type(self)) if not each.startswith("_")]
            raise builder_attribute_error(name, methods)

        def __setattr__(self, name: str, value: object) -> None:
            is_ours = name in _NOT_SET or callable(getattr(type(self), name, None))
            if is_ours or isinstance(value, Constraint):
                raise assignment_error(name, value)
            object.__setattr__(self, name, value)

    # -- variables -------------------------------------------------------------------

    def variable(self, name: str, values: Iterable[Any]) -> Variable:
        """A new variable with the given values: integers, or names; ``bool`` stands for 0 and 1.

        Names are texts or the members of an ``Enum`` (the class itself will do); then
        ``variable == "red"`` compares it with one.  Raises ``ModelError`` on a used name,
        and for a domain that is none.
        """
        return self._declare(name, *self._domain_and_symbols(name, values))

    def variables(self, names: Iterable[str], values: Iterable[Any]) -> list[Variable]:
        """A new variable for each name, all with the given values.

        In a text each letter is a name: ``variables("xyz", ...)``.
        """
        if isinstance(names, str) and not names.isalnum():
            raise ModelError(
                f"each letter of a text is a name, and {names!r} has other signs: give a list of "
                f"names, {short_repr(names.replace(',', ' ').split())}"
            )
        domain_and_symbols = self._domain_and_symbols("", values)
        return [self._declare(name, *domain_and_symbols) for name in names]

    @overload
    def array(self, name: str, size: int, values: Iterable[Any]) -> Array: ...
    @overload
    def array(self, name: str, size: tuple[int, ...], values: Iterable[Any]) -> Matrix: ...
    def array(
        self, name: str, size: int | tuple[int, ...], values: Iterable[Any]
    ) -> Array | Matrix:
        """New variables in a row, ``name[0]`` on, or in rows and columns, ``name[0,0]`` on.

        ``size`` is how many, (rows, columns), or (matrices, rows, columns), and may be 0.
        """
        domain_and_symbols = self._domain_and_symbols(checked_name(name), values)
        given = (size,) if is_integer(size) else checked_tuple(size, f"array {name!r}", "sizes")
        if isinstance(size, range) or not 1 <= len(given) <= 3 or not all(map(is_integer, given)):
            raise ModelError(
                f"array {name!r}: a size is a number, (rows, columns) or (matrices, rows, columns), "
                f"not {short_repr(size)}: of names write "
                "{each: build.variable(each, range(10)) for each in names}"
            )

        sizes = checked_integers(given, f"array {name!r}", "size")
        for length in sizes:
            if length < 0:
                raise ModelError(f"array {name!r}: a size is 0 or more, not {length}")

        def declared(place: tuple[int, ...]) -> Any:
            if len(place) == len(sizes):
                return self._declare(f"{name}[{','.join(map(str, place))}]", *domain_and_symbols)
            parts = (declared((*place, i)) for i in range(sizes[len(place)]))
            return Array(parts) if len(place) == len(sizes) - 1 else Matrix(parts)

        return declared(())  # type: ignore[no-any-return]

    @overload
    def boolean(self, name: str) -> Variable: ...
    @overload
    def boolean(self, name: str, size: int) -> Array: ...
    @overload
    def boolean(self, name: str, size: tuple[int, ...]) -> Matrix: ...
    def boolean(
        self, name: str, size: int | tuple[int, ...] | None = None
    ) -> Variable | Array | Matrix:
        """A new variable over 0 and 1, or an array of them; as a constraint, that it is 1.

        So is any variable or expression over 0 and 1: ``~b``, ``b & (x > 3)``, ``b.implies(c)``,
        ``build.add(b | c)``.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> b, x = build.boolean("b"), build.variable("x", range(9))
        >>> build.add(b == (x > 3), b.implies(x < 5), b)
        >>> import nonet
        >>> print(nonet.solve(build).solution)
        b=1 x=4
        """
        values: Any = range(2)
        if size in ((0, 1), [0, 1]) or not (
            size is None or isinstance(size, tuple | list) or is_integer(size)
        ):
            raise ModelError(
                f"boolean {name!r}: the values are 0 and 1, and {short_repr(size)} is not a size: write "
                f"{EXAMPLES['boolean']}"
            )
        return self.variable(name, values) if size is None else self.array(name, size, values)

    def _domain_and_symbols(self, name: str, values: Any) -> tuple[Domain, Symbols | None]:
        try:
            if values is bool:
                return Domain.range(0, 1), None
            if isinstance(values, str | int | float | dict) or values is int:
                raise domain_error(values)
            if isinstance(values, Iterator):
                values = list(values)
            symbols = Symbols.from_values(values, self._symbol_sets)
            if symbols is not None:
                return Domain.of(symbols.values), symbols
            is_pair = type(values) is tuple and len(values) == 2 and all(map(is_integer, values))
            if is_pair and values[1] - values[0] > 1:  # probably meant as the ends of a range
                low, high = values
                warnings.warn(
                    f"{f'variable {name!r}: ' if name else ''}({low}, {high}) are two values: "
                    f"write range({low}, {high} + 1) for all from {low} to {high}, or "
                    f"[{low}, {high}] for these two",
                    ModelWarning,
                    calling_frame()[1],
                )
        except ModelError as error:
            raise ModelError(f"variable {name!r}: {error}" if name else str(error)) from None
        return (domain_of(name, values) if name else Domain.of(values)), None

    def _declare(self, name: str, domain: Domain, symbols: Symbols | None) -> Variable:
        if checked_name(name) in self._domains:
            raise ModelError(f"variable {name!r} is declared twice")
        if not domain:
            raise ModelError(f"variable {name!r} has an empty domain")
        self._domains[name] = domain
        self._centres[name] = domain.base + domain.highest
        self._widths[name] = domain.highest - domain.base
        self._mark.note(name, domain, symbols)
        if symbols is not None:
            self._symbols[name] = symbols
            self._symbol_sets[symbols] = None
        return Variable(name, self._mark, symbols)

    # -- constraints -------------------------------------------------------------------

    def add(self, *constraints: ConstraintInput, label: str = "", **keywords: Never) -> None:
        """Any constraints, such as ``x + y <= 5`` or ``(x == 1) | ~(y > z)``, or lists of them.

        A ``True`` of Python, such as ``sum([]) <= 5``, says nothing; with ``False``, or any other
        constraint of constants that is false, there is no solution, and a ``ModelWarning``.
        """
        for constraint in constraints:
            if type(constraint) is Linear and not label and self._add_plain(constraint):
                continue
            if isinstance(constraint, Iterable) and not isinstance(constraint, str | Mapping):
                self._add_entries(constraint, label)
            else:
                self._add(constraint, label)
        if keywords:
            name, value = next(iter(dict[str, Any](keywords).items()))
            raise ModelError(
                f"build.add({name}={short_repr(value)}) names a parameter of Python's: write "
                f"build.add({name} == {short_repr(value)})"
            )
        return added_constraint("add", sys._getframe(1))  # type: ignore[no-any-return]

    def _add_plain(self, linear: Linear) -> bool:
        """Add a sum of this builder's variables; return False if it wants a closer look.

        Most constraints of large models are such sums, and what :meth:`_add` asks of any
        constraint takes several times longer.
        """
        mark, symbols, domains, centres, widths, sources, constraints = self._tables
        fields = linear.__dict__
        if fields.get("_owner") is not mark or linear.rule is not UNNAMED or symbols:
            return False
        scope, coefficients, twice = linear.scope, linear.coefficients, 2 * linear.constant
        middle = sum(map(mul, coefficients, map(centres.__getitem__, scope)))
        radius = sum(map(mul, map(abs, coefficients), map(widths.__getitem__, scope)))
        if linear.op in _EQUALITIES:
            if not middle - radius <= twice <= middle + radius or not radius:
                return False
            if len(scope) == 1 and domains[scope[0]].size <= widths[scope[0]]:
                return False  # a value between its bounds may be missing
            if 1 not in coefficients and -1 not in coefficients and gcd(*coefficients) > 1:
                return False
        elif linear.op == "<=":
            if not middle - radius <= twice < middle + radius:
                return False
        elif not middle - radius < twice <= middle + radius:
            return False
        frame = sys._getframe(2)
        place = id(frame.f_code), frame.f_lasti
        source = sources.get(place)
        if source is None:
            if frame.f_code.co_filename.startswith(MODEL_FOLDER):
                return False
            source = SourceText(symbols, frame.f_code, frame.f_lineno)
            sources[place] = source
        fields["_source"] = source
        constraints.append(linear)
        return True

    def _add_entries(self, entries: Iterable[Any], label: str) -> None:
        for each in [*getattr(entries, "flat", entries)]:
            if isinstance(each, list | tuple | Array | Matrix):
                self._add_entries(each, label)
                continue
            if type(each) is Linear and not any(each.coefficients):  # all variables cancel out
                if each.holds(dict.fromkeys(each.scope, 0)):
                    continue
                self._warnings.warn(each, False, self._domains)
            self._add(each, label)

    def _add(self, constraint: ConstraintInput, label: str) -> None:
        constraint = as_constraint(constraint)
        if not isinstance(label, str):
            raise ModelError(
                f"a label is a text, not {short_repr(label)}: several variables are one list, [x, y]"
            )
        if constraint.owner not in (None, self._mark):
            raise other_builder_error(label or constraint_text(constraint))
        if not constraint.scope:
            self._add_constant(constraint, label)
            return
        if label:
            constraint = replace(constraint, rule=Annotation(type(constraint).__name__, label))
        elif constraint.rule is UNNAMED or constraint.rule == UNNAMED:
            frame = calling_frame()[0]
            place = id(frame.f_code), frame.f_lasti
            source = self._sources.get(place)
            if source is None:
                source = SourceText(self._symbols, frame.f_code, frame.f_lineno)
                self._sources[place] = source
            constraint.set_source_text(source)
        if self._symbols:
            check_value_names(constraint, self._symbols)
        known = self._checked_entailment(constraint)
        if known is not None:
            self._warnings.warn(constraint, known, self._domains)
        self._constraints.append(constraint)

    def _add_constant(self, constraint: Constraint, label: str) -> None:
        """Add what a constraint of constants alone says: nothing, or that there is no solution."""
        if constraint.holds({}):
            return
        self._warnings.warn(constraint, False, self._domains)
        self._constraints.append(self._never(label or constraint_text(constraint)))

    def _never(self, text: str) -> Constraint:
        """Return a constraint that never holds, over any variable."""
        if not self._domains:
            self._declare("~never", Domain.range(0, 0), None)
        annotation = Annotation("Linear", text)
        return Linear((next(iter(self._domains)),), (0,), "==", 1, rule=annotation)

    def _checked_entailment(self, constraint: Constraint) -> bool | None:
        """Check a constraint over the domains; return whether it is always true, or always false,
        or ``None``."""
        domains: Mapping[str, Domain] = self._domains
        if all(map(domains.__contains__, constraint.scope)):
            if constraint.is_composed and constraint.scope:
                domains = cached_domains(domains, constraint.scope)
            constraint.check_domains(domains)
        else:
            self._all_checked = False
        return entailment(constraint, domains)

    # -- the best solution ----------------------------------------------------------------

    if not TYPE_CHECKING:

        def __iadd__(self, other: object) -> NoReturn:
            raise ModelError(
                "build += ... is written build.add(x < y), and an objective build.minimize(2 * x + y)"
            )

    def minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` smallest; ``label`` is its name in answers.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(2 * x + y)
        >>> build.model()
        Model(<2 variables, 1 constraint, minimize 2 * x + y>, 0 domains narrowed)
        """
        self._set_first_objective("minimize", objective, label)

    def maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Ask for the solution that makes ``objective`` largest; ``label`` is its name in answers."""
        self._set_first_objective("maximize", objective, label)

    def then_minimize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Of the solutions that are best by all objectives before, ask for the smallest of another.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(10))
        >>> build.add(x + y >= 7)
        >>> build.minimize(x + y)
        >>> build.then_minimize(abs(x - 5))
        >>> build.model().objective.levels[1].scope
        ('objective 2',)
        """
        self._add_objective("minimize", objective, label)

    def then_maximize(self, objective: Arithmetic | int, label: str = "") -> None:
        """Of the solutions that are best by all objectives before, ask for the largest of another."""
        self._add_objective("maximize", objective, label)

    def _set_first_objective(self, sense: Sense, expression: Arithmetic | int, label: str) -> None:
        if self._objectives:
            raise ModelError(
                f"there is an objective already, {self._objectives[0]}: of two that are traded "
                "for each other add them up, each with its weight; one that counts only among "
                f"solutions that are best by the first is build.then_{sense}(...)"
            )
        self._objectives.append(self._checked_objective(sense, expression, label))

    def _add_objective(self, sense: Sense, expression: Arithmetic | int, label: str) -> None:
        if not self._objectives:
            raise ModelError(
                f"then_{sense}: there is no objective before it; the first is build.{sense}(...)"
            )
        if self._preferences:
            raise ModelError(_PREFERENCES_WITH_LEVELS)
        self._objectives.append(self._checked_objective(sense, expression, label))

    def _checked_objective(
        self, sense: Sense, expression: Arithmetic | int, label: str
    ) -> Objective:
        if isinstance(expression, Arithmetic) and as_affine(expression).depth:
            expression = self._as_variable(expression)
        objective = Objective.from_expression(sense, expression, label)
        if getattr(expression, "owner", None) not in (None, self._mark):
            raise other_builder_error(str(objective))
        for name in objective.scope:
            if name in self._symbols and not self._symbols[name].is_numeric:
                raise ModelError(f"{objective}: the values of {name} are names, not numbers")
            if name not in self._domains:
                raise ModelError(f"{objective}: variable {name!r} is not declared")
        return objective

    def prefer(self, constraint: Constraint, weight: int = 1, label: str = "") -> None:
        """Ask for a constraint that need not hold: ``weight`` is lost if the constraint fails.

        The loss is added to an objective to minimize, subtracted from an objective to maximize, and
        minimized if there is no objective.  A variable, named by ``label``, is 1 if the weight is
        lost.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(3))
        >>> build.add(x + y <= 2)
        >>> build.prefer(x == 2, weight=3)
        >>> build.prefer(y == 2, weight=1)
        >>> build.model().objective.formula
        '3 * missed 1 + missed 2'
        """
        if len(self._objectives) > 1:
            raise ModelError(_PREFERENCES_WITH_LEVELS)
        if isinstance(constraint, Iterable):
            raise ModelError("build.prefer takes one constraint: of several, prefer all_of(...)")
        constraint = checked_constraint(constraint)
        loss = checked_integer(weight, "prefer", "weight")
        if loss < 1:
            raise ModelError(f"prefer: a weight is at least 1, not {loss}: prefer the opposite")
        name = label or f"missed {len(self._preferences) + 1}"
        missed = self._declare(name, Domain.range(0, 1), None)
        self._preferences[name] = loss
        self._add((missed == 0).iff(constraint), f"{name}: {constraint_text(constraint)}")

    def _objective(self) -> Objective | None:
        if len(self._objectives) > 1:
            return LexicographicObjective.of(self._objectives, self._domains)
        base = self._objectives[0] if self._objectives else None
        if not self._preferences:
            return base
        names, weights = tuple(self._preferences), tuple(self._preferences.values())
        if base is None:
            return Objective("minimize", names, weights)
        losses = tuple(base.sign * weight for weight in weights)
        scope, coefficients = (*base.scope, *names), (*base.coefficients, *losses)
        return Objective(base.sense, scope, coefficients, base.constant, base.label)

    def _as_variable(self, expression: Arithmetic) -> Variable:
        """Return a new variable that equals an expression which is not a weighted sum.

        Its name is ``objective``, or ``objective 2`` where there is one already.
        """
        data = as_affine(expression)
        if expression.owner not in (None, self._mark) or any(
            v not in self._domains for v in data.scope
        ):
            raise ModelError(
                f"{expression!r}: its variables were declared by another builder, or not"
            )
        data.check_domains(self._domains)
        level = len(self._objectives) + 1
        name = "objective" if level == 1 else f"objective {level}"
        while name in self._domains:
            level += 1
            name = f"objective {level}"
        variable = self._declare(name, data.possible_values(self._domains), None)
        self._add(variable == expression, f"{name} == {data}")
        return variable

    # -- search ------------------------------------------------------------------------

    def search(
        self, variables: Iterable[VariablesInput], order: str = "first_fail", values: str = "min"
    ) -> None:
        """Advise a search to guess these variables before all that no earlier call has named.

        ``order`` and ``values`` are MiniZinc's: ``input_order``, ``first_fail``, ``smallest``,
        ``dom_w_deg`` ...; ``min``, ``max``, ``median``, ``split`` ... .  Advice changes no solution.

        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(3))
        >>> build.search([y, x], order="input_order", values="max")
        >>> import nonet
        >>> [s.line for s in nonet.iter_solutions(build, "native", limit=2)]
        ['x=2 y=2', 'x=1 y=2']
        """
        given = flattened(variables)
        names = [self._name_of(each) for each in (given if isinstance(given, tuple) else (given,))]
        self._search.append(SearchPhase.of(names, order, values))

    def _name_of(self, variable: Any) -> str:
        if isinstance(variable, Variable) and variable.owner not in (None, self._mark):
            raise ModelError(f"search: {variable.name} was declared by another builder")
        name = variable.name if isinstance(variable, Variable) else variable
        if not isinstance(name, str):
            raise ModelError(
                f"search: {short_repr(variable)} is not a variable: name those that it is made of"
            )
        if name not in self._domains:
            similar = did_you_mean(name, self._domains)
            raise ModelError(f"search: there is no variable {short_repr(name)}{similar}")
        return name

    # -- constraints of one method each ---------------------------------------------------

    def _automaton(self, operands: Any, automaton: Automaton | str) -> Automaton:
        if not isinstance(automaton, str):
            return automaton
        values = self._possible_values(operands)
        return Automaton.from_pattern(automaton, values, self._variable_symbols(operands))

    def _possible_values(self, of: Any) -> set[int]:
        declared = [each for each in map(as_affine, of) if self._domains.keys() >= {*each.scope}]
        domains = [each.possible_values(self._domains) for each in declared]
        if sum(map(len, domains)) > MAX_PATTERN_VALUES:
            raise ModelError(
                f"regular: more than {MAX_PATTERN_VALUES} values of variables: give an Automaton, "
                "which has transitions for those that matter"
            )
        return {value for domain in domains for value in domain}

    def _variable_symbols(self, of: Any) -> list[Symbols | None]:
        return [
            self._symbols.get(each) if isinstance(each, str) else getattr(each, "symbols", None)
            for each in (of if isinstance(of, tuple) else (of,))
        ]

    def _numbers(self, values: Any, of: Any, context: str) -> Any:
        symbols = self._variable_symbols(of)
        if not any(symbols):
            return values
        if isinstance(values, str | Enum) or not isinstance(values, Iterable):
            return value_number(values, symbols, context)
        return tuple(value_number(value, symbols, context) for value in values)

    def all_different(
        self, of: SeveralInput, label: str = "", *, except_values: Iterable[Any] | int = ()
    ) -> None:
        """Pairwise different; values of ``except_values``, or this one value, may occur again."""
        operands = flattened(of)
        except_values = self._numbers(except_values, operands, "all_different")
        if (
            isinstance(except_values, tuple)
            and not except_values
            and _are_plain_variables(operands)
        ):
            self._add(AllDifferent(operands), label)
        else:
            self._add(kinds.Distinct(operands, except_values), label)

    def all_equal(self, of: SeveralInput, label: str = "") -> None:
        """All of one value."""
        self._add(kinds.AllEqual(flattened(of)), label)

    def increasing(self, of: SeveralInput, label: str = "", *, strictly: bool = False) -> None:
        """Each at least the one before; ``strictly``, more."""
        self._add(kinds.Increasing(flattened(of), int(strictly)), label)

    def decreasing(self, of: SeveralInput, label: str = "", *, strictly: bool = False) -> None:
        """Each at most the one before; ``strictly``, less."""
        operands = flattened(of)
        if isinstance(operands, tuple):
            operands = operands[::-1]
        self._add(kinds.Increasing(operands, int(strictly)), label)

    def cardinality(
        self,
        of: SeveralInput,
        numbers: Mapping[int, VariablesInput | range],
        label: str = "",
        *,
        closed: bool = False,
    ) -> None:
        """Each value of ``numbers`` occurs as often as stated; ``closed``, and no other value.

        A number is an integer, an expression, or a ``range`` of integers.
        """
        if not isinstance(numbers, Mapping):
            raise ModelError(f"cardinality: how often each value occurs, {{1: 2}}, not {numbers!r}")
        operands = flattened(of)
        values = self._numbers(tuple(numbers), operands, "cardinality")
        times: list[Any] = [*numbers.values()]
        for place, number in enumerate(times):
            if isinstance(number, range):
                times[place] = count_of(self._named_variables(operands), values[place])
                self._add(between(number.start, times[place], number.stop - 1), label)
            elif isinstance(number, list | tuple | set | frozenset):
                raise ModelError(
                    f"cardinality: how often {values[place]} occurs is an integer, an expression or a "
                    f"range such as range(1, 4), not {short_repr(number)}"
                )
        self._add(kinds.Cardinality(operands, values, tuple(times), closed), label)

    def lexicographic(
        self, one: SeveralInput, other: SeveralInput, label: str = "", *,
        strictly: bool = False,
    ) -> None:  # fmt: skip
        """``one`` is not after ``other`` in dictionary order; ``strictly``, before ``other``."""
        self._add(kinds.Lexicographic(flattened(one), flattened(other), strictly), label)

    def lexicographic_chain(
        self, rows: Iterable[SeveralInput], label: str = "", *, strictly: bool = False
    ) -> None:
        """Each of the rows is not after the next in the order of dictionaries; ``strictly``, before.

        The rows of a matrix, or its columns, ``matrix.T``.
        """
        lists = [flattened(row) for row in rows]
        self._add(kinds.LexicographicChain(lists, strictly), label)

    def inverse(self, forth: SeveralInput, back: SeveralInput, label: str = "") -> None:
        """``forth[i] == j`` exactly where ``back[j] == i``, counted from 0."""
        self._add(kinds.Inverse(flattened(forth), flattened(back)), label)

    def circuit(
        self, successor: SeveralInput | Iterable[tuple[int, int, ConstraintInput]], label: str = ""
    ) -> None:
        """``successor[i]`` is the node after ``i`` on one tour of all nodes, counted from 0.

        Or the arcs (from, to, Boolean) of any integers as nodes: those whose Boolean, or
        constraint, is true form the tour; where there is an arc from a node to itself, the node may
        be left out by it.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> used = {(i, j): build.boolean(f"{i}{j}") for i in range(3) for j in range(3)}
        >>> build.circuit([(i, j, used[i, j]) for i, j in used])
        >>> build.add(~used[0, 0], ~used[1, 1], used[2, 2])
        >>> import nonet
        >>> print(nonet.solve(build).solution)
        00=0 01=1 02=0 10=1 11=0 12=0 20=0 21=0 22=1
        """
        nodes: Any = flattened(successor)
        if isinstance(nodes, tuple) and any(isinstance(each, tuple | list) for each in nodes):
            arcs = [(tail, head, truth(as_constraint(chosen))) for tail, head, chosen in nodes]
            self._add(kinds.ArcCircuit(*zip(*arcs, strict=True)), label)
        else:
            self._add(kinds.Circuit(nodes), label)

    def subcircuit(self, successor: SeveralInput, label: str = "") -> None:
        """The nodes that are not their own ``successor``, counted from 0, form one tour."""
        self._add(kinds.SubCircuit(flattened(successor)), label)

    def symmetric_all_different(self, of: SeveralInput, label: str = "") -> None:
        """Pair off places, counted from 0: ``of[i] == j`` where ``of[j] == i``."""
        places = flattened(of)
        self._add(kinds.Inverse(places, places), label)

    def nvalue(self, of: SeveralInput, number: VariablesInput, label: str = "") -> None:
        """There are ``number`` different values."""
        values = nvalue_of(self._named_variables(flattened(of)))
        self._add(values == (Variable(number) if isinstance(number, str) else number), label)

    def table(
        self, of: SeveralInput, tuples: Iterable[Sequence[Any]] | Callable[..., Any],
        label: str = "", *, negative: bool = False,
    ) -> None:  # fmt: skip
        """Demand that ``of`` equals one of ``tuples``, or none if ``negative``.

        ``None``, or ``"*"``, in a tuple is any value.
        A function in place of tuples is a :meth:`predicate`.
        """
        operands: Any = flattened(of)
        rows: Any = tuples
        if callable(rows):
            self._add(kinds.Predicate(self._named_variables(operands), rows, negative), label)
            return
        if hasattr(rows, "itertuples"):  # a pandas table: its rows, not its columns' names
            rows = list(rows.itertuples(index=False, name=None))
        symbols = self._variable_symbols(operands)
        if any(symbols):
            rows = [_numbered_row(row, symbols) for row in checked_tuple(rows, "table", "tuples")]
        kind: Any = Table if _are_plain_variables(operands) else kinds.TableOf
        if isinstance(rows, Iterable) and not hasattr(rows, "dtype"):
            rows = tuple(rows)
            if any(type(row) in (list, tuple) and "*" in row and not any(symbols) for row in rows):
                rows = tuple(tuple(None if each == "*" else each for each in row) for row in rows)
            if None in chain.from_iterable(row for row in rows if isinstance(row, list | tuple)):
                kind = _table_with_wildcards
        constraint = kind(operands, rows)
        self._add(negation(constraint) if negative else constraint, label)

    def predicate(self, function: Callable[..., Any], of: SeveralInput, label: str = "") -> None:
        """A Python function of the values of ``of``, one argument each, is true.

        A small product of values is written out as a table, for every backend.  Beyond 200,000
        combinations native checks the function where all but one variable are assigned,
        python-constraint takes it as it is, and other backends are ``Unsupported``.

        >>> from nonet.model import ModelBuilder
        >>> build = ModelBuilder()
        >>> x, y = build.variables("xy", range(1, 30))
        >>> build.predicate(lambda a, b: str(a) == str(b)[::-1], [x, y])
        >>> build.add(x - y == 9)
        >>> import nonet
        >>> print(nonet.solve(build).solution)
        x=21 y=12
        """
        self._add(kinds.Predicate(self._named_variables(flattened(of)), function), label)

    def _named_variables(self, operands: Any) -> Any:
        """Return the operands, names of variables as variables with the names of their values."""
        if not isinstance(operands, tuple):
            return operands
        return tuple(
            Variable(each, None, self._symbols.get(each)) if isinstance(each, str) else each
            for each in operands
        )

    def regular(self, of: SeveralInput, automaton: Automaton | str, label: str = "") -> None:
        """A word of the automaton, or of a regular expression such as ``"1* 2 [3-5]+"``.

        In the expression ``.`` is any value of the variables, and ``[^2]`` any other than 2.
        """
        operands: Any = flattened(of)
        automaton = self._automaton(operands, automaton)
        kind = Regular if _are_plain_variables(operands) else kinds.RegularOf
        self._add(kind(operands, automaton), label)

    def cost_regular(
        self,
        of: SeveralInput,
        automaton: Automaton | str,
        cost: Mapping[Any, int],
        total: VariablesInput,
        label: str = "",
    ) -> None:
        """A word of the automaton, or of a regular expression, that costs ``total``.

        ``cost`` gives the cost of a value, ``{1: 5}``, or of a value read in a state, ``{(state,
        1): 5}``.
        """
        operands: Any = flattened(of)
        accepted = self._automaton(operands, automaton)
        if not isinstance(cost, Mapping):
            raise ModelError(f"cost_regular: what each value costs, {{1: 5}}, not {cost!r}")
        by_value, costs = {}, {}
        for key, price in cost.items():
            if isinstance(key, tuple) and len(key) == 2:
                costs[key[0], self._numbers(key[1], operands, "cost_regular")] = price
            else:
                by_value[self._numbers(key, operands, "cost_regular")] = price
        for state, value, _ in getattr(accepted, "transitions", ()):
            if value in by_value:
                costs.setdefault((state, value), by_value[value])
        triples = [(*arc, price) for arc, price in costs.items()]
        self._add(kinds.CostRegular(operands, accepted, triples, total), label)

    def element(
        self,
        array: SeveralInput,
        index: VariablesInput,
        value: VariablesInput,
        first: int = 0,
        label: str = "",
    ) -> None:
        """``array[index - first] == value``; where the index is outside, that does not hold."""
        entries: Any = flattened(array)
        if isinstance(value, Enum) or (isinstance(value, str) and value not in self._domains):
            value = self._numbers(value, entries, "element")
        kind: Any = Element if _are_plain_variables((*entries, index, value)) else kinds.ElementOf
        self._add(kind(entries, index, value, first), label)

    def count(
        self,
        of: SeveralInput,
        values: Iterable[int] | Arithmetic | int,
        op: Comparison,
        number: VariablesInput,
        label: str = "",
    ) -> None:
        """Compare the number of operands that take one of the values with a number."""
        operands: Any = flattened(of)
        is_compared = isinstance(values, Arithmetic | Constraint)
        if not is_compared:
            values = self._numbers(values, operands, "count")
        several: Any = (values,) if is_integer(values) else values
        simple = is_integer(number) or _are_plain_variables((number,)) or isinstance(number, float)
        if _are_plain_variables(operands) and simple and not is_compared:
            self._add(Count(operands, several, op, number), label)  # type: ignore[arg-type]
            return
        compared, terms = _operand(number), [*map(_operand, operands)]
        if not isinstance(op, str) or op not in COMPARE:
            raise ModelError(f"count: {short_repr(op)} is none of {', '.join(COMPARE)}")
        compare: Any = COMPARE[op]
        self._add(compare(count_of(terms, values), compared), label)

    def among(
        self,
        of: SeveralInput,
        values: Iterable[int],
        least: int,
        most: int,
        label: str = "",
    ) -> None:
        """From ``least`` to ``most`` operands take one of the values."""
        number = count_of(self._named_variables(flattened(of)), values)
        self._add(number == least if least == most else between(least, number, most), label)

    def precedence(self, of: SeveralInput, order: Iterable[int], label: str = "") -> None:
        """Each value of ``order`` occurs only after the value before in ``order``."""
        operands = flattened(of)
        self._add(
            kinds.Precedence(operands, self._numbers(tuple(order), operands, "precedence")), label
        )

    # -- tasks ---------------------------------------------------------------------

    def interval(
        self,
        start: VariablesInput,
        size: VariablesInput,
        end: VariablesInput | None = None,
        *,
        present: VariablesInput = 1,
        label: str = "",
    ) -> Interval:
        """Return a task that starts at ``start`` and takes ``size``, as for ``no_overlap``.

        Where ``end`` is given, ``start + size == end`` is added.  ``present`` is an expression or a
        constraint: an optional task takes part where the expression is not 0, or the constraint
        holds, and only then its end is ``start + size``.
        """
        begins, lasts, takes_part = map(_operand, (start, size, present))
        length = as_affine(lasts)
        if self._domains.keys() >= {*length.scope}:
            least = length.possible_values(self._domains).base
            if least < 0:
                raise ModelError(f"interval: the size {length} can be {least}: none is negative")
        if end is None:
            return Interval(begins, lasts, begins + lasts, takes_part)
        ends = _operand(end)
        task = Interval(begins, lasts, ends, takes_part)
        adds_up = begins + lasts == ends
        self._add((takes_part != 0).implies(adds_up) if task.is_optional else adds_up, label)
        return task

    def no_overlap(
        self, start: Any, duration: Any = None, label: str = "", *, present: Any = ()
    ) -> None:
        """For any two tasks, one task has ended when the other starts.

        Tasks are starts and durations, or intervals. ``present`` are expressions or constraints,
        one a task: where its own is 0, or does not hold, an optional task takes no part.
        """
        start = flattened(start)
        if are_intervals(start):
            _check_absent("no_overlap", duration=duration, present=present or None)
            present = presence(start)
            start, duration = _starts_and_sizes(start)
        _check_given("no_overlap", duration=duration)
        self._add(kinds.NoOverlap(start, flattened(duration), flattened(present)), label)

    def no_overlap_2d(
        self, x: Any, y: Any, width: Any = None, height: Any = None, label: str = "", *,
        present: Any = (),
    ) -> None:  # fmt: skip
        """Rectangles at ``x[i]``, ``y[i]`` of ``width[i]`` by ``height[i]`` do not overlap.

        ``x`` and ``y`` may be intervals, of the width and the height.  ``present`` are expressions
        or constraints, one a rectangle: an absent rectangle overlaps none.
        """
        x, y = flattened(x), flattened(y)
        if are_intervals(x) and are_intervals(y):
            _check_absent("no_overlap_2d", width=width, height=height, present=present or None)
            if len(x) != len(y):
                raise ModelError(
                    f"no_overlap_2d: {len(x)} intervals on x and {len(y)} on y: give as many of each"
                )
            present = presence(x, y)
            (x, width), (y, height) = map(_starts_and_sizes, (x, y))
        _check_given("no_overlap_2d", width=width, height=height)
        parts = map(flattened, (x, y, width, height, present))
        self._add(kinds.NoOverlap2D(*parts), label)

    def cumulative(
        self, start: Any, duration: Any = None, demand: Any = None, capacity: Any = None,
        label: str = "", *, present: Any = (),
    ) -> None:  # fmt: skip
        """At every time, the tasks under way need ``capacity`` together, or less.

        Tasks are starts and durations, or intervals: ``cumulative(tasks, demand, capacity)``.
        ``present`` are expressions or constraints, one a task: where its own is 0, or does not
        hold, an optional task takes no part.
        """
        start = flattened(start)
        if are_intervals(start):
            given = [each for each in (duration, demand, capacity) if each is not None]
            if len(given) != 2:
                raise TypeError("cumulative() of intervals takes their demands and a capacity")
            _check_absent("cumulative", present=present or None)
            (demand, capacity), present = given, presence(start)
            start, duration = _starts_and_sizes(start)
        _check_given("cumulative", duration=duration, demand=demand, capacity=capacity)
        lists = start, flattened(duration), flattened(demand)
        self._add(kinds.Cumulative(*lists, capacity, flattened(present)), label)

    def reservoir(
        self,
        time: SeveralInput,
        change: SeveralInput,
        least: int,
        most: int,
        label: str = "",
        *,
        present: SeveralInput = (),
    ) -> None:
        """A store's level, 0 at the start, is from ``least`` to ``most`` at every time.

        At ``time[i]`` the level changes by ``change[i]``. ``present`` are expressions or
        constraints, one an event: where its own is 0, or does not hold, an event does not happen.
        """
        events = flattened(time), flattened(change)
        self._add(kinds.Reservoir(*events, least, most, flattened(present)), label)

    def bin_packing(
        self,
        bin: SeveralInput,
        size: Iterable[int],
        load: SeveralInput,
        label: str = "",
        *,
        at_most: bool = False,
    ) -> None:
        """Item ``i`` of ``size[i]`` is in ``bin[i]``; bin ``b`` holds ``load[b]``, or at most."""
        self._add(kinds.BinPacking(flattened(bin), tuple(size), flattened(load), at_most), label)

    def model(self) -> Model:
        """The model of all that was declared so far."""
        self._warnings.warn_of_count()
        objective = self._objective()
        if self._all_checked:
            parts = dict(self._domains), tuple(self._constraints), objective, self._symbols
            model = Model.from_structure(Structure(*parts), MappingProxyType({}))
        else:
            model = Model(self._domains, self._constraints, objective, symbols=self._symbols)
        if self._search:
            model = model.with_search(self._search)
        model.owner = self._mark
        return model


class Additions:
    """Checks the constraints of a session as the builder's own are checked.

    ``builder`` is the given builder, or a new builder with all that a model declares.
    """

    def __init__(self, problem: ModelBuilder | Model) -> None:
        if isinstance(problem, ModelBuilder):
            self.builder = problem
            return
        structure = problem.structure
        builder = self.builder = ModelBuilder()
        if isinstance(problem.owner, _BuilderMark):
            builder._mark = problem.owner
            builder._tables = builder._mark, *builder._tables[1:]
        for name, domain in structure.domains.items():
            builder._declare(name, domain, structure.symbols.get(name))
        builder._constraints.extend(structure.constraints)
        builder._search.extend(structure.search)

    def constraints(self, added: Iterable[ConstraintInput], label: str = "") -> list[Constraint]:
        """Return constraints as the builder's ``add`` takes constraints; the builder keeps none."""
        declared = self.builder._constraints
        count = len(declared)
        try:
            self.builder.add(*added, label=label)
            return declared[count:]
        finally:
            del declared[count:]

    def assumption(self, assumed: ConstraintInput) -> list[Constraint]:
        """Return the constraints of an assumption, which may be always true or always false."""
        constraint = as_constraint(assumed)
        if not constraint.scope:
            return [] if constraint.holds({}) else [self.builder._never(str(assumed))]
        if self.builder._symbols:
            check_value_names(constraint, self.builder._symbols)
        check_owner(constraint, self.builder._mark)
        return list(checked_constraints((constraint,), self.builder._domains))

    def declared_since(self, count: int) -> list[Constraint]:
        """Return the builder's constraints but for the first ``count``."""
        return self.builder._constraints[count:]

    def objective(self, sense: Sense, expression: Arithmetic | int, label: str) -> Objective:
        """Return an objective; of an expression that is not a sum, the builder declares a variable."""
        return self.builder._checked_objective(sense, expression, label)


class _BuilderMark:
    """Which builder declared a variable, compared by identity, with what it has declared."""

    def __init__(self) -> None:
        self.domains: dict[str, Domain] = {}
        """The values of each variable, in all copies of the builder."""
        self.symbols: dict[str, Symbols] = {}

    def note(self, name: str, domain: Domain, symbols: Symbols | None) -> None:
        """Note a declared variable."""
        earlier = self.domains.get(name)
        self.domains[name] = domain if earlier is None else earlier | domain
        if symbols is not None:
            self.symbols[name] = symbols
