"""Calls of each method of a builder, for errors about calls that do not fit.

Python itself would name a parameter of which the caller has never heard.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> build.count(build.array("q", 3, range(3)), 1)
Traceback (most recent call last):
nonet.errors.ModelError: count() missing 2 required positional arguments: 'op' and 'number': \
write build.count([x, y, z], 1, "==", 2)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from types import FrameType, TracebackType
from typing import Any, NoReturn, ParamSpec, TypeVar

from nonet.errors import ModelError

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)

EXAMPLES = {
    "__init__": 'build = ModelBuilder(), and build.variable("x", range(10))',
    "variable": 'build.variable("x", range(10))',
    "variables": 'build.variables("xyz", range(10))',
    "array": 'build.array("q", 5, range(10)), or build.array("s", (3, 4), range(10))',
    "boolean": 'build.boolean("b"), or build.boolean("b", 5)',
    "any_of": "build.add(nonet.any_of(x == 1, y == 2))",
    "minimize": "build.minimize(2 * x + y)",
    "maximize": "build.maximize(2 * x + y)",
    "then_minimize": "build.then_minimize(2 * x + y)",
    "then_maximize": "build.then_maximize(2 * x + y)",
    "search": 'build.search([x, y], order="first_fail", values="min")',
    "prefer": "build.prefer(x < y, weight=3)",
    "all_different": "build.all_different([x, y, z])",
    "all_equal": "build.all_equal([x, y, z])",
    "increasing": "build.increasing([x, y, z], strictly=True)",
    "cardinality": "build.cardinality([x, y, z], {1: 2, 5: 1})",
    "lexicographic": "build.lexicographic([x, y], [z, w])",
    "lexicographic_chain": "build.lexicographic_chain([[x, y], [z, w]], strictly=True)",
    "decreasing": "build.decreasing([x, y, z], strictly=True)",
    "inverse": "build.inverse(forth, back)",
    "circuit": "build.circuit(successor), or build.circuit([(0, 1, b), (1, 0, c)])",
    "subcircuit": "build.subcircuit(successor)",
    "symmetric_all_different": "build.symmetric_all_different([x, y, z])",
    "nvalue": "build.nvalue([x, y, z], 2)",
    "no_overlap": "build.no_overlap([x, y], [3, 2])",
    "no_overlap_2d": "build.no_overlap_2d([x, z], [y, w], [3, 2], [1, 1])",
    "cumulative": "build.cumulative([x, y], [3, 2], [1, 1], 2)",
    "reservoir": "build.reservoir([x, y], [3, -2], 0, 5)",
    "interval": "build.interval(x, 3, y, present=z)",
    "bin_packing": "build.bin_packing([x, y], [3, 2], [z, w])",
    "table": "build.table([x, y], [(1, 2), (3, 4)])",
    "predicate": "build.predicate(lambda a, b: a % b == 1, [x, y])",
    "Predicate": "Predicate([x, y], lambda a, b: a % b == 1)",
    "regular": 'build.regular([x, y, z], "1* 2 [3-5]+")',
    "cost_regular": 'build.cost_regular([x, y, z], "1* 2+", {2: 5}, w)',
    "element": "build.element([2, 3, 5], x, y)",
    "count": 'build.count([x, y, z], 1, "==", 2)',
    "among": "build.among([x, y, z], [1, 2], 0, 2)",
    "precedence": "build.precedence([x, y, z], [1, 2, 3])",
    "between": "nonet.between(1, x, 5)",
    "nvalue_of": "nonet.nvalue_of([x, y, z])",
    "count_of": "nonet.count_of([x, y, z], 1)",
    "AllDifferent": "AllDifferent([x, y, z])",
    "AnyOf": "AnyOf([[one_constraint], [another, and_one_more]])",
    "Count": 'Count([x, y, z], {1}, "==", 2)',
    "Distinct": "Distinct([x, y, z])",
    "Element": "Element([x, y, z], index, value)",
    "Linear": 'Linear([x, y], [2, 3], "<=", 7)',
    "Regular": "Regular([x, y, z], automaton)",
    "SumBetween": "SumBetween([x, y, z], 12)",
    "EnclosedSum": "EnclosedSum([x, y, z], (1, 9), 12)",
    "LeadingSum": "LeadingSum([x, y, z], 12)",
    "LineComparison": "LineComparison([x, y], [z, w], answer)",
    "EqualCounts": "EqualCounts([x, y], [z, w], 5)",
    "CountFamily": "CountFamily([x, y, z], [(1, 1), (2, 2)])",
    "EqualSums": "EqualSums([[x, y], [z, w]])",
    "Table": "Table([x, y], [(1, 2), (3, 4)])",
    "CostRegular": "CostRegular([x, y, z], automaton, [(state, value, cost)], total)",
    "RegularOf": "RegularOf([x, y, z], automaton)",
    "element of": "nonet.element([2, 3, 5], x)",
    "if_then_else": "nonet.if_then_else(x > 1, y, z)",
}
"""A call of each method and function that shows the order of arguments."""


class AddedConstraint:
    """What a builder's method returns in a program: each operator raises.

    At a prompt the methods return ``None``, so that no session shows it, nor does a notebook.
    """

    __slots__ = ("method",)
    __iter__ = None

    def __init__(self, method: str) -> None:
        self.method = method

    def _ipython_display_(self) -> None:
        """Show nothing in a notebook."""

    def error(self) -> ModelError:
        """Return the error for a use of this as a constraint."""
        return ModelError(
            f"build.{self.method}(...) adds to the model itself, and returns no constraint to "
            "negate, join or compare: part of a constraint is a class, as in "
            "build.add(~nonet.AllDifferent([x, y]) | (x == 1))"
        )

    def only_enforce_if(self, *literals: object) -> NoReturn:
        """Raise ``ModelError``: the condition is part of what is added."""
        raise ModelError(
            f"build.{self.method}(...) returns no constraint: write "
            "build.add((x < y).only_enforce_if(b)), or build.add(b.implies(x < y))"
        )

    OnlyEnforceIf = only_enforce_if

    def _refuse(self, *_: object) -> NoReturn:
        raise self.error()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self.error()}; words are label=" if name[:1] != "_" else name)

    __invert__ = __neg__ = __bool__ = __index__ = __getitem__ = implies = iff = _refuse
    __and__ = __or__ = __xor__ = __rand__ = __ror__ = __rxor__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __hash__ = None  # type: ignore[assignment]


def added_constraint(method: str, caller: FrameType) -> Any:
    """Return what a builder's method returns to its caller: ``None`` at a prompt, which would show
    anything else, and in a program an :class:`AddedConstraint`."""
    return None if caller.f_code.co_filename.startswith("<") else AddedConstraint(method)


class NotIterableError(ModelError):
    """Raised for one expression given, or indexed, where several are expected."""


_OURS = __file__.rsplit(os.sep, 2)[0]


def explained(name: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator: a call that does not fit is a ``ModelError`` with the right form.

    A result of ``None`` becomes that of :func:`added_constraint`.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        example = EXAMPLES[name or function.__name__]
        is_method = function.__name__ != "__init__"

        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                result: Any = function(*args, **kwargs)
            except (TypeError, AttributeError, NotIterableError) as error:
                if _rose_elsewhere(error.__traceback__):
                    raise
                shown = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
                text = str(error).replace(f"{function.__qualname__}(", f"{shown}(")
                raise ModelError(f"{text}: write {example}") from None
            if result is None and is_method:
                result = added_constraint(function.__name__, sys._getframe(1))
            return result  # type: ignore[no-any-return]

        return called

    return decorate


def keyword_explained(example: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator: arguments that do not fit are a ``ModelError``; no other error is."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def __init__(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                trace = error.__traceback__
                if trace is None or trace.tb_next is not None:
                    raise  # of the function itself
                text = str(error).replace(".__init__()", "()")
                raise ModelError(f"{text}: write {example}") from None

        return __init__

    return decorate


def explain_constructors(types: Iterable[type]) -> None:
    """Make arguments that do not fit a constraint's constructor a ``ModelError`` with an example.

    The decorated constructor is named ``__init__``, like every method that looks for a user's
    frame.
    """
    methods = {name.replace("_", ""): name for name in EXAMPLES}
    for kind in types:
        example = EXAMPLES.get(kind.__name__, "")
        name = methods.get(kind.__name__.lower().removesuffix("of"))
        if name is not None and not example:
            example = EXAMPLES[name].replace(f"build.{name}", kind.__name__, 1)
        if example:
            constructor = keyword_explained(example)(vars(kind)["__init__"])
            setattr(kind, "__init__", constructor)  # noqa: B010


def with_explained_methods(owner: C) -> C:
    """Decorate a class: each of its methods of which there is an example is ``explained``."""
    for name, member in list(vars(owner).items()):
        if name in EXAMPLES and callable(member):
            setattr(owner, name, explained()(member))
    return owner


def _rose_elsewhere(trace: TracebackType | None) -> bool:
    """Whether an error rose in code that is not of nonet: of a generator that was given, say."""
    files: list[Any] = []
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    return bool(files) and not files[-1].startswith(_OURS)
