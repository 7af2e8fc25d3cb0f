"""Errors for code written in the habits of Python or of other systems, with the form to write here.

Python's chains, ``or``, ``and``, ``not``, ``in`` and ``if`` ask whether a comparison is true, and
take one half of the intended constraint.  A constraint is neither true nor false before the model
is solved, so such code is an error.  Names of other systems are data: a table for each class.  Of
a call that does not fit, Python itself would name a parameter of which the caller has never heard.

>>> from nonet.model import ModelBuilder
>>> build = ModelBuilder()
>>> x = build.variable("x", range(9))
>>> build.add(3 < x < 6)
Traceback (most recent call last):
nonet.errors.ModelError: x >= 4 is neither true nor false before it is solved: of a chain such as \
3 < x < 6 write both halves, build.add(3 < x, x < 6)
>>> build.AllDifferent([1, 2])  # doctest: +ELLIPSIS
Traceback (most recent call last):
AttributeError: a ModelBuilder has no 'AllDifferent': write build.all_different([x, y, z])...
>>> build.count([x], 1)
Traceback (most recent call last):
nonet.errors.ModelError: count() missing 2 required positional arguments: 'op' and 'number': \
write build.count([x, y, z], 1, "==", 2)
"""

# ruff: noqa: PTH118, PTH120 - pathlib takes 5 ms to import

from __future__ import annotations

import linecache
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

from nonet.errors import ModelError, ModelWarning, did_you_mean
from nonet.model.integers import scaling_hint, short_repr, truncated

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
    "CostRegular": "CostRegular([x, y, z], automaton, [(state, value, cost)], total)",
    "RegularOf": "RegularOf([x, y, z], automaton)",
    "element of": "nonet.element([2, 3, 5], x)",
    "if_then_else": "nonet.if_then_else(x > 1, y, z)",
}
"""A call of each method and function that shows the order of arguments."""


class AddedConstraint:
    """The result of a builder's method in a program: each operator raises.

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
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and not trace.tb_frame.f_code.co_filename.startswith(_OURS)


_FOLDER = os.path.dirname(__file__)
MODEL_FOLDER = _FOLDER, os.path.join(os.path.dirname(_FOLDER), "solving", "session.py")
"""The beginnings of the names of the files whose frames are not the user's."""

_PLACE_BY_PLACE = ("joined_places", "element_wise")


