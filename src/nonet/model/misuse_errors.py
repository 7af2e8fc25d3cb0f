"""Errors for code written in the habits of Python or of other systems, with the form to write here.

Python's chains, ``or``, ``and``, ``not``, ``in`` and ``if`` ask whether a comparison is true, and
take one half of the intended constraint.  A constraint is neither true nor false before the model
is solved, so such code is an error.  Names of other systems are data: a table for each class.

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
>>> build["x"].value()
Traceback (most recent call last):
AttributeError: x has no 'value' before it is solved: write solution[x], with the solution of \
nonet.solve(build)
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from nonet.errors import ModelError, did_you_mean
from nonet.model.calling_frame import calling_frame
from nonet.model.integers import scaling_hint, short_repr, truncated
from nonet.model.usage import EXAMPLES, AddedConstraint

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


# -- truth, values and operands ----


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
        f"{_operand_text(operand)} is a constraint, and constraints have no order: where one "
        "holds the other "
        "does too is a.implies(b); as a number it is 1 where it holds, so count with it, as "
        "a + b + c <= 2 does"
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
        "that one "
        "equals it, build.add(count_of(array, value) >= 1)"
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
    """Return the error for an operand of an expression that is no expression."""
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

_VALUES = frozenset(
    ("value", "values", "solution", "sol", "val", "Value", "varValue", "X", "result")
)
_GRIDS = frozenset(("grid", "rows", "cells", "board", "text", "array", "tolist", "to_list"))
_DOMAINS = frozenset(("domain", "lb", "ub", "min", "max", "get_bounds", "Domain"))
_CHANGES = frozenset(("append", "insert", "extend", "remove", "pop"))
_SETS = frozenset(("fix", "set"))
_ARRAY = {
    **dict.fromkeys(("flatten", "ravel"), "s.flat"),
    **dict.fromkeys(("contains", "index"), "nonet.count_of(q, 3) >= 1"),
    "prod": "math.prod(q)",
    "dot": "q @ [1, 2, 3]",
    "tolist": "[*q], or solution[q] for the values in a solution",
    **dict.fromkeys(("copy", "astype"), "q itself: an array does not change"),
    "trace": "s.diagonal().sum()",
    "size": "len(s.flat)",
    "all_different": EXAMPLES["all_different"],
    "sort": EXAMPLES["increasing"],
    "mean": "q.sum() == 4 * mean",
    **dict.fromkeys(("std", "var"), "the sum of (v - mean) * (v - mean) for v in q"),
    **dict.fromkeys(("argmax", "argmin"), "nonet.arg_max(q) or nonet.arg_min(q)"),
}
_TRUTHS = {
    "Not": "{0} == 0, or ~{0}",
    "negated": "{0} == 0, or ~{0}",
    "between": "nonet.between(3, {}, 5)",
}

_BUILDER = {
    **dict.fromkeys(
        (
            "add_constraint", "addConstraint", "post", "subject_to", "constraint", "Add", "append",
            "addConstr", "addConstrs", "addLConstr", "Constraint", "add_constr",
        ),
        "build.add(x < y)",
    ),
    **dict.fromkeys(
        ("NewIntVarFromDomain", "new_int_var_from_domain"), 'build.variable("x", [1, 3, 5])'
    ),
    **dict.fromkeys(("setObjective", "set_objective", "Objective"), EXAMPLES["minimize"]),
    **dict.fromkeys(("addVars", "add_vars"), EXAMPLES["array"]),
    **dict.fromkeys(("addGenConstrIndicator", "indicator"), "build.add(b.implies(x < y))"),
    **dict.fromkeys(
        ("AddAtLeastOne", "add_at_least_one", "at_least_one", "bool_clause", "any_of"), EXAMPLES["any_of"]
    ),
    "all_distinct": EXAMPLES["all_different"],
    "all_of": "build.add(x == 1, y == 2)",
    **dict.fromkeys(
        (
            "NewIntVar", "new_int_var", "int_var", "intvar", "IntVar", "integer", "addVariable",
            "add_variable", "add_var", "addVar", "Var", "new_variable", "var", "addVariables",
        ),
        EXAMPLES["variable"],
    ),
    **dict.fromkeys(
        ("NewBoolVar", "new_bool_var", "bool_var", "boolvar", "BoolVar", "bool"),
        EXAMPLES["boolean"],
    ),
    **dict.fromkeys(
        ("solve", "Solve", "optimize", "optimise", "solution", "run", "is_sat", "check"),
        "nonet.solve(build).solution",
    ),
    **dict.fromkeys(("getSolution", "satisfy", "validate", "Validate"), "nonet.solve(build).solution"),
    **dict.fromkeys(
        ("solveAll", "solve_all", "solutions", "getSolutions", "getSolutionIter"),
        "nonet.iter_solutions(build)",
    ),
    **dict.fromkeys(("minimise", "Minimize"), EXAMPLES["minimize"]),
    **dict.fromkeys(("maximise", "Maximize"), EXAMPLES["maximize"]),
    **dict.fromkeys(
        ("minimize_lexicographic", "minimize_static_lex", "set_objective_n", "setObjectiveN"),
        f"{EXAMPLES['minimize']} and {EXAMPLES['then_minimize']}",
    ),
    **dict.fromkeys(
        ("maximize_lexicographic", "maximize_static_lex"),
        f"{EXAMPLES['maximize']} and {EXAMPLES['then_maximize']}",
    ),
    **dict.fromkeys(
        ("int_search", "AddDecisionStrategy", "add_decision_strategy", "decision_strategy"),
        EXAMPLES["search"],
    ),
    **dict.fromkeys(
        ("AddHint", "add_hint", "hint", "solution_hint", "warm_start", "warmstart"),
        'nonet.solve(build, hint={"x": 3})',
    ),
    **dict.fromkeys(("gcc", "global_cardinality"), EXAMPLES["cardinality"]),
    **dict.fromkeys(
        ("lex_chain_less", "lex_chain_lesseq", "lex_chain", "LexChainLess", "LexChainLessEq", "lex2"),
        EXAMPLES["lexicographic_chain"],
    ),
    **dict.fromkeys(
        (
            "new_interval_var", "NewIntervalVar", "new_optional_interval_var", "interval_var",
            "NewOptionalIntervalVar", "new_fixed_size_interval_var", "IntervalVar",
        ),
        EXAMPLES["interval"],
    ),
    **dict.fromkeys(
        ("lex_less", "lex_lesseq", "LexLess", "LexLessEq", "lex_leq"), EXAMPLES["lexicographic"]
    ),
    **dict.fromkeys(
        ("push", "pop", "remove", "clear", "copy", "assumptions", "add_assumption", "AddAssumption"),
        "model = build.model().add(x < y), a model for one question; the builder stays as it was",
    ),
    "add_assumptions": "nonet.conflict(build, assumptions=[b])",
    "objective_value": "nonet.solve(build).optimum.value",
    **dict.fromkeys(("AddReservoirConstraint", "add_reservoir_constraint"), EXAMPLES["reservoir"]),
    "diffn": EXAMPLES["no_overlap_2d"],
    "disjunctive": EXAMPLES["no_overlap"],
    **dict.fromkeys(
        ("AddImplication", "add_implication", "implies", "if_then"),
        "build.add(b.implies(c)), of Booleans or comparisons",
    ),
    **dict.fromkeys(("AddBoolOr", "add_bool_or", "add_or", "exists"), EXAMPLES["any_of"]),
    **dict.fromkeys(("forall", "AddBoolAnd", "add_bool_and"), "build.add(q[i] < 3 for i in range(4))"),
    **dict.fromkeys(("AddMaxEquality", "add_max_equality"), "build.add(z == nonet.max_of(x, y))"),
    **dict.fromkeys(("AddMinEquality", "add_min_equality"), "build.add(z == nonet.min_of(x, y))"),
    **dict.fromkeys(("AddAbsEquality", "add_abs_equality"), "build.add(z == abs(x - y))"),
    **dict.fromkeys(
        ("AddMultiplicationEquality", "add_multiplication_equality"), "build.add(z == x * y)"
    ),
    **dict.fromkeys(("AddDivisionEquality", "add_division_equality"), "build.add(z == x // y)"),
    **dict.fromkeys(("AddModuloEquality", "add_modulo_equality"), "build.add(z == x % 3)"),
    **dict.fromkeys(("AddAllowedAssignments", "add_allowed_assignments"), EXAMPLES["table"]),
    **dict.fromkeys(
        ("AddForbiddenAssignments", "add_forbidden_assignments"),
        "build.table([x, y], [(1, 2)], negative=True)",
    ),
    **dict.fromkeys(("Proto", "proto"), 'nonet.export(build, "cpsat")'),
    **dict.fromkeys(
        ("AddExactlyOne", "add_exactly_one", "exactly_one"),
        "build.add(nonet.exactly_one(x == 1, y == 2))",
    ),
    **dict.fromkeys(
        ("AddAtMostOne", "add_at_most_one", "at_most_one"), "build.add((x == 1) + (y == 2) <= 1)"
    ),
    **dict.fromkeys(("at_least", "at_most", "exactly"), EXAMPLES["count"]),
    **dict.fromkeys(
        ("sum", "linear", "AddLinearConstraint", "add_linear_constraint"), "build.add(2 * x + y <= 7)"
    ),
    **dict.fromkeys(("export", "to_json", "write"), 'nonet.export(build, "minizinc")'),
    **dict.fromkeys(("constraints", "domains", "objective"), "build.model(), which has it"),
}  # fmt: skip
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
                example = f"solution[{'x' if name in _VALUES else repr(name)}]"
            raise AttributeError(f"a solution has no {name!r}: write {example}")


def missing_variable_error(name: object, names: Iterable[str]) -> KeyError:
    """The error for the name of no variable, or of an array of variables."""
    near = did_you_mean(name, names) if isinstance(name, str) else ""
    if any(each.startswith(f"{name}[") for each in names):
        near = f": {name} is an array: write it without quotes, as build.array gave it"
    return KeyError(f"there is no variable {short_repr(name)}{near}")


def builder_attribute_error(name: str, methods: list[str]) -> AttributeError:
    """The error for an attribute that a builder has not."""
    example = _BUILDER.get(name)
    plain = _plain(name.removeprefix("Add").removeprefix("add_"))
    if example is None:
        near = next((each for each in methods if _plain(each) == plain), None)
        example = EXAMPLES.get(near, f"build.{near}(...)") if near else None
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
    if example is None and (name in _BUILDER or _plain(name) in map(_plain, EXAMPLES)):
        example = "build = nonet.ModelBuilder(), and the model is build.model()"
    return AttributeError(f"a Model has no {name!r}" + (f": write {example}" if example else ""))


_PUZZLE = {
    **dict.fromkeys(("cells", "size"), "puzzle.grid.{name}"),
    **dict.fromkeys(
        ("rows", "columns", "boxes", "board", "cell"), "puzzle.clues, puzzle.line() or puzzle.grid"
    ),
    **dict.fromkeys(("show", "draw", "plot", "display"), "print(puzzle)"),
    **dict.fromkeys(("is_unique", "is_valid", "unique"), "nonet.verify(puzzle)"),
    **dict.fromkeys(("hint", "next_step"), "nonet.hints(puzzle)"),
    **dict.fromkeys(
        ("set", "copy", "with_clue", "add_clue"), "puzzle.with_clues({{**puzzle.clues, 'R1C1': 5}})"
    ),
    **dict.fromkeys(("add_rule", "add"), "puzzle.with_rules('killer 15 R1C1 R1C2')"),
}


def puzzle_attribute_error(name: str) -> AttributeError:
    """The error for an attribute that a puzzle has not."""
    example = _PUZZLE.get(name, "").format(name=name)
    if not example and name in sys.modules["nonet"].__all__:
        example = f"nonet.{name}(puzzle)"
    return AttributeError(f"a Puzzle has no {name!r}" + (f": write {example}" if example else ""))


_MODULE = {
    **dict.fromkeys(
        ("Solver", "CpModel", "Problem", "CpSolver", "SolverLookup", "Optimize"),
        "build = nonet.ModelBuilder(), and nonet.solve(build)",
    ),
    **dict.fromkeys(
        ("IntVar", "intvar", "Int", "Ints", "integer", "int_var", "NewIntVar", "Var"),
        EXAMPLES["variable"],
    ),
    **dict.fromkeys(("BoolVar", "boolvar", "Bool", "Bools"), EXAMPLES["boolean"]),
    "VarArray": EXAMPLES["array"],
    "satisfy": "build.add(x < y)",
    **dict.fromkeys(("max", "maximum", "Maximum"), "nonet.max_of(x, y)"),
    **dict.fromkeys(("min", "minimum", "Minimum"), "nonet.min_of(x, y)"),
    **dict.fromkeys(("sum", "Sum", "xsum", "quicksum", "lpSum"), "sum([x, y])"),
    **dict.fromkeys(("abs", "Abs"), "abs(x - y)"),
    **dict.fromkeys(("all", "And", "forall"), "nonet.all_of(x == 1, y == 2)"),
    **dict.fromkeys(("any", "Or", "exists"), "nonet.any_of(x == 1, y == 2)"),
    **dict.fromkeys(
        ("Implies", "implies", "if_then", "IfThen", "iff", "Iff", "Not", "not_", "Xor", "xor"),
        "a.implies(b), a.iff(b), ~a, a ^ b",
    ),
    **dict.fromkeys(("If", "IfThenElse", "ite"), EXAMPLES["if_then_else"]),
    **dict.fromkeys(
        ("solve_all", "solveAll", "all_solutions", "solutions", "enumerate"),
        "nonet.iter_solutions(build)",
    ),
    **dict.fromkeys(("SAT", "UNSAT", "OPTIMAL", "UNKNOWN"), "nonet.Status.SAT"),
    **dict.fromkeys(
        ("save", "dump"), 'nonet.write(puzzle, "json"), or nonet.export(build, "minizinc")'
    ),
    "to_json": 'nonet.model_to_json(model), or nonet.write(puzzle, "json")',
    **dict.fromkeys(("load", "read_puzzle", "open"), 'nonet.read("puzzles.txt")'),
    **dict.fromkeys(("from_string", "loads", "puzzle"), "nonet.Sudoku(text)"),
    **dict.fromkeys(("draw", "show", "plot", "display"), "print(puzzle), and puzzle in a notebook"),
    **dict.fromkeys(
        ("unique", "is_unique", "check_unique", "check_uniqueness"), "nonet.verify(puzzle)"
    ),
    "number_of_solutions": "nonet.count_solutions(puzzle)",
    "count": f"nonet.count_solutions(puzzle), or in a model {EXAMPLES['count_of']}",
    **dict.fromkeys(
        ("minimize", "minimise"),
        f"{EXAMPLES['minimize']}, or of a puzzle's clues nonet.setting.minimal(puzzle)",
    ),
    **dict.fromkeys(("maximize", "maximise"), EXAMPLES["maximize"]),
    **dict.fromkeys(("rules", "rule_names", "list_rules"), "nonet.puzzle.rule_types()"),
    **dict.fromkeys(("solver", "solvers", "list_backends"), "nonet.backend_names()"),
    **dict.fromkeys(("step", "steps", "next_step"), "nonet.hints(puzzle)"),
    **dict.fromkeys(("rating", "difficulty"), "nonet.rate(puzzle)"),
    **dict.fromkeys(("Count", "Among", "AtMost", "AtLeast", "Exactly"), EXAMPLES["count_of"]),
    **dict.fromkeys(("NValue", "NValues", "nvalue"), EXAMPLES["nvalue_of"]),
    **dict.fromkeys(("ExactlyOne", "xor_of", "PbEq"), "nonet.exactly_one(x == 1, y == 2)"),
    **dict.fromkeys(("cpm_array", "array"), EXAMPLES["array"]),
}
"""For each name that other systems' packages have, an example of the same thing in nonet."""


