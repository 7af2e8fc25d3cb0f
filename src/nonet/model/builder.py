"""A declaring builder: pleasant code for models that are no puzzles.

>>> build = ModelBuilder()
>>> x, y, z = build.variables("xyz", range(1, 10))
>>> build.add(x + 2 * y == z, label="the sum")
>>> build.add(x < y, abs(x - z) != 4)
>>> build.all_different([x, y, z])
>>> build.model()
Model(<3 variables, 4 constraints>, 0 domains narrowed)
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import gcd
from operator import mul
from typing import TYPE_CHECKING, Any, Never, NoReturn, overload

from nonet.errors import ModelError, ModelWarning, did_you_mean
from nonet.model.annotation import UNNAMED, Annotation
from nonet.model.constraint_methods import ConstraintMethods
from nonet.model.constraints import AnyOf, Constraint, Linear
from nonet.model.constraints.base import known_truth
from nonet.model.discarded_constraints import reject_used_result
from nonet.model.domain import Domain
from nonet.model.entailment import entailment, entailment_within
from nonet.model.entailment_warnings import MODEL_FOLDER, EntailmentWarnings, calling_frame
from nonet.model.expressions.affine import cached_domains
from nonet.model.expressions.arithmetic import Variable, checked_constraint
from nonet.model.expressions.array import Array, Matrix
from nonet.model.expressions.logic import Compare
from nonet.model.expressions.sequences import listed_constraints
from nonet.model.integers import checked_integer, checked_tuple, is_integer, short_repr
from nonet.model.misuse_errors import domain_error, is_likely_range
from nonet.model.model import Model, checked_name, domain_of
from nonet.model.objective import Objective
from nonet.model.objective_methods import ObjectiveMethods
from nonet.model.operand_inputs import VariablesInput, flattened
from nonet.model.search_phase import SearchPhase
from nonet.model.source_text import SourceText, constraint_text
from nonet.model.symbols import Symbols
from nonet.model.usage import with_explained_methods
from nonet.model.value_names import check_value_names

_EQUALITIES = ("==", "!=")
_NOT_SET = ("objective", "constraints", "domains")


@with_explained_methods
class ModelBuilder(ConstraintMethods, ObjectiveMethods):
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

    def __repr__(self) -> str:
        aim = "".join(f", {each}" for each in self._objectives)
        sizes = f"{len(self._domains)} variables, {len(self._constraints)} constraints"
        return f"<ModelBuilder: {sizes}{aim}>"

    def _repr_html_(self) -> str:
        return self.model()._repr_html_()

    def __getitem__(self, name: str) -> Variable:
        """The variable of a name."""
        if not isinstance(name, str) or name not in self._domains:
            from nonet.model.attribute_errors import missing_variable_error

            raise missing_variable_error(name, self._domains)
        return Variable(name, self._mark, self._symbols.get(name))

    def __contains__(self, name: object) -> bool:
        return name in self._domains

    __iter__ = None
    """A builder is no sequence: ``build.model().variables`` are the names."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from nonet.model.attribute_errors import builder_attribute_error

            if name.startswith("_"):
                raise AttributeError(f"'ModelBuilder' object has no attribute {name!r}")
            if name in self._domains:
                raise AttributeError(f"a ModelBuilder has no {name!r}: write build[{name!r}]")
            methods = [each for each in dir(type(self)) if not each.startswith("_")]
            raise builder_attribute_error(name, methods)

        def __setattr__(self, name: str, value: object) -> None:
            is_ours = name in _NOT_SET or callable(getattr(type(self), name, None))
            if is_ours or isinstance(value, Constraint):
                from nonet.model.attribute_errors import assignment_error

                raise assignment_error(name, value)
            object.__setattr__(self, name, value)

    # -- variables -------------------------------------------------------------------

    def variable(self, name: str, values: Iterable[Any]) -> Variable:
        """A new variable with the given values: integers, or names.

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
    def array(self, name: str, size: tuple[int, int], values: Iterable[Any]) -> Matrix: ...
    def array(
        self, name: str, size: int | tuple[int, int], values: Iterable[Any]
    ) -> Array | Matrix:
        """New variables in a row, ``name[0]`` on, or in rows and columns, ``name[0,0]`` on.

        ``size`` is how many, or (rows, columns); at least one.
        """
        domain_and_symbols = self._domain_and_symbols(checked_name(name), values)
        if is_integer(size):
            (length,) = _checked_sizes(name, (size,))
            return Array(self._declare(f"{name}[{i}]", *domain_and_symbols) for i in range(length))
        sizes = checked_tuple(size, f"array {name!r}", "sizes")
        if len(sizes) != 2:
            raise ModelError(
                f"array {name!r}: a size is a number or (rows, columns), not {short_repr(size)}: of "
                "names write {each: build.variable(each, range(10)) for each in names}"
            )
        height, width = _checked_sizes(name, sizes)
        return Matrix(
            [self._declare(f"{name}[{r},{c}]", *domain_and_symbols) for c in range(width)]
            for r in range(height)
        )

    def _domain_and_symbols(self, name: str, values: Any) -> tuple[Domain, Symbols | None]:
        """Return the domain that a declaration's values are, and their names."""
        try:
            if isinstance(values, str | int | float | dict) or values is bool or values is int:
                raise domain_error(values)
            if isinstance(values, Iterator):
                values = list(values)
            symbols = Symbols.from_values(values, self._symbol_sets)
            if symbols is not None:
                return Domain.of(symbols.values), symbols
            if type(values) is tuple and is_likely_range(values):
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

    def _is_variable(self, name: str) -> bool:
        return name in self._domains

    def _symbols_of(self, name: str) -> Symbols | None:
        return self._symbols.get(name)

    def _declare(self, name: str, domain: Domain, symbols: Symbols | None) -> Variable:
        if checked_name(name) in self._domains:
            raise ModelError(f"variable {name!r} is declared twice")
        if not domain:
            raise ModelError(f"variable {name!r} has an empty domain")
        self._domains[name] = domain
        self._centres[name] = domain.base + domain.highest
        self._widths[name] = domain.highest - domain.base
        if symbols is not None:
            self._symbols[name] = symbols
            self._symbol_sets[symbols] = None
        return Variable(name, self._mark, symbols)

    # -- constraints -------------------------------------------------------------------

    def add(
        self,
        *constraints: Constraint | bool | Iterable[Constraint],
        label: str = "",
        **keywords: Never,
    ) -> None:
        """Any constraints, such as ``x + y <= 5`` or ``(x == 1) | ~(y > z)``, or lists of them.

        To type checkers ``sum(row) <= 5`` may be a bool, as the sum of nothing is 0; one that is
        a bool is a ``ModelError``.
        """
        for constraint in constraints:
            if type(constraint) is Linear and not label and self._add_plain(constraint):
                continue
            if isinstance(constraint, Constraint):
                self._add(constraint, label)
            elif isinstance(constraint, Iterable) and not isinstance(constraint, str | Mapping):
                self._add_entries(constraint, label)
            else:
                self._add(constraint, label)  # type: ignore[arg-type]
        if keywords:
            name, value = next(iter(dict[str, Any](keywords).items()))
            raise ModelError(
                f"build.add({name}={short_repr(value)}) names a parameter of Python's: write "
                f"build.add({name} == {short_repr(value)})"
            )

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
            reject_used_result(frame)
            source = SourceText(symbols, frame.f_code, frame.f_lineno)
            sources[place] = source
        fields["_source"] = source
        constraints.append(linear)
        return True

    def _add_entries(self, entries: Iterable[Any], label: str) -> None:
        """Add each constraint of a sequence."""
        first = next(iter(self._domains), "")
        for each in listed_constraints(entries, first):
            if isinstance(each, list | tuple | Array | Matrix):  # lists of lists
                self._add_entries(each, label)
            else:
                self._add(each, label)
                if type(each) is Linear and not any(each.coefficients):
                    self._warnings.warn(each, False, self._domains)

    def any_of(self, *groups: Constraint | Iterable[Constraint], label: str = "") -> None:
        """At least one of the groups of constraints holds."""
        truths = set(map(known_truth, groups)) - {None}
        if truths and any(isinstance(group, Constraint) for group in groups):
            if True in truths:
                return
            groups = tuple(group for group in groups if known_truth(group) is None)
        any_of = AnyOf(groups)  # type: ignore[arg-type]
        if len(any_of.groups) == 1 < len(any_of.groups[0]):
            warnings.warn(
                "any_of has one group, all of which must hold: of several constraints write "
                "build.any_of(*constraints)",
                ModelWarning,
                calling_frame()[1],
            )
        self._add(any_of, label)

    def _add(self, constraint: Constraint | bool, label: str) -> None:
        if not isinstance(constraint, Constraint):
            constraint = checked_constraint(constraint)
        if not isinstance(label, str):
            raise ModelError(
                f"a label is a text, not {short_repr(label)}: several variables are one list, [x, y]"
            )
        if constraint.owner not in (None, self._mark):
            raise ModelError(
                f"{label or constraint_text(constraint)}: its variables were declared by "
                "another builder; "
                "variables belong to the model of the builder that declared them"
            )
        if label:
            constraint = replace(constraint, rule=Annotation(type(constraint).__name__, label))
        elif constraint.rule is UNNAMED or constraint.rule == UNNAMED:
            frame = calling_frame()[0]
            place = id(frame.f_code), frame.f_lasti
            source = self._sources.get(place)
            if source is None:
                reject_used_result(frame)
                source = SourceText(self._symbols, frame.f_code, frame.f_lineno)
                self._sources[place] = source
            constraint.set_source_text(source)
        if self._symbols:
            check_value_names(constraint, self._symbols)
        known = self._checked_entailment(constraint)
        if known is not None:
            self._warnings.warn(constraint, known, self._domains)
        self._constraints.append(constraint)

    def _checked_entailment(self, constraint: Constraint) -> bool | None:
        """Check a constraint over the domains; return whether it is always true, or always false,
        or ``None``."""
        domains: Mapping[str, Domain] = self._domains
        if all(map(domains.__contains__, constraint.scope)):
            if type(constraint) is Compare:
                bounds = constraint.expression.unchecked_bounds(domains)
                if bounds is not None:
                    return entailment_within(constraint, *bounds)
            if constraint.is_composed and constraint.scope:
                domains = cached_domains(domains, constraint.scope)
            constraint.check_domains(domains)
        else:
            self._all_checked = False
        return entailment(constraint, domains)

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
        """Return the name of one of this builder's variables, for a search."""
        if isinstance(variable, Variable) and variable.owner not in (None, self._mark):
            raise ModelError(f"search: {variable.name} was declared by another builder")
        name = variable.name if isinstance(variable, Variable) else variable
        if not isinstance(name, str):
            raise ModelError(
                f"search: {short_repr(variable)} is no variable: name those that it is made of"
            )
        if name not in self._domains:
            near = did_you_mean(name, self._domains)
            raise ModelError(f"search: there is no variable {short_repr(name)}{near}")
        return name

    def model(self) -> Model:
        """The model of all that was declared so far."""
        self._warnings.warn_of_count()
        objective = self._objective()
        checked = self._domains, self._constraints, objective, self._symbols
        if self._all_checked:
            model = Model.from_checked(*checked)
        else:
            model = Model(*checked[:3], symbols=self._symbols)
        if self._search:
            model = model.with_search(self._search)
        model.owner = self._mark
        return model


class _BuilderMark:
    """Which builder declared a variable: compared by identity alone."""


def _checked_sizes(name: str, sizes: Iterable[Any]) -> tuple[int, ...]:
    lengths = tuple(checked_integer(size, f"array {name!r}", "size") for size in sizes)
    for size in lengths:
        if size < 1:
            raise ModelError(f"array {name!r}: a size is 1 or more, not {size}: it would be empty")
    return lengths