def calling_frame() -> tuple[FrameType, int]:
    """The frame that called this room, and its ``stacklevel`` for the caller of this function."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(MODEL_FOLDER):
        frame, level = frame.f_back, level + 1
    return frame, level


def warn_of_comparison(text: str, known: bool) -> None:
    """Warn of a comparison of which all variables cancel out, but for a place of an array.

    There ``abs(q - q[0]) <= 1`` is always true in one place, and no slip.
    """
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(MODEL_FOLDER):
        if frame.f_code.co_name in _PLACE_BY_PLACE:
            return
        frame = frame.f_back
    warnings.warn(f"{text} is always {str(known).lower()}", ModelWarning, calling_frame()[1])


# -- truth, values and operands ----

ALTERNATIVES = {
    r"[<>=] [^,()&|]*[<>=]=? ": "of a chain such as 3 < x < 6 write both halves, build.add(3 < x, x < 6)",
    r"\band\b|\ball\(": "for `and` and all() a & b or nonet.all_of(a, b)",
    r"\bor\b|\bin\b|\bany\(": "for `or`, `in` and any() a | b or nonet.any_of(x == 1, x == 2)",
    r"\bnot\b": "for `not a` ~a",
    r"\b(if|while|assert|bool|where)\b": "for `if` a.implies(b) or nonet.if_then_else(a, x, y)",
    r"\b(min|max)\(": (
        "for min and max nonet.min_of(x, y) and nonet.max_of(x, y), for the place of one "
        "nonet.arg_max(q)"
    ),
    r"\bsort": "for sorted build.increasing([x, y, z])",
    r"[])] *([=!<>]|in)|array": "of lists nonet.Array(q) == 1 or build.table([x, y], rows)",
}
"""For each pattern of a line that asks for a truth, what to write instead."""

_MOST_SHOWN = 120


def truth_error(operand: object) -> ModelError:
    """The error for asking whether a constraint or an expression is true."""
    frame = calling_frame()[0]
    line = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    advice = [text for pattern, text in ALTERNATIVES.items() if re.search(pattern, line)]
    text = _operand_text(operand)
    if not hasattr(operand, "scope"):
        advice = [f"compare it, as {text} == 1 does, and add the constraint", *advice]
    choices = ", ".join(advice or ALTERNATIVES.values())
    return ModelError(f"{text} is neither true nor false before it is solved: {choices}")


def constraint_error(value: object) -> ModelError:
    """The error for anything else where a constraint is needed."""
    hint = ""
    if isinstance(value, AddedConstraint):
        return value.error()
    if isinstance(value, str):
        hint = ". A constraint is not a text: build.add(x < y), and its words are label='...'"
    elif value is None:
        hint = ". build.all_different([x, y]) and its like add what they say themselves"
    elif isinstance(value, dict):
        hint = ". Write build.add(*d.values())"
    elif hasattr(value, "terms"):
        text = _operand_text(value)
        return ModelError(
            f"not a constraint: {text} is a number, not of 0 and 1 alone: compare it, "
            f"build.add({text} == 1), and before & | ^ ~ in brackets, ({text} == 1) & (y == 2), for "
            "Python binds & closer than =="
        )
    elif (package := type(value).__module__.partition(".")[0]) in ("cpmpy", "ortools", "z3"):
        hint = f". It is of {package}: a model has variables and constraints of build alone"
    elif callable(value):
        hint = ". A function is called, build.add(rule(x, y)), or is build.predicate(rule, [x, y])"
    return ModelError(f"not a constraint: {short_repr(value)}{hint}")


def order_error(operand: object) -> ModelError:
    """The error for asking whether a constraint is less than something."""
    return ModelError(
        f"{_operand_text(operand)} is a constraint, and constraints have no order: where one holds "
        "the other does too is a.implies(b); as a number it is 1 where it holds, so count with it, "
        "as a + b + c <= 2 does"
    )


def value_error(operand: object) -> ModelError:
    """Return the error for an expression where Python needs the integer value of the expression."""
    text = _operand_text(operand)
    return ModelError(
        f"{text} has no value before it is solved, and Python asked for one: "
        f"[2, 3, 5][{text}] is written nonet.element([2, 3, 5], {text})"
    )


def membership_error(operand: object) -> ModelError:
    """The error for asking whether something is in an array of variables."""
    return ModelError(
        f"whether {_operand_text(operand)} is among variables is known in a solution only: say "
        "that one equals it, build.add(count_of(array, value) >= 1)"
    )


def _operand_text(operand: object) -> str:
    text = getattr(operand, "formula", None) or getattr(operand, "description", None)
    return truncated(text if isinstance(text, str) else repr(operand), _MOST_SHOWN)


def domain_error(values: object) -> ModelError:
    """The error for a domain that is a text, a number or a type."""
    if isinstance(values, int) and values > 0:
        example = f"write range({int(values)}) for 0 to {int(values) - 1}"
    elif isinstance(values, str):
        example = "write range(0, 10) for integers, or a list of names"
    elif isinstance(values, dict):
        example = (
            f"write {short_repr(list(values))}, or an IntEnum for names that stand for numbers"
        )
    else:
        example = "write range(0, 10)"
    return ModelError(f"a domain is a range or a list, not {short_repr(values)}: {example}")


def operand_error(value: object) -> ModelError:
    """Return the error for an operand of an expression that is not an expression."""
    hint = ""
    if isinstance(value, AddedConstraint):
        return value.error()
    if isinstance(value, float):
        hint = f": a linear expression has integers only{scaling_hint(value)}"
    elif isinstance(value, str):
        hint = ": a text is compared with a variable whose values are names"
    elif value is None:
        hint = ": a function without `return`, perhaps"
    elif isinstance(value, range | set | frozenset):
        hint = ": write nonet.between(low, x, high), or nonet.any_of(*(x == v for v in values))"
    elif isinstance(value, list | tuple) or hasattr(value, "flat"):
        hint = ": of several, make one expression, sum([...]) for one, or nonet.Array([...])"
    return ModelError(f"neither a variable nor an integer: {short_repr(value)}{hint}")


# -- names of other systems ----


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _by_name(names_by_example: dict[str, str]) -> dict[str, str]:
    """Return for each name what to write instead."""
    return {name: text for text, names in names_by_example.items() for name in names.split()}


_ORDERED = "say the order that must hold, build.increasing([x, y, z]) or build.add(x <= y)"
METHOD_ADVICE = {
    "sort": _ORDERED,
    "argsort": _ORDERED,
    "where": "write nonet.if_then_else(x > 1, y, z)",
    "logical_and": "write a & b",
    "logical_or": "write a | b",
    "logical_not": "write ~a",
    "argmax": "write nonet.arg_max(q)",
    "argmin": "write nonet.arg_min(q)",
    "unique": "how many values there are is nonet.nvalue_of(q)",
    "isin": "write nonet.any_of(q == 1, q == 2)",
    "clip": "write nonet.min_of(nonet.max_of(x, 1), 2)",
}
"""For functions of NumPy that ask for the values of variables, what to write instead."""

_VALUES = "value values solution sol val Value varValue X result"
_GRIDS = frozenset(("grid", "rows", "cells", "board", "text", "array", "tolist", "to_list"))
_ATTRIBUTES = _by_name({
    "{text} has no {name!r} before it is solved: write solution[{text}], with the solution of "
    "nonet.solve(build)": _VALUES,
    "{text} has no {name!r}: write build.model().domains[name]": (
        "domain lb ub min max get_bounds Domain"
    ),
    "{text} has no {name!r}: write build.add({text} == 3)": "fix set",
    "{text} has no {name!r}: write {text} == 0, or ~{text}": "Not negated",
    "{text} has no {name!r}: write nonet.between(3, {text}, 5)": "between",
    "{text} has no {name!r}: write nonet.any_of({text} == 1, {text} == 2), or "
    "build.table([{text}], [(1,), (2,)])": "isin",
    "an array has no {name!r}, for it is not changed: write nonet.Array([*q, x]) for one with more "
    "entries, q[1:] for one with fewer": "append insert extend remove pop",
    **{
        f"an array has no {{name!r}}: write {text}": names
        for text, names in {
            "s.flat": "flatten ravel",
            "nonet.count_of(q, 3) >= 1": "contains index",
            "math.prod(q)": "prod",
            "q @ [1, 2, 3]": "dot",
            "[*q], or solution[q] for the values in a solution": "tolist",
            "q itself: an array does not change": "copy astype",
            "s.diagonal().sum()": "trace",
            "len(s.flat)": "size",
            EXAMPLES["all_different"]: "all_different",
            EXAMPLES["increasing"]: "sort",
            "q.sum() == 4 * mean": "mean",
            "the sum of (v - mean) * (v - mean) for v in q": "std var",
            "nonet.arg_max(q) or nonet.arg_min(q)": "argmax argmin",
        }.items()
    },
})  # fmt: skip
"""For each attribute that expressions and arrays have elsewhere, the words of the error."""

_BUILDER = _by_name({
    "build.add(x < y)": (
        "addconstraint post subjectto constraint add append addconstr addconstrs addlconstr"
    ),
    'build.variable("x", [1, 3, 5])': "newintvarfromdomain",
    EXAMPLES["minimize"]: "setobjective minimise minimize",
    EXAMPLES["array"]: "addvars",
    "build.add(b.implies(x < y))": "addgenconstrindicator indicator",
    EXAMPLES["any_of"]: "addatleastone atleastone boolclause anyof addboolor addor exists",
    EXAMPLES["all_different"]: "alldistinct",
    "build.add(x == 1, y == 2)": "allof",
    EXAMPLES["variable"]: (
        "newintvar intvar integer addvariable addvar var newvariable addvariables"
    ),
    EXAMPLES["boolean"]: "newboolvar boolvar bool",
    "nonet.solve(build).solution": (
        "solve optimize optimise solution run issat check getsolution satisfy validate"
    ),
    "nonet.iter_solutions(build)": "solveall solutions getsolutions getsolutioniter",
    EXAMPLES["maximize"]: "maximise maximize",
    f"{EXAMPLES['minimize']} and build.then_minimize(2 * x + y)": (
        "minimizelexicographic minimizestaticlex setobjectiven"
    ),
    f"{EXAMPLES['maximize']} and build.then_maximize(2 * x + y)": (
        "maximizelexicographic maximizestaticlex"
    ),
    EXAMPLES["search"]: "intsearch adddecisionstrategy decisionstrategy",
    'nonet.solve(build, hint={"x": 3})': "addhint hint solutionhint warmstart",
    EXAMPLES["cardinality"]: "gcc globalcardinality",
    EXAMPLES["lexicographic_chain"]: "lexchainless lexchainlesseq lexchain lex2",
    EXAMPLES["interval"]: (
        "newintervalvar newoptionalintervalvar intervalvar newfixedsizeintervalvar"
    ),
    EXAMPLES["lexicographic"]: "lexless lexlesseq lexleq",
    "model = build.model().add(x < y), a model for one question; the builder stays as it was": (
        "push pop remove clear copy assumptions addassumption"
    ),
    "nonet.conflict(build, assumptions=[b])": "addassumptions",
    "nonet.solve(build).optimum.value": "objectivevalue",
    EXAMPLES["reservoir"]: "addreservoirconstraint",
    EXAMPLES["no_overlap_2d"]: "diffn",
    EXAMPLES["no_overlap"]: "disjunctive",
    "build.add(b.implies(c)), of Booleans or comparisons": "addimplication implies ifthen",
    "build.add(q[i] < 3 for i in range(4))": "forall addbooland",
    "build.add(z == nonet.max_of(x, y))": "addmaxequality",
    "build.add(z == nonet.min_of(x, y))": "addminequality",
    "build.add(z == abs(x - y))": "addabsequality",
    "build.add(z == x * y)": "addmultiplicationequality",
    "build.add(z == x // y)": "adddivisionequality",
    "build.add(z == x % 3)": "addmoduloequality",
    EXAMPLES["table"]: "addallowedassignments",
    "build.table([x, y], [(1, 2)], negative=True)": "addforbiddenassignments",
    'nonet.export(build, "cpsat")': "proto",
    "build.add(nonet.exactly_one(x == 1, y == 2))": "addexactlyone exactlyone",
    "build.add((x == 1) + (y == 2) <= 1)": "addatmostone atmostone",
    EXAMPLES["count"]: "atleast atmost exactly",
    "build.add(2 * x + y <= 7)": "sum linear addlinearconstraint",
    'nonet.export(build, "minizinc")': "export tojson write",
    "build.model(), which has it": "constraints domains objective",
})  # fmt: skip
"""Names that a builder has in other systems, and the form here."""


class NoVariableAttributes:
    """The errors of a solution that is called or asked for an attribute: values are read by key."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __call__(self, *args: object, **kwargs: object) -> NoReturn:
            key = short_repr(args[0]) if args else "x"
            raise TypeError(f"a solution is not called: write solution[{key}]")

        def __getattr__(self, name: str) -> NoReturn:
            if name.startswith("_") or name in type(self).__slots__:  # of one being unpickled
                raise AttributeError(f"'Solution' object has no attribute {name!r}")
            if name in _GRIDS:
                example = "solution.line, print(solution), or solution[1, 9] for row 1, column 9"
            else:
                example = f"solution[{'x' if name in _VALUES.split() else repr(name)}]"
            raise AttributeError(f"a solution has no {name!r}: write {example}")


