"""Problems of python-constraint, read to be counted, explained, watched and compared.

>>> import constraint
>>> problem = constraint.Problem()
>>> problem.addVariables("ab", [1, 2, 3])
>>> problem.addConstraint(lambda a, b: a > b, "ab")
>>> problem.addConstraint(constraint.MinSumConstraint(4))
>>> [each.formula for each in from_python_constraint(problem).constraints]
['a - b >= 1', 'a + b >= 4']
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from nonet.deadline import checked
from nonet.errors import ModelError, NotInstalled
from nonet.importing.flatzinc.constraints import all_equal
from nonet.importing.relations import (
    NOTHING,
    Relation,
    affine,
    all_different,
    conjunction,
    count,
    linear,
    member,
    post,
    product_of,
    related,
    simplified,
    table,
)
from nonet.model import Annotation, Constraint, Domain, Linear, Model
from nonet.model.constraints.primitives import Comparison
from nonet.model.expressions.arithmetic import Variable
from nonet.model.globals import Predicate
from nonet.model.integers import is_integer, short_repr
from nonet.model.symbols import Symbols

MOST_TABLED = 50_000
"""Combinations of values up to which a function is called for each."""

_PLAIN_STEPS = {
    "RESUME", "COPY_FREE_VARS", "LOAD_FAST", "LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW",
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_DEREF", "LOAD_GLOBAL",
    "STORE_FAST", "BINARY_OP", "COMPARE_OP", "UNARY_NEGATIVE", "RETURN_VALUE",
}  # fmt: skip
"""Instructions of a function that only computes with its arguments and compares."""


def from_python_constraint(problem: Any) -> Model:
    """Return a ``Problem`` of python-constraint as a ``Model``.

    A variable is called by its text: ``(1, 2)`` is ``"(1, 2)"``.  Values that are no integers are
    values with names, of which equal values are equal.  The library's own constraints are read
    whole.  A function that only computes with integers and compares is read as its formula, another
    one as the table of the values for which it is true, of more than 50,000 combinations of values
    as a ``Predicate``.  Raise ``ModelError``, naming it, for a constraint that cannot be read.
    """
    try:
        from constraint import Problem
    except ImportError:
        raise NotInstalled(
            'python-constraint is missing: pip install "nonet[python-constraint]"'
        ) from None
    if not isinstance(problem, Problem):
        raise ModelError(f"from_python_constraint takes a Problem, not {type(problem).__name__}")
    return _Reader(problem).model()


class _Reader:
    def __init__(self, problem: Any) -> None:
        self._problem = problem
        self._values: dict[Any, list[Any]] = {v: list(d) for v, d in problem._variables.items()}
        self._names: dict[Any, str] = {}
        self._codes: dict[Any, int] = {}
        self.domains: dict[str, Domain] = {}

    def model(self) -> Model:
        for variable in self._values:
            name = variable if isinstance(variable, str) else repr(variable)
            if name in self._names.values():
                raise ModelError(f"two variables of the problem are called {name!r}")
            self._names[variable] = name
        self._number_values()
        symbols = {}
        for variable, values in self._values.items():
            codes = dict.fromkeys(map(self._codes.__getitem__, values))
            self.domains[self._names[variable]] = Domain.of(codes or [0])
            if not all(map(is_integer, values)):
                texts = [v if isinstance(v, str) else repr(v) for v in dict.fromkeys(values)]
                if len(set(texts)) < len(texts):
                    texts = [repr(v) for v in dict.fromkeys(values)]
                pairs = tuple(zip(codes, texts, strict=True))
                symbols[self._names[variable]] = Symbols(pairs)
        if not self.domains:
            self.domains[NOTHING] = Domain.single(0)
        constraints: list[Constraint] = []
        if not all(self._values.values()):  # the library's solvers remove values of a problem
            constraints.append(Linear((next(iter(self.domains)),), (0,), "==", 1))
        for number, (item, scope, text) in enumerate(self._items()):
            label = f"{text or _words(item)} (constraint {number})"
            try:
                relation = self._relation(item, list(scope or self._values))
            except (ModelError, ValueError) as error:
                raise ModelError(f"{label}: {error}") from None
            post(relation, constraints, self.domains, Annotation("constraint", label))
        return Model(self.domains, constraints, symbols=symbols)

    def _number_values(self) -> None:
        """Number the values: an integer is its own number, and other values follow the largest integer."""
        listed = [value for values in self._values.values() for value in values]
        try:
            distinct = dict.fromkeys(listed)
        except TypeError as error:
            raise ModelError(f"a value of the problem has no hash ({error}): use tuples") from None
        integers = [int(value) for value in distinct if is_integer(value)]
        following = max(integers, default=-1) + 1
        for value in distinct:
            if is_integer(value):
                self._codes[value] = int(value)
            else:
                self._codes[value] = following
                following += 1

    def _items(self) -> Iterable[tuple[Any, Any, str]]:
        """Yield constraints with their variables and, for a constraint declared as a text, the text."""
        for item, scope in self._problem._constraints:
            yield item, scope, ""
        texts = getattr(self._problem, "_str_constraints", ())
        if texts:
            from constraint.parser import compile_to_constraints

            domains = dict(self._problem._variables)
            for text in texts:
                for item, scope, _ in compile_to_constraints([text], domains):
                    yield item, scope, text

    def _relation(self, item: Any, scope: list[Any]) -> Relation:
        unknown = [variable for variable in scope if variable not in self._names]
        if unknown:
            raise ModelError(f"{short_repr(unknown[0])} is not a variable of the problem")
        kind = type(item).__name__
        names = [self._names[variable] for variable in scope]
        if kind == "AllDifferentConstraint":
            return all_different(names)
        if kind == "AllEqualConstraint":
            return all_equal(names)
        if kind in ("InSetConstraint", "NotInSetConstraint"):
            chosen = self._domain_of(item._set, inside=kind == "InSetConstraint")
            return conjunction(member(name, chosen) for name in names)
        if kind in ("SomeInSetConstraint", "SomeNotInSetConstraint"):
            chosen = self._domain_of(item._set, inside=kind == "SomeInSetConstraint")
            return count(names, frozenset(chosen), "==" if item._exact else ">=", item._n)
        used = {*scope, *getattr(item, "sum_vars", ()), *getattr(item, "product_vars", ())}
        if all(is_integer(value) for variable in used for value in self._values[variable]):
            relation = self._arithmetic(kind, item, scope, names)
            if relation is not None:
                return relation
        return self._tabled(item, scope, names)

    def _domain_of(self, values: Any, *, inside: bool) -> Domain:
        """Return the integers of the problem's values that are in a set, or that are not."""
        return Domain.of(code for value, code in self._codes.items() if (value in values) == inside)

    def _arithmetic(
        self, kind: str, item: Any, scope: list[Any], names: Sequence[str]
    ) -> Relation | None:
        """Return the relation of a sum, a product or a formula; ``None`` for another constraint."""
        if kind in SUMS_AND_PRODUCTS:
            op, attribute = SUMS_AND_PRODUCTS[kind]
            if attribute == "target_var":
                listed = getattr(item, "sum_vars", None) or item.product_vars
                names = [self._names[variable] for variable in listed]
                bound: Any = self._names[item.target_var]
            else:
                bound = getattr(item, attribute)
            if isinstance(bound, float) and bound.is_integer():
                bound = int(bound)
            if not isinstance(bound, int | str):
                return None
            if kind.endswith("ProdConstraint"):
                return related(simplified(product_of(*names)), op, bound)
            factors = list(getattr(item, "_multipliers", None) or [1] * len(names))[: len(names)]
            if not all(map(is_integer, factors)):
                return None
            return linear([*factors, -1], [*names[: len(factors)], bound], op, 0)
        function = getattr(item, "_func", None)
        return _formula(function, names) if callable(function) else None

    def _tabled(self, item: Any, scope: list[Any], names: Sequence[str]) -> Relation:
        import constraint

        if type(item).__call__ is constraint.Constraint.__call__:
            raise ModelError("it has no __call__ that says which values it accepts")
        rows = []
        domains = {v: constraint.Domain(self._values[v]) for v in scope}
        if prod(len(self._values[variable]) for variable in scope) > MOST_TABLED:
            value_of = {code: value for value, code in self._codes.items()}

            def accepts(*codes: int) -> bool:
                values = (value_of[code] for code in codes)
                return bool(item(scope, domains, dict(zip(scope, values, strict=True))))

            accepts.__name__ = _words(item)
            return Predicate(tuple(map(affine, names)), accepts)
        for values in checked(product(*map(self._values.__getitem__, scope))):
            try:
                if item(scope, domains, dict(zip(scope, values, strict=True))):
                    rows.append([self._codes[value] for value in values])
            except Exception as error:
                where = ", ".join(f"{n}={v!r}" for n, v in zip(names, values, strict=True))
                raise ModelError(f"it raises {type(error).__name__} for {where}: {error}") from None
        return table(names, rows)


