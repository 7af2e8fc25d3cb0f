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
from nonet.model.calling_frame import MODEL_FOLDER, calling_frame
from nonet.model.constraint_methods import ConstraintMethods, VariablesInput, flattened
from nonet.model.constraints import Constraint, Linear
from nonet.model.constraints.base import ConstraintInput
from nonet.model.domain import Domain
from nonet.model.entailment import (
    EntailmentWarnings,
    SourceText,
    constraint_text,
    entailment,
    entailment_within,
)
from nonet.model.expressions.affine import cached_domains
from nonet.model.expressions.arithmetic import Arithmetic, Variable, as_affine, checked_constraint
from nonet.model.expressions.array import Array, Matrix
from nonet.model.expressions.logic import Compare, as_constraint
from nonet.model.integers import checked_integer, checked_tuple, is_integer, short_repr
from nonet.model.model import Model, checked_name, domain_of
from nonet.model.objective import LexicographicObjective, Objective, Sense
from nonet.model.search_phase import SearchPhase
from nonet.model.symbols import Symbols
from nonet.model.usage import added_constraint, with_explained_methods
from nonet.model.value_names import check_value_names

_EQUALITIES = ("==", "!=")
_NOT_SET = ("objective", "constraints", "domains")
_PREFERENCES_WITH_LEVELS = (
    "of several objectives build.prefer cannot tell which one loses: count what is missed in the "
    "objective where it matters, such as build.then_minimize(3 * ~(x == 2) + ~(y == 2))"
)


@with_explained_methods
class ModelBuilder(ConstraintMethods):
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
        self._mark = _BuilderMark(self._domains, self._symbols)
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
            from nonet.model.misuse_errors import missing_variable_error

            raise missing_variable_error(name, self._domains)
        return Variable(name, self._mark, self._symbols.get(name))

    def __contains__(self, name: object) -> bool:
        return name in self._domains

    __iter__ = None
    """A builder is no sequence: ``build.model().variables`` are the names."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from nonet.model.misuse_errors import builder_attribute_error

            if name.startswith("_"):
                raise AttributeError(f"'ModelBuilder' object has no attribute {name!r}")
            if name in self._domains:
                raise AttributeError(f"a ModelBuilder has no {name!r}: write build[{name!r}]")
            methods = [each for each in dir(type(self)) if not each.startswith("_")]
            raise builder_attribute_error(name, methods)

        def __setattr__(self, name: str, value: object) -> None:
            is_ours = name in _NOT_SET or callable(getattr(type(self), name, None))
            if is_ours or isinstance(value, Constraint):
                from nonet.model.misuse_errors import assignment_error

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
    def array(self, name: str, size: tuple[int, int], values: Iterable[Any]) -> Matrix: ...
    def array(
        self, name: str, size: int | tuple[int, int], values: Iterable[Any]
    ) -> Array | Matrix:
        """New variables in a row, ``name[0]`` on, or in rows and columns, ``name[0,0]`` on.

        ``size`` is how many, or (rows, columns), and may be 0.
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

    @overload
    def boolean(self, name: str) -> Variable: ...
    @overload
    def boolean(self, name: str, size: int) -> Array: ...
    @overload
    def boolean(self, name: str, size: tuple[int, int]) -> Matrix: ...
    def boolean(
        self, name: str, size: int | tuple[int, int] | None = None
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
        return self.variable(name, values) if size is None else self.array(name, size, values)

    def _domain_and_symbols(self, name: str, values: Any) -> tuple[Domain, Symbols | None]:
        try:
            if values is bool:
                return Domain.range(0, 1), None
            if isinstance(values, str | int | float | dict) or values is int:
                from nonet.model.misuse_errors import domain_error

                raise domain_error(values)
            if isinstance(values, Iterator):
                values = list(values)
            symbols = Symbols.from_values(values, self._symbol_sets)
            if symbols is not None:
                return Domain.of(symbols.values), symbols
            if type(values) is tuple and _is_likely_range(values):
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
            raise ModelError(
                f"{label or constraint_text(constraint)}: its variables were declared by "
                "another builder; "
                "variables belong to the model of the builder that declared them"
            )
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
        if not self._domains:
            self._declare("~never", Domain.range(0, 0), None)
        words = Annotation(type(constraint).__name__, label or constraint_text(constraint))
        never = Linear((next(iter(self._domains)),), (0,), "==", 1, rule=words)
        self._constraints.append(never)

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
        Model(<2 variables, 1 constraints, minimize 2 * x + y>, 0 domains narrowed)
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
            raise ModelError(
                f"{objective}: its variables were declared by another builder; "
                "variables belong to the model of the builder that declared them"
            )
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
        """Return a new variable that equals an expression which is no weighted sum.

        Its name is ``objective``, or ``objective 2`` of the second level.
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
    """Which builder declared a variable, compared by identity, with what it has declared."""

    def __init__(self, domains: Mapping[str, Domain], symbols: Mapping[str, Symbols]) -> None:
        self.domains, self.symbols = domains, symbols


def _checked_sizes(name: str, sizes: Iterable[Any]) -> tuple[int, ...]:
    lengths = tuple(checked_integer(size, f"array {name!r}", "size") for size in sizes)
    for size in lengths:
        if size < 0:
            raise ModelError(f"array {name!r}: a size is 0 or more, not {size}")
    return lengths


def _is_likely_range(values: tuple[int, ...]) -> bool:
    """Whether a pair of integers was probably meant as the ends of a range."""
    return len(values) == 2 and all(map(is_integer, values)) and values[1] - values[0] > 1