def missing_variable_error(name: object, names: Iterable[str]) -> KeyError:
    """The error for the name of no variable, or of an array of variables."""
    similar = did_you_mean(name, names) if isinstance(name, str) else ""
    if any(each.startswith(f"{name}[") for each in names):
        similar = f": {name} is an array: write it without quotes, as build.array gave it"
    return KeyError(f"there is no variable {short_repr(name)}{similar}")


def builder_attribute_error(name: str, methods: list[str]) -> AttributeError:
    """The error for an attribute that a builder has not."""
    example = _BUILDER.get(_plain(name))
    plain = _plain(name.removeprefix("Add").removeprefix("add_"))
    if example is None:
        meant = next((each for each in methods if _plain(each) == plain), None)
        example = EXAMPLES.get(meant, f"build.{meant}(...)") if meant else None
    if example is not None:
        return AttributeError(f"a ModelBuilder has no {name!r}: write {example}")
    return AttributeError(f"a ModelBuilder has no {name!r}{did_you_mean(name, methods)}")


def assignment_error(name: str, value: object) -> ModelError:
    """The error for assigning to an attribute of a builder: a constraint there is not added."""
    formula = getattr(value, "formula", "")
    if formula:
        return ModelError(
            f"build.{name} = ... adds no constraint: write build.add({formula}, label={name!r})"
        )
    return ModelError(
        f"build.{name} is not assigned to: write build.minimize(x) for what is to be "
        "the least, and build.add(...) for what must hold"
    )