def _formula(function: Callable[..., Any], names: Sequence[str]) -> Relation | None:
    """Return the formula of a function of integers; ``None`` if the function does more than compute.

    The instructions are looked at first: a function that branches, calls or asks for a type could
    return something else for expressions than for integers.
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    for step in dis.get_instructions(function):
        if step.opname not in _PLAIN_STEPS:
            return None
        if step.opname == "BINARY_OP" and step.argrepr not in ("+", "-", "*"):
            return None
    try:
        result = function(*map(Variable, names))
    except Exception:
        return None
    return result if isinstance(result, Constraint) else None


def _words(item: Any) -> str:
    """Return the name of a function and its line, or of a constraint's class."""
    function = getattr(item, "_func", None)
    code = getattr(function, "__code__", None)
    if code is None:
        return type(item).__name__
    name = getattr(function, "__name__", "function")
    return f"{name} of line {code.co_firstlineno}"


_BOUNDS: Mapping[str, Comparison] = {"Exact": "==", "Min": ">=", "Max": "<="}

SUMS_AND_PRODUCTS: Mapping[str, tuple[Comparison, str]] = {
    f"{variable}{bound}{of}Constraint": (op, "target_var" if variable else f"_{bound}{of}".lower())
    for variable in ("", "Variable")
    for bound, op in _BOUNDS.items()
    for of in ("Sum", "Prod")
}
"""For each sum or product of the library its comparison and the attribute with its bound."""