def module_example(name: str) -> str:
    """Return what to write for a name of other systems' packages; empty if that is not known."""
    if name in _MODULE:
        return _MODULE[name]
    plain = _plain(name)
    examples = (text for near, text in EXAMPLES.items() if _plain(near) == plain)
    return next((text for text in examples if text.startswith("build.")), "")


def attribute_error(owner: object, name: str) -> AttributeError:
    """The error for an attribute that an expression or an array has not."""
    if name in _CHANGES:
        return AttributeError(
            f"an array has no {name!r}, for it is not changed: write nonet.Array([*q, x]) for one "
            "with more entries, q[1:] for one with fewer"
        )
    if name.startswith("_"):  # asked by Python and NumPy, by the hundred thousand
        return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")
    text = short_repr(owner)
    if name == "isin":
        return AttributeError(
            f"{text} has no {name!r}: write nonet.any_of({text} == 1, {text} == 2), or "
            f"build.table([{text}], [(1,), (2,)])"
        )
    if name in _TRUTHS:
        return AttributeError(f"{text} has no {name!r}: write {_TRUTHS[name].format(text)}")
    if name in _SETS:
        return AttributeError(f"{text} has no {name!r}: write build.add({text} == 3)")
    if name in _ARRAY:
        return AttributeError(f"an array has no {name!r}: write {_ARRAY[name]}")
    if not (name in _VALUES or name in _DOMAINS):
        return AttributeError(f"{type(owner).__name__!r} object has no attribute {name!r}")
    if name in _VALUES:
        return AttributeError(
            f"{text} has no {name!r} before it is solved: write solution[{text}], with the "
            "solution of nonet.solve(build)"
        )
    return AttributeError(f"{text} has no {name!r}: write build.model().domains[name]")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