def model_attribute_error(name: str) -> AttributeError:
    """The error for an attribute that a model has not."""
    example = {
        "minimize": "build.minimize(x) before build.model(), or model.with_objective(...)",
        "maximize": "build.maximize(x) before build.model(), or model.with_objective(...)",
        "solve": "nonet.solve(model).solution",
    }.get(name)
    if example is None and (_plain(name) in _BUILDER or _plain(name) in map(_plain, EXAMPLES)):
        example = "build = nonet.ModelBuilder(), and the model is build.model()"
    return AttributeError(f"a Model has no {name!r}" + (f": write {example}" if example else ""))


_PUZZLE = _by_name({
    "puzzle.grid.{name}": "cells size",
    "puzzle.clues, puzzle.line() or puzzle.grid": "rows columns boxes board cell",
    "print(puzzle)": "show draw plot display",
    "nonet.verify(puzzle)": "is_unique is_valid unique",
    "nonet.hints(puzzle)": "hint next_step",
    "puzzle.with_clues({{**puzzle.clues, 'R1C1': 5}})": "set copy with_clue add_clue",
    "puzzle.with_rules('killer 15 R1C1 R1C2')": "add_rule add",
})  # fmt: skip


def puzzle_attribute_error(name: str) -> AttributeError:
    """The error for an attribute that a puzzle has not."""
    example = _PUZZLE.get(name, "").format(name=name)
    if not example and name in sys.modules["nonet"].__all__:
        example = f"nonet.{name}(puzzle)"
    return AttributeError(f"a Puzzle has no {name!r}" + (f": write {example}" if example else ""))


_MODULE = _by_name({
    "nonet.solve(model) of that system's model, or of nonet.importing.from_cpsat(model)": (
        "fromcpsat fromcpmpy frompythonconstraint"
    ),
    "build = nonet.ModelBuilder(), and nonet.solve(build)": (
        "cpmodel problem cpsolver solverlookup optimize"
    ),
    EXAMPLES["variable"]: "intvar int ints integer newintvar var",
    EXAMPLES["boolean"]: "boolvar bool bools",
    EXAMPLES["array"]: "vararray cpmarray array",
    "build.add(x < y)": "satisfy",
    "nonet.max_of(x, y)": "max maximum",
    "nonet.min_of(x, y)": "min minimum",
    "sum([x, y])": "sum xsum quicksum lpsum",
    "abs(x - y)": "abs",
    "nonet.all_of(x == 1, y == 2)": "all and forall",
    "nonet.any_of(x == 1, y == 2)": "any or exists",
    "a.implies(b), a.iff(b), ~a, a ^ b": "implies ifthen iff not xor",
    EXAMPLES["if_then_else"]: "if ifthenelse ite",
    "nonet.iter_solutions(build)": "solveall allsolutions solutions enumerate",
    "nonet.Status.SAT": "sat unsat optimal unknown",
    'nonet.write(puzzle, "json"), or nonet.export(build, "minizinc")': "save dump",
    'nonet.model_to_json(model), or nonet.write(puzzle, "json")': "tojson",
    'nonet.read("puzzles.txt")': "load readpuzzle open",
    "nonet.Sudoku(text)": "fromstring loads puzzle",
    "print(puzzle), and puzzle in a notebook": "draw show plot display",
    "nonet.verify(puzzle)": "unique isunique checkunique checkuniqueness",
    "nonet.count_solutions(puzzle)": "numberofsolutions",
    f"nonet.count_solutions(puzzle), or in a model {EXAMPLES['count_of']}": "count",
    f"{EXAMPLES['minimize']}, or of a puzzle's clues nonet.setting.minimal(puzzle)": (
        "minimize minimise"
    ),
    EXAMPLES["maximize"]: "maximize maximise",
    "nonet.puzzle.rule_types()": "rules rulenames listrules",
    "nonet.backend_names()": "solver solvers listbackends",
    "nonet.hints(puzzle)": "step steps nextstep",
    "nonet.rate(puzzle)": "rating difficulty",
    EXAMPLES["count_of"]: "among atmost atleast exactly",
    EXAMPLES["nvalue_of"]: "nvalue nvalues",
    "nonet.exactly_one(x == 1, y == 2)": "exactlyone xorof pbeq",
})  # fmt: skip
"""For each name that other systems' packages have, an example of the same thing in nonet."""


def module_example(name: str) -> str:
    """Return what to write for a name of other systems' packages; empty if that is not known."""
    plain = _plain(name)
    if plain in _MODULE:
        return _MODULE[plain]
    examples = (text for method, text in EXAMPLES.items() if _plain(method) == plain)
    return next((text for text in examples if text.startswith("build.")), "")


def attribute_error(owner: object, name: str) -> AttributeError:
    """The error for an attribute that an expression or an array has not."""
    if name not in _ATTRIBUTES:  # asked by Python and NumPy, by the hundred thousand
        return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")
    return AttributeError(_ATTRIBUTES[name].format(text=short_repr(owner), name=name))
